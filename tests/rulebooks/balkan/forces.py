"""Units and ground for the pure parts of combat, as the printed examples name them."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from importlib.resources import files

from grognard.engine import charts
from grognard.engine.tally import Number, Reason
from grognard.games.balkan.fighters import HELPLESS, HELPS_ALL, HELPS_ITSELF, Fighter, Ground

CHARTS = charts.load(files("grognard.games.balkan") / "data" / "charts.toml")

CLEAR, HILLS, CITY = Ground("clear"), Ground("mountain"), Ground("full_city")
HALF = Fraction(1, 2)
HUNGRY = (Reason(HALF, "BF-12D-1", "out of supply", "times"),)


def force(*fighters: Fighter) -> list[Fighter]:
    """The same fighters with numbers of their own."""
    return [fighter._replace(unit=unit) for unit, fighter in enumerate(fighters)]


def unit(
    name: str,
    strength: Number,
    res: Number = 1,
    classes: Iterable[str] = (),
    *,
    armor: str = "none",
    antitank: str = "none",
    support: str = HELPLESS,
    at: int = 0,
) -> Fighter:
    return Fighter(0, name, at, strength, res, frozenset(classes), armor, antitank, support)


def division(name: str, strength: Number, *classes: str, armor: str = "none", antitank: str = "none") -> Fighter:
    return unit(name, strength, 3, classes, armor=armor, antitank=antitank, support=HELPS_ALL)


def panzer(strength: Number = 9) -> Fighter:
    return division("panzer", strength, "cm", armor="full", antitank="full")


def light_armoured(strength: Number = 3) -> Fighter:
    return division("light armoured", strength, "cm", armor="half", antitank="neutral")


def motorized() -> Fighter:
    return division("motorized", 6, "cm", armor="neutral", antitank="neutral")


def infantry(strength: Number = 7) -> Fighter:
    return division("infantry", strength)


def regiment(strength: Number = 2) -> Fighter:
    return unit("regiment", strength)


def supported(strength: Number = 2) -> Fighter:
    return unit("dotted regiment", strength, support=HELPS_ITSELF)


def guns(strength: Number = 2, *classes: str) -> Fighter:
    return unit("guns", strength, 1, ("artillery", *classes), armor="neutral", antitank="neutral", support=HELPS_ALL)


def engineers(strength: Number = 2, res: Number = 1) -> Fighter:
    return unit("engineers", strength, res, ("combat_engineer",))


def assault_engineers(strength: Number = 1) -> Fighter:
    return unit("assault engineers", strength, HALF, ("cm", "assault_engineer"), armor="neutral", antitank="half")


def heavy_flak(strength: Number = 2) -> Fighter:
    return unit("heavy flak", strength, 1, ("heavy_aa",), antitank="full")


def position_aa() -> Fighter:
    return unit("position AA", 0, Fraction(3, 2), armor="not counted", antitank="not counted")
