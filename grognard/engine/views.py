"""What a person could see from a chair: all that a client, a computer player or a spectator ever receives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from grognard.engine.agenda import desk, draft
from grognard.engine.events import Event
from grognard.engine.orders import Order

if TYPE_CHECKING:
    from grognard.engine.match import Match


def view(match: Match, side: str | None) -> dict[str, Any]:
    """The match as a side may know it (None: a spectator), ready for JSON."""
    game, s = match.game, match.state
    seat = None if side is None else match.seat(side)
    own = s if seat is None else draft(s, seat)
    return {
        "game": game.key,
        "scenario": match.scenario,
        "side": side,
        "number": match.number(side),
        "when": game.when(s),
        "waiting": sorted(match.waiting),
        "prompt": prompt(match, side),
        "orders": [] if side is None else [offer(order) for order in match.orders(side)],
        "pieces": game.pieces(own, seat),
        "tracks": game.tracks(own, seat),
        "log": log(match, side),
        "proposal": match.proposal and msgspec.to_builtins(match.proposal),
        "outcome": match.outcome and msgspec.to_builtins(match.outcome),
        "dice": {"commitment": match.commitment},
    }


def prompt(match: Match, side: str | None) -> dict[str, Any] | None:
    """Who decides, about what, under which rule. The other side only learns who is being waited for."""
    game, s = match.game, match.state
    if side is None or match.outcome is not None:
        return None
    at = desk(s, match.seat(side))
    if at is None:
        return None
    step, own = at
    asked = step.prompt(own)
    return {
        "side": side,
        "step": type(step).__name__,
        "text": game.words.say("prompts", asked.say, asked.facts),
        "rule": asked.rule,
        "warnings": list(step.warnings(own)),
    }


def offer(order: Order) -> dict[str, Any]:
    """An order on offer: how to say it, and its JSON form."""
    return {"say": str(order), "order": msgspec.to_builtins(order)}


def log(match: Match, side: str | None) -> list[dict[str, Any]]:
    """The events that a side may see, each as a sentence with its rule."""
    events = list(match.history)
    if side is not None:
        own = draft(match.state, match.seat(side))
        if own is not match.state:
            events += own.news
    lines = []
    for event in events:
        facts = event.seen_by(side)
        if facts is not None:
            lines.append(line(match, event, facts))
    return lines


def line(match: Match, event: Event, facts: dict[str, Any]) -> dict[str, Any]:
    words = match.game.words
    if event.what == "roll":
        text = words.say("rolls", facts["purpose"], facts)
    else:
        text = words.say("events", event.what, facts)
    return {"text": text, "what": event.what, "rule": event.rule, "facts": facts}
