"""What a player may say, and the rule that forbids it.

An order is a small frozen value that names pieces and places by name. It has a JSON form and a short text form that a
person can type; both lead back to the same value.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, ClassVar, get_origin

import msgspec

from grognard.engine.kinds import Data, Json


class Order(msgspec.Struct, frozen=True, gc=False, tag_field="order", tag=str.lower):
    """The common part of every order: the side that gives it. Its verb is the lower-case name of its class.

    Orders, like events and steps, never refer to each other in circles, so the garbage collector need not watch them.
    """

    side: str

    misplaced: ClassVar[str] = ""
    """The rule that refuses such an order where it does not answer the question, if there is a special one."""

    def json(self) -> str:
        return msgspec.json.encode(self).decode()

    def __str__(self) -> str:
        return " ".join([verb(type(self)), *self._words()])

    def _words(self) -> Iterable[str]:
        for field in fields(type(self)):
            value = getattr(self, field.name)
            if field.type is bool:
                if value:
                    yield field.name
            elif isinstance(value, tuple):
                yield "-".join(compact(part) for part in value)
            elif value != "":
                yield compact(str(value))


class Pass(Order, frozen=True):
    """Do nothing more in this step."""


class UnitOrder(Order, frozen=True, tag=str.lower):
    """The common part of orders that are the name of a unit and nothing else; games declare their own kinds."""

    unit: str


class Refusal(msgspec.Struct, frozen=True, gc=False):
    """Why an order is not allowed: a rule id and its arguments; the sentence is made from them at the edge."""

    rule: str
    facts: dict[str, str] = {}
    reason: str = ""
    """Which of the rule's reasons it is, for rules that forbid in more than one way."""


class Illegal(ValueError):
    """An order was refused. Nothing in the match has changed."""

    def __init__(self, refusal: Refusal, sentence: str) -> None:
        super().__init__(sentence)
        self.refusal = refusal


class UnknownOrder(ValueError):
    """Something that is not an order at all: a misspelt verb, a missing word, broken JSON."""


def verb(kind: type[Order]) -> str:
    return kind.__name__.lower()


def compact(name: str) -> str:
    """A name as it stands in the text of an order: without blanks ("Palermo E1" becomes "PalermoE1") and without
    hyphens, which would look like those between the places of a route."""
    name = name.replace(" ", "")
    return re.sub(r"(?<=\w)-(?=\w)", "", name) if "-" in name else name


def plain(name: str) -> str:
    """The key under which names are looked up: letters and digits only, in lower case."""
    return re.sub(r"[^0-9a-z]", "", name.lower())


@cache
def fields(kind: type[Order]) -> tuple[msgspec.structs.FieldInfo, ...]:
    """The fields of an order besides its side."""
    return tuple(field for field in msgspec.structs.fields(kind) if field.name != "side")


def spelt(order: Order, names: Mapping[str, str]) -> Order:
    """The same order with every known name spelt properly."""
    changed: Json = {}
    for field in fields(type(order)):
        value = getattr(order, field.name)
        if isinstance(value, str):
            proper: Any = names.get(plain(value), value)
        elif isinstance(value, tuple):
            proper = tuple(names.get(plain(part), part) for part in value)
        else:
            continue
        if proper != value:
            changed[field.name] = proper
    return msgspec.structs.replace(order, **changed) if changed else order


def from_json(data: str | bytes | Data, kinds: Iterable[type[Order]]) -> Order:
    """Read an order from its JSON form, strictly."""
    known = {verb(kind): kind for kind in kinds}
    try:
        value = dict(data) if isinstance(data, Mapping) else msgspec.json.decode(data)
        if not isinstance(value, dict) or str(value.get("order")) not in known:
            raise UnknownOrder(f"no order in {str(value)[:80]!r}; an order says one of {_list(known)} under 'order'")
        return msgspec.convert(value, known[value["order"]])
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise UnknownOrder(f"this is not an order: {error}") from None


def from_text(text: str, side: str, kinds: Iterable[type[Order]], names: Mapping[str, str]) -> Order:
    """Read an order from its text form. `names` maps plain names to proper ones."""
    known = {verb(kind): kind for kind in kinds}
    words = text.split()
    if not words or words[0].lower() not in known:
        raise UnknownOrder(f"no order begins like {text[:40]!r}; try {_list(known)}")
    kind = known[words.pop(0).lower()]
    values: Json = {"side": side}
    flags = {field.name for field in fields(kind) if field.type is bool}
    for field in fields(kind):
        if field.type is bool:
            values[field.name] = field.name in words
            if values[field.name]:
                words.remove(field.name)
        elif words and words[0] not in flags:
            values[field.name] = _value(words.pop(0), field, names)
        elif field.required:
            raise UnknownOrder(f"{text!r} lacks its {field.name}; the form is: {usage(kind)}")
    if words:
        raise UnknownOrder(f"{text!r} has {words[0]!r} too many; the form is: {usage(kind)}")
    return kind(**values)


def usage(kind: type[Order]) -> str:
    """How to type an order: `move UNIT ROUTE-...`."""
    parts = [verb(kind)]
    for field in fields(kind):
        word = field.name if field.type is bool else field.name.upper() + ("-..." if _is_route(field) else "")
        parts.append(word if field.required else f"[{word}]")
    return " ".join(parts)


def _is_route(field: msgspec.structs.FieldInfo) -> bool:
    return get_origin(field.type) is tuple


def _value(word: str, field: msgspec.structs.FieldInfo, names: Mapping[str, str]) -> str | int | tuple[str, ...]:
    if _is_route(field):
        return tuple(names.get(plain(part), part) for part in word.split("-"))
    if field.type is int:
        if not re.fullmatch(r"-?[0-9]{1,9}", word):
            raise UnknownOrder(f"{field.name} is a whole number, not {word!r}")
        return int(word)
    return names.get(plain(word), word)


def _list(known: Iterable[str]) -> str:
    return ", ".join(sorted(known))
