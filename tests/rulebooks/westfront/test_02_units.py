"""Chapter 2: the units. Speed and fire by type, static units, and the fog of war."""

from __future__ import annotations

import pytest

from grognard.engine import agenda
from grognard.engine.events import Deal, Roll
from grognard.engine.orders import Order
from grognard.games import westfront
from grognard.games.westfront import starting
from grognard.games.westfront import world as worlds
from grognard.games.westfront.movement import speed_of
from grognard.games.westfront.state import COMMAND
from grognard.games.westfront.world import charts
from tests.rulebooks.westfront.table import Table
from tests.rules import rule

# 2.1 Nationality


@rule("WF-2.1a")
def test_the_axis_runs_germans_and_italians_and_the_allies_all_others() -> None:
    world = Table().state.world
    runs = [{world.roster[unit].nation for unit in army} for army in world.army]
    assert runs == [{"Britain", "United States", "Free France", "Poland"}, {"Germany", "Italy"}]
    assert sum(unit.nation == "Italy" for unit in world.roster) == 2
    for name, nation in {"15AG": "Britain", "US6": "United States", "Pz76": "Germany", "ItSic": "Italy"}.items():
        assert world.roster[world.unit_index[name]].nation == nation


# 2.2 Types


@rule("WF-2.2")
@pytest.mark.parametrize(
    ("kind", "dry", "mud", "offence", "defence"),
    [
        ("armor", 3, 1, "DF", "DF"), ("mech", 3, 1, "SF", "DF"), ("infantry", 2, 1, "SF", "SF"),
        ("cavalry", 3, 2, "SF", "SF"), ("static", 1, 1, "SF", "SF"), ("fort", 0, 0, "SF", "TF"),
        ("amphibious", 3, 1, "SF", "SF"), ("mountain", 2, 1, "SF", "SF"), ("para", 2, 1, "SF", "DF"),
        ("hq", 2, 1, "none", "none"), ("shq", 2, 1, "none", "none"),
    ],
)  # fmt: skip
def test_type_alone_fixes_speed_and_fire(kind: str, dry: int, mud: int, offence: str, defence: str) -> None:
    row = charts()["unit_types"][kind]
    assert (row["speed"], row["fire"]) == ({"dry": dry, "mud": mud}, {"offence": offence, "defence": defence})


@rule("WF-2.2", "WF-6.1a")
@pytest.mark.parametrize(
    ("unit", "farthest", "beyond"),
    [
        ("Br30", "Sfax", "Gabes"), ("Br13", "Sfax", "Gabes"), ("US2", "Sfax", "Gabes"),
        ("FF2", "Sousse", "Sfax"), ("Br2Para", "Sousse", "Sfax"), ("15AG", "Sousse", "Sfax"),
    ],
)  # fmt: skip
def test_a_unit_walks_as_far_as_its_type_allows(unit: str, farthest: str, beyond: str) -> None:
    t = Table(f"""
        westfront husky
        Jul I, allied command
        Malta: AF 2
        Bizerte: {unit} 3
    """)
    t.say("allied", "activate AF supreme", "pass")
    assert t.refused(f"move {unit} Bizerte-{farthest}") is None
    assert t.refused(f"move {unit} Bizerte-{beyond}") == "WF-6.1a"


@rule("WF-2.2")
def test_mech_fires_double_on_defence() -> None:
    t = Table("""
        westfront husky
        Jul I, axis combat
        Palermo: Br13 3, Pz76 3 attacks
    """)
    t.roll([3, 4, 5], [1, 1]).say("axis", "declare Palermo")
    assert t.steps("Pz76") == 2


@rule("WF-2.2")
def test_mech_fires_single_on_offence() -> None:
    t = Table("""
        westfront husky
        Jul I, allied combat
        Palermo: Br13 4 attacks, Pz76 3
    """)
    t.roll([1, 1, 1], [5, 5, 5, 5]).say("allied", "declare Palermo")
    assert t.steps("Pz76") == 3


@rule("WF-2.2")
def test_armour_fires_double_on_offence() -> None:
    t = Table("""
        westfront husky
        Jul I, allied combat
        Palermo: Br30 4 attacks, Pz76 3
    """)
    t.roll([1, 1, 1], [5, 5, 4, 1]).say("allied", "declare Palermo")
    assert t.steps("Pz76") == 2  # two hits on a doubled defence: nobody supports the attack


@rule("WF-2.23b")
def test_allied_infantry_has_trucks_and_axis_infantry_has_none() -> None:
    t = Table("""
        westfront husky
        Jul I, allied command
        Malta: AF 2
        Bizerte: Br10 4
        Palermo: It7 3
    """)
    t.say("allied", "activate AF supreme", "pass")
    assert t.refused("move Br10 Bizerte-Sfax") is None
    assert speed_of(t.state, t.unit("It7")) == 2


# 2.25 Static units


@rule("WF-2.25a")
def test_no_army_group_moves_a_static_unit() -> None:
    t = Table("""
        westfront husky
        Jul I, axis command
        Reggio: OKW 3, GeSt 2, 1Para 2
    """)
    t.state.role[t.unit("OKW")] = COMMAND  # as if it were an army group: the Axis has none here
    t.say("axis", "pass")
    assert t.refused("move 1Para Reggio-Messina") is None
    assert t.refused("move GeSt Reggio-Messina") == "WF-2.25a"


@rule("WF-2.25a")
def test_a_supreme_move_takes_a_static_unit_one_hex() -> None:
    t = Table("""
        westfront husky
        Jul I, axis command
        Reggio: OKW 1, GeSt 2, 1Para 2
        Palermo: ItSic 1
    """)
    t.say("axis", "activate OKW supreme", "pass", "move GeSt Reggio-Messina")
    assert t.left("axis") == 1
    assert t.refused("move ItSic Palermo-Catania") == "WF-6.1a"
    t.say("axis", "move 1Para Reggio-Messina")
    assert t.refused("move ItSic Palermo-Licata") == "WF-2.25a"


CUT_OFF = """
    westfront husky
    Jul I, allied combat
    Palermo E1: Br30 4, Br10 4
    Catania: Br13 4
"""


@rule("WF-2.25b")
def test_a_static_unit_stays_on_the_map_without_steps() -> None:
    t = Table(CUT_OFF.replace("combat", "command") + "Palermo: ItSic 1")
    t.roll([1]).say("allied", "pass")
    assert (t.at("ItSic"), t.steps("ItSic")) == ("Palermo", 0)


@rule("WF-2.25b")
def test_the_next_loss_eliminates_a_static_unit_without_steps() -> None:
    t = Table(CUT_OFF.replace("combat", "command") + "Palermo: ItSic 0")
    t.roll([1]).say("allied", "pass")
    assert t.at("ItSic") == "eliminated"


@rule("WF-2.25b")
def test_a_static_unit_without_steps_rolls_no_dice() -> None:
    t = Table("""
        westfront husky
        Jul I, axis combat
        Palermo: ItSic 0, Pz76 1, Br13 1 attacks
    """)
    t.roll([1], [1]).say("axis", "declare Palermo")  # one each for Br13 and Pz76
    t.dice.finish()
    assert t.at("ItSic") == "Palermo"


@rule("WF-2.25c")
def test_a_static_unit_alone_in_battle_dies_with_its_last_step() -> None:
    t = Table("""
        westfront husky
        Jul I, allied combat
        Palermo: ItSic 1, Br30 4 attacks
    """)
    t.roll([1], [6, 6, 1, 1]).say("allied", "declare Palermo")
    assert t.at("ItSic") == "eliminated"


@rule("WF-2.25c")
def test_static_units_without_steps_die_when_combat_begins_with_nobody_beside_them() -> None:
    t = Table("""
        westfront husky
        Jul I, allied combat
        Palermo: ItSic 0, GeSt 0, Br30 4 attacks
    """)
    t.say("allied", "declare Palermo")  # and not a die is rolled
    assert (t.at("ItSic"), t.at("GeSt")) == ("eliminated", "eliminated")


# 2.3 The fog of war


@rule("WF-2.3b")
def test_an_upright_block_shows_only_its_side_and_its_hex() -> None:
    t = Table()
    assert t.faces("axis", "Tunis") == [None, None, None, None]
    names = {t.state.world.units[unit] for unit in t.state.world.army[0]}
    blocks = [piece for piece in t.match.view("axis")["pieces"] if piece["at"] == "Tunis"]
    assert not names & {piece["id"] for piece in blocks}
    assert all(piece["marks"] == [] and piece["seen"] is None for piece in blocks)


@rule("WF-2.3b")
def test_an_owner_sees_his_own_blocks() -> None:
    own = [piece for piece in Table().match.view("allied")["pieces"] if piece["at"] == "Tunis"]
    assert [piece["face"]["steps"] for piece in own if piece["id"] == "FF2"] == [2]


@rule("WF-2.3b")
def test_the_enemy_is_not_told_who_moved() -> None:
    t = Table().say("allied", "activate AF supreme", "pass", "move Br13 Tunis-Sousse")
    assert t.match.view("allied")["log"][-1]["facts"]["unit"] == "Br13"
    assert "Br13" not in str(t.match.view("axis")["log"])


@rule("WF-2.3b")
def test_a_headquarters_is_face_up_only_while_it_is_active() -> None:
    t = Table().say("allied", "activate 21AG command")
    assert t.faces("axis", "Bizerte").count("21AG 3") == 1
    t.say("allied", "pass", "pass")
    assert t.when == "Jul I, axis command"
    assert t.faces("axis", "Bizerte") == [None, None, None, None]


ATTACK = """
    westfront husky
    Jul I, allied command
    Licata: 15AG 1, Br30 3
    Palermo E1: It7 3
"""


@rule("WF-2.3b")
def test_units_that_open_a_battle_stay_hidden_until_it_is_fought() -> None:
    t = Table(ATTACK).say("allied", "activate 15AG command", "pass", "move Br30 Licata-PalermoE1", "pass")
    assert t.when == "Jul I, allied combat"
    assert (t.faces("axis", "Palermo E1"), t.faces("allied", "Palermo E1")) == ([None], [None])


@rule("WF-2.3b")
def test_a_battle_that_is_fought_shows_every_unit_in_it() -> None:
    t = Table(ATTACK + "Catania: Br10 4, Br13 4 attacks, Pz76 3")
    t.say("allied", "activate 15AG command", "pass", "move Br30 Licata-PalermoE1", "pass", "pass", "declare Catania")
    assert (t.faces("axis", "Palermo E1"), t.faces("allied", "Palermo E1")) == (["Br30 3"], ["It7 3"])


@rule("WF-2.3b", "WF-7.12c")
def test_after_a_round_the_original_attacker_stays_face_up_and_the_defender_does_not() -> None:
    t = Table(ATTACK).say("allied", "activate 15AG command", "pass", "move Br30 Licata-PalermoE1", "pass")
    t.roll([1, 1, 1], [1, 1, 1]).say("allied", "pass")
    assert t.when == "Jul I, axis command"
    assert (t.faces("axis", "Palermo E1"), t.faces("allied", "Palermo E1")) == (["Br30 3"], [None])


@rule("WF-2.3b")
def test_a_block_seen_in_battle_is_remembered_while_it_stands_alone() -> None:
    t = Table(ATTACK).say("allied", "activate 15AG command", "pass", "move Br30 Licata-PalermoE1", "pass")
    t.roll([1, 1, 1], [6, 6, 1]).say("allied", "pass")
    blocks = [piece for piece in t.match.view("allied")["pieces"] if piece["at"] == "Palermo E1"]
    assert [block["seen"] for block in blocks if block["side"] == "axis"] == ["It7 infantry 2, Jul I"]


@rule("WF-2.3b")
def test_blocks_that_stand_together_are_lost_from_sight_when_the_phase_ends() -> None:
    t = Table(ATTACK + "Palermo E1: Pz76 1")
    t.say("allied", "activate 15AG command", "pass", "move Br30 Licata-PalermoE1", "pass")
    t.roll([1, 1, 1], [1], [1, 1, 1]).say("allied", "pass")
    blocks = [piece for piece in t.match.view("allied")["pieces"] if piece["at"] == "Palermo E1"]
    assert [block["seen"] for block in blocks if block["side"] == "axis"] == [None, None]


@rule("WF-2.3b")
@pytest.mark.parametrize(
    ("steps", "remembered", "then"),
    [(3, 3, "It7 infantry 2, Jul I"), (3, 2, "It7 infantry 1, Jul I"), (3, 1, "It7 infantry 1, Jul I"), (3, 0, None)],
)
def test_whoever_remembers_a_block_sees_it_lose_a_step(steps: int, remembered: int, then: str | None) -> None:
    t = Table(CUT_OFF.replace("combat", "command") + f"Palermo: It7 {steps}")
    if remembered:  # what was seen of it; since then it may have grown, and a unit on the map has a step at least
        t.state.seen[t.unit("It7")] = 1 + remembered + 16 * (4 * t.state.month)
    t.roll([1]).say("allied", "pass")
    assert t.steps("It7") == steps - 1
    blocks = [piece for piece in t.match.view("allied")["pieces"] if piece["at"] == "Palermo"]
    assert [block["seen"] for block in blocks] == [then]


@rule("WF-2.3b", "WF-7.33d")
def test_a_unit_that_dies_is_named_and_what_was_known_of_it_is_forgotten() -> None:
    t = Table(CUT_OFF.replace("combat", "command") + "Palermo: It7 1")
    t.state.seen[t.unit("It7")] = 1 + 1 + 16 * (4 * t.state.month)
    t.roll([1]).say("allied", "pass")
    assert t.at("It7") == "eliminated"
    assert [event["unit"] for event in t.events("eliminated")] == ["It7"]
    assert t.fact("seen", "It7") == 0


@rule("WF-2.3b")
def test_an_original_attacker_that_leaves_the_battle_is_hidden_again() -> None:
    t = Table("westfront husky\nJul I, allied combat\nLicata: 15AG 3\nPalermo E1: Br30 4 attacks, Br10 4, Pz76 3")
    t.say("allied", "pass").say("axis", "pass", "pass")
    assert t.shown("Br10")
    t.say("allied", "activate 15AG command", "pass", "move Br10 PalermoE1-Licata", "pass")
    assert not t.shown("Br10")


@rule("WF-2.3b")
def test_attackers_are_hidden_when_the_last_defender_dies_for_want_of_supply() -> None:
    t = Table("""
        westfront husky
        Jul I, allied combat
        Palermo E1: Br30 4 attacks, It7 1
        Catania: Br13 4
        Licata: Br10 4
        Palermo: Br5 2
        Messina: FF2 4
    """)
    t.say("allied", "pass")
    assert t.at("It7") == "eliminated"
    assert not t.shown("Br30")


@rule("WF-2.3b")
def test_a_position_shows_the_original_attackers_of_its_battles() -> None:
    t = Table("westfront husky\nJul I, allied command\nPalermo E1: Br30 4 attacks, It7 3")
    assert t.fact("shown", "Br30")
    assert not t.fact("shown", "It7")


# 2.5 Codes and names


def first_orders(world: worlds.West) -> list[Order]:
    """What the Allies may do when the game begins, with the blocks dealt in their own order."""

    def deal(call: Roll | Deal) -> tuple[int, ...]:
        assert isinstance(call, Deal)
        return tuple(range(call.cards))

    s = starting.set_up(world)
    agenda.advance(s, deal)
    return agenda.offered(s, 0)


@rule("WF-2.5")
def test_nothing_hangs_on_what_is_printed_on_a_block_but_its_identity(monkeypatch: pytest.MonkeyPatch) -> None:
    data = worlds.scenario_data("husky")
    bare = [{**row, "title": "", "letter": ""} for row in data["unit"]]
    assert len({row["name"] for row in bare}) == len(bare)
    monkeypatch.setattr(worlds, "scenario_data", lambda key: {**data, "unit": bare})
    blank = worlds.West(westfront.GAME, "husky", {})
    assert {unit.letter for unit in blank.roster} == {""}
    assert first_orders(blank) == first_orders(Table().state.world)


# 2.66 Italians

LANDING = "westfront husky\nJul I, axis command\nPalermo: OKW 3, It7 3, 1Para 3, ItSic 2\nReggio: GeSt 2"


@rule("WF-2.66")
@pytest.mark.parametrize("unit", ["It7", "ItSic"])
def test_italians_stay_in_italy_and_next_to_it(unit: str) -> None:
    t = Table(LANDING).say("axis", "activate OKW invasion", "pass")
    assert t.refused(f"land {unit} Palermo-TyrrhenianSea-Tunis") == "WF-2.66"
    assert t.refused(f"land {unit} Palermo-CentralMediterranean-Malta") is None  # it touches Sicily
    assert t.refused("land 1Para Palermo-TyrrhenianSea-Tunis") == "WF-1.1c"  # other rules keep the Germans out


@rule("WF-2.66")
def test_italians_cross_to_reggio_and_back() -> None:
    t = Table("westfront husky\nJul I, axis command\nReggio: OKW 3, It7 3\nBeja: ItSic 2")
    t.say("axis", "activate OKW supreme", "pass")
    assert t.refused("move It7 Reggio-Messina") is None
    assert t.refused("move ItSic Beja-Kasserine") == "WF-2.66"
