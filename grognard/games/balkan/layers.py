"""What can be laid over the map: who owns what, zones of control, supply, and what has been built or destroyed."""

from __future__ import annotations

from grognard.engine.looks import Layer, Tint, Tone
from grognard.engine.paths import bits, mask_of, mask_where
from grognard.engine.words import Words
from grognard.games.balkan.engineers import builders
from grognard.games.balkan.forts import STANDING
from grognard.games.balkan.possession import owned
from grognard.games.balkan.state import ALLIES, AXIS, Campaign
from grognard.games.balkan.supply_layer import supply_layer
from grognard.games.balkan.zones import zone


def layers(s: Campaign, words: Words) -> list[Layer]:
    """Everything is open to both sides, so everybody is shown the same."""
    land = s.world.land
    return [
        both(s, words, "owners", "Who owns what", "BF-3D-1", owned(s, AXIS) & land, owned(s, ALLIES) & land),
        both(s, words, "zones", "Zones of control", "BF-5-1", zone(s, AXIS), zone(s, ALLIES)),
        *(supply_layer(s, words, side) for side in (AXIS, ALLIES)),
        works(s, words),
    ]


def works(s: Campaign, words: Words) -> Layer:
    """Forts, what is being built, and damage."""
    kinds = (
        ("fort", "Fort", mask_where(s.fort, bytes((STANDING,)))),
        ("being built", "Fort being built", mask_of(s.site[unit] for unit in builders(s))),
        ("broken", "Broken railway", mask_where(s.broken, b"\1")),
        ("damaged port", "Damaged port", mask_of(place for place, hits in enumerate(s.port_hits) if hits)),
        ("razed", "Destroyed fortified hexsides", mask_where(s.razed, b"\1")),
    )
    names = s.world.board.names
    tints = tuple(Tint(names[place], tone) for tone, _, places in kinds for place in bits(places))
    legend = tuple(Tone(tone, words.title(title)) for tone, title, _ in kinds)
    return Layer("works", words.title("Works and damage"), "BF-14A1-12", legend, tints)


def both(s: Campaign, words: Words, key: str, title: str, rule: str, axis: int, allied: int) -> Layer:
    """Hexes that are the one side's, the other's, or both's."""
    tints = []
    for place in bits(axis | allied):
        tone = "contested" if axis & allied & 1 << place else "axis" if axis >> place & 1 else "allied"
        tints.append(Tint(s.world.board.names[place], tone))
    tones = ("axis", "allied", *(("contested",) if axis & allied else ()))
    legend = tuple(Tone(tone, words.title(tone.capitalize())) for tone in tones)
    return Layer(key, words.title(title), rule, legend, tuple(tints))
