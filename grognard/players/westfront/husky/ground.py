"""What lies where in Husky, and who stands where: the measures that the players' judgement is made of."""

from __future__ import annotations

from grognard.games.westfront.combat import lasting_defence, own_firepower
from grognard.games.westfront.state import ALLIES, AXIS, READY, Front
from grognard.games.westfront.victory import worth_in_husky
from grognard.games.westfront.world import West

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
        self.cover = {p: int(lasting_defence(world, p).value) for p in world.land}
        units = range(len(world.roster))
        self.fire = tuple(
            (own_firepower(world, unit, "offence") + own_firepower(world, unit, "defence")) / 2 for unit in units
        )
        self.is_hq = tuple(unit.is_hq for unit in world.roster)
        self.loss: tuple[int, ...] = tuple(worth_in_husky(world, unit) for unit in units)

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


def ground(s: Front) -> Ground:
    """The ground of a match, measured once."""
    return s.world.recall("players' ground", lambda: Ground(s.world))


class Scene:
    """Who stands where at one moment, as a redrawn copy has it."""

    def __init__(self, s: Front, side: int) -> None:
        self.s, self.ground, self.side = s, ground(s), side
        self.force: list[dict[int, float]] = [{}, {}]
        self.count: list[dict[int, int]] = [{}, {}]
        self.bounty: list[dict[int, int]] = [{}, {}]
        """The points that would be lost with all of a side's units in a place."""
        where, steps, fire, loss = s.where, s.steps, self.ground.fire, self.ground.loss
        for each in (ALLIES, AXIS):
            force, count, bounty = self.force[each], self.count[each], self.bounty[each]
            for unit in s.world.army[each]:
                at = where[unit]
                if at >= 0:
                    force[at] = force.get(at, 0.0) + steps[unit] * fire[unit]
                    count[at] = count.get(at, 0) + 1
                    bounty[at] = bounty.get(at, 0) + loss[unit]
        self.left = self.ground.fortnights - 2 * s.month - s.fortnight
        """Fortnights that will still be scored, this one included."""

    def power(self, unit: int) -> float:
        return self.s.steps[unit] * self.ground.fire[unit]

    def own(self, place: int) -> float:
        return self.force[self.side].get(place, 0.0)

    def enemy(self, place: int) -> float:
        return self.force[1 - self.side].get(place, 0.0)

    def threat(self, place: int, side: int) -> float:
        """What the enemies of a side could bring against a place by land in one move."""
        near = (*[there for there, _ in self.s.world.walk[place]], *self.s.world.straits[place])
        force = self.force[1 - side]
        return sum(force.get(there, 0.0) for there in near)

    def want(self, place: int) -> int:
        """Hexes to the nearest port that the side has not got."""
        s, ground, side = self.s, self.ground, self.side
        wanted = [port for port in ground.ports if s.owner[port] != side or s.attacker[port]]
        return min((ground.steps_to[port].get(place, FAR) for port in wanted), default=0)

    def fed(self, at: int) -> bool:
        """Whether Allied troops in a hex are likely to be supplied: by a port or a beachhead within two hexes."""
        s, ground = self.s, self.ground
        held = [port for port in ground.ports if s.owner[port] == ALLIES and not s.attacker[port]]
        if any(ground.steps_to[port].get(at, FAR) <= 2 for port in held):
            return True
        near = (at, *[there for there, _ in s.world.walk[at]])
        return any(place in s.beachhead for place in near) or any(
            s.landed_at[corps] in near and s.beachhead[corps] == READY for corps in s.world.beachheads
        )
