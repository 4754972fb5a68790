"""The command `grognard fuzz`."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

import grognard
from grognard import lab
from grognard.commands import terminal_input
from grognard.engine.game import Game
from grognard.lab import keeping
from grognard.lab.checks import fuzz as fuzzing
from grognard.lab.checks import ledger as ledgers
from grognard.lab.checks import witness
from grognard.lab.checks.fuzz import Failure, Job, Result
from grognard.lab.checks.generators import generators

FEW = 20
ALL = "all"
TOLD = 20
"""Where there is no terminal to draw a bar on, so many lines tell how far it has come."""


def fuzz(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="A game's key; all games if left out.")] = None,
    scenario: Annotated[str | None, typer.Option(help="Only this scenario.")] = None,
    matches: Annotated[int, typer.Option(min=1, help="Matches for each scenario and generator.")] = 20,
    seed: Annotated[int, typer.Option(help="The seed of the first match; the next ones follow.")] = 1,
    generator: Annotated[
        str, typer.Option(help="Only this way to play, such as plain, or computer; all are all ways of chance.")
    ] = ALL,
    checks: Annotated[str, typer.Option(help=f"Which of {', '.join(fuzzing.CHECKS)}; all or none.")] = ALL,
    share: Annotated[float, typer.Option(min=0, max=1, help="At which share of the moments.")] = fuzzing.SHARE,
    jobs: Annotated[int, typer.Option(min=1, help="Matches played at once.")] = os.cpu_count() or 1,
    slow: Annotated[float, typer.Option(help="Seconds that an order may take.")] = fuzzing.SLOW,
    unmet: Annotated[bool, typer.Option("--unmet", help="List all rules that never fired.")] = False,
    keep: Annotated[Path | None, typer.Option(help="Keep results here, and go on from those already there.")] = None,
) -> None:
    """Play at random to the end, in every way that is known, and hold every match to what must be true of all games."""
    console = terminal_input.console()
    try:
        chosen = grognard.games() if game is None else {game: lab.find(game)}
        plan = _plan(chosen, scenario, generator, range(seed, seed + matches), _checks(checks), share, slow)
    except LookupError as error:
        raise terminal_input.failure(console, str(error.args[0])) from None
    results = _watched(console, plan, jobs, keep)
    _show_results(console, results)
    _show_held(console, results)
    for name, each in chosen.items():
        mine = [result for result in results if result.job.game == name]
        _show_reached(console, each, mine)
        _show_unmet(console, each, mine, unmet)
    failures = [failure for result in results for failure in result.failures]
    _show_failures(console, failures)
    if failures:
        raise typer.Exit(1)


# What was asked for


def _checks(said: str) -> tuple[str, ...]:
    wanted = tuple(fuzzing.CHECKS) if said == ALL else tuple(filter(None, said.replace("none", "").split(",")))
    for name in wanted:
        if name not in fuzzing.CHECKS:
            raise LookupError(f"There is no check {name!r}; there are {', '.join(fuzzing.CHECKS)}, all and none.")
    return wanted


def _plan(
    games: dict[str, Game],
    scenario: str | None,
    generator: str,
    seeds: range,
    checks: tuple[str, ...],
    share: float,
    slow: float,
) -> list[Job]:
    """One generator after the other, each with the same seeds."""
    known = {name for game in games.values() for name in generators(game)}
    if generator not in (ALL, *known):
        raise LookupError(f"There is no generator {generator!r}; there are {', '.join(sorted(known))} and all.")
    plan = [
        Job(name, key, number, checks, share, slow, way.name)
        for name, game in games.items()
        for key in game.scenarios()
        if scenario in (None, key)
        for way in generators(game).values()
        if (generator == way.name or (generator == ALL and not way.level)) and way.scenario in ("", key)
        for number in seeds
    ]
    if not plan:
        raise LookupError(f"There is no scenario {scenario!r}.")
    return plan


def _watched(console: Console, plan: list[Job], workers: int, keep: Path | None) -> list[Result]:
    known = {result.job: result for result in keeping.kept(keep, Result)}
    todo = [job for job in plan if job not in known]
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("playing", total=len(todo))
        played = failed = 0

        def done(result: Result) -> None:
            nonlocal played, failed
            played, failed = played + 1, failed + len(result.failures)
            for failure in result.failures if failed <= FEW else ():
                progress.console.print(str(failure), markup=False)
            progress.update(task, advance=1, description=f"playing, {failed} failures" if failed else "playing")
            if not console.is_terminal and len(todo) >= TOLD and played % (len(todo) // TOLD) == 0:
                console.print(f"played {played} of {len(todo)} matches, {failed} failures", markup=False)
            if keep is not None:
                keeping.keep(keep, result)

        known |= {result.job: result for result in fuzzing.play_all(todo, workers, done)}
    return [known[job] for job in plan]


# What came of it


def _show_results(console: Console, results: list[Result]) -> None:
    columns = ("game", "scenario", "generator", "matches", "orders", "longest", "per second", "outcomes", "failures")
    table = Table(*columns)
    for key in dict.fromkeys((result.job.game, result.job.scenario, result.job.generator) for result in results):
        mine = [result for result in results if _key(result) == key]
        timed = [result for result in mine if not result.job.watched] or mine
        orders, seconds = sum(result.orders for result in timed), sum(result.seconds for result in timed)
        outcomes = Counter(result.outcome or "unfinished" for result in mine)
        failures = sum(len(result.failures) for result in mine)
        table.add_row(
            *key,
            str(len(mine)),
            str(sum(result.orders for result in mine)),
            str(max(result.orders for result in mine)),
            f"{orders / seconds:.0f}" if seconds else "",
            ", ".join(f"{who} {count}" for who, count in outcomes.most_common()),
            str(failures or ""),
        )
    console.print(table)


def _key(result: Result) -> tuple[str, str, str]:
    return result.job.game, result.job.scenario, result.job.generator


def _show_held(console: Console, results: list[Result]) -> None:
    """At how many moments each law was tried."""
    moments = sum(result.orders + 1 for result in results)
    held: Counter[str] = Counter()
    for result in results:
        held.update(result.held)
    replayed = f"{held.pop(fuzzing.REPLAY, 0)} of {len(results)} matches replayed"
    counts = [f"{check} {count} ({count / moments:.1%})" for check, count in held.items()]
    always = f"{moments} moments: somebody can decide, words, rules of the ledger, time (all)"
    console.print("; ".join([always, *counts, replayed]), markup=False)


def _show_reached(console: Console, game: Game, results: list[Result]) -> None:
    """What each generator fired that none before it had."""
    ways = dict.fromkeys(result.job.generator for result in results)
    if len(ways) < 2:
        return
    fired: set[str] = set()
    for way in ways:
        mine = _fired(game, [result for result in results if result.job.generator == way])
        new = [id for id in game.rules if id in mine and id not in fired]
        listed = f": {', '.join(new)}" if fired and new else ""
        console.print(
            f"{game.key}, {way}: {len(mine)} rules fired, {len(new)} for the first time{listed}", markup=False
        )
        fired |= mine


def _fired(game: Game, results: Iterable[Result]) -> set[str]:
    return set[str]().union(*(result.fired for result in results)) & game.rules.keys()


def _show_unmet(console: Console, game: Game, results: list[Result], in_full: bool) -> None:
    """Which rules the matches never came to: those that should have fired, and those that could not."""
    refused = set[str]().union(*(result.refused for result in results))
    answered = set[str]().union(*(result.answered for result in results))
    fired, written = _fired(game, results), witness.written(game)
    worked = answered - witness.spoken(game)
    silent = [rule for rule in game.rules.values() if rule.id not in fired]
    due = [rule.id for rule in silent if not rule.waits]
    summary = f"{len(fired)} of {len(game.rules)} rules fired: on an event, prompt, number, refusal or step"
    console.print(f"{game.key}: {summary}", markup=False)
    for ids, what, listed in (
        ([id for id in due if id in worked], "show no id, and the code that cites them answered", in_full),
        ([rule.id for rule in silent if rule.waits], "wait for what is not in play yet", in_full),
        ([id for id in due if id not in written], "stand in no code, so that nothing of them can fire", True),
        ([id for id in due if id in written - worked], "should have fired and did not", True),
        (sorted(ledgers.refusing(game) - refused), "should have refused an order and did not", True),
    ):
        names = f": {', '.join(ids)}" if ids and (listed or len(ids) <= FEW) else ""
        console.print(f"{game.key}: {len(ids)} rules {what}{names}", markup=False)


def _show_failures(console: Console, failures: list[Failure]) -> None:
    """Failures of one kind are told once."""
    kinds: dict[tuple[str, str, str], list[Failure]] = {}
    for failure in failures:
        kinds.setdefault((failure.name, failure.game, failure.what[:50]), []).append(failure)
    for alike in kinds.values():
        first = min(alike, key=lambda failure: failure.number)
        more = f"\n    and {len(alike) - 1} more like it" if len(alike) > 1 else ""
        console.print(f"\n{first}{more}", markup=False)
    if failures:
        names = Counter(failure.name for failure in failures)
        console.print("\n" + ", ".join(f"{name} {count}" for name, count in names.most_common()), markup=False)
