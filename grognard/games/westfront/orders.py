"""What a WestFront player may say."""

from __future__ import annotations

from grognard.engine.orders import Order, UnitOrder


class Activate(Order, frozen=True):
    """Activate a headquarters in a role: command, supreme, invasion or paradrop; an army group may blitz."""

    hq: str
    role: str
    to: str = ""
    """The hex that it deploys into, if it does."""
    blitz: bool = False

    misplaced = "WF-4.41a"


class Surprise(Order, frozen=True):
    """Let Axis armor attack in the mud of this player turn as if it were dry, once in a game."""

    misplaced = "WF-W44.4"


class Move(Order, frozen=True):
    """Move by land. The route names the hexes that the rules care about: where the unit starts, the first hex out of a
    battle, the hex from which it engages, and where it stops."""

    unit: str
    route: tuple[str, ...]


class Retreat(UnitOrder, frozen=True):
    """Name the last unit in a battle as rearguard: pursued when all others have moved, it then leaves."""


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


class Lose(UnitOrder, frozen=True):
    """Take a hit on one of the units that are equally strong."""


class Man(UnitOrder, frozen=True):
    """Let one of the strongest units of a fortress man its guns."""


class Feed(UnitOrder, frozen=True):
    """Name the one unit that a besieged port or a fortress keeps supplied."""


class Repulse(UnitOrder, frozen=True):
    """Send back one of the assaulting units that are equally weak."""


class Beachhead(UnitOrder, frozen=True):
    """Place the beachhead of an amphibious corps where it has landed."""


class Replace(UnitOrder, frozen=True):
    """Buy a replacement step for a unit."""


class Rebuild(Order, frozen=True):
    """Buy an eliminated unit back as a cadre and place it."""

    unit: str
    at: str


class Arrive(Order, frozen=True):
    """Place a reinforcement."""

    unit: str
    at: str


class Advance(Order, frozen=True):
    """Place a reinforcement a month early: a step weaker, or for the price of its cadre."""

    unit: str
    at: str
    paid: bool = False


class Prepare(UnitOrder, frozen=True):
    """Buy the beachhead of a corps back into preparation, or make it ready."""


class Recall(UnitOrder, frozen=True):
    """Take the placed beachhead of a corps back into preparation."""


class Disband(UnitOrder, frozen=True):
    """Eliminate a unit of one's own."""


class Ground(Order, frozen=True):
    """Ground the German para corps for good: they never drop again, and cost half."""


class Seal(Order, frozen=True):
    """End this month's production, or one's set-up."""


class War(Order, frozen=True):
    """Declare war on a neutral country."""

    nation: str

    misplaced = "WF-16.4b"


class Station(Order, frozen=True):
    """Place a unit of a country that has been drawn into the war."""

    unit: str
    at: str


class Demand(Order, frozen=True):
    """Roll for the surrender of a nation."""

    nation: str

    misplaced = "WF-4.47"


class Incite(Order, frozen=True):
    """Roll for a revolt in a nation."""

    nation: str

    misplaced = "WF-4.47"


class Raise(Order, frozen=True):
    """Raise the Maquis or Tito in a place."""

    unit: str
    at: str

    misplaced = "WF-4.47"


class Defect(UnitOrder, frozen=True):
    """Choose the unit of a nation that surrenders which goes over to the Allies."""


class Enter(Order, frozen=True):
    """Bring a unit of Army Group E onto the map by rail: to a rail entry hex, or further along its line."""

    unit: str
    at: str


class Muster(Order, frozen=True):
    """Take a unit into the starting forces, with so many steps."""

    unit: str
    steps: int

    misplaced = "WF-3.21a"


class Deploy(Order, frozen=True):
    """Put a unit on the map before play begins."""

    unit: str
    at: str

    misplaced = "WF-3.21a"


class Withdraw(UnitOrder, frozen=True):
    """Take a unit that one has deployed back in hand."""

    misplaced = "WF-3.21a"


class Propose(Order, frozen=True):
    """Let a sensible proposal do all that is left: choose strengths, or deploy the units in hand."""


class Continue(Order, frozen=True):
    """Play a finished scenario on into the next."""

    misplaced = "WF-3.14"
