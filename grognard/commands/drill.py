"""`grognard drill`: small positions in which one can try a rule, a question about each, and the worked answer."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_lowercase
from typing import Annotated

import typer
from rich.console import Console

import grognard
from grognard.commands import terminal_input
from grognard.engine.drills import Drill

SHOW = "show"


def drill(
    what: Annotated[
        str | None, typer.Argument(metavar="[WHAT]", help="A rule's id or the name of a drill; all if left out.")
    ] = None,
    show: Annotated[bool, typer.Option("--list", help="List the drills.")] = False,
) -> None:
    """Try the rules of a rulebook on small positions."""
    console = terminal_input.console()
    drills = [each for book in grognard.rulebooks().values() for each in book.drills()]
    chosen = [each for each in drills if what is None or what.lower() in _names(each)]
    if not chosen:
        remedy = "grognard drill --list names those that there are"
        raise terminal_input.failure(console, f"No drill is called {what}, and none shows such a rule; {remedy}.")
    if show:
        for each in chosen:
            console.print(f"{each.key:<22} {each.title} [{', '.join(each.rules)}]", markup=False)
        return
    try:
        if what is None:
            chosen = _section(console, chosen)
        right = sum(_asked(console, each) for each in chosen)
    except (EOFError, KeyboardInterrupt, terminal_input.Leave):
        console.print("\nGoodbye.")
        return
    if len(chosen) > 1:
        console.print(f"{right} of {len(chosen)} right.")


def _names(drill: Drill) -> set[str]:
    return {drill.key.lower(), *(rule.lower() for rule in drill.rules)}


def _section(console: Console, drills: Sequence[Drill]) -> list[Drill]:
    sections = list(dict.fromkeys(each.section for each in drills))
    counts = {section: sum(each.section == section for each in drills) for section in sections}
    choices = {section: f"({count} drills)" for section, count in counts.items()}
    chosen = terminal_input.ask(console, "Which section?", choices)
    return [each for each in drills if each.section == chosen]


def _asked(console: Console, drill: Drill) -> bool:
    """Put a drill and tell its answer: whether it was the right one."""
    for said in ("", drill.title, drill.position, drill.question):
        console.print(said, markup=False)
    letters = ascii_lowercase[: len(drill.choices)]
    for letter, choice in zip(letters, drill.choices, strict=True):
        console.print(f"  {letter}  {choice}", markup=False)
    number = _answer(console, letters, drill.choices)
    is_right = number == drill.answer
    verdict = "Right" if is_right else "The answer is" if number is None else "No"
    console.print(f"{verdict}: {drill.choices[drill.answer]}.", markup=False)
    for line in drill.worked:
        console.print(f"  {line.text} [{line.rule}]", markup=False)
    return is_right


def _answer(console: Console, letters: str, choices: Sequence[str]) -> int | None:
    """The choice that somebody types; none if the answer is to be shown."""
    known = {choice.lower(): number for number, choice in enumerate(choices)}
    known |= {letter: number for number, letter in enumerate(letters)}
    while True:
        answer = terminal_input.read(f"[{SHOW}] > ").strip().lower()
        if answer in ("", SHOW):
            return None
        if answer in known:
            return known[answer]
        if answer in terminal_input.LEAVING:
            raise terminal_input.Leave
        console.print(f"Type a letter from a to {letters[-1]}, Enter to see the answer, or quit.", markup=False)
