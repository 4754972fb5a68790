"""A stored match from its start, order by order, as everyone or one side saw it, and as an after-action report.

Whoever holds the file may see everything. Given a side, only what that side may know is shown: not the words of the
other side's orders, and not how many it wrote on a sealed sheet.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

import msgspec

from grognard import drawing, lab
from grognard.engine import agenda, files, saves, views
from grognard.engine.board import Board
from grognard.engine.events import Event, Outcome
from grognard.engine.game import Game
from grognard.engine.kinds import Json
from grognard.engine.match import Match
from grognard.engine.orders import Pass, verb
from grognard.engine.proposals import Entry
from grognard.engine.saves import Save, SaveError
from grognard.engine.words import Words

PASS = verb(Pass)


# Files


def read(path: str) -> Save:
    """What a file holds, not yet replayed. Whatever is wrong with it, the error names the file and the remedy."""
    try:
        data = files.read_bytes(path)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise SaveError(f"{path!r} cannot be read: {why}; name the file of a saved match") from None
    try:
        said = msgspec.json.decode(data, type=Json)
        if "only" in said:
            raise SaveError(f"{path}: this is one side's own file; ask for the file of the whole match")
        if said.get("format") != saves.FORMAT:
            raise SaveError(
                f"{path}: format {said.get('format')!r} is unknown here ({saves.FORMAT} is); update grognard"
            )
        return msgspec.convert(said, Save)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise SaveError(f"{path}: not a saved match: {error}; restore the file from a copy") from None


def opened(path: str, find: Callable[[str], Game] = lab.find) -> tuple[Save, Match]:
    """A file and its match before the first order."""
    save = read(path)
    try:
        game = find(save.game)
    except LookupError as error:
        raise SaveError(f"{path}: {error}; install the game and try again") from None
    try:
        return save, saves.begin(game, save, path)
    except SaveError:
        raise
    except Exception as error:  # a file that was written by hand can break a set-up in any way
        raise SaveError(f"{path}: the match cannot begin: {error}; restore the file from a copy") from None


# What a side reads


class Chronicle:
    """Tells one side (None: someone who sees everything) what has happened, each thing once.

    What a side writes on a sealed sheet it reads at once, and not again when the sheet is opened.
    """

    def __init__(self, side: str | None, language: str = "en") -> None:
        self.side = side
        self.language = language
        self._heard = 0
        self._noted: Counter[str] = Counter()

    def news(self, match: Match) -> list[Json]:
        """The new lines of the log since the last call."""
        first, self._heard = min(self._heard, len(match.history)), len(match.history)
        lines = []
        for line in self._lines(match, match.history[first:]):
            if self._noted[line["text"]]:
                self._noted[line["text"]] -= 1
            else:
                lines.append(line)
        return lines + self._sheet(match)

    def _sheet(self, match: Match) -> list[Json]:
        own = match.state if self.side is None else agenda.draft(match.state, match.side_index(self.side))
        written = [] if own is match.state else self._lines(match, own.news)
        fresh, noted = [], Counter(self._noted)
        for line in written:
            if noted[line["text"]]:
                noted[line["text"]] -= 1
            else:
                fresh.append(line)
        self._noted = Counter(line["text"] for line in written)
        return fresh

    def _lines(self, match: Match, events: list[Event]) -> list[Json]:
        seen = [(event, self._facts(event)) for event in events]
        return [views.line(match, event, facts, self.language) for event, facts in seen if facts is not None]

    def _facts(self, event: Event) -> Json | None:
        if self.side is not None:
            return event.seen_by(self.side)
        facts = dict(event.facts)
        for own in event.secret.values():
            facts |= own
        return facts


def line_text(line: Json) -> str:
    """A line of the log with its rule."""
    return f"{line['text']} [{line['rule']}]" if line["rule"] else str(line["text"])


def ended(outcome: Outcome | None) -> str:
    """How a match ended, in a sentence."""
    if outcome is None:
        return "The match is not over."
    who = f"{outcome.winner} has won" if outcome.winner else "nobody has won"
    facts = "".join(f"; {name}: {_plain(value)}" for name, value in outcome.facts.items())
    return f"It is over: {who} ({outcome.cause}{facts})."


def _plain(value: object) -> str:
    return ", ".join(f"{name} {each}" for name, each in value.items()) if isinstance(value, dict) else str(value)


# Stages


class Stage(msgspec.Struct):
    """An order and what came of it, with the passes before it that led to nothing."""

    first: int
    last: int
    """The orders that it covers, counted from 1; the beginning is 0."""
    said: str
    at: str
    """When it was said."""
    when: str
    """Where the clock stood afterwards."""
    news: list[str]
    pieces: list[Json]
    passes: int = 0
    """How many passes are folded into it."""

    @property
    def label(self) -> str:
        return str(self.last) if self.first == self.last else f"{self.first}-{self.last}"

    @property
    def heading(self) -> str:
        """What was said, and that others passed before."""
        after = f" (after {self.passes} pass{'es' if self.passes > 1 else ''})" if self.passes else ""
        return self.said + after


class Replay(msgspec.Struct):
    """A whole match, stage by stage."""

    title: str
    sides: tuple[str, ...]
    side: str | None
    board: Board
    commitment: str
    stages: list[Stage]
    outcome: Outcome | None = None
    broken: str = ""
    """Why the rest of the record is not shown, if it is not."""
    words: Words = Words({}, {})
    """The language of its text."""

    @property
    def length(self) -> int:
        return self.stages[-1].last

    def find(self, number: int) -> int:
        """The index of the stage in which an order was given, or of the nearest one."""
        return next((index for index, stage in enumerate(self.stages) if stage.last >= number), len(self.stages) - 1)

    def picture(self, stage: Stage) -> str:
        """The map after a stage, in letters."""
        return drawing.text_map(self.board, stage.pieces, sides=self.sides, tell=self.words.tell)


def replay(path: str, side: str | None = None, find: Callable[[str], Game] = lab.find, language: str = "en") -> Replay:
    """Play a stored match through again, as far as it goes, and remember every stage."""
    save, match = opened(path, find)
    if side is not None and side not in match.sides:
        raise SaveError(f"{path}: there is no side called {side}; the sides are {', '.join(match.sides)}")
    chair, words = _Chair(match, side, language), match.game.words_in(language)
    broken = ""
    for number, entry in enumerate(save.record, 1):
        try:
            saves.replay(match, entry)
        except Exception as error:  # rules that changed, or a record that was written by hand
            own = side in (None, entry.side)
            which = f"order {number} ({_said(entry)})" if own else f"an order of {entry.side}"
            why = f" ({error})" if own else ""
            broken = f"{path}: {which} does not fit the present rules{why}; what came after it cannot be shown."
            break
        chair.look(entry)
    chair.finish()
    known = match.game.scenarios().get(match.scenario)
    title = f"{match.game.title}, {words.title(known.title) if known else match.scenario}"
    board = match.state.world.board
    return Replay(title, match.sides, side, board, match.commitment, chair.stages, match.outcome, broken, words)


class _Chair:
    """Watches a match from one side and cuts it into stages."""

    def __init__(self, match: Match, side: str | None, language: str) -> None:
        self.match = match
        self.side = side
        self.tell = match.game.words_in(language).tell
        self.chronicle = Chronicle(side, language)
        self.orders = 0
        self.passes = 0
        self.when = self.tell(match.game.when(match.state))
        news = [line_text(line) for line in self.chronicle.news(match)]
        self.stages = [Stage(0, 0, self.tell("The match begins."), self.when, self.when, news, self._pieces())]

    def look(self, entry: Entry) -> None:
        """An entry has been replayed."""
        news = [line_text(line) for line in self.chronicle.news(self.match)]
        before, self.when = self.when, self.tell(self.match.game.when(self.match.state))
        mine = self.side in (None, entry.side)
        if not mine and not news:
            return
        self.orders += 1
        if entry.say == PASS and not news:
            self.passes += 1
            return
        side = self.tell(entry.side)
        self._add(f"{side}: {_said(entry, self.tell)}" if mine or entry.table else side, before, news, self.passes)

    def finish(self) -> None:
        """The passes at the end of the record get a stage as well."""
        if self.passes:
            said = f"{self.passes} passes" if self.passes > 1 else "a pass"
            self._add(self.tell(said), self.stages[-1].when, [], 0)

    def _add(self, said: str, before: str, news: list[str], passes: int) -> None:
        first = self.stages[-1].last + 1
        self.stages.append(Stage(first, self.orders, said, before, self.when, news, self._pieces(), passes))
        self.passes = 0

    def _pieces(self) -> list[Json]:
        match = self.match
        if self.side is None:
            return drawing.everything(match)
        index = match.side_index(self.side)
        return match.game.pieces(agenda.draft(match.state, index), index)


def _said(entry: Entry, tell: Callable[[str], str] = str) -> str:
    """An order as it was typed, which is the same in every language, or what was done at the table."""
    return entry.say or tell(f"({entry.table.what})" if entry.table else "(nothing)")


# The report


def report(replay: Replay, markdown: bool = False) -> str:
    """The whole match at once, as text or as Markdown."""
    return "\n".join(_markdown(replay) if markdown else _text(replay)) + "\n"


def _head(replay: Replay) -> list[str]:
    lines = [f"{replay.length} orders. {ended(replay.outcome)}"]
    if replay.side is not None:
        lines.append(f"Told as {replay.side} knows it.")
    lines.append(f"The dice were committed to before play as {replay.commitment}.")
    return [replay.words.tell(line) for line in lines]


def _phases(replay: Replay) -> Iterator[tuple[str, list[Stage]]]:
    """The stages by the moment in which they were played."""
    together: list[Stage] = []
    for stage in replay.stages:
        if together and stage.at != together[0].at:
            yield together[0].at, together
            together = []
        together.append(stage)
    yield together[0].at, together


def _text(replay: Replay) -> Iterator[str]:
    yield replay.title
    yield from _head(replay)
    for when, stages in _phases(replay):
        yield f"\n{when}"
        for stage in stages:
            yield f"{stage.label:>7}  {replay.words.tell(stage.heading)}"
            yield from (f"           - {line}" for line in stage.news)
    if replay.broken:
        yield f"\n{replay.broken}"
    yield f"\n{replay.stages[-1].when}\n"
    yield replay.picture(replay.stages[-1])


def _markdown(replay: Replay) -> Iterator[str]:
    yield f"# {replay.title}"
    for line in _head(replay):
        yield f"\n{line}"
    for when, stages in _phases(replay):
        yield f"\n## {when[:1].upper()}{when[1:]}\n"
        for stage in stages:
            yield f"- {stage.label}: **{_escaped(replay.words.tell(stage.heading))}**"
            yield from (f"  - {_escaped(line)}" for line in stage.news)
    if replay.broken:
        yield f"\n{_escaped(replay.broken)}"
    yield f"\n## {replay.words.tell('At the end')}\n\n```\n{replay.picture(replay.stages[-1])}\n```"


def _escaped(text: str) -> str:
    return "".join(f"\\{letter}" if letter in "\\`*_[]<>#|" else letter for letter in text)
