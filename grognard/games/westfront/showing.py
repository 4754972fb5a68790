"""What the table shows beyond the rules: layers over the map, warnings before a phase ends, what is still owed.

Nothing here decides.
"""

from __future__ import annotations

from functools import partial

import msgspec

from grognard.engine.agenda import Prompt, Sum
from grognard.engine.looks import Label, Layer, Looks, Tint, Tone, Trace
from grognard.engine.paths import bits
from grognard.engine.words import Words
from grognard.games.westfront.command import command_range
from grognard.games.westfront.control import take_control, zone_of_control
from grognard.games.westfront.deployment import Duty, in_hand, open_duties, slots
from grognard.games.westfront.rail import supply_net
from grognard.games.westfront.seapower import sea_controller
from grognard.games.westfront.state import ELIMINATED, IDLE, NOBODY, READY, SPENT, Front
from grognard.games.westfront.supply import beachhead_line, every_lane, is_fed, open_to, recover, supply_line
from grognard.games.westfront.weather import BASINS
from grognard.games.westfront.world import West, played_on, scenario_data


def looks_in(world: West, looks: Looks) -> Looks:
    """The looks of the game with the months of a scenario, and of what it may be continued with. [WF-3.14]"""
    data = scenario_data(world.scenario)
    months = tuple((played_on(world.scenario) if "areas" in data else data)["months"])
    tracks = (
        msgspec.structs.replace(track, steps=months) if track.key in ("month", "last month") else track
        for track in looks.tracks
    )
    return msgspec.structs.replace(looks, tracks=tuple(tracks))


def layers(s: Front, side: int | None, words: Words) -> list[Layer]:
    """Control, zones and seas for everybody; supply and command range for the side itself."""
    found = [control(s, words), zones(s, words), seas(s, words)]
    if side is not None:
        found += [supply(s, side, words), command(s, side, words)]
    return found


def control(s: Front, words: Words) -> Layer:
    """Whose every hex is. [WF-8.1a, WF-16.4a]"""
    names = s.world.board.names
    tones = (*s.world.sides, "disputed")  # neutral ground is nobody's
    return Layer(
        "control",
        words.title("Control"),
        "WF-8.1a",
        tuple(Tone(tone, words.title(tone)) for tone in tones),
        tuple(Tint(names[place], tones[s.owner[place]]) for place in s.world.land if s.owner[place] < len(tones)),
    )


def zones(s: Front, words: Words) -> Layer:
    """The empty hexes that units look into, and those that both sides do. [WF-8.2a, WF-8.33]"""
    occupied = 0
    for unit in range(len(s.world.units)):
        if s.where[unit] >= 0:
            occupied |= 1 << s.where[unit]
    seen = [zone_of_control(s, side, occupied) for side in (0, 1)]
    tints = []
    for place in bits(seen[0] | seen[1]):
        both = seen[0] & seen[1] & 1 << place
        tone = "disputed" if both else s.world.sides[0 if seen[0] >> place & 1 else 1]
        tints.append(Tint(s.world.board.names[place], tone))
    legend = tuple(Tone(tone, words.title(tone)) for tone in (*s.world.sides, "disputed"))
    return Layer("zones", words.title("Zones of control"), "WF-8.2a", legend, tuple(tints))


def seas(s: Front, words: Words) -> Layer:
    """The sea areas: what they are called, who controls each, and where a storm blows. [WF-15.1a, WF-12.3a]"""
    board, sides, labels, tints = s.world.board, s.world.game.looks().sides, [], []
    for sea, name in enumerate(s.world.seas):
        holder = sea_holder(s, sea)
        water, centre = s.world.recall(("water of", name), partial(extent, s.world, name))
        tints += [Tint(board.names[place], holder) for place in water]
        side = sides[holder].title if holder in sides else holder
        said = words.say("layers", "sea in a storm" if is_stormy(s, sea) else "sea", {"sea": name, "side": side})
        labels.append(Label(board.names[centre], said, holder))
    legend = tuple(Tone(tone, words.title(tone)) for tone in (*s.world.sides, "disputed"))
    return Layer("seas", words.title("Sea areas"), "WF-15.1a", legend, tuple(tints), labels=tuple(labels))


def sea_holder(s: Front, sea: int) -> str:
    """The side that controls a sea, or a word for neither. [WF-15.1a]"""
    side = sea_controller(s, sea)
    return s.world.sides[side] if side in (0, 1) else "disputed"


def is_stormy(s: Front, sea: int) -> bool:
    return bool(s.storm) and s.world.sea_basin[sea] == BASINS[s.storm]


def extent(world: West, sea: str) -> tuple[list[int], int]:
    """The sea hexes of a sea area, and the place of it from which the others are nearest."""
    hexes = world.board.areas[sea].hexes
    water = [place for place in hexes if world.board.terrain[place] == "sea"]
    places = water or hexes
    return water, min(places, key=lambda place: sum(world.board.distance(place, other) for other in places))


def supply(s: Front, side: int, words: Words) -> Layer:
    """The hexes in rail or sea supply, and the line of every unit to them. [WF-10.3a, WF-15.73a]"""
    names = s.world.board.names
    sure, hoped = supply_net(s, side, frozenset()), supply_net(s, side, frozenset(s.world.ports))
    lanes: dict[str, frozenset[int]] = {"supplied": frozenset(), "sea lane": every_lane(s)}
    lines = []
    for unit in s.world.army[side]:
        if s.where[unit] < 0:
            continue
        tone = "cut off"
        line: tuple[int, ...] = (s.where[unit],)
        for net, name in ((sure, "supplied"), (hoped, "sea lane")):
            route = supply_line(s, unit, open_to(s, unit, net)) or beachhead_line(s, unit, lanes[name])
            if route:
                tone, line = name, route
                break
        text = words.say("layers", tone, {"unit": s.world.units[unit]})
        lines.append(Trace(tuple(names[place] for place in line), tone, s.world.units[unit], text))
    tints = [Tint(names[place], "supplied" if sure >> place & 1 else "sea lane") for place in bits(hoped | sure)]
    legend = tuple(
        Tone(tone, words.title(text))
        for tone, text in (
            ("supplied", "in supply"),
            ("sea lane", "by a sea lane that the enemy may interdict"),
            ("cut off", "without supply"),
        )
    )
    return Layer("supply", words.title("Supply"), "WF-10.3a", legend, tuple(tints), tuple(lines))


def command(s: Front, side: int, words: Words) -> Layer:
    """How far each of a side's army group headquarters commands. [WF-5.3a]"""
    reached, idle = 0, 0
    for hq in s.world.army[side]:
        if s.where[hq] >= 0 and s.world.roster[hq].kind == "hq":
            if s.role[hq] in (IDLE, SPENT):
                idle |= command_range(s, hq)
            else:
                reached |= command_range(s, hq)
    names = s.world.board.names
    tints = [Tint(names[place], "active" if reached >> place & 1 else "possible") for place in bits(reached | idle)]
    legend = (
        Tone("active", words.title("in range of an active headquarters")),
        Tone("possible", words.title("in range if it were activated")),
    )
    return Layer("command", words.title("Command range"), "WF-5.3a", legend, tuple(tints))


# Warnings


def idle_headquarters(s: Front, side: int) -> tuple[Prompt, ...]:
    """Before the command phase ends with no headquarters active at all. [WF-4.41a]"""
    own = [hq for hq in s.world.army[side] if s.where[hq] >= 0 and s.world.roster[hq].is_hq]
    if any(s.role[hq] not in (IDLE, SPENT) for hq in own):
        return ()
    idle = [s.world.units[hq] for hq in own if s.role[hq] == IDLE]
    return (Prompt("headquarters unused", "WF-4.41a", {"units": idle}),) if idle else ()


def starving(s: Front, side: int) -> tuple[Prompt, ...]:
    """Before the movement phase ends: units that no line will reach, not even if every sea lane gets through, every
    landing recovers and every beachhead that may be placed is. [WF-10.4a]"""
    then = s.copy()
    recover(then, side)
    for corps in s.world.beachheads:
        if s.beachhead[corps] == READY and s.landed_at[corps] == s.where[corps]:
            then.beachhead[corps] = s.where[corps]
    take_control(then)
    every = every_lane(then)
    lost = [s.world.units[u] for u in s.world.army[side] if s.where[u] >= 0 and not is_fed(then, u, every)]
    return (Prompt("starving", "WF-10.4a", {"units": lost}),) if lost else ()


# What is still owed


def owed(s: Front, side: int) -> tuple[Sum, ...]:
    """During the set-up: who is still in hand, and where somebody must stand. [WF-3.21a, WF-3.22a]"""
    left = len(in_hand(s, side))
    all_told = sum(1 for unit in slots(s.world) if s.side_of(unit) == side and not _stays_out(s, unit))
    found = [Sum("In hand", "in hand", "WF-3.21a", {"left": left, "count": all_told}, open=left > 0)]
    by_rule: dict[str, list[str]] = {}
    for duty in open_duties(s, side):
        by_rule.setdefault(duty.rule, []).append(_named(s, duty))
    return (*found, *(Sum("To be held", "held", rule, {"places": at}, open=True) for rule, at in by_rule.items()))


def _stays_out(s: Front, unit: int) -> bool:
    """Whether a unit was not picked for the starting forces. [WF-3.23c]"""
    return s.where[unit] == ELIMINATED


def _named(s: Front, duty: Duty) -> str:
    """A single hex by its name, a whole country by its own."""
    first = bits(duty.places)[0]
    return s.world.board.names[first] if duty.places == 1 << first else str(s.world.board.nation[first])


# Tracks


def tracks(s: Front) -> dict[str, dict[str, str]]:
    """Who controls the seas, and who holds the Victory Cities. [WF-15.1a, WF-17.31]"""
    board = s.world.board
    cities = {
        f"{board.names[place]} {row['victory']}": _holder(s, place)
        for place, row in s.world.values.items()
        if "victory" in row
    }
    return {"seas": {name: sea_holder(s, sea) for sea, name in enumerate(s.world.seas)}, "cities": cities}


def _holder(s: Front, place: int) -> str:
    return "neutral" if s.owner[place] == NOBODY else (*s.world.sides, "disputed")[s.owner[place]]
