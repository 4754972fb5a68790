"""Chapter 11: production. Both sides build at once, each on its own sheet: steps, cadres, reinforcements."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.engine.agenda import Ask, Prompt, Sealed, Step, Sum, Warnings
from grognard.engine.derived import derived
from grognard.engine.naming import own_unit
from grognard.engine.orders import Order, Refusal
from grognard.engine.paths import mask_of
from grognard.engine.state import put
from grognard.engine.tally import Tally
from grognard.games.westfront import phases
from grognard.games.westfront.arrival import (
    arrival_places,
    comers,
    due_reinforcement,
    full_places,
    is_due,
    named_arrival_places,
    next_month,
    open_places,
    why_not_arrive,
    why_not_arrive_at,
)
from grognard.games.westfront.command import are_paras_grounded, is_grounded
from grognard.games.westfront.control import take_control
from grognard.games.westfront.departures import boarded
from grognard.games.westfront.fog import DealBlocks
from grognard.games.westfront.forts import fort_hexes
from grognard.games.westfront.orders import Advance, Arrive, Disband, Ground, Prepare, Rebuild, Recall, Replace, Seal
from grognard.games.westfront.politics import is_out_of_the_war
from grognard.games.westfront.production_level import production_level
from grognard.games.westfront.rail import SUPPLY, rail_supply, supply_net
from grognard.games.westfront.state import ALLIES, AXIS, ELIMINATED, LATER, LOST, NONE, PREP, READY, Front
from grognard.games.westfront.supply import beachhead_line, fed_hexes
from grognard.games.westfront.units import eliminate, is_engaged

STEPS, CADRES, REINFORCEMENTS = range(3)
GAINED, NEW = 1, 2


class Production(Step[Front], frozen=True):
    """The production phase opens every month but the first. [WF-3.21c, WF-4.2, WF-11.3]"""

    def run(self, s: Front) -> None:
        s.phase = phases.PRODUCTION
        take_control(s)
        for unit in range(len(s.world.units)):
            s.built[unit] = 0
        s.readied = ()
        s.arrivals = s.world.blank
        for side in (ALLIES, AXIS):
            s.points[side] = max(0, production_level(s, side).value)
        receive_beachheads(s)
        s.then(Sheets((0, 1)))


class Sheets(Sealed[Front], frozen=True):
    """Neither side sees what the other builds. [WF-4.2]"""

    def sheet(self, s: Front, side: int) -> Step[Front]:
        return Build(side, STEPS)

    def opened(self, s: Front) -> None:
        """New blocks appear; nobody is told which of them are cadres and which reinforcements."""
        s.points = [0, 0]
        arrived = [tuple(u for u in army if s.built[u] == NEW and s.where[u] >= 0) for army in s.world.army]
        for side, units in enumerate(arrived):
            for place in sorted(s.where[unit] for unit in units):
                s.tell("arrival", "WF-4.2", side=s.world.sides[side], at=s.world.board.names[place])
        s.tell("production over", "WF-11.3")
        mixed = tuple(units for units in arrived if len(units) > 1)
        if mixed:
            s.then(DealBlocks(mixed))


class Build(Ask[Front], frozen=True):
    """One side's production: replacement steps, then cadres, then reinforcements, and never back. [WF-4.2]"""

    stage: int

    takes = (Replace, Rebuild, Arrive, Advance, Prepare, Recall, Disband, Ground, Seal)
    out_of_turn = "WF-4.4b"

    def prompt(self, s: Front) -> Prompt:
        return Prompt("build", "WF-4.2", {"points": s.points[self.side]})

    def offers(self, s: Front) -> list[Order]:
        side = s.world.sides[self.side]
        found: list[Order] = []
        if due_reinforcement(s, self.side) < 0:
            found.append(Seal(side))
        if why_not_ground(s, self.side) is None:
            found.append(Ground(side))
        full, left, costs = full_places(s, self.side), s.points[self.side], least_costs(s, self.side)
        where, built, units, beachheads = s.where, s.built, s.world.units, s.world.beachheads
        steps_on, cadres_on, coming = self.stage == STEPS, self.stage <= CADRES, comers(s, self.side)
        for unit in s.world.army[self.side]:
            at = where[unit]
            if at >= 0:
                if steps_on and not bar_to_step(s, unit, STEPS) and step_price(s, unit, at) <= left:
                    found.append(Replace(side, units[unit]))
            elif at == ELIMINATED:
                if cadres_on and costs[unit] <= left and not bar_to_cadre(s, unit, self.stage):
                    found += cadres(s, unit, full)
            elif unit in coming:
                found += arrivals(s, unit, full)
            if unit in beachheads:
                if why_not_prepare(s, unit) is None:
                    found.append(Prepare(side, units[unit]))
                if why_not_recall(s, unit) is None:
                    found.append(Recall(side, units[unit]))
            if at >= 0 and not built[unit]:  # as `may_disband` has it
                found.append(Disband(side, units[unit]))
        return found

    def explain(self, s: Front, order: Order) -> Refusal | None:
        if isinstance(order, Seal):
            waiting = due_reinforcement(s, self.side)
            return Refusal("WF-11.5", {"unit": s.world.units[waiting]}, "waiting")
        if isinstance(order, Ground):
            return why_not_ground(s, self.side)
        if isinstance(order, Replace):
            found = own_unit(s, self.side, order.unit)
            return found if isinstance(found, Refusal) else why_not_replace(s, found, self.stage)
        assert isinstance(order, Rebuild | Arrive | Advance | Prepare | Recall | Disband)
        unit = s.world.unit_index.get(order.unit)
        if unit is None or s.side_of(unit) != self.side:
            return Refusal("table.no-piece", {"unit": order.unit})
        if isinstance(order, Prepare):
            return why_not_prepare(s, unit)
        if isinstance(order, Recall):
            return why_not_recall(s, unit)
        if isinstance(order, Disband):
            return why_not_disband(s, unit)
        return self._why_not_appear(s, unit, order)

    def _why_not_appear(self, s: Front, unit: int, order: Rebuild | Arrive | Advance) -> Refusal | None:
        match order:
            case Rebuild():
                refusal = why_not_rebuild(s, unit, self.stage)
            case Advance():
                refusal = why_not_advance(s, unit) or why_not_so_early(s, unit, order.paid)
            case _:
                refusal = why_not_arrive(s, unit)
        place = s.world.board.find(order.at)
        if place is None:
            return refusal or Refusal("table.no-place", {"place": order.at})
        refusal = refusal or why_not_arrive_at(s, unit, place)
        if refusal is None and (isinstance(order, Rebuild) or (isinstance(order, Advance) and order.paid)):
            return why_not_pay(s, unit, cadre_cost(s, unit, place))
        return refusal

    def take(self, s: Front, order: Order) -> None:
        match order:
            case Replace():
                buy_step(s, s.world.unit_index[order.unit])
            case Rebuild():
                self._advance(s, CADRES)
                buy_cadre(s, s.world.unit_index[order.unit], s.world.board.at(order.at))
            case Arrive():
                self._advance(s, REINFORCEMENTS)
                unit = s.world.unit_index[order.unit]
                s.steps[unit] = s.world.roster[unit].start or s.steps[unit]
                enter(s, unit, s.world.board.at(order.at), "arrive", "WF-11.5")
            case Advance():
                self._advance(s, REINFORCEMENTS)
                advance(s, s.world.unit_index[order.unit], s.world.board.at(order.at), order.paid)
            case Prepare():
                buy_beachhead(s, s.world.unit_index[order.unit])
            case Recall():
                recall_beachhead(s, s.world.unit_index[order.unit])
            case Disband():
                disband(s, s.world.unit_index[order.unit])
            case Ground():
                s.grounded = 1
                s.tell("ground", "WF-14.7", reveals=True)
            case _:
                s.done()

    def _advance(self, s: Front, stage: int) -> None:
        s.become(Build(self.side, max(self.stage, stage)))

    def warnings(self, s: Front) -> Warnings:
        """Points that would be lost, and a purchase that shuts out what could still be bought before it."""
        left = s.points[self.side]
        if not left:
            return {}
        found: dict[type[Order] | Order, tuple[Prompt, ...]] = {
            Seal: (Prompt("points lost", "WF-11.3", {"points": left}),)
        }
        army = s.world.army[self.side]
        if any(why_not_replace(s, unit, self.stage) is None for unit in army if s.where[unit] >= 0):
            found[Rebuild] = (Prompt("no more steps", "WF-4.2", {"points": left}),)
        if found.keys() > {Seal} or any(why_not_rebuild(s, unit, self.stage) is None for unit in army):
            found[Arrive] = found[Advance] = (Prompt("nothing more to buy", "WF-4.2", {"points": left}),)
        return found

    def sums(self, s: Front) -> tuple[Sum, ...]:
        """What the month brought, what has been spent of it, and what is left. [WF-11.2, WF-11.3]"""
        level, left = production_level(s, self.side), s.points[self.side]
        spent = max(0, level.value) - left
        return (
            Sum("Production level", "level", "WF-11.2", {"points": level.value}, level),
            Sum("Spent", "spent", "WF-11.3", {"points": spent}),
            Sum("Left", "left", "WF-11.3", {"points": left}, open=left > 0),
        )


# 11.41 Replacement steps


def why_not_replace(s: Front, unit: int, stage: int) -> Refusal | None:
    """Whether a unit may gain a step. [WF-4.2, WF-11.3]"""
    rule = bar_to_step(s, unit, stage)
    return Refusal(rule, {"unit": s.world.units[unit]}) if rule else why_not_pay(s, unit, step_cost(s, unit))


def bar_to_step(s: Front, unit: int, stage: int) -> str:
    """The rule by which a unit gains no step, whatever there is to spend; empty if there is none.

    [WF-4.2, WF-11.41a, WF-11.41b, WF-11.41c, WF-11.41d]
    """
    if s.built[unit] == NEW:
        return "WF-11.41d"
    if stage > STEPS:
        return "WF-4.2"
    if s.built[unit] == GAINED or s.steps[unit] >= s.world.roster[unit].max:
        return "WF-11.41a"
    if has_ss_step(s, unit):
        return "WF-2.65b"
    if is_engaged(s, unit):
        return "WF-11.41c"
    return "" if is_secure(s, unit) or beachhead_line(s, unit) else "WF-11.41b"


def has_ss_step(s: Front, unit: int) -> bool:
    """Whether SS units have had the one step or cadre that all of them together get in a production. [WF-2.65b]"""
    if not s.world.roster[unit].ss:
        return False
    built = [u for u in s.world.army[s.side_of(unit)] if s.built[u] and s.where[u] >= 0 and s.world.roster[u].ss]
    return len(built) >= int(s.world.charts["production_limits"]["ss_steps"])


def is_secure(s: Front, unit: int) -> bool:
    """A line that nobody could interdict, now. [WF-11.41b]"""
    return bool(secure_hexes(s, s.side_of(unit)) >> s.where[unit] & 1)


@derived(*SUPPLY)
def secure_hexes(s: Front, side: int) -> int:
    """The hexes with such a line."""
    return fed_hexes(s, side, supply_net(s, side, frozenset(), secure=True))


def why_not_pay(s: Front, unit: int, cost: Tally) -> Refusal | None:
    """Production points are spent within the month's level. [WF-11.3]"""
    left = s.points[s.side_of(unit)]
    if cost.value <= left:
        return None
    return Refusal("WF-11.3", {"unit": s.world.units[unit], "cost": str(cost.value), "left": str(left)})


def buy_step(s: Front, unit: int) -> None:
    cost = step_cost(s, unit).value
    s.points[s.side_of(unit)] -= cost
    s.steps[unit] += 1
    s.built[unit] = GAINED
    side = s.world.sides[s.side_of(unit)]
    s.tell("replace", "WF-11.41a", only=(side,), unit=s.world.units[unit], steps=s.steps[unit], cost=cost)


# 11.42 Cadres


def why_not_rebuild(s: Front, unit: int, stage: int) -> Refusal | None:
    """Whether an eliminated unit may be bought back where it is cheapest. [WF-4.2, WF-11.42a, WF-11.3]"""
    rule = bar_to_cadre(s, unit, stage)
    return Refusal(rule, {"unit": s.world.units[unit]}) if rule else why_not_pay(s, unit, cadre_cost(s, unit))


def bar_to_cadre(s: Front, unit: int, stage: int) -> str:
    """The rule by which a unit is not bought back, whatever there is to spend; empty if there is none.

    [WF-4.2, WF-11.42a, WF-16.1c, WF-11.52, WF-2.65b]
    """
    if s.where[unit] != ELIMINATED:
        return "WF-11.42a"
    if is_out_of_the_war(s, unit):
        return "WF-16.1c"
    if s.built[unit]:
        return "WF-11.52"
    if has_ss_step(s, unit):
        return "WF-2.65b"
    return "WF-4.2" if stage > CADRES else ""


def cadres(s: Front, unit: int, full: int) -> Sequence[Rebuild]:
    """Every way to buy a unit back, if it can be paid at all."""
    doors = open_places(s, unit)
    if unit not in doors.orders:
        doors.orders[unit] = rebuildings(s, unit, doors.ends)
    shut = (full | too_dear(s, unit) | fort_hexes(s, unit)) & doors.mask
    return boarded(doors, doors.orders[unit], 0, shut)


def rebuildings(s: Front, unit: int, places: Iterable[int]) -> tuple[Rebuild, ...]:
    """The orders that rebuild a unit in these places."""

    def every() -> dict[int, Rebuild]:
        side, name, names = s.world.sides[s.side_of(unit)], s.world.units[unit], s.world.board.names
        return {place: Rebuild(side, name, names[place]) for place in named_arrival_places(s, unit)}

    orders = s.world.recall(("rebuild", unit), every)
    return tuple(orders[place] for place in places)


def payable_places(s: Front, unit: int, full: int) -> Sequence[int]:
    """The open arrival places where a side can pay a unit's cadre; only for headquarters do they differ. [WF-11.43b]"""
    payable = least_cost(s, unit) <= s.points[s.side_of(unit)]
    return arrival_places(s, unit, full | too_dear(s, unit)) if payable else ()


def too_dear(s: Front, unit: int) -> int:
    """The hexes where a headquarters costs more than there is left, though elsewhere it may not. [WF-11.43b]"""
    if not is_dear_overseas(s, unit):
        return 0
    cost = least_cost(s, unit) + s.world.charts["hq_costs"]["overseas"]["cadre"]
    return overseas_hexes(s, s.side_of(unit)) if cost > s.points[s.side_of(unit)] else 0


def buy_cadre(s: Front, unit: int, place: int) -> None:
    s.points[s.side_of(unit)] -= cadre_cost(s, unit, place).value
    s.steps[unit] = s.world.lowest[unit]
    enter(s, unit, place, "rebuild", "WF-11.42a")


def enter(s: Front, unit: int, place: int, what: str, rule: str) -> None:
    """A new unit takes its place as a hidden block under a pseudonym that has never been used."""
    s.where[unit] = place
    s.built[unit] = NEW
    s.supplied[unit] = 1
    s.role[unit] = s.shown[unit] = s.seen[unit] = 0
    s.arrivals = put(s.arrivals, place, s.arrivals[place] + 1)
    s.alias[unit] = s.fresh_alias
    s.fresh_alias += 1
    side, at = s.world.sides[s.side_of(unit)], s.world.board.names[place]
    s.tell(what, rule, only=(side,), unit=s.world.units[unit], at=at)


# 11.43 Costs


def step_cost(s: Front, unit: int) -> Tally:
    """What a replacement step costs where a unit is, and why."""
    return step_cost_at(s, unit, s.where[unit])


def step_cost_at(s: Front, unit: int, at: int) -> Tally:
    """What a replacement step costs in a place, and why. [WF-11.43a, WF-11.43b, WF-11.43e, WF-14.7]"""
    cost = Tally(price(s, unit)["step"], "WF-11.43a")
    add_surcharges(s, unit, cost, "step")
    if not secure_hexes(s, s.side_of(unit)) >> at & 1:
        times: int = s.world.charts["beachhead"]["replacement_multiplier"]
        cost.add((times - 1) * cost.base, "WF-11.43e", "draws on a beachhead")
    elif is_overseas(s, unit, at):
        cost.add(s.world.charts["hq_costs"]["overseas"]["step"], "WF-11.43b", "overseas")
    return cost


def cadre_cost(s: Front, unit: int, place: int = -1) -> Tally:
    """What a cadre costs where it is to appear, or at least, and why. [WF-11.42a, WF-11.43a, WF-11.43b]"""
    cost = Tally(price(s, unit)["cadre"], "WF-11.43a")
    add_surcharges(s, unit, cost, "cadre")
    if place >= 0 and is_overseas(s, unit, place):
        cost.add(s.world.charts["hq_costs"]["overseas"]["cadre"], "WF-11.43b", "overseas")
    return cost


def least_cost(s: Front, unit: int) -> int:
    """What a cadre costs where it is cheapest."""
    return least_costs(s, s.side_of(unit))[unit]


def least_costs(s: Front, side: int) -> dict[int, int]:
    """The same for all of a side's units; all month the same, unless paras are grounded."""

    def work() -> dict[int, int]:
        return {unit: cadre_cost(s, unit).value for unit in s.world.army[side]}

    return s.world.recall(("cadre costs", side, s.grounded, s.month), work)


@derived(*SUPPLY, "grounded")
def step_price(s: Front, unit: int, at: int) -> int:
    """What a replacement step costs in a place; all month the same, unless paras are grounded."""
    return step_cost_at(s, unit, at).value


def add_surcharges(s: Front, unit: int, cost: Tally, what: str) -> None:
    """Bombing and the loss of oil make German headquarters dearer, month by month. [WF-11.43c, WF-11.43d]"""
    if s.side_of(unit) == AXIS and s.world.roster[unit].kind in ("hq", "shq"):
        for row in s.world.charts["hq_costs"]["axis_surcharges"]:
            if s.world.months[s.month] >= row["from"]:
                cost.add(row[what], row["rule"], row["reason"])


def price(s: Front, unit: int) -> dict[str, int]:
    row = s.world.types[unit]
    side = s.world.sides[s.side_of(unit)]
    key = f"{side}_grounded"
    prices: dict[str, int] = row[key] if key in row and is_grounded(s, unit) else row[side]
    return prices


def is_overseas(s: Front, unit: int, place: int) -> bool:
    """A headquarters in sea supply, neither in nor next to a friendly major port; Spain's costs the same everywhere.

    [WF-11.43b, WF-5.66b]
    """
    return is_dear_overseas(s, unit) and bool(overseas_hexes(s, s.side_of(unit)) >> place & 1)


def is_dear_overseas(s: Front, unit: int) -> bool:
    return s.world.roster[unit].kind in ("hq", "shq")


@derived(*SUPPLY)
def overseas_hexes(s: Front, side: int) -> int:
    """The hexes in sea supply away from the side's major ports. [WF-11.43b]"""
    major = [p for p, port in s.world.ports.items() if port.major and s.owner[p] == side]
    near = mask_of(p for port in major for p in (port, *s.world.board.neighbours[port]))
    return sea_supply(s, side) & ~near


def sea_supply(s: Front, side: int) -> int:
    """The hexes without a line to where the side's railways begin, but with one to a port. All Allied supply in Husky
    comes over the sea, for the African ports only stand for London. [WF-11.43b, WF-HX.1]"""
    if side == s.world.supremacy and "supply" in s.world.data:
        return s.world.land_mask
    net = supply_net(s, side, frozenset(), secure=True)
    return fed_hexes(s, side, net) & ~fed_hexes(s, side, rail_supply(s, side))


# 11.44 Beachheads


def receive_beachheads(s: Front) -> None:
    """Beachheads that a scenario schedules come with their month. [WF-11.5]"""
    for row in s.world.data.get("reinforcement", ()):
        if "beachhead" in row and row["month"] == s.world.months[s.month]:
            corps = s.world.unit_index[row["beachhead"]]
            if s.beachhead[corps] == NONE:
                s.beachhead[corps] = READY if row["status"] == "ready" else PREP


def why_not_prepare(s: Front, corps: int) -> Refusal | None:
    """A lost beachhead may be bought into preparation, or a prepared one made ready, once a month. [WF-11.44]"""
    facts = {"unit": s.world.units[corps]}
    often: int = s.world.charts["beachhead"]["upgrades_per_production"]
    if s.beachhead[corps] not in (LOST, PREP) or s.readied.count(corps) >= often:
        return Refusal("WF-11.44", facts)
    left = s.points[s.side_of(corps)]
    cost = beachhead_cost(s, corps)
    return None if cost <= left else Refusal("WF-11.3", {**facts, "cost": str(cost), "left": str(left)})


def beachhead_cost(s: Front, corps: int) -> int:
    prices = s.world.charts["beachhead"]
    cost: int = prices["to_prep" if s.beachhead[corps] == LOST else "to_ready"]
    return cost


def buy_beachhead(s: Front, corps: int) -> None:
    cost = beachhead_cost(s, corps)
    s.points[s.side_of(corps)] -= cost
    s.beachhead[corps] = PREP if s.beachhead[corps] == LOST else READY
    s.readied += (corps,)
    side, status = s.world.sides[s.side_of(corps)], "ready" if s.beachhead[corps] == READY else "into preparation"
    s.tell("prepare", "WF-11.44", only=(side,), unit=s.world.units[corps], status=status, cost=cost)


def why_not_recall(s: Front, corps: int) -> Refusal | None:
    """A placed beachhead may be taken back into preparation, not further. [WF-15.51d]"""
    return None if s.beachhead[corps] >= 0 else Refusal("WF-15.51d", {"unit": s.world.units[corps]})


def recall_beachhead(s: Front, corps: int) -> None:
    s.beachhead[corps] = PREP
    s.readied += (corps,)
    s.tell("recall", "WF-15.51d", only=(s.world.sides[s.side_of(corps)],), unit=s.world.units[corps])


# 11.52 Disbanding


def why_not_disband(s: Front, unit: int) -> Refusal | None:
    """A unit that has not been built this month may be given up; it cannot be rebuilt before the next. [WF-11.52]"""
    return None if may_disband(s, unit) else Refusal("WF-11.52", {"unit": s.world.units[unit]})


def may_disband(s: Front, unit: int) -> bool:
    return s.where[unit] >= 0 and not s.built[unit]


def disband(s: Front, unit: int) -> None:
    at = s.world.board.names[s.where[unit]]
    side = s.world.sides[s.side_of(unit)]
    s.tell("disband", "WF-11.52", only=(side,), unit=s.world.units[unit], at=at)
    eliminate(s, unit, "WF-11.52")
    s.built[unit] = NEW


# 14.7 Grounding


def why_not_ground(s: Front, side: int) -> Refusal | None:
    """The Axis may ground its paras once and for all. It matters to their price alone, so it is done in production.

    [WF-14.7]
    """
    if side != AXIS or are_paras_grounded(s):
        return Refusal("WF-14.7", {}, "" if side != AXIS else "already")
    return None


# 11.5 Reinforcements, 11.51 Advanced arrival


def arrivals(s: Front, unit: int, full: int) -> Sequence[Order]:
    """Every way in which a reinforcement may arrive, if it is due now or in the next month."""
    if is_due(s, unit):
        side, name, names = s.world.sides[s.side_of(unit)], s.world.units[unit], s.world.board.names
        return [Arrive(side, name, names[place]) for place in arrival_places(s, unit, full)]
    return advances(s, unit, full) if why_not_advance(s, unit) is None else ()


def advances(s: Front, unit: int, full: int) -> list[Advance]:
    """Every way to bring a reinforcement a month early."""
    side, name, names = s.world.sides[s.side_of(unit)], s.world.units[unit], s.world.board.names
    weaker = () if why_not_so_early(s, unit, paid=False) else arrival_places(s, unit, full)
    found = [Advance(side, name, names[place]) for place in weaker]
    return found + [Advance(side, name, names[place], paid=True) for place in payable_places(s, unit, full)]


def why_not_advance(s: Front, unit: int) -> Refusal | None:
    """In each production a side may bring one unit that is due in the next month. [WF-11.51]"""
    facts = {"unit": s.world.units[unit]}
    if s.where[unit] != LATER or s.world.roster[unit].arrives != next_month(s) or is_out_of_the_war(s, unit):
        return Refusal("WF-11.51", facts)
    early = [u for u in s.world.army[s.side_of(unit)] if s.built[u] == NEW and s.where[u] >= 0 and is_early(s, u)]
    return Refusal("WF-11.51", {**facts, "other": s.world.units[early[0]]}, "once") if early else None


def is_early(s: Front, unit: int) -> bool:
    """Whether a unit is due in a later month than this."""
    return s.world.roster[unit].arrives > s.world.months[s.month]


def why_not_so_early(s: Front, unit: int, paid: bool) -> Refusal | None:
    """It comes a step weaker, unless that is below its lowest or its cadre cost is paid. [WF-11.51]"""
    if paid or s.world.roster[unit].start > s.world.lowest[unit]:
        return None
    return Refusal("WF-11.51", {"unit": s.world.units[unit]}, "lowest")


def advance(s: Front, unit: int, place: int, paid: bool) -> None:
    if paid:
        s.points[s.side_of(unit)] -= cadre_cost(s, unit, place).value
    s.steps[unit] = s.world.roster[unit].start - (not paid)
    enter(s, unit, place, "arrive", "WF-11.51")
