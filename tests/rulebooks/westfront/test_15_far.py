"""Chapters 1 and 15 on the whole map: shoals, lakes, Rome, landings from afar, and the sea lines of beachheads."""

from __future__ import annotations

import pytest

from grognard.engine.paths import mask_of
from grognard.games.westfront import fog
from grognard.games.westfront.combat import ground_defence
from grognard.games.westfront.supply import beach_dice, beachhead_line
from tests.rulebooks.westfront.politics_table import whole
from tests.rulebooks.westfront.table import Table
from tests.rules import rule


def summer(pieces: str, side: str = "allied") -> Table:
    return Table(f"westfront summer43\nJul I, {side} command\n{pieces}")


# 1.37, 1.38, 1.41 Waters and cities


@rule("WF-1.37b")
def test_shoals_keep_invaders_off_but_not_ships_that_know_the_channel() -> None:
    t = summer("London: 21AG 3, Br1 4, SHAEF 3\nDover: Br3 4\nBremen: US8 3\nBerlin: OKW 2")
    t.say("allied", "activate 21AG invasion", "activate SHAEF supreme", "pass")
    assert t.refused("land Br1 London-NorthSea-Groningen") == "WF-1.37b"
    assert t.refused("land Br1 London-NorthSea-DenHelder") is None
    assert t.refused("sail Br3 Dover-NorthSea-Bremen") is None


@rule("WF-1.38")
def test_nobody_crosses_a_lake() -> None:
    t = summer("Ulm: Ge84 3\nBerlin: OKW 3\nLondon: SHAEF 2", "axis").say("axis", "activate OKW supreme", "pass")
    assert t.refused("move Ge84 Ulm-Zurich") == "WF-1.38"
    ulm, zurich, world = t.place("Ulm"), t.place("Zurich"), t.state.world
    assert not world.zoc[ulm] >> zurich & 1
    assert zurich not in world.trace[ulm]


@rule("WF-1.41b")
@pytest.mark.parametrize(("city", "steps", "level"), [("Rome", 3, 1), ("Milan", 2, 2)])
def test_rome_is_an_open_city(city: str, steps: int, level: int) -> None:
    t = summer(f"{city}: Ge84 1, US23 3 attacks\nBerlin: OKW 2")
    assert ground_defence(t.state, t.place(city)).value == level
    t.say("allied", "pass").roll([5], [1] * steps).say("allied", f"declare {city}")
    assert t.steps("US23") == steps


# 1.39 Straits


@rule("WF-1.39d")
def test_ships_enter_the_mediterranean_past_cadiz_and_past_gibraltar() -> None:
    pieces = "Casablanca: Br10 4\nGibraltar: Br13 4\nMadrid: JDN 2\nLondon: SHAEF 2\nBerlin: OKW 2\nCadiz: "
    answers = []
    for holder in ("Sp1 3", "US5 4"):
        t = whole("Aug I, allied command", pieces + holder, war="Spain").say("allied", "activate SHAEF supreme", "pass")
        answers.append(t.refused("sail Br10 Casablanca-AtlanticOcean-AlboranSea-Oran"))
        assert t.refused("sail Br10 Casablanca-AtlanticOcean-Gibraltar") is None  # a port on both seas
    assert answers == ["WF-1.39d", None]


def test_neutral_cadiz_closes_nothing() -> None:
    t = summer("Casablanca: Br10 4\nLondon: SHAEF 2\nBerlin: OKW 2").say("allied", "activate SHAEF supreme", "pass")
    assert t.refused("sail Br10 Casablanca-AtlanticOcean-AlboranSea-Oran") is None


# 15.2 Seas that adjoin


def test_ships_sail_straight_into_the_ocean() -> None:
    t = summer("Portsmouth: Br3 4\nBelfast: Br8 4\nLondon: SHAEF 1\nBerlin: OKW 2")
    t.say("allied", "activate SHAEF supreme", "pass", "sail Br3 Portsmouth-EnglishChannel-AtlanticOcean-Casablanca")
    assert t.left("allied") == 1  # two seas for one move
    assert t.refused("sail Br8 Belfast-NorthAtlantic-AtlanticOcean-Gibraltar") is None


@rule("WF-15.42a")
def test_the_skagerrak_is_two_seas_from_london() -> None:
    t = summer("London: 21AG 3, Br1 4, SHAEF 2\nBerlin: OKW 2\nStettin: Ge84 2")
    t.say("allied", "activate 21AG invasion", "pass")
    assert t.refused("land Br1 London-NorthSea-Skagerrak-Aarhus") is None
    assert t.refused("land Br1 London-NorthSea-Skagerrak-WesternBalticSea-Rostock") == "WF-15.42a"


# 15.44 Long-range invasions


FAR = "Algiers: 15AG 3, US6 4, US5 4, Br10 4\nLondon: SHAEF 2\nBerlin: OKW 2"
TO_GENOA = "Algiers-WesternMediterranean-GulfofLyon-LigurianSea-Genoa"


def in_the_blitz(*orders: str) -> Table:
    """The Allied blitz movement phase, after these orders in the first one."""
    t = summer(FAR).say("allied", "activate 15AG invasion blitz", "pass", *orders, "pass")
    assert t.when == "Jul I, allied blitz movement"
    return t


@rule("WF-15.44c")
def test_an_amphibious_corps_may_land_from_three_or_four_seas_away_in_the_blitz() -> None:
    t = in_the_blitz()
    assert t.refused(f"land US6 {TO_GENOA}") is None
    assert t.refused("land US6 Algiers-AlboranSea-AtlanticOcean-EnglishChannel-NorthSea-Ostende") is None
    assert t.refused("land US6 Algiers-AlboranSea-AtlanticOcean-IrishSea-NorthAtlantic-NorthSea-Esbjerg") == "WF-15.42a"
    assert t.refused("land US6 Algiers-WesternMediterranean-Cagliari") == "WF-15.44a"  # too near for that
    t.say("allied", f"land US6 {TO_GENOA}")
    assert t.at("US6") == "Genoa"
    assert t.refused(f"land US5 {TO_GENOA}") == "WF-15.44c"  # that was all the headquarters could do


@rule("WF-15.44c")
def test_only_amphibious_corps_land_from_afar_and_only_in_the_blitz() -> None:
    assert in_the_blitz().refused(f"land Br10 {TO_GENOA}") == "WF-15.44c"
    first = summer(FAR).say("allied", "activate 15AG invasion blitz", "pass")
    assert first.refused(f"land US6 {TO_GENOA}") == "WF-15.42a"


@rule("WF-15.44c")
@pytest.mark.parametrize("order", ["land US5 Algiers-WesternMediterranean-Cagliari", "mark 15AG Marseilles"])
def test_a_headquarters_that_has_led_or_marked_something_lands_nobody_from_afar(order: str) -> None:
    assert in_the_blitz(order).refused(f"land US6 {TO_GENOA}") == "WF-15.44c"


@rule("WF-15.44c")
def test_nor_does_one_that_has_brought_somebody_home() -> None:
    t = summer(f"{FAR.replace(', US5 4', '')}\nOran: Cdn1 3").say("allied", "activate 15AG invasion blitz", "pass")
    t.say("allied", "evacuate Cdn1 Oran-AlboranSea-Algiers", "pass")
    assert t.refused(f"land US6 {TO_GENOA}") == "WF-15.44c"


def test_whoever_lands_from_afar_can_be_nothing_else() -> None:
    t = in_the_blitz().say("allied", f"land US6 {TO_GENOA}")
    done = fog.acts(t.state, t.unit("US6"))
    assert [fog.may_have_done(t.state, t.unit(name), done) for name in ("US6", "US5", "Br10", "15AG")] == [
        True, True, False, False,
    ]  # fmt: skip


def test_whoever_assaults_from_the_sea_can_be_no_armour() -> None:
    t = Table("westfront husky\nJul I, allied command\nTunis: 15AG 3, US2 4, Br30 4\nCatania: It7 3")
    t.say("allied", "activate 15AG invasion", "pass", "land US2 Tunis-CentralMediterranean-Catania")
    done = fog.acts(t.state, t.unit("US2"))
    assert [fog.may_have_done(t.state, t.unit(name), done) for name in ("US2", "Br10", "Br30")] == [True, True, False]


def test_whoever_joins_an_old_battle_from_the_sea_may_be_armour() -> None:
    t = summer("Tunis: 15AG 3, Br30 4, Br10 2\nPalermo: It7 2, Br13 4 attacks\nBerlin: OKW 2")
    t.say("allied", "activate 15AG invasion", "pass", "land Br30 Tunis-TyrrhenianSea-Palermo")
    done = fog.acts(t.state, t.unit("Br30"))
    assert [fog.may_have_done(t.state, t.unit(name), done) for name in ("Br30", "Br10")] == [True, True]


# 15.52 The sea line of a beachhead


BISCAY = "La Rochelle: US5 4\nLondon: SHAEF 2\nBrest: Ge84 2\nBerlin: OKW 2"


@rule("WF-15.52c", "WF-15.73b")
@pytest.mark.parametrize(("face", "steps"), [(1, 3), (2, 4)])
def test_the_line_of_a_beachhead_through_an_enemy_sea_is_put_to_the_test(face: int, steps: int) -> None:
    t = summer(BISCAY, "axis").put_beachhead("US5", "La Rochelle")
    t.roll([face]).say("axis", "pass")
    assert t.steps("US5") == steps
    t.dice.finish()


@rule("WF-15.52c")
def test_nobody_rolls_for_a_beachhead_that_no_unit_needs() -> None:
    t = summer(BISCAY.replace("La Rochelle: US5 4", "Caen: US5 4"), "axis").put_beachhead("US5", "La Rochelle")
    t.put_beachhead("US6", "Caen").say("axis", "pass")
    assert t.steps("US5") == 4
    t.dice.finish()


@rule("WF-15.52c")
def test_behind_closed_straits_a_beachhead_is_cut_off() -> None:
    pieces = "Brussels: US5 4\nOstende: {}\nRotterdam: {}\nLondon: SHAEF 2\nBerlin: OKW 2"
    for shores, steps in ((("Br3 4", "Br8 4"), 4), (("Ge74 4", "Ge84 4"), 3)):
        t = summer(pieces.format(*shores), "axis").put_beachhead("US5", "Brussels").say("axis", "pass")
        assert t.steps("US5") == steps


@rule("WF-15.52c")
def test_no_line_of_a_beachhead_begins_in_a_port_behind_shoals(monkeypatch: pytest.MonkeyPatch) -> None:
    t = summer("Caen: US5 4\nLondon: SHAEF 2\nBerlin: OKW 2").put_beachhead("US5", "Caen")
    assert beachhead_line(t.state, t.unit("US5")) == (t.place("Caen"),)
    monkeypatch.setattr(t.state.world, "shoals", mask_of(t.state.world.ports))
    assert beach_dice(t.state, 0, t.place("Caen")) is None
    assert beachhead_line(t.state, t.unit("US5")) == ()


# 15.6 The printed example of an evacuation


@rule("WF-15.6b", "WF-13.22a")
def test_the_evacuation_of_calais() -> None:
    pieces = "Portsmouth: 21AG 3\nCalais: US5 3 attacks, Pz58 3, Ge84 2\nBerlin: OKW 2"
    t = Table(f"westfront summer44\nJul I, allied command\n{pieces}").put_beachhead("US5", "Calais")
    t.say("allied", "activate 21AG invasion", "pass", "evacuate US5 Calais-EnglishChannel-Portsmouth")
    t.roll([6, 5, 4]).say("allied", "pass")
    assert (t.at("US5"), t.steps("US5")) == ("Portsmouth", 2)
    assert t.events("beachhead lost")
    t.dice.finish()


def test_where_one_can_walk_round_straits_there_is_one_way_and_not_two() -> None:
    t = summer("Dover: Br12 4, 21AG 3\nBerlin: OKW 2").say("allied", "activate 21AG command", "pass")
    assert [str(order) for order in t.match.orders("allied")].count("move Br12 Dover-Ipswich") == 1
