"""WestFront: the war in the west, 1943 to 1945. A module per chapter of its rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from grognard.engine.corrections import ChartGroup
from grognard.engine.game import Chooser, Game, Scenario
from grognard.engine.kinds import Json, Options
from grognard.engine.looks import Layer, Looks, Option
from grognard.engine.orders import Refusal
from grognard.engine.words import Words
from grognard.games.westfront import (
    assault,
    beachheads,
    combat,
    command,
    command_phase,
    fog,
    interdiction,
    losses,
    movement_phase,
    neutrals,
    orders,
    politics,
    production,
    retreat,
    revolts,
    scenario_options,
    sequence,
    set_up,
    showing,
    starting,
    starting_forces,
    supply,
    units,
    victory,
    weather,
)
from grognard.games.westfront.state import ROLES, Front
from grognard.games.westfront.world import DATA, SCENARIOS, West, chart_groups, scenario_data


class WestFront(Game):
    key = "westfront"
    title = "WestFront"
    version = "2"
    sides = ("allied", "axis")
    hides = True
    rolls = True
    seals = True
    longest = 12_000
    vocabulary = ROLES
    folder = DATA
    state = Front
    chapters = (
        orders, fog, set_up, starting_forces, sequence, victory, weather, command_phase, command, movement_phase,
        interdiction, retreat, combat, losses, assault, supply, beachheads, production, politics, revolts, neutrals,
    )  # fmt: skip
    company: ClassVar[Mapping[str, str]] = {
        "generators": "grognard.lab.checks.fuzz_westfront",
        "odds": "grognard.lab.analysis.odds_westfront",
        "players": "grognard.players.westfront",
    }

    def scenarios(self) -> dict[str, Scenario]:
        found = {key: scenario_data(key) for key in SCENARIOS}
        return {key: Scenario(key, data["title"], data["history"], data["aims"]) for key, data in found.items()}

    def surroundings(self, scenario: str, options: Options) -> West:
        return West(self, scenario, options)

    def chart_groups(self) -> Mapping[str, ChartGroup]:
        return chart_groups()

    def options(self, scenario: str) -> tuple[Option, ...]:
        return scenario_options.of(scenario_data(scenario))

    def setup(self, world: West) -> Front:
        return starting.set_up(world)

    def pieces(self, s: Front, side: int | None) -> list[Json]:
        return fog.pieces(s, side)

    def tracks(self, s: Front, side: int | None) -> Json:
        return fog.tracks(s, side) | victory.tracks(s, side) | showing.tracks(s)

    def looks_in(self, world: West) -> Looks:
        return showing.looks_in(world, self.looks())

    def signs(self, world: West) -> Mapping[str, tuple[str, ...]]:
        ports = world.ports.items()
        return {world.board.names[at]: ("major port" if port.major else "minor port",) for at, port in ports}

    def layers(self, s: Front, side: int | None, words: Words) -> list[Layer]:
        return showing.layers(s, side, words)

    def redraw(self, s: Front, side: int, choose: Chooser) -> Front:
        return fog.redraw(s, side, choose)

    def alias(self, s: Front, unit: int, side: int | None) -> str:
        return s.world.units[unit] if fog.knows(s, unit, side) else units.pseudonym(s, unit)

    def why_not_own(self, s: Front, side: int, unit: int) -> Refusal | None:
        return units.why_not_own(s, side, unit)

    def when(self, s: Front) -> str:
        return starting.when(s)

    def at_moment(self, s: Front, when: str) -> None:
        starting.at_moment(s, when)

    def piece_text(self, s: Front, unit: int) -> str:
        return starting.piece_text(s, unit)

    def put_piece(self, s: Front, place: int, words: list[str]) -> None:
        starting.put_piece(s, place, words)

    def clear_pieces(self, s: Front) -> None:
        starting.clear_pieces(s)


GAME = WestFront()
