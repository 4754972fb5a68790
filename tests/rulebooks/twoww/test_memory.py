"""What a state remembers between orders must be what it would work out anew."""

from __future__ import annotations

from random import Random

import pytest

from grognard.engine import agenda
from grognard.games import find
from grognard.players.thinking import dice


@pytest.mark.parametrize("seed", [3, 14])
def test_orders_on_offer_do_not_depend_on_what_is_remembered(seed: int) -> None:
    rng, game = Random(seed), find("2ww")
    s = game.setup(game.world("war", {"set_up": "historical"}))
    throw = dice(rng)
    agenda.advance(s, throw)
    for number in range(900):
        if s.outcome is not None:
            break
        side = agenda.waiting(s)[0]
        orders = agenda.offered(s, side)
        if number % 4 == 0:
            anew = s.copy()
            anew.memo = {}
            assert agenda.offered(anew, side) == orders, s.agenda[-1]
        agenda.take(s, side, rng.choice(orders), throw)
        s.news.clear()
