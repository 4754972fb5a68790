"""Where maps are made: geography, a lattice, what the rulebook says against geography, and facts to hold them to.

For developers only; nothing here is part of the installed package.
"""
