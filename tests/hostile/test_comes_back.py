"""A match that comes back: from its last handover, as it was to the letter, with all that can be looked back to."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec import structs

import grognard
from grognard.engine import past, saves
from grognard.engine.match import CannotUndo, Match
from grognard.engine.proposals import Entry, Proposal
from grognard.games import find
from grognard.table import journal
from grognard.table.journal import APART, Journal
from grognard.table.storage import Kept, Storage
from tests.skirmish import GAME, everything, new, until

GAMES = [("skirmish", "ford"), ("westfront", "husky"), ("2ww", "war")]
ORDERS, LOOK = 90, 15


def begun(storage: Storage, match: Match, id: str = "m") -> Journal:
    written = Journal(match, id)
    change = written.change()
    assert change is not None
    storage.add_match(journal.begun(match, id, dict.fromkeys(match.sides, "me")), [], change)
    written.wrote()
    return written


def keep(storage: Storage, written: Journal) -> None:
    change = written.change()
    if change is not None:
        storage.save(change)
        written.wrote()


def rows(storage: Storage, id: str = "m") -> Kept:
    found = storage.match(id)
    assert found is not None
    return found


@pytest.fixture
def replayed(monkeypatch: pytest.MonkeyPatch) -> list[Entry]:
    """The entries that are played again from here on."""
    found: list[Entry] = []
    replay = saves.replay

    def noted(match: Match, entry: Entry) -> None:
        found.append(entry)
        replay(match, entry)

    monkeypatch.setattr(saves, "replay", noted)
    return found


def lively(match: Match, seed: int) -> Iterator[int]:
    """Orders by chance, some of them taken back, with or without consent."""
    choose = Random(seed)
    for number in range(ORDERS):
        if match.outcome is not None:
            return
        side = choose.choice(sorted(match.waiting))
        what = choose.random()
        try:
            if what < 0.08:
                match.undo(side)
            elif what < 0.14:
                other = next(each for each in match.sides if each != side)
                match.propose(Proposal(side, "takeback"))
                match.answer(other, choose.random() < 0.7)
            else:
                orders = list(match.orders(side))
                active = [each for each in orders if type(each).__name__ != "Pass"]
                match.play(choose.choice(active if active and choose.random() < 0.9 else orders))
        except CannotUndo:
            continue
        yield number


def all_moments(match: Match) -> dict[tuple[str | None, int], Any]:
    """The match as it was at some moments, as each side sees it."""
    found = {}
    for side in (*match.sides, None):
        for moment in past.ends(match, side)[::7]:
            found[side, moment] = past.at(match, side, moment).view(side)
    return found


@pytest.mark.parametrize(("game", "scenario"), GAMES)
def test_it_is_as_it_was(storage: Storage, replayed: list[Entry], game: str, scenario: str) -> None:
    match = new(5) if game == GAME.key else grognard.new(game, scenario, seed=5)
    written = begun(storage, match)
    for number in lively(match, 5):
        keep(storage, written)
        if number % LOOK == 0:
            replayed.clear()
            again = journal.restored(rows(storage), find).match
            assert match.handover is not None
            assert len(replayed) == len(match.record) - match.handover[0], "from the last handover on"
            assert everything(again) == everything(match)
    assert all_moments(journal.restored(rows(storage), find).match) == all_moments(match)


@pytest.mark.parametrize("game", ["skirmish", "2ww"])
def test_it_goes_on_from_there(storage: Storage, game: str) -> None:
    """Two tables, one of which is closed after every order, come to the same."""
    match = new(6) if game == GAME.key else grognard.new("2ww", "war", seed=6)
    written, choose = begun(storage, match), Random(6)
    begun(storage, match.copy(), "other")
    for _ in range(ORDERS // 2):
        if match.outcome is not None:
            break
        order = choose.choice(match.orders(min(match.waiting)))
        match.play(order)
        keep(storage, written)
        other = journal.restored(rows(storage, "other"), find)
        other.match.play(str(order), order.side)
        keep(storage, other)
    assert everything(journal.restored(rows(storage, "other"), find).match) == everything(match)


def test_a_copy_that_began_in_the_middle_comes_back(storage: Storage) -> None:
    match = until("Movement", seed=4)
    copy = past.fork(match, "red", len(match.log("red")), b"7" * 32, None)
    written, choose = begun(storage, copy), Random(3)
    for _ in range(12):
        copy.play(choose.choice(copy.orders(min(copy.waiting))))
        keep(storage, written)
    assert everything(journal.restored(rows(storage), find).match) == everything(copy)


def test_checkpoints_are_few(storage: Storage) -> None:
    """The last handover, and of the others one in so many orders."""
    match, choose = grognard.new("2ww", "war", seed=5), Random(5)
    written = begun(storage, match)
    for _ in range(3 * APART):
        orders = match.orders(min(match.waiting))
        active = [each for each in orders if type(each).__name__ != "Pass"]
        match.play(choose.choice(active or orders))
        keep(storage, written)
    found = [each.entries for each in rows(storage).checkpoints]
    assert match.handover is not None
    assert found[-1] == match.handover[0]
    assert all(after - before >= APART for before, after in pairwise(found[:-1]))
    assert 3 <= len(found) <= 6


@pytest.mark.parametrize(
    "damage",
    [
        {"checkpoints": []},
        {"events": []},
        {"events": [b'{"what":7}']},
        {"row": "version"},
        {"checkpoint": b"{"},
        {"checkpoint": b'{"facts":{}}'},
        {"marks": False},
    ],
)  # fmt: skip
def test_what_is_lost_is_played_through_again(storage: Storage, damage: dict[str, Any]) -> None:
    """Rows that do not fit each other, or that an older program has written: the orders and dice are enough."""
    match = until("Movement", seed=4)
    begun(storage, match)
    found = rows(storage)
    if "checkpoint" in damage:
        last = found.checkpoints[-1]
        found.checkpoints[-1] = structs.replace(last, state=damage["checkpoint"])
    elif "marks" in damage:
        plain = [msgspec.json.decode(row) for row in found.record]
        found.record = [msgspec.json.encode({"side": row["side"], "say": row["say"]}) for row in plain]
    elif "row" in damage:
        found.row.version = "0"
    else:
        found = structs.replace(found, **damage)
    again = journal.restored(found, find)
    assert everything(again.match) == everything(match)
    again.match.play(again.match.orders("red")[0])
    keep(storage, again)
    assert rows(storage).row.version == GAME.version
    assert everything(journal.restored(rows(storage), find).match) == everything(again.match)
