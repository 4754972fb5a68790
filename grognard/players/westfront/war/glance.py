"""Which orders look promising at a glance, given the plan. A pass weighs nothing; what weighs more is tempting."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grognard.engine.orders import Order
from grognard.games.westfront import movement, phases
from grognard.games.westfront import orders as say
from grognard.games.westfront.airpower import strike_dice
from grognard.games.westfront.command import command_value, commanded, supreme_moves
from grognard.games.westfront.state import Front
from grognard.players.westfront.war import budget, drops, landings, line
from grognard.players.westfront.war.attacks import attack_power
from grognard.players.westfront.war.ground import is_last_turn
from grognard.players.westfront.war.plan import Plan
from grognard.players.westfront.war.scene import Scene, is_contested

UNKNOWN = -0.01
"""What an order weighs of which nothing is known: a little less than to pass, which always comes to an end."""
ALWAYS = 5.0
FIRST, SECOND, THIRD = 3.0, 2.0, 1.0
"""What is done in this order weighs so much at least."""
SLIGHT = 0.02
"""Tells apart what is equally wanted."""


class Glance:
    """Weighs the orders of one decision: the plan says what is wanted, the scene who stands where by now."""

    def __init__(self, s: Front, plan: Plan) -> None:
        self.s, self.plan, self.n = s, plan, plan.n
        self.side, self.land = plan.side, plan.land
        self.scene = Scene(s, plan.side, plan.land)
        self.movers = [unit for unit in plan.movers if s.where[unit] >= 0]
        """Who may still move; a plan that was made in another trial may count on units that are lost here."""
        self.index, self.place = s.world.unit_index, s.world.place_index
        self.urgent = self.n["line_move"] if s.phase != phases.PRODUCTION else 1.0
        """How much the line counts: new units fill it wherever they may; to march there costs headquarters' steps."""
        self._stay: dict[int, float] = {}
        self._there: dict[tuple[int, int], float] = {}
        self._hqs_at: dict[int, dict[int, int]] = {}
        self._how: dict[str, Callable[..., float]] = {
            "Activate": self._activate, "Move": self._move, "Rail": self._rail, "Sail": self._sail, "Land": self._land,
            "Drop": self._drop, "Mark": self._mark, "Retreat": self._retreat, "Evacuate": self._evacuate,
            "Mobilize": self._mobilize, "Enter": self._appear, "Strike": self._strike, "Declare": self._declare,
            "Fight": self._fight, "Lose": self._lose, "Repulse": self._lose, "Man": self._keep, "Feed": self._keep,
            "Replace": self._replace, "Rebuild": self._rebuild, "Arrive": self._appear, "Advance": self._advance,
            "Prepare": self._prepare, "Deploy": self._deploy, "Station": self._appear, "Raise": self._raise,
            "Defect": self._defect, "Surprise": self._surprise,
        }  # fmt: skip
        never = self.n["never"]
        self._flat = {
            "Pass": 0.0, "Seal": 0.0, "Disband": never, "Recall": never, "War": never, "Withdraw": never,
            "Propose": ALWAYS, "Demand": ALWAYS, "Incite": ALWAYS, "Beachhead": ALWAYS, "Muster": UNKNOWN,
            "Ground": self.n["ground_paras"], "Continue": never,
        }  # fmt: skip

    def weigh(self, orders: Sequence[Order]) -> list[float]:
        found = []
        for order in orders:
            name = type(order).__name__
            how = self._how.get(name)
            found.append(how(order) if how else self._flat.get(name, UNKNOWN))
        return found

    # 6.0 Movement

    def _move(self, order: say.Move) -> float:
        unit = self.index[order.unit]
        return self.going(unit, self.place[order.route[-1]])

    def _rail(self, order: say.Rail) -> float:
        unit = self.index[order.unit]
        return self.going(unit, self.place[order.route[-1]]) - self.n["ride"] - self._far(unit)

    def _sail(self, order: say.Sail) -> float:
        """Long voyages take Supreme Moves from others."""
        unit = self.index[order.unit]
        there, seas = self.place[order.route[-1]], len(order.route) - 2
        if not is_contested(self.s, there) and is_contested(self.s, self.s.where[unit]):
            return self.n["never"]
        at_home = not is_contested(self.s, there)
        if at_home and seas > self.s.world.seas_per_move[self.side]:
            return self.n["never"]
        home = self.n["sail_home"] if at_home else 0.0
        return self.going(unit, there) - self.n["sail_sea"] * seas - home - self._far(unit)

    def _far(self, unit: int) -> float:
        """Headquarters that travel far do nothing else in a turn."""
        return self.n["hq_far"] if self.land.is_hq[unit] else 0.0

    def going(self, unit: int, there: int) -> float:
        """What it is worth to bring a unit to a place: what it does there, less what it does where it is."""
        key = unit, there
        if key not in self._there:
            self._there[key] = self._going(unit, there)
        return self._there[key]

    def _going(self, unit: int, there: int) -> float:
        if self.land.is_hq[unit]:
            return self.hq_post(unit, there) - self.hq_post(unit, self.s.where[unit]) - self.n["move"]
        if self.scene.has_enemy(there):
            return self._engage(unit, there) - self.n["move"]
        if unit not in self._stay:
            self._stay[unit] = self._leave(unit)
        return self.post(unit, there, joins=True) - self._stay[unit] - self.n["move"]

    def post(self, unit: int, at: int, *, joins: bool) -> float:
        """What a unit does in a place without enemies: it is where it is drawn to, and makes the place safer."""
        n, plan, scene = self.n, self.plan, self.scene
        power = scene.power(unit)
        others = scene.own(at) - (0.0 if joins else power)
        stake = plan.stake(at)
        bounty = n["stake_units"] * self.land.loss[unit]
        if joins:
            alone, together = stake, stake + bounty
        else:
            alone, together = stake - bounty, stake
        safer = plan.risk(at, others) * alone - plan.risk(at, others + power) * together
        drawn = n["pull"] * (1.0 + n["pull_power"] * power) * plan.pull.get(at, 0.0)
        hungry = 0.0 if plan.fed >> at & 1 else n["hungry"]
        others_there = scene.count[self.side].get(at, 0) - (0 if joins else 1)
        crowd = n["crowd"] * others_there + (n["full"] if others_there >= self.s.world.stacking[at] else 0.0)
        return drawn + safer + self.in_line(unit, at, others) - hungry - crowd

    def in_line(self, unit: int, at: int, others: float) -> float:
        """What a unit adds to the line where so much force of others stands: it closes it, or waits behind it."""
        n, plan = self.n, self.plan
        if at in plan.line.hexes:
            return self.urgent * (line.held(plan, at, others + self.scene.power(unit)) - line.held(plan, at, others))
        if at in plan.line.reserves and line.is_fast(self.s, unit) and not others:
            return self.urgent * n["reserve"]
        return 0.0

    def _opens(self, unit: int) -> float:
        """What the line loses if a unit goes from where it is."""
        here = self.s.where[unit]
        others = self.scene.own(here) - self.scene.power(unit)
        return self.in_line(unit, here, others) if here in self.plan.line.hexes and not self.s.attacker[here] else 0.0

    def _leave(self, unit: int) -> float:
        """What a unit does where it is: what would be missing without it."""
        here = self.s.where[unit]
        if not self.s.attacker[here]:
            return self.post(unit, here, joins=False)
        power = self.scene.power(unit)
        foes = self.scene.enemy(here)
        odds = self.plan.win(self.scene.own(here), foes)
        if odds < self.n["flee_odds"]:
            return -self.n["flee"] * self.land.loss[unit] * (1.0 - odds)
        without = self.plan.win(self.scene.own(here) - power, foes)
        prize = self.plan.worth.get(here, 0.0) + self.n["kill"] * self.scene.bounty[1 - self.side].get(here, 0.0)
        return self.n["leave_battle"] + (odds - without) * prize + self.n["pull"] * self.plan.pull.get(here, 0.0)

    def _engage(self, unit: int, there: int) -> float:
        """To attack as planned, or to help in a battle that is under way."""
        n, s = self.n, self.s
        attack = self.plan.attacks.get(there)
        if attack is not None and unit in attack.units:
            return n["attack_bonus"] + attack.worth / len(attack.units) - self._opens(unit)
        if not s.attacker[there] or s.attacker[s.where[unit]]:
            return n["open_battle"]
        own, foes = self.scene.own(there), self.scene.enemy(there)
        if not own:
            return n["open_battle"]
        before, after = self.plan.win(own, foes), self.plan.win(own + self.scene.power(unit), foes)
        prize = self.plan.worth.get(there, 0.0) + n["kill"] * self.scene.bounty[1 - self.side].get(there, 0.0)
        prize += self.plan.stake(there)
        if unit not in self._stay:
            self._stay[unit] = self._leave(unit)
        drawn = n["pull"] * self.plan.pull.get(there, 0.0)
        return n["join_battle"] * (after - before) * prize + drawn - self._stay[unit]

    def _land(self, order: say.Land) -> float:
        unit, there = self.index[order.unit], self.place[order.route[-1]]
        if self.land.is_hq[unit] or self.s.owner[there] == self.side or not is_contested(self.s, there):
            return self.n["never"]
        plan, world = self.plan, self.s.world
        worth = landings.landing_worth(
            plan, there, self.scene.power(unit), supplied=landings.is_fed_there(plan, unit, there),
            assaults=bool(world.types[unit].get("sea_assault")),
        )  # fmt: skip
        return self.n["land"] + worth

    def _drop(self, order: say.Drop) -> float:
        """Paras jump when those who will find them are there."""
        there = self.place[order.at]
        if not drops.meets_friends(self.plan, self.scene, there):
            return self.n["never"]
        return drops.drop_worth(self.plan, self.scene, self.index[order.unit], there) - self.n["move"]

    def _mark(self, order: say.Mark) -> float:
        there = self.place[order.at]
        prize = 0.0 if self.scene.has_enemy(there) else self.plan.prize(there)
        return prize - self.n["mark"]

    def _retreat(self, order: say.Retreat) -> float:
        unit = self.index[order.unit]
        return -self.n["leave_battle"] - self._leave(unit)

    def _evacuate(self, order: say.Evacuate) -> float:
        unit = self.index[order.unit]
        here = self.s.where[unit]
        return self.n["evacuate"] - (self._leave(unit) if self.s.attacker[here] else 0.0)

    # 5.0 Headquarters

    def hq_post(self, hq: int, at: int) -> float:
        """A headquarters wants its troops around it, enemies to fight near by, and none too near."""
        n, plan = self.n, self.plan
        mine, foes = plan.mass_own.get(at, 0.0), plan.mass_enemy.get(at, 0.0)
        busy = min(1.0, foes / n["hq_busy"])
        near = n["hq_near"] * min(mine, n["hq_most"]) * (plan.pull.get(at, 0.0) + busy)
        if not is_contested(self.s, at):
            near += n["hq_staging"] * plan.pull.get(at, 0.0)
        near /= 1.0 + self._hqs_near(hq, at)
        danger = foes / (foes + self.scene.cover(at) * self.scene.own(at) + 1.0) if foes else 0.0
        hungry = 0.0 if plan.fed >> at & 1 else n["hungry"]
        return near - n["hq_danger"] * danger - hungry

    def _hqs_near(self, hq: int, at: int) -> int:
        """How many other headquarters of the side look after the troops around a place already."""
        where, distance, apart = self.s.where, self.s.world.board.distance, self.n["hq_apart"]
        far = self._hqs_at.get(at)
        if far is None:
            far = self._hqs_at[at] = {other: distance(where[other], at) for other in self.plan.hqs if where[other] >= 0}
        return sum(1 for other, hexes in far.items() if other != hq and hexes <= apart)

    def _activate(self, order: say.Activate) -> float:
        """What an activation sets in motion, less the steps that it costs."""
        s, n = self.s, self.n
        hq = self.index[order.hq]
        left = s.steps[hq] - 1 - order.blitz
        if left < 0:
            return n["never"]
        cost = sum(self._step_price(left + step) for step in range(1 + order.blitz))
        at = self.place[order.to] if order.to else s.where[hq]
        moved = self.hq_post(hq, at) - self.hq_post(hq, s.where[hq]) - n["hq_deploy"] if order.to else 0.0
        if order.role == "invasion":
            return self._invasion(hq, order.blitz) - cost
        if order.role == "paradrop":
            return n["never"] if order.blitz else n["hq_landing"] * drops.best_drop(self.plan, hq) - cost
        if order.role == "supreme":
            return self._supreme(hq) + moved - cost
        gain = self._command(hq, at)
        return gain * (1.0 + (n["hq_blitz"] if order.blitz else 0.0)) + moved - cost

    def _step_price(self, left: int) -> float:
        """What a step of a headquarters is worth that would have so many left without it; in the last turn only what it
        counts for in the end."""
        s, n = self.s, self.n
        if is_last_turn(s, self.side):
            return 0.0 if self.plan.by_cities else n["hq_points"]
        return n["hq_step"] * n[f"hq_step_left_{min(left, 2)}"] * (n["hq_mud"] if s.weather else 1.0)

    def _command(self, hq: int, at: int) -> float:
        """What the units in range could do, as far as nobody else commands them."""
        s, n, reach = self.s, self.n, command_value(self.s, hq)
        done = commanded(s, self.side, blitz=False)
        distance = s.world.board.distance
        near = {u for u in self.movers if distance(at, s.where[u]) <= reach and not done >> s.where[u] & 1}
        gain = n["hq_urge"] * sum(self.urge(unit) for unit in near)
        for attack in self.plan.attacks.values():
            share = sum(1 for unit in attack.units if unit in near) / len(attack.units)
            gain += n["hq_attack"] * share * attack.worth
        return gain + self._support(at, reach)

    def _support(self, at: int, reach: int) -> float:
        """Battles in range that are worth another round with support and from the air."""
        s, found = self.s, 0.0
        for place in self.scene.count[self.side]:
            if s.attacker[place] and s.world.board.distance(at, place) <= reach:
                found += max(0.0, self._round(place, support=True))
        return found

    def urge(self, unit: int) -> float:
        """What the best move of a unit on foot would be worth, attacks apart."""
        if unit not in self.plan.urges:
            self.plan.urges[unit] = self._urge(unit)
        return self.plan.urges[unit]

    def _urge(self, unit: int) -> float:
        places = {way.there for way in movement.open_ways(self.s, unit)}
        return max((self.going(unit, at) for at in places if not self.scene.has_enemy(at)), default=0.0)

    def _supreme(self, hq: int) -> float:
        """The best of what Supreme Moves could do: units brought to where they are drawn, one to a place, or moved on
        foot."""
        s, n, plan = self.s, self.n, self.plan
        done = commanded(s, self.side, blitz=False)
        idle = [unit for unit in self.movers if not done >> s.where[unit] & 1]
        ways = [(self.going(unit, at), unit, at) for unit in idle for at in plan.posts_for(s.where[unit])]
        ways += [(self.urge(unit), unit, -1 - unit) for unit in idle]
        found: list[float] = []
        taken: set[int] = set()
        for gain, unit, at in sorted(ways, reverse=True):
            if gain < n["supreme_least"] or len(found) >= supreme_moves(s, hq):
                break
            if not taken & {-1 - unit, at}:
                taken |= {-1 - unit, at}
                found.append(gain)
        return n["supreme_move"] * sum(found)

    def _invasion(self, hq: int, blitz: bool) -> float:
        n, s = self.n, self.s
        port = s.where[hq]
        waiting = [u for u in s.stack(port, self.side) if not self.land.is_hq[u] and s.world.types[u]["sea_invade"]]
        others = sum(1 for h in s.stack(port, self.side) if self.land.is_hq[h] and s.role[h])
        best = landings.best_landings(self.plan, port, waiting)[others:]
        if not best:
            return n["never"]
        second = n["hq_second_wave"] * best[1][0] if blitz and len(best) > 1 else 0.0
        return n["hq_landing"] * (best[0][0] + second)

    def _mobilize(self, order: say.Mobilize) -> float:
        """A headquarters goes on with its troops when there is nothing left to support; all others move before it."""
        hq, there = self.index[order.hq], self.place[order.route[-1]]
        here = self.s.where[hq]
        distance, reach = self.s.world.board.distance, command_value(self.s, hq)
        if any(self.s.attacker[at] and distance(here, at) <= reach for at in self.scene.count[self.side]):
            return self.n["never"]
        gain = self.hq_post(hq, there) - self.hq_post(hq, here)
        return min(self.n["mobilize"], gain - self.n["move"])

    # 7.0 Combat

    def _round(self, place: int, *, support: bool) -> float:
        """What a round of fire would do to the enemy, less what his would do to us."""
        cover = self.scene.cover(place) + (0 if support else 1)
        fire = sum(attack_power(self.plan, unit, self.s) for unit in self.s.stack(place, self.side))
        prize = 1.0 + self.n["declare_prize"] * (self.plan.worth.get(place, 0.0) + self.plan.pull.get(place, 0.0))
        return prize * fire / cover - self.n["declare_even"] * self.scene.enemy(place)

    def _is_supported(self, place: int) -> bool:
        return bool(commanded(self.s, self.side, blitz=False) >> place & 1)

    def _strike(self, order: say.Strike) -> float:
        """Bombs go where they hit most and where a round is fought anyway, or is worth fighting."""
        n, place = self.n, self.place[order.at]
        dice = strike_dice(self.s, self.index[order.hq]) / self.scene.cover(place)
        worth = 1.0 + n["strike_worth"] * self.plan.worth.get(place, 0.0)
        opened = 0.0 if self.s.fighting[place] else self._round(place, support=self._is_supported(place))
        return dice * worth + n["strike_due"] + n["strike_round"] * opened

    def _declare(self, order: say.Declare) -> float:
        place = self.place[order.at]
        return self._round(place, support=self._is_supported(place))

    def _surprise(self, order: say.Surprise) -> float:
        """Once, when much armour attacks in mud. [WF-W44.4]"""
        going = [u for attack in self.plan.attacks.values() for u in attack.units]
        return sum(1.0 for unit in going if line.is_fast(self.s, unit)) - self.n["surprise_least"]

    def _fight(self, order: say.Fight) -> float:
        return self.plan.worth.get(self.place[order.at], 0.0)

    def _lose(self, order: say.Lose | say.Repulse) -> float:
        unit = self.index[order.unit]
        return -self.land.fire[unit] - (self.land.loss[unit] if self.s.steps[unit] <= 1 else 0.0)

    def _keep(self, order: say.Man | say.Feed) -> float:
        return self.land.fire[self.index[order.unit]]

    # 11.0 Production: steps and beachheads, then cadres, then reinforcements, for there is no way back

    def _replace(self, order: say.Replace) -> float:
        item = self.plan.shopping.get((budget.STEP, self.index[order.unit]))
        return FIRST + item.worth if item else UNKNOWN

    def _rebuild(self, order: say.Rebuild) -> float:
        item = self.plan.shopping.get((budget.CADRE, self.index[order.unit]))
        return SECOND + SLIGHT * (item.worth + self._appear(order)) if item else UNKNOWN

    def _prepare(self, order: say.Prepare) -> float:
        item = self.plan.shopping.get((budget.BEACHHEAD, self.index[order.unit]))
        return FIRST + item.worth if item else UNKNOWN

    def _appear(self, order: say.Enter | say.Arrive | say.Station | say.Rebuild | say.Advance) -> float:
        """Where a new unit is wanted most."""
        unit, at = self.index[order.unit], self.place[order.at]
        worth = self.hq_post(unit, at) if self.land.is_hq[unit] else self.post(unit, at, joins=True)
        return THIRD + SLIGHT * worth

    def _advance(self, order: say.Advance) -> float:
        """A reinforcement comes early where that costs a step and no points."""
        return UNKNOWN if order.paid else SLIGHT * self._appear(order)

    # 3.0 Starting, 16.0 Politics

    def _deploy(self, order: say.Deploy) -> float:
        """What the usual set-up might leave open is held first, with no more than it takes."""
        unit, at = self.index[order.unit], self.place[order.at]
        if self.land.is_hq[unit]:
            return 0.0
        power, others = self.scene.power(unit), self.scene.own(at)
        saved = (self.plan.risk(at, others) - self.plan.risk(at, others + power)) * self.plan.worth.get(at, 0.0)
        gap = saved - self.n["deploy_gap"] - self.n["deploy_power"] * power
        return ALWAYS + gap if gap > 0 else 0.0

    def _raise(self, order: say.Raise) -> float:
        at = self.place[order.at]
        return 1.0 + self.plan.pull.get(at, 0.0) - self.n["raise_foes"] * self.plan.mass_enemy.get(at, 0.0)

    def _defect(self, order: say.Defect) -> float:
        at = self.s.where[self.index[order.unit]]
        return 1.0 + self.plan.pull.get(at, 0.0)
