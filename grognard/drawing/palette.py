"""The colours of the map, by day and by night."""

from __future__ import annotations

from typing import NamedTuple

from grognard.engine.drawn import STRANGE


class Palette(NamedTuple):
    """All colours of a map."""

    paper: str
    ink: str
    halo: str
    faint: str  # ink of what must not stand out
    grid: str
    grid_strength: str
    tints: dict[str, str]  # of the ground, by family
    marks: dict[str, str]  # of what is scattered over it
    trees: tuple[tuple[str, float], ...]  # shadow, crown and light, and how strong
    fields: tuple[str, str]  # patches of the open country: brighter, darker
    shade: str  # of slopes that look away from the light
    light: str  # of slopes that look into it
    shading: tuple[float, float]  # how strong they are
    sea: tuple[str, ...]  # from the beach to the deep
    waterline: str
    coast: str
    river: str
    bank: str
    sea_name: str
    rail: str
    roads: tuple[str, ...]
    border: str
    ridge: str
    peak: str
    other_side: str
    city: str
    city_ink: str
    mark: str  # what is white about a mark
    edge: str  # of the map
    hachure: str


LIGHT = Palette(
    paper="#f6f1e3",
    ink="#1f1d1a",
    halo="#fbf7ea",
    faint="#6d6654",
    grid="#4a4436",
    grid_strength="0.38",
    tints={
        "clear": "#ebe3c2", "hill": "#dfcb98", "mountain": "#cdb084", "forest": "#b7c792", "marsh": "#c5d4b9",
        "desert": "#f1dfa9", "rough": "#d8c8a0", "city": "#d3c5b8", STRANGE: "#dfdccb",
    },
    marks={
        "clear": "#b9b483", "hill": "#a98c54", "mountain": "#6f5433", "forest": "#54723f", "marsh": "#4f7d78",
        "desert": "#bd9a4e", "rough": "#927a4f", "city": "#8d7a6c", STRANGE: "#9b9680",
    },
    trees=(("#4b5d35", 0.45), ("#8fa76a", 1), ("#a6ba80", 0.9)),
    fields=("#f4eed6", "#ddd7ac"),
    shade="#4d3720",
    light="#fffbe9",
    shading=(0.1, 0.22),
    sea=("#d6e8e6", "#bddae0", "#a5cbd7", "#8fbacd"),
    waterline="#6fa3bb",
    coast="#37617c",
    river="#5b9cc0",
    bank="#356f95",
    sea_name="#2d6384",
    rail="#2b2926",
    roads=("#a5522c", "#6b4c8a", "#2f7562"),
    border="#a23b52",
    ridge="#7a5a36",
    peak="#ecdfc0",
    other_side="#6d5f73",
    city="#b23a2e",
    city_ink="#2a1a14",
    mark="#fffaf0",
    edge="#1f1d1a",
    hachure="#6f5433",
)  # fmt: skip

DARK = Palette(
    paper="#12161b",
    ink="#ece6d6",
    halo="#15191c",
    faint="#9c967f",
    grid="#d9d2b4",
    grid_strength="0.2",
    tints={
        "clear": "#3b3c31", "hill": "#4b432f", "mountain": "#564936", "forest": "#2d3d2a", "marsh": "#31423d",
        "desert": "#554b30", "rough": "#474133", "city": "#4a4341", STRANGE: "#41413c",
    },
    marks={
        "clear": "#5a5b44", "hill": "#7b6a41", "mountain": "#a28a63", "forest": "#5f8350", "marsh": "#6fa19a",
        "desert": "#8d7a44", "rough": "#7f7152", "city": "#8b7d76", STRANGE: "#747264",
    },
    trees=(("#0c120c", 0.5), ("#3f5a38", 1), ("#5d7d4d", 0.7)),
    fields=("#434437", "#343629"),
    shade="#0a0c0c",
    light="#f0dfb4",
    shading=(0.22, 0.075),
    sea=("#2c4a5a", "#243e4d", "#1c3240", "#162734"),
    waterline="#44708a",
    coast="#86b3ca",
    river="#4f8fb5",
    bank="#1b3a4d",
    sea_name="#86b6d0",
    rail="#e2dcc8",
    roads=("#d08a5c", "#b09ad0", "#6fbfa6"),
    border="#e0738a",
    ridge="#2a2117",
    peak="#b39a70",
    other_side="#b3a5bb",
    city="#e0725f",
    city_ink="#100c0a",
    mark="#f1ead9",
    edge="#8f8a78",
    hachure="#120e08",
)  # fmt: skip

THEMES = {"light": LIGHT, "dark": DARK}
