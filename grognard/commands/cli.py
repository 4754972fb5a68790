"""The command `grognard`: play, and look after the games."""

from __future__ import annotations

from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

import grognard
from grognard import lab
from grognard.commands import charts, drill, fuzz, replay, simulate, terminal_input
from grognard.commands.terminal import Terminal, find_rule, near_rules, rule_card
from grognard.commands.terminal_input import failure as _fail
from grognard.engine.game import Game
from grognard.engine.rulebook import Rulebook
from grognard.engine.saves import SaveError
from grognard.lab.checks import ledger as ledgers
from grognard.lab.checks import recheck as rechecking
from grognard.players import opponents

app = typer.Typer(
    help="Hex wargames that know their rulebook and say which rule forbids what.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

AUTOSAVE = "grognard-autosave"
BookName = Annotated[str | None, typer.Argument(metavar="[RULEBOOK]", help="A game's key, or europa; all if left out.")]
GameName = Annotated[str | None, typer.Argument(metavar="[GAME]", help="A game's key; all games if left out.")]


def _chosen(console: Console, name: str | None) -> list[Rulebook]:
    """The rulebooks that a command is about."""
    if name is None:
        return list(grognard.rulebooks().values())
    try:
        return [lab.find_rulebook(name)]
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
    known = {key: rule for book in grognard.rulebooks().values() for key, rule in book.rules.items()}
    found = find_rule(known, id)
    if found:
        console.print(rule_card(found), markup=False)
        return
    raise _fail(console, f"No rulebook has a rule {id!r}.{near_rules(known, id)}")


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
    text: Annotated[bool, typer.Option("--text", help="Play in the terminal; all of the above is for that.")] = False,
    port: Annotated[int, typer.Option(min=0, max=65535, help="Where the table listens; 0: any free port.")] = 0,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Open no browser on the table.")] = False,
    data: Annotated[
        str | None, typer.Option(metavar="FILE", help="Where the table keeps matches; also postgresql://...")
    ] = None,
    forget: Annotated[
        int | None, typer.Option(metavar="DAYS", min=1, help="Delete what nobody has played at the table for so long.")
    ] = None,
) -> None:
    """Open the table in a browser, or play a match in the terminal."""
    console = terminal_input.console()
    if not text:
        if any((game, scenario, side, hot_seat, opponent, seed is not None, load, autosave, no_autosave)):
            raise _fail(console, "At the table all this is chosen in the browser; to play in the terminal say --text.")
        _open_table(console, port, not no_browser, data, forget)
        return
    try:
        match = grognard.load(load) if load else _new(console, game, scenario, seed)
        humans = match.sides if hot_seat else tuple(side or _ask_sides(console, match))
        unknown = [name for name in humans if name not in match.sides]
        if unknown:
            raise LookupError(f"There is no side called {unknown[0]}; the sides are {', '.join(match.sides)}.")
        others = [name for name in match.sides if name not in humans]
        names = dict.fromkeys(others, _opponent(console, match.game, opponent) if others else "")
        sitting = {name: opponents.opponent(match.game, names[name], name, seed) for name in others}
    except (EOFError, KeyboardInterrupt, terminal_input.Leave):
        console.print("\nGoodbye.")
        return
    except OSError as error:
        raise _fail(console, f"{load} cannot be read: {error.strerror or error}; name a saved match.") from None
    except (SaveError, LookupError, ValueError) as error:
        raise _fail(console, str(error.args[0] if error.args else error)) from None
    file = None if no_autosave else autosave or _autosave(load)
    Terminal(match, humans, console, sitting, names=names, autosave=file).run()


def _open_table(console: Console, port: int, browser: bool, data: str | None, days: int | None) -> None:
    try:
        serve = import_module("grognard.table.serve")
    except ModuleNotFoundError as error:
        remedy = "pip install 'grognard[table]', or play in the terminal: grognard play --text"
        raise _fail(console, f"The table needs packages that are not installed ({error.name}): {remedy}.") from None
    try:
        tell = partial(console.print, markup=False)
        serve.play(port=port, browser=browser, data=data, days=days, say=tell)
    except serve.CannotServe as error:
        raise _fail(console, f"{error}") from None
    except KeyboardInterrupt:
        console.print("The table is closed.")


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
    choices = {key: opponents.ABOUT.get(key, "") for key in opponents.names(game)}
    return terminal_input.ask(console, "Who plays against you?", choices, opponents.default(game))


def _autosave(load: str | None) -> str:
    """The file that a match goes on in: the one it was taken up from if that was such a file, or a fresh one."""
    if load and Path(load).name.startswith(AUTOSAVE):
        return load
    number = 1
    while True:
        path = Path(f"{AUTOSAVE}{f'-{number}' if number > 1 else ''}.json")
        if not path.exists():
            return str(path)
        number += 1


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
    rulebook: BookName = None,
    missing: Annotated[bool, typer.Option("--missing", help="List the rules that have no passing test.")] = False,
    waiting: Annotated[bool, typer.Option("--waiting", help="List the rules that wait for something.")] = False,
    kind: Annotated[str | None, typer.Option(help="Only rules of this kind: enforce, compute, data, ...")] = None,
    check: Annotated[bool, typer.Option("--check", help="Fail if a rule is unaccounted for, or unmet.")] = False,
) -> None:
    """Tell which rules have a passing test, and which have none."""
    console = terminal_input.console()
    tests = ledgers.read()
    if tests is None:
        raise _fail(console, f"There is no {ledgers.REPORT} here; run `make test` first.")
    accounts = [ledgers.account(each, tests, kind) for each in _chosen(console, rulebook)]
    for account in accounts:
        table = Table("chapter", "rules", "tested", title=account.book)
        for chapter in account.chapters:
            table.add_row(chapter.name, str(len(chapter.rules)), str(len(chapter.tested)))
        console.print(table)
        if missing:
            for chapter in account.chapters:
                for each in chapter.missing:
                    console.print(f"  {each.id:<12} {each.kind:<10} {each.title}", markup=False)
        for reason, ids in account.waiting.items():
            listed = f": {', '.join(ids)}" if waiting else ""
            console.print(f"{len(ids):>4} wait for {reason}{listed}", markup=False)
        if account.failing:
            console.print(f"failing: {', '.join(account.failing)}", markup=False)
    for account in accounts:
        console.print(str(account), markup=False)
    if check:
        for ids, what in (
            ([id for account in accounts for id in account.unaccounted], "are neither tested nor said to wait"),
            ([id for account in accounts for id in account.overdue], "are said to wait though they are tested"),
        ):
            if ids:
                raise _fail(console, f"These rules {what}: {', '.join(ids)}.")
        unmet = [id for each in _chosen(console, rulebook) for id in ledgers.never_met(each, tests)]
        if unmet:
            raise _fail(console, f"No test has met these rules as refusals: {', '.join(unmet)}.")


app.add_typer(charts.app, name="charts")
app.command()(drill.drill)
app.command()(fuzz.fuzz)
app.command()(replay.replay)
app.command()(replay.verify)
app.command(context_settings=simulate.EXTRAS)(simulate.simulate)


def _add_odds() -> None:
    """The odds come with a module of their own."""
    try:
        odds = import_module("grognard.commands.odds").odds
    except ModuleNotFoundError as error:
        if error.name != "grognard.commands.odds":
            raise
    else:
        app.command()(odds)


_add_odds()
