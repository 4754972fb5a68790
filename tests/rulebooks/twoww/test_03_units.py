"""Chapters 3.1 and 3.3: dice, kinds of units, and what they may do."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from grognard.engine.dice import SecretDice
from grognard.games.twoww import roster
from grognard.games.twoww.battle import Battle, Fire
from grognard.games.twoww.convoys import RevoltThrow
from grognard.games.twoww.firing import Throws
from grognard.games.twoww.showing import pieces
from grognard.games.twoww.units import face_value, steps_left
from grognard.games.twoww.world import order_of_battle
from tests.rulebooks.twoww.fights import declare, steppe
from tests.rulebooks.twoww.table import Table, at
from tests.rules import rule


@rule("2WW-3.1a")
def test_two_dice_for_the_combat_chart_and_one_for_the_revolt() -> None:
    s = steppe("Kharkov: Ge 1 Armor\nKharkov S1: SU 1 Infantry").state
    call = Throws(Battle("land", 0, 0), "land", (Fire("land_land", 4, 1), None), (0,), (0, 0), (0, 0)).call(s)
    dice = SecretDice(bytes(32))
    throws = Counter(sum(dice.throw(call, number)) for number in range(1000))
    assert set(throws) == set(range(2, 13))
    assert throws.most_common(1)[0][0] == 7
    revolt = RevoltThrow().call(s)
    assert {sum(dice.throw(revolt, number)) for number in range(1000)} == set(range(1, 7))


@rule("2WW-3.3.1a")
def test_kinds_and_arms() -> None:
    units = {unit.name: unit for unit in roster.read(order_of_battle(), {})}
    named = ("Ge 1 Paratroops", "Malta Fort", "Ge 1 Artillery", "Ge 1 Submarines", "GB Home Fleet", "Ge 1 Air")
    assert [units[name].arm for name in named] == ["land", "land", "land", "sea", "sea", "air"]
    wrong = {"unit": [{**order_of_battle()["unit"][0], "kind": "cavalry"}]}
    with pytest.raises(ValueError, match="no known kind: 'cavalry'"):
        roster.read(wrong, {})


@rule("2WW-3.3.1b")
def test_forts_do_not_move() -> None:
    t = steppe("Berlin: Ge Fort 1, Ge 1 Armor\nGorki: SU 1 Infantry", "Summer 1943, axis movement")
    assert "move GeFort1" not in t.offered()
    assert t.refused("move GeFort1", "axis") == "2WW-3.3.1b"


@rule("2WW-3.4.3b")
def test_marked_fleets_do_not_move() -> None:
    t = at("Spring 1940, axis movement\nHamburg: Ge Surface Fleet done\nWilhelmshaven: Ge 1 Submarines")
    assert t.offered() == ["move Ge1Submarines", "pass"]
    assert t.refused("move GeSurfaceFleet", "axis") == "2WW-3.4.3b"


@rule("2WW-3.4.3b")
def test_a_beaten_fleet_is_out_of_the_fighting_until_its_next_turn() -> None:
    t = at(
        "Summer 1943, axis combat\nHull NE1: Ge Surface Fleet\nHull N1: GB Home Fleet\nAmsterdam N1: Ge 1 Submarines\n"
        "Wilhelmshaven: Ge 1 Air"
    )
    declare(t.roll(12, 5), "axis", "engage", "Hull N1", "Ge Surface Fleet")
    while t.waits == "allied Hunt":
        t.say("allied", "decline")
    assert (t.at("Ge Surface Fleet"), t.fact("ops", "Ge Surface Fleet")) == ("Wilhelmshaven", 1)
    while t.when != "Summer 1943, axis armored combat":
        (side,) = t.match.waiting
        t.say(side, "pass")
    t.say("axis", "engage HullN1")
    assert t.offered() == ["join Ge1Air", "pass"]
    assert t.refused("join GeSurfaceFleet", "axis") == "2WW-3.4.3b"


@rule("2WW-3.4.3a")
def test_a_marked_air_unit_may_move() -> None:
    t = at("Spring 1940, axis movement\nBerlin: Ge 1 Air done")
    t.say("axis", "move Ge1Air", "fly Munich")
    assert t.at("Ge 1 Air") == "Munich"
    assert t.fact("ops", "Ge 1 Air") == 1


@rule("2WW-4.2.C.3p")
def test_faces() -> None:
    t = steppe("Berlin: Ge 1 Armor, Ge 2 Armor reduced\nTeheran: Persia Infantry")
    assert [face_value(t.state, t.unit(name)) for name in ("Ge 1 Armor", "Ge 2 Armor", "Persia Infantry")] == [6, 3, 1]
    assert [steps_left(t.state, t.unit(name)) for name in ("Ge 1 Armor", "Ge 2 Armor", "Persia Infantry")] == [2, 1, 1]


# What is shown follows from what is so


def shown(t: Table, unit: str) -> dict[str, Any]:
    return next(piece for piece in pieces(t.state) if piece["id"] == unit)


@rule("2WW-3.1b")
def test_markers_follow_from_the_position() -> None:
    t = at("Spring 1940, axis movement\nBerlin: Ge 1 Air done, Ge 2 Air")
    marked, ready = (str(shown(t, unit)["marks"]) for unit in ("Ge 1 Air", "Ge 2 Air"))
    assert marked != ready
    t.state.ops[t.unit("Ge 1 Air")] = 0
    assert str(shown(t, "Ge 1 Air")["marks"]) == ready


@rule("2WW-3.2b")
def test_the_atlantic_box_has_two_parts() -> None:
    t = at("Summer 1943, allied movement\nAtlantic: GB Home Fleet\nUnited States: US 8 Fleet")
    world = t.state.world
    assert world.atlantic != world.states
    assert {world.board.names[box] for box in world.boxes} == {
        "Atlantic",
        "United States",
        "Capetown",
        "Red Sea",
        "Persian Gulf",
    }
    assert (t.at("GB Home Fleet"), t.at("US 8 Fleet")) == ("Atlantic", "United States")


@rule("2WW-3.3.3d")
def test_a_passenger_is_shown_with_its_carrier_and_moves_with_it() -> None:
    t = at("Summer 1943, allied movement\nHull: GB Home Fleet, GB 1 Armor aboard GB Home Fleet")
    assert shown(t, "GB 1 Armor")["aboard"] == "GB Home Fleet"
    t.say("allied", "move GBHomeFleet", "sail London")
    assert shown(t, "GB 1 Armor")["at"] == shown(t, "GB Home Fleet")["at"] == "London"
