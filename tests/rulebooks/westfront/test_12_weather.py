"""Chapter 12: weather. Who rolls when, what mud does to movement, fire and command, and what storms do to landings."""

from __future__ import annotations

import pytest

from grognard.games.westfront.airpower import air_range
from grognard.games.westfront.assault import repulse_numbers
from grognard.games.westfront.combat import firepower, ground_defence
from grognard.games.westfront.command import command_range
from grognard.games.westfront.invasions import invasion_range
from grognard.games.westfront.retreat import pursuit_speed
from tests.rulebooks.westfront.table import Table
from tests.rules import rule


def weather(t: Table) -> tuple[str, str]:
    """The weather and the storm that everyone sees."""
    tracks = t.match.view()["tracks"]
    return tracks["weather"], tracks["storm"]


def at_the_end_of(fortnight: str, scenario: str = "summer44") -> Table:
    """The last player turn of a fortnight, with hardly anybody on the map."""
    return Table(
        f"westfront {scenario}\n{fortnight}, axis command\nBerlin: OKW 2\nLondon: SHAEF 2, Br3 4\nRuhr: Ge84 4"
    )


def go_on(t: Table, moment: str) -> Table:
    """Let both sides do as little as they can until a moment comes."""
    while t.when != moment:
        t.say(min(t.match.waiting), "seal" if "production" in t.when else "pass")
    return t


def in_mud(position: str, moment: str = "Dec I, allied command") -> Table:
    return Table(f"westfront winter43\n{moment}\n{position}")


# 12.1 The weather of a fortnight


@rule("WF-12.1c")
@pytest.mark.parametrize(("faces", "found"), [((3, 4), "mud"), ((2, 4), "dry"), ((6, 6), "dry"), ((1, 2), "mud")])
@pytest.mark.parametrize(("scenario", "fortnight"), [("summer44", "Nov I"), ("winter44", "Feb I")])
def test_an_odd_sum_is_mud_in_november_and_february(
    scenario: str, fortnight: str, faces: tuple[int, int], found: str
) -> None:
    t = at_the_end_of(fortnight, scenario).roll(faces).say("axis", "pass")
    assert t.when.startswith(f"{fortnight}I, allied")
    assert weather(t)[0] == found
    t.dice.finish()


@rule("WF-12.1a")
@pytest.mark.parametrize("faces", [(1, 1), (1, 2)])
def test_december_is_mud_whatever_is_rolled(faces: tuple[int, int]) -> None:
    t = at_the_end_of("Dec I", "winter43").roll(faces).say("axis", "pass")
    assert weather(t)[0] == "mud"


@rule("WF-12.1a")
def test_in_october_nobody_rolls_and_mud_would_be_over() -> None:
    pieces = "Berlin: OKW 2\nLondon: SHAEF 2\nweather = 1\nstorm = 2"
    t = Table(f"westfront summer44\nOct I, axis command\n{pieces}").say("axis", "pass")
    assert weather(t) == ("dry", "calm")
    assert t.events("weather")[-1] == {"weather": "dry"}


# 12.3 Storms


@rule("WF-12.3a")
@pytest.mark.parametrize(
    ("faces", "found"),
    [
        ((1, 2), "mediterranean"), ((5, 6), "mediterranean"), ((1, 4), "atlantic"), ((3, 6), "atlantic"),
        ((3, 4), "baltic"), ((2, 6), "calm"), ((1, 1), "calm"),
    ],
)  # fmt: skip
def test_odd_sums_bring_a_storm_to_one_basin(faces: tuple[int, int], found: str) -> None:
    t = at_the_end_of("Jan I", "winter43").roll(faces).say("axis", "pass")
    assert weather(t) == ("mud", found)


@rule("WF-12.3a")
def test_a_storm_lasts_for_both_player_turns_of_its_fortnight() -> None:
    t = go_on(at_the_end_of("Jan I", "winter43").roll((4, 5)), "Jan II, axis command")
    assert weather(t) == ("mud", "atlantic")
    t = Table("westfront winter43\nJan I, axis command\nBerlin: OKW 2\nLondon: SHAEF 2\nstorm = 2")
    assert weather(go_on(t.roll((4, 4)), "Jan II, allied command")) == ("mud", "calm")


STORMY = "storm = 2"
"""A storm in the Atlantic basin."""

LANDING = f"Portsmouth: 21AG 3, Br1 4\nCaen: Ge84 4\nBerlin: OKW 3\n{STORMY}"


@rule("WF-12.3c")
def test_nobody_invades_over_a_stormy_sea() -> None:
    t = in_mud(LANDING).say("allied", "activate 21AG invasion", "pass")
    assert t.refused("land Br1 Portsmouth-EnglishChannel-Caen") == "WF-12.3c"
    calm = in_mud(LANDING.replace(STORMY, "storm = 1")).say("allied", "activate 21AG invasion", "pass")
    assert calm.refused("land Br1 Portsmouth-EnglishChannel-Caen") is None


@rule("WF-12.3c")
def test_a_storm_elsewhere_on_the_way_bars_an_invasion_too() -> None:
    pieces = "Gibraltar: 15AG 3, US6 4\nBerlin: OKW 3\nOran: Br10 3\n"
    t = in_mud(pieces + STORMY).say("allied", "activate 15AG invasion", "pass")
    assert t.refused("land US6 Gibraltar-AtlanticOcean-BayofBiscay-Lorient") == "WF-12.3c"
    assert t.refused("land US6 Gibraltar-AlboranSea-GulfofLyon-Marseilles") is None


@rule("WF-12.3c")
def test_no_second_wave_is_marked_behind_a_storm() -> None:
    t = in_mud(LANDING).say("allied", "activate 21AG invasion blitz", "pass")
    assert t.refused("mark 21AG Calais") == "WF-12.3c"


@rule("WF-12.3c")
def test_a_storm_stops_evacuations_but_not_ships_between_ports() -> None:
    t = in_mud("Portsmouth: 21AG 3\nLondon: SHAEF 3\nDover: Br3 4\nCherbourg: Br12 4\n" + STORMY)
    t.say("allied", "activate 21AG invasion", "activate SHAEF supreme", "pass")
    assert t.refused("evacuate Br12 Cherbourg-EnglishChannel-Portsmouth") == "WF-12.3c"
    assert t.refused("sail Br3 Dover-EnglishChannel-Cherbourg") is None


# 15.54 Storms and beachheads


@rule("WF-15.54")
@pytest.mark.parametrize(("storm", "steps"), [("storm = 2", 3), ("storm = 1", 4)])
def test_a_beachhead_in_a_storm_supplies_nobody(storm: str, steps: int) -> None:
    t = in_mud(f"Caen: US5 4\nLondon: SHAEF 2\nBerlin: OKW 2, Ge84 4\n{storm}", "Dec I, axis command")
    t.put_beachhead("US5", "Caen").roll((1, 1)).say("axis", "pass")
    assert t.steps("US5") == steps


@rule("WF-15.54")
def test_no_ship_comes_to_a_beachhead_in_a_storm() -> None:
    t = in_mud(
        "Caen: US5 4\nLondon: SHAEF 3\nDover: Br3 4\nCherbourg: Br12 4\nBerlin: OKW 2\nPlymouth: Br8 4\n" + STORMY
    )
    t.put_beachhead("US5", "Caen").put_beachhead("US6", "Cherbourg").say("allied", "activate SHAEF supreme", "pass")
    assert t.refused("sail Br3 Dover-EnglishChannel-Caen") == "WF-15.2a"
    t.say("allied", "sail Br3 Dover-EnglishChannel-Cherbourg")
    assert t.refused("sail Br8 Plymouth-EnglishChannel-Cherbourg") == "WF-15.21a"  # no more than the minor port takes


@rule("WF-15.54")
def test_guns_off_a_stormy_beach_are_silent() -> None:
    t = in_mud("Caen: US5 4 attacks, Ge84 4\nPortsmouth: 21AG 3\nstorm = 2").put_beachhead("US5", "Caen")
    assert firepower(t.state, t.unit("US5"), t.place("Caen"), offence=False).value == 1
    t.state.storm = 3
    assert firepower(t.state, t.unit("US5"), t.place("Caen"), offence=False).value == 2


# 12.22 Mobility


@rule("WF-12.22")
def test_in_mud_everyone_moves_one_hex_and_cavalry_two() -> None:
    t = in_mud("Portsmouth: 21AG 3, Br8 4\nBerlin: OKW 2\nOxford: SHAEF 2").say(
        "allied", "activate 21AG command", "pass"
    )
    assert t.refused("move Br8 Portsmouth-Nottingham") == "WF-6.1a"
    assert t.refused("move Br8 Portsmouth-Oxford") is None
    t = in_mud("Berlin: OKW 3, Cav78 3, Pz58 3\nLondon: SHAEF 2", "Dec I, axis command")
    t.say("axis", "activate OKW supreme", "pass")
    assert t.refused("move Cav78 Berlin-Stettin") is None
    assert t.refused("move Pz58 Berlin-Stettin") == "WF-6.1a"


# 12.23 Ground


@rule("WF-12.23a")
def test_in_mud_one_unit_passes_a_clear_side_of_a_battle_and_four_still_stack() -> None:
    pieces = "Lille: 21AG 3, Br3 4, Br8 4, Br12 4\nCompiegne: Ge84 4\nBerlin: OKW 3\nOxford: Br30 2"
    t = in_mud(pieces).say("allied", "activate 21AG command", "pass", "move Br3 Lille-Compiegne")
    assert t.refused("move Br8 Lille-Compiegne") == "WF-6.33a"
    assert t.state.world.stacking[t.place("Lille")] == 4
    dry = Table(f"westfront summer44\nJul I, allied command\n{pieces}")
    dry.say("allied", "activate 21AG command", "pass", "move Br3 Lille-Compiegne")
    assert dry.refused("move Br8 Lille-Compiegne") is None


@rule("WF-12.23a")
def test_mud_stops_everyone_at_the_first_hex_but_cavalry() -> None:
    t = in_mud("Berlin: OKW 3, Cav78 3, PzG 3\nLondon: SHAEF 2", "Dec I, axis command")
    muddy, place = t.state.world.stops_in[1], t.place
    assert all(muddy >> place(name) & 1 for name in ("Paris", "Stuttgart", "Rieti", "Bolzano", "Eindhoven"))
    assert not any(t.state.world.stops_in[0] >> place(name) & 1 for name in ("Paris", "Stuttgart", "Rieti"))


@rule("WF-12.23a", "WF-7.34a")
def test_mud_doubles_the_defence_of_open_ground() -> None:
    t = in_mud("Orleans: Ge84 3, Br3 3 attacks\nLe Mans: 21AG 3\nBerlin: OKW 2")
    assert ground_defence(t.state, t.place("Orleans")).value == 2
    t.say("allied", "activate 21AG command", "pass", "pass", "pass")
    t.roll([1, 1, 1], [6, 6, 1]).say("allied", "declare Orleans")
    assert t.steps("Ge84") == 2


@rule("WF-12.23c")
def test_in_mud_armor_attacks_like_infantry_and_aircraft_as_ever() -> None:
    t = in_mud("Orleans: Ge84 4, US8 3 attacks\nLe Mans: 12AG 3\nBerlin: OKW 2")
    t.say("allied", "activate 12AG command", "pass", "pass")
    t.roll([4, 5], [1, 1, 1], [5, 5, 6])  # two hits by air are a step, and one on the ground is half of one
    t.say("allied", "strike 12AG Orleans")
    assert t.steps("Ge84") == 3
    t.dice.finish()


@rule("WF-7.32e")
def test_mountain_troops_fire_no_better_in_muddy_mountains() -> None:
    position = "Bolzano: Mtn51 3, US8 3 attacks\nLondon: SHAEF 2\nBerlin: OKW 2"
    t, dry = in_mud(position), Table(f"westfront summer44\nJul I, allied command\n{position}")
    for table, fire in ((t, 1), (dry, 2)):
        place, unit = table.place("Bolzano"), table.unit("Mtn51")
        assert [firepower(table.state, unit, place, offence=stance).value for stance in (False, True)] == [fire, fire]


@rule("WF-7.51e")
def test_rivers_throw_back_one_more_in_mud() -> None:
    pieces = "Paris: 21AG 3, Br3 3\nCompiegne: Ge84 2\nBerlin: OKW 2"
    for t, faces in (
        (in_mud(pieces), {1, 2, 3}),
        (Table(f"westfront summer44\nJul I, allied command\n{pieces}"), {1, 2}),
    ):
        t.say("allied", "activate 21AG command", "pass", "move Br3 Paris-Compiegne")
        assert repulse_numbers(t.state, t.place("Compiegne"), 0) == faces
        t.roll([3, 1], [1, 1]) if faces == {1, 2} else t.roll([3, 4])
        t.say("allied", "pass", "pass")
        assert t.at("Br3") == "Paris"


@rule("WF-6.42b")
def test_mud_slows_pursuit_to_one_hex_but_not_cavalry() -> None:
    t = in_mud("Orleans: Cav78 3, Pz58 3, US8 3 attacks\nLondon: SHAEF 2\nBerlin: OKW 2")
    assert [pursuit_speed(t.state, t.unit(name)) for name in ("Cav78", "Pz58", "US8")] == [2, 1, 1]
    dry = Table("westfront summer43\nJul I, allied command\nBolzano: Cav78 3, Pz58 3, US8 3 attacks")
    assert [pursuit_speed(dry.state, dry.unit(name)) for name in ("Cav78", "Pz58", "US8")] == [3, 1, 1]


# 5.8 Disruption


@rule("WF-5.8a")
def test_mud_takes_a_step_from_what_headquarters_command() -> None:
    t = in_mud("Portsmouth: 21AG 3\nLondon: SHAEF 2\nBerlin: OKW 2")
    reach = command_range(t.state, t.unit("21AG"))
    assert reach >> t.place("London") & 1
    assert not reach >> t.place("Ipswich") & 1  # three hexes off
    assert invasion_range(t.state, t.unit("21AG")) == 4
    assert t.steps("21AG") == 3


@rule("WF-5.8a")
def test_a_disrupted_headquarters_strikes_with_a_die_less() -> None:
    t = in_mud("Orleans: Ge84 4, US8 3 attacks\nLe Mans: 12AG 3\nBerlin: OKW 2")
    assert air_range(t.state, t.unit("12AG")) == 4
    t.say("allied", "activate 12AG command", "pass", "pass").roll([1, 1], [1, 1, 1, 1], [1, 1, 1])
    t.say("allied", "strike 12AG Orleans")
    assert t.events("airstrike")[-1]["dice"] == 2
    t.dice.finish()


@rule("WF-5.8b")
@pytest.mark.parametrize(
    ("hq", "side", "place", "moves"),
    [("OKW", "axis", "Berlin", 6), ("OKW", "axis", "Vienna", 4), ("SHAEF", "allied", "London", 6),
     ("AF", "allied", "London", 6), ("SHAEF", "allied", "Oxford", 4)],
)  # fmt: skip
def test_supreme_headquarters_in_their_capitals_do_not_mind_the_mud(hq: str, side: str, place: str, moves: int) -> None:
    t = in_mud(f"{place}: {hq} 3\nRuhr: Ge84 4\nDover: Br3 4", f"Dec I, {side} command")
    t.say(side, f"activate {hq} supreme")
    assert t.left(side) == moves


@rule("WF-5.8b")
def test_an_army_group_in_london_is_disrupted() -> None:
    t = in_mud("London: 21AG 1\nDover: Br3 4\nBerlin: OKW 2").say("allied", "activate 21AG command", "pass")
    assert t.refused("move Br3 Dover-Brighton") == "WF-4.42a"


@rule("WF-5.8c")
def test_a_disrupted_headquarters_without_steps_commands_nobody() -> None:
    t = in_mud("Portsmouth: 21AG 0, Br3 4\nBerlin: OKW 2").say("allied", "activate 21AG command", "pass")
    assert t.refused("move Br3 Portsmouth-Oxford") == "WF-4.42a"
    dry = Table("westfront winter43\nMar I, allied command\nPortsmouth: 21AG 0, Br3 4\nBerlin: OKW 2")
    dry.say("allied", "activate 21AG command", "pass")
    assert dry.refused("move Br3 Portsmouth-Oxford") is None


@rule("WF-5.8c")
def test_a_disrupted_headquarters_without_steps_leads_neither_landings_nor_drops() -> None:
    t = in_mud("Portsmouth: 21AG 0, Br1 4\nBerlin: OKW 2").say("allied", "activate 21AG invasion", "pass")
    assert t.refused("land Br1 Portsmouth-EnglishChannel-Caen") == "WF-15.42a"
    t = in_mud("Oxford: 21AG 0, Br2Para 4\nBerlin: OKW 2").say("allied", "activate 21AG paradrop", "pass")
    assert t.refused("drop Br2Para London") == "WF-14.2a"
    t = in_mud("Portsmouth: 21AG 0\nDover: Br3 4\nBerlin: OKW 2").say("allied", "activate 21AG invasion", "pass")
    assert t.refused("evacuate Br3 Dover-EnglishChannel-Portsmouth") == "WF-15.6a"


@rule("WF-5.21b")
@pytest.mark.parametrize("place", ["London", "Oxford"])
def test_no_headquarters_deploys_in_mud_wherever_it_is(place: str) -> None:
    t = in_mud(f"{place}: SHAEF 3\nNottingham: Br3 4\nBerlin: OKW 2")
    assert t.refused("activate SHAEF supreme Nottingham") == "WF-5.21b"
    assert t.refused("activate SHAEF supreme") is None
    dry = Table(f"westfront winter43\nMar I, allied command\n{place}: SHAEF 3\nNottingham: Br3 4")
    assert dry.refused("activate SHAEF supreme Nottingham") is None


# W'44: the Bulge


BULGE = "Orleans: US3 4, PzB 3 attacks\nLe Mans: AGB 2\nEindhoven: US4 4, SS1 2 attacks\nArnhem: OBWest 2\nLondon: AF 2"


def bulge(*orders: str) -> Table:
    t = Table(f"westfront winter44\nJan I, axis command\n{BULGE}")
    return t.say("axis", *orders)


@rule("WF-W44.4")
def test_in_one_turn_of_its_choice_axis_armor_attacks_as_if_it_were_dry() -> None:
    t = bulge("surprise", "activate AGB command", "pass", "pass", "declare Orleans")
    t.roll([1, 1, 1, 1], [5, 5, 1], (2, 2)).say("axis", "pass")
    assert t.steps("US3") == 3  # two hits, which in mud are a step
    t = bulge("activate AGB command", "pass", "pass", "declare Orleans")
    t.roll([1, 1, 1, 1], [5, 5, 1], (2, 2)).say("axis", "pass")
    assert t.steps("US3") == 4


@rule("WF-W44.4")
def test_the_surprise_gives_the_ss_its_fire_back_but_not_in_marsh() -> None:
    t = bulge("surprise")
    assert firepower(t.state, t.unit("PzB"), t.place("Orleans"), offence=True).value == 2
    assert firepower(t.state, t.unit("SS1"), t.place("Orleans"), offence=True).value == 3
    assert firepower(t.state, t.unit("SS1"), t.place("Eindhoven"), offence=True).value == 1
    assert firepower(t.state, t.unit("SS4"), t.place("Orleans"), offence=True).value == 1  # no armor
    assert firepower(t.state, t.unit("US8"), t.place("Orleans"), offence=True).value == 1


@rule("WF-W44.4")
def test_there_is_one_surprise_and_it_lasts_for_one_turn() -> None:
    t = bulge("surprise")
    assert t.refused("surprise") == "WF-W44.4"
    go_on(t.roll((1, 1)), "Jan II, axis command")
    assert t.refused("surprise") == "WF-W44.4"
    assert firepower(t.state, t.unit("PzB"), t.place("Orleans"), offence=True).value == 1


@rule("WF-W44.4")
def test_nobody_else_springs_a_surprise_nor_earlier_nor_when_it_is_dry() -> None:
    t = Table(f"westfront winter44\nJan I, allied command\n{BULGE}")
    assert t.refused("surprise") == "WF-W44.4"
    for scenario, moment in (("winter44", "Mar I, axis command"), ("winter43", "Jan I, axis command")):
        assert Table(f"westfront {scenario}\n{moment}\nBerlin: OKW 2").refused("surprise") == "WF-W44.4"
