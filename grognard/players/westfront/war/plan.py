"""What a side wants in a phase: where it is drawn to, what is in danger, whom it attacks, where it lands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from heapq import heappop, heappush

from grognard.engine.paths import bits
from grognard.games.westfront import phases
from grognard.games.westfront.rail import rail_net, supply_net
from grognard.games.westfront.seapower import coast_seas, harbours
from grognard.games.westfront.state import ALLIES, AXIS, Front
from grognard.games.westfront.supply import fed_hexes
from grognard.players.westfront.war import budget, invasion, landings, line
from grognard.players.westfront.war.attacks import Attack, chosen_attacks, movers
from grognard.players.westfront.war.ground import Ground, Numbers, fortnights_left, is_by_cities, worth
from grognard.players.westfront.war.scene import Scene, is_contested

ON_THE_MOVE = (phases.COMMAND, phases.MOVEMENT, phases.BLITZ_MOVEMENT)
"""The phases in which a side's units move, or are about to."""


class Plan:
    """Made once in a phase from what a side can see; orders are then weighed by it."""

    def __init__(self, s: Front, side: int, land: Ground, numbers: Numbers) -> None:
        s = s.copy()  # play goes on in the one that was handed in
        self.side, self.land, self.n = side, land, numbers
        self.scene = Scene(s, side, land)
        self.worth: Mapping[int, float] = worth(s, land, numbers)
        self.by_cities = is_by_cities(s)
        self.left = fortnights_left(s)
        self.mass_own = self.scene.spread(side)
        self.mass_enemy = self.scene.spread(1 - side)
        self.fed = fed_hexes(s, side, supply_net(s, side, frozenset(s.world.ports)))
        """The hexes that are in supply if all lanes get through."""
        self._shores: dict[int, list[int]] = {}
        self.exposed = self._exposed()
        self.line = line.drawn_line(self)
        self.pull: dict[int, float] = {}
        """How strongly a place draws the side's units: the worth of what can be won from there, less the way to it."""
        self.pull = self._drawn(self._goals())
        self.hqs = [u for u in s.world.army[side] if land.is_hq[u] and s.where[u] >= 0]
        self.air = max((s.steps[hq] for hq in self.hqs), default=0)
        """The dice of an airstrike that a battle may hope for."""
        self.movers = movers(s, side) if s.active == side and s.phase in ON_THE_MOVE else []
        self.attacks: dict[int, Attack] = chosen_attacks(self, self.movers)
        self.urges: dict[int, float] = {}
        """What the best move on foot would be worth to a unit, as far as anyone has asked."""
        self.jumps: dict[int, float] = {}
        """What the best drop would be worth to a headquarters, as far as anyone has asked."""
        self.posts: tuple[tuple[int, ...], tuple[int, ...]] | None = None
        self.shopping = budget.shopping_list(self) if s.phase == phases.PRODUCTION else {}
        self.foci: dict[int, invasion.Focus] = {}
        """By coast, the landing in force that it would be part of."""
        if side == ALLIES:
            self.foci = self._foci()
            self.pull |= self._drawn(self._staging(), only=lambda at: not is_contested(s, at))

    # Odds and prizes

    def win(self, own: float, foes: float) -> float:
        """How likely one force is to prevail over another."""
        if own <= 0:
            return 0.0
        ratio: float = (own / (foes + self.n["even"])) ** self.n["steep"]
        return ratio / (1.0 + ratio)

    def prize(self, place: int) -> float:
        """What is won with a place that the side has not got."""
        s = self.scene.s
        if s.owner[place] == self.side and not self.scene.has_enemy(place):
            return 0.0
        return self.worth.get(place, 0.0)

    def risk(self, place: int, force: float) -> float:
        """How likely a place is to fall if this force holds it, with friends near by and not all foes coming."""
        n = self.n
        foes = n["risk_foes"] * self.mass_enemy.get(place, 0.0) + self.exposed.get(place, 0.0)
        if not foes:
            return 0.0
        friends = max(0.0, self.mass_own.get(place, 0.0) - self.scene.own(place))
        held = self.scene.cover(place) * (force + n["risk_friends"] * friends) + n["risk_even"]
        ratio: float = (foes / held) ** n["risk_steep"]
        return ratio / (1.0 + ratio)

    def stake(self, place: int) -> float:
        """What is lost if a place is: the place itself and all that stand there."""
        own = self.worth.get(place, 0.0) if self.scene.s.owner[place] == self.side else 0.0
        return own + self.n["stake_units"] * self.scene.bounty[self.side].get(place, 0.0)

    # Where the side is drawn to

    def _goals(self) -> dict[int, float]:
        """What there is to win or to save: the enemy's objectives and troops, and the side's own places in danger."""
        s, n, scene = self.scene.s, self.n, self.scene
        found: dict[int, float] = {}
        for place, value in self.worth.items():
            if value <= 0 or not is_contested(s, place):
                continue
            if s.owner[place] != self.side or scene.has_enemy(place):
                foes = scene.enemy(place) * scene.cover(place)
                served = self.win(n["goal_served"] * self.mass_own.get(place, 0.0), self.mass_enemy.get(place, 0.0))
                found[place] = value * (1.0 - n["goal_enough"] * served) / (1.0 + n["goal_foes"] * foes)
            else:
                found[place] = n["goal_threatened"] * value * self.risk(place, scene.own(place))
        for place, bounty in scene.bounty[1 - self.side].items():
            if is_contested(s, place):
                found[place] = found.get(place, 0.0) + n["goal_troops"] * bounty
        return found

    def _drawn(self, goals: Mapping[int, float], only: Callable[[int], bool] = lambda at: True) -> dict[int, float]:
        """From every goal the pull weakens hex by hex, faster in rough ground and past the enemy."""
        s, n, found = self.scene.s, self.n, dict[int, float]()
        queue = [(-value, place) for place, value in goals.items() if value > 0 and only(place)]
        queue.sort()
        while queue:
            value, place = heappop(queue)
            if place in found:
                continue
            found[place] = -value
            fade = n["fade_rough"] if s.world.stops_in[s.weather] >> place & 1 else n["fade"]
            if self.scene.has_enemy(place):
                fade *= n["fade_enemy"]
            if -value * fade >= n["fade_out"]:
                for near in self.land.near[place]:
                    if near not in found and only(near):
                        over = n["fade_straits"] if near in s.world.straits[place] else 1.0
                        heappush(queue, (value * fade * over, near))
        return found

    def _staging(self) -> dict[int, float]:
        """The ports at home from which landings promise most."""
        s = self.scene.s
        ports = [at for at in s.world.ports if s.owner[at] == self.side and not is_contested(s, at)]
        return {port: self.n["staging"] * landings.staging_worth(self, port) for port in ports}

    # The sea

    def shores(self, port: int) -> list[int]:
        if port not in self._shores:
            self._shores[port] = landings.shores(self.scene.s, self.side, port)
        return self._shores[port]

    def _foci(self) -> dict[int, invasion.Focus]:
        found: dict[int, invasion.Focus] = {}
        for focus in sorted(invasion.chosen_foci(self), key=lambda each: each.worth):
            for ring in self.scene.rings(focus.place)[:2]:
                found |= dict.fromkeys(ring, focus)
        return found

    def _exposed(self) -> dict[int, float]:
        """Coasts where the enemy might land, with how much, and what lies behind: only the Axis has them to fear."""
        s = self.scene.s
        if self.side != AXIS:
            return {}
        manned = self.scene.count[ALLIES] or s.world.ports  # before they deploy they may be anywhere
        ports = [at for at in s.world.ports if s.owner[at] == ALLIES and at in manned]
        seas: set[int] = set()
        for port in ports:
            seas |= landings.invasion_seas(s, ALLIES, port)
        open_coasts = s.world.invadable & ~s.world.neutral_ground[s.neutral]
        found: dict[int, float] = {}
        for at in s.world.coasts:
            if open_coasts >> at & 1 and not seas.isdisjoint(coast_seas(s, ALLIES, at)):
                for far, ring in enumerate(self.scene.rings(at)):
                    for there in ring:
                        found[there] = max(found.get(there, 0.0), self.n[f"landing_fear_{far}"])
        for source in s.world.sources[AXIS]:
            found[source] = max(found.get(source, 0.0), self.n["source_fear"])
        return found

    # Places to bring units to

    def _posts(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Friendly places with room that draw most: those on rails, and harbours."""
        s = self.scene.s
        taken = self.scene.count[self.side]

        def best(places: Iterable[int]) -> tuple[int, ...]:
            free = [at for at in places if not s.attacker[at] and taken.get(at, 0) < s.world.stacking[at]]
            return tuple(sorted(free, key=lambda at: (-self.pull.get(at, 0.0), at))[: int(self.n["posts"])])

        return best(bits(rail_net(s, self.side))), best(harbours(s, self.side))

    def posts_for(self, at: int) -> Iterable[int]:
        """The best places that a unit might reach by rail or by sea from where it is."""
        s = self.scene.s
        if self.posts is None:
            self.posts = self._posts()
        by_rail, by_sea = self.posts
        if rail_net(s, self.side) >> at & 1:
            yield from by_rail
        if at in s.world.ports and s.owner[at] == self.side:
            yield from by_sea
