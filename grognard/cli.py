"""The command `grognard`: play, and look after the games."""

from __future__ import annotations

import os
from collections import Counter
from importlib import import_module
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

import grognard
from grognard import lab, terminal_input
from grognard.engine.game import Game
from grognard.engine.saves import SaveError
from grognard.lab import fuzz as fuzzing
from grognard.lab import ledger as ledgers
from grognard.lab import recheck as rechecking
from grognard.lab import replay_cli, seats, simulate_cli
from grognard.terminal import Terminal, find_rule, near_rules, rule_card
from grognard.terminal_input import failure as _fail

app = typer.Typer(
    help="Hex wargames that know their rulebook and say which rule forbids what.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

FEW = 20
KEPT = "grognard-autosave"
GameName = Annotated[str | None, typer.Argument(metavar="[GAME]", help="A game's key; all games if left out.")]


def _chosen(console: Console, name: str | None) -> dict[str, Game]:
    """The games that a command is about, by the name that finds them again."""
    if name is None:
        return grognard.games()
    try:
        return {name: lab.find(name)}
    except LookupError as error:
        raise _fail(console, str(error)) from None


@app.command()
def games() -> None:
    """List the games and their scenarios."""
    console = terminal_input.console()
    table = Table("game", "scenario", "what it is")
    for key, game in grognard.games().items():
        table.add_row(key, "", f"{game.title} ({len(game.rules)} rules, version {game.version})")
        for scenario in game.scenarios().values():
            table.add_row("", scenario.key, scenario.title + (f": {scenario.about}" if scenario.about else ""))
    console.print(table)
    console.print("Play one with: grognard play GAME SCENARIO", markup=False)


@app.command()
def rule(
    id: Annotated[str, typer.Argument(help="A rule's id, such as WF-6.33a; refusals and the log name them.")],
) -> None:
    """Show what a rule says."""
    console = terminal_input.console()
    known = {key: rule for game in grognard.games().values() for key, rule in game.rules.items()}
    found = find_rule(known, id)
    if found:
        console.print(rule_card(found), markup=False)
        return
    raise _fail(console, f"No game has a rule {id!r}.{near_rules(known, id)}")


@app.command()
def play(
    game: GameName = None,
    scenario: Annotated[str | None, typer.Argument(metavar="[SCENARIO]", help="The scenario's key.")] = None,
    side: Annotated[list[str] | None, typer.Option(help="A side that you play; say it twice to play two.")] = None,
    hot_seat: Annotated[bool, typer.Option("--hot-seat", help="All sides are played at this keyboard.")] = False,
    opponent: Annotated[
        str | None, typer.Option(metavar="NAME", help="Who plays against you: random, 1, 2, 3.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Fixes the dice, for study.")] = None,
    load: Annotated[str | None, typer.Option(metavar="FILE", help="Take up a saved match.")] = None,
    autosave: Annotated[str | None, typer.Option(metavar="FILE", help="Where every order is kept.")] = None,
    no_autosave: Annotated[bool, typer.Option("--no-autosave", help="Keep nothing unless told to.")] = False,
) -> None:
    """Play a match in the terminal."""
    console = terminal_input.console()
    try:
        match = grognard.load(load) if load else _new(console, game, scenario, seed)
        humans = match.sides if hot_seat else tuple(side or _ask_sides(console, match))
        unknown = [name for name in humans if name not in match.sides]
        if unknown:
            raise LookupError(f"There is no side called {unknown[0]}; the sides are {', '.join(match.sides)}.")
        others = [name for name in match.sides if name not in humans]
        names = dict.fromkeys(others, _opponent(console, match.game, opponent) if others else "")
        sitting = {name: seats.seat(match.game, names[name], name, seed) for name in others}
    except (EOFError, KeyboardInterrupt, terminal_input.Leave):
        console.print("\nGoodbye.")
        return
    except OSError as error:
        raise _fail(console, f"{load} cannot be read: {error.strerror or error}; name a saved match.") from None
    except (SaveError, LookupError, ValueError) as error:
        raise _fail(console, str(error.args[0] if error.args else error)) from None
    file = None if no_autosave else autosave or _autosave(load)
    Terminal(match, humans, console, sitting, names=names, autosave=file).run()


def _new(console: Console, game: str | None, scenario: str | None, seed: int | None) -> grognard.Match:
    if game is None:
        known = grognard.games()
        game = terminal_input.ask(console, "Which game?", {key: each.title for key, each in known.items()})
    found = lab.find(game)
    scenarios = found.scenarios()
    if scenario is None:
        titles = {key: each.title for key, each in scenarios.items()}
        scenario = terminal_input.ask(console, "Which scenario?", titles)
    if scenario not in scenarios:
        raise LookupError(f"{found.title} has no scenario {scenario!r}; there are {', '.join(scenarios)}")
    return grognard.new(found.key, scenario, seed=seed)


def _ask_sides(console: Console, match: grognard.Match) -> tuple[str, ...]:
    choices = dict.fromkeys(match.sides, "") | {"all": "everybody at this keyboard"}
    chosen = terminal_input.ask(console, "Which side do you play?", choices)
    return match.sides if chosen == "all" else (chosen,)


def _opponent(console: Console, game: Game, name: str | None) -> str:
    if name is not None:
        return name
    choices = {key: seats.ABOUT.get(key, "") for key in seats.names(game)}
    return terminal_input.ask(console, "Who plays against you?", choices, seats.usual(game))


def _autosave(load: str | None) -> str:
    """The file that a match goes on in: the one it was taken up from if that was such a file, or a fresh one."""
    if load and Path(load).name.startswith(KEPT):
        return load
    number = 1
    while True:
        path = Path(f"{KEPT}{f'-{number}' if number > 1 else ''}.json")
        if not path.exists():
            return str(path)
        number += 1


@app.command()
def fuzz(
    game: GameName = None,
    scenario: Annotated[str | None, typer.Option(help="Only this scenario.")] = None,
    matches: Annotated[int, typer.Option(min=1, help="Matches for each scenario.")] = 20,
    seed: Annotated[int, typer.Option(help="The seed of the first match; the next ones follow.")] = 1,
    checks: Annotated[str, typer.Option(help=f"Which of {', '.join(fuzzing.CHECKS)}; all or none.")] = "all",
    share: Annotated[float, typer.Option(min=0, max=1, help="At which share of the moments.")] = fuzzing.SHARE,
    jobs: Annotated[int, typer.Option(min=1, help="Matches played at once.")] = os.cpu_count() or 1,
    slow: Annotated[float, typer.Option(help="Seconds that an order may take.")] = fuzzing.SLOW,
    unmet: Annotated[bool, typer.Option("--unmet", help="List all rules that were never met.")] = False,
) -> None:
    """Play at random to the end, and hold every match to what must be true of all games."""
    console = terminal_input.console()
    wanted = tuple(fuzzing.CHECKS) if checks == "all" else tuple(filter(None, checks.replace("none", "").split(",")))
    unknown = [name for name in wanted if name not in fuzzing.CHECKS]
    if unknown:
        raise _fail(console, f"There is no check {unknown[0]!r}; there are {', '.join(fuzzing.CHECKS)}, all and none.")
    chosen = _chosen(console, game)
    plan = [
        fuzzing.Job(name, key, number, wanted, share, slow)
        for name, each in chosen.items()
        for key in each.scenarios()
        if scenario in (None, key)
        for number in range(seed, seed + matches)
    ]
    if not plan:
        raise _fail(console, f"There is no scenario {scenario!r}.")
    results = _watched(console, plan, jobs)
    _show_results(console, results)
    _show_unmet(console, chosen, results, unmet)
    failures = [failure for result in results for failure in result.failures]
    _show_failures(console, failures)
    if failures:
        raise typer.Exit(1)


def _watched(console: Console, plan: list[fuzzing.Job], workers: int) -> list[fuzzing.Result]:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("playing", total=len(plan))
        failed = 0

        def done(result: fuzzing.Result) -> None:
            nonlocal failed
            failed += len(result.failures)
            progress.update(task, advance=1, description=f"playing, {failed} failures" if failed else "playing")

        return fuzzing.play_all(plan, workers, done)


def _show_results(console: Console, results: list[fuzzing.Result]) -> None:
    table = Table("game", "scenario", "matches", "orders", "longest", "per second", "outcomes", "failures")
    for key in dict.fromkeys((result.job.game, result.job.scenario) for result in results):
        mine = [result for result in results if (result.job.game, result.job.scenario) == key]
        orders, seconds = sum(result.orders for result in mine), sum(result.seconds for result in mine)
        outcomes = Counter(result.outcome or "unfinished" for result in mine)
        failures = sum(len(result.failures) for result in mine)
        table.add_row(
            *key,
            str(len(mine)),
            str(orders),
            str(max(result.orders for result in mine)),
            f"{orders / seconds:.0f}" if seconds else "",
            ", ".join(f"{who} {count}" for who, count in outcomes.most_common()),
            str(failures or ""),
        )
    console.print(table)


def _show_unmet(console: Console, chosen: dict[str, Game], results: list[fuzzing.Result], unmet_too: bool) -> None:
    """Which rules the matches never came to, in full where they are few or were asked for."""
    for name, game in chosen.items():
        mine = [result for result in results if result.job.game == name]
        refused = set[str]().union(*(result.refused for result in mine))
        met = refused.union(*(result.happened | result.asked for result in mine))
        silent = [id for id, rule in game.rules.items() if ledgers.refusable(rule) and id not in refused]
        never = [id for id in game.rules if id not in met]
        forbidding = sum(map(ledgers.refusable, game.rules.values()))
        for ids, of, what in (
            (silent, forbidding, "rules that forbid never refused an order"),
            (never, len(game.rules), "rules were met in no event, refusal or prompt"),
        ):
            if ids:
                listed = f": {', '.join(ids)}" if unmet_too or len(ids) <= FEW else ""
                console.print(f"{name}: {len(ids)} of {of} {what}{listed}", markup=False)


def _show_failures(console: Console, failures: list[fuzzing.Failure]) -> None:
    """Failures of one kind are told once."""
    kinds: dict[tuple[str, str, str], list[fuzzing.Failure]] = {}
    for failure in failures:
        kinds.setdefault((failure.name, failure.game, failure.what[:50]), []).append(failure)
    for alike in kinds.values():
        first = min(alike, key=lambda failure: failure.number)
        more = f"\n    and {len(alike) - 1} more like it" if len(alike) > 1 else ""
        console.print(f"\n{first}{more}", markup=False)
    if failures:
        names = Counter(failure.name for failure in failures)
        console.print("\n" + ", ".join(f"{name} {count}" for name, count in names.most_common()), markup=False)


@app.command()
def recheck(files: Annotated[list[str], typer.Argument(metavar="FILES...", help="Saved matches.")]) -> None:
    """Re-run stored matches under the present rules, and name the first order that diverges."""
    console = terminal_input.console()
    table = Table("file", "game", "scenario", "orders", "diverges at")
    verdicts = [rechecking.recheck(file) for file in files]
    for verdict in verdicts:
        at = "" if verdict.good else str(verdict.diverged or "the start")
        table.add_row(escape(verdict.file), verdict.game, verdict.scenario, str(verdict.orders), at)
    console.print(table)
    bad = [verdict for verdict in verdicts if not verdict.good]
    for verdict in bad:
        at = f"order {verdict.diverged} ({verdict.say})" if verdict.diverged is not None else "no match"
        console.print(f"{verdict.file}: {at}: {verdict.why}", markup=False)
    console.print(f"{len(verdicts) - len(bad)} of {len(verdicts)} matches replay.")
    if bad:
        raise typer.Exit(1)


@app.command()
def ledger(
    game: GameName = None,
    missing: Annotated[bool, typer.Option("--missing", help="List the rules that have no passing test.")] = False,
    kind: Annotated[str | None, typer.Option(help="Only rules of this kind: enforce, compute, data, ...")] = None,
    check: Annotated[bool, typer.Option("--check", help="Fail if a rule refuses orders that no test has met.")] = False,
) -> None:
    """Tell which rules have a passing test, and which have none."""
    console = terminal_input.console()
    tests = ledgers.read()
    if tests is None:
        raise _fail(console, f"There is no {ledgers.REPORT} here; run `make test` first.")
    accounts = [ledgers.account(each, tests, kind) for each in _chosen(console, game).values()]
    for account in accounts:
        table = Table("chapter", "rules", "tested", title=account.game)
        for chapter in account.chapters:
            table.add_row(chapter.name, str(len(chapter.rules)), str(len(chapter.tested)))
        console.print(table)
        if missing:
            for chapter in account.chapters:
                for each in chapter.missing:
                    console.print(f"  {each.id:<12} {each.kind:<10} {each.title}", markup=False)
        if account.failing:
            console.print(f"failing: {', '.join(account.failing)}", markup=False)
    for account in accounts:
        console.print(str(account), markup=False)
    if check:
        unmet = [id for each in _chosen(console, game).values() for id in ledgers.never_met(each, tests)]
        if unmet:
            raise _fail(console, f"No test has met these rules as refusals: {', '.join(unmet)}.")


app.command()(replay_cli.replay)
app.command()(replay_cli.verify)
app.command(context_settings=simulate_cli.EXTRAS)(simulate_cli.simulate)


def _add_odds() -> None:
    """The odds come with a module of their own."""
    try:
        odds = import_module("grognard.lab.odds_cli").odds
    except ModuleNotFoundError as error:
        if error.name != "grognard.lab.odds_cli":
            raise
    else:
        app.command()(odds)


_add_odds()
