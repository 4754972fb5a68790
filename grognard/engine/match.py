"""A match in play: a rules version, a scenario, a secret and a list of orders. Everything else follows from these."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count

import msgspec

from grognard.engine import agenda, checkpoint, position, proposals, snapshot, soundness, views
from grognard.engine.agenda import Preview, Sealed
from grognard.engine.dice import (
    Dice,
    NoDice,
    RecordedDice,
    SecretDice,
    Throw,
    commitment,
    mixed,
    secret_of,
    thrown,
    unproven,
)
from grognard.engine.events import Deal, Event, Outcome, Roll
from grognard.engine.game import Game
from grognard.engine.history import Mark, Packed, Past
from grognard.engine.kinds import Data, Json, Options, Side
from grognard.engine.legal import Orders
from grognard.engine.log import Log
from grognard.engine.orders import Illegal, Order, Refusal, UnknownOrder, from_json, from_text, spelt
from grognard.engine.proposals import Entry, Proposal
from grognard.engine.state import State
from grognard.engine.trial import Trial


class Decision(msgspec.Struct, frozen=True):
    """Who decides, about what, under which rule."""

    side: str
    step: str
    text: str
    rule: str
    warnings: Mapping[str, list[str]] = {}
    """What a player should hear before an order, by its verb or its whole text."""
    buttons: Mapping[str, str] = {}
    """By verb, or by the whole order: what an order that names neither piece nor place means here, such as `End
    movement` for `pass` or `Declare war on Spain` for `war Spain`."""

    @property
    def before_ending(self) -> tuple[str, ...]:
        """The warnings that belong to the buttons that end the question: those that are a verb and nothing else."""
        verbs = [verb for verb in self.buttons if " " not in verb]
        return tuple(warning for verb in verbs for warning in self.warnings.get(verb, ()))


class CannotUndo(ValueError):
    """Taking back needs the other side's consent, or there is nothing to take back."""

    def __init__(self, refusal: Refusal, sentence: str) -> None:
        super().__init__(sentence)
        self.refusal = refusal


class Match:
    """A match in play. `grognard.new` makes one, `grognard.load` reads one back."""

    def __init__(
        self,
        game: Game,
        scenario: str,
        options: Options | None = None,
        *,
        secret: bytes | None = None,
        contributions: Mapping[str, str] | None = None,
        dice: Dice | None = None,
        state: State | None = None,
    ) -> None:
        self.game = game
        self.scenario = scenario
        self.options = game.settled(scenario, options or {})
        self.secret = secret if secret is not None else secret_of(None)
        self.contributions = dict(contributions or {})
        """What each side has put into the dice, once it knew the commitment."""
        self.dice: Dice = dice or SecretDice(self.mixed_secret)
        self.record: list[Entry] = []
        self.throws: Packed[Throw] = Packed(Throw)
        self.history: Packed[Event] = Packed(Event)
        self.proposal: Proposal | None = None
        self._proposed: set[Proposal] = set()
        """What has been proposed at the present moment; nothing is proposed twice."""
        self.standing: dict[str, dict[str, str]] = {side: {} for side in game.sides}
        self.handover: tuple[int, int, State] | None = None
        """The moment of the last handover: how many entries and calls for dice lay before it, and its state."""
        self.diverged_at: int | None = None
        """The first entry of a loaded record that no longer replays; play went on from the last handover."""
        self._thrown = 0
        self._entry = -1
        self._public = 0
        self._past = Past(len(game.sides))
        """The moments before each entry."""
        self._orders: dict[int, Orders] = {}
        self._logs: dict[tuple[str | None, str], Log] = {}
        """What has been put into words, by side and language."""
        self.steady = (0, 0, 0)
        """How much of record, throws and history has stood unchanged since whoever writes them down last said so."""
        self.start = position.write(state) if state is not None else None
        """The text of the position that the match began from, when it was not the scenario's own."""
        if state is not None and state.examined is None:
            state.examined = game.standing(state)  # a position is taken as it stands: only changes have consequences
        self.state = state if state is not None else game.setup(game.world(scenario, self.options))
        agenda.advance(self.state, self._throw)
        self._collect()
        self._hand_over()

    # Asking

    @property
    def sides(self) -> tuple[str, ...]:
        return self.game.sides

    @property
    def waiting(self) -> frozenset[str]:
        """The sides that must decide."""
        if self.state.outcome is not None:
            return frozenset()
        return frozenset(self.sides[index] for index in agenda.waiting(self.state))

    @property
    def outcome(self) -> Outcome | None:
        return self.state.outcome

    @property
    def commitment(self) -> str:
        """The hash of the secret behind the dice, fixed before play."""
        return commitment(self.secret)

    @property
    def mixed_secret(self) -> bytes:
        """What the dice come from: the secret, and what the sides have put in."""
        return mixed(self.secret, self.contributions)

    def side_index(self, side: str) -> Side:
        """The number of a side."""
        if side not in self.sides:
            raise Illegal(*self._refused(Refusal("table.unknown-side", {"side": side, "sides": ", ".join(self.sides)})))
        return Side(self.sides.index(side))

    def number(self, side: str | None = None) -> str:
        """The number of the moment as a side knows it: an order meant for another moment is stale."""
        if side is None:
            return str(self._public)
        sheet = self.state.sheets[self.side_index(side)]
        return f"{self._public}.{len(sheet)}" if sheet else str(self._public)

    def decision(self, side: str | None = None) -> Decision | None:
        """Who decides, about what, under which rule; None for a side that is not waited for."""
        if self.outcome is not None:
            return None
        side = side or self._only_side()
        asked = side and views.prompt(self, side)
        if not asked:
            return None
        return Decision(asked["side"], asked["step"], asked["text"], asked["rule"], asked["warnings"], asked["buttons"])

    def orders(self, side: str | None = None) -> Orders:
        """Every legal order, for the side to decide."""
        index = self.side_index(side or self._only_side() or self.sides[0])
        if index not in self._orders:
            self._orders[index] = Orders(self, index)
        return self._orders[index]

    def order(self, said: str | Data | Order, side: str | None = None) -> Order:
        """An order from its JSON or text form; the side is left out when only one is waiting."""
        if isinstance(said, Order):
            return said
        if not isinstance(said, str | Mapping):
            raise UnknownOrder(f"an order is text, JSON or an Order, not {said!r}")
        if isinstance(said, Mapping) or said.lstrip().startswith("{"):
            return spelt(from_json(said, self.game.orders), self.state.world.lexicon)
        side = side or self._only_side()
        if side is None:
            raise UnknownOrder("both sides are deciding: say whose order it is")
        return from_text(said, side, self.game.orders, self.state.world.lexicon)

    def why_not(self, said: str | Data | Order, side: str | None = None) -> Refusal | None:
        """None exactly when the order is offered; otherwise the rule that forbids it."""
        order = self.order(said, side)
        if order.side not in self.sides:
            return Refusal("table.unknown-side", {"side": order.side, "sides": ", ".join(self.sides)})
        if self.outcome is not None:
            return Refusal("table.over")
        return agenda.why_not(self.state, self.side_index(order.side), order, self.orders(order.side))

    def say(self, refusal: Refusal, language: str = "en") -> str:
        """A refusal as a sentence."""
        return self.game.words_in(language).refuse(refusal)

    def preview(self, said: str | Data | Order, side: str | None = None) -> Preview:
        """What an order would do, as far as its side can know, without playing it."""
        order = self.order(said, side)
        refusal = self.why_not(order)
        if refusal:
            raise Illegal(*self._refused(refusal))
        step, own = agenda.question(self.state, self.side_index(order.side)) or (None, None)
        assert step is not None
        return step.preview(own, order)

    def view(self, side: str | None = None, *, language: str = "en", since: int = 0) -> Json:
        """What a side may know (None: a spectator), ready for JSON; the caller may change it freely.

        In a long match `since` leaves out as many lines of the log as the caller has already.
        """
        if not isinstance(language, str) or type(since) is not int or since < 0:
            raise TypeError(
                f"language is a code such as 'de' and since a number of lines, not {language!r} and {since!r}"
            )
        private: Json = msgspec.to_builtins(views.view(self, side, language, since))
        return private

    def log(self, side: str | None = None, language: str = "en") -> Log:
        """The log so far, as a side reads it."""
        if side is not None:
            self.side_index(side)
        found = self._logs.get((side, language))
        if found is None:
            found = self._logs[side, language] = Log(side, language)
        found.catch_up(self)
        return found

    def unread(self, side: str | None, language: str = "en") -> int:
        """How many events have still to be put into words before the log can be read."""
        found = self._logs.get((side, language))
        return len(self.history) - (found.events if found is not None else 0)

    def text(self) -> str:
        """The position in its short text form, which `grognard.position` reads back."""
        return position.write(self.state)

    def json(self) -> str:
        """The position in its JSON form, which `grognard.position` reads back as well."""
        return msgspec.json.encode(snapshot.pack(self.state)).decode()

    # Playing

    def play(self, said: str | Data | Order, side: str | None = None, *, number: str | None = None) -> list[Event]:
        """Carry out a legal order and whatever follows; returns the events. Raises Illegal and changes nothing else."""
        order = self.order(said, side)
        if number is not None and number != self.number(order.side):
            stale = Refusal("table.stale", {"now": self.number(order.side), "meant": number})
            raise Illegal(*self._refused(stale))
        refusal = self.why_not(order)
        if refusal:
            raise Illegal(*self._refused(refusal))
        first = len(self.history)
        self._take(order)
        self._answer_standing()
        return self.history[first:]

    def undo(self, side: str | None = None) -> None:
        """Take back a side's last order, if nothing has been rolled or revealed since; raises CannotUndo."""
        refusal = self.why_not_undo(side)
        if refusal:
            raise CannotUndo(*self._refused(refusal))
        if self._is_sealed:
            self._undo_on_sheet(self._sheet_to_undo(side))
        else:
            self._go_back(len(self.record) - 1)

    def why_not_undo(self, side: str | None = None) -> Refusal | None:
        """None exactly when a side's last order can be taken back without asking anyone.

        What has ended stays ended: its secret is open to all, and whoever went back would know the dice to come.
        """
        if side is not None:
            self.side_index(side)
        if self.outcome is not None:
            return Refusal("table.over")
        if self._is_sealed:
            owner = self._sheet_to_undo(side)
            written = owner is not None and self.state.sheets[self.side_index(owner)]
            return None if written else Refusal("undo.sheet")
        if not self.record or self.record[-1].table:
            return Refusal("undo.nothing")
        last, before = self.record[-1], len(self.record) - 1
        if side is not None and side != last.side:
            return Refusal("undo.other", {"last": last.side, "side": side})
        if not self._past.knows(before):
            return Refusal("undo.past")
        if isinstance(self.state_before(before).agenda[-1], Sealed):
            return Refusal("undo.opened")
        revealing = next((event for event in self.history.since(self._past[before].events) if event.reveals), None)
        if revealing is not None:
            what = "undo.rolled" if revealing.what == "roll" else "undo.revealed"
            return Refusal(what, {"rule": revealing.rule or revealing.what})
        return None

    def resign(self, side: str) -> None:
        """Give the match up. With two sides the other one wins."""
        self.side_index(side)
        self._still_on()
        self._at_table(Entry(side, table=Proposal(side, "resign")))

    def propose(self, proposal: Proposal) -> None:
        """Ask the other side to agree to a takeback, a draw, or an umpire's correction."""
        if not isinstance(proposal, Proposal):
            raise TypeError(f"propose takes a Proposal, such as Proposal('axis', 'draw'), not {proposal!r}")
        self._still_on()
        self.check_proposal(proposal)
        if self.proposal is not None and self.proposal.side != proposal.side:
            raise Illegal(*self._refused(Refusal("table.answer-first", {"side": self.proposal.side})))
        proposal = msgspec.structs.replace(proposal, at=self._public)
        self._proposed = {made for made in self._proposed if made.at == self._public}
        if proposal in self._proposed:
            raise Illegal(*self._refused(Refusal("table.proposed")))
        self._proposed.add(proposal)
        self.proposal = proposal

    def check_proposal(self, proposal: Proposal) -> None:
        """Raises ValueError for a proposal that nobody can make."""
        self.side_index(proposal.side)
        if proposal.what not in ("takeback", "draw", "correct"):
            raise ValueError(f"no such proposal: {proposal.what!r}; propose a takeback, a draw or a correct")
        if proposal.what == "correct":
            proposals.check_correction(self.state, proposal)

    def answer(self, side: str, agreed: bool, name: str | None = None) -> None:
        """Agree to the open proposal, or decline it. With a name, only if that one is still open."""
        proposal = self.proposal
        if proposal is None or proposal.side == side:
            raise ValueError("there is no proposal for this side to answer")
        self.side_index(side)
        self._still_on()
        if name is not None and name != proposal.name:
            raise Illegal(*self._refused(Refusal("table.other-proposal")))
        self.proposal = None
        if not agreed:
            return
        if proposal.what == "takeback":
            own = [index for index, entry in enumerate(self.record) if entry.side == proposal.side and entry.say]
            if not own:
                raise CannotUndo(*self._refused(Refusal("undo.nothing")))
            if self.state.sheets[self.side_index(proposal.side)]:
                self._undo_on_sheet(proposal.side)
            else:
                self._go_back(own[-1])
        self._at_table(Entry(proposal.side, table=proposal))

    def stand(self, side: str, step: str, said: str | None) -> None:
        """Leave a standing answer to a step, to be given whenever it is on offer there; None takes it back."""
        self.side_index(side)
        if step not in {kind.__name__ for kind in self.game.steps if issubclass(kind, agenda.Ask)}:
            raise ValueError(f"{self.game.title} asks nothing called {step!r}")
        if said is None:
            self.standing[side].pop(step, None)
        else:
            self.standing[side][step] = str(self.order(said, side))

    # Keeping

    @property
    def revealed_secret(self) -> str | None:
        """The secret behind the dice, once the match is over."""
        return self.secret.hex() if self.outcome is not None else None

    def unproven(self) -> list[int]:
        """The numbers of throws that did not come from the committed secret; none in an honest match."""
        return unproven(self.mixed_secret, self.throws)

    def save(self, path: str, side: str | None = None) -> None:
        """Write the match to a file; with a side, only what that side may know."""
        from grognard.engine import saves

        saves.write(self, path, side)

    def copy(self) -> Match:
        """The same match again, to try things out on: same secret, independent from here on."""
        from grognard.engine import saves

        return saves.restore(self.game, saves.pack(self))

    def trial(self) -> Trial:
        """The same moment and the same dice, to be played on by the lean door: quicker than in a match, and without
        undo, log and standing answers. Nothing of it comes back to this match."""
        recorded = self.dice if isinstance(self.dice, RecordedDice) else None
        dice = recorded.then if recorded else self.dice
        numbers = count(recorded.fresh if recorded else self._thrown)
        return Trial(self.state.copy(), lambda call: dice.throw(call, next(numbers)))

    def with_state(self, state: State) -> Match:
        """The same match, its past and its dice, at another moment: what leak tests and computer players look at."""
        new = object.__new__(type(self))
        new.__dict__ |= {name: value[:] if type(value) is list else value for name, value in vars(self).items()}
        new.throws, new.history, new._past = self.throws.copy(), self.history.copy(), self._past.copy()
        new._logs = {chair: log.copy() for chair, log in self._logs.items()}
        new.standing = {side: dict(answers) for side, answers in self.standing.items()}
        if self.handover is not None and self.handover[2] is self.state:
            new.handover = (*self.handover[:2], state)
        new.state = state
        new._orders = {}
        return new

    def __str__(self) -> str:
        from grognard import drawing

        return drawing.text(self)

    def _repr_svg_(self) -> str:
        from grognard import drawing

        return drawing.svg(self)

    def __repr__(self) -> str:
        return f"<Match {self.game.key} {self.scenario}: {self.game.when(self.state)}, {len(self.record)} orders>"

    # Inside

    def _take(self, order: Order) -> None:
        self._remember()
        self._entry = len(self.record)
        before = agenda.waiting(self.state)
        sealed = isinstance(self.state.agenda[-1], Sealed)
        try:
            agenda.take(self.state, self.sides.index(order.side), order, self._throw)
        except BaseException as error:
            self._forget()
            if self.start is not None or self.diverged_at is not None:
                soundness.astray(order, error)
            raise
        self.record.append(Entry(order.side, str(order)))
        still_sealed = sealed and isinstance(self.state.agenda[-1] if self.state.agenda else None, Sealed)
        if not (still_sealed and any(self.state.sheets)):
            self._public += 1
            self._lay_aside()
        self._collect()
        if agenda.waiting(self.state) != before:
            self._hand_over()

    def _lay_aside(self) -> None:
        """Drop what no longer applies: a takeback was about an earlier order, and after the end nothing is proposed."""
        if self.proposal is not None and (self.proposal.what == "takeback" or self.outcome is not None):
            self.proposal = None

    def _forget(self) -> None:
        """Something broke in mid-order: go back to where the order began."""
        before = len(self._past) - 1
        self.state = self._past.states[before]
        self._cut(before)
        self._orders = {}

    def _cut(self, index: int) -> None:
        """Take away an entry and all after it, with their events, throws and moments."""
        mark = self._past[index]
        del self.record[index:]
        self.history.cut(mark.events)
        self.throws.cut(mark.throws)
        self._past.cut(index)
        self._unsteady(index, mark)

    def _unsteady(self, index: int, mark: Mark) -> None:
        record, throws, events = self.steady
        self.steady = min(record, index), min(throws, mark.throws), min(events, mark.events)
        for log in self._logs.values():
            log.cut(index, mark.events)

    def wrote(self) -> None:
        """Whoever keeps the match has written everything down."""
        self.steady = len(self.record), len(self.throws), len(self.history)

    def _collect(self) -> None:
        self.history.extend(self.state.news)
        self.state.news.clear()
        self._orders = {}

    def _hand_over(self) -> None:
        self.handover = (len(self.record), self._thrown, self.state)

    def _remember(self) -> None:
        """Keep the present moment, for undo and as the moment of the last handover if it is that."""
        now = self.state.copy()
        when = self.game.when(now)
        self._past.remember(Mark(len(self.history), len(self.throws), self._on_sheets(), when), now)
        if self.handover is not None and self.handover[2] is self.state:
            self.handover = (*self.handover[:2], now)

    def _throw(self, call: Roll | Deal) -> tuple[int, ...]:
        if isinstance(self.dice, RecordedDice):
            throw = self.dice.recall(call, self._entry)
        else:
            throw = thrown(call, self.dice.throw(call, self._thrown), self._thrown, self._entry)
        self.throws.append(throw)
        self._thrown = max(self._thrown, throw.number + 1)
        return throw.faces

    def _on_sheets(self) -> tuple[int, ...]:
        """How many lines each side can read on its own open sheet."""
        if not self.state.agenda or not isinstance(self.state.agenda[-1], Sealed):
            return (0,) * len(self.sides)
        drafts = [agenda.draft(self.state, side) for side in range(len(self.sides))]
        return tuple(
            0 if own is self.state else sum(event.is_seen_by(side) for event in own.news)
            for side, own in zip(self.sides, drafts, strict=True)
        )

    def state_before(self, index: int) -> State:
        """The moment before an entry: one that is kept, or else the record played again from the nearest that is."""
        kept = self._past.nearest(index)
        at_hand = self._past.states.get(kept)
        if kept == index and at_hand is not None:
            return at_hand
        state = at_hand.copy() if at_hand is not None else checkpoint.opened(self.state.world, self._past.stored[kept])
        dice = RecordedDice(self.throws[self._past[kept].throws : self._past[index].throws], NoDice(), 0)
        for number in range(kept, index):
            entry = self.record[number]
            if entry.table is not None:
                proposals.carry_out(state, entry.table)
            else:
                order = self.order(entry.say, entry.side)
                agenda.take(
                    state,
                    self.sides.index(entry.side),
                    order,
                    lambda call, number=number: dice.recall(call, number).faces,  # type: ignore[misc]
                )
            state.news.clear()
        if index == len(self.record) - 1:
            self._past.states[index] = state
        return state

    def _go_back(self, index: int) -> None:
        """Go back to the moment before an entry. Dice are never given back: every call stays counted."""
        if not self._past.knows(index):
            raise CannotUndo(*self._refused(Refusal("undo.past")))
        self.state = self.state_before(index)
        self._cut(index)
        self._public += 1
        self._lay_aside()
        self._collect()
        self._hand_over()

    @property
    def _is_sealed(self) -> bool:
        return self.outcome is None and isinstance(self.state.agenda[-1] if self.state.agenda else None, Sealed)

    def _sheet_to_undo(self, side: str | None) -> str | None:
        """Whose sheet is meant when the caller does not say."""
        return side or self._only_side() or (self.record[-1].side if self.record else None)

    def _undo_on_sheet(self, side: str | None) -> None:
        assert side is not None
        agenda.retract(self.state, self.side_index(side))
        index = max(number for number, entry in enumerate(self.record) if entry.side == side and entry.say)
        self._unsteady(index, self._past[index])
        del self.record[index]
        self._past.remove(index, self.side_index(side))
        self._orders = {}
        self._hand_over()

    def _at_table(self, entry: Entry) -> None:
        self._remember()
        self.record.append(entry)
        assert entry.table is not None
        proposals.carry_out(self.state, entry.table)
        self._public += 1
        self._lay_aside()
        self._collect()
        self._hand_over()

    def _answer_standing(self) -> None:
        """Give the standing answers that sides have left, before anyone is asked."""
        if not any(self.standing.values()):
            return
        for _ in range(self.game.longest):
            for side in sorted(self.waiting):
                at = agenda.question(self.state, self.side_index(side))
                said = at and self.standing[side].get(type(at[0]).__name__)
                order = self._understood(said, side) if said else None
                if order is not None and order in self.orders(side):
                    self._take(order)
                    break
            else:
                return

    def _understood(self, said: str, side: str) -> Order | None:
        try:
            return self.order(said, side)
        except UnknownOrder:
            return None

    def _still_on(self) -> None:
        if self.outcome is not None:
            raise Illegal(*self._refused(Refusal("table.over")))

    def _only_side(self) -> str | None:
        waiting = self.waiting
        return next(iter(waiting)) if len(waiting) == 1 else None

    def _refused(self, refusal: Refusal) -> tuple[Refusal, str]:
        return refusal, self.say(refusal)
