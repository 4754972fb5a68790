"""Chapters 12.5 and 12.6: Iraq and Persia."""

from __future__ import annotations

from grognard.games.twoww import ground, income, iraq
from grognard.games.twoww.state import ALLIES, AXIS, CRUSHED, REVOLT
from grognard.games.twoww.world import BRITAIN, GERMANY
from tests.rulebooks.twoww.borders import across, enters, said, stand
from tests.rulebooks.twoww.table import Table, at
from tests.rules import rule

UNIT = "Iraq Infantry"


def rebelled(more: str = "", season: str = "Winter 1942") -> Table:
    t = at(f"{season}, axis movement\n{more}")
    iraq.rebel(t.state)
    return t


def sources(t: Table, power: int) -> list[str]:
    return [reason.why for reason in income.income(t.state, power).reasons]


@rule("2WW-12.5a")
def test_nobody_enters_iraq_before_it_rebels() -> None:
    for rebels, rule_id in ((False, "2WW-12.5a"), (True, None)):
        t = at("Winter 1941, allied movement\nCairo: GB 8 Armor")
        assert (t.owner("Iraq"), t.holder("Baghdad")) == ("allied", "allied")
        if rebels:
            iraq.rebel(t.state)
        here, there = across(t, "Syria", "Iraq")
        stand(t, "GB 8 Armor", here).say("allied", "move GB8Armor")
        assert t.refused(f"march {said(there)}") == rule_id


@rule("2WW-12.5a")
def test_no_fleet_enters_an_iraqi_port_before_it_rebels() -> None:
    for rebels, rule_id in ((False, "2WW-12.5a"), (True, None)):
        t = at("Winter 1941, allied movement\nPersian Gulf: GB Home Fleet")
        if rebels:
            iraq.rebel(t.state)
            stand(t, UNIT, "Baghdad SE1")
        t.say("allied", "move GBHomeFleet")
        assert t.refused("sail Basra") == rule_id
        assert t.refused("sail BasraS1") is None  # out at sea
        assert (ground.closed_waters(t.state, AXIS) >> t.place("Basra") & 1) != rebels


@rule("2WW-12.5b")
def test_the_rebels_gather_in_baghdad_under_the_axis() -> None:
    t = rebelled()
    assert (t.at(UNIT), t.commander(UNIT)) == ("Baghdad", "axis")
    assert (t.owner("Iraq"), t.holder("Baghdad"), t.holder("Basra")) == ("axis", "axis", "axis")
    assert t.state.iraq == REVOLT


@rule("2WW-12.5.2a")
def test_the_allies_in_baghdad_end_the_revolt() -> None:
    t = rebelled("Damascus: GB 8 Armor")
    stand(t, UNIT, "Basra")
    enters(t, "GB 8 Armor", "Baghdad")
    assert t.state.iraq == CRUSHED
    assert t.state.conquered[t.state.world.iraq] == 1 + ALLIES
    assert (t.owner("Iraq"), t.at(UNIT)) == ("allied", "conquered")
    assert "Iraq" in sources(t, BRITAIN)
    assert income.income(t.state, t.state.world.iraq).value == 0


@rule("2WW-12.5.2b")
def test_the_axis_must_take_baghdad_to_have_iraq_again() -> None:
    t = rebelled("Damascus: GB 8 Armor\nAnkara: Ge 1 Armor")
    stand(t, UNIT, "Basra")
    enters(t, "GB 8 Armor", "Baghdad")
    stand(t, "GB 8 Armor", "Damascus")
    enters(t, "Ge 1 Armor", "Basra")
    assert t.owner("Iraq") == "allied"
    enters(t, "Ge 1 Armor", "Baghdad")
    assert (t.owner("Iraq"), t.at(UNIT), t.commander(UNIT)) == ("axis", "pool", "axis")
    assert (t.state.iraq, t.state.conquered[t.state.world.iraq]) == (REVOLT, 0)
    assert "Iraq" in sources(t, GERMANY)
    assert "Iraq" not in sources(t, BRITAIN)
    assert income.income(t.state, t.state.world.iraq).value == 1


@rule("2WW-12.6")
def test_persia_is_the_only_name_of_iran() -> None:
    world = at("Winter 1942, axis movement").state.world
    assert world.countries[world.persia].name == "Persia"
    assert "Iran" not in world.country_index
