"""A moment as plain data, ready for JSON, and back."""

from __future__ import annotations

from array import array
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any, get_type_hints

import msgspec

from grognard.engine.agenda import Step
from grognard.engine.events import Outcome
from grognard.engine.game import Game, World
from grognard.engine.kinds import Json
from grognard.engine.orders import from_json
from grognard.engine.state import State, is_array

LARGEST = 1_000_000
"""No number of any game comes near it. In a damaged file it would keep a loop busy for hours."""
LARGEST_IN_STEP = 10_000
"""Steps name units and places, and count hits and points; some go on as long as their count lasts."""
LARGEST_NAME = 2**40
"""The same for numbers in tuples, which may stand for several things at once: a unit and a hexside."""


class Whole(msgspec.Struct):
    """A position that stands alone: its game, scenario and options, and all facts."""

    game: str
    scenario: str
    options: Json
    state: Json


def pack(s: State) -> Whole:
    world = s.world
    return Whole(world.game.key, world.scenario, world.options, dump(s))


def unpack(data: Whole, find: Callable[[str], Game]) -> State:
    """The state of such a position. Raises ValueError or LookupError for anything else."""
    return undump(find(data.game).world(data.scenario, data.options), data.state)


def dump(s: State) -> Json:
    """All facts of a state."""
    return {
        "facts": {name: plain(getattr(s, name)) for name in s.FACTS},
        "agenda": dump_agenda(s),
        "sheets": [[msgspec.to_builtins(order) for order in sheet] for sheet in s.sheets],
        "outcome": s.outcome and msgspec.to_builtins(s.outcome),
    }


def undump(world: World, data: Json) -> State:
    """The state again. Raises ValueError for anything else, naming the part that is to blame."""
    game = world.game
    s = game.setup(world)
    facts = _part(data, "facts", dict)
    for name in s.FACTS:
        if name in facts:  # a fact that is younger than the data stays as it is at the start
            setattr(s, name, fact(s, name, facts[name]))
    s.agenda = undump_agenda(game, _part(data, "agenda", list))
    sheets = _part(data, "sheets", list[list[Json]])
    s.sheets = sheets_of(s, ((from_json(order, game.orders) for order in sheet) for sheet in sheets))
    s.outcome = _part(data, "outcome", Outcome | None)
    return s


def _part(data: Json, name: str, kind: Any) -> Any:
    if name not in data:
        raise ValueError(f"{name} is missing")
    return shaped(name, data[name], kind)


def shaped(name: str, data: Any, kind: Any) -> Any:
    """Data as a value of some type; raises ValueError with the name."""
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise ValueError(f"{name}: {error}") from None


def dump_agenda(s: State) -> list[Json]:
    return [msgspec.to_builtins(step) for step in s.agenda]


def undump_agenda(game: Game, data: Any) -> list[Step[Any]]:
    kinds = {kind.__name__: kind for kind in game.steps}
    steps = []
    for number, step in enumerate(without_retired(game, data), 1):
        name = step.get("step")
        if not isinstance(name, str) or name not in kinds:
            raise ValueError(f"agenda, step {number}: {game.title} has no step {name!r}")
        found = shaped(f"agenda, step {number}", step, kinds[name])
        if not set(_sides(found)) <= set(range(len(game.sides))):
            raise ValueError(f"agenda, step {number}: there are {len(game.sides)} sides, numbered from 0")
        wild = _wild(msgspec.to_builtins(found), LARGEST_IN_STEP)
        if wild is not None:
            raise ValueError(f"agenda, step {number}: no number here is as large as {wild}")
        steps.append(found)
    return steps


def without_retired(game: Game, data: Any) -> list[Json]:
    """An agenda as this version of the game has it, without the steps that only older ones know."""
    steps: list[Json] = shaped("agenda", data, list[Json])
    return [step for step in steps if step.get("step") not in game.retired]


def _sides(step: Step[Any]) -> Iterator[int]:
    """The sides that a step names."""
    return _numbers([getattr(step, name, ()) for name in ("side", "sides")])


def sheets_of(s: State, data: Iterable[Iterable[Any]]) -> list[tuple[Any, ...]]:
    """The sheets of all sides, from their orders."""
    sheets = [tuple(sheet) for sheet in data]
    if len(sheets) != len(s.world.sides):
        raise ValueError(f"sheets: there are {len(s.world.sides)} sides, not {len(sheets)}")
    return sheets


@cache
def _kinds(state: type[State]) -> Json:
    """The type of each fact, as its state declares it: numbers and texts, and lists and tuples of them."""
    facts = {name: "list[int]" if is_array(state, name) else state.__annotations__[name] for name in state.FACTS}
    return get_type_hints(type("Facts", (), {"__annotations__": facts}))


def fact(s: State, name: str, data: Any) -> Any:
    """A fact from data: of the declared type, and as long as it is in every state of this world."""
    found, before = shaped(name, data, _kinds(type(s))[name]), getattr(s, name)  # type: ignore[arg-type]
    if isinstance(before, list | bytearray | bytes | array) and len(found) != len(before):
        raise ValueError(f"{name}: expected {len(before)} numbers, found {len(found)}")
    largest = LARGEST_NAME if isinstance(found, tuple) else LARGEST
    wild = _wild(found, largest)
    if wild is not None:
        raise ValueError(f"{name}: no number here is as large as {wild}")
    return alike(before, found) if isinstance(before, array) else found


def _wild(found: Any, largest: int) -> int | None:
    """A number that is larger than any can be, or further below zero."""
    return next((number for number in _numbers(found) if not -largest <= number <= largest), None)


def _numbers(found: Any) -> Iterator[int]:
    if isinstance(found, int):
        yield found
    elif isinstance(found, list | tuple):
        for each in found:
            yield from _numbers(each)
    elif isinstance(found, dict):
        for each in found.values():
            yield from _numbers(each)


def alike(fact: Any, numbers: list[Any]) -> Any:
    """Numbers as a fact of the same kind as another one."""
    return array(fact.typecode, numbers) if isinstance(fact, array) else type(fact)(numbers)


def plain(fact: Any) -> Any:
    """A fact as JSON knows it."""
    if isinstance(fact, bytearray | bytes):
        return b64encode(fact).decode()
    return list(fact) if isinstance(fact, list | array) else fact
