"""Chapter 3D once more, the plain way: in random play every hex belongs to whom it should, counted hex by hex.

Whoever stands in a hex owns it; else whoever alone has a zone in it; else whoever did before. It is counted after every
step of play from the pieces as they stand and from what was counted the last time, without sets of hexes and without
anything that the game has worked out.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import grognard
from grognard.engine.orders import Pass
from grognard.games import find
from grognard.games.balkan.state import ALLIES, AXIS, NEUTRAL, Campaign
from grognard.games.balkan.ways import step_cost
from tests.rules import rule

GAME = find("balkan-front")


class Recount:
    """The owners of all hexes, counted anew after every step since play began."""

    def __init__(self) -> None:
        self.owners: list[int] = []
        self.count = 0
        self._may_enter: dict[Any, bool] = {}
        self._seen: Any = None

    def look(self, s: Campaign) -> None:
        """A step is over: who has which hex now?"""
        if s.active == NEUTRAL:
            self.owners = list(s.owner)
            return
        now = (list(s.where), bytes(s.cadre), bytes(s.zoneless), s.weather)
        if now == self._seen:
            return
        self._seen, self.count = now, self.count + 1
        units, zones = self._units(s), self._zones(s)
        for place in s.world.board.here:
            for side in (AXIS, ALLIES):
                enemy = 1 - side
                stands = place in units[side]
                alone = place in zones[side] and place not in units[enemy] and place not in zones[enemy]
                if s.world.terrain[place] and not self._is_closed(s, place, side) and (stands or alone):
                    self.owners[place] = side

    def _units(self, s: Campaign) -> list[set[int]]:
        found: list[set[int]] = [set(), set()]
        for unit, place in enumerate(s.where):
            if place >= 0:
                found[self._side(s, unit)].add(place)
        return found

    def _zones(self, s: Campaign) -> list[set[int]]:
        found: list[set[int]] = [set(), set()]
        for unit, place in enumerate(s.where):
            is_division = "zoc" in s.world.roster[unit].flags and not s.cadre[unit]
            if place >= 0 and is_division and not s.zoneless[unit]:
                side = self._side(s, unit)
                for beside in s.world.board.neighbours[place]:
                    if self._enters(s, unit, place, beside) and not self._is_closed(s, beside, side):
                        found[side].add(beside)
        return found

    def _side(self, s: Campaign, unit: int) -> int:
        return s.world.side_of_nation[s.world.roster[unit].nation]

    def _enters(self, s: Campaign, unit: int, place: int, beside: int) -> bool:
        key = s.weather, s.world.roster[unit].cost_set, place, beside
        if key not in self._may_enter:
            self._may_enter[key] = step_cost(s.world, *key) is not None
        return self._may_enter[key]

    def _is_closed(self, s: Campaign, place: int, side: int) -> bool:
        areas = s.world.board.areas_of[place]
        return "YUGOSLAVIA" in areas or (side == ALLIES and "CLOSED_TO_ALLIES" in areas)


def play(seed: int, orders: int) -> None:
    """Play Epirus at random; whoever can do something else seldom passes."""
    rng, recount = Random(seed), Recount()
    with pytest.MonkeyPatch.context() as patch:
        standing = GAME.standing

        def look(s: Campaign) -> Any:
            recount.look(s)
            return standing(s)

        patch.setattr(GAME, "standing", look)
        match = grognard.new("balkan-front", "epirus", seed=seed)
        while match.outcome is None and len(match.record) < orders:
            (side,) = match.waiting
            offered = list(match.orders(side))
            busy = [order for order in offered if not isinstance(order, Pass)]
            match.play(str(rng.choice(busy if busy and rng.random() < 0.97 else offered)), side)
            s = match.state
            assert isinstance(s, Campaign)
            wrong = [s.world.board.names[at] for at, owner in enumerate(recount.owners) if owner != s.owner[at]]
            assert not wrong, f"seed {seed}, order {len(match.record)}: {wrong}"
    assert recount.count > 100


@rule("BF-3D-1", "BF-3D-2", "BF-3D-3", "BF-3D-4")
@pytest.mark.parametrize("seed", [1, 2])
def test_every_hex_belongs_to_whom_it_should(seed: int) -> None:
    play(seed, 250)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3, 23))
def test_every_hex_belongs_to_whom_it_should_all_through_many_matches(seed: int) -> None:
    play(seed, 5000)
