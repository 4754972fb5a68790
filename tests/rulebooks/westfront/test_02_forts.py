"""Chapter 2, 2.26 and 2.65: forts, which hardly move and take three hits for one, and the fire of the SS."""

from __future__ import annotations

import pytest

from grognard.games.westfront.combat import firepower
from tests.rulebooks.westfront.table import Table
from tests.rules import rule


def axis_moves(pieces: str, scenario: str = "summer43") -> Table:
    """The Axis movement phase with OKW in Berlin and all its Supreme Moves."""
    t = Table(f"westfront {scenario}\nJul I, axis command\nBerlin: OKW 3\nLondon: SHAEF 2\n{pieces}")
    return t.say("axis", "activate OKW supreme", "pass")


# 2.26 Forts


@rule("WF-2.26a")
def test_a_fort_goes_by_rail_or_sea_but_never_on_foot() -> None:
    t = axis_moves("Brest: Fort81 3\nBordeaux: Ge84 2\nRome: Fort82 2\nLille: Fort89 2")
    assert t.refused("move Fort81 Brest-Lorient") == "WF-2.26a"
    assert t.refused("rail Fort81 Brest-Nantes") is None
    assert t.refused("sail Fort81 Brest-BayofBiscay-Bordeaux") is None


@rule("WF-2.26a")
def test_a_fort_does_not_cross_straits_either() -> None:
    t = axis_moves("Reggio: Fort81 3")
    assert t.refused("move Fort81 Reggio-Messina") == "WF-2.26a"
    assert t.refused("rail Fort81 Reggio-Messina") is None


@rule("WF-2.26a")
def test_a_fort_in_battle_stays() -> None:
    t = axis_moves("Brest: Fort81 3, Ge84 2, US6 1 attacks\nBordeaux: Ge74 2")
    assert t.refused("rail Fort81 Brest-Nantes") == "WF-2.26a"
    assert t.refused("sail Fort81 Brest-BayofBiscay-Bordeaux") == "WF-2.26a"
    assert t.refused("sail Ge84 Brest-BayofBiscay-Bordeaux") is None
    alone = axis_moves("Brest: Fort81 3, US6 1 attacks")
    assert alone.refused("retreat Fort81") == "WF-2.26a"


@rule("WF-2.26a")
def test_a_fort_is_not_evacuated() -> None:
    t = Table("westfront summer43\nJul I, axis command\nBordeaux: AGG 2\nBrest: Fort81 3, Ge84 2\nLondon: SHAEF 2")
    t.say("axis", "activate AGG invasion", "pass")
    assert t.refused("evacuate Fort81 Brest-BayofBiscay-Bordeaux") == "WF-2.26a"
    assert t.refused("evacuate Ge84 Brest-BayofBiscay-Bordeaux") is None


@rule("WF-2.26a")
def test_no_army_group_moves_a_fort() -> None:
    t = Table("westfront summer43\nJul I, axis command\nBrest: AGG 2, Fort81 3\nLondon: SHAEF 2")
    t.say("axis", "activate AGG command", "pass")
    assert t.refused("rail Fort81 Brest-Nantes") == "WF-6.53a"
    assert t.refused("move Fort81 Brest-Lorient") is not None


@rule("WF-2.26b")
@pytest.mark.parametrize("order", ["rail Fort81 Brest-Nantes", "sail Fort81 Brest-BayofBiscay-Bordeaux"])
def test_a_fort_that_moves_is_a_cadre(order: str) -> None:
    t = axis_moves("Brest: Fort81 4\nBordeaux: Ge74 2").say("axis", order)
    assert t.steps("Fort81") == 1
    assert "dismantle" in {event["what"] for event in t.match.view("axis")["log"]}
    assert "dismantle" not in {event["what"] for event in t.match.view("allied")["log"]}


@rule("WF-2.26b")
def test_whoever_remembers_a_fort_knows_what_is_left_of_it() -> None:
    t = axis_moves("Brest: Fort81 4\nBordeaux: Ge74 2")
    t.state.seen[t.unit("Fort81")] = 1 + 4 + 16 * (4 * t.state.month)
    t.say("axis", "rail Fort81 Brest-Nantes")
    blocks = [piece["seen"] for piece in t.match.view("allied")["pieces"] if piece["at"] == "Nantes"]
    assert blocks == ["Fort81 fort 1, Jul I"]


@rule("WF-2.26b")
def test_a_fort_that_has_grown_unseen_is_remembered_no_weaker_than_a_cadre() -> None:
    t = axis_moves("Brest: Fort81 4\nBordeaux: Ge74 2")
    t.state.seen[t.unit("Fort81")] = 1 + 1 + 16 * (4 * t.state.month)
    t.say("axis", "rail Fort81 Brest-Nantes")
    blocks = [piece["seen"] for piece in t.match.view("allied")["pieces"] if piece["at"] == "Nantes"]
    assert blocks == ["Fort81 fort 1, Jul I"]


@rule("WF-2.26b")
def test_a_fort_that_nobody_remembers_moves_as_one_block_of_many() -> None:
    t = axis_moves("Brest: Fort81 4\nBordeaux: Ge74 2").say("axis", "rail Fort81 Brest-Nantes")
    blocks = [piece for piece in t.match.view("allied")["pieces"] if piece["at"] == "Nantes"]
    assert [(piece["face"], piece["seen"]) for piece in blocks] == [(None, None)]


@rule("WF-2.26b")
@pytest.mark.parametrize("unit", ["Fort81 1", "Ge84 4"])
def test_a_cadre_of_a_fort_and_any_other_unit_lose_nothing_by_moving(unit: str) -> None:
    name, steps = unit.split()
    t = axis_moves(f"Brest: {unit}\nBordeaux: Ge74 2").say("axis", f"rail {name} Brest-Nantes")
    assert t.steps(name) == int(steps)
    assert not t.events("dismantle")


def defended(*units: str, hits: int, supplied: bool = True) -> Table:
    """Orleans, open ground, attacked with support by four steps that hit so often."""
    stack = ", ".join(unit if supplied else f"{unit} unsupplied" for unit in units)
    t = Table(f"westfront summer43\nJul I, allied command\nLe Mans: 21AG 3\nOrleans: {stack}, Br3 4 attacks")
    t.say("allied", "activate 21AG command", "pass", "pass", "pass")
    defence = sorted((int(unit.split()[1]) for unit in units), reverse=True)
    t.roll(*[[1] * steps for steps in defence], [6] * hits + [1] * (4 - hits))
    return t.say("allied", "declare Orleans")


@rule("WF-2.26d")
@pytest.mark.parametrize(("hits", "left"), [(2, 3), (3, 2), (4, 2)])
def test_a_fort_takes_three_hits_for_a_step_and_covers_the_smaller(hits: int, left: int) -> None:
    t = defended("Fort81 3", "Ge84 1", hits=hits)
    assert (t.steps("Fort81"), t.steps("Ge84")) == (left, 1)


@rule("WF-2.26d")
def test_a_stronger_unit_beside_a_fort_takes_hits_as_ever() -> None:
    t = defended("Fort81 2", "Ge84 4", hits=1)
    assert (t.steps("Fort81"), t.steps("Ge84")) == (2, 3)


@rule("WF-2.26d")
def test_a_fort_that_attacks_has_no_walls() -> None:
    t = Table("westfront summer43\nJul I, axis command\nOrleans: Fort81 3, Br3 2 attacks\nLe Mans: AGB 2")
    t.say("axis", "activate AGB command", "pass", "pass", "pass")
    t.roll([6, 1], [1, 1]).say("axis", "declare Orleans")
    assert t.steps("Fort81") == 2


@rule("WF-2.26d")
def test_an_unsupported_attack_meets_no_more_than_three_for_one() -> None:
    t = Table("westfront summer43\nJul I, allied command\nOrleans: Fort81 3, Br3 3 attacks\nBerlin: OKW 2")
    t.say("allied", "pass").roll([1, 1, 1], [6, 6, 6]).say("allied", "declare Orleans")
    assert t.steps("Fort81") == 2


@rule("WF-2.26e")
def test_on_a_tie_the_hit_goes_to_whom_it_hurts() -> None:
    t = defended("Fort81 1", "Ge84 1", hits=1)
    assert (t.at("Ge84"), t.steps("Fort81")) == ("eliminated", 1)


@rule("WF-2.26e")
def test_when_a_fort_has_fallen_to_the_others_they_take_the_next_hit() -> None:
    t = defended("Fort81 3", "Ge84 2", hits=4)
    assert (t.steps("Fort81"), t.steps("Ge84")) == (2, 1)


@rule("WF-2.26f")
def test_an_unsupplied_fort_has_neither_its_fire_nor_its_walls() -> None:
    assert defended("Fort81 3", hits=1, supplied=False).steps("Fort81") == 2
    t = Table("westfront summer43\nJul I, allied combat\nOrleans: Fort81 3 unsupplied, Br3 4 attacks")
    fort, place = t.unit("Fort81"), t.place("Orleans")
    assert firepower(t.state, fort, place, offence=False).value == 1
    t.state.supplied[fort] = 1
    assert firepower(t.state, fort, place, offence=False).value == 3
    assert firepower(t.state, fort, place, offence=True).value == 1


@rule("WF-2.26g")
@pytest.mark.parametrize(("steps", "left"), [(1, 1), (3, 2)])
def test_hunger_never_takes_the_last_step_of_a_fort(steps: int, left: int) -> None:
    pieces = f"Oxford: Fort81 {steps}, Ge84 1, Br3 2 attacks\nLondon: SHAEF 2"
    t = Table(f"westfront summer43\nJul I, allied command\n{pieces}").say("allied", "pass", "pass")
    assert t.steps("Fort81") == left
    assert t.at("Ge84") == "eliminated"
    assert not t.fact("supplied", "Fort81")


@rule("WF-2.26h")
def test_no_second_fort_comes_to_a_hex() -> None:
    t = axis_moves("Brest: Fort81 3\nNantes: Fort82 2\nBordeaux: Fort84 2")
    assert t.refused("rail Fort81 Brest-Nantes") == "WF-2.26h"
    assert t.refused("sail Fort81 Brest-BayofBiscay-Bordeaux") == "WF-2.26h"
    offered = {str(order) for order in t.match.orders("axis")}
    assert not any(order.startswith("rail Fort81") and order.endswith("-Nantes") for order in offered)
    assert "sail Fort81 Brest-BayofBiscay-Bordeaux" not in offered
    t.say("axis", "rail Fort82 Nantes-LeMans")
    assert t.refused("rail Fort81 Brest-Nantes") is None


@rule("WF-2.26h")
def test_no_second_fort_is_built_in_a_hex() -> None:
    t = Table("westfront summer43\nAug production\nBerlin: OKW 3, Fort81 1\nHamburg: Ge84 1\nLondon: SHAEF 2")
    assert t.refused("rebuild Fort82 Berlin", "axis") == "WF-2.26h"
    assert t.refused("rebuild Fort82 Hamburg", "axis") is None


# 2.65 The SS


@rule("WF-2.65a")
@pytest.mark.parametrize(
    ("unit", "place", "offence", "defence"),
    [("SS1", "Orleans", 3, 3), ("SS4", "Orleans", 2, 3), ("SS5", "Bolzano", 3, 3), ("SS5", "Orleans", 1, 1),
     ("SS1", "Eindhoven", 1, 3), ("Pz58", "Orleans", 2, 2), ("Mtn51", "Bolzano", 2, 2)],
)  # fmt: skip
def test_the_ss_fires_better_but_for_what_binds_all(unit: str, place: str, offence: int, defence: int) -> None:
    t = Table(f"westfront summer43\nJul I, axis command\n{place}: {unit} 2, Br3 2 attacks")
    found = [firepower(t.state, t.unit(unit), t.place(place), offence=stance).value for stance in (True, False)]
    assert found == [offence, defence]


@rule("WF-2.65a")
@pytest.mark.parametrize(("scenario", "month", "hits"), [("summer43", "Jul", 2), ("winter43", "Dec", 0)])
def test_ss_armor_hits_from_4_and_in_mud_on_6_alone(scenario: str, month: str, hits: int) -> None:
    t = Table(f"westfront {scenario}\n{month} I, axis command\nCherbourg: Br3 4, SS1 2 attacks\nSt Lo: AGB 2")
    t.say("axis", "activate AGB command", "pass", "pass", "pass")
    t.roll([1, 1, 1, 1], [4, 4], (1, 1)).say("axis", "declare Cherbourg")
    assert t.steps("Br3") == 4 - hits


def eliminated(t: Table, unit: str) -> None:
    """Put a unit that is still to come among those that can be rebuilt."""
    t.state.where[t.unit(unit)] = -1
    t.state.drafts = [None for _ in t.state.drafts]


@rule("WF-2.65b")
def test_the_ss_gets_one_step_in_a_production() -> None:
    t = Table("westfront summer43\nAug production\nBerlin: OKW 3, SS1 1, SS4 1, Pz58 1\nLondon: SHAEF 2")
    eliminated(t, "SS5")
    t.say("axis", "replace SS4")
    assert t.refused("replace SS1", "axis") == "WF-2.65b"
    assert t.refused("rebuild SS5 Hamburg", "axis") == "WF-2.65b"
    assert t.refused("replace Pz58", "axis") is None


@rule("WF-2.65b")
def test_an_ss_cadre_is_that_step() -> None:
    t = Table("westfront summer43\nAug production\nBerlin: OKW 3, SS4 1\nHamburg: Ge84 1\nLondon: SHAEF 2\n")
    eliminated(t, "PzEber")
    t.say("axis", "disband SS4")  # a loss is no gain
    assert t.refused("rebuild SS1 Hamburg", "axis") is None
    t.say("axis", "rebuild SS1 Hamburg")
    assert t.refused("rebuild PzEber Hamburg", "axis") == "WF-2.65b"
