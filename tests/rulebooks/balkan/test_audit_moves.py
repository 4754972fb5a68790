"""What a stranger's reading of the rulebook found about movement and rail: where rules of several chapters meet."""

from __future__ import annotations

from tests.rulebooks.balkan.spots import EAST, PLAIN, WEST, plains
from tests.rulebooks.balkan.table import Table, at
from tests.rules import rule

WAR = {"Yugoslavia": "allied"}


def guarded() -> Table:
    """Two Germans on a line in the zone of YU-38, of whom the first has left by train."""
    table = at("Subotica: GE-72, GE-2P\nSubotica SE1: YU-B1\nSubotica SW1: YU-38", stance=WAR, owns={"axis": "BACKA"})
    return table.say("axis", "move GE-72", "rail SuboticaNE1", "pass")


@rule("BF-7A1-5", "BF-13-8")
def test_who_holds_a_hex_for_a_train_may_overrun_but_not_advance() -> None:
    table = guarded()
    assert table.refused("move GE-2P") == "BF-7A1-5"
    table.say("axis", "overrun SuboticaSE1 Subotica", "join GE-2P", "pass")
    assert table.at("YU-B1") == "eliminated"
    assert table.at("GE-2P") == "Subotica"
    assert table.waits == "axis MoveUnits"


@rule("BF-7A1-4")
def test_who_has_left_a_hex_and_come_back_does_not_hold_it_for_a_train() -> None:
    table = at("Subotica: GE-72, GE-2P\nSubotica SE1: YU-38", stance=WAR, owns={"axis": "BACKA"})
    table.say("axis", "move GE-72")
    assert "rail SuboticaNE1" in table.offered()
    table.say("axis", "pass", "move GE-2P", "march SuboticaNW1", "march Subotica", "pass", "move GE-72")
    assert table.refused("rail SuboticaNE1") == "BF-7A1-4"


CROWD = "Larisa: GR-14, GR-12\nVolos NW1: GR-7, GR-6, GR-17\nLarisa W1: IT-23"


@rule("BF-8B-1")
def test_nobody_counts_on_the_departure_of_a_unit_that_holds_a_hex_for_a_train() -> None:
    tired = dict.fromkeys(("GR-7", "GR-6", "GR-17"), 5 * 840)
    for train, refused in ((True, "BF-8B-1"), (False, None)):
        table = at(CROWD, "Nov I 40, allied movement", spent=tired, gait=dict.fromkeys(tired, 1))
        table.say("allied", "move GR-14", "rail [Volos W1]" if train else "march [Volos NW1]", "pass")
        table.say("allied", "move GR-7", "march Larisa", "move GR-6", "march Larisa", "move GR-17")
        assert table.refused("march Larisa") == refused


@rule("BF-8B-1")
def test_nobody_counts_on_the_departure_of_units_that_enemy_zones_hold() -> None:
    text = f"{PLAIN}: YU-38, YU-27, YU-40\n{EAST}: YU-30\n{WEST}: IT-23"
    held = dict.fromkeys(("YU-38", "YU-27", "YU-40"), 5 * 840)
    for spent, refused in ((held, "BF-8B-1"), ({**held, "YU-27": 3 * 840}, None)):
        table = plains(text, "Nov I 40, allied movement", spent=spent, gait=dict.fromkeys(held, 1))
        table.say("allied", "move YU-30")
        assert table.refused(f"march [{PLAIN}]") == refused


@rule("BF-7A1-2", "BF-12D-1")
def test_an_unsupplied_division_has_half_the_points_and_the_full_rate_for_each() -> None:
    for state, far in (("", 5), (" unsupplied", 2)):
        table = at(f"Athenai: GR-14{state}", "Nov I 40, allied movement").say("allied", "move GR-14", "rail Lamia")
        assert table.left("GR-14") == far


@rule("BF-7A1-5", "BF-7A1-4")
def test_a_part_of_a_division_that_breaks_down_holds_the_hex_for_trains_of_the_others() -> None:
    table = at("Larisa: GR-14\nLarisa W1: IT-23", "Nov I 40, allied movement")
    assert table.say("allied", "move GR-14").refused("rail [Volos NW1]") == "BF-7A1-4"
    table.say("allied", "pass", "split GR-14 supported")
    for part in ("GR-IA1s", "GR-IA2s"):
        table.say("allied", f"move {part}", "rail [Volos NW1]", "pass")
    assert table.refused("move GR-IA3s") == "BF-7A1-5"
