"""Who wins how often and by how much: the tables and the picture of `docs/results.md`, from results that were kept.

grognard fuzz westfront --scenario summer43 --generator plain --matches 1000 --share 0.001 --keep chance.jsonl
grognard fuzz westfront --scenario summer43 --generator computer --matches 100 --share 0.001 --keep computer.jsonl
python -m grognard.lab.results chance.jsonl computer.jsonl --plot docs/results.svg
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from grognard import lab
from grognard.engine import files
from grognard.engine.game import Game
from grognard.lab import plot as plots
from grognard.lab.fuzz import CHECKS, REPLAY, Result
from grognard.lab.keeping import kept
from grognard.lab.plot import Panel
from grognard.lab.simulate import LEAD, histogram, spread, wilson

WAYS = {"plain": "chance", "computer": "level 1"}
"""Who played, by the generator of the match."""
BARS = 30


class Group(msgspec.Struct):
    """The matches of one scenario that were played in one way."""

    game: Game
    scenario: str
    way: str
    results: list[Result]

    @property
    def title(self) -> str:
        return self.game.scenarios()[self.scenario].title

    @property
    def leads(self) -> list[float]:
        return [float(result.facts[LEAD]) for result in self.results if LEAD in result.facts]

    def won(self, who: str) -> int:
        return sum(result.outcome == who for result in self.results)


def groups(results: Sequence[Result]) -> list[Group]:
    """The results by scenario and way, in the order of the game's scenarios."""
    found: dict[tuple[str, str, str], list[Result]] = {}
    for result in results:
        found.setdefault((result.job.game, result.job.scenario, result.job.generator), []).append(result)
    return [
        Group(lab.find(game), scenario, way, found[game, scenario, way])
        for game in dict.fromkeys(game for game, _, _ in found)
        for scenario in lab.find(game).scenarios()
        for way in WAYS
        if (game, scenario, way) in found
    ]


def table(found: Sequence[Group]) -> str:
    """One line for each group: who won how often, within which bounds, and by how much."""
    first, second = found[0].game.sides
    lines = [
        f"| scenario | played by | matches | {first} won | 95 % bounds | {second} won | drawn | lead | orders |",
        "|---|---|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for group in found:
        count = len(group.results)
        share, other = wilson(group.won(first), count), group.won(second) / count
        lead, orders = spread(group.leads), spread([float(result.orders) for result in group.results])
        assert orders is not None
        led = f"{lead.mean:+.0f} ± {lead.deviation:.0f}" if lead else ""
        shares = (f"{share.value:.1%}", f"{share.low:.1%} to {share.high:.1%}", f"{other:.1%}")
        cells = (group.title, WAYS[group.way], str(count), *shares, f"{1 - share.value - other:.1%}")
        lines.append(f"| {' | '.join((*cells, led, f'{orders.mean:.0f}'))} |")
    return "\n".join(lines)


def held(found: Sequence[Group]) -> str:
    """To how many moments the laws were held, and what they found."""
    results = [result for group in found for result in group.results]
    moments = sum(result.orders + 1 for result in results)
    counts: Counter[str] = Counter()
    for result in results:
        counts.update(result.held)
    looked = ", ".join(f"{check} {counts[check]:,}" for check in CHECKS)
    failures = sum(len(result.failures) for result in results)
    return (
        f"{len(results):,} matches, {moments:,} moments; besides the laws that hold always, held to {looked}; "
        f"{counts[REPLAY]:,} whole matches replayed; {failures} failures."
    )


def silent(found: Sequence[Group]) -> str:
    """The rules that never fired in any of the matches."""
    game = found[0].game
    fired = set[str]().union(*(result.fired | result.answered for group in found for result in group.results))
    unmet = [id for id in game.rules if id not in fired]
    return f"{len(game.rules) - len(unmet)} of {len(game.rules)} rules fired. Never: {', '.join(unmet) or 'none'}."


def drawn(found: Sequence[Group]) -> str:
    """The picture: the lead in every group, bar by bar."""
    first, second = found[0].game.sides
    panels = []
    for group in found:
        count = len(group.results)
        shares = f"{first} {group.won(first) / count:.0%}, {second} {group.won(second) / count:.0%}"
        panels.append(Panel(f"{group.title}, {WAYS[group.way]}", shares, histogram(group.leads, BARS)))
    about = f"how far {first} was ahead at the end ({second}, where below zero); in every match, counted by bars"
    return plots.panels(panels, "Who wins, and by how much", about)


def main(
    kept_in: Annotated[list[Path], typer.Argument(metavar="FILE", help="What `grognard fuzz --keep` wrote.")],
    plot: Annotated[Path | None, typer.Option(metavar="FILE.svg", help="Draw the picture.")] = None,
) -> None:
    """Count what was kept of mass play."""
    results = [result for path in kept_in for result in kept(path, Result)]
    found = groups(results)
    if not found:
        raise typer.BadParameter("no results there; `grognard fuzz --keep FILE` writes some")
    typer.echo("\n\n".join((table(found), held(found), silent(found))))
    if plot is not None:
        files.write_bytes(plot, drawn(found).encode())


if __name__ == "__main__":
    typer.run(main)
