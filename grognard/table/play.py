"""What a seat does in its match: look, decide, take back, propose. All of it goes through the engine's checked door."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import NamedTuple, overload

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
            now = Reply(match, side, reply, lambda: seen(match, side, reply))
            return await _sent(hall, table, now)

        def back() -> Encoded:
            view = seen(at_moment(match, side, moment), side, reply)
            return ENCODER.encode(view | {"orders": families.NOTHING})

        return await hall.apart(table, back)


class Reply:
    """An answer with a view in it: made at once, or where no order has to wait for it if the log to be sent is long."""

    def __init__(self, match: Match, side: str | None, wanted: ReplyFormat, make: Callable[[], Json]) -> None:
        self.match, self.side, self.wanted = match, side, wanted
        self._make = make

    def at_once(self) -> Encoded | None:
        if self.match.unread(self.side, self.wanted.language) > LONG:
            return None
        log = self.match.log(self.side, self.wanted.language)
        return self.made() if len(log) - _known(log, self.wanted.since) <= LONG else None

    def made(self) -> Encoded:
        return ENCODER.encode(self._make())


async def _sent(hall: Hall, table: Table, answer: Reply) -> Encoded:
    found = await hall.swiftly(answer.at_once)
    return found if found is not None else await hall.apart(table, answer.made)


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
        before, stopped = heard(match, side), None
        answer = Reply(match, side, reply, lambda: played(match, side, reply, before, stopped))

        def give(said: OrderSaid | OrderGiven, number: str) -> None:
            match.play(order_of(match, side, said, language), number=number)

        if given.batch is None:
            return await _act(hall, table, language, lambda: give(given, given.number), answer)
        if given.say is not None or given.order is not None:
            raise TableError("bad-request", "Give one order, or a batch; not both.")
        number = given.number
        for say in given.batch:
            try:
                await _act(hall, table, language, partial(give, OrderSaid(say=say), number))
            except TableError as error:
                if error.problem.error in ("stale", "storage", "flood", "stopped"):
                    raise
                stopped = Refused(error.problem.rule or "", error.problem.text)
                break
            number = match.number(side)
        return await _sent(hall, table, answer)


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
        match = table.match
        refusal = await hall.swiftly(lambda: match.why_not(order_of(match, sitting.own, said, language)))
        return Refused(refusal.rule, match.say(refusal, language)) if refusal else None


async def preview(hall: Hall, sitting: Sitting, said: OrderSaid, language: str) -> Json:
    async with hall.held(sitting.match) as table:
        match = table.match
        try:
            return await hall.swiftly(
                lambda: views.preview(match, order_of(match, sitting.own, said, language), language)
            )
        except Illegal as illegal:
            raise problems.worded(match, illegal, language) from None


class Heard(NamedTuple):
    """How much a side has heard: how far the match's history went, and how much its own open sheet had added."""

    events: int
    sheet: int


def heard(match: Match, side: str) -> Heard:
    own = draft(match.state, match.side_index(side))
    return Heard(len(match.history), 0 if own is match.state else _visible(own.news, side))


def played(match: Match, side: str, reply: ReplyFormat, before: Heard, stopped: Refused | None = None) -> Json:
    """What came of it, as the side may know it."""
    new = _visible(match.history[before.events :], side) + heard(match, side).sheet - before.sheet
    return {"view": seen(match, side, reply), "new": max(0, new), "stopped": stopped}


def _visible(events: Iterable[Event], side: str) -> int:
    return sum(event.seen_by(side) is not None for event in events)


async def _at_table(hall: Hall, sitting: Sitting, reply: ReplyFormat, action: Callable[[Match], None]) -> Encoded:
    side = sitting.own
    async with hall.held(sitting.match) as table:
        match, before = table.match, heard(table.match, side)
        answer = Reply(match, side, reply, lambda: played(match, side, reply, before))
        return await _act(hall, table, reply.language, lambda: action(match), answer)


@overload
async def _act(hall: Hall, table: Table, language: str, action: Callable[[], object], answer: Reply) -> Encoded: ...
@overload
async def _act(hall: Hall, table: Table, language: str, action: Callable[[], object]) -> None: ...
async def _act(
    hall: Hall, table: Table, language: str, action: Callable[[], object], answer: Reply | None = None
) -> Encoded | None:
    """Do something, write down what came of it, and then answer. What the engine refuses has changed nothing, or a
    proposal."""
    match, done = table.match, False

    def work() -> Encoded | None:
        nonlocal done
        action()
        done = True
        return answer.at_once() if answer else None

    try:
        found = await hall.swiftly(work)
    except TableError:  # there was no such order
        raise
    except BaseException as error:
        if done or not isinstance(error, Runaway | ValueError):
            hall.forget(table)
            raise
        if isinstance(error, Runaway):
            await hall.stop(table, str(error))
            raise TableError("stopped", str(error)) from None
        await hall.keep(table)
        raise problems.worded(match, error, language) from None
    await hall.keep(table)
    return found if found or answer is None else await hall.apart(table, answer.made)
