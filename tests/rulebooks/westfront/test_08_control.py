"""Chapter 8: hex control. Zones of control, disputed hexes, and what control allows."""

from __future__ import annotations

import pytest

from grognard.engine.state import put
from tests.rulebooks.westfront.table import PRINTED, Table
from tests.rules import rule


def standing(pieces: str, moment: str = "Jul I, allied command") -> Table:
    return Table(f"westfront husky\n{moment}\n{pieces}")


def control(t: Table, *places: str) -> list[str]:
    return [t.control(place) for place in places]


# 8.1 When control is taken


@rule("WF-8.1a")
def test_control_holds_until_the_next_phase_begins() -> None:
    t = standing("""
        Palermo: 15AG 3 unsupplied
        Palermo E1: Br13 4 unsupplied
        Messina: Br10 4 unsupplied
        Catania: Pz76 3
    """)
    t.say("allied", "activate 15AG command blitz", "pass", "move Br13 PalermoE1-Palermo")
    assert t.control("Palermo E1") == "allied"
    assert t.refused("move Br10 Messina-PalermoE1") is None  # command still runs over it
    t.say("allied", "pass")
    assert t.control("Palermo E1") == "axis"


@rule("WF-8.1a")
def test_a_hex_that_was_entered_is_friendly_from_the_next_phase_on() -> None:
    t = standing("Palermo: 15AG 3, Br13 4 unsupplied")
    t.say("allied", "activate 15AG command blitz", "pass", "move Br13 Palermo-Messina")
    assert t.control("Messina") == "axis"
    t.say("allied", "pass")
    assert t.control("Messina") == "allied"


@rule("WF-8.1a")
def test_the_blitz_begins_with_the_control_that_combat_has_left() -> None:
    t = standing("Licata: 15AG 2\nPalermo E1: Br30 4 attacks, It7 1")
    t.say("allied", "activate 15AG command blitz", "pass", "pass", "pass")
    assert control(t, "Palermo E1", "Messina") == ["axis", "axis"]
    t.roll([1], [6, 6, 1, 1]).say("allied", "declare PalermoE1")
    assert t.when == "Jul I, allied blitz movement"
    assert control(t, "Palermo E1", "Messina") == ["allied", "allied"]


@rule("WF-8.1b")
def test_passing_through_does_not_convert_a_hex() -> None:
    t = standing("Palermo: 15AG 3 unsupplied, Br13 4 unsupplied")
    t.say("allied", "activate 15AG command blitz", "pass", "move Br13 Palermo-Messina", "pass")
    assert control(t, "Palermo", "Palermo E1", "Messina") == ["allied", "axis", "allied"]


# 8.2 Zones of control


@rule("WF-8.2a")
def test_a_unit_controls_its_empty_neighbours() -> None:
    t = standing("Catania: Br13 4")
    assert control(t, "Palermo E1", "Messina", "Licata", "Palermo") == ["allied", "allied", "allied", "axis"]


@rule("WF-8.2a")
def test_no_zone_reaches_into_an_occupied_hex() -> None:
    t = standing("Catania: Br13 4, Br10 4\nMessina: ItSic 0 unsupplied")
    assert control(t, "Messina", "Licata") == ["axis", "allied"]


@rule("WF-8.2b")
@pytest.mark.parametrize(
    ("unit", "beyond", "owner"),
    [
        ("Messina: Br10 4", "Reggio", "axis"),
        ("Malta: Br10 4", "Licata", "axis"),
        ("Kasserine: It7 3", "Gabes", "allied"),
    ],
)
def test_zones_cross_neither_straits_nor_sea_nor_alpine_sides(unit: str, beyond: str, owner: str) -> None:
    assert standing(unit).control(beyond) == owner


@rule("WF-8.2a")
def test_zones_cross_plain_sides() -> None:
    assert control(standing("Kasserine: It7 3"), "Sfax", "Kasserine SW1") == ["axis", "axis"]


@rule("WF-8.2c")
def test_an_unsupplied_unit_has_no_zone() -> None:
    assert standing("Catania: Br13 4 unsupplied").control("Licata") == "axis"


@rule("WF-8.2c")
def test_an_engaged_unit_has_no_zone() -> None:
    t = standing("Catania: Br13 4, It7 3 attacks")
    assert control(t, "Catania", "Licata") == ["allied", "axis"]


@rule("WF-8.2c")
def test_a_dispersed_unit_has_no_zone_until_it_has_recovered() -> None:
    t = standing("Tunis: 15AG 3, US2 4\nReggio: OKW 3")
    t.say("allied", "activate 15AG invasion blitz", "pass", "land US2 Tunis-CentralMediterranean-Catania", "pass")
    assert t.when == "Jul I, allied blitz movement"
    assert control(t, "Catania", "Licata") == ["axis", "axis"]
    t.say("allied", "pass", "pass")
    assert t.when == "Jul I, axis command"
    assert control(t, "Catania", "Licata") == ["allied", "allied"]


# 8.3 Friendly, enemy, disputed


@rule("WF-8.31")
def test_a_hex_is_friendly_to_those_who_stand_in_it_even_without_supply() -> None:
    t = standing("Messina: Br10 4 unsupplied\nCatania: Pz76 3")
    assert control(t, "Messina", "Catania") == ["allied", "axis"]


@rule("WF-8.31")
def test_an_empty_hex_is_friendly_where_only_one_zone_reaches() -> None:
    t = standing("Palermo: Br10 4\nReggio: OKW 3")
    assert control(t, "Palermo E1", "Licata", "Messina") == ["allied", "allied", "axis"]


@rule("WF-8.31")
@pytest.mark.parametrize(("pieces", "owner"), [("Br10 4 attacks, It7 3", "axis"), ("Br10 4, It7 3 attacks", "allied")])
def test_a_battle_hex_is_friendly_to_the_original_defender(pieces: str, owner: str) -> None:
    assert standing(f"Licata: {pieces}").control("Licata") == owner


@rule("WF-8.33")
def test_an_empty_hex_in_the_zones_of_both_sides_is_disputed() -> None:
    t = standing("Catania: Br10 4\nPalermo E1: Pz76 3")
    assert control(t, "Messina", "Licata", "Palermo") == ["disputed", "disputed", "axis"]


@rule("WF-8.34")
def test_a_hex_in_nobodys_zone_stays_with_its_last_owner() -> None:
    t = standing("Palermo: 15AG 3\nPalermo E1: Br13 4")
    assert t.control("Messina") == "allied"
    t.say("allied", "activate 15AG command blitz", "pass", "move Br13 PalermoE1-Palermo", "pass")
    assert t.control("Messina") == "allied"  # nobody is near any more
    assert t.control("Reggio") == "axis"


@rule("WF-8.34")
@pytest.mark.parametrize("owner", ["allied", "axis"])
def test_a_disputed_hex_that_leaves_both_zones_is_again_its_last_owners(owner: str) -> None:
    t = standing("Malta: AF 1\nPalermo: Br13 4\nCatania: Pz76 3")
    t.state.prior = put(t.state.prior, t.place("Licata"), t.match.side_index(owner))
    t.say("allied", "activate AF supreme", "pass")
    assert t.control("Licata") == "disputed"
    t.say("allied", "move Br13 Palermo-PalermoE1-Catania", "pass")  # now both are engaged
    assert t.control("Licata") == owner


# The diagrams of the rulebook, as far as the island has room for them


@rule("WF-8.2a", "WF-8.2b", "WF-8.31", "WF-8.33")
def test_example_the_first_diagram_of_control() -> None:  # EX-8.2a: straits for the river
    t = standing("Catania: Br13 4\nPalermo: Pz76 3\nReggio: OKW 3")
    assert control(t, "Catania", "Palermo", "Reggio") == ["allied", "axis", "axis"]
    assert control(t, "Palermo E1", "Licata") == ["disputed", "disputed"]
    assert t.control("Messina") == "allied"  # no zone comes over the water


@rule("WF-8.2a", "WF-8.2b", "WF-8.2c")
def test_example_the_second_diagram_of_control() -> None:  # EX-8.2b
    t = standing("Palermo E1: Br30 4 attacks, Pz76 3\nCatania: Br13 4")
    assert control(t, "Messina", "Licata") == ["allied", "allied"]
    assert control(t, "Palermo E1", "Palermo", "Reggio") == ["axis", "axis", "axis"]


THIRD = """
    Reggio: OKW 3
    Catania: Br13 4, Br10 4, Pz76 3 attacks, It7 3
    Palermo: Br5 2
    Messina: FF2 3
"""


@rule("WF-8.2c", "WF-8.31", "WF-6.32a")
def test_example_the_third_diagram_of_control() -> None:  # EX-8.2c
    t = standing(THIRD + "Palermo E1: Br30 4 attacks, 1Para 2", "Jul I, axis command")
    assert control(t, "Catania", "Palermo E1", "Licata") == ["allied", "axis", "allied"]
    t.say("axis", "activate OKW supreme", "pass")
    ways = ("Licata", "Messina", "PalermoE1")  # friendly to the enemy, held by him, and the other battle
    assert [t.refused(f"move Pz76 Catania-{way}") for way in ways] == ["WF-6.32a", "WF-6.32b", "WF-6.32b"]


@rule("WF-8.33", "WF-6.32a")
def test_example_the_third_diagram_without_the_attack() -> None:  # EX-8.2c
    t = standing(THIRD + "Palermo E1: 1Para 2", "Jul I, axis command")
    assert t.control("Licata") == "disputed"
    t.say("axis", "activate OKW supreme", "pass")
    assert t.refused("move Pz76 Catania-Licata") == "WF-6.32a"


def test_example_the_defender_of_the_third_diagram_leaves_to_either_friendly_side() -> None:  # EX-8.2c
    t = standing(THIRD + "Palermo E1: Br30 4 attacks, 1Para 2\nLicata: 15AG 3")
    t.say("allied", "activate 15AG command", "pass")
    assert t.refused("move Br10 Catania-Licata") is None
    assert t.refused("move Br10 Catania-Messina") is None


# 8.4 What control allows

STATES = {
    "friendly": "Catania: Br13 4 attacks, Br30 4, It7 3\nPalermo E1: 15AG 3",
    "disputed": "Catania: Br13 4 attacks, Br30 4, It7 3\nPalermo E1: 15AG 3\nPalermo: Pz76 3",
    "enemy": "Catania: Br13 4 attacks, Br30 4, It7 3\nPalermo E1: 15AG 3 unsupplied\nPalermo: Pz76 3",
}
"""Licata in each state, beside a battle."""


@rule("WF-8.4")
@pytest.mark.parametrize("state", STATES)
def test_units_leave_a_battle_as_the_chart_of_control_says(state: str) -> None:
    t = standing(STATES[state]).say("allied", "activate 15AG command", "pass")
    assert t.control("Licata") == {"friendly": "allied", "enemy": "axis"}.get(state, state)
    allowed = t.refused("move Br30 Catania-Licata") is None
    assert allowed == PRINTED["hex_control"]["disengage_into"][state]


TRACES = {
    "friendly": "Palermo: 15AG 2\nMessina: Br10 4 unsupplied",
    "disputed": "Palermo: 15AG 2\nMessina: Br10 4 unsupplied\nCatania: GeSt 2",
    "enemy": "Palermo: 15AG 2 unsupplied\nMessina: Br10 4 unsupplied\nCatania: GeSt 2",
    "embattled": "Palermo: 15AG 2\nMessina: Br10 4 unsupplied\nPalermo E1: Br30 4, GeSt 2 attacks",
}
"""Palermo E1 in each state, between a headquarters and a unit."""


@rule("WF-8.4")
@pytest.mark.parametrize("state", TRACES)
def test_command_is_traced_as_the_chart_of_control_says(state: str) -> None:
    t = standing(TRACES[state]).say("allied", "activate 15AG command", "pass")
    owner = {"friendly": "allied", "enemy": "axis", "embattled": "allied"}.get(state, state)
    assert t.control("Palermo E1") == owner
    allowed = t.refused(f"move Br10 {t.at('Br10')}-PalermoE1") is None
    assert allowed == PRINTED["hex_control"]["trace_command"][state]


LINES = {
    "friendly": "Palermo E1: Pz76 3\nReggio: OKW 3",
    "disputed": "Palermo E1: Pz76 3\nReggio: OKW 3\nCatania: Br13 4",
    "enemy": "Palermo E1: Pz76 3 unsupplied\nReggio: OKW 3\nCatania: Br13 4",
    "embattled": "Palermo E1: Pz76 3\nReggio: OKW 3\nMessina: GeSt 2, FF2 4 attacks",
}
"""Messina in each state, between a unit and the railway."""


@rule("WF-8.4")
@pytest.mark.parametrize("state", LINES)
def test_supply_lines_run_as_the_chart_of_control_says(state: str) -> None:
    t = standing(LINES[state])
    if state == "enemy":
        t.roll([1])  # nor does anything come through to the port of Palermo
    t.say("allied", "pass")
    supplied = t.fact("supplied", "Pz76") == 1
    assert supplied == PRINTED["hex_control"]["trace_supply_line"][state]


WALKS = {
    "friendly": "Palermo: 15AG 2, Br13 4",
    "disputed": "Palermo: 15AG 2, Br13 4\nCatania: GeSt 2",
    "enemy": "Palermo: 15AG 2 unsupplied, Br13 4 unsupplied\nCatania: GeSt 2",
    "embattled": "Palermo: 15AG 2, Br13 4\nPalermo E1: Br30 4, GeSt 2 attacks",
}
"""Palermo E1 in each state, beside a unit."""


@rule("WF-8.4")
@pytest.mark.parametrize("state", WALKS)
def test_units_walk_as_the_chart_of_control_says(state: str) -> None:
    t = standing(WALKS[state]).say("allied", "activate 15AG command", "pass")
    assert t.control("Palermo E1") == {"friendly": "allied", "enemy": "axis", "embattled": "allied"}.get(state, state)
    allowed = t.refused("move Br13 Palermo-PalermoE1") is None
    assert allowed == PRINTED["hex_control"]["move_into"][state]


@rule("WF-8.1a")
def test_a_game_that_goes_on_from_its_text_takes_control_anew_in_the_next_phase() -> None:
    t = Table("westfront husky\nJul I, allied command\nPalermo: 15AG 3, FF2 4\nReggio: OKW 3")
    t.say("allied", "activate 15AG command", "pass", "move FF2 Palermo-PalermoE1")
    again = Table(t.match.text())
    for each in (t, again):
        assert each.control("Messina") == "axis"
        each.say("allied", "pass")
        assert each.control("Messina") == "allied"
