"""The ten calls of the library: whoever gives them something else is told what he gave and what they take."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import grognard

api: Any = grognard
WRONG: dict[str, tuple[Callable[[Any], object], str]] = {
    "game": (lambda m: api.new("chess", "husky"), "no game called 'chess'; there are 2ww"),
    "game as a number": (lambda m: api.new(3, "husky"), "no game called 3"),
    "scenario": (
        lambda m: api.new("westfront", "nope"),
        "no scenario 'nope'; it has husky, summer43",
    ),
    "scenario of 2WW": (lambda m: api.new("2ww", "nope"), "2WW has no scenario 'nope'; it has war"),
    "seed": (lambda m: api.new("westfront", "husky", seed="x"), "seed is a whole number, not 'x'"),
    "options": (lambda m: api.new("westfront", "husky", options=[1]), "options is a mapping of names"),
    "option": (
        lambda m: api.new("westfront", "husky", options={"x": 1}),
        "no option 'x' here; there are",
    ),
    "charts": (
        lambda m: api.new("westfront", "husky", options={"charts": Path("/no")}),
        "/no cannot be read",
    ),
    "dice": (lambda m: api.new("westfront", "husky", dice=5), "dice have a `throw`"),
    "position": (lambda m: api.position(5), "a position is text, .* not 5"),
    "path": (lambda m: api.load(3), "load takes the path of a file .* not 3"),
    "file": (lambda m: api.load("/no/file"), "/no/file: cannot be read: No such file"),
    "folder": (lambda m: m.save("/no/file"), "/no/file: cannot be written: No such file"),
    "order": (lambda m: m.play(None), "an order is text, JSON or an Order, not None"),
    "refused order": (lambda m: m.why_not(3), "an order is text, JSON or an Order, not 3"),
    "preview": (lambda m: m.preview([]), "an order is text, JSON or an Order"),
    "side to play": (lambda m: m.play("pass", "nobody"), "no side called nobody; the sides are allied, axis"),
    "side to see": (lambda m: m.view("nobody"), "no side called nobody"),
    "side to ask": (lambda m: m.orders("nobody"), "no side called nobody"),
    "side to undo": (lambda m: m.undo("nobody"), "no side called nobody"),
    "language": (lambda m: m.view("axis", language=5), "language is a code such as 'de'"),
    "since": (lambda m: m.view("axis", since="x"), "since a number of lines"),
    "proposal": (lambda m: m.propose("draw"), "propose takes a Proposal, .* not 'draw'"),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_wrong_argument_is_named_with_what_is_taken(what: str) -> None:
    call, complaint = WRONG[what]
    match = grognard.new("westfront", "husky", seed=1943)
    before: Any = match.json()
    with pytest.raises((ValueError, TypeError, LookupError), match=complaint):
        call(match)
    assert match.json() == before


def test_a_view_is_private() -> None:
    one, other = (grognard.new("westfront", "husky", seed=seed) for seed in (1, 2))
    before = other.view("allied")
    view = one.view("allied")
    view["orders"][0]["order"]["hq"] = "nobody"
    view["orders"][0]["pieces"].clear()
    view["pieces"][0]["face"] = None
    view["log"].append({})
    view["tracks"].clear()
    assert other.view("allied") == before
    assert one.view("allied")["orders"] == before["orders"]
    assert one.view("allied")["tracks"]
