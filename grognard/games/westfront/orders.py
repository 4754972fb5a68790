"""What a WestFront player may say."""

from __future__ import annotations

from grognard.engine.orders import Order


class Activate(Order, frozen=True):
    """Activate a headquarters in a role: command, supreme, invasion or paradrop; an army group may blitz."""

    hq: str
    role: str
    blitz: bool = False

    misplaced = "WF-4.41a"


class Move(Order, frozen=True):
    """Move by land. The route names the hexes that the rules care about: where the unit starts, the first hex out of a
    battle, the hex from which it engages, and where it stops."""

    unit: str
    route: tuple[str, ...]


class Sail(Order, frozen=True):
    """Sea movement: port, the seas crossed in order, port."""

    unit: str
    route: tuple[str, ...]


class Land(Order, frozen=True):
    """Sea invasion: port of the invasion headquarters, the seas crossed in order, the hex invaded."""

    unit: str
    route: tuple[str, ...]


class Drop(Order, frozen=True):
    """Drop a para corps on a hex."""

    unit: str
    at: str


class Strike(Order, frozen=True):
    """Assign a headquarters' airstrike to a battle."""

    hq: str
    at: str


class Declare(Order, frozen=True):
    """Choose to fight a battle that need not be fought."""

    at: str


class Fight(Order, frozen=True):
    """Fight the round of one of the active battles next."""

    at: str


class Lose(Order, frozen=True):
    """Take a hit on one of the units that are equally strong."""

    unit: str


class Repulse(Order, frozen=True):
    """Send back one of the assaulting units that are equally weak."""

    unit: str


class Beachhead(Order, frozen=True):
    """Place the beachhead of an amphibious corps where it has landed."""

    unit: str


class Replace(Order, frozen=True):
    """Buy a replacement step for a unit."""

    unit: str


class Rebuild(Order, frozen=True):
    """Buy an eliminated unit back as a cadre and place it."""

    unit: str
    at: str


class Arrive(Order, frozen=True):
    """Place a reinforcement."""

    unit: str
    at: str


class Seal(Order, frozen=True):
    """End this month's production."""
