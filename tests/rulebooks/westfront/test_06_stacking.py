"""Chapter 6, 6.2: stacking. Hexes may be crowded while units move, if it can be put right when the phase ends."""

from __future__ import annotations

from random import Random
from typing import Any

import grognard
from grognard.engine.orders import Pass
from grognard.engine.paths import FAR, bits
from grognard.games.westfront.command_phase import ActivateHeadquarters
from grognard.games.westfront.movement_phase import MoveUnits
from grognard.games.westfront.orders import Move
from grognard.games.westfront.retreat import ChooseWay
from grognard.games.westfront.stacking import crowded_hexes, full_hexes, outlook
from tests.rulebooks.westfront.table import Table
from tests.rules import rule


def command(pieces: str, side: str = "allied") -> Table:
    return Table(f"westfront husky\nJul I, {side} command\n{pieces}")


def moving(pieces: str, how: str = "") -> Table:
    """The Allied movement phase under 15AG, wherever it stands."""
    return command(pieces).say("allied", f"activate 15AG command{how}", "pass")


def axis_moving(pieces: str) -> Table:
    """The Axis movement phase with the Supreme Moves of OKW."""
    return command(pieces, "axis").say("axis", "activate OKW supreme", "pass")


# 6.21 The limits


@rule("WF-6.21")
def test_in_a_battle_hex_each_side_has_the_full_limit() -> None:
    t = moving("Messina: 1Para 2, It7 3\nCatania: 15AG 3, Br10 4\nPalermo E1: Br13 4, FF2 2")
    t.say("allied", "move Br10 Catania-Messina", "move Br13 PalermoE1-Messina")
    assert t.refused("pass") is None
    assert t.stacks()["Messina"] == "Br13 4, Br10 4, 1Para 2, It7 3"


@rule("WF-6.21", "WF-6.2a")
def test_a_third_unit_joins_two_friends_in_a_mountain_battle_only_if_one_can_leave_it() -> None:
    messina = "Messina: 1Para 2, Br13 4 attacks, Br10 4\nPalermo E1: 15AG 3, FF2 2\n"
    assert moving(f"{messina}Catania: It7 3").refused("move FF2 PalermoE1-Messina") == "WF-6.2a"  # by the one side
    t = moving(f"{messina}Catania: US2 2").say("allied", "move FF2 PalermoE1-Messina")
    assert t.refused("pass") == "WF-6.2a"
    t.say("allied", "move Br13 Messina-Catania")
    assert t.refused("pass") is None


@rule("WF-6.2a")
def test_only_two_may_stay_in_the_mountains() -> None:
    t = axis_moving("Reggio: OKW 3, It7 3\nPalermo E1: Pz76 3, 1Para 2")
    t.say("axis", "move Pz76 PalermoE1-Messina", "move 1Para PalermoE1-Messina")
    assert t.refused("move It7 Reggio-Messina") == "WF-6.2a"


# 6.2 At the end of the phase


@rule("WF-6.2a")
def test_the_phase_does_not_end_while_a_hex_is_crowded_but_others_may_move_first() -> None:
    t = moving("Tunis: 15AG 3, Br13 4, FF2 2, US2 4\nBizerte: Br10 4, Br5 2").say("allied", "move Br10 Bizerte-Tunis")
    assert t.refused("pass") == "WF-6.2a"
    t.say("allied", "move Br5 Bizerte-Beja")
    assert t.refused("pass") == "WF-6.2a"
    t.say("allied", "move FF2 Tunis-Sousse")
    assert t.refused("pass") is None


@rule("WF-6.2a")
def test_nobody_stops_where_nobody_can_make_room() -> None:
    t = moving("Tunis: 15AG 3\nSousse: Br13 4, Br10 4, US2 4\nBizerte: FF2 2", " blitz")  # and does not mobilize yet
    t.say("allied", *[f"move {unit} Sousse-Tunis" for unit in ("Br13", "Br10", "US2")])
    assert t.refused("move FF2 Bizerte-Sousse") is None
    assert t.refused("move FF2 Bizerte-Tunis") == "WF-6.2a"


FULL = """
    Messina: Br10 4, FF2 4
    Palermo E1: 15AG 3, Br13 4, Br30 4, Br5 4
    Catania: US2 4, US6 4, Polish 4, 21AG 0
"""


@rule("WF-6.2a")
def test_three_full_hexes_may_rotate() -> None:
    t = moving(FULL, " blitz").say("allied", "move FF2 Messina-PalermoE1", "move Br30 PalermoE1-Catania")
    assert t.refused("pass") == "WF-6.2a"
    t.say("allied", "move Polish Catania-Messina")
    assert t.refused("pass") is None


@rule("WF-6.2a")
def test_the_last_supreme_move_is_kept_for_a_crowded_hex() -> None:
    t = axis_moving("Reggio: OKW 1\nMessina: It7 3, 1Para 2\nPalermo E1: Pz76 3\nPalermo: ItSic 1")
    t.say("axis", "move Pz76 PalermoE1-Messina")
    assert t.left("axis") == 1
    assert t.refused("move ItSic Palermo-PalermoE1") == "WF-6.2a"
    assert t.refused("move It7 Messina-PalermoE1") is None


@rule("WF-6.2a")
def test_trains_and_ships_may_crowd_a_hex_for_a_while() -> None:
    t = axis_moving("Reggio: OKW 3, Pz76 3\nMessina: It7 3, 1Para 2\nPalermo: ItSic 1")
    t.say("axis", "rail ItSic Palermo-Messina")
    assert t.refused("pass") == "WF-6.2a"
    t.say("axis", "move It7 Messina-Catania")
    assert t.refused("pass") is None
    t = command("Tunis: AF 3, Br10 4, Br13 4, FF2 4\nMalta: Br5 2").say("allied", "activate AF supreme", "pass")
    t.say("allied", "sail Br5 Malta-CentralMediterranean-Tunis")
    assert t.refused("pass") == "WF-6.2a"
    t.say("allied", "move FF2 Tunis-Bizerte")
    assert t.refused("pass") is None


@rule("WF-6.2a")
def test_an_attack_too_relieves_a_crowded_hex() -> None:
    t = moving("Catania: Br10 4, Br13 4, US2 4, FF2 4\nPalermo E1: 15AG 3, Br5 4\nLicata: It7 1", " blitz")
    t.say("allied", "move Br5 PalermoE1-Catania")
    assert t.refused("pass") == "WF-6.2a"
    t.say("allied", "move Br10 Catania-Licata")
    assert t.refused("pass") is None


@rule("WF-6.22b")
def test_what_is_crowded_and_cannot_be_relieved_stays_so() -> None:
    crowd = "Tunis: Br10 4, Br13 4, US2 4, FF2 4, Br5 2\n"
    assert moving(f"{crowd}Gabes: 15AG 1").refused("pass") is None
    assert moving(f"{crowd}Sousse: 15AG 1").refused("pass") == "WF-6.2a"


@rule("WF-6.2a")
def test_room_is_made_in_turn_where_there_is_too_little() -> None:
    t = command("""
        Tunis: AF 3, Br5 4
        Malta: 15AG 3, Br2Para 4
        Catania: Br10 4, Br13 4, US2 4, US6 4
        Messina: FF2 4
        Palermo E1: It7 3
        Licata: 1Para 2
    """).say("allied", "activate AF supreme", "activate 15AG paradrop", "pass")
    t.say("allied", "sail Br5 Tunis-CentralMediterranean-Catania", "drop Br2Para Catania")
    assert outlook(t.state, 0).left_over == 0  # two go to Messina, and FF2 from there to Reggio
    assert t.refused("pass") == "WF-6.2a"
    t.say("allied", "move FF2 Messina-Reggio", "move Br10 Catania-Messina", "move Br13 Catania-Messina")
    assert t.refused("pass") is None


# 6.41 Rearguards


@rule("WF-6.2a", "WF-6.41a")
def test_the_last_of_a_battle_makes_room_only_as_its_rearguard() -> None:
    t = command("""
        Palermo E1: 15AG 3, Br13 4
        Messina: FF2 4
        Licata: Br5 4
        Catania: Br10 4, It7 2 attacks
        Malta: AF 3, Br2Para 4
        Tunis: 21AG 3, US2 4
    """).say("allied", "activate 15AG command", "activate 21AG invasion", "activate AF paradrop", "pass")
    t.say("allied", "move Br13 PalermoE1-Catania", "move FF2 Messina-Catania", "drop Br2Para Catania")
    assert t.refused("land US2 Tunis-CentralMediterranean-Catania") == "WF-6.2a"
    assert t.refused("move Br10 Catania-Licata") == "WF-6.41a"
    t.say("allied", "retreat Br10")
    assert t.refused("land US2 Tunis-CentralMediterranean-Catania") is None


@rule("WF-6.2a", "WF-6.41c")
def test_a_rearguard_makes_room_for_those_who_relieve_it_and_keeps_its_way() -> None:
    t = moving("""
        Messina: Br10 4, It7 2 attacks
        Palermo E1: 15AG 3, FF2 4
        Catania: Br30 4
        Reggio: US2 4
    """).say("allied", "retreat Br10", "move FF2 PalermoE1-Messina", "move Br30 Catania-Messina")
    assert t.refused("move US2 Reggio-Messina") == "WF-6.2a"
    t.roll([1, 1]).say("allied", "pass", "move Br10 Messina-Reggio")
    assert t.stacks()["Messina"] == "FF2 4, Br30 4, It7 2"


# No phase comes to a dead end


def dense(rng: Random) -> str:
    """Allies all over Sicily, in some battles, full hexes and crowded ones."""
    stacks: dict[str, list[str]] = {}
    places = rng.sample(["Palermo", "Palermo E1", "Messina", "Licata", "Catania", "Reggio"], 4)
    for unit in (
        "US6 4",
        "Br30 4",
        "Polish 4",
        "US2 4",
        "Br5 4",
        "Br10 4",
        "Br13 4",
        "FF2 4",
        "15AG 3",
        "21AG 2",
        "AF 1",
    ):
        stacks.setdefault(rng.choice(places), []).append(unit)
    for unit in ("It7 3", "Pz76 3", "1Para 2"):
        place = rng.choice([*places, "Licata", "Messina"])
        allies = stacks.get(place, [])
        stacks[place] = [*allies, f"{unit} attacks" if allies else unit]
    pieces = "\n".join(f"{place}: {', '.join(stack)}" for place, stack in stacks.items())
    return f"westfront husky\nJul I, allied command\n{pieces}"


DECISIONS = (ActivateHeadquarters, MoveUnits, ChooseWay)


def overfull(s: Any) -> int:
    """How many of the Allies are too many where they stand."""
    return sum(s.count(at, 0) - s.world.stacking[at] for at in crowded_hexes(s, 0))


def test_whoever_has_crowded_a_hex_can_always_put_it_right() -> None:
    """Moves at random, and where it is full if they may: what must be left over never grows, and is what is left."""
    crowds = 0
    s: Any
    for seed in range(150):
        rng = Random(seed)
        match, least = grognard.position(dense(rng), seed=seed), FAR
        while (
            isinstance(step := match.state.agenda[-1], ActivateHeadquarters | MoveUnits | ChooseWay) and not step.side
        ):
            s = match.state
            if isinstance(s.agenda[-1], MoveUnits):
                room = outlook(s, 0)
                assert room.left_over <= least, match.text()
                least = room.left_over
                crowds += bool(room.plan)
            orders = [order for order in match.orders("allied") if not isinstance(order, Pass)]
            full = {s.world.board.names[at] for at in bits(full_hexes(s, 0))}
            crowding = [order for order in orders if isinstance(order, Move) and order.route[-1] in full]
            wanted = crowding if crowding and rng.random() < 0.8 else orders
            match.play(rng.choice(wanted or list(match.orders("allied"))))
        s = match.state
        assert s.voyages or overfull(s) <= least, match.text()  # whoever came by sea may be thrown back
    assert crowds > 100


# 5.21 Deploying into a full hex

DEPLOYING = "Bizerte: 15AG 3\nTunis: Br13 4, Br30 4, Br10 4, FF2 4\nSousse: Br5 4"


@rule("WF-6.2a")
def test_a_deploying_headquarters_may_crowd_a_hex_until_the_end_of_movement() -> None:
    t = command(DEPLOYING).say("allied", "activate 15AG command Tunis", "pass")
    assert t.at("15AG") == "Tunis"
    t.say("allied", "move Br5 Sousse-Sfax")
    assert t.refused("pass") == "WF-6.2a"
    t.say("allied", "move FF2 Tunis-Bizerte")
    assert t.refused("pass") is None
    t.dice.finish()


@rule("WF-6.2a", "WF-5.41a")
def test_it_may_put_that_right_by_mobilizing() -> None:
    t = command(DEPLOYING).say("allied", "activate 15AG command Tunis", "pass", "mobilize 15AG Tunis-Bizerte")
    assert t.refused("pass") is None
    t = command("Catania: 15AG 3\nMessina: 21AG 2, AF 2").say("allied", "activate 15AG command Messina", "pass")
    assert t.refused("pass") == "WF-6.2a"
    t.say("allied", "mobilize 15AG Messina-Catania")
    assert t.refused("pass") is None
    t.dice.finish()


@rule("WF-6.2a", "WF-4.42c")
def test_a_headquarters_does_not_mobilize_before_others_have_left_a_crowded_hex() -> None:
    t = command(DEPLOYING).say("allied", "activate 15AG command Tunis", "pass", "move Br5 Sousse-Tunis")
    assert t.refused("mobilize 15AG Tunis-Bizerte") == "WF-6.2a"
    t.say("allied", "move FF2 Tunis-Bizerte", "mobilize 15AG Tunis-Bizerte")
    assert t.refused("pass") is None
    t.dice.finish()


@rule("WF-6.2a")
def test_a_headquarters_does_not_crowd_a_hex_that_nobody_could_leave() -> None:
    t = command("Bizerte: 15AG 3\nMessina: OKW 2, 1Para 3\nReggio: GeSt 2", "axis")
    assert t.refused("activate OKW supreme PalermoE1") is None
    t = command("Palermo E1: 15AG 3\nMessina: 21AG 2, AF 2")
    assert t.refused("activate 15AG command Messina") is None  # it goes on itself
    assert t.refused("activate 15AG command Messina blitz") == "WF-6.2a"
    t.dice.finish()


@rule("WF-6.2a")
def test_two_headquarters_do_not_crowd_a_hex_that_only_one_unit_could_leave() -> None:
    t = command("Catania: 15AG 3\nPalermo E1: 21AG 3\nMessina: Br10 4, AF 1\nReggio: OKW 3")
    t.say("allied", "activate 15AG command Messina blitz")
    assert t.refused("activate 21AG command Messina blitz") == "WF-6.2a"
    t.say("allied", "pass", "move Br10 Messina-Catania")
    assert t.refused("pass") is None
    t.dice.finish()


@rule("WF-6.2a")
def test_two_headquarters_crowd_a_hex_that_two_units_can_leave() -> None:
    t = command("Catania: 15AG 3\nPalermo E1: 21AG 3\nMessina: Br10 4, FF2 4\nReggio: OKW 3")
    t.say("allied", "activate 15AG command Messina blitz", "activate 21AG command Messina blitz", "pass")
    assert t.refused("pass") == "WF-6.2a"
    t.say("allied", "move Br10 Messina-Catania")
    assert t.refused("pass") == "WF-6.2a"
    t.say("allied", "move FF2 Messina-Catania")
    assert t.refused("pass") is None
    t.dice.finish()


@rule("WF-6.2a")
def test_a_headquarters_without_supreme_moves_crowds_no_hex_that_it_does_not_command() -> None:
    t = command("Catania: AF 0\nMessina: Br10 4, FF2 4")
    assert t.refused("activate AF supreme Messina") == "WF-6.2a"
    t = command("Reggio: OKW 1\nMessina: GeSt 2, ItSic 2\nPalermo E1: It7 3", "axis")
    assert t.refused("activate OKW supreme Messina") is None  # its own Supreme Move takes a static unit out
    t.dice.finish()


REGGIO = "Reggio: US6 4, Br30 4, Polish 4, US2 4\nMessina: 21AG 3, AF 1\n"
"""From Reggio the only way out leads over the straits to Messina, and when 21AG has deployed there is room for one."""


@rule("WF-6.2a")
def test_a_headquarters_does_not_take_the_room_that_a_crowded_hex_needs() -> None:
    t = command(f"{REGGIO}Palermo E1: 15AG 3").say("allied", "activate 21AG command Reggio blitz")
    assert t.refused("activate 15AG command Messina blitz") == "WF-6.2a"
    assert t.refused("activate 15AG command Palermo blitz") is None
    t.say("allied", "pass", "move US6 Reggio-Messina")
    assert t.refused("pass") is None
    t.dice.finish()


@rule("WF-6.2a")
def test_a_way_that_leads_to_the_enemy_is_no_way_out_of_a_crowded_hex() -> None:
    catania = "Catania: US6 4, Br30 4, Polish 4, US2 4\nMessina: 21AG 3, AF 1\nReggio: 15AG 3\n"
    t = command(f"{catania}Licata: It7 3\nPalermo E1: Pz76 3").say("allied", "activate 21AG command Catania blitz")
    assert t.refused("activate 15AG command Messina blitz") == "WF-6.2a"
    t = command(f"{catania}Palermo: It7 3").say("allied", "activate 21AG command Catania blitz")
    assert t.refused("activate 15AG command Messina blitz") is None


@rule("WF-6.2a")
def test_who_leaves_a_crowded_hex_leaves_another_one_its_way_out() -> None:
    t = command("""
        Reggio: US6 4, Br30 4, Polish 4, US2 4
        Messina: 21AG 3, AF 0
        Palermo: 15AG 3
        Palermo E1: Br10 4, Br13 4, FF2 4, Br2Para 1
    """).say("allied", "activate 15AG command PalermoE1 blitz", "activate 21AG command Reggio blitz")
    t.say("allied", "activate AF supreme", "pass")  # it can go nowhere
    assert t.refused("move FF2 PalermoE1-Messina") == "WF-6.2a"
    t.say("allied", "move FF2 PalermoE1-Palermo")
    assert t.refused("move Br10 PalermoE1-Messina") == "WF-6.2a"
    t.say("allied", "move US6 Reggio-Messina")
    assert t.refused("pass") is None
    t.dice.finish()
