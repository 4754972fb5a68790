"""Chapters 1 and 2: pieces and blocks, who sees what, stacking, supply."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from grognard.engine import supply
from grognard.engine.agenda import Chance
from grognard.engine.board import Board
from grognard.engine.charts import Charts
from grognard.engine.derived import derived
from grognard.engine.events import Deal
from grognard.engine.game import Game, World
from grognard.engine.kinds import Place
from grognard.engine.orders import Refusal
from grognard.engine.paths import Lattice, mask_of
from grognard.engine.search import Mode
from grognard.engine.state import State

GONE = -1


class Kind(msgspec.Struct):
    """What a kind of piece can do."""

    attack: int
    defence: int
    barred: tuple[str, ...]
    hidden: bool = False
    ambushes: bool = False
    folds: bool = False


class Piece(msgspec.Struct):
    """A line of the order of battle."""

    name: str
    side: str
    kind: str
    at: str
    steps: int


class Ground(World):
    """What never changes: the map, the charts, and who is who."""

    def __init__(
        self, game: Game, scenario: str, options: Mapping[str, Any], board: Board, charts: Charts, pieces: list[Piece]
    ) -> None:
        super().__init__(game, scenario, options, board, tuple(piece.name for piece in pieces))
        self.charts = charts
        self.limits: dict[str, int] = {**charts["limits"], **options}
        self.pieces = pieces
        self.kinds = msgspec.convert(dict(charts["kinds"]), dict[str, Kind])
        self.kind = [self.kinds[piece.kind] for piece in pieces]
        self.side_of = [self.sides.index(piece.side) for piece in pieces]
        self.towns = [place.at for place in board.places.values() if place.kind == "town"]
        bases = [place for place in board.places.values() if place.kind == "base"]
        self.bases = [mask_of(base.at for base in bases if base.extra["side"] == side) for side in self.sides]
        self.boxes = [next(box.at for box in board.boxes.values() if box.kind == side) for side in self.sides]
        self.place_index = {board.names[place]: Place(place) for place in (*board.here, *self.boxes)}
        self.country = Lattice(board)
        self.dry = mask_of(hex for hex in board.here if board.terrain[hex] != "water")


class Skirmish(State):
    """The facts: a number per piece, per side or per town."""

    __slots__ = ("aim", "moved", "owner", "seen", "steps", "tag", "target", "turn", "where")

    world: Ground
    aim: list[int]  # per side: the town it hopes for, as a number into world.towns, or -1
    moved: bytearray
    owner: list[int]  # per town: a side, or -1
    seen: list[int]  # per piece: the turn in which the enemy last saw it, or 0
    steps: list[int]
    tag: list[int]  # per block: its pseudonym, dealt; 0 for open pieces
    target: list[int]  # per piece: the hex that it attacks or has attacked this turn, or -1
    turn: int
    where: list[int]


# Pieces and blocks


def pieces_of(s: Skirmish, side: int) -> list[int]:
    """A side's pieces in play, those in reserve included. [SK-1.1]"""
    return [unit for unit, place in enumerate(s.where) if place != GONE and s.world.side_of[unit] == side]


def pieces_at(s: Skirmish, place: int, side: int) -> list[int]:
    return [unit for unit in pieces_of(s, side) if s.where[unit] == place]


def is_unseen(s: Skirmish, unit: int) -> bool:
    """A block keeps its secret until it fights. [SK-1.3]"""
    return s.world.kind[unit].hidden and not s.seen[unit] and s.where[unit] != GONE


def why_not_own(s: Skirmish, side: int, unit: int) -> Refusal | None:
    """Orders name one's own pieces that are in play. [SK-1.2]"""
    return None if unit in pieces_of(s, side) else Refusal("SK-1.2", {"unit": s.world.units[unit]})


def alias(s: Skirmish, unit: int, side: int | None) -> str:
    """The name of a piece for its owner and of an open one for all; for others a block has a dealt number. [SK-1.3]"""
    open_to = side == s.world.side_of[unit] or not s.world.kind[unit].hidden
    return s.world.units[unit] if open_to else f"b{s.tag[unit]}"


def tell_of(s: Skirmish, unit: int, what: str, rule: str, *, reveals: bool = False, **facts: Any) -> None:
    """Log what a piece does: under its name for its owner, under its alias for everyone else."""
    owner, name = s.world.side_of[unit], s.world.units[unit]
    secret = {s.world.sides[owner]: {"unit": name}}
    s.tell(what, rule, secret=secret, reveals=reveals, unit=alias(s, unit, None), side=s.world.sides[owner], **facts)


def reveal(s: Skirmish, units: Iterable[int]) -> None:
    """Turn blocks over; a dummy is folded away at once. [SK-1.5, SK-1.6]"""
    for unit in units:
        if s.world.kind[unit].hidden:
            kind = s.world.pieces[unit].kind
            tell_of(s, unit, "seen", "SK-1.5", reveals=True, name=s.world.units[unit], kind=kind, steps=s.steps[unit])
            s.seen[unit] = s.turn
            if s.world.kind[unit].folds:
                lose_steps(s, unit, s.steps[unit])


def lose_steps(s: Skirmish, unit: int, count: int) -> None:
    """A piece without steps is gone. [SK-1.1]"""
    s.steps[unit] -= count
    tell_of(s, unit, "loss" if s.steps[unit] else "gone", "SK-1.1", steps=s.steps[unit])
    if not s.steps[unit]:
        s.where[unit], s.target[unit], s.tag[unit], s.seen[unit], s.moved[unit] = GONE, GONE, 0, 0, 0


class Muster(Chance[Skirmish], frozen=True):
    """Deal places, strengths or pseudonyms among the blocks of a side; nobody sees the shuffle. [SK-1.3, SK-1.4]"""

    side: int
    fact: str

    def _blocks(self, s: Skirmish) -> list[int]:
        return [unit for unit in pieces_of(s, self.side) if s.world.kind[unit].hidden]

    def call(self, s: Skirmish) -> Deal:
        return Deal(len(self._blocks(s)))

    def rolled(self, s: Skirmish, faces: tuple[int, ...]) -> None:
        blocks, fact = self._blocks(s), getattr(s, self.fact)
        values = [fact[unit] for unit in blocks]
        for unit, card in zip(blocks, faces, strict=True):
            fact[unit] = values[card]


# Stacking and supply


def is_full(s: Skirmish, unit: int, place: int) -> bool:
    """Two pieces of a side fill a hex. [SK-2.2]"""
    others = [other for other in pieces_at(s, place, s.world.side_of[unit]) if other != unit]
    return len(others) >= s.world.limits["stack"]


@derived("where")
def supplied(s: Skirmish, side: int) -> supply.Lines:
    """Lines run from a side's base over dry hexes without enemies, so many hexes far. [SK-2.3]"""
    enemies = mask_of(s.where[unit] for unit in pieces_of(s, 1 - side))
    on_foot = Mode("foot", s.world.country, s.world.dry & ~enemies)
    return supply.lines(s.world.bases[side], supply.Stage((on_foot,), points=s.world.limits["supply"]))
