"""The board as a client needs it to draw over the land: where everything lies and what it is called."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from grognard.drawing.land import layout_of
from grognard.engine.board import Board
from grognard.engine.game import World
from grognard.engine.kinds import Json
from grognard.engine.looks import Choice, Looks, Option
from grognard.engine.words import Words


def surface(world: World, language: str = "en") -> Json:
    """Everything about a scenario's board and looks that never changes in play, ready for JSON."""
    board, game = world.board, world.game
    layout = layout_of(board)
    words = game.words_in(language)
    looks, signs = game.looks_in(world), game.signs(world)
    scenario = game.scenarios()[world.scenario]
    return {
        "game": game.key,
        "scenario": world.scenario,
        "version": game.version,
        "hides": game.hides,
        "title": words.title(scenario.title),
        "source": board.source,
        "note": words.title(board.note),
        "width": layout.width,
        "height": layout.height,
        "size": layout.size,
        "orientation": str(board.grid.orientation),
        "corners": [[round(x, 2), round(y, 2)] for x, y in layout.corners],
        "hexes": [_hex(board, hex, layout.centre(hex), signs) for hex in board.here],
        "places": [
            {"name": place.name, "at": board.names[place.at], "kind": place.kind, "text": words.title(place.kind)}
            for place in board.places.values()
            if place.at < board.grid.size
        ],
        "boxes": _boxes(board, looks, words),
        "areas": [{"name": area.title, "kind": area.kind} for area in board.areas.values() if area.kind],
        "terrains": [
            {"key": kind, "title": words.title(looks.terrains.get(kind, kind))}
            for kind in sorted({board.terrain[hex] for hex in board.here})
        ],
        "looks": translated(looks, words),
    }


def translated(looks: Looks, words: Words) -> Json:
    """Looks in a language: every title is looked up, everything else stays."""
    found: Json = msgspec.to_builtins(looks)
    for part in ("sides", "nations", "kinds", "marks"):
        for look in found[part].values():
            look["title"] = words.title(look["title"])
    for track in found["tracks"]:
        track["title"] = words.title(track["title"])
        track["names"] = [words.tell(step) for step in track["steps"]]
    for part in ("verbs", "boxes", "terrains", "steps", "signs"):
        found[part] = {key: words.title(title) for key, title in found[part].items()}
    found["words"] = {word: words.tell(title) for word, title in found["words"].items()}
    return found


def spoken(option: Option, words: Words) -> Option:
    """An option in a language."""
    choices = tuple(Choice(each.key, words.title(each.title), words.title(each.about)) for each in option.choices)
    title, about = words.title(option.title), words.title(option.about)
    return msgspec.structs.replace(option, title=title, about=about, choices=choices)


def _hex(board: Board, hex: int, centre: tuple[float, float], signs: Mapping[str, tuple[str, ...]]) -> Json:
    return {
        "name": board.names[hex],
        "label": board.labels[hex],
        "x": round(centre[0], 2),
        "y": round(centre[1], 2),
        "terrain": board.terrain[hex],
        "nation": board.nation[hex],
        "areas": [board.areas[name].title for name in board.areas_of[hex] if board.areas[name].kind],
        "signs": list(signs.get(board.names[hex], ())),
    }


def _boxes(board: Board, looks: Looks, words: Words) -> list[dict[str, str]]:
    """The board's own boxes, which are places like any other, and those that only the game's looks know (a pool)."""
    own = {board.names[place]: board.names[place] for place in range(board.grid.size, board.size)}
    titles = own | dict(looks.boxes)
    return [
        {"name": name, "title": words.title(title), "kind": "place" if name in own else "pool"}
        for name, title in titles.items()
    ]
