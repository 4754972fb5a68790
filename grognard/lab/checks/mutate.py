"""Mutation testing: the rules are broken on purpose, one small change at a time, to see whether the tests notice.

`python -m grognard.lab.checks.mutate westfront`, run where the sources lie, works on a copy of the tree, makes
thirty changes drawn from the hash of the present commit, and runs the quick tests after each until one fails: first
those of the chapters that the changed file is of, then the rest of the rulebook's, then all others that play the game.
A change that no test notices is either the same rule in other words, or a missing test.
"""

from __future__ import annotations

import argparse
import ast
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

from grognard.engine.files import write_bytes

LEFT_OUT = shutil.ignore_patterns(
    ".*", "node_modules", "cache", "__pycache__", "web", "docs", "benchmarks", "*.egg-info"
)
COUNT = 30
LONGEST = 900
"""Seconds after which a change is assumed to have made something endless."""

LONGEST_TEST = 240
"""The same for a single test; without a change none takes a quarter of it."""

SILENCED = "silenced"
CITES = re.compile(r"\[[0-9A-Z]+-[^\]]+\]")
CHAPTERS = re.compile(r'\A"""Chapters? ([^:]+):')
NONE_RUN = 5  # pytest's exit code where all tests are long ones
AT_EVERY_TABLE = "tests.every_game.tables"
"""What a test imports that is run for every game."""

ELSE = {
    ast.Lt: ("<=", ">"), ast.LtE: ("<", ">="), ast.Gt: (">=", "<"), ast.GtE: (">", "<="),
    ast.Eq: ("!=",), ast.NotEq: ("==",), ast.In: ("not in",), ast.NotIn: ("in",), ast.Is: ("is not",),
    ast.IsNot: ("is",),
}  # fmt: skip
"""What a comparison may become: first off by one where it is a limit, then the other way round."""

EMPTY = {
    "None": "None", "bool": "False", "int": "0", "str": '""', "Refusal | None": "None", "list": "[]", "dict": "{}",
    "tuple": "()", "frozenset": "frozenset()", "set": "set()", "Iterator": "iter(())",
}  # fmt: skip
"""What a function that has been silenced returns, by its annotation."""


class Change(NamedTuple):
    """One way to break a file: bytes from `start` to `end` become something else."""

    file: str
    line: int
    kind: str
    start: int
    end: int
    new: str

    def applied(self, source: bytes) -> bytes:
        return source[: self.start] + self.new.encode() + source[self.end :]

    def described(self, source: bytes) -> str:
        """The place, and the code before and after."""
        old = " ".join(source[self.start : self.end].decode().split()) or _function_at(source, self.start)
        return f"{self.file}:{self.line} {self.kind}: {_short(old)}  ->  {_short(' '.join(self.new.split()))}"


class Verdict(NamedTuple):
    """What became of a change: the first test that noticed it, or nothing."""

    number: int
    change: Change
    described: str
    caught_by: str

    def __str__(self) -> str:
        fate = f"caught by {self.caught_by}" if self.caught_by else "SURVIVED"
        return f"{self.number:3} {self.described}\n      {fate}"


def _function_at(source: bytes, at: int) -> str:
    """The name of the function that a place lies in."""
    return str(re.findall(r"def \w+", source[:at].decode())[-1])


def _short(text: str) -> str:
    return text if len(text) <= 90 else f"{text[:60]} ... {text[-25:]}"


# Changes


def changes(source: str, file: str) -> list[Change]:
    """Every change that can be made to a file, in the order of its lines."""
    tree = ast.parse(source)
    starts = [0]
    for line in source.encode().splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    exempt = {id(part) for node in ast.walk(tree) if isinstance(node, ast.Assert) for part in ast.walk(node)}
    found = [
        _placed(file, starts, node, kind, new)
        for node in ast.walk(tree)
        if id(node) not in exempt
        for way in WAYS
        for place, kind, new in way(node)
        for node in [place]
    ]
    return sorted(set(found), key=lambda change: (change.start, change.end, change.kind, change.new))


def _placed(file: str, starts: list[int], node: ast.expr | ast.stmt, kind: str, new: str) -> Change:
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    start, end = starts[node.lineno - 1] + node.col_offset, starts[node.end_lineno - 1] + node.end_col_offset
    return Change(file, node.lineno, kind, start, start if kind == SILENCED else end, new)


Way = Callable[[ast.AST], Iterator[tuple[ast.expr | ast.stmt, str, str]]]


def _comparison(node: ast.AST) -> Iterator[tuple[ast.expr | ast.stmt, str, str]]:
    """A limit off by one, or a comparison the other way round."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        left, right = ast.unparse(node.left), ast.unparse(node.comparators[0])
        for number, sign in enumerate(ELSE[type(node.ops[0])]):
            off = len(ELSE[type(node.ops[0])]) == 2 and number == 0
            yield node, "limit" if off else "comparison", f"({left} {sign} {right})"


def _guard(node: ast.AST) -> Iterator[tuple[ast.expr | ast.stmt, str, str]]:
    """A condition that always holds, or never."""
    if isinstance(node, ast.If) and ast.unparse(node.test) != "TYPE_CHECKING":
        yield from ((node.test, "guard", new) for new in ("True", "False"))
    elif isinstance(node, ast.comprehension):
        yield from ((test, "guard", "True") for test in node.ifs)


def _junction(node: ast.AST) -> Iterator[tuple[ast.expr | ast.stmt, str, str]]:
    """`and` for `or`, and the other way round."""
    if isinstance(node, ast.BoolOp):
        word = " or " if isinstance(node.op, ast.And) else " and "
        yield node, "and/or", f"({word.join(f'({ast.unparse(value)})' for value in node.values)})"


def _extreme(node: ast.AST) -> Iterator[tuple[ast.expr | ast.stmt, str, str]]:
    """`min` for `max`, and the other way round."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("min", "max"):
        yield node.func, "min/max", "max" if node.func.id == "min" else "min"


def _silence(node: ast.AST) -> Iterator[tuple[ast.expr | ast.stmt, str, str]]:
    """A function that cites a rule and does nothing: its answer is empty, or what it was given."""
    if not isinstance(node, ast.FunctionDef) or not CITES.search(ast.get_docstring(node) or "") or node.returns is None:
        return
    answer = _empty(node)
    for statement in node.body[1:2] if answer is not None else []:
        yield statement, SILENCED, f"return {answer}\n" + " " * statement.col_offset


def _empty(function: ast.FunctionDef) -> str | None:
    assert function.returns is not None
    said = ast.unparse(function.returns)
    if said in EMPTY:
        return EMPTY[said]
    for argument in function.args.args:
        if argument.annotation is not None and ast.unparse(argument.annotation) == said:
            return argument.arg
    return EMPTY.get(said.partition("[")[0])


WAYS: tuple[Way, ...] = (_comparison, _guard, _junction, _extreme, _silence)


def draw(sources: dict[str, str], seed: str, count: int) -> list[Change]:
    """Changes drawn at random, each kind as likely as the others, and no two in the same line."""
    rng = Random(f"mutate {seed}")
    left: dict[str, list[Change]] = {}
    for file, source in sorted(sources.items()):
        for change in changes(source, file):
            left.setdefault(change.kind, []).append(change)
    drawn: list[Change] = []
    while left and len(drawn) < count:
        kind = rng.choice(sorted(left))
        change = left[kind].pop(rng.randrange(len(left[kind])))
        if all((change.file, change.line) != (other.file, other.line) for other in drawn):
            drawn.append(change)
        left = {name: some for name, some in left.items() if some}
    return drawn


# Trials


class Copy:
    """A copy of the tree in which rules are broken; the tree itself is never touched."""

    def __init__(self, tree: Path, folder: Path, game: str, chosen: Sequence[str] = ()) -> None:
        self.root = folder / "tree"
        shutil.copytree(tree, self.root, ignore=LEFT_OUT)
        self.game = game
        self.chosen = list(chosen)
        self.tests = self.chosen or [f"tests/rulebooks/{game}", "tests/every_game", "tests/engine"]
        self.rules = f"grognard/games/{game}"
        self.sources = {
            str(path.relative_to(self.root)): path.read_text(encoding="utf-8")
            for path in sorted((self.root / self.rules).glob("*.py"))
        }

    def try_out(self, number: int, change: Change) -> Verdict:
        """Break one rule, run the tests, mend it again."""
        source = self.sources[change.file].encode()
        path = str(self.root / change.file)
        write_bytes(path, change.applied(source))
        try:
            rounds = self.rounds(change.file)
            return Verdict(
                number, change, change.described(source), next(filter(None, map(self.first_failure, rounds)), "")
            )
        finally:
            write_bytes(path, source)

    def rounds(self, file: str) -> list[list[str]]:
        """The tests, the likeliest to notice a change of this file first: its chapters, the rulebook, the rest."""
        if self.chosen:
            return [self.chosen]
        rest = [test for test in self.files() if self._plays(test)]
        book = [test for test in rest if test.startswith(self.tests[0])]
        near = [test for test in book if self._is_near(test, file)]
        rounds = [near, [test for test in book if test not in near], [test for test in rest if test not in book]]
        return [tests for tests in rounds if tests]

    def files(self) -> list[str]:
        """All test files."""
        found = [file for folder in self.tests for file in sorted((self.root / folder).rglob("test_*.py"))]
        return [str(file.relative_to(self.root)) for file in found]

    def _plays(self, test: str) -> bool:
        """Whether a test file has anything to do with the game: the engine's own tests do not."""
        text = (self.root / test).read_text(encoding="utf-8")
        return self.game in test or self.game in text or AT_EVERY_TABLE in text

    def _is_near(self, test: str, file: str) -> bool:
        """Whether a test file is of a chapter that a file of rules says it is of, or names that file."""
        chapters = CHAPTERS.match(self.sources[file])
        numbers = {int(word) for word in re.findall(r"(?<![.\d])\d+", chapters[1])} if chapters else set()
        number = re.match(r"test_(\d+)_", Path(test).name)
        if number and int(number[1]) in numbers:
            return True
        return f"{self.rules}/{Path(file).stem}".replace("/", ".") in (self.root / test).read_text(encoding="utf-8")

    def first_failure(self, tests: Sequence[str] = ()) -> str:
        """The first test that fails, of these or of all, or nothing."""
        said = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "no:randomly"]
        around = {**os.environ, "PYTHONPATH": str(self.root), "PYTHONDONTWRITEBYTECODE": "1"}
        try:
            done = subprocess.run(
                [*said, "-m", "not long", "-o", f"timeout={LONGEST_TEST}", *(tests or self.tests)], cwd=self.root,
                env=around, capture_output=True, text=True, timeout=LONGEST,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            return f"the clock: not done after {LONGEST} seconds"
        if done.returncode in (0, NONE_RUN):
            return ""
        failed = re.search(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.MULTILINE)
        return failed[1] if failed else f"pytest, which ended with {done.returncode}"


def head(tree: Path) -> str:
    """The hash of the present commit."""
    done = subprocess.run(["git", "rev-parse", "HEAD"], cwd=tree, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit("This is no repository: name a seed with --seed.")
    return done.stdout.strip()


def trials(copy: Copy, drawn: Sequence[Change], numbers: Sequence[int]) -> Iterator[Verdict]:
    """Try changes one after the other; the tests must pass before any."""
    failing = copy.first_failure()
    if failing:
        raise SystemExit(f"The tests fail before anything is changed: {failing}")
    for number in numbers:
        yield copy.try_out(number, drawn[number - 1])


def main(words: Sequence[str] | None = None) -> int:
    """Break rules, and report which changes the tests noticed."""
    from rich.console import Console
    from rich.progress import Progress

    said = _arguments(words)
    tree = Path.cwd()
    seed = said.seed or head(tree)
    console = Console(soft_wrap=True, highlight=False, markup=False)
    with tempfile.TemporaryDirectory(prefix="mutate-") as folder:
        copy = Copy(tree, Path(folder), said.game, said.tests.split(",") if said.tests else ())
        drawn = draw(copy.sources, seed, said.count)
        numbers = [int(word) for word in said.only.split(",")] if said.only else range(1, len(drawn) + 1)
        console.print(f"{len(drawn)} changes to {copy.rules}, seed {seed}; tests: {' '.join(copy.tests)}")
        survived, total = 0, len(numbers)
        with Progress(console=console, transient=True) as progress:
            task = progress.add_task("trying", total=total)
            for done, verdict in enumerate(trials(copy, drawn, numbers), 1):
                survived += not verdict.caught_by
                console.print(f"[{done}/{total}] {verdict}")
                progress.update(task, advance=1)
    console.print(f"{total - survived} of {total} changes were caught, {survived} survived")
    return 1 if survived else 0


def _arguments(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m grognard.lab.checks.mutate", description=main.__doc__)
    parser.add_argument("game", nargs="?", default="westfront", help="whose rules are broken")
    parser.add_argument("--count", type=int, default=COUNT, help="how many changes (%(default)s)")
    parser.add_argument("--seed", default="", help="what they are drawn from; the hash of the commit if left out")
    parser.add_argument(
        "--only", default="", metavar="N,N", help="only the changes of these numbers, such as survivors"
    )
    parser.add_argument("--tests", default="", metavar="PATH,PATH", help="other tests than the quick ones of the game")
    return parser.parse_args(words)


if __name__ == "__main__":
    sys.exit(main())
