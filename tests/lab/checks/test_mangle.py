"""Mangled orders come near the rules: most are refused, and by every rule that forbids."""

from __future__ import annotations

from random import Random

from grognard.engine.orders import Order
from grognard.lab.checks.fuzz import begin, moments
from grognard.lab.checks.mangle import garbled, mangled
from tests.skirmish import GAME


def test_mangled_orders_are_orders_of_the_game_and_not_on_offer() -> None:
    match = begin(GAME, "ford", 1)
    orders = mangled(match, "red", Random(1), 200)
    assert len(orders) == 200
    assert all(isinstance(order, Order) and type(order) in GAME.orders for order in orders)
    assert sum(order in match.orders("red") for order in orders) == 0


def test_mangled_orders_meet_every_rule_that_forbids() -> None:
    met = set()
    for seed in range(1, 6):
        for match, memory in moments(GAME, "ford", seed, share=0.3):
            for side in match.waiting:
                for order in mangled(match, side, Random(seed), 40, memory.said):
                    refusal = match.why_not(order)
                    met.add(refusal.rule if refusal else "")
    assert {rule.id for rule in GAME.rules.values() if rule.kind == "enforce" and not rule.met} <= met


def test_chance_alone_decides_what_is_mangled() -> None:
    match = begin(GAME, "ford", 1)
    assert mangled(match, "red", Random(7), 30) == mangled(match, "red", Random(7), 30)
    assert garbled(match, "red", Random(7), 30) == garbled(match, "red", Random(7), 30)
