"""Positions on the whole map for tests of politics: who is lost, who is still to come, and everybody's headquarters."""

from __future__ import annotations

import json

from grognard.engine.paths import bits
from grognard.games.westfront import GAME
from grognard.games.westfront.state import AXIS, ELIMINATED, LATER
from grognard.games.westfront.world import NATIONS
from tests.rulebooks.westfront.table import Table


def whole(
    moment: str, pieces: str = "", lost: int = 0, scenario: str = "summer43", war: str = "", facts: str = ""
) -> Table:
    """A moment on the whole map with these pieces. Of the Italians elsewhere so many are eliminated, the others away;
    the nations named in `war` have been drawn into it, and what nobody stands on there is the Axis's."""
    world = GAME.world(scenario, {})
    rows = [line.split(":") for line in pieces.splitlines() if line]
    named = {piece.split()[0] for _, stack in rows for piece in stack.split(",")}
    absent = [
        unit
        for unit, data in enumerate(world.roster)
        if data.nation == "Italy" and data.side and data.name not in named and unit not in world.reserve
    ]
    lines = ["where = " + json.dumps({str(u): ELIMINATED if rank < lost else LATER for rank, u in enumerate(absent)})]
    if war:
        held = {world.board.at(place) for place, _ in rows}
        ground = [place for nation in war.split() for place in bits(world.country[nation]) if place not in held]
        lines += [f"{fact} = {json.dumps({str(place): AXIS for place in ground})}" for fact in ("owner", "prior")]
        lines.append(f"neutral = {sum(1 << bit for bit, nation in enumerate(NATIONS) if bit and nation not in war)}")
    return Table("\n".join([f"westfront {scenario}", moment, pieces, *lines, facts]))


def politics(pieces: str = "", lost: int = 0, scenario: str = "summer43", war: str = "", facts: str = "") -> Table:
    """The Allied politics phase of a first month's second fortnight."""
    month = {"summer43": "Aug", "winter43": "Jan", "summer44": "Jul", "winter44": "Jan"}[scenario]
    return whole(f"{month} II, allied politics", pieces, lost, scenario, war, facts)


def offered(t: Table, verb: str, side: str = "allied") -> set[str]:
    """What is offered of one kind of order, without the verb."""
    orders = (str(order) for order in t.match.orders(side))
    return {text.partition(" ")[2] for text in orders if text.split()[0] == verb}
