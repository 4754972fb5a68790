"""Chapter 15, 15.5: the beachheads of amphibious corps."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.agenda import Ask, Prompt, Warnings
from grognard.engine.naming import own_unit
from grognard.engine.orders import Order, Pass, Refusal
from grognard.games.westfront.orders import Beachhead
from grognard.games.westfront.state import READY, Front
from grognard.games.westfront.weather import is_cut_off_by_storm


class PlaceBeachheads(Ask[Front], frozen=True):
    """Corps that have landed may place their beachheads. [WF-15.51a, WF-15.51b]"""

    takes = (Beachhead, Pass)
    out_of_turn = "WF-4.4b"

    def prompt(self, s: Front) -> Prompt:
        return Prompt("beachhead", "WF-15.51a")

    def offers(self, s: Front) -> Iterator[Order]:
        side = s.world.sides[self.side]
        for corps in s.world.beachheads:
            if s.side_of(corps) == self.side and s.where[corps] >= 0 and why_not_beachhead(s, corps) is None:
                yield Beachhead(side, s.world.units[corps])
        yield Pass(side)

    def warnings(self, s: Front) -> Warnings:
        """Beachheads that will not be placed, since this is their only moment. [WF-15.51a]"""
        left = [order.unit for order in self.offers(s) if isinstance(order, Beachhead)]
        return {Pass: (Prompt("beachheads unused", "WF-15.51a", {"units": left}),)} if left else {}

    def explain(self, s: Front, order: Order) -> Refusal | None:
        if not isinstance(order, Beachhead):
            return None
        corps = own_unit(s, self.side, order.unit)
        return corps if isinstance(corps, Refusal) else why_not_beachhead(s, corps)

    def take(self, s: Front, order: Order) -> None:
        if isinstance(order, Beachhead):
            corps = s.world.unit_index[order.unit]
            s.beachhead[corps] = s.where[corps]
            s.tell("beachhead", "WF-15.51a", reveals=True, corps=order.unit, at=s.world.board.names[s.where[corps]])
        if not isinstance(order, Beachhead) or not asks_for_beachheads(s, self.side):
            s.done()


def why_not_beachhead(s: Front, corps: int) -> Refusal | None:
    """A Ready beachhead may be placed where its corps landed and still is. [WF-15.51a, WF-15.51b]"""
    facts = {"unit": s.world.units[corps], "at": s.world.board.names[s.where[corps]]}
    if corps not in s.world.beachheads or s.landed_at[corps] != s.where[corps]:
        return Refusal("WF-15.51a", facts)
    if s.beachhead[corps] != READY:
        return Refusal("WF-15.51b", facts)
    return None


def asks_for_beachheads(s: Front, side: int) -> bool:
    """Whether the question comes up, as all can see: a Ready beachhead, and blocks where somebody has landed."""
    ready = any(s.beachhead[corps] == READY and s.side_of(corps) == side for corps in s.world.beachheads)
    return ready and any(s.where[unit] >= 0 and s.beaches[s.where[unit]] >> side & 1 for unit in s.world.army[side])


def has_beachhead(s: Front, place: int) -> bool:
    """Whether a beachhead in a hex does its work: in a storm it does none. [WF-15.5b, WF-15.54]"""
    return place in s.beachhead and not is_cut_off_by_storm(s, place)
