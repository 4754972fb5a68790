"""What a player of 2WW may say. Long choices are made one piece at a time: first the piece, then the place."""

from __future__ import annotations

from grognard.engine.orders import Order, UnitOrder

# Set-up


class Place(Order, frozen=True):
    """Set a unit up."""

    unit: str
    at: str

    misplaced = "2WW-2a"


class Historical(Order, frozen=True):
    """Set up the rest of this country as it stood in 1939."""

    misplaced = "2WW-2a"


# Strategic Warfare


class Bomb(Order, frozen=True):
    """Begin a raid on an enemy production city with a first air unit."""

    unit: str
    city: str

    misplaced = "2WW-6.1a"


class Lend(Order, frozen=True):
    """Send American points as Lend Lease."""

    britain: int
    ussr: int

    misplaced = "2WW-6.2a"


class Convoy(Order, frozen=True):
    """Attack the convoys in the Atlantic."""

    misplaced = "2WW-6.2b"


class Sink(Order, frozen=True):
    """Choose which point goes down: dominions, iraq, britain or ussr (the last two: Lend Lease for these)."""

    cargo: str

    misplaced = "2WW-6.2.3b"


# Production


class Build(Order, frozen=True):
    """Buy a unit from the force pool and place it."""

    unit: str
    at: str

    misplaced = "2WW-7.2.1a"


class Upgrade(UnitOrder, frozen=True):
    """Turn a reduced unit to full strength."""

    misplaced = "2WW-7.2.1a"


class Claim(Order, frozen=True):
    """Take the point of a city abroad for the power that is producing, instead of leaving it to the next one."""

    city: str

    misplaced = "2WW-5.3.2d"


# Movement


class Move(UnitOrder, frozen=True):
    """Choose the unit that moves next; where to is the next question."""

    misplaced = "2WW-4.1a"


class March(Order, frozen=True):
    """Walk to a hex by the cheapest way."""

    to: str

    misplaced = "2WW-8a"


class Rail(Order, frozen=True):
    """Go by rail."""

    to: str

    misplaced = "2WW-8.1.2a"


class Drop(Order, frozen=True):
    """Drop paratroops from the air."""

    to: str

    misplaced = "2WW-8.1.1a"


class Fly(Order, frozen=True):
    """Fly to a new base."""

    to: str

    misplaced = "2WW-8.2a"


class Sail(Order, frozen=True):
    """Sail to a hex or box by the safest way."""

    to: str

    misplaced = "2WW-8.3.1a"


class Escort(UnitOrder, frozen=True):
    """Let another fleet of the same place sail along."""

    misplaced = "2WW-8.3.5.1"


class Board(Order, frozen=True):
    """Take a unit aboard the fleet that is about to move."""

    unit: str
    fleet: str

    misplaced = "2WW-8.3.4b"


class Land(UnitOrder, frozen=True):
    """Land a passenger where its fleet is."""

    misplaced = "2WW-8.1.3.1"


class Assault(Order, frozen=True):
    """Sail into an enemy port and land the passengers there."""

    to: str

    misplaced = "2WW-8.1.4.1b"


# Combat


class Attack(Order, frozen=True):
    """Attack the land units of a hex; who joins is the next question."""

    at: str

    misplaced = "2WW-4.1a"


class Strike(Order, frozen=True):
    """Strike from the air at all air units, or at all fleets, of a hex."""

    at: str
    target: str

    misplaced = "2WW-4.1a"


class Engage(Order, frozen=True):
    """Attack the fleets (or, if there are none, the air units) of a hex with fleets."""

    at: str

    misplaced = "2WW-4.1a"


class Join(UnitOrder, frozen=True):
    """Add a unit to a raid, an interception, an attack on convoys, an attack, a defence or an attack on passing
    fleets."""

    misplaced = "2WW-9b"


class Decline(Order, frozen=True):
    """Let these fleets pass for the rest of their move."""

    misplaced = "2WW-8.3.5.1"


class Lose(UnitOrder, frozen=True):
    """Take a loss point on a unit."""

    misplaced = "2WW-4.2.C.3p"


class Retreat(Order, frozen=True):
    """Fall back to a hex, or to a port."""

    unit: str
    to: str

    misplaced = "2WW-4.2.C.3w"


class Advance(Order, frozen=True):
    """Move into a hex that the enemy has left."""

    unit: str
    to: str

    misplaced = "2WW-4.2.C.3x"


class Displace(Order, frozen=True):
    """Give way to arriving enemies."""

    unit: str
    to: str

    misplaced = "2WW-5.1.1f"


class Remove(UnitOrder, frozen=True):
    """Take a unit off the map: one too many in its hex, or a fort that is no longer wanted."""

    misplaced = "2WW-5.2.2b"
