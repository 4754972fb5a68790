"""Orders that nobody should give: sound ones with one thing changed, and texts with a slip of the pen in them.

They test the explanations. An order with one wrong word comes much nearer to the rules than noise does, so most of the
words that are put in come from orders that are on offer, from the roster and from the map.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, get_args, get_origin

import msgspec

from grognard.engine import agenda
from grognard.engine.match import Match
from grognard.engine.orders import Order, fields

GARBAGE = ("", "Atlantis", "0", "-", "no such thing", "é̱", "{side}", "%s", "None", "x" * 300)
NUMBERS = (-1, 0, 1, 2, 7, 99, 10**9)


class Names:
    """The words that orders are mangled with, at one moment and for one side: none that the side could not write."""

    def __init__(self, match: Match, side: str, earlier: Sequence[Order]) -> None:
        world = match.state.world
        self.sides = world.sides
        at = agenda.question(match.state, match.side_index(side))
        self.kinds = (*match.game.orders, *(at[0].takes * 3 if at else ()))
        self.fit: dict[str, list[str]] = {}
        """The words that stand in each field of the orders that were given before."""
        given: Sequence[Order] = (*earlier, *match.orders(side))
        for order in given:
            for field in fields(type(order)):
                value = getattr(order, field.name)
                self.fit.setdefault(field.name, []).extend(value if isinstance(value, tuple) else [value])
        self.offered = sorted({word for order in match.orders(side) for word in _words(order)})
        self.units = world.units
        self.aliases = [str(piece["id"]) for piece in match.view(side)["pieces"] if "id" in piece]
        self.places = tuple(name for name in (*world.board.names, *world.board.labels) if name)
        self.words = match.game.vocabulary
        self.board = world.board
        self.index = {name: place for place, name in enumerate(world.board.names) if name}

    def beside(self, word: object, rng: Random) -> str | None:
        """A place next to the one that is named, if one is."""
        place = self.index.get(word) if isinstance(word, str) else None
        around = self.board.neighbours[place] if place is not None else ()
        return self.board.names[rng.choice(around)] if around else None

    def fitting(self, field: str, rng: Random) -> str:
        """Some word, often one that has stood in a field of this name."""
        words = [word for word in self.fit.get(field, ()) if isinstance(word, str)]
        return rng.choice(words) if words and rng.random() < 0.6 else self.any(rng)

    def any(self, rng: Random) -> str:
        """Some word: often one that is on offer, sometimes one that is nowhere."""
        sources = (self.offered, self.offered, self.units, self.aliases, self.places, self.words, GARBAGE)
        return rng.choice(rng.choice([source for source in sources if source]))


def mangled(match: Match, side: str, rng: Random, count: int, earlier: Sequence[Order] = ()) -> list[Order]:
    """Orders close to those that are on offer or were given before, and usually not on offer themselves."""
    names = Names(match, side, earlier)
    sound = [*match.orders(side)]
    models = rng.sample(sound, min(len(sound), count)) + rng.sample([*earlier], min(len(earlier), count // 2 + 1))
    offered = set(sound)
    orders: list[Order] = []
    for _ in range(4 * count):
        order = _mangle(rng.choice(models) if models else None, side, names, rng)
        if order not in offered and len(orders) < count:
            orders.append(order)
    return orders


def garbled(match: Match, side: str, rng: Random, count: int) -> list[str]:
    """Texts close to the text and JSON forms of orders."""
    sound = [*match.orders(side)]
    models = [form for order in rng.sample(sound, min(len(sound), 20)) for form in (str(order), order.json())]
    models = models or ["pass", '{"order":"pass"}']
    return [_garble(rng.choice(models), rng) for _ in range(count)]


def _words(order: Order) -> list[str]:
    values = [getattr(order, field.name) for field in fields(type(order))]
    return [
        word for value in values for word in (value if isinstance(value, tuple) else (value,)) if isinstance(word, str)
    ]


def _mangle(model: Order | None, side: str, names: Names, rng: Random) -> Order:
    way = rng.random()
    if model is None or way < 0.15:
        return _invented(rng.choice(names.kinds), side, names, rng)
    if way < 0.22:
        return msgspec.structs.replace(model, side=rng.choice([*names.sides, "umpire", ""]))
    order = model if model.side == side or way < 0.3 else msgspec.structs.replace(model, side=side)
    changeable = [field.name for field in fields(type(order))]
    if not changeable:
        return _invented(rng.choice(names.kinds), side, names, rng)
    for name in rng.sample(changeable, min(len(changeable), 1 if way < 0.85 else 2)):
        order = msgspec.structs.replace(order, **{name: _changed(getattr(order, name), name, names, rng)})
    return order


def _changed(value: Any, field: str, names: Names, rng: Random) -> Any:
    """Another value of the same type."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return rng.choice([value - 1, value + 1, *NUMBERS])
    if isinstance(value, tuple):
        return _rerouted(value, names, rng)
    return (rng.random() < 0.4 and names.beside(value, rng)) or names.fitting(field, rng)


def _rerouted(route: tuple[Any, ...], names: Names, rng: Random) -> tuple[Any, ...]:
    parts = list(route)
    at = rng.randrange(len(parts) + 1)
    ways = rng.randrange(10)
    near = names.beside(parts[at - 1], rng) if parts else None
    if near and ways > 7:
        parts[at:] = [near]
    elif near and ways > 5:
        parts[max(at - 1, 0) :] = [near]
    elif ways == 0 or not parts:
        parts.insert(at, names.any(rng))
    elif ways == 1:
        parts.pop(at - 1)
    elif ways == 2:
        parts[at - 1] = names.any(rng)
    elif ways == 3:
        parts.insert(at, parts[at - 1])
    elif ways == 4:
        parts.reverse()
    else:
        parts = []
    return tuple(parts)


def _invented(kind: type[Order], side: str, names: Names, rng: Random) -> Order:
    """An order of some kind with any words at all."""
    values = {field.name: _of_type(field.type, field.name, names, rng) for field in fields(kind)}
    return kind(side=side, **values)


def _of_type(kind: Any, field: str, names: Names, rng: Random) -> Any:
    if kind is bool:
        return rng.random() < 0.5
    if kind is int:
        return rng.choice(NUMBERS)
    if get_origin(kind) is tuple:
        inner = get_args(kind)
        length = rng.randrange(4) if Ellipsis in inner or not inner else len(inner)
        return tuple(_of_type(inner[0] if inner else str, field, names, rng) for _ in range(length))
    return names.fitting(field, rng)


def _garble(text: str, rng: Random) -> str:
    at = rng.randrange(len(text) + 1)
    words = text.split(" ")
    ways = rng.randrange(9)
    if ways == 0:
        return text[:at]
    if ways == 1:
        return text[:at] + text[at + 1 :]
    if ways == 2:
        return text[:at] + rng.choice("-—{}[]\"'?\x00\n²½ßé7") + text[at:]
    if ways == 3:
        rng.shuffle(words)
        return " ".join(words)
    if ways == 4:
        return " ".join([*words, rng.choice(words)])
    if ways == 5:
        return text.upper()
    if ways == 6:
        return text.replace(rng.choice(words), rng.choice(GARBAGE), 1)
    if ways == 7:
        return text.replace('"', "", 1) if '"' in text else "  " + text + "  "
    return (
        text.replace(":", ":[", 1) if text.startswith("{") else rng.choice(["", " ", "?", "null", "[]", "7", text * 3])
    )
