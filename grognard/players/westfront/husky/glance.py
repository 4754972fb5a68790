"""Which orders look promising at a glance, without trying them. A pass weighs nothing; what weighs more is tempting.

What anything weighs is a number with a name, in `numbers.toml`: one set for the yardstick's fixed scheme, and one for
each side that has been learned from play.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import log

from grognard.engine.orders import Order
from grognard.games.westfront import orders as say
from grognard.games.westfront.state import ALLIES, AXIS, ELIMINATED, READY, Front
from grognard.players.westfront.husky.ground import Scene

Numbers = Mapping[str, float]

NEVER = -6.0
"""What nobody would do."""

CLOSE = 0.2
"""Keeps the ratio of two forces within reason when one of them is nothing."""


class Glance:
    """The eye of one player: scenes and orders in, weights out."""

    def __init__(self, numbers: Numbers) -> None:
        self.n = numbers
        self._how: dict[str, Callable[..., float]] = {
            "Activate": self._activate, "Move": self._move, "Rail": self._move, "Sail": self._sail, "Land": self._land,
            "Drop": self._drop, "Mark": self._mark, "Retreat": self._retreat, "Evacuate": self._evacuate,
            "Strike": self._strike, "Declare": self._declare, "Fight": self._fight, "Lose": self._lose,
            "Repulse": self._lose, "Replace": self._replace, "Rebuild": self._rebuild,
        }  # fmt: skip
        self._flat = {"Pass": 0.0, "Disband": NEVER, "Recall": NEVER}
        self._flat |= {name: numbers[name.lower()] for name in ("Seal", "Arrive", "Beachhead", "Mobilize", "Prepare")}

    def weigh(self, s: Front, side: int, orders: Sequence[Order]) -> list[float]:
        scene = Scene(s, side)
        found = []
        for order in orders:
            name = type(order).__name__
            how = self._how.get(name)
            found.append(how(scene, order) if how else self._flat.get(name, NEVER))
        return found

    # What places and odds are worth

    def _prize(self, scene: Scene, place: int) -> float:
        """What it is worth to have a place, or to dispute it."""
        ground = scene.ground
        if place in ground.ports:
            return ground.per_fortnight * scene.left + ground.at_the_end
        return self.n["source"] if place == ground.source else self.n["elsewhere"] if place in ground.theatre else 0.0

    def _odds(self, scene: Scene, place: int, more: float = 0.0) -> float:
        """How a battle stands for the side, with so much more of its own: 0 where both are equally strong."""
        cover = 1.0 + self.n["cover"] * (scene.ground.cover[place] - 1)
        return log((scene.own(place) + more + CLOSE) / (scene.enemy(place) * cover + CLOSE))

    # Headquarters

    def _activate(self, scene: Scene, order: say.Activate) -> float:
        """Worth of an activation: what it sets in motion, less the step that it costs."""
        s, n = scene.s, self.n
        hq = s.world.unit_index[order.hq]
        if s.steps[hq] < 1 + order.blitz:
            return NEVER
        cost = 0.0 if scene.left == 1 else n["hq_step"] * (1 + order.blitz)
        if s.fortnight == 1 and scene.left > 1:
            cost -= n["hq_before_production"]
        if order.to:
            cost += n["hq_deploy"]
        if order.role == "invasion":
            return self._invade(scene, hq, order.blitz) - cost
        if order.role == "paradrop":
            return n["paradrop"] - cost
        front = [u for u in s.world.army[scene.side] if s.where[u] in scene.ground.theatre]
        front = [u for u in front if not scene.ground.is_hq[u]]
        if order.role == "supreme":
            return self._supreme(scene, front) - cost
        near = [u for u in front if s.world.board.distance(s.where[hq], s.where[u]) <= s.steps[hq]]
        blitz = n["command_blitz"] if order.blitz and len(near) > 1 else 0.0
        return n["command"] + n["command_unit"] * len(near) + blitz - cost

    def _invade(self, scene: Scene, hq: int, blitz: bool) -> float:
        s, n, ground = scene.s, self.n, scene.ground
        if scene.side == AXIS:
            return n["invade_nothing"]
        stack = [unit for unit in s.stack(s.where[hq], scene.side) if not ground.is_hq[unit]]
        movers = sum(1 for unit in stack if s.world.types[unit]["sea_invade"])
        wanted = sum(1 for port in ground.ports if s.owner[port] != ALLIES or s.attacker[port])
        if not movers or not wanted:
            return n["invade_nothing"]
        return n["invade"] + n["invade_port"] * wanted + (n["invade_blitz"] if blitz and movers > 1 else 0.0)

    def _supreme(self, scene: Scene, front: Sequence[int]) -> float:
        s, n, ground = scene.s, self.n, scene.ground
        if scene.side == AXIS:
            landed = any(place in ground.theatre for place in scene.count[ALLIES])
            return n["supreme_open"] if landed else n["supreme_shut"]
        open_ports = any(s.owner[port] == ALLIES and not s.attacker[port] for port in ground.ports)
        return n["supreme_unit"] * len(front) + (n["supreme_open"] if open_ports else n["supreme_shut"])

    # Movement

    def _to(self, scene: Scene, unit: int, here: int, there: int) -> float:
        """What it is worth to bring a unit from one place to another."""
        s, n, ground, side = scene.s, self.n, scene.ground, scene.side
        worth = n["go"]
        if there in scene.count[1 - side]:
            worth += self._engage(scene, unit, there)
        elif s.owner[there] != side:
            worth += n["take_port"] * self._prize(scene, there) if there in ground.ports else n["take"]
        elif there in ground.ports:
            worth += self._guard(scene, there)
        if here in ground.theatre and there in ground.theatre:
            worth += n["nearer"] * (scene.want(here) - scene.want(there))
        if side == ALLIES and here in ground.theatre and n["hungry"] and not scene.fed(there):
            worth += n["hungry"]
        return worth + self._leave(scene, unit, here)

    def _engage(self, scene: Scene, unit: int, there: int) -> float:
        """To enter a battle or to open one."""
        s, n, side = scene.s, self.n, scene.side
        worth = n["fight_prize"] * self._prize(scene, there) + n["fight_odds"] * self._odds(
            scene, there, scene.power(unit)
        )
        worth += n["fight_bounty"] * scene.bounty[1 - side].get(there, 0)
        if scene.left == 1 and there in scene.ground.ports:
            worth += n["fight_at_the_end"]
        return worth + (0.0 if s.attacker[there] else n["fight_new"])

    def _guard(self, scene: Scene, port: int) -> float:
        """To strengthen a port that the side holds: as far as it is in danger, and not full."""
        if scene.count[scene.side].get(port, 0) >= 3:
            return self.n["crowd"]
        return self.n["guard"] * min(2.0, scene.threat(port, scene.side) / (scene.own(port) + 1.0))

    def _leave(self, scene: Scene, unit: int, here: int) -> float:
        """What is lost where the unit stood."""
        s, n, ground, side = scene.s, self.n, scene.ground, scene.side
        worth = 0.0
        if here in ground.ports and scene.count[side].get(here, 0) == 1 and scene.threat(here, side) > 0:
            worth += n["leave_port"] * self._prize(scene, here)
        if s.attacker[here]:
            last = scene.own(here) <= scene.power(unit)
            worth += n["leave_battle"] + n["leave_prize"] * (self._prize(scene, here) if last else 0.5)
        return worth

    def _move(self, scene: Scene, order: say.Move | say.Rail) -> float:
        s, ground = scene.s, scene.ground
        unit = s.world.unit_index[order.unit]
        here = s.where[unit]
        if ground.is_hq[unit] or here not in ground.theatre:
            return self.n["idle_move"]
        return self._to(scene, unit, here, ground.place[order.route[-1]])

    def _sail(self, scene: Scene, order: say.Sail) -> float:
        s, n, ground = scene.s, self.n, scene.ground
        unit = s.world.unit_index[order.unit]
        here, there = s.where[unit], ground.place[order.route[-1]]
        if there not in ground.theatre or here in ground.theatre or scene.side == AXIS:
            return n["idle_move"]
        if ground.is_hq[unit]:
            return n["sail_hq"]
        return n["sail"] + n["sail_power"] * scene.power(unit) + n["sail_far"] * scene.want(there)

    def _land(self, scene: Scene, order: say.Land) -> float:
        s, n, ground = scene.s, self.n, scene.ground
        unit = s.world.unit_index[order.unit]
        here, there = s.where[unit], ground.place[order.route[-1]]
        if there not in ground.theatre or scene.side == AXIS:
            return n["idle_landing"]
        if ground.is_hq[unit]:
            return n["idle_move"]
        amphibious = unit in s.world.beachheads
        worth = n["land"] + self._to(scene, unit, here, there)
        if there in scene.count[AXIS]:
            worth += n["land_assault"] if amphibious else n["land_assault_others"]
        if there not in ground.ports and not scene.fed(there):
            worth += n["land_beach"] if amphibious and s.beachhead[unit] == READY else n["land_hungry"]
        return worth

    def _mark(self, scene: Scene, order: say.Mark) -> float:
        """A second hex for a second wave, where one is wanted."""
        there = scene.ground.place[order.at]
        mine = scene.s.owner[there] == scene.side
        return self.n["mark"] + (0.0 if mine else self.n["mark_prize"] * self._prize(scene, there))

    def _drop(self, scene: Scene, order: say.Drop) -> float:
        unit, there = scene.s.world.unit_index[order.unit], scene.ground.place[order.at]
        if there not in scene.ground.theatre:
            return self.n["idle_landing"]
        return self.n["drop"] + self._to(scene, unit, scene.s.where[unit], there)

    def _retreat(self, scene: Scene, order: say.Retreat) -> float:
        return self.n["retreat"] + self._flee(scene, scene.s.where[scene.s.world.unit_index[order.unit]])

    def _evacuate(self, scene: Scene, order: say.Evacuate) -> float:
        return self.n["evacuate"] + self._flee(scene, scene.s.where[scene.s.world.unit_index[order.unit]])

    def _flee(self, scene: Scene, here: int) -> float:
        """To give up a battle: the likelier it is lost, and the less there is to hold."""
        if not scene.s.attacker[here]:
            return 0.0
        return self.n["flee_odds"] * self._odds(scene, here) + self.n["flee_prize"] * self._prize(scene, here)

    # Combat

    def _strike(self, scene: Scene, order: say.Strike) -> float:
        n, there = self.n, scene.ground.place[order.at]
        stronger = scene.own(there) >= scene.enemy(there)
        return n["strike"] + n["strike_prize"] * self._prize(scene, there) + (n["strike_stronger"] if stronger else 0.0)

    def _declare(self, scene: Scene, order: say.Declare) -> float:
        n, there = self.n, scene.ground.place[order.at]
        worth = n["declare"] + n["declare_prize"] * self._prize(scene, there)
        worth += n["declare_bounty"] * scene.bounty[1 - scene.side].get(there, 0)
        return worth + n["declare_odds"] * self._odds(scene, there)

    def _fight(self, scene: Scene, order: say.Fight) -> float:
        return self._prize(scene, scene.ground.place[order.at])

    def _lose(self, scene: Scene, order: say.Lose | say.Repulse) -> float:
        unit = scene.s.world.unit_index[order.unit]
        return -scene.ground.fire[unit] - (scene.ground.loss[unit] if scene.s.steps[unit] <= 1 else 0)

    # Production

    def _replace(self, scene: Scene, order: say.Replace) -> float:
        s, n, ground = scene.s, self.n, scene.ground
        unit = s.world.unit_index[order.unit]
        gone = [_price(s, u, "cadre") for u in s.world.army[scene.side] if s.where[u] == ELIMINATED and ground.loss[u]]
        saved = sum(price for price in gone if price <= n["cadre_dear"])
        if gone and s.points[scene.side] - _price(s, unit, "step") < saved:
            return n["replace_too_dear"]
        if ground.is_hq[unit]:
            return n["replace_hq"] + n["replace_hq_step"] * s.steps[unit]
        there = n["replace_there"] if s.where[unit] in ground.theatre else 0.0
        return n["replace"] + n["replace_fire"] * ground.fire[unit] + there

    def _rebuild(self, scene: Scene, order: say.Rebuild) -> float:
        unit = scene.s.world.unit_index[order.unit]
        return self.n["rebuild"] + self.n["rebuild_loss"] * scene.ground.loss[unit] / (
            1.0 + _price(scene.s, unit, "cadre")
        )


def _price(s: Front, unit: int, what: str) -> int:
    row = s.world.types[unit].get(s.world.sides[s.side_of(unit)], {})
    return int(row.get(what, 99))
