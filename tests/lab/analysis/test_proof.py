"""The dice of a match are checked against its secret, and what was tampered with is found."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner, Result

import grognard
from grognard.commands.cli import app
from grognard.engine.dice import Throw
from grognard.engine.match import Match
from grognard.engine.saves import Save
from grognard.lab.analysis import proof
from grognard.lab.analysis.proof import Luck, chi_square_tail
from grognard.lab.checks import fuzz
from tests.skirmish import GAME


@pytest.fixture
def stored(tmp_path: Path) -> tuple[str, Match]:
    *_, (match, _) = fuzz.moments(GAME, "ford", 3, share=0)
    path = str(tmp_path / "match.json")
    match.save(path)
    return path, match


def run(*words: str) -> Result:
    done = CliRunner().invoke(app, ["verify", *words])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.output
    return done


def tamper(path: str, change: Callable[[Save], None]) -> None:
    save = msgspec.json.decode(Path(path).read_bytes(), type=Save)
    change(save)
    Path(path).write_bytes(msgspec.json.encode(save))


def test_an_honest_match_is_proven(stored: tuple[str, Match]) -> None:
    path, match = stored
    found = proof.check(path, match.commitment)
    assert found.good
    assert found.rolls == sum(1 for throw in match.throws if throw.sides) > 0
    assert found.shuffles == sum(1 for throw in match.throws if not throw.sides) > 0
    done = run(path)
    assert done.exit_code == 0
    assert f"Commitment: {match.commitment}" in done.output
    assert f"{found.rolls} rolls and {found.shuffles} shuffles" in done.output
    assert "All dice come from the secret." in done.output
    assert "chi-square" in done.output


def test_another_commitment_is_not_fulfilled(stored: tuple[str, Match]) -> None:
    done = run(stored[0], "--commitment", "0" * 64)
    assert done.exit_code == 1
    assert "not the one that was committed to" in done.output


def test_a_changed_face_is_found(stored: tuple[str, Match]) -> None:
    path, _ = stored

    def change(save: Save) -> None:
        last = max(index for index, throw in enumerate(save.throws) if throw.sides)
        throw = save.throws[last]
        face = throw.faces[0] % throw.sides + 1
        save.throws[last] = msgspec.structs.replace(throw, faces=(face, *throw.faces[1:]))

    tamper(path, change)
    done = run(path)
    assert done.exit_code == 1
    assert "is not what the secret gives" in done.output
    assert "All dice come" not in done.output


def test_a_call_that_is_answered_twice_is_found(stored: tuple[str, Match]) -> None:
    path, _ = stored

    def change(save: Save) -> None:
        one, two = _rolls(save)[:2]
        save.throws[two] = msgspec.structs.replace(
            save.throws[two], number=save.throws[one].number, faces=save.throws[one].faces
        )

    tamper(path, change)
    assert "has been answered twice" in run(path).output
    assert run(path).exit_code == 1


def _rolls(save: Save) -> list[int]:
    return [index for index, throw in enumerate(save.throws) if throw.sides]


@pytest.mark.parametrize(
    "throw", [Throw(0, (1,), 10**15, "battle"), Throw(0, (9,), 6, "battle"), Throw(0, (1, 1), 0), Throw(0, (), -3)]
)
def test_dice_that_cannot_be_are_found(stored: tuple[str, Match], throw: Throw) -> None:
    path, _ = stored
    tamper(path, lambda save: save.throws.append(throw))
    assert run(path).exit_code in (1, 2)


def test_another_secret_does_not_give_the_same_dice(stored: tuple[str, Match]) -> None:
    path, match = stored

    def change(save: Save) -> None:
        save.secret = "ab" * 32

    tamper(path, change)
    done = run(path, "--commitment", match.commitment)
    assert done.exit_code == 1
    assert "is not what the secret gives" in done.output


def test_the_secret_is_not_revealed_before_the_end(tmp_path: Path) -> None:
    match = grognard.new("skirmish", "ford", seed=5)
    path = str(tmp_path / "match.json")
    match.save(path)
    done = run(path)
    assert done.exit_code == 2
    assert "not revealed before the end" in done.output
    assert match.commitment in done.output
    assert match.secret.hex() not in done.output


def test_calls_that_were_taken_back_are_told(stored: tuple[str, Match]) -> None:
    def change(save: Save) -> None:
        save.thrown += 2

    tamper(stored[0], change)
    assert "2 more were answered and taken back" in run(stored[0]).output


def test_faces_are_counted_for_the_side_that_rolls(tmp_path: Path) -> None:
    *_, (match, _) = fuzz.moments(grognard.games()["westfront"], "husky", 8, share=0)
    path = str(tmp_path / "husky.json")
    match.save(path)
    found = proof.check(path)
    counted = sum(luck.dice for luck in found.luck)
    assert counted == sum(len(throw.faces) for throw in match.throws if throw.sides)
    assert {luck.side for luck in found.luck} <= set(match.sides)


# Luck


def test_chi_square_agrees_with_the_tables() -> None:
    assert chi_square_tail(3.841, 1) == pytest.approx(0.05, abs=1e-4)
    assert chi_square_tail(9.488, 4) == pytest.approx(0.05, abs=1e-4)
    assert chi_square_tail(11.070, 5) == pytest.approx(0.05, abs=1e-4)
    assert chi_square_tail(15.086, 5) == pytest.approx(0.01, abs=1e-4)
    assert chi_square_tail(0, 5) == 1
    assert chi_square_tail(1000, 5) < 1e-100


def test_even_and_uneven_dice_are_told_apart() -> None:
    even, loaded = Luck("red", 6), Luck("blue", 6)
    even.faces.update(dict.fromkeys(range(1, 7), 20))
    loaded.faces.update({6: 120})
    assert even.chi_square == 0
    assert even.mean == 3.5
    assert even.chance == 1
    assert loaded.chi_square == pytest.approx(600)
    assert loaded.chance < 1e-9
    assert Luck("red", 6).is_few
    assert not loaded.is_few
