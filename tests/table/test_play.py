"""Matches over the wire: seats, views, orders, and what one may not do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

import grognard
from grognard.table import seats
from tests.table.server import Opened, Seat, Served, problem


def play_out(opened: Opened, sides: tuple[str, ...] = ("red", "blue"), seed: int = 1, limit: int = 10_000) -> int:
    """Random play over the wire; returns how many orders were given."""
    choose = Random(seed)
    given = 0
    while given < limit:
        view = opened.spectator.view()
        if view["outcome"]:
            break
        side = choose.choice(view["waiting"])
        offers = opened[side].view()["orders"]
        opened[side].order(choose.choice(offers)["say"])
        given += 1
    return given


def test_a_whole_match_is_played_over_the_wire(serve: Callable[..., Served], url: str) -> None:
    served = serve(url)
    opened = served.open(seed=5)
    assert play_out(opened, seed=5) > 20
    view = opened["red"].view()
    assert view["outcome"]["cause"]
    assert view["orders"] == []
    assert view["dice"]["secret"]


def test_the_view_is_the_kernels(served: Served) -> None:
    opened = served.open(seed=1943, game="westfront", scenario="husky", allied="me", axis="friend")
    match = grognard.new("westfront", "husky", seed=1943)
    for side in (*match.sides, None):
        seat = opened[side] if side else opened.spectator
        assert kernels(seat.view()) == match.view(side)
    opened["allied"].order("pass")
    match.play("pass")
    assert kernels(opened["axis"].view()) == match.view("axis")


def kernels(view: dict[str, Any]) -> dict[str, Any]:
    """A view without what the table adds to it."""
    assert view.pop("since") == 0
    assert view.pop("cursor").startswith(f"{view['moment']}.")
    assert view.pop("battles") == list(view["tracks"]["battles"])
    return view


def test_an_answer_leaves_out_the_lines_that_are_known(served: Served) -> None:
    opened = served.open(seed=1943, game="westfront", scenario="husky", allied="me", axis="me")
    allied = opened["allied"]
    first = allied.view()
    body = {"number": first["number"], "say": first["orders"][0]["say"]}
    played = allied.post("orders", body, since=first["cursor"]).json()
    assert (played["view"]["since"], len(played["view"]["log"])) == (len(first["log"]), played["new"])
    whole = allied.view()
    assert first["log"] + played["view"]["log"] == whole["log"]
    assert played["view"]["cursor"] == whole["cursor"]
    assert allied.view(since=whole["cursor"])["log"] == []


def test_lines_that_have_changed_are_sent_again(served: Served) -> None:
    red = served.open()["red"]
    one, another = (offer["say"] for offer in red.view()["orders"][:2])
    heard = red.order(one)["view"]
    assert red.post("undo").status_code == 200
    other = red.order(another)["view"]
    assert len(other["log"]) == len(heard["log"]) > 0
    again = red.view(since=heard["cursor"])
    assert (again["since"], again["log"]) == (0, other["log"])
    for nonsense in ("x", "-1.0", "999999.00000000", f"{len(other['log'])}", "1" * 20, "٣.00000000"):
        assert red.view(since=nonsense)["since"] == 0


def test_a_seat_says_whose_it_is(served: Served) -> None:
    opened = served.open(red="me", blue="computer:random")
    about = opened["red"].get().json()
    assert about["side"] == "red"
    assert about["sides"] == {"red": "me", "blue": "computer:random"}
    assert opened.tokens["blue"] is None
    assert opened.spectator.get().json()["side"] is None
    assert (about["game"], about["scenario"], about["match"]) == ("skirmish", "ford", opened.id)


def test_seats_cannot_be_guessed(served: Served) -> None:
    tokens = {seats.token() for _ in range(1000)}
    assert len(tokens) == 1000
    assert {len(token) for token in tokens} == {seats.LETTERS}
    opened = served.open()
    for wrong in (seats.token(), "x", opened.id, opened["red"].token[:-1] + "!", opened["red"].token + "A"):
        problem(Seat(served, wrong).get("view"), 404, "unknown")


def test_an_order_for_another_moment_is_stale(served: Served) -> None:
    red = served.open()["red"]
    say = red.view()["orders"][0]["say"]
    red.order(say)
    problem(red.post("orders", {"number": "0", "say": say}), 409, "stale")
    problem(red.post("orders", {"number": "banana", "say": say}), 409, "stale")


def test_a_replayed_order_is_taken_once(served: Served) -> None:
    opened = served.open(game="westfront", scenario="husky", allied="me", axis="me")
    body = {"number": "0", "say": "pass"}
    assert opened["allied"].post("orders", body).status_code == 200
    for _ in range(5):
        problem(opened["allied"].post("orders", body), 409, "stale")
    assert opened["allied"].view()["number"] == "1"


def test_an_order_that_is_not_offered_is_refused_with_its_rule(served: Served) -> None:
    allied = served.open(game="westfront", scenario="husky", allied="me", axis="me")["allied"]
    found = problem(allied.post("orders", {"number": "0", "say": "activate US2 command"}), 409, "illegal")
    assert found["rule"].startswith("WF-")
    assert allied.view()["number"] == "0"


def test_nobody_decides_out_of_turn(served: Served) -> None:
    opened = served.open(game="westfront", scenario="husky", allied="me", axis="friend")
    problem(opened["axis"].post("orders", {"number": "0", "say": "pass"}), 409, "turn")


def test_nobody_decides_for_the_other_side(served: Served) -> None:
    opened = served.open(game="westfront", scenario="husky", allied="me", axis="friend")
    order = {"order": "pass", "side": "allied"}
    problem(opened["axis"].post("orders", {"number": "0", "order": order}), 403, "seat")
    problem(opened["axis"].post("why", {"order": order}), 403, "seat")
    problem(opened["axis"].post("preview", {"order": order}), 403, "seat")
    assert opened["allied"].view()["number"] == "0"


@pytest.mark.parametrize(
    ("what", "body"),
    [
        ("orders", {"number": "0", "say": "pass"}),
        ("why", {"say": "pass"}),
        ("preview", {"say": "pass"}),
        ("undo", None),
        ("propose", {"what": "draw"}),
        ("answer", {"proposal": "", "agreed": True}),
        ("resign", None),
        ("fork", {"moment": 0}),
    ],
)
def test_a_spectator_decides_nothing(served: Served, what: str, body: Any) -> None:
    problem(served.open(seed=None).spectator.post(what, body), 403, "seat")


def test_a_spectator_sees_what_both_sides_may(served: Served) -> None:
    opened = served.open()
    hidden = [piece for piece in opened.spectator.view()["pieces"] if piece["face"] is None]
    assert {piece["side"] for piece in hidden} == {"red", "blue"}


def test_orders_may_be_given_in_json(served: Served) -> None:
    red = served.open()["red"]
    view = red.view()
    body = {"number": view["number"], "order": view["orders"][0]["order"]}
    assert red.post("orders", body).status_code == 200


def test_a_batch_stops_at_what_is_refused(served: Served) -> None:
    red = served.open()["red"]
    first = red.view()["orders"][0]["say"]
    answer = red.post("orders", {"number": "0", "batch": [first, "move Ram Nowhere", first]}).json()
    assert answer["stopped"]["text"]
    assert answer["view"]["number"] == "0.1"
    assert answer["view"]["undo"]["can"]


def test_a_batch_for_another_moment_is_stale(served: Served) -> None:
    red = served.open()["red"]
    problem(red.post("orders", {"number": "7", "batch": [red.view()["orders"][0]["say"]]}), 409, "stale")


def test_new_lines_are_counted(served: Served) -> None:
    allied = served.open(game="westfront", scenario="husky", allied="me", axis="me")["allied"]
    before = allied.view()["log"]
    played = allied.order("pass")
    assert played["new"] == len(played["view"]["log"]) - len(before) > 0
    assert played["stopped"] is None


def test_an_order_can_be_taken_back(served: Served) -> None:
    red = served.open()["red"]
    before = red.view()
    red.order()
    assert red.post("undo").json()["view"]["pieces"] == before["pieces"]
    found = problem(red.post("undo"), 409, "cannot-undo")
    assert "sheet" in found["text"]


def test_resigning_ends_the_match(served: Served) -> None:
    opened = served.open()
    opened["red"].post("resign")
    assert opened["blue"].view()["outcome"]["winner"] == "blue"
    problem(opened["blue"].post("resign"), 409, "over")
    problem(opened["blue"].post("orders", {"number": "1", "say": "aim Mill"}), 409, "over")


def test_a_draw_needs_both(served: Served) -> None:
    opened = served.open()
    assert opened["red"].post("propose", {"what": "draw"}).json()["view"]["proposal"]["what"] == "draw"
    problem(opened["red"].answer(True), 400, "bad-request")
    opened["blue"].answer(False)
    assert opened["red"].view()["proposal"] is None
    opened["blue"].post("propose", {"what": "draw"})
    assert opened["red"].answer(True).json()["view"]["outcome"]["cause"] == "agreement"


def test_a_takeback_needs_both(served: Served) -> None:
    opened = served.open(seed=3)
    play_out(opened, seed=3, limit=12)
    side = next(iter(opened.spectator.view()["waiting"]))
    other = "blue" if side == "red" else "red"
    opened[side].post("propose", {"what": "takeback"})
    answer = opened[other].answer(True)
    assert answer.json()["view"]["log"][-1]["what"] == "takeback"


def test_standing_answers_are_given(served: Served) -> None:
    red = served.open()["red"]
    assert red.put("standing", {"step": "Ambushed", "say": "pass"}).status_code == 200
    assert red.get().json()["standing"] == {"Ambushed": "pass"}
    red.put("standing", {"step": "Ambushed", "say": None})
    assert red.get().json()["standing"] == {}
    problem(red.put("standing", {"step": "Nothing", "say": "pass"}), 400, "bad-request")


def test_why_names_the_rule(served: Served) -> None:
    allied = served.open(game="westfront", scenario="husky", allied="me", axis="me")["allied"]
    assert allied.post("why", {"say": "pass"}).json() == {"refusal": None}
    refusal = allied.post("why", {"say": "activate US2 command"}).json()["refusal"]
    assert refusal["rule"].startswith("WF-")
    assert refusal["text"].endswith(f"[{refusal['rule']}]")


def test_a_preview_changes_nothing(served: Served) -> None:
    opened = served.open(seed=2)
    play_out(opened, seed=2, limit=8)
    side = opened.spectator.view()["waiting"][0]
    before = opened[side].view()
    for offer in before["orders"]:
        answer = opened[side].post("preview", {"say": offer["say"]})
        assert answer.status_code == 200, answer.text
        assert set(answer.json()) == {"route", "cost", "meets", "notes"}
    assert opened[side].view() == before


def test_matches_are_opened_with_what_the_game_knows(served: Served) -> None:
    def opening(**other: Any) -> Any:
        usual = {"game": "skirmish", "scenario": "ford", "seats": {"red": "me", "blue": "me"}}
        return served.http.post("/api/matches", json=usual | other)

    assert opening().status_code == 201
    for wrong in (
        {"game": "chess"},
        {"scenario": "moon"},
        {"seats": {"red": "me"}},
        {"seats": {"red": "me", "blue": "me", "green": "me"}},
        {"seats": {"red": "me", "blue": "nobody"}},
        {"seats": {"red": "me", "blue": "computer:9"}},
        {"options": {"nonsense": 1}},
        {"seed": -1},
        {"seed": "x"},
        {"colour": "blue"},
    ):
        problem(opening(**wrong), 400, "bad-request")


def test_without_a_seed_no_two_matches_have_the_same_dice(served: Served) -> None:
    dice = {served.open(seed=None)["red"].view()["dice"]["commitment"] for _ in range(5)}
    assert len(dice) == 5
    assert served.open(seed=4)["red"].view()["dice"] == served.open(seed=4)["red"].view()["dice"]


def test_everything_is_there_after_a_restart(serve: Callable[..., Served], url: str) -> None:
    first = serve(url)
    opened = first.open(seed=6)
    play_out(opened, seed=6, limit=15)
    opened["red"].put("seen", {"moment": 4})
    opened["red"].put("notes", {"piece": "b7", "at": "", "text": "tanks?"})
    before = [seat.view() for seat in (opened["red"], opened["blue"], opened.spectator)]
    first.stop()
    second = serve(url)
    again = [Seat(second, seat.token) for seat in (opened["red"], opened["blue"], opened.spectator)]
    assert [seat.view() for seat in again] == before
    assert again[0].get().json()["seen"] == 4
    assert again[0].get("notes").json() == [{"piece": "b7", "at": "", "text": "tanks?"}]
    assert again[1].get("notes").json() == []


def test_matches_leave_the_memory_and_come_back(serve: Callable[..., Served]) -> None:
    from msgspec import structs

    from tests.table.server import WIDE

    served = serve(settings=structs.replace(WIDE, memory=2))
    matches = [served.open(seed=seed) for seed in range(6)]
    for opened in matches:
        opened["red"].order()
    assert [opened["red"].view()["number"] for opened in matches] == ["0.1"] * 6


def test_texts_come_in_the_language_asked_for(served: Served) -> None:
    allied = served.open(game="westfront", scenario="husky", allied="me", axis="me")["allied"]
    english, german = allied.view(), allied.view(lang="de")
    assert english["number"] == german["number"]
    if "de" in served.http.get("/api/games").json()[-1]["languages"]:
        assert english["prompt"]["text"] != german["prompt"]["text"]
    assert allied.view(lang="xx")["prompt"] == english["prompt"]


def test_the_database_knows_no_seat(serve: Callable[..., Served], tmp_path: Path) -> None:
    served = serve(str(tmp_path / "table.sqlite3"))
    opened = served.open()
    opened["red"].order()
    kept = b"".join(file.read_bytes() for file in tmp_path.glob("table.sqlite3*"))
    assert opened.id.encode() in kept
    assert not any(token.encode() in kept for token in (*opened.tokens.values(), opened.spectator.token) if token)
