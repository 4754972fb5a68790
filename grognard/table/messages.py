"""Every message that the table takes and gives, as a typed value. The OpenAPI page is made from them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from grognard.engine.families import Offers
from grognard.engine.kinds import Json
from grognard.engine.looks import Looks, Option

Short = Annotated[str, Meta(max_length=100, pattern=r"^[^\x00]*$")]
Said = Annotated[str, Meta(max_length=500, pattern=r"^[^\x00]*$")]
Language = Annotated[str, Meta(pattern=r"^[a-z]{2,3}$")]
Count = Annotated[int, Meta(ge=0, le=1_000_000)]
Seed = Annotated[int, Meta(ge=0, le=2**53 - 1)]
Who = Annotated[str, Meta(pattern=r"^(me|friend|computer:[a-z0-9]{1,10})$")]


class Asked(Struct, frozen=True, forbid_unknown_fields=True):
    """The common part of what is sent to the table: nothing that it does not know."""


# Games


class ScenarioInfo(Struct, frozen=True):
    key: str
    title: str
    about: str
    aims: dict[str, str]
    lesson: bool
    options: list[Option]


class Level(Struct, frozen=True):
    """A computer player; it sits down as `computer:KEY`."""

    key: str
    title: str


class GameInfo(Struct, frozen=True):
    key: str
    title: str
    sides: list[str]
    titles: dict[str, str]
    """What its sides are called."""
    scenarios: list[ScenarioInfo]
    levels: list[Level]
    languages: list[str]


class BookInfo(Struct, frozen=True):
    """A rulebook that is no game; its rules can be read, and tried in drills."""

    key: str
    title: str
    rules: int
    drills: int


class RuleTitle(Struct, frozen=True):
    id: str
    title: str


class Numbers(Struct, frozen=True):
    """A table of numbers that a rule rests on, and where they come from."""

    name: str
    source: Literal["printed", "reported", "reconstructed", "ours"]
    note: str


class RuleCard(Struct, frozen=True):
    id: str
    title: str
    kind: str
    phase: str
    rule: str
    check: str
    ruling: str
    needs: list[RuleTitle]
    needed_by: list[RuleTitle]
    numbers: list[Numbers]


class SurfaceHex(Struct, frozen=True):
    name: str
    label: str
    x: float
    y: float
    terrain: str
    nation: str
    areas: list[str]
    signs: list[str]


class SurfacePlace(Struct, frozen=True):
    name: str
    at: str
    kind: str
    text: str


class SurfaceBox(Struct, frozen=True):
    name: str
    title: str
    kind: str


class SurfaceArea(Struct, frozen=True):
    name: str
    kind: str


class TerrainTitle(Struct, frozen=True):
    key: str
    title: str


class Surface(Struct, frozen=True):
    """Everything about the board and the looks that never changes."""

    game: str
    scenario: str
    version: str
    hides: bool
    """Whether the sides have secrets from each other."""
    title: str
    source: str
    note: str
    width: float
    height: float
    size: float
    orientation: Literal["pointy", "flat"]
    hexes: list[SurfaceHex]
    corners: list[tuple[float, float]]
    places: list[SurfacePlace]
    boxes: list[SurfaceBox]
    areas: list[SurfaceArea]
    terrains: list[TerrainTitle]
    looks: Looks
    odds: bool
    """Whether the table can work out what a battle will come to."""
    rounds: bool
    """Whether a battle may go on for several rounds, so that it can be followed to its end."""


# Matches and seats


class NewMatch(Asked, frozen=True):
    game: Short
    scenario: Short
    seats: Annotated[dict[Short, Who], Meta(max_length=8)]
    options: Annotated[dict[Short, Any], Meta(max_length=20)] = {}
    seed: Seed | None = None
    """Fixes the dice, for study and lessons; nobody can be invited to them."""


class Opened(Struct, frozen=True):
    """A match and the seats of whoever opened it; a computer's seat is nobody's to have, and a friend gets his own."""

    match: str
    seats: dict[str, str | None]
    spectator: str
    commitment: str
    """The hash of the table's half of the dice's secret."""
    invitations: dict[str, str] = {}
    """For each friend, by side."""
    begun: bool = True
    """If not: it begins when each side that somebody plays is ready."""


class Ready(Asked, frozen=True):
    """A player agrees to what was settled, and puts something into the dice that nobody else can know: the best is a
    long number drawn by chance."""

    contribution: Annotated[str, Meta(min_length=1, max_length=100, pattern=r"^[^\x00]*$")]


class Invitation(Struct, frozen=True):
    """What somebody is invited to."""

    match: str
    game: str
    scenario: str
    side: str
    sides: dict[str, str]
    options: Json
    """What was settled otherwise than by default; an owner's charts are in it whole."""
    commitment: str
    ready: list[str]
    taken: bool
    """Somebody has accepted it already."""


class Joined(Struct, frozen=True):
    """The seat of somebody who was invited; nobody else has ever known it."""

    match: str
    side: str
    seat: str


class SeatInfo(Struct, frozen=True):
    match: str
    game: str
    scenario: str
    side: str | None
    sides: dict[str, str]
    seen: int
    language: str
    standing: dict[str, str] = {}
    """The answers that this side has left, by step."""
    options: Json = {}
    """What was settled before the match began."""
    commitment: str = ""
    seed: int | None = None
    """The number that the dice come from, if whoever opened the match named one."""
    begun: bool = True
    ready: list[str] = []
    """Before it has begun: the sides that are ready."""
    opened: int = 0
    """When, and when something last happened that everybody may know of: seconds since 1970, 0 if it is not known."""
    played: int = 0
    leaving: list[str] = []
    """The sides that would have the match deleted."""


class Wanted(Asked, frozen=True):
    """Whether a seat would have its match deleted."""

    wanted: bool


class Deletion(Struct, frozen=True):
    """Whether a match is deleted now, and the sides that would have it so."""

    deleted: bool
    leaving: list[str]


# Views


class Part(Struct, frozen=True):
    """What was done with a number: `+3`, `\u22121`, `\u00d7 1/2`."""

    change: str
    rule: str
    reason: str


class Cost(Struct, frozen=True):
    total: str
    base: str
    """Empty if it began with nothing."""
    rule: str
    parts: list[Part]


class Cell(Struct, frozen=True):
    """One value of a grid; `good` above 0 is good for the side that is asked, below 0 bad."""

    text: str
    good: int


class Row(Struct, frozen=True):
    """A line of a grid; `say`: the order that leads there; `changes`: whether it differs from how things stand."""

    name: str
    cells: list[Cell]
    say: str | None
    changes: bool


class Grid(Struct, frozen=True):
    """Values side by side; `dice`: heads that are numbers are faces of a die."""

    heads: list[str]
    dice: bool
    rows: list[Row]
    notes: list[str]


class Scale(Struct, frozen=True):
    """Steps in their order, and the number of the one that a total stands on; -1 is below the first."""

    steps: list[str]
    at: int


class Sum(Struct, frozen=True):
    """A running total beside a question; `open`: still to be met. A scale or a grid shows what the text says."""

    title: str
    text: str
    rule: str
    tally: Cost | None
    open: bool
    scale: Scale | None = None
    grid: Grid | None = None


class Prompt(Struct, frozen=True):
    side: str
    step: str
    text: str
    rule: str
    buttons: dict[str, str]
    """What orders that name neither piece nor place mean here, by verb."""
    warnings: dict[str, list[str]]
    sums: list[Sum]
    pieces: list[str]
    places: list[str]
    """What is asked about."""


class Face(Struct, frozen=True):
    """What is seen of a piece that lies face up; a game may say more of it, or less."""

    name: str
    kind: str = ""
    steps: int | None = None
    max: int | None = None
    nation: str = ""
    text: str = ""
    """What it says in place of a number of steps ("4-5-6")."""
    more: str = ""
    """A line below that."""
    tag: str = ""
    """What stands on the counter in place of a longer name."""


class Piece(Struct, frozen=True):
    """A piece as the seat may know it; `name` is what it is called in the language asked for."""

    id: str
    name: str
    at: str
    side: str
    face: Face | None
    marks: list[str] = []
    seen: str | None = None
    aboard: str | None = None
    """The piece that carries it, if one does."""


class Line(Struct, frozen=True):
    text: str
    what: str
    rule: str
    facts: Json
    places: list[str]
    pieces: list[str]
    moment: int


class Undo(Struct, frozen=True):
    """Whether the last order can be taken back, whether the other side may be asked for it, and why it takes that."""

    can: bool
    ask: bool
    text: str


class Dice(Struct, frozen=True):
    """Before the end the hash of the table's half of the secret and what the sides have put in; then that half too."""

    commitment: str
    contributions: dict[str, str]
    secret: str | None


class Ended(Struct, frozen=True):
    """How the match ended: who won (nobody in a draw), and a sentence about it."""

    winner: str | None
    cause: str
    facts: Json
    text: str


class View(Struct, frozen=True):
    """All that a seat may know."""

    game: str
    scenario: str
    side: str | None
    number: str
    moment: int
    when: str
    waiting: list[str]
    prompt: Prompt | None
    orders: Offers
    battles: list[str]
    """Where battles are under way whose odds the table can work out."""
    undo: Undo | None
    pieces: list[Piece]
    tracks: Json
    log: list[Line]
    since: int
    """How many lines at the beginning of the log were left out, because they are known."""
    cursor: str
    """What stands for all of the log; to be sent as `since` when the next view is asked for."""
    proposal: Json | None
    outcome: Ended | None
    dice: Dice


class MomentInfo(Struct, frozen=True):
    moment: int
    when: str
    text: str


# Playing


class Refused(Struct, frozen=True):
    rule: str
    text: str


class Played(Struct, frozen=True):
    """What came of it: the view, how many lines of its log are new, and why a batch stopped, if it did."""

    view: View
    new: int
    stopped: Refused | None


class OrderSaid(Asked, frozen=True):
    """An order in its text form or its JSON form."""

    say: Said | None = None
    order: Annotated[dict[Short, Any], Meta(max_length=30)] | None = None


class OrderGiven(Asked, frozen=True):
    """An order, or several at once, for the moment that bears this number."""

    number: Short
    say: Said | None = None
    order: Annotated[dict[Short, Any], Meta(max_length=30)] | None = None
    batch: Annotated[list[Said], Meta(min_length=1, max_length=200)] | None = None


class Answer(Struct, frozen=True):
    refusal: Refused | None


class Proposed(Asked, frozen=True):
    what: Literal["takeback", "draw"]


class Agreed(Asked, frozen=True):
    """The answer to a proposal, by the name that the view gives it."""

    proposal: Annotated[str, Meta(max_length=200)]
    agreed: bool


class Standing(Asked, frozen=True):
    step: Short
    say: Said | None


class Preview(Struct, frozen=True):
    route: list[str]
    cost: Cost | None
    meets: list[str]
    notes: list[str]


# Study


class ChanceRow(Struct, frozen=True):
    label: str
    chance: float
    cumulative: float | None


class ChanceSection(Struct, frozen=True):
    title: str
    rows: list[ChanceRow]
    more: str


class Odds(Struct, frozen=True):
    at: str
    sides: tuple[str, str]
    heading: list[str]
    exact: bool
    sections: list[ChanceSection]


class Spoken(Asked, frozen=True):
    language: Language


class AtMoment(Asked, frozen=True):
    moment: Count


class Note(Asked, frozen=True):
    """A private note on a piece or a place; an empty text takes it away."""

    piece: Short
    at: Short
    text: Annotated[str, Meta(max_length=2000, pattern=r"^[^\x00]*$")]


class Live(Struct, frozen=True, omit_defaults=True):
    """What the live line says."""

    what: Literal["changed", "thinking", "leaving", "deleted"]
    number: str | None = None
    side: str | None = None


def encode(message: object) -> bytes:
    return msgspec.json.encode(message)
