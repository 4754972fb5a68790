"""Chapter 5: headquarters. Activation, command, support, airstrikes, Supreme Moves and the blitz."""

from __future__ import annotations

import pytest

from grognard.games.westfront.airpower import air_range
from tests.rulebooks.westfront.politics_table import whole
from tests.rulebooks.westfront.table import PRINTED, Table
from tests.rules import rule


def support(t: Table) -> dict[str, str]:
    """Where rounds have been fought, and whether the attack was supported."""
    return {fact["at"]: fact["support"] for fact in t.events("round")}


# 5.1 The headquarters


@rule("WF-5.1a")
def test_the_headquarters_of_both_sides() -> None:
    chart = PRINTED["headquarters"]
    assert [len(chart["army_groups"][side]) for side in ("allied", "axis")] == [5, 5]
    assert [chart["supreme"][side] for side in ("allied", "axis")] == [["AF", "SHAEF"], ["OKW"]]
    assert (chart["max_steps"]["allied_army_group"], chart["max_steps"]["axis_army_group"]) == (3, 2)
    assert {unit.max for unit in Table().state.world.roster if unit.is_hq} == {3}


@rule("WF-5.1b")
def test_a_headquarters_never_enters_a_hex_with_enemies() -> None:
    t = Table("""
        westfront husky
        Jul I, allied command
        Palermo: 15AG 3, 21AG 2
        Palermo E1: It7 3
        Licata: Pz76 3, Br10 4 attacks
    """)
    t.say("allied", "activate 15AG command", "pass")
    assert t.refused("move 21AG Palermo-PalermoE1") == "WF-5.1b"
    assert t.refused("move 21AG Palermo-Licata") == "WF-5.1b"  # not even where friends fight already


@rule("WF-5.1b")
def test_a_headquarters_does_not_cross_straits_to_the_enemy_either() -> None:
    t = Table("""
        westfront husky
        Jul I, allied command
        Messina: 15AG 3, 21AG 2
        Reggio: It7 3
    """)
    t.say("allied", "activate 15AG command", "pass")
    assert t.refused("move 21AG Messina-Reggio") == "WF-5.1b"


@rule("WF-5.1c")
def test_a_headquarters_takes_hits_but_rolls_no_dice() -> None:
    t = Table("""
        westfront husky
        Jul I, allied command
        Licata: 15AG 3
        Palermo: OKW 3, It7 2, Br10 4 attacks
    """)
    t.say("allied", "activate 15AG command", "pass", "pass", "pass")
    t.roll([1, 1], [6, 1, 1, 1], [1]).say("allied", "declare Palermo")  # It7, Br10; the last for a sea lane
    assert [event.facts["unit"] for event in t.match.history if event.rule == "WF-7.33d"] == ["OKW"]


ZERO = """
    westfront husky
    Jul I, allied command
    Tunis: 15AG 0, Br13 4
    Bizerte: Br10 4
"""


@rule("WF-5.1d", "WF-4.42a")
def test_a_headquarters_at_zero_commands_its_own_hex() -> None:
    t = Table(ZERO).say("allied", "activate 15AG command", "pass")
    assert t.refused("move Br13 Tunis-Sousse") is None
    assert t.refused("move Br10 Bizerte-Beja") == "WF-4.42a"


@rule("WF-5.1d")
def test_a_headquarters_at_zero_is_used_up_by_acting() -> None:
    t = Table(ZERO).say("allied", "activate 15AG command", "pass")
    assert (t.at("15AG"), t.steps("15AG")) == ("Tunis", 0)
    t.say("allied", "pass")
    assert t.at("15AG") == "eliminated"


@rule("WF-5.1d")
def test_a_headquarters_at_one_falls_to_zero_and_stays() -> None:
    t = Table(ZERO.replace("15AG 0", "15AG 1")).say("allied", "activate 15AG command", "pass", "pass")
    assert (t.at("15AG"), t.steps("15AG")) == ("Tunis", 0)


@rule("WF-5.1d")
def test_a_hit_eliminates_a_headquarters_at_zero() -> None:
    t = Table("""
        westfront husky
        Jul I, allied combat
        Palermo: OKW 0, Br10 4 attacks
    """)
    t.roll([6, 6, 1, 1]).say("allied", "declare Palermo")
    assert t.at("OKW") == "eliminated"


@rule("WF-5.1d")
def test_a_headquarters_is_rebuilt_at_zero() -> None:
    t = Table("westfront husky\nAug production\nTunis: Br13 4\nReggio: GeSt 2")
    t.say("axis", "seal").say("allied", "rebuild 15AG Tunis", "arrive Polish Tunis", "seal")
    assert (t.at("15AG"), t.steps("15AG")) == ("Tunis", 0)


@rule("WF-5.1a")
@pytest.mark.parametrize(
    ("hq", "side", "printed"),
    [(hq, "allied", 3) for hq in ("1AG", "12AG", "21AG", "15AG", "6AG", "AF", "SHAEF")]
    + [("AGB", "axis", 2), ("AGG", "axis", 2), ("AGC", "axis", 2), ("AGE", "axis", 2)]
    + [("OBWest", "axis", 3), ("OKW", "axis", 3)],
)
def test_a_headquarters_is_built_up_to_its_printed_strength_and_no_further(hq: str, side: str, printed: int) -> None:
    home = "London" if side == "allied" else "Berlin"
    for steps in (printed - 1, printed):
        t = whole("Aug production", f"{home}: {hq} {steps}")
        assert t.refused(f"replace {hq}", side) == (None if steps < printed else "WF-11.41a")


# 5.2 Activation


@rule("WF-5.2a")
def test_an_activated_headquarters_is_turned_face_up() -> None:
    t = Table().say("allied", "activate AF supreme")
    assert t.faces("axis", "Malta").count("AF 2") == 1


@rule("WF-5.2a")
def test_a_headquarters_in_battle_may_be_activated() -> None:
    t = Table("""
        westfront husky
        Jul I, axis command
        Messina: OKW 2, 1Para 2, FF2 3 attacks
    """)
    assert t.refused("activate OKW supreme") is None
    t.say("axis", "activate OKW supreme")
    assert "OKW 2" in t.faces("allied", "Messina")


def test_a_headquarters_takes_one_role_and_only_one_of_its_own() -> None:
    t = Table()
    assert t.refused("activate 15AG supreme") == "WF-5.2a"
    assert t.refused("activate AF command") == "WF-5.2a"
    t.say("allied", "activate 15AG command")
    assert t.refused("activate 15AG invasion") == "WF-5.2a"


@rule("WF-5.2b")
def test_another_headquarters_moves_one_that_was_not_activated() -> None:
    t = Table("""
        westfront husky
        Jul I, allied command
        Tunis: 15AG 3
        Bizerte: 21AG 3
    """)
    t.say("allied", "activate 15AG command", "pass", "move 21AG Bizerte-Sousse")
    assert t.at("21AG") == "Sousse"


@rule("WF-5.2b")
def test_a_supreme_move_takes_a_headquarters_that_was_not_activated() -> None:
    t = Table().say("allied", "activate AF supreme", "pass", "move 15AG Tunis-Sousse")
    assert (t.at("15AG"), t.left("allied")) == ("Sousse", 3)


# 5.3 Command


@rule("WF-5.3a", "WF-4.42a")
def test_command_reaches_as_many_hexes_as_there_are_steps() -> None:
    t = Table("""
        westfront husky
        Jul I, allied command
        Tunis: 15AG 2
        Sfax: Br5 2
        Gabes: Br10 4
    """)
    t.say("allied", "activate 15AG command", "pass")
    assert t.refused("move Br5 Sfax-Sousse") is None
    assert t.refused("move Br10 Gabes-Sfax") == "WF-4.42a"


PAST_CATANIA = """
    westfront husky
    Jul I, allied command
    Licata: 15AG 2
    Messina: Br10 4
"""


@rule("WF-5.3b")
def test_command_is_not_traced_through_enemy_hexes() -> None:
    t = Table(PAST_CATANIA + "Palermo E1: Pz76 3\nCatania: It7 3")
    t.say("allied", "activate 15AG command", "pass")
    assert t.refused("move Br10 Messina-Catania") == "WF-5.3b"


def test_command_is_traced_through_disputed_hexes() -> None:
    t = Table(PAST_CATANIA + "Palermo E1: Pz76 3")
    assert t.control("Catania") == "disputed"
    t.say("allied", "activate 15AG command", "pass")
    assert t.refused("move Br10 Messina-Catania") is None


@rule("WF-5.3b")
def test_command_is_not_traced_over_the_sea() -> None:
    t = Table("""
        westfront husky
        Jul I, allied command
        Malta: 15AG 3
        Catania: Br10 4
    """)
    t.say("allied", "activate 15AG command", "pass")
    assert t.refused("move Br10 Catania-Licata") == "WF-5.3b"


def test_command_ends_in_an_enemy_battle_hex_and_is_traced_over_straits() -> None:
    t = Table("""
        westfront husky
        Jul I, allied command
        Reggio: 15AG 1
        Messina: Br10 4 attacks, FF2 4, It7 3
    """)
    t.say("allied", "activate 15AG command", "pass")
    assert t.refused("move Br10 Messina-Reggio") is None


# 5.42 Support

BATTLE = """
    westfront husky
    Jul I, allied command
    Palermo: Br30 4 attacks, It7 3
"""


@rule("WF-5.42a")
@pytest.mark.parametrize(
    ("pieces", "role", "expected"),
    [
        ("Licata: 15AG 1", "15AG command", "supported"), ("Catania: 15AG 2", "15AG command", "supported"),
        ("Catania: 15AG 1", "15AG command", "unsupported"), ("Licata: AF 2", "AF supreme", "unsupported"),
    ],
)  # fmt: skip
def test_an_army_group_supports_battles_in_its_range(pieces: str, role: str, expected: str) -> None:
    t = Table(BATTLE + pieces).say("allied", f"activate {role}", "pass", "pass")
    if t.refused(f"strike {role.split()[0]} Palermo") is None:
        t.say("allied", "pass")
    t.roll([1, 1, 1], [1, 1, 1, 1], [6]).say("allied", "declare Palermo")
    assert support(t) == {"Palermo": expected}


@rule("WF-5.42a")
def test_whichever_headquarters_moved_the_units_another_may_support_them() -> None:
    t = Table("""
        westfront husky
        Jul I, allied command
        Malta: AF 2
        Licata: 15AG 1
        Palermo: It7 3
        Messina: Br30 4
    """)
    t.say(
        "allied", "activate AF supreme", "activate 15AG command", "pass", "move Br30 Messina-PalermoE1-Palermo", "pass"
    )
    assert t.left("allied") == 3
    t.roll([1, 1, 1], [1, 1, 1, 1], [6]).say("allied", "pass")
    assert support(t) == {"Palermo": "supported"}


# 5.43 Deactivation


@rule("WF-5.43a")
def test_a_headquarters_that_acted_loses_a_step_and_is_hidden_after_combat() -> None:
    t = Table().say("allied", "activate 15AG command", "activate AF supreme", "pass")
    assert (t.steps("15AG"), t.steps("AF"), t.steps("21AG")) == (3, 2, 3)
    t.say("allied", "pass")
    assert (t.steps("15AG"), t.steps("AF"), t.steps("21AG")) == (2, 1, 3)
    assert not t.shown("15AG")
    assert not t.shown("AF")


@rule("WF-5.43b")
def test_an_active_headquarters_is_moved_by_nobody() -> None:
    t = Table().say("allied", "activate 15AG command", "activate 21AG command", "pass")
    assert t.refused("move 21AG Bizerte-Beja") == "WF-5.43b"


@rule("WF-5.43b")
def test_a_headquarters_that_was_deactivated_is_not_moved_by_a_blitz() -> None:
    t = Table().say("allied", "activate 15AG command blitz", "activate 21AG command", "pass", "pass")
    assert t.when == "Jul I, allied blitz movement"
    assert t.refused("move 21AG Bizerte-Beja") == "WF-5.43b"
    assert t.refused("move Br10 Bizerte-Beja") is None


@rule("WF-5.43b")
def test_a_blitzing_headquarters_stays_where_it_is_in_the_blitz() -> None:
    t = Table().say("allied", "activate 15AG command blitz", "activate 21AG command blitz", "pass", "pass")
    assert t.refused("move 21AG Bizerte-Beja") == "WF-5.43b"


@rule("WF-5.43b")
def test_in_its_next_turn_a_headquarters_may_be_moved_again() -> None:
    t = Table("westfront husky\nJul I, allied command\nTunis: 15AG 3, 21AG 3\nReggio: OKW 3")
    t.say("allied", "activate 15AG command", "activate 21AG command", "pass")
    assert t.refused("move 21AG Tunis-Sousse") == "WF-5.43b"
    t.say("allied", "pass").say("axis", "pass").say("allied", "activate 15AG command", "pass")
    assert t.refused("move 21AG Tunis-Sousse") is None


# 5.5 Airstrikes

TWO_BATTLES = """
    westfront husky
    Jul I, allied command
    Palermo E1: Br30 4 attacks, It7 3
    Messina: FF2 4 attacks, 1Para 2
"""


@rule("WF-5.5a")
def test_a_headquarters_strikes_once_in_a_combat_phase() -> None:
    t = Table(TWO_BATTLES + "Malta: AF 2\nLicata: 15AG 2").say("allied", "activate AF supreme", "activate 15AG command")
    t.say("allied", "pass", "pass", "strike 15AG PalermoE1")
    assert t.refused("strike 15AG Messina") == "WF-5.5a"
    assert t.refused("strike AF Messina") is None


@rule("WF-5.5a")
def test_a_headquarters_does_not_strike_beyond_its_range() -> None:
    t = Table(TWO_BATTLES + "Licata: 15AG 1").say("allied", "activate 15AG command", "pass", "pass")
    assert t.refused("strike 15AG PalermoE1") is None
    assert t.refused("strike 15AG Messina") == "WF-5.5a"


@rule("WF-5.5a")
def test_an_idle_headquarters_does_not_strike() -> None:
    t = Table(TWO_BATTLES + "Malta: AF 2\nLicata: 15AG 2").say("allied", "activate AF supreme", "pass", "pass")
    assert t.refused("strike 15AG PalermoE1") == "WF-5.5a"


@rule("WF-5.5a")
def test_an_airstrike_has_one_die_for_each_step() -> None:
    t = Table(BATTLE + "Licata: 15AG 2\nMalta: AF 2").say("allied", "activate 15AG command", "pass", "pass")
    assert t.refused("strike AF Palermo") == "WF-5.5a"
    t.roll([4, 1], [1, 1], [1, 1, 1, 1], [6]).say("allied", "strike 15AG Palermo")
    t.dice.finish()
    assert t.events("airstrike") == [{"hq": "15AG", "at": "Palermo", "dice": 2}]


# 5.6 Supreme headquarters


@rule("WF-5.61", "WF-5.63")
def test_example_a_supreme_headquarters_at_three_has_six_moves_and_a_range_of_six() -> None:  # EX-5.61
    t = Table().say("allied", "pass").say("axis", "activate OKW supreme")
    assert t.left("axis") == 6
    assert air_range(t.state, t.unit("OKW")) == 6


@rule("WF-5.61")
def test_supreme_moves_reach_any_unit_anywhere_supplied_or_not() -> None:
    t = Table("""
        westfront husky
        Jul I, allied command
        Malta: AF 2
        Messina: Br10 4 unsupplied
        Kasserine SW2: Br5 2
    """)
    t.say("allied", "activate AF supreme", "pass")
    t.say("allied", "move Br10 Messina-Catania", "move Br5 KasserineSW2-Gabes")
    assert t.left("allied") == 2


@rule("WF-5.61", "WF-4.42a")
def test_a_supreme_headquarters_has_no_command_range() -> None:
    t = Table("""
        westfront husky
        Jul I, allied command
        Tunis: AF 1, Br13 4, FF2 2, US2 4
    """)
    t.say("allied", "activate AF supreme", "pass", "move Br13 Tunis-Sousse", "move FF2 Tunis-Sousse")
    assert t.refused("move US2 Tunis-Sousse") == "WF-4.42a"


@rule("WF-5.63", "WF-5.5a")
@pytest.mark.parametrize("steps", [1, 2])
def test_a_supreme_headquarters_strikes_two_hexes_away_for_each_step(steps: int) -> None:
    t = Table(f"""
        westfront husky
        Jul I, allied command
        Tunis: AF {steps}
        Licata: Br30 4 attacks, It7 3
        Messina: FF2 4 attacks, 1Para 2
        Reggio: Br10 4 attacks, GeSt 2
    """)  # two, four and five hexes from Tunis
    near, far = ("Licata", "Messina") if steps == 1 else ("Messina", "Reggio")
    t.say("allied", "activate AF supreme", "pass", "pass")
    assert t.refused(f"strike AF {near}") is None
    assert t.refused(f"strike AF {far}") == "WF-5.5a"


def test_a_supreme_headquarters_that_leads_a_drop_gives_no_supreme_moves() -> None:
    t = Table().say("allied", "activate AF paradrop", "pass")
    assert t.left("allied") == 0
    assert t.refused("move Br5 Sfax-Sousse") == "WF-4.42a"
    assert t.refused("drop Br2Para Catania") is None


# 5.7 Blitz


@rule("WF-5.7a")
def test_a_headquarters_at_zero_cannot_blitz() -> None:
    t = Table(ZERO)
    assert t.refused("activate 15AG command blitz") == "WF-5.7a"
    assert t.refused("activate 15AG command") is None


@rule("WF-4.44")
def test_a_headquarters_that_did_not_declare_a_blitz_commands_nothing_in_it() -> None:
    t = Table("""
        westfront husky
        Jul I, allied command
        Tunis: 15AG 3, Br13 4
        Catania: 21AG 3, Br10 4
    """)
    t.say("allied", "activate 15AG command blitz", "activate 21AG command", "pass", "pass")
    assert t.refused("move Br13 Tunis-Sousse") is None
    assert t.refused("move Br10 Catania-Licata") == "WF-4.44"


@rule("WF-5.7b")
def test_supreme_headquarters_cannot_blitz() -> None:
    t = Table()
    assert t.refused("activate AF supreme blitz") == "WF-5.7b"
    assert t.refused("activate AF paradrop blitz") == "WF-5.7b"


@rule("WF-5.7c")
def test_a_blitz_costs_a_step_after_each_combat_phase() -> None:
    t = Table().say("allied", "activate 15AG command blitz", "pass", "pass")
    assert (t.when, t.steps("15AG"), t.shown("15AG")) == ("Jul I, allied blitz movement", 2, True)
    t.say("allied", "pass")
    assert (t.when, t.steps("15AG"), t.shown("15AG")) == ("Jul I, axis command", 1, False)


@rule("WF-5.7c")
def test_a_blitz_from_one_step_ends_with_the_headquarters() -> None:
    t = Table(ZERO.replace("15AG 0", "15AG 1")).say("allied", "activate 15AG command blitz", "pass", "pass")
    assert (t.at("15AG"), t.steps("15AG")) == ("Tunis", 0)
    t.say("allied", "pass")
    assert t.at("15AG") == "eliminated"


@rule("WF-5.7c")
def test_a_blitzing_headquarters_supports_again_with_its_smaller_range() -> None:
    t = Table("""
        westfront husky
        Jul I, allied command
        Catania: 15AG 2
        Palermo E1: Br30 4 attacks, It7 3
        Palermo: Br10 4 attacks, GeSt 2
    """)
    t.say("allied", "activate 15AG command blitz", "pass", "pass", "pass", "pass", "pass")
    assert t.when == "Jul I, allied blitz combat"
    t.say("allied", "pass", "declare PalermoE1", "declare Palermo")
    t.roll([1, 1], [1, 1, 1, 1], [1, 1, 1], [1, 1, 1, 1], [6]).say("allied", "fight Palermo")
    assert support(t) == {"Palermo": "unsupported", "Palermo E1": "supported"}


@rule("WF-4.41a")
def test_no_headquarters_is_activated_after_the_command_phase() -> None:
    t = Table().say("allied", "activate AF supreme", "pass")
    assert t.refused("activate 15AG command") == "WF-4.41a"


@rule("WF-5.65")
def test_a_supreme_headquarters_drops_paras_within_twice_its_steps() -> None:
    t = Table("westfront husky\nJul I, allied command\nTunis: AF 1, Br2Para 1")
    t.say("allied", "activate AF paradrop", "pass")
    assert t.refused("drop Br2Para Licata") is None  # two hexes
    assert t.refused("drop Br2Para Catania") == "WF-14.3a"  # three
