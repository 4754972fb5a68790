"""Proposals: an answer means one and no other, and there are not too many of them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from grognard.engine.match import Match
from grognard.engine.orders import Illegal
from grognard.engine.proposals import Proposal
from tests.skirmish import until
from tests.table.server import Opened, Seat, Served, problem


def at_play() -> Match:
    return until("Movement")


def test_an_answer_to_a_takeback_agrees_to_no_draw() -> None:
    match = at_play()
    match.propose(Proposal("red", "takeback"))
    seen = match.view("blue")["proposal"]["name"]
    match.propose(Proposal("red", "draw"))
    with pytest.raises(Illegal, match="no longer what is proposed"):
        match.answer("blue", True, seen)
    assert match.outcome is None
    match.answer("blue", True, match.view("blue")["proposal"]["name"])
    assert match.outcome is not None


def test_every_correction_has_a_name_of_its_own() -> None:
    match = at_play()
    names = set()
    for index, value in ((0, 1), (0, 2), (1, 1)):
        match.propose(Proposal("red", "correct", "steps", index, value, "miscounted"))
        assert match.proposal is not None
        names.add(match.proposal.name)
    assert len(names) == 3


def test_nobody_proposes_over_the_other_sides_proposal() -> None:
    match = at_play()
    match.propose(Proposal("red", "draw"))
    with pytest.raises(Illegal, match="First answer what red has proposed"):
        match.propose(Proposal("blue", "draw"))
    assert match.proposal is not None
    assert match.proposal.side == "red"


def test_what_was_declined_is_not_asked_again_until_the_match_goes_on() -> None:
    match = at_play()
    match.propose(Proposal("red", "draw"))
    match.answer("blue", False)
    for _ in range(3):
        with pytest.raises(Illegal, match="has been proposed at this moment already"):
            match.propose(Proposal("red", "draw"))
    assert match.proposal is None
    side = min(match.waiting)
    match.play(match.orders(side)[0])
    match.propose(Proposal("red", "draw"))
    assert match.proposal is not None


def test_a_takeback_lapses_when_its_order_is_taken_back_without_it() -> None:
    match = at_play()
    side = min(match.waiting)
    quiet = next(order for order in match.orders(side) if _undone(match.copy(), str(order), side))
    match.play(quiet)
    match.propose(Proposal(side, "takeback"))
    match.undo(side)
    assert match.proposal is None


def _undone(match: Match, said: str, side: str) -> bool:
    """Whether an order could be taken back without asking."""
    match.play(said, side)
    return match.why_not_undo(side) is None


@pytest.fixture
def opened(serve: Callable[..., Served], url: str) -> Opened:
    return serve(url).open(seed=None, red="me", blue="friend")


def test_the_wire_names_what_is_answered(opened: Opened) -> None:
    red, blue = opened["red"], opened["blue"]
    red.post("propose", {"what": "takeback"})
    seen = blue.view()["proposal"]["name"]
    red.post("propose", {"what": "draw"})
    problem(blue.post("answer", {"proposal": seen, "agreed": True}), 409, "stale")
    problem(blue.post("answer", {"proposal": "", "agreed": True}), 409, "stale")
    problem(blue.post("answer", {"agreed": True}), 400, "bad-request")
    assert blue.view()["outcome"] is None
    problem(blue.post("propose", {"what": "draw"}), 409, "illegal")
    assert blue.answer(True).json()["view"]["outcome"]["cause"] == "agreement"


def test_a_proposal_bears_the_same_name_after_a_restart(serve: Callable[..., Served], url: str) -> None:
    first = serve(url)
    opened = first.open(seed=None, red="me", blue="friend")
    opened["red"].post("propose", {"what": "draw"})
    name = opened["blue"].view()["proposal"]["name"]
    first.stop()
    blue = Seat(serve(url), opened["blue"].token)
    assert blue.post("answer", {"proposal": name, "agreed": False}).status_code == 200


def test_proposals_do_not_rain(opened: Opened) -> None:
    """Whoever asks and asks is told so, and the other side is not called each time."""
    red, blue = opened["red"], opened["blue"]
    taken = 0
    with blue.live() as line:
        line.recv(5)
        for _ in range(30):
            for what in ("draw", "takeback"):
                taken += red.post("propose", {"what": what}).status_code == 200
        assert taken == 2
