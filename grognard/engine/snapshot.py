"""A moment as plain data, ready for JSON, and back."""

from __future__ import annotations

from array import array
from base64 import b64decode, b64encode
from collections.abc import Callable
from typing import Any

import msgspec

from grognard.engine.agenda import Step
from grognard.engine.events import Outcome
from grognard.engine.game import Game, World
from grognard.engine.orders import from_json
from grognard.engine.state import State


def pack(s: State) -> dict[str, Any]:
    """A position that stands alone: its game, scenario and options, and all facts."""
    world = s.world
    return {"game": world.game.key, "scenario": world.scenario, "options": world.options, "state": dump(s)}


def unpack(data: dict[str, Any], find: Callable[[str], Game]) -> State:
    """The state of such a position. Raises ValueError or LookupError for data that is none."""
    return undump(find(data["game"]).world(data["scenario"], data["options"]), data["state"])


def dump(s: State) -> dict[str, Any]:
    """All facts of a state."""
    return {
        "facts": {name: plain(getattr(s, name)) for name in s.FACTS},
        "agenda": dump_agenda(s),
        "sheets": [[msgspec.to_builtins(order) for order in sheet] for sheet in s.sheets],
        "outcome": s.outcome and msgspec.to_builtins(s.outcome),
    }


def undump(world: World, data: dict[str, Any]) -> State:
    """The state again. Raises ValueError or KeyError for data that is none."""
    game = world.game
    s = game.setup(world)
    for name in s.FACTS:
        if name in data["facts"]:  # a fact that is younger than the data stays as it is at the start
            setattr(s, name, fact_like(getattr(s, name), data["facts"][name]))
    s.agenda = undump_agenda(game, data["agenda"])
    s.sheets = [tuple(from_json(order, game.orders) for order in sheet) for sheet in data["sheets"]]
    s.outcome = data["outcome"] and msgspec.convert(data["outcome"], Outcome)
    return s


def dump_agenda(s: State) -> list[dict[str, Any]]:
    return [msgspec.to_builtins(step) for step in s.agenda]


def undump_agenda(game: Game, data: list[dict[str, Any]]) -> list[Step[Any]]:
    kinds = {kind.__name__: kind for kind in game.steps}
    return [msgspec.convert(step, kinds[step["step"]]) for step in without_retired(game, data)]


def without_retired(game: Game, data: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """An agenda as this version of the game has it, without the steps that only older ones know."""
    return [step for step in data if step.get("step") not in game.retired]


def fact_like(model: Any, data: Any) -> Any:
    """A fact from data, of the same kind as the one that it replaces."""
    if isinstance(model, bytearray | bytes):
        return type(model)(b64decode(data))
    if isinstance(model, array):
        return array(model.typecode, data)
    if isinstance(model, tuple):
        return tuple(tuple(item) if isinstance(item, list) else item for item in data)
    if type(data) is not type(model) and model is not None:
        raise ValueError(f"expected {type(model).__name__}, found {type(data).__name__}")
    if isinstance(data, list):
        return [tuple(item) if isinstance(item, list) else item for item in data]
    return data


def alike(fact: Any, numbers: list[Any]) -> Any:
    """Numbers as a fact of the same kind as another one."""
    return array(fact.typecode, numbers) if isinstance(fact, array) else type(fact)(numbers)


def plain(fact: Any) -> Any:
    """A fact as JSON knows it."""
    if isinstance(fact, bytearray | bytes):
        return b64encode(fact).decode()
    return list(fact) if isinstance(fact, list | array) else fact
