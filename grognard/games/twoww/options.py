"""What the players settle before they begin."""

from __future__ import annotations

from grognard.engine import setup_options
from grognard.engine.looks import Choice, Option

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
    default=False,
    about="Allied lines of supply may run round Africa, to the Red Sea and the Persian Gulf.",
)
OPTIONS = (SET_UP, CAPE, setup_options.CHARTS)
