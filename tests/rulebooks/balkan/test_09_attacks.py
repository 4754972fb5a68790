"""Chapters 9A, 9B and 9G: attacks as they are declared at the table."""

from __future__ import annotations

from tests.rulebooks.balkan.fights import PLAIN, account, attack, fight, result
from tests.rulebooks.balkan.table import at
from tests.rules import rule

TWO_TARGETS = """Koprivnica SW1: IT-23, IT-51, IT-CO1
    Koprivnica SW2: IT-29
    Varazdin SW1: IT-19
    Nagykanizsa SW3: YU-38
    Koprivnica: YU-27"""

# 9A: when, whom, in which order


@rule("BF-9A-1")
def test_units_attack_adjacent_enemies_in_their_own_combat_phase() -> None:
    table = fight(TWO_TARGETS)
    assert [order for order in table.offered() if order != "pass"] == ["attack Koprivnica", f"attack {PLAIN}"]
    assert table.refused("attack SisakE2") == "BF-9A-1"
    assert table.refused(f"attack {PLAIN}", "allied") is not None
    table.say("axis", "attack Koprivnica")
    assert table.refused("join IT29") == "BF-9A-1"
    assert table.refused("join IT133") is not None
    assert table.refused("join IT51") is None


@rule("BF-9A-1")
def test_nobody_attacks_from_two_hexes_away_or_in_another_phase() -> None:
    far = """Koprivnica SW1: IT-23
        Sisak E3: YU-38"""
    assert fight(far).offered() == ["pass"]
    assert fight(far).refused("attack SisakE3") == "BF-9A-1"
    near = """Koprivnica SW1: IT-23
        Nagykanizsa SW3: YU-38"""
    assert fight(near, "Nov I 40, axis movement").refused(f"attack {PLAIN}") == "BF-9A-1"
    assert fight(near, "Nov I 40, allied combat").offered("allied") == ["attack KoprivnicaSW1", "pass"]


@rule("BF-9A-2")
def test_attacks_are_made_one_by_one_in_any_order_or_not_at_all() -> None:
    for first, second in (("Koprivnica", PLAIN), (PLAIN, "Koprivnica")):
        table = attack(fight(TWO_TARGETS), "IT-23", at=first, die=4)
        assert result(table) == "AS"
        assert attack(table, "IT-51", at=second, die=4).waits == "axis Attacks"
    table = fight(TWO_TARGETS).say("axis", "pass")
    assert not table.events("attack")


@rule("BF-9A-2", "BF-9F2-2")
def test_an_attack_is_over_before_the_next_is_declared() -> None:
    table = attack(fight(TWO_TARGETS), "IT-23", "IT-51", die=6)
    assert (result(table), table.waits) == ("DR", "allied ChooseRetreat")
    assert table.refused("attack Koprivnica", "axis") is not None
    table.say("allied", "retreat YU38 SisakE3")
    assert table.waits == "axis Advances"
    assert table.refused("attack Koprivnica") == "BF-9A-1"
    table.say("axis", "advance IT51", "pass")
    assert table.refused("attack Koprivnica") is None
    assert table.refused("advance IT51") == "BF-9F2-2"


@rule("BF-9B-3")
def test_all_defenders_of_a_hex_fight_together() -> None:
    text = """Koprivnica SW1: IT-23, IT-51, IT-29
        Nagykanizsa SW3: YU-38, YU-27, YU-GD, YU-B1"""
    table = attack(fight(text), "IT-23", "IT-51", "IT-29", die=4)
    assert account(table)["defenders"] == ["YU-38", "YU-27", "YU-B1", "YU-GD"]
    assert account(table)["defence"] == "11"


@rule("BF-9A-5", "BF-12D-1")
def test_defenders_out_of_supply_defend_with_half_their_strength() -> None:
    text = """Koprivnica SW1: IT-23, IT-51 unsupplied
        Nagykanizsa SW3: YU-38 unsupplied, YU-GD unsupplied"""
    table = attack(fight(text), "IT-23", "IT-51", die=4)
    assert (account(table)["attack"], account(table)["defence"], account(table)["odds"]) == ("6", "3", "2:1")


@rule("BF-9A-7")
def test_the_die_is_rolled_once_and_everything_is_added_to_it() -> None:
    text = """Koprivnica SW1: IT-23, IT-133
        Nagykanizsa SW3: YU-38, YU-GD"""
    table = attack(fight(text, weather=(1, 1)), "IT-23", "IT-133", die=4)
    assert account(table)["account"]["die"] == [
        ["-1", "BF-27-6", "poor weather"],
        ["+1", "BF-10C1-1", "armour share 1/2"],
    ]
    assert (account(table)["odds"], account(table)["modifier"], result(table)) == ("3:2", "0", "AS")
    assert [roll["faces"] for roll in table.events("roll")] == [[4]]


@rule("BF-9B-7")
def test_an_attack_worse_than_one_to_four_is_lost_without_a_roll() -> None:
    text = """Koprivnica SW1: IT-3GR
        Nagykanizsa SW3: YU-38, YU-27, YU-40"""
    table = attack(fight(text), "IT-3GR")
    assert (account(table)["odds"], result(table), table.events("roll")) == ("below the table", "AE", [])
    assert table.at("IT-3GR") == "eliminated"


# 9B: limits


@rule("BF-9B-1")
def test_no_unit_attacks_twice_or_is_attacked_twice() -> None:
    table = attack(fight(TWO_TARGETS), "IT-23", die=4)
    table.say("axis", "attack Koprivnica")
    assert table.refused("join IT23") == "BF-9B-1"
    assert table.refused("join IT51") is None
    table = attack(fight(TWO_TARGETS), "IT-23", die=4)
    assert table.refused(f"attack {PLAIN}") == "BF-9B-1"
    assert not any(table.say("axis", "pass").state.fought)


@rule("BF-9B-2")
def test_nobody_attacks_across_a_prohibited_hexside() -> None:
    karst = """Gospic NW1: IT-23
        Gospic: YU-38"""
    assert fight(karst).refused("attack Gospic") == "BF-9B-2"
    table = fight(f"{karst}\nGospic NE1: IT-51").say("axis", "attack Gospic")
    assert table.refused("join IT23") == "BF-9B-2"
    assert table.refused("join IT51") is None


@rule("BF-9B-2")
def test_snow_keeps_combat_motorized_units_from_attacking_into_mountains() -> None:
    hill = "Serrai: IT-133, IT-23\nSerrai NE1: GR-8"
    table = fight(hill, weather=(2, 2)).say("axis", "attack SerraiNE1")
    assert table.refused("join IT133") == "BF-9B-2"
    assert table.refused("join IT23") is None
    assert fight(hill).say("axis", "attack SerraiNE1").refused("join IT133") is None


@rule("BF-9B-4")
def test_a_unit_takes_part_in_one_attack_with_its_whole_strength() -> None:
    table = fight(TWO_TARGETS).say("axis", "attack Koprivnica", "join IT23")
    assert table.refused("join IT23") == "BF-9B-4"
    assert table.refused(f"attack {PLAIN}") == "BF-9A-1"


@rule("BF-8B-3")
def test_the_stacking_limit_of_the_attacked_hex_limits_those_who_attack_from_each_hex() -> None:
    text = """Koprivnica SW1: IT-23, IT-51, IT-29, IT-49
        Koprivnica SW2: IT-19
        Nagykanizsa SW3: YU-38"""
    table = fight(text).say("axis", f"attack {PLAIN}", "join IT23", "join IT51", "join IT29")
    assert table.refused("join IT49") == "BF-8B-3"
    assert table.refused("join IT19") is None


@rule("BF-28A-1")
def test_nobody_attacks_out_of_his_operational_area_or_while_he_is_outside_it() -> None:
    text = """Siderokastron: IT-23, GE-22D
        Petrich: GR-14"""
    table = at(text, "Nov I 40, axis combat", stance={"Bulgaria": "axis"}).say("axis", "attack Petrich")
    assert table.refused("join IT23") == "BF-28A-1"
    assert table.refused("join GE22D") is None
    outside = fight("14A:1218: IT-23\nKoprivnica SE2: YU-38")
    assert outside.refused("attack KoprivnicaSE2") == "BF-28A-1"


# 9G: strength zero


@rule("BF-9G-1")
def test_a_unit_without_attack_strength_attacks_only_beside_another() -> None:
    table = fight(TWO_TARGETS).say("axis", f"attack {PLAIN}")
    assert table.refused("join ITCO1") == "BF-9G-1"
    assert table.refused("pass") == "BF-9G-1"
    table.say("axis", "join IT23")
    assert table.refused("join ITCO1") is None
    table.roll(6).say("axis", "join ITCO1", "join IT51", "pass").say("allied", "retreat YU38 SisakE3")
    assert result(table) == "DR"
    assert table.say("axis", "advance ITCO1").at("IT-CO1") == "Nagykanizsa SW3"


@rule("BF-9G-1")
def test_units_without_attack_strength_make_no_attack_among_themselves() -> None:
    table = fight("Koprivnica SW1: IT-CO1, IT-CO2\nNagykanizsa SW3: YU-38")
    assert table.offered() == ["pass"]
    assert table.refused(f"attack {PLAIN}") == "BF-9G-1"


@rule("BF-9G-2")
def test_a_hex_of_zero_strength_falls_without_a_roll() -> None:
    table = attack(fight("Koprivnica SW1: IT-23\nNagykanizsa SW3: YU-AA1, YU-IAh"), "IT-23")
    assert (account(table)["odds"], result(table), table.events("roll")) == ("no defence", "DE", [])
    assert table.at("YU-IAh") == "eliminated"
    assert table.refused("advance IT23") is None
