"""Who stands where, what draws a side and what threatens it: the measures that every judgement is made of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.engine.paths import FAR, bits, reach
from grognard.games.balkan.lands import closed_ground, loyalty
from grognard.games.balkan.possession import owned
from grognard.games.balkan.state import WHOLE_POINT, Campaign
from grognard.games.balkan.units import face
from grognard.games.balkan.ways import rings, steps
from grognard.games.balkan.world import Balkans
from grognard.games.balkan.zones import occupied, zone
from grognard.players.balkan.worth import loss, numbers, stakes


class Scene:
    """A moment as one side sees it."""

    def __init__(self, s: Campaign, side: int) -> None:
        self.s, self.side = s, side
        world, loyal = s.world, loyalty(s)
        self.stakes = stakes(world)
        self.own: dict[int, list[int]] = {}
        """The side's units by place."""
        self.foes: dict[int, list[int]] = {}
        for unit, at in enumerate(s.where):
            if 0 <= at < world.board.grid.size and loyal[unit] in (side, 1 - side):
                (self.own if loyal[unit] == side else self.foes).setdefault(at, []).append(unit)
        self.owned = owned(s, side)
        self.enemy_zone = zone(s, 1 - side)
        self.zone = zone(s, side)
        self.held = occupied(s, side)
        self.taken = occupied(s, 1 - side)
        self._threat = self._threats()
        self._pull = self._draw()

    # What threatens

    def _threats(self) -> dict[int, float]:
        """By hex: the attack strength that the enemy could bring against it before long."""
        weights: Sequence[float] = numbers()["danger"]["reach"]
        found: dict[int, float] = {}
        for at, units in self.foes.items():
            strength = sum(face(self.s, unit).attack for unit in units)
            if strength:
                for far, ring in enumerate(discs(self.s.world, at, len(weights) - 1)):
                    for place in ring:
                        found[place] = found.get(place, 0.0) + strength * weights[far]
        return found

    def threat(self, place: int) -> float:
        return self._threat.get(place, 0.0)

    def defence(self, units: Iterable[int]) -> float:
        """What units are worth in defence."""
        s = self.s
        return sum(face(s, unit).defense * (0.5 if s.hungry[unit] else 1.0) for unit in units)

    def risk(self, place: int, units: Iterable[int]) -> float:
        """How likely a stack is to be lost where it stands, from 0 to 1."""
        chart = numbers()["danger"]
        threat = self.threat(place) * chart["most"]
        if not threat:
            return 0.0
        safe = chart["safe"].get(self.s.world.terrain[place], 1.6)
        odds = threat / (self.defence(units) + 0.3) / safe
        return float(max(0.0, min(1.0, (odds - 0.5) / chart["ruin"])))

    # What draws

    def _draw(self) -> list[float]:
        """By hex: how near it is to all that is worth taking, or in danger."""
        world, chart = self.s.world, numbers()["ground"]
        found = [0.0] * world.board.size
        for place, stake in self.stakes.items():
            if self.owned >> place & 1:
                weight = stake * chart["guard"] * min(1.0, self.threat(place) / 8)
            else:
                weight = stake
            if weight and not closed_ground(self.s, self.side) >> place & 1:
                for there, nearness in near(self.s, self.side, place).items():
                    found[there] += weight * nearness
        return found

    def pull(self, place: int) -> float:
        return self._pull[place] * float(numbers()["ground"]["pull"])

    # Where to be

    def score(self, unit: int, place: int, fellows: Sequence[int]) -> float:
        """How good it is to have a unit in a place beside others."""
        s, chart, stake = self.s, numbers()["ground"], self.stakes.get(place, 0.0)
        before, after = self.risk(place, fellows), self.risk(place, (*fellows, unit))
        worth = self.pull(place) - after * loss(s, unit)
        worth += (before - after) * sum(loss(s, other) for other in fellows)
        if stake:
            worth += stake * ((1.0 - after) - ((1.0 - before) if fellows or self.owned >> place & 1 else 0.0))
        if s.world.has_zone[unit] and not s.cadre[unit]:
            ring = rings(s.world, s.weather, s.world.cost_set[unit])[place] & ~self.owned & ~self.taken
            ring &= ~self.enemy_zone
            worth += chart["zone"] * sum(self.stakes.get(there, 0.0) for there in bits(ring) if there in self.stakes)
        return float(worth - chart["spread"] * len(fellows))


def discs(world: Balkans, place: int, far: int) -> tuple[tuple[int, ...], ...]:
    """The land hexes at 0, 1, 2 and more hexes from a place."""
    return world.recall(("discs", place, far), lambda: _discs(world, place, far))


def _discs(world: Balkans, place: int, far: int) -> tuple[tuple[int, ...], ...]:
    seen, ring = {place}, [place]
    found: list[tuple[int, ...]] = [(place,)]
    for _ in range(far):
        ring = sorted({there for at in ring for there in world.board.neighbours[at]} - seen)
        ring = [there for there in ring if world.land >> there & 1]
        seen |= set(ring)
        found.append(tuple(ring))
    return tuple(found)


def near(s: Campaign, side: int, place: int) -> dict[int, float]:
    """How near hexes are to a place on foot, from 1 in it towards 0."""
    world, shut = s.world, closed_ground(s, side)

    def work() -> dict[int, float]:
        patience = numbers()["ground"]["patience"] * WHOLE_POINT
        found = reach(steps(world, s.weather, "other"), place, min(FAR, 12 * int(patience)), barred=shut)
        return {there: 1.0 / (1.0 + cost / patience) ** 2 for there, cost in found.items()}

    return world.recall(("near", s.weather, shut, place), work)
