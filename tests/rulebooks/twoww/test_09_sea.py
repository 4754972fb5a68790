"""Chapter 9.3: sea combat, its lines on the chart, retreat and advance of fleets."""

from __future__ import annotations

import pytest

from grognard.games.twoww.battle import Battle
from grognard.games.twoww.firing import sea_fire, with_support
from grognard.games.twoww.land_strength import land_strength
from grognard.games.twoww.state import ASSAULTING
from tests.rulebooks.twoww.fights import declare, fires, landed, order, winners
from tests.rulebooks.twoww.table import Table, at
from tests.rules import rule


def sea(text: str, moment: str = "Spring 1943, allied combat") -> Table:
    return at(f"{moment}\n{text}")


# Who may attack whom


@rule("2WW-9.3a")
def test_fleets_attack_what_lies_in_their_zone() -> None:
    t = sea("Hull: GB Home Fleet\nScapa Flow NE1: GB Channel Fleet\nAmsterdam N1: Ge Surface Fleet")
    assert t.offered() == ["engage AmsterdamN1", "pass"]
    t = sea("Hull: GB Home Fleet, GB Gibraltar Fleet\nScapa Flow: GB Channel Fleet\nAmsterdam N1: Ge Surface Fleet")
    t.say("allied", "engage AmsterdamN1")
    assert t.offered() == ["join GBHomeFleet", "join GBGibraltarFleet"]
    assert t.refused("join GBChannelFleet", "allied") == "2WW-9.3a"


@rule("2WW-9.3a")
def test_any_number_of_fleets_may_attack_and_they_stay_where_they_are() -> None:
    t = sea("Hull: GB Home Fleet, GB Gibraltar Fleet\nLondon: GB Channel Fleet\nAmsterdam N1: Ge Surface Fleet")
    assert t.refused("engage Wilhelmshaven", "allied") == "2WW-9c"
    assert t.refused("engage Malta", "allied") == "2WW-9c"
    declare(t.roll(7, 7), "allied", "engage", "Amsterdam N1", "GB Home Fleet", "GB Gibraltar Fleet", "GB Channel Fleet")
    assert fires(t)[0] == ("allied", "sea_sea", 9, "7-9")
    assert t.at("GB Home Fleet") == "Hull"
    t = sea("Hull: GB Home Fleet\nAmsterdam N1: Ge Surface Fleet\nMalta: Ge 1 Submarines")
    assert t.refused("engage Malta", "allied") == "2WW-9.3a"


@rule("2WW-3.3.3b")
def test_a_fleet_attacks_or_supports_once_in_a_phase() -> None:
    t = sea("Hull: GB Home Fleet, GB Channel Fleet\nAmsterdam N1: Ge Surface Fleet\nEsbjerg NW1: Ge 1 Submarines")
    declare(t.roll(7, 7), "allied", "engage", "Amsterdam N1", "GB Home Fleet")
    t2 = sea("Hull: GB Home Fleet\nAmsterdam N1: Ge Surface Fleet\nEsbjerg NW1: Ge 1 Submarines\nLondon: GB 1 RAF")
    declare(t2.roll(7, 7), "allied", "engage", "Amsterdam N1", "GB Home Fleet")
    assert t2.refused("engage EsbjergNW1", "allied") == "2WW-3.3.3b"
    t.roll(7, 7).say("allied", "engage EsbjergNW1")
    assert t.events("attack sea")[1]["attackers"] == ["GB Channel Fleet"]


@rule("2WW-3.3.3b")
def test_support_of_a_land_attack_counts_as_well() -> None:
    t = at(
        "Summer 1943, allied combat\nSfax: US 1 Armor\nPalermo S1: US 8 Fleet\nMalta: US 12 Air\n"
        "Tunis: Ge 1 Infantry\nPalermo SE1: It Fleet",
        holds={"Algiers": "allied", "Tunis": "axis"},
    )
    declare(t, "allied", "attack", "Tunis", "US 1 Armor", "US 8 Fleet")
    t.roll(7, 7).say("axis", "pass")
    assert t.refused("engage PalermoSE1", "allied") == "2WW-3.3.3b"


@rule("2WW-3.4.3b")
def test_a_marked_fleet_does_not_fire() -> None:
    t = sea("Hull: GB Home Fleet, GB Gibraltar Fleet\nHull NE1: GB Channel Fleet done\nAmsterdam N1: Ge Surface Fleet")
    t.say("allied", "engage AmsterdamN1")
    assert t.refused("join GBChannelFleet", "allied") == "2WW-3.4.3b"
    t = sea("Hull: GB Home Fleet\nAmsterdam N1: Ge Surface Fleet done\nWilhelmshaven: Ge 1 Submarines")
    t.roll(12).say("allied", "engage AmsterdamN1")
    assert fires(t) == [("allied", "sea_sea", 4, "4-6")]


@rule("2WW-9.3.1")
def test_a_port_of_ones_own_is_safe_from_fleets() -> None:
    t = sea("Hull: GB Home Fleet, GB 1 RAF\nWilhelmshaven: Ge Surface Fleet\nAmsterdam N1: Ge 1 Submarines")
    assert t.refused("engage Wilhelmshaven", "allied") == "2WW-9.3.1"
    assert "strike Wilhelmshaven fleets" in t.offered()
    t = at(
        "Spring 1943, allied combat\nHull: GB Home Fleet, GB 1 RAF\nWilhelmshaven: Ge Surface Fleet",
        holds={"Wilhelmshaven": "allied"},
    )
    assert "engage Wilhelmshaven" in t.offered()


@rule("2WW-9d")
def test_fleets_attack_air_units_on_a_coast() -> None:
    t = sea("Hull: GB Home Fleet\nLondon: GB Channel Fleet\nWilhelmshaven: Ge 1 Air\nEssen: Ge 2 Air")
    assert t.refused("engage Essen", "allied") == "2WW-9d"
    declare(t.roll(12, 12), "allied", "engage", "Wilhelmshaven", "GB Home Fleet").say("axis", "pass")
    assert fires(t) == [("allied", "sea_air", 4, "4-6"), ("axis", "air_sea", 4, "1-4")]
    assert t.fact("ops", "Ge 1 Air") == 0


def test_submarines_attack_no_air_units() -> None:
    t = sea("Hull: GB 1 RAF\nAmsterdam N1: Ge 1 Submarines, Ge Surface Fleet", "Spring 1943, axis combat")
    t.roll(12, 12).say("axis", "engage Hull")
    assert t.events("attack sea")[0]["attackers"] == ["Ge Surface Fleet"]
    t = sea("Hull: GB 1 RAF\nAmsterdam N1: Ge 1 Submarines", "Spring 1943, axis combat")
    assert t.when == "Spring 1943, allied movement"


# Lines and factors


@rule("2WW-4.2.C.3h")
def test_a_surface_fleet_among_submarines_makes_it_sea_against_sea() -> None:
    t = sea(
        "Hull NE1: GB Home Fleet, GB Naval Air aboard GB Home Fleet\nAmsterdam N1: Ge Surface Fleet, Ge 1 Submarines"
    )
    declare(t.roll(7, 7), "allied", "engage", "Amsterdam N1", "GB Home Fleet", "GB Naval Air")
    assert fires(t) == [("allied", "sea_sea", 6, "4-6"), ("axis", "sea_sea", 5, "4-6")]


@rule("2WW-4.2.C.3i")
def test_submarines_alone_are_hunted_with_other_factors() -> None:
    t = sea(
        "Hull NE1: GB Home Fleet, GB Naval Air aboard GB Home Fleet, GB Channel Fleet\nAmsterdam N1: Ge 1 Submarines"
    )
    declare(t.roll(12, 12), "allied", "engage", "Amsterdam N1", "GB Home Fleet", "GB Naval Air", "GB Channel Fleet")
    assert fires(t) == [("allied", "asw", 5, "5"), ("axis", "sea_sea", 2, "1-3")]


@rule("2WW-4.2.C.3i")
def test_a_reduced_fleet_hunts_with_what_its_back_says() -> None:
    t = sea("Hull NE1: GB Home Fleet reduced\nAmsterdam N1: Ge 1 Submarines")
    t.roll(12, 12).say("allied", "engage AmsterdamN1")
    assert fires(t)[0] == ("allied", "asw", 1, "1")


@rule("2WW-4.2.C.3j")
def test_submarines_fire_at_no_air_unit() -> None:
    t = sea("Hull: GB 1 RAF")
    surface, submarine, air = (t.unit(unit) for unit in ("Ge Surface Fleet", "Ge 1 Submarines", "GB 1 RAF"))
    for unit in (surface, submarine):
        t.state.full[unit] = 1
    mixed = sea_fire(t.state, (surface, submarine), (), ())
    assert mixed is not None
    assert (mixed.line, mixed.factors) == ("sea_air", 3)
    assert sea_fire(t.state, (submarine,), (), ()) is None
    answer = sea_fire(t.state, (), (air,), (submarine,))
    assert answer is not None
    assert (answer.line, answer.factors) == ("asw", 1)


@rule("2WW-9.3.2b")
@pytest.mark.parametrize(("own", "support", "total"), [(3, 5, 6), (5, 3, 8), (0, 4, 0)])
def test_air_support_beyond_the_fleets_own_strength_is_ignored(own: int, support: int, total: int) -> None:
    assert with_support(own, support, alone=False) == total


@rule("2WW-9.3.2b")
def test_the_limit_of_support_in_a_combat() -> None:
    t = sea("Hull: GB Channel Fleet, GB 1 RAF\nAmsterdam N1: Ge Surface Fleet")
    declare(t.roll(12, 12), "allied", "engage", "Amsterdam N1", "GB Channel Fleet", "GB 1 RAF")
    assert fires(t)[0] == ("allied", "sea_sea", 4, "4-6")


@rule("2WW-9.3.2a")
def test_supporting_air_units_may_take_the_losses() -> None:
    t = sea(
        "Hull NE1: GB Home Fleet, GB Naval Air aboard GB Home Fleet\nAmsterdam N1: Ge Surface Fleet\nLondon: GB 1 RAF"
    )
    declare(t.roll(12, 5), "allied", "engage", "Amsterdam N1", "GB Home Fleet", "GB Naval Air")
    assert t.offered() == ["lose GBHomeFleet", "lose GBNavalAir"]
    t.say("allied", "lose GBNavalAir")
    assert (t.strength("GB Home Fleet"), t.strength("GB Naval Air")) == ("full", "reduced")


@rule("2WW-9.3.2a", "2WW-4.2.C.3c")
@pytest.mark.parametrize(("throws", "factors"), [((12, 5), (4, 6)), ((5, 12), (8, 3)), ((7, 7), (4, 3))])
def test_air_units_on_both_sides_fight_for_the_right_to_support(
    throws: tuple[int, int], factors: tuple[int, int]
) -> None:
    t = sea("Hull: GB Home Fleet, GB 1 RAF\nAmsterdam N1: Ge Surface Fleet\nWilhelmshaven: Ge 1 Air")
    declare(t, "allied", "engage", "Amsterdam N1", "GB Home Fleet", "GB 1 RAF")
    t.roll(*throws, 12, 12).say("axis", "join Ge1Air")
    assert [line for _, line, _, _ in fires(t)] == ["air_air", "air_air", "sea_sea", "sea_sea"]
    expected = {(12, 5): (4, 6), (5, 12): (8, 3), (7, 7): (4, 3)}[throws]
    assert (fires(t)[2][2], fires(t)[3][2]) == expected == factors


def test_air_units_beside_the_fleets_support_only_if_their_owner_wants() -> None:
    t = at(
        "Spring 1943, allied combat\nHull: GB Home Fleet\nEsbjerg: Ge Surface Fleet, Ge 1 Air, Ge 1 Infantry",
        holds={"Esbjerg": "allied"},
    )
    declare(t, "allied", "engage", "Esbjerg", "GB Home Fleet")
    assert t.events("attack sea")[0]["defenders"] == ["Ge Surface Fleet"]
    assert t.offered() == ["join Ge1Air", "pass"]


def test_marked_fleets_do_not_hunt_submarines() -> None:
    t = sea("Amsterdam N1: Ge 1 Submarines\nHull NE1: GB Home Fleet done", "Spring 1943, axis combat")
    t.roll(12).say("axis", "engage HullNE1")
    assert fires(t) == [("axis", "sea_sea", 2, "1-3")]


# Retreat


@rule("2WW-4.2.C.3z")
def test_a_beaten_fleet_makes_for_the_nearest_port_and_is_marked() -> None:
    t = sea("Hull: GB Home Fleet, GB Gibraltar Fleet\nAmsterdam N1: Ge Surface Fleet")
    t.hold("axis", "Esbjerg")
    declare(t.roll(5, 12), "allied", "engage", "Amsterdam N1", "GB Home Fleet")
    assert t.waits == "axis ChooseHaven"
    assert t.refused(order("retreat", "Ge Surface Fleet", "Stettin"), "axis") == "2WW-4.2.C.3z"
    t.say("axis", order("retreat", "Ge Surface Fleet", "Wilhelmshaven"))
    assert t.at("Ge Surface Fleet") == "Wilhelmshaven"
    assert t.fact("ops", "Ge Surface Fleet") == 1


def test_a_fleet_beaten_in_its_own_port_stays_and_is_marked() -> None:
    t = sea("Hull: GB 1 RAF\nWilhelmshaven: Ge Surface Fleet")
    t.roll(5, 12).say("allied", "strike Wilhelmshaven fleets")
    assert winners(t) == ["allied"]
    assert (t.at("Ge Surface Fleet"), t.strength("Ge Surface Fleet")) == ("Wilhelmshaven", "reduced")
    assert t.fact("ops", "Ge Surface Fleet") == 1


def test_nobody_moves_after_a_drawn_sea_combat() -> None:
    t = sea("Hull: GB Home Fleet\nAmsterdam N1: Ge Surface Fleet\nLondon: GB 1 RAF")
    declare(t.roll(8, 8), "allied", "engage", "Amsterdam N1", "GB Home Fleet")
    assert (t.at("GB Home Fleet"), t.at("Ge Surface Fleet")) == ("Hull", "Amsterdam N1")
    assert t.fact("ops", "GB Home Fleet") == t.fact("ops", "Ge Surface Fleet") == 0


@rule("2WW-4.2.C.3b", "2WW-3.4.3a")
def test_a_fleet_that_loses_a_support_fight_leaves_the_land_combat() -> None:
    t = at(
        "Summer 1943, allied combat\nSfax: US 1 Armor\nPalermo S1: US 8 Fleet\nTunis: Ge 1 Infantry, Ge 1 Air\n"
        "Bone: GB 1 Armor",
        holds={"Algiers": "allied", "Tunis": "axis", "Malta": "allied"},
    )
    declare(t, "allied", "attack", "Tunis", "US 1 Armor", "US 8 Fleet")
    t.roll(12, 5, 12, 12).say("axis", "join Ge1Air")
    assert winners(t)[0] == "axis"
    assert t.at("US 8 Fleet") == "Malta"
    assert t.fact("ops", "US 8 Fleet") == 1
    assert fires(t)[2][:3] == ("allied", "land_land", 6)
    assert fires(t)[3][:3] == ("axis", "land_land", 2 + 2)  # cut off by the fleet: half, and as much support


def test_a_marked_fleet_does_not_fire_on_its_retreat_either() -> None:
    for marked, throws in (("", 4), (" done", 2)):
        t = sea(f"Hull: GB Home Fleet, GB 1 RAF\nAmsterdam N1: Ge Surface Fleet{marked}\nLondon: GB 2 RAF")
        t.hold("allied", "Esbjerg").hold("axis", "Amsterdam")
        declare(t.roll(*(5, 12)[: throws // 2]), "allied", "engage", "Amsterdam N1", "GB Home Fleet")
        if t.waits == "axis ChooseHaven":
            t.say("axis", order("retreat", "Ge Surface Fleet", "Wilhelmshaven"))
        assert t.waits == "allied Hunt"
        t.roll(*(12, 12)[: throws // 2]).say("allied", "join GB1RAF", "pass")
        assert len(fires(t)) == throws
        assert t.fact("ops", "Ge Surface Fleet") == 1


def support_fight(*throws: int, axis: str = "Palermo NW1") -> Table:
    """An attack on Tunis in which fleets of both sides support."""
    t = at(
        f"Summer 1943, allied combat\nSfax: US 1 Armor\nPalermo S1: US 8 Fleet\nTunis: Ge 1 Infantry\n"
        f"{axis}: It Fleet\nBone: GB 1 Armor",
        holds={"Algiers": "allied", "Tunis": "axis", "Malta": "allied"},
    )
    declare(t, "allied", "attack", "Tunis", "US 1 Armor", "US 8 Fleet")
    t.roll(*throws).say("axis", "join ItFleet")
    while t.waits.endswith("Hunt"):
        t.say(t.waits.split()[0], "decline")
    return t


@rule("2WW-4.2.C.3ab")
def test_a_defender_who_wins_the_support_fight_advances_into_the_hex() -> None:
    t = support_fight(12, 5)
    assert winners(t) == ["axis"]
    assert t.waits == "axis SeaAdvance"
    assert t.refused("advance ItFleet PalermoS1", "axis") == "2WW-4.2.C.3ab"
    t.roll(12, 12).say("axis", "advance ItFleet Tunis")
    assert t.at("It Fleet") == "Tunis"
    assert fires(t)[3][:3] == ("axis", "land_land", 2 + 2)  # cut off, and with as much support from there


def test_an_attacker_who_wins_the_support_fight_does_not_advance_onto_the_defender() -> None:
    t = support_fight(5, 12, 12, 12)
    assert winners(t)[0] == "allied"
    assert t.at("US 8 Fleet") == "Palermo S1"


@rule("2WW-9.1.2b")
def test_a_fleet_that_was_driven_into_port_supports_nobody() -> None:
    t = at("Summer 1943, allied combat\nSfax: US 1 Armor\nPalermo S1: US 8 Fleet\nTunis: Ge 1 Infantry",
           holds={"Algiers": "allied", "Tunis": "axis"})  # fmt: skip
    battle = Battle("land", t.place("Tunis"), 1, land=((), (t.unit("US 1 Armor"),)), sea=((), (t.unit("US 8 Fleet"),)))
    assert land_strength(t.state, battle, 1).value == 6 + 3
    t.state.ops[t.unit("US 8 Fleet")] = 1
    assert land_strength(t.state, battle, 1).value == 6


def test_a_fleet_that_leaves_the_troops_it_landed_gives_way_like_any_other() -> None:
    t = at(
        "Summer 1943, allied combat\nPalermo: US 1 Armor, US 8 Fleet, Ge 1 Infantry, Ge 1 Air\n"
        "London: GB 1 RAF\nAmsterdam N1: Ge Surface Fleet",
        holds={"Algiers": "allied", "Tunis": "allied", "Palermo": "axis"},
        landed=landed(ASSAULTING, "US 1 Armor", "US 8 Fleet"),
    )
    declare(t, "allied", "attack", "Palermo", "US 1 Armor", "US 8 Fleet")
    t.roll(12, 5, 12, 4).say("axis", "join Ge1Air")
    assert t.waits == "allied Attacks"  # the phase goes on
    assert (t.at("US 8 Fleet"), t.fact("ops", "US 8 Fleet"), t.fact("landed", "US 8 Fleet")) == ("Tunis", 1, 0)
    assert t.at("US 1 Armor") == "pool"  # no fleet is left to take it aboard


# Advance


@rule("2WW-4.2.C.3ab")
def test_a_winning_fleet_advances_if_it_is_adjacent() -> None:
    t = sea("Hull NE1: GB Home Fleet\nHull: GB Channel Fleet\nAmsterdam N1: Ge 1 Submarines reduced\nLondon: GB 1 RAF")
    declare(t.roll(4, 12), "allied", "engage", "Amsterdam N1", "GB Home Fleet", "GB Channel Fleet")
    assert t.waits == "allied SeaAdvance"
    assert t.offered() == ["advance GBHomeFleet AmsterdamN1", "pass"]
    assert t.refused("advance GBChannelFleet AmsterdamN1", "allied") == "2WW-4.2.C.3ab"
    t.say("allied", "advance GBHomeFleet AmsterdamN1")
    assert t.at("GB Home Fleet") == "Amsterdam N1"


@rule("2WW-4.2.C.3ab")
def test_a_winning_fleet_advances_from_the_corner_of_the_map() -> None:
    t = sea("1101: GB Home Fleet\n1102: Ge 1 Submarines reduced\nLondon: GB 1 RAF")
    assert t.place("1101") == 0
    declare(t.roll(4, 12), "allied", "engage", "1102", "GB Home Fleet")
    assert t.waits == "allied SeaAdvance"
    t.say("allied", "advance GBHomeFleet 1102")
    assert t.at("GB Home Fleet") == "1102"


@rule("2WW-4.2.C.3ab")
def test_no_fleet_advances_while_an_enemy_is_there() -> None:
    t = at(
        "Spring 1943, allied combat\nAmsterdam N1: GB Home Fleet\nEsbjerg: Ge 1 Submarines reduced, Ge 1 Armor",
        holds={"Esbjerg": "allied"},
    )
    t.roll(4, 12).say("allied", "engage Esbjerg")
    assert t.at("Ge 1 Submarines") == "pool"
    assert t.waits != "allied SeaAdvance"


@rule("2WW-12.1.1a")
def test_an_attack_on_the_italian_fleet_brings_italy_into_the_war() -> None:
    t = sea("Malta: GB Home Fleet\nPalermo S1: It Fleet", "Spring 1940, allied combat")
    assert t.is_neutral("Italy")
    declare(t.roll(8, 8), "allied", "engage", "Palermo S1")
    assert not t.is_neutral("Italy")
