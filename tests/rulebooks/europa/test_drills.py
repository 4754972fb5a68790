"""The drills: small positions in which the rules that no title uses yet can be tried."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.engine.files import read_toml
from grognard.games.europa import BOOK, drills

DRILLS = {drill.key: drill for drill in BOOK.drills()}
ROWS: list[dict[str, Any]] = read_toml(BOOK.folder / "drills.toml").data["drill"]

ANSWERS = {
    "wheels": "combat/motorized", "eight-points": "semi-motorized", "non-cm": "1", "abilities": "2",
    "heavy-equipment": "no", "reserve": "no", "transport-counter": "1 1/2", "german-division": "2",
    "italian-division": "2", "norwegian-brigade": "2", "cavalry-by-rail": "12", "disrupted": "3", "cadre-by-air": "2",
    "eliminated": "1", "assault": "4", "landing": "2", "assault-vehicles": "1", "river": "3", "engineers-count": "2",
    "armor-in-mountains": "1 1/2", "exchange": "6", "garrison-armor": "2", "garrison-motorized": "3",
    "garrison-nationality": "1", "garrison-special": "2",
    "captured-port": "not at all", "bridge-damage": "in part", "destroyed-bridge": "not at all",
    "airbase-collateral": "2", "temporary-damage": "temporary damage", "demolition": "1", "depot": "3",
    "entrained": "0", "forts": "fortified hexside", "entrenchments": "entrenchment, improved entrenchment",
    "interdiction": "2", "isolation": "3rd", "mines": "2", "plus-mp": "-2", "supply-status": "U0", "sides": "no",
    "half-of-seven": "3 1/2", "halved-twice": "1/4", "no-saving": "1", "table-order": "3", "deficit": "3",
    "deficit-first": "1", "elimination": "nothing",
    "pocket": "the Axis", "pocket-city": "the Allies", "city-in-zone": "the Allies", "partial-zone": "the Allies",
    "undisputed": "no", "chosen-roll": "yes", "changing-sides": "no", "one-re-each": "yard", "captor-res": "1",
    "standard-port": "F*", "disaster": "9", "failure": "0", "success": "yes", "great-success": "none",
    "exploitation": "F", "engineers-defend": "-2", "airborne-surprise": "3", "commandos-ashore": "3",
    "invasion-surprise": "2", "unsupplied-captor": "-1", "declare-first": "no", "bridge": "yes", "german-port": "yes",
    "port-before-retreat": "port roll", "raid": "M, N", "enemy-returns": "none", "friend-follows": "collateral damage",
    "jetty": "no", "airbase-limit": "12", "rail-cut": "no", "rail-engineers": "yes", "regauging": "port",
    "hango": "Soviet", "bad-terrain": "mountain", "snow": "K, M", "flood": "K, M", "within-two": "no", "paris": "4",
    "french-town": "no", "town-port": "0", "eastern-city": "no", "same-name": "L", "elba": "Toscana",
    "borkum": "WK X", "district": "Belgium", "activity": "semi-active", "truck-supply": "inactive",
    "own-commands": "no", "south-africa": "yes", "out-of-theatre": "no", "front": "no", "third-command": "no",
}  # fmt: skip
"""What the rules come to, worked out by hand."""


@pytest.mark.parametrize("key", DRILLS)
def test_the_functions_come_to_the_answer_that_was_worked_out_by_hand(key: str) -> None:
    drill = DRILLS[key]
    assert drill.choices[drill.answer] == ANSWERS[key]


def test_every_drill_has_been_worked_out_by_hand() -> None:
    assert DRILLS.keys() == ANSWERS.keys()
    assert len(DRILLS) == len(ROWS)


def test_every_rule_that_no_title_uses_has_a_drill() -> None:
    shown = {rule for drill in DRILLS.values() for rule in drill.rules}
    assert {rule.id for rule in BOOK.rules.values() if rule.waits} <= shown <= BOOK.rules.keys()


def test_every_drill_leaves_a_choice() -> None:
    for drill in DRILLS.values():
        assert len(set(drill.choices)) == len(drill.choices) >= 2, drill.key
        assert not {choice.lower() for choice in drill.choices} & set("abcd"), drill.key
        assert drill.position
        assert drill.question.endswith("?")


def test_every_way_to_work_a_drill_out_is_used() -> None:
    assert {row["by"] for row in ROWS} == drills._WORKS.keys()


def test_a_drill_that_comes_to_none_of_its_choices_is_named() -> None:
    with pytest.raises(ValueError, match=r"drill wheels comes to 'combat/motorized', which is none of its choices"):
        drills.read([{**ROWS[0], "choices": ["artillery", "non-motorized"]}], BOOK.charts)
