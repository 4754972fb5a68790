"""Chapter 6.2: convoy attacks."""

from __future__ import annotations

import pytest

from grognard.games.twoww.convoys import at_sea, escorts, naval_air, raiders
from grognard.games.twoww.sea_retreat import havens_from_box
from grognard.games.twoww.state import ALLIES, AXIS, QUIET
from tests.rulebooks.twoww.moments import moment, points, sources, until
from tests.rulebooks.twoww.table import Table
from tests.rules import rule

FLEETS = """
    Atlantic: GB Home Fleet, GB Naval Air aboard GB Home Fleet, GB Channel Fleet
    Atlantic: Ge 1 Submarines, Ge 2 Submarines, Ge Surface Fleet
"""


def atlantic(season: str, *dice: int, fleets: str = FLEETS) -> Table:
    """Norway is in Axis hands, and no other port near the ocean."""
    return moment(f"{season}, strategic\n{fleets}", dice=dice, conquered={"Norway": "axis"})


def in_summer_1941(*dice: int, fleets: str = FLEETS) -> Table:
    """EX-2WW-CONVOY-1: three Lend Lease points are under way to Britain. The first die keeps Iraq quiet."""
    t = moment(f"Summer 1941, strategic\n{fleets}", dice=[[1], *dice], conquered={"Norway": "axis"}, iraq=QUIET)
    return t.say("allied", "lend 3 0")


# The worked example


@rule("2WW-6.2.3a", "2WW-6.2.3b", "2WW-6.2.2a", "2WW-7.1.2a", "2WW-7.1.2b", "2WW-12.3.3")
def test_the_convoy_attack_of_summer_1941_comes_first() -> None:
    """EX-2WW-CONVOY-1: 7 factors, a throw of 5, two points; Britain keeps 4 of 6."""
    t = in_summer_1941(5)
    assert at_sea(t.state) == (2, 1, 3, 0)
    with pytest.raises(Exception, match="no dice left for combat"):
        t.say("axis", "convoy", "sink britain", "sink britain")
    t = in_summer_1941(5, 12, 12).say("axis", "convoy")
    (throw,) = [roll for roll in t.events("roll") if roll["purpose"] == "convoy"]
    assert throw["factors"] == 7
    assert t.waits == "axis Sinking"
    t.say("axis", "sink britain", "sink britain")
    assert at_sea(t.state) == (2, 1, 1, 0)
    assert sources(t, "Britain")[-3:] == ["Dominions", "Iraq", "Lend Lease"]
    assert points(t, "Britain") == 3 + 4


@rule("2WW-6.2.3c")
def test_beaten_raiders_may_choose_oslo_although_french_ports_are_nearer() -> None:
    t = in_summer_1941(5, 5, 4).hold("axis", "Oslo", "Brest").touched()
    havens = {t.state.world.board.names[place] for place in havens_from_box(t.state, AXIS, -1)}
    assert {"Oslo", "Brest"} <= havens


@rule("2WW-6.2.3c", "2WW-6.2.1")
def test_the_sea_combat_that_follows_drives_the_axis_into_port() -> None:
    """EX-2WW-CONVOY-2: the Axis throws 5 and the Allies 4 on the column 7-9 of Sea vs. Sea."""
    t = in_summer_1941(5, 5, 4).say("axis", "convoy", "sink britain", "sink britain")
    axis, allies = (roll for roll in t.events("roll") if roll["purpose"] == "combat")
    assert (axis["line"], axis["factors"], axis["column"]) == ("sea_sea", 7, "7-9")
    assert (allies["line"], allies["factors"], allies["column"]) == ("sea_sea", 8, "7-9")
    t.say("axis", "lose GeSurfaceFleet", "lose Ge2Submarines").say("allied", "lose GBNavalAir")
    go_to(t, "Oslo")
    assert [t.strength(f"Ge {name}") for name in ("Surface Fleet", "1 Submarines", "2 Submarines")] == [
        "reduced",
        "full",
        "reduced",
    ]
    for fleet in ("Ge Surface Fleet", "Ge 1 Submarines", "Ge 2 Submarines"):
        assert t.at(fleet) == "Oslo"
        assert t.fact("ops", fleet) == 1
    assert t.place("Oslo") == t.place("1703")
    assert t.strength("GB Naval Air") == "reduced"
    assert [t.strength(fleet) for fleet in ("GB Home Fleet", "GB Channel Fleet")] == ["full", "full"]
    assert t.at("GB Home Fleet") == t.at("GB Channel Fleet") == "Atlantic"


def go_to(t: Table, port: str) -> None:
    """Whoever is asked where beaten fleets go says this port."""
    while t.waits == "axis ChooseHaven":
        t.say("axis", next(order for order in t.offered() if order.endswith(port)))


@rule("2WW-4.2.C.3i")
def test_against_submarines_alone_the_allies_fire_on_the_other_line() -> None:
    """EX-2WW-CONVOY-3: 5 factors against submarines, a throw of 4, two loss points."""
    fleets = FLEETS.replace(", Ge Surface Fleet", "")
    t = in_summer_1941(12, 12, 4, fleets=fleets).say("axis", "convoy")
    allies = t.events("roll")[-1]
    assert (allies["line"], allies["factors"], allies["column"]) == ("asw", 5, "5")
    assert t.events("fire")[-1]["losses"] == 2


@rule("2WW-6.2.2a")
def test_from_spring_1943_on_the_sea_combat_comes_first() -> None:
    """EX-2WW-CONVOY-4: the same throws; the Axis is beaten before it comes to the convoy."""
    t = atlantic("Spring 1943", 5, 4).say("allied", "lend 3 0").say("axis", "convoy")
    t.say("axis", "lose GeSurfaceFleet", "lose Ge2Submarines").say("allied", "lose GBNavalAir")
    go_to(t, "Oslo")
    assert t.state.sunk == (0, 0, 0, 0)
    assert not [roll for roll in t.events("roll") if roll["purpose"] == "convoy"]


@rule("2WW-6.2.2a")
def test_who_wins_at_sea_attacks_the_convoy_afterwards() -> None:
    t = atlantic("Spring 1943", 12, 12, 5).say("allied", "lend 3 0").say("axis", "convoy")
    assert [roll["purpose"] for roll in t.events("roll")] == ["combat", "combat", "convoy"]
    assert t.waits == "axis Sinking"
    t = atlantic("Winter 1943", 5, 12, 12).say("allied", "lend 3 0")
    t.say("axis", "convoy", "sink britain", "sink britain")
    assert [roll["purpose"] for roll in t.events("roll")] == ["convoy", "combat", "combat"]


# 6.2 Announcing


@rule("2WW-6.2a")
def test_lend_lease_is_announced_between_bombing_and_convoys() -> None:
    t = moment(f"Winter 1943, strategic\n{FLEETS}\nLondon: GB 1 RAF", conquered={"Norway": "axis"})
    assert t.waits == "allied Target"
    assert t.refused("lend 3 0") == "2WW-6.2a"
    t.say("allied", "pass")
    assert t.waits == "allied Announce"
    t.say("allied", "lend 2 2")
    assert t.waits == "axis AttackOrNot"
    assert t.state.lend == (2, 2)


@rule("2WW-6.2b")
def test_without_axis_fleets_in_the_ocean_nobody_is_asked() -> None:
    t = atlantic("Winter 1943", fleets="Atlantic: GB Home Fleet\nOslo: Ge 1 Submarines").say("allied", "lend 4 0")
    assert t.when == "Winter 1943, production"


@rule("2WW-6.2b")
def test_the_axis_may_leave_the_convoys_alone() -> None:
    t = atlantic("Winter 1943").say("allied", "lend 4 0").say("axis", "pass")
    assert t.events("roll") == []
    assert t.at("Ge 1 Submarines") == "Atlantic"


def test_fleets_that_are_ops_complete_do_not_attack_convoys() -> None:
    t = atlantic("Winter 1943", fleets="Atlantic: Ge 1 Submarines done, Ge 2 Submarines")
    assert raiders(t.state) == (t.unit("Ge 2 Submarines"),)


# 6.2.1 Who takes part


@rule("2WW-6.2.1")
def test_the_axis_names_who_attacks() -> None:
    t = in_summer_1941(12, 12, 2)
    assert t.offered() == ["convoy", "join GeSurfaceFleet", "join Ge1Submarines", "join Ge2Submarines", "pass"]
    t.say("axis", "join Ge1Submarines")
    assert t.refused("join Ge1Submarines", "axis") == t.refused("join Ge1Air", "axis") == "2WW-6.2.1"
    t.say("axis", "convoy")
    alone = t.state.world.roster[t.unit("Ge 1 Submarines")].combat
    assert [roll["factors"] for roll in t.events("roll")[1:3]] == [alone, alone]
    assert t.events("roll")[3]["line"] == "asw"
    assert t.at("Ge 1 Submarines") != "Atlantic"  # beaten, and alone
    assert t.at("Ge 2 Submarines") == t.at("Ge Surface Fleet") == "Atlantic"
    assert t.strength("Ge 2 Submarines") == t.strength("Ge Surface Fleet") == "full"


@rule("2WW-6.2b")
def test_naming_fleets_does_not_oblige_to_attack() -> None:
    t = in_summer_1941().say("axis", "join Ge1Submarines", "pass")
    assert t.when == "Summer 1941, production"
    alone = in_summer_1941(fleets="Atlantic: Ge 1 Submarines")
    assert alone.offered() == ["convoy", "pass"]


@rule("2WW-6.2.1")
def test_fleets_in_the_american_part_do_not_count() -> None:
    fleets = "Atlantic: GB Channel Fleet, Ge Surface Fleet\nUnited States: US 8 Fleet, US Naval Air aboard US 8 Fleet"
    t = atlantic("Winter 1943", 12, 12, 12, fleets=fleets).say("allied", "lend 4 0").say("axis", "convoy")
    allies = t.events("roll")[-1]
    assert allies["side"] == "allied"
    assert allies["factors"] == t.state.world.roster[t.unit("GB Channel Fleet")].combat


@rule("2WW-3.3.2a", "2WW-6.2.1")
def test_a_naval_air_unit_that_is_ops_complete_does_not_help() -> None:
    fleets = "Atlantic: GB Home Fleet, GB Naval Air done aboard GB Home Fleet, Ge Surface Fleet\nLondon: GB 1 RAF done"
    t = atlantic("Spring 1943", 12, 12, 12, fleets=f"{fleets}\nBirmingham: GB 2 RAF")
    assert naval_air(t.state, escorts(t.state)) == ()
    t.say("allied", "pass", "lend 4 0").say("axis", "convoy")
    assert t.refused("join GB1RAF") == "2WW-3.3.2a"
    t.say("allied", "pass")
    allies = next(roll for roll in t.events("roll") if roll.get("side") == "allied")
    assert allies["factors"] == t.state.world.roster[t.unit("GB Home Fleet")].combat


# 6.2.2 Air units from the shores


@rule("2WW-6.2.2b")
def test_one_air_unit_from_the_shores_may_help_from_spring_1943_on() -> None:
    fleets = "Atlantic: GB Home Fleet, Ge Surface Fleet\nLondon: GB 1 RAF\nDublin: GB 2 RAF\nUnited States: US 9 Air"
    fleets += "\nParis: US 12 Air"
    t = atlantic("Spring 1943", 12, 12, 12, fleets=fleets).say("allied", "pass", "lend 4 0").say("axis", "convoy")
    assert set(t.offered()) == {"pass", "join GB1RAF", "join GB2RAF", "join US9Air"}
    assert t.refused("join US12Air") == "2WW-6.2.2b"
    t.say("allied", "join GB1RAF")  # one is enough: the fight begins
    home, raf = (t.state.world.roster[t.unit(name)].combat for name in ("GB Home Fleet", "GB 1 RAF"))
    allies = next(roll for roll in t.events("roll") if roll.get("side") == "allied")
    assert allies["factors"] == home + min(home, raf)
    assert t.fact("ops", "GB 1 RAF") == 0


@rule("2WW-6.2.2b")
def test_no_air_unit_from_the_shores_helps_before_spring_1943() -> None:
    fleets = "Atlantic: GB Home Fleet, Ge Surface Fleet\nLondon: GB 1 RAF"
    t = atlantic("Winter 1943", 12, 12, 12, fleets=fleets).say("allied", "pass", "lend 4 0").say("axis", "convoy")
    assert t.when == "Winter 1943, production"


# 6.2.3 What sinks


@rule("2WW-6.2.3b")
def test_the_axis_chooses_among_what_is_under_way() -> None:
    t = in_summer_1941(5, 12, 12).say("axis", "convoy")
    assert t.offered() == ["sink dominions", "sink iraq", "sink britain"]
    assert t.refused("sink ussr") == "2WW-6.2.3b"
    t.say("axis", "sink dominions", "sink dominions")
    assert points(t, "Britain") == 3 + 1 + 3
    assert "Dominions" not in sources(t, "Britain")


@rule("2WW-6.2.3b")
def test_axis_points_never_suffer_and_iraq_in_revolt_sends_none() -> None:
    t = atlantic("Winter 1943", 5, 12, 12).say("allied", "lend 3 0").say("axis", "convoy")
    assert t.offered() == ["sink dominions", "sink britain"]
    assert "Iraq" in sources(t, "Germany")


@rule("2WW-6.2.3b")
def test_no_more_sinks_than_is_under_way() -> None:
    fleets = "Atlantic: Ge 1 Submarines, Ge 2 Submarines, Ge Surface Fleet"
    t = atlantic("Winter 1943", 2, fleets=fleets).say("allied", "lend 0 0").say("axis", "convoy")
    assert t.state.sunk == (2, 0, 0, 0)
    assert t.when == "Winter 1943, production"


@rule("2WW-7.1.2a", "2WW-6.2.3b")
def test_what_was_sunk_is_missing_in_this_production_only() -> None:
    t = in_summer_1941(5, 12, 12).say("axis", "convoy", "sink iraq", "sink dominions")
    until(t, "Britain")
    assert t.state.points == 3 + 1 + 3
    again = moment("Autumn 1941, strategic", sunk=(2, 0, 0, 0), lend=(3, 0))
    assert (again.state.sunk, again.state.lend) == ((0, 0, 0, 0), (0, 0))
    assert again.state.owner[again.state.world.iraq] != ALLIES
