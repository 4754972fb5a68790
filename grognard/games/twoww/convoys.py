"""Chapters 6.2 and 12.3: Lend Lease, the convoys of the Atlantic, and what becomes of them. The throw for the revolt in
Iraq, which opens Strategic Warfare, stands here as well."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from grognard.engine.agenda import Ask, Chance, Prompt, Step, Sum
from grognard.engine.events import Roll
from grognard.engine.naming import NameUnit, own_unit, without_choice
from grognard.engine.orders import Order, Pass, Refusal
from grognard.games.twoww import iraq
from grognard.games.twoww.battle import Battle, alive, column_of, joined, losses_of
from grognard.games.twoww.firing import Stage
from grognard.games.twoww.income import under_way
from grognard.games.twoww.orders import Convoy, Join, Lend, Sink
from grognard.games.twoww.politics import why_not_together
from grognard.games.twoww.state import ALLIES, AXIS, QUIET, War
from grognard.games.twoww.units import face_value, is_ready, names
from grognard.games.twoww.world import BRITAIN, USSR, Column

CARGOES = ("dominions", "iraq", "britain", "ussr")
"""What may be sunk, in the order of `s.sunk`; the last two are Lend Lease. [2WW-6.2.3b]"""


# 12.5 The revolt


class Revolt(Step[War], frozen=True):
    """From Winter 1941 on, until Iraq rebels, the Axis throws a die. [2WW-12.5b]"""

    def run(self, s: War) -> None:
        if s.iraq == QUIET and s.turn >= s.world.dates["iraq"]:
            s.then(RevoltThrow())


class RevoltThrow(Chance[War], frozen=True):
    """On a five or six Iraq rebels; Allied air units beside Baghdad give way. [2WW-12.5b, 2WW-3.1a, 2WW-5.1.3b]"""

    def call(self, s: War) -> Roll:
        dice = s.world.charts["dice"]
        return Roll("revolt", "2WW-12.5b", dice["revolt"], counts=tuple(dice["rebels"]))

    def rolled(self, s: War, faces: tuple[int, ...]) -> None:
        if faces[0] in s.world.charts["dice"]["rebels"]:
            iraq.rebel(s)


# 12.3 Lend Lease


class LendLease(Step[War], frozen=True):
    """After the bombing the Allies say what they send, if they may send anything. [2WW-6.2a, 2WW-12.3.1]"""

    def run(self, s: War) -> None:
        if lend_lease_limit(s):
            s.then(Announce(ALLIES))


class Announce(Ask[War], frozen=True):
    """How many American points go to Britain, and how many to the Soviet Union. [2WW-6.2a]"""

    takes = (Lend,)
    out_of_turn = "2WW-6.2a"

    def prompt(self, s: War) -> Prompt:
        return Prompt("lend lease", "2WW-6.2a", {"limit": lend_lease_limit(s), "soviet": soviet_limit(s)})

    def offers(self, s: War) -> Iterator[Order]:
        limit, soviet = lend_lease_limit(s), soviet_limit(s)
        for ussr in range(min(limit, soviet) + 1):
            for britain in range(limit - ussr + 1):
                yield Lend(s.world.sides[self.side], britain, ussr)

    def explain(self, s: War, order: Order) -> Refusal | None:
        assert isinstance(order, Lend)
        return why_not_lend(s, order.britain, order.ussr)

    def take(self, s: War, order: Order) -> None:
        assert isinstance(order, Lend)
        s.done()
        s.lend = (order.britain, order.ussr)
        s.tell("lend lease", "2WW-6.2a", britain=order.britain, ussr=order.ussr)


def why_not_lend(s: War, britain: int, ussr: int) -> Refusal | None:
    """Points are sent within the limit of the turn, and within that of the Soviet Union. [2WW-12.3.1, 2WW-12.3.2]"""
    limit, soviet = lend_lease_limit(s), soviet_limit(s)
    if britain < 0 or ussr < 0 or britain + ussr > limit:
        return Refusal("2WW-12.3.1", {"limit": str(limit)})
    return Refusal("2WW-12.3.2", {"limit": str(soviet)}) if ussr > soviet else None


def lend_lease_limit(s: War) -> int:
    """The maximum that the turn track has shown last. [2WW-12.3.1]"""
    track = s.world.charts["track"]
    shown = [track[season]["lend_lease"] for season in s.world.turns[: s.turn + 1] if "lend_lease" in track[season]]
    return int(shown[-1]) if shown else 0


def soviet_limit(s: War) -> int:
    """Nothing before the Soviet Union fights, then two points, or one while Persia is in Axis hands. [2WW-12.3.2]"""
    if s.neutral[USSR]:
        return 0
    chart = s.world.charts["lend_lease"]
    return int(chart["without_persia"] if s.owner[s.world.persia] == AXIS else chart["soviet"])


# 6.2 The attack


class ConvoyAttack(Step[War], frozen=True):
    """With fleets in the Atlantic the Axis may attack the convoys. [2WW-6.2b]"""

    def run(self, s: War) -> None:
        if raiders(s):
            s.then(AttackOrNot(AXIS))


class AttackOrNot(Ask[War], frozen=True):
    """It is for the Axis to decide, with all of its fleets or with some that it names first; without an attack nobody
    fights in the box. [2WW-6.2b, 2WW-6.2.1]"""

    chosen: tuple[int, ...] = ()
    """The fleets that attack; all of them if none is named."""

    takes = (Convoy, Join, Pass)
    out_of_turn = "2WW-6.2b"

    def prompt(self, s: War) -> Prompt:
        facts = {"units": names(s, self.chosen or raiders(s)), "points": sum(at_sea(s))}
        return Prompt("convoys chosen" if self.chosen else "convoys", "2WW-6.2b", facts)

    def offers(self, s: War) -> Iterator[Order]:
        side, fleets = s.world.sides[self.side], raiders(s)
        yield Convoy(side)
        if len(fleets) > 1:
            for fleet in fleets:
                if fleet not in self.chosen:
                    yield Join(side, s.world.units[fleet])
        yield Pass(side)

    def explain(self, s: War, order: Order) -> Refusal | None:
        assert isinstance(order, Join)
        unit = own_unit(s, self.side, order.unit)
        if isinstance(unit, Refusal):
            return unit
        return Refusal("2WW-6.2.1", {"unit": order.unit}, "named" if unit in raiders(s) else "")

    def take(self, s: War, order: Order) -> None:
        if isinstance(order, Join):
            s.become(msgspec.structs.replace(self, chosen=(*self.chosen, s.world.unit_index[order.unit])))
            return
        s.done()
        if isinstance(order, Convoy):
            launch(s, self.chosen or raiders(s))


def raiders(s: War) -> tuple[int, ...]:
    """The Axis fleets that can attack: ready, at war, in the ocean part of the Atlantic. [2WW-6.2b, 2WW-6.2.1,
    2WW-3.4.3b]"""
    return _in_the_ocean(s, AXIS)


def escorts(s: War) -> tuple[int, ...]:
    """The Allied fleets that fight for the convoys; Soviet ones only where there are no others. [2WW-6.2.1,
    2WW-12.4.3]"""
    fleets = _in_the_ocean(s, ALLIES)
    return tuple(fleet for fleet in fleets if not s.world.is_soviet[fleet]) or fleets


def _in_the_ocean(s: War, side: int) -> tuple[int, ...]:
    return tuple(
        fleet
        for fleet in s.world.fleets
        if s.where[fleet] == s.world.atlantic
        and s.loyal[fleet] == side
        and is_ready(s, fleet)
        and not s.neutral[s.world.nation[fleet]]
    )


def naval_air(s: War, fleets: tuple[int, ...]) -> tuple[int, ...]:
    """Ready naval air units aboard these fleets: they always help, as it costs them nothing. [2WW-6.2.1, 2WW-3.3.2a]"""
    return tuple(
        unit for unit in s.world.air_units if s.aboard[unit] in fleets and s.world.is_naval[unit] and is_ready(s, unit)
    )


def launch(s: War, own: tuple[int, ...]) -> None:
    """First the convoy, then the fight at sea; from Spring 1943 on the other way round. Fleets that stay out of it are
    out of both. [2WW-6.2.2a, 2WW-6.2.1]"""
    fleets = escorts(s)
    battle = Battle("convoy", s.world.atlantic, AXIS, sea=(own, fleets), air=((), naval_air(s, fleets)))
    s.tell("convoy attack", "2WW-6.2b", units=names(s, own))
    if not fleets:
        s.then(AtTheConvoy(battle))
    elif not is_improved(s):
        s.then(AtTheConvoy(battle), Stage(battle))
    elif patrols(s, battle):
        s.then(Patrol(ALLIES, battle))
    else:
        s.then(Stage(battle), AtTheConvoy(battle))


def is_improved(s: War) -> bool:
    """Whether convoys have become better at defending themselves. [2WW-6.2.2a]"""
    return s.turn >= s.world.dates["improved_convoys"]


# 6.2.2 Air units from the shores


class Patrol(NameUnit[War], frozen=True):
    """One Allied air unit from the shores of the Atlantic may help, at any range. [2WW-6.2.2b]"""

    battle: Battle

    takes = (Join, Pass)
    out_of_turn = "2WW-6.2b"

    def prompt(self, s: War) -> Prompt:
        return Prompt("patrol", "2WW-6.2.2b", {"units": names(s, self.battle.sea[AXIS])})

    def among(self, s: War) -> list[int]:
        return patrols(s, self.battle)

    def why_not(self, s: War, unit: int) -> Refusal | None:
        return why_not_patrol(s, unit, self.battle)

    def named(self, s: War, unit: int) -> None:
        air = joined(self.battle.air, ALLIES, unit)
        fight_at_the_convoy(s, msgspec.structs.replace(self.battle, air=air))

    def passed(self, s: War) -> None:
        fight_at_the_convoy(s, self.battle)


def fight_at_the_convoy(s: War, battle: Battle) -> None:
    s.then(Stage(battle), AtTheConvoy(battle))


def patrols(s: War, battle: Battle) -> list[int]:
    return [u for u in s.world.air_units if s.loyal[u] == ALLIES and why_not_patrol(s, u, battle) is None]


def why_not_patrol(s: War, unit: int, battle: Battle) -> Refusal | None:
    """It is a ready air unit, ashore on the British mainland, in Ireland or in the United States; Soviet ones keep
    apart. [2WW-6.2.2b, 2WW-3.3.2a, 2WW-12.4.3]"""
    world, facts = s.world, {"unit": s.world.units[unit]}
    shores = world.country_mask[BRITAIN] | world.country_mask[world.country_index["Ireland"]] | 1 << world.states
    place = s.where[unit]
    if not world.is_air[unit] or place < 0 or s.aboard[unit] >= 0 or not shores >> place & 1:
        return Refusal("2WW-6.2.2b", facts)
    if not is_ready(s, unit):
        return Refusal("2WW-3.3.2a", facts)
    return why_not_together(s, unit, battle.sea[ALLIES])


# 6.2.3 The convoy


class AtTheConvoy(Step[War], frozen=True):
    """The Axis fleets that are still there fire at the convoys. [2WW-6.2.2a, 2WW-6.2.3a]"""

    battle: Battle

    def run(self, s: War) -> None:
        if convoy_strength(s, self.battle) and sum(at_sea(s)):
            s.then(ConvoyThrow(self.battle))


class ConvoyThrow(Chance[War], frozen=True):
    """Each loss point sinks a production point. [2WW-6.2.3a, 2WW-6.2.3b]"""

    battle: Battle

    def call(self, s: War) -> Roll:
        strength = convoy_strength(s, self.battle)
        facts = {"factors": strength, "column": convoy_column(s, strength).title, "side": s.world.sides[AXIS]}
        return Roll("convoy", "2WW-6.2.3a", s.world.charts["dice"]["combat"], facts=facts)

    def rolled(self, s: War, faces: tuple[int, ...]) -> None:
        losses = losses_of(convoy_column(s, convoy_strength(s, self.battle)), sum(faces))
        s.tell("convoy losses", "2WW-6.2.3a", points=min(losses, sum(at_sea(s))))
        s.then(ConvoyLosses(losses))


def convoy_strength(s: War, battle: Battle) -> int:
    """The regular factors of the attackers that are still in the ocean part. [2WW-6.2.3a]"""
    fleets = alive(s, battle.sea[AXIS])
    return sum(face_value(s, fleet) for fleet in fleets if s.where[fleet] == s.world.atlantic)


def convoy_column(s: War, strength: int) -> Column:
    line = s.world.lines["convoy"]
    return line[column_of(line, strength)]


def at_sea(s: War) -> tuple[int, ...]:
    """The points still under way, by cargo. [2WW-6.2.3b]"""
    return tuple(points - lost for points, lost in zip(under_way(s), s.sunk, strict=True))


class ConvoyLosses(Step[War], frozen=True):
    """So many points go down; the Axis chooses as long as there is a choice. [2WW-6.2.3b, 2WW-12.3.3]"""

    points: int

    def run(self, s: War) -> None:
        left = without_choice(
            self.points,
            lambda: [cargo for cargo, points in enumerate(at_sea(s)) if points],
            lambda cargo: sink(s, cargo),
            in_all=lambda _: sum(at_sea(s)),
        )
        if left:
            s.then(Sinking(AXIS, left))


class Sinking(Ask[War], frozen=True):
    """The Axis names the cargo that goes down. [2WW-6.2.3b, 2WW-12.3.3]"""

    points: int

    takes = (Sink,)
    out_of_turn = "2WW-6.2.3b"

    def prompt(self, s: War) -> Prompt:
        return Prompt("sinking", "2WW-6.2.3b", {"points": self.points})

    def offers(self, s: War) -> Iterator[Order]:
        for cargo, points in zip(CARGOES, at_sea(s), strict=True):
            if points:
                yield Sink(s.world.sides[self.side], cargo)

    def explain(self, s: War, order: Order) -> Refusal | None:
        assert isinstance(order, Sink)
        return Refusal("2WW-6.2.3b", {"cargo": order.cargo}, "cargo")

    def take(self, s: War, order: Order) -> None:
        assert isinstance(order, Sink)
        s.done()
        sink(s, CARGOES.index(order.cargo))
        s.then(ConvoyLosses(self.points - 1))

    def sums(self, s: War) -> tuple[Sum, ...]:
        left = dict(zip(CARGOES, at_sea(s), strict=True))
        return (Sum("Under way", "under way", "2WW-6.2.3b", left),)


def sink(s: War, cargo: int) -> None:
    lost = list(s.sunk)
    lost[cargo] += 1
    s.sunk = (lost[0], lost[1], lost[2], lost[3])
    s.tell("sunk", "2WW-6.2.3b", cargo=CARGOES[cargo])
