"""Chapters 14C to 14G: headquarters, mountain troops, fortifications, the strait of Euboea, winter dress."""

from __future__ import annotations

from fractions import Fraction

from grognard.engine import position
from grognard.games import find
from grognard.games.balkan.overruns import strength
from tests.rulebooks.balkan.fights import PLAIN, attack, fight
from tests.rulebooks.balkan.table import Table, at
from tests.rules import rule

AXIS_WAR = {"Yugoslavia": "allied", "Bulgaria": "axis"}


def fort(table: Table, place: str) -> int:
    return table.state.fort[table.place(place)]


def razed(table: Table, place: str) -> int:
    return table.state.razed[table.place(place)]


def attack_on(table: Table, unit: str, place: str) -> Fraction:
    """What one unit brings to an attack on a hex."""
    return Fraction(strength(table.state, table.place(place), [table.unit(unit)]).total)


# Headquarters


@rule("BF-14C-1")
def test_a_headquarters_has_no_strength_and_no_zone_and_is_one_re() -> None:
    table = at("Subotica: GE-ZAh, GE-IAh")
    world = table.state.world
    for name, is_cm in (("GE-ZAh", True), ("GE-IAh", False)):
        unit = table.unit(name)
        data = world.roster[unit]
        assert (data.full.attack, data.full.defense, data.full.res) == (0, 0, 2)
        assert (bool(world.is_cm[unit]), bool(world.has_zone[unit])) == (is_cm, False)
        assert "heavy_equipment" in data.flags
        assert data.full.move > 0


@rule("BF-14C-1")
def test_every_headquarters_of_the_list_is_such_a_one() -> None:
    world = at("Subotica: GE-ZAh").state.world
    headquarters = [data for data in world.roster if data.size == "headquarters"]
    assert len(headquarters) > 10
    for data in headquarters:
        assert (data.full.attack, data.full.defense, data.full.res) == (0, 0, 2)
        assert {"headquarters", "heavy_equipment"} <= data.flags
        assert "zoc" not in data.flags


@rule("BF-14C-1", "BF-6-8")
def test_a_headquarters_alone_holds_its_hex_until_it_is_attacked() -> None:
    table = fight(f"{PLAIN}: YU-IAh\nSisak E2: GE-125R", "Nov I 40, axis movement")
    table.say("axis", "move GE-125R")
    assert table.refused(f"march {PLAIN}") == "BF-6-8"
    table = attack(fight(f"{PLAIN}: YU-IAh\nSisak E2: GE-72"), "GE-72")
    assert table.at("YU-IAh") == "eliminated"


# Fortifications


@rule("BF-14E2-1")
def test_a_fort_is_gone_when_an_enemy_takes_its_hex_and_not_when_its_owner_leaves() -> None:
    text = "Kalpaki: GR-BA\nArgyrokastron SE1: IT-23"
    table = at(text, "Nov I 40, allied movement", fort={"Kalpaki": 1})
    table.say("allied", "move GR-BA", "march Ioannina", "pass")
    assert (table.owner("Kalpaki"), fort(table, "Kalpaki")) == ("axis", 0)
    assert [event["at"] for event in table.events("fort falls")] == ["Kalpaki"]
    far = at("Larisa: GR-BA", "Nov I 40, allied movement", fort={"Larisa": 1})
    far.say("allied", "move GR-BA", "march LarisaE1", "pass")
    assert fort(far, "Larisa") == 1


@rule("BF-14E2-1")
def test_a_fort_falls_to_whoever_marches_in() -> None:
    table = at("Sisak E2: GE-125R", "Nov I 40, axis movement", stance=AXIS_WAR, fort={"Nagykanizsa SW3": 1})
    table.say("axis", "move GE-125R", f"march {PLAIN}")
    assert fort(table, "Nagykanizsa SW3") == 0


@rule("BF-14E1-1")
def test_fortified_hexsides_fall_with_their_hex_for_good() -> None:
    text = "Siderokastron: GR-51\nPetrich: GE-72, GE-50"
    table = at(text, "Nov I 40, allied movement", stance=AXIS_WAR)
    standing = attack_on(table, "GE-72", "Siderokastron")
    table.say("allied", "move GR-51", "march Serrai", "pass")
    assert (table.owner("Siderokastron"), razed(table, "Siderokastron")) == ("axis", 1)
    assert [event["at"] for event in table.events("line falls")] == ["Siderokastron"]
    assert razed(table, "Serrai NE1") == 0
    again = at(text, "Nov I 40, axis combat", stance=AXIS_WAR, razed={"Siderokastron": 1})
    assert attack_on(again, "GE-72", "Siderokastron") == 2 * standing


@rule("BF-14E1-1")
def test_taking_another_hex_destroys_no_line() -> None:
    table = at("Sisak E2: GE-125R", "Nov I 40, axis movement", stance=AXIS_WAR)
    table.say("axis", "move GE-125R", f"march {PLAIN}")
    assert not any(table.state.razed)


@rule("BF-14E1-1", "BF-14E2-1", "BF-14A1-4")
def test_forts_works_and_damage_survive_the_text_of_a_position() -> None:
    table = at("Larisa: GR-CT building, GR-CA", fort={"Volos": 1}, razed={"Siderokastron": 1}, broken={"Lamia": 1})
    text = position.write(table.state)
    assert "GR-CT building" in text
    again = position.read(text, find)
    for name in table.state.FACTS:
        assert getattr(again, name) == getattr(table.state, name), name


# The strait of Euboea


@rule("BF-14F-1")
def test_the_strait_of_euboea_is_crossed_by_a_light_railway() -> None:
    table = at("Chalkis: GR-8, GR-5", "Nov I 40, allied movement").say("allied", "move GR-8")
    world = table.state.world
    chalkis, tanagra = table.place("15B:0610"), table.place("15B:0711")
    assert "strait" in world.board.side(chalkis, tanagra)
    assert (chalkis, tanagra) in world.low_volume
    table.say("allied", f"rail {world.board.names[tanagra]}")
    assert table.fact("charged", "GR-8") == 2 * 6


# Winter dress


@rule("BF-14G-1")
def test_no_unit_is_winterized() -> None:
    world = at("Subotica: GE-72").state.world
    assert not [data.key for data in world.roster if any("winter" in flag for flag in data.flags)]
