"""Chapters 9 and 9.1: land combat, from the declaration to the throw."""

from __future__ import annotations

import pytest

from grognard.games.twoww.battle import column_of
from grognard.games.twoww.combat import land_battle, with_unit
from grognard.games.twoww.land_strength import land_fire, land_strength, terrain_shift
from grognard.games.twoww.state import ALLIES, AXIS, DROPPED
from tests.rulebooks.twoww.fights import declare, fires, join, landed, order, steppe, winners
from tests.rulebooks.twoww.table import Table, at
from tests.rules import rule

PLAIN = "Kharkov S1"


def planned(t: Table, place: str, *units: str) -> tuple[int, int, int]:
    """Attack strength, defence strength and shift of an attack by these units."""
    battle = land_battle(t.state, AXIS, t.place(place))
    for unit in units:
        battle = with_unit(t.state, battle, t.state.loyal[t.unit(unit)], t.unit(unit))
    strengths = [land_strength(t.state, battle, side).value for side in (AXIS, ALLIES)]
    return strengths[0], strengths[1], terrain_shift(t.state, battle).value


# Declaring


@rule("2WW-9a")
def test_nobody_has_to_attack_and_everybody_has_to_defend() -> None:
    t = steppe(f"Kharkov: Ge 1 Armor\n{PLAIN}: SU 1 Infantry, SU 2 Infantry reduced")
    assert "pass" in t.offered()
    assert planned(t, PLAIN, "Ge 1 Armor") == (6, 4, 0)
    t.say("axis", "pass")
    assert t.when == "Summer 1943, allied movement"
    assert not fires(t)


def test_a_phase_without_a_target_is_over_at_once() -> None:
    t = steppe("Kharkov: Ge 1 Armor\nGorki: SU 1 Infantry")
    assert t.when == "Summer 1943, allied movement"


@rule("2WW-9a")
def test_an_attack_is_aimed_at_one_hex() -> None:
    t = steppe(f"Kharkov: Ge 1 Armor\n{PLAIN}: SU 1 Infantry\nVoronezh: SU 2 Infantry")
    declare(t.roll(7, 7), "axis", "attack", PLAIN)
    assert t.events("attack land")[0]["defenders"] == ["SU 1 Infantry"]


@rule("2WW-9b")
def test_one_attack_at_a_time_and_whole() -> None:
    t = steppe(f"Kharkov: Ge 1 Armor, Ge 2 Armor\n{PLAIN}: SU 1 Infantry\nVoronezh: SU 2 Infantry\nRostov: SU 1 Air")
    t.say("axis", order("attack", PLAIN), "join Ge1Armor")
    assert t.refused("attack Voronezh", "axis") == "2WW-4.1a"
    assert t.refused("join Ge1Armor", "axis") == "2WW-9b"
    t.say("axis", "pass")
    assert t.waits == "allied Defend"
    assert t.refused("join Ge2Armor", "axis") == "table.turn"
    t.roll(7, 7).say("allied", "pass")
    assert t.waits == "axis Attacks"
    assert order("attack", "Voronezh") in t.offered()


@rule("2WW-9.1.1")
def test_forts_do_not_attack_and_armies_attack_what_is_in_their_zone() -> None:
    t = steppe(f"Kharkov: Ge 1 Armor, Ge 2 Armor, Ge Fort 1\nOrel: Ge 3 Armor\n{PLAIN}: SU 1 Infantry")
    t.say("axis", order("attack", PLAIN))
    assert t.offered() == ["join Ge1Armor", "join Ge2Armor"]
    assert t.refused("join GeFort1", "axis") == "2WW-9.1.1"
    assert t.refused("join Ge3Armor", "axis") == "2WW-9.1.1"


@rule("2WW-9.1.1")
def test_a_fort_alone_has_no_target() -> None:
    t = steppe(f"Kharkov: Ge Fort 1\n{PLAIN}: SU 1 Infantry\nVoronezh: SU 2 Infantry\nOrel: Ge 3 Armor")
    assert t.refused(order("attack", PLAIN), "axis") == "2WW-9.1.1"
    assert t.offered() == ["attack Voronezh", "pass"]


@rule("2WW-9.1.1", "2WW-8.1.1b")
def test_paratroops_attack_the_hex_that_they_fell_into() -> None:
    fell = landed(DROPPED, "Ge 1 Paratroops")
    t = steppe(f"{PLAIN}: Ge 1 Paratroops, SU 1 Infantry\nKharkov: SU 2 Infantry", landed=fell)
    assert t.offered() == [order("attack", PLAIN)]
    assert t.refused("attack Kharkov", "axis") == "2WW-9.1.1"
    assert t.refused("pass", "axis") == "2WW-8.1.1b"


@rule("2WW-9.1.1")
def test_paratroops_join_no_attack_on_another_hex() -> None:
    fell = landed(DROPPED, "Ge 1 Paratroops")
    armor = "Voronezh: Ge 1 Armor, Ge 2 Armor"
    t = steppe(f"{PLAIN}: Ge 1 Paratroops, SU 1 Infantry\nKharkov: SU 2 Infantry\n{armor}", landed=fell)
    t.say("axis", "attack Kharkov")
    assert t.offered() == ["join Ge1Armor", "join Ge2Armor"]
    assert t.refused("join Ge1Paratroops", "axis") == "2WW-9.1.1"


def test_an_army_aboard_makes_no_hex_a_target() -> None:
    t = at(
        "Summer 1943, allied combat\nTunis: GB Home Fleet, GB 1 Armor aboard GB Home Fleet\nBone NE1: Ge 1 Infantry",
        holds={"Tunis": "allied"},
    )
    assert t.when == "Summer 1943, axis armored movement"


@rule("2WW-4.2.C.3a")
def test_a_land_unit_attacks_once_in_a_phase() -> None:
    t = steppe(f"Kharkov: Ge 1 Armor, Ge 2 Armor\nOrel: Ge 3 Armor\n{PLAIN}: SU 1 Infantry\nVoronezh: SU 2 Infantry")
    declare(t.roll(7, 7), "axis", "attack", PLAIN, "Ge 1 Armor").say("axis", "attack Voronezh")
    assert t.offered() == ["join Ge2Armor", "join Ge3Armor"]
    assert t.refused("join Ge1Armor", "axis") == "2WW-4.2.C.3a"
    join(t.roll(7, 7), "axis", "Ge 2 Armor", "Ge 3 Armor")
    assert t.when == "Summer 1943, allied movement"


@rule("2WW-4.2.C.3a")
def test_any_number_may_attack_one_hex() -> None:
    everyone = [f"Ge {number} Armor" for number in range(1, 6)]
    t = steppe(
        "Kharkov: Ge 1 Armor, Ge 2 Armor\nKharkov SE1: Ge 3 Armor, Ge 4 Armor\nKharkov SW1: Ge 5 Armor\n"
        f"{PLAIN}: SU 1 Infantry\nVoronezh: SU 2 Infantry\nOrel: Ge 4 Infantry"
    )
    t.roll(12, 12).say("axis", order("attack", PLAIN))
    join(t, "axis", *everyone)
    assert t.events("attack land")[0]["attackers"] == everyone
    assert fires(t)[0][2] == 30
    assert t.refused(order("attack", PLAIN), "axis") == "2WW-4.2.C.3a"


@rule("2WW-9c")
def test_each_arm_has_its_targets() -> None:
    t = at(
        "Summer 1943, allied combat\nKharkov: SU 1 Infantry\nKharkov S1: Ge 1 Infantry\nRostov: SU 1 Air\n"
        "Amsterdam N1: Ge Surface Fleet\nHull: GB 1 Armor, GB Home Fleet",
        at_war={"Poland": "axis"},
    )
    assert t.refused("strike KharkovS1 air", "allied") == "2WW-9c"
    assert t.refused("strike KharkovS1 fleets", "allied") == "2WW-9c"
    assert t.refused("engage KharkovS1", "allied") == "2WW-9c"
    assert t.refused("attack AmsterdamN1", "allied") == "2WW-9c"
    t.roll(7, 7).say("allied", "engage AmsterdamN1")
    assert t.events("attack sea")[0]["attackers"] == ["GB Home Fleet"]


@rule("2WW-9c")
def test_support_without_an_attack_is_refused() -> None:
    t = steppe(f"Kharkov: Ge 1 Armor, Ge 2 Armor\nVoronezh: Ge 1 Air\n{PLAIN}: SU 1 Infantry")
    t.say("axis", order("attack", PLAIN))
    assert t.refused("join Ge1Air", "axis") == "2WW-9c"
    assert t.refused("pass", "axis") == "2WW-9c"
    join(t, "axis", "Ge 2 Armor")
    assert "join Ge1Air" in t.offered()


# Support


@rule("2WW-9.1.2a")
def test_support_must_reach_the_hex() -> None:
    t = steppe(f"Kharkov: Ge 1 Armor\nKiev: Ge 1 Air\nOrel: Ge 2 Air\n{PLAIN}: SU 1 Infantry")
    t.say("axis", order("attack", PLAIN))
    assert "join Ge2Air" in t.offered()
    assert t.refused("join Ge1Air", "axis") is None
    t = steppe(f"Kharkov: Ge 1 Armor\nBerlin: Ge 1 Air\nOrel: Ge 2 Air\n{PLAIN}: SU 1 Infantry\nGorki: SU 1 Air")
    t.say("axis", order("attack", PLAIN))
    assert t.refused("join Ge1Air", "axis") == "2WW-9.1.2a"
    t.roll(7, 7).say("axis", "join Ge2Air")
    assert fires(t)[0][2] == 10  # nobody asked the Soviet air unit, which is too far away


@rule("2WW-9.1.2a")
def test_the_defender_answers_with_support() -> None:
    t = steppe(f"Kharkov: Ge 1 Armor\n{PLAIN}: SU 1 Infantry\nRostov: SU 1 Air\nGorki: SU 2 Air")
    declare(t, "axis", "attack", PLAIN)
    assert t.waits == "allied Defend"
    assert t.offered() == ["join SU1Air", "pass"]
    assert t.refused("join SU2Air", "allied") == "2WW-9.1.2a"
    t.roll(12, 12).say("allied", "join SU1Air")
    assert fires(t)[1] == ("allied", "land_land", 6, "4-7")


@rule("2WW-3.4.3a", "2WW-3.3.2b")
def test_a_marked_air_unit_does_not_fly() -> None:
    t = steppe(f"Kharkov: Ge 1 Armor, Ge 1 Air done\n{PLAIN}: SU 1 Infantry\nRostov: SU 1 Air done\nGorki: SU 2 Air")
    t.state.where[t.unit("SU 2 Air")] = t.place("Rostov")
    t.touched().say("axis", order("attack", PLAIN))
    assert t.waits == "allied Defend"
    assert t.offered() == ["join SU2Air", "pass"]
    assert t.refused("join SU1Air", "allied") == "2WW-3.3.2b"


@rule("2WW-4.2.C.3b")
@pytest.mark.parametrize(("throws", "strength"), [((12, 2), 6), ((2, 12), 10), ((7, 7), 6)])
def test_support_goes_to_whoever_wins_it(throws: tuple[int, int], strength: int) -> None:
    t = steppe(f"Kharkov: Ge 1 Armor, Ge 1 Air\n{PLAIN}: SU 1 Infantry\nRostov: SU 1 Air")
    declare(t, "axis", "attack", PLAIN, "Ge 1 Armor", "Ge 1 Air")
    t.roll(*throws, 12, 12).say("allied", "join SU1Air")
    lost = 2 if throws[0] > throws[1] else 0
    assert fires(t)[2] == ("axis", "land_land", strength, "4-7" if strength < 8 else "8-11")
    assert fires(t)[3][2] == 3 + (3 if lost else 0)


@rule("2WW-4.2.C.3b")
def test_support_without_an_answer_is_added() -> None:
    t = steppe(f"Kharkov: Ge 1 Armor, Ge 1 Air\n{PLAIN}: SU 1 Infantry")
    assert planned(t, PLAIN, "Ge 1 Armor", "Ge 1 Air")[0] == 10
    assert planned(t, PLAIN, "Ge 1 Armor")[0] == 6


@rule("2WW-9.1.2b")
def test_support_never_exceeds_the_land_strength() -> None:
    t = steppe(
        f"Kharkov: Ge 4 Infantry, Ge 1 Air\nVoronezh: Ge 2 Air reduced\n{PLAIN}: SU 1 Infantry\nRostov: SU 1 Air"
    )
    assert planned(t, PLAIN, "Ge 4 Infantry", "Ge 1 Air", "Ge 2 Air")[0] == 8
    t.state.where[t.unit("SU 2 Air")] = t.place("Rostov")
    t.state.full[t.unit("SU 2 Air")] = 1
    t.touched()
    assert planned(t, PLAIN, "SU 1 Air", "SU 2 Air")[1] == 6


@rule("2WW-9.1.2b", "2WW-9.1.3")
def test_forts_count_for_the_defender_alone() -> None:
    t = steppe("Kharkov: Ge 1 Armor, Ge Fort 1\nVoronezh: SU 1 Infantry")
    assert planned(t, "Voronezh", "Ge 1 Armor")[0] == 6
    t = steppe("Moscow N1: Ge 1 Armor\nOrel: Ge 1 Air\nMoscow: SU 1 Infantry, Moscow Fort, SU 2 Air\nKalinin: SU 1 Air")
    assert planned(t, "Moscow", "Ge 1 Armor", "SU 1 Air", "SU 2 Air")[1] == 3 + 4 + 3 + 3


@rule("2WW-3.3.1c")
def test_artillery_adds_its_factor() -> None:
    t = steppe(f"Kharkov: Ge 1 Armor, Ge 1 Artillery reduced\n{PLAIN}: SU 1 Infantry")
    assert planned(t, PLAIN, "Ge 1 Armor", "Ge 1 Artillery")[0] == 6 + 2
    t.state.full[t.unit("Ge 1 Artillery")] = 1
    assert planned(t, PLAIN, "Ge 1 Artillery")[0] == 4
    t = steppe(f"Kharkov: SU 1 Infantry, SU 1 Artillery\n{PLAIN}: Ge 1 Armor")
    assert planned(t, "Kharkov", "Ge 1 Armor")[1] == 3 + 4


@rule("2WW-9g")
def test_supports_fight_before_the_land_units() -> None:
    t = steppe(f"Kharkov: Ge 1 Armor, Ge 1 Air\n{PLAIN}: SU 1 Infantry\nRostov: SU 1 Air")
    declare(t, "axis", "attack", PLAIN, "Ge 1 Armor", "Ge 1 Air")
    t.roll(7, 8, 12, 12).say("allied", "join SU1Air")
    assert [line for _, line, _, _ in fires(t)] == ["air_air", "air_air", "land_land", "land_land"]


@rule("2WW-9g")
def test_air_units_fight_first_and_the_winner_joins_the_fleets() -> None:
    t = at(
        "Summer 1943, allied combat\nSfax: US 1 Armor\nMalta: US 12 Air, Malta Fort\nPalermo S1: US 8 Fleet\n"
        "Tunis: Ge 1 Infantry, Ge 1 Air\nPalermo: It Fleet",
        holds={"Algiers": "allied", "Tunis": "axis"},
    )
    declare(t, "allied", "attack", "Tunis", "US 1 Armor", "US 12 Air", "US 8 Fleet")
    join(t, "axis", "Ge 1 Air")
    t.roll(2, 12, 7, 8, 12, 12).say("axis", "join ItFleet")
    assert [(side, line, factors) for side, line, factors, _ in fires(t)][:4] == [
        ("allied", "air_air", 4),
        ("axis", "air_air", 4),
        ("allied", "sea_sea", 6),  # the winner's air units, no more than its fleet's own strength
        ("axis", "sea_sea", 3),
    ]


# Strength, lines and columns


@rule("2WW-4.2.C.3g")
def test_both_sides_fire_on_the_land_line() -> None:
    t = steppe(f"Kharkov: Ge 1 Armor\n{PLAIN}: SU 1 Infantry")
    declare(t.roll(12, 12), "axis", "attack", PLAIN)
    assert fires(t) == [("axis", "land_land", 6, "4-7"), ("allied", "land_land", 3, "1-3")]


@rule("2WW-4.2.C.3m")
def test_terrain_moves_the_attacker_to_the_left() -> None:
    t = steppe("Kiev N1: Ge 1 Armor, Ge 1 Paratroops\nSmolensk: SU 1 Infantry, SU 1 Artillery")
    battle = land_battle(t.state, AXIS, t.place("Smolensk"))
    for unit in ("Ge 1 Armor", "Ge 1 Paratroops"):
        battle = with_unit(t.state, battle, AXIS, t.unit(unit))
    line = t.state.world.lines["land_land"]
    assert column_of(line, 9) == 2
    attack, defence = (land_fire(t.state, battle, side) for side in (AXIS, ALLIES))
    assert attack is not None
    assert defence is not None
    assert terrain_shift(t.state, battle).value == 2  # forest and a city
    assert (attack.factors, attack.column) == (9, 0)
    assert (defence.factors, defence.column) == (7, 1)


@rule("2WW-4.2.C.3m")
@pytest.mark.parametrize(
    ("hex", "start", "shift"),
    [(PLAIN, "Kharkov", 0), ("Kharkov", PLAIN, 1), ("Moscow S1", "Orel", 1), ("Smolensk", "Moscow S1", 2)],
)
def test_shifts_of_plain_city_and_forest(hex: str, start: str, shift: int) -> None:
    t = steppe(f"{start}: Ge 1 Armor\n{hex}: SU 1 Infantry")
    assert planned(t, hex, "Ge 1 Armor")[2] == shift


@rule("2WW-4.2.C.3n")
def test_a_river_counts_if_all_attack_across_it() -> None:
    t = steppe(f"Dnepropetrovsk: Ge 1 Armor\nKharkov: Ge 2 Armor\n{PLAIN}: SU 1 Infantry")
    assert planned(t, PLAIN, "Ge 1 Armor")[2] == 1
    assert planned(t, PLAIN, "Ge 1 Armor", "Ge 2 Armor")[2] == 0


@rule("2WW-4.2.C.3n")
def test_paratroops_in_the_hex_cross_no_river() -> None:
    fell = landed(DROPPED, "Ge 1 Paratroops")
    t = steppe(f"Dnepropetrovsk: Ge 1 Armor\n{PLAIN}: SU 1 Infantry, Ge 1 Paratroops", landed=fell)
    assert planned(t, PLAIN, "Ge 1 Armor")[2] == 0


@rule("2WW-4.2.C.3o")
def test_two_columns_are_the_most() -> None:
    t = steppe("Minsk NE1: Ge 1 Armor\nSmolensk: SU 1 Infantry")
    assert "river" in t.state.world.board.side(t.place("Minsk NE1"), t.place("Smolensk"))
    assert planned(t, "Smolensk", "Ge 1 Armor")[2] == 2


@rule("2WW-4.2.C.3o")
def test_a_shift_ends_at_the_edge_of_the_chart() -> None:
    t = steppe("Minsk NE1: Ge 4 Infantry\nSmolensk: SU 1 Infantry")
    declare(t.roll(12, 12), "axis", "attack", "Smolensk")
    assert fires(t)[0] == ("axis", "land_land", 4, "1-3")
    line = t.state.world.lines["land_land"]
    assert column_of(line, 30, 1) == len(line) - 1


@rule("2WW-11d", "2WW-11.2.4")
def test_a_side_without_factors_does_not_throw_and_loses_ties() -> None:
    t = steppe(f"Kharkov: Ge 1 Armor\n{PLAIN}: SU 1 Infantry reduced\nRostov SW1: Ge 2 Armor\nKharkov SW1: Ge 3 Armor")
    t.hold("axis", "Moscow", "Leningrad", "Stalingrad")
    declare(t.roll(12), "axis", "attack", PLAIN, "Ge 1 Armor")
    assert fires(t) == [("axis", "land_land", 6, "4-7")]
    assert winners(t) == ["axis"]
