"""What a stranger's reading of the rulebook found about combat: where rules of several chapters meet."""

from __future__ import annotations

from tests.rulebooks.balkan.table import at
from tests.rules import rule

WAR = {"Yugoslavia": "allied"}


@rule("BF-28A-3")
def test_the_allies_do_not_attack_into_closed_countries_nor_are_they_safe_beside_them() -> None:
    position = "Subotica: YU-38, YU-15, YU-17\nSubotica NW1: GE-CN1, GE-72"
    table = at(position, "Nov I 40, allied combat", stance=WAR)
    assert table.refused("attack SuboticaNW1") == "BF-28A-3"
    table = at(position, "Nov I 40, axis combat", stance=WAR)
    assert "attack Subotica" in table.offered()
