"""What the table shows beyond the rules: layers over the map, warnings before a phase ends. Nothing here decides."""

from __future__ import annotations

from grognard.engine.agenda import Prompt
from grognard.engine.looks import Layer, Tint, Tone, Trace
from grognard.engine.paths import bits
from grognard.engine.words import Words
from grognard.games.westfront.command import command_range
from grognard.games.westfront.control import take_control, zone_of_control
from grognard.games.westfront.rail import supply_net
from grognard.games.westfront.state import IDLE, READY, SPENT, Front
from grognard.games.westfront.supply import beachhead_line, is_fed, open_to, recover, supply_line


def layers(s: Front, side: int | None, words: Words) -> list[Layer]:
    """Control and zones for everybody; supply and command range for the side itself."""
    found = [control(s, words), zones(s, words)]
    if side is not None:
        found += [supply(s, side, words), command(s, side, words)]
    return found


def control(s: Front, words: Words) -> Layer:
    """Whose every hex is. [WF-8.1a]"""
    tones = (*s.world.sides, "disputed")
    return Layer(
        "control",
        words.title("Control"),
        "WF-8.1a",
        tuple(Tone(tone, words.title(tone)) for tone in tones),
        tuple(Tint(s.world.board.names[place], tones[s.owner[place]]) for place in s.world.land),
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


def supply(s: Front, side: int, words: Words) -> Layer:
    """The hexes in rail or sea supply, and the line of every unit to them. [WF-10.3a, WF-15.73a]"""
    names = s.world.board.names
    sure, hoped = supply_net(s, side, frozenset()), supply_net(s, side, frozenset(s.world.ports))
    lines = []
    for unit in s.world.army[side]:
        if s.where[unit] < 0:
            continue
        tone = "cut off"
        line: tuple[int, ...] | None = (s.where[unit],)
        for net, name in ((sure, "supplied"), (hoped, "sea lane")):
            route = supply_line(s, unit, open_to(s, unit, net)) or beachhead_line(s, unit)
            if route is not None:
                tone, line = name, route
                break
        assert line is not None
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
    every = frozenset(s.world.ports)
    lost = [s.world.units[u] for u in s.world.army[side] if s.where[u] >= 0 and not is_fed(then, u, every)]
    return (Prompt("starving", "WF-10.4a", {"units": lost}),) if lost else ()
