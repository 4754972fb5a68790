"""What the table shows beyond the rules: layers, warnings, the lesson and the glossary."""

from __future__ import annotations

from fnmatch import fnmatchcase

import grognard
from grognard.engine.match import Match
from grognard.games.westfront import GAME
from grognard.games.westfront.state import Front
from grognard.games.westfront.weather import BASINS
from grognard.players import opponents
from tests.rulebooks.westfront.politics_table import whole
from tests.rulebooks.westfront.table import Table


def layer(t: Table, side: int | None, key: str) -> dict[str, str]:
    found = next(layer for layer in GAME.layers(t.state, side, GAME.words) if layer.key == key)
    return {tint.at: tint.tone for tint in found.hexes}


def test_control_shows_whose_every_hex_is() -> None:
    control = layer(Table(), None, "control")
    assert control["Tunis"] == "allied"
    assert control["Palermo"] == "axis"


def test_the_range_of_an_idle_headquarters_is_only_possible() -> None:
    t = Table()
    assert layer(t, 0, "command")["Tunis"] == "possible"
    t.say("allied", "activate 15AG command")
    assert layer(t, 0, "command")["Tunis"] == "active"


def test_a_spectator_is_shown_nobody_s_supply_and_command() -> None:
    assert [layer.key for layer in GAME.layers(Table().state, None, GAME.words)] == ["control", "zones", "seas"]


def test_seas_show_their_names_and_who_controls_them() -> None:
    match = grognard.new("westfront", "summer43", seed=1)
    said = written(match)
    assert {"Tyrrhenian Sea\nAllies", "Bay of Biscay\nAxis"} <= said
    assert len(said) == 16
    assert match.view(None)["tracks"]["seas"]["Bay of Biscay"] == "axis"
    front(match).storm = BASINS.index("mediterranean")
    assert {"Tyrrhenian Sea\nAllies, storm", "Bay of Biscay\nAxis"} <= written(match)


def front(match: Match) -> Front:
    assert isinstance(match.state, Front)
    return match.state


def written(match: Match) -> set[str]:
    """What the sea areas have written across them."""
    seas = next(layer for layer in GAME.layers(front(match), None, GAME.words) if layer.key == "seas")
    return {label.text for label in seas.labels}


def test_a_set_up_adds_up_what_is_still_in_hand_and_where_somebody_must_stand() -> None:
    match = grognard.new("westfront", "summer44", seed=1, options={"deployment": "free"})
    assert ("Armoured corps", "0 of 7 units, 0 of 17 steps", True) in sums(match)
    match.play("propose", side="axis")
    assert sums(match) == [("In hand", "55 of 55", True), ("To be held", "Rome, Rieti, Pescara", True)]
    match.play("propose", side="axis")
    assert sums(match) == [("In hand", "0 of 55", False)]


def sums(match: Match, side: str = "axis") -> list[tuple[str, str, bool]]:
    return [(total["title"], total["text"], total["open"]) for total in match.view(side)["prompt"]["sums"]]


def test_production_shows_where_its_points_come_from_and_what_is_left_of_them() -> None:
    match = grognard.new("westfront", "summer43", seed=1, options={"deployment": "historical"})
    players = {side: opponents.opponent(match.game, "script", side, 1) for side in match.sides}
    while not any(match.view(side)["prompt"]["step"] == "Build" for side in match.waiting):
        side = min(match.waiting)
        match.play(players[side].choose(match).order, side=side)
    level = match.view("axis")["prompt"]["sums"][0]["tally"]
    total, base, *changes = (
        int(number.replace("−", "-"))
        for number in (level["total"], level["base"], *(part["change"] for part in level["parts"]))
    )
    assert total == base + sum(changes)
    assert [part["reason"] for part in level["parts"]] == ["cities", "resources"]
    before = front(match).points[1]
    order = next(order for order in match.orders("axis") if str(order).startswith("replace"))
    match.play(order, side="axis")
    spent, left = (int(text) for _, text, _ in sums(match)[1:])
    assert spent > 0
    assert spent + left == before


def test_every_unit_on_the_map_has_a_line_drawn() -> None:
    t = Table()
    supply = next(layer for layer in GAME.layers(t.state, 1, GAME.words) if layer.key == "supply")
    pieces = t.match.view("axis")["pieces"]
    assert {line.piece for line in supply.lines} == {
        piece["id"] for piece in pieces if piece["side"] == "axis" and piece["at"] != "eliminated"
    }
    assert {line.tone for line in supply.lines} == {"supplied"}


def test_passing_with_every_headquarters_idle_is_warned_of() -> None:
    t = Table()
    asked = t.match.decision("allied")
    assert asked is not None
    assert "15AG" in asked.before_ending[0]
    t.say("allied", "activate 15AG command")
    asked = t.match.decision("allied")
    assert asked is not None
    assert asked.before_ending == ()


def test_units_that_will_starve_where_they_stand_are_warned_of() -> None:
    around = "Messina: Br10 4\nCatania: Br30 4\nLicata: Br13 4\nPalermo: Br5 2\nReggio: OKW 3"
    assert "Pz76" in warned(f"Palermo E1: Pz76 3\n{around}")
    assert warned(f"Reggio: Pz76 3\n{around}") == ""


def warned(pieces: str) -> str:
    """What the Axis hears before its movement phase ends."""
    t = Table(f"westfront husky\nJul I, axis command\n{pieces}").say("axis", "activate OKW supreme", "pass")
    asked = t.match.decision("axis")
    assert asked is not None
    return " ".join(asked.before_ending)


def heard(t: Table, side: str) -> dict[str, str]:
    """What a side is warned of, by the order that the warning belongs to."""
    asked = t.match.decision(side)
    assert asked is not None
    return {before: " ".join(warnings) for before, warnings in asked.warnings.items()}


def test_a_purchase_that_shuts_out_others_is_warned_of() -> None:
    t = Table("westfront husky\nAug production\nTunis: US6 3, US2 4\nReggio: OKW 3")
    assert heard(t, "allied").keys() == {"seal", "arrive", "advance", "rebuild"}
    assert "73" in heard(t, "allied")["arrive"]
    t.say("allied", "rebuild Br10 Tunis")
    assert heard(t, "allied").keys() == {"seal", "arrive", "advance"}
    t.say("allied", "arrive Polish Tunis")
    assert heard(t, "allied").keys() == {"seal"}


def test_declaring_war_is_warned_of_with_its_price_and_nothing_else() -> None:
    t = whole("Aug I, allied command", "London: AF 2\nBerlin: OKW 2")
    assert heard(t, "allied")["war Spain"] == (
        "This brings Spain into the war against the Allies and costs 12 victory points. [WF-16.4f]"
    )
    asked = t.match.decision("allied")
    assert asked is not None
    assert "Spain" not in " ".join(asked.before_ending)
    assert asked.buttons["war Spain"] == "Declare war on Spain"
    assert "Spain, Portugal into the war against the Allies and costs 14" in heard(t, "allied")["war Portugal"]


def test_the_lesson_can_be_followed_to_its_end() -> None:
    lesson = GAME.lessons()["husky"]
    match = grognard.new("westfront", "husky", seed=lesson.seed)
    known = {piece["id"] for piece in match.view("allied")["pieces"]}
    for step in lesson.steps:
        assert step.rule in GAME.rules
        assert set(step.show.pieces) <= known
        assert all(match.state.world.board.find(place) is not None for place in step.show.places)
        if step.expect:
            said = [str(order) for order in match.orders("allied")]
            match.play(next(say for say in said if any(fnmatchcase(say, like) for like in step.expect)), "allied")
    assert match.waiting == {"axis"}
    assert match.view("allied")["tracks"]["control"]["Catania"] == "allied"


def test_the_glossary_leads_to_rules_that_exist() -> None:
    assert all(term.rule in GAME.rules for term in GAME.glossary())
