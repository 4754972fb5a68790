"""Whether the engine and its games keep what they promise: laws, leaks, random play, mutations, the ledger of rules."""
