"""Looking back, and playing on from there."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from grognard.engine import past
from grognard.engine.match import Match
from tests.skirmish import GAME


def played(seed: int, orders: int) -> tuple[Match, dict[str | None, dict[int, dict[str, Any]]]]:
    """A match in play, and every view that each chair had on the way, by its moment."""
    match = Match(GAME, "ford", secret=bytes([seed]) * 32)
    rng = Random(seed)
    seen: dict[str | None, dict[int, dict[str, Any]]] = {chair: {} for chair in (*match.sides, None)}
    for _ in range(orders):
        for chair, views in seen.items():
            view = match.view(chair)
            views[view["moment"]] = view
        if match.outcome is not None:
            break
        side = rng.choice(sorted(match.waiting))
        match.play(rng.choice(list(match.orders(side))))
    return match, seen


BOARD = ("when", "pieces", "tracks", "moment", "waiting")


@pytest.mark.parametrize("seed", range(5))
def test_an_earlier_moment_looks_as_it_did_then(seed: int) -> None:
    match, seen = played(seed, 40)
    for chair, views in seen.items():
        for moment in past.ends(match, chair)[:-1]:
            if moment in views:
                old = past.at(match, chair, moment).view(chair)
                assert {key: old[key] for key in BOARD} == {key: views[moment][key] for key in BOARD}
                texts = [[line["text"] for line in view["log"]] for view in (old, views[moment])]
                assert texts[0] == texts[1]


def test_looking_back_leaves_the_match_alone() -> None:
    match, _ = played(3, 30)
    before = match.json()
    for moment in past.ends(match, "red"):
        past.at(match, "red", moment).view("red")
    assert match.json() == before


def test_every_line_leads_to_the_moment_that_it_is_told_at() -> None:
    match, _ = played(4, 40)
    for chair in (*match.sides, None):
        log = match.view(chair)["log"]
        assert all(number <= line["moment"] for number, line in enumerate(log, 1))
        assert {line["moment"] for line in log} <= set(past.ends(match, chair))


def test_moments_tell_nothing_that_a_side_cannot_know() -> None:
    match, _ = played(5, 12)
    for index, side in enumerate(match.sides):
        redrawn = match.with_state(GAME.redraw(match.state, index, Random(1).randrange))  # type: ignore[arg-type]
        assert past.moments(match, side) == past.moments(redrawn, side)


def test_there_is_no_moment_that_never_was() -> None:
    match, _ = played(1, 10)
    with pytest.raises(past.NoSuchMoment):
        past.at(match, "red", 999)


def test_a_copy_goes_on_from_a_moment_and_leaves_the_match_alone() -> None:
    match, _ = played(2, 30)
    before = match.json()
    moment = past.ends(match, "red")[-2]
    copy = past.fork(match, "red", moment, bytes(32), None)
    assert copy.view("red")["pieces"] == past.at(match, "red", moment).view("red")["pieces"]
    rng = Random(7)
    while copy.outcome is None:
        side = rng.choice(sorted(copy.waiting))
        copy.play(rng.choice(list(copy.orders(side))))
    assert match.json() == before


def test_a_copy_for_one_side_draws_anew_what_it_cannot_know() -> None:
    match, _ = played(2, 8)
    moment = past.ends(match, "red")[-1]
    hidden = {past.fork(match, "red", moment, bytes(32), Random(seed).randrange).text() for seed in range(12)}
    shown = {
        str(past.fork(match, "red", moment, bytes(32), Random(seed).randrange).view("red")["pieces"])
        for seed in range(12)
    }
    assert len(hidden) > 1
    assert shown == {str(match.view("red")["pieces"])}
