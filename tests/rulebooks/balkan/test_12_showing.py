"""Chapter 12 at the table: the layers of supply, and the marks of pieces."""

from __future__ import annotations

from typing import Any

from tests.rulebooks.balkan.hunger import WAR, checked
from tests.rulebooks.balkan.spots import EAST, PLAIN, WEST
from tests.rulebooks.balkan.table import Table
from tests.rules import rule


def layer(table: Table, side: str, language: str = "en") -> Any:
    s = table.state
    every = s.world.game.layers(s, None, s.world.game.words_in(language))
    return next(found for found in every if found.key == f"supply {side}")


def line(table: Table, side: str, unit: str) -> Any:
    return next(found for found in layer(table, side).lines if found.piece == unit)


@rule("BF-12B-3")
def test_a_layer_shows_which_element_brings_supply_to_each_hex() -> None:
    tones = {tint.at: tint.tone for tint in layer(checked("Kalpaki: GR-8"), "allied").hexes}
    assert (tones["Larisa"], tones["Ioannina"], tones["Larisa E1"]) == ("rail", "road", "overland")
    assert not tones.keys() & {"Skyros", "Valona W1", "Wien"}


@rule("BF-12B-3")
def test_a_layer_shows_the_line_of_each_unit_from_its_source_on() -> None:
    table = checked("Peshkopi: BR-16\nSkyros: GR-BA, GR-8")
    found = line(table, "allied", "BR-16")
    assert (found.tone, found.route[0], found.route[-1], len(found.route)) == (
        "supplied",
        "Thessalonike",
        "Peshkopi",
        17,
    )
    assert found.text.endswith("in supply from Thessalonike. Hexes by rail: 6, by road: 3, across country: 7.")
    found = line(table, "allied", "GR-BA")
    assert (found.tone, found.route) == ("shared", ("Skyros",))
    assert line(table, "allied", "GR-8").tone == "cut off"
    table = checked(f"{PLAIN}: GE-125R\n{EAST}: YU-38\n{WEST}: YU-1", stance=WAR)
    found = line(table, "axis", "GE-125R")
    assert (found.tone, found.route) == ("cut off", (PLAIN,))


@rule("BF-12B-1")
def test_a_piece_bears_its_mark() -> None:
    table = checked(f"{PLAIN}: GE-125R\n{EAST}: YU-38\n{WEST}: YU-1", stance=WAR)
    marks = {piece["id"]: piece["marks"] for piece in table.match.view("axis")["pieces"]}
    assert (marks["GE-125R"], marks["YU-38"]) == (["unsupplied"], [])
