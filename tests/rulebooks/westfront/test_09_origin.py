"""Chapter 9, 9.12: where supply begins on the whole map, and on what conditions."""

from __future__ import annotations

import pytest

from grognard.games.westfront.rail import rail_supply, supply_net
from grognard.games.westfront.seapower import capacity, harbour_seas
from grognard.games.westfront.state import ALLIES, AXIS
from tests.rulebooks.westfront.table import Table
from tests.rules import rule

ROUND_BERLIN = ("Stettin SW1", "Magdeburg", "Berlin E1", "Dresden", "Berlin SE1")
START = "westfront summer43\nAug I, allied command"


def supplied(t: Table, side: int, place: str) -> bool:
    """Whether a place has supply by rail, or by lanes that nobody can interdict."""
    return bool(supply_net(t.state, side, frozenset()) >> t.place(place) & 1)


@rule("WF-9.12a")
def test_axis_supply_begins_in_berlin() -> None:
    t = Table(START)
    assert supplied(t, AXIS, "Paris")
    assert supplied(t, AXIS, "Palermo")  # over the ferry of Messina
    assert not supplied(t.hold("allied", "Berlin"), AXIS, "Paris")


@rule("WF-9.12a", "WF-1.41e")
def test_berlin_supplies_nobody_without_a_line_to_another_victory_city() -> None:
    t = Table(START).hold("allied", *ROUND_BERLIN)
    assert rail_supply(t.state, AXIS) == 0
    assert supply_net(t.state, AXIS, frozenset()) == 0
    assert supplied(t.hold("axis", "Dresden"), AXIS, "Prague")


@rule("WF-9.12a")
def test_a_city_that_is_no_victory_city_does_not_help_berlin() -> None:
    cut_off = ("Stettin SW1", "Berlin E1", "Berlin SE1", "Dresden")
    t = Table(START).hold("allied", *cut_off)
    assert rail_supply(t.state, AXIS) > 0  # by Magdeburg and beyond
    beyond = [t.state.world.board.names[p] for p in t.state.world.rail[t.place("Magdeburg")]]
    t.hold("allied", *[name for name in beyond if name != "Berlin"])
    assert t.state.owner[t.place("Magdeburg")] == AXIS
    assert rail_supply(t.state, AXIS) == 0


@rule("WF-9.12a", "WF-9.12b")
@pytest.mark.parametrize("attacked", ["Axis", "Allies"])
def test_berlin_is_the_origin_while_it_is_attacked_but_held(attacked: str) -> None:
    battle = "US5 3 attacks, Ge84 2" if attacked == "Axis" else "US5 3, Ge84 2 attacks"
    t = Table(f"{START}\nBerlin: {battle}\nLondon: SHAEF 2")
    assert t.control("Berlin") == ("axis" if attacked == "Axis" else "allied")
    assert [supplied(t, AXIS, place) for place in ("Paris", "Vienna")] == [attacked == "Axis"] * 2
    assert bool(rail_supply(t.state, AXIS)) == (attacked == "Axis")


@rule("WF-9.12c")
def test_no_line_passes_through_a_battle_for_berlin_and_a_lone_berlin_supplies_nobody() -> None:
    t = Table(f"{START}\nBerlin: US5 3 attacks, Ge84 2\nLondon: SHAEF 2").hold("allied", *ROUND_BERLIN)
    assert rail_supply(t.state, AXIS) == 0
    line = Table(f"{START}\nMagdeburg: US5 3 attacks, Ge62 2\nLondon: SHAEF 2")
    line.hold("allied", *(place for place in ROUND_BERLIN if place != "Magdeburg"))
    assert supply_net(line.state, AXIS, frozenset()) == 0  # a line into Magdeburg, none beyond


@rule("WF-9.12a")
def test_allied_supply_begins_in_london_and_goes_over_the_sea() -> None:
    t = Table(START)
    assert supplied(t, ALLIES, "Glasgow")
    assert supplied(t, ALLIES, "Malta")
    assert not rail_supply(t.state, ALLIES) >> t.place("Malta") & 1
    assert supply_net(t.hold("axis", "London").state, ALLIES, frozenset()) == 0


@rule("WF-9.12a")
def test_london_supplies_nobody_while_the_enemy_could_interdict_every_way_to_the_atlantic() -> None:
    bases = ("Portsmouth", "Liverpool", "Glasgow")  # of the Channel, the Irish Sea and the North Atlantic
    for base in bases:
        t = Table(START).hold("axis", *bases)
        assert supply_net(t.state, ALLIES, frozenset()) == 0
        assert supplied(t.hold("allied", base), ALLIES, "Malta")


# Two ports in one hex


@rule("WF-15.1b")
def test_taranto_and_brindisi_are_two_ports_in_one_hex() -> None:
    t = Table(START)
    here = t.place("Taranto")
    assert t.place("Brindisi") == here
    seas = {t.state.world.seas[sea] for sea in harbour_seas(t.state, here)}
    assert seas == {"Ionian Sea", "Adriatic Sea"}
    assert capacity(t.state, here) == 2


SAIL = "sail Br30 London-NorthSea-Antwerp"


@rule("WF-1.39d")
@pytest.mark.parametrize("enemy", ["Ostende", "Rotterdam"])
def test_antwerp_is_open_to_ships_only_between_friendly_shores(enemy: str) -> None:
    text = "westfront summer43\nAug I, allied movement\nLondon: SHAEF 3 supreme, Br30 4"
    t = Table(text).hold("allied", "Brussels", "Ostende", "Rotterdam")
    assert t.refused(SAIL) is None
    t = Table(text).hold("allied", "Brussels", "Ostende", "Rotterdam").hold("axis", enemy)
    assert t.refused(SAIL) == "WF-1.39d"


@rule("WF-9.31a")
def test_no_lane_leads_to_antwerp_past_an_enemy_shore() -> None:
    t = Table(START).hold("allied", "Brussels", "Rotterdam")
    assert not supplied(t, ALLIES, "Antwerp")
    assert supplied(t.hold("allied", "Ostende"), ALLIES, "Antwerp")
