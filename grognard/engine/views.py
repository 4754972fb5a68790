"""What a person could see from a chair: all that a client, a computer player or a spectator ever receives."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from grognard.engine import past
from grognard.engine.agenda import Prompt, desk, draft
from grognard.engine.events import Event, Facts
from grognard.engine.game import World
from grognard.engine.orders import Order, fields, verb
from grognard.engine.words import Words

if TYPE_CHECKING:
    from grognard.engine.match import Match


def view(match: Match, side: str | None, language: str = "en") -> dict[str, Any]:
    """The match as a side may know it (None: a spectator), ready for JSON."""
    game, s = match.game, match.state
    seat = None if side is None else match.seat(side)
    own = s if seat is None else draft(s, seat)
    lines = log(match, side, language)
    return {
        "game": game.key,
        "scenario": match.scenario,
        "side": side,
        "number": match.number(side),
        "moment": len(lines),
        "when": game.when(s),
        "waiting": sorted(match.waiting),
        "prompt": prompt(match, side, language),
        "orders": [] if side is None else [offer(order, s.world) for order in match.orders(side)],
        "undo": undo(match, side, language),
        "pieces": game.pieces(own, seat),
        "tracks": game.tracks(own, seat),
        "log": lines,
        "proposal": match.proposal and msgspec.to_builtins(match.proposal),
        "outcome": match.outcome and msgspec.to_builtins(match.outcome),
        "dice": {"commitment": match.commitment, "secret": match.revealed_secret},
    }


def prompt(match: Match, side: str | None, language: str = "en") -> dict[str, Any] | None:
    """Who decides, about what, under which rule. The other side only learns who is being waited for."""
    if side is None or match.outcome is not None:
        return None
    at = desk(match.state, match.seat(side))
    if at is None:
        return None
    step, own = at
    asked = step.prompt(own)
    words = match.game.words_in(language)
    return {
        "side": side,
        "step": type(step).__name__,
        "text": words.say("prompts", asked.say, asked.facts),
        "rule": asked.rule,
        "warnings": [warning(words, said) for said in step.warnings(own)],
    }


def warning(words: Words, said: Prompt) -> str:
    text = words.say("warnings", said.say, said.facts)
    return f"{text} [{said.rule}]" if said.rule else text


@lru_cache(maxsize=10_000)
def offer(order: Order, world: World) -> dict[str, Any]:
    """An order on offer: how to say it, its JSON form, and which pieces and places it names."""
    names = _names(order)
    return {
        "say": str(order),
        "verb": verb(type(order)),
        "order": msgspec.to_builtins(order),
        "pieces": [name for name in names if name in world.unit_index],
        "places": [name for name in names if name in world.place_index],
    }


def undo(match: Match, side: str | None, language: str = "en") -> dict[str, Any] | None:
    """Whether a side can take its last order back, and if not, why."""
    if side is None:
        return None
    refusal = match.why_not_undo(side)
    return {"can": refusal is None, "text": match.say(refusal, language) if refusal else ""}


def preview(match: Match, order: Order, language: str = "en") -> dict[str, Any]:
    """What an order would do, as far as its side can know."""
    found = match.preview(order)
    words = match.game.words_in(language)
    cost = found.cost
    return {
        "route": list(found.route),
        "cost": cost
        and {
            "total": cost.value,
            "base": cost.base,
            "rule": cost.rule,
            "parts": [{"change": part.change, "rule": part.rule, "reason": part.why} for part in cost.reasons],
        },
        "meets": list(found.meets),
        "notes": [warning(words, said) for said in found.notes],
    }


def log(match: Match, side: str | None, language: str = "en") -> list[dict[str, Any]]:
    """The events that a side may see, each as a sentence with its rule and the moment that it led to."""
    ends = past.ends(match, side)
    told = match.told.setdefault((side, language), [])
    lines = []
    for number, (event, facts) in enumerate(seen(match, side)):
        if number == len(told) or told[number][0] is not event:
            del told[number:]
            told.append((event, line(match, event, facts, language)))
        said, moment = told[number][1], ends[bisect_left(ends, number + 1)]
        if said.get("moment") != moment:  # in a line of its own: the one of an earlier view stays as it was
            said = said | {"moment": moment}
            told[number] = event, said
        lines.append(said)
    return lines


def seen(match: Match, side: str | None) -> list[tuple[Event, Facts]]:
    """The events that a side may see, those on its open sheet included, with the facts that it may know."""
    events: list[Event] = list(match.history)
    if side is not None:
        own = draft(match.state, match.seat(side))
        if own is not match.state:
            events += own.news
    known = ((event, event.seen_by(side)) for event in events)
    return [(event, facts) for event, facts in known if facts is not None]


def line(match: Match, event: Event, facts: Facts, language: str = "en") -> dict[str, Any]:
    words = match.game.words_in(language)
    if event.what == "roll":
        text = words.say("rolls", facts["purpose"], facts)
    else:
        text = words.say("events", event.what, facts)
    names, world = list(_parts(facts.values())), match.state.world
    return {
        "text": text,
        "what": event.what,
        "rule": event.rule,
        "facts": facts,
        "pieces": [name for name in names if name in world.unit_index],
        "places": list(dict.fromkeys(name for name in names if name in world.place_index)),
    }


def _names(order: Order) -> list[str]:
    return list(_parts(getattr(order, field.name) for field in fields(type(order))))


def _parts(values: Iterable[object]) -> Iterable[str]:
    """The names among the values of an order or an event; a route is written with hyphens."""
    for value in values:
        if isinstance(value, str):
            yield value
            if "-" in value:
                yield from value.split("-")
        elif isinstance(value, list | tuple):
            yield from _parts(value)
