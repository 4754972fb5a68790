"""Chapter 7: combat. Battles and who opened them, the round, fire, losses, and fighting without support.

Of the Axis only a supreme headquarters is in play, so its attacks are never supported; where an example has the Axis
attack with support, the sides are swapped.
"""

from __future__ import annotations

import pytest

from grognard.games.westfront.combat import DF, SF, TF, defence, firepower, hits
from grognard.games.westfront.rail import rail_supply
from tests.rulebooks.westfront.table import Table
from tests.rules import rule

ALLIES, AXIS = 0, 1
MISS = [1, 1, 1, 1]


def in_combat(pieces: str) -> Table:
    """The Allied combat phase, nobody active: every battle is unsupported."""
    return Table(f"westfront husky\nJul I, allied combat\n{pieces}")


def supported(pieces: str, *, moves: tuple[str, ...] = (), role: str = "command") -> Table:
    """The Allied combat phase with 15AG active."""
    t = Table(f"westfront husky\nJul I, allied command\n{pieces}")
    return t.say("allied", f"activate 15AG {role}", "pass", *moves, "pass")


def rounds(t: Table) -> list[tuple[str, str]]:
    return [(fact["at"], fact["support"]) for fact in t.events("round")]


def lost_in_battle(t: Table) -> list[str]:
    """The units that lost steps to fire, in order; want of supply does not count."""
    return [event.facts["unit"] for event in t.match.history if (event.what, event.rule) == ("loss", "WF-7.33d")]


# 7.1 Battles


@rule("WF-7.12a")
def test_the_side_that_opened_a_battle_stays_original_attacker_when_the_other_side_attacks() -> None:
    t = in_combat("Palermo: It7 3 attacks, Br10 4")
    t.roll([1, 2, 3], MISS).say("allied", "declare Palermo")
    assert t.match.view()["tracks"]["battles"]["Palermo"]["attacker"] == "axis"
    t.dice.finish()


@rule("WF-7.12b")
def test_a_battle_hex_belongs_to_the_original_defender_until_he_is_gone() -> None:
    t = in_combat("Palermo: Br10 4 attacks, It7 1")
    assert t.control("Palermo") == "axis"
    t.roll([1], [6, 6, 1, 1]).say("allied", "declare Palermo")
    assert t.at("It7") == "eliminated"
    assert t.control("Palermo") == "allied"
    t.dice.finish()


@rule("WF-7.12b")
def test_rail_enters_a_battle_hex_of_the_original_defender_and_not_of_the_attacker() -> None:
    defended = Table("westfront husky\nJul I, axis command\nMessina: Br10 4 attacks, It7 3\n")
    assert rail_supply(defended.state, AXIS) >> defended.place("Messina") & 1
    attacked = Table("westfront husky\nJul I, axis command\nMessina: Br10 4, It7 3 attacks\n")
    assert not rail_supply(attacked.state, AXIS) >> attacked.place("Messina") & 1


@rule("WF-7.12c")
def test_after_a_round_the_defender_is_hidden_again_and_the_attacker_is_not() -> None:
    t = in_combat("Palermo: Br10 4 attacks, It7 3")
    t.roll([1, 2, 3], MISS).say("allied", "declare Palermo")
    assert t.shown("Br10")
    assert not t.shown("It7")
    t.dice.finish()


@rule("WF-7.13a")
def test_a_battle_gets_one_airstrike_assigned_before_the_defenders_are_seen() -> None:
    t = Table("""westfront husky
        Jul I, allied command
        Licata: 15AG 2, 21AG 2, Br10 4
        Palermo: It7 3
        Catania: Br5 2 attacks, ItSic 1
        Palermo E1: GeSt 2""")
    t.say("allied", "activate 15AG command", "activate 21AG command", "pass", "move Br10 Licata-Palermo", "pass")
    t.say("allied", "strike 15AG Palermo")
    assert not t.shown("It7")  # though its battle is new and must be fought
    assert t.refused("strike 21AG Palermo") == "WF-7.13a"
    assert t.refused("strike 21AG Catania") is None
    assert t.events("airstrike") == [{"hq": "15AG", "at": "Palermo", "dice": 2}]


@rule("WF-7.14a")
def test_an_old_battle_rests_unless_it_is_chosen() -> None:
    t = in_combat("Palermo: Br10 4 attacks, It7 3")
    assert t.refused("declare Licata") == "WF-7.14a"
    t.say("allied", "pass")
    assert rounds(t) == []
    assert t.steps("It7") == 3


@rule("WF-7.14a")
def test_units_in_chosen_battles_are_revealed_and_no_others() -> None:
    t = in_combat("Palermo: Br10 4 attacks, Br13 4, It7 3\nCatania: Br5 2 attacks, ItSic 1")
    t.say("allied", "declare Palermo")
    assert t.refused("declare Palermo") == "WF-7.14a"  # only once
    assert not t.shown("It7")
    t.roll([6, 1, 1]).say("allied", "pass")  # the Allies are asked for a loss in mid-round
    assert t.shown("It7")
    assert not t.shown("ItSic")
    t.dice.finish()


@rule("WF-7.15b")
def test_a_newly_opened_battle_is_active_without_choice() -> None:  # EX-7.14
    t = supported(
        "Licata: 15AG 1, Br30 3\nPalermo E1: Br13 4\nPalermo: It7 3\nMessina: GeSt 2",
        moves=("move Br30 Licata-Palermo", "move Br13 PalermoE1-Palermo"),
    )
    t.roll([1, 1, 1], MISS, [1, 1, 1]).say("allied", "pass")  # no airstrike; the rest goes by itself
    assert t.events("battle")[0]["units"] == ["Br13 mech 4", "Br30 armor 3", "It7 infantry 3"]
    assert t.match.view()["tracks"]["battles"]["Palermo"]["attacker"] == "allied"
    t.dice.finish()


@rule("WF-7.15b")
def test_a_battle_opened_by_blitz_movement_must_be_fought_even_unsupported() -> None:
    t = Table("westfront husky\nJul I, allied command\nLicata: 15AG 3\nMessina: Br30 3\nReggio: It7 1\n")
    t.say("allied", "activate 15AG command blitz", "pass", "pass")
    t.roll([3], [1, 1, 1]).say("allied", "move Br30 Messina-Reggio", "pass")  # 3 hexes from the headquarters, now at II
    assert rounds(t) == [("Reggio", "unsupported")]
    t.dice.finish()


@rule("WF-7.15b")
def test_joining_an_old_battle_forces_no_round_but_shows_the_original_attackers_new_units() -> None:
    t = supported(
        "Licata: 15AG 3, Br30 4\nPalermo: Br10 4 attacks, It7 3\nPalermo E1: GeSt 2",
        moves=("move Br30 Licata-Palermo",),
    )
    assert t.shown("Br30")
    t.say("allied", "pass", "pass")
    assert rounds(t) == []


@rule("WF-7.15c")
def test_an_airstrike_needs_friends_on_the_ground_and_commits_them() -> None:
    t = supported("Licata: 15AG 1\nPalermo: Br10 4 attacks, It7 3\nPalermo E1: GeSt 2\nCatania: ItSic 1")
    assert t.refused("strike 15AG Catania") == "WF-7.15c"
    assert t.refused("strike 15AG Atlantis") == "table.no-place"
    t.roll([1], [1, 1, 1], MISS).say("allied", "strike 15AG Palermo")  # nobody is asked whether to fight
    assert rounds(t) == [("Palermo", "supported")]
    t.dice.finish()


# 7.2 The round


@rule("WF-7.21")
@pytest.mark.parametrize("order", [("Palermo", "Catania", "Messina"), ("Messina", "Catania", "Palermo")])
def test_battles_are_fought_one_at_a_time_in_the_order_that_the_active_side_likes(order: tuple[str, ...]) -> None:
    t = in_combat("Palermo: Br10 1 attacks, It7 1\nCatania: Br5 1 attacks, ItSic 1\nMessina: FF2 1 attacks, 1Para 1")
    t.say("allied", "declare Catania", "declare Messina", "declare Palermo")
    t.roll([1], [1]).say("allied", f"fight {order[0]}")
    assert t.refused(f"fight {order[0]}") == "WF-7.14a"  # one round
    t.roll([1], [1], [1], [1]).say("allied", f"fight {order[1]}")  # the last is fought without asking
    assert [at for at, _ in rounds(t)] == list(order)
    assert [fact["at"] for fact in t.events("roll")] == [at for at in order for _ in ("defence", "offence")]
    t.dice.finish()


@rule("WF-7.21")
def test_no_battle_begins_in_the_middle_of_another() -> None:
    t = in_combat("Palermo: Br10 4 attacks, Br13 4, It7 3\nCatania: Br5 2 attacks, ItSic 1")
    t.say("allied", "declare Catania", "declare Palermo")
    t.roll([6, 1, 1]).say("allied", "fight Palermo")
    assert t.refused("fight Catania") == "WF-7.22"  # a loss is still to be taken at Palermo
    assert [at for at, _ in rounds(t)] == ["Palermo"]
    t.dice.finish()


@rule("WF-7.22")
def test_a_round_is_airstrike_then_defensive_then_offensive_fire() -> None:
    t = supported("Licata: 15AG 2\nPalermo: Br10 4 attacks, It7 3\nPalermo E1: GeSt 2")
    t.roll([1, 1], [1, 1, 1], [1, 1, 1, 1]).say("allied", "strike 15AG Palermo")
    purposes = [fact["purpose"] for fact in t.events("roll")]
    assert purposes == ["airstrike", "defensive fire", "offensive fire"]
    t.dice.finish()


@rule("WF-7.22")
def test_a_defender_lost_to_the_airstrike_does_not_fire() -> None:
    t = supported("Licata: 15AG 2\nPalermo: Br10 4 attacks, It7 1\nPalermo E1: GeSt 2")
    t.roll([4, 1]).say("allied", "strike 15AG Palermo")
    assert t.at("It7") == "eliminated"
    t.dice.finish()


@rule("WF-7.22")
def test_steps_lost_to_defensive_fire_do_not_fire_back() -> None:
    t = in_combat("Palermo: Br10 4 attacks, It7 3")
    t.roll([6, 6, 1], [1, 1]).say("allied", "declare Palermo")  # two dice are left to the corps of four
    assert t.steps("Br10") == 2
    t.dice.finish()


@rule("WF-7.23a")
def test_a_counter_attack_gives_the_defence_of_the_ground_to_the_original_attacker() -> None:
    t = supported("Licata: 15AG 3\nCatania: Br10 4, It7 3 attacks\nPalermo E1: GeSt 2")
    t.roll([6, 6, 1], [6, 6]).say("allied", "pass", "declare Catania")
    assert t.steps("It7") == 2  # hill: two hits for a step, though it opened the battle
    assert t.steps("Br10") == 2  # none for the Original Defender, who is active
    t.dice.finish()


@rule("WF-7.23a", "WF-7.12a")
def test_out_of_a_major_city_the_besieger_has_the_citys_fire_and_defence() -> None:  # EX-7.23, at Tunis
    t = supported("Bizerte: 15AG 3\nTunis: Br10 4, It7 3 attacks")
    assert firepower(t.state, t.unit("It7"), t.place("Tunis"), False).value == DF
    assert firepower(t.state, t.unit("Br10"), t.place("Tunis"), True).value == SF
    t.roll([5, 1, 1], [6, 6, 1]).say("allied", "pass", "declare Tunis")
    assert lost_in_battle(t) == ["Br10", "It7"]  # one hit, one step; then two hits, one step
    assert t.match.view()["tracks"]["battles"]["Tunis"]["attacker"] == "axis"
    t.dice.finish()


@rule("WF-7.23a")
def test_double_defence_changes_hands_with_the_turn() -> None:  # EX-7.34, with Tunis for Lille
    t = Table("westfront husky\nJul I, axis command\nTunis: Br10 4, It7 3 attacks\nBizerte: 15AG 3\nReggio: OKW 3\n")
    place = t.place("Tunis")
    assert defence(t.state, AXIS, place).value == 3  # the Allies' city, and an attack without support
    t.say("axis", "pass", "pass").say("allied", "activate 15AG command", "pass", "pass")
    assert defence(t.state, ALLIES, place).value == 2
    t.roll([1, 1, 1], [6, 6, 1, 1]).say("allied", "pass", "declare Tunis")
    assert lost_in_battle(t) == ["It7"]
    t.dice.finish()


# 7.3 Fire


@rule("WF-7.31", "WF-7.32a")
def test_armour_of_three_steps_rolls_three_dice_and_hits_on_5_and_6() -> None:  # EX-7.32
    t = supported("Licata: 15AG 3\nPalermo: Br30 3 attacks, It7 3\nPalermo E1: GeSt 2")
    t.roll([1, 1, 1], [5, 6, 4]).say("allied", "pass", "declare Palermo")
    assert t.steps("It7") == 1
    t.dice.finish()


@rule("WF-7.31")
def test_units_without_steps_roll_no_dice() -> None:
    t = in_combat("Palermo: Br10 4 attacks, It7 2, ItSic 0")
    t.roll([1, 1], MISS).say("allied", "declare Palermo")
    assert t.events("roll")[0]["unit"] == "It7"
    t.dice.finish()


@rule("WF-7.32a")
@pytest.mark.parametrize(
    ("power", "faces", "count"),
    [(SF, (6, 5, 4), 1), (DF, (6, 5, 4), 2), (TF, (6, 5, 4), 3), (TF, (6, 1, 5), 2), (TF, (3, 2, 1), 0)],
)
def test_single_fire_hits_on_6_double_from_5_triple_from_4(power: int, faces: tuple[int, ...], count: int) -> None:
    assert hits(Table().state, faces, power) == count


@rule("WF-7.32e")
def test_mountain_troops_fire_double_in_mountains_and_single_elsewhere() -> None:
    t = in_combat("Messina: FF2 1 attacks, It7 1, GeSt 1")
    for offence in (True, False):
        assert firepower(t.state, t.unit("FF2"), t.place("Messina"), offence).value == DF
        assert firepower(t.state, t.unit("FF2"), t.place("Catania"), offence).value == SF
        assert firepower(t.state, t.unit("It7"), t.place("Messina"), offence).value == SF
    t.roll([1], [1], [5]).say("allied", "declare Messina")
    assert [fact["part"] for fact in t.events("partial hit")] == []  # the owner is asked which of two takes the third
    t.say("axis", "lose It7")
    assert [(fact["part"], fact["of"]) for fact in t.events("partial hit")] == [(1, 3)]
    t.dice.finish()


# 7.33 Losses


@rule("WF-7.33a")
def test_the_active_side_loses_a_step_for_every_hit_whatever_the_ground() -> None:
    t = in_combat("Catania: Br10 4 attacks, It7 3")
    t.roll([6, 6, 1], [1, 1]).say("allied", "declare Catania")
    assert t.steps("Br10") == 2
    t.dice.finish()


@rule("WF-7.33b")
def test_each_hit_falls_on_the_strongest_unit_of_that_moment() -> None:
    t = supported("Licata: 15AG 3\nPalermo: Br10 4 attacks, Pz76 3, 1Para 2, GeSt 2\nPalermo E1: It7 1")
    t.roll([1, 1, 1], [1, 1], [1, 1], [6, 1, 1, 1]).say("allied", "pass", "declare Palermo")  # no question is asked
    assert [t.steps(unit) for unit in ("Pz76", "1Para", "GeSt")] == [2, 2, 2]
    t.dice.finish()


@rule("WF-7.33b", "WF-7.33c")
def test_a_weaker_unit_may_not_be_offered_for_the_strongest() -> None:
    t = in_combat("Palermo: Br10 4 attacks, Br13 4, Br5 2, It7 3")
    t.roll([6, 1, 1]).say("allied", "declare Palermo")
    assert t.refused("lose Br5") == "WF-7.33b"
    assert [str(order) for order in t.match.orders()] == ["lose Br13", "lose Br10"]
    t.dice.finish()


@rule("WF-7.33c")
def test_among_equals_the_owner_chooses_who_takes_an_airstrike() -> None:
    t = supported("Licata: 15AG 1\nPalermo: Br10 1 attacks, Pz76 3, It7 3\nPalermo E1: GeSt 2")
    t.roll([6]).say("allied", "strike 15AG Palermo")
    t.roll([1, 1, 1], [1, 1], [1]).say("axis", "lose It7")
    assert (t.steps("Pz76"), t.steps("It7")) == (3, 2)
    t.dice.finish()


@rule("WF-7.33d")
def test_a_unit_below_its_lowest_step_goes_to_the_pool_of_rebuildable_units() -> None:
    t = in_combat("Palermo: Br10 4 attacks, ItSic 0, OKW 0, It7 1\nReggio: GeSt 2")
    t.roll([1], [6, 6, 1, 1]).say("allied", "declare Palermo")  # unsupported: two hits are one step
    assert t.at("It7") == "eliminated"
    assert t.at("ItSic") == "Palermo"
    t.dice.finish()
    t = Table("westfront husky\nAug production\nReggio: GeSt 2\n")
    assert t.refused("rebuild It7 Reggio", "axis") is None


@rule("WF-7.33d")
def test_a_headquarters_at_zero_that_is_hit_is_lost() -> None:
    t = supported("Licata: 15AG 3\nPalermo: Br10 4 attacks, OKW 0\nPalermo E1: GeSt 2")
    t.roll([6, 1, 1, 1]).say("allied", "pass", "declare Palermo")
    assert t.at("OKW") == "eliminated"
    t.dice.finish()


@rule(
    "WF-7.22", "WF-7.31", "WF-7.32a", "WF-7.33a", "WF-7.33b", "WF-7.33c", "WF-7.12c", "WF-13.15a"
)  # fmt: skip
def test_combat_example_in_clear_terrain() -> None:  # EX-7.33
    """The Allies attack and a static corps stands in for the second infantry: it too fires single. Where the print
    scores a hit with an Axis airstrike of 3 and 6, the Allied one scores the same."""
    t = supported(
        "Licata: 15AG 2, Br30 4\nPalermo E1: Br13 4\nPalermo: Pz76 3, It7 3, GeSt 2\nMessina: 1Para 2",
        moves=("move Br30 Licata-Palermo", "move Br13 PalermoE1-Palermo"),
    )
    t.roll([3, 6]).say("allied", "strike 15AG Palermo")
    t.roll([2, 3, 6]).say("axis", "lose It7")
    t.roll([3, 6], [2, 4])  # static 2, infantry 2; the second hit must go to the armour
    t.roll([3, 4, 5], [3, 5, 5]).say("allied", "lose Br13")  # mech 3 misses, armour 3 hits twice
    t.say("axis", "lose It7")  # the first hit must go to the armour, the second to any of three
    assert (t.steps("Br30"), t.steps("Br13")) == (3, 3)
    assert (t.steps("Pz76"), t.steps("GeSt"), t.steps("It7")) == (2, 2, 1)
    assert t.shown("Br30")
    assert not t.shown("Pz76")
    t.dice.finish()


# 7.34 Double and triple defence


@rule("WF-7.34a")
@pytest.mark.parametrize(
    ("place", "near", "level"),
    [
        ("Palermo", "Palermo E1", 1),  # clear
        ("Catania", "Palermo E1", 2),  # hill
        ("Messina", "Palermo E1", 2),  # mountain
        ("Reggio", "Palermo E1", 2),  # forest
        ("Tunis", "Bizerte", 2),  # clear, but a major city
    ],
)
def test_rough_ground_and_major_cities_give_double_defence(place: str, near: str, level: int) -> None:
    t = supported(f"{near}: 15AG 3\n{place}: Br10 4 attacks, It7 3")
    assert defence(t.state, ALLIES, t.place(place)).value == level


@rule("WF-7.34a")
def test_in_hills_two_hits_cost_one_step() -> None:
    t = supported("Licata: 15AG 3\nCatania: Br10 4 attacks, It7 3\nMessina: GeSt 2")
    t.roll([1, 1, 1], [6, 6, 6, 1]).say("allied", "pass", "declare Catania")
    assert t.steps("It7") == 2  # the third hit is half a step
    t.dice.finish()


@rule("WF-7.34b")
def test_half_a_hit_from_the_air_is_carried_into_the_fire_on_the_ground() -> None:
    t = supported("Licata: 15AG 1\nCatania: Br10 2 attacks, It7 3\nMessina: GeSt 2")
    t.roll([4], [1, 1, 1], [6, 1]).say("allied", "strike 15AG Catania")
    assert t.steps("It7") == 2
    t.dice.finish()


@rule("WF-7.34b")
def test_half_a_hit_is_carried_from_one_firing_unit_to_the_next() -> None:
    t = supported("Licata: 15AG 1\nCatania: Br10 2 attacks, Br5 1, It7 3\nMessina: GeSt 2")
    t.roll([1, 1, 1], [6, 1], [6]).say("allied", "pass", "declare Catania")
    assert t.steps("It7") == 2
    t.dice.finish()


@rule("WF-7.34c")
def test_a_unit_with_half_a_hit_takes_the_next_one_without_choice() -> None:
    t = supported("Licata: 15AG 1\nCatania: Br10 1 attacks, Pz76 3, It7 3\nMessina: GeSt 2")
    t.roll([6]).say("allied", "strike 15AG Catania")
    t.roll([1, 1, 1], [1, 1, 1], [6]).say("axis", "lose It7")
    assert (t.steps("Pz76"), t.steps("It7")) == (3, 2)
    t.dice.finish()


@rule("WF-7.34d")
def test_half_a_hit_lapses_with_the_round() -> None:
    t = Table(
        "westfront husky\nJul I, allied command\nLicata: 15AG 2\nCatania: Br10 1 attacks, It7 3\nMessina: GeSt 2\n"
    )
    t.say("allied", "activate 15AG command blitz", "pass", "pass", "pass")
    t.roll([1, 1, 1], [6]).say("allied", "declare Catania")
    assert t.events("partial hit")
    t.say("allied", "pass", "pass")  # blitz movement, airstrike
    t.roll([1, 1, 1], [6]).say("allied", "declare Catania")
    assert t.steps("It7") == 3
    t.dice.finish()


@rule("WF-7.34d")
def test_thirds_of_a_hit_stay_with_one_unit_until_the_step_is_full() -> None:
    t = in_combat("Catania: Br10 4 attacks, Pz76 3, It7 3\nMessina: GeSt 2")
    t.roll([1, 1, 1], [1, 1, 1], [6, 6, 6, 6]).say("allied", "declare Catania")
    t.say("axis", "lose It7")  # and the next two thirds
    assert t.steps("It7") == 2
    assert (t.steps("Pz76"), len(t.events("partial hit"))) == (3, 3)  # the fourth begins on the other, now stronger
    t.dice.finish()


# 7.4 Unsupported combat


@rule("WF-7.4a")
def test_without_support_two_hits_cost_one_step_in_clear_terrain() -> None:
    t = in_combat("Palermo: Br10 4 attacks, It7 3")
    t.roll([6, 1, 1], [6, 6, 1]).say("allied", "declare Palermo")
    assert rounds(t) == [("Palermo", "unsupported")]
    assert t.steps("It7") == 2
    assert t.steps("Br10") == 3  # full losses as ever
    t.dice.finish()


@rule("WF-7.4a")
def test_a_battle_beyond_the_range_of_every_active_headquarters_is_unsupported() -> None:
    t = supported("Licata: 15AG 1\nMessina: Br10 4 attacks, It7 3\nPalermo: Br30 4 attacks, GeSt 2")
    assert defence(t.state, ALLIES, t.place("Palermo")).value == 1  # one hex off
    assert defence(t.state, ALLIES, t.place("Messina")).value == 3  # two hexes off, in the mountains


@rule("WF-7.4b")
def test_without_support_double_defence_becomes_triple_and_nothing_goes_beyond() -> None:
    t = in_combat("Messina: Br10 4 attacks, It7 3")
    assert defence(t.state, ALLIES, t.place("Messina")).value == 3
    t.roll([1, 1, 1], [6, 6, 1, 1]).say("allied", "declare Messina")
    assert t.steps("It7") == 3
    t.dice.finish()


@rule("WF-7.4e")
def test_without_any_active_headquarters_battles_and_the_supply_check_still_take_place() -> None:
    t = Table(
        "westfront husky\nJul I, allied command\nPalermo: Br10 4 attacks, It7 3\nMessina: Br13 4\nReggio: Br30 4\n"
    )
    t.roll([1, 1, 1], MISS).say("allied", "pass", "declare Palermo")
    assert rounds(t) == [("Palermo", "unsupported")]
    assert t.steps("It7") == 2  # not the battle: its supply was checked, and Reggio is lost
    t.dice.finish()
