"""Balkan Front: the war in the Balkans, 1940 and 1941. A module per chapter of its rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from grognard.engine.corrections import ChartGroup
from grognard.engine.game import Chooser, Game, Scenario
from grognard.engine.looks import Layer, Looks, Option
from grognard.engine.orders import Refusal
from grognard.engine.words import Words
from grognard.games.balkan import (
    arrivals,
    attacks,
    breakdowns,
    consequences,
    engineers,
    layers,
    losses,
    movement,
    options,
    orders,
    overruns,
    positions,
    possession,
    rail,
    replacements,
    results,
    retreats,
    roster,
    sequence,
    set_up,
    showing,
    stacking,
    supply_check,
    units,
    victory,
    weather,
)
from grognard.games.balkan.state import Campaign
from grognard.games.balkan.world import DATA, SCENARIOS, Balkans, chart_groups, frame, units_data


class BalkanFront(Game):
    key = "balkan-front"
    title = "Balkan Front"
    version = "0"  # it is still being built
    sides = ("axis", "allied")
    hides = False
    rolls = True
    seals = False
    longest = 60_000
    folder = DATA
    state = Campaign
    vocabulary = (attacks.ARMOUR, attacks.ENGINEERS, rail.LINE, engineers.PORT, *breakdowns.WAYS)
    consequential = consequences.FACTS
    company: ClassVar[Mapping[str, str]] = {
        "generators": "grognard.lab.checks.fuzz_balkan",
        "odds": "grognard.lab.analysis.odds_balkan",
        "players": "grognard.players.balkan",
    }
    chapters = (
        orders, arrivals, attacks, breakdowns, engineers, losses, movement, overruns, possession, replacements, results,
        retreats, sequence, set_up, stacking, supply_check, victory, weather,
    )  # fmt: skip

    def scenarios(self) -> dict[str, Scenario]:
        found = {}
        for key in SCENARIOS:
            said = frame(key)
            found[key] = Scenario(key, said["title"], said.get("about", ""), said.get("aims", {}))
        return found

    def surroundings(self, scenario: str, options: Mapping[str, Any]) -> Balkans:
        return Balkans(self, scenario, options)

    def chart_groups(self) -> Mapping[str, ChartGroup]:
        return chart_groups()

    def options(self, scenario: str) -> tuple[Option, ...]:
        return options.options(frame(scenario))

    def names(self) -> Mapping[str, str]:
        return roster.titles(units_data())

    def setup(self, world: Balkans) -> Campaign:
        return positions.begin(world)

    def consequences(self, s: Campaign) -> bool:
        return consequences.follow(s)

    def pieces(self, s: Campaign, side: int | None) -> list[dict[str, Any]]:
        return showing.pieces(s)

    def tracks(self, s: Campaign, side: int | None) -> dict[str, Any]:
        return showing.tracks(s)

    def looks_in(self, world: Balkans) -> Looks:
        return showing.looks_in(world, self.looks())

    def signs(self, world: Balkans) -> Mapping[str, tuple[str, ...]]:
        return showing.signs(world)

    def layers(self, s: Campaign, side: int | None, words: Words) -> list[Layer]:
        return layers.layers(s, words)

    def redraw(self, s: Campaign, side: int, choose: Chooser) -> Campaign:
        return s.copy()

    def alias(self, s: Campaign, unit: int, side: int | None) -> str:
        return s.world.units[unit]

    def why_not_own(self, s: Campaign, side: int, unit: int) -> Refusal | None:
        return units.why_not_own(s, side, unit)

    def when(self, s: Campaign) -> str:
        return positions.when(s)

    def at_moment(self, s: Campaign, when: str) -> None:
        positions.at_moment(s, when)

    def piece_text(self, s: Campaign, unit: int) -> str:
        return positions.piece_text(s, unit)

    def put_piece(self, s: Campaign, place: int, words: list[str]) -> None:
        positions.put_piece(s, place, words)

    def clear_pieces(self, s: Campaign) -> None:
        positions.clear_pieces(s)


GAME = BalkanFront()
