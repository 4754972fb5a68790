"""A set-up on the whole map: at once, from a list, by keyboard, and by taking pieces to it with mouse and finger."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.browser.chromium import PATIENCE
from tests.browser.hands import Finger, Mouse
from tests.browser.visitor import Visitor
from tests.table.server import Opened, Served


def opened(served: Served, scenario: str = "summer43", deployment: str = "semi-historical") -> Opened:
    seats = {"allied": "friend", "axis": "me"}
    options = {"deployment": deployment}
    return served.begin({"game": "westfront", "scenario": scenario, "seats": seats, "options": options, "seed": 1})


def chip(visitor: Visitor, piece: str) -> Any:
    return visitor.on(f'#panel .chip:has-text("{piece}")').first


def take(visitor: Visitor, piece: str, to: tuple[float, float]) -> None:
    """Carry a piece from the list to the map; not by way of the map's edge, where a slow hand would move it on."""
    chip(visitor, piece).hover()
    visitor.page.mouse.down()
    box = chip(visitor, piece).bounding_box()
    assert box is not None
    visitor.page.mouse.move(box["x"] + 2, box["y"] + 2)
    visitor.page.mouse.move(*to)
    expect(visitor.on(".carried")).to_contain_text(piece)
    visitor.page.mouse.up()


def where(view: dict[str, Any]) -> dict[str, str]:
    return {piece["id"]: piece["at"] for piece in view["pieces"]}


def come(visitor: Visitor, match: Opened) -> None:
    """Nobody is on the map yet, so wait for the list."""
    visitor.sit(match["axis"])
    visitor.on("#panel .chip").first.wait_for()
    visitor.on("#board .land img").first.wait_for(state="attached")


def test_a_newcomer_begins_summer_1943_as_it_was(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.start()
    visitor.on('label.card:has-text("WestFront")').first.click()
    visitor.on('label.card:has-text("Summer 1943")').first.click()
    expect(visitor.on(".about")).to_contain_text("Tunisia")
    expect(visitor.on(".aims")).to_contain_text("knock Italy out of the war")
    visitor.page.get_by_label("Deployment").select_option("historical")
    visitor.on("button.play").click()
    visitor.seated()
    expect(visitor.prompt).to_contain_text("Still in hand: 0", timeout=4 * PATIENCE)  # the computer sets up first
    mouse = Mouse(visitor)
    mouse.give("seal")
    expect(visitor.prompt).to_contain_text("Activate headquarters")
    mouse.give("activate 15AG*")
    assert visitor.seat.view()["log"][-1]["what"] == "activate"


def test_units_are_deployed_from_the_list_and_by_taking_them_to_the_map(
    visit: Callable[..., Visitor], served: Served
) -> None:
    match = opened(served)
    visitor = visit()
    come(visitor, match)
    expect(visitor.on("#panel dl")).to_contain_text("59 of 59")
    expect(visitor.on('#panel section[aria-label="Not yet deployed"] h4')).to_have_count(2)  # Germany and Italy
    mouse = Mouse(visitor)

    paris = mouse.point("Paris")
    with visitor.answered():  # taken there
        take(visitor, "PzWest", paris)
    visitor.rested()
    with visitor.answered():  # found in the list of places
        chip(visitor, "Pz58").click()
        visitor.page.get_by_label("Find:").fill("Lyo")
        visitor.on('#panel button[title="deploy Pz58 Lyon"]').click()
    visitor.rested()
    with visitor.answered():  # by keys alone: the list, then the map, then the place that is read aloud
        chip(visitor, "OBWest").focus()
        visitor.page.keyboard.press("Enter")
        visitor.page.get_by_label("Find:").focus()
        visitor.page.keyboard.type("Compiegne")
        visitor.page.keyboard.press("Enter")
    visitor.rested()

    own = where(match["axis"].view())
    assert (own["PzWest"], own["Pz58"], own["OBWest"]) == ("Paris", "Lyon", "Compiegne")
    expect(visitor.on("#panel dl")).to_contain_text("56 of 59")
    assert not any(piece["side"] == "axis" for piece in match["allied"].view()["pieces"])

    mouse.give("withdraw PzWest")
    expect(visitor.on("#panel dl")).to_contain_text("57 of 59")
    mouse.give("propose")
    expect(visitor.on("#panel dl")).to_contain_text("0 of 59")
    mouse.give("seal")
    hidden = [piece for piece in match["allied"].view()["pieces"] if piece["side"] == "axis"]
    assert len(hidden) >= 59
    assert all(piece["face"] is None for piece in hidden if piece["at"] in mouse.hexes)


def test_a_place_that_is_not_allowed_is_refused_with_its_rule(visit: Callable[..., Visitor], served: Served) -> None:
    visitor = visit()
    come(visitor, opened(served))
    rome = Mouse(visitor).point("Rome")
    take(visitor, "PzWest", rome)
    expect(visitor.notice).to_contain_text("WF-3.25")


def test_a_finger_takes_a_unit_to_the_map(visit: Callable[..., Visitor], served: Served) -> None:
    match = opened(served)
    visitor = visit(phone=True)
    come(visitor, match)
    box = chip(visitor, "PzWest").bounding_box()
    assert box is not None
    start = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    x, y = Finger(visitor).point("Limoges")
    fingers = visitor.context.new_cdp_session(visitor.page)

    def touch(kind: str, *points: dict[str, float]) -> None:
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    with visitor.answered():
        touch("touchStart", start)
        expect(visitor.on(".carried")).to_contain_text("PzWest")  # after a moment's rest
        for short in (1, 0):
            touch("touchMove", {"x": x + short, "y": y + short})
        touch("touchEnd")
    visitor.rested()
    assert where(match["axis"].view())["PzWest"] == "Limoges"


def test_starting_forces_are_chosen_by_the_chart(visit: Callable[..., Visitor], served: Served) -> None:
    match = opened(served, "winter43")
    visitor = visit()
    come(visitor, match)
    expect(visitor.on("#panel dl")).to_contain_text("0 of 7 units, 0 of 15 steps")
    mouse = Mouse(visitor)
    mouse.give("muster PzG 3")
    expect(visitor.on("#panel dl")).to_contain_text("1 of 7 units, 3 of 15 steps")
    mouse.give("propose")
    expect(visitor.prompt).to_contain_text("deploy your units")
