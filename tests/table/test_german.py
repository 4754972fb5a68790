"""A player who has chosen German hears no English: whole matches, and every file and answer that goes with them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import grognard
from grognard.drawing.surface import surface
from grognard.engine import past, views
from grognard.engine.match import Match
from grognard.engine.orders import Order
from grognard.lab.checks import mangle
from grognard.players import opponents
from tests.table.german import foreign, texts
from tests.table.server import Seat, Served

MANGLED = 3
"""So many forbidden orders are tried at each decision."""


def heard(match: Match) -> Iterator[str]:
    """What the chairs read at a moment."""
    for side in (*match.sides, None):
        view = match.view(side, language="de")
        view["log"] = view["log"][-12:]
        yield from texts(view)
    seat = match.side_index(min(match.waiting, default=match.sides[0]))
    for layer in match.game.layers(match.state, seat, match.game.words_in("de")):
        yield from (layer.title, *(tone.text for tone in layer.legend), *(line.text for line in layer.lines))


def considered(match: Match, side: str, order: Order) -> Iterator[str]:
    """What a side reads before it gives an order."""
    seen = views.preview(match, order, "de")
    yield from (*seen["meets"], *seen["notes"])
    yield from (part["reason"] for part in (seen["cost"] or {"parts": ()})["parts"])


@pytest.mark.parametrize(
    ("game", "scenario", "who", "seed"),
    [
        ("westfront", "husky", "script", 1),
        *(("westfront", "husky", "random", seed) for seed in (2, 3, 4)),
        *(("skirmish", "ford", "random", seed) for seed in range(1, 9)),
    ],
)
def test_whole_matches_are_told_in_german(game: str, scenario: str, who: str, seed: int) -> None:
    match = grognard.new(game, scenario, seed=seed)
    players = {side: opponents.opponent(match.game, who, side, seed) for side in match.sides}
    world, choose = match.state.world, Random(seed)
    english: dict[str, str] = {}
    while match.outcome is None:
        side = min(match.waiting)
        order = players[side].choose(match).order
        for text in (*heard(match), *considered(match, side, order)):
            english |= dict.fromkeys(foreign(text, world), text)
        for wrong in mangle.mangled(match, side, choose, MANGLED):
            refusal = match.why_not(wrong)
            if refusal is not None:
                said = match.say(refusal, "de")
                english |= dict.fromkeys(foreign(said, world, sorted(refusal.facts.values(), key=len)[::-1]), said)
        match.play(order)
    for text in (*heard(match), *(moment.when for moment in past.moments(match, match.sides[1], "de"))):
        english |= dict.fromkeys(foreign(text, world), text)
    assert english == {}


def test_the_detector_hears_english() -> None:
    match = grognard.new("westfront", "husky", seed=1)
    match.play("activate 15AG invasion blitz")
    view = match.view("allied")
    lines = [line["text"] for line in view["log"]]
    assert all(foreign(text, match.state.world) for text in (view["when"], view["prompt"]["text"], *lines))


def all_german(text: str) -> None:
    world = grognard.games()["westfront"].world("husky", {})
    assert foreign(text, world) == set(), text


def fought(served: Served) -> tuple[Seat, str]:
    """Someone who reads German in a match of Husky with a battle, and where it is."""
    opened = served.open(seed=2, game="westfront", scenario="husky", allied="me", axis="me")
    for say in ("activate 15AG invasion", "pass"):
        opened["allied"].order(say)
    landing = next(offer for offer in opened["allied"].view()["orders"] if offer["say"].startswith("land US"))
    opened["allied"].order(landing["say"])
    opened["allied"].put("language", {"language": "de"})
    return opened["allied"], landing["places"][-1]


def test_odds_are_german(served: Served) -> None:
    seat, place = fought(served)
    battles = seat.view()["tracks"]["battles"]
    at = next(iter(battles), place)
    for to in ("round", "end"):
        answer = seat.get("odds", at=at, to=to)
        assert answer.status_code == (200 if battles else 400), answer.text
        found = answer.json()
        if not battles:
            all_german(found["text"])
            continue
        for line in found["heading"]:
            all_german(line)
        for section in found["sections"]:
            for line in (section["title"], section["more"], *(row["label"] for row in section["rows"])):
                all_german(line)


def test_the_report_and_the_board_are_german(served: Served) -> None:
    seat, _ = fought(served)
    seat.post("resign")
    report = re.sub(r"\*\*(Alliierte|Achse): .*?\*\*", r"\1", seat.get("report.md").text)  # orders stay as typed
    assert "Die Partie beginnt." in report
    report = re.sub(r"```.*?^$", "```", report, count=1, flags=re.S | re.M)  # the map is names cut to a width
    all_german(report.replace("\\", ""))
    drawn = seat.get("board.svg").text
    board = grognard.games()["westfront"].world("husky", {}).board
    waters = {word for area in board.areas for word in area.split()}  # long names are broken
    labels = {text for text in re.findall(r">([^<>]+)<", drawn) if len(text) > 3} - waters
    assert "in der Hand: Alliierte" in labels
    for text in labels:
        all_german(text)


def test_the_report_and_the_board_of_the_war_in_europe_are_german(served: Served) -> None:
    seats = {"axis": "me", "allied": "me"}
    wanted = {"game": "2ww", "scenario": "war", "seats": seats, "seed": 2, "options": {"set_up": "historical"}}
    axis = served.begin(wanted)["axis"]
    axis.put("language", {"language": "de"})
    for say in ("move Ge1Armor", "march Posen", "pass"):
        axis.order(say)
    refused = axis.get("odds", at="Scapa Flow", to="round").json()["text"]
    told = axis.get("odds", at="Warsaw", to="round", after=["attack Warsaw"]).json()
    rows = [row["label"] for section in told["sections"] for row in section["rows"]]
    axis.post("resign")
    report = re.sub(r"\*\*Achse: .*?\*\*", "Achse", axis.get("report.md").text)  # orders stay as typed
    assert "Herbst 1939, Bewegung der Achse" in report
    report = re.sub(r"```.*?^$", "```", report, count=1, flags=re.S | re.M)  # the map is names cut to a width
    world = grognard.games()["2ww"].world("war", {})
    rivers = (river.name for river in world.board.rivers)
    waters = {word for name in (*world.board.areas, *rivers) for word in name.split()}
    labels = {text for text in re.findall(r">([^<>]+)<", axis.get("board.svg").text) if len(text) > 3} - waters
    for text in (refused, *told["heading"], *rows, report.replace("\\", ""), *labels):
        assert foreign(text.replace("westfront", ""), world) == set(), text


@pytest.mark.parametrize(
    ("key", "scenario", "every"), [("westfront", "husky", 9), ("2ww", "war", 9), ("skirmish", "ford", 1)]
)
def test_the_board_and_the_games_are_german(served: Served, key: str, scenario: str, every: int) -> None:
    game = grognard.games()[key]
    world = game.world(scenario, {})
    shown = surface(world, "de")

    def all_german(text: str) -> None:
        assert foreign(text, world) == set(), text

    looks = shown["looks"]
    for part in ("sides", "nations", "kinds", "marks"):
        for look in looks[part].values():
            all_german(look["title"])
    for part in ("verbs", "boxes", "terrains", "steps", "words", "signs"):
        for title in looks[part].values():
            all_german(title)
    for track in looks["tracks"]:
        all_german(" ".join([track["title"], *track["names"]]))
    for text in (shown["note"], shown["title"], *(place["text"] for place in shown["places"])):
        all_german(text)
    for id in list(game.rules)[::every]:
        card = served.http.get(f"/api/games/{key}/rules/{id}?lang=de").json()
        for text in (card["kind"], card["phase"], *(number["name"] for number in card["numbers"])):
            all_german(text)
        assert card["rule"] != game.rules[id].rule
        assert card["check"] == ""


def test_every_scenario_presents_itself_in_german(served: Served) -> None:
    english, german = (
        {
            (game["key"], each["key"]): each
            for game in served.http.get(f"/api/games?lang={language}").json()
            for each in game["scenarios"]
        }
        for language in ("en", "de")
    )
    assert set(german) == {(key, each) for key, game in grognard.games().items() for each in game.scenarios()}
    for (game, scenario), own in german.items():
        world = grognard.games()[game].world(scenario, {})
        said = [own["title"], own["about"], *own["aims"].values()]
        for option in own["options"]:
            said += [option["title"], option["about"].replace("grognard charts export", "")]
            said += [text for choice in option["choices"] for text in (choice["title"], choice["about"])]
        for text in said:
            assert foreign(text, world) == set(), text
        assert own["about"] != english[game, scenario]["about"]
        assert set(own["aims"]) == set(grognard.games()[game].scenarios()[scenario].aims)


@pytest.mark.parametrize("scenario", ["summer43", "winter44"])
def test_a_set_up_is_told_in_german(scenario: str) -> None:
    match = grognard.new(
        "westfront", scenario, seed=1, options={"deployment": "free"} if scenario != "summer43" else {}
    )
    while any(side["prompt"]["step"] in ("PickForces", "Deploying") for side in asked(match)):
        side = min(match.waiting)
        view = match.view(side, language="de")
        sums = view["prompt"]["sums"]
        assert sums
        for text in (*heard(match), *(text for total in sums for text in (total["title"], total["text"]))):
            assert foreign(text, match.state.world) == set(), text
        propose = any(offer["verb"] == "propose" for offer in view["orders"])
        match.play("propose" if propose else "seal", side=side)


def asked(match: Match) -> list[dict[str, Any]]:
    """What those who are waited for see."""
    return [match.view(side) for side in match.waiting]


def test_what_goes_wrong_is_told_in_german(served: Served) -> None:
    opened = served.open(game="westfront", scenario="husky", allied="me", axis="friend")
    number = opened["allied"].view()["number"]
    for seat, what, body in (
        (opened["allied"], "orders", {"number": number, "say": "dance 15AG"}),
        (opened["allied"], "orders", {"number": number, "say": "move 15AG"}),
        (opened["allied"], "undo", None),
        (opened["axis"], "orders", {"number": number, "say": "pass"}),
        (opened["axis"], "answer", {"proposal": "", "agreed": True}),
        (opened["axis"], "ready", {"contribution": "luck"}),
        (opened.spectator, "resign", None),
        (Seat(served, "x" * 22), "resign", None),
    ):
        answer = seat.post(what, body, lang="de")
        assert answer.status_code >= 400
        said = re.sub(r"'[^']*'|(gibt|Form ist): .*|es gibt .*", "", answer.json()["text"])  # what is typed stays
        all_german(said.replace("route", ""))


def test_a_seat_keeps_its_language(served: Served) -> None:
    opened = served.open(game="westfront", scenario="husky", allied="me", axis="friend")
    allied, axis = opened["allied"], opened["axis"]
    assert allied.get().json()["language"] == "en"
    assert allied.put("language", {"language": "de"}).status_code == 204
    assert allied.get().json()["language"] == "de"
    assert axis.get().json()["language"] == "en"
    assert allied.view()["when"] == allied.view(lang="de")["when"] != allied.view(lang="en")["when"]
    assert allied.put("language", {"language": "\x00"}).status_code == 400
