"""Pairings are played both ways round, counted from the first player's chair, and kept if one asks for it."""

from __future__ import annotations

from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from grognard.lab.analysis import arena
from grognard.lab.analysis.arena import compare, paired, table
from grognard.lab.analysis.simulate import NOBODY, Job, Result, play_all


def result(job: Job, winner: str, lead: int, **slowest: float) -> Result:
    return Result(job, winner, "points", {"lead": lead}, 10, slowest)


def test_every_seed_is_played_both_ways() -> None:
    jobs = paired("westfront", "husky", "1", "random", 4, seed=7)
    assert [job.seed for job in jobs] == [7, 7, 8, 8]
    assert [dict(job.players)["allied"] for job in jobs] == ["1", "random", "1", "random"]
    assert [job.seed for job in paired("westfront", "husky", "1", "1", 3)] == [1, 2, 3]


def test_wins_leads_and_time_are_those_of_the_first_player() -> None:
    jobs = paired("westfront", "husky", "2", "1", 4)
    results = [
        result(jobs[0], "allied", 3, allied=1.5, axis=0.1),
        result(jobs[1], "axis", -5, allied=0.2, axis=1.0),
        result(jobs[2], NOBODY, 0, allied=0.5, axis=9.0),
        result(jobs[3], "allied", 4, allied=9.0, axis=0.5),
    ]
    whole, pairs, allied, axis = compare(results, "2", "1")
    assert (whole.share.count, whole.share.of, whole.lead, whole.seconds) == (2.5, 4, 1.0, 1.5)
    assert (allied.share.count, allied.lead, allied.seconds) == (1.5, 1.5, 1.5)
    assert (axis.share.count, axis.lead, axis.seconds) == (1.0, 0.5, 1.0)
    assert (pairs.share.count, pairs.share.of, pairs.lead) == (1.0, 2, 2.0)
    assert whole.share.low < 0.625 < whole.share.high
    row = table([(whole, 0.6)]).splitlines()[-1]
    assert row == "| 2 against 1 | 60% | 4 | 62.5% | 21.9% to 90.8% | +1.0 | 1.50 s |"


def test_a_player_against_itself_is_seen_from_the_first_side() -> None:
    jobs = paired("westfront", "husky", "1", "1", 2)
    lines = compare([result(jobs[0], "axis", -2), result(jobs[1], "allied", 4)], "1", "1")
    assert [(line.share.count, line.share.of, line.lead) for line in lines] == [(1.0, 2, 1.0)]


@pytest.fixture
def app() -> typer.Typer:
    found = typer.Typer()
    found.command()(arena.main)
    return found


def test_a_measurement_goes_on_from_what_was_kept(app: typer.Typer, tmp_path: Path) -> None:
    keep = tmp_path / "results.jsonl"
    words = ["--only", "script:random", "--jobs", "1", "--keep", str(keep)]
    first = CliRunner().invoke(app, [*words, "--matches", "2"])
    assert first.exit_code == 0, first.output
    assert len(keep.read_text().splitlines()) == 2
    second = CliRunner().invoke(app, [*words, "--matches", "4"])
    assert len(keep.read_text().splitlines()) == 4
    assert "| script against random |  | 4 |" in second.output
    assert CliRunner().invoke(app, [*words, "--matches", "4"]).output == second.output


def test_a_match_that_breaks_stops_the_measurement(monkeypatch: pytest.MonkeyPatch) -> None:
    jobs = paired("westfront", "husky", "random", "random", 1)
    broken = play_all([Job("westfront", "nowhere", 1, jobs[0].players)], 1, lambda result: None)[0]
    with pytest.raises(RuntimeError, match="nowhere"):
        arena._noting(None, lambda: None)(broken)
