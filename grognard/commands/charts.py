"""`grognard charts`: an owner of the boxed game puts its own numbers in place of ours."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import tomlkit
import typer
from rich.table import Table

from grognard import lab
from grognard.commands import terminal_input
from grognard.commands.terminal_input import failure
from grognard.engine import corrections
from grognard.engine.corrections import ChartGroup
from grognard.engine.files import DataError, read_toml, write_bytes
from grognard.engine.game import Game
from grognard.engine.kinds import Data, Json

app = typer.Typer(
    help="Correct the numbers that a game's rulebook does not print.", no_args_is_help=True, rich_markup_mode=None
)

GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game's key.")]
Everything = Annotated[
    bool, typer.Option("--all", help="The printed numbers too, not only reported and reconstructed.")
]


def _game(name: str) -> Game:
    try:
        game = lab.find(name)
    except LookupError as error:
        raise failure(terminal_input.console(), str(error)) from None
    if not game.chart_groups():
        raise failure(terminal_input.console(), f"{game.title} has no charts to correct.")
    return game


@app.command()
def export(
    game: GameName,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write.")],
    everything: Everything = False,
) -> None:
    """Write a game's numbers to a file, to be corrected there."""
    known = _game(game)
    text, count = exported(known.key, known.chart_groups(), everything=everything)
    try:
        write_bytes(file, text.encode())
    except OSError as error:
        raise failure(terminal_input.console(), f"{file} cannot be written: {error.strerror or error}.") from None
    console = terminal_input.console()
    console.print(
        f"{count} numbers of {known.title} are in {file}. Correct them, then: grognard charts check {file}",
        markup=False,
    )


def exported(key: str, groups: Mapping[str, ChartGroup], *, everything: bool) -> tuple[str, int]:
    """The text of a file with a game's numbers, each with its source, and how many there are."""
    document = tomlkit.document()
    document.add(
        tomlkit.comment("Correct what your own copy of the game shows otherwise. What you leave out stays as it is.")
    )
    document.add("game", tomlkit.item(key))
    count = 0
    for name, group in groups.items():
        tables: Json = {}
        for path, value in corrections.entries(group):
            source = group.source(path)
            if everything or source != "printed":
                table = tables
                for part in path[:-1]:
                    table = table.setdefault(part, {})
                table[path[-1]] = tomlkit.item(value).comment(source)
                count += 1
        if tables:
            document.add(name, _tables(tables))
    return tomlkit.dumps(document), count


def _tables(data: Data) -> Any:
    table = tomlkit.table(is_super_table=all(type(value) is dict for value in data.values()))
    for key, value in data.items():
        table.add(key, _tables(value) if type(value) is dict else value)
    return table


@app.command()
def check(file: Annotated[Path, typer.Argument(metavar="FILE", help="An owner's file.")]) -> None:
    """Say what a file would change, or what is wrong with it."""
    console = terminal_input.console()
    try:
        document = read_toml(file)
        known = _game(str(document.data.get("game", "")))
        changes = corrections.read(document.text, file.name, known.key, known.chart_groups())
        for scenario in known.scenarios():
            known.world(scenario, {"charts": corrections.packed(changes)})
    except OSError as error:
        raise failure(console, f"{file} cannot be read: {error.strerror or error}.") from None
    except (DataError, ValueError) as error:
        raise failure(console, str(error)) from None
    if not changes:
        console.print(f"{file} changes nothing: every number in it is ours.", markup=False)
        return
    table = Table("number", "ours", "yours", "source of ours")
    for change in changes:
        table.add_row(str(change), str(change.ours), str(change.theirs), change.source)
    console.print(table)
    console.print(f'Play with it: grognard.new("{known.key}", ..., options={{"charts": "{file}"}})', markup=False)
