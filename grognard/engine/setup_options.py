"""What is settled before a match begins: the answers to a game's options, checked against what the options allow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grognard.engine import corrections
from grognard.engine.corrections import ChartGroup
from grognard.engine.kinds import Json, Options
from grognard.engine.looks import Option

CHARTS = Option(
    "charts", "Charts of your own", "file", "", about="Numbers of your copy of the game: see `grognard charts export`."
)


def check(title: str, options: Sequence[Option], chosen: Options, groups: Mapping[str, ChartGroup]) -> None:
    """Refuse unknown options, and answers that an option does not allow."""
    known = {option.key: option for option in options}
    for key, value in chosen.items():
        if key not in known:
            raise ValueError(f"{title} has no option {key!r} here; there are {', '.join(known)}")
        if key == CHARTS.key:
            corrections.unpacked(value, groups)
        ways = [choice.key for choice in known[key].choices]
        if ways and value not in ways:
            raise ValueError(f"{key} is one of {', '.join(ways)}, not {value!r}")
        if known[key].kind == "flag" and not isinstance(value, bool):
            raise ValueError(f"{key} is true or false, not {value!r}")
        if known[key].kind == "number" and not _is_within(known[key], value):
            raise ValueError(f"{key} is a number from {known[key].minimum} to {known[key].maximum}, not {value!r}")


def _is_within(option: Option, value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and option.minimum <= value <= option.maximum


def remembered(options: Options, groups: Mapping[str, ChartGroup]) -> Json:
    """The options of a stored match, without corrections of numbers that are no longer offered for it."""
    kept, own = dict(options), options.get(CHARTS.key)
    if isinstance(own, dict):
        kept[CHARTS.key] = corrections.remembered(own, {key: group.data for key, group in groups.items()})
    return kept


def settled(game: str, chosen: Options, groups: Mapping[str, ChartGroup]) -> Json:
    """Answers as a match keeps them: an owner's charts in full, read from the text of their file."""
    found = {key: value for key, value in chosen.items() if key != CHARTS.key or value}
    if isinstance(found.get(CHARTS.key), str):
        found[CHARTS.key] = corrections.packed(corrections.read(found[CHARTS.key], "the charts", game, groups))
    return found
