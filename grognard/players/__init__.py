"""Computer players. They see what a side sees, never more: a redrawn copy of the match in, an order and a reason out.

The levels differ in how much they think, never in what they see or roll.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from grognard.engine.game import Game
from grognard.players.judging import Judge
from grognard.players.levels import Careful, Glancing, Thorough
from grognard.players.thinking import Choice, Player, Thinking
from grognard.players.unthinking import Anything, ByHand

LEVELS = ("random", "script", "1", "2", "3")
"""Players by name: chance, the yardstick that follows a fixed scheme, and the three levels."""


def player(game: Game, level: str, seed: object = 0) -> Player:
    """A player of a level for a game; one player plays one match."""
    if level == "random":
        return Anything(seed)
    if "players" not in game.company:
        raise ValueError(f"nobody here can play {game.title}, except at random")
    judge: Judge = import_module(game.company["players"]).JUDGE()
    if level == "script":
        return ByHand(judge)
    if level not in LEVELS:
        raise ValueError(f"no player {level!r}; there are {', '.join(LEVELS)}")
    levels: dict[str, Callable[[Judge, object], Player]] = {"1": Glancing, "2": Careful, "3": Thorough}
    return levels[level](judge, seed)
