"""The worked examples of chapters 9 to 14B, each with its numbers and its dice.

Those that the rulebook prints come first, then those that were made for charts which it does not reach.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from grognard.games.balkan.battle import attacker, ground
from grognard.games.balkan.strength import engineer_share
from tests.rulebooks.balkan.fights import PLAIN, account, attack, fight, german, result
from tests.rulebooks.balkan.table import Table
from tests.rules import rule


def modifiers(table: Table) -> list[tuple[str, str]]:
    """What the account of the last attack adds to the die, each with its rule."""
    return [(change, rule) for change, rule, _ in account(table)["account"]["die"]]


def share(table: Table) -> str:
    """The last share that the account of the last attack names."""
    return str(account(table)["account"]["die"][-1][2])


def joined(table: Table, *units: str, at: str = PLAIN) -> Table:
    """An attack that is declared and not yet begun."""
    return table.say("axis", f"attack {at}", *(f"join {unit.replace('-', '')}" for unit in units))


def sums(table: Table) -> dict[str, Any]:
    return {total["title"]: total for total in table.match.view("axis")["prompt"]["sums"]}


# 9: odds, exchanges, losses


@rule("BF-9A-6")
def test_thirty_four_against_nine_is_three_to_one() -> None:
    text = """Koprivnica SW1: GE-16P, GE-5P, GE-11P
        Koprivnica SW2: GE-DR, GE-A1
        Nagykanizsa SW3: YU-38, YU-27, YU-B1"""
    table = attack(german(text), "GE-16P", "GE-5P", "GE-11P", "GE-DR", "GE-A1", die=1)
    assert (account(table)["attack"], account(table)["defence"], account(table)["odds"]) == ("34", "9", "3:1")


@rule("BF-10H-1")
def test_of_twenty_points_lost_by_full_armour_ten_are_armour() -> None:
    text = """Koprivnica SW1: GE-16P, GE-5P, GE-DR, GE-LAH, GE-GD
        Nagykanizsa SW3: NZ-2, AU-6, YU-38, YU-B1"""
    table = attack(german(text), "GE-16P", "GE-5P", "GE-DR", "GE-LAH", "GE-GD", die=2)
    assert (account(table)["attack"], account(table)["defence"], modifiers(table)) == (
        "31",
        "20",
        [("+3", "BF-10C1-1")],
    )
    assert (account(table)["odds"], result(table)) == ("3:2", "EX")
    while table.waits == "allied ChooseRetreat":
        table.say("allied", table.offered("allied")[0])
    table.say("axis", "lose GEDR", "lose GELAH")
    assert table.offered() == ["lose GE16P", "lose GE5P"]
    assert table.refused("lose GEGD") == "BF-10H-1"
    table.say("axis", "lose GE5P")
    assert [table.fact("cadre", unit) for unit in ("GE-16P", "GE-5P")] == [1, 1]
    assert (table.at("GE-GD"), table.waits) == ("Koprivnica SW1", "axis Advances")


@rule("BF-9E-2")
def test_a_division_of_eight_points_is_a_loss_of_eight_when_it_is_reduced() -> None:
    text = """Koprivnica SW1: NZ-2, BR-14, BR-16
        Nagykanizsa SW3: IT-23, IT-51"""
    table = attack(fight(text, "Nov I 40, allied combat"), "NZ-2", "BR-14", "BR-16", die=6, side="allied")
    assert (account(table)["odds"], result(table)) == ("3:2", "HX")
    table.say("axis", "retreat IT23 SisakE3", "retreat IT51 SisakE3")
    assert table.waits == "allied ChooseLoss"
    table.say("allied", "lose NZ2")
    assert (table.fact("cadre", "NZ-2"), table.waits) == (1, "allied Advances")


# 10: armour


@rule("BF-10C-1")
def test_a_panzer_division_two_infantry_divisions_and_a_motorized_regiment() -> None:
    text = """Koprivnica SW1: GE-46, GE-76, GE-16P, GE-GD
        Nagykanizsa SW3: YU-38"""
    table = attack(german(text), "GE-46", "GE-76", "GE-16P", "GE-GD", die=1)
    assert share(table) == "armour share 1/3"


@rule("BF-10C1-1")
def test_guns_beside_a_panzer_division_are_left_out_of_its_share_of_armour() -> None:
    text = """Koprivnica SW1: GE-46, GE-76, GE-16P, GE-A1, GE-A2, GE-A3
        Nagykanizsa SW3: YU-38"""
    table = attack(german(text), "GE-46", "GE-76", "GE-16P", "GE-A1", "GE-A2", "GE-A3", die=1)
    assert (modifiers(table), share(table)) == ([("+1", "BF-10C1-1")], "armour share 1/3")


@rule("BF-10C2-1")
def test_a_light_tank_cadre_and_an_infantry_cadre_defend() -> None:
    text = """Koprivnica SW1: YU-38
        Nagykanizsa SW3: IT-131 cadre, IT-51 cadre"""
    table = fight(text, "Nov I 40, allied combat")
    attack(table, "YU-38", die=1, side="allied")
    assert (modifiers(table), share(table)) == ([("-1", "BF-10C2-1")], "armour share 1/4")


@rule("BF-10D-1", "BF-10C3-2")
def test_full_armour_against_full_antitank_weapons() -> None:
    table = attack(german("Koprivnica SW1: GE-16P\nNagykanizsa SW3: BR-MN"), "GE-16P", die=1)
    assert modifiers(table) == [("+3", "BF-10C1-1"), ("-4", "BF-10C3-2")]
    assert account(table)["modifier"] == "-1"


@rule("BF-10E-1")
def test_a_light_armoured_division_is_neutral_beside_panzers() -> None:
    text = """Koprivnica SW1: GE-16P, IT-131
        Nagykanizsa SW3: YU-38"""
    table = attack(german(text), "GE-16P", "IT-131", die=1)
    assert modifiers(table) == [("+3", "BF-10C1-1")]


@rule("BF-10F-1")
def test_nine_neutral_regiments_beside_three_of_armour() -> None:
    text = """Koprivnica SW1: GE-16P, GE-60, GE-DR, GE-A1, GE-A2, GE-A3
        Nagykanizsa SW3: YU-38"""
    table = attack(german(text), "GE-16P", "GE-60", "GE-DR", "GE-A1", "GE-A2", "GE-A3", die=1)
    assert (modifiers(table), share(table)) == ([("+2", "BF-10C1-1")], "armour share 1/2")


@rule("BF-14C-4")
def test_a_headquarters_is_in_no_share() -> None:
    text = """Koprivnica SW1: GE-16P, GE-46
        Nagykanizsa SW3: YU-38"""
    for more, found in (("", "1/2"), (", GE-7HQ", "1/2"), (", GE-125R", "3/7")):
        table = german(text.replace("GE-46", f"GE-46{more}"))
        units = ["GE-16P", "GE-46", *more.removeprefix(", ").split()]
        assert share(attack(table, *units, die=1)) == f"armour share {found}"


@rule("BF-10G-1", "BF-10G-2")
def test_an_armoured_brigade_attacks_heavy_guns_in_a_dot_city() -> None:
    text = """Zagreb E1: BR-1A
        Zagreb: GE-FK1"""
    table = attack(german(text, who="allied"), "BR-1A", at="Zagreb", die=1, side="allied")
    assert modifiers(table) == [("-4", "BF-10C3-2")]


# 14A and 14B: engineers, artillery


@rule("BF-14A3-2", "BF-14A3-3")
def test_an_assault_engineer_battalion_attacks_a_major_city() -> None:
    text = """Beograd SE1: GE-AE1, GE-46
        Beograd: YU-38"""
    table = joined(german(text), "GE-AE1", at="Beograd")
    assert sums(table)["Attack"]["text"] == "2"
    s, city = table.state, table.place("Beograd")
    assert engineer_share([attacker(s, table.unit(u), city) for u in ("GE-AE1", "GE-46")], ground(s, city),
                          s.world.charts) == Fraction(1, 4)  # fmt: skip


@rule("BF-14B-1")
def test_one_regiment_covers_one_of_three_of_artillery() -> None:
    text = """Koprivnica SW1: YU-38
        Nagykanizsa SW3: IT-3GR, IT-ART25, IT-ART26, IT-A4"""
    table = fight(text, "Nov I 40, allied combat")
    attack(table, "YU-38", die=1, side="allied")
    assert account(table)["defence"] == "6"


# Made for the charts


@rule("BF-9A-4", "BF-9A-6", "BF-9A-7", "BF-9H-1", "BF-14D-1", "BF-27-6")
def test_an_attack_into_the_mountains_in_poor_weather() -> None:
    text = """Serrai: IT-3J, IT-23
        Serrai NE1: GR-10R, GR-AR1 unsupplied"""
    table = attack(fight(text, weather=(1, 1)), "IT-3J", "IT-23", at="SerraiNE1", die=4)
    assert (account(table)["attack"], account(table)["defence"], account(table)["odds"]) == ("7", "3", "2:1")
    assert modifiers(table) == [("-2", "BF-9H-1"), ("-1", "BF-27-6")]
    assert result(table) == "AR"


@rule("BF-9A-6", "BF-9H-1", "BF-3C1-1")
def test_a_river_and_a_fraction() -> None:
    text = """Koprivnica SW2: GE-46
        Zagreb SE1: GE-GD, GE-CE1
        Sisak E1: YU-38, YU-IA1s"""
    table = attack(german(text), "GE-46", "GE-GD", "GE-CE1", at="SisakE1", die=5)
    assert (account(table)["attack"], account(table)["defence"], account(table)["odds"]) == ("7 1/2", "5", "3:2")
    assert (account(table)["modifier"], result(table)) == ("0", "EX")


@rule("BF-9B-7")
def test_two_against_nine_is_lost_without_a_roll() -> None:
    text = """Koprivnica SW1: IT-3GR, IT-BS1, IT-BS2
        Nagykanizsa SW3: YU-38, YU-27, YU-B1"""
    table = attack(fight(text), "IT-3GR", "IT-BS1", "IT-BS2")
    assert (account(table)["attack"], account(table)["defence"], result(table)) == ("2", "9", "AE")
    assert not table.events("roll")


@rule("BF-13-6")
def test_what_an_overrun_costs_panzers_and_infantry() -> None:
    text = """Koprivnica SW1: GE-16P, GE-46
        Nagykanizsa SW3: YU-IA1s, YU-B1"""
    order = f"overrun {PLAIN} KoprivnicaSW1"
    table = german(text, "movement").say("axis", order, "join GE16P", "join GE46", "pass")
    assert (table.left("GE-16P"), table.left("GE-46")) == (10 - 3, 6 - 4)
    table = german("Koprivnica SW1: GE-16P\nNagykanizsa SW3: YU-B1", "movement")
    table.say("axis", order, "join GE16P", "pass")
    assert table.left("GE-16P") == 10 - 2


@rule("BF-9H-1", "BF-10G-1")
def test_into_a_major_city() -> None:
    text = """Beograd SE1: GE-125R, GE-A1
        Beograd: YU-B1"""
    table = attack(german(text), "GE-125R", "GE-A1", at="Beograd", die=1)
    assert (account(table)["attack"], account(table)["modifier"]) == ("3", "0")


# Published answers


@rule("BF-10C-1")
def test_position_aa_is_in_no_antitank_share() -> None:
    text = """Koprivnica SW1: GE-16P
        Nagykanizsa SW3: BR-MN, BR-P1, BR-P2, BR-P3"""
    table = attack(german(text), "GE-16P", die=1)
    assert modifiers(table)[-1] == ("-4", "BF-10C3-2")


@rule("BF-9F1-6")
def test_guns_in_the_snow_leave_the_mountains_for_open_ground_only() -> None:
    snow = fight("Karditsa NW1: GR-AR1", "Nov I 40, allied movement", weather=(2, 2))
    assert snow.say("allied", "move GRAR1").refused("march Karditsa") is None
    text = """Karditsa: IT-23, IT-51
        Trikkala: IT-BS1
        Trikkala NW1: IT-29, IT-49
        Karditsa NW1: GR-10R unsupplied, GR-AR1 unsupplied"""
    for weather, die, guns in ((0, 5, "Ioannina SE2"), (2, 6, "eliminated")):
        table = fight(text, weather=(weather, weather))
        attack(table, "IT-23", "IT-51", "IT-29", "IT-49", at="KarditsaNW1", die=die)
        assert (account(table)["odds"], result(table)) == ("4:1", "DR")
        if table.waits == "allied ChooseRetreat":
            assert table.refused("retreat GRAR1 Trikkala") == "BF-9F1-6"
            table.say("allied", "retreat GRAR1 IoanninaSE2")
        assert (table.at("GR-10R"), table.at("GR-AR1")) == ("Ioannina SE2", guns)


@rule("BF-9F1-4")
def test_nobody_makes_a_hex_safe_for_another_by_retreating_first() -> None:
    """A panzer division and assault guns have one way out, into an enemy zone."""
    text = """Koprivnica SW1: YU-38, YU-27, YU-40
        Koprivnica SW2: YU-30, YU-15, YU-17
        Koprivnica SE1: YU-25, YU-31
        Koprivnica SE2: YU-B1
        Sisak E2: YU-20
        Nagykanizsa SW3: GE-16P unsupplied, GE-SG1 unsupplied"""
    units = ("YU-38", "YU-27", "YU-40", "YU-30", "YU-15", "YU-17", "YU-25", "YU-31")
    table = attack(german(text, who="allied"), *units, die=3, side="allied")
    assert (account(table)["odds"], account(table)["modifier"], result(table)) == ("7:1", "-2", "DR")
    assert (table.at("GE-16P"), table.fact("cadre", "GE-16P")) == ("Sisak E3", 1)
    assert table.at("GE-SG1") == "eliminated"
