"""`grognard odds`: what a battle will come to, as tables and bars in the terminal."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console, Group
from rich.table import Table
from rich.text import Text

import grognard
from grognard.engine import position
from grognard.engine.kinds import Json
from grognard.engine.match import Match
from grognard.engine.state import State
from grognard.games import find
from grognard.lab.analysis import chances
from grognard.lab.analysis import odds as lab

STDIN = "-"


def odds(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A saved match or a position; - reads a position.")],
    place: Annotated[
        str, typer.Argument(metavar="[PLACE]", help="Where the battle is; not needed if there is but one.")
    ] = "",
    rounds: Annotated[int, typer.Option(min=1, help="Rounds to be fought at most.")] = 1,
    end: Annotated[bool, typer.Option("--end", help=f"Fight to the end: {lab.ROUNDS} rounds at most.")] = False,
    side: Annotated[str | None, typer.Option(help="Who attacks; the active side if left out.")] = None,
    alternate: Annotated[bool, typer.Option("--alternate", help="The sides attack in turn.")] = False,
    policy: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME|SIDE=NAME", help="How losses are chosen: spare, spend, first, last or random."),
    ] = None,
    strike: Annotated[str, typer.Option(metavar="HQ", help="A headquarters whose airstrike is flown first.")] = "",
    view: Annotated[str | None, typer.Option(metavar="SIDE", help="Use only what this side knows.")] = None,
    redraws: Annotated[int, typer.Option(min=1, help="With --view: drawings of what it cannot know.")] = lab.REDRAWS,
    samples: Annotated[int, typer.Option(min=1, help="Samples, where there are too many ways.")] = chances.SAMPLES,
    seed: Annotated[int, typer.Option(help="Of samples and drawings.")] = chances.SEED,
) -> None:
    """Tell what a battle will come to: the chances of a round, or of all rounds to the end."""
    console = Console(soft_wrap=True, highlight=False)
    if not console.is_terminal:
        console.width = max(console.width, 120)
    settings: Json = {"samples": samples, "seed": seed, "strike": strike}
    settings |= {"rounds": lab.ROUNDS if end else rounds, "attacks": "alternate" if alternate else "same"}
    try:
        at = read(file)
        settings["policies"] = chosen(policy or ["spare"], lab.state_of(at).world.sides)
        found = lab.from_view(at, view, place, side, redraws=redraws, **settings) if view else (
            lab.battle_to_the_end(at, place, side, **settings)
        )  # fmt: skip
    except (OSError, LookupError, ValueError) as error:
        console.print(friendly(error, file), markup=False)
        raise typer.Exit(2) from None
    console.print(render(found))


def read(file: str) -> Match | State:
    """What a file holds: a match, or a position in text or JSON. The position stands as it is; nothing is rolled."""
    if file == STDIN:
        text = sys.stdin.read()
    else:
        text = Path(file).read_text(encoding="utf-8")
        if _is_save(text):
            return grognard.load(file)
    if _is_save(text):
        raise chances.OddsError("a saved match is read from its file: give its name")
    return position.read(text, find)


def _is_save(text: str) -> bool:
    try:
        return "format" in msgspec.json.decode(text, type=Json)
    except msgspec.MsgspecError:
        return False


def friendly(error: Exception, file: str) -> str:
    """What went wrong, as a sentence."""
    if isinstance(error, UnicodeDecodeError):
        return f"{file}: neither a saved match nor a position"
    if isinstance(error, OSError):
        return f"{file}: {error.strerror or error}"
    return str(error.args[0]) if isinstance(error, KeyError) and error.args else str(error)


def chosen(said: list[str], sides: tuple[str, ...]) -> str | Mapping[str, str]:
    """Policies as typed: one for all, or `allied=spare axis=spend`; a side that is not named spares."""
    plain = [each for each in said if "=" not in each]
    named = dict(each.split("=", 1) for each in said if "=" in each)
    unknown = next((side for side in named if side not in sides), None)
    if unknown is not None:
        raise chances.OddsError(f"there is no side called {unknown!r}; the sides are {', '.join(sides)}")
    return dict.fromkeys(sides, plain[-1] if plain else "spare") | named


def render(found: chances.Distribution[Any]) -> Group:
    """The report for a terminal: the lines above it, and a table with bars for every section."""
    parts: list[Text | Table] = [Text(line) for line in found.heading()]
    for section in found.sections():
        ordered = any(row.or_more is not None for row in section.rows)
        table = Table(title_justify="left", caption=section.more or None, caption_justify="left")
        table.add_column(Text(section.title))
        table.add_column("chance", justify="right")
        if ordered:
            table.add_column("or more", justify="right")
        table.add_column("", min_width=chances.BAR)
        for row in section.rows:
            cells = [Text(row.what), Text(chances.percent(row.chance))]
            cells += [Text("" if row.or_more is None else chances.percent(row.or_more))] if ordered else []
            table.add_row(*cells, Text(chances.bar(row.chance)))
        parts.append(table)
    return Group(*parts)
