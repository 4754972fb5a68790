"""What the players settle before they begin."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.engine import setup_options
from grognard.engine.looks import Choice, Option

FREE, HISTORICAL = "free", "historical"
SHORT, LONG = "short", "long"


def options(frame: Mapping[str, Any]) -> tuple[Option, ...]:
    """The options of a scenario: how its forces are set up, and how long it lasts if it says so. [BF-30-4]"""
    set_up = Option(
        "set_up",
        "Set-up",
        "choice",
        frame.get("usual_set_up", FREE),
        choices=(
            Choice(FREE, "Free", "Each side deploys within its areas; the rest can be done by history."),
            Choice(HISTORICAL, "Historical", "Everybody starts where he stood."),
        ),
    )
    if "last_if_long" not in frame:
        return (set_up, setup_options.CHARTS)
    length = Option(
        "length",
        "Length",
        "choice",
        SHORT,
        choices=(Choice(SHORT, "Short", "Two turns, for a look."), Choice(LONG, "Long", "Twenty turns.")),
    )
    return (set_up, length, setup_options.CHARTS)


def last_turn(frame: Mapping[str, Any], chosen: Mapping[str, Any]) -> str:
    """The last game turn of a match."""
    return str(frame["last_if_long"] if chosen.get("length") == LONG else frame["last"])
