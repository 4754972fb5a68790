"""What a player may say in the skirmish."""

from grognard.engine.orders import Order, UnitOrder


class Aim(Order, frozen=True):
    """Choose the town that counts most."""

    place: str


class Arrive(Order, frozen=True):
    """Bring a piece out of reserve."""

    unit: str
    place: str


class Move(Order, frozen=True):
    """March hex by hex."""

    unit: str
    route: tuple[str, ...]


class Ambush(UnitOrder, frozen=True):
    """Fall upon an enemy who marches past."""


class Attack(Order, frozen=True):
    """Commit a piece to an attack."""

    unit: str
    place: str


class Lose(UnitOrder, frozen=True):
    """Take a loss from this piece."""
