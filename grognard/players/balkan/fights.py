"""What an attack promises, by the account of the rules themselves: every face of the die, and what it brings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from grognard.games.balkan.account import Account, account
from grognard.games.balkan.battle import Battle, attacker, battle_for, defender, ground, hexsides, stands
from grognard.games.balkan.lands import closed_ground
from grognard.games.balkan.results import SHARES, attack_strength, defence_strength
from grognard.games.balkan.stacking import limits, stack_of
from grognard.games.balkan.state import Campaign
from grognard.games.balkan.units import face
from grognard.games.balkan.ways import rings
from grognard.games.europa import slots
from grognard.players.balkan.scene import Scene
from grognard.players.balkan.worth import loss, numbers


class Post(NamedTuple):
    """A unit, and the hex that it would attack from."""

    unit: int
    at: int


class Assault(NamedTuple):
    """An attack that is thought of, and what it promises."""

    target: int
    posts: tuple[Post, ...]
    worth: float


# One attack


def outlook(scene: Scene, target: int, posts: Sequence[Post]) -> float:
    """What an attack by units from certain hexes promises, in points."""
    s = scene.s
    battle = msgspec.structs.replace(battle_for(s, scene.side, target), attackers=tuple(post.unit for post in posts))
    attackers = [
        attacker(s, post.unit, target)._replace(at=post.at, across=hexsides(s, post.at, target)) for post in posts
    ]
    defenders = [defender(s, unit) for unit in battle.defenders]
    found = account(attackers, defenders, ground(s, target), s.world.charts)
    return promise(scene, battle, found, posts)


def outlook_of(scene: Scene, battle: Battle) -> float:
    """What an attack promises as it has been declared so far."""
    s = scene.s
    return promise(scene, battle, stands(s, battle), [Post(unit, s.where[unit]) for unit in battle.attackers])


def promise(scene: Scene, battle: Battle, found: Account, posts: Sequence[Post]) -> float:
    """The average of what the faces of the die bring. [BF-9C-1]"""
    s, chart = scene.s, numbers()["attack"]
    own, theirs = sum(loss(s, unit) for unit in battle.attackers), sum(loss(s, unit) for unit in battle.attacked)
    prize = scene.stakes.get(battle.at, 0.0) + numbers()["ground"]["hex"]
    caught = theirs * trapped(scene, battle, posts)
    total = 0.0
    for result in found.results:
        match result:
            case "AE":
                total -= chart["care"] * own
            case "AH":
                total -= chart["care"] * own / 2 + chart["retreat"]
            case "AR":
                total -= chart["retreat"]
            case "DR":
                total += caught + prize
            case "DH":
                total += (theirs + caught) / 2 + prize
            case "DE":
                total += theirs + prize
            case "HX" | "EX":
                total += exchanged(s, battle, own, theirs, prize, SHARES[result] / 2)
    return total / len(found.results)


def exchanged(s: Campaign, battle: Battle, own: float, theirs: float, prize: float, share: float) -> float:
    """What an exchange brings: the side that is weaker on paper is lost, the other gives its share. [BF-9C-6]"""
    attack, defence = attack_strength(s, battle), defence_strength(s, battle.defenders)
    care = float(numbers()["attack"]["care"])
    if attack < defence:
        return theirs * min(1.0, attack * share / max(1, defence)) - care * own
    return theirs + prize - care * own * min(1.0, defence * share / max(1, attack))


def trapped(scene: Scene, battle: Battle, posts: Sequence[Post]) -> float:
    """Which part of the defenders would have nowhere to retreat to but zones or enemies. [BF-9F1-2, BF-9F1-4]"""
    s = scene.s
    mine = 0
    for post in posts:
        mine |= 1 << post.at
        if s.world.has_zone[post.unit] and not s.cadre[post.unit]:
            mine |= rings(s.world, s.weather, s.world.cost_set[post.unit])[post.at]
    shut = mine | scene.zone | scene.held | closed_ground(s, 1 - scene.side)
    if not battle.attacked:
        return 0.0
    stuck = sum(
        1 for unit in battle.attacked if not rings(s.world, s.weather, s.world.cost_set[unit])[battle.at] & ~shut
    )
    return stuck / len(battle.attacked)


# Who will be where


class Room:
    """Who will stand where, as far as it is settled."""

    def __init__(self, s: Campaign, settled: Mapping[int, Iterable[int]]) -> None:
        self.s = s
        self.at: dict[int, list[int]] = {place: list(units) for place, units in settled.items()}

    def holds(self, place: int, more: Iterable[int]) -> bool:
        """Whether a hex holds those who will be there and some more. [BF-8A1-1]"""
        units = [*self.at.get(place, ()), *more]
        return slots.fits(stack_of(self.s, units), limits(self.s.world, place))

    def put(self, unit: int, place: int) -> None:
        self.at.setdefault(place, []).append(unit)


# The best attack on a hex


def best(scene: Scene, target: int, open_to: Mapping[int, Sequence[int]], room: Room) -> Assault | None:
    """The best attack on a hex by units that could be in certain hexes beside it: one after the other joins, the
    strongest first, as long as it adds anything."""
    chart = numbers()["attack"]
    chosen: list[Post] = []
    top: Assault | None = None
    for unit in sorted(open_to, key=lambda unit: -weight(scene.s, unit, target)):
        post = next((Post(unit, at) for at in open_to[unit] if fits(scene.s, target, chosen, unit, at, room)), None)
        if post is None:
            continue
        chosen.append(post)
        worth = outlook(scene, target, chosen)
        if top is None or worth > top.worth + chart["more"]:
            top = Assault(target, tuple(chosen), worth)
        if len(chosen) == chart["units"]:
            break
    return top


def weight(s: Campaign, unit: int, target: int) -> float:
    """How much a unit brings to an attack, for its order of joining."""
    strength = float(face(s, unit).attack)
    return strength if "mountain" in s.world.roster[unit].flags or not s.world.mountains >> target & 1 else strength / 2


def fits(s: Campaign, target: int, chosen: Sequence[Post], unit: int, at: int, room: Room) -> bool:
    """Whether a unit finds room in the hex that it attacks from, and in the attack. [BF-8B-3]"""
    fellows = [post.unit for post in chosen if post.at == at]
    stack = stack_of(s, [*fellows, unit])
    return slots.fits(stack, limits(s.world, target)) and room.holds(at, [*fellows, unit])
