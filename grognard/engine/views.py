"""What a person could see from a chair: all that a client, a computer player or a spectator ever receives."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from grognard.engine import past
from grognard.engine.agenda import Prompt, Sum, desk, draft
from grognard.engine.events import Event, Facts
from grognard.engine.game import World
from grognard.engine.orders import Order, fields, verb
from grognard.engine.tally import Tally
from grognard.engine.words import Words

if TYPE_CHECKING:
    from grognard.engine.match import Match


def view(match: Match, side: str | None, language: str = "en") -> dict[str, Any]:
    """The match as a side may know it (None: a spectator), ready for JSON.

    Parts of it are kept from view to view: encode it, or hand out a copy as `Match.view` does, but change nothing.
    """
    game, s = match.game, match.state
    words = game.words_in(language)
    seat = None if side is None else match.seat(side)
    own = s if seat is None else draft(s, seat)
    lines = log(match, side, language)
    return {
        "game": game.key,
        "scenario": match.scenario,
        "side": side,
        "number": match.number(side),
        "moment": len(lines),
        "when": words.tell(game.when(s)),
        "waiting": sorted(match.waiting),
        "prompt": prompt(match, side, language),
        "orders": [] if side is None else [offer(order, s.world) for order in match.orders(side)],
        "undo": undo(match, side, language),
        "pieces": [known(piece, words) for piece in game.pieces(own, seat)],
        "tracks": game.tracks(own, seat),
        "log": lines,
        "proposal": match.proposal and {**msgspec.to_builtins(match.proposal), "name": match.proposal.name},
        "outcome": outcome(match, words),
        "dice": {
            "commitment": match.commitment,
            "contributions": dict(match.contributions),
            "secret": match.revealed_secret,
        },
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
        "sums": [summed(words, total) for total in step.sums(own)],
    }


def warning(words: Words, said: Prompt) -> str:
    text = words.say("warnings", said.say, said.facts)
    return f"{text} [{said.rule}]" if said.rule else text


def summed(words: Words, total: Sum) -> dict[str, Any]:
    """A running total in words, with the number that it comes from taken apart."""
    return {
        "title": words.title(total.title),
        "text": words.say("sums", total.say, total.facts),
        "rule": total.rule,
        "tally": tallied(words, total.tally),
        "open": total.open,
    }


def tallied(words: Words, tally: Tally | None) -> dict[str, Any] | None:
    """A number with its reasons."""
    if tally is None:
        return None
    return {
        "total": tally.value,
        "base": tally.base,
        "rule": tally.rule,
        "parts": [{"change": part.change, "rule": part.rule, "reason": words.tell(part.why)} for part in tally.reasons],
    }


def known(piece: dict[str, Any], words: Words) -> dict[str, Any]:
    """A piece with what it is called, and what was seen of it, in words of the language."""
    face, seen = piece.get("face"), piece.get("seen")
    name = words.tell(str((face and face.get("name")) or piece["id"]))
    return piece | {"name": name, "seen": seen and words.tell(seen)}


def outcome(match: Match, words: Words) -> dict[str, Any] | None:
    """How the match ended, with a sentence about it; nothing while it goes on."""
    end = match.outcome
    if end is None:
        return None
    return {**msgspec.to_builtins(end), "text": words.say("outcomes", end.cause, end.facts)}


@lru_cache(maxsize=20_000)
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
    """Whether a side can take its last order back, and if not, why, and whether the other side may be asked for it."""
    if side is None:
        return None
    refusal = match.why_not_undo(side)
    said = match.say(refusal, language) if refusal else ""
    return {
        "can": refusal is None,
        "ask": refusal is not None and match.outcome is None and past.is_at_hand(match, side),
        "text": said,
    }


def preview(match: Match, order: Order, language: str = "en") -> dict[str, Any]:
    """What an order would do, as far as its side can know."""
    found = match.preview(order)
    words = match.game.words_in(language)
    return {
        "route": list(found.route),
        "cost": tallied(words, found.cost),
        "meets": [words.tell(met) for met in found.meets],
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
