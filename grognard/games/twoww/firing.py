"""The exchange of fire in every kind of combat: who throws on which line, who takes the losses, who has won.

A combat goes through its parts in order: air units against air units, then fleets and what is left of the air units,
then the land units. Each part is thrown for by both sides, the attacker first, and losses take effect together.
[2WW-4.2.C.3e]"""

from __future__ import annotations

import msgspec

from grognard.engine.agenda import Chance, Prompt, Step
from grognard.engine.events import Facts, Roll
from grognard.engine.naming import NameUnit, without_choice
from grognard.engine.orders import Refusal
from grognard.games.twoww import sea_retreat
from grognard.games.twoww.aftermath import AfterCombat, MaySeaAdvance
from grognard.games.twoww.battle import Battle, Fire, Footing, alive, fire, losses_of, total_asw, winner_of, without
from grognard.games.twoww.land_combat import AfterLand
from grognard.games.twoww.land_strength import land_fire, land_victims, shelter
from grognard.games.twoww.orders import Lose
from grognard.games.twoww.state import War
from grognard.games.twoww.units import face_value, names, steps_left, take_loss

AIR, SEA, LAND = "air", "sea", "land"

RULES = {AIR: "2WW-4.2.C.3l", SEA: "2WW-4.2.C.3h", LAND: "2WW-4.2.C.3g"}


class Stage(Step[War], frozen=True):
    """A part of a combat: it is thrown for if both sides take part in it, else the next part follows. [2WW-9g]"""

    battle: Battle
    part: str = AIR

    def run(self, s: War) -> None:
        battle = self.battle
        fires = fires_of(s, battle, self.part)
        if fires is None:
            go_on(s, battle, self.part)
            return
        throws = tuple(side for side in (battle.side, 1 - battle.side) if fires[side])
        if throws:
            s.then(Throws(battle, self.part, fires, throws, (0, 0), (0, 0)))
        else:
            s.then(Settled(battle, self.part, None))


class Throws(Chance[War], frozen=True):
    """One side throws, then the other. [2WW-4.2.C.3e, 2WW-3.1a]"""

    battle: Battle
    part: str
    fires: tuple[Fire | None, Fire | None]
    left: tuple[int, ...]
    throws: tuple[int, int]
    points: tuple[int, int]
    """The loss points that each side suffers."""

    def call(self, s: War) -> Roll:
        side = self.left[0]
        with_ = self.fires[side]
        assert with_ is not None
        column = s.world.lines[with_.line][with_.column]
        facts = {
            "side": s.world.sides[side],
            "line": with_.line,
            "factors": with_.factors,
            "column": column.title,
            "at": s.world.board.names[self.battle.at],
        }
        return Roll("combat", RULES[self.part], s.world.charts["dice"]["combat"], facts=facts)

    def rolled(self, s: War, faces: tuple[int, ...]) -> None:
        side, throw = self.left[0], sum(faces)
        with_ = self.fires[side]
        assert with_ is not None
        cost = losses_of(s.world.lines[with_.line][with_.column], throw)
        throws = (throw, self.throws[1]) if side == 0 else (self.throws[0], throw)
        points = (self.points[0], cost) if side == 0 else (cost, self.points[1])
        after = msgspec.structs.replace(self, left=self.left[1:], throws=throws, points=points)
        if after.left:
            s.then(after)
            return
        counted = tuple(
            max(0, points[side] - shelter(s, self.battle, side, self.part)) for side in (0, 1)
        )  # what a fort takes does not decide
        winner = winner_of((counted[0], counted[1]), throws)
        attacker, defender = self.battle.side, 1 - self.battle.side
        s.tell(
            "fire", RULES[self.part], at=s.world.board.names[self.battle.at], attacker=s.world.sides[attacker],
            losses=points[attacker], inflicted=points[defender],
            winner="nobody" if winner is None else s.world.sides[winner],
        )  # fmt: skip
        s.then(
            Losses(self.battle, self.part, attacker, points[attacker]),
            Losses(self.battle, self.part, defender, points[defender]),
            Settled(self.battle, self.part, winner, footing(s, self.battle)),
        )


class Losses(Step[War], frozen=True):
    """A side takes its loss points, one after the other. [2WW-4.2.C.3p]"""

    battle: Battle
    part: str
    side: int
    points: int

    def run(self, s: War) -> None:
        left = without_choice(
            self.points,
            lambda: victims_of(s, self.battle, self.part, self.side),
            lambda unit: take_loss(s, unit),
            in_all=lambda victims: sum(steps_left(s, unit) for unit in victims),
        )
        if left:
            s.then(ChooseLoss(self.side, self.battle, self.part, left))


class ChooseLoss(NameUnit[War], frozen=True):
    """The owner chooses who takes a loss point. [2WW-4.2.C.3p, 2WW-4.2.C.3q, 2WW-4.2.C.3r]"""

    battle: Battle
    part: str
    points: int

    takes = (Lose,)
    out_of_turn = "2WW-4.2.C.3p"

    def prompt(self, s: War) -> Prompt:
        facts = {"points": self.points, "at": s.world.board.names[self.battle.at]}
        return Prompt("loss", "2WW-4.2.C.3p", facts)

    def among(self, s: War) -> list[int]:
        return victims_of(s, self.battle, self.part, self.side)

    def why_not(self, s: War, unit: int) -> Refusal:
        facts = {"unit": s.world.units[unit]}
        if self.part == LAND and not s.world.is_land[unit]:
            return Refusal("2WW-4.2.C.3r", facts)
        if self.part == LAND and unit in alive(s, self.battle.land[self.side]):
            return Refusal("2WW-4.2.C.3q", facts)
        return Refusal("2WW-4.2.C.3p", facts)

    def named(self, s: War, unit: int) -> None:
        take_loss(s, unit)
        s.then(Losses(self.battle, self.part, self.side, self.points - 1))


class Settled(Step[War], frozen=True):
    """A part of a combat is over: the loser, or both if nobody won, has nothing more to add. [2WW-4.2.C.3b,
    2WW-4.2.C.3y]"""

    battle: Battle
    part: str
    winner: int | None
    footing: Footing = ((), ())
    """Where the land units of each side stood before the losses."""

    def run(self, s: War) -> None:
        battle = self.battle
        if self.part == LAND:
            s.then(AfterLand(battle, self.winner, self.footing))
            return
        if battle.kind == "raid":
            return
        beaten = [side for side in (0, 1) if side != self.winner]
        after = battle
        for side in beaten:
            after = msgspec.structs.replace(after, air=without(after.air, side))
            if self.part == SEA:
                after = msgspec.structs.replace(after, sea=without(after.sea, side))
        go_on(s, after, self.part)
        if self.part == SEA and self.winner is not None:
            if battle.kind == "land":
                s.then(MaySeaAdvance(self.winner, after))
            sea_retreat.retreat(s, battle, 1 - self.winner)


def footing(s: War, battle: Battle) -> Footing:
    """The hexes of the land units of each side; whoever is lost leaves one just as whoever retreats. [2WW-4.2.C.3x]"""
    axis, allies = (tuple(sorted({s.where[unit] for unit in alive(s, units)})) for units in battle.land)
    return axis, allies


def go_on(s: War, battle: Battle, part: str) -> None:
    """What follows on a part of a combat."""
    if battle.kind == "raid":
        return
    if part == AIR:
        s.then(Stage(battle, SEA))
    elif part == SEA and battle.kind == "land":
        s.then(Stage(battle, LAND))
    else:
        s.then(AfterCombat(battle))


# Who fires at whom


def fires_of(s: War, battle: Battle, part: str) -> tuple[Fire | None, Fire | None] | None:
    """What each side throws with in a part of a combat; None if that part is not fought."""
    if part == AIR:
        return air_fires(s, battle)
    if part == SEA:
        return sea_fires(s, battle)
    return land_fire(s, battle, 0), land_fire(s, battle, 1)


def air_fires(s: War, battle: Battle) -> tuple[Fire | None, Fire | None] | None:
    """Air units on both sides fight each other; bombers do so at half their strength. [2WW-4.2.C.3l, 2WW-6.1.3a,
    2WW-9.2.3]"""
    flying = [alive(s, battle.air[side]) for side in (0, 1)]
    if not flying[0] or not flying[1]:
        return None
    strengths = [ready_strength(s, units) for units in flying]
    if battle.kind == "raid":
        strengths[battle.side] //= 2
    return fire(s, "air_air", strengths[0]), fire(s, "air_air", strengths[1])


def ready_strength(s: War, units: tuple[int, ...]) -> int:
    """The factors of those that may fire: not of the Ops Complete ones. [2WW-3.4.3a, 2WW-3.4.3b]"""
    return sum(face_value(s, unit) for unit in units if not s.ops[unit])


def sea_fires(s: War, battle: Battle) -> tuple[Fire | None, Fire | None] | None:
    """Fleets, and the air units that are left, fire if either side has fleets and both have something. Fleets beside
    air units that are struck fire alone. [2WW-9.3.2a, 2WW-4.2.C.3d]"""
    sea = [alive(s, battle.sea[side]) for side in (0, 1)]
    air = [alive(s, battle.air[side]) for side in (0, 1)]
    if battle.beside and air[battle.side]:
        back = sea_fire(s, battle.beside, (), ())
        return (None, back) if battle.side == 0 else (back, None)
    if not (sea[0] or sea[1]) or not (sea[0] or air[0]) or not (sea[1] or air[1]):
        return None
    return sea_fire(s, sea[0], air[0], sea[1]), sea_fire(s, sea[1], air[1], sea[0])


def sea_fire(s: War, sea: tuple[int, ...], air: tuple[int, ...], targets: tuple[int, ...]) -> Fire | None:
    """The line and factors of one side at sea. [2WW-4.2.C.3h, 2WW-4.2.C.3i, 2WW-4.2.C.3j, 2WW-4.2.C.3k, 2WW-9.3.2b]"""
    is_submarine = s.world.is_submarine
    sea, air = (tuple(unit for unit in units if not s.ops[unit]) for units in (sea, air))
    if targets and all(is_submarine[unit] for unit in targets):
        return fire(s, "asw", with_support(total_asw(s, sea), total_asw(s, air), alone=not sea))
    if not targets:
        return fire(s, "sea_air", ready_strength(s, tuple(unit for unit in sea if not is_submarine[unit])))
    if not sea:
        return fire(s, "air_sea", ready_strength(s, air))
    return fire(s, "sea_sea", with_support(ready_strength(s, sea), ready_strength(s, air), alone=False))


def with_support(own: int, support: int, *, alone: bool) -> int:
    """Support beyond the strength that it supports is ignored. [2WW-9.1.2b, 2WW-9.3.2b]"""
    return support if alone else own + min(own, support)


def victims_of(s: War, battle: Battle, part: str, side: int) -> list[int]:
    """The units that may take a side's next loss point. [2WW-4.2.C.3q, 2WW-4.2.C.3r, 2WW-9.3.2a]"""
    if part == LAND:
        return land_victims(s, battle, side)
    if part == AIR:
        return list(alive(s, battle.air[side]))
    return [*alive(s, battle.sea[side]), *alive(s, battle.air[side])]


def described(s: War, battle: Battle) -> Facts:
    """Who fights, for the log."""
    both = [names(s, [*battle.land[side], *battle.air[side], *battle.sea[side]]) for side in (0, 1)]
    return {"at": s.world.board.names[battle.at], "attackers": both[battle.side], "defenders": both[1 - battle.side]}
