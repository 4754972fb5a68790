"""Chapter 9: railroads. How far friendly lines run, and what rail and sea together supply."""

from __future__ import annotations

from grognard.games.westfront.rail import rail_supply, supply_net
from tests.rulebooks.westfront.table import Table
from tests.rules import rule

ALLIES, AXIS = 0, 1


def at_command(pieces: str) -> Table:
    return Table(f"westfront husky\nJul I, allied command\n{pieces}")


def places(t: Table, mask: int) -> set[str]:
    return {t.state.world.board.names[place] for place in t.state.world.land if mask >> place & 1}


@rule("WF-9.12a")
def test_a_side_that_has_lost_its_origin_has_no_rail_or_sea_supply_at_all() -> None:
    t = at_command("Reggio: Br30 4\nPalermo: ItSic 1\nMessina: It7 3")
    assert rail_supply(t.state, AXIS) == 0
    assert supply_net(t.state, AXIS, frozenset([t.place("Palermo"), t.place("Messina")])) == 0


@rule("WF-9.12b")
def test_a_line_is_friendly_through_friendly_hexes_all_round_sicily() -> None:
    t = at_command("Reggio: OKW 3\nPalermo: ItSic 1")
    assert places(t, rail_supply(t.state, AXIS)) == {"Reggio", "Messina", "Palermo E1", "Palermo", "Licata", "Catania"}


@rule("WF-9.12b")
def test_a_line_ends_before_a_disputed_hex() -> None:
    t = at_command("Reggio: OKW 3\nPalermo E1: Pz76 3\nCatania: Br10 4")
    assert t.control("Messina") == "disputed"
    assert places(t, rail_supply(t.state, AXIS)) == {"Reggio"}


@rule("WF-9.12b")
def test_a_line_ends_before_an_enemy_hex() -> None:
    t = at_command("Reggio: OKW 3\nMessina: 1Para 3\nCatania: It7 3\nPalermo E1: Br10 4")
    assert places(t, rail_supply(t.state, AXIS)) == {"Reggio", "Messina", "Catania"}


@rule("WF-9.12c")
def test_a_line_runs_into_a_friendly_battle_but_not_through_it() -> None:
    t = at_command("Reggio: OKW 3\nMessina: 1Para 3, Br10 4 attacks\nPalermo E1: Pz76 3")
    assert places(t, rail_supply(t.state, AXIS)) == {"Reggio", "Messina"}


@rule("WF-9.12c")
def test_a_battle_at_the_origin_itself_stops_the_line_there() -> None:
    t = at_command("Reggio: OKW 3, US6 4 attacks\nMessina: 1Para 3")
    assert places(t, rail_supply(t.state, AXIS)) == {"Reggio"}


@rule("WF-9.31a")
def test_a_friendly_port_on_friendly_seas_is_supplied_and_so_are_the_lines_from_it() -> None:
    t = at_command("Catania: Br10 4\nMessina: It7 3\nPalermo: ItSic 1\nReggio: OKW 3")
    assert t.control("Licata") == "disputed"
    assert {"Catania"} == places(t, supply_net(t.state, ALLIES, frozenset())) & {"Catania", "Licata", "Messina"}
    t = at_command("Catania: Br10 4\nLicata: Br13 4\nMessina: It7 3\nReggio: OKW 3")
    assert {"Catania", "Licata"} <= places(t, supply_net(t.state, ALLIES, frozenset()))


@rule("WF-9.31a")
def test_a_lane_through_enemy_seas_joins_a_cut_off_line_only_if_it_gets_through() -> None:
    t = at_command("Reggio: OKW 3\nMessina: Br13 4\nPalermo: ItSic 1\nLicata: It7 3")
    assert places(t, supply_net(t.state, AXIS, frozenset())) == {"Reggio"}
    opened = supply_net(t.state, AXIS, frozenset([t.place("Palermo")]))
    assert places(t, opened) == {"Reggio", "Palermo", "Licata"}


@rule("WF-9.4")
def test_the_railhead_follows_control_without_a_marker() -> None:
    assert railhead("Messina: 1Para 2\nPalermo: It7 3") == {"Messina", "Palermo E1", "Palermo", "Licata", "Catania"}
    assert railhead("Messina: 1Para 2\nPalermo: It7 3\nCatania: Br30 4") == {"Messina"}  # what lies beyond is disputed
    assert railhead("Palermo: It7 3\nCatania: Br30 4") == set()


def railhead(pieces: str) -> set[str]:
    """The stations that trains from Reggio reach."""
    t = at_command(f"Reggio: OKW 3\n{pieces}")
    return places(t, rail_supply(t.state, AXIS)) - {"Reggio"}


@rule("WF-9.12c")
def test_a_battle_that_begins_in_the_middle_of_a_phase_stops_the_trains_at_once() -> None:
    t = at_command("Malta: AF 3, US2 4\nReggio: OKW 3, GeSt 2\nMessina: It7 3")
    t.say("allied", "activate AF invasion", "pass")
    assert "Messina" in places(t, supply_net(t.state, AXIS, frozenset()))  # looked at before, as a table may do
    t.say("allied", "land US2 Malta-CentralMediterranean-IonianSea-Reggio")
    assert places(t, supply_net(t.state, AXIS, frozenset())) == {"Reggio"}
