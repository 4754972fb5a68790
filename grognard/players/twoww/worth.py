"""What places, powers and units are worth to the computer players."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from grognard.engine.files import read_toml
from grognard.engine.kinds import Data
from grognard.games.twoww.production import price
from grognard.games.twoww.state import War
from grognard.games.twoww.units import face_value
from grognard.games.twoww.world import USSR, Europe


@cache
def numbers() -> Data:
    return read_toml(files("grognard.players.twoww") / "numbers.toml").data


@cache
def place_worth(world: Europe) -> Mapping[int, float]:
    """The worth of holding each city and port."""
    chart = numbers()["places"]
    found: dict[int, float] = {}
    for place, city in world.cities.items():
        value = chart["port"] * city.is_port + chart["city"] * city.is_city + chart["production"] * city.produces
        for country, capitals in enumerate(world.capitals):
            if place in capitals:
                power = world.countries[country]
                key = "capital" if power.is_power else "territory"
                value += chart["capital_of_three"] if country == USSR else chart[key]
        value += chart["straits"] * (world.straits >> place & 1)
        found[place] = value + (chart["paris"] if place == world.paris else 0.0)
    return found


def unit_worth(s: War, unit: int) -> float:
    """What a unit is worth as it stands."""
    return float(face_value(s, unit) * numbers()["units"][s.world.roster[unit].kind])


def cost_of_loss(s: War, unit: int) -> float:
    """What it takes to make good a loss point: an upgrade, or a new unit."""
    return float(price(s, unit, new=not s.full[unit]))
