"""What the computer players know of WestFront: where the points lie, what holds a port, and what wears out an army.

The numbers are guesses of ours, kept where they won more matches; see `grognard.lab.arena`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import resources
from math import log
from operator import mul
from typing import Any

from grognard.engine.files import read_toml
from grognard.engine.orders import Order
from grognard.games.westfront.state import ALLIES, AXIS, ELIMINATED, READY, Front
from grognard.games.westfront.victory import points
from grognard.games.westfront.world import West

FIRE = {"none": 0, "SF": 1, "DF": 2, "TF": 3}

# What a pass weighs against is zero; these are the weights of orders that are seldom any good.
NEVER, RARELY, UNLIKELY = -6.0, -2.0, -1.0

FAR = 9


class Ground:
    """What does not change in a match: ports that count, distances, and what units are worth."""

    def __init__(self, world: West) -> None:
        self.place = {name: place for place, name in enumerate(world.board.names)}
        terms = world.victory
        self.ports = tuple(self.place[name] for name in terms["ports"])
        self.per_fortnight: int = terms["per_port_and_fortnight"]
        self.at_the_end: int = terms["per_port_at_the_end"]
        self.fortnights = len(world.months) * int(world.data["fortnights"])
        self.source = world.sources[AXIS][0]
        self.steps_to = {port: self._distances(world, port) for port in (*self.ports, self.source)}
        self.theatre = frozenset(place for place, steps in self.steps_to[self.source].items() if steps < FAR)
        """The hexes joined to the enemy's source of supply: there the match is decided."""
        self.cover = {p: int(world.charts["terrain"][world.board.terrain[p]]["defence"]) for p in world.land}
        self.fire = tuple((FIRE[row["fire"]["offence"]] + FIRE[row["fire"]["defence"]]) / 2 for row in world.types)
        self.is_hq = tuple(unit.is_hq for unit in world.roster)
        self.loss: tuple[int, ...] = tuple(
            terms["per_cheap_unit"] if unit.nation == "Italy" or unit.kind == "static" else terms["per_unit"]
            for unit in world.roster
        )

    @staticmethod
    def _distances(world: West, port: int) -> dict[int, int]:
        """Hexes by land to a port, straits included."""
        found, edge = {port: 0}, [port]
        while edge:
            place = edge.pop(0)
            for near in (*[there for there, _ in world.walk[place]], *world.straits[place]):
                if near not in found:
                    found[near] = found[place] + 1
                    edge.append(near)
        return found


class Scene:
    """Who stands where at one moment, as a redrawn copy has it."""

    def __init__(self, s: Front, ground: Ground, side: int) -> None:
        self.s, self.ground, self.side = s, ground, side
        self.force: list[dict[int, float]] = [{}, {}]
        self.count: list[dict[int, int]] = [{}, {}]
        where, steps = s.where, s.steps
        for each in (ALLIES, AXIS):
            force, count = self.force[each], self.count[each]
            for unit in s.world.army[each]:
                at = where[unit]
                if at >= 0:
                    force[at] = force.get(at, 0.0) + steps[unit] * ground.fire[unit]
                    count[at] = count.get(at, 0) + 1
        self.left = ground.fortnights - 2 * s.month - s.fortnight
        """Fortnights that will still be scored, this one included."""

    def prize(self, place: int) -> float:
        """What it is worth to have a place, or to dispute it."""
        ground = self.ground
        if place in ground.ports:
            return ground.per_fortnight * self.left + ground.at_the_end
        return 1.5 if place == ground.source else 0.3 if place in ground.theatre else 0.0

    def power(self, unit: int) -> float:
        return self.s.steps[unit] * self.ground.fire[unit]

    def threat(self, place: int, side: int) -> float:
        """What the enemies of a side could bring against a place by land in one move."""
        near = (*[there for there, _ in self.s.world.walk[place]], *self.s.world.straits[place])
        force = self.force[1 - side]
        return sum(force.get(there, 0.0) for there in near)


class WestFrontJudge:
    """The judge of WestFront's Husky."""

    def __init__(self, weights: Mapping[str, Sequence[float]] | None = None) -> None:
        self.weights = _weights() if weights is None else weights
        self._weigh: dict[str, Callable[[Scene, Any], float]] = {
            "Activate": self._activate, "Move": self._move, "Rail": self._move, "Sail": self._sail, "Land": self._land,
            "Drop": self._drop, "Strike": self._strike, "Declare": self._declare, "Fight": self._fight,
            "Lose": self._lose, "Repulse": self._lose, "Beachhead": self._beachhead, "Replace": self._replace,
            "Rebuild": self._rebuild, "Arrive": self._arrive,
        }  # fmt: skip
        self._flat = {"Pass": 0.0, "Seal": -0.5, "Disband": NEVER, "Recall": NEVER, "Evacuate": RARELY}

    def turn(self, s: Front) -> tuple[int, int, int, bool]:
        return (s.month, s.fortnight, s.active, s.phase == 0)

    # How well a side stands

    def lead(self, s: Front, seat: int) -> float:
        return self._allied_lead(s) if seat == ALLIES else -self._allied_lead(s)

    def _allied_lead(self, s: Front) -> float:
        """The points as they stand, and what will still be added to them as far as one can tell beforehand."""
        if s.outcome is not None:
            return float(s.outcome.facts.get("lead", 0))
        weights = self.weights.get(self.stage(s))
        more = sum(map(mul, weights, self.features(s))) if weights else 0.0
        return points(s).value + more

    def stage(self, s: Front) -> str:
        """The weights of things differ from turn to turn."""
        return f"{s.month}{s.fortnight}{'p' if s.phase == 0 else s.active}"

    def features(self, s: Front) -> list[float]:
        """What the Allied lead will grow or shrink by, in numbers."""
        ground = _ground(s)
        scene = Scene(s, ground, ALLIES)
        where, steps = s.where, s.steps
        found = [1.0]
        for port in (*ground.ports, ground.source):
            allied, axis = scene.force[ALLIES].get(port, 0.0), scene.force[AXIS].get(port, 0.0)
            battle = bool(s.attacker[port])
            share = allied / (allied + axis + 0.01)
            mine = not battle and s.owner[port] == ALLIES
            danger = scene.threat(port, ALLIES)
            near = scene.threat(port, AXIS)
            found += [
                float(battle), share if battle else 0.0, allied - axis if battle else 0.0,
                float(mine), danger / (danger + allied + 1) if mine else 0.0,
                near / (near + axis + 2) if not mine and not battle else 0.0,
            ]  # fmt: skip
        forces = [0.0] * 10
        for unit, data in enumerate(s.world.roster):
            at = where[unit]
            allied_unit = data.side == ALLIES
            if at < 0:
                forces[8 if allied_unit else 9] += ground.loss[unit] if at == ELIMINATED else 0
                continue
            if ground.is_hq[unit]:
                forces[0 if not allied_unit else 1 if data.kind == "hq" else 2] += steps[unit]
                continue
            if at in ground.theatre:
                forces[3 if allied_unit else 4] += steps[unit] * ground.fire[unit]
                if steps[unit] <= 1:
                    forces[5 if allied_unit else 6] += 1
            else:
                forces[7] += steps[unit]
        found += forces
        wanting = [0.0, 0.0, 0.0]
        for unit, data in enumerate(s.world.roster):
            at = where[unit]
            if at < 0:
                continue
            if not s.supplied[unit]:
                wanting[data.side] += 1
            if data.side == ALLIES and at in ground.theatre and not self._fed(scene, at):
                wanting[2] += 1
        return found + wanting

    def _fed(self, scene: Scene, at: int) -> bool:
        """Whether Allied troops in a hex are likely to be supplied: by a port or a beachhead within two hexes."""
        s, ground = scene.s, scene.ground
        held = [port for port in ground.ports if s.owner[port] == ALLIES and not s.attacker[port]]
        if any(ground.steps_to[port].get(at, FAR) <= 2 for port in held):
            return True
        near = (at, *[there for there, _ in s.world.walk[at]])
        return any(place in s.beachhead for place in near) or any(
            s.landed_at[corps] in near and s.beachhead[corps] == READY for corps in s.world.beachheads
        )

    # Which orders look promising

    def weigh(self, s: Front, seat: int, orders: Sequence[Order]) -> list[float]:
        scene = Scene(s, _ground(s), seat)
        found = []
        for order in orders:
            name = type(order).__name__
            how = self._weigh.get(name)
            found.append(how(scene, order) if how else self._flat.get(name, UNLIKELY))
        return found

    def _activate(self, scene: Scene, order: Any) -> float:
        s, ground, side = scene.s, scene.ground, scene.side
        hq = s.world.unit_index[order.hq]
        steps, at, last = s.steps[hq], s.where[hq], scene.left == 1
        if steps < 1 + order.blitz:
            return NEVER
        cost = 0.0 if last else 0.5 * (1 + order.blitz)
        if getattr(order, "to", ""):
            cost += 1.0
        stack = [unit for unit in s.stack(at, side) if not ground.is_hq[unit]]
        if order.role == "invasion":
            if side == AXIS:
                return RARELY
            movers = sum(1 for unit in stack if s.world.types[unit]["sea_invade"])
            wanted = sum(1 for port in ground.ports if s.owner[port] != ALLIES or s.attacker[port])
            if not movers or not wanted:
                return RARELY
            return 2.0 + 0.4 * wanted - cost + (0.8 if order.blitz and movers > 1 else 0.0)
        if order.role == "paradrop":
            return RARELY
        front = [u for u in s.world.army[side] if s.where[u] in ground.theatre and not ground.is_hq[u]]
        if order.role == "supreme":
            if side == AXIS:
                landed = any(place in ground.theatre for place in scene.count[ALLIES])
                return (1.5 if landed else -0.5) - cost
            open_ports = any(s.owner[p] == ALLIES and not s.attacker[p] for p in (*ground.ports,))
            return 0.4 * len(front) + (1.2 if open_ports else -1.5) - cost
        near = [u for u in front if s.world.board.distance(at, s.where[u]) <= steps]
        return 0.7 * len(near) - 1.0 - cost + (0.3 if order.blitz and len(near) > 1 else 0.0)

    def _to(self, scene: Scene, unit: int, here: int, there: int, bonus: float = 0.0) -> float:
        """What it is worth to bring a unit from one place to another."""
        s, ground, side = scene.s, scene.ground, scene.side
        power = scene.power(unit)
        worth = bonus
        enemy = scene.force[1 - side].get(there, 0.0)
        own = scene.force[side].get(there, 0.0)
        prize = scene.prize(there)
        if there in scene.count[1 - side]:
            fresh = not s.attacker[there]
            ratio = (own + power + 0.2) / (enemy * (1.0 + 0.4 * (ground.cover[there] - 1)) + 0.3)
            worth += 0.35 * prize + 1.1 * log(ratio) - (0.5 if fresh else 0.0)
        elif s.owner[there] != side:
            worth += 0.9 * prize if there in ground.ports else 0.2
        elif there in ground.ports:
            danger = scene.threat(there, side)
            worth += 0.5 * min(2.0, danger / (own + 1.0)) if scene.count[side].get(there, 0) < 3 else -0.5
        if here in ground.theatre and there in ground.theatre:
            worth += 0.3 * (self._want(scene, here) - self._want(scene, there))
        if here in ground.ports and scene.count[side].get(here, 0) == 1 and scene.threat(here, side) > 0:
            worth -= 0.6 * scene.prize(here)
        if s.attacker[here]:
            alone = scene.force[side].get(here, 0.0) - power
            worth -= 0.4 + 0.3 * (scene.prize(here) if alone <= 0 else 0.5)
        return worth - 0.3

    def _want(self, scene: Scene, place: int) -> int:
        """Hexes to the nearest port that the side has not got."""
        s, ground, side = scene.s, scene.ground, scene.side
        wanted = [port for port in ground.ports if s.owner[port] != side or s.attacker[port]]
        return min((ground.steps_to[port].get(place, FAR) for port in wanted), default=0)

    def _move(self, scene: Scene, order: Any) -> float:
        s, ground = scene.s, scene.ground
        unit = s.world.unit_index[order.unit]
        here, there = s.where[unit], ground.place[order.route[-1]]
        if ground.is_hq[unit]:
            return UNLIKELY
        if here not in ground.theatre:
            return UNLIKELY
        return self._to(scene, unit, here, there)

    def _sail(self, scene: Scene, order: Any) -> float:
        s, ground = scene.s, scene.ground
        unit = s.world.unit_index[order.unit]
        here, there = s.where[unit], ground.place[order.route[-1]]
        if there not in ground.theatre or here in ground.theatre or scene.side == AXIS:
            return UNLIKELY
        if ground.is_hq[unit]:
            return 0.3
        return 0.6 + 0.2 * scene.power(unit) - 0.25 * self._want(scene, there)

    def _land(self, scene: Scene, order: Any) -> float:
        s, ground = scene.s, scene.ground
        unit = s.world.unit_index[order.unit]
        here, there = s.where[unit], ground.place[order.route[-1]]
        if there not in ground.theatre or scene.side == AXIS:
            return RARELY
        if ground.is_hq[unit]:
            return UNLIKELY
        amphibious = unit in s.world.beachheads
        worth = self._to(scene, unit, here, there, 0.5)
        if there in scene.count[AXIS]:
            worth += 0.5 if amphibious else -0.4
        if there not in ground.ports and not self._fed(scene, there):
            worth += 0.5 if amphibious and s.beachhead[unit] == READY else -1.5
        return worth

    def _drop(self, scene: Scene, order: Any) -> float:
        unit, there = scene.s.world.unit_index[order.unit], scene.ground.place[order.at]
        if there not in scene.ground.theatre:
            return RARELY
        return self._to(scene, unit, scene.s.where[unit], there, -1.0)

    def _strike(self, scene: Scene, order: Any) -> float:
        there = scene.ground.place[order.at]
        enemy = scene.force[1 - scene.side].get(there, 0.0)
        own = scene.force[scene.side].get(there, 0.0)
        return 1.0 + 0.2 * scene.prize(there) + (0.5 if own >= enemy else 0.0)

    def _declare(self, scene: Scene, order: Any) -> float:
        there = scene.ground.place[order.at]
        enemy = scene.force[1 - scene.side].get(there, 0.0) * (1.0 + 0.5 * (scene.ground.cover[there] - 1))
        own = scene.force[scene.side].get(there, 0.0)
        return 0.1 * scene.prize(there) + 1.2 * log((own + 0.2) / (enemy + 0.2)) + 0.2

    def _fight(self, scene: Scene, order: Any) -> float:
        return scene.prize(scene.ground.place[order.at])

    def _lose(self, scene: Scene, order: Any) -> float:
        unit = scene.s.world.unit_index[order.unit]
        worth = scene.ground.fire[unit] + (scene.ground.loss[unit] if scene.s.steps[unit] <= 1 else 0)
        return -worth

    def _beachhead(self, scene: Scene, order: Any) -> float:
        return 1.5

    def _replace(self, scene: Scene, order: Any) -> float:
        s, ground = scene.s, scene.ground
        unit = s.world.unit_index[order.unit]
        gone = [u for u in s.world.army[scene.side] if s.where[u] == ELIMINATED and ground.loss[u]]
        saved = sum(_price(s, u, "cadre") for u in gone if _price(s, u, "cadre") <= 12)
        if gone and s.points[scene.side] - _price(s, unit, "step") < saved:
            return -0.8
        if ground.is_hq[unit]:
            return 2.0 - 0.3 * s.steps[unit]
        return 0.4 + 0.4 * ground.fire[unit] + (0.8 if s.where[unit] in ground.theatre else 0.0)

    def _rebuild(self, scene: Scene, order: Any) -> float:
        s = scene.s
        unit = s.world.unit_index[order.unit]
        return 2.0 + 4.0 * scene.ground.loss[unit] / (1.0 + _price(s, unit, "cadre"))

    def _arrive(self, scene: Scene, order: Any) -> float:
        return 1.0

    # The yardstick

    def script(self, s: Front, seat: int, orders: Sequence[Order]) -> Order:
        """A plain lander: it lands where it weighs most, walks to the nearest port, and fights when it is stronger."""
        weights = self.weigh(s, seat, orders)
        return orders[max(range(len(orders)), key=weights.__getitem__)]

    # Reasons

    def why(self, s: Front, seat: int, order: Order) -> str:
        scene, name = Scene(s, _ground(s), seat), type(order).__name__
        at = getattr(order, "route", ("",))[-1] or getattr(order, "at", "")
        place = scene.ground.place.get(at, -1)
        if name == "Activate":
            return f"{getattr(order, 'hq', '')} is worth a step now, with {scene.left} fortnights to go"
        if name in ("Pass", "Seal"):
            return "nothing here is worth doing; headquarters and troops are kept for later"
        if place in scene.ground.ports:
            if s.owner[place] == seat and place not in scene.count[1 - seat]:
                return f"to hold {at}"
            return f"{at} is a port that counts"
        if place >= 0 and place in scene.count[1 - seat]:
            return f"to press the enemy at {at}"
        if place >= 0:
            return f"{at} is nearer to a port that counts"
        return "the cheapest of the choices" if name in ("Lose", "Repulse") else "it helps most"


@cache
def _weights() -> Mapping[str, Sequence[float]]:
    """What the numbers weigh, turn by turn; `grognard.players.learning` has learned them from play."""
    found: Mapping[str, Sequence[float]] = read_toml(resources.files(__package__) / "westfront.toml").data["lead"]
    return found


def _ground(s: Front) -> Ground:
    return s.world.recall("players' ground", lambda: Ground(s.world))


def _price(s: Front, unit: int, what: str) -> int:
    row = s.world.types[unit].get(s.world.sides[s.side_of(unit)], {})
    return int(row.get(what, 99))
