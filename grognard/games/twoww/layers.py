"""What can be laid over the map: control, the zones of each arm, supply with its lines, production."""

from __future__ import annotations

from grognard.engine.looks import Label, Layer, Tint, Tone, Trace
from grognard.engine.paths import bits
from grognard.engine.words import Words
from grognard.games.twoww.ground import country_of, side_name
from grognard.games.twoww.state import ALLIES, AXIS, NEUTRAL, War
from grognard.games.twoww.supply import home_capitals, is_supplied, line_of, reach
from grognard.games.twoww.zones import air_zone, fleet_zone, land_zone

SIDES = (AXIS, ALLIES)


def layers(s: War, words: Words) -> list[Layer]:
    """Everything is open to both sides, so everybody is shown the same."""
    return [
        control(s, words),
        zones(s, words, "land zones", "Zones of armies", "2WW-5.1.1a", [land_zone(s, side) for side in SIDES]),
        zones(s, words, "sea zones", "Zones of fleets", "2WW-5.1.2a", [fleet_zone(s, side) for side in SIDES]),
        zones(s, words, "air zones", "Air ranges", "2WW-5.1.3a", [air_zones(s, side) for side in SIDES]),
        *(supply(s, words, side) for side in SIDES),
        production(s, words),
    ]


def legend(words: Words, *tones: str) -> tuple[Tone, ...]:
    return tuple(Tone(tone, words.title(tone.capitalize())) for tone in tones)


def control(s: War, words: Words) -> Layer:
    """Whose every country is. [2WW-3.4.7a, 2WW-5.3.2a]"""
    names, tints = s.world.board.names, []
    for place in bits(s.world.land):
        country = country_of(s, place)
        if country >= 0:
            tints.append(Tint(names[place], side_name(s, NEUTRAL if s.neutral[country] else s.owner[country])))
    said = legend(words, "axis", "allied", "neutral")
    return Layer("control", words.title("Control"), "2WW-5.3.2a", said, tuple(tints))


def zones(s: War, words: Words, key: str, title: str, rule: str, masks: list[int]) -> Layer:
    """The hexes in the zones of one arm: of either side, or of both."""
    axis, allied = masks
    tints = []
    for place in bits(axis | allied):
        tone = "disputed" if axis & allied & 1 << place else "axis" if axis >> place & 1 else "allied"
        tints.append(Tint(s.world.board.names[place], tone))
    return Layer(key, words.title(title), rule, legend(words, "axis", "allied", "disputed"), tuple(tints))


def air_zones(s: War, side: int) -> int:
    """All that a side's air units have in their range. [2WW-5.1.3a]"""
    mask = 0
    for unit in s.world.air_units:
        if s.loyal[unit] == side:
            mask |= air_zone(s, unit)
    return mask


# Supply


def supply(s: War, words: Words, side: int) -> Layer:
    """Where a side's lines run, and the line of each of its units. [2WW-11e, 2WW-11.2.1]"""
    names, name = s.world.board.names, side_name(s, side)
    by_land, by_sea, lines = 0, 0, []
    for unit, place in enumerate(s.where):
        if not 0 <= place < s.world.board.grid.size or s.loyal[unit] != side or s.world.is_fort[unit]:
            continue
        line = line_of(s, unit)
        tone = "cut off"
        if line or is_supplied(s, unit):
            tone = "by sea" if any(leg.mode != "land" for leg in line) else "supplied"
        text = words.say("layers", tone, {"unit": s.world.units[unit]})
        route = tuple(dict.fromkeys(names[at] for leg in line for at in leg.places)) or (names[place],)
        lines.append(Trace(route, tone, s.world.units[unit], text))
        found = reach(s, side, home_capitals(s, s.world.nation[unit], side), s.world.nation[unit])
        by_land, by_sea = by_land | found.land, by_sea | found.sea
    tints = [Tint(names[place], "supplied" if by_land >> place & 1 else "by sea") for place in bits(by_land | by_sea)]
    said = legend(words, "supplied", "by sea", "cut off")
    title = words.title(f"Supply of the {s.world.game.looks().sides[name].title}")
    return Layer(f"supply {name}", title, "2WW-11e", said, tuple(tints), tuple(lines))


# Production


def production(s: War, words: Words) -> Layer:
    """The production cities: whose they are, and which have been bombed this turn. [2WW-7.1.1a, 2WW-6.1a]"""
    names, tints, labels = s.world.board.names, [], []
    for place in s.world.producing:
        tone = "bombed" if place in s.bombed else side_name(s, s.holder[place])
        tints.append(Tint(names[place], tone))
        labels.append(Label(names[place], s.world.cities[place].name, tone))
    said = legend(words, "axis", "allied", "neutral", "bombed")
    return Layer("production", words.title("Production cities"), "2WW-7.1.1a", said, tuple(tints), labels=tuple(labels))
