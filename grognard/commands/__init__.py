"""The command line: one module per command, and a match in the terminal."""
