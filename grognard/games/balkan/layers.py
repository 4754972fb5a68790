"""What can be laid over the map: who owns what, and the zones of control."""

from __future__ import annotations

from grognard.engine.looks import Layer, Tint, Tone
from grognard.engine.paths import bits
from grognard.engine.words import Words
from grognard.games.balkan.possession import owned
from grognard.games.balkan.state import ALLIES, AXIS, Campaign
from grognard.games.balkan.zones import zone


def layers(s: Campaign, words: Words) -> list[Layer]:
    """Everything is open to both sides, so everybody is shown the same."""
    land = s.world.land
    return [
        both(s, words, "owners", "Who owns what", "BF-3D-1", owned(s, AXIS) & land, owned(s, ALLIES) & land),
        both(s, words, "zones", "Zones of control", "BF-5-1", zone(s, AXIS), zone(s, ALLIES)),
    ]


def both(s: Campaign, words: Words, key: str, title: str, rule: str, axis: int, allied: int) -> Layer:
    """Hexes that are the one side's, the other's, or both's."""
    tints = []
    for place in bits(axis | allied):
        tone = "contested" if axis & allied & 1 << place else "axis" if axis >> place & 1 else "allied"
        tints.append(Tint(s.world.board.names[place], tone))
    legend = tuple(Tone(tone, words.title(tone.capitalize())) for tone in ("axis", "allied", "contested"))
    return Layer(key, words.title(title), rule, legend, tuple(tints))
