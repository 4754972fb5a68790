"""Chapter 6.1: city bombing."""

from __future__ import annotations

import pytest

from grognard.games.twoww.battle import Battle
from grognard.games.twoww.bombing import bombing_column, bombing_strength
from tests.rulebooks.twoww.moments import moment, points, until
from tests.rulebooks.twoww.table import Table
from tests.rules import rule

MOSCOW = """
    Autumn 1941, strategic
    Smolensk: Ge 1 Air
    Kalinin: Ge 2 Air
    Voronezh: SU 1 Air
    Moscow: SU 1 Infantry
"""


def raid_on_moscow(*dice: int) -> Table:
    """EX-2WW-BOMB-1: two German air units against Moscow, one Soviet air unit meets them."""
    t = moment(MOSCOW, dice=dice)
    return t.say("axis", "bomb Ge1Air Moscow", "join Ge2Air").say("allied", "join SU1Air")


# The worked example


@rule("2WW-6.1.3a", "2WW-6.1.4a", "2WW-6.1.4c")
def test_the_raid_on_moscow_is_intercepted_and_misses() -> None:
    """EX-2WW-BOMB-1 and 2: the bombers throw 11 at half strength, the interceptor 4, the bombs 9."""
    t = raid_on_moscow(11, 4, 9)
    assert t.waits == "axis ChooseLoss"
    t.say("axis", "lose Ge2Air")
    assert [t.strength(unit) for unit in ("Ge 1 Air", "Ge 2 Air", "SU 1 Air")] == ["full", "reduced", "full"]
    rolls = {(roll["purpose"], roll["side"]): roll for roll in t.events("roll")}
    assert (rolls["combat", "axis"]["factors"], rolls["combat", "axis"]["column"]) == (4, "3-4")
    assert (rolls["combat", "allied"]["factors"], rolls["combat", "allied"]["column"]) == (3, "3-4")
    assert (rolls["bombing", "axis"]["factors"], rolls["bombing", "axis"]["column"]) == (6, "5-8")
    assert t.state.bombed == ()
    assert not any(t.fact("ops", unit) for unit in ("Ge 1 Air", "Ge 2 Air", "SU 1 Air"))


@rule("2WW-6.1.4c", "2WW-7a")
def test_a_lower_throw_silences_moscow_for_this_turn_only() -> None:
    """EX-2WW-BOMB-3: an 8 on the same column hits."""
    t = raid_on_moscow(11, 4, 8).say("axis", "lose Ge2Air")
    assert t.state.bombed == (t.place("Moscow"),)
    bombed = points(t, "USSR")
    before = moment(MOSCOW)
    assert points(before, "USSR") == bombed + 1
    later = moment("Winter 1942, strategic\nMoscow: SU 1 Infantry", bombed=(t.place("Moscow"),))
    assert later.state.bombed == ()


# 6.1 Taking turns

RUHR = """
    Summer 1940, strategic
    Amsterdam: GB 1 RAF, GB 1 Armor
    London: GB 2 RAF
    Essen: Ge 1 Air
    Frankfurt: Ge 2 Air
    Brussels: Fr 2 Infantry
"""


@rule("2WW-6.1a")
def test_the_axis_begins_and_both_must_pass_in_succession() -> None:
    t = moment(RUHR, dice=[12])
    assert t.waits == "axis Target"
    t.say("axis", "pass")
    assert t.waits == "allied Target"
    t.say("allied", "bomb GB1RAF Essen", "pass").say("axis", "pass")
    assert t.waits == "axis Target"  # the Axis may bomb again
    t.say("axis", "pass").say("allied", "pass")
    assert t.refused("bomb GB2RAF Essen") == "2WW-6.1a"


@rule("2WW-6.1a")
def test_who_can_bomb_nothing_passes_by_itself() -> None:
    t = moment("Summer 1940, strategic\nLondon: GB 1 RAF\nAmsterdam: Fr 1 Air, Fr 2 Infantry")
    assert t.waits == "allied Target"
    t.say("allied", "pass")
    assert t.refused("bomb GB1RAF Essen") == "2WW-6.1a"


@rule("2WW-6.1b")
def test_only_enemy_production_cities_are_bombed() -> None:
    t = moment("Summer 1940, strategic\nBerlin: Ge 1 Air\nEssen: Ge 2 Air")
    assert t.refused("bomb Ge1Air Stockholm") == "2WW-6.1b"  # neutral
    assert t.refused("bomb Ge2Air Amsterdam") == "2WW-6.1b"  # neutral
    assert t.refused("bomb Ge2Air Munich") == "2WW-6.1b"  # one's own
    assert t.refused("bomb Ge2Air Brest") == "2WW-6.1b"  # no production
    assert t.refused("bomb Ge2Air Paris") is None


@rule("2WW-6.1b")
def test_the_cities_of_a_neutral_soviet_union_are_safe() -> None:
    t = moment("Spring 1941, strategic\nEssen: Ge 2 Air\nCracow: Ge 1 Air, Ge 4 Infantry\nBrussels: Fr 2 Infantry")
    assert t.refused("bomb Ge1Air Kiev") == "2WW-6.1b"


def test_a_city_may_be_bombed_twice_and_loses_nothing_more() -> None:
    t = moment("Summer 1940, strategic\nEssen: Ge 1 Air\nFrankfurt: Ge 2 Air", dice=[2, 2])
    t.say("axis", "bomb Ge1Air Paris", "pass", "bomb Ge2Air Paris")
    assert t.state.bombed == (t.place("Paris"),)


# 6.1.1 Bombers


@rule("2WW-6.1.1")
def test_bombers_need_the_city_in_their_zone() -> None:
    t = moment("Summer 1940, strategic\nEssen: Ge 1 Air\nFrankfurt: Ge 2 Air\nBerlin: Ge 3 Air")
    board = t.state.world.board
    assert board.distance(t.place("Berlin"), t.place("Paris")) > 3
    assert t.refused("bomb Ge3Air Paris") == "2WW-6.1.1"
    assert t.refused("bomb Ge1Air Paris") is None
    t.say("axis", "bomb Ge1Air Paris")
    assert t.refused("join Ge3Air") == "2WW-6.1.1"


@rule("2WW-6.1.1")
def test_only_air_units_on_the_map_bomb() -> None:
    t = moment("Summer 1940, strategic\nEssen: Ge 1 Air, Ge 1 Infantry\nBerlin: Ge 2 Air")
    assert t.refused("bomb Ge1Infantry Paris") == "2WW-6.1.1"
    assert t.refused("bomb Ge3Air Paris") == "2WW-6.1.1"
    assert t.refused("bomb Fr1Air Paris") == "2WW-1a"


@rule("2WW-3.3.2a")
def test_air_units_that_are_ops_complete_neither_bomb_nor_intercept() -> None:
    t = moment(
        "Summer 1940, strategic\nEssen: Ge 1 Air done\nFrankfurt: Ge 2 Air\nParis: Fr 1 Air\nLondon: GB 1 RAF done",
        dice=[12],
    )
    assert t.refused("bomb Ge1Air Paris") == "2WW-3.3.2a"
    t.say("axis", "bomb Ge2Air Paris")
    assert t.refused("join GB1RAF") == "2WW-3.3.2a"
    assert t.refused("join Fr1Air") is None


@rule("2WW-12.4.3")
def test_soviet_and_british_air_units_do_not_fly_together() -> None:
    t = moment("""
        Spring 1945, strategic
        Berlin: GB 1 RAF, GB 1 Armor
        Prague: SU 1 Air, SU 1 Infantry
        Munich: GB 2 RAF, GB 2 Armor
    """)
    t.say("allied", "bomb GB1RAF Vienna")
    assert t.refused("join SU1Air") == "2WW-12.4.3"


@rule("2WW-12.1.1b")
def test_air_units_of_a_neutral_italy_stay_on_the_ground() -> None:
    t = moment("Spring 1940, strategic\nMilan: It 1 Air\nEssen: Ge 1 Air")
    assert t.refused("bomb It1Air Lyon") == "2WW-12.1.1b"


# 6.1.2 Interceptors


@rule("2WW-6.1.2")
def test_bombers_of_long_range_do_not_intercept() -> None:
    t = moment("Summer 1940, strategic\nAmsterdam: Ge 1 Air, Ge 1 Infantry\nLondon: GB Bomber Command\nHull: GB 1 RAF")
    t.say("axis", "bomb Ge1Air London")
    assert t.waits == "allied Interceptors"
    assert t.refused("join GBBomberCommand") == "2WW-6.1.2"
    assert t.refused("join GB1RAF") is None


@rule("2WW-6.1.1")
def test_interceptors_must_reach_the_city() -> None:
    t = moment("Summer 1940, strategic\nEssen: Ge 1 Air\nParis: Fr 1 Air\nGlasgow: GB 1 RAF\nAlgiers: GB 2 RAF")
    t.say("axis", "bomb Ge1Air Paris")
    assert t.refused("join GB2RAF") == "2WW-6.1.1"
    assert t.refused("join Fr1Air") is None


def test_enemies_on_the_way_do_not_keep_interceptors_away() -> None:
    t = moment("""
        Summer 1940, strategic
        Amsterdam: Ge 1 Air, Ge 1 Infantry
        Brussels: Ge 7 Infantry, Ge 2 Air
        Paris: Fr 1 Air, Fr 2 Infantry
    """)
    t.say("axis", "bomb Ge1Air London", "pass")
    assert t.waits == "allied Interceptors"
    assert t.refused("join Fr1Air") is None


# 6.1.3 The fight


@rule("2WW-6.1.3a")
def test_the_bombers_fight_with_half_of_their_sum() -> None:
    t = moment(
        """
        Summer 1944, strategic
        London: US 8 Air, GB 1 RAF
        Birmingham: GB Bomber Command
        Essen: Ge 1 Air
        """,
        dice=[12, 12, 12],
    )
    t.say("axis", "pass").say("allied", "bomb US8Air Essen", "join GBBomberCommand", "join GB1RAF")
    full = sum(t.state.world.roster[t.unit(unit)].combat for unit in ("US 8 Air", "GB Bomber Command", "GB 1 RAF"))
    t.say("axis", "join Ge1Air")
    bombers, interceptors, bombs = t.events("roll")
    assert bombers["factors"] == full // 2
    assert interceptors["factors"] == 4
    assert bombs["factors"] == full


@rule("2WW-6.1.3b")
def test_an_air_unit_flies_once_a_turn_and_stays_ready() -> None:
    t = moment(RUHR, dice=[12, 12, 12])
    t.say("axis", "bomb Ge1Air Amsterdam", "pass").say("allied", "join GB1RAF", "pass")
    assert t.waits == "allied Target"
    assert t.refused("bomb GB1RAF Essen") == "2WW-6.1.3b"
    assert t.refused("bomb GB2RAF Essen") is None
    t.say("allied", "pass")
    assert t.refused("bomb Ge1Air Amsterdam") == "2WW-6.1.3b"
    assert t.fact("ops", "GB 1 RAF") == t.fact("ops", "Ge 1 Air") == 0
    again = moment(RUHR, raided=bytearray(b"\x01" * len(t.state.raided)))
    assert again.refused("bomb Ge1Air Amsterdam") is None  # a new turn


# 6.1.4 The bombs


@rule("2WW-6.1.4a")
def test_bombers_that_lost_the_fight_still_bomb() -> None:
    t = raid_on_moscow(11, 4, 7).say("axis", "lose Ge1Air")
    assert t.state.bombed == (t.place("Moscow"),)


@rule("2WW-6.1.4a")
def test_without_bombers_left_no_bombs_fall() -> None:
    t = moment(
        "Autumn 1941, strategic\nSmolensk: Ge 1 Air reduced\nVoronezh: SU 1 Air\nMoscow: SU 1 Infantry", dice=[12, 2]
    )
    t.say("axis", "bomb Ge1Air Moscow").say("allied", "join SU1Air")
    assert t.at("Ge 1 Air") == "pool"
    assert [roll["purpose"] for roll in t.events("roll")] == ["combat", "combat"]


@rule("2WW-6.1.4b")
@pytest.mark.parametrize(
    ("bombers", "strength", "column"),
    [
        (("Ge 1 Air", "Ge 2 Air reduced"), 6, "5-8"),
        (("GB Bomber Command reduced", "Fr 1 Air full"), None, None),
    ],
)
def test_bombers_of_long_range_shift_the_column_once(
    bombers: tuple[str, ...], strength: int | None, column: str | None
) -> None:
    t = moment(f"Summer 1940, strategic\nLondon: {', '.join(bombers)}")
    units = tuple(t.unit(name.removesuffix(" reduced").removesuffix(" full")) for name in bombers)
    side = t.state.loyal[units[0]]
    battle = Battle("raid", t.place("Essen"), side, air=(units, ()) if side == 0 else ((), units))
    factors = bombing_strength(t.state, battle)
    titles = [entry.title for entry in t.state.world.lines["bombing"]]
    plain = max(n for n, entry in enumerate(t.state.world.lines["bombing"]) if entry.minimum <= factors)
    found = titles.index(bombing_column(t.state, battle).title)
    if column is not None:
        assert (factors, titles[found]) == (strength, column)
    else:
        assert found == plain + 1


@rule("2WW-6.1.4b")
def test_two_bombers_of_long_range_shift_it_no_further() -> None:
    t = moment("Summer 1943, strategic\nLondon: US 8 Air reduced, GB Bomber Command reduced")
    units = (t.unit("US 8 Air"), t.unit("GB Bomber Command"))
    battle = Battle("raid", t.place("Essen"), 1, air=((), units))
    line = t.state.world.lines["bombing"]
    factors = bombing_strength(t.state, battle)
    plain = max(n for n, entry in enumerate(line) if entry.minimum <= factors)
    assert bombing_column(t.state, battle) == line[plain + 1]


@rule("2WW-6.1.4c")
def test_a_bombed_city_gives_nothing_in_production() -> None:
    t = moment("Summer 1940, strategic\nEssen: Ge 1 Air\nParis: Fr 2 Infantry", dice=[2])
    t.say("axis", "bomb Ge1Air Paris")
    until(t, "France")
    assert t.state.points == 2
    assert "Paris" not in str(t.match.view("allied")["prompt"])
