"""Which rules have had a say: reasons in tallies, steps that ran, functions that cite a rule and answered.

Events, prompts and refusals carry a rule id that anyone can read. Other rules work out of sight: a reason in a tally
that nobody printed, a step of the sequence, a function that settles who is in supply. Their ids stand in the code, so
here a match is watched while it is played, through the interpreter's own profile hook. It costs time: watch a part of
the matches.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from inspect import getsource
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any, NamedTuple

from grognard.engine.agenda import Step
from grognard.engine.game import Game
from grognard.engine.tally import Tally

ID = re.compile(r"\b[0-9A-Z]+-[\w.]*\w")
REASON: CodeType = Tally.add.__code__
VALUE: CodeType = Tally.value.fget.__code__  # type: ignore[attr-defined]
DOES = ("run", "rolled", "take", "opened")
"""What a step does when its turn has come."""


class Source(NamedTuple):
    """What a piece of code stands for."""

    step: frozenset[str]
    """The rules of the step that it carries out."""
    cited: frozenset[str]
    """The rules that it answers for itself: those in its docstring and its remarks."""
    acts: bool
    """It acts and gives no answer: all that can be said of it is that it ran."""


class Witness:
    """Which rules were seen at work in a match."""

    def __init__(self, game: Game) -> None:
        self.sources = sources(game)
        self.fired: set[str] = set()
        """Rules of tallies that were read and of the reasons that changed them, and of steps that ran."""
        self.answered: set[str] = set()
        """Rules cited by functions that had something to say."""

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Watch while something is played."""
        sys.setprofile(self._look)
        try:
            yield
        finally:
            sys.setprofile(None)

    def _look(self, frame: FrameType, event: str, answer: Any) -> None:
        if event != "return":
            return
        code = frame.f_code
        if code is REASON:
            if frame.f_locals["change"]:
                self.fired.add(frame.f_locals["rule"])
            return
        if code is VALUE:
            self.fired.add(frame.f_locals["self"].rule)
            return
        source = self.sources.get(code)
        if source is not None:
            self.fired |= source.step
            if source.acts or (answer or type(answer) is int):
                self.answered |= source.cited


@cache
def sources(game: Game) -> dict[CodeType, Source]:
    """Every function and method of a game that cites a rule of its ledger."""
    package = str(import_module(type(game).__module__).__package__)
    found: dict[CodeType, Source] = {}
    for name, module in sorted(sys.modules.items()):
        if name == package or name.startswith(f"{package}."):
            for value in vars(module).values():
                if getattr(value, "__module__", None) == name:
                    found.update(_sources(game, value))
    return found


def written(game: Game) -> set[str]:
    """The rules whose id stands in the code of a game, wherever in it."""
    return {id for source in _code(game) for id in ID.findall(source)} & game.rules.keys()


def spoken(game: Game) -> set[str]:
    """Those that the code can show: their id stands in it by itself, as that of an event, a refusal or a reason."""
    nodes = (node for source in _code(game) for node in ast.walk(ast.parse(source)))
    return {str(node.value) for node in nodes if isinstance(node, ast.Constant)} & game.rules.keys()


def _code(game: Game) -> list[str]:
    folder = Path(str(import_module(type(game).__module__).__file__)).parent
    return [path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.py"))]


def _sources(game: Game, value: object) -> Iterator[tuple[CodeType, Source]]:
    if isinstance(value, FunctionType):
        yield value.__code__, _source(game, value, frozenset())
    elif isinstance(value, type):
        step = _cited(game, value.__doc__) if issubclass(value, Step) else frozenset[str]()
        for method in vars(value).values():
            if isinstance(method, FunctionType) and method.__code__.co_filename.endswith(".py"):  # none made on the fly
                yield method.__code__, _source(game, method, step if method.__name__ in DOES else frozenset())


def _source(game: Game, function: FunctionType, step: frozenset[str]) -> Source:
    remarks = [line.partition("#")[2] for line in getsource(function).splitlines()]
    cited = _cited(game, "\n".join([function.__doc__ or "", *remarks]))
    return Source(step, cited, function.__annotations__.get("return") in ("None", None))


def _cited(game: Game, text: str | None) -> frozenset[str]:
    return frozenset(ID.findall(text or "")) & game.rules.keys()
