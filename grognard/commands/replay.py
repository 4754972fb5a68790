"""The commands `grognard replay` and `grognard verify`."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from grognard.commands import terminal_input, terminal_map
from grognard.engine.saves import SaveError
from grognard.lab.analysis import proof
from grognard.lab.analysis import replay as replays
from grognard.lab.analysis.replay import Replay, Stage

KEYS = "Enter next, b back, a number: that order, m map on or off, q quit"
File = Annotated[str, typer.Argument(metavar="FILE", help="A saved match.")]


def replay(
    file: File,
    side: Annotated[str | None, typer.Option(help="Show only what this side may know.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="Print all of it at once, as a report.")] = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print the report as Markdown.")] = False,
    no_map: Annotated[bool, typer.Option("--no-map", help="Begin without the map.")] = False,
) -> None:
    """Show a match from its start, order by order, or as an after-action report."""
    console = terminal_input.console()
    try:
        found = replays.replay(file, side)
    except SaveError as error:
        raise terminal_input.failure(console, str(error)) from None
    if everything or markdown:
        typer.echo(replays.report(found, markdown), nl=False)
    else:
        Viewer(console, found, not no_map).run()


class Viewer:
    """Someone who steps through a match."""

    def __init__(self, console: Console, replay: Replay, has_map: bool) -> None:
        self.console = console
        self.replay = replay
        self.has_map = has_map
        self.index = 0

    def run(self) -> None:
        self.say(f"{self.replay.title}: {self.replay.length} orders.")
        if self.replay.side is not None:
            self.say(f"Shown as {self.replay.side} knows it.")
        self.say(KEYS)
        self.show()
        try:
            while self.answer(terminal_input.read(f"{self.stage.last}/{self.replay.length}> ").strip().lower()):
                pass
        except (EOFError, KeyboardInterrupt):
            self.say("")

    @property
    def stage(self) -> Stage:
        return self.replay.stages[self.index]

    @property
    def is_last(self) -> bool:
        return self.index == len(self.replay.stages) - 1

    def answer(self, word: str) -> bool:
        """Do what was asked for; False to leave."""
        if word in terminal_input.LEAVING:
            return False
        if word == "m":
            self.has_map = not self.has_map
        elif word == "b":
            if self.index == 0:
                self.say("This is the beginning.")
                return True
            self.index -= 1
        elif word.isascii() and word.isdecimal():
            self.index = self.replay.find(int(word[:9]))
        elif word:
            self.say(KEYS)
            return True
        elif self.is_last:
            self.say("This is the end. Type q to leave, b to go back.")
            return True
        else:
            self.index += 1
        self.show()
        return True

    def show(self) -> None:
        replay, stage = self.replay, self.stage
        which = "The beginning" if not stage.last else f"Order {stage.label} of {replay.length}"
        self.say(f"\n{which} ({stage.at})\n{stage.heading}")
        for line in stage.news:
            self.say(f"  - {line}")
        if self.has_map:
            self.say("")
            picture = terminal_map.coloured(replay.board, stage.pieces, sides=replay.sides)
            self.console.print(picture, soft_wrap=True)
            self.say("")
        if self.is_last:
            self.say(replay.broken or replays.ended(replay.outcome))

    def say(self, text: str) -> None:
        self.console.print(text, markup=False, highlight=False, soft_wrap=True)


# Verify


def verify(
    file: File,
    commitment: Annotated[str | None, typer.Option(help="The commitment that was noted before play.")] = None,
    contribution: Annotated[
        list[str] | None, typer.Option(metavar="SIDE=TEXT", help="What a side has put into the dice, as it was noted.")
    ] = None,
) -> None:
    """Check the dice of a finished match against its secret: 0 honest, 1 not, 2 cannot be said."""
    console = terminal_input.console()
    noted = dict(_noted(each) for each in contribution or ())
    try:
        found = proof.check(file, commitment, contributed=noted)
    except SaveError as error:
        raise terminal_input.failure(console, str(error)) from None

    def say(text: str) -> None:
        console.print(text, markup=False)

    say(found.title)
    say(f"Commitment: {found.commitment}")
    for side, text in sorted(found.contributions.items()):
        say(f"Put into the dice by {side}: {text}")
    if found.outcome is None and found.good:
        say("The match is not over. Its secret is not revealed before the end, so its dice cannot be checked yet.")
        raise typer.Exit(2)
    say(replays.ended(found.outcome))
    say(f"Checked against the secret: {found.rolls} rolls and {found.shuffles} shuffles.")
    if found.taken_back:
        say(f"{found.taken_back} more were answered and taken back with their orders; their numbers stay spent.")
    for fault in found.faults:
        say(f"  ! {fault}")
    _show_luck(console, found)
    if found.good:
        more = "" if commitment else " Compare the commitment with the one that was shown before play."
        own = found.contributions.keys() - noted
        more += " Each side: is what you have put in the same as here?" if own else ""
        say(f"All dice come from the secret{' and what the sides have put in' if found.contributions else ''}.{more}")
        return
    say(f"{len(found.faults)} things do not match.")
    raise typer.Exit(1)


def _noted(said: str) -> tuple[str, str]:
    side, equals, text = said.partition("=")
    if not equals:
        raise typer.BadParameter("write it as SIDE=TEXT", param_hint="--contribution")
    return side.strip(), text.strip()


def _show_luck(console: Console, found: proof.Proof) -> None:
    """The ledger of luck: per side what fell, and whether that is uneven."""
    for luck in found.luck:
        faces = range(1, luck.sides + 1) if luck.sides <= 20 else sorted(luck.faces)
        table = Table("for", *map(str, faces), "dice", "mean", title=f"{luck.side}, dice of {luck.sides}")
        rows = (
            [*sorted(luck.purposes.items()), ("all", luck.faces)] if len(luck.purposes) > 1 else luck.purposes.items()
        )
        for purpose, counts in rows:
            mean = sum(face * count for face, count in counts.items()) / max(counts.total(), 1)
            table.add_row(purpose, *(str(counts[face]) for face in faces), str(counts.total()), f"{mean:.2f}")
        console.print(table)
        few = " (few dice: read this with care)" if luck.is_few else ""
        console.print(
            f"{luck.side}: mean {luck.mean:.2f} where {(luck.sides + 1) / 2:.2f} is due; chi-square "
            f"{luck.chi_square:.2f} with {luck.sides - 1} degrees of freedom; "
            f"honest dice are as uneven {luck.chance:.0%} of the time{few}",
            markup=False,
        )
