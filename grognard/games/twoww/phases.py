"""The phases of a game turn by name, always in this order. [2WW-4.1a]"""

PHASES = (
    "strategic", "production",
    "axis movement", "axis combat", "allied movement", "allied combat",
    "axis armored movement", "axis armored combat", "allied armored movement", "allied armored combat",
    "supply", "adjustment",
)  # fmt: skip

(
    STRATEGIC, PRODUCTION,
    AXIS_MOVEMENT, AXIS_COMBAT, ALLIED_MOVEMENT, ALLIED_COMBAT,
    AXIS_ARMORED_MOVEMENT, AXIS_ARMORED_COMBAT, ALLIED_ARMORED_MOVEMENT, ALLIED_ARMORED_COMBAT,
    SUPPLY, ADJUSTMENT,
) = range(len(PHASES))  # fmt: skip
