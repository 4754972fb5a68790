"""Charts of one's own that mean no good: numbers without measure, and files that are slow to read."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import grognard
from grognard.commands.cli import app
from grognard.engine import corrections
from grognard.engine.agenda import Runaway
from grognard.engine.dice import secret_of
from grognard.engine.files import DataError
from grognard.engine.match import Match
from tests.hostile.visitors import waits
from tests.table.server import Served, problem

SEA = '[charts.seas."Atlantic Ocean"]\ninterdiction = '
BODY = 62_000
WITH_CHARTS = [key for key, game in grognard.games().items() if game.chart_groups()]

SLOW = {
    "names in a name": "charts." + ".".join("a" * (BODY // 2)) + " = 1",
    "tables in tables": "charts = " + "{a = " * (BODY // 5),
    "lists in lists": "charts = " + "[" * BODY,
    "deep keys below a deep table": f"[{'.'.join('a' * 200)}]\n" + f"{'.'.join('a' * 200)}\n" * 150,
    "strings without end": '\\"""\n' * (BODY // 10),
    "numbers without end": "charts = 1" + "0" * BODY,
}  # fmt: skip


def wanted(charts: object) -> dict[str, Any]:
    seats = {"allied": "me", "axis": "me"}
    return {"game": "westfront", "scenario": "husky", "seats": seats, "options": {"charts": charts}}


def own(text: str) -> str:
    return f'game = "westfront"\n\n{text}\n'


# Bounds


@pytest.mark.parametrize("number", ["1000000000", "0x" + "f" * 5000, "-1", "10000000000000000000000"])
def test_a_number_without_measure_is_refused_with_a_sentence(served: Served, number: str) -> None:
    answer = served.http.post("/api/matches", json=wanted(own(SEA + number)))
    found = problem(answer, 400, "bad-request")
    assert "charts.seas.Atlantic Ocean.interdiction" in found["text"]
    assert len(found["text"]) < 400
    data = {"charts": {"seas": {"Atlantic Ocean": {"interdiction": 10**9}}}}
    found = problem(served.http.post("/api/matches", json=wanted(data)), 400, "bad-request")
    assert "write a number from 0 to 12" in found["text"]


def test_the_command_line_refuses_it_as_well(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(own(SEA + "1000000000"))
    out = CliRunner().invoke(app, ["charts", "check", str(file)])
    assert out.exit_code
    assert "interdiction is 1000000000; write a number from 0 to 12" in " ".join(out.output.split())


def test_a_number_within_bounds_is_taken(served: Served) -> None:
    assert served.http.post("/api/matches", json=wanted(own(SEA + "12"))).status_code == 201


@pytest.mark.parametrize(
    "entry",
    [
        '[charts.hq_costs]\naxis_surcharges = [{from = "1943-12", step = 9999, cadre = 1, reason = "", rule = ""}]',
        "[charts.firepower]\nSF = [" + "6, " * 500 + "]",
        "[charts.firepower]\nSF = [600]",
        "[charts.declaration_of_war.per_neutral_unit]\ns43 = nan",
        "[charts.declaration_of_war.per_neutral_unit]\ns43 = -inf",
        f'[charts.ore_route]\nplace = "{"x" * 5000}"',
        "[charts.rail]\nhexes_per_move = 0",
        "[charts.terrain.clear]\nstacking = 0",
    ],
)
def test_lists_words_and_declared_bounds_are_held_to(entry: str) -> None:
    with pytest.raises(DataError) as found:
        corrections.read(own(entry), "own.toml", "westfront", grognard.games()["westfront"].chart_groups())
    assert len(str(found.value)) < 600


@pytest.mark.parametrize("key", WITH_CHARTS)
def test_every_number_of_ours_has_bounds_and_keeps_them(key: str) -> None:
    for group in grognard.games()[key].chart_groups().values():
        for path, ours in corrections.entries(group):
            low, high = group.bounds(path, ours)
            numbers = list(corrections.numbers(ours))
            assert all(low <= number <= high for number in numbers), path
            assert high <= 1000, path


@pytest.mark.long
@pytest.mark.parametrize("key", WITH_CHARTS)
def test_no_numbers_within_bounds_run_away(key: str) -> None:
    """Many at once, each as low or as high as it may be: a match can be set up, played and looked at."""
    game = grognard.games()[key]
    for seed in range(12):
        rng = random.Random(seed)
        charts = {name: extremes(group, rng) for name, group in game.chart_groups().items()}
        scenario = rng.choice(list(game.scenarios()))
        match = Match(game, scenario, {"charts": charts}, secret=secret_of(seed))
        until = time.monotonic() + 4
        while match.waiting and time.monotonic() < until:
            began = time.perf_counter()
            try:
                match.play(rng.choice(match.orders(min(match.waiting))))
            except Runaway as error:
                pytest.fail(f"{error} (seed {seed})")
            assert time.perf_counter() - began < 5, seed
        match.view(match.sides[0])


def extremes(group: corrections.ChartGroup, rng: random.Random) -> dict[str, Any]:
    """A fifth of a group's whole numbers, each at one of its bounds."""
    found: dict[str, Any] = {}
    for path, ours in corrections.entries(group):
        if type(ours) is not int or rng.random() > 0.2:
            continue
        table = found
        for name in path[:-1]:
            table = table.setdefault(name, {})
        table[path[-1]] = int(rng.choice(group.bounds(path, ours)))
    return found


# Files that are slow to read


@pytest.mark.parametrize("charts", SLOW.values(), ids=SLOW.keys())
def test_no_file_is_slow_to_read(charts: str) -> None:
    text = own(charts)
    assert len(text) <= 64 * 1024
    began = time.perf_counter()
    with pytest.raises(DataError):
        corrections.read(text, "own.toml", "westfront", grognard.games()["westfront"].chart_groups())
    assert time.perf_counter() - began < 1


def test_nobody_waits_while_charts_are_read(served: Served) -> None:
    seat = served.open()["red"]
    seat.view()
    with waits(seat) as others:
        for charts in SLOW.values():
            problem(served.http.post("/api/matches", json=wanted(own(charts))), 400, "bad-request")
    assert others.longest < 1


# Bodies


def nested(depth: int) -> str:
    return '{"a": ' * depth + "1" + "}" * depth


@pytest.mark.parametrize(
    "charts", [nested(17), nested(900), nested(9000), "[" * 60_000, "[" + "0," * 30_000 + "0]"], ids=len
)
def test_a_body_is_bounded_in_depth_and_parts(served: Served, charts: str) -> None:
    body = '{"game": "westfront", "scenario": "husky", "seats": {}, "options": {"charts": ' + charts + "}}"
    began = time.perf_counter()
    answer = served.http.post("/api/matches", content=body, headers={"Content-Type": "application/json"})
    found = problem(answer, 400, "bad-request")
    assert "Nothing that is meant" in found["text"]
    assert time.perf_counter() - began < 1


def test_what_only_looks_deep_is_taken(served: Served) -> None:
    red = served.open()["red"]
    body: Mapping[str, str] = {"number": "0", "say": '[{"' * 100 + ':,\\"' * 50}
    problem(red.post("orders", body), 400, "unknown-order")
