"""A table for WestFront tests: orders in words, dice written down, and short questions about the position."""

from __future__ import annotations

from pathlib import Path

import grognard
from grognard.engine.dice import ScriptedDice
from grognard.engine.files import read_toml
from grognard.engine.match import Match
from grognard.engine.state import put
from grognard.games.westfront.control import take_control
from grognard.games.westfront.starting import STATUS
from grognard.games.westfront.state import Front
from tests.rulebooks.scripted import Scripted

PRINTED = read_toml(Path(__file__).parent / "data" / "printed.toml").data
"""What the rulebook prints besides the charts that rules read."""


class Table(Scripted):
    """A match with scripted dice."""

    def __init__(self, position: str = "") -> None:
        self.dice = ScriptedDice()
        if position:
            self.match: Match = grognard.position(position, dice=self.dice)
        else:
            self.match = grognard.new("westfront", "husky", seed=0, dice=self.dice)

    @property
    def state(self) -> Front:
        assert isinstance(self.match.state, Front)
        return self.match.state

    def steps(self, unit: str) -> int:
        return self.state.steps[self.state.world.unit_index[unit]]

    def at(self, unit: str) -> str:
        where = self.state.where[self.state.world.unit_index[unit]]
        return self.state.world.board.names[where] if where >= 0 else "eliminated" if where == -1 else "later"

    def control(self, place: str) -> str:
        control: dict[str, str] = self.match.view()["tracks"]["control"]
        return control[place]

    def stacks(self) -> dict[str, str]:
        """Who stands where, with steps."""
        found: dict[str, list[str]] = {}
        for unit in self.state.world.units:
            if self.at(unit) not in ("eliminated", "later"):
                found.setdefault(self.at(unit), []).append(f"{unit} {self.steps(unit)}")
        return {place: ", ".join(units) for place, units in sorted(found.items())}

    def faces(self, viewer: str, place: str) -> list[str | None]:
        """The enemy blocks in a place as a side sees them: kind and steps, or None where a block is face down."""
        found = [piece for piece in self.match.view(viewer)["pieces"] if piece["at"] == place]
        faces = [piece["face"] for piece in found if piece["side"] != viewer]
        return [face and f"{face['name']} {face['steps']}" for face in faces]

    def left(self, side: str) -> int:
        """Supreme Moves left."""
        return self.state.supreme[self.match.side_index(side)]

    def put_beachhead(self, corps: str, where: str) -> Table:
        """Put a corps' beachhead in a place, or make it ready, prep or lost."""
        place = STATUS[where] if where in STATUS else self.place(where)
        self.state.beachhead[self.unit(corps)] = place
        self.state.drafts = [None for _ in self.state.drafts]
        return self

    def hold(self, side: str, *places: str) -> Table:
        """Give a side control of hexes in which nobody stands and into which nobody looks."""
        for place in places:
            self.state.prior = put(self.state.prior, self.place(place), self.match.side_index(side))
        self.state.drafts = [None for _ in self.state.drafts]
        take_control(self.state)
        return self

    def shown(self, unit: str) -> bool:
        """Whether the enemy sees the face of a unit."""
        enemy = self.match.sides[1 - self.state.side_of(self.unit(unit))]
        faces = [piece["face"] for piece in self.match.view(enemy)["pieces"] if piece["at"] == self.at(unit)]
        return any(face is not None and face["name"] == unit for face in faces)
