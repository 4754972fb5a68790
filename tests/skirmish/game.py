"""The skirmish as a game: what it declares about itself, what each side may know, and its text forms."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

import msgspec

from grognard.engine import board, charts
from grognard.engine.agenda import redraw_sheets, waiting
from grognard.engine.files import read_toml
from grognard.engine.game import Chooser, Game, Scenario
from grognard.engine.looks import Layer, Option, Tint, Tone
from grognard.engine.orders import Refusal
from grognard.engine.paths import bits
from grognard.engine.words import Words
from tests.skirmish import battle, march, orders, plans, sequence, state
from tests.skirmish.state import GONE, Ground, Muster, Piece, Skirmish, is_unseen, pieces_of, supplied

DATA = Path(__file__).parent / "data"
CHARTS = charts.load(DATA / "charts.toml")
BLOCK_FACTS = ("where", "tag", "moved", "target")  # what the enemy sees of a block without knowing which one it is


class TheFord(Game):
    """Two sides, three towns, four turns."""

    key = "skirmish"
    title = "The Ford"
    version = "1"
    sides = ("red", "blue")
    hides = True
    rolls = True
    seals = True
    longest = 400
    folder = DATA
    chapters = (orders, state, plans, march, battle, sequence)
    state = Skirmish
    piece_facts: ClassVar[frozenset[str]] = frozenset({"where", "steps", "tag", "seen", "turn"})

    def scenarios(self) -> dict[str, Scenario]:
        return {"ford": Scenario("ford", "The Ford", "Four turns for three towns on a stream.")}

    def options(self, scenario: str) -> tuple[Option, ...]:
        default = CHARTS["limits"]["turns"]
        return (Option("turns", "Turns", "number", default, "How long the skirmish lasts.", minimum=1, maximum=9),)

    def surroundings(self, scenario: str, options: Mapping[str, Any]) -> Ground:
        forces = msgspec.convert(read_toml(DATA / "forces.toml").data["unit"], list[Piece])
        return Ground(self, scenario, options, board.load(DATA / "map.toml"), CHARTS, forces)

    def setup(self, world: Ground) -> Skirmish:
        s = Skirmish(world)
        s.where = [world.board.at(piece.at) for piece in world.pieces]
        s.steps = [piece.steps for piece in world.pieces]
        s.tag = [0 for _ in world.pieces]
        s.seen = [0 for _ in world.pieces]
        s.moved, s.target = bytearray(len(world.pieces)), [-1 for _ in world.pieces]
        s.owner = [-1 for _ in world.towns]
        s.aim = [-1, -1]
        s.turn = 1
        s.agenda = [*reversed(sequence.TURN), *self._musters(s, "where", "steps", "tag")]
        return s

    def _musters(self, s: Skirmish, *facts: str) -> list[Muster]:
        """Deals among each side's blocks, which have numbers to be dealt."""
        blocks = [unit for unit, kind in enumerate(s.world.kind) if kind.hidden and s.where[unit] != GONE]
        for number, unit in enumerate(blocks, 1):
            s.tag[unit] = number
        return [Muster(side, fact) for fact in facts for side in range(len(self.sides))]

    # What a side may know

    def pieces(self, s: Skirmish, side: int | None) -> list[dict[str, Any]]:
        return sorted(
            (self._piece(s, unit, side) for owner in (0, 1) for unit in pieces_of(s, owner)),
            key=lambda piece: (piece["at"], piece["side"], piece["id"]),
        )

    def _piece(self, s: Skirmish, unit: int, side: int | None) -> dict[str, Any]:
        """A piece from one chair: its face if it is one's own, open, or turned over this turn. [SK-1.3, SK-1.5]"""
        world, owner = s.world, s.world.side_of[unit]
        face = {"name": world.units[unit], "kind": world.pieces[unit].kind, "steps": s.steps[unit]}
        shown = side == owner or not world.kind[unit].hidden or s.seen[unit] == s.turn
        cut_off = s.where[unit] not in supplied(s, owner) and s.where[unit] not in world.boxes
        return {
            "id": state.alias(s, unit, side),
            "at": world.board.names[s.where[unit]],
            "side": world.sides[owner],
            "face": face if shown else None,
            "marks": ["moved"] * s.moved[unit] + ["out of supply"] * cut_off,
            "seen": f"{face['kind']}, {face['steps']} steps, turn {s.seen[unit]}" if s.seen[unit] else None,
        }

    def tracks(self, s: Skirmish, side: int | None) -> dict[str, Any]:
        names, sides = s.world.board.names, (*s.world.sides, None)
        aim = names[s.world.towns[s.aim[side]]] if side is not None and s.aim[side] >= 0 else None
        towns = {names[town]: sides[owner] for town, owner in zip(s.world.towns, s.owner, strict=True)}
        return {"turn": s.turn, "turns": s.world.limits["turns"], "towns": towns, "aim": aim}

    def layers(self, s: Skirmish, side: int | None, words: Words) -> list[Layer]:
        """Where a side's own lines of supply reach."""
        if side is None:
            return []
        tints = tuple(Tint(s.world.board.names[hex], "supplied") for hex in bits(supplied(s, side).mask))
        legend = (Tone("supplied", words.title("in supply")),)
        return [Layer("supply", words.title("Supply"), "SK-6.3", legend, tints)]

    def redraw(self, s: Skirmish, side: int, choose: Chooser) -> Skirmish:
        """Unseen blocks change places and strengths among themselves; what they have shown they have shown."""
        other, new = 1 - side, s.copy()
        new.drafts = [None for _ in s.drafts]
        blocks = [unit for unit in pieces_of(s, other) if is_unseen(s, unit)]
        now = dict(zip(blocks, _shuffled(blocks, choose), strict=True))
        for fact in BLOCK_FACTS:
            for unit, instead in now.items():
                getattr(new, fact)[instead] = getattr(s, fact)[unit]
        for unit, instead in zip(blocks, _shuffled(blocks, choose), strict=True):
            new.steps[instead] = s.steps[unit]
        for index, step in enumerate(s.agenda):
            if hasattr(step, "unit"):
                new.agenda[index] = msgspec.structs.replace(step, unit=now.get(step.unit, step.unit))
        if s.aim[other] >= 0:
            new.aim[other] = choose(len(s.world.towns))
        redraw_sheets(new, side, choose, asked=waiting(s))
        return new

    def alias(self, s: Skirmish, unit: int, side: int | None) -> str:
        return state.alias(s, unit, side)

    def why_not_own(self, s: Skirmish, side: int, unit: int) -> Refusal | None:
        return state.why_not_own(s, side, unit)

    # Text forms

    def when(self, s: Skirmish) -> str:
        step = next((step for step in reversed(s.agenda) if hasattr(step, "phase")), None)
        return f"turn {s.turn}, {_phase(s, step)}"

    def at_moment(self, s: Skirmish, when: str) -> None:
        found = re.fullmatch(r"turn (\d), (.+)", when)
        phases = [_phase(s, step) for step in sequence.TURN]
        if not found or found[2] not in (*phases, "over"):
            raise ValueError(f"{when!r} is no moment; say 'turn 1, ' and one of {', '.join(phases)}, over")
        s.turn = int(found[1])
        first = [*phases, "over"].index(found[2])
        s.agenda = [*reversed(sequence.TURN[first:])]
        if any(kind.hidden and s.where[unit] != GONE and not s.tag[unit] for unit, kind in enumerate(s.world.kind)):
            s.agenda += self._musters(s, "tag")

    def piece_text(self, s: Skirmish, unit: int) -> str:
        tag = f" #{s.tag[unit]}" if s.tag[unit] else ""
        seen = f" seen {s.seen[unit]}" if s.seen[unit] else ""
        return f"{s.world.units[unit]} {s.steps[unit]}{tag}{seen}"

    def put_piece(self, s: Skirmish, place: int, words: list[str]) -> None:
        found = re.fullmatch(r"(\w+) (\d)( #(\d+))?( seen (\d))?", " ".join(words))
        if not found or found[1] not in s.world.unit_index:
            raise ValueError(f"{' '.join(words)!r} is no piece; say 'Fox 2', with '#3' for its number and 'seen 1'")
        unit = s.world.unit_index[found[1]]
        s.where[unit], s.steps[unit] = place, int(found[2])
        s.tag[unit], s.seen[unit] = int(found[4] or 0), int(found[6] or 0)

    def clear_pieces(self, s: Skirmish) -> None:
        for unit in range(len(s.where)):
            s.where[unit], s.steps[unit], s.tag[unit], s.seen[unit] = GONE, 0, 0, 0


def _phase(s: Skirmish, step: Any) -> str:
    if step is None:
        return "over"
    side = f"{s.world.sides[step.side]} " if hasattr(step, "side") else ""
    return f"{side}{step.phase}"


def _shuffled(units: list[int], choose: Chooser) -> list[int]:
    left = units[:]
    return [left.pop(choose(len(left))) for _ in units]
