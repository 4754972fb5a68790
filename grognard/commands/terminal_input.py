"""Talking with someone at a keyboard: a console, questions with a default, completion of typed words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import typer
from rich.console import Console

readline: Any
try:
    import readline
except ImportError:  # Windows, and some builds of Python
    readline = None

LEAVING = ("quit", "exit", "q")


class Leave(Exception):
    """The player has had enough for now."""


def console() -> Console:
    """Where the commands speak. What goes to a file or a pipe is not cut to 80 letters."""
    console = Console(soft_wrap=True, highlight=False)
    if not console.is_terminal:
        console.width = max(console.width, 120)
    return console


def failure(console: Console, text: str) -> typer.Exit:
    """Say what is wrong; to be raised."""
    console.print(text, markup=False)
    return typer.Exit(2)


def read(prompt: str) -> str:
    """A typed line. The prompt is left to `input`, so that editing a line does not wipe it out."""
    return input(prompt)


def ask(console: Console, question: str, choices: Mapping[str, str], default: str | None = None) -> str:
    """One of several things, by name or number; Enter takes the default. A single thing is not asked about."""
    keys = list(choices)
    if len(keys) == 1:
        return keys[0]
    if default is None or default not in choices:
        default = keys[0]
    numbered = not any(key.isdecimal() for key in keys)  # levels are called 1, 2, 3: no second numbers for them
    while True:
        console.print(question, markup=False)
        for number, (key, about) in enumerate(choices.items(), 1):
            console.print(f"  {f'{number}  ' if numbered else ''}{key}  {about}".rstrip(), markup=False)
        answer = read(f"[{default}] > ").strip()
        if not answer:
            return default
        found = next((key for key in keys if key.lower() == answer.lower()), None)
        if found is not None:
            return found
        if numbered and answer.isascii() and answer.isdecimal() and 1 <= int(answer[:9]) <= len(keys):
            return keys[int(answer[:9]) - 1]
        if answer.lower() in LEAVING:
            raise Leave
        console.print(
            f"Type {'a number or ' if numbered else ''}a name from the list, or press Enter for {default}.",
            markup=False,
        )


# Completion

Words = Callable[[], Iterable[str]]
"""Lines that could be typed; only worked out when somebody asks for them."""


class Completion:
    """Completes the word that is being typed, from the lines that could be typed here."""

    def __init__(self, orders: Words, commands: Mapping[str, Words]) -> None:
        self.orders = orders
        self.commands = commands
        """What can follow each command word."""
        self._found: list[str] = []

    def words(self, line: str) -> list[str]:
        """How the last word of a line can go on: `move Br` leads to `Br30` and `Br13`."""
        *before, begun = line.lower().split(" ") if line else [""]
        before = [word for word in before if word]
        lines: Iterable[str]
        if before and before[0] in self.commands:
            lines = self.commands[before[0]]()
            before = before[1:]
        elif before:
            lines = self.orders()
        else:
            lines = [*self.orders(), *self.commands]
        found: dict[str, None] = {}
        for each in lines:
            words = each.split()
            known, rest = [word.lower() for word in words[: len(before)]], words[len(before) :]
            if known == before and rest and rest[0].lower().startswith(begun):
                found[rest[0]] = None
        return list(found)

    def install(self) -> None:
        """Have the Tab key ask here, where the system can."""
        if readline is None:
            return
        readline.set_completer_delims(" ")
        readline.set_completer(self._complete)
        is_libedit = "libedit" in (readline.__doc__ or "")
        readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")

    def remove(self) -> None:
        if readline is not None:
            readline.set_completer(None)

    def _complete(self, text: str, number: int) -> str | None:
        if number == 0:
            try:
                self._found = self.words(readline.get_line_buffer()[: readline.get_endidx()])
            except Exception:  # a completer must not break the line that is being typed
                self._found = []
        return f"{self._found[number]} " if number < len(self._found) else None


def forget() -> None:
    """Forget what was typed before: the next one at the keyboard must not find it with the arrow keys."""
    if readline is not None:
        readline.clear_history()
