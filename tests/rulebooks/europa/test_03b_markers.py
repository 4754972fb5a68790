"""Section 3.B: markers."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.europa import BOOK, markers
from tests.rules import rule

CHARTS = BOOK.charts
MARKERS = CHARTS["markers"]


@rule("GE-3.B")
def test_a_marker_that_is_not_on_the_chart_is_rejected_and_a_repaired_hit_is_gone() -> None:
    markers.check_kinds(["hit", "collateral damage"], MARKERS)
    with pytest.raises(ValueError, match=r"there is no marker 'plague'; there are airfield, "):
        markers.check_kinds(["hit", "plague"], MARKERS)
    assert markers.repaired(["hit", "hit", "rail break"], "hit") == ("hit", "rail break")


@rule("GE-3.B.1")
@pytest.mark.parametrize("record", [{"capacity": 3}, {"kind": "wooden", "capacity": 3}, {"kind": "permanent"}])
def test_an_airfield_is_of_one_kind_and_has_a_capacity(record: dict[str, Any]) -> None:
    for kind in ("permanent", "strategic", "temporary"):
        markers.check_airfield("Tirana", {"kind": kind, "capacity": 1}, CHARTS["airfields"])
    with pytest.raises(ValueError, match=r"airfield Tirana (is of kind|has no capacity)"):
        markers.check_airfield("Tirana", record, CHARTS["airfields"])


@rule("GE-3.B.2.c")
def test_hits_make_part_of_an_installation_unusable() -> None:
    assert markers.usable_capacity(6, 0, 1, [], MARKERS) == 6
    assert markers.usable_capacity(6, 2, 1, ["hit"], MARKERS) == 4
    assert markers.usable_capacity(6, 9, 1, ["hit"], MARKERS) == 0
