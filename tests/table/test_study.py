"""Layers, odds, moments, copies, notes, files; the games, their boards and rules."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec import structs

import grognard
from grognard.engine import saves
from grognard.engine.drills import Drill
from grognard.engine.looks import Layer, Lesson, Term
from grognard.games.europa import BOOK
from grognard.table.messages import BookInfo, GameInfo, MomentInfo, Odds, RuleCard, RuleTitle, Surface
from tests.table.server import WIDE, Opened, Served, problem

GAMES = [("skirmish", "ford"), ("westfront", "husky")]


def checked(answer: Any, kind: Any) -> Any:
    """An answer that holds what it promises."""
    assert answer.status_code == 200, answer.text
    return msgspec.json.decode(answer.content, type=kind)


def in_battle(served: Served, **seats: str) -> tuple[Opened, str]:
    """A match of Husky with a battle, and where it is."""
    for seed in range(20):
        opened = served.open(seed=seed, game="westfront", scenario="husky", **seats)
        choose = Random(seed)
        for _ in range(60):
            view = opened.spectator.view()
            if view["outcome"]:
                break
            if view["tracks"]["battles"]:
                return opened, next(iter(view["tracks"]["battles"]))
            side = view["waiting"][0]
            offers = opened[side].view()["orders"]
            fights = [offer for offer in offers if offer["verb"] in ("land", "activate")]
            opened[side].order(choose.choice(fights or offers)["say"])
    pytest.fail("no battle was found")


# The games


def test_the_games_are_listed(served: Served) -> None:
    found = {game.key: game for game in checked(served.http.get("/api/games"), list[GameInfo])}
    assert set(found) >= {"skirmish", "westfront"}
    assert [level.key for level in found["skirmish"].levels] == ["random"]
    assert [level.key for level in found["westfront"].levels][-3:] == ["1", "2", "3"]
    assert found["westfront"].sides == ["allied", "axis"]
    assert found["westfront"].scenarios[0].about


@pytest.mark.parametrize(("game", "scenario"), GAMES)
def test_the_surface_and_the_ground_are_kept_by_the_browser(served: Served, game: str, scenario: str) -> None:
    for what in ("surface", "ground.svg", "ground.svg?theme=dark"):
        path = f"/api/games/{game}/{scenario}/{what}"
        first = served.http.get(path)
        assert first.status_code == 200
        again = served.http.get(path, headers={"If-None-Match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
    surface = checked(served.http.get(f"/api/games/{game}/{scenario}/surface"), Surface)
    board = grognard.games()[game].world(scenario, {}).board if game != "skirmish" else None
    assert surface.hexes
    assert len(surface.corners) == 6
    if board:
        assert {hex.name for hex in surface.hexes} == {board.names[hex] for hex in board.here}


def test_what_is_not_there_is_unknown(served: Served) -> None:
    for path in (
        "/api/games/chess/husky/surface",
        "/api/games/westfront/moon/surface",
        "/api/games/westfront/moon/ground.svg",
        "/api/games/westfront/rules/WF-99",
        "/api/games/chess/rules",
        "/api/games/chess/glossary",
        "/api/games/skirmish/lessons/ford",
        "/api/nothing",
    ):
        problem(served.http.get(path), 404, "unknown")
    problem(served.http.get("/api/games/westfront/husky/ground.svg?theme=pink"), 400, "bad-request")


def test_a_rule_has_a_card(served: Served) -> None:
    titles = checked(served.http.get("/api/games/westfront/rules"), list[RuleTitle])
    assert len(titles) > 100
    card = checked(served.http.get("/api/games/westfront/rules/WF-7.34a"), RuleCard)
    assert card.rule
    assert card.check
    assert [numbers.name for numbers in card.numbers] == ["terrain"]
    assert card.numbers[0].source == "printed"
    assert all(any(back.id == card.id for back in needed_by(served, need.id)) for need in card.needs)


def needed_by(served: Served, id: str) -> list[RuleTitle]:
    found: RuleCard = checked(served.http.get(f"/api/games/westfront/rules/{id}"), RuleCard)
    return found.needed_by


def test_every_rule_has_a_card(served: Served) -> None:
    for title in checked(served.http.get("/api/games/skirmish/rules"), list[RuleTitle]):
        checked(served.http.get(f"/api/games/skirmish/rules/{title.id}"), RuleCard)
    numbers = checked(served.http.get("/api/games/skirmish/rules/SK-2.2"), RuleCard).numbers
    assert [(found.name, found.source) for found in numbers] == [("limits", "reconstructed")]
    numbers = checked(served.http.get("/api/games/2ww/rules/2WW-3.4.5a"), RuleCard).numbers
    assert [(found.name, found.source) for found in numbers] == [
        ("combat", "reconstructed"),
        ("terrain", "reconstructed"),
    ]


def test_a_rulebook_without_a_game_has_rules_and_drills(served: Served) -> None:
    (book,) = checked(served.http.get("/api/rulebooks"), list[BookInfo])
    assert (book.key, book.rules, book.drills) == ("europa", len(BOOK.rules), len(BOOK.drills()))
    drills = checked(served.http.get("/api/games/europa/drills"), list[Drill])
    assert drills == list(BOOK.drills())
    assert len(checked(served.http.get("/api/games/europa/rules"), list[RuleTitle])) == book.rules
    card = checked(served.http.get("/api/games/europa/rules/GE-3.A.8.c"), RuleCard)
    assert [(found.name, found.source) for found in card.numbers] == [
        ("transport factors", "printed"),
        ("transport besides", "printed"),
    ]
    assert checked(served.http.get("/api/games/europa/glossary"), list[Term]) == []
    assert checked(served.http.get("/api/games/westfront/drills"), list[Drill]) == []
    problem(served.http.get("/api/games/europa/husky/surface"), 404, "unknown")


def test_glossaries_and_lessons_are_sent_where_there_are_any(served: Served) -> None:
    for game in checked(served.http.get("/api/games"), list[GameInfo]):
        checked(served.http.get(f"/api/games/{game.key}/glossary"), list[Term])
        for scenario in game.scenarios:
            if scenario.lesson:
                checked(served.http.get(f"/api/games/{game.key}/lessons/{scenario.key}"), Lesson)


# Looking further


@pytest.mark.parametrize(("game", "scenario"), GAMES)
def test_layers_are_laid_over_the_map(served: Served, game: str, scenario: str) -> None:
    sides = dict.fromkeys(("red", "blue"), "me") if game == "skirmish" else {"allied": "me", "axis": "me"}
    opened = served.open(1, game, scenario, **sides)
    for seat in (*(opened[side] for side in sides), opened.spectator):
        checked(seat.get("layers"), list[Layer])


def test_odds_are_worked_out_from_what_the_side_knows(served: Served) -> None:
    opened, place = in_battle(served, allied="me", axis="me")
    for to in ("round", "end"):
        odds = checked(opened["allied"].get("odds", at=place, to=to), Odds)
        assert odds.at == place
        assert not odds.exact
        assert all(0 <= row.chance <= 1 for section in odds.sections for row in section.rows)
    problem(opened["allied"].get("odds", at="Nowhere"), 400, "bad-request")
    problem(opened["allied"].get("odds", at=place, to="bitter end"), 400, "bad-request")
    problem(opened.spectator.get("odds", at=place), 403, "seat")


def test_a_game_without_odds_says_so(served: Served) -> None:
    problem(served.open()["red"].get("odds", at="Mill"), 400, "bad-request")


def test_only_so_many_odds_are_under_way(serve: Callable[..., Served]) -> None:
    served = serve(settings=structs.replace(WIDE, studies=0))
    problem(served.open()["red"].get("odds", at="Mill"), 429, "flood")


def test_one_can_look_back(served: Served) -> None:
    allied = served.open(game="westfront", scenario="husky", allied="me", axis="me")["allied"]
    first = allied.view()
    allied.order("pass")
    moments = checked(allied.get("moments"), list[MomentInfo])
    assert [moment.moment for moment in moments] == [first["moment"], allied.view()["moment"]]
    back = allied.view(moment=first["moment"])
    for part in ("pieces", "tracks", "when", "log", "moment"):
        assert back[part] == first[part]
    assert back["orders"] == []
    problem(allied.get("view", moment=1), 404, "unknown")
    problem(allied.get("view", moment=-1), 400, "bad-request")


def test_a_copy_goes_on_from_a_moment(served: Served) -> None:
    opened = served.open(game="westfront", scenario="husky", allied="me", axis="computer:random")
    first = opened["allied"].view()
    opened["allied"].order("pass")
    answer = opened["allied"].post("fork", {"moment": first["moment"]})
    assert answer.status_code == 201
    copy = Opened(served, answer.json())
    assert copy.tokens["axis"] is None
    assert copy.id != opened.id
    view = copy["allied"].view()
    assert view["when"] == first["when"]
    assert view["dice"]["commitment"] != first["dice"]["commitment"]
    assert copy["allied"].get().json()["sides"] == {"allied": "me", "axis": "computer:random"}
    copy["allied"].order("pass")
    problem(opened["allied"].post("fork", {"moment": 999}), 404, "unknown")


def test_a_copy_draws_the_secrets_anew_unless_there_are_none(served: Served) -> None:
    def faces(opened: Opened, side: str) -> dict[str, str]:
        return {piece["id"]: piece["at"] for piece in opened[side].view()["pieces"] if piece["face"]}

    apart = served.open(seed=None, red="me", blue="friend")
    copies = [Opened(served, apart["red"].post("fork", {"moment": 0}).json()) for _ in range(6)]
    assert all(faces(copy, "red") == faces(apart, "red") for copy in copies)
    assert any(faces(copy, "blue") != faces(apart, "blue") for copy in copies)
    one = served.open(red="me", blue="me")
    copy = Opened(served, one["red"].post("fork", {"moment": 0}).json())
    assert faces(copy, "blue") == faces(one, "blue")


def test_a_spectator_plays_on_in_a_copy_when_it_is_over(served: Served) -> None:
    opened = served.open()
    opened["red"].post("resign")
    assert opened.spectator.post("fork", {"moment": 0}).status_code == 201


def test_notes_are_private(served: Served) -> None:
    opened = served.open()
    red = opened["red"]
    note = {"piece": "b7", "at": "Mill", "text": "tanks?"}
    assert red.put("notes", note).json() == [note]
    assert opened["blue"].get("notes").json() == []
    assert red.put("notes", note | {"text": ""}).json() == []
    problem(red.put("notes", note | {"text": "\x00"}), 400, "bad-request")
    problem(red.put("notes", note | {"text": "x" * 3000}), 400, "bad-request")


# Files


def test_a_match_can_be_taken_away_when_it_is_over(served: Served) -> None:
    opened = served.open()
    opened["red"].order()
    during = opened["red"].get("export.json").json()
    assert during["only"] == "red"
    assert "secret" not in during
    assert "record" not in during
    opened["red"].post("resign")
    whole = opened["blue"].get("export.json")
    assert msgspec.json.decode(whole.content, type=saves.Save).record


def test_the_board_is_drawn_as_the_seat_sees_it(served: Served) -> None:
    opened = served.open(game="westfront", scenario="husky", allied="me", axis="friend")
    axis = [piece["id"] for piece in opened["axis"].view()["pieces"] if piece["side"] == "axis" and piece["face"]]
    pictures = [seat.get("board.svg").text for seat in (opened["allied"], opened.spectator)]
    assert all(picture.startswith("<svg") for picture in pictures)
    assert not any(f">{name}<" in picture for name in axis for picture in pictures)
    assert any(f">{name}<" in opened["axis"].get("board.svg").text for name in axis)


def test_the_report_tells_what_the_seat_knows(served: Served) -> None:
    opened = served.open()
    opened["red"].order("aim Mill")
    assert "aim Mill" in opened["red"].get("report.md").text
    assert "aim Mill" not in opened["blue"].get("report.md").text
    problem(opened.spectator.get("report.md"), 403, "seat")
    opened["red"].post("resign")
    assert "aim Mill" in opened.spectator.get("report.md").text
