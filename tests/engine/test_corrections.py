"""An owner's file corrects numbers, is told what does not fit, and stays with the match."""

from __future__ import annotations

import pytest

from grognard.engine import corrections
from grognard.engine.corrections import ChartGroup
from grognard.engine.files import DataError

PLACES = corrections.group(
    {
        "schema": 1,
        "Metz": {"production": 0, "city": "minor", "source": "reported", "printed": ["city"]},
        "Ruhr": {"production": 10, "resource": {"kind": "mineral", "value": 5}, "source": "reconstructed"},
        "Nice": {"max": 4, "source": "printed", "max_source": "reconstructed", "seas": ["Ligurian Sea"]},
    }
)
GROUPS = {"places": PLACES}


def changes(text: str) -> list[tuple[str, object, object, str]]:
    found = corrections.read(f'game = "demo"\n{text}', "mine.toml", "demo", GROUPS)
    return [(str(change), change.ours, change.theirs, change.source) for change in found]


def test_only_what_is_otherwise_is_a_change() -> None:
    assert changes("[places.Metz]\nproduction = 1\ncity = 'minor'") == [("places.Metz.production", 0, 1, "reported")]
    assert changes("") == []


def test_a_number_deep_in_a_table() -> None:
    assert changes("[places.Ruhr.resource]\nvalue = 6") == [("places.Ruhr.resource.value", 5, 6, "reconstructed")]


@pytest.mark.parametrize(
    ("path", "source"),
    [
        (("Metz", "production"), "reported"),
        (("Metz", "city"), "printed"),
        (("Nice", "max"), "reconstructed"),
        (("Nice", "seas"), "printed"),
    ],
)
def test_each_number_has_its_own_source(path: tuple[str, ...], source: str) -> None:
    assert PLACES.source(path) == source


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[towns.Metz]\nproduction = 1", r"mine.toml:2: there is no group of charts towns; the groups are places"),
        ("[places.Mets]\nproduction = 1", r"mine.toml:2: places.Mets is not known; there are Metz, Ruhr, Nice"),
        (
            "[places.Metz]\nproduction = 'one'",
            r"mine.toml:3: places.Metz.production is 'one'; write a value like ours, 0",
        ),
        ("[places.Metz]\nproduction = -1", r"mine.toml:3: places.Metz.production is -1"),
        ("[places.Metz]\nproduction = 1.5", r"mine.toml:3"),
        ("[places.Metz]\nproduction = true", r"mine.toml:3"),
        ("[places.Nice]\nseas = [3]", r"mine.toml:3"),
        ("[places]\nMetz = 3", r"mine.toml:3"),
    ],
)
def test_what_does_not_fit_is_named_with_its_line_and_a_remedy(text: str, said: str) -> None:
    with pytest.raises(DataError, match=said):
        changes(text)


def test_a_file_for_another_game_is_refused() -> None:
    with pytest.raises(DataError, match="this is no file for demo; begin it with"):
        corrections.read('game = "chess"', "mine.toml", "demo", GROUPS)


def test_packed_corrections_come_back_as_the_same_changes() -> None:
    found = corrections.read('game = "demo"\n[places.Ruhr.resource]\nvalue = 6', "mine.toml", "demo", GROUPS)
    packed = corrections.packed(found)
    assert packed == {"places": {"Ruhr": {"resource": {"value": 6}}}}
    assert corrections.unpacked(packed, GROUPS) == found
    mended = corrections.corrected(PLACES.data, packed["places"])
    assert mended["Ruhr"]["resource"] == {"kind": "mineral", "value": 6}
    assert mended["Metz"] == PLACES.data["Metz"]
    assert PLACES.data["Ruhr"]["resource"]["value"] == 5


@pytest.mark.parametrize("data", [3, {"places": 3}, {"towns": {}}, {"places": {"Metz": {"production": "x"}}}])
def test_packed_corrections_that_do_not_fit_are_refused(data: object) -> None:
    with pytest.raises(ValueError, match=r"group|like ours"):
        corrections.unpacked(data, GROUPS)


def test_an_empty_group_has_no_entries() -> None:
    assert list(corrections.entries(ChartGroup({}, {}))) == []
