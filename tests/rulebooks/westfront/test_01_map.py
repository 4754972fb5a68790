"""Chapter 1: the map. Names of hexes, ground, sides, straits, cities and ports."""

from __future__ import annotations

from dataclasses import replace

import pytest

from grognard.engine import board
from grognard.games.westfront.combat import DF, SF, firepower
from grognard.games.westfront.world import DATA, charts, map_board
from tests.rulebooks.westfront.politics_table import whole
from tests.rulebooks.westfront.table import Table
from tests.rules import rule

BOARD = map_board()


# What the map must show


@pytest.mark.parametrize(
    ("a", "b", "hexes"),
    [
        ("Bizerte", "Licata", 3), ("Bizerte", "Catania", 4), ("Bizerte", "Palermo E1", 3), ("Tunis", "Licata", 2),
        ("Tunis", "Catania", 3), ("Sfax", "Catania", 4), ("Malta", "Catania", 1), ("Malta", "Messina", 2),
        ("Palermo E1", "Reggio", 2), ("Palermo", "Reggio", 3), ("Licata", "Reggio", 3),
    ],
)  # fmt: skip
def test_places_are_as_far_apart_as_the_printed_game_needs(a: str, b: str, hexes: int) -> None:
    assert BOARD.distance(BOARD.at(a), BOARD.at(b)) == hexes


@pytest.mark.parametrize(
    ("place", "terrain"),
    [
        ("Palermo", "clear"), ("Palermo E1", "hill"), ("Licata", "hill"), ("Catania", "hill"),
        ("Messina", "mountain"), ("Reggio", "forest"), ("Tunis", "clear"), ("Malta", "clear"),
    ],
)  # fmt: skip
def test_the_ground_of_sicily_is_as_printed(place: str, terrain: str) -> None:
    assert BOARD.terrain[BOARD.at(place)] == terrain


def test_sicily_hangs_together_by_seven_land_sides_and_touches_reggio_by_the_straits() -> None:
    island = [BOARD.at(name) for name in ("Palermo", "Palermo E1", "Messina", "Catania", "Licata")]
    plain = {(a, b) for a in island for b in BOARD.neighbours[a] if a < b and b in island and not BOARD.side(a, b)}
    assert len(plain) == 7
    assert BOARD.side(BOARD.at("Messina"), BOARD.at("Reggio")) == {"strait", "ferry"}


# 1.1 Who is barred where


@rule("WF-1.1c")
def test_no_axis_unit_may_land_in_africa() -> None:
    t = Table("""
        westfront husky
        Jul I, axis command
        Palermo: OKW 3, 1Para 2
    """)
    t.say("axis", "activate OKW invasion", "pass")
    assert t.refused("land 1Para Palermo-TyrrhenianSea-Tunis") == "WF-1.1c"
    assert t.refused("land 1Para Palermo-CentralMediterranean-Licata") is None


@rule("WF-1.1c")
def test_no_axis_unit_may_walk_on_in_africa() -> None:
    t = Table("""
        westfront husky
        Jul I, axis command
        Reggio: OKW 3
        Beja: 1Para 3
    """)
    t.say("axis", "activate OKW supreme", "pass")
    assert t.refused("move 1Para Beja-Bizerte") == "WF-1.1c"


# 1.2 Hexes


@rule("WF-1.2b")
def test_a_hex_is_called_after_its_place_or_by_a_bearing_from_one() -> None:
    assert BOARD.names[BOARD.at("1827")] == "Palermo E1"
    assert BOARD.at("palermo e1") == BOARD.at("1827")
    assert BOARD.at("Bizerte E2") == BOARD.at("Palermo")
    assert BOARD.names[BOARD.at("1529")] == "Tunis SW1"


# 1.3 Ground


@rule("WF-1.3b")
def test_a_hill_side_lets_any_number_pass_where_nobody_fights() -> None:
    t = Table("""
        westfront husky
        Jul I, allied command
        Palermo: 15AG 3, Br10 4, Br13 4, Br30 4
    """)
    t.say("allied", "activate 15AG command", "pass")
    t.say("allied", *[f"move {unit} Palermo-PalermoE1" for unit in ("Br10", "Br13", "Br30")])
    assert t.stacks()["Palermo E1"] == "Br13 4, Br30 4, Br10 4"


@rule("WF-1.3c")
@pytest.mark.parametrize(
    ("terrain", "stacking", "hexside", "stop"),
    [("clear", 4, 2, False), ("forest", 4, 1, False), ("hill", 4, 1, False), ("marsh", 3, 1, True),
     ("mountain", 2, 1, True)],
)  # fmt: skip
def test_the_terrain_chart(terrain: str, stacking: int, hexside: int, stop: bool) -> None:
    row = charts()["terrain"][terrain]
    assert (row["stacking"], row["hexside"], row["stop"]) == (stacking, hexside, stop)
    assert charts()["hexsides"]["river"]["limit"] == 1


@rule("WF-1.34d")
def test_in_a_marsh_armour_attacks_with_single_fire(monkeypatch: pytest.MonkeyPatch) -> None:
    t = Table("westfront husky\nJul I, allied combat\nLicata: 15AG 3 command\nPalermo: Br30 4 attacks, It7 3\n")
    place = t.place("Palermo")
    assert firepower(t.state, t.unit("Br30"), place, offence=True).value == DF
    terrain = tuple("marsh" if p == place else ground for p, ground in enumerate(BOARD.terrain))
    monkeypatch.setattr(t.state.world, "board", replace(BOARD, terrain=terrain))  # there is none in the section
    assert firepower(t.state, t.unit("Br30"), place, offence=True).value == SF
    assert firepower(t.state, t.unit("Br30"), place, offence=False).value == DF


@rule("WF-1.3c")
@pytest.mark.parametrize(
    ("place", "limit"), [("Messina", 2), ("Catania", 4), ("Reggio", 4), ("Tunis", 4), ("Malta", 4)]
)
def test_stacking_follows_the_ground_and_no_city_changes_it(place: str, limit: int) -> None:
    world = Table().state.world
    assert world.stacking[world.board.at(place)] == limit


@rule("WF-1.3c")
@pytest.mark.parametrize(
    ("a", "b", "limit"),
    [("Tunis", "Bizerte", 2), ("Palermo", "Palermo E1", 1), ("Catania", "Licata", 1), ("Messina", "Catania", 1)],
)
def test_a_side_is_clear_only_between_two_clear_hexes(a: str, b: str, limit: int) -> None:
    world = Table().state.world
    assert world.side_limit[world.board.at(a), world.board.at(b)] == limit


def test_the_map_bears_out_every_fact() -> None:
    assert board.checks(map_board(), DATA / "facts.toml") == []


@rule("WF-1.35e")
def test_the_way_round_an_alpine_side_is_longer() -> None:
    t = Table("""
        westfront husky
        Jul I, allied command
        Malta: AF 2
        Beja SW1: FF2 4
    """)
    t.say("allied", "activate AF supreme", "pass")
    assert t.refused("move FF2 BejaSW1-Kasserine") is None
    assert t.refused("move FF2 BejaSW1-Gabes") == "WF-6.1a"


@rule("WF-1.35e")
def test_command_is_not_traced_over_alpine_sides() -> None:
    t = whole("Aug I, axis movement", "Trieste NW1: AGC 2 command\nSalzburg: Ge75 2\nKlagenfurt: Ge87 2")
    assert t.refused("move Ge75 Salzburg-Regensburg") == "WF-5.3b"  # next to it, but three hexes round
    assert t.refused("move Ge87 Klagenfurt-Graz") is None


@rule("WF-1.35e")
@pytest.mark.parametrize(("klagenfurt", "steps"), [("Br10 4", 1), ("Ge87 2", 2)])
def test_supply_is_not_traced_over_alpine_sides(klagenfurt: str, steps: int) -> None:
    around = f"Klagenfurt: {klagenfurt}\nBolzano: Br13 4\nVenice: Br30 4\nTrieste: FF2 4"
    t = whole("Aug I, allied supply", f"Trieste NW1: Ge75 2\nSalzburg: Ge90 2\nBerlin: OKW 3\n{around}")
    assert t.steps("Ge75") == steps  # the railways of Salzburg and Innsbruck are next to it


# 1.37 Seas


@rule("WF-1.37a")
@pytest.mark.parametrize("coast", ["Licata", "Catania"])
def test_nobody_walks_over_a_sea_side(coast: str) -> None:
    t = Table("""
        westfront husky
        Jul I, allied command
        Malta: AF 2, Br2Para 1
    """)
    t.say("allied", "activate AF supreme", "pass")
    assert t.refused(f"move Br2Para Malta-{coast}") == "WF-1.37a"


@rule("WF-1.37a")
def test_nobody_walks_into_the_sea() -> None:
    t = Table("""
        westfront husky
        Jul I, allied command
        Tunis: 15AG 3, Br13 4
    """)
    t.say("allied", "activate 15AG command", "pass")
    assert t.refused("move Br13 Tunis-1728") == "WF-1.37a"


# 1.39 Straits

ACROSS = """
    westfront husky
    Jul I, axis command
    Reggio: OKW 3, 1Para 2, It7 3
"""


@rule("WF-1.39a")
def test_no_zone_of_control_crosses_straits() -> None:
    t = Table("""
        westfront husky
        Jul I, allied command
        Messina: Br10 4
    """)
    assert t.control("Reggio") == "axis"
    assert t.control("Palermo E1") == "allied"


@rule("WF-1.39a")
def test_one_unit_attacks_over_straits() -> None:
    t = Table(ACROSS + "Messina: FF2 1")
    t.say("axis", "activate OKW supreme", "pass", "move 1Para Reggio-Messina")
    assert t.refused("move It7 Reggio-Messina") == "WF-6.33a"


@rule("WF-1.39a")
def test_an_attack_over_straits_is_thrown_back_like_a_river_crossing() -> None:
    t = Table(ACROSS + "Messina: FF2 1")
    t.say("axis", "activate OKW supreme", "pass", "move 1Para Reggio-Messina", "pass")
    t.roll([2]).say("axis", "pass")
    assert t.at("1Para") == "Reggio"


@rule("WF-1.39b")
def test_straits_are_crossed_from_shore_to_shore_and_no_farther() -> None:
    t = Table(ACROSS + "Palermo E1: Pz76 3")
    t.say("axis", "activate OKW supreme", "pass")
    assert t.refused("move Pz76 PalermoE1-Reggio") == "WF-1.39b"
    assert t.refused("move 1Para Reggio-Catania") == "WF-1.39b"
    assert t.refused("move 1Para Reggio-Messina") is None


def ship_to_catania(messina: str, reggio: str) -> Table:
    t = Table(f"""
        westfront husky
        Jul I, allied command
        Malta: AF 2
        Bizerte: US6 2
        Catania: Br5 2
        Messina: {messina}
        Reggio: {reggio}
    """)
    return t.say("allied", "activate AF supreme", "pass")


@rule("WF-1.39d")
@pytest.mark.parametrize(("messina", "reggio"), [("It7 1", "GeSt 2"), ("Br10 4", "GeSt 2"), ("It7 1", "Br10 4")])
def test_an_enemy_on_either_shore_closes_straits_to_ships(messina: str, reggio: str) -> None:
    t = ship_to_catania(messina, reggio)
    assert t.refused("sail US6 Bizerte-TyrrhenianSea-IonianSea-Catania") == "WF-1.39d"
    assert t.refused("sail US6 Bizerte-TyrrhenianSea-CentralMediterranean-Catania") is None


def test_straits_between_friendly_shores_are_open_to_ships() -> None:
    t = ship_to_catania("Br13 4", "Br10 4")
    assert t.refused("sail US6 Bizerte-TyrrhenianSea-IonianSea-Catania") is None


@rule("WF-1.39e")
def test_the_ferry_of_messina_carries_rail_supply_into_sicily() -> None:
    t = Table("""
        westfront husky
        Jul I, allied supply
        Reggio: OKW 3
        Palermo: Pz76 3
    """)  # three hexes from Reggio, and no die is rolled for the port
    assert t.fact("supplied", "Pz76") == 1
    assert t.steps("Pz76") == 3


# 1.4 Cities and ports


@rule("WF-1.41a")
def test_a_major_city_doubles_the_defence_and_sharpens_its_fire() -> None:
    t = Table("""
        westfront husky
        Jul I, allied command
        Bizerte: 15AG 3
        Tunis: It7 3, Br10 4 attacks
    """)
    t.say("allied", "activate 15AG command", "pass", "pass", "pass")
    t.roll([5, 6, 2], [6, 6]).say("allied", "declare Tunis")
    losses = [event.facts["unit"] for event in t.match.history if event.rule == "WF-7.33d"]
    assert losses == ["Br10", "Br10", "It7"]  # infantry hits on 5 and 6; two hits on it take one step


@rule("WF-1.44")
def test_italians_are_rebuilt_in_their_cities_but_not_in_a_town() -> None:
    t = Table("""
        westfront husky
        Aug production
        Reggio: OKW 3
    """)
    assert t.refused("rebuild It7 Palermo", "axis") is None
    assert t.refused("rebuild It7 Licata", "axis") == "WF-11.6a"
    assert t.refused("rebuild 1Para Palermo", "axis") == "WF-11.6a"


@rule("WF-1.45a")
def test_licata_is_no_port() -> None:
    t = Table("""
        westfront husky
        Jul I, allied command
        Malta: AF 2
        Sfax: Br5 2
        Licata: US6 2
    """)
    t.say("allied", "activate AF supreme", "pass")
    assert t.refused("sail Br5 Sfax-CentralMediterranean-Licata") == "WF-15.2a"
    assert t.refused("sail US6 Licata-CentralMediterranean-Sfax") == "WF-15.2a"


PORTS = """
    westfront husky
    Jul I, allied command
    Malta: AF 2
    Tunis: US2 4, Br13 4, FF2 2
"""


@rule("WF-1.45b")
def test_a_major_port_serves_two_units_in_a_turn() -> None:
    t = Table(PORTS)
    t.say("allied", "activate AF supreme", "pass")
    t.say("allied", "sail US2 Tunis-TyrrhenianSea-Bizerte", "sail Br13 Tunis-CentralMediterranean-Malta")
    assert t.refused("sail FF2 Tunis-CentralMediterranean-Sfax") == "WF-15.21a"


@rule("WF-1.45b")
def test_a_minor_port_serves_one_unit_in_a_turn() -> None:
    t = Table(PORTS)
    t.say("allied", "activate AF supreme", "pass", "sail US2 Tunis-CentralMediterranean-Malta")
    assert t.refused("sail Br13 Tunis-CentralMediterranean-Malta") == "WF-15.21a"
    assert t.refused("sail Br13 Tunis-CentralMediterranean-Sfax") is None
