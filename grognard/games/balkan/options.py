"""What the players settle before they begin."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.engine import setup_options
from grognard.engine.looks import Choice, Option

FREE, HISTORICAL = "free", "historical"


def options(frame: Mapping[str, Any]) -> tuple[Option, ...]:
    """The options of a scenario; how its forces are usually set up, it says itself. [BF-30-4]"""
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
    return (set_up, setup_options.CHARTS)
