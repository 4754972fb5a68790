"""A match that has ended has shown its secret, and stays ended."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from grognard.engine.match import CannotUndo, Match
from grognard.engine.orders import Illegal
from grognard.engine.proposals import Proposal
from grognard.engine.saves import Save
from grognard.table.storage import Storage
from tests.hostile.damage import played
from tests.skirmish import GAME, new
from tests.table.server import Seat, Served, problem
from tests.table.test_storage import begin, keep, kept


def nothing_goes_back(match: Match) -> None:
    before = match.text()
    for side in match.sides:
        with pytest.raises(CannotUndo, match="The match is over"):
            match.undo(side)
        for what in ("takeback", "draw", "correct"):
            with pytest.raises(Illegal, match="The match is over"):
                match.propose(Proposal(side, what, "steps", 0, 1, "why not"))
        assert match.view(side)["undo"] == {"can": False, "ask": False, "text": "The match is over."}
    assert match.text() == before


def test_who_resigns_cannot_come_back() -> None:
    match = played(GAME, "ford", 3, 20)
    match.resign(next(iter(match.waiting)))
    assert match.revealed_secret
    nothing_goes_back(match)


def test_the_order_that_ends_a_match_stands() -> None:
    """Not even where nothing was rolled or revealed by it."""
    for seed in range(40):
        match = played(GAME, "ford", seed, 1000)
        assert match.outcome is not None
        nothing_goes_back(match)


def test_what_was_proposed_before_the_end_lapses_with_it() -> None:
    match = new()
    match.play("aim Mill", "red")
    match.propose(Proposal("red", "takeback"))
    match.resign("red")
    assert match.proposal is None
    match.proposal = Proposal("red", "takeback")  # as an older program may have kept it
    with pytest.raises(Illegal, match="The match is over"):
        match.copy().answer("blue", agreed=True)


def test_an_ended_match_is_kept_as_ended(storage: Storage) -> None:
    written = begin(storage)
    written.match.play("aim Mill", "red")
    keep(storage, written)
    written.match.resign("red")
    keep(storage, written)
    nothing_goes_back(kept(storage).match)


def test_nobody_resigns_to_read_everything_and_plays_on(serve: Callable[..., Served], url: str) -> None:
    served = serve(url)
    opened = served.open(seed=None, red="me", blue="computer:random")
    red = opened["red"]
    red.order()
    red.post("resign")
    save = msgspec.json.decode(red.get("export.json").content, type=Save)
    assert save.secret
    served.stop()
    again = Seat(serve(url), red.token)
    for seat in (red, again)[1:]:
        problem(seat.post("propose", {"what": "takeback"}), 409, "over")
        problem(seat.post("undo"), 409, "cannot-undo")
        problem(seat.post("resign"), 409, "over")
        view = seat.view()
        assert view["outcome"]["cause"] == "resignation"
        assert view["orders"] == []


def test_a_copy_of_an_ended_match_has_a_secret_of_its_own(served: Served) -> None:
    opened = served.open(seed=None, red="me", blue="me")
    opened["red"].post("resign")
    before = opened["red"].view()["dice"]
    copy = opened["red"].post("fork", {"moment": 0}).json()
    dice = Seat(served, copy["seats"]["red"]).view()["dice"]
    assert dice["commitment"] != before["commitment"]
    assert dice["secret"] is None
