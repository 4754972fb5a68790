"""WestFront in German: its titles, and what a player hears. What holds for every game is in tests/every_game."""

from __future__ import annotations

import pytest

from grognard.games.westfront import GAME
from grognard.games.westfront.starting_forces import chart, chart_title
from tests.every_game.german import overheard, tables
from tests.rulebooks.westfront.table import Table


def test_every_title_that_is_looked_up_has_a_german_one(monkeypatch: pytest.MonkeyPatch) -> None:
    titles = tables(GAME, "de")["titles"]
    heard = overheard(GAME, Table().state, monkeypatch)
    words = heard.asked | summed_up()
    assert words - titles.keys() == set()
    assert titles.keys() - words - heard.texts == set()
    assert {text for text in words if titles[text] == text} <= {"Portugal", "Winter 1943: Avalanche"}


def summed_up() -> set[str]:
    """What running totals are of."""
    world = GAME.world("summer43", {"deployment": "free"})
    lines = {chart_title(world, row) for side in (0, 1) for row in chart(world, side)}
    return lines | {"Production level", "Spent", "Left", "In hand", "To be held"}


def test_rules_are_german() -> None:
    theirs = GAME.rules_in("de")["WF-5.3b"]
    assert theirs.title == "Befehlslinien"
    assert "strittige Felder" in theirs.rule
    assert "Entscheidung" in theirs.ruling


def test_prompt_warning_and_log_are_german() -> None:
    t = Table()
    view = t.match.view("allied", language="de")
    assert view["prompt"]["text"] == "Hauptquartiere aktivieren."
    assert view["prompt"]["warnings"]["pass"] == [
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
