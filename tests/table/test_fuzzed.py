"""The table is sent what its own description allows, and what it forbids; it breaks on neither and keeps its word."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import Case, GenerationMode

from tests.table.server import Opened, Served

CHANCE = Random(1)
UNCHECKED = list(HealthCheck)


@pytest.fixture(scope="module")
def table() -> Iterator[Served]:
    running = Served()
    yield running
    running.stop()


def operations(table: Served) -> Iterator[Any]:
    """Every route that the table describes."""
    described = schemathesis.openapi.from_url(f"http://127.0.0.1:{table.port}/api/docs/openapi.json")
    for found in described.get_all_operations():
        operation: Any = found
        yield operation.ok()


def send(case: Case[Any], opened: Opened) -> None:
    """Most of what is sent comes from someone who has a seat."""
    paths: dict[str, Any] = case.path_parameters or {}
    if "seat" in paths and CHANCE.random() < 0.9:
        paths["seat"] = CHANCE.choice([opened["red"].token, opened["blue"].token, opened.spectator.token])
    if "game" in paths and CHANCE.random() < 0.8:
        paths["game"] = CHANCE.choice(["skirmish", "westfront"])
    if "scenario" in paths and CHANCE.random() < 0.8:
        paths["scenario"] = CHANCE.choice(["ford", "husky"])
    answer = case.call()
    assert answer.status_code != 500, (case.as_curl_command(), answer.text)
    if answer.status_code >= 400 and case.method not in ("HEAD", "OPTIONS"):
        assert {"error", "text", "rule"} == set(answer.json()), answer.text
    checks = schemathesis.checks
    case.validate_response(
        answer,
        checks=[checks.not_a_server_error, checks.content_type_conformance, checks.response_schema_conformance],
    )


def fuzz(table: Served, examples: int, modes: list[GenerationMode], **options: Any) -> int:
    """Send so many requests to each route; returns how many routes there are."""
    routes = 0
    for operation in operations(table):
        opened = table.open()
        for mode in modes:
            with suppress(Unsatisfiable):  # a route that takes anything cannot be sent anything wrong
                fuzz_route(operation.as_strategy(generation_mode=mode), opened, examples, options)
        routes += 1
    return routes


def fuzz_route(cases: Any, opened: Opened, examples: int, options: dict[str, Any]) -> None:
    @settings(max_examples=examples, deadline=None, database=None, suppress_health_check=UNCHECKED, **options)
    @given(case=cases)
    def try_it(case: Case[Any]) -> None:
        send(case, opened)

    try_it()


MODES = [GenerationMode.POSITIVE, GenerationMode.NEGATIVE]


def test_the_table_keeps_its_promises(table: Served) -> None:
    assert fuzz(table, 3, MODES[:1], derandomize=True) > 25


@pytest.mark.long
def test_the_table_keeps_its_promises_at_length(table: Served) -> None:
    assert fuzz(table, 60, MODES) > 25
