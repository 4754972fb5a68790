"""Chapter 9: the combat phase. One attack at a time: declared whole, answered, resolved. [2WW-9b]

Here it is declared and answered. Then `firing` has both sides throw, `sea_retreat` and `land_combat` see to the losers
and to what they have left, and `aftermath` ends it.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from grognard.engine.agenda import Ask, Prompt, Step, Sum, Warnings
from grognard.engine.naming import NameUnit, named_place
from grognard.engine.orders import Order, Pass, Refusal
from grognard.engine.paths import bits
from grognard.games.twoww import politics
from grognard.games.twoww.battle import Battle, joined, owes_combat
from grognard.games.twoww.firing import Stage, described
from grognard.games.twoww.ground import is_friendly_port
from grognard.games.twoww.land_strength import bearing_upon, guards_of, land_strength, terrain_shift
from grognard.games.twoww.orders import Attack, Engage, Join, Strike
from grognard.games.twoww.stacking import Check
from grognard.games.twoww.state import War
from grognard.games.twoww.units import acts_in_the_air, air_at, fleets_at, land_at
from grognard.games.twoww.zones import air_zone, zone_of_fleet, zone_of_unit

AIR_TARGET, FLEET_TARGET = "air", "fleets"


class Combat(Step[War], frozen=True):
    """A combat phase begins: nobody has attacked in it yet. [2WW-4.2.C.3a]"""

    side: int

    def run(self, s: War) -> None:
        s.active = self.side
        for unit in range(len(s.where)):
            s.fought[unit] = 0
        s.then(MayAttack(self.side), EndOfCombat(), Check())


class EndOfCombat(Step[War], frozen=True):
    """Whoever landed in this turn has landed."""

    def run(self, s: War) -> None:
        for unit in range(len(s.where)):
            s.landed[unit] = 0


class MayAttack(Step[War], frozen=True):
    """Ask for the next attack if there is anything to attack; otherwise the phase ends by itself. [2WW-9a]"""

    side: int

    def run(self, s: War) -> None:
        if land_targets(s, self.side) or strike_targets(s, self.side) or sea_targets(s, self.side):
            s.then(Attacks(self.side))


class Attacks(Ask[War], frozen=True):
    """The next attack, or the end of the phase; combats owed by landings must be fought. [2WW-9a, 2WW-9b,
    2WW-8.1.1b]"""

    takes = (Attack, Strike, Engage, Pass)
    out_of_turn = "2WW-4.1a"

    def prompt(self, s: War) -> Prompt:
        return Prompt("attack", "2WW-9a")

    def offers(self, s: War) -> Iterator[Order]:
        side, names = s.world.sides[self.side], s.world.board.names
        for place in bits(land_targets(s, self.side)):
            yield Attack(side, names[place])
        for place, target in strike_targets(s, self.side):
            yield Strike(side, names[place], target)
        for place in sea_targets(s, self.side):
            yield Engage(side, names[place])
        if not owed(s, self.side):
            yield Pass(side)

    def explain(self, s: War, order: Order) -> Refusal | None:
        if isinstance(order, Pass):
            return Refusal("2WW-8.1.1b", {"at": s.world.board.names[owed(s, self.side)[0]]})
        assert isinstance(order, Attack | Strike | Engage)
        place = named_place(s, order.at)
        if isinstance(place, Refusal):
            return place
        match order:
            case Attack():
                return why_not_attack(s, self.side, place)
            case Strike():
                return why_not_strike(s, self.side, place, order.target)
            case Engage():
                return why_not_engage(s, self.side, place)

    def take(self, s: War, order: Order) -> None:
        s.done()
        if isinstance(order, Pass):
            return
        s.then(MayAttack(self.side))
        match order:
            case Attack():
                commit(s, land_battle(s, self.side, s.world.board.at(order.at)))
            case Strike():
                commit(s, strike_battle(s, self.side, s.world.board.at(order.at), order.target))
            case Engage():
                commit(s, sea_battle(s, self.side, s.world.board.at(order.at)))

    def warnings(self, s: War) -> Warnings:
        places = [s.world.board.names[place] for place in owed(s, self.side)]
        return {Pass: (Prompt("owed", "2WW-8.1.1b", {"at": places}),)} if places else {}


# Targets


def can_attack(s: War, unit: int, side: int) -> bool:
    """A land unit that may still attack: ashore, no fort, not yet in this phase, its country at war. [2WW-9.1.1,
    2WW-4.2.C.3a, 2WW-3.3.3c, 2WW-12.1.1b, 2WW-12.4.1b]"""
    world = s.world
    return (
        s.loyal[unit] == side
        and 0 <= s.where[unit] < world.board.grid.size
        and s.aboard[unit] < 0
        and not world.is_fort[unit]
        and not s.fought[unit]
        and not s.neutral[world.nation[unit]]
    )


def bears_on(s: War, unit: int, place: int) -> bool:
    """Whether a land unit may attack a hex: the one that it has landed in, else one in its zone. [2WW-9.1.1]"""
    if owes_combat(s, unit):
        return s.where[unit] == place
    return bool(zone_of_unit(s, unit) >> place & 1)


def land_targets(s: War, side: int) -> int:
    """The hexes that a side's land units may attack. [2WW-9.1.1, 2WW-5.2.3a]"""
    mask, enemies = 0, land_at(s, 1 - side)
    for unit in s.world.land_units:
        if can_attack(s, unit, side):
            if owes_combat(s, unit):
                mask |= 1 << s.where[unit]
            else:
                mask |= zone_of_unit(s, unit) & enemies
    return mask


def owed(s: War, side: int) -> list[int]:
    """The hexes where a side has landed among enemies and has not fought yet. [2WW-8.1.1b]"""
    landed = [u for u in s.world.land_units if owes_combat(s, u) and can_attack(s, u, side)]
    return sorted({s.where[unit] for unit in landed})


def ready_air(s: War, side: int) -> list[int]:
    """A side's air units that may fly a mission. [2WW-3.3.2b, 2WW-3.4.3a]"""
    return [
        unit
        for unit in s.world.air_units
        if s.loyal[unit] == side
        and not s.ops[unit]
        and acts_in_the_air(s, unit)
        and not s.neutral[s.world.nation[unit]]
    ]


def ready_fleets(s: War, side: int) -> list[int]:
    """A side's fleets that may fight. [2WW-3.4.3b]"""
    return [
        unit
        for unit in s.world.fleets
        if s.loyal[unit] == side and s.where[unit] >= 0 and not s.ops[unit] and not s.neutral[s.world.nation[unit]]
    ]


def strike_targets(s: War, side: int) -> list[tuple[int, str]]:
    """The hexes in range whose air units, or whose fleets, a side may strike. [2WW-9.2a]"""
    reach = 0
    for unit in ready_air(s, side):
        reach |= air_zone(s, unit)
    found = [(place, AIR_TARGET) for place in bits(reach & air_at(s, 1 - side))]
    return found + [(place, FLEET_TARGET) for place in bits(reach & fleets_at(s, 1 - side))]


def sea_targets(s: War, side: int) -> list[int]:
    """The hexes whose fleets, or lone air units, a side's fleets may attack. [2WW-9.3a, 2WW-9d, 2WW-9.3.1]"""
    reach = 0
    for unit in ready_fleets(s, side):
        if not s.fought[unit]:
            reach |= zone_of_fleet(s, unit)
    places = bits(reach & (fleets_at(s, 1 - side) | air_at(s, 1 - side)))
    return [place for place in places if is_sea_target(s, side, place)]


def is_sea_target(s: War, side: int, place: int) -> bool:
    """Fleets outside their own ports, or air units where no fleet is and not only submarines could fire. [2WW-9.3.1,
    2WW-9d]"""
    if fleets_at(s, 1 - side) >> place & 1:
        return not is_friendly_port(s, place, 1 - side)
    able = [unit for unit in ready_fleets(s, side) if not s.fought[unit] and not s.world.is_submarine[unit]]
    return any(zone_of_fleet(s, unit) >> place & 1 for unit in able)


def why_not_attack(s: War, side: int, place: int) -> Refusal | None:
    facts = {"at": s.world.board.names[place]}
    if not land_at(s, 1 - side) >> place & 1:
        return Refusal("2WW-9c", facts)
    near = [unit for unit in s.world.land_units if s.loyal[unit] == side and bears_on(s, unit, place)]
    for unit in near:
        if s.neutral[s.world.nation[unit]]:
            rule = "2WW-12.4.1b" if s.world.is_soviet[unit] else "2WW-12.1.1b"
            return Refusal(rule, {"unit": s.world.units[unit]} | facts)
    spent = any(s.fought[unit] for unit in near)
    return Refusal("2WW-4.2.C.3a" if spent else "2WW-9.1.1", facts)


def why_not_strike(s: War, side: int, place: int, target: str) -> Refusal | None:
    facts = {"at": s.world.board.names[place], "target": target}
    if target not in (AIR_TARGET, FLEET_TARGET):
        return Refusal("2WW-9.2a", facts)
    victims = air_at(s, 1 - side) if target == AIR_TARGET else fleets_at(s, 1 - side)
    if not victims >> place & 1:
        return Refusal("2WW-9c", facts)
    marked = [u for u in s.world.air_units if s.loyal[u] == side and s.ops[u] and air_zone(s, u) >> place & 1]
    return Refusal("2WW-3.3.2b" if marked else "2WW-9.2a", facts)


def why_not_engage(s: War, side: int, place: int) -> Refusal | None:
    facts = {"at": s.world.board.names[place]}
    if not (fleets_at(s, 1 - side) | air_at(s, 1 - side)) >> place & 1:
        return Refusal("2WW-9c", facts)
    if not fleets_at(s, 1 - side) >> place & 1 and not s.world.coastal >> place & 1:
        return Refusal("2WW-9d", facts)
    if is_friendly_port(s, place, 1 - side) and fleets_at(s, 1 - side) >> place & 1:
        return Refusal("2WW-9.3.1", facts)
    spent = [u for u in s.world.fleets if s.loyal[u] == side and s.fought[u] and zone_of_fleet(s, u) >> place & 1]
    return Refusal("2WW-3.3.3b" if spent else "2WW-9.3a", facts)


# Battles


def land_battle(s: War, side: int, place: int) -> Battle:
    """A land combat; whoever has landed in the hex takes part, and in the defence of an empty port all air units that
    bear on it. [2WW-8.1.1b, 2WW-8.1.4.2, 2WW-8.1.4.3a, 2WW-9.1.4]"""
    landed = tuple(u for u in s.ashore(place, side) if owes_combat(s, u) and can_attack(s, u, side))
    garrison = tuple(s.ashore(place, 1 - side))
    defenders = garrison or guards_of(s, place, 1 - side)
    land = (landed, defenders) if side == 0 else (defenders, landed)
    near = () if garrison or not defenders else bearing_upon(s, place, 1 - side, defenders)
    flown = tuple(unit for unit in near if s.world.is_air[unit])
    return Battle("land", place, side, land=land, flown=flown, nominal=not garrison)


def strike_battle(s: War, side: int, place: int, target: str) -> Battle:
    """A strike from the air; air units in the hex defend its fleets as well, and fleets beside air units that are
    struck fire back, if they are at war. To defend their own base is no mission: they stay ready. [2WW-9.2a, 2WW-9.2.3,
    2WW-3.3.2c, 2WW-4.2.C.3d]"""
    enemies = [unit for unit in s.stack(place, 1 - side) if s.aboard[unit] < 0]
    air = _opposite(side, tuple(unit for unit in enemies if s.world.is_air[unit]))
    fleets = tuple(unit for unit in enemies if s.world.is_fleet[unit])
    if target == FLEET_TARGET:
        return Battle("strike", place, side, air=air, sea=_opposite(side, fleets))
    at_war = tuple(fleet for fleet in fleets if not s.neutral[s.world.nation[fleet]])
    return Battle("strike", place, side, air=air, beside=at_war)


def sea_battle(s: War, side: int, place: int) -> Battle:
    """A sea combat against all fleets of a hex, or against its air units where there is no fleet. [2WW-9.3a, 2WW-9d]"""
    enemies = [unit for unit in s.stack(place, 1 - side) if s.aboard[unit] < 0]
    sea = tuple(unit for unit in enemies if s.world.is_fleet[unit])
    air = () if sea else tuple(unit for unit in enemies if s.world.is_air[unit])
    return Battle("sea", place, side, air=_opposite(side, air), sea=_opposite(side, sea))


def _opposite(side: int, units: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return ((), units) if side == 0 else (units, ())


# Declaring


def candidates(s: War, battle: Battle, side: int) -> list[int]:
    """The units that a side may still add to a combat, if they may fight together. [2WW-9.1.1, 2WW-9.1.2a, 2WW-9.2a,
    2WW-9.3a]"""
    able = [unit for unit in range(len(s.where)) if s.loyal[unit] == side and s.where[unit] >= 0]
    return [unit for unit in able if why_not_join(s, battle, side, unit) is None]


def why_not_join(s: War, battle: Battle, side: int, unit: int) -> Refusal | None:
    """Why a unit may not take part in a combat."""
    world, place = s.world, battle.at
    facts = {"unit": world.units[unit], "at": world.board.names[place]}
    if s.where[unit] < 0:
        return Refusal("table.not-on-map", facts)
    already = (*battle.land[side], *battle.air[side], *battle.sea[side])
    if unit in already:
        return Refusal("2WW-9b", facts)
    if side == battle.side and not is_attack(battle) and not is_of_arm(s, battle, unit):
        return Refusal("2WW-9c", facts, "first")  # whoever is supported must be known
    if world.is_land[unit]:
        refusal = _why_not_land(s, battle, side, unit)
    elif world.is_air[unit]:
        refusal = _why_not_air(s, battle, side, unit)
    else:
        refusal = _why_not_fleet(s, battle, side, unit)
    return Refusal(refusal, facts) if refusal else politics.why_not_together(s, unit, already)


def is_attack(battle: Battle) -> bool:
    """Whether there is an attack at all: the arm that makes it must be in it. [2WW-9c]"""
    arms = {"land": battle.land, "strike": battle.air, "sea": battle.sea}
    return battle.kind not in arms or bool(arms[battle.kind][battle.side])


def is_of_arm(s: War, battle: Battle, unit: int) -> bool:
    """Whether a unit can make an attack, not only support it. [2WW-9c]"""
    flags = {"land": s.world.is_land, "strike": s.world.is_air, "sea": s.world.is_fleet}
    return bool(flags[battle.kind][unit])


def _why_not_land(s: War, battle: Battle, side: int, unit: int) -> str:
    if s.world.is_fort[unit]:
        return "2WW-9.1.1"
    if side != battle.side:
        return "2WW-9a"  # whoever is there defends, and nobody else
    if battle.kind != "land":
        return "2WW-9c"
    if s.aboard[unit] >= 0:
        return "2WW-3.3.3c"
    if s.fought[unit]:
        return "2WW-4.2.C.3a"
    return "" if can_attack(s, unit, side) and bears_on(s, unit, battle.at) else "2WW-9.1.1"


def _why_not_air(s: War, battle: Battle, side: int, unit: int) -> str:
    if s.ops[unit]:
        return "2WW-3.3.2b"
    if s.neutral[s.world.nation[unit]]:
        return "2WW-3.4.2a"
    if not acts_in_the_air(s, unit):
        return "2WW-3.3.3c"
    if battle.kind == "transit" and side != battle.side and s.world.move[unit] != s.world.charts["movement"]["cover"]:
        return "2WW-8.3.5.2"
    if not air_zone(s, unit) >> battle.at & 1:
        return "2WW-9.2a" if battle.kind == "strike" else "2WW-9.1.2a"
    return ""


def _why_not_fleet(s: War, battle: Battle, side: int, unit: int) -> str:
    if battle.kind in ("strike", "transit") or (battle.kind == "sea" and side != battle.side):
        return "2WW-9a" if side != battle.side else "2WW-9.2.2"
    if s.ops[unit]:
        return "2WW-3.4.3b"
    if s.neutral[s.world.nation[unit]]:
        return "2WW-3.4.2a"
    if side == battle.side and s.fought[unit]:
        return "2WW-3.3.3b"
    if battle.kind == "land" and not s.world.coastal >> battle.at & 1:
        return "2WW-5.1.2c"
    if not zone_of_fleet(s, unit) >> battle.at & 1:
        return "2WW-9.3a" if battle.kind == "sea" else "2WW-9.1.2a"
    if battle.kind == "sea" and not battle.sea[1 - side] and s.world.is_submarine[unit]:
        return "2WW-4.2.C.3j"
    return ""


def with_unit(s: War, battle: Battle, side: int, unit: int) -> Battle:
    """The same combat with one more unit in it."""
    if s.world.is_land[unit]:
        return msgspec.structs.replace(battle, land=joined(battle.land, side, unit))
    if s.world.is_air[unit]:
        return msgspec.structs.replace(battle, air=joined(battle.air, side, unit), flown=(*battle.flown, unit))
    return msgspec.structs.replace(battle, sea=joined(battle.sea, side, unit))


def commit(s: War, battle: Battle) -> None:
    """Ask the attacker who else takes part, as long as there is a choice. [2WW-9b]"""
    able = candidates(s, battle, battle.side)
    if is_attack(battle) and not able:
        declare(s, battle)
    elif not is_attack(battle) and len(able) == 1:
        commit(s, with_unit(s, battle, battle.side, able[0]))
    else:
        s.then(Commit(battle.side, battle))


def declare(s: War, battle: Battle) -> None:
    """An attack is announced whole: whoever attacks or supports it has done so for this phase. [2WW-9b,
    2WW-4.2.C.3a, 2WW-3.3.3b]"""
    side = battle.side
    for unit in (*battle.land[side], *battle.sea[side]):
        s.fought[unit] = 1
    s.tell(f"attack {battle.kind}", "2WW-9b", **described(s, battle))
    politics.attacked(s, (*battle.land[1 - side], *battle.air[1 - side], *battle.sea[1 - side]))
    defend(s, battle)


class Commit(NameUnit[War], frozen=True):
    """The attacker names everyone who takes part, land units and support. [2WW-9b, 2WW-9.1.1, 2WW-9.1.2a]"""

    battle: Battle

    takes = (Join, Pass)
    out_of_turn = "2WW-9b"

    def prompt(self, s: War) -> Prompt:
        return Prompt(f"commit {self.battle.kind}", "2WW-9b", {"at": s.world.board.names[self.battle.at]})

    def among(self, s: War) -> list[int]:
        return candidates(s, self.battle, self.side)

    def why_not(self, s: War, unit: int) -> Refusal | None:
        return why_not_join(s, self.battle, self.side, unit)

    def may_pass(self, s: War) -> bool:
        return is_attack(self.battle)

    def why_not_pass(self, s: War) -> Refusal:
        return Refusal("2WW-9c", {"at": s.world.board.names[self.battle.at]}, "nobody")

    def named(self, s: War, unit: int) -> None:
        commit(s, with_unit(s, self.battle, self.side, unit))

    def passed(self, s: War) -> None:
        declare(s, self.battle)

    def sums(self, s: War) -> tuple[Sum, ...]:
        return odds(s, self.battle)


class Defend(NameUnit[War], frozen=True):
    """The defender names its support. [2WW-9b, 2WW-9.1.2a, 2WW-9.3.2a, 2WW-8.3.5.2]"""

    battle: Battle

    takes = (Join, Pass)
    out_of_turn = "2WW-9b"

    def prompt(self, s: War) -> Prompt:
        return Prompt("defend", "2WW-9.1.2a", {"at": s.world.board.names[self.battle.at]})

    def among(self, s: War) -> list[int]:
        return candidates(s, self.battle, self.side)

    def why_not(self, s: War, unit: int) -> Refusal | None:
        return why_not_join(s, self.battle, self.side, unit)

    def named(self, s: War, unit: int) -> None:
        defend(s, with_unit(s, self.battle, self.side, unit))

    def passed(self, s: War) -> None:
        s.then(Stage(self.battle))

    def sums(self, s: War) -> tuple[Sum, ...]:
        return odds(s, self.battle)


def defend(s: War, battle: Battle) -> None:
    """Ask the defender for support if there is any to be had; then fight. An empty port fights with what bears on
    it."""
    side = 1 - battle.side
    if not battle.nominal and candidates(s, battle, side):
        s.then(Defend(side, battle))
    else:
        s.then(Stage(battle))


def odds(s: War, battle: Battle) -> tuple[Sum, ...]:
    """Both sides' land strength so far, for the running totals beside the question. [2WW-9.1.3]"""
    if battle.kind != "land":
        return ()
    attack, defence = (land_strength(s, battle, side) for side in (battle.side, 1 - battle.side))
    shift = terrain_shift(s, battle)
    return (
        Sum("Attack", "strength", "2WW-9.1.3", {"factors": attack.value}, attack),
        Sum("Defence", "strength", "2WW-9.1.3", {"factors": defence.value}, defence),
        Sum("Terrain", "shift", "2WW-4.2.C.3m", {"columns": shift.value}, shift),
    )
