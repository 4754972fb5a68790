"""Chapter 4: the sequence of play, and the dry months of chapter 12."""

from __future__ import annotations

import pytest

from grognard.games.westfront.weather import needs_roll
from grognard.games.westfront.world import charts
from tests.rulebooks.westfront.table import Table
from tests.rules import rule

# 4.1 Months and fortnights


@rule("WF-4.1")
def test_a_month_is_production_and_two_fortnights_of_weather_allies_and_axis() -> None:
    t = Table("westfront husky\nJul II, axis command\nTunis: Br13 4\nReggio: OKW 3")
    t.say("axis", "pass").say("axis", "seal").say("allied", "arrive Polish Tunis", "seal")
    for side in ("allied", "axis", "allied", "axis"):
        t.say(side, "pass")
    kept = ("production over", "weather", "player turn")
    said = [event.facts.get("side", event.what) for event in t.match.history if event.what in kept]
    assert said == ["production over", "weather", "allied", "axis", "weather", "allied", "axis"]


@rule("WF-12.1a")
@pytest.mark.parametrize("month", range(3, 11))
def test_from_march_to_october_it_is_dry_without_a_roll(month: int) -> None:
    assert not needs_roll(Table().state, f"1944-{month:02}")


@rule("WF-12.1a")
@pytest.mark.parametrize("month", ["december", "january"])
def test_december_and_january_are_muddy_whatever_is_rolled(month: str) -> None:
    assert charts()["weather"][month] == {"even": "mud", "odd": "mud"}


@rule("WF-12.1a")
def test_july_is_dry() -> None:
    assert [fact["weather"] for fact in Table().events("weather")] == ["dry"]


# 4.2 Production


@rule("WF-4.2")
def test_nobody_is_replaced_once_cadres_are_being_built() -> None:
    t = Table("westfront husky\nAug production\nReggio: OKW 1, GeSt 1")
    t.say("axis", "replace GeSt", "rebuild It7 Reggio")
    assert t.refused("replace OKW", "axis") == "WF-4.2"


@rule("WF-4.2")
def test_no_cadre_is_built_once_reinforcements_are_placed() -> None:
    t = Table("westfront husky\nAug production\nTunis: 15AG 3")
    t.say("allied", "arrive Polish Tunis")
    assert t.refused("rebuild Br13 Tunis", "allied") == "WF-4.2"


# 4.4 The player turn

BLITZ = """
    westfront husky
    Jul I, allied command
    Tunis: 15AG 3, Br13 4
    Malta: AF 2
"""


@rule("WF-4.4b")
def test_a_player_turn_has_its_phases_in_order() -> None:
    t = Table("""
        westfront husky
        Jul I, allied command
        Tunis: 15AG 3, US2 4
        Palermo E1: Br30 4 attacks, It7 3
    """)
    seen = [t.when]
    t.say("allied", "activate 15AG invasion blitz", "pass", "land US2 Tunis-CentralMediterranean-Licata")
    while t.when.startswith("Jul I, allied"):
        seen += [t.when]
        assert t.refused("seal") == "WF-4.4b"  # production is over
        t.say("allied", "pass")
    phases = ("command", "movement", "combat", "blitz movement", "blitz combat", "supply")
    assert list(dict.fromkeys(seen)) == [f"Jul I, allied {phase}" for phase in phases]
    assert t.when == "Jul I, axis command"


@rule("WF-4.4b")
def test_nobody_moves_in_the_command_phase() -> None:
    assert Table(BLITZ).refused("move Br13 Tunis-Sousse") == "WF-4.4b"


@rule("WF-4.4b")
def test_nobody_moves_once_combat_has_begun() -> None:
    t = Table(BLITZ + "Palermo E1: Br30 4 attacks, It7 3\nCatania: Br10 4")
    t.say("allied", "activate 15AG command", "pass", "pass")
    assert t.when == "Jul I, allied combat"
    assert t.refused("move Br10 Catania-Licata") == "WF-4.4b"


@rule("WF-4.4b")
def test_without_a_blitz_supply_follows_combat() -> None:
    t = Table(BLITZ + "Palermo E1: Br30 4 attacks, It7 3").say("allied", "activate 15AG command", "pass", "pass")
    assert t.refused("move Br30 PalermoE1-Palermo") == "WF-4.4b"
    t.say("allied", "pass", "pass")  # no airstrike, no round, and nobody is asked again
    assert t.when == "Jul I, axis command"


@rule("WF-4.4c")
def test_a_landed_corps_cuts_supply_in_its_own_supply_phase() -> None:
    t = Table("""
        westfront husky
        Jul I, allied command
        Tunis: 15AG 3, US2 4
        Palermo: ItSic 2
    """)
    t.say("allied", "activate 15AG invasion", "pass", "land US2 Tunis-CentralMediterranean-Catania", "pass")
    t.roll([1]).say("allied", "pass")  # the railway being cut, Palermo hangs on its port, and the lane is blocked
    t.dice.finish()
    assert t.steps("ItSic") == 1


# 4.42 Movement


@rule("WF-4.42a")
def test_a_unit_out_of_command_stays_where_it_is() -> None:
    t = Table("""
        westfront husky
        Jul I, allied command
        Bizerte: 15AG 2
        Tunis SW1: Br10 4
        Sfax: Br5 2
    """)
    t.say("allied", "activate 15AG command", "pass")
    assert t.refused("move Br5 Sfax-Sousse") == "WF-4.42a"
    assert t.refused("move Br10 TunisSW1-Sousse") is None


@rule("WF-4.42a")
def test_a_supreme_move_is_spent_on_each_unit_out_of_command() -> None:
    t = Table("""
        westfront husky
        Jul I, allied command
        Malta: AF 1
        Tunis: Br13 4, FF2 2, US2 4
    """)
    t.say("allied", "activate AF supreme", "pass", "move Br13 Tunis-Sousse", "move FF2 Tunis-Sousse")
    assert t.refused("move US2 Tunis-Sousse") == "WF-4.42a"


def test_a_unit_under_command_costs_no_supreme_move() -> None:
    t = Table(BLITZ).say("allied", "activate 15AG command", "activate AF supreme", "pass", "move Br13 Tunis-Sousse")
    assert t.left("allied") == 4


def test_interdiction_waits_until_all_have_moved() -> None:
    t = Table("""
        westfront husky
        Jul I, axis command
        Reggio: OKW 2, 1Para 2
        Palermo E1: Pz76 3
    """)
    t.say("axis", "activate OKW supreme", "pass", "sail 1Para Reggio-TyrrhenianSea-Palermo")
    t.say("axis", "move Pz76 PalermoE1-Messina")
    t.roll([1]).say("axis", "pass")
    assert (t.at("1Para"), t.at("Pz76")) == ("Reggio", "Messina")


# 4.44 Blitz movement


def blitzing(t: Table, *moves: str) -> Table:
    """The blitz movement phase, after 15AG has fallen by a step."""
    t.say("allied", "activate 15AG command blitz", "activate AF supreme", "pass", *moves, "pass")
    assert t.when == "Jul I, allied blitz movement"
    return t


@rule("WF-4.44")
def test_units_in_range_of_a_blitzing_headquarters_move_again() -> None:
    t = blitzing(Table(BLITZ + "Gabes: Br10 4"), "move Br13 Tunis-Sousse")
    assert t.refused("move Br13 Sousse-GabesSW1") is None  # full speed: three hexes more
    assert t.refused("move Br10 Gabes-Sfax") == "WF-4.44"  # three hexes from a headquarters of two steps


@rule("WF-4.44")
def test_supreme_moves_do_not_last_into_the_blitz() -> None:
    t = blitzing(Table(BLITZ + "Gabes: Br10 4"))
    assert t.left("allied") == 0
    assert t.refused("move Br10 Gabes-Sfax") == "WF-4.44"


@rule("WF-4.44")
def test_a_unit_that_sailed_does_not_move_again_in_the_blitz() -> None:
    t = blitzing(Table(BLITZ + "Sfax: Br5 2"), "sail Br5 Sfax-CentralMediterranean-Tunis")
    assert t.refused("move Br5 Tunis-Sousse") == "WF-4.44"


@rule("WF-4.44")
def test_a_unit_that_walked_by_a_supreme_move_does_move_again_in_the_blitz() -> None:
    t = blitzing(Table(BLITZ + "Gabes: Br5 2, Br10 4"), "move Br5 Gabes-TunisSW1")
    assert t.left("allied") == 0
    assert t.refused("move Br10 Gabes-Sfax") == "WF-4.44"
    assert t.refused("move Br5 TunisSW1-Tunis") is None


@rule("WF-4.44")
def test_a_landed_corps_does_not_move_again_in_the_blitz() -> None:
    t = Table("""
        westfront husky
        Jul I, allied command
        Tunis: 15AG 3, US2 4
        Palermo E1: 21AG 3, Br10 4
    """)
    t.say("allied", "activate 15AG invasion", "activate 21AG command blitz", "pass")
    t.say("allied", "land US2 Tunis-CentralMediterranean-Licata", "pass")
    assert t.refused("move US2 Licata-Palermo") == "WF-4.44"
    assert t.refused("move Br10 PalermoE1-Palermo") is None


@rule("WF-4.44")
def test_control_at_the_start_of_the_blitz_decides_whom_a_headquarters_reaches() -> None:
    t = Table("""
        westfront husky
        Jul I, allied command
        Palermo: 15AG 3 unsupplied
        Palermo E1: Br13 4 unsupplied
        Messina: Br10 4 unsupplied
        Catania: Pz76 3
    """)
    t.say("allied", "activate 15AG command blitz", "pass")
    assert t.refused("move Br10 Messina-PalermoE1") is None
    t.say("allied", "move Br13 PalermoE1-Palermo", "pass")
    assert t.control("Palermo E1") == "axis"
    assert t.refused("move Br10 Messina-PalermoE1") == "WF-4.44"


# 4.46 Supply


@rule("WF-4.46")
def test_the_supply_phase_checks_the_passive_side_alone() -> None:
    t = Table("""
        westfront husky
        Jul I, allied command
        Palermo E1: Br10 4
        Palermo: ItSic 1
        Licata: GeSt 2
        Catania: Pz76 3
        Messina: 1Para 2
        Gabes SW1: It7 3
        Gabes: Br5 2
    """)  # both It7 and Br10 are cut off
    t.say("allied", "pass")
    assert (t.steps("It7"), t.steps("Br10")) == (2, 4)
    t.say("axis", "pass")
    assert (t.steps("It7"), t.steps("Br10")) == (2, 3)


@rule("WF-4.45")
def test_without_a_blitz_there_is_no_blitz_combat() -> None:
    t = Table("westfront husky\nJul I, allied command\nLicata: 15AG 2\nPalermo E1: Br30 4 attacks, It7 3")
    t.say("allied", "activate 15AG command", "pass", "pass", "pass", "pass")
    assert t.when == "Jul I, axis command"
    blitz = Table("westfront husky\nJul I, allied command\nLicata: 15AG 2\nPalermo E1: Br30 4 attacks, It7 3")
    blitz.say("allied", "activate 15AG command blitz", "pass", "pass", "pass", "pass", "pass")
    assert blitz.when == "Jul I, allied blitz combat"
