"""One interface, one suite, two databases."""

from __future__ import annotations

import pytest
from msgspec import structs

from grognard.engine.proposals import Proposal
from grognard.games import find
from grognard.table import journal
from grognard.table.journal import Journal
from grognard.table.storage import Change, Kept, NoteRow, SeatRow, Storage, StorageError, Tail, open_storage
from tests.skirmish import everything, moments, new, until


def kept(storage: Storage, id: str = "m") -> Journal:
    return journal.restored(rows(storage, id), find)


def rows(storage: Storage, id: str = "m") -> Kept:
    found = storage.match(id)
    assert found is not None
    return found


def begin(storage: Storage, id: str = "m", seed: int = 1) -> Journal:
    match = new(seed)
    written = Journal(match, id)
    change = written.change()
    assert change is not None
    seats = [SeatRow(f"{id} red", id, "red"), SeatRow(f"{id} blue", id, "blue"), SeatRow(f"{id} eyes", id, None)]
    storage.add_match(journal.begun(match, id, {"red": "me", "blue": "computer:random"}), seats, change)
    written.wrote()
    return written


def keep(storage: Storage, written: Journal) -> None:
    change = written.change()
    assert change is not None
    storage.save(change)
    written.wrote()


def test_a_match_comes_back_as_it_was_after_every_order(storage: Storage) -> None:
    written = begin(storage)
    for number, match in enumerate(moments(3, written.match)):
        if number:
            keep(storage, written)
        if number % 7 == 0 or match.outcome:
            assert everything(kept(storage).match) == everything(match)
    assert written.match.outcome is not None
    assert storage.unfinished() == []


def test_the_events_are_kept_with_the_orders(storage: Storage) -> None:
    written = begin(storage)
    for _ in moments(3, written.match):
        if written.change():
            keep(storage, written)
    assert len(rows(storage).events) == len(written.match.history) > 20


def test_what_is_taken_back_is_gone(storage: Storage) -> None:
    written = begin(storage)
    match = written.match
    match.play("aim Mill", "red")
    keep(storage, written)
    match.undo("red")
    keep(storage, written)
    assert kept(storage).match.record == []
    match.play("aim Ford", "red")
    keep(storage, written)
    assert everything(kept(storage).match) == everything(match)


def test_an_order_taken_back_by_consent_leaves_its_dice_spent(storage: Storage) -> None:
    match = until("Ambushed")
    written = Journal(match, "m")
    change = written.change()
    assert change is not None
    storage.add_match(journal.begun(match, "m", {"red": "me", "blue": "me"}), [], change)
    written.wrote()
    last = match.record[-1].side
    other = next(side for side in match.sides if side != last)
    match.propose(Proposal(last, "takeback"))
    keep(storage, written)
    assert kept(storage).match.proposal == match.proposal
    match.answer(other, True)
    keep(storage, written)
    assert everything(kept(storage).match) == everything(match)


def test_standing_answers_are_kept(storage: Storage) -> None:
    written = begin(storage)
    written.match.stand("red", "Ambushed", "pass")
    keep(storage, written)
    assert kept(storage).match.standing["red"] == {"Ambushed": "pass"}


def test_nothing_new_is_nothing_to_write(storage: Storage) -> None:
    assert begin(storage).change() is None
    assert kept(storage).change() is None


def test_a_restored_match_goes_on(storage: Storage) -> None:
    written = begin(storage)
    written.match.play("aim Mill", "red")
    keep(storage, written)
    again = kept(storage)
    again.match.play("aim Ford", "blue")
    keep(storage, again)
    written.match.play("aim Ford", "blue")
    assert everything(kept(storage).match) == everything(written.match)


def test_a_match_that_comes_out_otherwise_is_written_afresh(storage: Storage) -> None:
    """As after a change of rules: what stood there does not get in the way."""
    written = begin(storage)
    written.match.play("aim Mill", "red")
    keep(storage, written)
    found = rows(storage)
    other = journal.restored(structs.replace(found, events=[*found.events, b'{"what":"luck"}']), find)
    assert other.change() is not None
    other.match.play("aim Ford", "blue")
    keep(storage, other)
    assert len(rows(storage).events) == len(other.match.history)
    assert everything(kept(storage).match) == everything(other.match)


def test_an_order_is_written_whole_or_not_at_all(storage: Storage) -> None:
    begin(storage)
    one, none = Tail(0, [b"{}"]), Tail(0, [])
    storage.save(Change("m", 1, 0, b"{}", b"null", b"[]", False, none, none, one, "1", 0))
    with pytest.raises(StorageError):  # an event of that number is there already; the order itself went in before it
        storage.save(Change("m", 2, 0, b"{}", b"null", b"[]", False, one, none, one, "1", 0))
    found = storage.match("m")
    assert found is not None
    assert (found.record, found.row.number) == ([], 1)


def test_seats_are_found_by_their_key(storage: Storage) -> None:
    begin(storage)
    assert storage.seat("m red") == SeatRow("m red", "m", "red")
    assert storage.seat("m eyes") == SeatRow("m eyes", "m", None)
    assert storage.seat("m green") is None
    storage.seen("m red", 12)
    found = storage.seat("m red")
    assert found is not None
    assert found.seen == 12


def test_notes_are_a_seats_own(storage: Storage) -> None:
    begin(storage)
    assert storage.note("m red", NoteRow("b7", "", "the tanks?"), limit=2, letters=100)
    assert storage.note("m red", NoteRow("b7", "", "the täñks!"), limit=2, letters=100)
    assert storage.note("m red", NoteRow("", "Mill", "wait here"), limit=2, letters=100)
    assert not storage.note("m red", NoteRow("", "Ford", "one too many"), limit=2, letters=100)
    assert storage.notes("m red") == [NoteRow("", "Mill", "wait here"), NoteRow("b7", "", "the täñks!")]
    assert storage.notes("m blue") == []
    assert storage.note("m red", NoteRow("b7", "", ""), limit=2, letters=100)
    assert storage.notes("m red") == [NoteRow("", "Mill", "wait here")]


def test_unfinished_matches_are_listed(storage: Storage) -> None:
    begin(storage, "a")
    other = begin(storage, "b")
    other.match.resign("red")
    keep(storage, other)
    assert [row.id for row in storage.unfinished()] == ["a"]
    assert journal.players_of(storage.unfinished()[0]) == {"red": "me", "blue": "computer:random"}


def test_everything_is_there_when_it_is_opened_again(url: str) -> None:
    storage = open_storage(url)
    written = begin(storage)
    written.match.play("aim Mill", "red")
    keep(storage, written)
    storage.close()
    again = open_storage(url)
    assert everything(kept(again).match) == everything(written.match)
    again.close()


def test_a_storage_belongs_to_one_server(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grognard.table.storage.postgres.PATIENCE", 0.1)
    first = open_storage(url)
    with pytest.raises(StorageError, match="another table"):
        open_storage(url)
    first.close()
    open_storage(url).close()


def test_the_tables_of_a_younger_program_are_not_touched(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as younger:
        younger.setattr("grognard.table.storage.sql.VERSION", 99)
        open_storage(url).close()
    with pytest.raises(StorageError, match="update grognard"):
        open_storage(url)


def test_a_change_is_refused_for_a_match_that_is_not_there(storage: Storage) -> None:
    tail = Tail(0, [b"{}"])
    lost = Change("nobody", 1, 0, b"{}", b"null", b"[]", False, tail, tail, tail, "1", 0)
    with pytest.raises(StorageError):
        storage.save(lost)


def test_what_is_no_database_says_so() -> None:
    with pytest.raises(StorageError, match="name another file"):
        open_storage("/dev/null/table.sqlite3")
    with pytest.raises(StorageError, match="cannot be reached"):
        open_storage("postgresql://nobody@/nothing?host=/nonexistent")
