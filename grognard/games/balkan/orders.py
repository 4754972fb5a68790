"""What a player of Balkan Front may say. Long choices are made one piece at a time: first the piece, then the place."""

from __future__ import annotations

from grognard.engine.orders import Order, UnitOrder

# Set-up


class Place(Order, frozen=True):
    """Set a unit up."""

    unit: str
    at: str

    misplaced = "BF-30-4"


class Historical(Order, frozen=True):
    """Let the rest of one's forces begin, or arrive, where they did in history."""

    misplaced = "BF-30-4"


# Supply


class Feed(Order, frozen=True):
    """Let a unit draw on a source that has not enough for everybody."""

    unit: str

    misplaced = "BF-12C2-2"


# Construction


class Fortify(UnitOrder, frozen=True):
    """Begin a fort where a construction unit stands."""

    misplaced = "BF-14A1-2"


# Arrivals and replacements


class Arrive(Order, frozen=True):
    """Place a reinforcement."""

    unit: str
    at: str

    misplaced = "BF-29-1"


class Convert(UnitOrder, frozen=True):
    """Exchange a unit for another, as the order of battle allows."""

    misplaced = "BF-29D-1"


class Replace(Order, frozen=True):
    """Bring an eliminated unit back for replacement points, whole or as its cadre."""

    unit: str
    at: str
    cadre: bool = False

    misplaced = "BF-29B-2"


class Rebuild(UnitOrder, frozen=True):
    """Bring a cadre back to full strength for replacement points."""

    misplaced = "BF-29B-2"


# Movement


class Move(UnitOrder, frozen=True):
    """Take up the unit that moves next; where it goes is the next question."""

    misplaced = "BF-4A2-1"


class March(Order, frozen=True):
    """Go to a hex at the regular rate by the cheapest way."""

    to: str

    misplaced = "BF-4A2-1"


class Admin(Order, frozen=True):
    """Go to a hex by administrative movement."""

    to: str

    misplaced = "BF-6B-1"


class Rail(Order, frozen=True):
    """Go to a hex by rail."""

    to: str

    misplaced = "BF-7A1-1"


class Split(Order, frozen=True):
    """Break a division down, into parts that are supported or into its staff and parts that are not."""

    unit: str
    into: str

    misplaced = "BF-15A-1"


class Assemble(UnitOrder, frozen=True):
    """Put a division together again."""

    misplaced = "BF-15A-2"


class Ship(Order, frozen=True):
    """Go to a port or beach by sea."""

    to: str

    misplaced = "BF-26B1-1"


class Wreck(Order, frozen=True):
    """Break the railway in the hex, or do damage to its port."""

    what: str

    misplaced = "BF-4C-1"


class Mend(Order, frozen=True):
    """Repair the railway in the hex, or undo damage to its port."""

    what: str

    misplaced = "BF-4C-1"


class Remove(UnitOrder, frozen=True):
    """Give up a unit that is one too many in its hex."""

    misplaced = "BF-8B-1"


# Overruns


class Overrun(Order, frozen=True):
    """Overrun the enemies in a hex with units from an adjacent one; who takes part is the next question."""

    at: str
    start: str

    misplaced = "BF-13-1"


# Combat


class Attack(Order, frozen=True):
    """Attack the enemies in a hex; who takes part is the next question."""

    at: str

    misplaced = "BF-9A-1"


class Join(UnitOrder, frozen=True):
    """Take part in an attack or an overrun."""

    misplaced = "BF-9A-1"


class Withhold(Order, frozen=True):
    """Leave armour or engineers unused in an attack, and so owe no losses for them."""

    what: str

    misplaced = "BF-9A-1"


class Lose(UnitOrder, frozen=True):
    """Name the next unit that is lost."""

    misplaced = "BF-9C-1"


class Retreat(Order, frozen=True):
    """Retreat to the next hex."""

    unit: str
    to: str

    misplaced = "BF-9F1-1"


class Advance(UnitOrder, frozen=True):
    """Enter the hex that has been cleared."""

    misplaced = "BF-9F2-2"
