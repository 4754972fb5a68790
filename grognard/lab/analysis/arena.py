"""Which of two players is better, and how sure we can be of it.

`python -m grognard.lab.analysis.arena` plays every pairing that the computer players are held to in Husky and prints
the table of `docs/players.md`; `--scenario summer43` does so for the war, and `--scenario war` for all four of its
scenarios; `--game 2ww` does so for 2WW. A pairing is played in pairs: every seed with the sides both ways. A draw
counts half. Where one side is favoured, the line "seed by seed" tells more: whoever led by more with the same side
and seed has won the pair."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from grognard import lab
from grognard.lab import keeping
from grognard.lab.analysis.simulate import LEAD, Job, Result, Share, play_all, wilson


class Pairing(msgspec.Struct, frozen=True):
    """What is asked of the first of two players."""

    first: str
    second: str
    required: float
    """The share that it must win."""
    either_side: bool = False
    """Whether it must win that share with each side, and as many matches are played with each."""


REQUIRED = (
    Pairing("3", "random", 0.95, either_side=True),
    Pairing("3", "script", 0.70),
    Pairing("3", "2", 0.60),
    Pairing("2", "1", 0.60),
)


WAR = (
    Pairing("1", "random", 1.00, either_side=True),
    Pairing("1", "script", 0.75, either_side=True),
)
"""What is asked on the whole map, at the fastest level."""

WHOLE_MAP = ("summer43", "winter43", "summer44", "winter44")

TWO_WW = (
    Pairing("1", "random", 1.00, either_side=True),
    Pairing("2", "1", 0.60),
    Pairing("3", "2", 0.60),
)
"""What is asked in 2WW."""


def paired(game: str, scenario: str, first: str, second: str, matches: int, seed: int = 1) -> list[Job]:
    """Matches between two players, every seed with the sides both ways; against itself each seed once."""
    sides = lab.find(game).sides
    if first == second:
        return [Job(game, scenario, seed + n, tuple((side, first) for side in sides)) for n in range(matches)]
    ways = [tuple(zip(sides, who, strict=True)) for who in ((first, second), (second, first))]
    return [Job(game, scenario, seed + n // 2, ways[n % 2]) for n in range(matches)]


class Line(msgspec.Struct, frozen=True):
    """One line of a table: how often the first of two players won."""

    title: str
    share: Share
    lead: float
    """The player's average lead over the other side."""
    seconds: float
    """The most processor time, in seconds, that the player took over one player turn."""


def compare(results: Sequence[Result], first: str, second: str) -> list[Line]:
    """How the first player did against the second: overall, and with each side."""
    played = [result for result in results if sorted(who for _, who in result.job.players) == sorted((first, second))]
    sides = lab.find(played[0].job.game).sides
    lines = {side: [r for r in played if dict(r.job.players)[side] == first] for side in sides}
    if first == second:
        return [_line(f"{first} as {sides[0]} against itself", [(r, sides[0]) for r in played], sides)]
    both = [(result, side) for side in sides for result in lines[side]]
    return [
        _line(f"{first} against {second}", both, sides),
        *_seed_by_seed(first, second, lines, sides),
        *(_line(f"{first} as {side} against {second}", [(r, side) for r in lines[side]], sides) for side in sides),
    ]


def _seed_by_seed(
    first: str, second: str, lines: Mapping[str, Sequence[Result]], sides: Sequence[str]
) -> Iterator[Line]:
    """For each seed that was played both ways: who led by more with the same side."""
    own, others = (
        {(r.job.scenario, r.job.seed): r.numbers[LEAD] for r in lines[side] if LEAD in r.numbers} for side in sides
    )
    more = [own[seed] - others[seed] for seed in own if seed in others]
    if more:
        won = sum(1.0 if margin > 0 else 0.0 if margin < 0 else 0.5 for margin in more)
        yield Line(f"{first} against {second}, seed by seed", wilson(won, len(more)), sum(more) / len(more), 0.0)


def _line(title: str, rows: Sequence[tuple[Result, str]], sides: Sequence[str]) -> Line:
    """Results, each with the side that the player had."""
    won = sum(1.0 if r.winner == side else 0.0 if r.winner in sides else 0.5 for r, side in rows)
    lead = sum(r.numbers.get(LEAD, 0.0) * (1 if side == sides[0] else -1) for r, side in rows) / max(1, len(rows))
    seconds = max((r.slowest.get(side, 0.0) for r, side in rows), default=0.0)
    return Line(title, wilson(won, len(rows)), lead, seconds)


def table(rows: Iterable[tuple[Line, float | None]]) -> str:
    """Lines as a Markdown table, each with the share that it must reach if there is one."""
    found = ["| pairing | asked | matches | won | 95 % bounds | lead | slowest turn |", "|---|--:|--:|--:|--:|--:|--:|"]
    for line, required in rows:
        share, asked = line.share, f"{required:.0%}" if required is not None else ""
        cells = [line.title, asked, str(share.of), f"{share.value:.1%}", f"{share.low:.1%} to {share.high:.1%}"]
        found.append(f"| {' | '.join([*cells, f'{line.lead:+.1f}', f'{line.seconds:.2f} s'])} |")
    return "\n".join(found)


# The command


def main(
    matches: Annotated[int, typer.Option(min=2, help="Matches per pairing, or per side where a side is asked.")] = 100,
    jobs: Annotated[int, typer.Option(min=1, help="Matches played at once.")] = 2,
    seed: Annotated[int, typer.Option(help="The seed of the first match; the next ones follow.")] = 1,
    scenario: Annotated[str, typer.Option(help="A scenario, or war: the four on the whole map.")] = "husky",
    game: Annotated[str, typer.Option(help="A game's key.")] = "westfront",
    only: Annotated[str | None, typer.Option(metavar="FIRST:SECOND", help="One pairing of your own.")] = None,
    keep: Annotated[Path | None, typer.Option(help="Keep results here, and go on from those already there.")] = None,
) -> None:
    """Measure the computer players against each other."""
    console = Console(stderr=True)
    first, _, second = (only or "").partition(":")
    asked, scenarios = _asked(game, scenario)
    pairings = [Pairing(first, second, 0.0)] if only else asked
    plans = [(each, list(_plan(game, each, scenarios, matches, seed))) for each in pairings]
    known = {result.job: result for result in keeping.kept(keep, Result)}
    todo = [job for _, plan in plans for job in plan if job not in known]
    for result in _watched(console, todo, jobs, keep):
        known[result.job] = result
    rows = [row for each, plan in plans for row in _rows(each, [known[job] for job in plan if job in known])]
    typer.echo(table(rows))


def _asked(game: str, scenario: str) -> tuple[Sequence[Pairing], Sequence[str]]:
    """The pairings that a game's players are held to, and the scenarios that they are played in."""
    if game != "westfront":
        return TWO_WW, tuple(lab.find(game).scenarios())
    return (REQUIRED if scenario == "husky" else WAR), (WHOLE_MAP if scenario == "war" else (scenario,))


def _plan(game: str, each: Pairing, scenarios: Sequence[str], matches: int, seed: int) -> Iterator[Job]:
    """The matches to play: as many in every scenario, or with either side where that is asked."""
    for scenario in scenarios:
        yield from paired(game, scenario, each.first, each.second, matches * (2 if each.either_side else 1), seed)


def _rows(each: Pairing, results: Sequence[Result]) -> Iterator[tuple[Line, float | None]]:
    """The lines of a pairing: each scenario by itself if there are several, and then all of them."""
    if not results:
        return
    scenarios = list(dict.fromkeys(result.job.scenario for result in results))
    for scenario in scenarios if len(scenarios) > 1 else ():
        for line in compare([r for r in results if r.job.scenario == scenario], each.first, each.second):
            yield msgspec.structs.replace(line, title=f"{scenario}: {line.title}"), None
    whole, *others = compare(results, each.first, each.second)
    yield whole, None if each.either_side or not each.required else each.required
    for line in others:
        by_side = not line.title.endswith("seed by seed")
        yield line, each.required if each.either_side and by_side else None


def _watched(console: Console, todo: Sequence[Job], workers: int, keep: Path | None) -> list[Result]:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("playing", total=len(todo))
        return play_all(todo, workers, _noting(keep, lambda: progress.update(task, advance=1)))


def _noting(keep: Path | None, report: Callable[[], None]) -> Callable[[Result], None]:
    def done(result: Result) -> None:
        report()
        if result.failure:
            raise RuntimeError(f"{result.job}: {result.failure}")
        if keep is not None:
            keeping.keep(keep, result)

    return done


if __name__ == "__main__":
    typer.run(main)
