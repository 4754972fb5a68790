"""What the documentation quotes and shows is true."""

from __future__ import annotations

import doctest
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
GUIDE = (ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8")
EXAMPLE = ROOT / "tests" / "skirmish"


def quoted() -> Iterator[tuple[str, str]]:
    """The fragments of the guide, each with the file that it says it is from."""
    for block in re.findall(r"```(?:python|toml)\n(.*?)```", GUIDE, re.DOTALL):
        first, _, rest = block.partition("\n")
        for fragment in rest.split("...\n"):
            yield first.removeprefix("# "), fragment.rstrip("\n")


@pytest.mark.parametrize(("file", "fragment"), list(quoted()))
def test_the_guide_quotes_the_example_word_for_word(file: str, fragment: str) -> None:
    assert fragment.strip()
    assert f"{fragment}\n" in (EXAMPLE / file).read_text(encoding="utf-8")


def test_every_station_of_the_guide_is_quoted_and_exists() -> None:
    files = {file for file, _ in quoted()}
    stations = set(re.findall(r"`((?:data/)?\w+\.(?:py|toml))`", GUIDE.split("## 1.")[0]))
    assert stations <= files
    assert all((EXAMPLE / file).is_file() for file in files)


def test_what_the_guide_shows_at_the_prompt_happens() -> None:
    examples = "\n".join(re.findall(r"```pycon\n(.*?)```", GUIDE, re.DOTALL))
    test = doctest.DocTestParser().get_doctest(examples, {}, "add-a-game.md", None, None)
    assert len(test.examples) > 5
    runner = doctest.DocTestRunner(verbose=False)
    failed: list[str] = []
    runner.run(test, out=failed.append)
    assert not failed, "".join(failed)
