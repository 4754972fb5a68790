"""The printed game: the invasion of Sicily, July I to August II 1943, to the letter.

Every stage begins where the one before it ends. Where print and rules disagree (C1 to C6 in docs/rulings/westfront.md)
the test says what is done instead.
"""

from __future__ import annotations

import pytest

from grognard.games.westfront import combat, invasions
from grognard.games.westfront.airpower import in_air_range
from grognard.games.westfront.assault import repulse_numbers
from grognard.games.westfront.rail import rail_supply
from grognard.games.westfront.supply import beachhead_line, is_supplied, supply_line
from grognard.games.westfront.victory import held_ports
from tests.rulebooks.westfront import printed_game as printed
from tests.rulebooks.westfront.printed_game import played_through
from tests.rulebooks.westfront.table import Table
from tests.rules import rule

ALLIES, AXIS = 0, 1


def supplied_now(t: Table, unit: str) -> bool:
    """Whether a unit would be supplied if it were checked now, over its own seas."""
    return is_supplied(t.state, t.unit(unit), frozenset())


@rule("WF-HX.1", "WF-HX.2")
def test_set_up() -> None:  # EX-HX-00
    t = played_through("set-up")
    assert t.stacks() == {
        "Palermo E1": "Pz76 3",
        "Catania": "It7 1",
        "Palermo": "ItSic 1",
        "Reggio": "OKW 3, 1Para 2, GeSt 2",
        "Tunis": "15AG 3, US2 4, Br13 4, FF2 2",
        "Bizerte": "21AG 3, US6 2, Br30 4, Br10 4",
        "Malta": "AF 2, Br2Para 1",
        "Sfax": "Br5 2",
    }
    assert t.fact("beachhead", "US6") == t.fact("beachhead", "US2") == -1  # Ready
    assert t.control("Licata") == t.control("Messina") == "axis"
    assert len(t.state.world.land) == 20
    assert t.refused("move Br13 Tunis-2026") is not None


@rule("WF-5.7a", "WF-14.2a", "WF-15.41")
def test_july_1_allied_command() -> None:  # EX-HX-01
    t = played_through("set-up")
    assert t.refused("activate AF paradrop blitz") == "WF-5.7b"
    t.say("allied", "activate AF paradrop")
    assert t.state.supreme[ALLIES] == 0  # no Supreme Moves from a paradrop headquarters
    t.say("allied", "activate 21AG invasion blitz", "activate 15AG invasion blitz", "pass")
    assert (t.steps("21AG"), t.steps("15AG"), t.steps("AF")) == (3, 3, 2)
    assert t.refused("sail Br13 Tunis-CentralMediterranean-Malta") == "WF-6.53a"
    assert t.refused("drop US2 Catania") == "WF-14.3a"
    # met as refusals here: an HQ out of a port, a blitz without steps, a paradrop HQ without paras
    low = Table("westfront husky\nJul I, allied command\nTunis: 15AG 0\nBeja: 21AG 2\n")
    assert low.refused("activate 15AG command blitz") == "WF-5.7a"
    assert low.refused("activate 21AG invasion") == "WF-15.41"
    assert low.refused("activate 21AG paradrop") == "WF-14.2a"
    far = Table("westfront husky\nJul I, allied command\nMalta: AF 2, Br2Para 1\n").say(
        "allied", "activate AF paradrop", "pass"
    )
    assert far.refused("drop Br2Para 1432") == "WF-14.3a"


@rule("WF-15.42e", "WF-7.53")
def test_july_1_allied_movement() -> None:  # EX-HX-02
    t = played_through("july_1_allied_command")
    printed.july_1_allied_movement(t)
    assert t.control("Licata") == t.control("Catania") == "axis"  # landed units are dispersed
    assert all(t.fact("dispersed", unit) for unit in ("US6", "US2", "Br2Para"))
    assert t.state.is_battle(t.place("Catania"))
    assert not t.state.is_battle(t.place("Licata"))
    assert repulse_numbers(t.state, t.place("Catania"), ALLIES) == {1}  # a combined assault by sea and air
    assert t.match.throws[-1].faces  # no interdiction: nothing but the shuffles of blocks has been thrown
    assert not [event for event in t.match.history if event.what == "roll"]


@rule("WF-13.15a", "WF-5.7c", "WF-5.43a", "WF-15.43b")
def test_july_1_allied_combat() -> None:  # EX-HX-03
    t = played_through("july_1_allied_movement")
    catania = t.place("Catania")
    assert in_air_range(t.state, t.unit("15AG"), catania)
    assert t.refused("strike 21AG Catania") == "WF-5.5a"  # four hexes off
    assert invasions.sea_distance(t.state, t.unit("15AG"), catania) == 4
    assert invasions.sea_distance(t.state, t.unit("21AG"), catania) == 5
    assert combat.is_supported(t.state, ALLIES, catania)
    printed.july_1_allied_combat(t)
    assert t.at("It7") == "eliminated"
    assert t.stacks()["Catania"] == "US2 4, Br2Para 1"
    assert (t.steps("15AG"), t.steps("21AG"), t.steps("AF")) == (2, 2, 1)
    assert t.fact("shown", "15AG")
    assert t.fact("shown", "21AG")
    assert not t.fact("shown", "AF")


@rule("WF-15.44a", "WF-15.42b")
def test_july_1_blitz() -> None:  # EX-HX-04
    t = played_through("july_1_allied_combat")
    assert t.when == "Jul I, allied blitz movement"
    assert t.refused("land FF2 Tunis-CentralMediterranean-Licata") == "WF-15.44a"
    assert t.refused("land US2 Catania-CentralMediterranean-Licata") == "WF-4.44"
    printed.july_1_allied_blitz(t)
    assert t.stacks()["Licata"] == "US6 2, Br30 4"
    assert t.stacks()["Catania"] == "US2 4, FF2 2, Br2Para 1"
    assert (t.steps("15AG"), t.steps("21AG")) == (1, 1)
    # armour may land only because nobody defends
    defended = Table("westfront husky\nJul I, allied command\nBizerte: 21AG 3, Br30 4\nLicata: It7 1\n")
    defended.say("allied", "activate 21AG invasion", "pass")
    assert defended.refused("land Br30 Bizerte-TyrrhenianSea-CentralMediterranean-Licata") == "WF-15.42b"


@rule("WF-8.33", "WF-14.6b", "WF-10.3a", "WF-10.4a", "WF-15.73a", "WF-8.2c")
def test_july_1_allied_supply() -> None:  # EX-HX-05
    t = played_through("july_1_allied_blitz")
    printed.july_1_allied_supply(t)  # C1: the lane to Palermo is put to the test and blocked by a 3
    assert not any(t.fact("dispersed", unit) for unit in ("US6", "US2", "Br2Para", "FF2", "Br30"))
    assert t.control("Licata") == t.control("Catania") == "allied"
    assert t.control("Messina") == "disputed"
    assert t.fact("beachhead", "US6") == t.place("Licata")  # C2: placed in the supply phase
    assert (t.steps("ItSic"), t.fact("supplied", "ItSic")) == (0, 0)
    assert (t.steps("Pz76"), t.fact("supplied", "Pz76")) == (3, 1)
    reggio = rail_supply(t.state, AXIS)
    assert reggio == 1 << t.place("Reggio")
    line = supply_line(t.state, t.unit("Pz76"), reggio)
    assert line == (t.place("Palermo E1"), t.place("Messina"), t.place("Reggio"))


@rule("WF-15.73a", "WF-15.73b")
def test_an_open_lane_would_have_saved_palermo() -> None:  # the other side of C1
    t = played_through("july_1_allied_blitz")
    t.roll([5]).say("allied", "beachhead US6", "pass")
    assert (t.steps("ItSic"), t.fact("supplied", "ItSic")) == (1, 1)


@rule("WF-5.61", "WF-8.1a", "WF-8.31")
def test_july_1_axis() -> None:  # EX-HX-06
    t = played_through("july_1_allied_supply")
    t.say("axis", "activate OKW supreme", "pass")
    assert t.state.supreme[AXIS] == 6
    t.say("axis", "move ItSic Palermo-PalermoE1", "move Pz76 PalermoE1-Messina", "move 1Para Reggio-Messina")
    assert t.state.supreme[AXIS] == 3
    assert t.control("Messina") == "disputed"  # still, until the phase is over
    t.say("axis", "pass")
    assert t.stacks()["Messina"] == "1Para 2, Pz76 3"
    assert t.stacks()["Palermo E1"] == "ItSic 0"
    assert t.stacks()["Reggio"] == "OKW 2, GeSt 2"
    assert t.control("Messina") == "axis"
    assert t.control("Palermo") == "allied"  # by the zone of control of Licata alone
    assert all(t.fact("supplied", unit) for unit in ("US6", "Br30", "US2", "FF2", "Br2Para"))
    assert beachhead_line(t.state, t.unit("US6")) == (t.place("Licata"),)


@rule("WF-10.2a", "WF-9.12b", "WF-8.2c")
def test_july_2() -> None:  # EX-HX-07
    t = played_through("july_1_axis")
    assert t.control("Palermo") == "allied"
    before = t.stacks()
    t.say("allied", "pass", "pass")
    assert t.fact("supplied", "ItSic")  # again: rail runs Reggio, Messina, Palermo E1
    assert t.control("Palermo") == "disputed"  # C6
    t.say("axis", "pass")
    assert t.stacks() == before
    assert t.when == "Aug production"


@rule("WF-11.3", "WF-11.43a", "WF-14.7")
def test_august_axis_production() -> None:  # EX-HX-08
    t = played_through("july_2")
    assert t.state.points == [73, 25]
    t.say("axis", "replace 1Para", "replace OKW", "replace ItSic", "rebuild It7 Reggio")
    assert t.match.view("axis")["tracks"]["production points"] == 0
    assert t.refused("replace GeSt", "axis") is not None
    # nothing is left for another step
    poor = played_through("july_2").say("axis", "replace 1Para", "replace OKW", "replace ItSic")
    poor.say("axis", "rebuild It7 Reggio", "seal")
    rich = played_through("july_2").say("axis", "replace OKW", "rebuild It7 Reggio")
    assert rich.match.view("axis")["tracks"]["production points"] == 9
    dear = played_through("july_2").say("axis", "replace OKW", "replace 1Para", "replace ItSic", "rebuild It7 Reggio")
    assert dear.refused("rebuild It7 Reggio", "axis") == "WF-11.42a"
    spent = played_through("july_2").say("allied", *[f"replace {u}" for u in ("15AG", "21AG", "AF", "Br2Para", "FF2")])
    assert spent.match.view("allied")["tracks"]["production points"] == 73 - 10 - 10 - 15 - 12 - 5
    short = Table("westfront husky\nAug production\nReggio: OKW 1, 1Para 1, GeSt 0, It7 1\n")
    short.say("axis", "replace OKW", "replace 1Para", "replace GeSt")
    assert short.refused("rebuild Pz76 Reggio", "axis") == "WF-11.3"  # 6 left, and a cadre costs 12


@rule("WF-11.43b", "WF-11.43a")
def test_august_allied_production() -> None:  # EX-HX-09
    t = played_through("august_axis_production")
    t.say("allied", *[f"replace {unit}" for unit in ("15AG", "21AG", "AF", "Br5", "US6", "FF2", "Br2Para")])
    assert t.match.view("allied")["tracks"]["production points"] == 73 - 60
    t.say("allied", "arrive Polish Tunis", "seal")
    assert t.stacks() == {
        "Tunis": "15AG 2, Br13 4, Polish 4",
        "Bizerte": "21AG 2, Br10 4",
        "Malta": "AF 2",
        "Sfax": "Br5 3",
        "Licata": "US6 3, Br30 4",
        "Catania": "US2 4, FF2 3, Br2Para 2",
        "Palermo E1": "ItSic 1",
        "Messina": "1Para 3, Pz76 3",
        "Reggio": "OKW 3, GeSt 2, It7 1",
    }
    assert t.state.points == [0, 0]  # what was not spent is lost


@rule("WF-15.2b", "WF-7.5b", "WF-15.21a", "WF-6.33a")
def test_august_1_allied_movement() -> None:  # EX-HX-10
    t = played_through("august_1_allied_command")
    assert t.state.supreme[ALLIES] == 4
    printed.august_1_allied_movement(t)
    assert t.state.supreme[ALLIES] == 0
    assert (t.state.port_used[t.place("Tunis")], t.state.port_used[t.place("Licata")]) == (1, 1)
    assert t.state.is_battle(t.place("Palermo E1"))
    assert t.state.is_battle(t.place("Messina"))
    assert repulse_numbers(t.state, t.place("Palermo E1"), ALLIES) == frozenset()  # because Br30 attacks by land
    again = played_through("august_1_allied_command")
    again.say("allied", "sail Br13 Tunis-CentralMediterranean-Licata", "move Br30 Licata-PalermoE1")
    assert again.refused("move US6 Licata-PalermoE1") == "WF-6.33a"
    assert again.refused("sail Polish Tunis-CentralMediterranean-Licata") == "WF-15.21a"
    assert again.refused("land Br10 Bizerte-TyrrhenianSea-Messina") == "WF-15.42c"


@rule("WF-8.1a", "WF-13.11a", "WF-7.12b")
def test_august_1_control_and_airstrike() -> None:  # EX-HX-11
    t = played_through("august_1_allied_command")
    assert t.control("Palermo") == "disputed"
    printed.august_1_allied_movement(t)
    assert t.control("Palermo") == "allied"  # C6: the unit in Palermo E1 is engaged and has no zone of control
    assert t.control("Palermo E1") == t.control("Messina") == "axis"
    offered = [str(order) for order in t.match.orders()]
    assert offered == ["strike AF PalermoE1", "strike AF Messina", "pass"]  # 21AG reaches neither


@rule("WF-7.4b", "WF-7.32e", "WF-7.34d")
def test_august_1_messina() -> None:  # EX-HX-12
    t = played_through("august_1_airstrike")
    messina = t.place("Messina")
    assert not combat.is_supported(t.state, ALLIES, messina)  # C4: it cannot be invaded, whatever the distance
    assert combat.defence(t.state, ALLIES, messina).value == 3
    assert combat.firepower(t.state, t.unit("FF2"), messina, offence=True).value == combat.DF  # C5
    printed.august_1_messina(t)
    assert t.stacks()["Messina"] == "FF2 1, 1Para 3, Pz76 3"
    assert t.state.is_battle(messina)
    assert t.state.attacker[messina] == 1 + ALLIES
    assert (t.state.partial, t.state.partial_on) == (0, -1)  # the third of a hit has lapsed


@rule("WF-2.25c", "WF-7.34a", "WF-15.43b")
def test_august_1_palermo_e1() -> None:  # EX-HX-13
    t = played_through("august_1_airstrike")
    place = t.place("Palermo E1")
    assert invasions.sea_distance(t.state, t.unit("21AG"), place) == 3
    assert combat.defence(t.state, ALLIES, place).value == 2
    printed.august_1_messina(t)  # Palermo E1 is fought next
    assert t.at("ItSic") == "eliminated"
    assert t.stacks()["Palermo E1"] == "Br30 4, Br10 4"
    assert (t.steps("21AG"), t.steps("AF"), t.steps("15AG")) == (1, 1, 2)


@rule("WF-9.12c")
def test_august_supply_through_the_battle_of_messina() -> None:  # EX-HX-14
    t = played_through("august_1_allied_supply")
    assert rail_supply(t.state, AXIS) >> t.place("Messina") & 1  # the ferry leads into the battle
    assert not rail_supply(t.state, AXIS) >> t.place("Palermo E1") & 1  # but not through it
    assert t.fact("supplied", "Pz76")
    assert t.fact("supplied", "1Para")
    assert t.control("Palermo E1") == "allied"


def test_the_end() -> None:  # EX-HX-14
    t = played_through()
    assert t.stacks() == {
        "Tunis": "15AG 2, Polish 4",
        "Bizerte": "21AG 1",
        "Malta": "AF 1",
        "Licata": "Br13 4, US6 3",
        "Catania": "US2 4, Br2Para 2, Br5 3",
        "Palermo E1": "Br30 4, Br10 4",
        "Messina": "FF2 1, 1Para 3, Pz76 3",
        "Reggio": "OKW 3, GeSt 2, It7 1",
    }
    assert t.fact("beachhead", "US6") == t.place("Licata")
    assert {p: t.control(p) for p in ("Palermo", "Palermo E1", "Licata", "Catania", "Messina", "Reggio")} == {
        "Palermo": "allied",
        "Palermo E1": "allied",
        "Licata": "allied",
        "Catania": "allied",
        "Messina": "axis",
        "Reggio": "axis",
    }
    assert all(t.fact("supplied", unit) for unit in t.state.world.units)
    assert t.match.outcome is not None
    assert t.match.outcome.cause == "points"  # no winner is printed: these points are ours
    assert (t.state.score, held_ports(t.state)) == (7, 2)
    assert t.match.waiting == frozenset()


@pytest.mark.parametrize("stage", [stage.__name__ for stage in printed.STAGES])
def test_every_stage_can_be_saved_and_written_down(stage: str, tmp_path: object) -> None:
    import grognard

    t = played_through(stage)
    path = f"{tmp_path}/husky.json"
    t.match.save(path)
    again = grognard.load(path)
    assert again.text() == t.match.text()
    assert grognard.position(t.match.text()).text() == t.match.text()
