"""What follows from a change, whoever made it: hexes change hands, works are given up, divisions are at an end."""

from __future__ import annotations

from grognard.games.balkan import breakdowns, engineers, possession
from grognard.games.balkan.state import NEUTRAL, Campaign

FACTS = (*possession.CONSEQUENTIAL, "boxed", "site")
"""The facts that something follows from."""


def follow(s: Campaign) -> bool:
    """Put what follows from the facts on the agenda; nothing does while forces are being set up."""
    if s.active == NEUTRAL:
        return False
    if engineers.abandoned(s):
        s.then(engineers.Abandon())
    if breakdowns.used_up(s):
        s.then(breakdowns.LastOfItsParts())
    possession.consequences(s)
    return True
