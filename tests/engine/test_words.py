"""Sentences: made at the edge from keys and facts."""

from __future__ import annotations

import string
from typing import Any

import msgspec
import pytest

from grognard.engine.agenda import Ask
from grognard.engine.orders import Refusal
from grognard.engine.words import TABLE, Words
from tests.skirmish import GAME, moments

WORDS = Words(
    {"events": {"march": "{unit} marches to {place}."}, "refusals": {"X-1.far": "Too far."}}, {"X-2": "No way"}
)


def test_facts_fill_the_places_of_a_sentence() -> None:
    assert WORDS.say("events", "march", {"unit": "Fox", "place": "Mill"}) == "Fox marches to Mill."
    assert WORDS.say("events", "march", {"unit": ["Fox", "Bear"], "place": "Mill"}) == "Fox, Bear marches to Mill."


def test_a_missing_fact_shows_and_does_not_break() -> None:
    assert WORDS.say("events", "march", {"unit": "Fox"}) == "Fox marches to ?."


def test_what_has_no_sentence_is_told_plainly() -> None:
    assert WORDS.say("events", "dance", {"unit": "Fox"}) == "dance: unit Fox"
    assert WORDS.say("events", "dance", {}) == "dance"


def test_facts_with_braces_are_only_text() -> None:
    assert WORDS.say("events", "march", {"unit": "{place}", "place": "{0}"}) == "{place} marches to {0}."


@pytest.mark.parametrize(
    ("refusal", "sentence"),
    [
        (Refusal("X-1", reason="far"), "Too far. [X-1]"),
        (Refusal("X-2"), "No way. [X-2]"),
        (Refusal("X-3"), "Not allowed. [X-3]"),
        (Refusal("table.over"), "The match is over."),
        (Refusal("table.turn", {"side": "red"}), "It is not red's decision now."),
    ],
)
def test_a_refusal_is_a_sentence_that_ends_with_its_rule(refusal: Refusal, sentence: str) -> None:
    assert WORDS.refuse(refusal) == sentence


def test_what_happens_at_the_table_has_words_in_every_game() -> None:
    assert WORDS.say("events", "resign", {"side": "red"}) == "red resigns."
    assert (
        Words({"events": {"resign": "{side} gives up."}}, {}).say("events", "resign", {"side": "red"})
        == "red gives up."
    )


def test_every_sentence_of_the_table_can_be_filled() -> None:
    for sentence in TABLE.values():
        assert all(name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None)


def test_everything_said_in_play_has_a_sentence_with_all_its_facts() -> None:
    said: list[str] = []
    for match in moments(11):
        for side in (*match.sides, None):
            view: dict[str, Any] = match.view(side)
            said += [line["text"] for line in view["log"]]
            said += [view["prompt"]["text"]] if view["prompt"] else []
    assert not [text for text in said if "?" in text.replace("Say who", "") and not text.endswith("?")]


def test_every_refusal_and_every_prompt_names_a_rule_of_the_ledger() -> None:
    asks = [step for step in GAME.steps if issubclass(step, Ask)]
    assert len(asks) == 5
    for id in GAME.words.tables["refusals"]:
        assert ".".join(id.split(".")[:2]) in GAME.rules
    for row in GAME.rules.values():
        assert set(row.needs) <= set(GAME.rules)
        assert msgspec.to_builtins(row)["kind"] in {"enforce", "compute", "data", "setup", "definition"}
