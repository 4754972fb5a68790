"""Chapters 4.2.C.3 and 9: loss points, who has won, retreat and advance on land."""

from __future__ import annotations

import pytest

from grognard.games.twoww.battle import owes_combat, winner_of
from grognard.games.twoww.state import ALLIES, ASSAULTING, AXIS, DROPPED
from tests.rulebooks.twoww.fights import declare, fires, landed, order, steppe, winners
from tests.rulebooks.twoww.table import Table, at
from tests.rules import rule

PLAIN = "Kharkov S1"
ELSEWHERE = "Orel: Ge 3 Armor\nMoscow S1: SU 3 Infantry"
"""Another fight to come, so that the phase is not over."""


def battle(attackers: str, defenders: str, *throws: int, rest: str = "") -> Table:
    """An attack from Kharkov to the south by everyone there."""
    t = steppe(f"Kharkov: {attackers}\n{PLAIN}: {defenders}\n{rest}")
    return declare(t.roll(*throws), "axis", "attack", PLAIN, *(name.strip() for name in attackers.split(",")))


# Losses


@rule("2WW-4.2.C.3e")
def test_a_unit_that_is_lost_still_fires() -> None:
    t = battle("Ge 1 Armor", "SU 1 Infantry reduced", 3, 2)
    assert fires(t)[1] == ("allied", "land_land", 1, "1-3")
    assert t.at("SU 1 Infantry") == "pool"
    assert t.strength("Ge 1 Armor") == "away"  # two points of its own, from a unit that was lost to the first throw


@rule("2WW-4.2.C.3p")
def test_the_owner_names_who_is_reduced() -> None:
    t = battle("Ge 1 Armor, Ge 2 Armor", "SU 1 Infantry", 12, 4)
    assert t.waits == "axis ChooseLoss"
    assert t.offered() == ["lose Ge1Armor", "lose Ge2Armor"]
    t.say("axis", "lose Ge2Armor")
    assert (t.strength("Ge 1 Armor"), t.strength("Ge 2 Armor")) == ("full", "reduced")


@rule("2WW-4.2.C.3p")
def test_points_beyond_the_last_step_are_ignored() -> None:
    t = battle("Ge 1 Armor, Ge 2 Armor", "SU 1 Infantry reduced", 4, 12, rest="Rostov: SU 2 Infantry")
    assert t.at("SU 1 Infantry") == "pool"
    assert t.strength("SU 2 Infantry") == "full"
    assert t.events("fire")[0]["inflicted"] == 2


@rule("2WW-2c", "2WW-4.2.C.3p")
def test_a_unit_with_a_blank_back_is_lost_by_one_point() -> None:
    t = at(
        "Spring 1940, axis combat\nEssen: Ge 1 Armor\nAmsterdam: Netherlands Infantry",
        at_war={"Netherlands": "allied"},
    )
    declare(t.roll(3, 12), "axis", "attack", "Amsterdam")
    assert t.at("Netherlands Infantry") == "pool"


@rule("2WW-4.2.C.3q")
def test_a_fort_takes_all_that_it_can_before_anyone_else() -> None:
    t = steppe("Orel: Ge 1 Armor, Ge 2 Armor\nMoscow: Moscow Fort, SU 1 Infantry, SU 2 Infantry")
    declare(t.roll(4, 12), "axis", "attack", "Moscow", "Ge 1 Armor", "Ge 2 Armor")  # column 8-11 after the city
    assert t.events("fire")[0]["inflicted"] == 2
    assert t.at("Moscow Fort") == "pool"
    assert t.strength("SU 1 Infantry") == t.strength("SU 2 Infantry") == "full"


@rule("2WW-4.2.C.3r")
def test_air_units_take_no_losses_from_land_units() -> None:
    t = steppe(f"Kharkov: Ge 1 Armor, Ge 2 Armor, Ge 1 Air\n{PLAIN}: SU 1 Infantry")
    declare(t.roll(12, 4), "axis", "attack", PLAIN, "Ge 1 Armor", "Ge 2 Armor", "Ge 1 Air")
    assert t.offered() == ["lose Ge1Armor", "lose Ge2Armor"]
    assert t.refused("lose Ge1Air", "axis") == "2WW-4.2.C.3r"
    assert t.refused("lose Ge3Armor", "axis") == "2WW-4.2.C.3p"


@rule("2WW-4.2.C.3r")
def test_fleets_take_no_losses_from_land_units() -> None:
    t = at("Summer 1943, allied combat\nTobruk: GB 1 Armor, GB 2 Armor, GB Home Fleet\nBenghazi: Ge 1 Armor")
    declare(t.roll(12, 4), "allied", "attack", "Benghazi", "GB 1 Armor", "GB 2 Armor", "GB Home Fleet")
    assert t.offered() == ["lose GB1Armor", "lose GB2Armor"]
    assert t.refused("lose GBHomeFleet", "allied") == "2WW-4.2.C.3r"


def test_points_that_no_land_unit_is_left_to_take_are_ignored_by_fleets() -> None:
    t = at("Summer 1943, axis combat\nTobruk: GB 1 Armor reduced, GB Home Fleet\nBenghazi: Ge 1 Armor, Ge 2 Armor")
    declare(t.roll(3, 12), "axis", "attack", "Tobruk", "Ge 1 Armor", "Ge 2 Armor")
    t.say("allied", "join GBHomeFleet")
    assert t.events("fire")[0]["inflicted"] == 2
    assert (t.at("GB 1 Armor"), t.strength("GB Home Fleet")) == ("pool", "full")


def test_the_maginot_line_is_lost_for_good() -> None:
    t = at("Spring 1940, axis combat\nFrankfurt: Ge 1 Armor, Ge 2 Armor\nMaginot Line: Maginot Fort reduced")
    declare(t.roll(2, 12), "axis", "attack", "Maginot Line", "Ge 1 Armor", "Ge 2 Armor")
    assert t.at("Maginot Fort") == "gone"


# The winner


@rule("2WW-4.2.C.3s")
@pytest.mark.parametrize(
    ("points", "throws", "winner"),
    [
        ((0, 1), (2, 12), AXIS),
        ((2, 1), (12, 2), ALLIES),
        ((1, 1), (6, 9), ALLIES),
        ((1, 1), (9, 6), AXIS),
        ((0, 0), (7, 7), None),
    ],
)
def test_who_has_won(points: tuple[int, int], throws: tuple[int, int], winner: int | None) -> None:
    assert winner_of(points, throws) == winner


@rule("2WW-4.2.C.3s")
@pytest.mark.parametrize(
    ("throws", "winner"), [((6, 9), "axis"), ((8, 7), "axis"), ((7, 8), "allied"), ((8, 8), "nobody")]
)
def test_the_higher_throw_breaks_a_tie(throws: tuple[int, int], winner: str) -> None:
    t = battle("Ge 1 Armor", "SU 1 Infantry", *throws)
    assert winners(t) == [winner]


@rule("2WW-9f")
def test_what_a_fort_absorbs_does_not_decide() -> None:
    t = steppe("Orel: Ge 1 Armor, Ge 2 Armor\nMoscow: Moscow Fort, SU 1 Infantry, SU 2 Infantry")
    declare(t.roll(4, 7), "axis", "attack", "Moscow", "Ge 1 Armor", "Ge 2 Armor")
    assert (t.events("fire")[0]["inflicted"], t.events("fire")[0]["losses"]) == (2, 1)
    assert winners(t) == ["allied"]


@rule("2WW-9f")
def test_what_is_left_after_the_fort_counts() -> None:
    t = steppe("Orel: Ge 1 Armor, Ge 2 Armor\nMoscow: Moscow Fort reduced, SU 1 Infantry, SU 2 Infantry")
    declare(t.roll(2, 12), "axis", "attack", "Moscow", "Ge 1 Armor", "Ge 2 Armor")
    assert (t.events("fire")[0]["inflicted"], t.events("fire")[0]["losses"]) == (3, 0)
    assert winners(t) == ["axis"]


# Retreat


@rule("2WW-4.2.C.3w")
def test_the_loser_falls_back_out_of_enemy_zones() -> None:
    t = battle("Ge 1 Armor", "SU 1 Infantry", 6, 12)
    assert t.waits == "allied ChooseRetreat"
    assert t.offered() == [
        order("retreat", "SU 1 Infantry", place) for place in ("Dnepropetrovsk", "Rostov SW1", "Dnepropetrovsk SE1")
    ]
    for place in ("Kharkov SE1", "Kharkov", "Rostov"):
        assert t.refused(order("retreat", "SU 1 Infantry", place), "allied") == "2WW-4.2.C.3w"
    t.say("allied", order("retreat", "SU 1 Infantry", "Rostov SW1"))
    assert t.at("SU 1 Infantry") == "Rostov SW1"
    assert t.strength("SU 1 Infantry") == "reduced"


def test_a_retreat_takes_the_city_that_it_leads_to() -> None:
    t = battle("Ge 1 Armor", "SU 1 Infantry", 6, 12)
    t.hold("axis", "Dnepropetrovsk").say("allied", "retreat SU1Infantry Dnepropetrovsk")
    assert t.holder("Dnepropetrovsk") == "allied"


@rule("2WW-4.2.C.3w")
def test_a_friend_makes_room_in_an_enemy_zone() -> None:
    t = battle("Ge 1 Armor", "SU 1 Infantry", 6, 12, rest="Kharkov SE1: SU 2 Infantry")
    assert order("retreat", "SU 1 Infantry", "Kharkov SE1") in t.offered()
    assert t.refused(order("retreat", "SU 1 Infantry", "Kharkov SW1"), "allied") == "2WW-4.2.C.3w"


@rule("2WW-4.2.C.3w")
def test_all_of_them_fall_back() -> None:
    t = battle("Ge 1 Armor, Ge 2 Armor", "SU 1 Infantry, SU 2 Infantry", 6, 12)
    t.say("allied", "lose SU1Infantry")
    assert t.refused(order("retreat", "SU 1 Infantry", "Kharkov"), "allied") == "2WW-4.2.C.3w"
    t.say("allied", order("retreat", "SU 1 Infantry", "Rostov SW1"))
    t.say("allied", order("retreat", "SU 2 Infantry", "Dnepropetrovsk"))
    assert t.waits == "axis ChooseAdvance"


@rule("2WW-12.4.3")
def test_soviet_units_do_not_fall_back_to_western_ones() -> None:
    t = battle("Ge 1 Armor", "SU 1 Infantry", 6, 12, rest="Rostov SW1: GB 1 Armor")
    assert order("retreat", "SU 1 Infantry", "Rostov SW1") not in t.offered()
    assert t.refused(order("retreat", "SU 1 Infantry", "Rostov SW1"), "allied") == "2WW-12.4.3"


SURROUNDED = "Rostov: Ge 4 Infantry\nDnepropetrovsk: Ge 10 Infantry"


@rule("2WW-4.2.C.3v", "2WW-2c")
def test_whoever_cannot_fall_back_is_lost() -> None:
    t = battle("Ge 1 Armor", "SU 1 Infantry", 6, 12, rest=SURROUNDED)
    assert t.at("SU 1 Infantry") == "pool"
    assert t.events("eliminated")[0]["unit"] == "SU 1 Infantry"


@rule("2WW-4.2.C.3v")
def test_a_fort_of_the_losing_side_is_lost() -> None:
    t = steppe("Orel: Ge 1 Armor, Ge 2 Armor\nMoscow: Moscow Fort, SU 1 Infantry")
    declare(t.roll(7, 6), "axis", "attack", "Moscow", "Ge 1 Armor", "Ge 2 Armor")
    assert t.events("fire")[0]["inflicted"] == 1
    assert winners(t) == ["allied"]  # the fort has absorbed it
    t.say("axis", "lose Ge1Armor")
    assert t.strength("Moscow Fort") == "reduced"
    t = steppe("Orel: Ge 1 Armor, Ge 2 Armor\nMoscow: Moscow Fort, SU 1 Infantry")
    declare(t.roll(12, 8), "axis", "attack", "Moscow", "Ge 1 Armor", "Ge 2 Armor")
    assert winners(t) == ["axis"]
    t.say("allied", "retreat SU1Infantry Kalinin")
    assert t.at("Moscow Fort") == "pool"


@rule("2WW-4.2.C.3w")
def test_nobody_falls_back_onto_neutral_ground() -> None:
    t = at("Spring 1940, allied combat\nFrankfurt: Fr 1 Armor, Fr 2 Infantry, Fr 3 Infantry\nEssen: Ge 1 Infantry")
    declare(t.roll(4, 12), "allied", "attack", "Essen", "Fr 1 Armor", "Fr 2 Infantry", "Fr 3 Infantry")
    assert t.waits == "axis ChooseRetreat"
    assert "retreat Ge1Infantry Wilhelmshaven" in t.offered()
    assert t.refused("retreat Ge1Infantry Amsterdam", "axis") == "2WW-4.2.C.3w"


@rule("2WW-4.2.C.3w")
def test_beaten_attackers_fall_back_from_where_they_stand() -> None:
    t = steppe(f"Kharkov: Ge 1 Armor\nKharkov SE1: Ge 2 Armor\n{PLAIN}: SU 1 Infantry")
    declare(t.roll(12, 4), "axis", "attack", PLAIN, "Ge 1 Armor", "Ge 2 Armor")
    t.say("axis", "lose Ge2Armor")
    assert t.refused("retreat Ge1Armor KharkovSW1", "axis") == "2WW-4.2.C.3w"
    t.say("axis", "retreat Ge1Armor KharkovNW1", "retreat Ge2Armor StalingradSW1")
    assert t.waits == "allied ChooseAdvance"
    assert t.offered() == ["advance SU1Infantry Kharkov", "advance SU1Infantry KharkovSE1", "pass"]


# Advance


@rule("2WW-4.2.C.3x")
def test_the_winner_may_advance_into_enemy_zones() -> None:
    t = battle("Ge 1 Armor, Ge 2 Armor", "SU 1 Infantry reduced", 4, 12, rest="Rostov SW1: SU 2 Infantry")
    assert t.waits == "axis ChooseAdvance"
    assert t.offered() == [order("advance", "Ge 1 Armor", PLAIN), order("advance", "Ge 2 Armor", PLAIN), "pass"]
    assert t.refused("advance Ge1Armor RostovSW1", "axis") == "2WW-4.2.C.3x"
    t.say("axis", order("advance", "Ge 1 Armor", PLAIN))
    assert t.refused(order("advance", "Ge 1 Armor", PLAIN), "axis") == "2WW-4.2.C.3x"
    t.say("axis", "pass")
    assert (t.at("Ge 1 Armor"), t.at("Ge 2 Armor")) == (PLAIN, "Kharkov")


@rule("2WW-3.3.1b")
def test_forts_do_not_advance() -> None:
    t = steppe("Orel: Ge 1 Armor\nMoscow: Moscow Fort, SU 1 Infantry")
    declare(t.roll(12, 4), "axis", "attack", "Moscow")
    t.say("axis", *[said for said in t.offered("axis")[:1] if t.waits == "axis ChooseRetreat"])
    assert t.waits == "allied ChooseAdvance"
    assert t.offered() == ["advance SU1Infantry Orel", "pass"]
    assert t.refused("advance MoscowFort Orel", "allied") == "2WW-3.3.1b"


@rule("2WW-4.2.C.3x")
def test_only_those_who_fought_advance() -> None:
    t = steppe(f"Kharkov: Ge 1 Armor, Ge 2 Armor\n{PLAIN}: SU 1 Infantry reduced\nRostov SW1: SU 2 Infantry")
    declare(t.roll(6, 12), "axis", "attack", PLAIN, "Ge 1 Armor")
    assert t.offered() == [order("advance", "Ge 1 Armor", PLAIN), "pass"]
    assert t.refused(order("advance", "Ge 2 Armor", PLAIN), "axis") == "2WW-4.2.C.3x"


def test_a_defender_advances_where_an_attacker_was_wiped_out() -> None:
    t = battle("Ge 4 Infantry", "SU 1 Infantry, SU 2 Infantry", 12, 3)
    assert t.at("Ge 4 Infantry") == "pool"
    assert t.waits == "allied ChooseAdvance"
    assert order("advance", "SU 2 Infantry", "Kharkov") in t.offered()


def test_nobody_advances_onto_enemies_who_took_no_part() -> None:
    t = steppe(f"Kharkov: Ge 1 Armor, Ge 2 Armor\n{PLAIN}: SU 1 Infantry")
    declare(t.roll(12, 4), "axis", "attack", PLAIN, "Ge 1 Armor")
    t.say("axis", order("retreat", "Ge 1 Armor", "Kharkov NW1"))
    assert t.waits != "allied ChooseAdvance"


@rule("2WW-9e")
def test_a_winner_without_units_does_not_advance() -> None:
    t = battle("Ge 4 Infantry", "SU 1 Infantry reduced", 3, 2, rest="Rostov: SU 2 Infantry")
    assert (t.at("Ge 4 Infantry"), t.at("SU 1 Infantry")) == ("pool", "pool")
    assert winners(t) == ["axis"]
    assert not t.events("advance")
    assert t.when == "Summer 1943, allied movement"


@rule("2WW-9e")
def test_a_loser_that_survives_does_not_advance_past_a_winner_without_units() -> None:
    t = steppe(f"Kharkov: Ge 1 Armor reduced\n{PLAIN}: SU 1 Infantry, SU 2 Infantry\n{ELSEWHERE}")
    declare(t.roll(2, 4), "axis", "attack", PLAIN, "Ge 1 Armor")
    t.say("allied", "lose SU1Infantry", "lose SU2Infantry")
    assert (winners(t), t.at("Ge 1 Armor")) == (["axis"], "pool")
    back(t, "allied")
    assert t.waits == "axis Attacks"  # the other fight; nobody was asked to advance
    t = steppe(f"Kharkov: Ge 1 Armor, Ge 2 Armor\n{PLAIN}: SU 1 Infantry reduced\n{ELSEWHERE}")
    declare(t.roll(8, 2), "axis", "attack", PLAIN, "Ge 1 Armor", "Ge 2 Armor")
    t.say("axis", "lose Ge1Armor", "lose Ge2Armor")
    assert (winners(t), t.at("SU 1 Infantry")) == (["allied"], "pool")
    back(t, "axis")
    assert t.waits == "axis Attacks"


def back(t: Table, side: str) -> None:
    """The beaten fall back, wherever they may."""
    while t.waits == f"{side} ChooseRetreat":
        t.say(side, t.offered()[0])


@rule("2WW-3.4.7a")
def test_an_advance_takes_the_city() -> None:
    t = steppe(f"{PLAIN}: Ge 1 Armor, Ge 2 Armor\nKharkov: SU 1 Infantry reduced")
    declare(t.roll(6, 12), "axis", "attack", "Kharkov", "Ge 1 Armor", "Ge 2 Armor")
    assert t.holder("Kharkov") == "allied"
    t.say("axis", order("advance", "Ge 1 Armor", "Kharkov"))
    assert t.holder("Kharkov") == "axis"


# Landings


@rule("2WW-5.2.3b", "2WW-4.2.C.3v")
def test_paratroops_that_do_not_clear_the_hex_fall_back() -> None:
    fell = landed(DROPPED, "Ge 1 Paratroops")
    t = steppe(f"{PLAIN}: Ge 1 Paratroops, SU 1 Infantry\nKharkov: Ge 4 Infantry\nRostov: Ge 10 Infantry", landed=fell)
    declare(t.roll(7, 7), "axis", "attack", PLAIN, "Ge 1 Paratroops")
    assert winners(t) == ["nobody"]
    assert t.at("Ge 1 Paratroops") == "Kharkov"  # everywhere else is the enemy's zone
    fell = landed(DROPPED, "Ge 1 Paratroops")
    t = steppe(f"{PLAIN}: Ge 1 Paratroops, SU 1 Infantry\nRostov: Ge 10 Infantry", landed=fell)
    t.roll(7, 7).say("axis", order("attack", PLAIN))
    assert t.at("Ge 1 Paratroops") == "pool"


@rule("2WW-8.1.1b")
def test_paratroops_hold_the_hex_that_they_have_cleared() -> None:
    t = steppe(
        "Kharkov: Ge 1 Paratroops, SU 1 Infantry\nKharkov NW1: Ge 1 Armor, Ge 2 Armor",
        landed=landed(DROPPED, "Ge 1 Paratroops"),
    )
    assert t.refused("pass", "axis") == "2WW-8.1.1b"
    declare(t.roll(6, 12), "axis", "attack", "Kharkov", "Ge 1 Paratroops", "Ge 1 Armor")
    t.say("allied", "retreat SU1Infantry KharkovSE1")
    assert t.at("Ge 1 Paratroops") == "Kharkov"
    assert t.holder("Kharkov") == "axis"
    assert t.waits == "axis ChooseAdvance"
    t.say("axis", "advance Ge1Armor Kharkov")
    assert t.at("Ge 1 Armor") == "Kharkov"


def assault(throws: tuple[int, ...], defenders: str = "Ge 1 Infantry", fleets: str = "US 8 Fleet") -> Table:
    t = at(
        f"Summer 1943, allied combat\nPalermo: {defenders}, US 1 Armor, US 5 Armor, {fleets}\nRome: It 2 Infantry",
        holds={"Algiers": "allied", "Tunis": "allied", "Palermo": "axis"},
        landed=landed(ASSAULTING, "US 1 Armor", "US 5 Armor", fleets),
    )
    return declare(t.roll(*throws), "allied", "attack", "Palermo", "US 1 Armor", "US 5 Armor")


def test_an_assault_that_wins_holds_the_port() -> None:
    t = assault((2, 12))
    assert t.at("US 1 Armor") == t.at("US 8 Fleet") == "Palermo"
    assert t.holder("Palermo") == "allied"
    assert t.fact("ops", "US 8 Fleet") == 0


@rule("2WW-5.2.3c")
def test_an_assault_that_fails_goes_back_aboard_as_far_as_there_is_room() -> None:
    t = assault((11, 12))
    assert winners(t) == ["axis"]
    assert t.fact("aboard", "US 1 Armor") == t.unit("US 8 Fleet")
    assert t.at("US 1 Armor") == t.at("US 8 Fleet") == "Tunis"
    assert t.at("US 5 Armor") == "pool"
    assert t.fact("ops", "US 8 Fleet") == 0


def empty_port(throws: tuple[int, ...]) -> Table:
    """An assault on Palermo, which an army and an air unit near by watch over."""
    t = at(
        "Summer 1943, allied combat\nPalermo: US 1 Armor, US 8 Fleet\nMessina: It 2 Infantry, It 1 Air",
        holds={"Algiers": "allied", "Tunis": "allied", "Palermo": "axis"},
        landed=landed(ASSAULTING, "US 1 Armor", "US 8 Fleet"),
    )
    return declare(t.roll(*throws), "allied", "attack", "Palermo", "US 1 Armor")


def test_whoever_guards_an_empty_port_stays_where_he_is() -> None:
    t = empty_port((4, 12))  # nobody is asked for support: what bears on the port counts by itself
    assert fires(t)[1][0] == "axis"
    assert winners(t) == ["allied"]
    assert (t.at("It 2 Infantry"), t.at("US 1 Armor")) == ("Messina", "Palermo")
    assert t.holder("Palermo") == "allied"
    assert not t.events("retreat")


def test_an_empty_port_that_is_not_won_is_left_again() -> None:
    t = empty_port((8, 8))
    assert winners(t) == ["nobody"]
    assert t.at("US 1 Armor") == t.at("US 8 Fleet") == "Tunis"
    assert t.holder("Palermo") == "axis"
    t = empty_port((8, 9))
    assert winners(t) == ["axis"]
    assert t.at("It 2 Infantry") == "Messina"
    assert t.waits != "axis ChooseAdvance"


def test_paratroops_hold_what_is_empty_even_if_nobody_has_won() -> None:
    fell = landed(DROPPED, "Ge 1 Paratroops")
    t = steppe("Kharkov: Ge 1 Paratroops, SU 1T Armor reduced\nRostov: SU 2 Infantry", landed=fell)
    t.roll(4, 4).say("axis", "attack Kharkov")
    assert winners(t) == ["nobody"]
    assert t.at("SU 1T Armor") == "pool"
    assert (t.at("Ge 1 Paratroops"), t.holder("Kharkov")) == ("Kharkov", "axis")


def wiped_out(throws: tuple[int, int], troops: str = "GB 1 Armor reduced") -> Table:
    """An assault on Palermo in which the last defender is lost, and perhaps the last attacker."""
    t = at(
        f"Summer 1943, allied combat\nPalermo: {troops}, GB Home Fleet, It 1 Armor reduced",
        holds={"Tunis": "allied", "Palermo": "axis"},
        landed=landed(ASSAULTING, "GB 1 Armor", "GB 2 Armor", "GB Home Fleet"),
    )
    declare(t.roll(*throws), "allied", "attack", "Palermo", "GB 1 Armor")
    t.say("allied", *(["lose GB1Armor", "lose GB2Armor"] if t.waits == "allied ChooseLoss" else []))
    assert t.at("It 1 Armor") == "pool"
    return t


def test_fleets_stay_in_a_port_where_no_enemy_is_left() -> None:
    t = wiped_out((4, 4))
    assert winners(t) == ["nobody"]
    assert (t.at("GB 1 Armor"), t.at("GB Home Fleet")) == ("pool", "Palermo")
    assert t.holder("Palermo") == "axis"


@rule("2WW-8.1.4.4")
def test_an_assault_that_is_lost_goes_back_though_the_last_defender_died() -> None:
    t = wiped_out((4, 2), "GB 1 Armor, GB 2 Armor")
    assert winners(t) == ["axis"]
    assert (t.at("GB 1 Armor"), t.at("GB Home Fleet"), t.holder("Palermo")) == ("Tunis", "Tunis", "axis")
    t = wiped_out((4, 2))
    assert winners(t) == ["axis"]
    assert (t.at("GB 1 Armor"), t.at("GB Home Fleet")) == ("pool", "Tunis")


def test_air_units_that_fought_an_assault_do_not_pursue_it() -> None:
    t = at(
        "Summer 1943, allied combat\nPalermo: US 1 Armor, US 8 Fleet, Ge 1 Infantry, Ge 1 Air\nTaranto S1: Ge 2 Air",
        holds={"Tunis": "allied", "Palermo": "axis"},
        landed=landed(ASSAULTING, "US 1 Armor", "US 8 Fleet"),
    )
    t.roll(11, 12)
    t.say("allied", "attack Palermo", "pass").say("axis", "join Ge1Air", "pass")
    assert winners(t) == ["axis"]
    assert t.waits == "axis Hunt"
    assert t.offered() == ["join Ge2Air", "decline", "pass"]


@rule("2WW-9.1.4", "2WW-8.1.4.3a")
def test_air_units_that_add_to_an_empty_port_have_flown() -> None:
    t = empty_port((8, 9))
    assert t.waits != "axis Hunt"  # nor do they pursue
    assert t.fact("ops", "It 1 Air") == 1
    t = at(
        "Summer 1943, allied combat\nPalermo: US 1 Armor, US 8 Fleet\nTaranto S1: It 1 Air",
        holds={"Algiers": "allied", "Tunis": "allied", "Palermo": "axis"},
        landed=landed(ASSAULTING, "US 1 Armor", "US 8 Fleet"),
    )
    declare(t.roll(4, 12), "allied", "attack", "Palermo", "US 1 Armor")
    assert fires(t)[1][2] == 1  # no army is near, so nobody else counts
    assert t.fact("ops", "It 1 Air") == 0


def test_whoever_guards_an_empty_port_does_not_advance_into_it() -> None:
    t = empty_port((8, 9))
    assert winners(t) == ["axis"]
    assert t.at("US 1 Armor") == "Tunis"
    assert t.waits == "allied Attacks"
    assert not t.events("advance")


def test_a_landing_is_over_when_the_combats_are() -> None:
    t = at(
        "Summer 1943, allied combat\nPalermo: US 8 Fleet\nLondon: GB 1 RAF, GB 2 RAF, GB 1 Armor",
        holds={"Palermo": "axis"},
        landed=landed(ASSAULTING, "US 8 Fleet", "GB 1 Armor"),
    )
    assert t.waits == "allied Excess"
    assert t.fact("landed", "GB 1 Armor") == t.fact("landed", "US 8 Fleet") == 0
    t = at(
        "Summer 1943, allied combat\nPalermo: US 8 Fleet, It 2 Infantry\nLondon: GB 1 Armor",
        landed=landed(ASSAULTING, "US 8 Fleet"),
    )
    assert t.waits == "allied ChooseRefuge"  # nothing keeps a fleet among enemies any longer


# Landings whose enemies have gone


@rule("2WW-8.1.1b")
def test_paratroops_owe_no_combat_when_their_enemies_have_gone() -> None:
    for goal, owed in (("Paris", None), ("ParisNE1", "2WW-8.1.1b")):
        t = at(
            "Spring 1940, axis movement\nParis SE1: Ge 1 Armor, Ge 1 Paratroops\nCherbourg S1: Fr 2 Infantry\n"
            "Cracow: Poland 1 Infantry\nBreslau: Ge 4 Infantry",
            at_war={"Poland": "allied"},
        )
        t.say("axis", "move Ge1Paratroops", "drop CherbourgS1", "move Ge1Armor", f"march {goal}", "pass", "pass")
        assert t.at("Fr 2 Infantry") == ("Cherbourg S1" if owed else "gone")
        assert t.waits == "axis Attacks"
        assert t.refused("pass", "axis") == owed
        assert t.refused("attack CherbourgS1", "axis") == (None if owed else "2WW-9c")


def test_paratroops_alone_in_an_enemy_city_owe_no_combat() -> None:
    fell = landed(DROPPED, "Ge 1 Paratroops")
    t = steppe("Kharkov: Ge 1 Paratroops\nRostov: SU 2 Infantry", landed=fell, holds={"Kharkov": "allied"})
    assert not owes_combat(t.state, t.unit("Ge 1 Paratroops"))
    t.state.landed[t.unit("Ge 1 Paratroops")] = ASSAULTING
    assert owes_combat(t.state, t.unit("Ge 1 Paratroops"))


def test_an_assault_owes_no_combat_in_a_port_that_was_taken_from_the_land() -> None:
    t = at(
        "Summer 1942, allied movement\nLondon SW1: GB Home Fleet, GB 1 Armor aboard GB Home Fleet\n"
        "Cherbourg S1: GB 2 Armor\nLyon: Ge 4 Infantry",
        at_war={"France": "axis"},
    )
    t.say("allied", "move GBHomeFleet", "assault Cherbourg")
    t.say("allied", "move GB2Armor", "march Cherbourg", "pass")
    assert t.holder("Cherbourg") == "allied"
    t.say("allied", "pass")
    assert t.when == "Summer 1942, axis armored movement"
    assert t.at("GB 1 Armor") == t.at("GB Home Fleet") == "Cherbourg"
