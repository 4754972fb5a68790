"""Chapter 7: combat. Battles last for many turns in one hex; a round is airstrike, defensive and offensive fire."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.agenda import Ask, Chance, Prompt, Step
from grognard.engine.events import Roll
from grognard.engine.naming import NameUnit, own_unit
from grognard.engine.orders import Order, Pass, Refusal
from grognard.engine.state import put
from grognard.engine.tally import Tally
from grognard.games.westfront import assault, losses, phases
from grognard.games.westfront.airpower import air_firepower, air_range, can_strike, in_air_range, strike_dice
from grognard.games.westfront.beachheads import has_beachhead
from grognard.games.westfront.command import Deactivate, command_range, is_blitzing
from grognard.games.westfront.control import battles, end_battles, original_attacker, take_control
from grognard.games.westfront.invasions import supports_invasion
from grognard.games.westfront.orders import Declare, Fight, Man, Strike
from grognard.games.westfront.state import AXIS, COMMAND, INVASION, Front
from grognard.games.westfront.units import hide, is_active_headquarters, show
from grognard.games.westfront.weather import MUD, effect
from grognard.games.westfront.world import West

SF, DF, TF = 1, 2, 3
FIRE = ("none", "SF", "DF", "TF")


class Combat(Step[Front], frozen=True):
    """The combat phase, and the blitz combat phase if anybody blitzes. [WF-4.4b, WF-4.45]"""

    side: int
    blitz: bool

    def run(self, s: Front) -> None:
        if self.blitz and not is_blitzing(s, self.side) and s.phase != phases.BLITZ_MOVEMENT:
            return  # mobilized ones leave their battles behind
        s.phase = phases.BLITZ_COMBAT if self.blitz else phases.COMBAT
        take_control(s)
        s.strike = s.fighting = s.world.blank
        for place in battles(s):
            if s.fresh[place] or self._besieges(s, place):
                s.fighting = put(s.fighting, place, 1)
            if not s.fresh[place]:
                reveal_newcomers(s, place)
        s.then(
            Airstrikes(self.side), OptionalBattles(self.side), RevealBattles(), NextBattle(self.side),
            Deactivate(self.side, self.blitz),
        )  # fmt: skip

    def _besieges(self, s: Front, place: int) -> bool:
        """Whoever besieges a fortress must fight every turn, though not in the blitz. [WF-7.15d]"""
        return not self.blitz and place in s.world.fortresses and original_attacker(s, place) == self.side


# 7.1 Active battles


def reveal_newcomers(s: Front, place: int) -> None:
    """Units that join an old battle of their side's making are turned face up. [WF-7.15b]"""
    newcomers = [unit for unit in s.stack(place, original_attacker(s, place)) if not s.shown[unit]]
    for unit in newcomers:
        show(s, unit)
    if newcomers:
        s.tell("newcomers", "WF-7.15b", reveals=True, at=s.world.board.names[place], units=faces(s, newcomers))


def faces(s: Front, units: list[int]) -> list[str]:
    return [f"{s.world.units[unit]} {s.world.roster[unit].kind} {s.steps[unit]}" for unit in units]


class Airstrikes(Step[Front], frozen=True):
    """Nobody is asked for airstrikes that cannot be made; who could make them is known to all."""

    side: int

    def run(self, s: Front) -> None:
        ask = AssignAirstrikes(self.side)
        if len(list(ask.offers(s))) > 1:
            s.then(ask)


class AssignAirstrikes(Ask[Front], frozen=True):
    """Airstrikes are assigned openly before any block is turned. [WF-7.13a, WF-5.5a]"""

    takes = (Strike, Pass)
    out_of_turn = "WF-4.4b"

    def prompt(self, s: Front) -> Prompt:
        return Prompt("airstrikes", "WF-7.13a")

    def offers(self, s: Front) -> Iterator[Order]:
        side = s.world.sides[self.side]
        for hq in s.world.army[self.side]:
            if s.where[hq] >= 0 and can_strike(s, hq):
                for place in battles(s):
                    if why_not_strike(s, hq, place) is None:
                        yield Strike(side, s.world.units[hq], s.world.board.names[place])
        yield Pass(side)

    def explain(self, s: Front, order: Order) -> Refusal | None:
        if not isinstance(order, Strike):
            return None
        hq = own_unit(s, self.side, order.hq)
        if isinstance(hq, Refusal):
            return hq
        place = s.world.board.find(order.at)
        if place is None:
            return Refusal("table.no-place", {"place": order.at})
        return why_not_strike(s, hq, place)

    def take(self, s: Front, order: Order) -> None:
        if not isinstance(order, Strike):
            s.done()
            return
        hq, place = s.world.unit_index[order.hq], s.world.board.at(order.at)
        s.strike = put(s.strike, place, 1 + hq)
        s.strike_dice = put(s.strike_dice, place, strike_dice(s, hq))  # fixed now, whatever befalls it [WF-7.13a]
        s.fighting = put(s.fighting, place, 1)
        s.tell("airstrike", "WF-7.13a", hq=order.hq, at=order.at, dice=strike_dice(s, hq))
        if len(list(self.offers(s))) == 1:
            s.done()


def why_not_strike(s: Front, hq: int, place: int) -> Refusal | None:
    """One undivided strike per headquarters, one per battle, in range of both.

    [WF-5.5a, WF-7.13a, WF-7.15c, WF-13.11a]
    """
    facts = {"hq": s.world.units[hq], "at": s.world.board.names[place]}
    if not can_strike(s, hq):
        return Refusal("WF-5.5a", facts)
    if not s.attacker[place]:
        return Refusal("WF-7.15c", facts)
    if s.strike[place]:
        return Refusal("WF-7.13a", facts)
    if not in_air_range(s, hq, place):
        return Refusal("WF-5.5a", {**facts, "range": str(air_range(s, hq))}, "range")
    return None


class OptionalBattles(Step[Front], frozen=True):
    """Nobody is asked where every battle must be fought."""

    side: int

    def run(self, s: Front) -> None:
        if any(why_not_declare(s, place) is None for place in battles(s)):
            s.then(ChooseBattles(self.side))


class ChooseBattles(Ask[Front], frozen=True):
    """New battles and airstrike battles must be fought; the active side may choose others.

    [WF-7.14a, WF-7.15b, WF-7.15c]
    """

    takes = (Declare, Pass)
    out_of_turn = "WF-4.4b"

    def prompt(self, s: Front) -> Prompt:
        return Prompt("battles", "WF-7.14a")

    def offers(self, s: Front) -> Iterator[Order]:
        side = s.world.sides[self.side]
        yield Pass(side)
        for place in battles(s):
            if why_not_declare(s, place) is None:
                yield Declare(side, s.world.board.names[place])

    def explain(self, s: Front, order: Order) -> Refusal | None:
        if not isinstance(order, Declare):
            return None
        place = s.world.board.find(order.at)
        return Refusal("table.no-place", {"place": order.at}) if place is None else why_not_declare(s, place)

    def take(self, s: Front, order: Order) -> None:
        if isinstance(order, Declare):
            s.fighting = put(s.fighting, s.world.board.at(order.at), 1)
            s.tell("declare", "WF-7.14a", at=order.at)
        if isinstance(order, Pass) or len(list(self.offers(s))) == 1:
            s.done()


def why_not_declare(s: Front, place: int) -> Refusal | None:
    """Only an existing battle can be chosen, and only once. [WF-7.14a]"""
    facts = {"at": s.world.board.names[place]}
    if not s.attacker[place]:
        return Refusal("WF-7.14a", facts, "none")
    return Refusal("WF-7.14a", facts, "already") if s.fighting[place] else None


class RevealBattles(Step[Front], frozen=True):
    """All units in active battles are turned face up. [WF-7.14a, WF-2.3b]"""

    def run(self, s: Front) -> None:
        for place in s.world.land:
            if s.fighting[place] == 1:
                units = [*s.stack(place, 0), *s.stack(place, 1)]
                for unit in units:
                    show(s, unit)
                s.tell("battle", "WF-7.14a", reveals=True, at=s.world.board.names[place], units=faces(s, units))


class NextBattle(Step[Front], frozen=True):
    """As long as active battles are left, one of them is fought; the last one without asking. [WF-7.21]"""

    side: int

    def run(self, s: Front) -> None:
        left = [place for place in s.world.land if s.fighting[place] == 1]
        if left:
            s.agenda.append(self)
            if len(left) > 1:
                s.then(FightBattles(self.side))
            else:
                fight(s, self.side, left[0])


class FightBattles(Ask[Front], frozen=True):
    """Active battles are fought one after the other, in the order that the active side likes. [WF-7.21]"""

    takes = (Fight,)
    out_of_turn = "WF-4.4b"

    def prompt(self, s: Front) -> Prompt:
        return Prompt("fight", "WF-7.21")

    def offers(self, s: Front) -> Iterator[Order]:
        side = s.world.sides[self.side]
        for place in s.world.land:
            if s.fighting[place] == 1:
                yield Fight(side, s.world.board.names[place])

    def explain(self, s: Front, order: Order) -> Refusal | None:
        return Refusal("WF-7.14a", {"at": getattr(order, "at", "")}, "none")

    def take(self, s: Front, order: Order) -> None:
        assert isinstance(order, Fight)
        s.done()
        fight(s, self.side, s.world.board.at(order.at))


def fight(s: Front, side: int, place: int) -> None:
    """Begin a battle's round. [WF-7.22]"""
    s.fighting = put(s.fighting, place, 2)
    s.partial, s.partial_on, s.repulses, s.gunner = 0, -1, 0, -1
    support = "supported" if is_supported(s, side, place) else "unsupported"
    s.tell("round", "WF-7.22", at=s.world.board.names[place], support=support)
    for each in (0, 1):
        losses.eliminate_lone_static(s, place, each)
    s.then(AirstrikeFire(place, side), DefensiveFire(place, side), OffensiveFire(place, side), EndRound(place, side))


# 7.2 The round


class AirstrikeFire(Step[Front], frozen=True):
    """First the airstrike, if one was assigned. [WF-7.22, WF-13.15a]"""

    place: int
    side: int

    def run(self, s: Front) -> None:
        if s.strike[self.place]:
            s.then(Bomb(self.place, s.strike[self.place] - 1))


class Bomb(Chance[Front], frozen=True):
    """One die for every step of the striking headquarters. [WF-5.5a, WF-13.14, WF-13.15a]"""

    place: int
    hq: int

    def call(self, s: Front) -> Roll:
        power = air_firepower(s, s.side_of(self.hq))
        by = s.world.sides[s.side_of(self.hq)]
        facts = {"hq": s.world.units[self.hq], "at": s.world.board.names[self.place], "fire": power, "by": by}
        counts = tuple(s.world.charts["firepower"][power])
        return Roll("airstrike", "WF-13.15a", s.strike_dice[self.place], facts=facts, counts=counts)

    def rolled(self, s: Front, faces: tuple[int, ...]) -> None:
        power = FIRE.index(air_firepower(s, s.side_of(self.hq)))
        side = s.side_of(self.hq)
        scored = 0 if is_immune(s, side, self.place) else hits(s, faces, power)
        s.then(losses.Hits(self.place, 1 - side, scored, defence(s, side, self.place).value))


class DefensiveFire(Step[Front], frozen=True):
    """Then the passive units, each with one die a step. [WF-7.22, WF-7.31]"""

    place: int
    side: int

    def run(self, s: Front) -> None:
        if asks_for_gunner(s, self.place, 1 - self.side):
            s.then(ManGuns(1 - self.side, self.place), self)
            return
        repulse = tuple(sorted(assault.repulse_numbers(s, self.place, self.side)))
        units = firing_order(s, self.place, 1 - self.side, offence=False)
        steps: list[Step[Front]] = [Fire(self.place, unit, False, repulse) for unit in units]
        if repulse:
            steps.append(assault.ApplyRepulses(self.place, self.side))
        s.then(*steps)


class ManGuns(NameUnit[Front], frozen=True):
    """Among the strongest defenders of a fortress their owner chooses who fires triple. [WF-7.32f]"""

    place: int

    takes = (Man,)
    out_of_turn = "WF-7.22"

    def prompt(self, s: Front) -> Prompt:
        return Prompt("guns", "WF-7.32f", {"at": s.world.board.names[self.place]})

    def among(self, s: Front) -> list[int]:
        return strongest(s, self.place, self.side)

    def why_not(self, s: Front, unit: int) -> Refusal:
        return Refusal("WF-7.32f", {"unit": s.world.units[unit], "at": s.world.board.names[self.place]})

    def named(self, s: Front, unit: int) -> None:
        s.gunner = unit


def asks_for_gunner(s: Front, place: int, side: int) -> bool:
    """Whether it makes a difference who mans the guns, and nobody has been named yet. [WF-7.32f]"""
    if s.gunner >= 0 or not holds_fortress(s, place, side):
        return False
    fires = {s.world.types[unit]["fire"]["defence"] for unit in strongest(s, place, side)}
    return len(fires) > 1


class OffensiveFire(Step[Front], frozen=True):
    """Last the active units that are left. [WF-7.22]"""

    place: int
    side: int

    def run(self, s: Front) -> None:
        s.then(*[Fire(self.place, unit, True) for unit in firing_order(s, self.place, self.side, offence=True)])


def firing_order(s: Front, place: int, side: int, *, offence: bool) -> list[int]:
    """The strongest first; the order makes no difference. Nobody fires at nobody; neither units that were lost fire nor
    those that have no fire, as headquarters. [WF-7.22, WF-5.1c]"""
    if not s.enemies_at(place, side):
        return []
    stance, types = "offence" if offence else "defence", s.world.types
    units = [u for u in s.stack(place, side) if types[u]["fire"][stance] != FIRE[0] and s.steps[u] > 0]
    return sorted(units, key=lambda unit: -s.steps[unit])


class Fire(Chance[Front], frozen=True):
    """A unit fires: one die for every step. [WF-7.31, WF-7.32a]"""

    place: int
    unit: int
    offence: bool
    repulse: tuple[int, ...] = ()
    """The faces that throw an assaulting unit back, fixed when the defensive fire begins. [WF-7.51a]"""

    def call(self, s: Front) -> Roll:
        power = firepower(s, self.unit, self.place, self.offence)
        fire, world = FIRE[power.value], s.world
        by = world.sides[s.side_of(self.unit)]
        facts = {"unit": world.units[self.unit], "at": world.board.names[self.place], "fire": fire, "by": by}
        purpose = "offensive fire" if self.offence else "defensive fire"
        counts = tuple(world.charts["firepower"][fire])
        return Roll(purpose, "WF-7.31", s.steps[self.unit], facts=facts, counts=counts)

    def rolled(self, s: Front, faces: tuple[int, ...]) -> None:
        power = firepower(s, self.unit, self.place, self.offence).value
        target = 1 - s.side_of(self.unit)
        scored, level = hits(s, faces, power), 1
        if self.offence:
            level = defence(s, 1 - target, self.place).value
            scored = 0 if is_immune(s, 1 - target, self.place) else scored
        else:
            s.repulses += sum(1 for face in faces if face in self.repulse)
        s.then(losses.Hits(self.place, target, scored, level))


class EndRound(Step[Front], frozen=True):
    """Partial hits lapse, the Original Defender's blocks are turned down, and the battle ends if a side is gone.

    [WF-7.34d, WF-7.12c, WF-7.12b]
    """

    place: int
    side: int

    def run(self, s: Front) -> None:
        s.partial, s.partial_on, s.repulses, s.gunner = 0, -1, 0, -1
        place = self.place
        attacker = original_attacker(s, place)
        for side in (0, 1):
            for unit in s.stack(place, side):
                s.entered[unit] = 0
                if side != attacker and not is_active_headquarters(s, unit):
                    hide(s, unit)
        s.fresh = put(s.fresh, place, 0)
        end_battles(s)
        if not s.attacker[place]:
            s.tell("battle over", "WF-7.12b", at=s.world.board.names[place])


# 7.3 Firepower and defence


def hits(s: Front, faces: tuple[int, ...], power: int) -> int:
    """Single fire hits on 6, double on 5 and 6, triple on 4 to 6. [WF-7.32a]"""
    numbers = s.world.charts["firepower"][FIRE[power]]
    return sum(1 for face in faces if face in numbers)


def own_firepower(world: West, unit: int, stance: str) -> int:
    """What a unit hits with of itself, in offence or defence: nothing, on one face, on two or on three. [WF-2.2]"""
    return FIRE.index(world.types[unit]["fire"][stance])


def firepower(s: Front, unit: int, place: int, offence: bool) -> Tally:
    """What a unit hits with, and why. [WF-2.2, WF-2.65a, WF-7.32e, WF-1.41a, WF-1.34d, WF-15.5b, WF-12.23c]"""
    world, row = s.world, s.world.types[unit]
    stance = "offence" if offence else "defence"
    fire = Tally(own_firepower(world, unit, stance), "WF-2.65a" if world.roster[unit].ss else "WF-2.2")
    terrain = world.board.terrain[place]
    if not offence and not s.supplied[unit] and "defence_unsupplied" in row:
        fire.at_most(FIRE.index(row["defence_unsupplied"]), "WF-2.26f", "an unsupplied fort")
    if terrain == "mountain" and "fire_in_mountain" in row and s.weather != MUD:
        fire.at_least(FIRE.index(row["fire_in_mountain"][stance]), "WF-7.32e", "mountain troops in mountains")
    if "fire_with_beachhead" in row and has_beachhead(s, place):
        fire.at_least(FIRE.index(row["fire_with_beachhead"][stance]), "WF-15.5b", "fire support from the beachhead")
    if not offence and place in world.strongholds:
        fire.at_least(FIRE.index(world.charts["cities"]["major"]["defensive_fire"]), "WF-1.41a", "defends a major city")
    if not offence and holds_fortress(s, place, s.side_of(unit)) and unit == gunner(s, place, s.side_of(unit)):
        guns: str = world.charts["cities"]["fortress"]["defensive_fire"]
        fire.at_least(FIRE.index(guns), "WF-7.32f", "the largest unit of a fortress")
    if offence and world.charts["terrain"][terrain]["offence_single"]:
        fire.at_most(SF, "WF-1.34d", "attacks in marsh")
    if offence and s.weather == MUD and effect(s, "offence_single") and not surprises(s, unit):
        fire.at_most(SF, "WF-12.23c", "attacks in mud")
    return fire


def surprises(s: Front, unit: int) -> bool:
    """In the one turn of its choice Axis armor attacks in mud as if it were dry. [WF-W44.4]"""
    return s.surprise == 1 + 2 * s.month + s.fortnight and s.side_of(unit) == AXIS and is_armor(s, unit)


def is_armor(s: Front, unit: int) -> bool:
    return s.world.roster[unit].kind == "armor"


def lasting_defence(world: West, place: int) -> Tally:
    """How many hits cost a step by the ground and by what is built on it, and why. [WF-7.34a, WF-1.41a, WF-1.41b]"""
    level = Tally(1, "WF-7.33a")
    terrain = world.board.terrain[place]
    level.at_least(world.charts["terrain"][terrain]["defence"], "WF-7.34a", terrain)
    if place in world.strongholds:
        level.at_least(world.charts["cities"]["major"]["defence"], "WF-1.41a", "major city")
    return level


def fortress_defence(world: West) -> int:
    """How many hits cost a step of those who hold a fortress. [WF-7.35a]"""
    level: int = world.charts["cities"]["fortress"]["defence"]
    return level


def ground_defence(s: Front, place: int) -> Tally:
    """How many hits cost a step by ground and weather alone, and why. [WF-7.34a, WF-1.41a, WF-1.41b, WF-6.42c]"""
    level = lasting_defence(s.world, place)
    if s.weather == MUD:
        level.at_least(effect(s, "defence"), "WF-7.34a", "mud")
    return level


def defence(s: Front, active: int, place: int) -> Tally:
    """How many hits the passive side takes for one step, and why. [WF-7.34a, WF-7.35a, WF-7.4a, WF-7.4b]"""
    level = ground_defence(s, place)
    if holds_fortress(s, place, 1 - active):
        level.at_least(fortress_defence(s.world), "WF-7.35a", "fortress")
    if not is_supported(s, active, place):
        level.add(1, "WF-7.4a", "the attack is unsupported")
        level.at_most(s.world.charts["defence"]["triple"], "WF-7.4b", "triple is the highest level")
    return level


def holds_fortress(s: Front, place: int, side: int) -> bool:
    """The walls of a fortress help nobody but the Original Defender. [WF-7.35a, WF-7.23b]"""
    return place in s.world.fortresses and s.attacker[place] == 2 - side


def is_immune(s: Front, active: int, place: int) -> bool:
    """An unsupported attack does nothing to the garrison of a fortress. [WF-7.4d]"""
    return holds_fortress(s, place, 1 - active) and not is_supported(s, active, place)


def strongest(s: Front, place: int, side: int) -> list[int]:
    """The units of a side in a hex than which none there is stronger. [WF-7.32f, WF-10.5a]"""
    units = s.stack(place, side)
    strength = max((s.steps[unit] for unit in units), default=0)
    return [unit for unit in units if s.steps[unit] == strength]


def gunner(s: Front, place: int, side: int) -> int:
    """Who mans the guns of a fortress: whom the owner has named, else the first of those who fire alike. [WF-7.32f]"""
    return s.gunner if s.gunner >= 0 and s.where[s.gunner] == place else strongest(s, place, side)[0]


# 5.42 Support


def is_supported(s: Front, active: int, place: int) -> bool:
    """A battle is supported by any active army group in range; supreme headquarters give none.

    [WF-5.42a, WF-7.4a, WF-14.5b, WF-15.43a]
    """
    for hq in s.world.army[active]:
        if s.where[hq] < 0 or s.world.roster[hq].kind != "hq":
            continue
        if s.phase == phases.BLITZ_COMBAT and not s.blitz[hq]:
            continue
        if s.role[hq] == COMMAND and command_range(s, hq) >> place & 1:
            return True
        if s.role[hq] == INVASION and supports_invasion(s, hq, place):
            return True
    return False
