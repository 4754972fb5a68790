"""Chapter 5: headquarters. They alone make things move, and wear out by doing it."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.agenda import Ask, Prompt, Step
from grognard.engine.orders import Order, Pass, Refusal
from grognard.engine.supply import lines
from grognard.games.westfront.control import passable_mask, take_control
from grognard.games.westfront.orders import Activate
from grognard.games.westfront.state import COMMAND, IDLE, INVASION, PARADROP, ROLES, SPENT, SUPREME, Front
from grognard.games.westfront.units import eliminate, hide, own_unit, show, tell

DEPLOYING = ("command", "supreme")
"""Roles in which a headquarters may deploy when it is activated. [WF-14.2a, WF-15.41]"""

ROLES_OF = {"hq": ("command", "invasion", "paradrop"), "shq": ("supreme", "invasion", "paradrop")}


# 5.2 Activation


class Command(Step[Front], frozen=True):
    """The command phase. [WF-4.41a]"""

    side: int

    def run(self, s: Front) -> None:
        s.phase = 1
        take_control(s)
        s.then(ActivateHeadquarters(self.side))


class ActivateHeadquarters(Ask[Front], frozen=True):
    """The active side activates any of its headquarters, or none. [WF-4.41a, WF-5.2a]"""

    takes = (Activate, Pass)
    out_of_turn = "WF-4.4b"

    def prompt(self, s: Front) -> Prompt:
        return Prompt("activate", "WF-4.41a")

    def offers(self, s: Front) -> Iterator[Order]:
        side = s.world.sides[self.side]
        for hq in s.world.army[self.side]:
            if s.where[hq] < 0 or not s.world.roster[hq].is_hq or s.role[hq]:
                continue
            name, names = s.world.units[hq], s.world.board.names
            spots = [there for there in s.world.board.neighbours[s.where[hq]] if why_not_deploy(s, hq, there) is None]
            for role in ROLES_OF[s.world.roster[hq].kind]:
                for blitz in (False, True):
                    if may_activate(s, hq, role, blitz) is None:
                        yield Activate(side, name, role, "", blitz)
                        if role in DEPLOYING:
                            yield from (Activate(side, name, role, names[there], blitz) for there in spots)
        yield Pass(side)

    def explain(self, s: Front, order: Order) -> Refusal | None:
        if not isinstance(order, Activate):
            return None
        hq = own_unit(s, self.side, order.hq)
        if isinstance(hq, Refusal):
            return hq
        refusal = may_activate(s, hq, order.role, order.blitz)
        if refusal or not order.to:
            return refusal
        there = s.world.board.find(order.to)
        if there is None:
            return Refusal("table.no-place", {"place": order.to})
        if order.role not in DEPLOYING:
            rule = "WF-15.41" if order.role == "invasion" else "WF-14.2a"
            return Refusal(rule, {"hq": order.hq, "at": order.to}, "deploy")
        return why_not_deploy(s, hq, there)

    def take(self, s: Front, order: Order) -> None:
        if not isinstance(order, Activate):
            s.done()
            return
        hq = s.world.unit_index[order.hq]
        s.role[hq] = ROLES.index(order.role)
        s.blitz[hq] = order.blitz
        if s.role[hq] == SUPREME:
            s.supreme[self.side] += supreme_moves(s, hq)
        show(s, hq)
        if order.to:
            s.where[hq] = s.world.board.at(order.to)
            s.memo = {}
        tell(s, "activate", "WF-5.2a", hq, reveals=True, role=order.role, blitz=" blitz" if order.blitz else "",
             steps=s.steps[hq], at=s.world.board.names[s.where[hq]])  # fmt: skip

    def warnings(self, s: Front) -> tuple[str, ...]:
        return ()


def may_activate(s: Front, hq: int, role: str, blitz: bool) -> Refusal | None:
    """Whether a headquarters may take a role. [WF-5.2a, WF-5.7a, WF-5.7b, WF-14.2a, WF-14.2b, WF-15.41]"""
    unit = s.world.roster[hq]
    facts = {"hq": unit.name, "role": role}
    if not unit.is_hq or role not in ROLES_OF[unit.kind]:
        return Refusal("WF-5.2a", facts)
    if s.role[hq] != IDLE:
        return Refusal("WF-5.2a", facts, "already")
    if blitz and unit.kind == "shq":
        return Refusal("WF-5.7b", facts)
    if blitz and s.steps[hq] < 1:
        return Refusal("WF-5.7a", facts)
    at = s.where[hq]
    if role == "invasion" and (at not in s.world.ports or s.owner[at] != unit.side or s.attacker[at]):
        return Refusal("WF-15.41", {**facts, "at": s.world.board.names[at]})
    if role == "paradrop":
        paras = sum(1 for other in s.stack(at, unit.side) if can_drop(s, other))
        if paras == 0:
            return Refusal("WF-14.2a", {**facts, "at": s.world.board.names[at]})
        if blitz and paras < 2:
            return Refusal("WF-14.2b", facts)
    return None


def why_not_deploy(s: Front, hq: int, there: int) -> Refusal | None:
    """On activation a headquarters may shift one hex by land, among friends; a full hex must be able to make room.

    [WF-5.21a, WF-5.21c, WF-6.2a]
    """
    at, side = s.where[hq], s.side_of(hq)
    facts = {"hq": s.world.units[hq], "to": s.world.board.names[there]}
    if all(there != near for near, _ in s.world.walk[at]) or s.owner[there] != side or s.attacker[there]:
        return Refusal("WF-5.21a", facts)
    if s.attacker[at] and len(s.stack(at, side)) == 1:
        return Refusal("WF-5.21a", facts, "last")
    stack = s.stack(there, side)
    mobile = any(s.world.speed[unit] and not s.world.roster[unit].is_hq for unit in stack)
    if len(stack) >= s.world.stacking[there] and not mobile:
        return Refusal("WF-6.2a", {"at": facts["to"], "limit": str(s.world.stacking[there])}, "full")
    return None


def can_drop(s: Front, unit: int) -> bool:
    """Only para corps drop, German ones only if they are not grounded. [WF-14.3a, WF-14.7]"""
    return s.world.roster[unit].kind == "para" and not is_grounded(s, unit)


def is_grounded(s: Front, unit: int) -> bool:
    """German paras that have been grounded keep their fire but not their aircraft. [WF-14.7]"""
    return bool(s.world.data["german_paras_grounded"]) and s.world.roster[unit].nation == "Germany"


# 5.3 Command range


def commanded(s: Front, side: int, *, blitz: bool) -> int:
    """The hexes in command range of a side's active army groups, traced past friendly and disputed hexes.

    [WF-5.3a, WF-5.3b, WF-4.44]
    """

    def work() -> int:
        mask = 0
        for hq in s.world.army[side]:
            if s.role[hq] == COMMAND and (s.blitz[hq] or not blitz):
                mask |= command_range(s, hq)
        return mask

    return s.recall(("commanded", side, blitz), work)


def command_range(s: Front, hq: int) -> int:
    """The hexes within as many steps as the headquarters has. [WF-5.3a, WF-5.3b]"""
    here = 1 << s.where[hq]
    passable = passable_mask(s, s.side_of(hq)) | here
    return lines(s.world.trace, here, passable, s.world.land_mask & ~passable, s.steps[hq]).mask


# 5.6 Supreme headquarters


def supreme_moves(s: Front, hq: int) -> int:
    """Two Supreme Moves for every step. [WF-5.61]"""
    moves: int = s.world.charts["hq_command"]["supreme_moves"]["shq"]
    return moves * s.steps[hq]


# 5.4 and 5.7 Deactivation


class Deactivate(Step[Front], frozen=True):
    """After combat every active headquarters drops a step and is hidden; a blitzing one stays active the first time.

    [WF-5.43a, WF-5.7c]
    """

    side: int
    after_blitz: bool

    def run(self, s: Front) -> None:
        for hq in s.world.army[self.side]:
            if s.role[hq] in (COMMAND, SUPREME, INVASION, PARADROP) and s.where[hq] >= 0:
                self._deactivate(s, hq)
        s.supreme[self.side] = 0

    def _deactivate(self, s: Front, hq: int) -> None:
        if s.steps[hq] == s.world.lowest[hq]:
            eliminate(s, hq, "WF-5.1d")
            return
        s.steps[hq] -= 1
        if s.blitz[hq] and not self.after_blitz:
            tell(s, "blitz goes on", "WF-5.7c", hq, steps=s.steps[hq])
            return
        s.role[hq], s.blitz[hq] = SPENT, 0
        tell(s, "deactivate", "WF-5.43a", hq, steps=s.steps[hq])
        hide(s, hq)


def is_blitzing(s: Front, side: int) -> bool:
    """Whether the blitz phases take place at all. [WF-4.45]"""
    return any(s.blitz[hq] for hq in s.world.army[side])
