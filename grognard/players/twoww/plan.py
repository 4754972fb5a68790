"""What a side wants in a phase: whom it invades, what it takes, what it holds, and which unit goes where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from grognard.engine.kinds import Data
from grognard.engine.paths import bits, mask_of
from grognard.games.twoww.ground import country_of, forbidden_ground, ground_of, neutral_ground, power_of
from grognard.games.twoww.income import income
from grognard.games.twoww.production import price
from grognard.games.twoww.state import ALLIES, AXIS, NO_VICHY, POOL, War
from grognard.games.twoww.units import face_value, is_afield
from grognard.games.twoww.world import GERMANY, MAJORS, USSR
from grognard.players.twoww import overseas
from grognard.players.twoww.distances import FAR, distances
from grognard.players.twoww.tempers import Temper
from grognard.players.twoww.worth import numbers, place_worth

APART = 5.0
"""The gap in weight between movers, so wide that nobody tries out who moves before whom."""


class Goal(NamedTuple):
    """A place that a side wants to take or to hold, what that is worth, and the strength that it takes."""

    place: int
    value: float
    need: float
    kind: str


class Plan:
    """The plan of one side for one phase. It is made from the state as it is then, and not changed."""

    def __init__(self, s: War, side: int, temper: Temper) -> None:
        self.side, self.temper = side, temper
        self.numbers: Data = numbers()["plan"]
        self._foes = _strength(s, 1 - side)
        self._friends = _strength(s, side)
        self.prey = _prey(s, side, self.numbers, temper.prey)
        self.hunted = 0
        for power in self.prey:
            self.hunted |= ground_of(s, power)
            for unit in s.world.units_of[power]:
                if 0 <= s.where[unit] < s.world.board.grid.size and s.world.is_land[unit]:
                    self._foes[s.where[unit]] = self._foes.get(s.where[unit], 0) + face_value(s, unit)
        self.closed = {
            nation: forbidden_ground(s, nation, side) | neutral_ground(s) & ~self.hunted & ~_home(s, nation)
            for nation in {s.world.nation[unit] for unit in range(len(s.where)) if s.loyal[unit] == side}
        }
        self.menace = _around(s, self._foes, self.numbers["menace"])
        """Enemy strength near each hex where there is any."""
        self.takes, self.holds = self._goals(s)
        self.goal_of: dict[int, Goal] = {}
        self._assign(s)
        self.front = mask_of(self._foes)
        self.thrift = _thrift(s, side, self.numbers)
        self.tasks = overseas.tasks(s, self)
        self.order = self._marching_order(s)

    # Goals

    def _goals(self, s: War) -> tuple[list[Goal], list[Goal]]:
        """What to take and what to hold. Of guards there are fewer, the stronger one is all in all; but Berlin, without
        which the Axis has lost, and capitals by the sea always have one."""
        takes, holds = [], []
        chart = numbers()["places"]
        threats = self._threats(s)
        own, foes = sum(self._friends.values()), sum(self._foes.values())
        wanted = self.numbers["guard"][s.world.sides[self.side]] * self.temper.guard
        boldness = self.numbers["bold"] - self.numbers["bolder"] * own / (foes + 1)
        caution = wanted * max(self.numbers["fewest"], min(1.0, boldness))
        for place, value in place_worth(s.world).items():
            country = country_of(s, place)
            power = power_of(s, country) if country >= 0 else -1
            if s.holder[place] == self.side:
                need = threats.get(place, 0.0) * caution
                if need >= self.numbers["least_guard"]:
                    holds.append(Goal(place, value * chart["hold"], need, "hold"))
                elif place in s.world.capitals[GERMANY] or (value >= chart["capital"] and s.world.coastal >> place & 1):
                    holds.append(Goal(place, value * self.numbers["seaside"], self.numbers["garrison"], "hold"))
            elif not s.neutral[country] or power in self.prey:
                ratio = self.numbers["neutral_superiority" if power in self.prey else "superiority"]
                takes.append(Goal(place, value, 1 + self._near(s, place, 1) * ratio, "take"))
        return takes, sorted(holds, key=lambda goal: -goal.value * min(1.0, goal.need))

    def _threats(self, s: War) -> dict[int, float]:
        """The enemy strength that each of the side's places must reckon with: a stack threatens what it can walk to,
        and counts in part for each."""
        own = {place: value for place, value in place_worth(s.world).items() if s.holder[place] == self.side}
        found: dict[int, float] = {}
        for at, force in self._foes.items():
            far = distances(s.world, at, 0)
            shares = {
                place: own[place] / far[place] for place in own if 0 < far.get(place, FAR) <= self.numbers["near"]
            }
            total = sum(shares.values())
            for place, share in shares.items():
                found[place] = found.get(place, 0.0) + force * share / total
        return found

    def _near(self, s: War, place: int, radius: int) -> float:
        """The enemy strength around a place."""
        near = s.world.disc(place, radius)
        return sum(force for at, force in self._foes.items() if near >> at & 1)

    def way(self, s: War, unit: int, goal: int) -> Mapping[int, int]:
        return distances(s.world, goal, self.closed[s.world.nation[unit]] & ~(1 << goal))

    def distance(self, s: War, unit: int, goal: int) -> int:
        return self.way(s, unit, goal).get(s.where[unit], FAR)

    # Who goes where

    def _assign(self, s: War) -> None:
        """Guards first, from nearby and no stronger than need be; everyone else goes for what is worth most at its
        distance."""
        free = [unit for unit in s.world.land_units if self._is_free(s, unit)]
        for unit in [unit for unit in free if self._stays_home(s, unit)]:
            free.remove(unit)
            capital = s.world.capitals[s.world.nation[unit]][0]
            self.goal_of[unit] = Goal(capital, place_worth(s.world)[capital], 0.0, "hold")
        for goal in self.holds:
            for unit in self._guards(s, goal, free):
                self.goal_of[unit] = goal
                free.remove(unit)
        sent: dict[int, float] = {}
        for unit in sorted(free, key=lambda u: min((self.distance(s, u, g.place) for g in self.takes), default=FAR)):
            best = self._best_take(s, unit, sent)
            if best:
                self.goal_of[unit] = best
                sent[best.place] = sent.get(best.place, 0) + face_value(s, unit)

    def _guards(self, s: War, goal: Goal, free: Sequence[int]) -> list[int]:
        """Who is posted to hold a place: the cost is the way there, and any strength beyond what is needed."""
        near = {unit: self.distance(s, unit, goal.place) for unit in free if self._may_guard(s, unit, goal.place)}
        near = {unit: far for unit, far in near.items() if far <= self.numbers["call"]}
        guards: list[int] = []
        wanted = goal.need
        while wanted > 0 and near:
            enough = max(1.0, wanted)
            cost = {u: far + self.numbers["too_much"] * max(0.0, face_value(s, u) - enough) for u, far in near.items()}
            guards.append(min(cost, key=cost.__getitem__))
            del near[guards[-1]]
            wanted -= face_value(s, guards[-1])
        return guards

    def _is_free(self, s: War, unit: int) -> bool:
        nation = s.world.nation[unit]
        return (
            s.loyal[unit] == self.side
            and is_afield(s, unit)
            and s.where[unit] < s.world.board.grid.size
            and not s.world.is_fort[unit]
            and not s.neutral[nation]
        )

    def _stays_home(self, s: War, unit: int) -> bool:
        """Until an Axis unit crosses its border the Allies may not enter an Axis minor: its army stays at home."""
        nation = s.world.nation[unit]
        return self.side == AXIS and s.world.countries[nation].closed and not s.opened[nation]

    def _may_guard(self, s: War, unit: int, place: int) -> bool:
        """Soviets guard Soviet places, and nobody else does."""
        return bool(s.world.is_soviet[unit]) == (country_of(s, place) == USSR) or self.side == AXIS

    def _best_take(self, s: War, unit: int, sent: Mapping[int, float]) -> Goal | None:
        best, highest = None, 0.0
        patience = self.numbers["patience"] * self.temper.patience
        for goal in self.takes:
            far = self.distance(s, unit, goal.place)
            if far >= FAR:
                continue
            crowded = sent.get(goal.place, 0) >= goal.need * self.numbers["enough"]
            appeal = goal.value * (self.numbers["crowded"] if crowded else 1.0) / (1 + (far / patience) ** 2)
            if appeal > highest:
                best, highest = goal, appeal
        return best

    def _marching_order(self, s: War) -> dict[int, float]:
        """Who moves first: those nearest to their goals; then air units; fleets before whom they carry."""
        order: dict[int, float] = {}
        for unit, goal in self.goal_of.items():
            order[unit] = APART * (50 - min(40, self.distance(s, unit, goal.place)))
        for unit in s.world.air_units:
            if s.loyal[unit] == self.side and is_afield(s, unit) and s.where[unit] < s.world.board.grid.size:
                order[unit] = APART
        for fleet in self.tasks:
            order[fleet] = APART * 60
        return order


def _home(s: War, nation: int) -> int:
    return ground_of(s, nation) if s.neutral[nation] else 0


def _strength(s: War, side: int) -> dict[int, float]:
    """The land strength of a side, by hex; powers at peace do not count."""
    found: dict[int, float] = {}
    for unit in s.world.land_units:
        place = s.where[unit]
        at_war = s.loyal[unit] == side and not s.neutral[s.world.nation[unit]]
        if at_war and 0 <= place < s.world.board.grid.size and s.aboard[unit] < 0:
            found[place] = found.get(place, 0) + face_value(s, unit)
    return found


def _thrift(s: War, side: int, chart: Data) -> dict[int, float]:
    """What a loss weighs, by the power that suffers it: little where there is more to spend than to buy."""
    found: dict[int, float] = {}
    for power in MAJORS:
        points = income(s, power).value if s.owner[power] == side else 0
        if points:
            lost = sum(_repair(s, unit) for unit in s.world.units_of[power] if s.loyal[unit] == side)
            found[power] = max(chart["thrift"], min(1.0, lost / points / chart["repairs"]))
    return found


def _repair(s: War, unit: int) -> int:
    """What it would cost to bring a unit to full strength."""
    bought = price(s, unit, new=True) if s.where[unit] == POOL else 0
    return bought + (0 if s.full[unit] else price(s, unit, new=False))


def _around(s: War, force: Mapping[int, float], radius: int) -> dict[int, float]:
    found: dict[int, float] = {}
    for at, strength in force.items():
        for place in bits(s.world.disc(at, radius)):
            found[place] = found.get(place, 0) + strength
    return found


def _prey(s: War, side: int, chart: Data, mood: str) -> set[int]:
    """The neutrals that a side means to invade now: the Axis those that it can overrun, the Allies none but Vichy."""
    if side == ALLIES:
        return {s.world.vichy} if s.america and s.vichy > NO_VICHY and s.neutral[s.world.vichy] else set()
    found: set[int] = set()
    if mood == "none":
        return found
    for name, turn in zip(chart["prey"], chart["prey_from"], strict=True):
        country = s.world.country_index[name]
        if s.neutral[country] and s.turn >= turn and _is_easy(s, country, chart):
            found.add(country)
    if s.neutral[USSR] and mood == "east":
        found.add(USSR)
    elif s.neutral[USSR] and s.turn >= chart["barbarossa"] and s.vichy > NO_VICHY:
        own = sum(_strength(s, AXIS).values())
        theirs = sum(face_value(s, u) for u in s.world.units_of[USSR] if s.where[u] >= 0 and s.world.is_land[u])
        if own >= theirs * chart["barbarossa_ratio"]:
            found.add(USSR)
    return found


def _is_easy(s: War, country: int, chart: Data) -> bool:
    """Whether the troops near a neutral outweigh its own."""
    theirs = sum(face_value(s, u) for u in s.world.units_of[country] if s.where[u] >= 0 and s.world.is_land[u])
    capital = s.world.capitals[country][0]
    distance = s.world.board.distance
    near = sum(force for at, force in _strength(s, AXIS).items() if distance(at, capital) <= chart["hunting_ground"])
    return bool(near >= theirs * chart["neutral_superiority"] + chart["margin"])
