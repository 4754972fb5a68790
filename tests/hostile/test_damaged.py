"""Damaged saves and positions end in one sentence, or are taken up and can be looked at; nothing else."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

import grognard
from grognard.engine.position import PositionError
from grognard.engine.saves import SaveError
from tests.hostile.damage import GAMES, ends, match_of, spoilt, spoilt_text
from tests.skirmish import until

FEW, MANY = 40, 1500
KINDS = ("save", "json", "text")


def try_all(key: str, kind: str, count: int, seed: int, path: Path) -> tuple[int, int]:
    """How many mutants were taken up, and how many were refused; a refusal is one line."""
    matches = [match_of(key, number) for number in (0, 3)]
    taken = refused = 0
    for number in range(count):
        choose = Random(f"{seed} {number}")
        match = choose.choice(matches)
        if kind == "save":
            match.save(str(path))
            path.write_text(json.dumps(spoilt(json.loads(path.read_text("utf-8")), choose)), encoding="utf-8")
            said = ends(lambda: grognard.load(str(path)))
        else:
            text = spoilt_text(match.text(), choose) if kind == "text" else json.dumps(spoilt(_data(match), choose))
            said = ends(lambda text=text: grognard.position(text, seed=1))  # type: ignore[misc]
        assert "\n" not in said.strip(), (number, said)
        taken, refused = taken + (not said), refused + bool(said)
    return taken, refused


def _data(match: grognard.Match) -> Any:
    return json.loads(match.json())


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("key", GAMES)
def test_what_is_damaged_is_refused_in_a_sentence(key: str, kind: str, tmp_path: Path) -> None:
    taken, refused = try_all(key, kind, FEW, 1, tmp_path / "match.json")
    assert taken
    assert refused


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("key", GAMES)
def test_thousands_of_damaged_files(key: str, kind: str, tmp_path: Path) -> None:
    try_all(key, kind, MANY, 2, tmp_path / "match.json")


def position_of(change: dict[str, Any]) -> str:
    """A position of the skirmish with some facts, or parts beside them, replaced."""
    data = json.loads(until("Movement", seed=4).json())
    for name, value in change.items():
        (data["state"] if name in data["state"] else data["state"]["facts"])[name] = value
    return json.dumps(data)


def changed(fact: str, index: int, value: object) -> dict[str, Any]:
    found = json.loads(until("Movement", seed=4).json())["state"]["facts"][fact]
    return {fact: [*found[:index], value, *found[index + 1 :]]}


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (changed("where", 0, 4000), "where does not fit the rest"),
        (changed("where", 0, 10**12), "where: no number here is as large as 1000000000000"),
        (changed("where", 0, "Mill"), r"where: Expected `int`, got `str` - at `\$\[0\]`"),
        ({"where": [1]}, "where: expected 12 numbers, found 1"),
        ({"moved": "AAAA"}, "moved: expected 12 numbers, found 3"),
        ({"moved": "x"}, "moved: Invalid base64"),
        ({"agenda": []}, "agenda does not fit the rest: nobody is to decide"),
        ({"agenda": [{"step": "Movement", "side": 7}]}, "agenda, step 1: there are 2 sides"),
        ({"agenda": [{"step": ["Nap"]}]}, r"agenda, step 1: The Ford has no step \['Nap'\]"),
        ({"agenda": {"step": "Movement"}}, "agenda: Expected `array`"),
        (
            {"agenda": [{"step": "March", "unit": 10**9, "route": []}, {"step": "Movement", "side": 0}]},
            "agenda, step 1: no number here is as large as 1000000000",
        ),
        ({"sheets": [[]]}, "sheets: there are 2 sides, not 1"),
        ({"sheets": 7}, "sheets: Expected `array`"),
        ({"outcome": {"winner": "green", "cause": "x"}}, "outcome does not fit the rest: there is no side green"),
        ({"facts": None}, "facts: Expected `object`"),
    ],
)
def test_a_position_names_the_part_that_is_damaged(change: dict[str, Any], place: str) -> None:
    with pytest.raises(PositionError, match=place):
        grognard.position(position_of(change))


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ('where = {"-1": 3}', r"'where = .*there is no number -1 in it, only 0 to 11"),
        ('where = {"12": 3}', "'where = .*there is no number 12 in it"),
        ('where = {"0": 5000}', "where does not fit the rest"),
        ('where = {"0": [1]}', "'where = .*Expected `int`"),
        ('moved = {"0": 300}', "'moved = "),
        ('sheets = [["aim Mill"]]', "'sheets = "),
        ("sheets = [7]", "'sheets = "),
        ("agenda = 7", "'agenda = "),
        ("outcome = []", "'outcome = "),
        ("turn = " + "[" * 3000, "'turn = "),
    ],
)
def test_a_line_of_a_position_is_named(line: str, place: str) -> None:
    with pytest.raises(PositionError, match=place):
        grognard.position(f"skirmish ford\nturn 2, red movement\nFord: Bear 2\n{line}")


def test_a_position_that_cannot_be_tinted_is_refused() -> None:
    data = json.loads(grognard.new("2ww", "war", seed=1).json())
    assert data["state"]["facts"]["owner"]
    data["state"]["facts"]["owner"] = [7] * len(data["state"]["facts"]["owner"])
    with pytest.raises(PositionError, match="owner"):
        grognard.position(json.dumps(data))


@pytest.mark.parametrize("first", ["skirmish brook", "skirmish ford 7", 'skirmish ford {"turns": 99}', "skirmish"])
def test_a_first_line_that_names_no_game_is_named(first: str) -> None:
    with pytest.raises(PositionError, match="line 1: "):
        grognard.position(f"{first}\nturn 1, plans")


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"secret": "ab"}, "secret"),
        ({"secret": "zz" * 32}, "secret"),
        ({"proposal": {"side": "green", "what": "draw"}}, "proposals: There is no side called green"),
        ({"proposal": {"side": "red", "what": "nothing"}}, "proposals: no such proposal"),
        ({"standing": {"green": {"Ambushed": "pass"}}}, "standing answers"),
        ({"contributions": {"red": 7}}, r"\$\.contributions"),
        ({"start": "x"}, "the match cannot begin: a position begins with two lines"),
        ({"start": "skirmish ford\nturn 2, red movement\nwhere = {\"0\": 999}"}, "where does not fit the rest"),
    ],
)  # fmt: skip
def test_a_save_names_the_part_that_is_damaged(change: dict[str, Any], place: str, tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    until("Movement", seed=4).save(str(path))
    path.write_text(json.dumps(json.loads(path.read_text("utf-8")) | change), encoding="utf-8")
    with pytest.raises(SaveError, match=place) as raised:
        grognard.load(str(path))
    assert str(raised.value).startswith(str(path))


@pytest.mark.parametrize(
    "entry",
    [
        {"side": "red", "table": {"side": "red", "what": "nothing"}},
        {"side": "green", "table": {"side": "green", "what": "resign"}},
        {"side": "red", "table": {"side": "red", "what": "correct", "fact": "nothing"}},
        {"side": "green", "say": "pass"},
        {"side": "red"},
    ],
)
def test_a_record_names_the_entry_that_is_damaged(entry: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    until("Movement", seed=4).save(str(path))
    data = json.loads(path.read_text("utf-8"))
    data["record"].insert(1, entry)
    del data["handover"]
    path.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(SaveError, match="order 2 "):
        grognard.load(str(path))
