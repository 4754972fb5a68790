"""Chapter 6.1: raids on production cities, and those who intercept them."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from grognard.engine.agenda import Ask, Chance, Prompt, Step
from grognard.engine.events import Roll
from grognard.engine.naming import NameUnit, own_unit
from grognard.engine.orders import Order, Pass, Refusal
from grognard.games.twoww.battle import Battle, alive, column_of, joined, losses_of
from grognard.games.twoww.convoys import ConvoyAttack, LendLease, Revolt
from grognard.games.twoww.firing import Stage
from grognard.games.twoww.ground import country_of
from grognard.games.twoww.orders import Bomb, Join
from grognard.games.twoww.politics import why_not_together
from grognard.games.twoww.state import AXIS, War
from grognard.games.twoww.units import acts_in_the_air, face_value, is_ready, names
from grognard.games.twoww.world import ITALY, USSR, Column
from grognard.games.twoww.zones import air_zone


class StrategicWarfare(Step[War], frozen=True):
    """The revolt, the bombers, the convoys; what happened in the turn before is forgotten. [2WW-4.1a, 2WW-6.1.3b,
    2WW-6.1.4c]"""

    def run(self, s: War) -> None:
        s.raided = bytearray(len(s.world.units))
        s.bombed, s.lend, s.sunk = (), (0, 0), (0, 0, 0, 0)
        s.then(Revolt(), Raids(AXIS), LendLease(), ConvoyAttack())


class Raids(Step[War], frozen=True):
    """The sides take turns until both have passed in succession; who can bomb nothing passes. [2WW-6.1a]"""

    side: int
    passes: int = 0

    def run(self, s: War) -> None:
        if self.passes == 2:
            return
        if next(raids(s, self.side), None) is None:
            s.then(Raids(1 - self.side, self.passes + 1))
        else:
            s.then(Target(self.side, self.passes))


# 6.1.1 Who may bomb what


def raids(s: War, side: int) -> Iterator[tuple[int, int]]:
    """Every air unit with every city that it may bomb. [2WW-6.1b, 2WW-6.1.1]"""
    cities = [place for place in s.world.producing if why_not_bomb(s, side, place) is None]
    for unit in s.world.air_units if cities else ():
        if s.loyal[unit] == side and why_not_fly(s, unit) is None:
            reached = air_zone(s, unit)
            yield from ((unit, place) for place in cities if reached >> place & 1)


def why_not_bomb(s: War, side: int, place: int) -> Refusal | None:
    """Only production cities that the enemy controls are bombed, and none in a neutral country. [2WW-6.1b]"""
    city = place in s.world.producing and s.holder[place] == 1 - side and not s.neutral[country_of(s, place)]
    return None if city else Refusal("2WW-6.1b", {"city": s.world.board.names[place]})


def why_not_fly(s: War, unit: int) -> Refusal | None:
    """Ready air units of powers at war bomb or intercept, each once in a turn. [2WW-3.3.2a, 2WW-6.1.3b, 2WW-12.1.1b,
    2WW-12.4.1b]"""
    facts = {"unit": s.world.units[unit]}
    if not s.world.is_air[unit]:
        return Refusal("2WW-6.1.1", facts, "arm")
    if not acts_in_the_air(s, unit):
        return Refusal("2WW-6.1.1", facts, "away")
    nation = s.world.nation[unit]
    if s.neutral[nation]:
        return Refusal({ITALY: "2WW-12.1.1b", USSR: "2WW-12.4.1b"}.get(nation, "2WW-3.4.2a"), facts, "raid")
    if not is_ready(s, unit):
        return Refusal("2WW-3.3.2a", facts)
    return Refusal("2WW-6.1.3b", facts) if s.raided[unit] else None


def why_not_reach(s: War, unit: int, place: int) -> Refusal | None:
    """The target must be in the zone of every bomber and interceptor. [2WW-6.1.1, 2WW-6.1.2]"""
    if air_zone(s, unit) >> place & 1:
        return None
    return Refusal("2WW-6.1.1", {"unit": s.world.units[unit], "city": s.world.board.names[place]})


def why_not_join(s: War, unit: int, battle: Battle) -> Refusal | None:
    """Whether an air unit may join a raid, or those who intercept it. [2WW-6.1.1, 2WW-6.1.2, 2WW-12.4.3]"""
    side = s.loyal[unit]
    refusal = why_not_fly(s, unit) or why_not_reach(s, unit, battle.at)
    if refusal is None and side != battle.side and is_strategic(s, unit):
        refusal = Refusal("2WW-6.1.2", {"unit": s.world.units[unit]})
    return refusal or why_not_together(s, unit, battle.air[side])


def may_join(s: War, side: int, battle: Battle) -> list[int]:
    return [unit for unit in s.world.air_units if s.loyal[unit] == side and why_not_join(s, unit, battle) is None]


def is_strategic(s: War, unit: int) -> bool:
    """Whether an air unit is of the long range that bombs better and does not intercept. [2WW-6.1.2, 2WW-6.1.4b]"""
    return bool(s.world.is_air[unit]) and s.world.move[unit] >= s.world.charts["shifts"]["strategic"]


# The questions


class Target(Ask[War], frozen=True):
    """A side names a city and the first of its bombers, or passes. [2WW-6.1a]"""

    passes: int

    takes = (Bomb, Pass)
    out_of_turn = "2WW-6.1a"

    def prompt(self, s: War) -> Prompt:
        return Prompt("raids", "2WW-6.1a")

    def offers(self, s: War) -> Iterator[Order]:
        side, units, at = s.world.sides[self.side], s.world.units, s.world.board.names
        yield Pass(side)
        for unit, place in raids(s, self.side):
            yield Bomb(side, units[unit], at[place])

    def explain(self, s: War, order: Order) -> Refusal | None:
        assert isinstance(order, Bomb)
        unit, place = own_unit(s, self.side, order.unit), s.world.board.find(order.city)
        if isinstance(unit, Refusal):
            return unit
        if place is None:
            return Refusal("table.no-place", {"place": order.city})
        return why_not_bomb(s, self.side, place) or why_not_fly(s, unit) or why_not_reach(s, unit, place)

    def take(self, s: War, order: Order) -> None:
        s.done()
        if isinstance(order, Pass):
            s.then(Raids(1 - self.side, self.passes + 1))
            return
        assert isinstance(order, Bomb)
        battle = Battle("raid", s.world.board.at(order.city), self.side)
        join(s, battle, self.side, s.world.unit_index[order.unit])


class Joining(NameUnit[War], frozen=True):
    """A side adds air units one after the other, until it passes. [2WW-6.1.1, 2WW-6.1.2]"""

    battle: Battle

    takes = (Join, Pass)
    out_of_turn = "2WW-6.1a"

    def among(self, s: War) -> list[int]:
        return may_join(s, self.side, self.battle)

    def why_not(self, s: War, unit: int) -> Refusal | None:
        return why_not_join(s, unit, self.battle)

    def named(self, s: War, unit: int) -> None:
        join(s, self.battle, self.side, unit)

    def passed(self, s: War) -> None:
        enough(s, self.battle, self.side)


class Bombers(Joining, frozen=True):
    """More bombers for the same raid. [2WW-6.1.1]"""

    def prompt(self, s: War) -> Prompt:
        facts = {"city": s.world.board.names[self.battle.at], "units": names(s, self.battle.air[self.side])}
        return Prompt("bombers", "2WW-6.1.1", facts)


class Interceptors(Joining, frozen=True):
    """The opponent sends up whom it likes. [2WW-6.1.2]"""

    def prompt(self, s: War) -> Prompt:
        facts = {"city": s.world.board.names[self.battle.at], "units": names(s, self.battle.air[1 - self.side])}
        return Prompt("interceptors", "2WW-6.1.2", facts)


def join(s: War, battle: Battle, side: int, unit: int) -> None:
    """An air unit takes part, and is asked about further ones if there are any. [2WW-6.1.3b]"""
    s.raided[unit] = 1
    after = msgspec.structs.replace(battle, air=joined(battle.air, side, unit))
    if not may_join(s, side, after):
        enough(s, after, side)
    else:
        s.then(Bombers(side, after) if side == after.side else Interceptors(side, after))


def enough(s: War, battle: Battle, side: int) -> None:
    """Nobody else joins on this side: the opponent answers, then they fight and the bombs fall. [2WW-6.1.2,
    2WW-6.1.3a]"""
    enemy = 1 - battle.side
    if side == battle.side:
        at = s.world.board.names[battle.at]
        s.tell("raid", "2WW-6.1.1", side=s.world.sides[side], city=at, units=names(s, battle.air[side]))
        if may_join(s, enemy, battle):
            s.then(Interceptors(enemy, battle))
            return
    elif battle.air[enemy]:
        s.tell("interception", "2WW-6.1.2", side=s.world.sides[enemy], units=names(s, battle.air[enemy]))
    s.then(Stage(battle), BombCity(battle), Raids(enemy))


# 6.1.4 The bombs


class BombCity(Step[War], frozen=True):
    """Bombers that are left go on to the city, even from a lost fight. [2WW-6.1.4a]"""

    battle: Battle

    def run(self, s: War) -> None:
        if bombing_strength(s, self.battle):
            s.then(BombThrow(self.battle))


class BombThrow(Chance[War], frozen=True):
    """Any loss result silences the city for this turn's production. [2WW-6.1.4a, 2WW-6.1.4c]"""

    battle: Battle

    def call(self, s: War) -> Roll:
        facts = {
            "city": s.world.board.names[self.battle.at],
            "side": s.world.sides[self.battle.side],
            "factors": bombing_strength(s, self.battle),
            "column": bombing_column(s, self.battle).title,
        }
        return Roll("bombing", "2WW-6.1.4a", s.world.charts["dice"]["combat"], facts=facts)

    def rolled(self, s: War, faces: tuple[int, ...]) -> None:
        place = self.battle.at
        hit = losses_of(bombing_column(s, self.battle), sum(faces)) > 0
        if hit and place not in s.bombed:
            s.bombed += (place,)
        s.tell("bombed" if hit else "bombs missed", "2WW-6.1.4c", city=s.world.board.names[place])


def bombing_strength(s: War, battle: Battle) -> int:
    """The regular factors of the bombers that are left. [2WW-6.1.4a]"""
    return sum(face_value(s, unit) for unit in alive(s, battle.air[battle.side]))


def bombing_column(s: War, battle: Battle) -> Column:
    """The column for their factors, one further right if any of them is of long range. [2WW-6.1.4b]"""
    far = any(is_strategic(s, unit) for unit in alive(s, battle.air[battle.side]))
    line = s.world.lines["bombing"]
    return line[column_of(line, bombing_strength(s, battle), s.world.charts["shifts"]["long_range"] if far else 0)]
