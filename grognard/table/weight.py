"""How much memory a match takes that no other match shares."""

from __future__ import annotations

import gc
import sys
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType

from grognard.engine.match import Match

PROGRAM = (type, ModuleType, FunctionType, BuiltinFunctionType, MethodType, CodeType)


def weigh(match: Match) -> int:
    """About how many bytes. What belongs to the game, or to the world of all matches like it, is not counted.

    Somebody may be playing in the meantime: then a little may be missed.
    """
    known = {id(match.game), id(match.state.world)}
    total, left = 0, [match]
    while left:
        thing = left.pop()
        if id(thing) in known or isinstance(thing, PROGRAM):
            continue
        known.add(id(thing))
        total += sys.getsizeof(thing)
        left += gc.get_referents(thing)
    return total
