"""How a game wants to be shown: faces, colours, tracks, layers over the map, lessons, a glossary.

None of it is a rule. It is data that a game reads from its files and that a client draws without understanding it.
"""

from __future__ import annotations

from typing import Literal

import msgspec

Shape = Literal["round", "cut", "square", "scooped"]
Pattern = Literal["plain", "stripe", "dots", "chevron"]


class SideLook(msgspec.Struct, frozen=True):
    """A side's colour for what is hidden, the ink on it, and the shape of its pieces."""

    title: str
    colour: str
    ink: str = "#ffffff"
    shape: Shape = "round"


class NationLook(msgspec.Struct, frozen=True):
    """The colour of a nation's pieces; nations differ by pattern and letters as well."""

    title: str
    short: str
    colour: str
    ink: str = "#1b1f23"
    pattern: Pattern = "plain"


class KindLook(msgspec.Struct, frozen=True):
    """A kind of piece: its military symbol (a SIDC of thirty digits or fifteen letters), or a letter for a marker."""

    title: str
    sidc: str | None = None
    letter: str = ""


class MarkLook(msgspec.Struct, frozen=True):
    """A mark that a piece carries for a while."""

    title: str
    sign: str


class TrackLook(msgspec.Struct, frozen=True):
    """How one of the game's tracks is shown."""

    key: str
    title: str
    shape: Literal["number", "text", "steps", "step", "by side", "by holder", "list", "arrivals", "plot"] = "text"
    steps: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    """What its steps are called; a client gets the names in its own language."""


class Looks(msgspec.Struct, frozen=True):
    """Everything that a client needs to draw a game's pieces and what lies beside the map."""

    sides: dict[str, SideLook] = {}
    nations: dict[str, NationLook] = {}
    kinds: dict[str, KindLook] = {}
    strength: Literal["edge", "number"] = "number"
    marks: dict[str, MarkLook] = {}
    signs: dict[str, str] = {}
    """What a place of the map may be besides a town: a port, a pass."""
    tracks: tuple[TrackLook, ...] = ()
    boxes: dict[str, str] = {}
    """Titles of the places beside the map where pieces may be."""
    verbs: dict[str, str] = {}
    words: dict[str, str] = {}
    """Titles of the other words that orders use, besides verbs, pieces and places."""
    steps: dict[str, str] = {}
    """What is being decided, by the names of the steps that ask."""
    terrains: dict[str, str] = {}
    tones: dict[str, str] = {}
    """Colours of layers."""


class Tone(msgspec.Struct, frozen=True):
    """A line of a layer's legend."""

    tone: str
    text: str


class Tint(msgspec.Struct, frozen=True):
    at: str
    tone: str


class Trace(msgspec.Struct, frozen=True):
    """A line over the map: of supply, of command."""

    route: tuple[str, ...]
    tone: str
    piece: str | None = None
    text: str = ""


class Label(msgspec.Struct, frozen=True):
    """Something written across the map."""

    at: str
    text: str
    tone: str


class Layer(msgspec.Struct, frozen=True):
    """Something laid over the map on demand."""

    key: str
    title: str
    rule: str = ""
    legend: tuple[Tone, ...] = ()
    hexes: tuple[Tint, ...] = ()
    lines: tuple[Trace, ...] = ()
    labels: tuple[Label, ...] = ()


class Choice(msgspec.Struct, frozen=True):
    """One of the answers to an option."""

    key: str
    title: str
    about: str = ""


class Option(msgspec.Struct, frozen=True):
    """Something to settle before a match begins: an optional rule, a deployment, a handicap, charts of one's own.

    `default` holds unless somebody chooses otherwise. A number lies between `minimum` and `maximum`; a file is sent as
    its text.
    """

    key: str
    title: str
    kind: Literal["choice", "flag", "number", "file"]
    default: str | int | bool
    about: str = ""
    choices: tuple[Choice, ...] = ()
    minimum: int = 0
    maximum: int = 0


class Show(msgspec.Struct, frozen=True):
    pieces: tuple[str, ...] = ()
    places: tuple[str, ...] = ()


class LessonStep(msgspec.Struct, frozen=True):
    """What the teacher says, and the orders that lead on (`*` stands for anything; none: there is only text)."""

    text: str
    expect: tuple[str, ...] = ()
    show: Show = Show()
    rule: str = ""


class Lesson(msgspec.Struct, frozen=True):
    """A guided first turn: always the same match, so that the teacher knows what comes."""

    title: str
    side: str
    seats: dict[str, str]
    seed: int
    steps: tuple[LessonStep, ...]


class Term(msgspec.Struct, frozen=True):
    """An entry of the glossary."""

    term: str
    text: str
    rule: str = ""
