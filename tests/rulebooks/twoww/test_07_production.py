"""Chapter 7: spending production points, upgrading, and where new units appear."""

from __future__ import annotations

from grognard.games.twoww.placement import places_for
from grognard.games.twoww.production import price, why_not_upgrade
from grognard.games.twoww.state import GONE, VICHY
from grognard.games.twoww.units import eliminate, take_loss
from tests.rulebooks.twoww.moments import moment, producing, until
from tests.rulebooks.twoww.table import Table
from tests.rules import rule

TOBRUK = """
    Benghazi: GB 1 Armor
    Tobruk SE1: GB 8 Armor
    Benghazi SE1: GB 2 Armor
"""
"""Around Tobruk by land; a fleet off the coast closes the sea as well."""


def at_once(season: str, country: str, pieces: str = "", **facts: object) -> Table:
    return until(moment(f"{season}, production\n{pieces}", **facts), country)  # type: ignore[arg-type]


def off_the_coast(t: Table, port: str) -> str:
    """The name of a sea hex beside a port."""
    world = t.state.world
    return next(world.board.names[hex] for hex in world.waters[t.place(port)] if world.sea >> hex & 1)


# 4.2.B and 7: what points buy


@rule("2WW-4.2.B.1", "2WW-2d")
def test_units_of_this_turn_are_in_the_pool_and_can_be_bought_at_once() -> None:
    before = until(moment("Autumn 1942, production"), "United States")
    assert before.at("US Naval Air") == "later"
    assert before.refused("build USNavalAir UnitedStates") == "2WW-2d"
    t = at_once("Winter 1943", "United States")
    assert t.at("US Naval Air") == "pool"
    t.say("allied", "build USNavalAir UnitedStates")
    assert t.at("US Naval Air") == "United States"


@rule("2WW-7b")
def test_new_units_come_at_full_strength_and_at_once() -> None:
    t = at_once("Spring 1940", "Germany", "Essen: Ge 1 Infantry")
    assert t.refused("build Ge1Infantry Berlin") == "2WW-7b"
    assert t.refused("upgrade Ge1Infantry") == "2WW-7b"
    t.say("axis", "build Ge4Infantry Berlin")
    assert t.at("Ge 4 Infantry") == "Berlin"
    assert t.strength("Ge 4 Infantry") == "full"


@rule("2WW-7c")
def test_points_are_not_kept() -> None:
    t = at_once("Spring 1940", "France")
    assert t.state.points == 3
    t.say("allied", "pass")
    assert t.events("points lost") == [{"country": "France", "points": 3}]
    until(t, "Germany").say("axis", "pass")
    assert t.state.points == 0
    assert until(moment("Summer 1940, production", points=3), "France").state.points == 3


@rule("2WW-7.1.4")
def test_costs_come_from_the_chart_and_must_be_paid() -> None:
    t = at_once("Spring 1940", "France", "Paris: Fr 1 Air reduced, Fr 2 Infantry reduced")
    chart = t.state.world.charts["costs"]
    assert price(t.state, t.unit("Fr 1 Armor"), new=True) == chart["armor"]["new"] == 4
    assert price(t.state, t.unit("GB Bomber Command"), new=True) == chart["bomber"]["new"]
    assert price(t.state, t.unit("GB 1 RAF"), new=False) == chart["air"]["upgrade"]
    assert price(t.state, t.unit("Hungary Infantry"), new=True) == chart["minor"]["new"] == 1
    assert t.refused("build Fr1Armor Paris") == "2WW-7.1.4"  # four points, and France has three
    t.say("allied", "build Fr3Infantry Paris")
    assert t.state.points == 1
    assert t.refused("build Fr4Infantry Paris") == "2WW-7.1.4"
    t.say("allied", "upgrade Fr1Air")
    assert producing(t) != "France"
    assert t.refused("upgrade Fr2Infantry", "allied") is not None


# 7.2.1 The order


@rule("2WW-7.2.1a")
def test_major_powers_produce_in_their_order() -> None:
    t = moment("Summer 1943, production\nMoscow: SU 1 Infantry reduced", lend=(0, 0))
    asked = []
    while producing(t):
        asked.append(producing(t))
        if asked[-1] == "Britain":
            assert t.refused("upgrade SU1Infantry") == "2WW-7.2.1a"
            assert t.refused("build SU3Air Moscow") == "2WW-7.2.1a"
            assert t.refused("build US1Armor UnitedStates") == "2WW-7.2.1a"
        t.say(*t.match.waiting, "pass")
    assert asked == ["France", "USSR", "Britain", "United States", "Italy", "Germany"]
    assert t.refused("build Ge1Armor Berlin", "axis") == "2WW-7.2.1a"


@rule("2WW-7.2.1b")
def test_in_winter_the_allied_minors_come_before_those_of_the_axis() -> None:
    t = moment("Winter 1941, production", at_war={"Greece": "allied", "Belgium": "allied", "Turkey": "axis"})
    asked = []
    while producing(t):
        asked.append(producing(t))
        t.say(*t.match.waiting, "pass")
    assert asked[-7:] == ["Belgium", "Greece", "Finland", "Hungary", "Rumania", "Bulgaria", "Turkey"]


# 7.2.2 Major powers


@rule("2WW-7.2.2a")
def test_new_armies_appear_in_or_beside_production_cities_at_home() -> None:
    t = at_once("Spring 1940", "Germany")
    assert t.refused("build Ge3Armor Berlin") == "2WW-2c"  # of units that are the same the first comes first
    assert t.refused("build Ge1Armor Königsberg") == "2WW-7.2.2a"
    assert t.refused("build Ge1Armor Warsaw") == "2WW-7.2.2a"
    assert t.refused("build Ge1Air Budapest") == "2WW-7.2.2a"
    for place in ("Berlin", "Berlin SE1", "Essen", "Frankfurt"):
        assert t.refused(f"build Ge1Armor {place.replace(' ', '')}") is None, place


@rule("2WW-7.2.2b")
def test_new_fleets_appear_in_ports_at_home() -> None:
    t = at_once("Spring 1941", "Germany", conquered={"Norway": "axis"})
    assert t.refused("build Ge1Submarines Oslo") == "2WW-7.2.2b"
    assert t.refused("build Ge1Submarines Berlin") == "2WW-7.2.2b"
    assert t.refused("build Ge1Submarines Hamburg") is None
    assert t.refused("build Ge1Submarines Wilhelmshaven") is None


@rule("2WW-7.2.2c")
def test_new_units_do_not_appear_among_enemies() -> None:
    pieces = "Berlin N1: GB 1 Armor\nPrague: SU 1 Infantry\nBerlin S1: Ge 10 Infantry"
    t = at_once("Autumn 1944", "Germany", pieces, holds={"Wilhelmshaven": "allied"})
    assert t.place("Berlin SE1") in t.state.world.board.neighbours[t.place("Prague")]
    assert t.refused("build Ge4Infantry BerlinN1") == "2WW-7.2.2c"  # the enemy is there
    assert t.refused("build Ge4Infantry BerlinSE1") == "2WW-7.2.2c"  # in the zone of the enemy
    assert t.refused("build Ge4Infantry BerlinS1") is None  # but not where own land units are
    assert t.refused("build Ge1Submarines Wilhelmshaven") == "2WW-7.2.2c"  # the enemy controls it


def test_the_excess_is_lost_when_production_ends() -> None:
    t = at_once("Spring 1940", "Germany", "Berlin: Ge 4 Infantry, Ge 10 Infantry")
    t.say("axis", "build Ge14Infantry Berlin", "pass")
    assert t.waits == "axis Excess"


@rule("2WW-7.2.2d")
def test_american_units_appear_in_america() -> None:
    t = at_once("Spring 1943", "United States")
    assert t.refused("build US1Armor London") == "2WW-7.2.2d"
    assert t.refused("build US8Fleet Atlantic") == "2WW-7.2.2d"
    t.say("allied", "build US1Armor UnitedStates")
    assert t.at("US 1 Armor") == "United States"


# 7.2.3 Minor powers and 7.2.4 the Free French


@rule("2WW-7.2.3")
def test_a_minor_power_without_a_production_city_builds_anywhere_at_home() -> None:
    t = at_once("Winter 1942", "Finland", "Viipuri: SU 1 Infantry")
    assert t.refused("build FinlandInfantry Viipuri") == "2WW-7.2.3"
    assert t.refused("build FinlandInfantry Stockholm") == "2WW-7.2.3"
    for place in ("Helsinki", "Turku"):
        assert t.refused(f"build FinlandInfantry {place}") is None


@rule("2WW-7.2.2a")
def test_a_minor_power_with_a_production_city_builds_there() -> None:
    t = at_once("Winter 1942", "Rumania")
    assert t.refused("build RumaniaInfantry Jassy") == "2WW-7.2.2a"
    assert t.refused("build RumaniaInfantry Bucharest") is None
    lost = moment("Winter 1942, production", holds={"Bucharest": "allied"})
    assert lost.place("Jassy") in places_for(lost.state, lost.unit("Rumania Infantry"))


@rule("2WW-7.2.4")
def test_the_free_french_appear_in_britain_france_and_africa() -> None:
    t = at_once("Spring 1943", "Britain", "Algiers: US 1 Armor", vichy=VICHY, holds={"Paris": "axis", "Lyon": "axis"})
    assert t.refused("build FreeFrenchArmor Algiers") is None
    assert t.refused("build FreeFrenchArmor London") is None
    assert t.refused("build FreeFrenchArmor Paris") == "2WW-7.2.4"
    assert t.refused("build FreeFrenchArmor Cairo") == "2WW-7.2.4"
    assert t.refused("build FreeFrenchArmor Plymouth") == "2WW-7.2.4"
    t.say("allied", "build FreeFrenchArmor Algiers")
    assert t.at("Free French Armor") == "Algiers"
    back = at_once("Spring 1945", "Britain", "Paris: US 1 Armor", vichy=VICHY)
    assert back.refused("build FreeFrenchArmor Paris") is None


# 7.2.5 Forts


@rule("2WW-7.2.5a")
def test_a_fort_stands_anywhere_in_countries_of_its_side() -> None:
    pieces = "Bordeaux: GB Home Fleet\nMaginot Line: US 1 Armor"
    t = at_once("Summer 1944", "Germany", pieces, conquered={"France": "axis"}, vichy=VICHY)
    assert t.refused("build GeFort1 MaginotLine") == "2WW-7.2.5a"
    assert t.refused("build GeFort1 London") == "2WW-7.2.5a"
    assert t.refused("build GeFort1 Madrid") == "2WW-7.2.5a"
    assert t.refused("build GeFort1 Cherbourg") is None
    t.say("axis", "build GeFort1 Bordeaux")
    assert t.at("Ge Fort 1") == "Bordeaux"
    while t.waits == "allied ChooseRefuge":
        t.say("allied", t.offered()[0])
    assert t.at("GB Home Fleet") != "Bordeaux"
    assert t.state.world.board.distance(t.state.where[t.unit("GB Home Fleet")], t.place("Bordeaux")) == 1


@rule("2WW-7.2.5b")
def test_a_fort_with_a_name_stands_in_its_city_only() -> None:
    t = at_once("Spring 1942", "USSR")
    assert t.refused("build SevastopolFort Moscow") == "2WW-7.2.5b"
    assert t.refused("build SevastopolFort Sevastopol") is None
    lost = at_once("Spring 1942", "USSR", "Odessa: Ge 1 Infantry", holds={"Sevastopol": "axis"})
    assert lost.refused("build SevastopolFort Sevastopol") == "2WW-7.2.5b"


@rule("2WW-7.2.5c")
def test_the_maginot_fort_is_never_rebuilt() -> None:
    t = at_once("Spring 1940", "France", "Maginot Line: Maginot Fort reduced\nParis: Fr 2 Infantry reduced")
    eliminate(t.state, t.unit("Maginot Fort"), "2WW-7.2.5c")
    assert t.state.where[t.unit("Maginot Fort")] == GONE
    assert t.refused("build MaginotFort 1909") == "2WW-7.2.5c"


@rule("2WW-7.2.5d")
def test_a_new_fort_needs_a_line_to_a_capital() -> None:
    plain = moment("Summer 1942, production")
    fleet = f"{off_the_coast(plain, 'Tobruk')}: GB Home Fleet"
    t = at_once("Summer 1942", "Germany", f"{TOBRUK}\n{fleet}", holds={"Tobruk": "axis"})
    assert t.refused("build GeFort1 Tobruk") == "2WW-7.2.5d"
    assert t.refused("build GeFort1 Tripoli") is None  # a capital itself
    open_sea = at_once("Summer 1942", "Germany", TOBRUK, holds={"Tobruk": "axis"})
    assert open_sea.refused("build GeFort1 Tobruk") is None


# 7.3 Upgrading


@rule("2WW-7.3.1a")
def test_an_army_that_is_cut_off_is_not_upgraded() -> None:
    plain = moment("Summer 1942, production")
    fleet = f"{off_the_coast(plain, 'Tobruk')}: GB Home Fleet"
    army = "Tobruk: It NA Infantry reduced"
    t = at_once("Summer 1942", "Italy", f"{TOBRUK}\n{fleet}\n{army}")
    assert t.refused("upgrade ItNAInfantry") == "2WW-7.3.1a"
    t = at_once("Summer 1942", "Italy", f"{TOBRUK}\n{army}")
    assert t.refused("upgrade ItNAInfantry") is None


@rule("2WW-7.3.1a")
def test_any_capital_of_a_major_power_will_do() -> None:
    pieces = "Rome: GB 1 Armor\nMilan: It 1 Armor reduced\nNaples: It 2 Infantry reduced\nRome N1: GB 2 Armor"
    t = at_once("Summer 1943", "Germany", f"{pieces}\nTunis: GB 8 Armor")
    assert t.refused("upgrade It1Armor") == "2WW-7.2.1a"
    assert why_not_upgrade(t.state, t.country("Italy"), t.unit("It 1 Armor")) is None
    cut = "Kiev: Ge 1 Infantry reduced\nKiev SW1: SU 1 Infantry\nKiev NE1: SU 2 Infantry\nKiev NW1: SU 3 Infantry"
    t = at_once("Summer 1943", "Germany", cut)
    assert t.refused("upgrade Ge1Infantry") == "2WW-7.3.1a"


@rule("2WW-7.3.1b")
def test_american_units_abroad_are_upgraded_with_british_points() -> None:
    pieces = "London: US 1 Armor reduced\nUnited States: US 5 Armor reduced"
    t = at_once("Summer 1943", "Britain", pieces)
    assert t.refused("upgrade US5Armor") == "2WW-7.2.1a"
    assert t.refused("upgrade US1Armor") is None
    until(t, "United States")
    assert t.refused("upgrade US1Armor") == "2WW-7.3.1b"
    assert t.refused("upgrade US5Armor") is None


@rule("2WW-7.3.1a", "2WW-7.3.2")
def test_only_american_units_are_upgraded_in_the_united_states() -> None:
    guests = "GB 1 Armor reduced, GB Home Fleet reduced"
    pieces = f"United States: US 5 Armor reduced, US 8 Fleet reduced, {guests}"
    t = at_once("Summer 1943", "Britain", pieces)
    assert t.refused("upgrade GB1Armor") == "2WW-7.3.1a"
    assert t.refused("upgrade GBHomeFleet") == "2WW-7.3.2"
    until(t, "United States")
    assert t.refused("upgrade US5Armor") is None
    assert t.refused("upgrade US8Fleet") is None


@rule("2WW-7.3.1c")
def test_units_with_one_side_cannot_be_upgraded_and_die_at_the_first_loss() -> None:
    t = at_once("Winter 1942", "Britain", "Lisbon: Portugal Infantry", at_war={"Portugal": "allied"})
    assert t.refused("upgrade PortugalInfantry") == "2WW-7.3.1c"
    take_loss(t.state, t.unit("Portugal Infantry"))
    assert t.at("Portugal Infantry") == "pool"


@rule("2WW-7.3.2")
def test_fleets_are_upgraded_in_ports_linked_with_a_production_city() -> None:
    sea = off_the_coast(moment("Summer 1940, production"), "Wilhelmshaven")
    for place in (sea, "Brest"):
        t = at_once("Summer 1940", "Germany", f"{place}: Ge Surface Fleet reduced")
        assert t.refused("upgrade GeSurfaceFleet") == "2WW-7.3.2"
    for place in ("Hamburg", "Wilhelmshaven"):
        t = at_once("Summer 1940", "Germany", f"{place}: Ge Surface Fleet reduced")
        assert t.refused("upgrade GeSurfaceFleet") is None


@rule("2WW-7.3.2")
def test_a_port_that_is_cut_off_will_not_do() -> None:
    plain = moment("Summer 1942, production")
    fleet = f"{off_the_coast(plain, 'Tobruk')}: GB Home Fleet"
    t = at_once("Summer 1942", "Italy", f"{TOBRUK}\n{fleet}\nTobruk: It Fleet reduced, It NA Infantry")
    assert t.refused("upgrade ItFleet") == "2WW-7.3.2"


def test_nobody_is_asked_who_can_buy_nothing() -> None:
    t = moment("Spring 1940, production\nParis: Fr 1 Air")
    assert producing(t) == "France"
    for unit in t.state.world.units_of[t.country("France")]:
        t.state.where[unit] = GONE
    until(t.touched(), "Britain")


def test_every_order_of_production_that_is_not_offered_has_a_reason() -> None:
    t = at_once("Spring 1940", "Germany")
    assert t.refused("build Nobody Berlin") == "table.no-piece"
    assert t.refused("build Ge1Armor Nowhere") == "table.no-place"
    assert t.refused("build GB1Armor London") == "2WW-1a"
    assert t.refused("claim Nowhere") == "table.no-place"
    assert t.refused("build HungaryInfantry Budapest") == "2WW-7.1.3a"
    assert t.refused("upgrade Ge1Armor") == "2WW-7b"
