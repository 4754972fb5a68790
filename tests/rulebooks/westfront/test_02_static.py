"""Chapters 2 and 15, 2.25 and 15.45: whom static units obey, on land and at sea."""

from __future__ import annotations

import pytest

from tests.rulebooks.westfront.politics_table import offered, whole
from tests.rules import rule


@rule("WF-2.25a")
def test_an_army_group_moves_no_static_unit() -> None:
    t = whole("Aug I, axis movement", "Naples: AGC 2 command, St69 1, Ge75 2")
    assert t.refused("move Ge75 Naples-Salerno") is None
    assert t.refused("move St69 Naples-Salerno") == "WF-2.25a"
    t = whole("Aug I, axis movement", "Naples: AGC 2 command, St69 1\nRome: OKW 1 supreme")
    assert t.refused("move St69 Naples-Salerno") is None


@rule("WF-2.25a")
def test_a_static_unit_that_made_a_supreme_move_stays_in_the_blitz() -> None:
    t = whole("Sep I, axis command", "Rome: OKW 1\nNaples: AGC 2, Ge75 2\nSalerno: St73 2")
    t.say("axis", "activate OKW supreme", "activate AGC command blitz", "pass", "move St73 Salerno-Naples", "pass")
    assert t.when == "Sep I, axis blitz movement"
    assert t.refused("move Ge75 Naples-Salerno") is None
    assert t.refused("move St73 Naples-Salerno") == "WF-2.25a"


LANDING = "land St69 Naples-TyrrhenianSea-Palermo"
HOME = "evacuate St66 Palermo-TyrrhenianSea-Naples"


@rule("WF-2.25a")
@pytest.mark.parametrize("order", [LANDING, HOME])
def test_static_units_go_by_sea_under_a_supreme_headquarters_alone(order: str) -> None:
    pieces = "St69 1, Ge75 2\nPalermo: St66 1, It7 3"
    t = whole("Aug I, axis movement", f"Naples: AGC 2 invasion, {pieces}")
    assert t.refused(order.replace("St69", "Ge75").replace("St66", "It7")) is None
    assert t.refused(order) == "WF-2.25a"
    assert not [text for verb in ("land", "evacuate") for text in offered(t, verb, "axis") if text.startswith("St")]
    t = whole("Aug I, axis movement", f"Naples: OKW 2 invasion, {pieces}")
    assert t.refused(order) is None


PORT = "Naples: OKW 2 invasion, AGC 2 invasion"


@rule("WF-2.25a")
def test_others_leave_the_supreme_headquarters_of_a_port_to_the_static_units() -> None:
    t = whole("Aug I, axis movement", f"{PORT}, St69 1, Ge75 2")
    t.say("axis", "land Ge75 Naples-TyrrhenianSea-Palermo", LANDING)
    assert (t.at("Ge75"), t.at("St69")) == ("Palermo", "Palermo")
    t = whole("Aug I, axis movement", f"{PORT}\nPalermo: St66 1, St69 1, It7 3")
    t.say("axis", HOME)
    assert t.refused(HOME.replace("St66", "St69")) == "WF-2.25a"
    t.say("axis", HOME.replace("St66", "It7"))
    t = whole("Aug I, axis movement", f"{PORT}\nPalermo: St66 1, It7 3")
    t.say("axis", HOME.replace("St66", "It7"), HOME)
    assert (t.at("It7"), t.at("St66")) == ("Naples", "Naples")
