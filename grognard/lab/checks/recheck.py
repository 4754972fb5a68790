"""Stored matches under the working tree: which still replay, and which order is the first that does not."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from grognard import lab
from grognard.engine import files, saves
from grognard.engine.game import Game
from grognard.engine.match import Match
from grognard.engine.orders import Illegal


class Verdict(msgspec.Struct, frozen=True):
    """How a file fared: how many orders replayed, and the first that did not, with the reason."""

    file: str
    game: str = ""
    scenario: str = ""
    orders: int = 0
    diverged: int | None = None
    """The number of the order, counted from 1."""
    say: str = ""
    why: str = ""

    @property
    def good(self) -> bool:
        return self.diverged is None and not self.why


def recheck(path: str, find: Callable[[str], Game] = lab.find) -> Verdict:
    """Play a stored match through again, as far as it goes."""
    try:
        save = msgspec.json.decode(files.read_bytes(path), type=saves.Save)
    except OSError as error:
        return Verdict(path, why=error.strerror or str(error))
    except msgspec.MsgspecError as error:
        return Verdict(path, why=f"not a saved match: {error}")
    try:
        match = saves.begin(find(save.game), save, path)
    except (ValueError, LookupError) as error:
        return Verdict(path, save.game, save.scenario, why=f"cannot begin: {error}")
    return _replayed(match, save, path)


def _replayed(match: Match, save: saves.Save, path: str) -> Verdict:
    orders = len(save.record)
    handover = save.handover.entries if save.handover else -1
    for index in range(orders + 1):
        try:
            if index == handover:
                saves.compare(match, save)
        except ValueError as error:
            say = save.record[index - 1].say if index else ""
            return Verdict(path, save.game, save.scenario, orders, index, say, str(error))
        if index == orders:
            break
        entry = save.record[index]
        try:
            saves.replay(match, entry)
        except Exception as error:
            say = entry.say or f"({entry.table.what if entry.table else 'nothing'})"
            why = str(error) if isinstance(error, Illegal) else f"{type(error).__name__}: {error}"
            return Verdict(path, save.game, save.scenario, orders, index + 1, say, why)
    return Verdict(path, save.game, save.scenario, orders)
