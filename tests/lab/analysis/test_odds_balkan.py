"""Odds of attacks in Balkan Front, against the six results that the account tells."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from grognard.lab.analysis import odds
from grognard.lab.analysis.odds import BattleOdds
from tests.rulebooks.balkan.table import Table, at

TEXT = """
    Koritsa: IT-49
    Koritsa SW1: IT-29, IT-19
    Koritsa SE1: GR-BC"""


def koritsa(*units: str, text: str = TEXT) -> Table:
    table = at(text, "Nov I 40, axis combat", scenario="epirus")
    return table.say("axis", "attack [Koritsa SE1]", *(f"join {unit.replace('-', '')}" for unit in units))


def asked(table: Table, **settings: Any) -> BattleOdds:
    return odds.from_view(table.match, "axis", "Koritsa SE1", **settings)


def faces(table: Table, *wanted: str) -> Fraction:
    """How many of the six results are among these, as the account has them."""
    sums = table.match.view("axis")["prompt"]["sums"]
    (row,) = next(total["grid"]["rows"] for total in sums if total["title"] == "Results")
    return Fraction(sum(cell["text"] in wanted for cell in row["cells"]), 6)


def test_an_attack_that_is_declared_comes_to_what_its_account_says() -> None:
    table = koritsa("IT-49", "IT-29")
    found = asked(table)
    assert found.exact
    assert found.has_place("axis") == faces(table, "DR", "DH", "DE", "HX", "EX")
    assert found.eliminated("allied") == faces(table, "DH", "DE", "HX", "EX")
    assert found.thrown_back == faces(table, "AR", "AH")


def test_before_anything_is_declared_everyone_joins() -> None:
    table = at(TEXT, "Nov I 40, axis combat", scenario="epirus")
    found = asked(table)
    assert {fate.unit for end in found.chances for fate in end.fates} == {"IT-49", "IT-29", "IT-19", "GR-BC"}
    assert "Everyone who can take part does." in " ".join(found.heading())


def test_an_attack_without_a_roll_has_one_end() -> None:
    table = koritsa("IT-GUI", text="Koritsa: IT-GUI\nKoritsa SE1: GR-8, GR-9")
    found = asked(table)
    assert (found.exact, len(found.chances)) == (True, 1)
    assert found.eliminated("axis") == 1


def test_losses_fall_on_the_cheapest_or_on_the_dearest() -> None:
    text = "Koritsa: IT-49, IT-BS2\nKoritsa SW1: IT-29, IT-19\nKoritsa SE1: GR-8"
    table = koritsa("IT-49", "IT-BS2", "IT-29", "IT-19", text=text)
    spared, spent = asked(table), asked(table, policies="spend")

    def loses(found: BattleOdds) -> Fraction:
        return found.chance(lambda end: any(fate.unit == "IT-BS2" and fate.lost for fate in end.of("axis")))

    assert loses(spared) > loses(spent)


def test_odds_leave_the_match_alone() -> None:
    table = koritsa("IT-49")
    before = table.match.view("axis")
    asked(table)
    assert table.match.view("axis") == before
