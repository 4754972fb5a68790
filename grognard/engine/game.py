"""What a game must say about itself so that matches, views, tests and clients need to know nothing else."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator, Mapping
from functools import cache
from typing import Any, ClassVar, TypeVar

import msgspec

from grognard.engine.agenda import Step
from grognard.engine.board import NAMED_FROM, Board
from grognard.engine.corrections import Sheet
from grognard.engine.looks import Layer, Lesson, Looks, Option, Term
from grognard.engine.orders import Order, plain
from grognard.engine.state import MISSING, State
from grognard.engine.words import Words

T = TypeVar("T")

KEPT = 50_000
"""How many pieces of work a world remembers before it starts afresh."""

Chooser = Callable[[int], int]
"""A source of chance for redrawing: given n, a number below n."""


class Rule(msgspec.Struct, frozen=True):
    """A row of the ledger: one rule in our own words, and how to check it."""

    id: str
    title: str
    kind: str
    phase: str
    rule: str
    check: str
    needs: tuple[str, ...] = ()
    ruling: str = ""
    met: str = ""
    """How a rule of kind `enforce` shows itself when not as a refusal: view, sequence or result."""
    waits: str = ""
    """What has to come before a test can show the rule."""


class Scenario(msgspec.Struct, frozen=True):
    """What a player chooses from."""

    key: str
    title: str
    about: str = ""
    aims: Mapping[str, str] = {}
    """What each side is after, in a sentence."""


class Translations(Mapping[str, Words]):
    """A game's words in other languages than English, each read when it is first asked for and then kept."""

    def __init__(self, readers: Mapping[str, Callable[[], Words]]) -> None:
        self._readers = dict(readers)
        self._read: dict[str, Words] = {}

    def __getitem__(self, language: str) -> Words:
        if language not in self._read:
            self._read[language] = self._readers[language]()
        return self._read[language]

    def __contains__(self, language: object) -> bool:
        return language in self._readers

    def __iter__(self) -> Iterator[str]:
        return iter(self._readers)

    def __len__(self) -> int:
        return len(self._readers)


class World:
    """The immutable surroundings of a match: sides, board, names of the units. A game adds its own tables."""

    def __init__(
        self, game: Game, scenario: str, options: Mapping[str, Any], board: Board, units: tuple[str, ...]
    ) -> None:
        self.game = game
        self.scenario = scenario
        self.options = dict(options)
        self.sides = game.sides
        self.board = board
        self.units = units
        self.unit_index = {name: unit for unit, name in enumerate(units)}
        self.place_index = {name: place for place, name in enumerate(board.names) if name}
        self.lexicon = dict(_bearings(board))
        self.lexicon |= {plain(name): name for name in (*game.vocabulary, *board.names, *units) if name}
        self._memo: dict[Hashable, Any] = {}
        self.lexicon |= {plain(label): board.names[place] for place, label in enumerate(board.labels) if label}

    def recall(self, key: Hashable, work: Callable[[], T]) -> T:
        """Do some work once for all matches; everything that it rests on must stand in the key."""
        memo = self._memo
        found: T = memo.get(key, MISSING)
        if found is MISSING:
            if len(memo) >= KEPT:
                self._memo = memo = {}  # not cleared: another thread may be about to read from it
            found = memo[key] = work()
        return found


@cache
def _bearings(board: Board) -> dict[str, str]:
    """Other ways to say which hex: one that bears the name of the nearest town may be told from another as well."""
    found = {}
    for place in board.places:
        for bearing in board.grid.directions:
            for steps in range(1, NAMED_FROM + 1):
                name = f"{place} {bearing}{steps}"
                hex = board.find(name)
                if hex is not None:
                    found[plain(name)] = board.names[hex]
    return found


class Game(ABC):
    """A game declares itself; generic tests then hold it to that."""

    key: ClassVar[str]
    title: ClassVar[str]
    version: ClassVar[str]
    """Changes when stored matches may no longer replay."""
    sides: ClassVar[tuple[str, ...]]
    hides: ClassVar[bool]
    """Whether sides have secrets from each other."""
    rolls: ClassVar[bool]
    """Whether dice are thrown."""
    seals: ClassVar[bool]
    """Whether sides ever decide at once."""
    longest: ClassVar[int]
    """No match has more orders than this."""
    vocabulary: ClassVar[tuple[str, ...]] = ()
    """Words besides pieces and places that orders use (areas, roles)."""
    state: ClassVar[type[State]]
    orders: ClassVar[tuple[type[Order], ...]]
    steps: ClassVar[tuple[type[Step[Any]], ...]]
    words: Words
    translations: Mapping[str, Words] = {}
    """Its words in other languages than English, by code (`de`)."""
    rules: dict[str, Rule]

    def words_in(self, language: str) -> Words:
        """Its words in a language; English where it does not speak it."""
        return self.translations.get(language, self.words)

    def rules_in(self, language: str) -> dict[str, Rule]:
        """Its rules with title, rule and ruling in a language; English where it does not speak it."""
        return self.rules

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages that it speaks, English first."""
        return ("en", *self.translations)

    @abstractmethod
    def scenarios(self) -> dict[str, Scenario]:
        """What can be played."""

    def options(self, scenario: str) -> tuple[Option, ...]:
        """What can be settled before a match of a scenario begins; `world` takes what was chosen."""
        return ()

    def sheets(self) -> Mapping[str, Sheet]:
        """The data that an owner of the boxed game may correct, by name."""
        return {}

    def settled(self, scenario: str, options: Mapping[str, Any]) -> dict[str, Any]:
        """Options as a match keeps them: whatever was read from a file is in them whole."""
        return dict(options)

    @abstractmethod
    def world(self, scenario: str, options: Mapping[str, Any]) -> World:
        """The immutable surroundings; raises ValueError for an unknown scenario or option."""

    @abstractmethod
    def setup(self, world: Any) -> State:
        """The first moment of a match."""

    # What a side may know

    @abstractmethod
    def pieces(self, s: Any, side: int | None) -> list[dict[str, Any]]:
        """The pieces as a side (None: a spectator) may know them, in an order that tells nothing."""

    @abstractmethod
    def tracks(self, s: Any, side: int | None) -> dict[str, Any]:
        """Turn, phase, points and whatever else lies beside the map."""

    @abstractmethod
    def redraw(self, s: Any, side: int, choose: Chooser) -> Any:
        """The same moment with everything drawn anew that the side cannot know."""

    @abstractmethod
    def alias(self, s: Any, unit: int, side: int | None) -> str:
        """The name under which a side knows a unit: its own if it may, a dealt pseudonym otherwise."""

    # What the table shows beyond that; a game that says nothing here is still playable

    def looks(self) -> Looks:
        """Faces of the pieces, colours, tracks: how the game wants to be drawn."""
        return Looks()

    def looks_in(self, world: Any) -> Looks:
        """The same for one scenario, where its tracks are its own: the months that it lasts."""
        return self.looks()

    def signs(self, world: Any) -> Mapping[str, tuple[str, ...]]:
        """By place: what it is besides a town, by keys of `looks().signs`."""
        return {}

    def layers(self, s: Any, side: int | None, words: Words) -> list[Layer]:
        """What can be laid over the map, from what a side may know: control, supply, ranges."""
        return []

    def lessons(self, language: str = "en") -> Mapping[str, Lesson]:
        """Guided first turns, by scenario."""
        return {}

    def glossary(self, language: str = "en") -> tuple[Term, ...]:
        """The words that a newcomer will ask about."""
        return ()

    # Text forms of positions

    @abstractmethod
    def when(self, s: Any) -> str:
        """The moment in words, such as `July I, allied movement`."""

    @abstractmethod
    def at_moment(self, s: Any, when: str) -> None:
        """Set the clock and the agenda to a moment given in such words."""

    @abstractmethod
    def piece_text(self, s: Any, unit: int) -> str:
        """A unit's own facts in words, such as `US6 4 dispersed`."""

    @abstractmethod
    def put_piece(self, s: Any, place: int, words: list[str]) -> None:
        """Put a unit on a place from such words."""

    @abstractmethod
    def place_of(self, s: Any, unit: int) -> int:
        """Where a unit is; below zero when it is in no place of the board."""

    @abstractmethod
    def clear_pieces(self, s: Any) -> None:
        """Take every unit off the board."""
