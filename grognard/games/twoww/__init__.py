"""2WW: the war in Europe, 1939 to 1945. A module per chapter of its rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from grognard.engine.corrections import ChartGroup
from grognard.engine.game import Chooser, Game, Scenario
from grognard.engine.kinds import Json, Options
from grognard.engine.looks import Layer, Looks, Option
from grognard.engine.orders import Refusal
from grognard.engine.words import Words
from grognard.games.twoww import (
    adjustment,
    aftermath,
    air_moves,
    attrition,
    bombing,
    combat,
    conquest,
    convoys,
    displacement,
    firing,
    fleets,
    land_combat,
    land_moves,
    layers,
    movement,
    orders,
    positions,
    production,
    sea_retreat,
    sequence,
    set_up,
    showing,
    stacking,
    transit,
    units,
    victory,
    voyages,
)
from grognard.games.twoww.options import OPTIONS
from grognard.games.twoww.state import War
from grognard.games.twoww.world import DATA, SCENARIO, Europe, chart_groups, scenario_data


class TwoWW(Game):
    key = "2ww"
    title = "2WW"
    version = "2"
    sides = ("axis", "allied")
    hides = False
    rolls = True
    seals = False
    longest = 40_000
    vocabulary = ("air", "fleets", "dominions", "iraq", "britain", "ussr")
    folder = DATA
    state = War
    consequential = ("aboard", "iraq", "landed", "loyal", "neutral", "opened", "owner", "where")
    retired = ("Displacements",)
    chapters = (
        orders, adjustment, aftermath, air_moves, attrition, bombing, combat, conquest, convoys, displacement, firing,
        fleets, land_combat, land_moves, movement, production, sea_retreat, sequence, set_up, stacking, transit,
        victory, voyages,
    )  # fmt: skip
    company: ClassVar[Mapping[str, str]] = {
        "odds": "grognard.lab.analysis.odds_twoww",
        "players": "grognard.players.twoww",
    }

    def scenarios(self) -> dict[str, Scenario]:
        data = scenario_data()
        return {SCENARIO: Scenario(SCENARIO, data["title"], data["history"], data["aims"])}

    def surroundings(self, scenario: str, options: Options) -> Europe:
        return Europe(self, scenario, options)

    def chart_groups(self) -> Mapping[str, ChartGroup]:
        return chart_groups()

    def options(self, scenario: str) -> tuple[Option, ...]:
        return OPTIONS

    def setup(self, world: Europe) -> War:
        return positions.begin(world)

    def consequences(self, s: War) -> bool:
        return displacement.consequences(s)

    def pieces(self, s: War, side: int | None) -> list[Json]:
        return showing.pieces(s)

    def tracks(self, s: War, side: int | None) -> Json:
        return showing.tracks(s)

    def looks_in(self, world: Europe) -> Looks:
        return showing.looks_in(world, self.looks())

    def signs(self, world: Europe) -> Mapping[str, tuple[str, ...]]:
        return showing.signs(world)

    def layers(self, s: War, side: int | None, words: Words) -> list[Layer]:
        return layers.layers(s, words)

    def redraw(self, s: War, side: int, choose: Chooser) -> War:
        return s.copy()

    def alias(self, s: War, unit: int, side: int | None) -> str:
        return s.world.units[unit]

    def why_not_own(self, s: War, side: int, unit: int) -> Refusal | None:
        return units.why_not_own(s, side, unit)

    def when(self, s: War) -> str:
        return positions.when(s)

    def at_moment(self, s: War, when: str) -> None:
        positions.at_moment(s, when)

    def piece_text(self, s: War, unit: int) -> str:
        return positions.piece_text(s, unit)

    def put_piece(self, s: War, place: int, words: list[str]) -> None:
        positions.put_piece(s, place, words)

    def clear_pieces(self, s: War) -> None:
        positions.clear_pieces(s)


GAME = TwoWW()
