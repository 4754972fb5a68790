"""WestFront in German: everything that is said in English is said in German too, with the same facts in it."""

from __future__ import annotations

import string
from typing import Any

import pytest

from grognard.engine.files import read_toml
from grognard.engine.surface import surface
from grognard.engine.words import EVENTS, TABLE, Words
from grognard.games.westfront import GAME
from grognard.games.westfront.world import DATA
from grognard.lab import seats
from tests.rulebooks.westfront.table import Table

SPOKEN = ("prompts", "warnings", "layers", "rolls", "events", "refusals", "table")


def english() -> dict[str, dict[str, str]]:
    """Every sentence that a player may hear, those of the table included."""
    own: dict[str, dict[str, str]] = read_toml(DATA / "words.toml").data
    return {**own, "events": {**EVENTS, **own["events"]}, "table": TABLE}


def german() -> dict[str, dict[str, str]]:
    own: dict[str, dict[str, str]] = read_toml(DATA / "words.de.toml").data
    return own


def facts(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


class Overheard(Words):
    """Words that remember which short texts were looked up."""

    def __init__(self) -> None:
        super().__init__({}, {})
        self.asked: set[str] = set()

    def title(self, text: str) -> str:
        self.asked.add(text)
        return text


# The files


def test_no_kind_of_sentence_is_left_out() -> None:
    assert set(english()) == set(SPOKEN)
    assert set(german()) == {*SPOKEN, "titles"}


@pytest.mark.parametrize("kind", SPOKEN)
def test_every_sentence_has_its_german_one(kind: str) -> None:
    assert german()[kind].keys() == english()[kind].keys()


@pytest.mark.parametrize("kind", SPOKEN)
def test_german_sentences_tell_the_same_facts(kind: str) -> None:
    theirs = german()[kind]
    assert {key: facts(theirs[key]) for key in theirs} == {key: facts(text) for key, text in english()[kind].items()}


def test_every_title_that_is_looked_up_has_a_german_one(monkeypatch: pytest.MonkeyPatch) -> None:
    heard = Overheard()
    state = Table().state
    monkeypatch.setattr(GAME, "translations", {"de": heard})
    surface(state.world, "de")
    for side in (None, 0, 1):
        GAME.layers(state, side, heard)
    told = heard.asked | {scenario.about for scenario in GAME.scenarios().values()} | set(seats.ABOUT.values())
    titles = german()["titles"]
    assert told - titles.keys() == set()
    assert titles.keys() - told == set()
    assert {text for text in told if titles[text] == text} == set()


def test_every_rule_is_told_in_german() -> None:
    rows: list[dict[str, Any]] = read_toml(DATA / "rules.de.toml").data["rule"]
    assert [row["id"] for row in rows] == list(GAME.rules)
    for row in rows:
        own = GAME.rules[row["id"]]
        assert row.keys() == {"id", "title", "rule", *(("ruling",) if own.ruling else ())}, own.id
        assert row["rule"] != own.rule, own.id


def test_the_glossary_explains_the_same_words() -> None:
    theirs = GAME.glossary("de")
    assert [term.rule for term in theirs] == [term.rule for term in GAME.glossary()]
    assert all(a.text != b.text for a, b in zip(theirs, GAME.glossary(), strict=True))


def test_the_lessons_go_the_same_way() -> None:
    theirs, own = GAME.lessons("de"), GAME.lessons()
    assert theirs.keys() == own.keys()
    for key, lesson in theirs.items():
        same = own[key]
        assert (lesson.side, lesson.seats, lesson.seed) == (same.side, same.seats, same.seed)
        for a, b in zip(lesson.steps, same.steps, strict=True):
            assert (a.expect, a.show, a.rule) == (b.expect, b.show, b.rule)
            assert a.text != b.text


# What the game does with them


def test_the_game_speaks_two_languages() -> None:
    assert GAME.languages == ("en", "de")
    assert GAME.words_in("fr") is GAME.words
    assert GAME.rules_in("fr") is GAME.rules_in("en") is GAME.rules


def test_a_german_rule_differs_in_its_words_only() -> None:
    own, theirs = GAME.rules["WF-5.3b"], GAME.rules_in("de")["WF-5.3b"]
    assert (theirs.id, theirs.kind, theirs.phase, theirs.check, theirs.needs) == (
        own.id, own.kind, own.phase, own.check, own.needs,
    )  # fmt: skip
    assert theirs.title == "Befehlslinien"
    assert "strittige Felder" in theirs.rule
    assert "Entscheidung" in theirs.ruling


def test_prompt_warning_and_log_are_german() -> None:
    t = Table()
    view = t.match.view("allied", language="de")
    assert view["prompt"]["text"] == "Hauptquartiere aktivieren oder passen."
    assert view["prompt"]["warnings"] == [
        "Kein Hauptquartier ist aktiv, also wird sich kaum etwas bewegen. Noch möglich: 15AG, 21AG, AF. [WF-4.41a]"
    ]
    assert "Der Spielerzug der Seite allied beginnt." in [line["text"] for line in view["log"]]
    t.say("allied", "activate 15AG invasion blitz")
    last = t.match.view("allied", language="de")["log"][-1]
    assert last["text"] == "15AG (3) in Tunis wird aktiviert: invasion blitz."


def test_refusals_are_german() -> None:
    t = Table()
    refusal = t.match.why_not("activate AF paradrop blitz", "allied")
    assert refusal is not None
    assert t.match.say(refusal, "de") == "AF ist ein Oberkommando und kann keinen Blitz führen. [WF-5.7b]"
    assert t.match.view("allied", language="de")["undo"] == {
        "can": False,
        "text": "Es gibt keinen Befehl, der sich zurücknehmen ließe.",
    }


def test_layers_are_german() -> None:
    t = Table()
    layers = {layer.key: layer for layer in GAME.layers(t.state, 0, GAME.words_in("de"))}
    assert layers["zones"].title == "Kontrollzonen"
    assert [tone.text for tone in layers["control"].legend] == ["Alliierte", "Achse", "strittig"]
    assert layers["supply"].lines[0].text.endswith(("ist versorgt.", "den der Gegner stören kann."))
