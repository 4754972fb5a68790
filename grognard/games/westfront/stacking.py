"""Chapter 6, 6.2: stacking. It is observed when a movement phase ends; until then a hex may be crowded if it can be
put right.

While a phase lasts there is always a plan by which it can end with as few units too many as possible, and no order is
offered that leaves none as good. Whoever carries out the plan is never refused, so no phase comes to a dead end.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence

import msgspec

from grognard.engine.derived import derived
from grognard.engine.flow import END, START, Flow
from grognard.engine.orders import Refusal
from grognard.engine.paths import FAR, bits, mask_of
from grognard.games.westfront import phases
from grognard.games.westfront.command import (
    is_mobilizing,
    moves_left,
    spend_moves,
    why_not_spare,
    why_not_turn_mobile,
)
from grognard.games.westfront.forts import why_not_fort_at
from grognard.games.westfront.movement import (
    enemy_hexes,
    is_commanded,
    is_led,
    open_ways,
    side_key,
    ways_of,
    why_not_commanded,
    why_not_leave,
    why_not_movable,
    why_not_walk_to,
)
from grognard.games.westfront.orders import Move
from grognard.games.westfront.state import COMMAND, Front

Sides = tuple[tuple[int, int], ...]
"""The sides of battle hexes that a move crosses."""

COMING, MOVING, MOBILIZING, LEAVING = range(4)
"""Who can still leave a crowded hex: in a movement phase to come those who surely can; in one that has begun all who
may move, then headquarters that mobilize, at last the rearguards alone. Each stage has those of the later ones too."""


# 6.21 The limits


def full_hexes(s: Front, side: int) -> int:
    """The hexes that hold as many of a side's units as may stay there, or more. [WF-6.21]"""
    stacking = s.world.stacking
    return mask_of(at for at, guests in s.guests(side).items() if guests >= stacking[at])


@derived("where")
def crowded_hexes(s: Front, side: int) -> list[int]:
    """Hexes that hold more of a side's units than may stay there. [WF-6.2a, WF-6.22b]"""
    stacking = s.world.stacking
    return sorted(at for at, guests in s.guests(side).items() if guests > stacking[at])


# 6.2 At the end of the phase


def outlook(s: Front, side: int) -> Outlook:
    """How the phase can end, as things are; it holds until the next order."""
    return Outlook(s, side, MOBILIZING if is_mobilizing(s, side) else MOVING)


def why_not_room(room: Outlook, unit: int, there: int, moves: int = 0, crossed: Sides = ()) -> Refusal | None:
    """A unit may end, for so many Supreme Moves, where there is room or can be when the phase ends, and takes nothing
    that a crowded hex needs. [WF-6.2a, WF-2.26h]"""
    if unit in room.s.world.forts and (refusal := why_not_fort_at(room.s, unit, there)):
        return refusal
    return None if room.allows(unit, there, moves, crossed) else room.why_not(unit, there)


def why_not_mobilize_yet(room: Outlook) -> Refusal | None:
    """Nobody but headquarters moves when one has mobilized: what else a crowded hex needs comes first. [WF-6.2a]"""
    worse = room.over and room.later(MOBILIZING).left_over > room.left_over
    return Refusal("WF-6.2a", {"at": room.named()}, "first") if worse else None


def why_not_end(room: Outlook) -> Refusal | None:
    """The phase goes on while somebody can leave a crowded hex; only rearguards leave when it is over. [WF-6.2a]"""
    worse = room.over and room.later(LEAVING).left_over > room.left_over
    return Refusal("WF-6.2a", {"at": room.named()}, "pass") if worse else None


# 6.1 Moves on foot, where there is room for them


def land_moves(s: Front, unit: int, blitz: bool, room: Outlook) -> Sequence[Move]:
    """Every land move of a unit."""
    if why_not_movable(s, unit) or not is_led(s, unit, blitz) or why_not_leave(s, unit):
        return ()
    ways = ways_of(s, unit)
    if ways.are_free and not room.plan and not room.tight & ways.ends:
        return ways.orders
    return open_orders(s, unit, 0 if is_commanded(s, unit, blitz) else 1, room)


def open_orders(s: Front, unit: int, moves: int, room: Outlook) -> Sequence[Move]:
    """The ways that a unit may go now for so many Supreme Moves, as orders."""
    shut, doubtful = room.sort(unit, ways_of(s, unit).ends)
    found = []
    for way in open_ways(s, unit):
        there = way.there
        asks = doubtful >> there & 1 or (way.crossed and (room.plan or room.tight >> there & 1))
        if not shut >> there & 1 and (not asks or room.allows(unit, there, moves, way.crossed)):
            found.append(way.order)
    return found


def why_not_move(s: Front, unit: int, names: tuple[str, ...], blitz: bool) -> Refusal | None:
    """Why a unit may not move so: the first rule that stands in its way."""
    refusal = why_not_movable(s, unit) or why_not_commanded(s, unit, blitz)
    moves = 0 if is_commanded(s, unit, blitz) else 1
    return refusal or why_not_walk_to(s, unit, names) or why_not_stop(outlook(s, s.side_of(unit)), unit, names, moves)


def why_not_stop(room: Outlook, unit: int, names: tuple[str, ...], moves: int = 0) -> Refusal | None:
    """Why a unit that could walk so may not end there; or the route is not named as routes are."""
    s = room.s
    way = next((way for way in open_ways(s, unit) if way.order.route == names), None)
    there, crossed = (way.there, way.crossed) if way else (s.world.board.at(names[-1]), ())
    odd = Refusal("table.route", {"unit": s.world.units[unit], "to": names[-1]})
    return why_not_room(room, unit, there, moves, crossed) or (None if way else odd)


# How the phase can end


class Leaver(msgspec.Struct, frozen=True, gc=False):
    """A unit that can surely leave its hex."""

    unit: int
    ends: int
    """The hexes where it can go; out of a battle it plans no farther than the next."""
    price: int
    """The Supreme Moves that it takes."""
    is_rearguard: bool


class Exit(msgspec.Struct, frozen=True, gc=False):
    """A planned move."""

    at: int
    to: int
    price: int
    is_rearguard: bool
    side: int
    """The side of its battle that it crosses, or -1."""


class Outlook:
    """Who must go where for the phase to end with as few units too many as can be.

    The plan knows only moves that nothing but the side's own orders can spoil: on foot and past no enemy, out of a
    battle no farther than the next hex, and one rearguard from each.
    """

    __slots__ = (
        "_easy", "_hopeless", "_leavers", "_onward", "_passes", "after", "blitz", "count", "homes", "left_over",
        "limit", "moves", "over", "plan", "s", "side", "spent", "stage", "tight",
    )  # fmt: skip

    def __init__(self, s: Front, side: int, stage: int) -> None:
        self.s, self.side, self.stage, self.blitz = s, side, stage, s.phase == phases.BLITZ_MOVEMENT
        self.limit = s.world.stacking
        self.count = s.guests(side)
        for unit, port, *_ in s.rearguards:
            if port >= 0:  # it has left, for all that it can do to its friends
                self.count[s.where[unit]] -= 1
                self.count[port] += 1
        self.moves = s.supreme[side] or s.theatre
        """Supreme Moves; those for Spaniards alone count when there are no others."""
        self.plan: dict[int, Exit] = {}
        self.spent = self.left_over = 0
        """The Supreme Moves that the plan takes, and how many units too many it leaves."""
        self.after = self.count
        """How many are in each hex when the plan has been carried out."""
        self.over: dict[int, int] = {}
        """The crowded hexes, and by how many."""
        self.tight = 0
        """Hexes that have no more room then."""
        self.homes = 0
        """Hexes that somebody is to leave."""
        self._leavers: dict[int, list[Leaver]] = {}
        self._onward: dict[int, tuple[int, int]] = {}
        self._passes: dict[tuple[int, int, int, int], bool] = {}
        self._easy = self._hopeless = -1
        limit = self.limit
        for at, guests in self.count.items():
            if guests >= limit[at]:
                self.tight |= 1 << at
                if guests > limit[at]:
                    self.over[at] = guests - limit[at]
        if self.over:
            self._make_plan()
            self.tight = mask_of(at for at, guests in self.after.items() if guests >= limit[at])
            self.homes = mask_of(exit.at for exit in self.plan.values())

    def later(self, stage: int) -> Outlook:
        """The same at another stage; where there is room everywhere all stages are alike."""
        return self if self.stage == stage or not self.tight else Outlook(self.s, self.side, stage)

    def named(self) -> str:
        """A crowded hex that the plan relieves."""
        return self.s.world.board.names[next(at for at in self.over if self.homes >> at & 1)]

    # Who can leave

    def leavers(self, at: int) -> list[Leaver]:
        found = self._leavers.get(at)
        if found is None:
            found = self._leavers[at] = [one for one in self._all_leavers(at) if one.ends]
        return found

    def _all_leavers(self, at: int) -> Iterable[Leaver]:
        s = self.s
        rearguard = next((unit for unit, port, *_ in s.rearguards if port < 0 and s.where[unit] == at), -1)
        for unit in s.stack(at, self.side):
            if unit == rearguard:
                yield Leaver(unit, mask_of(way.there for way in open_ways(s, unit)), 0, True)
            elif self.stage < LEAVING and self._mobilizes(unit):
                yield Leaver(unit, self._refuges(unit), 0, False)
            elif self.stage < MOBILIZING and (price := self._price_on_foot(unit)) is not None and price <= self.moves:
                yield Leaver(unit, self._refuges(unit), price, False)

    def _mobilizes(self, hq: int) -> bool:
        """A headquarters may leave by mobilizing, though not from a battle. [WF-5.41a]"""
        s = self.s
        if not s.role[hq] or s.moved[hq] or s.attacker[s.where[hq]]:
            return False
        return why_not_turn_mobile(s, hq, self.blitz) is None

    def _price_on_foot(self, unit: int) -> int | None:
        """The Supreme Moves that it takes to move a unit, or None if nobody can.

        In a phase to come it is sure to be led by a headquarters in its own hex, and none that sleeps is sure to go.
        """
        s = self.s
        if self.stage == COMING:
            here = s.where[unit]
            if s.role[unit] or s.dispersed[unit] or s.attacker[here] or s.world.roster[unit].is_hq:
                return None
            if why_not_spare(s, unit):
                return None
            led = not s.world.types[unit].get("supreme_move_only")
            led = led and any(s.role[hq] == COMMAND for hq in s.world.headquarters[self.side] if s.where[hq] == here)
            return 0 if led else 1 if moves_left(s, unit) else None
        if why_not_movable(s, unit) or not is_led(s, unit, self.blitz):
            return None
        return 0 if is_commanded(s, unit, self.blitz) else 1

    def _refuges(self, unit: int) -> int:
        """Where a unit can walk without meeting an enemy."""
        s = self.s
        if s.attacker[s.where[unit]]:
            return mask_of(way.there for way in open_ways(s, unit) if way.crossed[0][1] == way.there)
        return ways_of(s, unit).ends & ~enemy_hexes(s, self.side)

    def _may_follow(self, at: int) -> int:
        """How many more may leave a hex before the last of a battle, who stays. [WF-6.41a]"""
        s = self.s
        if not s.attacker[at]:
            return FAR
        old = sum(1 for unit in s.stack(at, self.side) if not s.moved[unit])
        return old - 1 - sum(1 for exit in self.plan.values() if exit.at == at and not exit.is_rearguard)

    def _side(self, leaver: Leaver, to: int) -> int:
        """The side of its battle that a unit crosses to a hex."""
        at = self.s.where[leaver.unit]
        if not self.s.attacker[at]:
            return -1
        crossed = (way.crossed[0] for way in open_ways(self.s, leaver.unit) if way.there == to)
        return side_key(*next(crossed)) if leaver.is_rearguard else side_key(at, to)

    def _side_room(self, key: int) -> int:
        """How many may still cross a side of a battle when the plan has been carried out. [WF-6.33a]"""
        s = self.s
        limit = s.world.limits_in[s.weather][key >> 16, key & 0xFFFF]
        return limit - s.crossed.count(key) - sum(1 for exit in self.plan.values() if exit.side == key)

    # The plan

    def _make_plan(self) -> None:
        self.after = self.count.copy()
        if not self._plan_simply():
            self.plan, self.after = {}, self.count.copy()
            self._plan_fully()
        self.spent = sum(exit.price for exit in self.plan.values())
        self.left_over = sum(max(0, self.after[at] - self.limit[at]) for at in self.over)

    def _add(self, leaver: Leaver, to: int) -> None:
        at = self.s.where[leaver.unit]
        side = self._side(leaver, to)
        self.plan[leaver.unit] = Exit(at, to, leaver.price, leaver.is_rearguard, side)
        self.after[at] -= 1
        self.after[to] += 1

    def _plan_simply(self) -> bool:
        """Most often somebody in each crowded hex can just go where there is room."""
        full = mask_of(at for at, guests in self.count.items() if guests >= self.limit[at])
        for at, excess in self.over.items():
            for leaver in self.leavers(at):
                roomy = leaver.ends & ~full
                if excess and roomy and not leaver.price and (leaver.is_rearguard or not self.s.attacker[at]):
                    to = (roomy & -roomy).bit_length() - 1
                    self._add(leaver, to)
                    full |= (self.after[to] >= self.limit[to]) << to
                    excess -= 1
            if excess:
                return False
        return True

    def _plan_fully(self) -> None:
        """Room may be made in turn where there is none, and Supreme Moves may be short: the cheapest flow out of the
        crowded hexes, over the units that can leave, to where there is room."""
        flow = Flow()
        for at, too_many in self.over.items():
            flow.link(START, at, too_many)
        excess = sum(self.over.values())
        waiting, seen = list(self.over), set(self.over)
        leavers: dict[int, Leaver] = {}
        ends: dict[int, list[tuple[Hashable, int]]] = defaultdict(list)
        while waiting:
            at = waiting.pop()
            room = self.limit[at] - self.count[at]
            if room > 0:
                flow.link(at, END, room)
                if room >= excess:
                    continue  # there is room for all of them
            for leaver in self.leavers(at):
                leavers[leaver.unit] = leaver
                gate: Hashable = at
                if self.s.attacker[at] and not leaver.is_rearguard:
                    gate = ("gate", at)
                    flow.link(at, gate, max(0, self._may_follow(at)))
                flow.link(gate, ("unit", leaver.unit), 1, leaver.price)
                for to in bits(leaver.ends):
                    over: Hashable = to
                    if gate != at:
                        over = ("side", at, to)
                        flow.link(over, to, self._side_room(side_key(at, to)))
                    flow.link(("unit", leaver.unit), over, 1)
                    ends[leaver.unit].append((over, to))
                    if to not in seen:
                        seen.add(to)
                        waiting.append(to)
        flow.run(excess, self.moves)
        for leaver in leavers.values():
            for over, to in ends[leaver.unit]:
                if flow.is_sent(("unit", leaver.unit), over):
                    self._add(leaver, to)

    # What may still be ordered

    def allows(self, unit: int, there: int, moves: int = 0, crossed: Sides = ()) -> bool:
        """Whether the phase can end as well as before when a unit has gone somewhere for so many Supreme Moves.

        If it was to leave anyway, its room there is free; if another one was, that one may stay.
        """
        if not self.plan and not self.tight >> there & 1:
            return True
        if crossed and (self.tight >> there & 1 or any(exit.side >= 0 for exit in self.plan.values())):
            return self._trial(unit, there, moves, crossed).left_over <= self.left_over
        at = self.s.where[unit]
        price = self._price(unit, moves)
        if unit in self.plan:
            spared = [unit]
        else:
            spared = [one for one, exit in self.plan.items() if exit.at == at and not exit.is_rearguard]
        return any(self._works(unit, there, price, one) for one in spared or [-1])

    def _trial(self, unit: int, there: int, moves: int, crossed: Sides) -> Outlook:
        """How the phase could end after a move over sides of battles that others may need too."""
        s = self.s.copy()
        spend_moves(s, unit, moves)
        s.where[unit], s.moved[unit] = there, 1
        s.crossed += tuple(side_key(a, b) for a, b in crossed)
        s.rearguards = tuple(one for one in s.rearguards if one[0] != unit)
        return Outlook(s, self.side, self.stage)

    def _price(self, unit: int, moves: int) -> int:
        """How many of the Supreme Moves that anybody can use a move takes. [WF-16.4d]"""
        own = moves_left(self.s, unit) - self.s.supreme[self.side] if self.s.supreme[self.side] else 0
        return max(0, moves - own)

    def _works(self, unit: int, there: int, price: int, spared: int) -> bool:
        exit = self.plan.get(spared)
        left = self.moves - self.spent - price + (exit.price if exit else 0)
        if left < 0:
            return False
        if not self.tight >> there & 1 or (exit and exit.to == there):
            return True
        at = self.s.where[unit]
        if exit:
            return self._passes_on(there, 1 << exit.to, left, 1 << at)
        return self._passes_on(there, 1 << at if at >= 0 and self.after[at] <= self.limit[at] else 0, left)

    def _passes_on(self, at: int, room: int, moves: int, barred: int = 0) -> bool:
        """Whether somebody can leave a hex for where there is room, or will be, or from where others can go on."""
        key = at, room, moves, barred
        if key not in self._passes:
            self._passes[key] = self._find_way_on(*key)
        return self._passes[key]

    def _find_way_on(self, at: int, room: int, moves: int, barred: int) -> bool:
        goal, seen = ~self.tight | room, barred
        edge = [at]
        for left in range(moves, -1, -1):
            paid = 0
            while edge:
                here = edge.pop()
                free, dear = self.onward(here)
                if free & goal & ~barred:
                    return True
                seen |= 1 << here
                paid |= dear
                edge += bits(free & ~seen)
            if not left or not paid & ~barred:
                return False
            if paid & goal & ~barred:
                return True
            edge = bits(paid & ~seen)
        return False

    def onward(self, at: int) -> tuple[int, int]:
        """Where one more can leave a hex for without Supreme Moves, and where for one; or who was to come may not."""
        found = self._onward.get(at)
        if found is None:
            found = self._onward[at] = self._find_onward(at)
        return found

    def _find_onward(self, at: int) -> tuple[int, int]:
        free = dear = 0
        engaged, follows = self.s.attacker[at], self._may_follow(at) > 0
        for leaver in self.leavers(at):
            if leaver.unit in self.plan or not (leaver.is_rearguard or follows):
                continue
            ends = leaver.ends
            if engaged and not leaver.is_rearguard:
                ends = mask_of(to for to in bits(ends) if self._side_room(side_key(at, to)) > 0)
            if leaver.price:
                dear |= ends
            else:
                free |= ends
        for unit, exit in self.plan.items():
            if exit.to == at:
                free |= 1 << exit.at
                if exit.side < 0:
                    free |= next(one.ends for one in self.leavers(exit.at) if one.unit == unit)
        return free, dear

    def easy(self) -> int:
        """Tight hexes that can be left without Supreme Moves."""
        if self._easy < 0:
            self._easy = mask_of(at for at in bits(self.tight) if self._passes_on(at, 0, 0))
        return self._easy

    def hopeless(self) -> int:
        """Tight hexes that nobody can leave, unless for a hex that another has left."""
        if self._hopeless < 0:
            moves, hard = self.moves - self.spent, bits(self.tight & ~self.easy())
            self._hopeless = mask_of(at for at in hard if not self._passes_on(at, 0, moves))
        return self._hopeless

    def sort(self, unit: int, places: int) -> tuple[int, int]:
        """Of these places those where a unit cannot go, and those where `allows` must say."""
        if not self.plan and not places & self.tight:
            return 0, 0
        at = self.s.where[unit]
        if self.plan and (self.spent or at < 0 or self.homes >> at & 1 or self.s.attacker[at]):
            return 0, places
        doubtful = places & self.tight
        if doubtful:
            doubtful &= ~self.easy()
            if doubtful and (at < 0 or not self.tight >> at & 1):
                return doubtful & self.hopeless(), doubtful & ~self.hopeless()
        return 0, doubtful

    def why_not(self, unit: int, there: int) -> Refusal:
        """Why a unit may not end somewhere: the hex is full, or another needs what the move would take. [WF-6.2a]"""
        names, limit = self.s.world.board.names, self.limit[there]
        if self.count[there] >= limit:
            return Refusal("WF-6.2a", {"at": names[there], "limit": str(limit)}, "full")
        return Refusal("WF-6.2a", {"unit": self.s.world.units[unit], "at": self.named()}, "needed")
