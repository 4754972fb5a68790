"""Chapter 8.3.5: transit attacks. Fleets on their way come within reach of enemies, who may fall on them."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from grognard.engine.agenda import Ask, Prompt
from grognard.engine.naming import own_unit
from grognard.engine.orders import Order, Pass, Refusal
from grognard.games.twoww import politics
from grognard.games.twoww.battle import Battle
from grognard.games.twoww.combat import defend
from grognard.games.twoww.orders import Decline, Join
from grognard.games.twoww.state import War
from grognard.games.twoww.voyages import HUNTED, Voyage, at_the_end, hunters


@at_the_end(HUNTED)
def hunted(s: War, voyage: Voyage) -> None:
    s.then(Hunt(1 - voyage.side, voyage))


class Hunt(Ask[War], frozen=True):
    """Fleets come within reach: the enemy may attack them with any ready units whose zones cover the hex.
    [2WW-8.3.5.1]"""

    voyage: Voyage
    joined: tuple[int, ...] = ()

    takes = (Join, Decline, Pass)
    out_of_turn = "2WW-8.3.5.1"

    def prompt(self, s: War) -> Prompt:
        facts = {"units": [s.world.units[u] for u in self.voyage.fleets], "at": s.world.board.names[self.voyage.here]}
        return Prompt("hunt", "2WW-8.3.5.1", facts)

    def offers(self, s: War) -> Iterator[Order]:
        side = s.world.sides[self.side]
        for unit in self._able(s):
            if politics.why_not_together(s, unit, self.joined) is None:
                yield Join(side, s.world.units[unit])
        if not self.joined:
            yield Decline(side)
        yield Pass(side)

    def _able(self, s: War) -> list[int]:
        return hunters(s, 1 - self.side, self.voyage.here, (*self.voyage.met, *self.joined))

    def explain(self, s: War, order: Order) -> Refusal | None:
        if not isinstance(order, Join):
            return Refusal("2WW-9b", {}, "joined")
        unit = own_unit(s, self.side, order.unit)
        if isinstance(unit, Refusal):
            return unit
        if unit in self._able(s):
            return politics.why_not_together(s, unit, self.joined)
        return Refusal("2WW-8.3.5.1", {"unit": order.unit}, "hunt")

    def take(self, s: War, order: Order) -> None:
        if isinstance(order, Join):
            s.become(msgspec.structs.replace(self, joined=(*self.joined, s.world.unit_index[order.unit])))
            return
        s.done()
        voyage = self.voyage
        if isinstance(order, Decline):
            every = tuple(unit for unit in range(len(s.world.units)) if s.loyal[unit] == self.side)
            s.then(msgspec.structs.replace(voyage, met=every))
        elif not self.joined:
            s.then(voyage)
        else:
            self._attack(s)

    def _attack(self, s: War) -> None:
        voyage, is_air = self.voyage, s.world.is_air
        air = tuple(unit for unit in self.joined if is_air[unit])
        sea = tuple(unit for unit in self.joined if not is_air[unit])
        both_air = (air, ()) if self.side == 0 else ((), air)
        both_sea = (sea, voyage.fleets) if self.side == 0 else (voyage.fleets, sea)
        battle = Battle("transit", voyage.here, self.side, air=both_air, sea=both_sea, flown=air)
        rest = msgspec.structs.replace(voyage, met=(*voyage.met, *self.joined), fought=True)
        s.tell("transit attack", "2WW-8.3.5.1", units=[s.world.units[unit] for unit in self.joined],
               fleets=[s.world.units[unit] for unit in voyage.fleets], at=s.world.board.names[voyage.here])  # fmt: skip
        politics.attacked(s, voyage.fleets)
        s.then(rest)
        defend(s, battle)
