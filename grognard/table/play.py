"""What a seat does in its match: look, decide, take back, propose. All of it goes through the engine's checked door."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

import msgspec

from grognard.engine import families, past, views
from grognard.engine.agenda import Runaway, draft
from grognard.engine.events import Event
from grognard.engine.kinds import Json
from grognard.engine.log import Log
from grognard.engine.match import Match
from grognard.engine.orders import Illegal, Order
from grognard.engine.proposals import Proposal
from grognard.lab.analysis import odds
from grognard.table import problems
from grognard.table.hall import Hall, Sitting, Table
from grognard.table.messages import OrderGiven, OrderSaid, Refused
from grognard.table.problems import TableError

Encoded = bytes
"""An answer that is encoded already."""

ENCODER = msgspec.json.Encoder()

LONG = 1000
"""More lines of a log than anybody waits for who did not ask for them."""


class ReplyFormat(NamedTuple):
    """How an answer is wanted: in which language, and without the lines of the log that are known already."""

    language: str
    since: str = ""


def order_of(match: Match, side: str, said: OrderSaid | OrderGiven, language: str) -> Order:
    """The order that was meant. It must be the seat's own: an order in JSON names its side."""
    if (said.say is None) == (said.order is None):
        raise TableError("bad-request", "Give the order either in words (say) or in JSON (order).")
    try:
        order = match.order(said.say if said.say is not None else dict(said.order or {}), side)
    except ValueError as error:
        raise problems.worded(match, error, language) from None
    if order.side != side:
        raise TableError("seat", f"This seat decides for {side}, not for {order.side}.")
    return order


async def look(hall: Hall, sitting: Sitting, reply: ReplyFormat, moment: int | None = None) -> Encoded:
    """The view of a seat, now or as it was."""
    async with hall.held(sitting.match) as table:
        match, side = table.match, sitting.side
        if moment is None:
            return await _encoded(hall, table, side, reply, lambda: ENCODER.encode(seen(match, side, reply)))

        def back() -> Encoded:
            view = seen(at_moment(match, side, moment), side, reply)
            return ENCODER.encode(view | {"orders": families.NOTHING})

        return await hall.apart(table, back)


async def _encoded(
    hall: Hall, table: Table, side: str | None, reply: ReplyFormat, make: Callable[[], Encoded]
) -> Encoded:
    """An answer with a view in it. Nobody else waits while somebody is sent a log that is long."""
    match = table.match
    if match.unread(side, reply.language) > LONG:
        return await hall.apart(table, make)
    log = match.log(side, reply.language)
    if len(log) - _known(log, reply.since) > LONG:
        return await hall.apart(table, make)
    with hall.quick():
        return make()


def _known(log: Log, since: str) -> int:
    """How many lines of a log are known to whoever sends this mark, if they are still the same."""
    many, _, mark = since.partition(".")
    known = int(many) if many.isdecimal() and len(many) < 8 else 0
    return known if known <= len(log) and mark == f"{log.sum(known):08x}" else 0


def seen(match: Match, side: str | None, reply: ReplyFormat) -> Json:
    """A view as it is sent, with its orders in families. Of the log it has only what follows the lines that `since`
    stands for, if they are still the same; `cursor` is what to send as `since` the next time."""
    log = match.log(side, reply.language)
    known = _known(log, reply.since)
    view = views.view(match, side, reply.language, known, families.fold)
    added = {"battles": odds.under_way(match.state), "since": known, "cursor": f"{len(log)}.{log.sum(len(log)):08x}"}
    return view | added


def at_moment(match: Match, side: str | None, moment: int) -> Match:
    try:
        return past.at(match, side, moment)
    except past.NoSuchMoment as error:
        raise TableError("unknown", str(error)) from None


async def decide(hall: Hall, sitting: Sitting, given: OrderGiven, reply: ReplyFormat) -> Encoded:
    """An order, or a batch that stops at the first one that is refused. Each is written down before the next."""
    side, language = sitting.own, reply.language
    async with hall.held(sitting.match) as table:
        match = table.match
        if table.stopped:
            raise TableError("stopped", table.stopped)
        before = heard(match, side)
        if given.batch is None:
            order = order_of(match, side, given, language)
            await _act(hall, table, language, lambda: match.play(order, number=given.number))
            return await _encoded(hall, table, side, reply, lambda: played(match, side, reply, before))
        if given.say is not None or given.order is not None:
            raise TableError("bad-request", "Give one order, or a batch; not both.")
        number, stopped = given.number, None
        for say in given.batch:
            try:
                order = order_of(match, side, OrderSaid(say=say), language)
                await _act(hall, table, language, lambda order=order, number=number: match.play(order, number=number))  # type: ignore[misc]
            except TableError as error:
                if error.problem.error in ("stale", "storage", "flood", "stopped"):
                    raise
                stopped = Refused(error.problem.rule or "", error.problem.text)
                break
            number = match.number(side)
        return await _encoded(hall, table, side, reply, lambda: played(match, side, reply, before, stopped))


async def take_back(hall: Hall, sitting: Sitting, reply: ReplyFormat) -> Encoded:
    return await _at_table(hall, sitting, reply, lambda match: match.undo(sitting.own))


async def resign(hall: Hall, sitting: Sitting, reply: ReplyFormat) -> Encoded:
    return await _at_table(hall, sitting, reply, lambda match: match.resign(sitting.own))


async def propose(hall: Hall, sitting: Sitting, what: str, reply: ReplyFormat) -> Encoded:
    return await _at_table(hall, sitting, reply, lambda match: match.propose(Proposal(sitting.own, what)))


async def answer(hall: Hall, sitting: Sitting, proposal: str, agreed: bool, reply: ReplyFormat) -> Encoded:
    return await _at_table(hall, sitting, reply, lambda match: match.answer(sitting.own, agreed, proposal))


async def stand(hall: Hall, sitting: Sitting, step: str, say: str | None, reply: ReplyFormat) -> Encoded:
    return await _at_table(hall, sitting, reply, lambda match: match.stand(sitting.own, step, say))


async def why_not(hall: Hall, sitting: Sitting, said: OrderSaid, language: str) -> Refused | None:
    """The rule that forbids an order, or None if it is on offer."""
    async with hall.held(sitting.match) as table:
        order = order_of(table.match, sitting.own, said, language)
        with hall.quick():
            refusal = table.match.why_not(order)
        return Refused(refusal.rule, table.match.say(refusal, language)) if refusal else None


async def preview(hall: Hall, sitting: Sitting, said: OrderSaid, language: str) -> Json:
    async with hall.held(sitting.match) as table:
        order = order_of(table.match, sitting.own, said, language)
        try:
            with hall.quick():
                return views.preview(table.match, order, language)
        except Illegal as illegal:
            raise problems.worded(table.match, illegal, language) from None


class Heard(NamedTuple):
    """How much a side has heard: how far the match's history went, and how much its own open sheet had added."""

    events: int
    sheet: int


def heard(match: Match, side: str) -> Heard:
    own = draft(match.state, match.side_index(side))
    return Heard(len(match.history), 0 if own is match.state else _visible(own.news, side))


def played(match: Match, side: str, reply: ReplyFormat, before: Heard, stopped: Refused | None = None) -> Encoded:
    """What came of it, as the side may know it."""
    new = _visible(match.history[before.events :], side) + heard(match, side).sheet - before.sheet
    return ENCODER.encode({"view": seen(match, side, reply), "new": max(0, new), "stopped": stopped})


def _visible(events: Iterable[Event], side: str) -> int:
    return sum(event.seen_by(side) is not None for event in events)


async def _at_table(hall: Hall, sitting: Sitting, reply: ReplyFormat, action: Callable[[Match], None]) -> Encoded:
    side = sitting.own
    async with hall.held(sitting.match) as table:
        before = heard(table.match, side)
        await _act(hall, table, reply.language, lambda: action(table.match))
        return await _encoded(hall, table, side, reply, lambda: played(table.match, side, reply, before))


async def _act(hall: Hall, table: Table, language: str, action: Callable[[], object]) -> None:
    """Do something, and write down what came of it. What the engine refuses has changed nothing, or a proposal."""
    try:
        with hall.quick():
            action()
    except Runaway as error:
        await hall.stop(table, str(error))
        raise TableError("stopped", str(error)) from None
    except ValueError as error:
        await hall.keep(table)
        raise problems.worded(table.match, error, language) from None
    except BaseException:
        hall.forget(table)
        raise
    await hall.keep(table)
