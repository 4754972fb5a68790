"""Chapter 16: politics. At the end of an Allied player turn nations may surrender, rise, and be conquered."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.agenda import Ask, Chance, Prompt, Step
from grognard.engine.events import Roll
from grognard.engine.naming import named_place
from grognard.engine.orders import Order, Pass, Refusal
from grognard.engine.paths import bits
from grognard.games.westfront import phases
from grognard.games.westfront.combat import faces as faces_of
from grognard.games.westfront.control import take_control
from grognard.games.westfront.neutrals import nations_in
from grognard.games.westfront.orders import Defect, Demand, Incite, Raise
from grognard.games.westfront.revolts import (
    german_ground,
    incite,
    raise_unit,
    raisings,
    why_not_incite,
    why_not_raise,
    why_not_raise_at,
)
from grognard.games.westfront.state import ALLIES, AXIS, ELIMINATED, LATER, Front
from grognard.games.westfront.units import eliminate, show, take_off, take_pseudonym
from grognard.games.westfront.world import NATIONS

DEFECTOR = "Friuli"


# 4.47 The politics phase


class Politics(Step[Front], frozen=True):
    """The politics phase. Only in the Allied one does anything happen but that control is taken; and in Husky no nation
    wavers. [WF-4.47, WF-HX.3]"""

    side: int

    def run(self, s: Front) -> None:
        s.phase = phases.POLITICS
        take_control(s)
        if self.side == ALLIES and s.world.political:
            s.then(FallOfCapitals(), Openings(()), Conquest())


class Openings(Step[Front], frozen=True):
    """The Allies are asked as long as there is something that they can do. [WF-4.47]"""

    tried: tuple[str, ...]

    def run(self, s: Front) -> None:
        ask = Statecraft(ALLIES, self.tried)
        if next(ask.openings(s), None) is not None:
            s.then(ask)


class Statecraft(Ask[Front], frozen=True):
    """The Allies may roll once for each surrender and revolt, and raise those who have risen.

    [WF-4.47, WF-16.1a, WF-16.31a, WF-16.32a]
    """

    tried: tuple[str, ...]
    """The nations for which the die has been rolled in this phase."""

    takes = (Demand, Incite, Raise, Pass)
    out_of_turn = "WF-4.4b"

    def prompt(self, s: Front) -> Prompt:
        return Prompt("politics", "WF-4.47")

    def offers(self, s: Front) -> Iterator[Order]:
        yield from self.openings(s)
        yield Pass(s.world.sides[self.side])

    def openings(self, s: Front) -> Iterator[Order]:
        side = s.world.sides[self.side]
        yield from (Demand(side, nation) for nation in NATIONS if why_not_demand(s, nation, self.tried) is None)
        if why_not_incite(s, "France", self.tried) is None:
            yield Incite(side, "France")
        yield from raisings(s)

    def explain(self, s: Front, order: Order) -> Refusal | None:
        match order:
            case Demand():
                return why_not_demand(s, order.nation, self.tried)
            case Incite():
                return why_not_incite(s, order.nation, self.tried)
            case Raise():
                place, refusal = named_place(s, order.at), why_not_raise(s, order.unit)
                if isinstance(place, Refusal):
                    return refusal or place
                return refusal or why_not_raise_at(s, order.unit, place)
        return None

    def take(self, s: Front, order: Order) -> None:
        s.done()
        match order:
            case Demand():
                s.then(Openings((*self.tried, order.nation)))
                demand(s, order.nation)
            case Incite():
                s.then(Openings((*self.tried, order.nation)))
                incite(s)
            case Raise():
                s.then(Openings(self.tried))
                raise_unit(s, order.unit, s.world.board.at(order.at))
                take_control(s)


# 16.1 Surrender


def is_out_of_the_war(s: Front, unit: int) -> bool:
    """Whether an Axis unit's nation has surrendered or been defeated, so that it never comes back. [WF-16.1c]"""
    if not s.fallen or s.side_of(unit) != AXIS:
        return False
    return s.world.roster[unit].nation in nations_in(s.fallen)


def wavering(s: Front, nation: str) -> int:
    """What the die must stay below: a nation's ports in Allied hands, and its eliminated units. [WF-16.1a]"""
    lost = [unit for unit in s.world.army[AXIS] if s.where[unit] == ELIMINATED]
    return lost_ports(s, nation) + sum(1 for unit in lost if s.world.roster[unit].nation == nation)


def lost_ports(s: Front, nation: str) -> int:
    """A nation's ports that the Allies control, embattled or not. [WF-16.1a]"""
    ground = s.world.country[nation]
    ports = s.world.ports.items()
    return sum(len(port.sizes) for place, port in ports if ground >> place & 1 and s.owner[place] == ALLIES)


def why_not_demand(s: Front, nation: str, tried: tuple[str, ...]) -> Refusal | None:
    """Once in an Allied politics phase the Allies may roll for a nation of which they hold a port.

    [WF-16.1a, WF-16.4a, WF-16.4e]
    """
    facts = {"nation": nation}
    if nation not in NATIONS or nation in nations_in(s.fallen):
        return Refusal("WF-16.1a", facts)
    if nation in nations_in(s.neutral):
        return Refusal("WF-16.4a", facts, "neutral")
    if nation in tried:
        return Refusal("WF-16.1a", facts, "once")
    return None if lost_ports(s, nation) else Refusal("WF-16.1a", facts, "ports")


def demand(s: Front, nation: str) -> None:
    """Roll for the surrender, unless it cannot fail. [WF-16.1a]"""
    certain = wavering(s, nation) > s.world.charts["politics"]["highest_face"]
    s.then(Disarm(nation) if certain else RollSurrender(nation))


class RollSurrender(Chance[Front], frozen=True):
    """A nation surrenders if the die is lower than its ports and units that are lost. [WF-16.1a, WF-16.4e]"""

    nation: str

    def call(self, s: Front) -> Roll:
        return Roll("surrender", "WF-16.1a", 1, facts={"nation": self.nation, "below": wavering(s, self.nation)})

    def rolled(self, s: Front, faces: tuple[int, ...]) -> None:
        if faces[0] < wavering(s, self.nation):
            s.then(Disarm(self.nation))
        else:
            s.tell("no surrender", "WF-16.1a", nation=self.nation)


class Disarm(Step[Front], frozen=True):
    """A nation leaves the war: its units are turned up, one Italian unit may go over, all others are gone for good.

    [WF-16.1b, WF-16.1c, WF-16.4e]
    """

    nation: str

    def run(self, s: Front) -> None:
        s.fallen |= 1 << NATIONS.index(self.nation)
        units = units_of(s, self.nation)
        for unit in units:
            show(s, unit)
        s.tell("surrender", "WF-16.1c", reveals=True, nation=self.nation, units=faces_of(s, units))
        s.then(Dissolve(self.nation))
        if self.nation == NATIONS[0]:
            s.then(Defection())


class Dissolve(Step[Front], frozen=True):
    """The units of a nation that leaves the war are eliminated; its ground stays whose it was. [WF-16.1c, WF-16.4e]"""

    nation: str

    def run(self, s: Front) -> None:
        for unit in units_of(s, self.nation):
            eliminate(s, unit, "WF-16.1c")
        take_control(s)


def units_of(s: Front, nation: str) -> list[int]:
    """The Axis units of a nation on the map, by place."""
    units = [unit for unit in s.world.army[AXIS] if s.where[unit] >= 0 and s.world.roster[unit].nation == nation]
    return sorted(units, key=lambda unit: (s.where[unit], unit))


# 16.1 The defector


class Defection(Step[Front], frozen=True):
    """The Allies choose who goes over where there is a choice; if nobody can, the corps comes by sea. [WF-16.1b]"""

    def run(self, s: Front) -> None:
        corps = s.world.unit_index[DEFECTOR]
        if s.where[corps] != LATER:
            return
        found = defectors(s)
        s.steps[corps] = s.world.charts["special_units"][DEFECTOR]["steps"]
        if not found:
            s.called += (corps,)
            s.tell("friuli called", "WF-16.1b", unit=DEFECTOR)
        elif len({s.where[unit] for unit in found}) == 1:
            go_over(s, found[0])
        else:
            s.then(ChooseDefector(ALLIES))


def defectors(s: Front) -> list[int]:
    """The Italian units that no German stands with or looks upon. [WF-16.1b]"""
    return [unit for unit in units_of(s, NATIONS[0]) if not german_ground(s) >> s.where[unit] & 1]


class ChooseDefector(Ask[Front], frozen=True):
    """The Allies say which Italian unit goes over. [WF-16.1b]"""

    takes = (Defect,)
    out_of_turn = "WF-4.4b"

    def prompt(self, s: Front) -> Prompt:
        return Prompt("defector", "WF-16.1b")

    def offers(self, s: Front) -> Iterator[Order]:
        yield from (Defect(s.world.sides[self.side], s.world.units[unit]) for unit in defectors(s))

    def explain(self, s: Front, order: Order) -> Refusal | None:
        assert isinstance(order, Defect)
        return Refusal("WF-16.1b", {"unit": order.unit})

    def take(self, s: Front, order: Order) -> None:
        assert isinstance(order, Defect)
        s.done()
        go_over(s, s.world.unit_index[order.unit])


def go_over(s: Front, unit: int) -> None:
    """A unit is replaced by the Allied corps of its countrymen. [WF-16.1b]"""
    corps, at = s.world.unit_index[DEFECTOR], s.where[unit]
    s.tell("defect", "WF-16.1b", reveals=True, unit=s.world.units[unit], at=s.world.board.names[at], corps=DEFECTOR)
    s.where[corps], s.supplied[corps] = at, 1
    take_pseudonym(s, corps)
    take_off(s, unit)


# 16.11 Conquest, and the fall of a capital


class FallOfCapitals(Step[Front], frozen=True):
    """A country drawn into the war is defeated when its capital is lost. [WF-16.4e]"""

    def run(self, s: Front) -> None:
        s.then(*[Disarm(nation) for nation in lost_capitals(s)])


def lost_capitals(s: Front) -> list[str]:
    """The countries drawn into the war whose capital the Allies control. [WF-16.4e]"""
    capitals = s.world.charts["declaration_of_war"]["capitals"]
    at_war = [nation for nation in nations_in(~(s.neutral | s.fallen)) if nation.lower() in capitals]
    return [nation for nation in at_war if s.owner[s.world.board.at(capitals[nation.lower()])] == ALLIES]


class Conquest(Step[Front], frozen=True):
    """When the phase ends, the ground of a nation that has left the war is all Allied if no Axis unit stands on it.

    [WF-16.11, WF-16.4e]
    """

    def run(self, s: Front) -> None:
        for nation in nations_in(s.fallen):
            ground = s.world.country[nation]
            left = [place for place in bits(ground) if s.prior[place] != ALLIES]
            if left and not any(s.where[unit] >= 0 and ground >> s.where[unit] & 1 for unit in s.world.army[AXIS]):
                s.prior = bytes(ALLIES if ground >> place & 1 else owner for place, owner in enumerate(s.prior))
                s.tell("conquest", "WF-16.11", nation=nation)
                take_control(s)
