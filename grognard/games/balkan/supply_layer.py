"""The layer that shows where a side's lines of supply run, and the line of each of its units."""

from __future__ import annotations

from grognard.engine.looks import Layer, Tint, Tone, Trace
from grognard.engine.paths import bits
from grognard.engine.words import Words
from grognard.games.balkan.lands import loyalty
from grognard.games.balkan.state import Campaign
from grognard.games.balkan.supply import OVERLAND, RAIL, ROAD, in_reach, like, line_of, supply_lines
from grognard.games.balkan.supply_check import dependants

SUPPLIED, SHARED, CUT_OFF = "supplied", "shared", "cut off"
LEGEND = {
    RAIL: "By rail", ROAD: "By road", OVERLAND: "Across country", SHARED: "By a minor port", CUT_OFF: "Cut off",
}  # fmt: skip


def supply_layer(s: Campaign, words: Words, side: int) -> Layer:
    """Where lines from the full sources of a side come, by which element, and whom they reach. [BF-12B-3, BF-12C1-1]"""
    world, name = s.world, s.world.sides[side]
    found = supply_lines(s, side, like(world, s.weather, "other"))
    by = {mode: found.reached_by(mode) for mode in (RAIL, ROAD, OVERLAND)}
    tints = []
    for place in bits(found.mask & world.land):
        tone = next((mode for mode in (RAIL, ROAD) if by[mode] >> place & 1), OVERLAND)
        tints.append(Tint(world.board.names[place], tone))
    loyal, known = loyalty(s), dict[tuple[int, str, str], Drawn]()
    lines = []
    for unit, at in enumerate(s.where):
        if 0 <= at < world.board.grid.size and loyal[unit] == side:
            kin = at, world.cost_set[unit], world.nation[unit]
            if kin not in known or known[kin][1] in (SHARED, CUT_OFF):
                known[kin] = drawn(s, unit, side)
            route, tone, facts = known[kin]
            text = words.say("layers", tone, {"unit": world.units[unit], **facts})
            lines.append(Trace(route, tone, world.units[unit], text))
    legend = tuple(Tone(tone, words.title(said)) for tone, said in LEGEND.items())
    title = words.title(f"Supply of the {world.game.looks().sides[name].title}")
    return Layer(f"supply {name}", title, "BF-12B-3", legend, tuple(tints), tuple(lines))


Drawn = tuple[tuple[str, ...], str, dict[str, str | int]]
"""The hexes of a line, how it is to be drawn, and what there is to say of it."""


def drawn(s: Campaign, unit: int, side: int) -> Drawn:
    """The line of a unit, from its source on, or its hex alone. [BF-12B-3, BF-12C2-2]"""
    names, at = s.world.board.names, s.where[unit]
    found, tone = line_of(s, unit, side), SUPPLIED
    if found is None:
        ports = dependants(s, side).get(unit)
        if not ports:
            return (names[at],), CUT_OFF, {}
        found, tone = in_reach(s, side, s.world.cost_set[unit], 1 << ports[0])[ports[0]], SHARED
    lengths = dict.fromkeys((RAIL, ROAD, OVERLAND), 0)
    for leg in found.legs(at):
        if leg.mode in lengths:
            lengths[leg.mode] += len(leg.places) - 1
    return tuple(names[place] for place in found.route(at)), tone, {"source": names[found.source(at)], **lengths}
