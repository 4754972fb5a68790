"""Chapter 13: overruns."""

from __future__ import annotations

from tests.rulebooks.balkan.fights import PLAIN, fight
from tests.rulebooks.balkan.table import Table, at
from tests.rules import rule

MOVES, EXPLOITS = "Nov I 40, axis movement", "Nov I 40, axis exploitation"
OVERRUN = f"overrun {PLAIN} KoprivnicaSW1"

BORDER = """Koprivnica SW1: IT-23, IT-BS1, IT-BS2, IT-133
    Koprivnica SW2: IT-51
    Nagykanizsa SW3: YU-B1"""


def overrun(table: Table, *units: str, side: str = "axis") -> Table:
    return table.say(side, OVERRUN, *(f"join {unit.replace('-', '')}" for unit in units), "pass")


# Where and when


@rule("BF-13-1", "BF-4A5-1")
def test_overruns_are_made_in_movement_and_by_motorized_units_in_exploitation() -> None:
    assert fight(BORDER, MOVES).refused(OVERRUN) is None
    table = fight(BORDER, EXPLOITS)
    assert table.refused(OVERRUN) is None
    table.say("axis", OVERRUN)
    assert table.refused("join IT23") == "BF-4A5-1"
    assert table.refused("join IT133") is None
    assert fight(BORDER).refused(OVERRUN) == "BF-13-1"
    assert fight(BORDER, MOVES).refused("overrun SisakE2 KoprivnicaSW2") == "BF-13-1"


@rule("BF-13-2")
def test_all_who_overrun_come_from_one_hex() -> None:
    text = """Koprivnica SW1: IT-23
        Koprivnica SW2: IT-BS1
        Nagykanizsa SW3: YU-B1"""
    table = fight(text, MOVES)
    assert OVERRUN not in table.offered()
    table = fight(BORDER, MOVES).say("axis", OVERRUN)
    assert table.refused("join IT51") == "BF-13-2"
    table.say("axis", "join IT23")
    assert table.refused("join IT23") == "BF-13-2"
    assert fight(BORDER, MOVES).refused(f"overrun {PLAIN} SisakE2") == "BF-13-2"


@rule("BF-13-2")
def test_those_who_overrun_keep_to_the_stacking_limits() -> None:
    text = """Koprivnica SW1: IT-23, IT-51, IT-29, IT-49
        Nagykanizsa SW3: YU-38 cadre"""
    table = fight(text, MOVES).say("axis", OVERRUN, "join IT23", "join IT51", "join IT29")
    assert table.refused("join IT49") == "BF-13-2"


@rule("BF-13-2")
def test_the_limit_of_the_overrun_hex_counts_too() -> None:
    text = "Serrai: NZ-2, AU-6, AU-7\nSerrai NE1: IT-BS1"
    table = at(text, "Nov I 40, allied movement").say("allied", "overrun SerraiNE1 Serrai", "join NZ2", "join AU6")
    assert table.refused("join AU7") == "BF-13-2"


@rule("BF-13-3")
def test_everybody_must_be_able_to_enter_the_hex() -> None:
    text = """Siderokastron: IT-23, GE-22D
        Petrich: GR-P1"""
    table = at(text, MOVES, stance={"Bulgaria": "axis"}).say("axis", "overrun Petrich Siderokastron")
    assert table.refused("join IT23") == "BF-13-3"
    assert table.refused("join GE22D") is None


# Odds

THIRTY = """Koprivnica SW1: NZ-2, AU-6, AU-7, BR-1A, BR-14, BR-16, GR-AR1
    Nagykanizsa SW3: IT-131"""


@rule("BF-13-4")
def test_ten_to_one_is_needed_and_no_less() -> None:
    table = fight(THIRTY, "Nov I 40, allied movement")
    everybody = ["join NZ2", "join AU6", "join AU7", "join BR1A", "join BR14", "join BR16"]
    table.say("allied", OVERRUN, *everybody)
    assert table.refused("pass") == "BF-13-4"
    assert [total["text"] for total in table.match.view("allied")["prompt"]["sums"]] == ["29", "3", "30"]
    table.say("allied", "join GRAR1", "pass")
    assert table.at("IT-131") == "eliminated"
    short = fight(THIRTY.replace(", GR-AR1", ""), "Nov I 40, allied movement")
    assert short.refused(OVERRUN) == "BF-13-4"


@rule("BF-13-4")
def test_support_supply_and_terrain_count_as_in_an_attack() -> None:
    assert fight(BORDER, MOVES).refused(OVERRUN) is None
    supported = BORDER.replace("YU-B1", "YU-B1, YU-IAh")
    assert fight(supported, MOVES).refused(OVERRUN) is None
    assert fight(supported.replace(", IT-133", ""), MOVES).refused(OVERRUN) == "BF-13-4"
    hungry = BORDER.replace(", IT-133", "").replace("IT-23", "IT-23 unsupplied")
    assert fight(hungry, MOVES).refused(OVERRUN) in ("BF-13-4", "BF-13-7")
    river = "Koprivnica SW2: IT-23, IT-BS1\nSisak E1: YU-B1"
    assert fight(river, MOVES).refused("overrun SisakE1 KoprivnicaSW2") == "BF-13-4"


@rule("BF-13-4")
def test_nobody_joins_without_whom_it_can_still_be_done_and_with_whom_it_cannot() -> None:
    table = fight(BORDER.replace("IT-BS2", "IT-CO1"), MOVES).say("axis", OVERRUN)
    assert table.refused("pass") == "BF-13-4"
    assert {"join IT23", "join ITBS1", "join IT133"} <= set(table.offered())


# Points


@rule("BF-13-6", "BF-13-8")
def test_everybody_pays_terrain_and_overrun_whether_he_advances_or_not() -> None:
    table = overrun(fight(BORDER, MOVES), "IT-23", "IT-BS1")
    assert table.at("YU-B1") == "eliminated"
    assert table.refused("advance ITBS2") == "BF-13-8"
    table.say("axis", "advance IT23", "pass")
    assert (table.at("IT-23"), table.at("IT-BS1")) == ("Nagykanizsa SW3", "Koprivnica SW1")
    assert (table.left("IT-23"), table.left("IT-BS1")) == (2, 2)


@rule("BF-13-6")
def test_twelve_to_one_costs_less() -> None:
    table = overrun(fight(BORDER, MOVES), "IT-133", "IT-BS1")
    assert (table.left("IT-133"), table.left("IT-BS1")) == (5, 3)


@rule("BF-13-6")
def test_the_road_rate_holds_for_overruns() -> None:
    text = "Zagreb: IT-23, IT-BS1, IT-BS2\nZagreb NE1: YU-B1"
    table = fight(text, MOVES).say("axis", "overrun ZagrebNE1 Zagreb", "join IT23", "join ITBS1", "pass")
    assert table.left("IT-23") == 6 - 1 - 3


@rule("BF-13-6", "BF-13-5")
def test_the_overrun_division_has_no_zone_and_its_neighbours_have() -> None:
    table = fight(THIRTY, "Nov I 40, allied movement")
    units = ("NZ-2", "AU-6", "AU-7", "BR-1A", "BR-14", "BR-16", "GR-AR1")
    assert overrun(table, *units, side="allied").left("NZ-2") == 8 - 1 - 3
    near = f"{BORDER}\nKoprivnica SE1: YU-38"
    table = overrun(fight(near, MOVES), "IT-133")
    assert table.left("IT-133") == 8 - 1 - 3 - 3
    beyond = BORDER.replace("IT-BS2", "IT-BS2, IT-MIL") + "\nVarazdin SW1: YU-27"
    table = overrun(fight(beyond, MOVES), "IT-133")
    assert table.left("IT-133") == 8 - 1 - 3 - 2


@rule("BF-13-7")
def test_who_cannot_pay_in_full_has_no_part_even_if_he_has_not_moved() -> None:
    near = BORDER.replace("IT-23", "IT-23 unsupplied") + "\nKoprivnica SE1: YU-38"
    table = fight(near, MOVES).say("axis", OVERRUN, "join IT133")
    assert table.left("IT-23") == 3
    assert table.refused("join IT23") == "BF-13-7"
    tired = fight(BORDER, MOVES, spent={"IT-23": 4 * 840}, gait={"IT-23": 1}).say("axis", OVERRUN)
    assert tired.refused("join IT23") == "BF-13-7"


@rule("BF-13-7")
def test_a_unit_that_has_moved_otherwise_has_no_part() -> None:
    for gait in (2, 4):
        table = fight(BORDER, MOVES, gait={"IT-23": gait}).say("axis", OVERRUN)
        assert table.refused("join IT23") in ("BF-13-7", "BF-6-11")


# What it does


@rule("BF-13-8")
def test_nothing_is_left_of_the_overrun_and_the_overrunners_move_on() -> None:
    text = """Koprivnica SW1: IT-23, IT-51, IT-133
        Nagykanizsa SW3: YU-27 cadre, YU-AA1"""
    table = overrun(fight(text, MOVES), "IT-23", "IT-51", "IT-133")
    assert (table.at("YU-27"), table.at("YU-AA1")) == ("eliminated", "eliminated")
    table.say("axis", "advance IT133")
    assert table.refused("advance IT133") == "BF-13-8"
    table.say("axis", "pass", "move IT133", "march SisakE3", "pass")
    assert (table.at("IT-133"), table.left("IT-133")) == ("Sisak E3", 4)


@rule("BF-13-8", "BF-9E-1")
def test_an_overrun_division_leaves_no_cadre() -> None:
    units = ("NZ-2", "AU-6", "AU-7", "BR-1A", "BR-14", "BR-16", "GR-AR1")
    table = overrun(fight(THIRTY, "Nov I 40, allied movement"), *units, side="allied")
    assert table.at("IT-131") == "eliminated"
    table.say("allied", "advance NZ2")
    assert table.refused("advance NZ2") == "BF-13-8"


@rule("BF-13-9", "BF-13-4")
def test_anybody_with_some_strength_overruns_what_has_none_at_twelve_to_one() -> None:
    text = "Koprivnica SW1: IT-BS1, IT-CO1\nNagykanizsa SW3: YU-AA1"
    table = fight(text, MOVES).say("axis", OVERRUN, "join ITBS1", "pass")
    assert (table.at("YU-AA1"), table.left("IT-BS1")) == ("eliminated", 3)
    assert fight(text.replace("IT-BS1, ", ""), MOVES).refused(OVERRUN) == "BF-13-4"
