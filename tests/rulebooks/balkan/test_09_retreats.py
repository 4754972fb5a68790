"""Chapter 9F: retreats and advances after combat."""

from __future__ import annotations

from tests.rulebooks.balkan.fights import account, attack, fight, result
from tests.rulebooks.balkan.table import Table
from tests.rules import rule


def thrown_back(text: str, *attackers: str, die: int = 4) -> Table:
    """An attack after which the defenders retreat."""
    table = attack(fight(text), *attackers, die=die)
    assert result(table) == "DR"
    return table


def ways(table: Table, unit: str) -> list[str]:
    """The hexes that a unit may retreat to."""
    name = unit.replace("-", "")
    return sorted(order.split()[2] for order in table.offered("allied") if order.startswith(f"retreat {name} "))


FROM_ONE_SIDE = """Koprivnica SW1: IT-23, IT-3GR
    Nagykanizsa SW3: YU-GD"""

# 9F1: retreats


@rule("BF-9F1-1", "BF-9F1-2", "BF-9F1-6")
def test_the_owner_takes_a_unit_one_hex_back_out_of_enemy_zones() -> None:
    table = thrown_back(FROM_ONE_SIDE, "IT-23", "IT-3GR")
    assert ways(table, "YU-GD") == ["KoprivnicaSE2", "SisakE2", "SisakE3"]
    assert table.refused("retreat YUGD BanjaLukaNE3") == "BF-9F1-1"
    assert table.refused("retreat YUGD KoprivnicaSE1") == "BF-9F1-2"
    assert table.refused("retreat YUGD KoprivnicaSW1") == "BF-9F1-6"
    table.say("allied", "retreat YUGD SisakE2")
    assert table.at("YU-GD") == "Sisak E2"


@rule("BF-9F1-1")
def test_units_of_a_stack_may_go_to_different_hexes() -> None:
    text = """Koprivnica SW1: IT-23, IT-51, IT-29
        Nagykanizsa SW3: YU-GD, YU-B1, YU-B2
        Sisak E3: YU-27"""
    table = thrown_back(text, "IT-23", "IT-51", "IT-29")
    table.say("allied", "retreat YUGD SisakE2")
    assert table.refused("retreat YUGD SisakE1") == "BF-9F1-1"
    assert table.refused("retreat YU27 KaposvarSW3") == "BF-9F1-1"
    table.say("allied", "retreat YUB1 KoprivnicaSE2", "retreat YUB2 SisakE3")
    assert [table.at(unit) for unit in ("YU-GD", "YU-B1", "YU-B2")] == ["Sisak E2", "Koprivnica SE2", "Sisak E3"]


BEHIND = """Koprivnica SE1: IT-23
    Koprivnica SW2: IT-51, IT-29
    Nagykanizsa SW3: YU-38
    Sisak E3: YU-27, YU-40, YU-30"""


@rule("BF-9F1-2", "BF-9F1-5")
def test_a_full_hex_is_better_than_an_enemy_zone_and_is_left_again() -> None:
    table = thrown_back(BEHIND, "IT-23", "IT-51", "IT-29")
    assert table.at("YU-38") == "Sisak E3"
    assert ways(table, "YU-38") == ["BanjaLukaNE3", "KaposvarSW3", "SlavonskiBrodNW2"]
    assert table.refused("retreat YU38 NagykanizsaSW3") == "BF-9F1-5"
    assert table.refused("retreat YU38 SisakE2") == "BF-9F1-2"
    table.say("allied", "retreat YU38 BanjaLukaNE3")
    assert (table.at("YU-38"), table.fact("cadre", "YU-38")) == ("Banja Luka NE3", 0)
    assert [event["to"] for event in table.events("retreat")] == ["Sisak E3", "Banja Luka NE3"]


@rule("BF-9F1-2")
def test_a_hex_with_room_comes_before_a_full_one() -> None:
    text = BEHIND.replace("Koprivnica SE1: IT-23", "Koprivnica SW1: IT-23")
    table = thrown_back(text, "IT-23", "IT-51", "IT-29")
    assert ways(table, "YU-38") == []
    assert table.at("YU-38") == "Koprivnica SE2"
    open_side = text.replace("Koprivnica SW1: IT-23", "Koprivnica SW2: IT-23, IT-51, IT-29").replace(
        "    Koprivnica SW2: IT-51, IT-29\n", ""
    )
    table = thrown_back(open_side, "IT-23", "IT-51", "IT-29")
    assert ways(table, "YU-38") == ["KoprivnicaSE1", "KoprivnicaSE2"]
    assert table.refused("retreat YU38 SisakE3") == "BF-9F1-2"


IN_ZONES = """Koprivnica SW1: IT-23, IT-51, IT-29
    Sisak E3: IT-49, IT-19, IT-53
    Koprivnica SE2: YU-B3
    Nagykanizsa SW3: YU-38, YU-GD"""


@rule("BF-9F1-4")
def test_in_an_enemy_zone_a_division_becomes_its_cadre_and_the_rest_is_lost() -> None:
    table = thrown_back(IN_ZONES, "IT-23", "IT-51", "IT-29", "IT-49", "IT-19", die=5)
    assert table.at("YU-GD") == "eliminated"
    assert ways(table, "YU-38") == ["KoprivnicaSE1", "KoprivnicaSE2", "KoprivnicaSW2", "SisakE2"]
    table.say("allied", "retreat YU38 KoprivnicaSE2")
    assert (table.at("YU-38"), table.fact("cadre", "YU-38")) == ("Koprivnica SE2", 1)


@rule("BF-9F1-4")
def test_a_cadre_does_not_live_through_an_enemy_zone() -> None:
    table = thrown_back(IN_ZONES.replace("YU-38", "YU-38 cadre"), "IT-23", "IT-51", "IT-29", die=3)
    assert table.at("YU-38") == "eliminated"


SURROUNDED = """Koprivnica SW1: IT-23, IT-51, IT-29
    Koprivnica SW2: IT-BS1
    Koprivnica SE1: IT-BS2
    Koprivnica SE2: IT-BS3
    Sisak E2: IT-3GR
    Nagykanizsa SW3: YU-38"""


@rule("BF-9F1-6")
def test_without_any_way_out_not_even_a_cadre_is_left() -> None:
    table = thrown_back(f"{SURROUNDED}\nSisak E3: IT-GAF1", "IT-23", "IT-51", "IT-29")
    assert (table.at("YU-38"), table.waits) == ("eliminated", "axis Advances")


@rule("BF-9F1-5")
def test_who_finds_no_room_anywhere_is_lost() -> None:
    text = f"""{SURROUNDED}
        Sisak E3: YU-27, YU-40, YU-30
        Kaposvar SW3: IT-GAF1
        Banja Luka NE3: IT-GAF2
        Slavonski Brod NW2: IT-AOS"""
    table = thrown_back(text, "IT-23", "IT-51", "IT-29")
    assert [event["to"] for event in table.events("retreat")] == ["Sisak E3"]
    assert table.at("YU-38") == "eliminated"


@rule("BF-9F1-6")
def test_snow_closes_a_way_out() -> None:
    text = """Siderokastron: IT-23, IT-51, IT-29
        Serrai: GR-19, GR-BA"""
    for weather, why in ((0, "BF-9F1-2"), (2, "BF-9F1-6")):
        table = fight(text, weather=(weather, weather))
        attack(table, "IT-23", "IT-51", "IT-29", at="Serrai", die=6)
        assert result(table) in ("DR", "HX")
        assert table.refused("retreat GR19 SerraiNE1") == why


@rule("BF-9F1-7")
def test_neutral_and_closed_countries_stay_closed_to_those_who_retreat() -> None:
    text = """Koprivnica SW1: IT-23, IT-51
        Koprivnica SE1: YU-GD, YU-B1"""
    table = attack(fight(text), "IT-23", "IT-51", at="KoprivnicaSE1", die=4)
    assert result(table) == "DR"
    assert ways(table, "YU-GD") == ["KoprivnicaSE2"]
    assert table.refused("retreat YUGD NagykanizsaSW1") == "BF-9F1-7"


def test_a_retreat_may_lead_out_of_the_operational_area() -> None:
    text = """Koprivnica SW1: YU-38, YU-27
        Koprivnica SE1: IT-3GR, IT-BS1"""
    table = fight(text, "Nov I 40, allied combat")
    attack(table, "YU-38", "YU-27", at="KoprivnicaSE1", die=3, side="allied")
    assert result(table) == "DR"
    assert "retreat IT3GR NagykanizsaSW1" in table.offered("axis")


RETREATED = """Koprivnica SW1: IT-23, IT-51, IT-29
    Koprivnica SE1: IT-2T
    Koprivnica SW2: IT-3J
    Kaposvar SW3: IT-3GR, IT-AGR, IT-BS1, IT-BS2, IT-ART25, IT-ART26, IT-A4
    Nagykanizsa SW3: YU-38
    Sisak E3: YU-27"""


def driven_together(text: str = RETREATED) -> Table:
    """One division has retreated to another, whose hex has not been attacked."""
    table = thrown_back(text, "IT-23", "IT-51", "IT-29").say("axis", "pass")
    assert table.at("YU-38") == "Sisak E3"
    return table


@rule("BF-9F1-8")
def test_who_has_retreated_adds_nothing_to_the_next_hex_and_shares_its_fate() -> None:
    table = attack(driven_together(), "IT-3GR", "IT-AGR", "IT-ART25", "IT-ART26", at="SisakE3", die=4)
    assert (account(table)["defence"], account(table)["defenders"]) == ("4", ["YU-27", "YU-38"])
    assert result(table) == "EX"
    assert {table.fact("cadre", unit) for unit in ("YU-38", "YU-27")} == {1}


@rule("BF-9F1-8")
def test_an_exchange_does_not_count_those_who_have_retreated() -> None:
    table = driven_together(RETREATED.replace("YU-27", "YU-27 unsupplied"))
    attack(table, "IT-BS1", "IT-ART25", at="SisakE3", die=5)
    assert (account(table)["odds"], result(table)) == ("3:2", "EX")
    assert (table.at("IT-BS1"), table.fact("cadre", "YU-27"), table.fact("cadre", "YU-38")) == ("eliminated", 1, 0)


@rule("BF-9F1-8")
def test_half_of_the_defenders_includes_those_who_have_retreated() -> None:
    everybody = ("IT-3GR", "IT-AGR", "IT-BS1", "IT-BS2", "IT-ART25", "IT-ART26", "IT-A4")
    table = attack(driven_together(), *everybody, at="SisakE3", die=6)
    assert result(table) == "DH"
    assert sorted(table.offered("allied")) == ["lose YU27", "lose YU38"]
    table.say("allied", "lose YU38")
    assert (table.fact("cadre", "YU-27"), table.fact("cadre", "YU-38")) == (0, 1)


@rule("BF-9B-1")
def test_who_has_retreated_to_an_empty_hex_is_not_attacked_again() -> None:
    table = driven_together(RETREATED.replace("    Sisak E3: YU-27", ""))
    assert table.refused("attack SisakE3") == "BF-9B-1"
    assert driven_together().refused("attack SisakE3") is None


# 9F2: advances


@rule("BF-9F2-1")
def test_attackers_advance_into_a_cleared_hex_as_far_as_there_is_room() -> None:
    text = """Koprivnica SW1: IT-23, IT-51, IT-29, IT-3GR
        Koprivnica SW2: IT-49, IT-19
        Nagykanizsa SW3: YU-38, YU-B1"""
    table = attack(fight(text), "IT-23", "IT-51", "IT-29", "IT-49", die=5)
    table.say("allied", "retreat YU38 SisakE3", "retreat YUB1 SisakE3")
    assert table.refused("advance IT19") == "BF-9F2-1"
    table.say("axis", "advance IT23")
    assert table.refused("advance IT23") == "BF-9F2-1"
    table.say("axis", "advance IT51", "advance IT29")
    assert table.waits == "axis Attacks"
    assert (table.at("IT-29"), table.at("IT-49")) == ("Nagykanizsa SW3", "Koprivnica SW2")
    assert table.owner("Nagykanizsa SW3") == "axis"


@rule("BF-9F2-1")
def test_a_full_hex_takes_no_more_divisions_but_a_regiment() -> None:
    text = """Koprivnica SW1: IT-23, IT-51, IT-29, IT-3GR
        Koprivnica SW2: IT-49
        Nagykanizsa SW3: YU-38, YU-B1"""
    table = attack(fight(text), "IT-23", "IT-51", "IT-29", "IT-49", "IT-3GR", die=4)
    table.say("allied", "retreat YU38 SisakE3", "retreat YUB1 SisakE3")
    table.say("axis", "advance IT23", "advance IT51", "advance IT29")
    assert table.refused("advance IT49") == "BF-9F2-1"
    assert table.refused("advance IT3GR") is None


@rule("BF-9F2-2")
def test_nobody_has_to_advance_and_defenders_never_do() -> None:
    table = thrown_back(FROM_ONE_SIDE, "IT-23", "IT-3GR").say("allied", "retreat YUGD SisakE3")
    table.say("axis", "pass")
    assert table.at("IT-23") == "Koprivnica SW1"
    assert table.refused("advance IT23") == "BF-9F2-2"
    text = "Koprivnica SW1: IT-23\nNagykanizsa SW3: YU-38"
    table = attack(fight(text), "IT-23", die=3)
    assert result(table) == "AR"
    table.say("axis", "retreat IT23 VarazdinSW1")
    assert table.waits == "axis Attacks"
    assert not table.match.orders("allied")


@rule("BF-9F2-2")
def test_no_advance_where_enemies_are_left() -> None:
    table = attack(fight("Koprivnica SW1: IT-23\nNagykanizsa SW3: YU-38"), "IT-23", die=4)
    assert (result(table), table.waits) == ("AS", "axis Attacks")
    assert table.refused("advance IT23") == "BF-9F2-2"
