"""What the players settle before they begin."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.engine import corrections
from grognard.engine.looks import Choice, Option
from grognard.games.twoww.world import sheets

SET_UP = Option(
    "set_up",
    "Set-up",
    "choice",
    "free",
    choices=(
        Choice("free", "Free", "Each side places its units where the rules allow it; the rest can be done by history."),
        Choice("historical", "Historical", "Everybody starts where he stood in September 1939."),
    ),
)
CAPE = Option(
    "cape",
    "Supply round the Cape",
    "flag",
    usual=False,
    about="Allied lines of supply may run round Africa, to the Red Sea and the Persian Gulf.",
)
CHARTS = Option(
    "charts", "Charts of your own", "file", "", about="Numbers of your copy of the game: see `grognard charts export`."
)
OPTIONS = (SET_UP, CAPE, CHARTS)


def check(options: Mapping[str, Any]) -> None:
    """Refuse options that there are none of, and answers that they do not have."""
    known = {option.key: option for option in OPTIONS}
    for key, value in options.items():
        if key not in known:
            raise ValueError(f"2WW has no option {key!r}; there are {', '.join(known)}")
        if key == "charts":
            corrections.unpacked(value, sheets())
        ways = [choice.key for choice in known[key].choices]
        if ways and value not in ways:
            raise ValueError(f"{key} is one of {', '.join(ways)}, not {value!r}")
        if known[key].kind == "flag" and not isinstance(value, bool):
            raise ValueError(f"{key} is true or false, not {value!r}")
