"""The command `grognard simulate`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from grognard import lab
from grognard.commands import terminal_input
from grognard.engine import files
from grognard.engine.game import Game
from grognard.lab.analysis import plot as plots
from grognard.lab.analysis import simulate as simulating
from grognard.lab.analysis.simulate import Job, Result, Tableau
from grognard.players import opponents

EXTRAS = {"allow_extra_args": True, "ignore_unknown_options": True}
"""A side's name is an option as well: `--axis 2`. Which there are depends on the game."""


def simulate(
    context: typer.Context,
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game's key.")],
    scenario: Annotated[str | None, typer.Option(help="The scenario; the first one if left out.")] = None,
    matches: Annotated[int, typer.Option(min=1, help="How many.")] = 100,
    player: Annotated[
        list[str] | None,
        typer.Option(metavar="SIDE=NAME", help="Who plays a side (random if left out); --SIDE NAME does the same."),
    ] = None,
    jobs: Annotated[int, typer.Option(min=1, help="Matches played at once.")] = os.cpu_count() or 1,
    seed: Annotated[int, typer.Option(help="The seed of the first match; the next ones follow.")] = 1,
    fact: Annotated[str | None, typer.Option(help="The number that the chart is about; the lead if left out.")] = None,
    csv: Annotated[str | None, typer.Option(metavar="FILE", help="Write a line for every match.")] = None,
    plot: Annotated[str | None, typer.Option(metavar="FILE.svg", help="Draw the chart.")] = None,
) -> None:
    """Play many matches between players of your choice, and count."""
    console = terminal_input.console()
    try:
        key, extras = _sorted_out([game, *context.args])
        found = lab.find(key)
        chosen = _scenario(found, scenario)
        players = _players(found, [*(player or ()), *extras])
        for path in filter(None, (csv, plot)):
            _is_writable(path)
    except (LookupError, OSError, ValueError) as error:
        raise terminal_input.failure(console, str(error.args[0] if error.args else error)) from None
    plan = [Job(key, chosen, number, tuple(players.items())) for number in range(seed, seed + matches)]
    tableau = _watched(console, plan, jobs)
    if not tableau.results:
        raise terminal_input.failure(console, "No match was played to its end.")
    _show(console, tableau, players, min(jobs, len(plan)))
    if len(tableau.results) < len(plan):
        console.print(f"Broken off after {len(tableau.results)} of {len(plan)} matches; short ones were done first.")
    wanted = fact or tableau.main
    if wanted is not None and wanted not in tableau.numbers:
        known = ", ".join(tableau.numbers)
        console.print(f"No outcome has a number called {wanted!r}; there are {known}.", markup=False)
        wanted = tableau.main
    bars = _bars(tableau, wanted)
    console.print(wanted or "outcomes", markup=False)
    for line in plots.text(bars):
        console.print(line, markup=False)
    if csv:
        files.write_bytes(csv, simulating.table(tableau).encode())
        console.print(f"One line for every match is in {csv}", markup=False)
    if plot:
        files.write_bytes(plot, _drawn(tableau, found, chosen, players, wanted).encode())
        console.print(f"The chart is in {plot}", markup=False)
    _show_failures(console, tableau)


# What was asked for


def _sorted_out(words: list[str]) -> tuple[str, list[str]]:
    """The game, and `--axis 2` as `axis=2`."""
    left, extras = [], []
    rest = iter(words)
    for word in rest:
        if not word.startswith("--"):
            left.append(word)
            continue
        side, _, name = word[2:].partition("=")
        extras.append(f"{side}={name or next(rest, '')}")
    if len(left) != 1:
        raise ValueError(f"Name one game, not {', '.join(left) or 'none'}; `grognard games` lists them.")
    return left[0], extras


def _scenario(game: Game, scenario: str | None) -> str:
    known = game.scenarios()
    if scenario is None:
        return next(iter(known))
    if scenario not in known:
        raise LookupError(f"{game.title} has no scenario {scenario!r}; there are {', '.join(known)}")
    return scenario


def _players(game: Game, said: list[str]) -> dict[str, str]:
    """Who plays each side."""
    players = dict.fromkeys(game.sides, opponents.RANDOM)
    for each in said:
        side, _, name = each.partition("=")
        if side not in players:
            raise LookupError(f"There is no option or side called {side!r}; the sides are {', '.join(players)}.")
        if not name:
            raise ValueError(f"Say who plays {side}: {side}=NAME, with one of {', '.join(opponents.names(game))}.")
        opponents.opponent(game, name, side, 0)
        players[side] = name
    return players


def _is_writable(path: str) -> None:
    """Better to know before the matches than after them."""
    folder = Path(path).absolute().parent
    if not folder.is_dir() or not os.access(folder, os.W_OK) or Path(path).is_dir():
        raise ValueError(f"{path} cannot be written; name a file in a folder that exists and is yours.")


# Playing and showing


def _watched(console: Console, plan: list[Job], workers: int) -> Tableau:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("playing", total=len(plan))

        def done(result: Result) -> None:
            progress.update(task, advance=1)

        return simulating.simulate(plan, workers, done)


def _show(console: Console, tableau: Tableau, players: dict[str, str], workers: int) -> None:
    wins = Table("winner", "player", "matches", "share", "true share (95 in 100)")
    for name, share in tableau.wins.items():
        bounds = f"{share.low:.1%} to {share.high:.1%}"
        wins.add_row(name, escape(players.get(name, "")), str(share.count), f"{share.value:.1%}", bounds)
    console.print(wins)
    numbers = Table("number", "mean", "deviation", "lowest", "quarter", "median", "three quarters", "highest")
    for name, values in tableau.numbers.items():
        spread = simulating.spread(values)
        if spread:
            five = (spread.minimum, spread.quarter, spread.median, spread.three_quarters, spread.maximum)
            numbers.add_row(escape(name), f"{spread.mean:.2f}", f"{spread.deviation:.2f}", *(f"{n:g}" for n in five))
    console.print(numbers)
    count, seconds = len(tableau.results), tableau.seconds
    at_once = f", {workers} at once" if workers > 1 else ""
    console.print(f"{count} matches in {seconds:.1f} seconds{at_once}: {count / max(seconds, 1e-9):.1f} per second")


def _bars(tableau: Tableau, fact: str | None) -> list[simulating.Bar]:
    if fact is not None:
        return simulating.histogram(tableau.numbers[fact])
    return [simulating.Bar(name, int(share.count)) for name, share in tableau.wins.items()]


def _drawn(tableau: Tableau, game: Game, scenario: str, players: dict[str, str], fact: str | None) -> str:
    who = " against ".join(f"{side} ({name})" for side, name in players.items())
    title = f"{game.scenarios()[scenario].title}: {fact or 'outcomes'}"
    seeds = [result.job.seed for result in tableau.results]
    about = f"{len(tableau.sound)} matches, {who}, seeds {seeds[0]} to {seeds[-1]}, rules {game.version}"
    spread = simulating.spread(tableau.numbers[fact]) if fact is not None else None
    return plots.svg(_bars(tableau, fact), title, about, fact or "winner", spread.mean if spread else None)


def _show_failures(console: Console, tableau: Tableau) -> None:
    if not tableau.failures:
        return
    for result in tableau.failures[:5]:
        players = " ".join(f"--player {side}={name}" for side, name in result.job.players)
        job = result.job
        again = f"grognard simulate {job.game} --scenario {job.scenario} --matches 1 --seed {job.seed} {players}"
        console.print(f"seed {job.seed}, after {result.orders} orders: {result.failure}\n    {again}", markup=False)
    console.print(f"{len(tableau.failures)} matches broke off; they are not counted.", markup=False)
    raise typer.Exit(1)
