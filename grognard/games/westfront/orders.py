"""What a WestFront player may say."""

from __future__ import annotations

from grognard.engine.orders import Order


class Activate(Order, frozen=True):
    """Activate a headquarters in a role: command, supreme, invasion or paradrop; an army group may blitz."""

    hq: str
    role: str
    to: str = ""
    """The hex that it deploys into, if it does."""
    blitz: bool = False

    misplaced = "WF-4.41a"


class Move(Order, frozen=True):
    """Move by land. The route names the hexes that the rules care about: where the unit starts, the first hex out of a
    battle, the hex from which it engages, and where it stops."""

    unit: str
    route: tuple[str, ...]


class Retreat(Order, frozen=True):
    """Name the last unit in a battle as rearguard: pursued when all others have moved, it then leaves."""

    unit: str


class Rail(Order, frozen=True):
    """Move by rail from one hex to another."""

    unit: str
    route: tuple[str, ...]


class Mobilize(Order, frozen=True):
    """Deactivate a headquarters after movement and move it: by land, or a supreme one over named seas or by rail."""

    hq: str
    route: tuple[str, ...]
    rail: bool = False


class Sail(Order, frozen=True):
    """Sea movement: port, the seas crossed in order, port."""

    unit: str
    route: tuple[str, ...]


class Land(Order, frozen=True):
    """Sea invasion: port of the invasion headquarters, the seas crossed in order, the hex invaded."""

    unit: str
    route: tuple[str, ...]


class Evacuate(Order, frozen=True):
    """Bring a unit off a coast: the hex it leaves, the seas crossed, the port of the invasion headquarters."""

    unit: str
    route: tuple[str, ...]


class Mark(Order, frozen=True):
    """Mark another hex where the second wave of a blitzing invasion may land."""

    hq: str
    at: str


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


class Man(Order, frozen=True):
    """Let one of the strongest units of a fortress man its guns."""

    unit: str


class Feed(Order, frozen=True):
    """Name the one unit that a besieged port or a fortress keeps supplied."""

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


class Prepare(Order, frozen=True):
    """Buy the beachhead of a corps back into preparation, or make it ready."""

    unit: str


class Recall(Order, frozen=True):
    """Take the placed beachhead of a corps back into preparation."""

    unit: str


class Disband(Order, frozen=True):
    """Eliminate a unit of one's own."""

    unit: str


class Seal(Order, frozen=True):
    """End this month's production."""
