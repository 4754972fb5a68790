"""Odds of battles, against arithmetic of our own: plain loops over dice that know nothing of the engine."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb
from pathlib import Path
from random import Random
from typing import Any

import pytest
import typer
from typer.testing import CliRunner, Result

import grognard
from grognard.commands.odds import odds as command
from grognard.engine import position
from grognard.engine.dice import ScriptedDice
from grognard.engine.kinds import Side
from grognard.engine.match import Match
from grognard.games import find
from grognard.games.westfront.state import Front
from grognard.lab.analysis import odds
from grognard.lab.analysis.odds import Aftermath, BattleOdds, OddsError, battle_round, battle_to_the_end, from_view
from tests import skirmish

Ends = dict[tuple[int, ...], Fraction]
"""Chances by the steps of units, in an order that the test names; 0 is lost."""


def combat(pieces: str, *, support: str = "Licata: 15AG 3 command") -> Front:
    """The Allied combat phase."""
    s = position.read(f"westfront husky\nJul I, allied combat\n{support}\n{pieces}\n", find)
    assert isinstance(s, Front)
    return s


def ends(found: BattleOdds, *units: str) -> Ends:
    def steps(end: Aftermath) -> tuple[int, ...]:
        fates = {fate.unit: fate for fate in end.fates}
        return tuple(fates[unit].steps for unit in units)

    return found.by(steps)


def binomial(dice: int, hits: int, faces: int = 1) -> Fraction:
    """The chance of so many hits with so many faces of six."""
    return comb(dice, hits) * Fraction(faces, 6) ** hits * Fraction(6 - faces, 6) ** (dice - hits)


def at_least(dice: int, hits: int, faces: int = 1) -> Fraction:
    return sum((binomial(dice, more, faces) for more in range(hits, dice + 1)), Fraction(0))


def throws(*dice: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    """All ways in which several rolls can fall."""
    return product(*(product(range(1, 7), repeat=count) for count in dice))


def add(found: Ends, end: tuple[int, ...], chance: Fraction) -> None:
    found[end] = found.get(end, Fraction(0)) + chance


# One round, by hand


def test_two_steps_of_infantry_against_one_in_the_open() -> None:
    found = battle_round(combat("Palermo: Br10 2 attacks, It7 1"), "Palermo")
    assert ends(found, "Br10", "It7") == {
        (2, 1): Fraction(5, 6) * Fraction(25, 36),
        (2, 0): Fraction(5, 6) * Fraction(11, 36),
        (1, 1): Fraction(1, 6) * Fraction(5, 6),
        (1, 0): Fraction(1, 6) * Fraction(1, 6),
    }
    assert found.has_place("allied") == Fraction(61, 216)
    assert found.goes_on == 1 - Fraction(61, 216)
    assert found.loses("allied") == Fraction(1, 6)
    assert found.loses("axis") == found.loses_a_unit("axis") == found.eliminated("axis") == Fraction(61, 216)
    assert found.expected_loss("allied") == Fraction(1, 6)
    assert found.expected_loss("axis") == Fraction(61, 216)
    assert found.has_place("axis") == found.eliminated("allied") == found.thrown_back == 0
    assert (found.exact, found.samples, found.laps) == (True, 0, {1: Fraction(1)})


def test_in_hills_two_hits_are_one_step() -> None:
    found = battle_round(combat("Catania: Br10 4 attacks, It7 1"), "Catania")
    assert found.eliminated("axis") == Fraction(5, 6) * at_least(4, 2) + Fraction(1, 6) * at_least(3, 2)
    assert found.loses("allied") == Fraction(1, 6)


def test_without_support_in_hills_three_hits_are_one_step() -> None:
    found = battle_round(combat("Catania: Br10 4 attacks, It7 1", support="Malta: 15AG 3"), "Catania")
    assert found.eliminated("axis") == Fraction(5, 6) * at_least(4, 3) + Fraction(1, 6) * at_least(3, 3)


def test_hits_of_several_units_add_up_to_one_step() -> None:
    found = battle_round(combat("Catania: Br10 3 attacks, Br5 2, It7 1"), "Catania")
    after = Fraction(5, 6) * at_least(5, 2) + Fraction(1, 6) * at_least(4, 2)
    assert found.eliminated("axis") == after


def test_double_fire_hits_on_two_faces() -> None:
    found = battle_round(combat("Palermo: Br30 3 attacks, It7 3"), "Palermo")
    after = sum(binomial(3, hits) * at_least(3 - hits, 1, faces=2) for hits in range(3))
    assert found.loses("axis") == after
    assert found.has_place("axis") == binomial(3, 3)


def test_static_units_fight_on_at_zero_beside_others_but_not_alone() -> None:
    found = battle_round(combat("Palermo: Br10 2 attacks, ItSic 1"), "Palermo")
    assert found.has_place("allied") == Fraction(5, 6) * at_least(2, 1) + Fraction(1, 6) * at_least(1, 1)


# One round, by loops over raw dice


def test_the_airstrike_comes_first_then_the_defence_then_the_attack() -> None:
    s = combat("Palermo: Br10 2 attacks, It7 2", support="Licata: 15AG 1 command")
    expected: Ends = {}
    for strike, defence, attack in throws(1, 2, 2):
        axis = 2 - (strike[0] >= 4)
        allied = 2 - defence[:axis].count(6)
        after = max(0, axis - attack[:allied].count(6)) if allied else axis
        add(expected, (allied, after), Fraction(1, 6**5))
    assert ends(battle_round(s, "Palermo", strike="15AG"), "Br10", "It7") == expected
    assert ends(battle_round(s, "Palermo"), "Br10", "It7") != expected


def test_an_airstrike_that_is_already_assigned_is_flown() -> None:
    text = "westfront husky\nJul I, allied command\nLicata: 15AG 1\nPalermo: Br10 2 attacks, It7 2\n"
    match = grognard.position(f"{text}Catania: Br5 2 attacks, ItSic 1\nPalermo E1: GeSt 2", seed=1)
    for order in ("activate 15AG command", "pass", "pass"):
        match.play(order)
    answer = battle_round(match, "Palermo", strike="15AG")
    match.play("strike 15AG Palermo")
    assert battle_round(match, "Palermo").chances == answer.chances


def assault() -> Match:
    """Armour of three steps has crossed the straits against infantry of two; it is the combat phase."""
    text = "westfront husky\nJul I, allied command\nMessina: 21AG 1, Br30 3\nReggio: It7 2\n"
    match = grognard.position(text, seed=1)
    for order in ("activate 21AG command", "pass", "move Br30 Messina-Reggio", "pass"):
        match.play(order)
    return match


def test_an_assault_over_the_straits_is_thrown_back_by_1_and_2() -> None:
    found = battle_round(assault(), "Reggio")
    expected: Ends = {}
    for defence, attack in throws(2, 3):
        allied = 3 - defence.count(6)
        back = any(face <= 2 for face in defence)
        hits = 0 if back else sum(face >= 5 for face in attack[:allied])
        add(expected, (allied, 2 - hits // 2, back), Fraction(1, 6**5))  # woods: two hits are a step

    def steps(end: Aftermath) -> tuple[int, ...]:
        armour, infantry = sorted(end.fates, key=lambda fate: fate.unit)
        return armour.steps, infantry.steps, armour.at == "Messina"

    assert found.by(steps) == expected
    assert found.thrown_back == found.has_place("axis") == 1 - Fraction(4, 6) ** 2


@pytest.mark.parametrize(("corps", "faces"), [("US2", 1), ("Br13", 2)])
def test_an_assault_from_the_sea_is_thrown_back_by_fewer_faces_if_it_is_amphibious(corps: str, faces: int) -> None:
    text = f"westfront husky\nJul I, allied command\nTunis: 15AG 3, {corps} 4\nLicata: It7 3\n"
    match = grognard.position(text, seed=1)
    for order in ("activate 15AG invasion", "pass", f"land {corps} Tunis-CentralMediterranean-Licata"):
        match.play(order)  # it is still the movement phase
    assert battle_round(match, "Licata").thrown_back == 1 - Fraction(6 - faces, 6) ** 3


def test_repulses_go_to_the_weakest_after_the_hits() -> None:
    text = """westfront husky
        Jul I, allied command
        Messina: 21AG 1, Br30 2
        Catania: 15AG 3, Br10 3
        Reggio: It7 1"""
    match = grognard.position(text, seed=1)
    orders = ("activate 21AG command", "activate 15AG invasion", "pass", "move Br30 Messina-Reggio")
    for order in (*orders, "land Br10 Catania-IonianSea-Reggio", "pass"):
        match.play(order)
    found = battle_round(match, "Reggio")
    expected: Ends = {}
    for defence, infantry, armour in throws(1, 3, 2):
        back, hit = defence[0] <= 2, defence[0] == 6
        hits = infantry[: 3 - hit].count(6) + (0 if back else sum(face >= 5 for face in armour))
        add(expected, (3 - hit, 2, max(0, 1 - hits // 2)), Fraction(1, 6**6))
    assert ends(found, "Br10", "Br30", "It7") == expected
    assert found.thrown_back == Fraction(1, 3)


# Policies


@pytest.mark.parametrize(
    ("policy", "first"), [("spare", "Br13"), ("spend", "Br30"), ("first", "Br13"), ("last", "Br30")]
)
def test_who_takes_the_first_loss_is_the_policy_s_choice_and_matters(policy: str, first: str) -> None:
    found = battle_round(combat("Palermo: Br13 2 attacks, Br30 2, It7 2"), "Palermo", policies=policy)
    expected: Ends = {}
    for defence, mech_fire, armour_fire in throws(2, 2, 2):
        hits = defence.count(6)
        mech, armour = (2 - (hits > 0), 2 - (hits > 1)) if first == "Br13" else (2 - (hits > 1), 2 - (hits > 0))
        scored = mech_fire[:mech].count(6) + sum(face >= 5 for face in armour_fire[:armour])
        add(expected, (mech, armour, max(0, 2 - scored)), Fraction(1, 6**6))
    assert ends(found, "Br13", "Br30", "It7") == expected
    assert found.policies == {"allied": policy, "axis": policy}


def test_sparing_fighters_hits_harder_than_spending_them_and_chance_lies_between() -> None:
    s = combat("Palermo: Br13 2 attacks, Br30 2, It7 2")
    spare, some, spend = (
        battle_round(s, "Palermo", policies={"allied": name, "axis": "first"}).expected_loss("axis")
        for name in ("spare", "random", "spend")
    )
    assert spare > some > spend


def test_policies_that_are_never_asked_change_nothing() -> None:
    s = combat("Palermo: Br10 3 attacks, It7 2")
    names = odds.policy_names(s)
    assert set(names) >= {"spare", "spend", "first", "last", "random"}
    assert len({frozenset(battle_round(s, "Palermo", policies=name).chances.items()) for name in names}) == 1


# The walk


BIG = "Palermo: Br10 2 attacks, Br30 1, It7 2, GeSt 1"


@pytest.mark.parametrize("policy", ["spare", "random"])
def test_merged_and_unmerged_walks_agree(policy: str) -> None:
    s = combat(BIG)
    merged = battle_round(s, "Palermo", policies=policy)
    assert battle_round(s, "Palermo", policies=policy, merge=False).chances == merged.chances


@pytest.mark.parametrize("pieces", [BIG, "Catania: Br10 2 attacks, Br30 2, It7 1"])
def test_the_order_of_dice_does_not_matter(pieces: str) -> None:
    s, place = combat(pieces), pieces.partition(":")[0]
    found = battle_round(s, place, strike="15AG")
    assert battle_round(s, place, strike="15AG", ordered=True, budget=10**6).chances == found.chances


def test_the_order_of_dice_does_not_matter_in_an_assault() -> None:
    assert battle_round(assault(), "Reggio", ordered=True).chances == battle_round(assault(), "Reggio").chances


@pytest.mark.parametrize(
    "pieces",
    [
        "Palermo: Br10 4 attacks, Br13 4, US2 4, Br30 4, Pz76 4, 1Para 4, It7 3, GeSt 2",
        "Catania: Br10 4 attacks, Br13 3, It7 3, GeSt 2, ItSic 1",
        "Messina: FF2 4 attacks, 1Para 3",
    ],
)
def test_chances_add_up_to_exactly_one(pieces: str) -> None:
    found = battle_round(combat(pieces), pieces.partition(":")[0], strike="15AG")
    assert found.exact
    assert sum(found.chances.values()) == 1
    assert sum(found.laps.values()) == 1
    for side in found.sides:
        assert sum(row.chance for row in found.losses(side)) == 1


def test_samples_agree_with_exact_chances() -> None:
    s = combat("Palermo: Br10 4 attacks, Br13 4, It7 3, GeSt 2")
    exact, sampled = battle_round(s, "Palermo"), battle_round(s, "Palermo", budget=10, samples=2500, seed=1)
    assert exact.exact
    assert (sampled.exact, sampled.samples) == (False, 2500)
    for side in ("allied", "axis"):
        for steps in range(1, 6):
            chance = float(exact.loses(side, steps))
            error = (chance * (1 - chance) / 2500) ** 0.5
            assert abs(float(sampled.loses(side, steps)) - chance) <= 4 * error + 1e-9


def test_asking_changes_nothing() -> None:
    match = assault()
    before = match.text(), len(match.history), len(match.throws)
    battle_to_the_end(match, "Reggio")
    from_view(match, "axis", "Reggio", redraws=3)
    assert (match.text(), len(match.history), len(match.throws)) == before


# When and by whom


def test_a_round_that_is_being_fought_is_fought_to_its_end() -> None:
    dice = ScriptedDice([6, 1, 1])
    text = "westfront husky\nJul I, allied combat\nPalermo: Br10 4 attacks, Br5 4, It7 3\n"
    match = grognard.position(text, dice=dice)
    match.play("declare Palermo")
    assert match.decision().step == "ChooseLoss"  # type: ignore[union-attr]
    found = battle_round(match, "Palermo")  # seven dice are left, two hits for a step without support
    assert found.loses("allied") == 1
    assert [found.loses("axis", steps) for steps in (1, 2, 3)] == [at_least(7, hits) for hits in (2, 4, 6)]
    with pytest.raises(OddsError, match="too late"):
        battle_round(match, "Palermo", strike="15AG")


def test_the_other_side_may_be_asked_about() -> None:
    found = battle_round(combat("Palermo: Br10 2 attacks, It7 2"), "Palermo", "axis")
    expected: Ends = {}
    for defence, attack in throws(2, 2):
        axis = 2 - defence.count(6)
        add(expected, (2 - attack[:axis].count(6) // 2, axis), Fraction(1, 6**4))  # no support: two hits are a step
    assert (found.attacker, found.defender) == ("axis", "allied")
    assert ends(found, "Br10", "It7") == expected


@pytest.mark.parametrize("phase", ["command", "movement", "combat"])
def test_in_other_phases_combat_is_made_to_begin(phase: str) -> None:
    text = f"westfront husky\nJul I, allied {phase}\nLicata: 15AG 3 command\nPalermo: Br10 2 attacks, It7 1\n"
    assert battle_round(position.read(text, find), "Palermo").has_place("allied") == Fraction(61, 216)


# To the end


def fought(allied: int, axis: int, allied_attacks: bool) -> Ends:
    """One round of infantry in the open; the Allies attack with support, the Axis without."""
    found: Ends = {}
    passive, active = (axis, allied) if allied_attacks else (allied, axis)
    for first in range(passive + 1):
        left = max(0, active - first)
        for second in range(left + 1):
            lost = second if allied_attacks else second // 2
            after = max(0, passive - lost)
            end = (left, after) if allied_attacks else (after, left)
            add(found, end, binomial(passive, first) * binomial(left, second))
    return found


@pytest.mark.parametrize("attacks", ["same", "alternate"])
@pytest.mark.parametrize("rounds", [1, 2, 7])
def test_a_battle_to_the_end_is_a_chain_of_rounds(rounds: int, attacks: str) -> None:
    going: Ends = {(3, 2): Fraction(1)}
    over: Ends = {}
    laps: dict[int, Fraction] = {}
    for lap in range(1, rounds + 1):
        after: Ends = {}
        for (allied, axis), chance in going.items():
            for end, share in fought(allied, axis, attacks == "same" or lap % 2 == 1).items():
                ended = 0 in end
                add(over if ended else after, end, chance * share)
                if ended or lap == rounds:
                    laps[lap] = laps.get(lap, Fraction(0)) + chance * share
        going = after
    s = combat("Palermo: Br10 3 attacks, It7 2")
    found = battle_to_the_end(s, "Palermo", rounds=rounds, attacks=attacks)
    assert ends(found, "Br10", "It7") == over | going
    assert found.laps == laps
    assert found.goes_on == sum(going.values())
    assert sum(found.chances.values()) == 1


def test_an_airstrike_is_flown_in_the_first_round_only() -> None:
    s = combat("Palermo: Br10 1 attacks, It7 1", support="Licata: 15AG 1 command")
    found = battle_to_the_end(s, "Palermo", rounds=2, strike="15AG")
    bombed, round_on = Fraction(1, 2), Fraction(1, 2) * Fraction(5, 6)
    assert found.has_place("allied") == bombed + round_on * Fraction(1, 6) + round_on * Fraction(5, 6) * Fraction(5, 36)


def test_an_assault_is_thrown_back_in_its_first_round_only() -> None:
    assert battle_to_the_end(assault(), "Reggio", rounds=5).thrown_back == 1 - Fraction(4, 6) ** 2


def test_a_long_battle_between_many_is_sampled_if_need_be() -> None:
    s = combat("Palermo: Br10 4 attacks, Br13 4, It7 3, GeSt 2")
    exact = battle_to_the_end(s, "Palermo")
    sampled = battle_to_the_end(s, "Palermo", budget=500, samples=400)
    assert (exact.exact, sampled.exact, sampled.samples) == (True, False, 400)
    assert abs(float(sampled.has_place("allied") - exact.has_place("allied"))) < 4 * 0.5 / 400**0.5


# From what a side knows


HIDDEN = "westfront husky\nJul I, allied combat\nLicata: 15AG 3 command\nPalermo: Br10 4 attacks, It7 {}\n"


def test_hidden_strength_is_averaged_over() -> None:
    s = position.read(HIDDEN.format(1), find)
    found = from_view(s, "allied", "Palermo", redraws=12, seed=5)
    chance = Random(5)
    each = [battle_round(s.world.game.redraw(s, Side(0), chance.randrange), "Palermo") for _ in range(12)]
    assert len({odds.forces["axis"] for odds in each}) > 1
    for steps in range(4):
        assert found.loses("axis", steps) == sum(odds.loses("axis", steps) for odds in each) / 12
    assert sum(found.chances.values()) == 1
    assert (found.exact, found.redraws, found.viewer) == (False, 12, "allied")
    assert "allied cannot know was drawn 12 times" in str(found)
    assert "axis:" not in found.heading()[0]


def test_what_is_hidden_does_not_show_in_the_odds() -> None:
    answer = [str(from_view(position.read(HIDDEN.format(steps), find), "allied", "Palermo")) for steps in (1, 3)]
    assert answer[0] == answer[1]


def test_whoever_knows_everyone_there_gets_the_truth() -> None:
    s = position.read(HIDDEN.format(2), find)
    assert from_view(s, "axis", "Palermo", redraws=5).chances == battle_round(s, "Palermo").chances


def test_a_view_of_a_long_battle_shares_its_budget_among_the_drawings() -> None:
    s = position.read(HIDDEN.format(2), find)
    found = from_view(s, "allied", "Palermo", rounds=20, redraws=4, budget=40, samples=100)
    assert found.samples > 0
    assert "samples in all" in str(found)


def test_drawings_can_be_made_afresh() -> None:
    s = position.read(HIDDEN.format(2), find)
    drawn = {from_view(s, "allied", "Palermo", redraws=40, seed=None).expected_loss("allied") for _ in range(6)}
    assert len(drawn) > 1


# Errors


@pytest.mark.parametrize(
    ("words", "settings", "said"),
    [
        (("Licata",), {}, "no battle at Licata; battles: Palermo"),
        (("Atlantis",), {}, "no place called 'Atlantis'"),
        (("Palermo", "green"), {}, "the sides are allied, axis"),
        (("Palermo",), {"policies": "best"}, "there are spare, spend, first, last, random"),
        (("Palermo",), {"policies": {"allied": "first"}}, "one for each of allied, axis"),
        (("Palermo",), {"strike": "21AG"}, "not on the map"),
        (("Palermo",), {"strike": "Br10"}, "."),
        (("Palermo",), {"rounds": 0}, "at least one round"),
        (("Palermo",), {"attacks": "never"}, "'alternate'"),
        (("Palermo",), {"budget": 1, "samples": 0}, "allow samples"),
    ],
)
def test_what_cannot_be_told_is_said(words: tuple[str, ...], settings: dict[str, Any], said: str) -> None:
    with pytest.raises(OddsError, match=said):
        battle_to_the_end(combat("Palermo: Br10 2 attacks, It7 1"), *words, **settings)


def test_without_a_place_the_only_battle_is_meant() -> None:
    assert battle_round(combat("Palermo: Br10 2 attacks, It7 1"), "").place == "Palermo"
    with pytest.raises(OddsError, match="say which battle; battles: "):
        battle_round(combat("Palermo: Br10 2 attacks, It7 1\nCatania: Br5 2 attacks, ItSic 1"), "")
    with pytest.raises(OddsError, match="no battle at all"):
        battle_round(combat("Palermo: It7 1"), "")


def test_a_game_without_odds_and_a_match_that_is_over_have_none() -> None:
    with pytest.raises(OddsError, match="no odds for The Ford"):
        battle_round(skirmish.new(), "Mill")
    match = assault()
    match.resign("axis")
    with pytest.raises(OddsError, match="over"):
        battle_round(match, "Reggio")
    with pytest.raises(OddsError, match="at least once"):
        from_view(assault(), "axis", "Reggio", redraws=0)


# Reports


def test_the_report_is_an_aligned_table_with_bars() -> None:
    lines = str(battle_round(combat("Palermo: Br10 2 attacks, It7 1"), "Palermo")).splitlines()
    assert lines[0] == "Palermo, allied attacks, one round. allied: Br10 2. axis: It7 1"
    assert lines[1:3] == ["The chances are exact.", "Policies: allied spare, axis spare."]
    row = next(line for line in lines if line.startswith("allied is left alone in Palermo"))
    assert row.split()[-2:] == ["28.2%", "████████▌"]
    table = lines[lines.index("") + 1 :][:5]
    assert len({line.index("%") for line in table[1:]} | {table[0].rindex("chance") + 5}) == 1
    assert "on average 0.28" in lines


def test_a_table_has_rows_for_every_end() -> None:
    rows = battle_round(combat("Palermo: Br10 2 attacks, It7 1"), "Palermo").table()
    assert rows[0].what == "allied: Br10 2; axis: It7 1"
    assert rows[0].chance == Fraction(125, 216)
    assert rows[0].share == pytest.approx(125 / 216)
    assert sum(row.chance for row in rows) == 1


def test_losses_are_given_with_the_chance_of_so_many_or_more() -> None:
    rows = battle_round(combat("Palermo: Br30 4 attacks, It7 3"), "Palermo").losses("allied")
    assert [row.what for row in rows] == ["0 steps", "1 step", "2 steps", "3 steps"]
    assert [row.or_more for row in rows] == [at_least(3, hits) for hits in range(4)]


# The command


def run(*words: str, typed: str = "") -> Result:
    app = typer.Typer()
    app.command()(command)
    return CliRunner().invoke(app, list(words), input=typed)


TEXT = "westfront husky\nJul I, allied combat\nLicata: 15AG 3 command\nPalermo: Br10 2 attacks, It7 1\n"


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "position.txt"
    path.write_text(TEXT, encoding="utf-8")
    return str(path)


def test_the_command_reads_a_position(file: str) -> None:
    done = run(file, "palermo")
    assert done.exit_code == 0, done.output
    assert "Palermo, allied attacks, one round" in done.output
    assert "28.2%" in done.output
    assert "████████▌" in done.output
    assert run("-", "Palermo", typed=TEXT).output == done.output
    assert run(file).output == done.output


def test_the_command_reads_a_position_in_json(tmp_path: Path) -> None:
    path = tmp_path / "position.json"
    path.write_text(grognard.position(TEXT, seed=1).json(), encoding="utf-8")
    assert "28.2%" in run(str(path), "Palermo").output


def test_the_command_reads_a_saved_match(tmp_path: Path) -> None:
    path = str(tmp_path / "match.json")
    assault().save(path)
    assert "thrown back in part or whole" in run(path, "Reggio").output
    piped = run("-", "Reggio", typed=Path(path).read_text(encoding="utf-8"))
    assert piped.exit_code == 2
    assert "give its name" in piped.output


def test_the_command_takes_its_settings(file: str) -> None:
    assert "to the end, at most 30 rounds" in run(file, "--end").output
    assert "at most 3 rounds" in run(file, "--rounds", "3").output
    assert "the sides attack in turn" in run(file, "--rounds", "3", "--alternate").output
    assert "axis attacks" in run(file, "--side", "axis").output
    assert "allied first, axis first" in run(file, "--policy", "first").output
    assert "allied spend, axis spare" in run(file, "--policy", "allied=spend").output
    assert "was drawn 4 times" in run(file, "--view", "allied", "--redraws", "4").output
    assert run(file, "--strike", "15AG").output != run(file).output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("Licata",), "there is no battle at Licata; battles: Palermo"),
        (("Palermo", "--side", "green"), "there is no side called 'green'"),
        (("Palermo", "--view", "green"), "there is no side called 'green'"),
        (("Palermo", "--policy", "green=first"), "there is no side called 'green'"),
        (("Palermo", "--policy", "best"), "there is no policy 'best'"),
        (("Palermo", "--strike", "21AG"), "21AG is not on the map"),
    ],
)
def test_the_command_says_what_is_wrong(file: str, words: tuple[str, ...], said: str) -> None:
    done = run(file, *words)
    assert done.exit_code == 2
    assert said in done.output
    assert isinstance(done.exception, SystemExit)


@pytest.mark.parametrize(
    "data",
    [b"", b"nonsense", b"\xff\xfe\x00", b"{}", b'{"format": 1}', b'{"format": 99}', b"chess start\nnow\n",
     b"westfront husky\nsome day\n", b"westfront nowhere\nJul I, allied combat\n"],
)  # fmt: skip
def test_a_file_that_is_neither_match_nor_position_is_said_to_be_so(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(data)
    for words in ((str(path),), (str(tmp_path / "none"),), (str(tmp_path),)):
        done = run(*words, "Palermo")
        assert done.exit_code == 2
        assert isinstance(done.exception, SystemExit)
        assert done.output.strip()
