"""Questions that are answered with the name of a unit, and the ones that nobody needs to be asked."""

from __future__ import annotations

import pytest

from grognard.engine.naming import named_place, without_choice
from grognard.engine.orders import Refusal
from tests.skirmish import at


def taken(left: int, bearing: dict[str, int], *, bears_all: bool = True) -> tuple[int, list[str]]:
    """How often it is left to choose, and on whom the rest fell, when each can bear so much."""
    fell: list[str] = []

    def take(name: str) -> None:
        bearing[name] -= 1
        fell.append(name)

    def able() -> list[str]:
        return [name for name, can in bearing.items() if can]

    in_all = (lambda names: sum(bearing[name] for name in names)) if bears_all else None
    return without_choice(left, able, take, in_all), fell


def test_one_alone_bears_everything_unasked() -> None:
    assert taken(2, {"Ram": 3}) == (0, ["Ram", "Ram"])


def test_several_are_left_to_choose_from() -> None:
    assert taken(2, {"Ram": 3, "Bear": 1}) == (2, [])


def test_what_all_of_them_must_bear_is_no_choice() -> None:
    assert taken(4, {"Ram": 3, "Bear": 1}) == (0, ["Ram", "Ram", "Ram", "Bear"])
    assert taken(4, {"Ram": 3, "Bear": 1}, bears_all=False) == (4, [])


def test_nothing_is_left_over_when_nobody_is() -> None:
    assert taken(3, {"Ram": 1}) == (0, ["Ram"])
    assert taken(3, {}) == (0, [])


@pytest.mark.parametrize(("name", "rule"), [("Nowhere", "table.no-place"), ("mill", "table.spelling")])
def test_a_place_is_called_by_its_proper_name(name: str, rule: str) -> None:
    s = at("skirmish ford\nturn 1, red movement\nWestgate: Ram 2").state
    refusal = named_place(s, name)
    assert isinstance(refusal, Refusal)
    assert refusal.rule == rule
    assert named_place(s, "Mill") == s.world.board.at("Mill")
