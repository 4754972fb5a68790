"""Stored matches under the working tree: which still replay, and which order is the first that does not."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from grognard import lab
from grognard.engine import files, saves, snapshot
from grognard.engine.game import Game
from grognard.engine.match import Match
from grognard.engine.orders import Illegal


class Verdict(msgspec.Struct, frozen=True):
    """What came of a file: how many orders replayed, and the first that did not, with the reason."""

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
        game = find(save.game)
        match = saves._begin(game, save, bytes.fromhex(save.secret), path)
    except (ValueError, LookupError) as error:
        return Verdict(path, save.game, save.scenario, why=f"cannot begin: {error}")
    return _replayed(match, save, path)


def _replayed(match: Match, save: saves.Save, path: str) -> Verdict:
    orders = len(save.record)
    handover = save.handover
    for index, entry in enumerate(save.record):
        say = entry.say or f"({entry.table.what if entry.table else 'nothing'})"
        if handover and handover.entries == index and (why := _other_state(match, handover)):
            return Verdict(
                path, save.game, save.scenario, orders, index, save.record[index - 1].say if index else "", why
            )
        try:
            saves._replay(match, entry)
        except Illegal as error:
            return Verdict(path, save.game, save.scenario, orders, index + 1, say, str(error))
        except Exception as error:
            return Verdict(path, save.game, save.scenario, orders, index + 1, say, f"{type(error).__name__}: {error}")
    if handover and handover.entries == orders and (why := _other_state(match, handover)):
        return Verdict(path, save.game, save.scenario, orders, orders, save.record[-1].say if orders else "", why)
    return Verdict(path, save.game, save.scenario, orders)


def _other_state(match: Match, handover: saves.Handover) -> str:
    """Whether the moment of the last handover came out otherwise, and in which facts."""
    before, after = handover.state, msgspec.json.decode(msgspec.json.encode(snapshot.dump(match.state)))
    if before == after:
        return ""
    facts = [name for name in after["facts"] if after["facts"][name] != before.get("facts", {}).get(name)]
    facts += [part for part in ("agenda", "sheets", "outcome") if after[part] != before.get(part)]
    return f"every order is legal, but the last handover comes out otherwise in {', '.join(facts)}"
