"""Chapter 3.1: scenarios, one by one or played on into the next."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine.kinds import Data


def join(own: Data, parts: Sequence[Data]) -> Data:
    """Scenarios played one after the other: the first one's set-up, everyone's months and reinforcements.

    Starting forces and start lines of the later ones do not count. [WF-3.12a, WF-3.12c]
    """
    return {
        **parts[0],
        **own,
        "months": [month for part in parts for month in part["months"]],
        "reinforcement": [row for part in parts for row in part["reinforcement"]],
        "ends": [part["months"][-1] for part in parts],
    }


def played_on(own: Data, later: Sequence[Data]) -> Data:
    """A game that may run on into the scenarios after it, as far as the war lasts. [WF-3.14]"""
    ends = own.get("ends", own["months"][-1:])
    joined = join(own, [own, *later])
    return {**joined, "ends": [*ends, *(part["months"][-1] for part in later)]}


def ends(data: Data) -> tuple[int, ...]:
    """The months, by number, that end a scenario. [WF-3.11a, WF-3.14]"""
    months = list(data["months"])
    return tuple(months.index(month) for month in data.get("ends", months[-1:]))
