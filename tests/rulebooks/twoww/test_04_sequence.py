"""Chapters 3.4.4 and 4: the sequence of play."""

from __future__ import annotations

from grognard.games.twoww.phases import PHASES
from grognard.games.twoww.state import CRUSHED
from tests.rulebooks.twoww.fights import steppe
from tests.rulebooks.twoww.table import Table, at
from tests.rules import rule

EVERYBODY = (
    "Kharkov: Ge 1 Armor, Ge 1 Air\nKharkov S1: SU 1T Armor, SU 1 Air\nBerlin: Ge Fort 1\n"
    "London: GB 1 RAF, GB Home Fleet"
)


@rule("2WW-4a")
def test_the_war_begins_with_the_axis_player_turn() -> None:
    t = Table(set_up="historical")
    assert t.when == "Autumn 1939, axis movement"
    assert t.waits == "axis MoveUnits"
    assert not t.events("produces")
    assert not [event for event in t.match.history if event.rule.startswith(("2WW-6", "2WW-7"))]


@rule("2WW-4.1a")
def test_the_phases_of_a_game_turn() -> None:
    t = steppe(EVERYBODY, "Summer 1943, production", iraq=CRUSHED)
    seen: list[str] = []
    while t.when.startswith("Summer 1943"):
        (side,) = t.match.waiting
        if t.when.partition(", ")[2] not in seen:
            seen.append(t.when.partition(", ")[2])
            if t.when.endswith("axis movement"):
                assert t.refused("attack KharkovS1", "axis") == "2WW-4.1a"
            if t.when.endswith("axis combat"):
                assert t.refused("move Ge1Armor", "axis") == "2WW-4.1a"
        t.say(side, "pass")
    assert seen == [phase for phase in PHASES if phase in seen]
    assert seen[-9:] == [
        "axis movement",
        "axis combat",
        "allied movement",
        "allied combat",
        "axis armored movement",
        "axis armored combat",
        "allied armored movement",
        "allied armored combat",
        "adjustment",
    ]
    assert PHASES[:2] == ("strategic", "production")
    assert PHASES[10] == "supply"
    assert t.when.startswith("Autumn 1943, ")


@rule("2WW-4.1a")
def test_armored_action_follows_on_the_allied_combat_phase() -> None:
    t = steppe(EVERYBODY, "Summer 1943, allied combat")
    assert t.refused("move SU1TArmor", "allied") == "2WW-4.1a"
    t.say("allied", "pass")
    assert t.when == "Summer 1943, axis armored movement"


@rule("2WW-4.2.C.1")
def test_only_the_markers_of_the_side_whose_turn_begins_come_off() -> None:
    t = steppe("Kharkov: Ge 1 Air done\nGorki: SU 1 Air done\nLondon: GB Home Fleet done", "Summer 1943, axis combat")
    assert t.when == "Summer 1943, allied movement"
    assert [t.fact("ops", unit) for unit in ("Ge 1 Air", "SU 1 Air", "GB Home Fleet")] == [1, 0, 0]
    t = steppe("Kharkov: Ge 1 Air done\nGorki: SU 1 Air done", "Summer 1943, production")
    while t.when != "Summer 1943, axis movement":
        (side,) = t.match.waiting
        t.say(side, "pass")
    assert [t.fact("ops", unit) for unit in ("Ge 1 Air", "SU 1 Air")] == [0, 1]


@rule("2WW-4.2.C.1")
def test_no_marker_comes_off_for_armored_action() -> None:
    t = steppe("Kharkov: Ge 1 Air done, Ge 1 Armor\nGorki: SU 1 Air done", "Summer 1943, allied combat")
    assert t.when == "Summer 1943, axis armored movement"
    assert [t.fact("ops", unit) for unit in ("Ge 1 Air", "SU 1 Air")] == [1, 1]


@rule("2WW-4.2.C.2a")
def test_moves_of_all_kinds_in_any_order() -> None:
    t = at(
        "Spring 1940, axis movement\nBerlin: Ge 1 Armor, Ge 1 Air\nMunich: Ge 2 Air, Ge 4 Infantry\n"
        "Hamburg: Ge Surface Fleet"
    )
    t.say("axis", "move Ge1Air", "fly Prague")
    t.say("axis", *(["pass"] if t.waits != "axis MoveUnits" else []))
    t.say("axis", "move Ge4Infantry", "rail Berlin")
    t.say("axis", *(["pass"] if t.waits != "axis MoveUnits" else []))
    t.say("axis", "move GeSurfaceFleet", "sail Wilhelmshaven", "pass")
    t.say("axis", "move Ge2Air", "fly Berlin")
    t.say("axis", *(["pass"] if t.waits != "axis MoveUnits" else []))
    t.say("axis", "move Ge1Armor", "march BerlinSE1")
    moved = {unit: t.at(unit) for unit in ("Ge 1 Air", "Ge 4 Infantry", "Ge Surface Fleet", "Ge 2 Air", "Ge 1 Armor")}
    assert list(moved.values()) == ["Prague", "Berlin", "Wilhelmshaven", "Berlin", "Berlin SE1"]


@rule("2WW-3.4.4a")
def test_twenty_three_seasons() -> None:
    world = Table(set_up="historical").state.world
    assert len(world.turns) == 23
    assert world.turns[:3] == ("Autumn 1939", "Winter 1940", "Spring 1940")
    assert world.turns[-1] == "Spring 1945"
    seasons = ("Winter", "Spring", "Summer", "Autumn")
    expected = [f"{season} {year}" for year in range(1940, 1946) for season in seasons]
    assert list(world.turns[1:]) == expected[:22]


# The end of a turn


@rule("2WW-4.2.G")
def test_forts_without_a_name_may_be_taken_back() -> None:
    t = at("Summer 1940, adjustment\nBerlin: Ge Fort 1\nMunich: Ge Fort 2\nMalta: Malta Fort\nMoscow: Moscow Fort")
    assert t.offered() == ["remove GeFort1", "remove GeFort2", "pass"]
    t.say("axis", "remove GeFort1", "pass")
    assert (t.at("Ge Fort 1"), t.at("Ge Fort 2")) == ("pool", "Munich")
    assert t.when.startswith("Autumn 1940")


@rule("2WW-4.2.G")
def test_forts_with_a_name_stay() -> None:
    t = at("Summer 1940, adjustment\nBerlin: Ge Fort 1\nMaginot Line: Maginot Fort\nMalta: Malta Fort")
    assert t.refused("remove MaltaFort", "axis") == "2WW-1a"
    t.say("axis", "pass")
    assert t.when.startswith("Autumn 1940")  # the Allies have no fort that they could take back
    assert t.at("Maginot Fort") == "Maginot Line"
    assert t.at("Malta Fort") == "Malta"
