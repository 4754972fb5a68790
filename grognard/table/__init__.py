"""The table: a local server that keeps matches, checks seats and stores orders, and knows no rules (docs/table.md)."""
