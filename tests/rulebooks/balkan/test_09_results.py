"""Chapters 9C, 9D, 9E and 9I: what the results do, and who is lost."""

from __future__ import annotations

import pytest

from grognard.engine.agenda import advance, no_dice
from grognard.games.balkan import battle
from grognard.games.balkan.account import Share
from grognard.games.balkan.losses import Losses
from grognard.games.balkan.state import AXIS
from tests.rulebooks.balkan.fights import PLAIN, account, attack, fight, result
from tests.rulebooks.balkan.table import Table
from tests.rules import rule

ONE_TO_ONE = """Koprivnica SW1: IT-23
    Nagykanizsa SW3: YU-38"""
FOUR_TO_ONE = """Koprivnica SW1: IT-23, IT-51, IT-29
    Koprivnica SW2: IT-49
    Nagykanizsa SW3: YU-38"""
FIFTEEN_TO_TEN = """Koprivnica SW1: IT-23, IT-51, IT-29, IT-3GR, IT-BS1
    Nagykanizsa SW3: YU-38, YU-27, YU-GD"""
FIFTEEN = ("IT-23", "IT-51", "IT-29", "IT-3GR", "IT-BS1")


def lose(table: Table, side: str, *units: str) -> Table:
    return table.say(side, *(f"lose {unit.replace('-', '')}" for unit in units))


def lost(table: Table) -> list[str]:
    """Everybody who has been eliminated or reduced, in the order in which it happened."""
    return [event.facts["unit"] for event in table.match.history if event.what in ("eliminated", "reduced")]


# 9C: the nine results


@rule("BF-9C-2")
def test_attacker_eliminated() -> None:
    text = """Koprivnica SW1: IT-23, IT-CO1
        Nagykanizsa SW3: YU-38, YU-27, YU-40"""
    table = attack(fight(text), "IT-23", "IT-CO1", die=1)
    assert result(table) == "AE"
    assert table.at("IT-CO1") == "eliminated"
    assert table.fact("cadre", "IT-23") == 1
    assert table.waits == "axis ChooseRetreat"
    table.say("axis", "retreat IT23 VarazdinSW1")
    assert (table.at("IT-23"), table.at("YU-38"), table.waits) == ("Varazdin SW1", "Nagykanizsa SW3", "axis Attacks")


@rule("BF-9C-2", "BF-9E-1")
def test_defender_eliminated() -> None:
    text = f"{FOUR_TO_ONE} cadre, YU-27, YU-B1\nKoprivnica SE1: IT-19, IT-53, IT-33"
    table = attack(fight(text), "IT-23", "IT-51", "IT-29", "IT-49", "IT-19", "IT-53", "IT-33", die=6)
    assert (account(table)["odds"], result(table)) == ("4:1", "DE")
    assert lost(table) == ["YU-38", "YU-27", "YU-B1"]
    assert (table.at("YU-38"), table.at("YU-B1")) == ("eliminated", "eliminated")
    assert (table.at("YU-27"), table.fact("cadre", "YU-27")) == ("Sisak E3", 1)


def half() -> Table:
    """Defenders of 11 printed points of which half are to go."""
    text = """Koprivnica SW1: IT-29, IT-49, IT-53
        Koprivnica SW2: IT-23, IT-51, IT-19
        Koprivnica SE1: IT-33, IT-11, IT-7L
        Nagykanizsa SW3: YU-38, YU-27, YU-GD, YU-B1"""
    return attack(fight(text), "IT-29", "IT-49", "IT-53", "IT-23", "IT-51", "IT-19", "IT-33", "IT-11", "IT-7L", die=6)


@rule("BF-9C-3", "BF-9E-2")
def test_half_of_the_printed_strength_goes_at_least_and_the_rest_retreats() -> None:
    table = half()
    assert (account(table)["defence"], result(table), table.waits) == ("11", "DH", "allied ChooseLoss")
    assert sorted(table.offered()) == ["lose YU27", "lose YU38", "lose YUB1", "lose YUGD"]
    lose(table, "allied", "YU-38")
    assert table.waits == "allied ChooseLoss"
    assert table.refused("lose YU38") == "BF-9E-2"
    lose(table, "allied", "YU-GD")
    assert lost(table) == ["YU-38", "YU-GD"]
    assert table.waits == "allied ChooseRetreat"
    going = {order.split()[1] for order in table.offered()}
    assert going == {"YU38", "YU27", "YUB1"}


@rule("BF-9C-3")
def test_attacker_half_eliminated() -> None:
    text = """Koprivnica SW1: IT-23, IT-BS1
        Koprivnica SW2: IT-3GR
        Nagykanizsa SW3: YU-38, YU-B1, YU-B2"""
    table = attack(fight(text), "IT-23", "IT-BS1", "IT-3GR", die=1)
    assert (account(table)["odds"], result(table), table.waits) == ("1:1", "AH", "axis ChooseLoss")
    lose(table, "axis", "IT-3GR")
    assert table.waits == "axis ChooseLoss"
    lose(table, "axis", "IT-23")
    assert lost(table) == ["IT-3GR", "IT-23"]
    assert table.waits == "axis ChooseRetreat"
    assert {order.split()[1] for order in table.offered()} == {"IT23", "ITBS1"}
    assert table.at("YU-38") == "Nagykanizsa SW3"


@rule("BF-9C-4")
def test_attacker_retreats_each_unit_from_its_own_hex() -> None:
    text = """Koprivnica SW1: IT-23
        Koprivnica SW2: IT-BS1
        Nagykanizsa SW3: YU-38, YU-B1"""
    table = attack(fight(text), "IT-23", "IT-BS1", die=2)
    assert (account(table)["odds"], result(table)) == ("1:2", "AH")
    table = attack(fight(text), "IT-23", "IT-BS1", die=4)
    assert (result(table), table.waits, lost(table)) == ("AR", "axis ChooseRetreat", [])
    table.say("axis", "retreat IT23 VarazdinSW1", "retreat ITBS1 ZagrebE1")
    assert (table.at("IT-23"), table.at("IT-BS1")) == ("Varazdin SW1", "Zagreb E1")
    assert table.waits == "axis Attacks"


@rule("BF-9C-4", "BF-9C-1")
def test_defender_retreats_and_his_owner_says_where_before_anything_else() -> None:
    table = attack(fight(FOUR_TO_ONE), "IT-23", "IT-51", "IT-29", die=4)
    assert (result(table), table.waits, lost(table)) == ("DR", "allied ChooseRetreat", [])
    assert not table.match.orders("axis")
    table.say("allied", "retreat YU38 SisakE3")
    assert (table.at("YU-38"), table.waits) == ("Sisak E3", "axis Advances")


@rule("BF-9C-5")
def test_attack_stopped() -> None:
    table = fight(ONE_TO_ONE)
    before = table.stacks()
    attack(table, "IT-23", die=4)
    assert (result(table), table.stacks(), table.waits) == ("AS", before, "axis Attacks")


@rule("BF-9C-6")
def test_a_half_exchange_of_fifteen_against_ten() -> None:
    table = attack(fight(FIFTEEN_TO_TEN), *FIFTEEN, die=6)
    assert (account(table)["attack"], account(table)["defence"], result(table)) == ("15", "10", "HX")
    assert lost(table) == ["YU-38", "YU-27", "YU-GD"]
    assert table.at("YU-GD") == "eliminated"
    table.say("allied", "retreat YU38 SisakE3", "retreat YU27 SisakE3")
    assert table.waits == "axis ChooseLoss"
    lose(table, "axis", "IT-23")
    assert table.waits == "axis ChooseLoss"
    lose(table, "axis", "IT-BS1")
    assert table.waits == "axis Advances"
    assert (table.at("IT-23"), table.fact("cadre", "IT-23")) == ("Koprivnica SW1", 1)


@rule("BF-9C-7")
def test_an_exchange_of_fifteen_against_ten() -> None:
    table = attack(fight(FIFTEEN_TO_TEN), *FIFTEEN, die=5)
    assert result(table) == "EX"
    table.say("allied", "retreat YU38 SisakE3", "retreat YU27 SisakE3")
    lose(table, "axis", "IT-23", "IT-51")
    assert table.waits == "axis ChooseLoss"
    lose(table, "axis", "IT-3GR")
    assert table.waits == "axis Advances"
    assert lost(table) == ["YU-38", "YU-27", "YU-GD", "IT-23", "IT-51", "IT-3GR"]


@rule("BF-9C-7")
def test_equal_strengths_cost_the_defender_everything() -> None:
    table = attack(fight(ONE_TO_ONE), "IT-23", die=6)
    assert result(table) == "EX"
    assert lost(table) == ["YU-38"]
    table.say("allied", "retreat YU38 SisakE3")
    assert lost(table) == ["YU-38", "IT-23"]
    assert (table.at("IT-23"), table.waits) == ("Koprivnica SW1", "axis Advances")


@rule("BF-9C-7", "BF-9D-1")
def test_a_weaker_attacker_is_the_one_eliminated_and_printed_strengths_decide() -> None:
    text = """Koprivnica SW1: IT-23, IT-3GR
        Nagykanizsa SW3: YU-38 unsupplied, YU-27 unsupplied, YU-GD unsupplied"""
    table = attack(fight(text), "IT-23", "IT-3GR", die=6)
    assert (account(table)["defence"], account(table)["odds"], result(table)) == ("5", "1:1", "EX")
    assert lost(table) == ["IT-23", "IT-3GR"]
    table.say("axis", "retreat IT23 VarazdinSW1")
    assert table.waits == "allied ChooseLoss"
    lose(table, "allied", "YU-GD", "YU-38")
    assert lost(table) == ["IT-23", "IT-3GR", "YU-GD", "YU-38"]
    assert (table.at("YU-38"), table.fact("cadre", "YU-38")) == ("Nagykanizsa SW3", 1)
    assert table.waits == "axis Attacks"


# 9D and 9E: printed strengths, cadres


@rule("BF-9D-1")
def test_a_unit_out_of_supply_counts_with_all_its_points() -> None:
    text = """Koprivnica SW1: IT-23 unsupplied, IT-51 unsupplied
        Nagykanizsa SW3: YU-38"""
    table = attack(fight(text), "IT-23", "IT-51", die=1)
    assert (account(table)["attack"], result(table)) == ("4", "AH")
    lose(table, "axis", "IT-23")
    assert lost(table) == ["IT-23"]
    assert table.waits == "axis ChooseRetreat"


@rule("BF-9D-1")
def test_attackers_lose_attack_strengths_and_defenders_defence_strengths() -> None:
    text = """Koprivnica SW1: GR-8, GR-9, GR-51
        Nagykanizsa SW3: IT-23, IT-ZR"""
    table = attack(fight(text, "Nov I 40, allied combat"), "GR-8", "GR-9", "GR-51", die=5, side="allied")
    assert (account(table)["attack"], account(table)["defence"], result(table)) == ("9", "6", "EX")
    table.say("axis", "retreat IT23 SisakE3")
    lose(table, "allied", "GR-8", "GR-51")
    assert lost(table) == ["IT-23", "IT-ZR", "GR-8", "GR-51", "GR-9"]


@rule("BF-9E-1", "BF-9E-2")
def test_a_division_reduced_to_its_cadre_counts_whole() -> None:
    text = """Koprivnica SW1: NZ-2, AU-6 cadre
        Nagykanizsa SW3: IT-23, IT-51"""
    table = attack(fight(text, "Nov I 40, allied combat"), "NZ-2", "AU-6", die=6, side="allied")
    assert (account(table)["attack"], account(table)["odds"], result(table)) == ("11", "1:1", "EX")
    table.say("axis", "retreat IT23 SisakE3", "retreat IT51 SisakE3")
    lose(table, "allied", "NZ-2")
    assert table.waits == "allied Advances"
    assert (table.at("NZ-2"), table.fact("cadre", "NZ-2")) == ("Koprivnica SW1", 1)


@rule("BF-9D-1")
def test_units_without_printed_strength_are_no_losses() -> None:
    text = """Koprivnica SW1: IT-23, IT-51, IT-CO1
        Nagykanizsa SW3: YU-38, YU-27"""
    table = attack(fight(text), "IT-23", "IT-51", "IT-CO1", die=1)
    assert result(table) == "AH"
    assert table.refused("lose ITCO1") == "BF-9D-1"
    assert table.refused("lose IT29") is not None
    lose(table, "axis", "IT-51")
    assert lost(table) == ["IT-51"]


# 9I: required losses

ARMOUR = """Koprivnica SW1: IT-133, IT-23
    Nagykanizsa SW3: YU-38, YU-GD"""


@rule("BF-10H-1")
def test_armour_that_was_used_bears_half_of_the_attackers_losses() -> None:
    text = """Koprivnica SW1: IT-133, IT-131, IT-3GR, IT-BS1, IT-BS2
        Nagykanizsa SW3: YU-38, YU-GD"""
    table = attack(fight(text), "IT-133", "IT-131", "IT-3GR", "IT-BS1", "IT-BS2", die=2)
    assert account(table)["account"]["die"] == [["+2", "BF-10C1-1", "armour share 1/2"]]
    assert (account(table)["odds"], result(table)) == ("2:1", "EX")
    table.say("allied", "retreat YU38 SisakE3")
    assert table.match.view("axis")["prompt"]["rule"] == "BF-9I-1"
    lose(table, "axis", "IT-3GR", "IT-BS1")
    assert table.offered() == ["lose IT133", "lose IT131"]
    assert table.refused("lose ITBS2") == "BF-10H-1"
    lose(table, "axis", "IT-131")
    assert lost(table)[2:] == ["IT-3GR", "IT-BS1", "IT-131"]
    assert table.waits == "axis Advances"


@rule("BF-10H-1", "BF-14A2-4")
def test_armour_that_is_withheld_owes_nothing() -> None:
    table = fight(ARMOUR).say("axis", f"attack {PLAIN}", "join IT133", "join IT23")
    assert table.refused("withhold engineers") == "BF-14A2-4"
    table.say("axis", "withhold armour")
    assert table.refused("withhold armour") == "BF-10H-1"
    table.roll(6).say("axis", "pass")
    assert (account(table)["modifier"], result(table)) == ("0", "HX")
    table.say("allied", "retreat YU38 SisakE3")
    lose(table, "axis", "IT-23")
    assert table.waits == "axis Advances"


@rule("BF-10H-2")
def test_antitank_units_bear_half_of_the_defenders_losses() -> None:
    text = """Koprivnica SW1: IT-133
        Nagykanizsa SW3: BR-MN, BR-14, BR-16, BR-1A"""
    table = attack(fight(text), "IT-133", die=6)
    assert account(table)["account"]["die"] == [
        ["+3", "BF-10C1-1", "armour share 1"],
        ["-2", "BF-10C3-2", "antitank share 1/2"],
    ]
    assert (account(table)["defence"], account(table)["odds"], result(table)) == ("5", "1:1", "HX")
    table.say("axis", "retreat IT133 VarazdinSW1")
    lose(table, "allied", "BR-14")
    assert table.refused("lose BR16") == "BF-10H-2"
    lose(table, "allied", "BR-MN")
    assert lost(table) == ["IT-133", "BR-14", "BR-MN"]


@rule("BF-14A2-3", "BF-14A2-4")
def test_engineers_bear_half_of_the_losses_where_they_were_used(monkeypatch: pytest.MonkeyPatch) -> None:
    text = """Koprivnica SW1: IT-23, IT-3GR, IT-BS1, IT-BS2
        Nagykanizsa SW3: YU-38"""
    table = fight(text, fort={"Nagykanizsa SW3": 1})
    kinds = list(battle.classes(table.state.world))
    for unit in ("IT-3GR", "IT-BS1"):
        kinds[table.unit(unit)] = frozenset({"combat_engineer"})
    monkeypatch.setattr(battle, "classes", lambda world: tuple(kinds))
    table.say("axis", f"attack {PLAIN}", "join IT23", "join IT3GR", "join ITBS1", "join ITBS2")
    assert table.refused("withhold engineers") is None
    table.roll(4).say("axis", "pass")
    assert account(table)["account"]["die"] == [
        ["-1", "BF-9H-1", "into fort"],
        ["+1", "BF-14A2-3", "engineer share 1/3"],
    ]
    assert (account(table)["odds"], result(table)) == ("2:1", "EX")
    table.say("allied", "retreat YU38 SisakE3")
    lose(table, "axis", "IT-23")
    assert table.refused("lose ITBS2") == "BF-14A2-4"
    lose(table, "axis", "IT-3GR")
    assert lost(table) == ["YU-38", "IT-23", "IT-3GR"]
    assert table.waits == "axis Advances"


@rule("BF-9I-1")
def test_where_two_kinds_of_units_bear_losses_neither_is_spared() -> None:
    table = fight("Koprivnica SW1: IT-23, IT-51, IT-3GR, IT-BS1\nNagykanizsa SW3: YU-38")
    tanks, engineers, others = ([table.unit(name) for name in names] for names in (["IT-23"], ["IT-3GR"], ["IT-51"]))
    owed = (Share("BF-10H-1", tuple(tanks)), Share("BF-14A2-4", tuple(engineers)))
    table.state.then(Losses(AXIS, (*tanks, *engineers, *others), 8, owed))
    advance(table.state, no_dice)
    assert table.refused("lose IT51") == "BF-9I-1"
    assert table.refused("lose ITBS1") == "BF-9C-1"
    lose(table, "axis", "IT-3GR")
    assert lost(table) == ["IT-3GR", "IT-23"]
