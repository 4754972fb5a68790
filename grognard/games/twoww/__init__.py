"""2WW: the war in Europe, 1939 to 1945. A module per chapter of its rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from grognard.engine import settling
from grognard.engine.agenda import Step
from grognard.engine.corrections import Sheet
from grognard.engine.files import read_spoken, read_toml
from grognard.engine.game import Chooser, Game, Rule, Scenario, Translations
from grognard.engine.looks import Layer, Lesson, Looks, Option, Term
from grognard.engine.orders import Order, Pass
from grognard.engine.words import Words
from grognard.games.twoww import (
    adjustment,
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
    victory,
    voyages,
)
from grognard.games.twoww.options import OPTIONS, check
from grognard.games.twoww.state import War
from grognard.games.twoww.world import DATA, SCENARIO, Europe, scenario_data, sheets


def _orders() -> tuple[type[Order], ...]:
    """Every verb of `orders.py`, in its order."""
    found = [kind for kind in vars(orders).values() if isinstance(kind, type) and issubclass(kind, Order)]
    return (*(kind for kind in found if kind is not Order), Pass)


def _steps(*rooms: Any) -> tuple[type[Step[Any]], ...]:
    """Every step that some modules declare, in the order in which they stand there."""
    return tuple(
        kind
        for room in rooms
        for kind in vars(room).values()
        if isinstance(kind, type) and issubclass(kind, Step) and kind.__module__ == room.__name__
    )


class TwoWW(Game):
    key = "2ww"
    title = "2WW"
    version = "1"
    sides = ("axis", "allied")
    hides = False
    rolls = True
    seals = False
    longest = 40_000
    vocabulary = ("air", "fleets", "dominions", "iraq", "britain", "ussr")
    state = War
    orders = _orders()
    steps = _steps(
        adjustment, air_moves, attrition, bombing, combat, conquest, convoys, displacement, firing, fleets,
        land_combat, land_moves, movement, production, sea_retreat, sequence, set_up, stacking, victory, voyages,
    )  # fmt: skip

    def __init__(self) -> None:
        self._worlds: dict[str, Europe] = {}
        ledger = read_toml(DATA / "rules.toml").data["rule"]
        self.rules = {row["id"]: Rule(**{**row, "needs": tuple(row.get("needs", ()))}) for row in ledger}
        self.words = Words(read_toml(DATA / "words.toml").data, {rule.id: rule.title for rule in self.rules.values()})
        self.translations = Translations({"de": lambda: self._words("de")})
        self._rules_in = {"en": self.rules}
        self._looks = msgspec.convert(read_toml(DATA / "looks.toml").data, Looks)

    def _words(self, language: str) -> Words:
        titles = {rule.id: rule.title for rule in self.rules_in(language).values()}
        return Words(read_spoken(DATA, "words", language).data, titles, language)

    def rules_in(self, language: str) -> dict[str, Rule]:
        if language not in self.languages:
            return self.rules
        if language not in self._rules_in:
            spoken = {row["id"]: row for row in read_spoken(DATA, "rules", language).data["rule"]}
            self._rules_in[language] = {
                id: msgspec.structs.replace(rule, **spoken.get(id, {})) for id, rule in self.rules.items()
            }
        return self._rules_in[language]

    def scenarios(self) -> dict[str, Scenario]:
        data = scenario_data()
        return {SCENARIO: Scenario(SCENARIO, data["title"], data["history"], data["aims"])}

    def world(self, scenario: str, options: Mapping[str, Any]) -> Europe:
        if scenario != SCENARIO:
            raise ValueError(f"2WW has no scenario {scenario!r}; there is {SCENARIO}")
        check(options)
        key = msgspec.json.encode(options, order="deterministic").decode()
        if key not in self._worlds:
            self._worlds[key] = Europe(self, scenario, options)
        return self._worlds[key]

    def sheets(self) -> Mapping[str, Sheet]:
        return sheets()

    def settled(self, scenario: str, options: Mapping[str, Any]) -> dict[str, Any]:
        return settling.settled(self.key, options, sheets())

    def options(self, scenario: str) -> tuple[Option, ...]:
        return OPTIONS

    def setup(self, world: Europe) -> War:
        return positions.begin(world)

    def pieces(self, s: War, side: int | None) -> list[dict[str, Any]]:
        return showing.pieces(s)

    def tracks(self, s: War, side: int | None) -> dict[str, Any]:
        return showing.tracks(s)

    def looks(self) -> Looks:
        return self._looks

    def looks_in(self, world: Europe) -> Looks:
        return showing.looks_in(world, self._looks)

    def signs(self, world: Europe) -> Mapping[str, tuple[str, ...]]:
        return showing.signs(world)

    def layers(self, s: War, side: int | None, words: Words) -> list[Layer]:
        return layers.layers(s, words)

    def lessons(self, language: str = "en") -> Mapping[str, Lesson]:
        return msgspec.convert(read_spoken(DATA, "lessons", language).data, dict[str, Lesson])

    def glossary(self, language: str = "en") -> tuple[Term, ...]:
        return msgspec.convert(read_spoken(DATA, "glossary", language).data["term"], tuple[Term, ...])

    def redraw(self, s: War, side: int, choose: Chooser) -> War:
        return s.copy()

    def alias(self, s: War, unit: int, side: int | None) -> str:
        return s.world.units[unit]

    def when(self, s: War) -> str:
        return positions.when(s)

    def at_moment(self, s: War, when: str) -> None:
        positions.at_moment(s, when)

    def piece_text(self, s: War, unit: int) -> str:
        return positions.piece_text(s, unit)

    def put_piece(self, s: War, place: int, words: list[str]) -> None:
        positions.put_piece(s, place, words)

    def place_of(self, s: War, unit: int) -> int:
        return s.where[unit]

    def clear_pieces(self, s: War) -> None:
        positions.clear_pieces(s)


GAME = TwoWW()
