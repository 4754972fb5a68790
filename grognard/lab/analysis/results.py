"""Who wins how often and by how much: the tables and the pictures of `docs/results.md` and `docs/results-2ww.md`, from
results that were kept.

grognard fuzz westfront --scenario summer43 --generator plain --matches 1000 --share 0.001 --keep chance.jsonl
grognard fuzz westfront --scenario summer43 --generator computer --matches 100 --share 0.001 --keep computer.jsonl
python -m grognard.lab.analysis.results chance.jsonl computer.jsonl --plot docs/results.svg
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
from grognard.lab.analysis import plot as plots
from grognard.lab.analysis.plot import Curve, Curves, Panel
from grognard.lab.analysis.simulate import LEAD, NOBODY, histogram, spread, wilson
from grognard.lab.checks.fuzz import CHECKS, REPLAY, Result
from grognard.lab.keeping import kept

WAYS = {"plain": "chance", "computer": "level 1"}
"""Who played, by the generator of the match."""
BARS = 30
LEVEL = "level"
DEGREES = ("total", "major", "minor")
"""The fact that tells how complete a victory is, and what it says, the most complete first."""


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

    def won(self, who: str, level: str = "") -> int:
        return sum(result.outcome == who and level in ("", result.facts.get(LEVEL)) for result in self.results)

    @property
    def lists(self) -> dict[str, Counter[str]]:
        """The facts that are lists of names, such as the powers that a side holds: how often each name stood there."""
        found: dict[str, Counter[str]] = {}
        for result in self.results:
            for fact, value in result.facts.items():
                if isinstance(value, list):
                    found.setdefault(fact, Counter()).update(map(str, value))
        return found

    def counts(self, fact: str) -> list[float]:
        """How long such a list was in every match."""
        return [float(len(result.facts[fact])) for result in self.results if fact in result.facts]

    def steps(self, track: str) -> tuple[str, ...]:
        """What the steps of a plotted track are called."""
        looks = self.game.looks_in(self.game.world(self.scenario, {}))
        return next(each.steps for each in looks.tracks if each.key == track)

    def curves(self, track: str) -> list[Curve]:
        """For each side the quarters and the median of what the track said, step by step."""
        found = []
        for side in self.game.sides:
            rows = [result.course[track][side] for result in self.results if track in result.course]
            spreads = [
                spread([float(row[step]) for row in rows if step < len(row)]) for step in range(max(map(len, rows)))
            ]
            found.append(
                Curve(
                    self.game.looks().sides[side].title,
                    [(at.quarter, at.median, at.three_quarters) for at in spreads if at],
                )
            )
        return found


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


def levels(found: Sequence[Group]) -> str:
    """How complete the victories were, from the first side's best to the second side's."""
    first, second = found[0].game.sides
    columns = [(first, level) for level in DEGREES] + [(NOBODY, "")] + [(second, level) for level in reversed(DEGREES)]
    said = [f"{who} {level}" if level else "drawn" for who, level in columns]
    lines = [f"| scenario | played by | {' | '.join(said)} |", f"|---|---|{'--:|' * len(columns)}"]
    for group in found:
        shares = (f"{group.won(who, level) / len(group.results):.1%}" for who, level in columns)
        lines.append(f"| {group.title} | {WAYS[group.way]} | {' | '.join(shares)} |")
    return "\n".join(lines)


def holdings(found: Sequence[Group], fact: str) -> str:
    """In which share of the matches each name stood in a list at the end, the most frequent first."""
    every = sum((group.lists.get(fact, Counter()) for group in found), Counter[str]())
    ways = " | ".join(f"{WAYS[group.way]}" for group in found)
    lines = [f"| {fact} at the end | {ways} |", f"|---|{'--:|' * len(found)}"]
    for name, _ in sorted(every.items(), key=lambda item: (-item[1], item[0])):
        shares = (f"{group.lists.get(fact, Counter())[name] / len(group.results):.0%}" for group in found)
        lines.append(f"| {name} | {' | '.join(shares)} |")
    return "\n".join(lines)


def lengths(found: Sequence[Group]) -> str:
    """How long the matches were, in orders and in seconds of processor time."""
    lines = ["| scenario | played by | orders | fewest | most | seconds |", "|---|---|--:|--:|--:|--:|"]
    for group in found:
        orders = spread([float(result.orders) for result in group.results])
        seconds = spread([result.seconds for result in group.results if not result.job.watched])
        assert orders is not None
        took = f"{seconds.mean:.1f}" if seconds else ""
        cells = (f"{orders.mean:.0f} ± {orders.deviation:.0f}", f"{orders.minimum:.0f}", f"{orders.maximum:.0f}", took)
        lines.append(f"| {group.title} | {WAYS[group.way]} | {' | '.join(cells)} |")
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
    about = f"how far {first} was ahead at the end ({second}, where below zero); in every match, counted by bars"
    for group in found:
        count = len(group.results)
        shares = f"{first} {group.won(first) / count:.0%}, {second} {group.won(second) / count:.0%}"
        panels.append(Panel(f"{group.title}, {WAYS[group.way]}", shares, histogram(group.leads, BARS)))
    return plots.panels(panels, "Who wins, and by how much", about)


def drawn_course(found: Sequence[Group]) -> str:
    """The picture of a game that plots its course: what was held at the end, and every plotted track."""
    looks = found[0].game.looks()
    first, second = found[0].game.sides
    panels: list[Panel | Curves] = []
    for fact in found[0].lists:
        for group in found:
            count = len(group.results)
            shares = ", ".join(f"{looks.sides[who].title} {group.won(who) / count:.0%}" for who in (first, second))
            about = f"{WAYS[group.way]}, {count} matches; won: {shares}"
            title = f"{fact.capitalize()} of the {looks.sides[first].title} at the end"
            panels.append(Panel(title, about, histogram(group.counts(fact), BARS)))
    for track in looks.tracks:
        for group in found if track.shape == "plot" else ():
            about = f"{WAYS[group.way]}, {len(group.results)} matches"
            panels.append(Curves(track.title, about, group.curves(track.key), group.steps(track.key)))
    about = "how the matches ended and how they came to it: medians, and bands that half of the matches keep to"
    return plots.panels(panels, found[0].title, about)


def main(
    kept_in: Annotated[list[Path], typer.Argument(metavar="FILE", help="What `grognard fuzz --keep` wrote.")],
    plot: Annotated[Path | None, typer.Option(metavar="FILE.svg", help="Draw the picture.")] = None,
) -> None:
    """Count what was kept of mass play."""
    results = [result for path in kept_in for result in kept(path, Result)]
    found = groups(results)
    if not found:
        raise typer.BadParameter("no results there; `grognard fuzz --keep FILE` writes some")
    parts = [table(found)]
    if any(result.course for result in results):
        parts += [levels(found), *(holdings(found, fact) for fact in found[0].lists), lengths(found)]
    typer.echo("\n\n".join((*parts, held(found), silent(found))))
    if plot is not None:
        picture = drawn_course(found) if found[0].results[0].course else drawn(found)
        files.write_bytes(plot, picture.encode())


if __name__ == "__main__":
    typer.run(main)
