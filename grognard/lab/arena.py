"""Matches between players, many of them, and how sure one can be of who is better.

A pairing is played in pairs: the same seeds with the sides changed. A draw counts half.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from math import sqrt

import msgspec

from grognard import lab
from grognard.engine.dice import secret_of
from grognard.engine.match import Match
from grognard.players import player
from grognard.players.thinking import Thinking


class Bout(msgspec.Struct, frozen=True):
    """One match to be played: who sits where."""

    game: str
    scenario: str
    seats: tuple[str, ...]
    """The level of each side, in the game's order of sides."""
    seed: int


class Score(msgspec.Struct, frozen=True):
    """How a bout went."""

    bout: Bout
    winner: int
    """The number of the side that won; -1 in a draw."""
    lead: float
    """Of the first side, if the game counts points."""
    orders: int
    slowest: tuple[float, ...]
    """The most seconds of processor time that each side thought in one player turn."""
    thought: tuple[float, ...]
    """And all in all."""


def play(bout: Bout) -> Score:
    """Play one match to its end."""
    game = lab.find(bout.game)
    match = Match(game, bout.scenario, secret=secret_of(bout.seed))
    players = [player(game, level, f"{bout.seed} {seat}") for seat, level in enumerate(bout.seats)]
    thought = [0.0] * len(players)
    turns: list[dict[str, float]] = [{} for _ in players]
    while match.outcome is None:
        side = min(match.waiting, key=match.seat)
        seat = match.seat(side)
        began = time.process_time()
        choice = players[seat].choose(Thinking(match, side, f"{bout.seed} {seat}"))
        took = time.process_time() - began
        thought[seat] += took
        when = game.when(match.state).rpartition(",")[0] or "production"
        whose = f"{when} {getattr(match.state, 'active', seat)}"
        turns[seat][whose] = turns[seat].get(whose, 0.0) + took
        match.play(choice.order)
    winner = match.seat(match.outcome.winner) if match.outcome.winner else -1
    slowest = tuple(max(each.values(), default=0.0) for each in turns)
    lead = float(match.outcome.facts.get("lead", 0))
    return Score(bout, winner, lead, len(match.record), slowest, tuple(thought))


def play_all(bouts: Sequence[Bout], workers: int, done: Callable[[Score], None] | None = None) -> list[Score]:
    """Play many matches, on several cores if there are."""
    if workers <= 1:
        scores = []
        for bout in bouts:
            scores.append(play(bout))
            if done:
                done(scores[-1])
        return scores
    scores = []
    with ProcessPoolExecutor(workers) as pool:
        for score in pool.map(play, bouts, chunksize=2):
            scores.append(score)
            if done:
                done(score)
    return scores


def paired(game: str, scenario: str, first: str, second: str, matches: int, seed: int = 0) -> list[Bout]:
    """So many matches between two players, every seed with the sides both ways."""
    if first == second:
        return [Bout(game, scenario, (first, second), seed + number) for number in range(matches)]
    seats = [(first, second), (second, first)]
    return [Bout(game, scenario, seats[number % 2], seed + number // 2) for number in range(matches)]


# How sure one can be


def wilson(won: float, matches: int, z: float = 1.96) -> tuple[float, float]:
    """Between which bounds the true share lies, 19 times of 20."""
    if not matches:
        return 0.0, 1.0
    share = won / matches
    middle = (share + z * z / (2 * matches)) / (1 + z * z / matches)
    width = z * sqrt(share * (1 - share) / matches + z * z / (4 * matches * matches)) / (1 + z * z / matches)
    return max(0.0, middle - width), min(1.0, middle + width)


class Line(msgspec.Struct, frozen=True):
    """One line of a table: how often the first of two players won."""

    title: str
    matches: int
    won: float
    low: float
    high: float
    lead: float
    seconds: float
    """The most that the first player thought in one player turn."""

    @property
    def share(self) -> float:
        return self.won / self.matches if self.matches else 0.0


def line(title: str, scores: Iterable[tuple[Score, int]]) -> Line:
    """Scores with the seat of the player that is asked for."""
    rows = list(scores)
    won = sum(1.0 if score.winner == seat else 0.5 if score.winner < 0 else 0.0 for score, seat in rows)
    lead = sum(score.lead if seat == 0 else -score.lead for score, seat in rows) / max(1, len(rows))
    seconds = max((score.slowest[seat] for score, seat in rows), default=0.0)
    return Line(title, len(rows), won, *wilson(won, len(rows)), lead, seconds)


def compare(scores: Sequence[Score], first: str, second: str, sides: Sequence[str]) -> list[Line]:
    """How the first player did against the second: all in all, and with each side."""
    seats = [(score, seat) for score in scores for seat in (0, 1) if _is(score, seat, first, second)]
    if first == second:
        return [line(f"{first} as {sides[0]} against itself", [row for row in seats if row[1] == 0])]
    lines = [line(f"{first} against {second}", seats)]
    lines += [line(f"  as {name}", [row for row in seats if row[1] == seat]) for seat, name in enumerate(sides)]
    return lines


def _is(score: Score, seat: int, first: str, second: str) -> bool:
    return score.bout.seats[seat] == first and score.bout.seats[1 - seat] == second


def table(lines: Iterable[Line]) -> str:
    """Lines as text."""
    rows = [f"{'':34} matches   won   bounds (95 %)    lead  slowest turn"]
    for each in lines:
        bounds = f"{each.low:6.1%} - {each.high:6.1%}"
        rows.append(
            f"{each.title:34} {each.matches:7} {each.share:6.1%} {bounds:>17} {each.lead:+6.1f} {each.seconds:10.2f} s"
        )
    return "\n".join(rows)
