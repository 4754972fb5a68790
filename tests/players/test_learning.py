"""Learning: least squares finds what is there, numbers move towards what helps, and all of it can be repeated."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from grognard.engine.files import read_toml
from grognard.players.westfront.husky import judge, learning


def test_least_squares_finds_the_weights_that_made_the_answers() -> None:
    rng = Random(1)
    rows = [(row, 2.0 * row[0] - 3.0 * row[1]) for row in ([rng.random(), rng.random()] for _ in range(50))]
    assert learning.fit(rows, 1e-9) == pytest.approx([2.0, -3.0])


def test_numbers_move_towards_what_helped_their_side_and_never_by_more_than_one_shift() -> None:
    now = [{"go": 0.0, "guard": 0.5}, {"go": 0.0, "guard": 0.5}]
    rng = Random(2)
    shifts = [[1.0, *(rng.gauss(0, 1) for _ in range(4))] for _ in range(4000)]
    allied, axis = learning.better(now, [(row, 3.0 * row[1] + 0.02 * row[4]) for row in shifts])
    assert allied["go"] == pytest.approx(learning.size("go"))
    assert 0.5 - learning.size("guard") < axis["guard"] < 0.5
    assert abs(allied["guard"] - 0.5) < 0.02


def test_a_match_to_learn_from_can_be_played_again() -> None:
    now = [judge.numbers_file()[side] for side in ("allied", "axis")]
    assert learning.shifted(now, 3) == learning.shifted(now, 3)
    assert learning.samples(3) == learning.samples(3)


def test_what_was_learned_is_written_and_read_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy = tmp_path / "numbers.toml"
    copy.write_bytes(learning.FILE.read_bytes())
    monkeypatch.setattr(learning, "FILE", copy)
    learning.write({**judge.numbers_file(), "spread": {"000": 1.25}})
    again = read_toml(copy).data
    assert again["spread"] == {"000": 1.25}
    assert again["script"] == judge.numbers_file()["script"]
    assert copy.read_text(encoding="utf-8").startswith(learning.FILE.read_text(encoding="utf-8").splitlines()[0])
