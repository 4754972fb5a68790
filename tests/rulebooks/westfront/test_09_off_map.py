"""Chapters 1.1, 1.6, 9.5, 16.5 and 16.7: the edges of the map, the trains beyond them, and who comes from there."""

from __future__ import annotations

import pytest

import grognard
from grognard.engine.orders import compact
from grognard.engine.position import PositionError
from grognard.games.westfront import rail
from grognard.games.westfront.army_group_e import doors, ways_in
from grognard.games.westfront.movement import side_key
from grognard.games.westfront.off_map import home_edge, is_home_edge, off_map_lines, open_entries, rail_entries
from grognard.games.westfront.state import ALLIES, AXIS
from tests.rulebooks.westfront.politics_table import offered, whole
from tests.rulebooks.westfront.table import Table
from tests.rules import rule

SARAJEVO, VUKOVAR_E1, GYOR_E1 = "Sarajevo", "PecsSE1", "BratislavaSE1"
"""The entries of Yugoslavia and Hungary, by the names of their hexes."""

ALARMED = "alarmed = 1"


def trains(pieces: str, steps: int = 2, month: str = "Aug", scenario: str = "summer43", facts: str = "") -> Table:
    """The Axis movement phase with the Supreme Moves of OKW in Berlin."""
    return whole(f"{month} I, axis movement", f"Berlin: OKW {steps} supreme\n{pieces}", scenario=scenario, facts=facts)


# 1.1 and 1.6 The edges


@rule("WF-1.1a", "WF-1.6b")
def test_the_rail_entries_lie_on_the_axis_edge_from_sarajevo_to_stettin() -> None:
    s = trains("").state
    printed = ["Sarajevo", "Vukovar E1", "Gyor E1", "Ostrava NE1", "Posnan E1", "Stettin E3"]
    assert list(rail_entries(s, AXIS)) == [s.world.board.at(name) for name in printed]
    assert rail_entries(s, ALLIES) == ()
    assert all(s.world.rail[place] for place in rail_entries(s, AXIS))


@rule("WF-1.1a")
def test_the_east_is_the_axis_edge_and_the_west_the_allied_one() -> None:
    s = trains("").state
    at = s.world.board.at
    assert [home_edge(s, at(name)) for name in ("Sarajevo", "Lisbon", "Berlin")] == [AXIS, ALLIES, None]


@rule("WF-1.1b")
def test_nobody_goes_to_a_country_out_of_play() -> None:
    t = whole("Aug I, allied movement", "Liverpool: AF 3 supreme, US2 4\nBelfast: Br13 4\nLyon: Br30 3")
    for place in ("Dublin", "Cork"):
        assert t.refused(f"sail US2 Liverpool-IrishSea-{place}") == "WF-1.1b"
    assert t.refused("move Br13 Belfast-BelfastSW1") == "WF-1.1b"
    assert t.refused("move Br30 Lyon-Geneva") == "WF-1.1b"


@rule("WF-1.1b")
def test_their_ports_do_not_work_and_no_line_passes_them() -> None:
    t = whole("Aug I, allied movement", "Belfast: Br13 4\nLiverpool: AF 3 supreme")
    assert t.refused("move Br13 Belfast-Dublin") in ("WF-1.1b", "WF-6.1a")
    assert t.refused("move Br13 Belfast-BelfastSW1") == "WF-1.1b"
    world = t.state.world
    names = ("Dublin", "Cork", "Bern", "Geneva", "Zurich")
    assert not any(world.board.at(name) in world.ports for name in names)
    for name in names:
        place = world.board.at(name)
        assert (world.trace[place], world.rail[place], world.zoc[place]) == ((), (), 0)
        assert all(place not in world.trace[near] for near in world.board.neighbours[place])


@rule("WF-1.9")
def test_beyond_the_hexes_there_is_nothing_and_no_boundary_runs_through_germany() -> None:
    board = trains("").state.world.board
    assert not board.boxes
    kinds = {kind for sides in board.sides.values() for kind in sides}
    assert kinds <= {"river", "strait", "ferry", "bridge", "alpine", "lake", "sea"}
    with pytest.raises(PositionError):
        grognard.position("westfront summer43\nAug I, axis movement\nEast Prussia: OKW 2")
    assert trains("Sarajevo: Ge75 2").refused("move Ge75 Sarajevo-EastPrussia") == "table.no-place"


# 9.5 Off-map rail


def test_a_journey_is_shorter_off_the_map() -> None:
    """From Vukovar E1 to Posnan E1 it is eleven rail hexes on the map and ten with a stretch off it."""
    t = trains(f"{VUKOVAR_E1}: Ge75 2").say("axis", f"rail Ge75 {VUKOVAR_E1}-PosnanE1")
    assert (t.at("Ge75"), t.left("axis")) == ("Posnan E1", 3)
    t = trains(f"{VUKOVAR_E1}: Ge75 2", month="Jan", scenario="winter44", steps=3)
    before = t.left("axis")
    t.say("axis", f"rail Ge75 {VUKOVAR_E1}-PosnanE1")
    assert before - t.left("axis") == 3  # five hexes a move now, and the southern entries are lost


@rule("WF-9.5a")
def test_two_rail_hexes_count_for_every_hex_of_the_edge_and_who_cannot_pay_for_them_does_not_leave() -> None:
    """From Gyor E1 to Ostrava NE1 three hexes lie between and count six; the entry is the seventh."""
    t = trains(f"{VUKOVAR_E1}: Ge75 2\nBerlin: Ge80 2", steps=1, month="Jul", scenario="summer44")
    t.say("axis", "rail Ge80 Berlin-BerlinE1")
    assert t.left("axis") == 1
    lines = dict(off_map_lines(t.state, AXIS, t.place("Gyor E1")))
    assert (lines[t.place("Ostrava NE1")], lines[t.place("Vukovar E1")]) == (7, 3)
    assert t.refused(f"rail Ge75 {VUKOVAR_E1}-PosnanE1") == "WF-9.5a"
    assert f"Ge75 {VUKOVAR_E1}-PosnanE1" not in offered(t, "rail", "axis")


def test_no_train_enters_an_engaged_entry_hex_but_one_may_leave_it() -> None:
    t = trains(f"{VUKOVAR_E1}: Ge75 2\nPosnanE1: US2 4 attacks, Ge80 2", steps=3)
    assert t.refused(f"rail Ge75 {VUKOVAR_E1}-PosnanE1") == "WF-9.21b"
    key = side_key(t.place("Sarajevo"), t.place("Sarajevo NW1"))
    edge = side_key(t.place("Sarajevo"), t.place("Sarajevo"))
    pieces = "Sarajevo: US2 4 attacks, Ge75 2, Ge80 2\nDubrovnik: St15 1"
    t = trains(pieces, facts=f"crossed = [{key}]")
    t.say("axis", f"rail Ge75 Sarajevo-{VUKOVAR_E1}")
    assert (t.at("Ge75"), edge in t.state.crossed) == (place_name(t, VUKOVAR_E1), True)
    t = trains(pieces, facts=f"crossed = [{key}, {edge}]")
    assert t.refused(f"rail Ge75 Sarajevo-{VUKOVAR_E1}") == "WF-9.21b"
    t = trains(f"{VUKOVAR_E1}: Ge75 2", steps=0, month="Jul", scenario="summer44")
    assert t.refused(f"rail Ge75 {VUKOVAR_E1}-PosnanE1") == "WF-6.53a"


def place_name(t: Table, text: str) -> str:
    return t.state.world.board.names[t.place(text)]


# 16.7 The Iron Curtain


@rule("WF-16.7b")
def test_one_entry_is_lost_each_month() -> None:
    def opened(scenario: str, month: str) -> list[int]:
        return list(open_entries(trains("", month=month, scenario=scenario).state, AXIS))

    every = list(rail_entries(trains("").state, AXIS))
    assert opened("summer44", "Sep") == every
    assert opened("summer44", "Oct") == every[1:]
    assert opened("summer44", "Nov") == every[2:]
    assert [len(opened("winter44", month)) for month in ("Dec", "Jan", "Feb", "Mar", "Apr")] == [3, 2, 1, 0, 0]


@rule("WF-16.7a")
def test_nobody_arrives_behind_the_iron_curtain() -> None:
    t = whole("Nov production", "Berlin: OKW 2", scenario="summer44")
    assert t.refused(f"rebuild Ge75 {VUKOVAR_E1}", "axis") == "WF-16.7a"
    assert t.refused(f"rebuild Ge75 {GYOR_E1}", "axis") is None
    t = whole("Sep production", "Berlin: OKW 2", scenario="summer44")
    assert t.refused(f"rebuild Ge75 {VUKOVAR_E1}", "axis") is None


@rule("WF-16.7a")
def test_what_lies_between_lost_entries_is_lost_too_and_no_train_runs_there() -> None:
    t = trains(f"{VUKOVAR_E1}: Ge75 2", month="Nov", scenario="summer44", steps=1)
    between, beyond = t.place("Sarajevo NW1"), t.place("Pecs")
    assert home_edge(t.state, between) == home_edge(t.state, beyond) == AXIS
    assert not is_home_edge(t.state, AXIS, between)
    assert is_home_edge(t.state, AXIS, beyond)
    assert dict(off_map_lines(t.state, AXIS, t.place(VUKOVAR_E1))) == {}
    assert t.place(VUKOVAR_E1) not in dict(off_map_lines(t.state, AXIS, t.place(GYOR_E1)))
    production = whole("Nov production", "Berlin: OKW 2", scenario="summer44")
    assert production.refused("rebuild Ge75 Sarajevo", "axis") == "WF-16.7a"


# 16.5 Army Group E


@rule("WF-16.5a")
def test_army_group_e_comes_when_the_allies_are_in_yugoslavia() -> None:
    t = trains("")
    assert t.refused("enter AGE Sarajevo") == "WF-16.5a"
    assert not offered(t, "enter", "axis")
    t = trains("SarajevoW1: Tito 2 unsupplied", steps=3)
    stops = {text.split()[1] for text in offered(t, "enter", "axis") if text.startswith("AGE")}
    assert stops >= {"Sarajevo", VUKOVAR_E1, GYOR_E1}
    t.say("axis", "enter AGE Sarajevo", f"enter MechE {VUKOVAR_E1}")
    assert (t.at("AGE"), t.steps("AGE"), t.left("axis")) == ("Sarajevo", 2, 4)


@rule("WF-16.5a")
def test_the_alarm_outlasts_the_allies_in_yugoslavia() -> None:
    t = whole("Aug II, allied politics", "London: AF 2\nBerlin: OKW 2").say("allied", "raise Tito Sarajevo")
    assert t.state.alarmed
    t = trains("", facts=ALARMED)
    t.say("axis", "enter AGE Sarajevo")
    assert t.at("AGE") == "Sarajevo"


@rule("WF-16.5a")
def test_an_entry_hex_that_allied_units_hold_is_closed_and_one_that_they_only_control_is_not() -> None:
    t = trains("Sarajevo: Tito 2 unsupplied").hold("allied", "Vukovar E1")
    assert t.control(place_name(t, VUKOVAR_E1)) == "allied"
    assert t.refused("enter AGE Sarajevo") == "WF-16.5a"
    t.say("axis", f"enter AGE {VUKOVAR_E1}")
    assert t.at("AGE") == place_name(t, VUKOVAR_E1)


@rule("WF-16.5a")
def test_after_the_iron_curtain_an_entry_serves_them_no_more() -> None:
    t = trains("", month="Nov", scenario="summer44", facts=ALARMED)
    assert doors(t.state) == (t.place(GYOR_E1),)
    assert ways_in(t.state)[t.place("Sarajevo")] == 2  # by way of Gyor E1
    assert t.refused(f"enter AGE {GYOR_E1}") is None


@rule("WF-16.5b")
def test_the_way_to_the_entry_counts_five_rail_hexes() -> None:
    """Five hexes beyond Gyor E1 lies a hex that the first Supreme Move reaches; the sixth takes another."""
    t = trains("", steps=3, facts=ALARMED)
    ways = ways_in(t.state)
    hexes = {place: moves for place, (moves, _) in paced(t).items()}
    assert {hexes[place] for place, moves in ways.items() if moves == 1} == {0, 1, 2, 3, 4, 5}
    assert {hexes[place] for place, moves in ways.items() if moves == 2} >= {6, 7}
    t = trains("", steps=1, facts=ALARMED).say("axis", f"enter AGE {GYOR_E1}")
    assert t.left("axis") == 1
    assert t.refused(f"rail AGE {GYOR_E1}-Bratislava") == "WF-6.1b"
    sixth = next(place for place, moves in hexes.items() if moves == 6)
    assert t.refused(f"enter MechE {compact(t.state.world.board.names[sixth])}") == "WF-16.5b"


def paced(t: Table) -> dict[int, tuple[int, int]]:
    """The rail hexes from the nearest entry to every place."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rail, "hexes_per_move", lambda s, side: 1)
        return rail.ride_on(t.state, AXIS, dict.fromkeys(doors(t.state), (0, 0)))


@rule("WF-16.5b")
def test_from_june_1944_every_further_hex_takes_another_move() -> None:
    t = trains("", steps=1, month="Jul", scenario="summer44", facts=ALARMED)
    t.say("axis", f"enter AGE {GYOR_E1}")
    assert t.left("axis") == 1
    assert t.refused("enter MechE Bratislava") == "WF-16.5b"
    t.say("axis", f"enter MechE {GYOR_E1}")
    assert t.refused(f"enter Cav78 {GYOR_E1}") == "WF-16.5b"


@rule("WF-16.5c")
def test_the_army_group_and_what_belongs_to_it() -> None:
    t = trains("", steps=3, facts=ALARMED)
    units = {text.split()[0] for text in offered(t, "enter", "axis")}
    assert units == {"AGE", "MechE", "Cav78", "It9"}
    t.say(
        "axis", *(f"enter {unit} {SARAJEVO if unit < 'C' else VUKOVAR_E1}" for unit in ("AGE", "MechE", "Cav78", "It9"))
    )
    assert [t.steps(unit) for unit in ("AGE", "MechE", "Cav78", "It9")] == [2, 2, 2, 3]
    for scenario, month in (("winter43", "Mar"), ("summer44", "Jul")):
        t = trains("", steps=3, month=month, scenario=scenario, facts=ALARMED)
        assert {text.split()[0] for text in offered(t, "enter", "axis")} == {"AGE", "MechE", "Cav78"}
        assert t.refused(f"enter Ge75 {SARAJEVO}") == "WF-16.5c"


@rule("WF-16.5c")
def test_the_italian_army_stays_away_when_italy_has_surrendered() -> None:
    t = trains("", steps=3, facts=f"{ALARMED}\nfallen = 1")
    assert t.refused("enter It9 Sarajevo") == "WF-16.5c"
    assert {text.split()[0] for text in offered(t, "enter", "axis")} == {"AGE", "MechE", "Cav78"}


def test_italians_do_not_ride_beyond_their_country() -> None:
    t = trains("Zagreb: It5 2", steps=3)
    assert t.refused("rail It5 Zagreb-Vienna") == "WF-2.66"
    assert t.refused("rail It5 Zagreb-Vukovar") is None
