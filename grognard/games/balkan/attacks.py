"""Chapters 9A and 9B: the combat phase, and how an attack is declared, unit by unit, with the account beside it."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from grognard.engine.agenda import Ask, Preview, Prompt, Step, Sum
from grognard.engine.naming import named_place, own_unit
from grognard.engine.orders import Order, Pass, Refusal
from grognard.engine.paths import bits
from grognard.games.balkan.accounting import attack_sums, odds_facts
from grognard.games.balkan.battle import Battle, battle_for, stands
from grognard.games.balkan.lands import beyond_area, closed_ground, loyalty, neutral_ground
from grognard.games.balkan.orders import Attack, Join, Withhold
from grognard.games.balkan.results import resolve
from grognard.games.balkan.stacking import limits, stack_of
from grognard.games.balkan.state import ATTACKED, WAS_ATTACKED, Campaign
from grognard.games.balkan.units import face, names
from grognard.games.balkan.ways import adjacent, rings
from grognard.games.balkan.zones import occupied
from grognard.games.europa import slots

ARMOUR, ENGINEERS = "armour", "engineers"


class Combat(Step[Campaign], frozen=True):
    """The phasing side makes its attacks, one after the other. [BF-9A-1, BF-9A-2]"""

    side: int

    def run(self, s: Campaign) -> None:
        s.then(Attacks(self.side), EndOfCombat())


class EndOfCombat(Step[Campaign], frozen=True):
    """Who has fought in the phase is forgotten. [BF-9B-1]"""

    def run(self, s: Campaign) -> None:
        for unit, fought in enumerate(s.fought):
            if fought:
                s.fought[unit] = 0


class Attacks(Ask[Campaign], frozen=True):
    """The next hex that is attacked, or the end of the phase. [BF-9A-1, BF-9A-2]"""

    takes = (Attack, Pass)
    out_of_turn = "BF-9A-1"

    def prompt(self, s: Campaign) -> Prompt:
        return Prompt("attacks", "BF-9A-1")

    def offers(self, s: Campaign) -> Iterator[Order]:
        side = s.world.sides[self.side]
        for place in targets(s, self.side):
            yield Attack(side, s.world.board.names[place])
        yield Pass(side)

    def explain(self, s: Campaign, order: Order) -> Refusal | None:
        assert isinstance(order, Attack)
        place = named_place(s, order.at)
        return place if isinstance(place, Refusal) else why_not_attack(s, self.side, place)

    def take(self, s: Campaign, order: Order) -> None:
        if isinstance(order, Attack):
            s.then(Declare(self.side, battle_for(s, self.side, s.world.board.at(order.at))))
        else:
            s.done()


class Declare(Ask[Campaign], frozen=True):
    """Who takes part in an attack. It is made when nobody else is to join. [BF-9A-4, BF-9B-4]"""

    battle: Battle

    takes = (Join, Withhold, Pass)
    out_of_turn = "BF-9A-2"

    def prompt(self, s: Campaign) -> Prompt:
        at = s.world.board.names[self.battle.at]
        who = names(s, self.battle.attackers)
        return Prompt("declare" if who else "declare first", "BF-9A-4", {"at": at, "units": who})

    def offers(self, s: Campaign) -> Iterator[Order]:
        side = s.world.sides[self.side]
        for unit in candidates(s, self.battle):
            yield Join(side, s.world.units[unit])
        for what in withholdable(s, self.battle):
            yield Withhold(side, what)
        if has_strength(s, self.battle):
            yield Pass(side)

    def explain(self, s: Campaign, order: Order) -> Refusal | None:
        at = s.world.board.names[self.battle.at]
        match order:
            case Join():
                unit = own_unit(s, self.side, order.unit)
                return unit if isinstance(unit, Refusal) else why_not_join(s, self.battle, unit)
            case Withhold():
                rule = "BF-14A2-4" if order.what == ENGINEERS else "BF-10H-1"
                return Refusal(rule, {"what": order.what, "at": at}, "withhold")
            case _:
                return Refusal("BF-9G-1", {"at": at}, "nobody")

    def take(self, s: Campaign, order: Order) -> None:
        match order:
            case Pass():
                s.done()
                begin(s, self.battle)
            case _:
                s.become(Declare(self.side, after(s, self.battle, order)))

    def preview(self, s: Campaign, order: Order) -> Preview:
        battle = after(s, self.battle, order)
        account = stands(s, battle)
        meets = tuple(names(s, battle.attacked)) if isinstance(order, Pass) else ()
        cost = account.die if isinstance(order, Pass | Withhold) else account.attack
        return Preview((), cost, meets, (Prompt("odds", "BF-9A-6", odds_facts(s, account)),))

    def sums(self, s: Campaign) -> tuple[Sum, ...]:
        return attack_sums(s, self.battle, candidates(s, self.battle))


def begin(s: Campaign, battle: Battle) -> None:
    """An attack is made: nobody in it attacks or is attacked again in this phase. [BF-9B-1]"""
    for unit in battle.attackers:
        s.fought[unit] |= ATTACKED
    for unit in battle.attacked:
        s.fought[unit] |= WAS_ATTACKED
    resolve(s, battle)


def after(s: Campaign, battle: Battle, order: Order) -> Battle:
    """The attack as an order would leave it."""
    match order:
        case Join():
            return msgspec.structs.replace(battle, attackers=(*battle.attackers, s.world.unit_index[order.unit]))
        case Withhold():
            return msgspec.structs.replace(battle, **{order.what: False})
        case _:
            return battle


# Who may attack what


def targets(s: Campaign, side: int) -> list[int]:
    """The hexes that a side may attack. [BF-9A-1, BF-9B-1, BF-9G-1]"""
    loyal, enemies, found = loyalty(s), occupied(s, 1 - side), 0
    for unit, at in enumerate(s.where):
        if at >= 0 and loyal[unit] == side and not s.fought[unit] & ATTACKED and face(s, unit).attack:
            found |= adjacent(s.world)[at] & enemies & ~found
    return [place for place in bits(found) if why_not_attack(s, side, place) is None]


def why_not_attack(s: Campaign, side: int, place: int) -> Refusal | None:
    """An attack needs enemies that have not been attacked, and a unit of some strength that may make it. [BF-9A-1,
    BF-9B-1, BF-9G-1, BF-28C-1]"""
    facts = {"at": s.world.board.names[place]}
    if neutral_ground(s) >> place & 1:
        return Refusal("BF-28C-1", facts, "attack")
    battle = battle_for(s, side, place)
    if not battle.attacked:
        return Refusal("BF-9A-1", facts, "nobody")
    if not battle.defenders:
        return Refusal("BF-9B-1", facts, "defenders")
    if candidates(s, battle):
        return None
    near = [unit for unit in beside(s, battle) if face(s, unit).attack]
    if not near:
        return Refusal("BF-9G-1", facts, "hex") if beside(s, battle) else Refusal("BF-9A-1", facts, "far")
    return why_not_join(s, battle, near[0]) or Refusal("BF-9A-1", facts, "far")


def beside(s: Campaign, battle: Battle) -> list[int]:
    """The attacker's units in the hexes around, whatever lies between."""
    loyal, ring = loyalty(s), s.world.board.neighbours[battle.at]
    return [unit for unit, at in enumerate(s.where) if at in ring and loyal[unit] == battle.side]


def candidates(s: Campaign, battle: Battle) -> list[int]:
    """The units that may join an attack."""
    return [unit for unit in beside(s, battle) if why_not_join(s, battle, unit) is None]


def why_not_join(s: Campaign, battle: Battle, unit: int) -> Refusal | None:
    """Why a unit may not join an attack. [BF-9A-1, BF-9B-1, BF-9B-2, BF-9B-4, BF-9G-1, BF-8B-3, BF-28A-1, BF-28A-3]"""
    world, here = s.world, s.where[unit]
    facts = {"unit": world.units[unit], "at": world.board.names[battle.at]}
    if unit in battle.attackers:
        return Refusal("BF-9B-4", facts, "joined")
    if not 0 <= here < world.board.grid.size or world.board.distance(here, battle.at) != 1:
        return Refusal("BF-9A-1", facts, "unit")
    if s.fought[unit] & ATTACKED:
        return Refusal("BF-9B-1", facts)
    if not rings(world, s.weather, world.cost_set[unit])[here] >> battle.at & 1:
        return Refusal("BF-9B-2", facts)
    if closed_ground(s, battle.side) >> battle.at & 1:
        return Refusal("BF-28A-3", facts, "attack")
    if (beyond_area(s, unit) >> battle.at | beyond_area(s, unit) >> here) & 1:
        return Refusal("BF-28A-1", facts, "attack")
    if not face(s, unit).attack and not has_strength(s, battle):
        return Refusal("BF-9G-1", facts)
    fellows = [other for other in battle.attackers if s.where[other] == here]
    if not slots.fits(stack_of(s, [*fellows, unit]), limits(world, battle.at)):
        return Refusal("BF-8B-3", facts | {"from": world.board.names[here]})
    return None


def has_strength(s: Campaign, battle: Battle) -> bool:
    """Whether anybody with an attack strength takes part. [BF-9G-1]"""
    return any(face(s, unit).attack for unit in battle.attackers)


def withholdable(s: Campaign, battle: Battle) -> list[str]:
    """What the attacker may leave unused because losses are required for it. [BF-10H-1, BF-14A2-4]"""
    owed = {share.rule for share in stands(s, battle).attacker_owes} if battle.attackers else set()
    return [what for what, rule in ((ARMOUR, "BF-10H-1"), (ENGINEERS, "BF-14A2-4")) if rule in owed]
