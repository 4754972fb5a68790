"""A view as the table sends it stays small, however many orders are on offer."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

import grognard
from grognard.engine.dice import secret_of
from grognard.engine.match import Match
from grognard.table.play import ENCODER, ReplyFormat, seen
from tests.every_game.tables import GAMES, at_every_table, moments

LARGEST = 60_000
"""Bytes of a view for somebody who knows what its log says."""
MANY = 5_000
"""So many orders are on offer to the Axis in Europe at once, and more."""


def size(match: Match, side: str) -> int:
    known = seen(match, side, ReplyFormat("en"))["cursor"]
    return len(ENCODER.encode(seen(match, side, ReplyFormat("en", known))))


def begun(key: str, scenario: str) -> Iterator[Match]:
    """A match for each way in which it can be set up."""
    options = [option for option in GAMES[key].options(scenario) if option.kind == "choice"]
    for chosen in product(*([choice.key for choice in option.choices] for option in options)):
        settled = dict(zip([option.key for option in options], chosen, strict=True))
        yield Match(GAMES[key], scenario, settled, secret=secret_of(1))


def busiest(match: Match, orders: int) -> Iterator[tuple[str, int]]:
    """Play that leaves the most to choose from: proposals are taken, all headquarters are active and nobody moves.
    Yields how many orders were on offer to whom at each moment that offered many."""
    for _ in range(orders):
        if match.outcome is not None:
            return
        side = min(match.waiting)
        offered = {str(order): order for order in match.orders(side)}
        active = [said for said in offered if said.startswith("activate")]
        supreme = [said for said in active if " supreme" in said]
        said = next(
            said
            for said in ("propose", "historical", "seal", *supreme, *active, "pass", list(offered)[-1])
            if said in offered
        )
        yield side, len(offered)
        match.play(offered[said])


@at_every_table
def test_views_are_small_in_random_play(key: str, scenario: str) -> None:
    sizes = [size(match, side) for _, match, _ in moments(key, scenario) for side in match.sides]
    assert max(sizes) < LARGEST


@at_every_table
def test_views_are_small_while_much_can_be_done(key: str, scenario: str) -> None:
    for match in begun(key, scenario):
        assert max(size(match, side) for side, _ in busiest(match, 20)) < LARGEST


@pytest.mark.parametrize("deployment", ["semi-historical", "free"])
def test_thousands_of_orders_are_on_offer_at_once(deployment: str) -> None:
    match = grognard.new("westfront", "summer43", seed=1, options={"deployment": deployment})
    offered = [many for _, many in busiest(match, 20)]
    assert sum(many > MANY for many in offered) >= 2, "deployment and movement of the Axis"
