"""Stored matches: those of today's rules replay to the letter, and those of older ones replay or go on.

A file is named after its game, the version of the rules that it was played under, its scenario and its seed. A mended
rule that stops a file of the present version from replaying wants a new version: raise it, name the rule in the
changelog, and store matches of the new one with `python -m grognard.lab.checks.stored`.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import pytest

import grognard
from grognard.engine.game import Game
from grognard.lab.checks.recheck import recheck
from grognard.lab.checks.stored import FOLDER, game_of, version_of
from tests.every_game.tables import GAMES

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / FOLDER).glob("*.json"))
NAMED = re.compile(r"\[((?:WF|2WW|SK|BF|GE)-[^\]]+)\]")


def test_every_game_has_stored_matches_of_its_present_version() -> None:
    here = {(game_of(file), version_of(file)) for file in FILES}
    finished = {key: game.version for key, game in grognard.games().items() if game.version != "0"}
    assert {(key, version) for key, version in finished.items() if key != "skirmish"} <= here


def stored(file: Path) -> list[object]:
    record: list[object] = json.loads(file.read_text(encoding="utf-8"))["record"]
    return record


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_stored_match_replays_or_goes_on(file: Path) -> None:
    match = grognard.load(str(file))
    if version_of(file) == match.game.version:
        verdict = recheck(str(file))
        assert verdict.good, f"{verdict.say}: {verdict.why}; raise the version of {match.game.title}"
        assert match.diverged_at is None
    lines = [line["what"] for line in match.view(match.sides[0])["log"]]
    assert lines.count("dropped") == (len(match.record) < len(stored(file)))
    choose = Random(file.stem)
    before = len(match.record)
    for _ in range(60):
        if match.outcome is not None:
            break
        match.play(choose.choice(match.orders(min(match.waiting))))
    assert len(match.record) > before or match.outcome is not None
    assert match.view(match.sides[0])["log"]


@pytest.mark.parametrize("key", [key for key in GAMES if key != "skirmish"])
def test_the_changelog_says_what_each_version_of_the_rules_changed(key: str) -> None:
    game: Game = GAMES[key]
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    for version in range(2, int(game.version) + 1):
        title = f"### Rules: {game.title} version {version}"
        assert title in text, f"{title} is missing"
        section = text.partition(title)[2].partition("\n#")[0]
        ids = [id.strip() for found in NAMED.findall(section) for id in found.split(",")]
        assert ids, f"{title} names no rule"
        assert [id for id in ids if id not in game.rules] == []
