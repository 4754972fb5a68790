"""Chapters 9A, 9H, 11 and 14B: the two totals and everything that makes them."""

from __future__ import annotations

from fractions import Fraction

from grognard.engine.tally import Number
from grognard.games.balkan.account import account
from grognard.games.balkan.fighters import Fighter, Ground
from grognard.games.balkan.strength import engineer_share, total
from tests.rulebooks.balkan.forces import (
    CHARTS,
    CITY,
    CLEAR,
    HALF,
    HILLS,
    HUNGRY,
    assault_engineers,
    division,
    engineers,
    force,
    guns,
    infantry,
    position_aa,
    regiment,
    supported,
    unit,
)
from tests.rules import rule


def attack(*fighters: Fighter, ground: Ground = CLEAR) -> Number:
    return total(force(*fighters), ground, CHARTS, attack=True).total


def defence(*fighters: Fighter, ground: Ground = CLEAR) -> Number:
    return total(force(*fighters), ground, CHARTS, attack=False).total


def column(attackers: int | Fraction, defenders: int) -> str:
    table = CHARTS.odds("ground_combat")
    found = table.column(attackers, defenders)
    return table.columns[found] if found >= 0 else "below"


# 9A and 9B: totals and odds


@rule("BF-9A-6")
def test_odds_are_rounded_down_for_the_defender() -> None:
    assert column(34, 9) == "3:1"
    assert column(7, 5) == "1:1"
    assert column(Fraction(15, 2), 5) == "3:2"


@rule("BF-9B-7")
def test_odds_beyond_the_table_are_read_at_its_end_and_below_it_the_attacker_is_eliminated() -> None:
    assert column(100, 5) == "9:1"
    assert column(2, 8) == "1:4"
    stands = account(force(supported(2)), force(infantry(9)), CLEAR, CHARTS)
    assert not stands.is_rolled()
    assert set(stands.results) == {"AE"}


@rule("BF-9A-4", "BF-9H-1")
def test_a_river_halves_those_behind_it_and_not_their_guns() -> None:
    beside, behind = infantry(8), infantry(6)._replace(at=1, across=("river",))
    assert attack(beside, behind) == 11
    assert attack(behind, guns()._replace(at=1, across=("river",))) == 5


@rule("BF-9A-5", "BF-12D-1")
def test_defenders_out_of_supply_are_halved() -> None:
    assert defence(infantry(4)._replace(state=HUNGRY), division("other", 2)._replace(state=HUNGRY)) == 3
    assert attack(infantry(6)._replace(state=HUNGRY)) == 3


@rule("BF-3C2-1", "BF-3C1-1")
def test_effects_multiply_and_fractions_stay() -> None:
    lonely = regiment(3)._replace(state=HUNGRY, across=("river",))
    assert attack(lonely) == Fraction(3, 8)


@rule("BF-9H-1", "BF-14D-1")
def test_mountains_halve_all_but_mountain_units_also_behind_a_river() -> None:
    alpini = division("alpini", 5, "mountain")
    assert attack(alpini, infantry(4), ground=HILLS) == 7
    behind = [each._replace(across=("river",)) for each in (alpini, infantry(4))]
    assert attack(*behind, ground=HILLS) == Fraction(7, 2)


@rule("BF-9H-1")
def test_terrain_does_not_weaken_defenders() -> None:
    assert defence(infantry(4), ground=HILLS) == 4


def test_the_account_names_every_change_with_its_rule() -> None:
    tally = total(force(regiment(2)._replace(state=HUNGRY)), HILLS, CHARTS, attack=True)
    assert [(reason.change, reason.rule) for reason in tally.reasons] == [
        (2, "BF-9A-4"), (-1, "BF-12D-1"), (-HALF, "BF-11-3"), (-Fraction(1, 4), "BF-9H-1"),
    ]  # fmt: skip


# 11: support


@rule("BF-11-3")
def test_a_lone_regiment_is_halved() -> None:
    assert defence(regiment(2)) == 1


@rule("BF-11-1")
def test_a_dotted_regiment_is_not_halved() -> None:
    assert defence(supported(2)) == 2


@rule("BF-11-2")
def test_guns_support_their_hex_and_a_dotted_regiment_supports_nobody() -> None:
    assert defence(regiment(2), regiment(2), guns(1)) == 5
    assert defence(regiment(2), supported(2)) == 3


@rule("BF-11-4")
def test_support_in_the_attack_comes_from_the_same_hex_and_the_same_attack() -> None:
    next_door = infantry(6)._replace(at=1)
    assert attack(regiment(2), next_door) == 7
    assert attack(regiment(2), infantry(6)) == 8


@rule("BF-14A2-2")
def test_engineers_support_themselves_in_cities_and_forts_and_nobody_else() -> None:
    assert defence(engineers(2), regiment(2), ground=CITY) == 3
    assert defence(engineers(2), ground=Ground("clear", ("fort",))) == 2
    assert defence(engineers(2)) == 1


# 14A3: assault engineers


@rule("BF-14A3-2")
def test_assault_engineers_attack_a_city_with_doubled_strength() -> None:
    assert attack(assault_engineers(1), ground=CITY) == 2
    assert defence(assault_engineers(1), ground=CITY) == 1


@rule("BF-14A3-3")
def test_assault_engineers_count_double_in_a_city() -> None:
    assert engineer_share(force(assault_engineers(), supported()), CITY, CHARTS) == HALF
    assert engineer_share(force(assault_engineers(), supported()), CLEAR, CHARTS) == Fraction(1, 3)


@rule("BF-14A3-4")
def test_assault_engineers_double_across_a_fortified_hexside_that_halves_others() -> None:
    assert attack(assault_engineers(1)._replace(support="itself", across=("fortified",))) == 2
    assert attack(supported(1)._replace(across=("fortified",))) == HALF


# 14B: artillery


@rule("BF-14B-1")
def test_guns_beyond_the_infantry_defend_with_one_in_all() -> None:
    assert defence(regiment(2), guns(3), guns(3), guns(3)) == 6


@rule("BF-14B-2")
def test_guns_beyond_the_infantry_attack_with_one_in_all() -> None:
    assert attack(supported(2), guns(2), guns(2), guns(2)) == 5


@rule("BF-14B-2")
def test_infantry_of_another_hex_covers_guns_in_the_same_attack() -> None:
    assert attack(guns(2), infantry(7)._replace(at=1)) == 9


@rule("BF-14B-1")
def test_half_a_regiment_covers_no_guns_and_position_aa_none_either() -> None:
    battalion = unit("battalion", 1, HALF, support="itself")
    assert defence(battalion, guns(3)) == 2
    assert defence(battalion, position_aa(), guns(3)) == 2


@rule("BF-14B-1")
def test_the_owner_covers_his_best_guns() -> None:
    assert defence(regiment(2), guns(1), guns(4)) == 7
    hungry, fed = guns(4)._replace(state=HUNGRY), guns(3)
    assert defence(regiment(2), hungry, fed) == 2 + 3 + HALF


@rule("BF-14B-1")
def test_guns_beyond_cover_suffer_what_all_of_them_suffer() -> None:
    hungry, fed = guns(2)._replace(state=HUNGRY), guns(2)
    assert defence(hungry, fed) == 1
    assert defence(hungry, hungry) == HALF


@rule("BF-14B-1", "BF-11-2")
def test_guns_of_strength_nothing_support_but_add_nothing() -> None:
    battalion = unit("battalion", 1, HALF)
    assert defence(battalion, guns(0)) == 1


@rule("BF-9G-2")
def test_a_hex_without_any_strength_falls_without_a_roll() -> None:
    stands = account(force(infantry()), force(position_aa()), CLEAR, CHARTS)
    assert stands.falls
    assert not stands.is_rolled()
    assert not account(force(infantry()), force(position_aa(), regiment()), CLEAR, CHARTS).falls
