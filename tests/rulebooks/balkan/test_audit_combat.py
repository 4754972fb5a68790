"""What a stranger's reading of the rulebook found about combat: where rules of several chapters meet."""

from __future__ import annotations

from tests.rulebooks.balkan.fights import attack, fight, result
from tests.rulebooks.balkan.table import at
from tests.rules import rule

WAR = {"Yugoslavia": "allied"}
SNOW = (2, 2)


@rule("BF-28A-3")
def test_the_allies_do_not_attack_into_closed_countries_nor_are_they_safe_beside_them() -> None:
    position = "Subotica: YU-38, YU-15, YU-17\nSubotica NW1: GE-CN1, GE-72"
    table = at(position, "Nov I 40, allied combat", stance=WAR)
    assert table.refused("attack SuboticaNW1") == "BF-28A-3"
    table = at(position, "Nov I 40, axis combat", stance=WAR)
    assert "attack Subotica" in table.offered()


@rule("BF-6-7", "BF-9B-2", "BF-9F1-6")
def test_in_snow_tanks_attack_and_retreat_into_mountains_along_roads_alone() -> None:
    tanks = "Prilep: GE-9P\nPrilep NE1: YU-T1\nPrilep NW1: YU-T2"
    table = fight(tanks, weather=SNOW)
    assert (table.refused("attack PrilepNE1"), table.refused("attack PrilepNW1")) == (None, "BF-9B-2")
    text = "Bitolj: YU-38, YU-27, YU-30\nPrilep E1: YU-10, YU-12, YU-40\nPrilep: GE-9P unsupplied"
    for more, where in (("", "Prilep NE1"), ("\nPrilep NE1: YU-T1", "eliminated")):
        table = fight(text + more, "Nov I 40, allied combat", weather=SNOW)
        units = ("YU-38", "YU-27", "YU-30", "YU-10", "YU-12", "YU-40")
        attack(table, *units, at="Prilep", die=6, side="allied")
        assert (result(table), table.at("GE-9P")) == ("DR", where)
