"""Whether the set-up of a scenario and what comes later fit its map: a mistake in a data file ends in one sentence that
says where it stands, what is wrong and what to do about it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from grognard.engine.files import DataError, Document
from grognard.games.balkan.lands import side_of
from grognard.games.balkan.stacking import limits, slot_kind
from grognard.games.balkan.state import Campaign
from grognard.games.balkan.world import frame_file, orders_file, set_up_file, units_data, whole_map
from grognard.games.europa import slots


class Line(NamedTuple):
    """A line of a set-up: where it stands, and what it says."""

    document: Document
    keys: tuple[str | int, ...]
    row: Mapping[str, Any]

    def wrong(self, what: str, remedy: str) -> DataError:
        return self.document.wrong(what, remedy, *self.keys)


def check(s: Campaign) -> None:
    """Raises DataError if a piece, a place or an area is not what it should be. [BF-2-4, BF-30-4, BF-30-6]"""
    set_up, own, book = set_up_file(), frame_file(s.world.scenario), s.world.frame["order_of_battle"]
    lines: dict[str, Line] = {}
    for layer in s.world.frame["layers"]:
        lines |= layer_of(own if layer in own.data.get("setup", {}) else set_up, layer)
    check_lines(s, lines)
    for document in (orders_file(), own):
        check_entries(s, document, book)


def layer_of(document: Document, layer: str) -> dict[str, Line]:
    """The lines of a layer of a set-up."""
    rows = document.data["setup"][layer]
    return {key: Line(document, ("setup", layer, key), row) for key, row in rows.items()}


def check_lines(s: Campaign, lines: Mapping[str, Line]) -> None:
    """Every piece is one of the list, stands on the map, in its area, on ground of its side, and finds room."""
    stacks: dict[tuple[int, int], list[str]] = {}
    for key, line in lines.items():
        check_piece(line, key)
        at = check_place(s, line, key, line.row["hex"], line.row["area"], line.row.get("not", ()))
        unit = s.world.unit_index.get(key)
        if unit is None:
            continue
        side, kind, most = side_of(s, unit), slot_kind(s, unit), limits(s.world, at)
        if s.owner[at] != side:
            what = f"{key} stands in {line.row['hex']}, which its side does not own when the scenario begins"
            raise line.wrong(what, "give it another hex, or the hex another owner")
        stack = stacks.setdefault((at, side), [])
        if s.world.is_position_aa[unit] or at >= s.world.board.grid.size:
            continue
        if not slots.has_room(slots.stack(stack), kind, most):
            raise line.wrong(f"{line.row['hex']} holds too many units with {key}", "give one of them another hex")
        stack.append(kind)


def check_piece(line: Line, key: str) -> None:
    """Raises DataError for a piece that is not on the list."""
    if key not in units_data()["piece"] and key not in units_data()["air"]:
        raise line.wrong(f"no piece is called {key}", "write one of [piece] or [air] in units.toml")


def check_place(s: Campaign, line: Line, key: str, label: str, areas: list[str], but: tuple[str, ...] = ()) -> int:
    """The place of that label; raises DataError if there is none, or if it lies outside the areas given for it."""
    world = s.world
    for area in (*areas, *but):
        if area not in whole_map().areas:
            raise line.wrong(f"{key} has the area {area}, which the map does not have", "write an area of map.toml")
    at = world.place(label)
    if at is None:
        remedy = "write a hex of the map as 14A:rrcc or 15B:rrcc, or a box as box:Name"
        raise line.wrong(f"{key} stands in {label}, which is no place of this map", remedy)
    if not (world.masks(tuple(areas)) & ~world.masks(tuple(but))) >> at & 1:
        raise line.wrong(f"{key} stands in {label}, outside its area", "give it another hex, or widen its area")
    return at


def check_entries(s: Campaign, document: Document, book: str) -> None:
    """What comes later is on the list of pieces, and comes to places of the map within its areas. [BF-29A-1]"""
    for number, entry in enumerate(document.data.get("entry", ())):
        line = Line(document, ("entry", number), entry)
        if book not in entry["lists"]:
            continue
        for key, label in entry.get("hexes", {}).items():
            check_piece(line, key)
            check_place(s, line, key, label, entry["area"])
        for key in (*entry.get("flip", ()), *([entry["into"]] if "into" in entry else ())):
            check_piece(line, key)
