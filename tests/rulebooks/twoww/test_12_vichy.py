"""Chapter 12.2: the fall of France, unoccupied France and the French territories."""

from __future__ import annotations

import pytest

from grognard.games.twoww import conquest, ground, income, invasion, politics, supply
from grognard.games.twoww.state import AXIS, DECIDED, JOINED, NO_VICHY, VICHY
from grognard.games.twoww.units import eliminate
from grognard.games.twoww.world import BRITAIN, FRANCE
from tests.rulebooks.twoww.borders import enters, news, stand
from tests.rulebooks.twoww.table import Table, at
from tests.rules import rule

FRENCH = ("Vichy France", "French North Africa", "Tunisia", "Syria")


def fallen(more: str = "", season: str = "Summer 1940") -> Table:
    """The moment after German armor has entered Paris."""
    t = at(f"{season}, axis movement\nBerlin: Ge 1 Armor\n{more}")
    return enters(t, "Ge 1 Armor", "Paris")


def vichy_at_war(t: Table) -> list[str]:
    return [t.owner(country) for country in FRENCH]


# The fall of France


@rule("2WW-12.2.1a")
def test_paris_decides_at_once() -> None:
    t = fallen("Toulon: Fr Fleet")
    assert t.owner("France") == "axis"
    assert t.state.conquered[FRANCE] == 1 + AXIS
    assert t.state.vichy == VICHY
    assert all(t.is_neutral(country) for country in FRENCH)
    assert vichy_at_war(t) == ["neutral"] * 4
    assert {t.holder(city) for city in ("Toulon", "Algiers", "Tunis", "Damascus")} == {"neutral"}
    assert t.holder("Brest") == "axis"


@rule("2WW-12.2.1a")
def test_an_air_unit_does_not_take_paris() -> None:
    t = at("Summer 1940, axis movement\nBerlin: Ge 1 Air")
    enters(t, "Ge 1 Air", "Paris")
    assert t.state.vichy == NO_VICHY


@rule("2WW-12.2.1a")
def test_only_paris_and_only_the_axis_end_france() -> None:
    t = at("Summer 1940, axis movement\nParis: Ge 1 Armor\nBrest: GB 1 Armor")
    enters(t, "Ge 1 Armor", "Toulon")
    assert (t.state.vichy, t.holder("Toulon"), t.owner("Vichy France")) == (NO_VICHY, "axis", "neutral")
    enters(t, "GB 1 Armor", "Paris")
    assert t.state.vichy == NO_VICHY


@rule("2WW-12.2.1a")
def test_france_falls_in_this_way_only_once() -> None:
    t = fallen("London: GB 1 Armor")
    stand(t, "Ge 1 Armor", "Berlin")
    enters(t, "GB 1 Armor", "Paris")
    stand(t, "GB 1 Armor", "London")
    t.hold("allied", "Cherbourg")
    conquest.check(t.state)
    assert t.owner("France") == "allied"
    enters(t, "Ge 1 Armor", "Paris")
    assert t.owner("France") == "allied"  # now it takes the end of a turn


@rule("2WW-12.2.1b")
def test_units_of_both_sides_leave_unoccupied_france() -> None:
    t = fallen(
        "Toulon: Ge 1 Infantry\nTunis: It 2 Infantry\nAlgiers: GB Gibraltar Fleet\nLyon: GB 1 RAF\nBrest: GB 2 Armor"
    )
    world = t.state.world
    inside = ground.ground_of(t.state, world.vichy)
    for unit in ("Ge 1 Infantry", "It 2 Infantry", "GB Gibraltar Fleet", "GB 1 RAF"):
        place = t.place(t.at(unit))
        assert not inside >> place & 1
        assert place in world.cities
        assert t.holder(t.at(unit)) == t.commander(unit)
    assert world.cities[t.place(t.at("GB Gibraltar Fleet"))].is_port
    assert t.at("GB 2 Armor") == "Brest"


@rule("2WW-12.2.1b")
def test_they_go_to_the_nearest_place_of_their_own() -> None:
    t = fallen("Toulon: Ge 1 Infantry")
    s, toulon, here = t.state, t.place("Toulon"), t.place(t.at("Ge 1 Infantry"))
    friendly = [
        place for place in s.world.cities if s.holder[place] == AXIS and not s.neutral[s.world.country_at[place]]
    ]
    assert s.world.board.distance(toulon, here) == min(s.world.board.distance(toulon, place) for place in friendly)


@rule("2WW-12.2.1b")
def test_neutral_italy_is_no_refuge() -> None:
    t = fallen("Toulon: Ge 1 Infantry", season="Spring 1940")
    assert t.state.world.board.nation[t.place(t.at("Ge 1 Infantry"))] != "Italy"


@rule("2WW-12.2.1c")
def test_the_colonial_infantry_and_the_fleet_are_all_that_is_left() -> None:
    t = fallen("Bordeaux: Fr 1 Armor, Fr Col Infantry\n1909: Maginot Fort")
    assert (t.at("Fr Col Infantry"), t.strength("Fr Col Infantry")) == ("Algiers", "full")
    assert (t.at("Fr Fleet"), t.strength("Fr Fleet")) == ("Toulon", "full")
    for unit in ("Fr 1 Armor", "Fr 4 Infantry", "Fr 1 Air", "Maginot Fort"):
        assert t.at(unit) == "gone"
    assert t.at("Free French Armor") == "later"
    assert t.commander("Free French Armor") == "allied"
    assert t.commander("Fr Fleet") == "neutral"


@rule("2WW-12.2.1c")
def test_what_is_left_of_france_is_never_rebuilt() -> None:
    t = fallen()
    eliminate(t.state, t.unit("Fr Fleet"), "2WW-4.2.C.3p")
    assert t.at("Fr Fleet") == "gone"


@rule("2WW-12.2.1b")
def test_whoever_has_nowhere_to_go_is_eliminated() -> None:
    t = at("Summer 1940, axis movement\nBerlin: Ge 1 Armor\nLyon: GB 1 RAF")
    for place in t.state.world.cities:
        t.hold("axis", t.state.world.board.names[place])
    t.hold("allied", "Paris", "Kiev")  # the one is about to fall, the other is neutral
    enters(t, "Ge 1 Armor", "Paris")
    assert t.at("GB 1 RAF") == "pool"


@rule("2WW-12.2.1b")
def test_passengers_leave_with_their_fleet() -> None:
    t = at("Summer 1940, axis movement\nBerlin: Ge 1 Armor\nAlgiers: GB Gibraltar Fleet\nLondon: GB 1 Armor")
    stand(t, "GB 1 Armor", "Algiers").state.aboard[t.unit("GB 1 Armor")] = t.unit("GB Gibraltar Fleet")
    enters(t, "Ge 1 Armor", "Paris")
    assert t.at("GB 1 Armor") == t.at("GB Gibraltar Fleet") != "Algiers"
    assert t.state.aboard[t.unit("GB 1 Armor")] == t.unit("GB Gibraltar Fleet")
    assert news(t, "leaves vichy") == 1


@rule("2WW-12.2.1c")
def test_french_passengers_are_gone_too() -> None:
    t = at("Summer 1940, axis movement\nBerlin: Ge 1 Armor\nLondon: Fr Fleet, Fr 1 Armor")
    t.state.aboard[t.unit("Fr 1 Armor")] = t.unit("Fr Fleet")
    enters(t, "Ge 1 Armor", "Paris")
    assert (t.at("Fr 1 Armor"), t.at("Fr Fleet")) == ("gone", "Toulon")
    assert news(t, "eliminated") == 0


def test_passengers_part_from_french_fleets() -> None:
    t = at("Summer 1940, axis movement\nBerlin: Ge 1 Armor\nLondon: Fr Fleet, GB 1 Armor")
    t.state.aboard[t.unit("GB 1 Armor")] = t.unit("Fr Fleet")
    enters(t, "Ge 1 Armor", "Paris")
    assert (t.at("GB 1 Armor"), t.state.aboard[t.unit("GB 1 Armor")]) == ("London", -1)


@rule("2WW-12.2.1b")
def test_passengers_of_french_fleets_at_sea_go_to_the_nearest_city() -> None:
    t = at("Summer 1940, axis movement\nBerlin: Ge 1 Armor\n1108: Fr Fleet, GB 1 Armor")
    t.state.aboard[t.unit("GB 1 Armor")] = t.unit("Fr Fleet")
    enters(t, "Ge 1 Armor", "Paris")
    assert t.state.world.cities[t.place(t.at("GB 1 Armor"))].country in (BRITAIN, t.country("Ireland"))


def with_allied_cities(units: str, *cities: str) -> Table:
    """Paris falls, and the Allies have no other cities than these."""
    t = at(f"Summer 1940, axis movement\nBerlin: Ge 1 Armor\n{units}")
    for place in t.state.world.cities:
        t.hold("axis", t.state.world.board.names[place])
    t.hold("allied", "Paris", *cities)
    return enters(t, "Ge 1 Armor", "Paris")


@rule("2WW-12.2.1b")
@pytest.mark.parametrize(
    ("unit", "place", "near", "far"),
    [
        ("GB 8 Armor", "Damascus", "Baghdad", "London"),  # Iraq has not rebelled
        ("GB Gibraltar Fleet", "Algiers", "Birmingham", "Glasgow"),  # no port
        ("GB 1 RAF", "Lyon", "Kiev", "Malta"),  # the Soviet Union is at peace
    ],
)
def test_which_places_do_not_serve(unit: str, place: str, near: str, far: str) -> None:
    assert with_allied_cities(f"{place}: {unit}", near, far).at(unit) == far


@rule("2WW-12.2.1b")
def test_a_city_among_enemies_does_not_serve() -> None:
    t = at("Summer 1940, axis movement\nBerlin: Ge 1 Armor\nToulon: Ge 1 Infantry")
    stand(t, "GB 1 Armor", "Milan")  # dropped, say, and not yet alone
    enters(t, "Ge 1 Armor", "Paris")
    assert t.at("Ge 1 Infantry") not in ("Milan", "Toulon")


@pytest.mark.parametrize(
    ("unit", "goal"), [("GB 8 Armor", "Palermo"), ("GB 1 RAF", "Malta"), ("GB Home Fleet", "Malta")]
)
def test_only_an_army_goes_where_a_fleet_has_to_give_way(unit: str, goal: str) -> None:
    assert with_allied_cities(f"Tunis: {unit}\nPalermo: It Fleet", "Palermo", "Malta").at(unit) == goal


@rule("2WW-12.2.1c")
@pytest.mark.parametrize("joined", [False, True])
def test_a_second_fall_of_paris_does_not_touch_the_units_of_the_south(joined: bool) -> None:
    t = fallen("London: GB 1 Armor\nGibraltar: GB 2 Armor")
    if joined:
        enters(t, "GB 2 Armor", "Algiers")
    stand(t, "Ge 1 Armor", "Berlin")
    enters(t, "GB 1 Armor", "Paris")
    stand(t, "GB 1 Armor", "London")
    t.hold("allied", "Cherbourg")
    conquest.check(t.state)
    assert t.owner("France") == "allied"
    enters(t, "Ge 1 Armor", "Paris")
    conquest.check(t.state)
    assert t.owner("France") == "axis"
    assert (t.at("Fr Fleet"), t.at("Fr Col Infantry")) == ("Toulon", "Algiers")
    assert t.commander("Fr Fleet") == ("allied" if joined else "neutral")


# Unoccupied France


@rule("2WW-12.2.2a")
def test_the_allies_enter_unoccupied_france_even_after_us_entry() -> None:
    t = fallen("Gibraltar: GB 1 Armor")
    for american in (0, 1):
        t.state.america = american
        t.touched()
        assert ground.why_not_enter(t.state, t.unit("GB 1 Armor"), t.place("Algiers")) is None
    assert ground.why_not_enter(t.state, t.unit("GB 1 Armor"), t.place("Madrid")) is not None


@rule("2WW-12.2.2a")
def test_before_us_entry_it_costs_a_turn_and_the_french_do_not_resist() -> None:
    t = fallen("Jerusalem: GB 8 Armor")
    planned = politics.america_enters(t.state)
    enters(t, "GB 8 Armor", "Beirut")
    assert politics.america_enters(t.state) == planned + 1
    assert t.commander("Fr Fleet") == "neutral"
    assert t.state.vichy == VICHY
    assert not t.is_neutral("Syria")
    enters(t, "GB 8 Armor", "Damascus")
    assert politics.america_enters(t.state) == planned + 1
    assert (t.owner("Syria"), t.owner("Tunisia")) == ("allied", "neutral")


@rule("2WW-12.2.2b", "2WW-8.1.3.3a")
@pytest.mark.parametrize(("port", "holder"), [("Toulon", "axis"), ("Algiers", "neutral")])
def test_an_assault_brings_the_french_into_the_war(port: str, holder: str) -> None:
    t = fallen()
    beside = next(hex for hex in t.state.world.waters[t.place(port)] if t.state.world.sea >> hex & 1)
    t.state.aboard[t.unit("Ge 4 Infantry")] = t.unit("Ge Surface Fleet")
    stand(t, "Ge Surface Fleet", t.state.world.board.names[beside]).touched()
    t.say("axis", "move GeSurfaceFleet", f"assault {port}")
    while t.waits == "allied ChooseRefuge":
        t.say("allied", str(t.match.orders()[0]))
    assert t.commander("Fr Col Infantry") == t.commander("Fr Fleet") == "allied"
    assert t.holder(port) == holder  # only the Colonial infantry is there to fight
    t.say("axis", "pass")
    assert (t.waits == "axis Attacks" and "pass" not in t.offered()) is (port == "Algiers")


@rule("2WW-12.2.2b")
def test_an_axis_invasion_drives_the_french_to_the_allies() -> None:
    t = fallen("Tripoli: It NA Infantry")
    enters(t, "It NA Infantry", "Tunis")
    assert t.state.vichy == JOINED
    assert t.commander("Fr Fleet") == t.commander("Fr Col Infantry") == "allied"
    assert vichy_at_war(t) == ["allied", "allied", "axis", "allied"]
    assert t.holder("Toulon") == "allied"


@rule("2WW-12.2.2b")
def test_the_axis_still_drives_them_there_after_the_allies_have_come() -> None:
    t = fallen("Jerusalem: GB 8 Armor\nTripoli: It NA Infantry")
    enters(t, "GB 8 Armor", "Beirut")
    enters(t, "It NA Infantry", "Tunis")
    assert t.commander("Fr Fleet") == "allied"


@rule("2WW-12.2.2b")
@pytest.mark.parametrize(("place", "status"), [("Algiers", JOINED), ("Toulon", DECIDED)])
def test_the_allies_in_algiers_or_toulon_win_the_french_over(place: str, status: int) -> None:
    t = fallen("Gibraltar: GB 1 Armor")
    enters(t, "GB 1 Armor", place)
    assert t.state.vichy == status
    assert t.commander("Fr Fleet") == t.commander("Fr Col Infantry") == "allied"
    assert t.holder("Toulon") == "allied"
    assert "Toulon" in [reason.why for reason in income.income(t.state, BRITAIN).reasons]
    assert supply.is_supplied(t.state, t.unit("Fr Col Infantry"))


@rule("2WW-12.2.2a")
def test_after_us_entry_it_costs_nothing() -> None:
    t = fallen("Jerusalem: GB 8 Armor")
    t.state.america = 1
    enters(t, "GB 8 Armor", "Beirut")
    assert t.state.delay == 0


@rule("2WW-12.2.2a")
def test_french_units_let_the_allies_pass_and_meet_the_axis() -> None:
    t = fallen("Gibraltar: GB 1 Armor\nTripoli: It NA Infantry")
    british, italian, algiers = t.unit("GB 1 Armor"), t.unit("It NA Infantry"), t.place("Algiers")
    assert invasion.would_meet(t.state, british, algiers) == []
    assert invasion.would_meet(t.state, italian, algiers) == [t.unit("Fr Col Infantry")]
    assert invasion.would_invade(t.state, italian, t.place("Cairo")) == -1
    enters(t, "GB 1 Armor", "Algiers")
    assert invasion.would_invade(t.state, italian, t.place("Tunis")) == -1


@rule("2WW-12.2.2b")
def test_other_places_do_not_win_them_over() -> None:
    t = fallen("Gibraltar: GB 1 Armor")
    enters(t, "GB 1 Armor", "Oran")
    assert t.commander("Fr Col Infantry") == "neutral"


@rule("2WW-12.2.2b")
def test_toulon_is_not_allied_while_axis_units_are_in_it() -> None:
    t = fallen("Gibraltar: GB 1 Armor")
    stand(t, "Ge 2 Air", "Toulon")
    enters(t, "GB 1 Armor", "Algiers")
    assert t.holder("Toulon") == "neutral"


@rule("2WW-12.2.3a")
def test_toulon_decides_for_all_french_territories_but_occupied_ones() -> None:
    t = fallen("Gibraltar: GB 1 Armor\nMunich: Ge 1 Infantry")
    enters(t, "GB 1 Armor", "Algiers")
    assert vichy_at_war(t) == ["allied", "allied", "allied", "allied"]
    enters(t, "Ge 1 Infantry", "Toulon")
    assert news(t, "vichy joins") == 1
    assert vichy_at_war(t) == ["axis", "allied", "axis", "axis"]
    assert t.state.conquered[t.state.world.vichy] == 1 + AXIS
    assert t.holder("Lyon") == "axis"
    assert t.commander("Fr Fleet") == "allied"


@rule("2WW-12.2.3a")
def test_any_unit_in_the_capital_keeps_a_territory() -> None:
    t = fallen("Gibraltar: GB 1 Armor\nMunich: Ge 1 Infantry\nMalta: GB Gibraltar Fleet, GB 1 RAF")
    enters(t, "GB 1 Armor", "Algiers")
    stand(t, "GB 1 Armor", "Gibraltar")
    stand(t, "Fr Col Infantry", "Oran")
    stand(t, "GB Gibraltar Fleet", "Tunis")
    stand(t, "GB 1 RAF", "Damascus")
    enters(t, "Ge 1 Infantry", "Toulon")
    assert vichy_at_war(t) == ["axis", "axis", "allied", "allied"]


@rule("2WW-12.2.3a")
def test_the_allies_in_toulon_liberate_them() -> None:
    t = fallen("Gibraltar: GB 1 Armor\nMunich: Ge 1 Infantry\nTripoli: It NA Infantry")
    enters(t, "It NA Infantry", "Tunis")
    enters(t, "Ge 1 Infantry", "Toulon")
    stand(t, "Ge 1 Infantry", "Munich")
    assert vichy_at_war(t) == ["axis", "allied", "axis", "axis"]  # the Colonial infantry stands in Algiers
    enters(t, "GB 1 Armor", "Toulon")
    assert vichy_at_war(t) == ["allied", "allied", "axis", "allied"]  # Italians stand in Tunis
    assert t.state.conquered[t.state.world.vichy] == 0


@rule("2WW-12.2.3b")
def test_a_french_territory_goes_to_whoever_enters_its_capital() -> None:
    t = fallen("Jerusalem: GB 8 Armor\nTripoli: It NA Infantry")
    enters(t, "It NA Infantry", "Tunis")
    stand(t, "It NA Infantry", "Tripoli")
    assert t.owner("Tunisia") == "axis"
    enters(t, "GB 8 Armor", "Tunis")
    assert t.owner("Tunisia") == "allied"
