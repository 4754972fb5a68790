"""What must hold at every moment of every game.

A law looks at a match and yields its findings: a name that stays the same (`bad_undo`, `unexplained`, ...) and what was
seen. Laws never change the match they look at, and draw their samples from the chance that they are given.
"""

from __future__ import annotations

import re
import string
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import chain, groupby
from random import Random
from typing import Any, NamedTuple

import msgspec

from grognard.engine import agenda, families, position, saves, snapshot, views
from grognard.engine.agenda import NOT_OFFERED, Sealed
from grognard.engine.derived import Derived, reading
from grognard.engine.events import Event
from grognard.engine.kinds import Json, Side
from grognard.engine.match import CannotUndo, Match
from grognard.engine.orders import Order, Refusal, UnknownOrder
from grognard.engine.state import State
from grognard.engine.words import TABLE
from grognard.lab.checks.appearance import contrast, difference, encode, looks
from grognard.lab.checks.generators import Aim
from grognard.lab.checks.mangle import garbled, mangled


class Finding(NamedTuple):
    """A law that was broken, and how."""

    name: str
    what: str


class Memory:
    """What has come up so far in one match."""

    def __init__(self, aim: Aim | None = None) -> None:
        self.aim = aim
        """The source of further orders that may well be forbidden."""
        self.said: list[Order] = []
        """Orders that were given, to be given again at the wrong time."""
        self.refused: set[str] = set()
        """The rules of the refusals that were met, of the events, and of the prompts, warnings and previews."""
        self.happened: set[str] = set()
        self.asked: set[str] = set()
        self.notes: dict[str, Any] = {}
        """What a game's own laws note at one moment for the next."""
        self.redrawn = 0
        """How many redraws changed anything at all."""
        self.given: dict[str | None, str] = {}
        """What each side, and a spectator, was shown of the pieces where the match began from a composed position."""

    def open(self, match: Match) -> None:
        """Note what a position gives away at the start of a match: it is no secret any more."""
        if match.start is not None:
            self.given = {side: encode(match.view(side)["pieces"]).decode() for side in (*match.sides, None)}

    def slips(self, match: Match, side: str, rng: Random, count: int) -> list[Order]:
        """Orders close to the lawful ones, and as many again that are aimed at rules if there is an aim."""
        aimed = self.aim(match, side, rng, count) if self.aim is not None else []
        return [*mangled(match, side, rng, count, self.said), *aimed]


Law = Callable[[Match, Random, Memory], Iterator[Finding]]


def clone(match: Match) -> Match:
    """The same match, to try things out on; much cheaper than a replay."""
    return match.with_state(match.state.copy())


# Names that a side may not know


def hidden(match: Match, side: str | None) -> list[str]:
    """The true names of units that a side knows by another name or not at all."""
    game, s = match.game, match.state
    index = None if side is None else match.side_index(side)
    own = s if index is None else agenda.draft(s, index)
    common = _common_words(match)
    return [
        name for name, unit in s.world.unit_index.items() if name not in common and game.alias(own, unit, index) != name
    ]


def markers(match: Match, side: str | None) -> list[str]:
    """What else lies on the map and may bear a unit's name within its own, such as `US2 beachhead`."""
    game, s = match.game, match.state
    index = None if side is None else match.side_index(side)
    own = s if index is None else agenda.draft(s, index)
    known = {*s.world.units, *(game.alias(own, unit, index) for unit in s.world.unit_index.values())}
    return [str(piece["id"]) for piece in game.pieces(own, index) if str(piece.get("id", "")) not in known]


def without(text: str, phrases: Iterable[str]) -> str:
    """A text with some phrases taken out of it."""
    for phrase in phrases:
        text = text.replace(phrase, "")
    return text


def named_in(names: Iterable[str], text: str) -> list[str]:
    """Those of the names that stand in a text as whole words."""
    return [name for name in names if name in text and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text)]


def _common_words(match: Match) -> frozenset[str]:
    """Names that mean something else as well, and so give nothing away."""
    world = match.state.world
    return frozenset((*world.board.names, *match.game.vocabulary, *world.sides))


# What is remembered


def memory_is_fresh(match: Match, rng: Random, memory: Memory) -> Iterator[Finding]:
    """What a state remembers equals what it would work out anew, and rests on no facts but those declared."""
    for side in sorted(match.waiting):
        list(match.orders(side))
    known = list(match.state.memo.items())
    for (asked, values), (facts, through, result) in rng.sample(known, min(len(known), 20)):
        work: Derived[Any, Any, Any] = asked
        name = f"{work.__qualname__}{values}"
        if facts != work.facts_of(match.state) and not _is_same(work, match.state, values, through):
            continue
        s, read = reading(match.state)
        if work.work(s, *values) != result:
            yield Finding("stale", f"{name} was {result}")
        if not read <= {*work.facts}:
            yield Finding("stale", f"{name} reads {', '.join(sorted(read - {*work.facts}))}, which it does not declare")


def _is_same(work: Derived[Any, Any, Any], s: State, values: tuple[Any, ...], through: Any) -> bool:
    """Whether the values through which facts matter are what they were; nobody asks about a unit that is gone."""
    try:
        return work.through is not None and work.through(s, *values) == through
    except (ValueError, IndexError):
        return False


# Somebody decides, until it is over


def goes_on(match: Match, rng: Random, memory: Memory) -> Iterator[Finding]:
    """Until there is an outcome some side is waited for, and every such side has an order to give."""
    if match.outcome is not None:
        if match.waiting:
            yield Finding("dead_end", f"the match is over and still waits for {', '.join(sorted(match.waiting))}")
        return
    if not match.waiting:
        yield Finding("dead_end", "nobody is waited for, and there is no outcome")
    for side in sorted(match.waiting):
        orders = match.orders(side)
        if not len(orders):
            step = agenda.question(match.state, match.side_index(side))
            yield Finding("dead_end", f"{side} has no order in {type(step[0]).__name__ if step else 'no step'}")


# Consequences


def consequences_only_push(match: Match, rng: Random, memory: Memory) -> Iterator[Finding]:
    """What follows from changes is put on the agenda and told, and rests on consequential facts alone; once it has been
    looked for, there is nothing more to find."""
    game = match.game
    if not game.consequential or match.outcome is not None:
        return
    s, read = reading(match.state.copy())
    game.consequences(s)
    undeclared = read - {*game.consequential}
    if undeclared:
        yield Finding("consequence", f"what follows rests on {', '.join(sorted(undeclared))} as well")
    examined = game.standing(match.state) == match.state.examined
    before, after = snapshot.dump(match.state), snapshot.dump(s)
    steps, more = before.pop("agenda"), after.pop("agenda")
    if before != after:
        yield Finding("consequence", f"the facts are changed: {contrast(encode(before), encode(after))}")
    if more[: len(steps)] != steps:
        yield Finding("consequence", f"the agenda is cut down: {contrast(encode(steps), encode(more))}")
    elif examined and match.start is None and len(more) > len(steps):  # a position is taken as it is
        yield Finding("consequence", f"a change has been overlooked: {more[len(steps) :]}")


# Words


@cache
def _places(template: str) -> frozenset[str]:
    """The facts that a template needs."""
    return frozenset(re.split(r"[.\[]", name)[0] for _, name, _, _ in string.Formatter().parse(template) if name)


def worded(match: Match, kind: str, key: str, facts: Json) -> Iterator[Finding]:
    """A prompt, event or roll has a sentence, and the facts to fill it."""
    template = match.game.words.tables.get(kind, {}).get(key)
    if template is None:
        yield Finding("todo_prompt", f"words has no {kind}.{key!r} (facts: {', '.join(facts) or 'none'})")
        return
    for lacking in sorted(_places(template) - facts.keys()):
        yield Finding("todo_prompt", f"{kind}.{key!r} lacks the fact {lacking!r}")


def prompts_speak(match: Match, rng: Random, memory: Memory) -> Iterator[Finding]:
    """Every question has words and a rule of the ledger."""
    for side in sorted(match.waiting):
        at = agenda.question(match.state, match.side_index(side))
        if at is None:
            continue
        step, own = at
        asked = step.prompt(own)
        memory.asked.add(asked.rule)
        yield from worded(match, "prompts", asked.say, asked.facts)
        yield from _in_ledger(match, asked.rule, f"the prompt of {type(step).__name__}")
        if step.out_of_turn not in TABLE:
            yield from _in_ledger(match, step.out_of_turn, f"{type(step).__name__}.out_of_turn")
        for said in chain.from_iterable(step.warnings(own).values()):
            memory.asked.add(said.rule)
            yield from worded(match, "warnings", said.say, said.facts)
            yield from _in_ledger(match, said.rule, f"a warning of {type(step).__name__}")
        for total in step.sums(own):
            yield from worded(match, "sums", total.say, total.facts)
            for note in total.grid.notes if total.grid else ():
                yield from worded(match, "sums", note.say, note.facts)
            yield from _in_ledger(match, total.rule, f"a sum of {type(step).__name__}")


def events_speak(match: Match, events: Iterable[Event], memory: Memory) -> Iterator[Finding]:
    """Whatever happened has words for everybody who sees it, and its rule stands in the ledger."""
    for event in events:
        if event.rule:
            memory.happened.add(event.rule)
            yield from _in_ledger(match, event.rule, f"the event {event.what!r}")
        for side in (*match.sides, None):
            facts = event.seen_by(side)
            if facts is None:
                continue
            kind, key = ("rolls", str(facts.get("purpose"))) if event.what == "roll" else ("events", event.what)
            yield from worded(match, kind, key, facts)


def _in_ledger(match: Match, rule: str, whose: str) -> Iterator[Finding]:
    if rule not in match.game.rules and not rule.startswith("table."):
        yield Finding("unexplained", f"{whose} rests on {rule!r}, which is not in the ledger of {match.game.key}")


# Legality agrees with explanation


def offers_are_sound(match: Match, rng: Random, memory: Memory) -> Iterator[Finding]:
    """Every offered order is legal, is offered once, is the side's own, and survives being written down and typed."""
    for side in sorted(match.waiting):
        orders = list(match.orders(side))
        if len(set(orders)) != len(orders):
            twice = next(order for order in orders if orders.count(order) > 1)
            yield Finding("unexplained", f"{side} is offered {str(twice)!r} twice")
        for order in orders:
            if order.side != side:
                yield Finding("unexplained", f"{side} is offered an order of {order.side}: {order}")
        for order in _some_of_each(orders, rng):
            yield from _round_trips(match, order, side)
        for order in rng.sample(orders, min(len(orders), 10)):
            refusal = match.why_not(order)
            if refusal is not None:
                yield Finding("unexplained", f"{order} is offered and refused: {match.say(refusal)}")


def offers_travel(match: Match, rng: Random, memory: Memory) -> Iterator[Finding]:
    """The families that are sent unfold into exactly the orders on offer, each once."""
    world = match.state.world
    for side in sorted(match.waiting):
        orders = match.orders(side)
        sent = msgspec.json.decode(encode(families.fold(orders, world)), type=families.Offers)
        came = [encode(offer) for offer in families.unfold(sent, side)]
        missing = {encode(offer) for offer in views.plain(orders, world)}.difference(came)
        if missing or len(came) != len(orders):
            yield Finding("bad_text", f"{side} is offered {len(orders)} orders, {len(came)} come, without {missing}")


def previews_speak(match: Match, rng: Random, memory: Memory) -> Iterator[Finding]:
    """Every offered order has a preview, and its numbers and notes rest on rules of the ledger."""
    for side in sorted(match.waiting):
        orders = match.orders(side)
        for order in rng.sample(orders, min(len(orders), 10)):
            shown = match.preview(order)
            reasons = [shown.cost.rule, *[reason.rule for reason in shown.cost.reasons]] if shown.cost else []
            for rule in (*reasons, *[note.rule for note in shown.notes]):
                memory.asked.add(rule)
                yield from _in_ledger(match, rule, f"the preview of {order}")
            for note in shown.notes:
                yield from worded(match, "warnings", note.say, note.facts)


def layers_speak(match: Match, rng: Random, memory: Memory) -> Iterator[Finding]:
    """Whatever is laid over the map can be drawn, and the rule that it names stands in the ledger."""
    for index in (*range(len(match.sides)), None):
        own = match.state if index is None else agenda.draft(match.state, index)
        for layer in match.game.layers(own, index, match.game.words):
            if layer.rule:
                memory.asked.add(layer.rule)
                yield from _in_ledger(match, layer.rule, f"the layer {layer.key!r}")


def _some_of_each(orders: list[Order], rng: Random, limit: int = 100) -> Iterator[Order]:
    """A sample of each kind of order, where orders are offered by the thousand."""
    for _, alike in groupby(sorted(orders, key=_kind), _kind):
        members = list(alike)
        yield from members if len(members) <= limit else rng.sample(members, limit)


def _kind(order: Order) -> str:
    return type(order).__name__


def _round_trips(match: Match, order: Order, side: str) -> Iterator[Finding]:
    for form in (str(order), order.json(), msgspec.to_builtins(order)):
        try:
            back = match.order(form, side)
        except UnknownOrder as error:
            yield Finding("bad_text", f"{form!r} cannot be read back: {error}")
        else:
            if back != order:
                yield Finding("bad_text", f"{form!r} is read back as {back!r}, and was {order!r}")


def refusals_explain(match: Match, rng: Random, memory: Memory, count: int = 30) -> Iterator[Finding]:
    """An order is refused exactly when it is not offered, by a rule of the ledger, in words that betray nothing."""
    for side in sorted(match.waiting):
        orders = set(match.orders(side))
        veiled, beside = hidden(match, side), markers(match, side)
        for order in memory.slips(match, side, rng, count):
            yield from _explained(match, order, orders if order.side == side else None, memory)
            yield from _discreet(match, order, veiled, beside)
        for text in garbled(match, side, rng, count // 3):
            try:
                order = match.order(text, side)
            except UnknownOrder as error:
                if not str(error):
                    yield Finding("unexplained", f"{text!r} is no order, and no reason is given")
                continue
            yield from _explained(match, order, orders if order.side == side else None, memory)
            yield from _discreet(match, order, veiled, beside)


def _explained(match: Match, order: Order, offered: set[Order] | None, memory: Memory) -> Iterator[Finding]:
    if offered is None:
        offered = set(match.orders(order.side)) if order.side in match.sides else set()
    refusal = match.why_not(order)
    if order in offered:
        if refusal is not None:
            yield Finding("unexplained", f"{order} is offered and refused: {match.say(refusal)}")
        return
    if refusal is None:
        yield Finding("unexplained", f"{order!r} is not offered and not refused")
        return
    memory.refused.add(refusal.rule)
    if refusal.rule == NOT_OFFERED:
        at = agenda.question(match.state, match.side_index(order.side))
        yield Finding("unexplained", f"{order!r}: {type(at[0]).__name__ if at else '?'} does not say why it is refused")
    yield from _in_ledger(match, refusal.rule, f"the refusal of {order!r}")
    yield from _refusal_worded(match, refusal, order)


def _discreet(match: Match, order: Order, veiled: list[str], beside: list[str]) -> Iterator[Finding]:
    """A refusal names no unit that is hidden from whoever asks, unless the order named it."""
    refusal = match.why_not(order)
    if refusal is None or not veiled:
        return
    own_words = str(order)
    for name in named_in(veiled, without(match.say(refusal), beside)):
        if not named_in([name], own_words) and name.replace(" ", "") not in own_words:
            yield Finding("leak", f"the refusal of {own_words!r} names the hidden unit {name}: {match.say(refusal)}")


def _refusal_worded(match: Match, refusal: Refusal, order: Order) -> Iterator[Finding]:
    words = match.game.words
    own = words.tables.get("refusals", {})
    template = TABLE.get(refusal.rule) or own.get(f"{refusal.rule}.{refusal.reason}") or own.get(refusal.rule)
    if template is None:
        if refusal.rule not in words.titles:
            yield Finding("todo_prompt", f"the refusal {refusal.rule} of {order!r} has neither sentence nor title")
        return
    for lacking in sorted(_places(template) - refusal.facts.keys()):
        yield Finding("todo_prompt", f"refusals.{refusal.rule!r} lacks the fact {lacking!r} for {order!r}")


# Undo, saves, replays, positions


def undo_restores(match: Match, rng: Random, memory: Memory) -> Iterator[Finding]:
    """Taking an order back leads to the very moment before it, unless something has been learnt since."""
    for side in sorted(match.waiting):
        orders = match.orders(side)
        if not orders:
            continue
        trial = clone(match)
        before = encode(snapshot.dump(trial.state))
        seen = looks(trial)
        order = rng.choice(orders)
        events = trial.play(order)
        top = match.state.agenda[-1]
        opened = isinstance(top, Sealed) and trial.state.agenda[-1:] != [top]
        begun = not isinstance(top, Sealed) and any(isinstance(step, Sealed) for step in trial.state.agenda[-1:])
        revealed = any(event.reveals for event in events) or trial.outcome is not None  # what has ended stays ended
        try:
            trial.undo(side)
        except CannotUndo as error:
            if not (revealed or opened or begun):
                yield Finding("bad_undo", f"{order} cannot be taken back though nothing was revealed: {error}")
            continue
        if revealed:
            yield Finding("bad_undo", f"{order} was taken back though it had revealed something, or ended the match")
        after = encode(snapshot.dump(trial.state))
        if before != after:
            yield Finding("bad_undo", f"{order}, taken back, leaves another state: {contrast(before, after)}")
        elif found := difference(seen, looks(trial)):
            yield Finding("bad_undo", f"{order}, taken back, leaves another view: {found}")


def snapshot_restores(match: Match, rng: Random, memory: Memory) -> Iterator[Finding]:
    """A state written down and read back is the same, and offers the same."""
    data = encode(snapshot.dump(match.state))
    state = snapshot.undump(match.state.world, msgspec.json.decode(data))
    again = encode(snapshot.dump(state))
    if again != data:
        yield Finding("bad_save", f"the snapshot changes when read back: {contrast(data, again)}")
    elif found := difference(looks(match), looks(match.with_state(state))):
        yield Finding("bad_save", f"the snapshot looks otherwise when read back: {found}")


def replay_restores(match: Match, rng: Random, memory: Memory) -> Iterator[Finding]:
    """A match written down, read back and played through again is the same match."""
    data = encode(saves.pack(match))
    again = saves.restore(match.game, msgspec.json.decode(data, type=saves.Save))
    if again.diverged_at is not None:
        say = match.record[again.diverged_at].say
        yield Finding("bad_save", f"the match does not replay: order {again.diverged_at + 1} ({say})")
    before, after = encode(snapshot.dump(match.state)), encode(snapshot.dump(again.state))
    if before != after:
        yield Finding("bad_save", f"the replay ends in another state: {contrast(before, after)}")
    elif found := difference(looks(match, sys.maxsize), looks(again, sys.maxsize)):
        yield Finding("bad_save", f"the replay looks otherwise: {found}")
    elif encode(saves.pack(again)) != data:
        yield Finding("bad_save", f"the replay is saved otherwise: {contrast(data, encode(saves.pack(again)))}")


def position_restores(match: Match, rng: Random, memory: Memory) -> Iterator[Finding]:
    """The short text of a position reads back as the same position."""
    if match.outcome is not None:
        return
    text = match.text()
    try:
        state = position.read(text, lambda key: match.game)
    except ValueError as error:
        yield Finding("bad_text", f"the position cannot be read back: {error}")
        return
    before, after = encode(snapshot.dump(match.state)), encode(snapshot.dump(state))
    if before != after:
        yield Finding("bad_text", f"the position is read back otherwise: {contrast(before, after)}")
    elif position.write(state) != text:
        yield Finding(
            "bad_text", f"the position is written otherwise: {contrast(text.encode(), position.write(state).encode())}"
        )
    elif found := difference(looks(match), looks(match.with_state(state))):
        yield Finding("bad_text", f"the position looks otherwise when read back: {found}")


# Pieces


def pieces_stay(match: Match, rng: Random, memory: Memory) -> Iterator[Finding]:
    """Every unit is in one place or none, its facts are kept, and nobody sees two pieces under one name."""
    game, s = match.game, match.state
    world = s.world
    if len(set(world.units)) != len(world.units):
        yield Finding("lost_piece", "two units of the roster bear the same name")
    yield from _lengths(s)
    shown: set[str] = set()
    for side in match.sides:
        index = match.side_index(side)
        own = agenda.draft(s, index)
        pieces = game.pieces(own, index)
        ids = [str(piece["id"]) for piece in pieces if "id" in piece]
        shown |= set(ids)
        if len(set(ids)) != len(ids):
            twice = next(name for name in ids if ids.count(name) > 1)
            yield Finding("lost_piece", f"{side} sees {twice} twice")
        yield from _where_it_stands(match, own, index, pieces)
    for name, unit in world.unit_index.items():
        place = game.place_of(s, unit)
        if place >= world.board.size:
            yield Finding("lost_piece", f"{name} is at {place}, which is no place")
        elif place >= 0 and name not in shown:
            yield Finding("lost_piece", f"{name} is at {world.board.names[place]} and nobody sees it under its name")


def _lengths(s: State) -> Iterator[Finding]:
    """A list with an entry for each unit keeps one for each."""
    first = _first_lengths(s)
    for name in s.FACTS:
        fact = getattr(s, name)
        if isinstance(fact, list | bytearray | bytes) and first[name] == len(s.world.units) != len(fact):
            yield Finding("lost_piece", f"{name} has {len(fact)} entries for {len(s.world.units)} units")


_LENGTHS: dict[int, tuple[object, dict[str, int]]] = {}


def _first_lengths(s: State) -> dict[str, int]:
    known = _LENGTHS.get(id(s.world))
    if known is None or known[0] is not s.world:
        first = s.world.game.setup(s.world)
        lengths = {
            name: len(getattr(first, name))
            for name in s.FACTS
            if isinstance(getattr(first, name), list | bytearray | bytes)
        }
        known = _LENGTHS[id(s.world)] = (s.world, dict.fromkeys(s.FACTS, -1) | lengths)
    return known[1]


def _where_it_stands(match: Match, own: State, index: Side, pieces: list[Json]) -> Iterator[Finding]:
    """A unit that a side sees on the map is shown where it is, under the name that the side knows."""
    game, names = match.game, own.world.board.names
    at = {str(piece["id"]): piece.get("at") for piece in pieces if "id" in piece}
    called: dict[str, str] = {}
    for name, unit in own.world.unit_index.items():
        place = game.place_of(own, unit)
        alias = game.alias(own, unit, index)
        if place < 0 or alias not in at:
            continue
        if alias in called:
            yield Finding("lost_piece", f"{match.sides[index]} knows both {name} and {called[alias]} as {alias}")
        called[alias] = name
        if at[alias] != names[place]:
            yield Finding(
                "lost_piece", f"{match.sides[index]} sees {alias} at {at[alias]}, and it is at {names[place]}"
            )


# Secrets of the table


def dice_stay_secret(match: Match, rng: Random, memory: Memory) -> Iterator[Finding]:
    """The secret behind the dice reaches no view before the match is over."""
    if match.outcome is not None:
        return
    for side in (*match.sides, None):
        if match.secret.hex().encode() in encode(views.view(match, side)):
            yield Finding("leak", f"the view of {side or 'a spectator'} holds the secret of the dice")


ALWAYS: tuple[Law, ...] = (goes_on, prompts_speak)
"""Laws so cheap that every moment is held to them."""

SAMPLED: dict[str, tuple[Law, ...]] = {
    "legality": (offers_are_sound, offers_travel, refusals_explain, previews_speak, layers_speak),
    "undo": (undo_restores,),
    "save": (snapshot_restores,),
    "text": (position_restores,),
    "pieces": (pieces_stay, dice_stay_secret),
    "memory": (memory_is_fresh, consequences_only_push),
}
"""Laws that a sample of the moments is held to, by the name under which `--checks` knows them."""
