"""What a game must say about itself so that matches, views, tests and clients need to know nothing else."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping
from functools import cache, cached_property
from types import ModuleType
from typing import Any, ClassVar, TypeVar

import msgspec

from grognard.engine import setup_options
from grognard.engine.agenda import Step
from grognard.engine.board import NAMED_FROM, Board
from grognard.engine.corrections import ChartGroup
from grognard.engine.derived import standing
from grognard.engine.kinds import Json, Options, Place, Side, Unit
from grognard.engine.looks import Layer, Looks, Option
from grognard.engine.orders import Order, Pass, Refusal, plain
from grognard.engine.rulebook import Rulebook
from grognard.engine.state import State
from grognard.engine.words import Words

T = TypeVar("T")

REMEMBERED = 50_000
"""How many pieces of work a world remembers before it starts afresh."""
MISSING: Any = object()
"""Stands for work that has not been done yet; None will not do, because the work may well come to None."""
WORLDS = 24
"""How many worlds a game keeps at hand: every scenario, and a few sets of options."""

Chooser = Callable[[int], int]
"""A source of chance for redrawing: given n, a number below n."""


class Scenario(msgspec.Struct, frozen=True):
    """What a player chooses from."""

    key: str
    title: str
    about: str = ""
    aims: Mapping[str, str] = {}
    """What each side is after, in a sentence."""


def declared(kind: type[T], module: ModuleType) -> tuple[type[T], ...]:
    """The classes of a kind that a module declares, in the order in which they stand there."""
    return tuple(
        found
        for found in vars(module).values()
        if isinstance(found, type) and issubclass(found, kind) and found.__module__ == module.__name__
    )


class World:
    """The immutable surroundings of a match: sides, board, names of the units. A game adds its own tables."""

    def __init__(self, game: Game, scenario: str, options: Options, board: Board, units: tuple[str, ...]) -> None:
        self.game = game
        self.scenario = scenario
        self.options = dict(options)
        self.sides = game.sides
        self.board = board
        self.units = units
        self.unit_index = {name: Unit(unit) for unit, name in enumerate(units)}
        self.place_index = {name: Place(place) for place, name in enumerate(board.names) if name}
        self.lexicon = dict(_bearings(board))
        self.lexicon |= {plain(name): name for name in (*game.vocabulary, *board.names, *units) if name}
        self._memo: dict[Hashable, Any] = {}
        self.lexicon |= {plain(label): board.names[place] for place, label in enumerate(board.labels) if label}

    def recall(self, key: Hashable, work: Callable[[], T]) -> T:
        """Do some work once for all matches; the key must hold everything that the work depends on."""
        memo = self._memo
        found: T = memo.get(key, MISSING)
        if found is MISSING:
            if len(memo) >= REMEMBERED:
                self._memo = memo = {}  # not cleared: another thread may be about to read from it
            found = memo[key] = work()
        return found


@cache
def _bearings(board: Board) -> dict[str, str]:
    """Other names of a hex: one called after the nearest town may be called after another town as well."""
    found = {}
    for place in board.places:
        for bearing in board.grid.directions:
            for steps in range(1, NAMED_FROM + 1):
                name = f"{place} {bearing}{steps}"
                hex = board.find(name)
                if hex is not None:
                    found[plain(name)] = board.names[hex]
    return found


class Game(Rulebook, ABC):
    """A game declares itself; generic tests then hold it to that."""

    version: ClassVar[str]
    """Changes with every mended rule, because stored matches may then no longer replay. "0" is a game that is still
    being built: nobody's matches are kept for it yet."""
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
    chapters: ClassVar[tuple[ModuleType, ...]]
    """The modules that declare its orders and steps, in the order of the book."""
    orders: ClassVar[tuple[type[Order], ...]]
    """Found in the chapters; every game knows `pass` besides."""
    steps: ClassVar[tuple[type[Step[Any]], ...]]
    """Found in the chapters."""
    retired: ClassVar[tuple[str, ...]] = ()
    """The names of steps that older versions put on the agenda and this one does without."""
    consequential: ClassVar[tuple[str, ...]] = ()
    """The facts of the state from which something may follow as soon as they change: see `consequences`."""
    standing: ClassVar[staticmethod[[Any], Any]]
    """How these facts stand at a moment, so that a change of any of them shows."""
    company: ClassVar[Mapping[str, str]] = {}
    """The modules that know it beside its rules, by what they supply: `generators` (with laws of its own, if there are
    any), `odds`, `players`."""

    def __init_subclass__(cls) -> None:
        """Orders and steps are found where they are declared."""
        cls.standing = staticmethod(standing(*cls.consequential))
        if "chapters" in vars(cls):
            cls.orders = (*(kind for chapter in cls.chapters for kind in declared(Order, chapter)), Pass)
            cls.steps = tuple(kind for chapter in cls.chapters for kind in declared(Step, chapter))

    @abstractmethod
    def scenarios(self) -> Mapping[str, Scenario]:
        """What can be played."""

    def scenario(self, key: str) -> Scenario:
        """A scenario by its key; raises ValueError where there is none."""
        known = self.scenarios()
        if key not in known:
            raise ValueError(f"{self.title} has no scenario {key!r}; it has {', '.join(known)}")
        return known[key]

    def options(self, scenario: str) -> tuple[Option, ...]:
        """What can be settled before a match of a scenario begins; `world` takes what was chosen."""
        return ()

    def chart_groups(self) -> Mapping[str, ChartGroup]:
        """The data that an owner of the boxed game may correct, by name."""
        return {}

    def check(self, scenario: str, options: Options) -> None:
        """Raises ValueError for an unknown scenario or option."""
        self.scenario(scenario)
        setup_options.check(self.title, self.options(scenario), options, self.chart_groups())

    def settled(self, scenario: str, options: Options) -> Json:
        """Options as a match keeps them: whatever was read from a file is in them whole."""
        return setup_options.settled(self.key, options, self.chart_groups())

    def world(self, scenario: str, options: Options) -> Any:
        """The immutable world; matches with the same options share it."""
        self.check(scenario, options)
        key = f"{scenario} {msgspec.json.encode(options, order='deterministic').decode()}"
        found = self._worlds.get(key)
        if found is None:
            found = self.surroundings(scenario, options)
            self._worlds = {**dict(list(self._worlds.items())[1 - WORLDS :]), key: found}
        return found

    @cached_property
    def _worlds(self) -> dict[str, World]:
        """The latest worlds. The mapping is replaced and never changed, since another thread may be reading it."""
        return {}

    @abstractmethod
    def surroundings(self, scenario: str, options: Options) -> World:
        """Build the immutable world for a scenario and options that have been checked."""

    @abstractmethod
    def setup(self, world: Any) -> State:
        """The first moment of a match."""

    # What follows at once

    def consequences(self, s: Any) -> bool:
        """What follows at once when consequential facts have changed, whoever changed them.

        It may put steps before the next one and tell events, nothing else; what those steps change is examined in turn.
        Everything that it reads must be a consequential fact, except for the agenda. False means not now: it is asked
        again before the next step.
        """
        return True

    # What a side may know

    @abstractmethod
    def pieces(self, s: Any, side: Side | None) -> list[Json]:
        """The pieces as a side (None: a spectator) may know them, in an order that tells nothing."""

    @abstractmethod
    def tracks(self, s: Any, side: Side | None) -> Json:
        """Turn, phase, points and whatever else lies beside the map."""

    @abstractmethod
    def redraw(self, s: Any, side: Side, choose: Chooser) -> Any:
        """The same moment with everything drawn anew that the side cannot know."""

    @abstractmethod
    def alias(self, s: Any, unit: Unit, side: Side | None) -> str:
        """The name under which a side knows a unit: its own if it may, a dealt pseudonym otherwise."""

    def why_not_own(self, s: Any, side: Side, unit: Unit) -> Refusal | None:
        """Why a side gives no orders to a unit: it is another's, or not in play. What it says must tell no secrets."""
        return None

    # What the table shows beyond that; a game that says nothing here is still playable

    def looks_in(self, world: Any) -> Looks:
        """The same for one scenario, where its tracks are its own: the months that it lasts."""
        return self.looks()

    def signs(self, world: Any) -> Mapping[str, tuple[str, ...]]:
        """By place: what it is besides a town, by keys of `looks().signs`."""
        return {}

    def layers(self, s: Any, side: Side | None, words: Words) -> list[Layer]:
        """What can be laid over the map, from what a side may know: control, supply, ranges."""
        return []

    # Text forms of positions

    @abstractmethod
    def when(self, s: Any) -> str:
        """The moment in words, such as `July I, allied movement`."""

    @abstractmethod
    def at_moment(self, s: Any, when: str) -> None:
        """Set the clock and the agenda to a moment given in such words."""

    @abstractmethod
    def piece_text(self, s: Any, unit: Unit) -> str:
        """A unit's own facts in words, such as `US6 4 dispersed`."""

    @abstractmethod
    def put_piece(self, s: Any, place: Place, words: list[str]) -> None:
        """Put a unit on a place from such words."""

    def place_of(self, s: Any, unit: Unit) -> int:
        """Where a unit is; below zero when it is in no place of the board."""
        place: int = s.where[unit]
        return place

    @abstractmethod
    def clear_pieces(self, s: Any) -> None:
        """Take every unit off the board."""
