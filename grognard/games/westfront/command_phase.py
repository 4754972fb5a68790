"""Chapter 4, 4.41: the command phase, in which headquarters are activated and may deploy."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.agenda import Ask, Prompt, Step, Warnings
from grognard.engine.naming import own_unit
from grognard.engine.orders import Order, Pass, Refusal
from grognard.games.westfront import phases, showing
from grognard.games.westfront.command import (
    can_drop,
    command_value,
    count_moves,
    drops_owed,
    ready_paras,
    supreme_moves,
)
from grognard.games.westfront.control import end_battles, take_control
from grognard.games.westfront.neutrals import cost_of_war, declarations, declare_war, why_not_declare
from grognard.games.westfront.orders import Activate, Surprise, War
from grognard.games.westfront.retreat import hide_pursuers, pursue
from grognard.games.westfront.stacking import COMING, Outlook, crowded_hexes
from grognard.games.westfront.state import AXIS, COMMAND, IDLE, ROLES, SUPREME, Front
from grognard.games.westfront.units import drop_lost_beachheads, show, tell
from grognard.games.westfront.weather import DRY, effect

DEPLOYING = ("command", "supreme")
"""Roles in which a headquarters may deploy when it is activated. [WF-14.2a, WF-15.41]"""

ROLES_OF = {"hq": ("command", "invasion", "paradrop"), "shq": ("supreme", "invasion", "paradrop"), "thq": ("supreme",)}


# 5.2 Activation


class Command(Step[Front], frozen=True):
    """The command phase. [WF-4.41a]"""

    side: int

    def run(self, s: Front) -> None:
        s.phase = phases.COMMAND
        take_control(s)
        s.then(ActivateHeadquarters(self.side))


class ActivateHeadquarters(Ask[Front], frozen=True):
    """The active side activates any of its headquarters, or none. [WF-4.41a, WF-5.2a]"""

    takes = (Activate, War, Surprise, Pass)
    out_of_turn = "WF-4.4b"

    def prompt(self, s: Front) -> Prompt:
        return Prompt("activate", "WF-4.41a")

    def offers(self, s: Front) -> Iterator[Order]:
        side = s.world.sides[self.side]
        for hq in s.world.headquarters[self.side]:
            if s.where[hq] < 0 or s.role[hq]:
                continue
            name, names = s.world.units[hq], s.world.board.names
            for role in ROLES_OF[s.world.roster[hq].kind]:
                for blitz in (False, True):
                    if may_activate(s, hq, role, blitz) is None:
                        yield Activate(side, name, role, "", blitz)
                        if role in DEPLOYING:
                            near = neighbours(s, s.where[hq])
                            spots = [there for there in near if why_not_deploy(s, hq, there, blitz) is None]
                            yield from (Activate(side, name, role, names[there], blitz) for there in spots)
        if why_not_surprise(s, self.side) is None:
            yield Surprise(side)
        yield from declarations(s, self.side)
        yield Pass(side)

    def warnings(self, s: Front) -> Warnings:
        return {
            Pass: showing.idle_headquarters(s, self.side),
            **{order: (cost_of_war(s, order.nation),) for order in declarations(s, self.side)},
        }

    def explain(self, s: Front, order: Order) -> Refusal | None:
        if isinstance(order, War):
            return why_not_declare(s, self.side, order.nation)
        if isinstance(order, Surprise):
            return why_not_surprise(s, self.side)
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
        return why_not_deploy(s, hq, there, order.blitz)

    def take(self, s: Front, order: Order) -> None:
        if isinstance(order, War):
            declare_war(s, order.nation)
            return
        if isinstance(order, Surprise):
            s.surprise = 1 + 2 * s.month + s.fortnight
            s.tell("surprise", "WF-W44.4")
            return
        if not isinstance(order, Activate):
            s.done()
            return
        hq = s.world.unit_index[order.hq]
        s.role[hq] = ROLES.index(order.role)
        s.blitz[hq] = order.blitz
        count_moves(s, self.side)
        show(s, hq)
        tell(s, "activate", "WF-5.2a", hq, reveals=True, role=order.role, blitz=" blitz" if order.blitz else "",
             steps=s.steps[hq], at=s.world.board.names[s.where[hq]])  # fmt: skip
        if order.to:
            deploy(s, hq, s.world.board.at(order.to))


def may_activate(s: Front, hq: int, role: str, blitz: bool) -> Refusal | None:
    """Whether a headquarters may take a role. [WF-5.2a, WF-5.7a, WF-5.7b, WF-14.2a, WF-14.2b, WF-15.41, WF-15.53a]"""
    unit = s.world.roster[hq]
    facts = {"hq": unit.name, "role": role}
    if not unit.is_hq or role not in ROLES_OF[unit.kind]:
        return Refusal("WF-5.66b" if unit.kind == "thq" and role in ROLES_OF["shq"] else "WF-5.2a", facts)
    if s.role[hq] != IDLE:
        return Refusal("WF-5.2a", facts, "already")
    if blitz and unit.kind != "hq":
        return Refusal("WF-5.7b" if unit.kind == "shq" else "WF-5.66b", facts)
    if blitz and s.steps[hq] < 1:
        return Refusal("WF-5.7a", facts)
    at = s.where[hq]
    if role == "invasion" and (at not in s.world.ports or s.owner[at] != unit.side):
        rule = "WF-15.53a" if at in s.beachhead else "WF-15.41"
        return Refusal(rule, {**facts, "at": s.world.board.names[at]})
    if role == "paradrop":
        if not any(can_drop(s, other) for other in s.stack(at, unit.side)):
            return Refusal("WF-14.2a", {**facts, "at": s.world.board.names[at]})
        return why_not_drop_twice(s, hq) if blitz else None
    return None


def why_not_drop_twice(s: Front, hq: int) -> Refusal | None:
    """It takes two paras that nobody else must drop, and a hex of range when a step has been spent. [WF-14.2b]"""
    at, side = s.where[hq], s.side_of(hq)
    if len(ready_paras(s, at, side)) < 2 + drops_owed(s, at, side):
        return Refusal("WF-14.2b", {"hq": s.world.units[hq]})
    return Refusal("WF-14.2b", {"hq": s.world.units[hq]}, "range") if command_value(s, hq) < 2 else None


def why_not_surprise(s: Front, side: int) -> Refusal | None:
    """From December 1944 the Axis may choose one turn in mud in which its armor fires as if it were dry. [WF-W44.4]"""
    if side != AXIS or not s.world.is_since(s.month, "bulge_surprise"):
        return Refusal("WF-W44.4", {})
    if s.surprise:
        return Refusal("WF-W44.4", {}, "once")
    return Refusal("WF-W44.4", {}, "dry") if s.weather == DRY else None


def neighbours(s: Front, place: int) -> list[int]:
    """The hexes that one can step into, over straits too: whoever deploys starts on one shore and stops on the other.

    [WF-5.21a, WF-1.39b]
    """
    return [*[near for near, _ in s.world.walk[place]], *s.world.straits[place]]


def why_not_deploy(s: Front, hq: int, there: int, blitz: bool) -> Refusal | None:
    """On activation a headquarters may shift one hex by land, among friends, if it is dry; a full hex must be able to
    make room. [WF-5.21a, WF-5.21b, WF-5.21c, WF-6.2a]"""
    at, side = s.where[hq], s.side_of(hq)
    facts = {"hq": s.world.units[hq], "to": s.world.board.names[there]}
    if not (s.weather == DRY or effect(s, "deploy")):
        return Refusal("WF-5.21b", facts)
    held = s.owner[there] == side and not s.attacker[there] and not s.enemies_at(there, side)
    if there not in neighbours(s, at) or not held:
        return Refusal("WF-5.21a", facts)
    if strands(s, hq, there, blitz):
        return Refusal("WF-6.2a", {"at": facts["to"], "limit": str(s.world.stacking[there])}, "full")
    return None


def strands(s: Front, hq: int, there: int, blitz: bool) -> bool:
    """Whether a headquarters that deploys so leaves too many in some hex for the coming movement to put right.

    [WF-6.2a]
    """
    side, at, role = s.side_of(hq), s.where[hq], s.role[hq]
    if not crowded_hexes(s, side) and s.count(there, side) < s.world.stacking[there]:
        return False
    before = Outlook(s, side, COMING).left_over
    is_supreme = s.world.roster[hq].kind != "hq"
    supreme = supreme_moves(s, hq) if s.world.roster[hq].kind == "shq" else 0
    s.where[hq], s.role[hq], s.blitz[hq] = there, SUPREME if is_supreme else COMMAND, blitz
    s.supreme[side] += supreme
    after = Outlook(s, side, COMING).left_over
    s.where[hq], s.role[hq], s.blitz[hq] = at, role, 0
    s.supreme[side] -= supreme
    return after > before


def deploy(s: Front, hq: int, there: int) -> None:
    """Shift a headquarters; if nobody stays behind in its battle, it runs the gauntlet first. [WF-5.21a, WF-5.21c]"""
    at, side = s.where[hq], s.side_of(hq)
    s.then(Deployed(hq, at, there))
    if s.attacker[at] and s.count(at, side) == 1:
        pursue(s, hq, by_sea=False)


class Deployed(Step[Front], frozen=True):
    """A headquarters that deploys is there, if it lives; what steps it has left decides what it brings.

    [WF-5.21c, WF-5.61]
    """

    hq: int
    place: int
    there: int

    def run(self, s: Front) -> None:
        side = s.side_of(self.hq)
        hide_pursuers(s, self.place, side)
        if s.where[self.hq] >= 0:
            s.where[self.hq] = self.there
            tell(s, "deploy", "WF-5.21a", self.hq, to=s.world.board.names[self.there])
        count_moves(s, side)
        drop_lost_beachheads(s, self.place)
        end_battles(s)
