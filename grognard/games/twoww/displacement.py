"""Chapter 5.1: fleets and air units that give way to enemy land units. It is no movement: it costs nothing, and
nobody may attack on the way."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.agenda import Ask, Prompt, Step
from grognard.engine.naming import own_unit
from grognard.engine.orders import Order, Refusal
from grognard.engine.paths import bits, spread
from grognard.games.twoww import phases
from grognard.games.twoww.adjustment import Adjustment, RemoveForts
from grognard.games.twoww.aftermath import AfterCombat, MaySeaAdvance, SeaAdvance
from grognard.games.twoww.combat import Defend
from grognard.games.twoww.company import apart_from
from grognard.games.twoww.conquest import EndOfTurn
from grognard.games.twoww.firing import ChooseLoss, Losses, Settled, Stage, Throws
from grognard.games.twoww.ground import closed_waters, forbidden_ground, neutral_ground
from grognard.games.twoww.invasion import cross_border, put_in
from grognard.games.twoww.land_combat import Advances, AfterLand, ChooseAdvance, ChooseRetreat, Clear
from grognard.games.twoww.orders import Displace
from grognard.games.twoww.sea_retreat import ChooseHaven, FleetRetreat
from grognard.games.twoww.sequence import GameTurn, Phase
from grognard.games.twoww.set_up import SetUp
from grognard.games.twoww.state import ALLIES, ASSAULTING, AXIS, War
from grognard.games.twoww.transit import Hunt
from grognard.games.twoww.units import air_at, anyone_at, cargo_of, eliminate, fleets_at, land_at, put
from grognard.games.twoww.victory import End
from grognard.games.twoww.voyages import Voyage
from grognard.games.twoww.zones import land_zone


class Displacement(Step[War], frozen=True):
    """The first of those who must give way does so. [2WW-5.1.1f, 2WW-5.1.1g, 2WW-5.1.3b]"""

    def run(self, s: War) -> None:
        unit = next(yielding(s), None)
        if unit is not None:
            give_way(s, unit)


def yielding(s: War) -> Iterator[int]:
    """Everyone who must give way. [2WW-5.1.1f, 2WW-5.1.1g, 2WW-5.1.3b]"""
    for side in (AXIS, ALLIES):
        exposed = (air_at(s, side) & (land_zone(s, 1 - side) | land_at(s, 1 - side)) & ~land_at(s, side)) | (
            fleets_at(s, side) & land_at(s, 1 - side)
        )
        if exposed:
            units = (*s.world.air_units, *s.world.fleets)
            yield from (unit for unit in units if must_give_way(s, unit, side, exposed))


def must_give_way(s: War, unit: int, side: int, exposed: int) -> bool:
    """Whether a unit in an exposed hex is one that gives way; fleets that land troops there are not. [2WW-5.1.1f,
    2WW-5.1.3b]"""
    place = s.where[unit]
    if s.loyal[unit] != side or place < 0 or s.aboard[unit] >= 0 or not exposed >> place & 1:
        return False
    if s.world.is_air[unit]:
        return not land_at(s, side) >> place & 1
    enemies = bool(land_at(s, 1 - side) >> place & 1)
    return enemies and s.landed[unit] != ASSAULTING


def give_way(s: War, unit: int) -> None:
    """To the nearest hex that will do, the owner choosing among equals; if there is none, the unit is lost."""
    hexes = refuges(s, unit)
    if not hexes:
        eliminate(s, unit, rule_of(s, unit))
    elif len(hexes) == 1:
        displace(s, unit, hexes[0])
    else:
        s.then(ChooseRefuge(s.loyal[unit], unit))


def refuges(s: War, unit: int) -> list[int]:
    """The nearest hexes free of enemies: waters for a fleet, land outside enemy zones for an air unit. [2WW-5.1.1f,
    2WW-5.1.1g, 2WW-8.3.2b, 2WW-12.4.3]"""
    world, side, place = s.world, s.loyal[unit], s.where[unit]
    free = ~anyone_at(s, 1 - side) & ~apart_from(s, unit)
    if world.is_fleet[unit]:
        lattice, open_to = world.oversea, (world.sea | world.coastal) & free & ~closed_waters(s, side)
        through = world.sea | world.coastal
    else:
        peace = neutral_ground(s) | forbidden_ground(s, world.nation[unit], side)
        lattice, through = world.everywhere, world.board.mask
        open_to = world.land & free & ~peace & ~land_zone(s, 1 - side) & ~world.closed
    reached = 1 << place
    for _ in range(world.board.grid.size):
        wider = spread(lattice, reached, through, 1)
        found = wider & ~reached & open_to
        if found:
            return bits(found)
        if wider == reached:
            return []
        reached = wider
    return []


def rule_of(s: War, unit: int) -> str:
    """Why a unit gives way: an enemy has come, or an air unit finds itself in a zone for another reason, such as the
    loss of its cover. [2WW-5.1.1f, 2WW-5.1.1g, 2WW-5.1.3b]"""
    if s.world.is_fleet[unit]:
        return "2WW-5.1.1f"
    return "2WW-5.1.1g" if s.phase >= phases.AXIS_MOVEMENT and s.active != s.loyal[unit] else "2WW-5.1.3b"


def displace(s: War, unit: int, place: int) -> None:
    """An air unit, a passenger with its fleet, or a fleet that puts into port may cross the border of an Axis minor in
    this way. [2WW-12.1.2]"""
    origin, traveller = s.where[unit], cargo_of(s, unit) if s.world.is_fleet[unit] else unit
    s.tell("displaced", rule_of(s, unit), unit=s.world.units[unit], to=s.world.board.names[place])
    put(s, unit, place)
    if traveller >= 0:
        cross_border(s, traveller, place, origin)
    if s.world.is_fleet[unit]:
        put_in(s, unit, place)


class ChooseRefuge(Ask[War], frozen=True):
    """Of equally near hexes the owner chooses one. [2WW-5.1.1f, 2WW-5.1.1g]"""

    unit: int

    takes = (Displace,)
    out_of_turn = "2WW-5.1.1f"

    def prompt(self, s: War) -> Prompt:
        return Prompt("displace", rule_of(s, self.unit), {"unit": s.world.units[self.unit]})

    def offers(self, s: War) -> Iterator[Order]:
        for place in refuges(s, self.unit):
            yield Displace(s.world.sides[self.side], s.world.units[self.unit], s.world.board.names[place])

    def explain(self, s: War, order: Order) -> Refusal | None:
        assert isinstance(order, Displace)
        unit = own_unit(s, self.side, order.unit)
        if isinstance(unit, Refusal):
            return unit
        return Refusal(rule_of(s, self.unit), {"unit": order.unit, "to": order.to}, "choice")

    def take(self, s: War, order: Order) -> None:
        assert isinstance(order, Displace)
        s.done()
        displace(s, self.unit, s.world.board.at(order.to))


SEEN_THROUGH = (
    SetUp, Phase, Adjustment, RemoveForts, EndOfTurn, GameTurn, End,
    Defend, Stage, Throws, Losses, ChooseLoss, Settled,
    AfterLand, ChooseRetreat, Clear, Advances, ChooseAdvance, AfterCombat, MaySeaAdvance, SeaAdvance,
    FleetRetreat, ChooseHaven, Voyage, Hunt,
    ChooseRefuge,
)  # fmt: skip
"""Nobody gives way before these: what they belong to is seen through first. That is a combat, but for its retreats and
advances; fleets under way, which only pass where they are; the set-up and the change of seasons; and the choice of a
refuge itself."""


def consequences(s: War) -> bool:
    """Whoever must give way does so before anything else happens, for whatever reason. What the end of a turn has
    changed is looked at when the next season begins, and fleets that only pass stay. [2WW-5.1.1f, 2WW-5.1.1g,
    2WW-5.1.3b, 2WW-8.3.1c]"""
    if isinstance(s.agenda[-1], SEEN_THROUGH):
        return False
    if next(yielding(s), None) is not None:
        s.then(Displacement())
    return True
