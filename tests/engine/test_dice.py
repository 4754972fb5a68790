"""Dice: fair, repeatable, provable; scripted ones are used up."""

from __future__ import annotations

import hashlib
from collections import Counter

import pytest
from msgspec import structs

from grognard.engine.dice import RecordedDice, ScriptedDice, SecretDice, Throw, WrongDice, commitment, secret_of
from grognard.engine.events import Deal, Roll
from grognard.engine.history import Packed
from tests.skirmish import moments, new

DIE = Roll("test", "SK-6.5", 1)


def chi_square(counts: Counter[int], kinds: int) -> float:
    expected = sum(counts.values()) / kinds
    return sum((counts[kind] - expected) ** 2 / expected for kind in counts) + expected * (kinds - len(counts))


@pytest.mark.parametrize("sides", [2, 6, 10, 100])
def test_faces_are_uniform(sides: int) -> None:
    dice = SecretDice(secret_of(1943))
    faces = Counter(face for number in range(300) for face in dice.throw(Roll("test", "", 20, sides), number))
    assert set(faces) <= set(range(1, sides + 1))
    # Within five standard deviations of what chi-square has with so many degrees of freedom.
    assert chi_square(faces, sides) < sides - 1 + 5 * (2 * (sides - 1)) ** 0.5


def test_shuffles_are_uniform() -> None:
    dice = SecretDice(secret_of(1944))
    orders = Counter(dice.throw(Deal(4), number) for number in range(4800))
    assert len(orders) == 24
    assert chi_square(Counter(dict(enumerate(orders.values()))), 24) < 23 + 5 * 46**0.5


def test_a_large_pack_can_be_dealt() -> None:
    assert sorted(SecretDice(secret_of(1)).throw(Deal(1000), 0)) == list(range(1000))


def test_a_call_always_gets_the_same_faces_and_another_call_others() -> None:
    dice, again = SecretDice(secret_of(7)), SecretDice(secret_of(7))
    many = Roll("test", "", 20)
    assert dice.throw(many, 3) == again.throw(many, 3)
    assert dice.throw(many, 3) != dice.throw(many, 4)
    assert dice.throw(many, 3) != SecretDice(secret_of(8)).throw(many, 3)


def test_the_commitment_fixes_the_secret_without_telling_it() -> None:
    match = new(seed=5)
    assert match.commitment == commitment(match.secret) == hashlib.sha256(match.secret).hexdigest()
    assert match.secret.hex() not in match.commitment


def test_without_a_seed_the_secret_is_fresh() -> None:
    assert secret_of(None) != secret_of(None)
    assert len(secret_of(None)) == len(secret_of(1)) == 32


def test_whoever_knows_the_secret_can_check_every_face() -> None:
    *_, match = moments(3)
    again = new(3)
    for entry in match.record:
        again.play(entry.say, entry.side)
    assert again.throws == match.throws
    assert [throw.number for throw in match.throws] == list(range(len(match.throws)))


def test_recorded_dice_come_back_and_then_the_match_goes_on_with_its_own() -> None:
    record = [Throw(0, (2,), 6, "test", 0), Throw(1, (5,), 6, "test", 0)]
    dice = RecordedDice(record, ScriptedDice([6]), fresh=9)
    assert [dice.recall(DIE, 0) for _ in range(3)] == [*record, Throw(9, (6,), 6, "test", 0)]


def test_a_roll_more_or_less_does_not_shift_the_rest() -> None:
    record = [Throw(0, (2,), 6, "gone", 0), Throw(1, (5,), 6, "test", 0), Throw(2, (4,), 6, "test", 1)]
    dice = RecordedDice(record, ScriptedDice([6]), fresh=9)
    assert dice.recall(Roll("new", "SK-6.5", 1), 0).faces == (6,)
    assert dice.recall(DIE, 0).faces == (5,)
    assert dice.recall(DIE, 1).faces == (4,)


@pytest.mark.parametrize("faces", [[0], [7], [1, 2], []])
def test_faces_that_do_not_fit_the_call_are_refused(faces: list[int]) -> None:
    with pytest.raises(WrongDice, match="takes 1 dice of 6 sides"):
        ScriptedDice(faces).throw(DIE, 0)


def test_a_record_that_no_dice_can_show_is_unsound() -> None:
    assert Throw(0, (2, 0, 1)).is_sound
    assert not Throw(0, (0, 0, 1)).is_sound
    assert not Throw(0, (7,), 6).is_sound


def test_forged_faces_are_found_when_the_secret_is_known() -> None:
    *_, match = moments(3)
    assert match.unproven() == []
    assert match.revealed_secret == match.secret.hex()
    roll = next(index for index, throw in enumerate(match.throws) if throw.sides)
    honest = match.throws[roll]
    forged = structs.replace(honest, faces=tuple(face % 6 + 1 for face in honest.faces))
    match.throws = Packed(Throw, [forged if throw is honest else throw for throw in match.throws])
    assert match.unproven() == [honest.number]
    assert new(3).revealed_secret is None


def test_scripted_dice_fail_when_one_is_missing_or_left_over() -> None:
    dice = ScriptedDice([4])
    with pytest.raises(WrongDice, match="1 rolls left over"):
        dice.finish()
    dice.throw(DIE, 0)
    dice.finish()
    with pytest.raises(WrongDice, match=r"no dice left for test \(1 dice, SK-6.5\)"):
        dice.throw(DIE, 1)


def test_scripted_shuffles_leave_things_as_they_are() -> None:
    assert ScriptedDice().throw(Deal(3), 0) == (0, 1, 2)
