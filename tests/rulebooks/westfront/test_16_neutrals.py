"""Chapter 16, 16.4: Spain and Portugal, neutral until war is declared on them."""

from __future__ import annotations

import pytest

from grognard.games.westfront.state import NOBODY
from tests.rulebooks.westfront.politics_table import offered, politics, whole
from tests.rulebooks.westfront.table import Table
from tests.rules import rule

SPAIN, BOTH = "Spain", "Spain Portugal"


def command(pieces: str = "London: AF 2\nBerlin: OKW 2", month: str = "Aug", scenario: str = "summer43") -> Table:
    return whole(f"{month} I, allied command", pieces, scenario=scenario)


def stationed(t: Table) -> Table:
    """Place every unit of a country, wherever it is offered first."""
    while "axis" in t.match.waiting:
        t.match.play(t.match.orders("axis")[0], "axis")
    return t


# 16.4 Neutrality


@rule("WF-16.4a")
def test_nobody_walks_into_a_neutral_country_or_looks_into_it() -> None:
    t = whole("Aug I, axis movement", "Bayonne: PzG 2\nBayonneNE1: OBWest 2 command")
    assert t.refused("move PzG Bayonne-SanSebastian") == "WF-16.4a"
    assert not any("Pamplona" in text for text in offered(t, "move", "axis"))
    assert t.state.owner[t.place("San Sebastian")] == NOBODY
    assert "San Sebastian" not in t.match.view("allied")["tracks"]["control"]


@rule("WF-16.4a")
def test_nobody_lands_sails_or_drops_there() -> None:
    t = whole("Aug I, allied movement", "Gibraltar: 15AG 3 invasion, US2 4, AF 2 supreme")
    assert t.refused("land US2 Gibraltar-AlboranSea-Malaga") == "WF-16.4a"
    assert t.refused("sail US2 Gibraltar-AlboranSea-Mallorca") == "WF-16.4a"
    t = whole("Aug I, allied movement", "Gibraltar: 15AG 3 paradrop, US17Para 2")
    assert t.refused("drop US17Para Malaga") == "WF-16.4a"


@rule("WF-16.4a")
def test_no_command_reaches_through_it() -> None:
    pieces = "BayonneE1: OBWest 2 command\nPerpignan: PzG 2 unsupplied\nToulouseSW1: US2 4 unsupplied"
    t = whole("Aug I, axis movement", pieces)
    assert t.refused("move PzG Perpignan-Narbonne", "axis") == "WF-5.3b"
    assert t.refused("move OBWest BayonneE1-PerpignanW1", "axis") == "WF-5.43b"
    assert t.refused("mobilize OBWest BayonneE1-PerpignanW1", "axis") == "WF-16.4a"
    t = whole("Aug I, axis movement", pieces, war=SPAIN)
    assert t.refused("move PzG Perpignan-Narbonne", "axis") is None


@rule("WF-16.4a")
def test_neutral_units_are_not_on_the_map() -> None:
    t = command()
    assert {t.at(unit.name) for unit in t.state.world.roster if unit.nation in ("Spain", "Portugal")} == {"later"}
    assert t.refused("move JDN Madrid-Toledo", "allied") == "WF-4.4b"
    t = whole("Aug I, axis movement", "Bayonne: PzG 2\nBayonneNE1: OBWest 2 command")
    assert t.refused("move PzG Bayonne-Pamplona") == "WF-16.4a"


# 16.4 Declaring war


@rule("WF-16.4b")
def test_the_allies_declare_war_before_they_activate_anybody() -> None:
    t = command("London: AF 2, 1AG 2\nBerlin: OKW 2")
    assert offered(t, "war") == {"Spain", "Portugal"}
    t.say("allied", "activate AF supreme")
    assert t.refused("war Spain") == "WF-16.4b"


@rule("WF-16.4b")
def test_the_axis_declares_no_war_and_nobody_does_later() -> None:
    t = whole("Aug I, axis command", "Berlin: OKW 2")
    assert t.refused("war Spain", "axis") == "WF-16.4b"
    t = whole("Aug I, allied movement", "London: AF 2 supreme")
    assert t.refused("war Spain", "allied") == "WF-16.4b"


@rule("WF-16.4b")
@pytest.mark.parametrize(
    ("nation", "spain", "portugal"), [("Spain", "at war", "neutral"), ("Portugal", "at war", "at war")]
)
def test_war_on_portugal_is_war_on_spain_but_not_the_reverse(nation: str, spain: str, portugal: str) -> None:
    t = stationed(command().say("allied", f"war {nation}"))
    tracks = t.match.view("axis")["tracks"]
    assert (tracks["Spain"], tracks["Portugal"]) == (spain, portugal)
    assert t.refused(f"war {nation}") == "WF-16.4b"
    assert (t.control("Cuenca"), "Lisbon NE1" in tracks["control"]) == ("axis", portugal == "at war")
    t.say("allied", "activate AF supreme")


# 16.4 Taking the field


@rule("WF-16.4c")
def test_the_axis_places_twelve_spanish_and_two_portuguese_units() -> None:
    t = stationed(command().say("allied", "war Portugal"))
    at = {unit.name: t.at(unit.name) for unit in t.state.world.roster if unit.nation in ("Spain", "Portugal")}
    assert len(at) == 14
    nations = t.state.world.board.nation
    for name, place in at.items():
        assert nations[t.place(place)] == t.state.world.roster[t.unit(name)].nation
    steps = {name: t.steps(name) for name in at}
    assert steps["JDN"] == t.state.world.roster[t.unit("JDN")].max
    assert {steps[name] for name in at if name[2:].isdigit() and name.startswith("Sp")} == {3}
    assert {steps[name] for name in ("SpBal", "SpMor", "SpPyr")} == {1}
    assert (steps["Pt1"], steps["PtSt"]) == (1, 0)


@rule("WF-16.4c")
def test_they_stand_in_their_own_country_and_not_too_many_in_a_hex() -> None:
    t = command().say("allied", "war Spain")
    assert t.refused("station JDN Lisbon", "axis") == "WF-16.4c"
    assert t.refused("station Sp1 Madrid", "axis") == "WF-16.4c"
    t.say("axis", "station JDN Madrid", "station Sp1 Madrid", "station Sp2 Madrid", "station Sp3 Madrid")
    assert t.refused("station Sp4 Madrid", "axis") == "WF-6.2a"


def test_the_allies_see_blocks_when_all_stand_and_do_not_learn_who_they_are() -> None:
    t = command().say("allied", "war Spain")
    t.say("axis", "station JDN Madrid", "station Sp1 Barcelona")
    assert t.faces("allied", "Madrid") == []
    stationed(t)
    assert t.faces("allied", "Madrid") == [None]


# 16.4 At war


@rule("WF-16.4d")
def test_spanish_headquarters_move_spaniards_alone_and_others_may_come_to_help() -> None:
    pieces = "Madrid: JDN 2 supreme\nToledo: Sp1 3\nBayonne: PzG 2\nParis: OKW 2"
    t = whole("Aug I, axis movement", pieces, war=SPAIN)
    assert t.refused("move PzG Bayonne-SanSebastian") == "WF-16.4d"
    t.say("axis", "move Sp1 Toledo-CiudadReal")
    assert t.at("Sp1") == "Ciudad Real"
    t = whole("Aug I, axis movement", "Bayonne: OBWest 2 command, PzG 2\nPamplona: Sp1 3", war=SPAIN)
    t.say("axis", "move PzG Bayonne-SanSebastian", "move Sp1 Pamplona-Huesca")
    assert (t.at("PzG"), t.at("Sp1")) == ("San Sebastian", "Huesca")


@rule("WF-16.4d")
def test_a_spaniard_uses_up_spanish_moves_before_those_of_the_supreme_command() -> None:
    pieces = "Madrid: JDN 1 supreme\nToledo: Sp1 3, Sp2 3\nParis: OKW 1 supreme, PzG 2"
    t = whole("Aug I, axis movement", pieces, war=SPAIN)
    assert (t.left("axis"), t.state.theatre) == (2, 1)
    t.say("axis", "move Sp1 Toledo-CiudadReal")
    assert (t.left("axis"), t.state.theatre) == (2, 0)
    t.say("axis", "move Sp2 Toledo-CiudadReal", "move PzG Paris-Reims")
    assert t.left("axis") == 0
    assert t.refused("move JDN Madrid-Toledo") == "WF-5.43b"
    t = whole("Aug I, axis movement", "Madrid: JDN 1 supreme\nParis: PzG 2", war=SPAIN)
    assert t.refused("move PzG Paris-Reims") == "WF-16.4d"


# 16.4 Defeat


@rule("WF-16.4e")
def test_when_lisbon_falls_portugal_is_defeated_and_conquered() -> None:
    t = politics("Lisbon: US2 4\nPorto: Pt1 1\nMadrid: Sp1 3", war=BOTH)
    assert t.match.view()["tracks"]["Portugal"] == "out of the war"
    assert (t.at("Pt1"), t.at("Sp1")) == ("eliminated", "Madrid")
    t.say("allied", "pass")
    assert (t.control("Porto"), t.match.view()["tracks"]["Spain"]) == ("allied", "at war")


@rule("WF-16.4e")
def test_the_fall_of_madrid_takes_spain_out_of_the_war_for_good() -> None:
    t = politics("Madrid: US2 4\nSeville: Sp1 3\nBarcelona: Ge75 3\nBerlin: OKW 2", war=SPAIN)
    assert t.at("Sp1") == "eliminated"
    t.say("allied", "pass")
    assert t.control("Seville") == "axis"
    t.say("axis", "pass")
    assert t.refused("rebuild Sp1 Barcelona", "axis") == "WF-16.1c"


@rule("WF-16.4e")
def test_a_capital_under_siege_has_not_fallen() -> None:
    t = politics("Madrid: US2 4 attacks, Sp1 3", war=SPAIN)
    assert t.match.view()["tracks"]["Spain"] == "at war"


@rule("WF-16.4e")
def test_spain_may_surrender_as_italy_does_but_nobody_goes_over() -> None:
    t = politics("Cadiz: US2 4\nVigo: Br13 4\nSeville: Sp1 3\nRome: It5 2", war=SPAIN)
    assert t.refused("demand Portugal") == "WF-16.4a"
    t.roll([1]).say("allied", "demand Spain")
    assert (t.match.view()["tracks"]["Spain"], t.at("Sp1")) == ("out of the war", "eliminated")
    assert (t.at("It5"), t.at("Friuli"), t.state.called) == ("Rome", "later", ())


# 16.4 The penalty


@rule("WF-16.4f")
@pytest.mark.parametrize(
    ("scenario", "month", "nation", "points"),
    [
        ("summer43", "Aug", "Spain", -12), ("summer43", "Nov", "Portugal", -14), ("winter43", "Jan", "Spain", -18),
        ("winter43", "Dec", "Portugal", -21), ("summer44", "Jun", "Portugal", -28), ("winter44", "Jan", "Spain", -24),
    ],
)  # fmt: skip
def test_the_penalty_grows_with_the_war(scenario: str, month: str, nation: str, points: int) -> None:
    t = command(month=month, scenario=scenario).say("allied", f"war {nation}")
    assert t.state.penalty == t.match.view("allied")["tracks"]["war penalty"] == points


@rule("WF-16.4f")
def test_war_on_portugal_after_spain_costs_only_portugal() -> None:
    t = stationed(command().say("allied", "war Spain")).say("allied", "war Portugal")
    assert t.state.penalty == -14
