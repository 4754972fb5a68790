"""What a side wants in a phase of movement: whom it will attack, from where and with what, and where the others go."""

from __future__ import annotations

from typing import NamedTuple

from grognard.games.balkan import marches, rail
from grognard.games.balkan.lands import beyond_area
from grognard.games.balkan.movement import movable
from grognard.games.balkan.state import EXPLOITATION, MOVEMENT, Campaign
from grognard.games.balkan.units import face
from grognard.games.balkan.ways import rings
from grognard.players.balkan.fights import Assault, Room, best
from grognard.players.balkan.scene import Scene
from grognard.players.balkan.worth import numbers


class Task(NamedTuple):
    """Where a unit is to go, and why."""

    to: int
    gain: float
    why: str


ATTACK, STAND = "attack", "stand"


class Plan:
    """A side's plan for a phase of movement. It is made once, and carried out unit by unit."""

    def __init__(self, s: Campaign, side: int) -> None:
        self.scene = Scene(s, side)
        self.tasks: dict[int, Task] = {}
        self.assaults: list[Assault] = []
        if s.phase not in (MOVEMENT, EXPLOITATION) or s.active != side:
            return
        free = {unit for unit in movable(s, side) if s.site[unit] < 0}  # whoever builds stays
        reaches = {unit: reach_of(s, unit, side) for unit in sorted(free)}
        room = Room(s, {at: [u for u in units if u not in free] for at, units in self.scene.own.items()})
        if s.phase == MOVEMENT:
            self._plan_attacks(reaches, room, free)
        self._plan_posts(reaches, room, free)

    # Attacks

    def _plan_attacks(self, reaches: dict[int, dict[int, int]], room: Room, free: set[int]) -> None:
        """The most promising attack of all, then the most promising of those that the others can make, and so on."""
        scene = self.scene
        able = {target: self._able(target, reaches) for target in scene.foes}
        thought: dict[int, Assault | None] = {}
        while able:
            for target, units in able.items():
                if target not in thought:
                    left = {unit: places for unit, places in units.items() if unit in free}
                    thought[target] = best(scene, target, left, room)
            top = max((each for each in thought.values() if each), key=lambda each: each.worth, default=None)
            if top is None or top.worth < numbers()["attack"]["threshold"]:
                return
            self.assaults.append(top)
            for post in top.posts:
                room.put(post.unit, post.at)
                free.discard(post.unit)
                if scene.s.where[post.unit] != post.at:
                    self.tasks[post.unit] = Task(post.at, top.worth, ATTACK)
            del able[top.target]
            thought = {at: each for at, each in thought.items() if at != top.target and not share(each, top)}

    def _able(self, target: int, reaches: dict[int, dict[int, int]]) -> dict[int, list[int]]:
        """By unit: the hexes beside a target that it could attack from, the nearest first."""
        s = self.scene.s
        around = s.world.board.neighbours[target]
        found: dict[int, list[int]] = {}
        for unit, open_to in reaches.items():
            if not face(s, unit).attack or beyond_area(s, unit) >> target & 1:
                continue
            ring = rings(s.world, s.weather, s.world.cost_set[unit])
            places = [at for at in around if at in open_to and ring[at] >> target & 1]
            if places:
                found[unit] = sorted(places, key=lambda at: open_to[at])
        return found

    # Everybody else

    def _plan_posts(self, reaches: dict[int, dict[int, int]], room: Room, free: set[int]) -> None:
        """Whoever does not attack goes where he is of most use, the strongest first."""
        scene, margin = self.scene, numbers()["move"]["margin"]
        s = scene.s
        for unit in sorted(free, key=lambda unit: (-face(s, unit).defense, unit)):
            here = s.where[unit]
            if here >= s.world.board.grid.size:
                places = list(reaches[unit])
            else:
                places = [here, *(at for at in reaches[unit] if at != here)]
            worth = {at: scene.score(unit, at, room.at.get(at, ())) for at in places if room.holds(at, [unit])}
            if not worth:
                room.put(unit, here)
                continue
            to = max(worth, key=worth.__getitem__)
            if here in worth and worth[to] < worth[here] + margin:
                to = here
            room.put(unit, to)
            if to != here:
                self.tasks[unit] = Task(to, worth[to] - worth.get(here, worth[to] - 1.0), STAND)


def share(one: Assault | None, other: Assault) -> bool:
    """Whether two attacks want the same units, or the same room."""
    return one is not None and any(
        mine.unit == theirs.unit or mine.at == theirs.at for mine in one.posts for theirs in other.posts
    )


def reach_of(s: Campaign, unit: int, side: int) -> dict[int, int]:
    """Where a unit could be at the end of its move, on foot, administratively or by rail, and where it is."""
    found = {s.where[unit]: 0}
    for place, train in rail.by_rail(s, unit, side).items():
        found[place] = train.cost
    for place, cost in marches.by_admin(s, unit, side).items():
        found.setdefault(place, cost)
    found.update(marches.on_foot(s, unit, side))
    return found
