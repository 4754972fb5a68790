"""A sensible set-up for whoever wants to begin at once. Nothing here is a rule; it only chooses among lawful places."""

from __future__ import annotations

from collections import Counter

from grognard.engine.paths import bits
from grognard.games.westfront.deployment import (
    country,
    deploy,
    front_of,
    in_hand,
    open_duties,
    open_places,
    places_for,
    slots,
    term,
    terms,
)
from grognard.games.westfront.state import AXIS, Front

FIGHTERS = ("infantry", "mountain", "para", "armor", "mech", "amphibious", "cavalry", "static", "fort")
"""Who is sent to the front first."""


def deploy_rest(s: Front, side: int) -> None:
    """Deploy every unit in hand: first where somebody must stand, then those with the least choice, each where it is
    most useful."""
    while left := in_hand(s, side):
        open_to = open_places(s, side, left)
        unit, open_here = _for_a_duty(s, side, left, open_to) or _with_least_choice(s, left, open_to)
        deploy(s, unit, best(s, unit, open_here))


def _for_a_duty(s: Front, side: int, left: list[int], open_to: dict[int, int]) -> tuple[int, int] | None:
    for duty in open_duties(s, side):
        fit = [unit for unit in left if unit in duty.units and open_to[unit] & duty.places]
        if fit:
            unit = min(fit, key=lambda unit: (slots(s.world)[unit].at != "Front", _rank(s, unit), -s.steps[unit]))
            return unit, open_to[unit] & duty.places
    return None


def _rank(s: Front, unit: int) -> int:
    kind = s.world.roster[unit].kind
    return FIGHTERS.index(kind) if kind in FIGHTERS else len(FIGHTERS)


def _with_least_choice(s: Front, left: list[int], open_to: dict[int, int]) -> tuple[int, int]:
    unit = min(left, key=lambda unit: places_for(s, unit).bit_count())
    return unit, open_to[unit]


def best(s: Front, unit: int, places: int) -> int:
    """The most useful of some places, company taken into account."""
    side = s.side_of(unit)
    company = Counter(s.where[other] for other in s.world.army[side] if s.where[other] >= 0)
    lost: int = terms()["proposal"]["company"][s.world.sides[side]]
    use = s.world.recall(
        ("use", unit), lambda: {place: worth(s, unit, place) for place in bits(places_for(s, unit))}
    )  # fmt: skip
    return max(bits(places), key=lambda place: use[place] - lost * company[place])


def worth(s: Front, unit: int, place: int) -> int:
    """How useful a unit is in a place: where the card has it, near the enemy, at the front, at a port."""
    world, side = s.world, s.side_of(unit)
    data, weigh = world.roster[unit], terms()["proposal"]
    value: int = _as_on_the_card(s, unit, place) + max(0, weigh["reach"] - enemy_distance(s, side)[place])
    front = front_of(world, side)
    if front >> place & 1:
        value += 0 if data.is_hq else weigh["front"]
    elif any(front >> there & 1 for there in world.board.neighbours[place]):
        value += weigh["front"] if data.is_hq else weigh["behind"]
    if place in world.values and (data.is_hq or data.kind in ("armor", "mech")):
        value += weigh["city"]
    if place in world.ports:
        value += weigh["port"]["major" if world.ports[place].major else "minor"]
    elif world.waters[place] and not data.is_hq:
        value += weigh["coast"]
    return value


def enemy_distance(s: Front, side: int) -> dict[int, int]:
    """How far it is from a side's hexes to the nearest that the enemy holds at the start."""

    def work() -> dict[int, int]:
        board, land = s.world.board, s.world.land
        theirs = [place for place in land if s.owner[place] == 1 - side]
        return {
            place: min(board.distance(place, other) for other in theirs) for place in land if s.owner[place] == side
        }

    return s.world.recall(("enemy distance", side), work)


def _as_on_the_card(s: Front, unit: int, place: int) -> int:
    """The Axis keeps to the card of the last summer too; the Allies have moved on by then."""
    world, slot = s.world, slots(s.world)[unit]
    if not slot.at or ("card" not in world.data and s.side_of(unit) != AXIS):
        return 0
    weigh = terms()["proposal"]
    value: int = weigh["card"] if term(world, unit, slot.at) >> place & 1 else 0
    if slot.at not in ("Coast", "Front") and not country(world, slot.at) and world.board.at(slot.at) == place:
        value += weigh["town"]
    return value
