"""Chapter 3.2: deployment. Who may start where, how strong, and what must be so before play begins."""

from __future__ import annotations

import random

import pytest

import grognard
from grognard.engine.paths import bits
from grognard.games.westfront import starting_forces
from grognard.games.westfront.deployment import front_of, places_for, slots
from grognard.games.westfront.state import ELIMINATED, UNDEPLOYED
from grognard.lab.checks.laws import Memory
from grognard.lab.checks.leaks import nothing_leaks
from tests.rulebooks.westfront.table import Table
from tests.rules import rule

WAYS = [
    (scenario, way)
    for scenario in ("summer43", "winter43", "summer44", "winter44")
    for way in ("historical", "semi-historical", "free")
    if way != "historical" or scenario.startswith("summer")
]


def begun(scenario: str, way: str) -> Table:
    """A match at its very beginning."""
    t = Table()
    t.match = grognard.new("westfront", scenario, seed=0, options={"deployment": way})
    return t


def ready(scenario: str, way: str) -> Table:
    """A match in which both sides have taken what is proposed."""
    t = begun(scenario, way)
    while t.when.startswith("set-up"):
        (side,) = t.match.waiting
        offered = [str(order) for order in t.match.orders(side)]
        t.say(side, "seal" if "seal" in offered else "propose")
    return t


def hand(t: Table, side: str) -> set[str]:
    return {piece["id"] for piece in t.match.view(side)["pieces"] if piece["at"] == "in hand"}


# 3.21 The order of it


@rule("WF-3.21a")
def test_the_axis_deploys_first_and_the_allies_wait() -> None:
    t = begun("summer43", "semi-historical")
    assert t.match.waiting == {"axis"}
    assert t.refused("deploy Br1 London", "allied") == "table.turn"
    t.say("axis", "propose", "seal")
    assert t.match.waiting == {"allied"}
    t.say("allied", "propose", "seal")
    assert t.when == "Jul I, allied command"


@rule("WF-3.21a")
def test_nothing_is_seen_of_a_set_up_before_it_is_sealed_and_then_only_blocks() -> None:
    t = begun("summer43", "semi-historical")
    before = t.match.view("allied")
    t.say("axis", "deploy OKW Paris", "deploy SS4 Lille", "propose", "withdraw SS4")
    assert t.match.view("allied") == before
    assert not hand(t, "allied") & {"OKW", "SS4", "Pz76"}
    t.say("axis", "propose", "seal")
    faces = [piece["face"] for piece in t.match.view("allied")["pieces"] if piece["side"] == "axis"]
    assert len(faces) == 59
    assert faces == [None] * 59


@rule("WF-3.21a")
def test_nobody_stays_in_hand() -> None:
    t = begun("summer44", "semi-historical").say("axis", "propose", "withdraw OKW")
    assert t.refused("seal", "axis") == "WF-3.21a"
    t.say("axis", "deploy OKW Berlin", "seal")
    assert t.match.waiting == {"allied"}


@rule("WF-3.21a")
def test_one_unit_at_a_time_is_taken_back() -> None:
    t = begun("summer43", "historical").say("axis", "withdraw OKW")
    assert t.refused("withdraw AGB", "axis") == "WF-3.21a"
    t.say("axis", "deploy OKW Berlin")
    assert t.refused("withdraw AGB", "axis") is None


def test_an_order_of_the_set_up_can_be_undone() -> None:
    t = begun("summer43", "semi-historical").say("axis", "deploy OKW Berlin")
    t.match.undo("axis")
    assert t.refused("deploy OKW Paris", "axis") is None


@pytest.mark.parametrize(("scenario", "way"), WAYS)
def test_a_set_up_never_runs_into_a_dead_end(scenario: str, way: str) -> None:
    choose = random.Random(scenario + way)
    t = begun(scenario, way)
    for _ in range(120):
        if not t.when.startswith("set-up"):
            break
        (side,) = t.match.waiting
        orders = [order for order in t.match.orders(side) if str(order) not in ("seal", "propose")]
        t.match.play(choose.choice(orders), side)
    while t.when.startswith("set-up"):
        (side,) = t.match.waiting
        offered = [str(order) for order in t.match.orders(side)]
        t.say(side, "seal" if "seal" in offered else "propose")
    assert UNDEPLOYED not in t.state.where


@pytest.mark.parametrize(("scenario", "way"), WAYS)
def test_what_one_cannot_know_of_a_set_up_does_not_show(scenario: str, way: str) -> None:
    t = begun(scenario, way).say("axis", "propose" if way != "historical" else "withdraw OKW")
    assert list(nothing_leaks(t.match, random.Random(1), Memory(), redraws=1, tries=10, depth=1)) == []


# 3.22 Start lines


WEST = """
    Ostende, Brussels, Eindhoven, Liege, Cologne SW1, Metz, Strasbourg, Mulhouse, Grenoble, Nice, Livorno, Florence,
    Rimini
"""
EAST = """
    Rotterdam, Amsterdam, Arnhem, Ruhr, Cologne, Mainz, Saarbrucken, Stuttgart, Freiburg, Turin, Genoa, La Spezia,
    Parma, Ravenna
"""
FRONTS = {
    "summer43": ("", ""),
    "winter43": ("Naples W1, Naples, Termoli", "Anzio, Cassino, Pescara"),
    "summer44": ("Anzio, Cassino, Termoli", "Rome, Rieti, Pescara"),
    "winter44": (WEST, EAST),
}


def names(text: str) -> set[str]:
    return {name.strip() for name in text.split(",")} - {""}


@rule("WF-3.22a")
@pytest.mark.parametrize("scenario", FRONTS)
def test_the_front_is_where_troops_could_pass_between_the_two_sides(scenario: str) -> None:
    world = begun(scenario, "semi-historical").state.world
    for side, named in enumerate(FRONTS[scenario]):
        front = {world.board.names[place] for place in bits(front_of(world, side))}
        assert front == names(named)


@rule("WF-3.22a")
def test_every_hex_of_the_front_is_held() -> None:
    t = ready("winter44", "semi-historical")
    for side, named in zip(("allied", "axis"), FRONTS["winter44"], strict=True):
        for name in names(named):
            assert t.state.stack(t.place(name), t.match.side_index(side)), name


@rule("WF-3.22a")
def test_a_set_up_with_an_empty_hex_at_the_front_is_refused() -> None:
    t = begun("winter43", "semi-historical").say("axis", "propose", "propose")
    held = next(unit for unit in t.state.world.units if holds(t, unit, "Cassino"))
    t.say("axis", f"withdraw {held}")
    assert t.refused("seal", "axis") == "WF-3.22a"
    t.say("axis", f"deploy {held} Cassino")
    assert t.refused("seal", "axis") is None


def holds(t: Table, unit: str, place: str) -> bool:
    pieces = t.match.view("axis")["pieces"]
    here = [piece for piece in pieces if piece["at"] == place and piece["side"] == "axis"]
    return [piece["id"] for piece in here] == [unit]


@rule("WF-3.22a")
def test_the_last_unit_that_can_hold_the_front_goes_nowhere_else() -> None:
    t = begun("winter43", "semi-historical").say("axis", "propose", "propose")
    held = next(unit for unit in t.state.world.units if holds(t, unit, "Cassino"))
    t.say("axis", f"withdraw {held}")
    assert t.refused(f"deploy {held} Florence", "axis") == "WF-3.22a"


@rule("WF-3.22b")
def test_nobody_starts_on_ground_without_supply() -> None:
    t = begun("summer43", "free")
    t.say("axis", "propose")
    assert t.refused("deploy Ge84 Tunis", "axis") == "WF-3.22b"
    assert t.refused("deploy Ge84 Madrid", "axis") == "WF-3.22b"


# 3.23 Free deployment


@rule("WF-3.23a")
def test_units_and_steps_come_out_as_the_chart_has_them() -> None:
    t = begun("summer43", "free")
    for name, steps in (("PzWest", 3), ("Pz58", 3), ("PzG", 2), ("PzC", 2), ("Pz76", 2), ("SS1", 2)):
        t.say("axis", f"muster {name} {steps}")
    assert t.refused("muster PzX 2", "axis") == "WF-3.23a"  # 16 in all
    assert t.refused("muster PzX 1", "axis") is None  # 15


@rule("WF-3.23a")
def test_no_line_of_the_chart_takes_a_unit_too_many() -> None:
    t = begun("winter44", "free")
    for name, steps in (("PzWest", 3), ("Pz58", 3), ("PzG", 2), ("PzC", 2)):
        t.say("axis", f"muster {name} {steps}")
    assert t.refused("muster Pz76 2", "axis") == "WF-3.23a"  # the fifth is SS
    t.say("axis", "muster SS1 2")
    assert t.refused("muster Pz76 2", "axis") == "WF-3.23a"


@rule("WF-3.23a")
@pytest.mark.parametrize(("scenario", "way"), [pair for pair in WAYS if pair[1] == "free" or pair[0] > "winter"])
def test_the_starting_forces_are_those_of_the_chart(scenario: str, way: str) -> None:
    t = ready(scenario, way)
    world = t.state.world
    for side, name in enumerate(world.sides):
        for key, numbers in world.data["forces"][name].items():
            if key in ("source", "ss_units"):
                continue
            units = [unit for unit in world.army[side] if starting_forces.chart_kind(world, unit) == key]
            counted = [unit for unit in units if unit in slots(world)]
            counted = [unit for unit in counted if not slots(world)[unit].arrives or slots(world)[unit].charted]
            there = [unit for unit in counted if t.state.where[unit] >= 0]
            assert [len(there), sum(t.state.steps[unit] for unit in there)] == numbers, (name, key)


@rule("WF-3.23b")
def test_an_ss_unit_starts_no_stronger_than_the_average_of_its_kind() -> None:
    t = begun("summer43", "free")
    assert t.refused("muster SS1 3", "axis") == "WF-3.23b"  # 15 steps among 7
    assert t.refused("muster SS1 2", "axis") is None
    assert t.refused("muster PzWest 3", "axis") is None


@rule("WF-3.23b")
def test_the_cap_does_not_hold_where_the_whole_kind_is_ss_nor_for_cards() -> None:
    t = begun("winter44", "free").say("axis", "muster SS4 3")
    assert t.refused("muster PzEber 2", "axis") is None
    assert ready("summer44", "historical").steps("SS1") == 3  # the average is 2.43


@rule("WF-3.23c")
def test_who_is_not_picked_starts_eliminated() -> None:
    t = begun("winter44", "free")
    for name in ("Br30", "US8", "US15", "FF1"):
        assert name in hand(t, "allied")
    t = ready("winter44", "free")
    spare = [name for name in ("Br30", "US8", "US15", "US20", "US12", "FF1") if t.at(name) == "eliminated"]
    assert len(spare) == 1
    assert t.state.where[t.unit("Fort81")] == ELIMINATED


@rule("WF-3.23d")
def test_reinforcements_of_the_first_month_start_where_they_could_arrive() -> None:
    t = begun("summer43", "semi-historical")
    assert t.refused("deploy Mtn51 Bastia", "axis") == "WF-3.23d"
    assert t.refused("deploy Mtn51 Nantes", "axis") == "WF-3.23d"
    assert t.refused("deploy Mtn51 Paris", "axis") is None
    assert t.refused("deploy Houck Munich", "axis") is None
    t = ready("summer43", "semi-historical")
    assert (t.steps("Mtn51"), t.steps("Houck")) == (2, 2)
    assert t.at("Polish") == "later"  # August


@rule("WF-W43.4")
def test_the_seventh_corps_starts_in_a_major_port() -> None:
    t = begun("winter43", "semi-historical").say("axis", "propose", "propose", "seal").say("allied", "propose")
    assert t.refused("deploy US7 Plymouth", "allied") == "WF-W43.4"
    assert t.refused("deploy US7 Naples", "allied") is None
    t = ready("winter43", "semi-historical")
    amphibious = [t.steps(name) for name in ("US2", "US5", "US6", "US7", "Br1")]
    assert (t.steps("US7"), sum(amphibious)) == (4, 14)


@rule("WF-3.23d", "WF-11.6c")
def test_a_minor_city_takes_one_of_the_first_months_reinforcements_and_a_major_one_two() -> None:
    t = begun("summer43", "semi-historical").say("axis", "deploy Mtn51 Erfurt")
    assert t.refused("deploy Houck Erfurt", "axis") == "WF-11.6c"
    assert "deploy Houck Erfurt" not in {str(order) for order in t.match.orders("axis")}
    assert t.refused("deploy Pz58 Erfurt", "axis") is None  # no reinforcement
    t.say("axis", "withdraw Mtn51")
    assert t.refused("deploy Houck Erfurt", "axis") is None
    t.say("axis", "deploy Mtn51 Munich")
    assert t.refused("deploy Houck Munich", "axis") is None


# 2.26 Forts


@rule("WF-2.26h")
def test_no_hex_starts_with_two_forts() -> None:
    t = begun("summer43", "semi-historical").say("axis", "deploy Fort81 LeHavre")
    assert t.refused("deploy Fort82 LeHavre", "axis") == "WF-2.26h"
    assert "deploy Fort82 LeHavre" not in {str(order) for order in t.match.orders("axis")}
    assert t.refused("deploy Fort82 Calais", "axis") is None
    assert t.refused("deploy St65 LeHavre", "axis") is None


@pytest.mark.parametrize(("scenario", "way"), WAYS)
def test_a_proposal_puts_forts_apart(scenario: str, way: str) -> None:
    t = ready(scenario, way)
    stand = [t.at(t.state.world.units[fort]) for fort in t.state.world.forts if t.state.where[fort] >= 0]
    assert len(stand) == len(set(stand)) == (0 if scenario == "winter44" else 5)


# 3.24 Historical deployment


@rule("WF-3.24")
@pytest.mark.parametrize(
    ("place", "why"),
    [("Brussels", None), ("Ostende", None), ("Mons", None), ("Paris", "WF-3.24"), ("Reims", "WF-3.24")],
)
def test_a_unit_of_a_city_starts_in_it_or_next_to_it(place: str, why: str | None) -> None:
    t = begun("summer43", "historical").say("axis", "withdraw Pz58")
    assert t.refused(f"deploy Pz58 {place}", "axis") == why


@rule("WF-3.24")
def test_the_historical_places_are_laid_out_and_may_be_taken_at_once() -> None:
    t = begun("summer43", "historical").say("axis", "seal").say("allied", "seal")
    assert t.when == "Jul I, allied command"
    assert (t.at("OKW"), t.at("OBWest"), t.at("It7"), t.at("SS4")) == ("Berlin", "Paris", "Naples", "Limoges")
    assert (t.steps("PzC"), t.steps("Br30"), t.steps("ItSar")) == (3, 4, 0)


@rule("WF-OB.5")
@pytest.mark.parametrize(
    ("unit", "place", "why"),
    [
        ("PzC", "Florence", None), ("PzC", "Taranto", None), ("PzC", "Parma", "WF-OB.5"),  # south Italy
        ("SS1", "Parma", None), ("SS1", "Florence", "WF-OB.5"),  # north Italy
        ("Fort81", "Calais", None), ("Fort81", "Caen", "WF-OB.5"), ("Fort81", "Lille", "WF-OB.5"),  # a sector's coast
        ("Ge80", "Bordeaux", None), ("Ge80", "Marseilles", "WF-OB.5"),
        ("Ge88", "Arnhem", None), ("Ge88", "Brussels", "WF-OB.5"),  # a country
    ],
)  # fmt: skip
def test_what_the_cards_call_a_place(unit: str, place: str, why: str | None) -> None:
    t = begun("summer43", "historical").say("axis", f"withdraw {unit}")
    assert t.refused(f"deploy {unit} {place}", "axis") == why


@rule("WF-OB.5")
@pytest.mark.parametrize(
    ("unit", "place", "why"),
    [
        ("US6", "Anzio", None), ("US6", "Naples", "WF-OB.5"),  # the front
        ("US5", "Plymouth", None), ("US5", "Birmingham", "WF-OB.5"),  # the coast
        ("15AG", "Naples", None), ("15AG", "Tunis", "WF-OB.5"), ("15AG", "Rome", "WF-3.22b"),  # what one holds
    ],
)  # fmt: skip
def test_the_same_for_the_allies(unit: str, place: str, why: str | None) -> None:
    t = begun("summer44", "historical").say("axis", "seal").say("allied", f"withdraw {unit}")
    assert t.refused(f"deploy {unit} {place}", "allied") == why


@rule("WF-OB.5")
def test_africa_is_four_countries() -> None:
    t = begun("summer43", "historical").say("axis", "seal").say("allied", "withdraw 15AG")
    for place in ("Casablanca", "Algiers", "Sfax", "Tripoli"):
        assert t.refused(f"deploy 15AG {place}", "allied") is None
    assert t.refused("deploy 15AG Malta", "allied") == "WF-OB.5"


# 3.25 Semi-historical deployment


@rule("WF-3.25")
@pytest.mark.parametrize(
    ("unit", "place", "why"),
    [("Pz58", "Berlin", None), ("Pz58", "Marseilles", None), ("Pz58", "Rome", "WF-3.25"), ("Pz76", "Vienna", None),
     ("Pz76", "Paris", "WF-3.25"), ("It7", "Trieste", None), ("It7", "Vienna", "WF-2.66")],
)  # fmt: skip
def test_units_of_the_north_stay_there_and_so_do_those_of_the_south(unit: str, place: str, why: str | None) -> None:
    assert begun("summer43", "semi-historical").refused(f"deploy {unit} {place}", "axis") == why


@rule("WF-3.25")
def test_the_strengths_are_those_of_the_card() -> None:
    t = ready("summer43", "semi-historical")
    assert [t.steps(name) for name in ("PzWest", "Fort81", "StDen", "US2", "AF")] == [3, 3, 0, 4, 2]


@rule("WF-OB.6")
@pytest.mark.parametrize(("scenario", "why"), [("summer43", None), ("summer44", "WF-OB.6")])
def test_czechoslovakia_is_the_north_in_1943_only(scenario: str, why: str | None) -> None:
    assert begun(scenario, "semi-historical").refused("deploy Pz58 Prague", "axis") == why


@rule("WF-OB.6")
@pytest.mark.parametrize(
    ("scenario", "unit", "place", "why"),
    [
        ("summer43", "Br1", "Gibraltar", None), ("summer43", "Br1", "Tunis", "WF-3.25"),
        ("summer43", "US2", "Malta", None), ("summer43", "US2", "London", "WF-3.25"),
        ("summer44", "US4", "Ajaccio", None), ("summer44", "US4", "Palermo", None), ("summer44", "US4", "Oran", None),
        ("summer44", "US4", "Dover", "WF-3.25"),
        ("summer44", "US6", "Anzio", None), ("summer44", "US6", "Palermo", "WF-OB.6"),  # keeps to the front
    ],
)  # fmt: skip
def test_the_areas_of_the_allies(scenario: str, unit: str, place: str, why: str | None) -> None:
    t = begun(scenario, "semi-historical").say("axis", "propose", "seal")
    assert t.refused(f"deploy {unit} {place}", "allied") == why


@rule("WF-W44.2")
@pytest.mark.parametrize(
    ("unit", "place", "why"),
    [("PzC", "Vienna", None), ("PzC", "Paris", "WF-W44.2"), ("PzWest", "Paris", None), ("PzWest", "Milan", "WF-W44.2"),
     ("Mtn15", "Paris", None), ("Mtn15", "Milan", None)],
)  # fmt: skip
def test_in_winter_units_stay_where_the_card_of_the_summer_had_them(unit: str, place: str, why: str | None) -> None:
    t = begun("winter43", "semi-historical").say("axis", "propose")
    assert t.refused(f"deploy {unit} {place}", "axis") == why


@rule("WF-W44.2")
def test_who_is_not_on_the_card_of_the_summer_does_not_start_in_winter() -> None:
    assert "PzX" not in hand(begun("winter44", "semi-historical"), "axis")
    assert "PzX" in hand(begun("winter44", "free"), "axis")


# The duties of free deployment


@rule("WF-S43.1b")
def test_italians_stand_in_france_and_in_yugoslavia() -> None:
    t = ready("summer43", "free")
    italians = [unit for unit in t.state.world.units if unit.startswith("It") and t.at(unit) != "later"]
    nations = {t.state.world.board.nation[t.place(t.at(unit))] for unit in italians}
    assert {"France", "Yugoslavia"} <= nations


@rule("WF-S43.1b")
def test_without_an_italian_in_france_the_set_up_is_not_over() -> None:
    t = begun("summer43", "free").say("axis", "propose", "propose")
    board, pieces = t.state.world.board, t.match.view("axis")["pieces"]
    italians = [piece for piece in pieces if piece["face"] and piece["face"].get("nation") == "Italy"]
    abroad = [piece for piece in italians if board.nation[t.place(piece["at"])] == "France"]
    assert len(abroad) == 1
    name, place = abroad[0]["id"], abroad[0]["at"]
    t.say("axis", f"withdraw {name}")
    assert t.refused("seal", "axis") == "WF-S43.1b"
    assert t.refused(f"deploy {name} Palermo", "axis") == "WF-S43.1b"
    assert t.refused(f"deploy {name} {place}".replace(" E", "E"), "axis") is None


@rule("WF-S44.2")
def test_the_units_marked_for_the_front_hold_it() -> None:
    t = begun("summer44", "free").say("axis", "propose")
    assert t.refused("deploy Pz76 Florence", "axis") == "WF-S44.2"
    assert t.refused("deploy Pz76 Rome", "axis") is None
    t.say("axis", "deploy Ge84 Rome", "propose", "seal")
    marked = {t.at(name) for name in ("Mtn51", "Houck", "Pz76")}
    assert marked == {"Rome", "Rieti", "Pescara"}


@rule("WF-S44.2")
def test_they_are_among_those_picked() -> None:
    t = begun("summer44", "free")
    for name, steps in (("PzWest", 3), ("Pz58", 3), ("PzG", 2), ("PzC", 3), ("SS1", 2), ("PzB", 2)):
        t.say("axis", f"muster {name} {steps}")
    assert t.refused("muster PzX 2", "axis") == "WF-S44.2"
    assert t.refused("muster Pz76 2", "axis") is None


@rule("WF-2.66")
def test_italians_start_in_greater_italy_and_next_to_it() -> None:
    t = begun("summer43", "free").say("axis", "propose")
    answers = [t.refused(f"deploy It7 {place}", "axis") for place in ("Bastia", "Nice", "Marseilles")]
    assert answers == [None, None, "WF-2.66"]


def test_nobody_starts_where_it_may_not_go() -> None:
    t = begun("summer43", "free")
    world = t.state.world
    for unit in slots(world):
        assert not places_for(t.state, unit) & world.closed[unit]


@pytest.mark.parametrize("seed", [0, 8])
def test_the_last_room_of_a_hex_that_must_be_held_is_kept_for_who_can_hold_it(seed: int) -> None:
    """In these two set-ups chance used to fill a hex of the front with units that do not count for it."""
    t, choose = begun("summer44", "free"), random.Random(seed)
    while t.when.startswith("set-up"):
        side = choose.choice(sorted(t.match.waiting))
        t.match.play(choose.choice(list(t.match.orders(side))), side)
        if len(t.match.record) > 600:
            t.say(side, "propose" if any(str(order) == "propose" for order in t.match.orders(side)) else "seal")
    assert t.match.outcome is None
