"""Chapters 8.3.1 to 8.3.4: fleets at sea, boxes, and what they carry."""

from __future__ import annotations

import pytest

from grognard.games.twoww.fleets import points_left
from grognard.games.twoww.sea_retreat import havens
from grognard.games.twoww.state import ALLIES, REVOLT
from grognard.games.twoww.zones import fleet_zone
from tests.rulebooks.twoww.plotting import goals, labels, say, spot
from tests.rulebooks.twoww.table import Table, at
from tests.rules import rule

ALLIED = "Autumn 1940, allied movement"
AXIS = "Autumn 1940, axis movement"
SPAIN = {"Spain": "axis"}
HOME = "GBHomeFleet"


def left(t: Table, fleet: str) -> int:
    return points_left(t.state, (t.unit(fleet),))


def weary(t: Table, fleet: str, points: int) -> Table:
    """A fleet that has only so many points left."""
    t.state.spent[t.unit(fleet)] = t.state.world.move[t.unit(fleet)] - points
    return t.touched()


def proper(t: Table, hex: str) -> str:
    """A hex as an order names it."""
    return t.state.world.board.names[t.place(hex)].replace(" ", "")


@rule("2WW-8.3.1a")
def test_each_hex_costs_a_fleet_one_point() -> None:
    t = weary(at(f"{ALLIED}\n1504: GB Home Fleet, GB 1 Armor"), "GB Home Fleet", 3)
    say(t, f"move {HOME}")
    assert {t.state.world.board.distance(t.place("1504"), t.place(hex)) for hex in goals(t, "sail")} == {1, 2, 3}
    assert t.refused("sail 1707") == "2WW-8.3.1a"
    say(t, "sail 1604")
    assert left(t, "GB Home Fleet") == 2


@rule("2WW-8.3.1b")
def test_fleets_keep_to_the_water() -> None:
    t = at(f"{ALLIED}\nLondon: GB Home Fleet\n1705: Ge Surface Fleet")
    say(t, f"move {HOME}")
    assert t.refused("sail Birmingham") is None  # a coast
    assert t.refused("sail Berlin") == "2WW-8.3.1b"
    assert t.refused("sail 1705") == "2WW-8.3.1b"


@rule("2WW-8.3.1b")
def test_fleets_cross_no_side_that_is_all_land() -> None:
    t = at(f"{ALLIED}\n2111: GB Home Fleet", at_war={"Italy": "allied"})
    assert t.place("2210") in t.state.world.board.neighbours[t.place("2111")]
    say(t, f"move {HOME}")
    assert len(t.match.preview("sail 2210").route) == 10
    assert t.refused("sail Milan") is None
    assert t.refused("sail Munich") == "2WW-8.3.1b"


def test_fleets_sail_round_england_and_not_through_it() -> None:
    t = at(f"{ALLIED}\n1604: GB Home Fleet")
    say(t, f"move {HOME}")
    route = [t.place(name) for name in t.match.preview("sail Belfast").route]
    assert t.place("1505") not in route
    assert len(route) > 6


@rule("2WW-8.3.1c")  # EX-2WW-STRAITS-1
def test_fleets_pass_straits_and_may_end_there() -> None:
    t = at(f"{ALLIED}\n1215: GB Home Fleet\n1804: Ge 4 Infantry\nBrest: Ge 10 Infantry")
    say(t, f"move {HOME}")
    assert t.refused("sail Brest") == "2WW-8.3.1c"
    say(t, "sail Gibraltar")
    assert left(t, "GB Home Fleet") == t.state.world.move[t.unit("GB Home Fleet")] - 1
    assert t.refused("sail Alexandria") is None


@rule("2WW-8.3.1c")
@pytest.mark.parametrize("unit", ["It 2 Infantry", "It 1 Air"])
def test_fleets_pass_enemy_units_on_a_coast_but_do_not_end_with_them(unit: str) -> None:
    t = at(f"{ALLIED}\n2313: GB Home Fleet\n2412: {unit} done", at_war={"Italy": "axis"})
    say(weary(t, "GB Home Fleet", 2), f"move {HOME}")
    assert t.refused("sail 2412") == "2WW-8.3.1c"
    say(t, "sail 2512")
    assert spot(t, "GB Home Fleet") == "2512"


STRAITS = [
    ("1215", "1315", "1414"),
    ("2811", "2911", "3010"),
    ("3413", "3414", "Suez"),
    ("3516", "3415", "Port Said"),
]


@rule("2WW-8.3.1c")
@pytest.mark.parametrize(("start", "straits", "beyond"), STRAITS)
@pytest.mark.parametrize("unit", ["Ge 4 Infantry", "Ge 1 Air", "Ge 1 Submarines"])
def test_an_enemy_unit_of_any_kind_closes_the_straits(start: str, straits: str, beyond: str, unit: str) -> None:
    t = at(f"{ALLIED}\n{start}: GB Home Fleet\n{straits}: {unit} done", at_war={"Turkey": "axis"})
    say(weary(t, "GB Home Fleet", 2), f"move {HOME}")
    assert not {straits, beyond} & goals(t, "sail")
    assert t.refused(f"sail {proper(t, straits)}") == "2WW-8.3.1c"
    beside_a_fleet = unit == "Ge 1 Submarines"
    assert t.refused(f"sail {proper(t, beyond)}") == ("2WW-5.1.2d" if beside_a_fleet else "2WW-8.3.1c")


@rule("2WW-8.3.1c")
def test_an_enemy_on_the_coast_inside_rhodes_has_fleets_go_round_the_island() -> None:
    t = at(f"{ALLIED}\n2913: GB Home Fleet\n3012: Ge 4 Infantry", at_war={"Turkey": "axis"})
    say(t, f"move {HOME}")
    assert t.refused("sail 3012") == "2WW-8.3.1c"
    assert "Rhodes" in t.match.preview("sail 3113").route


@pytest.mark.parametrize(("start", "straits", "beyond"), STRAITS)
def test_straits_are_open_where_no_enemy_is(start: str, straits: str, beyond: str) -> None:
    """Neither friends nor neutrals close them."""
    friend = at(f"{ALLIED}\n{start}: GB Home Fleet\n{straits}: GB 1 Armor", at_war={"Turkey": "allied"})
    neutral = at(f"{ALLIED}\n{start}: GB Home Fleet\n{straits}: Turkey 1 Infantry")
    for t in (friend, neutral):
        say(t, f"move {HOME}")
        assert t.refused(f"sail {proper(t, straits)}") is None
        assert t.refused(f"sail {proper(t, beyond)}") is None


@pytest.mark.parametrize(
    ("comes", "unit"),
    [(("move Ge4Infantry", "march Gibraltar"), "Ge 4 Infantry"), (("move Ge1Air", "fly Gibraltar"), "Ge 1 Air")],
)
def test_straits_are_closed_as_soon_as_an_enemy_comes(comes: tuple[str, ...], unit: str) -> None:
    """Nothing that is remembered keeps them open."""
    t = at(f"{AXIS}\nSeville: Ge 4 Infantry, Ge 1 Air\n1414: GB Home Fleet", at_war=SPAIN)
    assert {"1215", "1315"} <= labels(t, fleet_zone(t.state, ALLIES))
    say(t, *comes)
    assert t.at(unit) == "Gibraltar"
    assert labels(t, fleet_zone(t.state, ALLIES)) & {"1215", "1315"} == {"1315"}
    while t.waits != "allied MoveUnits":
        say(t, "pass")
    say(t, f"move {HOME}")
    assert t.refused("sail 1215") == "2WW-8.3.1c"


def test_an_assault_goes_into_closed_straits_but_not_through_them() -> None:
    fleet = "GB Home Fleet, GB 1 Armor aboard GB Home Fleet"
    t = at(f"{ALLIED}\n1414: {fleet}\n1315: Ge 4 Infantry", at_war=SPAIN, holds={"Gibraltar": "axis"})
    say(t, f"move {HOME}")
    assert t.refused("assault Gibraltar") is None
    assert t.refused("assault Cadiz") == "2WW-8.1.4.1a"
    say(t, "assault Gibraltar")
    assert t.at("GB 1 Armor") == "Gibraltar"


def test_fleets_retreat_through_no_closed_straits() -> None:
    ports = dict.fromkeys(("Odessa", "Sevastopol", "Novorossisk", "Batum"), "axis")
    text = "Summer 1942, axis movement\n3010: GB Home Fleet"
    for army, found in (("", {"Alexandria", "Famagusta", "Malta"}), ("\nIstanbul: Ge 4 Infantry", set())):
        t = at(text + army, at_war={"Turkey": "axis"}, holds=ports)
        places = havens(t.state, (t.unit("GB Home Fleet"),), failed=False)
        assert {t.state.world.board.names[place] for place in places} == found


def test_fleets_may_end_at_sea_and_in_neutral_waters() -> None:
    t = at(f"{ALLIED}\n1215: GB Home Fleet\n1304: GB Channel Fleet")
    say(t, f"move {HOME}", "sail Lisbon", "pass", "move GBChannelFleet", "sail 1101", "pass", "pass")
    assert (t.at("GB Home Fleet"), spot(t, "GB Channel Fleet")) == ("Lisbon", "1101")
    assert t.is_neutral("Portugal")


@rule("2WW-3.4.3b")
def test_a_marked_fleet_neither_moves_nor_sails_along() -> None:
    t = at(f"{ALLIED}\nLondon: GB Home Fleet done, GB Channel Fleet")
    assert t.refused(f"move {HOME}") == "2WW-3.4.3b"
    say(t, "move GBChannelFleet")
    assert t.refused(f"escort {HOME}") == "2WW-3.4.3b"


@rule("2WW-8a")
def test_a_fleet_moves_once() -> None:
    t = at(f"{ALLIED}\nLondon: GB Home Fleet")
    say(t, f"move {HOME}", "sail 1707", "pass")
    assert t.refused(f"move {HOME}") == "2WW-8a"


@rule("2WW-8a")
def test_a_fleet_that_has_used_all_points_has_moved() -> None:
    t = weary(at(f"{ALLIED}\nLondon: GB Home Fleet"), "GB Home Fleet", 1)
    say(t, f"move {HOME}", "sail 1707")
    assert t.waits == "allied MoveUnits"
    assert t.refused(f"move {HOME}") == "2WW-8a"


# Danish waters


NORTH = "1804: GB Home Fleet, GB 1 Armor aboard GB Home Fleet"


@rule("2WW-8.3.2a")
def test_the_skagerrak_is_closed_until_norway_is_allied() -> None:
    t = at(f"{ALLIED}\n{NORTH}")
    say(t, f"move {HOME}")
    assert t.refused("sail 1904") == "2WW-8.3.2a"
    t = at(f"{ALLIED}\n{NORTH}", at_war={"Norway": "allied"})
    say(t, f"move {HOME}")
    assert t.refused("sail 1904") is None


@rule("2WW-8.3.2a")
def test_an_assault_may_pass_the_skagerrak() -> None:
    t = at(f"{ALLIED}\nEsbjerg: GB Home Fleet, GB 1 Armor aboard GB Home Fleet", at_war={"Sweden": "axis"})
    say(t, f"move {HOME}")
    assert t.refused("sail 1904") == "2WW-8.3.2a"
    skagerrak = t.state.world.board.names[t.place("1904")]
    assert skagerrak in t.match.preview("assault 1903").route
    assert skagerrak not in t.match.preview("sail 1903").route


@rule("2WW-8.3.2b")
@pytest.mark.parametrize("hex", ["2003", "2004"])
def test_danish_waters_are_closed_until_denmark_is_allied(hex: str) -> None:
    t = at(f"{ALLIED}\n{NORTH}", at_war={"Denmark": "axis", "Norway": "allied"})
    say(t, f"move {HOME}")
    assert t.refused(f"sail {hex}") == "2WW-8.3.2b"
    assert t.refused("sail 2104") == "2WW-8.3.2b"
    t = at(f"{ALLIED}\n{NORTH}", at_war={"Denmark": "allied", "Norway": "allied"})
    say(t, f"move {HOME}")
    assert t.refused(f"sail {hex}") is None
    assert t.refused("sail 2104") is None


@rule("2WW-8.3.2b")
def test_no_assault_opens_danish_waters() -> None:
    t = at(f"{ALLIED}\n{NORTH}", at_war={"Denmark": "axis", "Norway": "allied"})
    say(t, f"move {HOME}")
    assert t.refused("assault Copenhagen") == "2WW-8.3.2b"


@rule("2WW-8.3.2b")
def test_an_axis_unit_closes_its_own_hex_of_danish_waters() -> None:
    t = at(
        f"{ALLIED}\n1804: GB Home Fleet\nCopenhagen: Ge 4 Infantry", at_war={"Denmark": "allied", "Norway": "allied"}
    )
    say(t, f"move {HOME}")
    assert t.refused("sail Copenhagen") == "2WW-8.3.2b"
    assert t.refused("sail 2003") is None


def test_danish_waters_are_open_to_the_axis() -> None:
    t = at("Autumn 1940, axis movement\n1804: Ge Surface Fleet", at_war={"Denmark": "axis"})
    say(t, "move GeSurfaceFleet")
    assert {"1904", "2003", "2004", "2104"} <= goals(t, "sail")


# Boxes


@rule("2WW-8.3.3a")
@pytest.mark.parametrize("box", ["Atlantic", "Capetown"])
def test_a_box_is_thirty_points_from_the_west_edge(box: str) -> None:
    t = weary(at(f"{ALLIED}\n1108: GB Home Fleet"), "GB Home Fleet", 29)
    say(t, f"move {HOME}")
    assert t.refused(f"sail {box}") == "2WW-8.3.3a"
    t = weary(at(f"{ALLIED}\n1108: GB Home Fleet"), "GB Home Fleet", 31)
    say(t, f"move {HOME}", f"sail {box}")
    assert (t.at("GB Home Fleet"), left(t, "GB Home Fleet")) == (box, 1)
    t = weary(at(f"{ALLIED}\n{box}: GB Home Fleet"), "GB Home Fleet", 29)
    say(t, f"move {HOME}")
    assert t.refused("sail 1108") == "2WW-8.3.1a"


@rule("2WW-8.3.3a")
def test_a_box_takes_the_cargo_along() -> None:
    t = at(f"{ALLIED}\n1108: GB Home Fleet, GB 1 Armor aboard GB Home Fleet\n1208: GB Channel Fleet")
    say(t, f"move {HOME}", "sail Atlantic", "pass")
    assert t.at("GB 1 Armor") == "Atlantic"
    say(weary(t, "GB Channel Fleet", 30), "move GBChannelFleet")
    assert t.refused("sail Atlantic") == "2WW-8.3.3a"


@rule("2WW-8.3.3b")
@pytest.mark.parametrize(("hex", "box"), [("Suez", "Red Sea"), ("Basra", "Persian Gulf")])
def test_a_hex_that_a_box_lists_is_no_way_off(hex: str, box: str) -> None:
    t = at(f"{ALLIED}\n{hex}: GB Home Fleet", iraq=REVOLT)
    before = left(t, "GB Home Fleet")
    say(t, f"move {HOME}", f"sail {box.replace(' ', '')}")
    assert (t.at("GB Home Fleet"), left(t, "GB Home Fleet")) == (box, before)
    say(t, f"sail {hex}")
    assert (t.at("GB Home Fleet"), left(t, "GB Home Fleet")) == (hex, before)


@rule("2WW-8.3.3c")
def test_from_box_to_box_it_is_thirty_points_where_one_names_the_other() -> None:
    t = weary(at(f"{ALLIED}\nAtlantic: GB Home Fleet"), "GB Home Fleet", 30)
    say(t, f"move {HOME}")
    assert t.refused("sail RedSea") == "2WW-8.3.3c"
    assert t.refused("sail Capetown") is None
    t = weary(at(f"{ALLIED}\nCapetown: GB Home Fleet"), "GB Home Fleet", 30)
    say(t, f"move {HOME}", "sail RedSea")
    assert left(t, "GB Home Fleet") == 0
    t = weary(at(f"{ALLIED}\nCapetown: GB Home Fleet"), "GB Home Fleet", 29)
    say(t, f"move {HOME}")
    assert t.refused("sail PersianGulf") == "2WW-8.3.3c"


@rule("2WW-3.3.3a")
@pytest.mark.parametrize("box", ["RedSea", "PersianGulf", "Capetown", "UnitedStates"])
def test_the_axis_uses_the_atlantic_alone(box: str) -> None:
    t = at("Autumn 1940, axis movement\nAtlantic: Ge Surface Fleet")
    say(t, "move GeSurfaceFleet")
    assert t.refused(f"sail {box}") == "2WW-3.3.3a"
    t = at("Autumn 1940, axis movement\n1108: Ge Surface Fleet")
    say(t, "move GeSurfaceFleet")
    assert t.refused(f"sail {box}") == "2WW-3.3.3a"
    assert t.refused("sail Atlantic") is None


# Cargo


@rule("2WW-8.3.4a")
def test_a_surface_fleet_carries_one_unit_of_any_power() -> None:
    t = at(f"{ALLIED}\nLondon: GB Home Fleet reduced, Fr 1 Armor, GB 1 RAF, Gibraltar Fort")
    say(t, f"move {HOME}")
    assert t.refused(f"board GB1RAF {HOME}") is None
    say(t, f"board Fr1Armor {HOME}")
    assert t.refused(f"board GB1RAF {HOME}") == "2WW-8.3.4a"
    say(t, "sail 1707", "pass")
    assert spot(t, "Fr 1 Armor") == "1707"


@rule("2WW-8.3.4a")
def test_submarines_carry_nobody_and_no_fleet_is_cargo() -> None:
    t = at("Autumn 1940, axis movement\nHamburg: Ge 1 Submarines, Ge Surface Fleet, Ge 4 Infantry")
    say(t, "move Ge1Submarines")
    assert t.refused("board Ge4Infantry Ge1Submarines") == "2WW-8.3.4a"
    assert t.refused("board GeSurfaceFleet Ge1Submarines") == "2WW-8.3.4a"


@rule("2WW-3.3.1b")
def test_forts_are_not_carried() -> None:
    t = at(f"{ALLIED}\nGibraltar: GB Home Fleet, Gibraltar Fort")
    say(t, f"move {HOME}")
    assert t.refused(f"board GibraltarFort {HOME}") == "2WW-3.3.1b"


def test_cargo_goes_down_with_its_fleet() -> None:
    from grognard.games.twoww.units import eliminate

    t = at(f"{ALLIED}\n1707: GB Home Fleet, GB 1 Armor aboard GB Home Fleet")
    eliminate(t.state, t.unit("GB Home Fleet"), "2WW-4.2.C.3p")
    assert (t.at("GB 1 Armor"), t.at("GB Home Fleet")) == ("pool", "pool")


@rule("2WW-8.3.4b")
def test_both_must_begin_the_phase_in_the_same_port() -> None:
    t = at(f"{ALLIED}\nLondon: GB Home Fleet\n1606: GB 1 Armor\n1707: GB Channel Fleet\n1608: Ge 4 Infantry")
    say(t, "move GB1Armor", "march London", "pass", f"move {HOME}")
    assert t.refused(f"board GB1Armor {HOME}") == "2WW-8.3.4b"
    say(t, "pass", "move GBChannelFleet", "sail London")
    assert t.refused("board GB1Armor GBChannelFleet") == "2WW-8.3.4b"


@rule("2WW-8.3.4b")
def test_nobody_boards_outside_a_port() -> None:
    t = at(f"{ALLIED}\n1606: GB Home Fleet, GB 1 Armor\nLondon: GB 2 Armor")
    assert not t.state.world.ports >> t.place("1606") & 1
    say(t, f"move {HOME}")
    assert t.refused(f"board GB1Armor {HOME}") == "2WW-8.3.4b"
    assert t.refused(f"board GB2Armor {HOME}") == "2WW-8.3.4b"


@rule("2WW-8.3.4b")
def test_nobody_boards_a_fleet_that_has_sailed() -> None:
    t = at(f"{ALLIED}\nSuez: GB Home Fleet, GB 1 Armor, GB Channel Fleet\nRed Sea: GB Gibraltar Fleet")
    say(t, f"move {HOME}", "sail RedSea")
    assert t.refused("escort GBGibraltarFleet") == "2WW-8a"
    say(t, "sail Suez", "sail 3414", "sail Suez")
    assert t.refused(f"board GB1Armor {HOME}") == "2WW-8.3.4b"  # it is back, but it has sailed
    say(t, "sail 3414")
    assert t.refused(f"board GB1Armor {HOME}") == "2WW-8.3.4b"
    assert t.refused("board GB1Armor GBChannelFleet") == "2WW-8.3.4b"


@rule("2WW-3.3.3c")
def test_a_passenger_does_nothing() -> None:
    t = at(
        "Summer 1940, axis movement\nHamburg: Ge Surface Fleet, Ge 4 Infantry aboard Ge Surface Fleet\n2106: Ge 1 Armor"
    )
    assert t.refused("move Ge4Infantry") == "2WW-3.3.3c"


@rule("2WW-8.3.6", "2WW-8a")
def test_all_of_america_is_a_port() -> None:
    t = at("Summer 1943, allied movement\nUnited States: US 8 Fleet, US 1 Armor, US 9 Air")
    say(t, "move US8Fleet", "board US1Armor US8Fleet", "sail Atlantic")
    assert (t.at("US 1 Armor"), left(t, "US 8 Fleet")) == ("Atlantic", 60)
    say(t, "sail UnitedStates", "land US1Armor", "pass")
    assert (t.at("US 1 Armor"), t.fact("aboard", "US 1 Armor")) == ("United States", -1)
    assert t.refused("move US8Fleet") == "2WW-8a"


@rule("2WW-12.4.3")
def test_soviet_fleets_keep_to_themselves() -> None:
    t = at("Summer 1942, allied movement\nLeningrad: SU Fleet, GB 1 Armor\n2701: SU 1 Infantry\nTallinn: GB Home Fleet")
    say(t, "move SUFleet")
    assert t.refused("board GB1Armor SUFleet") == "2WW-12.4.3"
    assert t.refused("sail Tallinn") == "2WW-12.4.3"
    assert t.refused("sail 2402") is None
    say(t, "pass", f"move {HOME}")
    assert t.refused("sail Leningrad") == "2WW-12.4.3"


@rule("2WW-12.1.1b")
def test_the_italian_fleet_ships_italians_and_nobody_else() -> None:
    t = at("Winter 1940, axis movement\nHamburg: It Fleet, Ge Surface Fleet, Ge 4 Infantry")
    say(t, "move ItFleet")
    assert t.refused("board Ge4Infantry ItFleet") == "2WW-12.1.1b"
    assert t.refused("escort GeSurfaceFleet") == "2WW-12.1.1b"


@rule("2WW-12.1.1b")
def test_italians_are_shipped_to_italian_ports() -> None:
    t = at("Winter 1940, axis movement\nTaranto: It Fleet, It 2 Infantry")
    say(t, "move ItFleet", "board It2Infantry ItFleet", "sail Toulon")
    assert t.refused("land It2Infantry") == "2WW-12.1.1b"
    say(t, "sail Tripoli", "land It2Infantry", "pass")
    assert t.at("It 2 Infantry") == "Tripoli"
    assert t.is_neutral("Italy")


# Sailing together


@rule("2WW-8.3.5.1")
def test_fleets_of_one_place_sail_together() -> None:
    t = at(f"{ALLIED}\nLondon: GB Home Fleet, GB Channel Fleet, GB 1 Armor\nPlymouth: GB Gibraltar Fleet")
    say(t, f"move {HOME}")
    assert t.refused("escort GBGibraltarFleet") == "2WW-8.3.5.1"
    assert t.refused("escort GB1Armor") == "2WW-8.3.5.1"
    assert t.refused(f"escort {HOME}") == "2WW-8.3.5.1"
    say(t, "escort GBChannelFleet", "sail 1705", "pass")
    assert (spot(t, "GB Home Fleet"), spot(t, "GB Channel Fleet")) == ("1705", "1705")
    assert t.refused("move GBChannelFleet") == "2WW-8a"


def test_the_way_of_a_fleet_is_shown_with_its_cost() -> None:
    t = at(f"{ALLIED}\n1108: GB Home Fleet")
    say(t, f"move {HOME}")
    assert t.match.preview("sail Capetown").cost.value == 30  # type: ignore[union-attr]
