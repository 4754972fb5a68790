"""WestFront in German: everything that is said in English is said in German too, with the same facts in it."""

from __future__ import annotations

import string
from functools import lru_cache
from typing import Any

import pytest

from grognard.engine.files import read_spoken, read_toml
from grognard.engine.surface import spoken, surface
from grognard.engine.words import Words, common
from grognard.games.westfront import GAME
from grognard.games.westfront.starting_forces import chart, chart_title
from grognard.games.westfront.world import DATA
from grognard.lab import seats
from tests.rulebooks.westfront.table import Table

SPOKEN = ("prompts", "warnings", "sums", "layers", "rolls", "events", "refusals", "table", "outcomes")
KEYS = ("titles", "facts", "phrases")
"""Tables whose keys are the English texts themselves."""


def tables(language: str) -> dict[str, dict[str, str]]:
    """Every sentence that a player may hear, those that every game says included."""
    own: dict[str, dict[str, str]] = read_spoken(DATA, "words", language).data
    shared = common(language)
    return {kind: {**shared.get(kind, {}), **own.get(kind, {})} for kind in (*shared, *own)}


def english() -> dict[str, dict[str, str]]:
    return tables("en")


def german() -> dict[str, dict[str, str]]:
    return tables("de")


def facts(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


class Overheard(Words):
    """Words that remember which short texts were looked up."""

    def __init__(self) -> None:
        super().__init__({}, {})
        self.asked: set[str] = set()
        self.told: set[str] = set()
        self.tell = lru_cache(self._note)

    def _note(self, text: str) -> str:
        self.told.add(text)
        return text

    def title(self, text: str) -> str:
        self.asked.add(text)
        return text


# The files


def test_no_kind_of_sentence_is_left_out() -> None:
    forms = {kind for kind in (*english(), *german()) if kind.startswith("facts ")}
    assert set(english()) - forms == {*SPOKEN, "phrases"}
    assert set(german()) - forms == {*SPOKEN, *KEYS}
    for kind in forms & set(english()):
        assert german()[kind].keys() >= english()[kind].keys()


@pytest.mark.parametrize("kind", SPOKEN)
def test_every_sentence_has_its_german_one(kind: str) -> None:
    assert german()[kind].keys() == english()[kind].keys()


@pytest.mark.parametrize("kind", SPOKEN)
def test_german_sentences_tell_the_same_facts(kind: str) -> None:
    theirs = german()[kind]
    assert {key: facts(theirs[key]) for key in theirs} == {key: facts(text) for key, text in english()[kind].items()}


def test_a_phrase_has_the_same_gaps() -> None:
    for phrase, said in german()["phrases"].items():
        assert facts(phrase) >= facts(said), phrase


def test_every_title_that_is_looked_up_has_a_german_one(monkeypatch: pytest.MonkeyPatch) -> None:
    heard = Overheard()
    state = Table().state
    monkeypatch.setattr(GAME, "translations", {"de": heard})
    for side in (None, 0, 1):
        GAME.layers(state, side, heard)
    for key, scenario in GAME.scenarios().items():
        surface(GAME.world(key, {}), "de")
        heard.asked |= {scenario.title, scenario.about, *scenario.aims.values()}
        for option in GAME.options(key):
            spoken(option, heard)
    told = heard.asked | summed_up() | set(seats.ABOUT.values())
    told.add("Not allowed")
    told.discard("")
    titles = german()["titles"]
    assert told - titles.keys() == set()
    assert titles.keys() - told - heard.told == set()
    assert {text for text in told if titles[text] == text} <= {"Portugal", "Winter 1943: Avalanche"}


def summed_up() -> set[str]:
    """What running totals are of."""
    world = GAME.world("summer43", {"deployment": "free"})
    lines = {chart_title(world, row) for side in (0, 1) for row in chart(world, side)}
    return lines | {"Production level", "Spent", "Left", "In hand", "To be held"}


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
    assert "Der Spielerzug der Alliierten beginnt." in [line["text"] for line in view["log"]]
    t.say("allied", "activate 15AG invasion blitz")
    last = t.match.view("allied", language="de")["log"][-1]
    assert last["text"] == "15AG (3) in Tunis wird aktiviert: Invasion im Blitz."


def test_refusals_are_german() -> None:
    t = Table()
    refusal = t.match.why_not("activate AF paradrop blitz", "allied")
    assert refusal is not None
    assert t.match.say(refusal, "de") == "AF ist ein Oberkommando und kann keinen Blitz führen. [WF-5.7b]"
    assert t.match.view("allied", language="de")["undo"] == {
        "can": False,
        "ask": False,
        "text": "Es gibt keinen Befehl, der sich zurücknehmen ließe.",
    }


def test_layers_are_german() -> None:
    t = Table()
    layers = {layer.key: layer for layer in GAME.layers(t.state, 0, GAME.words_in("de"))}
    assert layers["zones"].title == "Kontrollzonen"
    assert [tone.text for tone in layers["control"].legend] == ["Alliierte", "Achse", "strittig"]
    assert layers["supply"].lines[0].text.endswith(("ist versorgt.", "den der Gegner stören kann."))
