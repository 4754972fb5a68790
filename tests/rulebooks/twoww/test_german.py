"""2WW in German: its titles, and what a player hears in the course of a war. What holds for every game is in
tests/every_game."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from random import Random

import pytest

import grognard
from grognard.engine import views
from grognard.engine.match import Match
from grognard.games.twoww import GAME
from grognard.lab.checks import mangle
from grognard.players import opponents
from grognard.players.reasons import EVERYWHERE
from grognard.players.twoww.reasons import PLAIN
from tests.every_game.german import overheard, tables
from tests.rulebooks.twoww.table import Table
from tests.table.german import foreign

GERMAN = GAME.words_in("de")
SUMMED_UP = {"In hand", "Under way", "Attack", "Defence", "Terrain", "Production", "Spent", "Left"}
"""What running totals are of."""
ALIKE = {
    "Neutral", "Portugal", "Gibraltar", "Malta", "Phase", "Lend Lease", "Atlantic", "Capetown", "Red Sea",
    "Persian Gulf",
}  # fmt: skip
"""Titles that are the same in both languages, names of boxes on the map among them."""
EVERY = 40
"""At every so many orders of a war someone listens to what is asked and to what is refused."""


def test_every_title_that_is_looked_up_has_a_german_one(monkeypatch: pytest.MonkeyPatch) -> None:
    titles = tables(GAME, "de")["titles"]
    heard = overheard(GAME, Table().state, monkeypatch)
    noted = {chart.note for chart in GAME.world("war", {}).charts.origins() if chart.note}
    words = heard.asked | SUMMED_UP | noted
    assert words - titles.keys() == set()
    assert titles.keys() - words - heard.texts == set()
    assert {text for text in words if titles[text] == text} == ALIKE


def test_every_country_has_its_german_name() -> None:
    names = {country.name for country in GAME.world("war", {}).countries}
    assert {name for name in names if GERMAN.tell(name) == name} == {"Portugal", "Gibraltar", "Malta"}


def test_every_power_has_a_title_by_which_the_page_calls_it() -> None:
    assert GAME.tracks(Table().state, 0)["countries"].keys() <= GAME.looks().nations.keys()


def test_every_reason_of_the_computer_is_german() -> None:
    said = {*PLAIN.values(), *EVERYWHERE.values(), "it looks best", "a better base", "it is of more use there"}
    assert said <= tables(GAME, "de")["facts"].keys()
    assert GERMAN.tell("to take Paris") == "um Paris zu nehmen"


def test_moments_prompts_and_events_are_german() -> None:
    t = Table()
    view = t.match.view("allied", language="de")
    assert view["when"] == "Aufstellung, Frankreich"
    assert view["prompt"]["text"].startswith("Aufstellung, Frankreich: Einheiten aufstellen")
    assert view["prompt"]["sums"][0]["title"] == "In der Hand"
    while "historical" in t.offered(min(t.match.waiting)):
        t.say(min(t.match.waiting), "historical")
    view = t.match.view("axis", language="de")
    assert view["when"] == "Herbst 1939, Bewegung der Achse"
    assert view["log"][-1]["text"] == "Der Spielerzug der Achse beginnt."
    t.say("axis", "move Ge1Armor", "march Posen")
    said = [line["text"] for line in t.match.view("axis", language="de")["log"]]
    assert "Ge 1 Armor überschreitet die Grenze: Einmarsch der Achse in Polen." in said
    assert "Auf der Seite der Alliierten kämpft nun: Polen." in said


def test_countries_have_their_articles_where_a_sentence_wants_them() -> None:
    said = [GERMAN.say("warnings", "invades", {"country": name}) for name in ("USSR", "Greece")]
    assert said == ["Das ist ein Einmarsch in die Sowjetunion.", "Das ist ein Einmarsch in Griechenland."]
    built = GERMAN.say("events", "built", {"unit": "US 1 Armor", "at": "United States", "points": 4})
    assert built == "US 1 Armor wird in den Vereinigten Staaten aufgestellt (4)."


def test_refusals_are_german() -> None:
    t = Table(set_up="historical")
    refusal = t.match.why_not("move GB1Armor", "axis")
    assert refusal is not None
    assert t.match.say(refusal, "de") == "GB 1 Armor steht nicht unter dem Befehl der Achse. [2WW-1a]"


def test_layers_are_german() -> None:
    layers = {layer.key: layer for layer in GAME.layers(Table(set_up="historical").state, 0, GERMAN)}
    assert layers["land zones"].title == "Kontrollzonen der Armeen"
    assert [tone.text for tone in layers["control"].legend] == ["Achse", "Alliierte", "Neutral"]
    assert layers["supply axis"].title == "Nachschub der Achse"
    assert {line.text.partition(" ist ")[2] for line in layers["supply axis"].lines} >= {"versorgt."}


def test_a_whole_war_is_told_in_german() -> None:
    match, choose = grognard.new("2ww", "war", seed=2), Random(2)
    players = {side: opponents.opponent(match.game, "random", side, 2) for side in match.sides}
    world, english = match.state.world, set()
    while match.outcome is None:
        side = min(match.waiting)
        if len(match.record) % EVERY == 0:
            english |= {word for text in asked(match, side) for word in foreign(text, world)}
            english |= refused(match, side, choose)
        match.play(players[side].choose(match).order)
    log = {line["text"] for line in match.log("axis", "de").after(0)}
    assert english | {word for text in log for word in foreign(text, world)} == set()
    assert "Achse" in match.view("axis", language="de")["outcome"]["text"]


def asked(match: Match, side: str) -> Iterator[str]:
    """What a side reads beside the question that it has to answer."""
    prompt = views.prompt(match, side, "de")
    assert prompt is not None
    yield from (
        GERMAN.tell(match.game.when(match.state)),
        prompt["text"],
        *chain.from_iterable(prompt["warnings"].values()),
    )
    for total in prompt["sums"]:
        yield from (total["title"], total["text"])
        yield from (part["reason"] for part in (total["tally"] or {"parts": ()})["parts"])


def refused(match: Match, side: str, choose: Random) -> set[str]:
    """English words in the answers to some orders that are forbidden."""
    refusals = (match.why_not(wrong) for wrong in mangle.mangled(match, side, choose, 3))
    return {
        word
        for refusal in refusals
        if refusal is not None
        for word in foreign(match.say(refusal, "de"), match.state.world, refusal.facts.values())
    }
