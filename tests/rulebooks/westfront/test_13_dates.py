"""Chapters 9, 11, 13 and 14: what the months bring. Longer air range, air supremacy, dearer headquarters, grounding."""

from __future__ import annotations

import pytest

from grognard.games.westfront.airpower import air_range
from grognard.games.westfront.combat import firepower
from grognard.games.westfront.movement import speed_of
from grognard.games.westfront.production import cadre_cost, step_cost
from grognard.games.westfront.seapower import sea_controller
from grognard.games.westfront.state import ALLIES, AXIS
from tests.rulebooks.westfront.table import Table
from tests.rules import rule

# 13.21 Extended air range


@rule("WF-13.21a")
@pytest.mark.parametrize(
    ("scenario", "moment", "reach"), [("summer43", "Nov I", (3, 4)), ("winter43", "Mar I", (6, 6))]
)
def test_from_december_1943_allied_aircraft_reach_further(scenario: str, moment: str, reach: tuple[int, int]) -> None:
    t = Table(f"westfront {scenario}\n{moment}, allied command\nPortsmouth: 21AG 3\nLondon: SHAEF 2\nBerlin: OKW 3")
    assert (air_range(t.state, t.unit("21AG")), air_range(t.state, t.unit("SHAEF"))) == reach
    assert air_range(t.state, t.unit("OKW")) == 6


@rule("WF-13.21a")
def test_a_far_airstrike_and_a_far_drop_have_no_more_dice() -> None:
    position = "westfront winter43\nMar I, allied command\nPortsmouth: 21AG 3, Br2Para 3\nParis: Br3 1 attacks, Ge84 4"
    t = Table(position).say("allied", "activate 21AG command", "pass", "pass")
    assert t.state.world.board.distance(t.place("Portsmouth"), t.place("Paris")) > 3
    t.roll([1, 1, 1], [1, 1, 1, 1], [1]).say("allied", "strike 21AG Paris")
    assert t.events("airstrike")[-1]["dice"] == 3
    t.dice.finish()
    t = Table(position).say("allied", "activate 21AG paradrop", "pass")
    assert t.refused("drop Br2Para Paris") is None
    early = Table(position.replace("winter43\nMar", "summer43\nAug")).say("allied", "activate 21AG paradrop", "pass")
    assert early.refused("drop Br2Para Paris") == "WF-14.3a"


# 13.22 Air supremacy


def in_july(year: int, pieces: str, side: str = "axis") -> Table:
    return Table(f"westfront summer{year - 1900}\nJul I, {side} command\n{pieces}")


SPEEDS = "Berlin: OKW 3, Pz58 3, Ge84 2\nRuhr: Fort81 1, Cav78 2, St25 1\nLondon: SHAEF 2, US8 2, Br3 2"


@rule("WF-13.22a")
@pytest.mark.parametrize(
    ("year", "speeds"),
    [(1943, {"Pz58": 3, "Ge84": 2, "St25": 1, "OKW": 2, "Fort81": 0, "Cav78": 3, "US8": 3, "Br3": 3}),
     (1944, {"Pz58": 2, "Ge84": 1, "St25": 1, "OKW": 1, "Fort81": 0, "Cav78": 2, "US8": 3, "Br3": 3})],
)  # fmt: skip
def test_air_supremacy_takes_a_hex_from_every_axis_move(year: int, speeds: dict[str, int]) -> None:
    t = in_july(year, SPEEDS)
    assert {name: speed_of(t.state, t.unit(name)) for name in speeds} == speeds
    t.say("axis", "activate OKW supreme", "pass")
    assert t.refused("move Pz58 Berlin-Hannover") == (None if year == 1943 else "WF-6.1a")  # three hexes


@rule("WF-13.22a")
def test_air_supremacy_and_mud_leave_everyone_a_hex_and_cavalry_no_more() -> None:
    t = Table(f"westfront winter44\nJan I, axis command\n{SPEEDS.replace('Fort81 1, ', '')}")
    assert [speed_of(t.state, t.unit(name)) for name in ("Pz58", "Ge84", "Cav78", "US8")] == [1, 1, 1, 1]


@rule("WF-13.22c")
@pytest.mark.parametrize(("year", "owner"), [(1943, AXIS), (1944, ALLIES)])
def test_air_supremacy_takes_the_atlantic_basin_from_the_axis(year: int, owner: int) -> None:
    t = in_july(year, "Brest: Ge84 2\nBerlin: OKW 3\nLondon: SHAEF 2")
    seas = t.state.world.sea_index
    assert sea_controller(t.state, seas["Bay of Biscay"]) == owner
    assert sea_controller(t.state, seas["Western Baltic Sea"]) == AXIS


@rule("WF-13.22c")
@pytest.mark.parametrize(("year", "dice"), [(1943, [[2]]), (1944, [])])
def test_under_air_supremacy_nobody_interdicts_allied_ships_off_brest(year: int, dice: list[list[int]]) -> None:
    pieces = "Brest: Ge84 2\nLorient: US23 2\nDover: Br3 4\nBerlin: OKW 3\nLondon: SHAEF 2"
    t = in_july(year, pieces, "allied")
    t.say("allied", "activate SHAEF supreme", "pass", "sail Br3 Dover-EnglishChannel-BayofBiscay-Lorient")
    t.roll(*dice).say("allied", "pass")
    assert t.at("Br3") == ("Dover" if dice else "Lorient")


@rule("WF-13.14")
def test_from_june_1944_the_axis_has_no_airstrikes() -> None:
    t = in_july(1944, "Paris: Br3 4 attacks, Ge84 4\nParis SE1: AGB 2\nLondon: SHAEF 2")
    t.say("axis", "activate AGB command", "pass", "pass")
    assert t.refused("strike AGB Paris") is not None
    assert t.refused("declare Paris") is None
    t = in_july(1943, "Paris: Br3 4 attacks, Ge84 4\nParis SE1: AGB 2\nLondon: SHAEF 2")
    t.say("axis", "activate AGB command", "pass", "pass")
    assert t.refused("strike AGB Paris") is None


# 9.21 Rail


@rule("WF-9.21c")
@pytest.mark.parametrize(("year", "moves"), [(1943, 1), (1944, 2)])
def test_under_air_supremacy_axis_trains_go_half_as_far(year: int, moves: int) -> None:
    t = in_july(year, "Berlin: OKW 3, Ge84 2\nLondon: SHAEF 2").say("axis", "activate OKW supreme", "pass")
    t.say("axis", "rail Ge84 Berlin-Lille")  # seven hexes
    assert t.left("axis") == 6 - moves


# 11.43 Headquarters


@rule("WF-11.43c", "WF-11.43d")
@pytest.mark.parametrize(
    ("scenario", "month", "step", "cadre"),
    [("summer43", "Nov", 10, 20), ("winter43", "Jan", 15, 30), ("summer44", "Jul", 15, 30), ("summer44", "Sep", 20, 40),
     ("winter44", "Jan", 20, 40)],
)  # fmt: skip
def test_bombing_and_the_loss_of_oil_make_axis_headquarters_dear(
    scenario: str, month: str, step: int, cadre: int
) -> None:
    t = Table(f"westfront {scenario}\n{month} production\nBerlin: OKW 2, AGB 1, Ge84 1\nLondon: SHAEF 2, 21AG 1")
    s = t.state
    assert [step_cost(s, t.unit(hq)).value for hq in ("OKW", "AGB")] == [step, step]
    assert cadre_cost(s, t.unit("AGG"), t.place("Berlin")).value == cadre
    assert step_cost(s, t.unit("Ge84")).value == 4
    assert step_cost(s, t.unit("21AG")).value == 10
    left = t.match.view("axis")["tracks"]["production points"]
    t.say("axis", "replace AGB")
    assert t.match.view("axis")["tracks"]["production points"] == left - step


# 14.7 Grounding


@rule("WF-14.7")
def test_the_axis_may_ground_its_paras_and_they_cost_half() -> None:
    t = Table("westfront summer43\nAug production\nBerlin: OKW 3, 1Para 2\nLondon: SHAEF 2, Br2Para 2")
    assert t.refused("ground", "allied") == "WF-14.7"
    t.say("axis", "replace 1Para")
    assert t.match.view("axis")["tracks"]["production points"] == t.state.points[1] - 12
    t = Table("westfront summer43\nAug production\nBerlin: OKW 3, 1Para 2\nLondon: SHAEF 2, Br2Para 2")
    t.say("axis", "ground", "replace 1Para")
    assert t.match.view("axis")["tracks"]["production points"] == t.state.points[1] - 6
    assert t.refused("ground", "axis") == "WF-14.7"
    assert not t.events("ground")  # nobody else hears of it before the sheets are opened


@rule("WF-14.7")
def test_grounded_paras_never_drop_again_but_fire_as_before() -> None:
    position = "westfront summer43\nJul I, axis command\nBerlin: AGB 2, 1Para 2\nLondon: SHAEF 2"
    assert Table(position).refused("activate AGB paradrop") is None
    t = Table(f"{position}\ngrounded = 1")
    assert t.refused("activate AGB paradrop") == "WF-14.2a"
    assert firepower(t.state, t.unit("1Para"), t.place("Berlin"), offence=False).value == 2


@rule("WF-14.7")
@pytest.mark.parametrize(("scenario", "moment"), [("summer44", "Jun I"), ("winter44", "Mar I")])
def test_air_supremacy_grounds_them_in_any_case(scenario: str, moment: str, monkeypatch: pytest.MonkeyPatch) -> None:
    t = Table(f"westfront {scenario}\n{moment}, axis command\nBerlin: AGB 2, 1Para 2\nLondon: 21AG 2, Br2Para 2")
    data = {**t.state.world.data, "german_paras_grounded": False}  # as in a game that began a year before
    monkeypatch.setattr(t.state.world, "data", data)
    assert t.refused("activate AGB paradrop") == "WF-14.2a"
    month = t.state.world.months.index("1944-07") if scenario == "summer44" else t.state.world.months.index("1945-04")
    t.state.month = month
    assert step_cost(t.state, t.unit("1Para")).value == 6
    assert step_cost(t.state, t.unit("Br2Para")).value == 12


# Linked games


@rule("WF-13.22a", "WF-13.22c", "WF-9.21c", "WF-13.14")
@pytest.mark.parametrize(("month", "speed", "owner", "moves"), [("May", 3, AXIS, 1), ("Jul", 2, ALLIES, 2)])
def test_air_supremacy_comes_in_the_middle_of_a_linked_game(month: str, speed: int, owner: int, moves: int) -> None:
    pieces = "Berlin: OKW 3, Ge84 2, Pz58 2\nBrest: Ge74 2\nLondon: SHAEF 2\nRuhr: Br3 4 attacks, Ge62 2"
    t = Table(f"westfront turn44\n{month} I, axis command\n{pieces}").say("axis", "activate OKW supreme", "pass")
    assert speed_of(t.state, t.unit("Pz58")) == speed
    assert sea_controller(t.state, t.state.world.sea_index["Bay of Biscay"]) == owner
    t.say("axis", "rail Ge84 Berlin-Lille")
    assert t.left("axis") == 6 - moves
    t.say("axis", "pass")
    assert (t.refused("strike OKW Ruhr") is None) == (month == "May")
