"""Who plays a side: chance, or a computer player where there are any."""

from __future__ import annotations

from importlib import import_module
from random import Random
from typing import Any, NamedTuple, Protocol

from grognard.engine.game import Game
from grognard.engine.match import Match
from grognard.engine.orders import Order

RANDOM = "random"
USUAL = ("2", "1")
"""The opponents that are offered first, where they exist."""

ABOUT = {
    RANDOM: "any order that is allowed",
    "script": "always follows the same scheme",
    "1": "quick",
    "2": "careful",
    "3": "thorough, takes its time",
}


def called(name: str) -> str:
    """A player's name as it stands in a sentence."""
    if name == RANDOM:
        return "chance"
    return f"the computer, level {name}" if name.isdecimal() else f"the computer ({name})"


class Advice(NamedTuple):
    """An order, and why."""

    order: Order
    reason: str


class Opponent(Protocol):
    """Decides for one side of one match."""

    def choose(self, match: Match) -> Advice: ...


class Chance:
    """Any of the orders, each as likely as the next."""

    def __init__(self, side: str, seed: object) -> None:
        self.side = side
        self.rng = Random(f"{seed} {side}")

    def choose(self, match: Match) -> Advice:
        return Advice(self.rng.choice(match.orders(self.side)), "drawn at random")


class Computer:
    """A computer player, which is handed a redrawn copy of the match and never the match itself."""

    def __init__(self, game: Game, name: str, side: str, seed: object) -> None:
        self.side = side
        self.seed = seed
        self.players = _players()
        self.player = self.players.player(game, name, seed)

    def choose(self, match: Match) -> Advice:
        choice = self.player.choose(self.players.Thinking(match, self.side, self.seed))
        return Advice(choice.order, choice.reason)


def _players() -> Any:
    """The package of the computer players, or None where it is not installed."""
    try:
        return import_module("grognard.players")
    except ImportError:
        return None


def names(game: Game) -> list[str]:
    """Who can play a game: chance always, and the computer players that know it."""
    players = _players()
    levels = [name for name in getattr(players, "LEVELS", ()) if name != RANDOM]
    return [RANDOM, *(name for name in levels if _knows(players, game, name))]


def _knows(players: Any, game: Game, name: str) -> bool:
    try:
        players.player(game, name, 0)
    except ValueError:
        return False
    return True


def default(game: Game) -> str:
    """The opponent for somebody who has no preference."""
    known = names(game)
    return next((name for name in USUAL if name in known), known[-1])


def opponent(game: Game, name: str, side: str, seed: object) -> Opponent:
    """Someone to play a side; raises LookupError for an unknown name."""
    if name == RANDOM:
        return Chance(side, seed)
    known = names(game)
    if name not in known:
        more = "" if len(known) > 1 else " (no computer player knows this game)"
        raise LookupError(f"{game.title} has no player called {name!r}; there are {', '.join(known)}{more}")
    return Computer(game, name, side, seed)
