"""What a person at the table could see: all that a client, a computer player or a spectator ever receives."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from grognard.engine import past
from grognard.engine.agenda import Grid, Prompt, Sum, draft, question
from grognard.engine.events import Event, Facts
from grognard.engine.game import World
from grognard.engine.kinds import Json
from grognard.engine.orders import Order, fields
from grognard.engine.orders import verb as verb_of
from grognard.engine.tally import Tally, shown, sign
from grognard.engine.words import Words

if TYPE_CHECKING:
    from grognard.engine.match import Match


def plain(orders: Sequence[Order], world: World) -> list[Json]:
    """Every order on offer by itself."""
    return [offer(order, world) for order in orders]


def view(
    match: Match,
    side: str | None,
    language: str = "en",
    since: int = 0,
    offers: Callable[[Sequence[Order], World], object] = plain,
) -> Json:
    """The match as a side may know it (None: a spectator), ready for JSON; `offers` says in which form its orders come.

    Parts of it are kept from view to view: encode it, or hand out a copy as `Match.view` does, but change nothing.
    """
    game, s = match.game, match.state
    words = game.words_in(language)
    index = None if side is None else match.side_index(side)
    own = s if index is None else draft(s, index)
    log = match.log(side, language)
    return {
        "game": game.key,
        "scenario": match.scenario,
        "side": side,
        "number": match.number(side),
        "moment": len(log),
        "when": words.tell(game.when(s)),
        "waiting": sorted(match.waiting),
        "prompt": prompt(match, side, language),
        "orders": offers(() if side is None else match.orders(side), s.world),
        "undo": undo(match, side, language),
        "pieces": [known(piece, words) for piece in game.pieces(own, index)],
        "tracks": game.tracks(own, index),
        "log": log.after(since),
        "proposal": match.proposal and {**msgspec.to_builtins(match.proposal), "name": match.proposal.name},
        "outcome": outcome(match, words),
        "dice": {
            "commitment": match.commitment,
            "contributions": dict(match.contributions),
            "secret": match.revealed_secret,
        },
    }


def prompt(match: Match, side: str | None, language: str = "en") -> Json | None:
    """Who decides, about what, under which rule. The other side learns only who is being waited for."""
    if side is None or match.outcome is not None:
        return None
    at = question(match.state, match.side_index(side))
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
        "buttons": dict(buttons(match, side, step.takes, asked, words)),
        "warnings": {
            verb_of(before) if isinstance(before, type) else str(before): [warning(words, said) for said in heard]
            for before, heard in step.warnings(own).items()
            if heard
        },
        "sums": [summed(words, total) for total in step.sums(own)],
        **_named(asked.facts, own.world),
    }


def buttons(
    match: Match, side: str, kinds: Iterable[type[Order]], asked: Prompt, words: Words
) -> Iterable[tuple[str, str]]:
    """What the buttons of a question say, by verb; by the whole order where its button names a field of it."""
    for kind in kinds:
        verb = verb_of(kind)
        named = words.button_names(asked.say, verb) - asked.facts.keys()
        orders = [order for order in match.orders(side) if type(order) is kind] if named else []
        for order in orders:
            own = {field.name: getattr(order, field.name) for field in fields(kind)}
            yield str(order), words.button(asked.say, verb, own | asked.facts) or ""
        said = None if named else words.button(asked.say, verb, asked.facts)
        if said is not None:
            yield verb, said


def warning(words: Words, said: Prompt) -> str:
    text = words.say("warnings", said.say, said.facts)
    return f"{text} [{said.rule}]" if said.rule else text


def summed(words: Words, total: Sum) -> Json:
    """A running total in words, with the number behind it taken apart."""
    return {
        "title": words.title(total.title),
        "text": words.say("sums", total.say, total.facts),
        "rule": total.rule,
        "tally": tallied(words, total.tally),
        "open": total.open,
        "scale": total.scale and {"steps": list(total.scale.steps), "at": total.scale.at},
        "grid": gridded(words, total.grid),
    }


def gridded(words: Words, grid: Grid | None) -> Json | None:
    """A grid with its heads and names in words, and how the orders of its lines are typed."""
    if grid is None:
        return None
    return {
        "heads": [words.title(head) for head in grid.heads],
        "dice": grid.dice,
        "rows": [
            {
                "name": words.tell(row.name),
                "cells": [{"text": written(cell.text), "good": cell.good} for cell in row.cells],
                "say": str(row.order) if row.order else None,
                "changes": row.changes,
            }
            for row in grid.rows
        ],
        "notes": [words.say("sums", note.say, note.facts) for note in grid.notes],
    }


def tallied(words: Words, tally: Tally | None) -> Json | None:
    """A number with its reasons, written as people write it: a change with its sign, a factor with its cross."""
    if tally is None:
        return None
    return {
        "total": written(shown(tally.total)),
        "base": written(shown(tally.base)) if tally.base else "",
        "rule": tally.rule,
        "parts": [
            {"change": written(sign(part)), "rule": part.rule, "reason": words.tell(part.why)} for part in tally.reasons
        ],
    }


def written(number: str) -> str:
    """A number with typographic signs."""
    return number.replace("-", "\u2212").replace("x ", "\u00d7 ")


def known(piece: Json, words: Words) -> Json:
    """A piece with its name and what was seen of it, in the words of the language."""
    face, seen = piece.get("face"), piece.get("seen")
    name = words.tell(str((face and face.get("name")) or piece["id"]))
    return piece | {"name": name, "seen": seen and words.tell(seen)}


def outcome(match: Match, words: Words) -> Json | None:
    """How the match ended, with a sentence about it; nothing while it goes on."""
    end = match.outcome
    if end is None:
        return None
    return {**msgspec.to_builtins(end), "text": words.say("outcomes", end.cause, end.facts)}


@lru_cache(maxsize=20_000)
def offer(order: Order, world: World) -> Json:
    """An order on offer: how to say it, its JSON form, and which pieces and places it names."""
    names = _names(order)
    return {
        "say": str(order),
        "verb": verb_of(type(order)),
        "order": msgspec.to_builtins(order),
        "pieces": [name for name in names if name in world.unit_index],
        "places": [name for name in names if name in world.place_index],
    }


def undo(match: Match, side: str | None, language: str = "en") -> Json | None:
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


def preview(match: Match, order: Order, language: str = "en") -> Json:
    """What an order would do, as far as its side can know."""
    found = match.preview(order)
    words = match.game.words_in(language)
    return {
        "route": list(found.route),
        "cost": tallied(words, found.cost),
        "meets": [words.tell(met) for met in found.meets],
        "notes": [warning(words, said) for said in found.notes],
    }


def on_sheet(match: Match, side: str) -> list[tuple[Event, Facts]]:
    """The events on a side's own open sheet that it may see, with the facts that it may know."""
    own = draft(match.state, match.side_index(side))
    if own is match.state:
        return []
    known = ((event, event.seen_by(side)) for event in own.news)
    return [(event, facts) for event, facts in known if facts is not None]


def line(match: Match, event: Event, facts: Facts, language: str = "en") -> Json:
    words = match.game.words_in(language)
    if event.what == "roll":
        text = words.say("rolls", facts["purpose"], facts)
    else:
        text = words.say("events", event.what, facts)
    return {
        "text": text,
        "what": event.what,
        "rule": event.rule,
        "facts": facts,
        **_named(facts, match.state.world),
    }


def _named(facts: Facts, world: World) -> Json:
    """The pieces and places that facts name."""
    names = list(_parts(facts.values()))
    return {
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
