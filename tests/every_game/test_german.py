"""Games that speak German say everything that they say in English, with the same facts in it."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.engine.files import read_toml
from tests.every_game.german import KEYS, data, gaps, sentences, tables
from tests.every_game.tables import GAMES

in_german = pytest.mark.parametrize("key", list(GAMES))


def test_every_game_speaks_two_languages() -> None:
    assert {game.languages for game in GAMES.values()} == {("en", "de")}


@in_german
def test_no_kind_of_sentence_is_left_out(key: str) -> None:
    english, german = tables(GAMES[key], "en"), tables(GAMES[key], "de")
    forms = {kind for kind in (*english, *german) if kind.startswith("facts ")}
    assert set(german) - forms == sentences(GAMES[key]) | set(KEYS)
    for kind in english.keys() & (forms | {"facts"}):
        assert german[kind].keys() >= english[kind].keys()


@in_german
def test_every_sentence_has_its_german_one(key: str) -> None:
    english, german = tables(GAMES[key], "en"), tables(GAMES[key], "de")
    for kind in sentences(GAMES[key]):
        assert german[kind].keys() == english[kind].keys()


@in_german
def test_german_sentences_tell_the_same_facts(key: str) -> None:
    english, german = tables(GAMES[key], "en"), tables(GAMES[key], "de")
    for kind in sentences(GAMES[key]):
        assert {name: gaps(text) for name, text in german[kind].items()} == {
            name: gaps(text) for name, text in english[kind].items()
        }


@in_german
def test_a_phrase_has_the_same_gaps(key: str) -> None:
    for phrase, said in tables(GAMES[key], "de")["phrases"].items():
        assert gaps(phrase) >= gaps(said), phrase


@in_german
def test_every_form_of_a_fact_that_is_asked_for_is_known(key: str) -> None:
    german = tables(GAMES[key], "de")
    forms = {kind.removeprefix("facts ") for kind in german if kind.startswith("facts ")}
    asked = {form for kind in german for said in german[kind].values() for form in forms_in(said)}
    assert asked == forms


def forms_in(sentence: str) -> set[str]:
    """The forms in which a sentence wants its facts; a sign asks for a number with one."""
    fields = (field.partition("}")[0] for field in sentence.split("{")[1:])
    return {form for _, _, form in (field.partition(":") for field in fields) if form.isalpha()}


@in_german
def test_every_rule_is_told_in_german(key: str) -> None:
    rows: list[dict[str, Any]] = read_toml(data(GAMES[key]) / "rules.de.toml").data["rule"]
    assert [row["id"] for row in rows] == list(GAMES[key].rules)
    for row in rows:
        own, theirs = GAMES[key].rules[row["id"]], GAMES[key].rules_in("de")[row["id"]]
        assert row.keys() == {"id", "title", "rule", *(("ruling",) if own.ruling else ())}, own.id
        assert (theirs.title, theirs.rule, theirs.ruling) == (row["title"], row["rule"], row.get("ruling", "")), own.id
        assert theirs.rule != own.rule, own.id
        assert (theirs.id, theirs.kind, theirs.phase, theirs.check, theirs.needs) == (
            own.id, own.kind, own.phase, own.check, own.needs,
        )  # fmt: skip


@in_german
def test_the_glossary_explains_the_same_words(key: str) -> None:
    theirs, own = GAMES[key].glossary("de"), GAMES[key].glossary()
    assert [term.rule for term in theirs] == [term.rule for term in own]
    assert all(a.text != b.text for a, b in zip(theirs, own, strict=True))


@in_german
def test_the_lessons_go_the_same_way(key: str) -> None:
    theirs, own = GAMES[key].lessons("de"), GAMES[key].lessons()
    assert theirs.keys() == own.keys()
    for name, lesson in theirs.items():
        same = own[name]
        assert (lesson.side, lesson.seats, lesson.seed) == (same.side, same.seats, same.seed)
        for a, b in zip(lesson.steps, same.steps, strict=True):
            assert (a.expect, a.show, a.rule) == (b.expect, b.show, b.rule)
            assert a.text != b.text


@in_german
def test_an_unknown_language_is_answered_in_english(key: str) -> None:
    game = GAMES[key]
    assert game.words_in("fr") is game.words
    assert game.rules_in("fr") == game.rules_in("en") == game.rules
