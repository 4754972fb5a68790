"""Views keep secrets: change what a side cannot know, and nothing that it receives changes by a byte.

At a moment of a match everything is drawn anew that a side cannot know (`Game.redraw`), and the side's view, the
refusals of orders that it might try, and the previews of its offered orders are compared with those of the true match.
Then both worlds are played on with the same dice and the same orders, the other side's orders carried over by the names
under which the observer knows its pieces, and what the observer sees is compared until something is revealed.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Iterator
from random import Random
from typing import Any

import msgspec

from grognard.engine import agenda, past, snapshot, views
from grognard.engine.agenda import Sealed
from grognard.engine.dice import Dice, Faces
from grognard.engine.events import Deal, Event, Roll
from grognard.engine.kinds import Json
from grognard.engine.match import Match
from grognard.engine.orders import Order, Pass, fields
from grognard.lab.checks.appearance import contrast, encode
from grognard.lab.checks.laws import (
    Finding,
    Memory,
    clone,
    hidden,
    markers,
    named_in,
    pieces_stay,
    without,
)


def nothing_leaks(
    match: Match, rng: Random, memory: Memory, *, redraws: int = 2, tries: int = 40, depth: int = 3
) -> Iterator[Finding]:
    """No side, and no spectator, receives anything that depends on what it cannot know."""
    if not match.game.hides or match.outcome is not None:
        return
    for side in match.sides:
        asked = [order for order in memory.slips(match, side, rng, tries) if order.side == side]
        offered = rng.sample([*match.orders(side)], min(len(match.orders(side)), tries // 3))
        yield from names_told(match, side, memory)
        for _ in range(redraws):
            other = yield from _redrawn(match, side, rng, memory)
            before = received(match, side, asked, offered)
            found = _first_difference(before, received(other, side, asked, offered))
            if not found:
                found = _first_difference(received(match, None, [], []), received(other, None, [], []))
                found = found and f"a spectator, who may know no more than {side}: {found}"
            if found:
                yield Finding("leak", f"{side} is told what it cannot know: {found}")
                break
            yield from _walk(match, other, side, rng, depth, memory)
    yield from names_told(match, None, memory)


def received(match: Match, side: str | None, asked: list[Order], offered: list[Order]) -> dict[str, bytes]:
    """Everything that a side receives at a moment, byte for byte: view, refusals, previews."""
    parts = {f"view {part}": encode(value) for part, value in match.view(side).items()}
    index = None if side is None else match.side_index(side)
    own = match.state if index is None else agenda.draft(match.state, index)
    parts["layers"] = encode(match.game.layers(own, index, match.game.words))
    parts["moments"] = encode(past.moments(match, side))
    for order in asked:
        refusal = match.why_not(order)
        answer = refusal and (msgspec.to_builtins(refusal), match.say(refusal))
        parts[f"why_not {order}"] = encode(answer)
    for order in offered:
        parts[f"preview {order}"] = encode(match.preview(order)) if match.why_not(order) is None else b"not offered"
    return parts


def names_told(match: Match, side: str | None, memory: Memory) -> Iterator[Finding]:
    """No view names a unit that the side knows only under another name, unless it was revealed before."""
    veiled = hidden(match, side)
    view = match.view(side)
    for piece in view["pieces"]:
        if str(piece.get("id")) in veiled:
            yield Finding("leak", f"{side or 'a spectator'} is shown the hidden unit {piece['id']} under its own name")
    unmet = _unmet(veiled, match.history, side, memory)
    beside = markers(match, side)
    for part, value in view.items():
        if part == "log":  # older lines were known then; new ones are examined as they are written
            continue
        for name in named_in(unmet, without(encode(value).decode(), beside)):
            yield Finding("leak", f"the {part} of {side or 'a spectator'} names the hidden unit {name}")


def _unmet(veiled: list[str], history: Iterable[Event], side: str | None, memory: Memory) -> list[str]:
    """Those of the hidden units that have never been revealed by name, nor lay open when the match began."""
    read = " ".join(str(event.seen_by(side)) for event in history if event.reveals and event.seen_by(side) is not None)
    return [name for name in veiled if not named_in([name], f"{memory.given.get(side, '')} {read}")]


def _redrawn(match: Match, side: str, rng: Random, memory: Memory) -> Generator[Finding, None, Match]:
    """The match in a world that differs in everything that the side cannot know."""
    before = encode(snapshot.dump(match.state))
    state = match.game.redraw(match.state, match.side_index(side), lambda limit: rng.randrange(limit))
    if state is match.state or encode(snapshot.dump(match.state)) != before:
        yield Finding("crash", f"redrawing for {side} changes the match itself")
    other = match.with_state(state)
    memory.redrawn += encode(snapshot.dump(state)) != before
    for finding in pieces_stay(other, rng, memory):
        yield Finding(finding.name, f"redrawn for {side}: {finding.what}")
    return other


def _first_difference(before: dict[str, bytes], after: dict[str, bytes]) -> str:
    for part, value in before.items():
        if value != after[part]:
            return f"{part}: {contrast(value, after[part])}"
    return ""


# Playing on in both worlds


class _Watched:
    """Dice that remember whether something was shuffled: from then on the two worlds only look alike."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice
        self.shuffled = False

    def throw(self, call: Roll | Deal, number: int) -> Faces:
        self.shuffled |= isinstance(call, Deal)
        return self.dice.throw(call, number)


class _Account:
    """What an order let one observer see, up to what was revealed."""

    def __init__(self, match: Match, events: list[Event], side: str | None) -> None:
        self.lines: list[bytes] = []
        self.reveals = False
        for event in events:
            facts = event.seen_by(side)
            if event.reveals and (facts is not None or side is None):
                self.reveals = True
                return
            if facts is not None:
                self.lines.append(encode(views.line(match, event, facts)))

    def blur(self, masks: set[str]) -> None:
        """Forget which face-down piece is which."""
        self.lines = [_blur(line, masks) for line in self.lines]


def _walk(match: Match, other: Match, side: str, rng: Random, depth: int, memory: Memory) -> Iterator[Finding]:
    """Play the same orders with the same dice in both worlds: the observer sees the same until a reveal."""
    truth, drawn = clone(match), clone(other)
    truth.dice = dice = _Watched(match.dice)
    for _ in range(depth):
        pair = _same_order(truth, drawn, side, rng)
        if pair is None:
            return
        veiled, masks = hidden(truth, side), _masks(truth, side) | _masks(drawn, side)
        sealed = _sealed(truth)
        events, events_there = truth.play(pair[0]), drawn.play(pair[1])
        opened = sealed is not None and _sealed(truth) != sealed
        if opened and _looks_otherwise(truth, drawn, side):
            return  # what stood on the sheets is there for all to see
        yield from _names_in_events(truth, events, side, veiled, memory)
        masks |= _masks(truth, side) | _masks(drawn, side)
        goes_on = True
        for observer in (side, None):
            here, there = _Account(truth, events, observer), _Account(drawn, events_there, observer)
            if dice.shuffled:
                here.blur(masks)
                there.blur(masks)
            if opened:  # in which order the sheets were filled in is no secret any more
                here.lines.sort()
                there.lines.sort()
            found = _accounts_differ(here, there)
            if not found and not here.reveals and not there.reveals:
                found = _seen_otherwise(truth, drawn, observer, masks if dice.shuffled else set(), log=not opened)
            if found:
                who = side if observer else f"a spectator, who may know no more than {side},"
                yield Finding(
                    "leak", f"after {str(pair[0])!r} by {pair[0].side}, {who} sees what it cannot know: {found}"
                )
                return
            goes_on = goes_on and not here.reveals and not there.reveals
        if dice.shuffled or opened or not goes_on:
            return


def _same_order(truth: Match, drawn: Match, side: str, rng: Random) -> tuple[Order, Order] | None:
    """An order that can be given in both worlds and is the same for the observer."""
    if not truth.waiting:
        return None
    mover = rng.choice(sorted(truth.waiting))
    orders = [*truth.orders(mover)]
    passes = [order for order in orders if isinstance(order, Pass)]
    if passes and rng.random() < 0.25:
        orders = passes
    there = drawn.orders(mover)
    for order in rng.sample(orders, min(len(orders), 6)):
        same = order if mover == side else _translated(truth, drawn, order, side)
        if same is not None and same in there:
            return order, same
    return None


def _translated(truth: Match, drawn: Match, order: Order, side: str) -> Order | None:
    """The order with each unit replaced by the one that the observer knows, in the redrawn world, by the same name."""
    units = truth.state.world.unit_index
    index = truth.side_index(side)
    there: dict[str, list[str]] = {}
    for name, unit in units.items():
        there.setdefault(drawn.game.alias(drawn.state, unit, index), []).append(name)

    def counterpart(word: Any) -> Any:
        if not isinstance(word, str) or word not in units:
            return word
        called = there.get(truth.game.alias(truth.state, units[word], index), [])
        return called[0] if len(called) == 1 else None

    changes: Json = {}
    for field in fields(type(order)):
        value = getattr(order, field.name)
        new = tuple(map(counterpart, value)) if isinstance(value, tuple) else counterpart(value)
        if new is None or (isinstance(new, tuple) and None in new):
            return None
        changes[field.name] = new
    return msgspec.structs.replace(order, **changes)


def _accounts_differ(here: _Account, there: _Account) -> str:
    """How two accounts differ before either reveals anything."""
    length = max(len(here.lines), len(there.lines))
    for account in (here, there):
        if account.reveals:
            length = min(length, len(account.lines))
    for number in range(length):
        one = here.lines[number] if number < len(here.lines) else b"nothing"
        other = there.lines[number] if number < len(there.lines) else b"nothing"
        if one != other:
            return f"log: {contrast(one, other)}"
    return ""


def _sealed(match: Match) -> Sealed[Any] | None:
    step = match.state.agenda[-1] if match.state.agenda else None
    return step if isinstance(step, Sealed) else None


def _looks_otherwise(truth: Match, drawn: Match, side: str) -> bool:
    """Whether two worlds look different to a side, apart from the log."""
    here, there = truth.view(side), drawn.view(side)
    return any(encode(here[part]) != encode(there[part]) for part in here if part != "log")


def _seen_otherwise(truth: Match, drawn: Match, side: str | None, masks: set[str], *, log: bool) -> str:
    here, there = truth.view(side), drawn.view(side)
    if masks:
        here, there = _blurred(here, masks), _blurred(there, masks)
    for part in here if log else here.keys() - {"log"}:
        one, other = encode(here[part]), encode(there[part])
        if one != other:
            return f"{part}: {contrast(one, other)}"
    return ""


def _masks(match: Match, side: str) -> set[str]:
    """The names under which a side, or a spectator, knows units that it does not know."""
    found = set()
    for index in (match.side_index(side), None):
        own = match.state if index is None else agenda.draft(match.state, index)
        for name, unit in own.world.unit_index.items():
            alias = match.game.alias(own, unit, index)
            if alias and alias != name:
                found.add(alias)
    return found


def _blurred(view: Json, masks: set[str]) -> Json:
    """A view as if all face-down pieces bore the same name: after a shuffle nothing more can be asked of it."""
    blurred: Json = msgspec.json.decode(_blur(encode(view), masks))
    blurred["pieces"] = sorted(encode(piece).decode() for piece in blurred["pieces"])
    blurred["orders"] = sorted({encode(order).decode() for order in blurred["orders"]})
    return blurred


def _blur(text: bytes, masks: set[str]) -> bytes:
    pattern = "|".join(re.escape(mask) for mask in sorted(masks, key=len, reverse=True))
    return re.sub(rf"(?<!\w)(?:{pattern})(?!\w)", "~", text.decode()).encode() if masks else text


def _names_in_events(
    match: Match, events: list[Event], side: str, veiled: list[str], memory: Memory
) -> Iterator[Finding]:
    """No line of the log names a unit that was hidden before it and is hidden after it, unless it was revealed."""
    still = [name for name in hidden(match, side) if name in veiled]
    unmet = _unmet(still, match.history, side, memory)
    beside = markers(match, side)
    for event in events:
        facts = event.seen_by(side)
        if facts is None:
            continue
        for name in named_in(unmet, without(encode(views.line(match, event, facts)).decode(), beside)):
            yield Finding("leak", f"the log of {side} names the hidden unit {name} ({event.what}, {event.rule})")
