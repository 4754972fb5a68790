"""Chapter 15: seapower. Sea areas, sea movement, invasions, beachheads and interdiction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from grognard.engine.agenda import Ask, Chance, Prompt, Step
from grognard.engine.events import Roll
from grognard.engine.orders import Order, Pass, Refusal
from grognard.games.westfront import movement
from grognard.games.westfront.orders import Beachhead, Evacuate, Land, Mark, Sail
from grognard.games.westfront.state import FROM_SEA, INVASION, READY, Front
from grognard.games.westfront.units import (
    drop_lost_beachheads,
    hide,
    is_engaged,
    lose_from_sight,
    lose_step,
    own_unit,
    tell,
)

# 15.1 Sea areas


def sea_controller(s: Front, sea: int) -> int:
    """A sea belongs to whoever holds its naval base; some are always Allied. [WF-15.1a]"""
    fixed, base = s.world.sea_owner[sea], s.world.sea_base[sea]
    return fixed if fixed >= 0 or base is None else s.prior[base]


def is_join_open(s: Front, side: int, shores: tuple[int, ...]) -> bool:
    """Straits are closed to ships while the enemy controls either shore. [WF-1.39d]"""
    return all(s.owner[shore] != 1 - side for shore in shores)


def sea_routes(s: Front, side: int, start: Iterable[int], goal: Iterable[int], most: int) -> list[tuple[int, ...]]:
    """The ways from one coast to another over at most so many seas, without detours: none of them can be left out."""
    starts, goals = frozenset(start), frozenset(goal)

    def work() -> list[tuple[int, ...]]:
        found: list[tuple[int, ...]] = []
        ways: list[tuple[int, ...]] = [(sea,) for sea in sorted(starts)]
        while ways:
            way = ways.pop(0)
            if way[-1] in goals:
                if not any(set(shorter) < set(way) for shorter in found):
                    found.append(way)
            elif len(way) < most:
                for sea, shores in s.world.sea_joins[way[-1]]:
                    if sea not in way and is_join_open(s, side, shores):
                        ways.append((*way, sea))
        return found

    def known() -> list[tuple[int, ...]]:
        straits = tuple(is_join_open(s, side, shores) for shores in s.world.sea_straits)
        return s.world.recall(("seas", side, starts, goals, most, straits), work)

    return s.recall(("seas", side, starts, goals, most), known)


def seas_named(s: Front, names: tuple[str, ...]) -> tuple[int, ...] | Refusal:
    seas = tuple(s.world.sea_index.get(name, -1) for name in names)
    if not seas or -1 in seas:
        return Refusal("table.no-place", {"place": "-".join(names)})
    return seas


# 15.2 Sea movement


def harbours(s: Front, side: int) -> list[int]:
    """Friendly ports and beachheads that are not embattled. [WF-15.2a, WF-1.45a, WF-15.53a]"""

    def work() -> list[int]:
        ports = [place for place in s.world.ports if s.owner[place] == side]
        beaches = [s.beachhead[corps] for corps in s.world.beachheads if s.side_of(corps) == side]
        found = ports + [at for at in beaches if at >= 0 and s.owner[at] == side and at not in ports]
        return [at for at in found if not s.attacker[at]]

    return s.recall(("harbours", side), work)


def capacity(s: Front, place: int) -> int:
    """How many units may use a port by sea movement in one player turn. [WF-15.21a, WF-1.45b, WF-15.53a]"""
    return s.world.port_room.get(place, 0) + s.beachhead.count(place) * s.world.beach_room


def harbour_seas(s: Front, place: int) -> tuple[int, ...]:
    port = s.world.ports.get(place)
    return port.seas if port else s.world.waters[place]


def sail_cost(s: Front, side: int, seas: int) -> int:
    """Supreme Moves for crossing so many seas; with naval supremacy one pays for two. [WF-15.2b, WF-6.53a]"""
    return -(-seas // s.world.seas_per_move[side])


def _no(s: Front, unit: int, rule: str, reason: str = "", **places: int) -> Refusal:
    facts = {name: s.world.board.names[place] for name, place in places.items()}
    return Refusal(rule, {"unit": s.world.units[unit], **facts}, reason)


def why_not_sea_move_from(s: Front, unit: int, blitz: bool) -> Refusal | None:
    """Whether a unit may leave by sea movement at all. [WF-6.53a, WF-15.2a, WF-15.21a, WF-6.53c]"""
    side, at = s.side_of(unit), s.where[unit]
    refusal = movement.why_not_movable(s, unit)
    if refusal:
        return refusal
    if blitz or s.supreme[side] < 1:
        return _no(s, unit, "WF-6.53a", at=at)
    if at not in harbours(s, side) and not (at in s.world.ports and s.owner[at] == side):
        return _no(s, unit, "WF-15.2a", "from", at=at)
    if movement.why_not_leave(s, unit):
        return _no(s, unit, "WF-6.53c", at=at)
    return why_not_use(s, at)


def why_not_use(s: Front, place: int) -> Refusal | None:
    """A port serves so many units in a player turn, in and out together. [WF-15.21a]"""
    limit = capacity(s, place)
    if s.port_used[place] < limit:
        return None
    return Refusal("WF-15.21a", {"at": s.world.board.names[place], "limit": str(limit)})


def why_not_sea_move_to(s: Front, unit: int, there: int) -> Refusal | None:
    """Whether sea movement may end in a place. [WF-15.2a, WF-15.21a, WF-6.2a]"""
    if there not in harbours(s, s.side_of(unit)) or there == s.where[unit]:
        return _no(s, unit, "WF-15.2a", "to", at=there)
    return why_not_use(s, there) or movement.why_not_room(s, unit, there, False)


def sea_moves(s: Front, unit: int, blitz: bool) -> Iterator[Sail]:
    """Every sea move of a unit."""
    if why_not_sea_move_from(s, unit, blitz):
        return
    side, at = s.side_of(unit), s.where[unit]
    most = s.supreme[side] * s.world.seas_per_move[side]

    def work() -> list[tuple[int, Sail]]:
        found = []
        for there in harbours(s, side):
            for seas in sea_routes(s, side, harbour_seas(s, at), harbour_seas(s, there), most):
                found.append((there, Sail(s.world.sides[side], s.world.units[unit], _voyage(s, at, seas, there))))
        return found

    for there, order in s.recall(("sails", unit, at, most), work):
        if why_not_sea_move_to(s, unit, there) is None:
            yield order


def _voyage(s: Front, at: int, seas: tuple[int, ...], there: int) -> tuple[str, ...]:
    names = s.world.board.names
    return (names[at], *[s.world.seas[sea] for sea in seas], names[there])


def why_not_sail(s: Front, unit: int, names: tuple[str, ...], blitz: bool) -> Refusal | None:
    """Why a unit may not sail so: the first rule that stands in its way."""
    refusal = why_not_sea_move_from(s, unit, blitz)
    if refusal:
        return refusal
    ends = _ends(s, unit, names)
    if isinstance(ends, Refusal):
        return ends
    there, seas = ends
    side = s.side_of(unit)
    refusal = why_not_sea_move_to(s, unit, there)
    if refusal:
        return refusal
    most = s.supreme[side] * s.world.seas_per_move[side]
    return _why_not_way(s, unit, there, seas, most, "WF-15.2b")


def _ends(s: Front, unit: int, names: tuple[str, ...]) -> tuple[int, tuple[int, ...]] | Refusal:
    """Where a named voyage ends and which seas it passes."""
    if len(names) < 3 or s.world.board.find(names[-1]) is None:
        return Refusal("table.no-place", {"place": names[-1] if names else ""})
    if s.world.board.find(names[0]) != s.where[unit]:
        return Refusal("table.not-there", {"unit": s.world.units[unit], "at": s.world.board.names[s.where[unit]]})
    seas = seas_named(s, names[1:-1])
    return seas if isinstance(seas, Refusal) else (s.world.board.at(names[-1]), seas)


def _why_not_way(s: Front, unit: int, there: int, seas: tuple[int, ...], most: int, too_far: str) -> Refusal:
    """Why a voyage over these seas is not to be had: closed straits, too far, or seas that do not lead there."""
    side, at = s.side_of(unit), s.where[unit]
    facts = {"unit": s.world.units[unit], "to": s.world.board.names[there], "most": str(most)}
    joined = [next((shores for sea, shores in s.world.sea_joins[a] if sea == b), None) for a, b in pairwise(seas)]
    leads = seas[0] in harbour_seas(s, at) and seas[-1] in s.world.waters[there] and None not in joined
    if leads and not all(is_join_open(s, side, shores) for shores in joined if shores):
        return Refusal("WF-1.39d", facts)
    if leads and len(seas) > most:
        return Refusal(too_far, facts)
    return Refusal("table.route", facts)


def sail(s: Front, unit: int, names: tuple[str, ...]) -> None:
    """Carry out a sea move. [WF-15.2a, WF-15.2b, WF-15.21a]"""
    side, at, there = s.side_of(unit), s.where[unit], s.world.board.at(names[-1])
    seas = [s.world.sea_index[name] for name in names[1:-1]]
    s.supreme[side] -= sail_cost(s, side, len(seas))
    s.port_used[at] += 1
    s.port_used[there] += 1
    s.where[unit] = there
    s.landed_at[unit] = -1
    s.moved[unit] = s.strategic[unit] = 1
    s.voyages.append((unit, 0, at, *seas))
    tell(s, "sail", "WF-15.2a", unit, route="-".join(names))


# 15.4 Invasions


def invasion_headquarters(s: Front, unit: int, blitz: bool) -> list[int]:
    """Active invasion headquarters in the unit's port that still have a landing in this phase, blitzing ones first.

    In the blitz only those that landed a first wave have another. [WF-15.42a, WF-15.44a]
    """
    ready = [hq for hq in s.stack(s.where[unit], s.side_of(unit)) if s.role[hq] == INVASION and not s.used[hq]]
    if blitz:
        return [hq for hq in ready if s.blitz[hq] and max(s.wave[hq], s.mark[hq]) >= 0]
    return sorted(ready, key=lambda hq: not s.blitz[hq])


def why_not_embark(s: Front, unit: int, blitz: bool) -> Refusal | None:
    """Whether a unit may invade at all. [WF-15.42a, WF-15.42b, WF-15.44a]"""
    at = s.where[unit]
    refusal = movement.why_not_movable(s, unit)
    if refusal:
        return refusal
    if not s.world.types[unit]["sea_invade"]:
        return _no(s, unit, "WF-15.42b", at=at)
    if blitz and s.strategic[unit]:
        return _no(s, unit, "WF-4.44", "strategic")
    if is_engaged(s, unit):
        return _no(s, unit, "WF-15.41", at=at)
    if not invasion_headquarters(s, unit, blitz):
        return _no(s, unit, "WF-15.44a" if blitz else "WF-15.42a", "hq", at=at)
    return None


def why_no_beach(s: Front, unit: int, there: int) -> Refusal | None:
    """Whether a unit could land in a hex at all, whoever else lands in this phase. [WF-15.42a, WF-15.42c, WF-1.1c]"""
    side = s.side_of(unit)
    if there not in s.world.coasts or there == s.where[unit]:
        return _no(s, unit, "WF-15.42a", "coast", to=there)
    if s.world.barred[side] >> there & 1:
        return _no(s, unit, "WF-1.1c", to=there)
    if not s.world.invadable >> there & 1:
        return _no(s, unit, "WF-15.42c", to=there)
    if s.world.roster[unit].is_hq and movement.enemy_hexes(s, side) >> there & 1:
        return _no(s, unit, "WF-5.1b", to=there)
    return None


def why_not_invade(s: Front, unit: int, there: int, blitz: bool) -> Refusal | None:
    """Whether a unit may land in a hex now. [WF-15.42b, WF-15.42d, WF-15.44a, WF-6.2a]"""
    if movement.enemy_hexes(s, s.side_of(unit)) >> there & 1:
        if not s.attacker[there] and not s.world.types[unit]["sea_assault"]:
            return _no(s, unit, "WF-15.42b", "assault", to=there)
        if any(voyage[1] == FROM_SEA and s.where[voyage[0]] == there for voyage in s.voyages):
            return _no(s, unit, "WF-15.42d", to=there)
    if blitz and all(there not in (s.wave[hq], s.mark[hq]) for hq in invasion_headquarters(s, unit, blitz)):
        return _no(s, unit, "WF-15.44a", "wave", to=there)
    return movement.why_not_room(s, unit, there, blitz)


def landings(s: Front, unit: int, blitz: bool) -> Iterator[Land]:
    """Every invasion that a unit may make."""
    if why_not_embark(s, unit, blitz):
        return
    side, at = s.side_of(unit), s.where[unit]

    def work() -> list[tuple[int, Land]]:
        found = []
        for there in s.world.coasts:
            if why_no_beach(s, unit, there) is None:
                for seas in sea_routes(
                    s, side, harbour_seas(s, at), s.world.waters[there], s.world.invasion_seas[side]
                ):
                    found.append((there, Land(s.world.sides[side], s.world.units[unit], _voyage(s, at, seas, there))))
        return found

    for there, order in s.recall(("landings", unit, at), work):
        if why_not_invade(s, unit, there, blitz) is None:
            yield order


def why_not_land(s: Front, unit: int, names: tuple[str, ...], blitz: bool) -> Refusal | None:
    """Why a unit may not invade so: the first rule that stands in its way."""
    refusal = why_not_embark(s, unit, blitz)
    if refusal:
        return refusal
    ends = _ends(s, unit, names)
    if isinstance(ends, Refusal):
        return ends
    there, seas = ends
    refusal = why_no_beach(s, unit, there) or why_not_invade(s, unit, there, blitz)
    if refusal:
        return refusal
    return _why_not_way(s, unit, there, seas, s.world.invasion_seas[s.side_of(unit)], "WF-15.42a")


def land(s: Front, unit: int, names: tuple[str, ...]) -> None:
    """Carry out an invasion: the unit is dispersed until its own supply phase. [WF-15.42a, WF-15.42e, WF-15.45a]"""
    at, there = s.where[unit], s.world.board.at(names[-1])
    blitz = s.phase == 4
    ready = invasion_headquarters(s, unit, blitz)
    hq = next(hq for hq in ready if not blitz or there in (s.wave[hq], s.mark[hq]))
    s.used[hq] = 1
    s.wave[hq] = there
    if s.enemies_at(there, s.side_of(unit)):
        movement.enter_battle(s, unit, there, at, FROM_SEA)
    s.where[unit] = there
    s.moved[unit] = 1
    s.dispersed[unit] = FROM_SEA
    s.landed_at[unit] = there
    s.beaches[there] |= 1 << s.side_of(unit)
    s.voyages.append((unit, FROM_SEA, at, *[s.world.sea_index[name] for name in names[1:-1]]))
    tell(s, "land", "WF-15.42e", unit, route="-".join(names))
    drop_lost_beachheads(s, there)


# 15.44 The second wave


def marks(s: Front, hq: int, blitz: bool) -> Iterator[Mark]:
    """Every hex that a blitzing invasion headquarters may mark."""
    if s.role[hq] == INVASION and s.blitz[hq] and not blitz and s.mark[hq] < 0:
        side, name, names = s.world.sides[s.side_of(hq)], s.world.units[hq], s.world.board.names

        def work() -> list[Mark]:
            return [Mark(side, name, names[p]) for p in s.world.coasts if why_not_mark(s, hq, p, blitz) is None]

        yield from s.recall(("marks", hq, s.where[hq]), work)


def why_not_mark(s: Front, hq: int, there: int, blitz: bool) -> Refusal | None:
    """Before the first wave has landed elsewhere, one other coast within range may be marked. [WF-15.44a]"""
    side = s.side_of(hq)
    able = s.role[hq] == INVASION and s.blitz[hq] and not blitz and s.mark[hq] < 0
    fit = there in s.world.coasts and s.world.invadable >> there & 1 and not s.world.barred[side] >> there & 1
    seas = s.world.invasion_seas[side]
    if able and fit and sea_routes(s, side, harbour_seas(s, s.where[hq]), s.world.waters[there], seas):
        return None
    return Refusal("WF-15.44a", {"hq": s.world.units[hq], "at": s.world.board.names[there]}, "mark")


# 15.6 Evacuation


def evacuation_ports(s: Front, side: int, blitz: bool) -> list[int]:
    """The ports of headquarters that could still bring somebody home."""
    return [port for port in s.world.ports if evacuating_headquarters(s, port, side, blitz) >= 0]


def evacuations(s: Front, unit: int, ports: list[int], blitz: bool) -> Iterator[Evacuate]:
    """Every way to bring a unit off a coast to one of these ports."""
    side = s.side_of(unit)
    if not s.world.waters[s.where[unit]] or movement.why_not_movable(s, unit):
        return
    for port in ports:
        if why_not_evacuate_to(s, unit, port, blitz) is None:
            for seas in _ways_home(s, unit, port):
                route = _voyage(s, s.where[unit], seas, port)
                yield Evacuate(s.world.sides[side], s.world.units[unit], route)


def _ways_home(s: Front, unit: int, port: int) -> list[tuple[int, ...]]:
    side = s.side_of(unit)
    return sea_routes(s, side, s.world.waters[s.where[unit]], harbour_seas(s, port), s.world.invasion_seas[side])


def evacuating_headquarters(s: Front, port: int, side: int, blitz: bool) -> int:
    """An active invasion headquarters in a port at peace that has moved nobody in this phase, or -1. [WF-15.6a]"""
    if port in s.world.ports and s.owner[port] == side and not s.attacker[port]:
        for hq in s.stack(port, side):
            if s.role[hq] == INVASION and not s.used[hq] and (s.blitz[hq] or not blitz):
                return hq
    return -1


def why_not_evacuate_to(s: Front, unit: int, port: int, blitz: bool) -> Refusal | None:
    """From any coast in range to the headquarters' own port. [WF-15.6a, WF-6.2a, WF-4.44]"""
    at, side = s.where[unit], s.side_of(unit)
    if blitz and s.strategic[unit]:
        return _no(s, unit, "WF-4.44", "strategic")
    if at == port or not s.world.waters[at] or evacuating_headquarters(s, port, side, blitz) < 0:
        return _no(s, unit, "WF-15.6a", at=at)
    if not _ways_home(s, unit, port):
        return _no(s, unit, "WF-15.6a", at=at)
    return movement.why_not_room(s, unit, port, blitz)


def why_not_evacuate(s: Front, unit: int, names: tuple[str, ...], blitz: bool) -> Refusal | None:
    """Why a unit may not be evacuated so."""
    refusal = movement.why_not_movable(s, unit)
    if refusal:
        return refusal
    ends = _ends(s, unit, names)
    if isinstance(ends, Refusal):
        return ends
    port, seas = ends
    refusal = why_not_evacuate_to(s, unit, port, blitz)
    if refusal:
        return refusal
    return None if seas in _ways_home(s, unit, port) else _no(s, unit, "table.route", to=port)


def evacuate(s: Front, unit: int, names: tuple[str, ...], blitz: bool) -> None:
    """Begin an evacuation: at once if friends stay or nobody fights, else as a retreat. [WF-15.6a, WF-15.6b]"""
    port = s.world.board.at(names[-1])
    seas = tuple(s.world.sea_index[name] for name in names[1:-1])
    s.used[evacuating_headquarters(s, port, s.side_of(unit), blitz)] = 1
    s.moved[unit] = 1
    if movement.why_not_leave(s, unit):
        s.rearguards.append((unit, port, *seas))
        tell(s, "retreat", "WF-15.6a", unit, at=names[0])
    else:
        sail_home(s, unit, port, seas)


def sail_home(s: Front, unit: int, port: int, seas: tuple[int, ...]) -> None:
    """Bring a unit off; enemy seas may still stop it. [WF-15.6a]"""
    at = s.where[unit]
    tell(s, "evacuate", "WF-15.6a", unit, route="-".join(_voyage(s, at, seas, port)))
    if s.attacker[at]:
        hide(s, unit)
    s.where[unit] = port
    s.landed_at[unit] = -1
    s.strategic[unit] = 1
    s.dispersed[unit] = s.entered[unit] = 0
    s.voyages.append((unit, FROM_SEA, at, *seas))
    drop_lost_beachheads(s, at)


# 15.43 Invasion command range


def invasion_range(s: Front, hq: int) -> int:
    """Hexes that an invasion headquarters supports over water: its steps, doubled by naval supremacy. [WF-15.43b]"""
    side = s.world.sides[s.side_of(hq)]
    factor: int = s.world.charts["hq_command"]["invasion_command_range"][side]
    return factor * s.steps[hq]


def sea_distance(s: Front, hq: int, there: int) -> int:
    """Hexes over water from a headquarters' port to a hex, or a great number. [WF-15.43b]

    Each hex entered counts one. The trace may follow a shore, but changes seas only on the open sea.
    """
    side, start = s.side_of(hq), s.where[hq]
    seen = {(start, sea) for sea in harbour_seas(s, start)}
    edge, steps = list(seen), 0
    while edge:
        if any(place == there for place, _ in edge):
            return steps
        steps += 1
        fresh = []
        for place, sea in edge:
            for node in _sea_steps(s, side, place, sea):
                if node not in seen:
                    seen.add(node)
                    fresh.append(node)
        edge = fresh
    return 99


def _sea_steps(s: Front, side: int, place: int, sea: int) -> Iterator[tuple[int, int]]:
    board, waters = s.world.board, s.world.waters
    open_sea = board.terrain[place] == "sea"
    for near in board.neighbours[place]:
        if board.terrain[near] == "sea":
            if open_sea or sea in waters[near]:
                yield from ((near, other) for other in waters[near])
        elif open_sea:
            yield from ((near, other) for other in waters[near] if other in waters[place])
        elif sea in waters[near] and _is_shore(s, side, place, near, sea):
            yield (near, sea)


def _is_shore(s: Front, side: int, a: int, b: int, sea: int) -> bool:
    """Two coastal hexes joined by water: a sea side, open straits, or a side that ends at that sea."""
    kinds = s.world.board.side(a, b)
    if "sea" in kinds:
        return True
    if "strait" in kinds and not is_join_open(s, side, (a, b)):
        return False
    common = set(s.world.board.neighbours[a]) & set(s.world.board.neighbours[b])
    return "strait" in kinds or any(
        s.world.board.terrain[c] == "sea" and sea in s.world.waters[c] for c in common
    )  # fmt: skip


def supports_invasion(s: Front, hq: int, there: int) -> bool:
    """An invasion headquarters supports battles in its range, but not where nobody can land. [WF-15.43a, WF-15.43b]"""
    if s.world.roster[hq].kind == "shq" or not s.world.invadable >> there & 1:
        return False
    return sea_distance(s, hq, there) <= invasion_range(s, hq)


# 15.5 Beachheads


class PlaceBeachheads(Ask[Front], frozen=True):
    """Corps that have landed may place their beachheads. [WF-15.51a, WF-15.51b]"""

    takes = (Beachhead, Pass)
    out_of_turn = "WF-4.4b"

    def prompt(self, s: Front) -> Prompt:
        return Prompt("beachhead", "WF-15.51a")

    def offers(self, s: Front) -> Iterator[Order]:
        side = s.world.sides[self.side]
        for corps in s.world.beachheads:
            if s.side_of(corps) == self.side and s.where[corps] >= 0 and why_not_beachhead(s, corps) is None:
                yield Beachhead(side, s.world.units[corps])
        yield Pass(side)

    def explain(self, s: Front, order: Order) -> Refusal | None:
        if not isinstance(order, Beachhead):
            return None
        corps = own_unit(s, self.side, order.unit)
        return corps if isinstance(corps, Refusal) else why_not_beachhead(s, corps)

    def take(self, s: Front, order: Order) -> None:
        if isinstance(order, Beachhead):
            corps = s.world.unit_index[order.unit]
            s.beachhead[corps] = s.where[corps]
            s.tell("beachhead", "WF-15.51a", reveals=True, corps=order.unit, at=s.world.board.names[s.where[corps]])
        if not isinstance(order, Beachhead) or not asks_for_beachheads(s, self.side):
            s.done()


def why_not_beachhead(s: Front, corps: int) -> Refusal | None:
    """A Ready beachhead may be placed where its corps landed and still is. [WF-15.51a, WF-15.51b]"""
    facts = {"unit": s.world.units[corps], "at": s.world.board.names[s.where[corps]]}
    if corps not in s.world.beachheads or s.landed_at[corps] != s.where[corps]:
        return Refusal("WF-15.51a", facts)
    if s.beachhead[corps] != READY:
        return Refusal("WF-15.51b", facts)
    return None


def asks_for_beachheads(s: Front, side: int) -> bool:
    """Whether the question comes up, as all can see: a Ready beachhead, and blocks where somebody has landed."""
    ready = any(s.beachhead[corps] == READY and s.side_of(corps) == side for corps in s.world.beachheads)
    return ready and any(s.where[unit] >= 0 and s.beaches[s.where[unit]] >> side & 1 for unit in s.world.army[side])


def has_beachhead(s: Front, place: int) -> bool:
    return place in s.beachhead


# 15.7 Interdiction


class InterdictMovement(Step[Front], frozen=True):
    """After all movement the passive side rolls for every unit and every sea of its own on the way. [WF-15.72a]"""

    side: int

    def run(self, s: Front) -> None:
        rolls = []
        for unit, how, origin, *seas in s.voyages:
            dice = sum(s.world.sea_value[sea] for sea in seas if sea_controller(s, sea) == 1 - self.side)
            if dice:
                rolls.append(Interdict(unit, how, origin, dice))
        s.then(*rolls)


class Interdict(Chance[Front], frozen=True):
    """Interdiction of one voyage: thrown back, hit, or both. [WF-15.72b, WF-15.72c]"""

    unit: int
    how: int
    origin: int
    dice: int

    def call(self, s: Front) -> Roll:
        by = s.world.sides[1 - s.side_of(self.unit)]
        where = s.world.board.names[s.where[self.unit]]
        return Roll("interdiction", "WF-15.72a", self.dice, facts={"by": by, "at": where})

    def rolled(self, s: Front, faces: tuple[int, ...]) -> None:
        side = s.side_of(self.unit)
        kind = "invasion" if self.how == FROM_SEA else "sea_move"
        numbers = s.world.charts["movement_interdiction"][kind][supremacy_of(s, 1 - side)]
        if any(face in numbers["repulse"] for face in faces):
            turn_back(s, self.unit, self.origin)
        for face in faces:
            if face in numbers["hit"] and s.where[self.unit] >= 0:
                lose_step(s, self.unit, "WF-15.72b")


def supremacy_of(s: Front, roller: int) -> str:
    """The column of the naval charts for whoever rolls. [WF-15.2c]"""
    return "roller_supreme" if roller == s.world.supremacy else "roller_opposed"


def turn_back(s: Front, unit: int, origin: int) -> None:
    """A unit thrown back at sea is again where it came from, and its landing has not been. [WF-15.72c]"""
    place = s.where[unit]
    s.where[unit] = origin
    s.dispersed[unit] = s.entered[unit] = 0
    s.came_from[unit] = s.landed_at[unit] = -1
    if s.attacker[place] and s.fresh[place] and not s.stack(place, s.side_of(unit)):
        s.attacker[place] = s.fresh[place] = 0
    lose_from_sight(s, unit)
    tell(s, "turned back", "WF-15.72c", unit, to=s.world.board.names[origin])
