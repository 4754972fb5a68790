"""Chapter 10: supply. Lines, their interdiction, and what happens without them."""

from __future__ import annotations

from grognard.engine.agenda import Chance, Prompt, Step
from grognard.engine.derived import derived
from grognard.engine.events import Roll
from grognard.engine.naming import NameUnit
from grognard.engine.orders import Pass, Refusal
from grognard.engine.paths import mask_of
from grognard.engine.search import Mode
from grognard.engine.supply import Lines, Stage, lines
from grognard.games.westfront import beachheads, paratroops, phases
from grognard.games.westfront.combat import holds_fortress, strongest
from grognard.games.westfront.control import battles, passable_mask, take_control
from grognard.games.westfront.forts import outlasts
from grognard.games.westfront.interdiction import supremacy_of
from grognard.games.westfront.orders import Feed, Lose
from grognard.games.westfront.rail import lane_dice, rail_supply, sea_lanes, supply_net
from grognard.games.westfront.revolts import is_at_home
from grognard.games.westfront.seapower import coast_seas
from grognard.games.westfront.stacking import crowded_hexes
from grognard.games.westfront.state import FROM_SEA, Front
from grognard.games.westfront.units import by_sight, lose_step, tell
from grognard.games.westfront.weather import is_cut_off_by_storm


class Supply(Step[Front], frozen=True):
    """The supply phase: recovery, beachheads, control, interdiction, attrition, in this order. [WF-4.4c, WF-4.46]"""

    side: int

    def run(self, s: Front) -> None:
        s.phase = phases.SUPPLY
        take_control(s)
        recover(s, self.side)
        take_control(s)  # those who have landed hold ground that parachutists may link up with [WF-14.6b]
        paratroops.link_up(s, self.side)
        s.then(CheckSupply(self.side))
        if beachheads.asks_for_beachheads(s, self.side):
            s.then(beachheads.PlaceBeachheads(self.side))


def recover(s: Front, side: int) -> None:
    """Units that landed from the sea are dispersed no longer. [WF-15.42e]"""
    for unit in s.world.army[side]:
        if s.dispersed[unit] == FROM_SEA:
            s.dispersed[unit] = 0


class CheckSupply(Step[Front], frozen=True):
    """Control is taken anew after recovery; then the enemy's sea lanes are put to the test. [WF-4.4c, WF-15.73a]"""

    side: int

    def run(self, s: Front) -> None:
        take_control(s)
        s.lanes = s.excess = s.fed = ()
        passive = 1 - self.side
        crowds = [ChooseExcess(passive, place) for place in crowded_hexes(s, passive)]
        rolls = [InterdictSupply(self.side, port, dice) for port, dice in tested_ports(s, passive)]
        rolls += [InterdictSupply(self.side, at, dice, beach=True) for at, dice in tested_beaches(s, passive)]
        s.then(*crowds, *rolls, Rations(passive), Attrition(self.side))


# 6.22 Too many in one hex


class ChooseExcess(NameUnit[Front], frozen=True):
    """The owner says which of the units in a crowded hex go without supply. [WF-6.22b]"""

    place: int

    takes = (Lose,)
    out_of_turn = "WF-4.4b"

    def prompt(self, s: Front) -> Prompt:
        return Prompt("excess", "WF-6.22b", {"at": s.world.board.names[self.place]})

    def among(self, s: Front) -> list[int]:
        return [unit for unit in s.stack(self.place, self.side) if unit not in s.excess]

    def why_not(self, s: Front, unit: int) -> Refusal:
        return Refusal("table.not-there", {"unit": s.world.units[unit], "at": s.world.board.names[self.place]})

    def named(self, s: Front, unit: int) -> None:
        s.excess += (unit,)
        if len(self.among(s)) > s.world.stacking[self.place]:
            s.then(self)


# 15.73 Interdiction of supply


def tested_ports(s: Front, side: int) -> list[tuple[int, int]]:
    """The ports with lanes through enemy seas that could supply a unit which has no other line, with their dice.

    Who is how strong does not come into it: the dice would tell. [WF-15.73a]
    """
    net = supply_net(s, side, frozenset())
    units = [unit for unit in s.world.army[side] if s.where[unit] >= 0]
    wanting = [unit for unit in units if not has_line(s, unit, shared(s, unit, net))]
    tested = []
    for port in s.world.ports if wanting else ():
        if s.owner[port] == side and not net >> port & 1 and (dice := lane_dice(s, side, port, net)):
            opened = supply_net(s, side, frozenset([port]))
            if any(is_helped(s, unit, opened) for unit in wanting):
                tested.append((port, dice))
    return tested


def is_helped(s: Front, unit: int, net: int) -> bool:
    """Whether a net supplies a unit, or in a siege one unit of its hex."""
    return is_rationed(s, s.where[unit], s.side_of(unit), net) or has_line(s, unit, shared(s, unit, net))


def tested_beaches(s: Front, side: int) -> list[tuple[int, int]]:
    """The same for beachheads: those that enemy seas cut off, if a unit has no other line. [WF-15.52c, WF-15.73a]"""
    tested = []
    for place in sorted(beaches(s, side)):
        dice = beach_dice(s, side, place)
        if dice:
            net = supply_net(s, side, frozenset())
            units = [unit for unit in s.world.army[side] if s.where[unit] >= 0]
            wanting = [unit for unit in units if not has_line(s, unit, shared(s, unit, net))]
            if any(beachhead_line(s, unit, frozenset([~place])) for unit in wanting):
                tested.append((place, dice))
    return tested


class InterdictSupply(Chance[Front], frozen=True):
    """Any repulse number blocks the lane for this check. [WF-15.73a, WF-15.73b]"""

    side: int
    port: int
    dice: int
    beach: bool = False
    """Whether the lane leads to a beachhead."""

    def call(self, s: Front) -> Roll:
        facts = {"by": s.world.sides[self.side], "at": s.world.board.names[self.port]}
        return Roll("supply interdiction", "WF-15.73a", self.dice, facts=facts)

    def rolled(self, s: Front, faces: tuple[int, ...]) -> None:
        kind = "beachhead" if self.beach else "sea"
        blocking = s.world.charts["supply_interdiction"][kind][supremacy_of(s, self.side)]
        blocked = any(face in blocking for face in faces)
        if not blocked:
            s.lanes += (~self.port if self.beach else self.port,)
        s.tell("lane blocked" if blocked else "lane open", "WF-15.73b", at=s.world.board.names[self.port])


# 10.3 Supply lines


def has_line(s: Front, unit: int, net: int, opened: frozenset[int] = frozenset()) -> bool:
    """Whether a unit draws supply from the net or from a beachhead, siege limits apart."""
    by_land = bool(fed_hexes(s, s.side_of(unit), net) >> s.where[unit] & 1)
    return by_land or bool(beachhead_line(s, unit, opened))


def fed_hexes(s: Front, side: int, net: int) -> int:
    """The hexes with a line to the net. [WF-10.3a]"""
    return land_lines(s, side, net, s.world.supply_line).mask


@derived("owner")
def land_lines(s: Front, side: int, sources: int, hexes: int) -> Lines:
    """The lines of at most so many hexes that units in every hex have to these, the net or beachheads: they pass
    friendly hexes and may begin in any. [WF-10.3a, WF-10.3b]"""
    passable = passable_mask(s, side)
    on_land = Mode("land", s.world.country_lanes, s.world.land_mask, ends=s.world.land_mask & ~passable)
    return lines(sources, Stage((on_land,), points=hexes))


def supply_line(s: Front, unit: int, net: int) -> tuple[int, ...]:
    """The line of a unit to a hex in rail or sea supply. [WF-10.3a]"""
    return land_lines(s, s.side_of(unit), net, s.world.supply_line).route(s.where[unit])[::-1]


def beachhead_line(s: Front, unit: int, opened: frozenset[int] = frozenset()) -> tuple[int, ...]:
    """A beachhead supplies its hex, and if that is friendly every unit within two hexes, as long as ships reach it.

    [WF-15.52a, WF-15.52b, WF-15.52c]
    """
    side, at = s.side_of(unit), s.where[unit]
    placed = [where for where in beaches(s, side) if beach_dice(s, side, where) == 0 or ~where in opened]
    if at in placed:
        return (at,)
    sources = mask_of(where for where in placed if s.owner[where] == side)
    return land_lines(s, side, sources, s.world.beach_line).route(at)[::-1]


def beaches(s: Front, side: int) -> set[int]:
    """The hexes of a side's beachheads."""
    return {s.beachhead[corps] for corps in s.world.beachheads if s.beachhead[corps] >= 0 and s.side_of(corps) == side}


def beach_dice(s: Front, side: int, place: int) -> int | None:
    """The interdiction dice against the safest lane from a supplied port to a beachhead, or None if no ship reaches it:
    in a storm, behind closed straits, or from ports behind shoals. [WF-15.52c, WF-15.54]"""
    if is_cut_off_by_storm(s, place):
        return None
    net = supply_net(s, side, frozenset()) & ~s.world.shoals
    lanes = sea_lanes(s, side, net)
    return min((lanes[sea] for sea in coast_seas(s, side, place) if sea in lanes), default=None)


def every_lane(s: Front) -> frozenset[int]:
    """All ports and beachheads, as if every lane got through; beachheads are told from ports by their sign."""
    return frozenset(s.world.ports) | {~place for side in (0, 1) for place in beaches(s, side)}


def is_supplied(s: Front, unit: int, opened: frozenset[int]) -> bool:
    """Whether a unit is supplied now, with the lanes that got through. [WF-10.3a, WF-15.73a]"""
    ports = frozenset(lane for lane in opened if lane >= 0) if opened else opened
    return has_line(s, unit, open_to(s, unit, supply_net(s, s.side_of(unit), ports)), opened)


def is_fed(s: Front, unit: int, opened: frozenset[int]) -> bool:
    """Supplied by a line, and not one too many in its hex; or the largest unit of a garrison. [WF-6.22b, WF-10.5a]"""
    at, side = s.where[unit], s.side_of(unit)
    if is_fed_by_walls(s, at, side) and unit == ration(s, at, side):
        return True
    return unit not in s.excess and is_supplied(s, unit, opened)


def open_to(s: Front, unit: int, net: int) -> int:
    """The part of a supply net that a unit may draw on: what it shares with others, and the port for the one unit that
    a siege leaves. [WF-15.31b]"""
    at, side = s.where[unit], s.side_of(unit)
    own = 1 << at if is_rationed(s, at, side, net) and unit == ration(s, at, side) else 0
    return shared(s, unit, net) | own


def shared(s: Front, unit: int, net: int) -> int:
    """The part that all units of a hex may draw on: a besieged port is no source for those within, and for those
    outside only with naval supremacy. The walls of a fortress stand in for a port. [WF-15.31b, WF-10.5a]"""
    at, side = s.where[unit], s.side_of(unit)
    for port in embattled_ports(s):
        barred = port == at or side != s.world.supremacy
        if barred and net >> port & 1 and is_besieged(s, port, side):
            net &= ~(1 << port)
    return net & ~(1 << at) if holds_fortress(s, at, side) else net


@derived("attacker")
def embattled_ports(s: Front) -> list[int]:
    return [port for port in s.world.ports if s.attacker[port]]


# 15.31 Siege supply, 10.5 Fortress supply


def is_besieged(s: Front, place: int, side: int) -> bool:
    """A friendly battle hex that only a sea lane reaches. [WF-15.31a]"""
    return s.attacker[place] > 0 and not rail_supply(s, side) >> place & 1 and place in s.world.ports


def is_rationed(s: Front, place: int, side: int, net: int) -> bool:
    """Whether a besieged port in this net feeds a unit; a fortress needs no port to do so. [WF-15.31b, WF-10.5a]"""
    return bool(net >> place & 1) and is_besieged(s, place, side) and not holds_fortress(s, place, side)


def is_fed_by_walls(s: Front, place: int, side: int) -> bool:
    """Whether a side holds a fortress, which then feeds one unit, attacked or not; it feeds no besieger. [WF-10.5a]"""
    return place in s.world.fortresses and s.owner[place] == side


def eaters(s: Front, place: int, side: int) -> list[int]:
    """The units of a hex of which one is fed: the strongest of a fortress; in a besieged port any with naval supremacy,
    else those at their last step. [WF-10.5a, WF-15.31b]"""
    if is_fed_by_walls(s, place, side):
        return strongest(s, place, side)
    units = [unit for unit in s.stack(place, side) if unit not in s.excess]
    if side == s.world.supremacy:
        return units
    return [unit for unit in units if s.steps[unit] == s.world.lowest[unit]]


def ration(s: Front, place: int, side: int) -> int:
    """The one unit that is fed: whom the owner has named, till then the strongest that may be, or -1."""
    return max(eaters(s, place, side), key=lambda unit: (unit in s.fed, s.steps[unit]), default=-1)


class Rations(Step[Front], frozen=True):
    """When the lanes are known, the passive side says who eats where not all can.

    It is asked wherever several blocks are in such straits, so that being asked tells nothing of their strength.
    """

    side: int

    def run(self, s: Front) -> None:
        net = supply_net(s, self.side, frozenset(lane for lane in s.lanes if lane >= 0))
        places = sorted({*battles(s), *s.world.fortresses})
        s.then(*[ChooseFed(self.side, place) for place in places if asks_who_eats(s, place, self.side, net)])


def asks_who_eats(s: Front, place: int, side: int, net: int) -> bool:
    """A hex with several units and no other supply than what feeds one of them. [WF-10.5a, WF-15.31b]"""
    units = s.stack(place, side)
    if len(units) < 2 or not (is_fed_by_walls(s, place, side) or is_rationed(s, place, side, net)):
        return False
    return not has_line(s, units[0], shared(s, units[0], net), frozenset(s.lanes))


class ChooseFed(NameUnit[Front], frozen=True):
    """The owner names the one unit that is fed. [WF-10.5a, WF-15.31b]"""

    place: int

    takes = (Feed, Pass)
    out_of_turn = "WF-4.4b"

    def prompt(self, s: Front) -> Prompt:
        return Prompt("siege", self._rule(s), {"at": s.world.board.names[self.place]})

    def among(self, s: Front) -> list[int]:
        return eaters(s, self.place, self.side)

    def why_not(self, s: Front, unit: int) -> Refusal:
        return Refusal(self._rule(s), {"unit": s.world.units[unit], "at": s.world.board.names[self.place]})

    def may_pass(self, s: Front) -> bool:
        return not self.among(s)

    def why_not_pass(self, s: Front) -> Refusal:
        return Refusal("WF-15.31b", {"at": s.world.board.names[self.place]}, "choose")

    def named(self, s: Front, unit: int) -> None:
        s.fed += (unit,)

    def _rule(self, s: Front) -> str:
        return "WF-10.5a" if is_fed_by_walls(s, self.place, self.side) else "WF-15.31b"


# 10.4 Attrition


class Attrition(Step[Front], frozen=True):
    """Every unit of the passive side without supply loses a step, and its status lasts until the next check.

    [WF-10.2a, WF-10.4a, WF-4.46, WF-2.26g, WF-16.32b]
    """

    side: int

    def run(self, s: Front) -> None:
        passive = 1 - self.side
        opened = frozenset(s.lanes)
        units = by_sight(s, [unit for unit in s.world.army[passive] if s.where[unit] >= 0])
        supplied = {unit: is_fed(s, unit, opened) for unit in units}
        for unit in units:
            if s.supplied[unit] != supplied[unit]:  # what has not changed leaves what rests on it alone
                s.supplied[unit] = supplied[unit]
            if not supplied[unit]:
                at = s.where[unit]
                telling = is_besieged(s, at, passive) or is_fed_by_walls(s, at, passive)  # of who is how strong there
                tell(s, "unsupplied", "WF-10.4a", unit, reveals=telling, at=s.world.board.names[at])
                if outlasts(s, unit):
                    tell(s, "holds out", "WF-2.26g", unit, reveals=True, at=s.world.board.names[at])
                elif is_at_home(s, unit):
                    tell(s, "lives off the land", "WF-16.32b", unit, reveals=True, at=s.world.board.names[at])
                else:
                    lose_step(s, unit, "WF-10.4a")
        s.lanes = s.excess = s.fed = ()
