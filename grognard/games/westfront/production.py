"""Chapter 11: production. Both sides build at once, each on its own sheet: steps, cadres, reinforcements."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.agenda import Ask, Prompt, Sealed, Step
from grognard.engine.orders import Order, Refusal
from grognard.engine.state import put
from grognard.engine.tally import Tally
from grognard.games.westfront.command import is_grounded
from grognard.games.westfront.control import take_control
from grognard.games.westfront.fog import DealBlocks
from grognard.games.westfront.orders import Arrive, Disband, Prepare, Rebuild, Recall, Replace, Seal
from grognard.games.westfront.rail import rail_supply, supply_net
from grognard.games.westfront.state import ELIMINATED, LATER, LOST, PREP, READY, Front
from grognard.games.westfront.supply import beachhead_line, supply_line
from grognard.games.westfront.units import eliminate, is_engaged, own_unit

STEPS, CADRES, REINFORCEMENTS = range(3)
GAINED, NEW = 1, 2


class Production(Step[Front], frozen=True):
    """The production phase opens every month but the first. [WF-3.21c, WF-4.2, WF-11.3]"""

    def run(self, s: Front) -> None:
        s.phase = 0
        take_control(s)
        for unit in range(len(s.world.units)):
            s.built[unit] = 0
        s.readied = ()
        s.arrivals = s.world.blank
        for side, name in enumerate(s.world.sides):
            s.points[side] = max(0, s.world.data["production"][name])
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

    takes = (Replace, Rebuild, Arrive, Prepare, Recall, Disband, Seal)
    out_of_turn = "WF-4.4b"

    def prompt(self, s: Front) -> Prompt:
        return Prompt("build", "WF-4.2", {"points": s.points[self.side]})

    def offers(self, s: Front) -> Iterator[Order]:
        side, names = s.world.sides[self.side], s.world.board.names
        if due_reinforcement(s, self.side) < 0:
            yield Seal(side)
        for unit in s.world.army[self.side]:
            name = s.world.units[unit]
            if s.where[unit] >= 0:
                if why_not_replace(s, unit, self.stage) is None:
                    yield Replace(side, name)
            elif s.where[unit] == ELIMINATED:
                if why_not_rebuild(s, unit, self.stage) is None:
                    yield from (Rebuild(side, name, names[p]) for p in arrival_places(s, unit))
            elif is_due(s, unit):
                yield from (Arrive(side, name, names[p]) for p in arrival_places(s, unit))
            if why_not_prepare(s, unit) is None:
                yield Prepare(side, name)
            if why_not_recall(s, unit) is None:
                yield Recall(side, name)
            if why_not_disband(s, unit) is None:
                yield Disband(side, name)

    def explain(self, s: Front, order: Order) -> Refusal | None:
        if isinstance(order, Seal):
            waiting = due_reinforcement(s, self.side)
            return Refusal("WF-11.5", {"unit": s.world.units[waiting]}, "waiting")
        if isinstance(order, Replace):
            found = own_unit(s, self.side, order.unit)
            return found if isinstance(found, Refusal) else why_not_replace(s, found, self.stage)
        assert isinstance(order, Rebuild | Arrive | Prepare | Recall | Disband)
        unit = s.world.unit_index.get(order.unit)
        if unit is None or s.side_of(unit) != self.side:
            return Refusal("table.no-piece", {"unit": order.unit})
        if isinstance(order, Prepare):
            return why_not_prepare(s, unit)
        if isinstance(order, Recall):
            return why_not_recall(s, unit)
        if isinstance(order, Disband):
            return why_not_disband(s, unit)
        refusal = why_not_rebuild(s, unit, self.stage) if isinstance(order, Rebuild) else why_not_arrive(s, unit)
        place = s.world.board.find(order.at)
        if place is None:
            return refusal or Refusal("table.no-place", {"place": order.at})
        return refusal or why_not_arrive_at(s, unit, place)

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
                s.steps[unit] = s.world.roster[unit].start
                enter(s, unit, s.world.board.at(order.at), "arrive", "WF-11.5")
            case Prepare():
                buy_beachhead(s, s.world.unit_index[order.unit])
            case Recall():
                recall_beachhead(s, s.world.unit_index[order.unit])
            case Disband():
                disband(s, s.world.unit_index[order.unit])
            case _:
                s.done()

    def _advance(self, s: Front, stage: int) -> None:
        s.become(Build(self.side, max(self.stage, stage)))

    def warnings(self, s: Front) -> tuple[Prompt, ...]:
        left = s.points[self.side]
        return (Prompt("points lost", "WF-11.3", {"points": left}),) if left else ()


# 11.41 Replacement steps


def why_not_replace(s: Front, unit: int, stage: int) -> Refusal | None:
    """Whether a unit may gain a step. [WF-4.2, WF-11.41a, WF-11.41b, WF-11.41c, WF-11.41d, WF-11.3]"""
    facts = {"unit": s.world.units[unit]}
    if s.built[unit] == NEW:
        return Refusal("WF-11.41d", facts)
    if stage > STEPS:
        return Refusal("WF-4.2", facts)
    if s.built[unit] == GAINED or s.steps[unit] >= s.world.roster[unit].max:
        return Refusal("WF-11.41a", facts)
    if is_engaged(s, unit):
        return Refusal("WF-11.41c", facts)
    if not is_secure(s, unit) and beachhead_line(s, unit) is None:
        return Refusal("WF-11.41b", facts)
    return why_not_pay(s, unit, step_cost(s, unit))


def is_secure(s: Front, unit: int) -> bool:
    """A line that nobody could interdict, now. [WF-11.41b]"""

    def work() -> bool:
        return supply_line(s, unit, supply_net(s, s.side_of(unit), frozenset(), secure=True)) is not None

    return s.recall(("secure", unit, s.where[unit]), work)


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
    """Whether an eliminated unit may be bought back. [WF-4.2, WF-11.42a, WF-11.3]"""
    facts = {"unit": s.world.units[unit]}
    if s.where[unit] != ELIMINATED:
        return Refusal("WF-11.42a", facts)
    if s.built[unit]:
        return Refusal("WF-11.52", facts)
    if stage > CADRES:
        return Refusal("WF-4.2", facts)
    return why_not_pay(s, unit, cadre_cost(s, unit))


def buy_cadre(s: Front, unit: int, place: int) -> None:
    s.points[s.side_of(unit)] -= cadre_cost(s, unit).value
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
    """What a replacement step costs, and why. [WF-11.43a, WF-11.43b, WF-11.43e, WF-14.7]"""
    cost = Tally(price(s, unit)["step"], "WF-11.43a")
    if not is_secure(s, unit):
        cost.add(cost.base, "WF-11.43e", "draws on a beachhead")
    elif is_overseas(s, unit, s.where[unit]):
        cost.add(s.world.charts["hq_costs"]["overseas"]["step"], "WF-11.43b", "overseas")
    return cost


def cadre_cost(s: Front, unit: int) -> Tally:
    """What a cadre costs. Headquarters pay more away from a major port, wherever they could arrive.

    [WF-11.42a, WF-11.43a]
    """
    return Tally(price(s, unit)["cadre"], "WF-11.43a")


def price(s: Front, unit: int) -> dict[str, int]:
    row = s.world.types[unit]
    side = s.world.sides[s.side_of(unit)]
    key = f"{side}_grounded"
    prices: dict[str, int] = row[key] if key in row and is_grounded(s, unit) else row[side]
    return prices


def is_overseas(s: Front, unit: int, place: int) -> bool:
    """A headquarters in sea supply, neither in nor next to a friendly major port. [WF-11.43b]"""
    if not s.world.roster[unit].is_hq or not draws_on_sea(s, unit):
        return False
    side = s.side_of(unit)
    near = (place, *s.world.board.neighbours[place])
    return not any(p in s.world.ports and s.world.ports[p].major and s.owner[p] == side for p in near)


def draws_on_sea(s: Front, unit: int) -> bool:
    """Allied supply comes over the sea in this section; the Axis pays only beyond its railways. [WF-HX.1]"""
    side = s.side_of(unit)
    return side == s.world.supremacy or supply_line(s, unit, rail_supply(s, side)) is None


# 11.44 Beachheads


def why_not_prepare(s: Front, corps: int) -> Refusal | None:
    """A lost beachhead may be bought into preparation, or a prepared one made ready, once a month. [WF-11.44]"""
    facts = {"unit": s.world.units[corps]}
    if s.beachhead[corps] not in (LOST, PREP) or corps in s.readied:
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
    return None if s.where[unit] >= 0 and not s.built[unit] else Refusal("WF-11.52", {"unit": s.world.units[unit]})


def disband(s: Front, unit: int) -> None:
    at = s.world.board.names[s.where[unit]]
    side = s.world.sides[s.side_of(unit)]
    s.tell("disband", "WF-11.52", only=(side,), unit=s.world.units[unit], at=at)
    eliminate(s, unit, "WF-11.52")
    s.built[unit] = NEW


# 11.5 and 11.6 Reinforcements and arrival


def is_due(s: Front, unit: int) -> bool:
    """A scheduled unit arrives in the production of its month, or as soon as a place is open. [WF-11.5]"""
    return s.where[unit] == LATER and s.world.roster[unit].arrives <= s.world.months[s.month]


def why_not_arrive(s: Front, unit: int) -> Refusal | None:
    return None if is_due(s, unit) else Refusal("WF-11.5", {"unit": s.world.units[unit]})


def due_reinforcement(s: Front, side: int) -> int:
    """A reinforcement that can be placed and has not been, or -1."""
    return next((unit for unit in s.world.army[side] if is_due(s, unit) and arrival_places(s, unit)), -1)


def arrival_places(s: Front, unit: int) -> list[int]:
    """The places where a new unit may appear. [WF-11.6a, WF-11.6b, WF-11.6c, WF-11.6d, WF-11.6e]"""
    named = s.world.recall(
        ("arrival", unit), lambda: [place for place in s.world.values if is_arrival_place(s, unit, place)]
    )  # fmt: skip
    return [place for place in named if why_not_arrive_at(s, unit, place) is None]


def why_not_arrive_at(s: Front, unit: int, place: int) -> Refusal | None:
    side = s.side_of(unit)
    facts = {"unit": s.world.units[unit], "at": s.world.board.names[place]}
    if not is_arrival_place(s, unit, place):
        return Refusal("WF-11.6a" if side else "WF-11.6b", facts)
    net = supply_net(s, side, frozenset(), secure=True)
    if s.owner[place] != side or s.attacker[place] or not net >> place & 1:
        return Refusal("WF-11.6d", facts)
    if s.arrivals[place] >= arrival_limit(s, place):
        return Refusal("WF-11.6c", {**facts, "limit": str(arrival_limit(s, place))})
    if len(s.stack(place, side)) >= s.world.stacking[place]:
        return Refusal("WF-11.6e", facts)
    return None


def is_arrival_place(s: Front, unit: int, place: int) -> bool:
    """Allies: major ports. Axis: the scenario's build city, and for Italians the cities of Italy.

    [WF-11.6a, WF-11.6b]
    """
    if s.side_of(unit) == s.world.supremacy:
        return place in s.world.ports and s.world.ports[place].major
    if place == s.world.board.find(s.world.data.get("axis_build_city", "")):
        return True
    row = s.world.values.get(place, {})
    return (
        s.world.roster[unit].nation == "Italy" and row.get("home") == "Italy" and row.get("city") in ("major", "minor")
    )


def arrival_limit(s: Front, place: int) -> int:
    """Two new units in a major city, one elsewhere. [WF-11.6c]"""
    limits = s.world.charts["production_limits"]["arrivals"]
    limit: int = limits["major_city" if s.world.values[place]["city"] == "major" else "minor_city"]
    return limit
