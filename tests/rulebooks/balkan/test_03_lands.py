"""Chapter 3E: countries, regions and islands."""

from __future__ import annotations

import pytest

from grognard.engine.paths import bits
from grognard.games.balkan.world import whole_map
from tests.rulebooks.balkan.table import at
from tests.rules import rule

BOARD = whole_map()


def is_in(place: str, *areas: str) -> list[bool]:
    return [bool(BOARD.areas[area].mask >> BOARD.at(place) & 1) for area in areas]


@pytest.mark.parametrize(
    ("island", "country"),
    [("Krk", "YUGOSLAVIA"), ("Rab", "YUGOSLAVIA"), ("Cherso", "ITALY"), ("Lussino", "ITALY"), ("Khania", "GREECE"),
     ("Kos", "DODECANESE"), ("Samos", "GREECE")],
)  # fmt: skip
@rule("BF-3E-2")
def test_islands_belong_to_the_countries_that_straits_or_the_map_give_them_to(island: str, country: str) -> None:
    every = ("YUGOSLAVIA", "ITALY", "GREECE", "DODECANESE", "TURKEY")
    assert [area for area, inside in zip(every, is_in(island, *every), strict=True) if inside] == [country]


@rule("BF-3E-2")
def test_the_dodecanese_is_the_axis_but_no_part_of_italy() -> None:
    assert at("").owner("Kos") == "axis"
    assert is_in("Kos", "ITALY", "DODECANESE") == [False, True]


@rule("BF-3E-1")
def test_germany_is_the_former_austria_with_both_its_regions() -> None:
    assert is_in("Wien", "GERMANY") == is_in("Graz", "GERMANY") == [True]
    assert is_in("Bratislava", "GERMANY", "SLOVAKIA") == [False, True]


@rule("BF-3E-6")
def test_only_cities_that_fill_a_hex_or_part_of_it_are_major() -> None:
    world = at("").state.world
    terrain = {name: world.terrain[BOARD.at(name)] for name in ("Athenai", "Sofiya", "Bari", "Larisa")}
    assert terrain["Athenai"] == "full_city"
    assert {terrain["Bari"], terrain["Larisa"]}.isdisjoint({"full_city", "partial_city"})
    major = {place.name for place in BOARD.places.values() if place.kind in ("full city", "partial city")}
    assert len(major) == 6
    assert all(world.terrain[BOARD.at(name)] in ("full_city", "partial_city") for name in major)


@pytest.mark.parametrize(
    ("place", "mainland"),
    [("Khania", False), ("Leukas", False), ("Chalkis", False), ("Tripolis", True), ("Larisa", True)],
)
@rule("BF-3E-8")
def test_the_peloponnesus_is_mainland_greece_and_islands_are_not(place: str, mainland: bool) -> None:
    assert is_in(place, "GREECE", "MAINLAND_GREECE") == [True, mainland]


@rule("BF-3E-9")
def test_oradea_is_hungarian() -> None:
    assert is_in("14A:1304", "HUNGARY", "ROMANIA") == [True, False]


@pytest.mark.parametrize("place", ["Zara", "Cherso", "Lussino", "Lagosta"])
@rule("BF-3E-10")
def test_zara_and_three_islands_are_italy_but_not_its_mainland(place: str) -> None:
    assert is_in(place, "ITALY", "MAINLAND_ITALY") == [True, False]
    assert is_in("Bari", "ITALY", "MAINLAND_ITALY") == [True, True]
    assert is_in("Tirane", "ITALY") == [False]


@rule("BF-3E-11")
def test_five_bits_of_turkey_are_on_the_map() -> None:
    left, pieces = set(bits(BOARD.areas["TURKEY"].mask)), 0
    while left:
        pieces, edge = pieces + 1, [left.pop()]
        while edge:
            near = {there for there in BOARD.neighbours[edge.pop()] if there in left}
            left -= near
            edge += near
    assert pieces == 5


@rule("BF-3E-12")
def test_rab_is_yugoslavia_but_not_its_mainland() -> None:
    assert is_in("Rab", "YUGOSLAVIA", "MAINLAND_YUGOSLAVIA") == [True, False]
    assert is_in("Skopje", "YUGOSLAVIA", "MAINLAND_YUGOSLAVIA") == [True, True]


@rule("BF-3E-13")
def test_no_hex_of_bosnia_lies_on_the_coast_or_next_to_one_that_does() -> None:
    bosnia, coast = BOARD.areas["BOSNIA_HERCEGOVINA"].mask, BOARD.areas["COAST"].mask
    near = {there for place in bits(bosnia) for there in (place, *BOARD.neighbours[place])}
    assert not any(coast >> place & 1 for place in near)
    assert is_in("Sarajevo", "BOSNIA_HERCEGOVINA", "CROATIA") == [True, False]


@rule("BF-3E-14")
def test_croatia_has_dalmatia_and_every_yugoslav_island() -> None:
    croatia, islands = BOARD.areas["CROATIA"].mask, BOARD.areas["YUGOSLAV_ISLANDS"].mask
    assert islands & ~croatia == 0
    assert BOARD.areas["DALMATIA"].mask & ~croatia == 0
    assert not croatia & BOARD.areas["BOSNIA_HERCEGOVINA"].mask


@rule("BF-3E-15")
def test_every_hex_of_yugoslavia_is_in_one_of_its_six_regions() -> None:
    regions = ("SLOVENIA", "CROATIA", "BOSNIA_HERCEGOVINA", "MONTENEGRO", "KOSOVO_MACEDONIA", "SERBIA")
    masks = [BOARD.areas[region].mask for region in regions]
    assert sum(mask.bit_count() for mask in masks) == BOARD.areas["YUGOSLAVIA"].mask.bit_count()
    assert is_in("Subotica", "SERBIA", "BACKA") == [True, True]
    assert is_in("Skopje", "KOSOVO_MACEDONIA", "MACEDONIA") == [True, True]
    assert is_in("Bar", "MONTENEGRO") == is_in("Ljubljana", "SLOVENIA") == [True]


@rule("BF-28C-1")
@pytest.mark.parametrize("verb", ["march", "admin"])
@pytest.mark.parametrize("place", ["[Bitolj SE1]", "Bitolj", "[Bitolj W1]"])
def test_nobody_enters_a_neutral_country_on_foot(verb: str, place: str) -> None:
    table = at("Phlorina: GR-8", "Nov I 40, allied movement").say("allied", "move GR-8")
    assert table.refused(f"{verb} {place}") == "BF-28C-1"
    joined = at("Phlorina: GR-8", "Nov I 40, allied movement", stance={"Yugoslavia": "allied"})
    assert joined.say("allied", "move GR-8").refused(f"march {place}") is None


@rule("BF-28C-1")
def test_the_units_of_a_neutral_country_are_not_attacked() -> None:
    table = at("Phlorina: GR-8, GR-9\nBitolj: YU-38", "Nov I 40, allied combat")
    assert table.refused("attack Bitolj") == "BF-28C-1"
    enemies = at("Phlorina: GR-8, GR-9\nBitolj: YU-38", "Nov I 40, allied combat", stance={"Yugoslavia": "axis"})
    assert enemies.refused("attack Bitolj") is None
