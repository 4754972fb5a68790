"""Ways to play at random: from the start or from a composed position, with or without a bias.

Plain random play meets the same few rules again and again. A generator begins where a rare rule is near, prefers the
orders that lead to it, or tries orders that only that rule forbids. A game names the module that supplies its own;
`grognard fuzz` runs all of them in turn. A match between computer players can be held to the same laws: it gets to
places that chance never reaches.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from random import Random
from typing import Protocol

import msgspec

from grognard.engine import position
from grognard.engine.dice import secret_of
from grognard.engine.game import Game, World
from grognard.engine.match import Match
from grognard.engine.orders import Order, Pass
from grognard.players import opponents

Bent = Callable[[Order], bool]
"""Whether an order is of the kind that a generator prefers."""

Compose = Callable[[World, Random], str]
"""The lines of a position after the first, which names game and scenario."""

Aim = Callable[[Match, str, Random, int], list[Order]]
"""Makes orders of a side that are well formed and may well be forbidden."""

KEEN = 0.7
"""How often a player with a bias follows it."""


class Player(Protocol):
    """Plays all sides of a match."""

    def choose(self, match: Match) -> Order: ...


class Whim:
    """Plays at random, in a manner that lasts for a match: by order or by kind of order, and idle or not."""

    def __init__(self, seed: object, bent: Bent | None = None) -> None:
        self.rng = Random(f"play {seed}")
        self.by_kind = self.rng.random() < 0.5
        self.idle = self.rng.choice([0.0, 0.0, 0.1, 0.3])
        self.bent = bent

    def choose(self, match: Match) -> Order:
        """An order of one of the sides that are waited for."""
        rng = self.rng
        waiting = sorted(match.waiting)
        orders = match.orders(waiting[0] if len(waiting) == 1 else rng.choice(waiting))
        if self.bent is not None and rng.random() < KEEN:
            liked = [order for order in orders if self.bent(order)]
            if liked:
                return rng.choice(liked)
        if rng.random() < max(self.idle, 0.1 if self.by_kind else 0):
            for order in orders:
                if isinstance(order, Pass):
                    return order
        active = [order for order in orders if not isinstance(order, Pass)]
        if not self.by_kind or not active:
            return rng.choice(orders)
        kind = rng.choice(sorted({type(order) for order in active}, key=lambda kind: kind.__name__))
        return rng.choice([order for order in active if type(order) is kind])


class Computers:
    """The computer plays every side, each from what that side can see."""

    def __init__(self, game: Game, level: str, seed: int) -> None:
        self.sitting = {side: opponents.opponent(game, level, side, seed) for side in game.sides}

    def choose(self, match: Match) -> Order:
        """What the computer orders for one of the sides that are waited for."""
        return self.sitting[min(match.waiting, key=match.side_index)].choose(match).order


class Generator(msgspec.Struct, frozen=True):
    """A way to play, under the name that `grognard fuzz --generator` knows."""

    name: str
    about: str
    scenario: str = ""
    """The only scenario that it can play, if its positions belong to one."""
    compose: Compose | None = None
    bent: Bent | None = None
    aim: Aim | None = None
    level: str = ""
    """The computer's level if it plays, and not chance."""
    options: Mapping[str, str] = {}
    """What is settled before the match, where that differs from what is usual."""

    def begin(self, game: Game, scenario: str, seed: int) -> Match:
        """The match of a seed, at its first moment."""
        if self.compose is None:
            return Match(game, scenario, self.options, secret=secret_of(seed))
        rest = self.compose(game.world(scenario, self.options), Random(f"compose {self.name} {seed}"))
        settled = msgspec.json.encode(self.options).decode()
        state = position.read(f"{game.key} {scenario} {settled}\n{rest}", lambda key: game)
        return Match(game, scenario, self.options, secret=secret_of(seed), state=state)

    def player(self, game: Game, seed: int) -> Player:
        return Computers(game, self.level, seed) if self.level else Whim(seed, self.bent)


PLAIN = Generator("plain", "any order, from the first moment on")
COMPUTER = Generator("computer", "every side by the computer at its fastest level, from the first moment on", level="1")


def generators(game: Game) -> dict[str, Generator]:
    """Every way in which a game can be played, the plain one first; the computer last, if it knows the game."""
    module = game.company.get("generators")
    own: tuple[Generator, ...] = import_module(module).GENERATORS if module else ()
    known = (COMPUTER,) if COMPUTER.level in opponents.names(game) else ()
    return {generator.name: generator for generator in (PLAIN, *own, *known)}


def find(game: Game, name: str) -> Generator:
    """A generator by its name."""
    known = generators(game)
    if name not in known:
        raise LookupError(f"{game.title} has no generator {name!r}; there are {', '.join(known)}")
    return known[name]
