"""The leak test finds leaks: each of these is planted in the skirmish, and must be found; without them nothing is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from grognard.engine.agenda import Preview, Prompt, Warnings
from grognard.engine.match import Match
from grognard.engine.orders import Order, Pass, Refusal
from grognard.lab.checks.fuzz import moments
from grognard.lab.checks.leaks import nothing_leaks
from tests.skirmish import battle, march, plans, state
from tests.skirmish.battle import Combat, defence_strength
from tests.skirmish.game import TheFord
from tests.skirmish.march import Ambushed, March, Movement
from tests.skirmish.orders import Aim, Attack, Move
from tests.skirmish.plans import Plan
from tests.skirmish.state import Skirmish, pieces_at, pieces_of

Plant = Callable[[pytest.MonkeyPatch], None]
PLANTS: dict[str, Plant] = {}


def plant(function: Plant) -> Plant:
    PLANTS[function.__name__] = function
    return function


def leaks(seeds: range, share: float = 0.3) -> Iterator[str]:
    game = TheFord()
    for seed in seeds:
        for match, memory in moments(game, "ford", seed, share):
            rng = Random(f"{seed} {len(match.record)}")
            yield from (found.what for found in nothing_leaks(match, rng, memory) if found.name == "leak")


def test_the_skirmish_leaks_nothing() -> None:
    assert list(leaks(range(1, 4))) == []


def near(s: Skirmish, side: int) -> list[int]:
    """The enemies beside a side's pieces."""
    places = {hex for unit in pieces_of(s, side) for hex in s.world.board.neighbours[s.where[unit]]}
    return [unit for unit in pieces_of(s, 1 - side) if s.where[unit] in places]


@plant
def pieces_under_their_true_names(patch: pytest.MonkeyPatch) -> None:
    sound = TheFord._piece

    def piece(self: TheFord, s: Skirmish, unit: int, side: int | None) -> dict[str, Any]:
        return {**sound(self, s, unit, side), "id": s.world.units[unit]}

    patch.setattr(TheFord, "_piece", piece)


@plant
def strength_in_a_mark(patch: pytest.MonkeyPatch) -> None:
    sound = TheFord._piece

    def piece(self: TheFord, s: Skirmish, unit: int, side: int | None) -> dict[str, Any]:
        return {**sound(self, s, unit, side), "marks": ["strong"] if s.steps[unit] > 1 else []}

    patch.setattr(TheFord, "_piece", piece)


@plant
def pseudonyms_from_unit_numbers(patch: pytest.MonkeyPatch) -> None:
    def alias(s: Skirmish, unit: int, side: int | None) -> str:
        known = side == s.world.side_of[unit] or not s.world.kind[unit].hidden
        return s.world.units[unit] if known else f"b{unit}"

    for module in (state, march):
        patch.setattr(module, "alias", alias)


@plant
def pieces_in_the_order_of_the_roster(patch: pytest.MonkeyPatch) -> None:
    def pieces(self: TheFord, s: Skirmish, side: int | None) -> list[dict[str, Any]]:
        return [self._piece(s, unit, side) for owner in (0, 1) for unit in pieces_of(s, owner)]

    patch.setattr(TheFord, "pieces", pieces)


@plant
def only_weak_hexes_are_offered_for_attack(patch: pytest.MonkeyPatch) -> None:
    sound = battle.may_attack

    def may_attack(s: Skirmish, unit: int, place: int) -> Refusal | None:
        enemies = pieces_at(s, place, 1 - s.world.side_of[unit])
        strong = sum(s.steps[enemy] for enemy in enemies) > 2
        return sound(s, unit, place) or (Refusal("SK-6.1") if strong else None)

    patch.setattr(battle, "may_attack", may_attack)


@plant
def a_refusal_that_names_who_is_in_the_way(patch: pytest.MonkeyPatch) -> None:
    sound = Movement.explain

    def explain(self: Movement, s: Skirmish, order: Order) -> Refusal | None:
        refusal = sound(self, s, order)
        if refusal and refusal.rule == "SK-4.3" and isinstance(order, Move):
            places = [s.world.place_index[name] for name in order.route if name in s.world.place_index]
            names = [s.world.units[unit] for place in places for unit in pieces_at(s, place, 1 - self.side)]
            return Refusal("SK-4.3", {**refusal.facts, "unit": " and ".join(names)})
        return refusal

    patch.setattr(Movement, "explain", explain)


@plant
def a_refusal_whose_reason_depends_on_strength(patch: pytest.MonkeyPatch) -> None:
    sound = Movement.explain

    def explain(self: Movement, s: Skirmish, order: Order) -> Refusal | None:
        refusal = sound(self, s, order)
        weak = [unit for unit in near(s, self.side) if s.steps[unit] == 1]
        return refusal and msgspec.structs.replace(refusal, reason="weak" if weak else refusal.reason)

    patch.setattr(Movement, "explain", explain)


@plant
def marches_told_to_all_by_name(patch: pytest.MonkeyPatch) -> None:
    def tell_of(s: Skirmish, unit: int, what: str, rule: str, *, reveals: bool = False, **facts: Any) -> None:
        s.tell(what, rule, reveals=reveals, unit=s.world.units[unit], side="", **facts)

    patch.setattr(march, "tell_of", tell_of)


@plant
def an_aim_told_to_all_when_the_plans_are_opened(patch: pytest.MonkeyPatch) -> None:
    sound = Plan.take

    def take(self: Plan, s: Skirmish, order: Order) -> None:
        first = len(s.news)
        sound(self, s, order)
        if isinstance(order, Aim):
            s.news[first:] = [msgspec.structs.replace(event, only=None) for event in s.news[first:]]

    patch.setattr(plans.Plan, "take", take)


@plant
def the_length_of_a_sheet_on_the_tracks(patch: pytest.MonkeyPatch) -> None:
    sound = TheFord.tracks

    def tracks(self: TheFord, s: Skirmish, side: int | None) -> dict[str, Any]:
        return {**sound(self, s, side), "written": sum(map(len, s.sheets))}

    patch.setattr(TheFord, "tracks", tracks)


@plant
def the_length_of_a_sheet_in_the_number(patch: pytest.MonkeyPatch) -> None:
    sound = Match.number

    def number(self: Match, side: str | None = None) -> str:
        return f"{sound(self, side)}.{sum(map(len, self.state.sheets))}"

    patch.setattr(Match, "number", number)


@plant
def a_preview_with_the_enemy_s_strength(patch: pytest.MonkeyPatch) -> None:
    def preview(self: Combat, s: Skirmish, order: Order) -> Preview:
        if not isinstance(order, Attack):
            return Preview()
        return Preview(cost=defence_strength(s, 1 - self.side, s.world.place_index[order.place]))

    patch.setattr(Combat, "preview", preview)


@plant
def a_prompt_that_names_who_marches_past(patch: pytest.MonkeyPatch) -> None:
    def prompt(self: Ambushed, s: Skirmish) -> Prompt:
        place = s.world.board.names[s.where[self.unit]]
        return Prompt("ambush", "SK-5.2", {"unit": s.world.units[self.unit], "place": place})

    patch.setattr(Ambushed, "prompt", prompt)


@plant
def a_warning_about_what_lies_ahead(patch: pytest.MonkeyPatch) -> None:
    def warnings(self: Combat, s: Skirmish) -> Warnings:
        strong = sum(s.steps[unit] for unit in near(s, self.side)) > 3
        return {Pass: (Prompt("the enemy is strong", "SK-6.1"),)} if strong else {}

    patch.setattr(Combat, "warnings", warnings)


@plant
def a_question_that_is_skipped_where_no_scouts_are(patch: pytest.MonkeyPatch) -> None:
    sound = march.watchers

    def watchers(s: Skirmish, side: int, place: int) -> list[int]:
        return [unit for unit in sound(s, side, place) if s.world.kind[unit].ambushes]

    def run(self: March, s: Skirmish) -> None:
        march.watchers = watchers
        try:
            walk(self, s)
        finally:
            march.watchers = sound

    walk = March.run
    patch.setattr(March, "run", run)


@plant
def a_skipped_question_that_is_told(patch: pytest.MonkeyPatch) -> None:
    sound = March.run

    def run(self: March, s: Skirmish) -> None:
        sound(self, s)
        asked = s.agenda[-1] if s.agenda else None
        if isinstance(asked, Ambushed) and not any(
            s.world.kind[unit].ambushes for unit in march.watchers(s, asked.side, s.where[asked.unit])
        ):
            s.agenda[-1] = March(asked.unit, asked.route)
            s.tell("nobody waits", "SK-5.1")

    patch.setattr(March, "run", run)


@plant
def a_spectator_who_sees_every_face(patch: pytest.MonkeyPatch) -> None:
    sound = TheFord._piece

    def piece(self: TheFord, s: Skirmish, unit: int, side: int | None) -> dict[str, Any]:
        shown = sound(self, s, unit, side)
        return {**shown, "face": {"steps": s.steps[unit]}} if side is None else shown

    patch.setattr(TheFord, "_piece", piece)


@pytest.mark.parametrize("planted", PLANTS)
def test_a_planted_leak_is_found(planted: str, monkeypatch: pytest.MonkeyPatch) -> None:
    PLANTS[planted](monkeypatch)
    assert next(leaks(range(1, 9)), None) is not None
