"""The phases of a player turn by name, production before it. [WF-4.4b]"""

PHASES = ("production", "command", "movement", "combat", "blitz movement", "blitz combat", "supply", "politics")

PRODUCTION, COMMAND, MOVEMENT, COMBAT, BLITZ_MOVEMENT, BLITZ_COMBAT, SUPPLY, POLITICS = range(len(PHASES))
