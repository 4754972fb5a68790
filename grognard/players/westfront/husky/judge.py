"""How well a side stands in Husky, and all else that the levels ask a judge for."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import cache
from importlib import resources
from math import exp
from operator import mul

from grognard.engine.files import read_toml
from grognard.engine.kinds import Data
from grognard.engine.orders import Order
from grognard.games.westfront import phases
from grognard.games.westfront.state import ALLIES, AXIS, ELIMINATED, Front
from grognard.games.westfront.victory import points
from grognard.players.judging import Pace
from grognard.players.westfront.husky.glance import Glance, Numbers
from grognard.players.westfront.husky.ground import Scene

Weights = Mapping[str, Sequence[float]]

SURE = 0.4
"""The lead that makes a win all but certain when the match is over."""
CAP = 30.0


class HuskyJudge:
    """The judge of Husky."""

    def __init__(self, numbers: Sequence[Numbers] | None = None, weights: Weights | None = None) -> None:
        known = numbers_file()
        self.weights: Weights = known["lead"] if weights is None else weights
        self.spread: Numbers = known["spread"]
        """By stage, the lead that turns even chances into nearly three to one."""
        self.glances = tuple(Glance(each) for each in numbers or (known["allied"], known["axis"]))
        self.scheme = Glance(known["script"])
        self.evenly = Pace(share=known["pace"]["share"])

    def ponder(self, s: Front, side: int) -> None:
        """Nothing here is planned beyond a glance."""

    def pace(self, s: Front, side: int) -> Pace:
        """What is landed and fought late in a turn counts as much as which headquarters are woken first."""
        return self.evenly

    def turn(self, s: Front) -> tuple[int, int, int, bool]:
        return (s.month, s.fortnight, s.active, s.phase == phases.PRODUCTION)

    def round(self, s: Front) -> tuple[int, int]:
        return (s.month, s.fortnight)

    # How well a side stands

    def lead(self, s: Front, side: int) -> float:
        return self._allied_lead(s) if side == ALLIES else -self._allied_lead(s)

    def chance(self, s: Front, side: int) -> float:
        """A lead is worth more the less can still happen; when all is over, hardly anything counts but who has won."""
        lead = self.lead(s, side)
        spread = SURE if s.outcome is not None else self.spread[self.stage(s)]
        return 1.0 / (1.0 + exp(-max(-CAP, min(CAP, lead / spread))))

    def _allied_lead(self, s: Front) -> float:
        """The points as they stand, and what can be expected to be added to them."""
        if s.outcome is not None:
            return float(s.outcome.facts.get("lead", 0))
        weights = self.weights.get(self.stage(s))
        more = sum(map(mul, weights, self.features(s))) if weights else 0.0
        return points(s).value + more

    def stage(self, s: Front) -> str:
        """The weights of things differ from turn to turn."""
        return f"{s.month}{s.fortnight}{'p' if s.phase == phases.PRODUCTION else s.active}"

    def features(self, s: Front) -> list[float]:
        """The numbers by which the Allied lead will grow or shrink."""
        scene = Scene(s, ALLIES)
        return [1.0, *self._ports(scene), *self._forces(scene), *self._wants(scene)]

    def _ports(self, scene: Scene) -> list[float]:
        """Who holds the ports and the enemy's source of supply, and who could take them."""
        s, found = scene.s, []
        for port in (*scene.ground.ports, scene.ground.source):
            allied, axis = scene.force[ALLIES].get(port, 0.0), scene.force[AXIS].get(port, 0.0)
            battle = bool(s.attacker[port])
            mine = not battle and s.owner[port] == ALLIES
            danger, near = scene.threat(port, ALLIES), scene.threat(port, AXIS)
            found += [
                float(battle), allied / (allied + axis + 0.01) if battle else 0.0, allied - axis if battle else 0.0,
                float(mine), danger / (danger + allied + 1) if mine else 0.0,
                near / (near + axis + 2) if not mine and not battle else 0.0,
            ]  # fmt: skip
        return found

    def _forces(self, scene: Scene) -> list[float]:
        """Steps of headquarters, firepower in the theatre, units about to be lost, reserves, and the lost."""
        s, land = scene.s, scene.ground
        found = [0.0] * 10
        for unit, data in enumerate(s.world.roster):
            at, allied = s.where[unit], data.side == ALLIES
            if at < 0:
                found[8 if allied else 9] += land.loss[unit] if at == ELIMINATED else 0
            elif land.is_hq[unit]:
                found[0 if not allied else 1 if data.kind == "hq" else 2] += s.steps[unit]
            elif at in land.theatre:
                found[3 if allied else 4] += scene.power(unit)
                if s.steps[unit] <= 1:
                    found[5 if allied else 6] += 1
            else:
                found[7] += s.steps[unit]
        return found

    def _wants(self, scene: Scene) -> list[float]:
        """Units out of supply, on either side, and Allies who are likely to be so soon."""
        s, found = scene.s, [0.0, 0.0, 0.0]
        for unit, data in enumerate(s.world.roster):
            at = s.where[unit]
            if at < 0:
                continue
            if not s.supplied[unit]:
                found[data.side] += 1
            if data.side == ALLIES and at in scene.ground.theatre and not scene.fed(at):
                found[2] += 1
        return found

    # Which orders look promising

    def schemes(self, s: Front, side: int) -> Sequence[Hashable]:
        return ()

    def adopt(self, side: int, scheme: Hashable) -> None:
        """There is only one way."""

    def weigh(self, s: Front, side: int, orders: Sequence[Order]) -> list[float]:
        return self.glances[side].weigh(s, side, orders)

    def gist(self, order: Order) -> Hashable:
        """Who goes where, by any route."""
        route = getattr(order, "route", None)
        return order if route is None else (type(order), getattr(order, "unit", ""), route[-1])

    def script(self, s: Front, side: int, orders: Sequence[Order]) -> Order:
        """A plain lander: it lands where it weighs most, walks to the nearest port, and fights when it is stronger."""
        weights = self.scheme.weigh(s, side, orders)
        return orders[max(range(len(orders)), key=weights.__getitem__)]

    # Reasons

    def why(self, s: Front, side: int, order: Order) -> str:
        scene, name = Scene(s, side), type(order).__name__
        at = getattr(order, "route", ("",))[-1] or getattr(order, "at", "")
        place = scene.ground.place.get(at, -1)
        if name == "Activate":
            return f"{getattr(order, 'hq', '')} is worth a step now, with {scene.left} fortnights to go"
        if name in ("Pass", "Seal"):
            return "nothing here is worth doing; headquarters and troops are kept for later"
        if place in scene.ground.ports:
            if s.owner[place] == side and place not in scene.count[1 - side]:
                return f"to hold {at}"
            return f"{at} is a port that counts"
        if place >= 0 and place in scene.count[1 - side]:
            return f"to press the enemy at {at}"
        if place >= 0:
            return f"{at} is nearer to a port that counts"
        return "the cheapest of the choices" if name in ("Lose", "Repulse") else "it helps most"


@cache
def numbers_file() -> Data:
    """What weighs how much."""
    return read_toml(resources.files(__package__) / "numbers.toml").data
