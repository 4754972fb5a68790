"""Chapter 6, 6.4: retreats. The last to leave a battle is the rearguard, and the enemy pursues it."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine.agenda import Ask, Chance, Prompt, Step
from grognard.engine.events import Roll
from grognard.engine.naming import own_unit
from grognard.engine.orders import Order, Pass, Refusal
from grognard.engine.state import put
from grognard.engine.tally import Tally
from grognard.games.westfront import losses, movement
from grognard.games.westfront.combat import FIRE, ground_defence, hits, holds_fortress
from grognard.games.westfront.combat import faces as faces_of
from grognard.games.westfront.command import spend_moves, why_not_turn_mobile
from grognard.games.westfront.evacuation import sail_home
from grognard.games.westfront.forts import why_not_on_foot
from grognard.games.westfront.mobilization import retire, why_not_yet
from grognard.games.westfront.orders import Move, Retreat
from grognard.games.westfront.revolts import is_at_home
from grognard.games.westfront.stacking import (
    LEAVING,
    MOBILIZING,
    Outlook,
    open_orders,
    why_not_mobilize_yet,
    why_not_room,
)
from grognard.games.westfront.state import Front
from grognard.games.westfront.units import hide, is_active_headquarters, show, tell

# 6.41 The rearguard


def retreats(s: Front, unit: int, blitz: bool, room: Outlook) -> list[Retreat]:
    """The retreat of a unit, if it may be the last one in its battle."""
    if s.attacker[s.where[unit]] and why_not_retreat(s, unit, blitz, room) is None:
        return [Retreat(s.world.sides[s.side_of(unit)], s.world.units[unit])]
    return []


def why_not_retreat(s: Front, unit: int, blitz: bool, room: Outlook) -> Refusal | None:
    """Only the last unit of a battle is its rearguard, and it must have somewhere to go by now. An active headquarters
    may be the one, by mobilizing. [WF-6.41a, WF-6.32a, WF-5.41a]"""
    facts = {"unit": s.world.units[unit], "at": s.world.board.names[s.where[unit]]}
    if is_active_headquarters(s, unit):
        refusal = why_not_turn_mobile(s, unit, blitz) or why_not_yet(s, s.side_of(unit)) or why_not_mobilize_yet(room)
        room = room.later(MOBILIZING)
    else:
        refusal = movement.why_not_movable(s, unit) or movement.why_not_commanded(s, unit, blitz)
    refusal = refusal or why_not_on_foot(s, unit)
    if refusal:
        return refusal
    if not may_be_last(s, unit, blitz):
        return Refusal("WF-6.41a", facts, "not last")
    moves = 0 if is_active_headquarters(s, unit) or movement.is_commanded(s, unit, blitz) else 1
    ways = open_orders(s, unit, moves, room)
    if not any(way in ways for way in open_orders(s, unit, 0, room.later(LEAVING))):
        return Refusal("WF-6.32a", {**facts, "to": facts["at"]})
    return None


def may_be_last(s: Front, unit: int, blitz: bool) -> bool:
    """Whether everyone else in a battle has gone or come in this phase, or is a headquarters that may still mobilize
    before the rearguard is pursued. [WF-6.41a, WF-4.42c]"""
    at = s.where[unit]
    if any(s.where[rearguard[0]] == at for rearguard in s.rearguards):
        return False
    others = [other for other in s.stack(at, s.side_of(unit)) if other != unit and not s.moved[other]]
    return not any(why_not_turn_mobile(s, other, blitz) for other in others)


def name_rearguard(s: Front, unit: int, blitz: bool) -> None:
    """The rearguard waits until all others have moved; a headquarters has then deactivated. [WF-6.41c, WF-5.41a]"""
    if is_active_headquarters(s, unit):
        retire(s, unit)
    elif not movement.is_commanded(s, unit, blitz):
        spend_moves(s, unit, 1)
    s.moved[unit] = 1
    s.rearguards += ((unit, -1),)
    tell(s, "retreat", "WF-6.41a", unit, at=s.world.board.names[s.where[unit]])


class ResolveRetreats(Step[Front], frozen=True):
    """After all other movement the rearguards are pursued, and the survivors make their move. Where a headquarters has
    stayed after all, it is no retreat and nobody pursues. [WF-6.41c, WF-6.41a, WF-4.42c]"""

    side: int

    def run(self, s: Front) -> None:
        if not s.rearguards:
            return
        (unit, port, *seas), *others = s.rearguards
        s.rearguards = tuple(others)
        at = s.where[unit]
        leave: Step[Front] = SlipAway(self.side, unit, at) if port < 0 else SailAway(unit, at, port, tuple(seas))
        s.then(leave, self)
        if movement.why_not_leave(s, unit):
            pursue(s, unit, by_sea=port >= 0)


def pursue(s: Front, unit: int, *, by_sea: bool) -> None:
    """Let loose everybody who is fast enough. [WF-6.42a]"""
    s.partial, s.partial_on = 0, -1
    at = s.where[unit]
    pursuers = [enemy for enemy in s.stack(at, 1 - s.side_of(unit)) if pursuit_fire(s, enemy, unit, by_sea)]
    if pursuers:
        reveal(s, [unit, *pursuers], at)
        s.then(Pursue(pursuers[0], unit, by_sea, tuple(pursuers[1:])))


def reveal(s: Front, units: list[int], place: int) -> None:
    """Pursuers and pursued are turned face up, as in any fight; the ruling is ours. [WF-6.42a]"""
    for unit in units:
        show(s, unit)
    s.tell("pursued", "WF-6.42a", reveals=True, at=s.world.board.names[place], units=faces_of(s, units))


def hide_pursuers(s: Front, place: int, side: int) -> None:
    """When it is over the Original Defender's blocks are turned down again. [WF-7.12c]"""
    s.partial, s.partial_on = 0, -1
    if s.attacker[place] == 1 + side:
        for enemy in s.stack(place, 1 - side):
            if not is_active_headquarters(s, enemy):
                hide(s, enemy)


# 6.42 Pursuit


def pursuit_speed(s: Front, unit: int) -> int:
    """Rough ground slows everybody but cavalry to one hex; weather and enemy aircraft count too. [WF-6.42b]"""
    speed = movement.speed_of(s, unit)
    rides = s.world.types[unit].get("stops_in_rough") is False
    return min(speed, 1) if s.world.stops_in[s.weather] >> s.where[unit] & 1 and not rides else speed


def pursuit_fire(s: Front, enemy: int, rearguard: int, by_sea: bool) -> int:
    """Double fire from the faster, single fire from equals, none from the slower; headquarters never fire, and nobody
    catches Tito at home. [WF-6.42a, WF-15.6b, WF-5.1c, WF-16.32b]
    """
    if s.world.roster[enemy].is_hq or s.steps[enemy] == 0 or is_at_home(s, rearguard):
        return 0
    speeds = s.world.charts["evacuation"]["pursuit_speed"]
    amphibious = s.world.roster[rearguard].kind == "amphibious"
    flight = speeds["amphibious" if amphibious else "other"] if by_sea else pursuit_speed(s, rearguard)
    speed = pursuit_speed(s, enemy)
    pace = "faster" if speed > flight else "equal" if speed == flight else "slower"
    return FIRE.index(s.world.charts["pursuit"][pace])


def shelter(s: Front, rearguard: int) -> Tally:
    """How many hits cost the rearguard a step: by the ground, or the walls of a fortress. [WF-6.42c]"""
    at = s.where[rearguard]
    level = ground_defence(s, at)
    if holds_fortress(s, at, s.side_of(rearguard)):
        level.at_least(s.world.charts["cities"]["fortress"]["defence"], "WF-7.35a", "fortress")
    return level


class Pursue(Chance[Front], frozen=True):
    """One die for every step of a pursuer; the ground protects the rearguard. [WF-6.42a, WF-6.42c]"""

    enemy: int
    unit: int
    by_sea: bool
    others: tuple[int, ...]
    """Who pursues after this one, if anybody is left to be pursued."""

    def call(self, s: Front) -> Roll:
        fire = FIRE[pursuit_fire(s, self.enemy, self.unit, self.by_sea)]
        facts = {"unit": s.world.units[self.enemy], "at": s.world.board.names[s.where[self.enemy]], "fire": fire}
        return Roll("pursuit", "WF-6.42a", s.steps[self.enemy], facts=facts)

    def rolled(self, s: Front, faces: tuple[int, ...]) -> None:
        power = pursuit_fire(s, self.enemy, self.unit, self.by_sea)
        level = shelter(s, self.unit).value
        for _ in range(hits(s, faces, power)):
            if s.where[self.unit] >= 0:
                losses.take_hit(s, self.unit, level)
        if self.others and s.where[self.unit] >= 0:
            s.then(Pursue(self.others[0], self.unit, self.by_sea, self.others[1:]))


class SailAway(Step[Front], frozen=True):
    """An evacuated rearguard that survives comes home. [WF-15.6a]"""

    unit: int
    place: int
    port: int
    seas: tuple[int, ...]

    def run(self, s: Front) -> None:
        hide_pursuers(s, self.place, s.side_of(self.unit))
        if s.where[self.unit] >= 0:
            sail_home(s, self.unit, self.port, self.seas)
        leave_battle(s, self.place, s.side_of(self.unit))


class SlipAway(Step[Front], frozen=True):
    """A surviving rearguard goes, unless its way is closed. [WF-6.41c, WF-6.32a]"""

    side: int
    unit: int
    place: int

    def run(self, s: Front) -> None:
        hide_pursuers(s, self.place, self.side)
        if s.where[self.unit] < 0:
            leave_battle(s, self.place, self.side)
        elif open_orders(s, self.unit, 0, last_look(s, self.unit)):
            s.then(ChooseWay(self.side, self.unit))
        else:
            tell(s, "way closed", "WF-6.41c", self.unit, at=s.world.board.names[self.place])


def last_look(s: Front, unit: int) -> Outlook:
    """How the phase can end when a rearguard is about to leave."""
    trial = s.copy()
    trial.rearguards = ((unit, -1), *s.rearguards)
    return Outlook(trial, s.side_of(unit), LEAVING)


class ChooseWay(Ask[Front], frozen=True):
    """Where the rearguard goes. [WF-6.41c, WF-6.32a]"""

    unit: int

    takes = (Move, Pass)
    out_of_turn = "WF-4.4b"

    def prompt(self, s: Front) -> Prompt:
        return Prompt("rearguard", "WF-6.41c", {"unit": s.world.units[self.unit]})

    def offers(self, s: Front) -> Sequence[Order]:
        return open_orders(s, self.unit, 0, last_look(s, self.unit))

    def explain(self, s: Front, order: Order) -> Refusal | None:
        if not isinstance(order, Move):
            return Refusal("WF-6.41c", {"unit": s.world.units[self.unit]})
        unit = own_unit(s, self.side, order.unit)
        if isinstance(unit, Refusal):
            return unit
        ways = movement.open_ways(s, unit) if unit == self.unit else ()
        way = next((way for way in ways if way.order == order), None)
        if way:
            return why_not_room(last_look(s, unit), unit, way.there, 0, way.crossed)
        return Refusal("WF-6.32a", {"unit": order.unit, "to": order.route[-1] if order.route else ""})

    def take(self, s: Front, order: Order) -> None:
        assert isinstance(order, Move)
        s.done()
        left = s.where[self.unit]
        movement.walk_away(s, self.unit, order.route)
        leave_battle(s, left, self.side)


def leave_battle(s: Front, place: int, side: int) -> None:
    """Fresh units that stay behind when all the old ones have left or fallen are attacking anew. [WF-6.41b]"""
    stayed = s.stack(place, side)
    if s.attacker[place] and stayed and all(s.moved[unit] for unit in stayed):
        s.attacker = put(s.attacker, place, 1 + side)
        s.fresh = put(s.fresh, place, 1)
