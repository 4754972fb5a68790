"""The lean door plays as the match does."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from grognard.engine import snapshot
from grognard.engine.match import Match
from grognard.lab.checks.appearance import contrast, encode
from grognard.lab.checks.laws import Finding, Memory, clone

FURTHER = 12
"""How many orders are played on from a moment through both doors."""


def doors_agree(match: Match, rng: Random, memory: Memory) -> Iterator[Finding]:
    """The same orders lead through both doors to the same questions, offers, dice and end."""
    checked, trial = clone(match), match.trial()
    for _ in range(FURTHER):
        if checked.outcome is not None or trial.outcome is not None:
            break
        side = match.sides[trial.side]
        orders = list(checked.orders(side)) if side in checked.waiting else []
        if list(trial.orders()) != orders:
            yield Finding("door", f"after {trial.taken} orders a trial offers {side} others than the match does")
            return
        order = rng.choice(orders)
        checked.play(order)
        trial.take(order)
    before, after = encode(snapshot.dump(checked.state)), encode(snapshot.dump(trial.s))
    if before != after:
        yield Finding("door", f"after {trial.taken} orders a trial stands otherwise: {contrast(before, after)}")
