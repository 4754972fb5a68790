"""Drills: small worked positions in which one can try a rule without a game.

A rulebook works the answer out with the functions that its titles use, so a drill shows what they really do.
"""

from __future__ import annotations

import msgspec


class Worked(msgspec.Struct, frozen=True):
    """A line of a worked answer, and the rule that it rests on."""

    text: str
    rule: str


class Drill(msgspec.Struct, frozen=True):
    """A position, a question about it, answers to choose from, and the worked answer."""

    key: str
    section: str
    title: str
    position: str
    question: str
    choices: tuple[str, ...]
    answer: int
    """Which of the choices is right."""
    worked: tuple[Worked, ...]

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that it shows, each once."""
        return tuple(dict.fromkeys(line.rule for line in self.worked))
