"""Chapter 5, 5.66: the theatre headquarters, of which Spain has the only one."""

from __future__ import annotations

import pytest

from grognard.games.westfront.airpower import air_range
from grognard.games.westfront.combat import is_supported
from grognard.games.westfront.production import cadre_cost, step_cost
from grognard.games.westfront.state import AXIS
from tests.rulebooks.westfront.politics_table import whole
from tests.rules import rule

SPAIN = "Spain"


@rule("WF-5.66a")
@pytest.mark.parametrize("steps", [1, 2])
def test_a_theatre_headquarters_has_one_supreme_move_and_one_hex_of_air_range_for_a_step(steps: int) -> None:
    t = whole("Aug I, axis command", f"Madrid: JDN {steps}", war=SPAIN).say("axis", "activate JDN supreme")
    assert t.state.theatre == steps
    assert air_range(t.state, t.unit("JDN")) == steps


@rule("WF-5.66a")
def test_its_moves_are_spent_by_rail_too_and_lost_when_it_mobilizes() -> None:
    t = whole("Aug I, axis movement", "Madrid: JDN 2 supreme\nParis: OKW 2\nBerlin: Ge75 2", war=SPAIN)
    t.say("axis", "mobilize JDN Madrid-Toledo")
    assert (t.state.theatre, t.at("JDN"), t.steps("JDN")) == (0, "Toledo", 1)


@rule("WF-5.66b")
@pytest.mark.parametrize("role", ["invasion", "paradrop"])
def test_it_leads_neither_invasions_nor_paradrops(role: str) -> None:
    t = whole("Aug I, axis command", "Barcelona: JDN 2, 1Para 2", war=SPAIN)
    assert t.refused(f"activate JDN {role}") == "WF-5.66b"


@rule("WF-5.66b")
def test_it_does_not_blitz() -> None:
    t = whole("Aug I, axis command", "Madrid: JDN 2", war=SPAIN)
    assert t.refused("activate JDN supreme blitz") == "WF-5.66b"
    assert t.refused("activate JDN command") == "WF-5.2a"


@rule("WF-5.66b")
def test_it_supports_no_battle() -> None:
    t = whole("Aug I, axis movement", "Madrid: JDN 2 supreme\nToledo: Sp1 3 attacks, US2 4", war=SPAIN)
    assert not is_supported(t.state, AXIS, t.place("Toledo"))
    assert t.refused("mobilize JDN Madrid-Toledo") == "WF-5.1b"
    command = whole("Aug I, axis command", "Madrid: JDN 2", war=SPAIN)
    assert command.refused("activate JDN invasion") == "WF-5.66b"


@rule("WF-5.66b")
@pytest.mark.parametrize(("scenario", "month"), [("summer43", "Aug"), ("summer44", "Oct")])
def test_a_step_or_a_cadre_of_it_always_costs_five_points(scenario: str, month: str) -> None:
    t = whole(f"{month} production", "Madrid: JDN 1\nBerlin: OKW 2", scenario=scenario, war=SPAIN)
    unit = t.unit("JDN")
    assert step_cost(t.state, unit).value == cadre_cost(t.state, unit, t.place("Madrid")).value == 5
    command = whole("Aug I, axis command", "Madrid: JDN 2", war=SPAIN)
    assert command.refused("activate JDN supreme blitz") == "WF-5.66b"
