"""Chapter 6: movement. Walking, engaging, leaving a battle, and strategic moves."""

from __future__ import annotations

import pytest

from tests.rulebooks.westfront.table import Table
from tests.rules import rule


def moving(pieces: str) -> Table:
    """The Allied movement phase under 15AG, wherever it stands."""
    t = Table(f"westfront husky\nJul I, allied command\n{pieces}")
    return t.say("allied", "activate 15AG command", "pass")


def axis_moving(pieces: str) -> Table:
    """The Axis movement phase with the Supreme Moves of OKW."""
    t = Table(f"westfront husky\nJul I, axis command\n{pieces}")
    return t.say("axis", "activate OKW supreme", "pass")


def battles(t: Table) -> dict[str, dict[str, object]]:
    found: dict[str, dict[str, object]] = t.match.view()["tracks"]["battles"]
    return found


# 6.1 Land movement


@rule("WF-6.1a")
def test_a_unit_goes_no_farther_than_its_speed() -> None:
    t = moving("Tunis: 15AG 3, Br13 4, FF2 2")
    assert t.refused("move FF2 Tunis-Sfax") is None
    assert t.refused("move FF2 Tunis-Gabes") == "WF-6.1a"
    assert t.refused("move Br13 Tunis-Gabes") is None


@rule("WF-6.1a")
def test_a_static_unit_goes_one_hex() -> None:
    t = axis_moving("Reggio: OKW 3\nPalermo: ItSic 1")
    assert t.refused("move ItSic Palermo-Licata") is None
    assert t.refused("move ItSic Palermo-Catania") == "WF-6.1a"


@rule("WF-6.1b")
def test_a_unit_moves_once_in_a_phase() -> None:
    t = moving("Tunis: 15AG 3, Br13 4, FF2 2")
    t.say("allied", "move Br13 Tunis-Sousse", "move FF2 Tunis-Sousse")
    assert t.refused("move Br13 Sousse-Sfax") == "WF-6.1b"


@rule("WF-6.1b")
def test_a_unit_that_sailed_does_not_walk_on() -> None:
    t = Table().say("allied", "activate AF supreme", "pass", "sail Br5 Sfax-CentralMediterranean-Malta")
    assert t.refused("move Br5 Malta-Licata") == "WF-6.1b"


@rule("WF-6.1c")
def test_a_move_ends_in_the_mountains() -> None:
    t = moving("""
        Palermo: 15AG 3 unsupplied
        Palermo E1: FF2 2, Br30 4, Pz76 3 attacks
        Messina: Br10 4 unsupplied
    """)
    assert t.control("Catania") == "axis"  # so the way there leads over Messina, out of the battle
    assert t.refused("move FF2 PalermoE1-Messina") is None
    assert t.refused("move FF2 PalermoE1-Messina-Catania") == "WF-6.1c"


def test_no_attack_is_made_by_way_of_the_mountains() -> None:
    t = moving("Palermo E1: 15AG 3, Br13 4\nCatania: It7 3")
    assert t.refused("move Br13 PalermoE1-Licata-Catania") is None
    assert t.refused("move Br13 PalermoE1-Messina-Catania") is not None


# 6.3 Engaging


@rule("WF-6.31a")
def test_a_unit_that_meets_enemies_goes_no_farther() -> None:
    t = moving("Palermo: 15AG 3, Br13 4\nPalermo E1: It7 3\nLicata: ItSic 1")
    assert t.refused("move Br13 Palermo-PalermoE1") is None
    assert t.refused("move Br13 Palermo-Catania") == "WF-6.31a"


def test_a_battle_is_entered_only_over_sides_that_are_near_enough() -> None:
    t = moving("Bizerte: 15AG 3, FF2 3\nSousse: It7 3")  # two hexes, and Sousse is the second
    assert [str(order) for order in t.match.orders("allied") if str(order).endswith("-Sousse")] == [
        "move FF2 Bizerte-Tunis-Sousse"
    ]
    for last in ("Tunis SW1", "Sfax"):
        assert t.place(last) in [there for there, _ in t.state.world.walk[t.place("Sousse")]]
        assert t.refused(f"move FF2 Bizerte-{last.replace(' ', '')}-Sousse") == "WF-6.1a"


@rule("WF-6.31b")
def test_entering_a_hex_that_only_enemies_hold_opens_a_battle() -> None:
    t = moving("Palermo: 15AG 3, Br13 4\nPalermo E1: It7 3").say("allied", "move Br13 Palermo-PalermoE1")
    assert battles(t) == {"Palermo E1": {"attacker": "allied", "new": True}}


@rule("WF-6.31b")
def test_joining_a_battle_does_not_make_it_new() -> None:
    t = moving("Palermo: 15AG 3, Br13 4\nPalermo E1: It7 3 attacks, Br10 4")
    t.say("allied", "move Br13 Palermo-PalermoE1")
    assert battles(t) == {"Palermo E1": {"attacker": "axis", "new": False}}


@rule("WF-6.31b", "WF-7.15b")
def test_example_a_battle_newly_opened_is_fought_and_shows_its_units() -> None:  # EX-7.14
    t = moving("Licata: 15AG 1, Br30 3\nPalermo: Br13 4\nPalermo E1: It7 3")
    t.say("allied", "move Br30 Licata-PalermoE1", "move Br13 Palermo-PalermoE1", "pass")
    t.roll([1, 1, 1], [1, 1, 1, 1], [1, 1, 1]).say("allied", "pass")  # passes over the airstrike only
    t.dice.finish()
    assert t.events("battle") == [{"at": "Palermo E1", "units": ["Br13 mech 4", "Br30 armor 3", "It7 infantry 3"]}]
    assert battles(t)["Palermo E1"]["attacker"] == "allied"


# 6.32 Disengaging


@rule("WF-6.32a")
def test_a_unit_leaves_a_battle_only_into_a_friendly_hex() -> None:
    t = moving("Palermo E1: 15AG 3\nCatania: Br13 4 attacks, Br30 4, It7 3\nMessina: 1Para 2\nPalermo: Pz76 3")
    assert t.control("Licata") == "disputed"
    assert t.refused("move Br30 Catania-Licata") == "WF-6.32a"
    assert t.refused("move Br30 Catania-PalermoE1") is None


@rule("WF-6.32a")
def test_a_unit_does_not_leave_a_battle_into_an_enemy_hex() -> None:
    t = axis_moving("Reggio: OKW 3\nCatania: It7 3 attacks, Pz76 3, Br13 4\nPalermo: Br10 4")
    assert t.control("Licata") == "allied"
    assert t.refused("move Pz76 Catania-Licata") == "WF-6.32a"
    assert t.refused("move Pz76 Catania-Messina") is None


@rule("WF-6.32b")
def test_a_unit_does_not_leave_one_battle_for_the_hex_of_another() -> None:
    t = moving("Licata: 15AG 3\nCatania: Br13 4 attacks, Br30 4, It7 3\nPalermo E1: Pz76 3 attacks, Br10 4")
    assert t.control("Palermo E1") == "allied"
    assert t.refused("move Br30 Catania-PalermoE1") == "WF-6.32b"


@rule("WF-6.32a")
def test_a_unit_leaves_a_battle_over_straits_only_to_a_friendly_shore() -> None:
    t = moving("Catania: 15AG 3\nMessina: Br13 4 attacks, FF2 4, It7 3")
    assert t.refused("move FF2 Messina-Reggio") == "WF-6.32a"


@rule("WF-6.32b")
def test_a_unit_that_leaves_a_battle_enters_no_other() -> None:
    t = moving("Licata: 15AG 3\nCatania: Br13 4 attacks, Br30 4, It7 3\nPalermo: ItSic 1")
    assert t.refused("move Br30 Catania-Licata") is None
    assert t.refused("move Br30 Catania-Licata-Palermo") == "WF-6.32b"


@rule("WF-6.32a")
def test_after_its_first_step_out_of_a_battle_a_unit_moves_on_freely() -> None:
    t = moving("Licata: 15AG 3\nPalermo E1: Br30 4, Br13 4, Pz76 3 attacks")
    assert t.control("Messina") == "axis"
    assert t.refused("move Br30 PalermoE1-Messina") == "WF-6.32a"
    assert t.refused("move Br30 PalermoE1-Catania-Messina") is None


# 6.33 Sides of a battle hex


@rule("WF-6.33a")
def test_one_unit_enters_a_battle_over_a_hill_side() -> None:
    t = moving("Palermo: 15AG 3, Br13 4, Br10 4\nPalermo E1: It7 3").say("allied", "move Br13 Palermo-PalermoE1")
    assert t.refused("move Br10 Palermo-PalermoE1") == "WF-6.33a"
    assert t.refused("move Br10 Palermo-Licata-PalermoE1") is None  # round by another side


@rule("WF-6.33a")
def test_two_units_enter_a_battle_over_a_clear_side() -> None:
    t = moving("Tunis: 15AG 3, Br13 4, Br10 4, US2 4\nSousse: It7 3")
    t.say("allied", "move Br13 Tunis-Sousse", "move Br10 Tunis-Sousse")
    assert t.refused("move US2 Tunis-Sousse") == "WF-6.33a"
    assert t.refused("move US2 Tunis-TunisSW1-Sousse") is None


@rule("WF-6.33a")
def test_example_a_unit_that_leaves_uses_the_side_for_one_that_would_enter() -> None:  # EX-6.33, with a hill side
    t = moving("Licata: 15AG 3, Br10 4\nCatania: Br13 4 attacks, Br30 4, It7 3")
    t.say("allied", "move Br30 Catania-Licata")
    assert t.refused("move Br10 Licata-Catania") == "WF-6.33a"


@rule("WF-6.33a")
def test_a_unit_that_entered_uses_the_side_for_one_that_would_leave() -> None:
    t = moving("Licata: 15AG 3, Br10 4\nCatania: Br13 4 attacks, Br30 4, It7 3")
    t.say("allied", "move Br10 Licata-Catania")
    assert t.refused("move Br30 Catania-Licata") == "WF-6.33a"


@rule("WF-6.33a")
def test_the_sides_are_free_again_in_the_next_movement_phase() -> None:
    t = Table("westfront husky\nJul I, allied command\nLicata: 15AG 3, Br10 4, Br5 2\nCatania: Br13 4 attacks, It7 3")
    t.say("allied", "activate 15AG command blitz", "pass", "move Br10 Licata-Catania")
    assert t.refused("move Br5 Licata-Catania") == "WF-6.33a"
    t.say("allied", "pass", "pass", "pass")
    assert t.when == "Jul I, allied blitz movement"
    assert t.refused("move Br5 Licata-Catania") is None


# 6.4 Retreat


@rule("WF-6.41a")
def test_the_last_unit_does_not_leave_a_battle_without_a_rearguard() -> None:
    t = moving("Licata: 15AG 3\nCatania: Br13 4 attacks, Br30 4, It7 3")
    t.say("allied", "move Br30 Catania-Licata")
    assert t.refused("move Br13 Catania-PalermoE1") == "WF-6.41a"


@rule("WF-6.41a")
def test_fresh_units_do_not_let_the_last_original_unit_walk_away() -> None:
    t = moving("Licata: 15AG 3, Br10 4\nPalermo E1: Br30 4, Pz76 3 attacks").say("allied", "move Br10 Licata-PalermoE1")
    assert t.refused("move Br30 PalermoE1-Catania") == "WF-6.41a"


# 6.5 Supreme moves and strategic moves


@rule("WF-6.52a")
def test_a_supreme_move_lets_a_unit_attack_by_land() -> None:
    t = Table("""
        westfront husky
        Aug I, allied command
        Malta: AF 1
        Licata: Br30 4
        Catania: FF2 3
        Palermo E1: ItSic 1
        Messina: Pz76 3
    """)
    t.say("allied", "activate AF supreme", "pass", "move Br30 Licata-PalermoE1", "move FF2 Catania-Messina")
    assert t.left("allied") == 0
    assert sorted(battles(t)) == ["Messina", "Palermo E1"]


@rule("WF-6.52a")
def test_a_supreme_move_lets_a_unit_leave_a_battle() -> None:
    t = axis_moving("Reggio: OKW 1\nMessina: Pz76 3, 1Para 2, FF2 3 attacks").say("axis", "move Pz76 Messina-Reggio")
    assert (t.at("Pz76"), t.left("axis")) == ("Reggio", 1)


@rule("WF-6.53a")
def test_sea_movement_needs_a_supreme_headquarters() -> None:
    t = moving("Tunis: 15AG 3, Br13 4")
    assert t.refused("sail Br13 Tunis-CentralMediterranean-Malta") == "WF-6.53a"


@rule("WF-6.53a")
@pytest.mark.parametrize(
    ("route", "cost"),
    [("Tunis-CentralMediterranean-Malta", 1), ("Bizerte-TyrrhenianSea-CentralMediterranean-Malta", 1)],
)
def test_a_supreme_move_takes_an_allied_unit_over_one_sea_or_two(route: str, cost: int) -> None:
    t = Table().say("allied", "activate AF supreme", "pass")
    t.say("allied", f"sail {'Br13' if route.startswith('Tunis') else 'Br10'} {route}")
    assert t.left("allied") == 4 - cost


@rule("WF-6.53a")
def test_an_axis_unit_pays_a_supreme_move_for_each_sea() -> None:
    t = axis_moving("Reggio: OKW 3\nPalermo: Pz76 3, It7 1\nCatania: GeSt 2")
    t.say("axis", "sail Pz76 Palermo-TyrrhenianSea-IonianSea-Catania")
    assert t.left("axis") == 4


@rule("WF-6.53c")
def test_a_unit_sails_out_of_a_battle_only_if_friends_stay() -> None:
    t = Table("""
        westfront husky
        Jul I, allied command
        Malta: AF 2
        Licata: FF2 2
        Catania: Br10 4, Br13 4, It7 3 attacks
    """)
    t.say("allied", "activate AF supreme", "pass")
    assert t.refused("sail Br10 Catania-CentralMediterranean-Malta") is None
    t.say("allied", "move Br13 Catania-Licata")
    assert t.refused("sail Br10 Catania-CentralMediterranean-Malta") == "WF-6.53c"


# What stands in the way


@rule("WF-6.1c")
def test_nobody_attacks_by_way_of_the_mountains() -> None:
    t = moving("Palermo E1: 15AG 3, Br10 4, Br13 4\nCatania: It7 3")
    assert t.refused("move Br13 PalermoE1-Messina-Catania") == "WF-6.1c"


def test_the_way_out_of_a_battle_does_not_lead_on_through_the_mountains() -> None:
    t = moving("Licata: 15AG 3\nMessina: FF2 2\nCatania: Br13 4, Br10 4, It7 3 attacks\nReggio: OKW 3")
    ways = [str(order) for order in t.match.orders("allied") if str(order).startswith("move Br13 Catania-Messina")]
    assert ways == ["move Br13 Catania-Messina"]
    assert t.refused("move Br13 Catania-PalermoE1-Palermo") is None
    assert t.refused("move Br13 Catania-Messina-PalermoE1") == "WF-6.1c"


# 6.22 Crowded by a repulse


@rule("WF-6.22b")
def test_a_unit_too_many_after_a_repulse_loses_a_step_in_the_enemy_supply_phase() -> None:
    t = Table("""
        westfront husky
        Jul I, allied command
        Tunis: 15AG 3, US2 4, Br10 4, Br13 4
        Bizerte: 21AG 3, Br30 4
        Catania: It7 3
    """)
    t.say("allied", "activate 15AG invasion", "activate 21AG command", "pass")
    t.say("allied", "land US2 Tunis-CentralMediterranean-Catania", "move Br30 Bizerte-Tunis", "pass")
    t.roll([1, 2, 2]).say("allied", "pass")
    assert t.at("US2") == "Tunis"  # thrown back: now five stand there
    t.say("axis", "pass")
    assert t.match.waiting == {"allied"}
    assert t.refused("lose Br5") is not None
    t.say("allied", "lose Br10")
    assert (t.steps("Br10"), t.steps("US2"), t.fact("supplied", "Br10")) == (3, 4, 0)
    t.dice.finish()
