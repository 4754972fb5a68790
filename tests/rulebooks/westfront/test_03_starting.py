"""Chapter 3: starting play. The set-up of the Husky game and its calendar."""

from __future__ import annotations

import pytest

from grognard.games.westfront.airpower import air_firepower
from grognard.games.westfront.production import step_cost
from grognard.games.westfront.supply import is_fed
from grognard.games.westfront.world import scenario_data
from tests.rulebooks.westfront.table import Table
from tests.rules import rule


def passed_through(t: Table) -> Table:
    """The rest of the game, in which nobody does anything he need not do."""
    while t.match.outcome is None:
        for side in sorted(t.match.waiting):
            said = [str(order) for order in t.match.orders(side)]
            t.say(side, next((order for order in said if order in ("pass", "seal")), said[0]))
    return t


@rule("WF-HX.1")
def test_only_tunisia_malta_sicily_and_reggio_are_in_play() -> None:
    world = Table().state.world
    italian = {world.board.names[place] for place in world.land if world.board.nation[place] == "Italy"}
    assert italian == {"Palermo", "Palermo E1", "Messina", "Catania", "Licata", "Reggio"}
    assert {world.board.nation[place] for place in world.land} == {"Tunisia", "Malta", "Italy"}


@rule("WF-HX.1")
def test_reggio_is_an_axis_build_city() -> None:
    t = Table("""
        westfront husky
        Aug production
        Reggio: OKW 3
    """)
    assert t.refused("rebuild 1Para Reggio", "axis") is None


@rule("WF-HX.2")
@pytest.mark.parametrize(
    ("place", "units"),
    [
        ("Tunis", "15AG 3, US2 4, Br13 4, FF2 2"), ("Bizerte", "21AG 3, US6 2, Br30 4, Br10 4"),
        ("Malta", "AF 2, Br2Para 1"), ("Sfax", "Br5 2"), ("Reggio", "OKW 3, 1Para 2, GeSt 2"),
        ("Palermo E1", "Pz76 3"), ("Catania", "It7 1"), ("Palermo", "ItSic 1"),
    ],
)  # fmt: skip
def test_the_forces_stand_where_the_game_puts_them(place: str, units: str) -> None:
    t = Table()
    assert t.stacks()[place] == units
    assert sum(len(stack.split(", ")) for stack in t.stacks().values()) == 17


@rule("WF-HX.2")
def test_the_polish_corps_is_the_one_reinforcement() -> None:
    t = Table()
    (coming,) = t.match.view()["tracks"]["to arrive"]
    assert (coming["when"], coming["piece"]["name"], coming["piece"]["side"]) == ("1943-08", "Polish", "allied")
    august = Table("westfront husky\nAug production\nTunis: 15AG 3")
    august.say("allied", "arrive Polish Tunis")
    assert august.match.view("allied")["tracks"]["to arrive"] == []


@rule("WF-HX.2")
def test_the_game_is_july_and_august() -> None:
    t = passed_through(Table("westfront husky\nJul I, allied command\nTunis: Br13 4\nReggio: OKW 3"))
    assert [fact["month"] for fact in t.events("month")] == ["1943-08"]
    assert len(t.events("player turn")) == 7  # the first of the eight had begun
    assert t.match.outcome is not None
    assert t.match.outcome.cause == "points"  # ours: none are printed


@rule("WF-3.21c")
def test_the_first_month_has_no_production() -> None:
    assert Table().when == "Jul I, allied command"


@rule("WF-3.21c")
def test_august_opens_with_the_production_of_both_sides() -> None:
    t = Table("westfront husky\nJul II, axis command\nTunis: Br13 4\nReggio: OKW 3")
    t.say("axis", "pass")
    assert t.when == "Aug production"
    assert t.match.waiting == {"allied", "axis"}


@rule("WF-3.21c")
def test_neither_side_sees_what_the_other_builds() -> None:
    t = Table("westfront husky\nAug production\nReggio: OKW 2\nTunis: 15AG 3")
    before = t.match.view("allied")
    t.say("axis", "replace OKW", "rebuild It7 Reggio", "seal")
    assert t.match.view("allied") | {"waiting": []} == before | {"waiting": []}


@rule("WF-3.21c")
def test_production_takes_effect_when_both_have_sealed() -> None:
    t = Table("westfront husky\nAug production\nReggio: OKW 2\nTunis: 15AG 3")
    t.say("axis", "replace OKW", "seal")
    assert t.steps("OKW") == 2
    t.say("allied", "arrive Polish Tunis", "seal")
    assert t.steps("OKW") == 3
    assert t.when == "Aug I, allied command"


@rule("WF-3.22b")
def test_every_unit_starts_in_supply() -> None:
    t = Table()
    hungry = [name for name in t.state.world.units if t.at(name) != "later"]
    hungry = [name for name in hungry if not is_fed(t.state, t.unit(name), frozenset())]
    assert hungry == []
    t = Table("westfront husky\nJul I, allied command\nLicata: US6 4\nPalermo: It7 3\nCatania: 1Para 3\nReggio: OKW 3")
    assert not is_fed(t.state, t.unit("US6"), frozenset())  # no port and no beachhead


@rule("WF-OB.1")
@pytest.mark.parametrize(
    ("name", "kind", "steps", "nation"),
    [("Br13", "mech", 4, "Britain"), ("Br10", "infantry", 4, "Britain"), ("1Para", "para", 2, "Germany")],
)
def test_the_lost_lines_of_the_order_of_battle_are_restored_and_say_so(
    name: str, kind: str, steps: int, nation: str
) -> None:
    row = next(row for row in scenario_data("husky")["unit"] if row["name"] == name)
    assert (row["kind"], row["steps"], row["nation"]) == (kind, steps, nation)
    assert (row["identity_source"], "WF-OB.1" in row["note"]) == ("reconstructed", True)


@rule("WF-HX.3")
def test_the_special_rules_of_the_game() -> None:
    t = Table()
    assert t.state.world.supremacy == t.match.side_index("allied")
    assert [air_firepower(t.state, side) for side in (0, 1)] == ["TF", "SF"]
    assert step_cost(t.state, t.unit("1Para")).value == 6
    t = Table("westfront husky\nJul I, axis command\nReggio: OKW 3, 1Para 2")
    assert t.refused("activate OKW paradrop") is not None  # grounded


@rule("WF-HX.3")
def test_italy_does_not_surrender() -> None:
    held = "Palermo: Br10 4\nCatania: Br13 4\nMessina: Br30 4"
    t = Table(f"westfront husky\nJul I, allied combat\n{held}\nReggio: OKW 3, ItSic 1").say("axis", "pass")
    assert [roll["purpose"] for roll in t.events("roll")] == []
    assert t.at("ItSic") == "Reggio"
    assert t.when == "Jul II, allied command"
