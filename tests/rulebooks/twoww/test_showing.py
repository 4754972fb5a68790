"""What the table shows of 2WW: pieces, tracks, layers, words, the glossary."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from fnmatch import fnmatchcase
from importlib import import_module
from pathlib import Path

import pytest

import grognard
from grognard.drawing.surface import surface
from grognard.engine.agenda import Step
from grognard.engine.looks import Layer
from grognard.games.twoww import GAME, roster
from tests.rulebooks.twoww.table import Table, at

PACKAGE = Path(roster.__file__).parent

CHANNEL = """Summer 1941, allied movement
    Scapa Flow: GB Home Fleet, GB 1 Armor reduced aboard GB Home Fleet, GB 1 RAF done
    Atlantic: Ge 1 Submarines
    Berlin: Ge 1 Armor"""


def shown(t: Table) -> dict[str, dict[str, object]]:
    return {piece["id"]: piece for piece in t.match.view(None)["pieces"]}


def layer(t: Table, key: str) -> Layer:
    return next(layer for layer in GAME.layers(t.state, None, GAME.words) if layer.key == key)


def tones(t: Table, key: str) -> dict[str, str]:
    return {tint.at: tint.tone for tint in layer(t, key).hexes}


# Pieces


def test_a_passenger_names_its_carrier() -> None:
    pieces = shown(at(CHANNEL))
    assert pieces["GB 1 Armor"]["aboard"] == "GB Home Fleet"
    assert pieces["GB 1 Armor"]["marks"] == ["reduced"]
    assert "aboard" not in pieces["GB Home Fleet"]
    assert pieces["GB 1 RAF"]["marks"] == ["done"]


def test_boxes_beside_the_map_hold_pieces_like_any_place() -> None:
    t = at(CHANNEL)
    boxes = {box["name"]: box["kind"] for box in surface(t.state.world)["boxes"]}
    assert shown(t)["Ge 1 Submarines"]["at"] == "Atlantic"
    assert (boxes["Atlantic"], boxes["force pool"]) == ("place", "pool")


def test_the_face_that_is_up_counts_and_off_the_map_the_one_to_come_back_with() -> None:
    pieces, data = shown(at(CHANNEL)), {unit.name: unit for unit in at(CHANNEL).state.world.roster}
    for name, value in (
        ("GB 1 Armor", data["GB 1 Armor"].reduced),
        ("Ge 1 Armor", data["Ge 1 Armor"].combat),
        ("GB 2 Armor", data["GB 2 Armor"].combat),
    ):
        assert pieces[name]["face"]["steps"] == value  # type: ignore[index]


def test_in_hand_a_unit_shows_the_face_that_it_starts_with() -> None:
    piece = shown(Table())["Fr 1 Armor"]
    data = next(unit for unit in at(CHANNEL).state.world.roster if unit.name == "Fr 1 Armor")
    assert (piece["at"], piece["marks"]) == ("in hand", ["reduced"])
    assert piece["face"]["steps"] == data.reduced  # type: ignore[index]


def test_everybody_sees_the_same() -> None:
    match = at(CHANNEL).match
    assert match.view("axis")["pieces"] == match.view("allied")["pieces"] == match.view(None)["pieces"]


def test_every_kind_and_nation_has_looks() -> None:
    looks = GAME.looks()
    world = at(CHANNEL).state.world
    assert {unit.kind for unit in world.roster} <= set(looks.kinds)
    assert {unit.nation for unit in world.roster} <= set(looks.nations)
    assert {country.name for country in world.countries} <= set(looks.nations)
    assert {order.__name__.lower() for order in GAME.orders} == set(looks.verbs)
    assert {mark for piece in shown(at(CHANNEL)).values() for mark in piece["marks"]} <= set(looks.marks)  # type: ignore[attr-defined]


def test_every_question_has_a_title() -> None:
    asking = {kind.__name__ for kind in GAME.steps if hasattr(kind, "takes") and kind.takes}
    assert set(GAME.looks().steps) == asking


# Tracks


def test_tracks_tell_who_controls_whom_and_what_is_still_to_come() -> None:
    tracks = at("Autumn 1939, axis movement\nWarsaw: Ge 1 Armor").match.view(None)["tracks"]
    assert (tracks["countries"]["Poland"], tracks["countries"]["Belgium"]) == ("allied", "neutral")
    assert (tracks["turn"], tracks["phase"]) == ("Autumn 1939", "axis movement")
    assert {"when": "Winter 1942", "piece": "SU 3T Armor"} in [
        {"when": one["when"], "piece": one["piece"]["id"]} for one in tracks["to arrive"]
    ]


def test_powers_at_peace_are_counted_for_nobody_even_italy_which_the_axis_runs() -> None:
    tracks = at("Autumn 1939, axis movement\nWarsaw: Ge 1 Armor").match.view(None)["tracks"]
    listed = [country for country in tracks["countries"] if country != "United States"]  # off the map
    assert tracks["countries"]["Italy"] == "neutral"
    assert tracks["powers"] == {
        side: sum(tracks["countries"][country] == side for country in listed) for side in ("axis", "allied")
    }


def test_the_course_of_the_war_grows_by_a_number_each_turn() -> None:
    t = at("Spring 1940, adjustment\nBerlin: Ge 1 Armor\nLondon: GB 1 Armor", course=((9, 7, 6, 3), (11, 8, 7, 3)))
    tracks = t.match.view(None)["tracks"]
    assert tracks["production by turn"]["axis"][:2] == [9, 11]
    assert tracks["powers by turn"]["allied"][:2] == [3, 3]
    assert len(tracks["powers by turn"]["allied"]) == 3


def test_every_track_that_is_shown_is_there() -> None:
    tracks = at(CHANNEL).match.view("axis")["tracks"]
    assert {track.key for track in GAME.looks().tracks} == set(tracks)
    steps = {track["key"]: track["steps"] for track in surface(at(CHANNEL).state.world)["looks"]["tracks"]}
    assert tracks["turn"] in steps["turn"]
    assert tracks["phase"] in steps["phase"]


# Layers


def test_control_shows_whose_every_country_is() -> None:
    control = tones(at("Autumn 1939, axis combat\nWarsaw: Ge 1 Armor"), "control")
    assert (control["Berlin"], control["Warsaw"], control["London"], control["Madrid"]) == (
        "axis",
        "allied",
        "allied",
        "neutral",
    )


def test_each_arm_has_its_own_zones() -> None:
    t = at(CHANNEL)
    assert set(tones(t, "land zones").values()) == {"axis"}
    assert tones(t, "sea zones")["Scapa Flow N1"] == "allied"
    assert "Scapa Flow N1" not in tones(t, "land zones")
    assert tones(t, "air zones")["Glasgow"] == "allied"


def test_every_unit_has_its_line_of_supply_or_is_told_to_have_none() -> None:
    t = at(
        """Summer 1941, axis movement
        Tripoli: It 1 Armor
        Rome: It 2 Infantry
        Milan: Ge 1 Armor
        Birmingham: Ge 2 Armor"""
    )
    lines = {line.piece: line for line in layer(t, "supply axis").lines}
    assert {name: line.tone for name, line in lines.items()} == {
        "It 1 Armor": "by sea",
        "It 2 Infantry": "supplied",
        "Ge 1 Armor": "supplied",
        "Ge 2 Armor": "cut off",
    }
    assert (lines["Ge 1 Armor"].route[0], lines["Ge 1 Armor"].route[-1]) == ("Berlin", "Milan")
    assert lines["Ge 2 Armor"].text == "Ge 2 Armor has no line of supply."


def test_production_cities_show_whose_they_are_and_what_is_bombed() -> None:
    t = at("Summer 1941, axis movement\nParis: Ge 1 Armor")
    t.state.bombed = (t.place("Essen"),)
    cities = tones(t, "production")
    assert (cities["Paris"], cities["London"], cities["Essen"]) == ("axis", "allied", "bombed")


def test_ports_and_capitals_are_marked() -> None:
    signs = GAME.signs(at(CHANNEL).state.world)
    assert signs["Berlin"] == ("capital", "production city")
    assert "port" in signs["Scapa Flow"]


# Words


def calls() -> Iterator[tuple[str, ast.Call]]:
    """Every call in the code of the game, with the name of what is called."""
    for file in sorted(PACKAGE.glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                yield node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", ""), node


def constants(node: ast.expr) -> list[str]:
    """The texts that an argument may be: one, or one of two."""
    if isinstance(node, ast.IfExp):
        return [*constants(node.body), *constants(node.orelse)]
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


@pytest.mark.parametrize(
    ("call", "argument", "tables"),
    [
        ("Prompt", 0, ("prompts", "warnings")),
        ("tell", 0, ("events",)),
        ("Roll", 0, ("rolls",)),
        ("Sum", 1, ("sums",)),
    ],
)
def test_everything_that_is_said_has_a_sentence(call: str, argument: int, tables: tuple[str, ...]) -> None:
    said = {key for name, node in calls() if name == call for key in constants(node.args[argument])}
    assert len(said) > 2
    assert {key for key in said if not any(key in GAME.words.tables[table] for table in tables)} == set()


def test_every_refusal_has_a_sentence_of_a_rule_that_exists() -> None:
    refusals = [node for name, node in calls() if name == "Refusal"]
    named = {rule for node in refusals for rule in constants(node.args[0]) if not rule.startswith("table.")}
    assert named <= set(GAME.rules)
    sentences = GAME.words.tables["refusals"]
    for node in refusals:
        reason = constants(node.args[2])[0] if len(node.args) > 2 else ""
        for rule in constants(node.args[0]):
            assert rule.startswith("table.") or rule in sentences or f"{rule}.{reason}" in sentences, rule


def test_sentences_of_refusals_belong_to_rules() -> None:
    keys = GAME.words.tables["refusals"]
    assert {key for key in keys if not any(key == id or key.startswith(f"{id}.") for id in GAME.rules)} == set()


def test_the_glossary_leads_to_rules_that_exist() -> None:
    assert all(term.rule in GAME.rules for term in GAME.glossary())


def test_every_step_of_the_game_is_known_to_it() -> None:
    found = set()
    for file in PACKAGE.glob("*.py"):
        room = import_module(f"grognard.games.twoww.{file.stem}") if file.stem != "__init__" else None
        found |= (
            {
                kind
                for kind in vars(room).values()
                if isinstance(kind, type)
                and issubclass(kind, Step)
                and kind.__module__ == getattr(room, "__name__", "")
            }
            if room
            else set()
        )
    assert found == set(GAME.steps)


def test_a_match_of_2ww_is_found_by_its_key() -> None:
    assert grognard.games()["2ww"] is GAME


def test_the_lesson_can_be_followed_to_its_end() -> None:
    lesson = GAME.lessons()["war"]
    match = grognard.new("2ww", "war", seed=lesson.seed)
    for step in lesson.steps:
        assert step.rule in GAME.rules
        assert set(step.show.pieces) <= set(match.state.world.units)
        assert all(match.state.world.board.find(place) is not None for place in step.show.places)
        if step.expect:
            (side,) = match.waiting
            said = [str(order) for order in match.orders(side)]
            match.play(next(say for say in said if any(fnmatchcase(say, like) for like in step.expect)), side)
    control = {name: match.state.holder[match.state.world.board.at(name)] for name in ("Warsaw", "Cracow")}  # type: ignore[attr-defined]
    assert control == {"Warsaw": 0, "Cracow": 0}
