"""Everything about the games that never changes: boards, rules, lessons. It is worked out once and kept encoded."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import cached_property
from hashlib import sha256

import msgspec

from grognard.drawing.surface import spoken, surface
from grognard.engine.charts import Charts
from grognard.engine.drills import Drill
from grognard.engine.game import Game, Scenario
from grognard.engine.rulebook import Rulebook
from grognard.games import rulebooks
from grognard.lab.analysis import odds
from grognard.players import opponents
from grognard.table import workers
from grognard.table.crew import Crew, Late
from grognard.table.messages import BookInfo, GameInfo, Level, Numbers, RuleCard, RuleTitle, ScenarioInfo
from grognard.table.problems import TableError
from grognard.table.settings import Settings
from grognard.table.shelf import Shelf

ENGLISH = "en"


class Page(msgspec.Struct, frozen=True):
    """Something encoded, and a mark that shows whether it has changed."""

    content: bytes
    etag: str


def page(content: bytes) -> Page:
    return Page(content, f'"{sha256(content).hexdigest()[:16]}"')


class Library:
    """The games that a table knows."""

    def __init__(self, games: Callable[[], dict[str, Game]], crew: Crew, settings: Settings) -> None:
        self.games = games
        self.crew = crew
        self.settings = settings
        self._pages: Shelf[Page] = Shelf(settings.drawings, lambda page: len(page.content))

    def game(self, key: str) -> Game:
        try:
            return self.find(key)
        except LookupError as error:
            raise TableError("unknown", str(error.args[0])) from None

    def find(self, key: str) -> Game:
        """A game by its key; raises LookupError."""
        found = self.games().get(key)
        if found is None:
            raise LookupError(f"no game called {key!r}; there are {', '.join(self.games())}")
        return found

    def book(self, key: str) -> Rulebook:
        """A game, or a rulebook without one."""
        return self.others.get(key) or self.game(key)

    @cached_property
    def others(self) -> dict[str, Rulebook]:
        """The rulebooks that are no games."""
        return {key: book for key, book in rulebooks().items() if not isinstance(book, Game)}

    def books(self) -> list[BookInfo]:
        return [BookInfo(key, book.title, len(book.rules), len(book.drills())) for key, book in self.others.items()]

    def drills(self, key: str, language: str) -> tuple[Drill, ...]:
        """Small positions in which the rules of a book can be tried."""
        return self.book(key).drills(language)

    async def catalogue(self, language: str) -> Page:
        """Every game, with its scenarios and its computer players."""
        spoken = {each for game in self.games().values() for each in game.languages}
        language = language if language in spoken else ENGLISH
        return await self._pages.get(("games", language), lambda: asyncio.to_thread(self._catalogue, language))

    def _catalogue(self, language: str) -> Page:
        found = [
            GameInfo(
                key=key,
                title=game.title,
                sides=list(game.sides),
                titles={side: words.title(look.title) for side, look in game.looks().sides.items()},
                scenarios=[_scenario(game, found, language) for found in game.scenarios().values()],
                levels=[Level(name, words.title(opponents.ABOUT.get(name, name))) for name in opponents.names(game)],
                languages=list(game.languages),
            )
            for key, game in self.games().items()
            for words in [game.words_in(language)]
        ]
        return page(msgspec.json.encode(found))

    def _scenario(self, key: str, scenario: str) -> Game:
        game = self.game(key)
        if scenario not in game.scenarios():
            raise TableError("unknown", f"{game.title} has no scenario called {scenario!r}.")
        return game

    async def surface(self, key: str, scenario: str, language: str) -> Page:
        """The board and the looks."""
        language = language if language in self.game(key).languages else ENGLISH
        asked = key, scenario, language
        return await self._pages.get(("surface", *asked), lambda: asyncio.to_thread(self._surface, *asked))

    def _surface(self, key: str, scenario: str, language: str) -> Page:
        game = self._scenario(key, scenario)
        known = surface(game.world(scenario, {}), language)
        battles = odds.battles_in(game)
        told = {"odds": battles is not None, "rounds": battles is not None and battles.in_rounds}
        return page(msgspec.json.encode(known | told))

    async def ground(self, key: str, scenario: str, theme: str) -> Page:
        """The land of a board, drawn once for all scenarios that are played on it."""
        game = self._scenario(key, scenario)
        board = (await asyncio.to_thread(game.world, scenario, {})).board

        async def drawn() -> Page:
            try:
                return page(await self.crew.do("ground", self.settings.study, workers.ground, key, scenario, theme))
            except Late:
                raise TableError("late", "That takes too long.") from None

        return await self._pages.get((board, theme), drawn)

    # Rules

    def rules(self, key: str, language: str) -> list[RuleTitle]:
        book = self.book(key)
        return [RuleTitle(rule.id, rule.title) for rule in book.rules_in(language).values()]

    def card(self, key: str, id: str, language: str) -> RuleCard:
        """A rule in our own words, what it stands on, and where its numbers come from."""
        book = self.book(key)
        rules = book.rules_in(language)
        rule = rules.get(id)
        if rule is None:
            raise TableError("unknown", f"{book.title} has no rule {id!r}.")
        needed_by = [other for other in rules.values() if id in other.needs]
        words = book.words_in(language)

        def translated(text: str) -> str:
            """Notes for those who check the rules are left out where they have not been translated."""
            title = words.title(text)
            return title if title != text or words is book.words else ""

        return RuleCard(
            id=id,
            title=rule.title,
            kind=words.tell(rule.kind),
            phase=words.tell(rule.phase),
            rule=rule.rule,
            check=translated(rule.check),
            ruling=rule.ruling,
            needs=[RuleTitle(need, rules[need].title) for need in rule.needs if need in rules],
            needed_by=[RuleTitle(other.id, other.title) for other in needed_by],
            numbers=_numbers(book, id, words.tell, translated),
        )


def _scenario(game: Game, found: Scenario, language: str) -> ScenarioInfo:
    words = game.words_in(language)
    options = [spoken(option, words) for option in game.options(found.key)]
    return ScenarioInfo(
        found.key,
        words.title(found.title),
        words.title(found.about),
        {side: words.title(aim) for side, aim in found.aims.items()},
        found.key in game.lessons(),
        options,
    )


def _numbers(book: Rulebook, id: str, tell: Callable[[str], str], note: Callable[[str], str]) -> list[Numbers]:
    """The charts that a rule rests on."""
    holder = book.world(next(iter(book.scenarios())), {}) if isinstance(book, Game) else book
    charts = getattr(holder, "charts", None)
    found = charts.origins() if isinstance(charts, Charts) else []
    return [
        msgspec.convert({"name": tell(at.table.replace("_", " ")), "source": at.source, "note": note(at.note)}, Numbers)
        for at in found
        if id in at.rules
    ]
