"""Chapter 9.1: what follows a land combat. The loser falls back, the winner may advance, failed landings are undone."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.agenda import Ask, Prompt, Step
from grognard.engine.naming import named_place, own_unit
from grognard.engine.orders import Order, Pass, Refusal
from grognard.engine.paths import bits
from grognard.games.twoww import invasion
from grognard.games.twoww.aftermath import AfterCombat
from grognard.games.twoww.battle import Battle, Footing, alive, owes_combat
from grognard.games.twoww.company import apart_from, neutrals_in_the_way, why_not_stack
from grognard.games.twoww.ground import forbidden_ground, neutral_ground
from grognard.games.twoww.orders import Advance, Retreat
from grognard.games.twoww.sea_retreat import FleetRetreat
from grognard.games.twoww.state import ASSAULTING, DROPPED, War
from grognard.games.twoww.units import cargo_of, eliminate, land_at, put
from grognard.games.twoww.zones import zone_of_unit


class AfterLand(Step[War], frozen=True):
    """Retreats of the loser, then what landings require, then the winner's advance. [2WW-4.2.C.3w, 2WW-4.2.C.3x,
    2WW-5.2.3b]"""

    battle: Battle
    winner: int | None
    footing: Footing

    def run(self, s: War) -> None:
        battle, winner = self.battle, self.winner
        left = () if winner is None else losers(s, battle, 1 - winner)
        s.then(
            Clear(battle, winner), Advances(battle, winner, vacated(battle, winner, self.footing)), AfterCombat(battle)
        )
        fall_back_all(s, battle, left)


def vacated(battle: Battle, winner: int | None, footing: Footing) -> tuple[int, ...]:
    """The hexes that the loser leaves: the one that was attacked, or those that the attack came from. [2WW-4.2.C.3x]"""
    if winner is None:
        return ()
    return (battle.at,) if winner == battle.side else footing[battle.side]


def losers(s: War, battle: Battle, side: int) -> tuple[int, ...]:
    """The survivors who must fall back: all who fought, but for those who guard an empty port from outside, and
    those who go back aboard. [2WW-4.2.C.3w, 2WW-8.1.4.3a, 2WW-8.1.4.4]"""
    units = alive(s, battle.land[side])
    if side != battle.side:
        return () if battle.nominal else units
    return tuple(unit for unit in units if s.landed[unit] != ASSAULTING)


class Retreats(Step[War], frozen=True):
    """The others fall back, now that whoever had to give way to the last one has done so. [2WW-4.2.C.3w]"""

    battle: Battle
    units: tuple[int, ...]

    def run(self, s: War) -> None:
        fall_back_all(s, self.battle, self.units)


def fall_back_all(s: War, battle: Battle, units: tuple[int, ...]) -> None:
    """Beaten units fall back, one after the other. [2WW-4.2.C.3w, 2WW-4.2.C.3v]"""
    for number, unit in enumerate(units, 1):
        hexes = retreats(s, unit)
        if not hexes:
            eliminate(s, unit, "2WW-4.2.C.3v")
            continue
        s.then(Retreats(battle, units[number:]))
        if len(hexes) == 1:
            fall_back(s, unit, hexes[0])
        else:
            s.then(ChooseRetreat(s.loyal[unit], unit))
        return


def retreats(s: War, unit: int) -> list[int]:
    """The hexes that a beaten unit may fall back to: no enemies, no neutral ground, and an enemy zone only where a
    friendly land unit stands. Forts cannot retreat. [2WW-4.2.C.3w, 2WW-4.2.C.3v, 2WW-5.1.1a]"""
    world, side = s.world, s.loyal[unit]
    if world.is_fort[unit]:
        return []
    enemies = land_at(s, 1 - side)
    hostile = pursuers_zone(s, 1 - side) & ~land_at(s, side)
    closed = neutral_ground(s) | forbidden_ground(s, world.nation[unit], side) | neutrals_in_the_way(s, unit)
    return bits(world.beside[s.where[unit]] & ~enemies & ~hostile & ~closed & ~apart_from(s, unit))


def pursuers_zone(s: War, side: int) -> int:
    """The zone that stops a retreat: that of the other side, but for units which have only just landed among the
    beaten, and do not hold the ground yet. [2WW-4.2.C.3w, 2WW-5.2.3a]"""
    zone = 0
    for unit in s.world.land_units:
        if s.loyal[unit] == side and not owes_combat(s, unit):
            zone |= zone_of_unit(s, unit)
    return zone


def fall_back(s: War, unit: int, place: int) -> None:
    origin = s.where[unit]
    s.landed[unit] = 0
    put(s, unit, place)
    s.tell("retreat", "2WW-4.2.C.3w", unit=s.world.units[unit], to=s.world.board.names[place])
    invasion.enter(s, unit, place, origin)


class ChooseRetreat(Ask[War], frozen=True):
    """Where a beaten unit goes. [2WW-4.2.C.3w]"""

    unit: int

    takes = (Retreat,)
    out_of_turn = "2WW-4.2.C.3w"

    def prompt(self, s: War) -> Prompt:
        return Prompt("retreat", "2WW-4.2.C.3w", {"unit": s.world.units[self.unit]})

    def offers(self, s: War) -> Iterator[Order]:
        for place in retreats(s, self.unit):
            yield Retreat(s.world.sides[self.side], s.world.units[self.unit], s.world.board.names[place])

    def explain(self, s: War, order: Order) -> Refusal | None:
        assert isinstance(order, Retreat)
        unit = own_unit(s, self.side, order.unit)
        if isinstance(unit, Refusal):
            return unit
        place = named_place(s, order.to)
        if isinstance(place, Refusal):
            return place
        return why_not_stack(s, self.unit, place) or Refusal("2WW-4.2.C.3w", {"unit": order.unit, "to": order.to})

    def take(self, s: War, order: Order) -> None:
        assert isinstance(order, Retreat)
        s.done()
        fall_back(s, self.unit, s.world.board.at(order.to))


# Landings


class Clear(Step[War], frozen=True):
    """Landings that have not cleared the hex are undone; those that have hold it. [2WW-5.2.3b, 2WW-5.2.3c,
    2WW-5.2.3d]"""

    battle: Battle
    winner: int | None

    def run(self, s: War) -> None:
        battle = self.battle
        side = battle.side
        landed = [unit for unit in alive(s, battle.land[side]) if s.where[unit] == battle.at and s.landed[unit]]
        fleets = tuple(
            u for u in s.world.fleets if s.where[u] == battle.at and s.loyal[u] == side and s.landed[u] == ASSAULTING
        )
        if self._is_cleared(s):
            for unit in (*landed, *fleets):
                s.landed[unit] = 0
            if landed:
                invasion.enter(s, landed[0], battle.at, -1)
                if self.winner is not None:  # whoever must give way to them does so before others advance
                    s.become(MayAdvance(side, battle, (battle.at,), ()))
            return
        dropped = tuple(unit for unit in landed if s.landed[unit] == DROPPED)
        troops = [unit for unit in landed if s.landed[unit] == ASSAULTING]
        for unit in troops:
            go_back_aboard(s, unit, fleets)
        for fleet in fleets:
            s.landed[fleet] = 0
        if fleets:
            s.then(FleetRetreat(side, fleets, failed=True, met=battle.flown))
        fall_back_all(s, battle, dropped)

    def _is_cleared(self, s: War) -> bool:
        """No enemy land unit is left and the attacker has not lost; an empty port must have been won. [2WW-8.1.4.3b,
        2WW-8.1.4.4]"""
        if self.battle.nominal or self.winner is not None:
            return self.winner == self.battle.side
        return not s.ashore(self.battle.at, 1 - self.battle.side)


def go_back_aboard(s: War, unit: int, fleets: tuple[int, ...]) -> None:
    """Landed troops find room on a surface fleet that brought them, or are lost. [2WW-5.2.3c]"""
    for fleet in fleets:
        if not s.world.is_submarine[fleet] and cargo_of(s, fleet) < 0:
            s.aboard[unit], s.landed[unit] = fleet, 0
            s.tell("board", "2WW-5.2.3c", unit=s.world.units[unit], fleet=s.world.units[fleet])
            return
    eliminate(s, unit, "2WW-5.2.3c")


# Advance


class Advances(Step[War], frozen=True):
    """The winner's land units that took part may enter what the loser has left. [2WW-4.2.C.3x, 2WW-9e]"""

    battle: Battle
    winner: int | None
    vacated: tuple[int, ...]

    def run(self, s: War) -> None:
        if self.winner is None:
            return
        if advances(s, self.battle, self.winner, self.vacated):
            s.then(ChooseAdvance(self.winner, self.battle, self.vacated))


def advances(s: War, battle: Battle, side: int, vacated: tuple[int, ...]) -> list[tuple[int, int]]:
    """Who of the winners may go where, enemy zones or not. Forts stay. [2WW-4.2.C.3x, 2WW-3.3.1b]"""
    if battle.nominal and side != battle.side:
        return []
    closed = land_at(s, 1 - side) | neutral_ground(s)
    return [
        (unit, place)
        for unit in alive(s, battle.land[side])
        if not s.world.is_fort[unit]
        for place in vacated
        if s.world.beside[s.where[unit]] >> place & 1
        and not (closed | forbidden_ground(s, s.world.nation[unit], side)) >> place & 1
    ]


class ChooseAdvance(Ask[War], frozen=True):
    """The winner advances, unit by unit, or stays. [2WW-4.2.C.3x]"""

    battle: Battle
    vacated: tuple[int, ...]
    gone: tuple[int, ...] = ()

    takes = (Advance, Pass)
    out_of_turn = "2WW-4.2.C.3x"

    def prompt(self, s: War) -> Prompt:
        return Prompt("advance", "2WW-4.2.C.3x", {"at": [s.world.board.names[place] for place in self.vacated]})

    def _open(self, s: War) -> list[tuple[int, int]]:
        return [pair for pair in advances(s, self.battle, self.side, self.vacated) if pair[0] not in self.gone]

    def offers(self, s: War) -> Iterator[Order]:
        side = s.world.sides[self.side]
        for unit, place in self._open(s):
            yield Advance(side, s.world.units[unit], s.world.board.names[place])
        yield Pass(side)

    def explain(self, s: War, order: Order) -> Refusal | None:
        assert isinstance(order, Advance)
        unit = own_unit(s, self.side, order.unit)
        if isinstance(unit, Refusal):
            return unit
        rule = "2WW-3.3.1b" if s.world.is_fort[unit] else "2WW-4.2.C.3x"
        return Refusal(rule, {"unit": order.unit, "to": order.to})

    def take(self, s: War, order: Order) -> None:
        s.done()
        if isinstance(order, Pass):
            return
        assert isinstance(order, Advance)
        unit, place = s.world.unit_index[order.unit], s.world.board.at(order.to)
        origin = s.where[unit]
        put(s, unit, place)
        s.tell("advance", "2WW-4.2.C.3x", unit=order.unit, to=order.to)
        invasion.enter(s, unit, place, origin)
        gone = (*self.gone, unit)
        s.then(MayAdvance(self.side, self.battle, self.vacated, gone))


class MayAdvance(Step[War], frozen=True):
    """Further advances, as long as there are any."""

    side: int
    battle: Battle
    vacated: tuple[int, ...]
    gone: tuple[int, ...]

    def run(self, s: War) -> None:
        open_to = [pair for pair in advances(s, self.battle, self.side, self.vacated) if pair[0] not in self.gone]
        if open_to:
            s.then(ChooseAdvance(self.side, self.battle, self.vacated, self.gone))
