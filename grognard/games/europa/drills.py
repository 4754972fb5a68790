"""How the drills are worked out: with the functions that titles use, on the charts of the chapter.

A drill (see `data/drills.toml`) names what works it out (`by`) and what that is given; here is a function for each
name, in the order of the chapter. A hex is a number in a row of links, a set of hexes a list of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

from msgspec import structs

from grognard.engine.drills import Drill, Worked
from grognard.engine.paths import mask_of
from grognard.engine.tally import Number, Reason, exact, whole
from grognard.games.europa import (
    counters,
    districts,
    installations,
    markers,
    mechanics,
    possession,
    regiments,
    terrain,
)

Given = Mapping[str, Any]
Charts = Mapping[str, Any]
Work = Callable[[Given, Charts], object]

LETTERS = "KLMNOPQR"
"""What the hexes of a drill are called; answers have the letters from a on."""
OWNERS = {True: "the Axis", False: "the Allies"}

_WORKS: dict[str, Work] = {}


def read(rows: Iterable[Given], charts: Charts) -> tuple[Drill, ...]:
    """The drills of a file, worked out."""
    found: list[Drill] = []
    for row in rows:
        choices = tuple(row["choices"])
        answer = solved(row["by"], row["given"], charts)
        if answer not in choices:
            raise ValueError(f"drill {row['key']} comes to {answer!r}, which is none of its choices")
        drill = Drill(
            key=row["key"],
            section=row["heading"] if "heading" in row else found[-1].section,
            title=row["title"],
            position=row["position"],
            question=row["question"],
            choices=choices,
            answer=choices.index(answer),
            worked=tuple(Worked(text, rule) for rule, text in row["worked"]),
        )
        found.append(drill)
    return tuple(found)


def told(english: Iterable[Drill], rows: Iterable[Given]) -> tuple[Drill, ...]:
    """The same drills in another language; choices that are numbers need not be told again."""
    found: list[Drill] = []
    for drill, row in zip(english, rows, strict=True):
        texts = {name: row[name] for name in ("title", "position", "question")}
        section = row["heading"] if "heading" in row else found[-1].section
        choices = tuple(row.get("choices", drill.choices))
        worked = tuple(Worked(text, line.rule) for text, line in zip(row["worked"], drill.worked, strict=True))
        found.append(structs.replace(drill, section=section, choices=choices, worked=worked, **texts))
    return tuple(found)


def solved(by: str, given: Given, charts: Charts) -> str:
    """The answer to a drill, as it stands among its choices."""
    return said(_WORKS[by](given, charts))


def said(answer: object) -> str:
    """An answer in words: yes or no, a number with its fraction, or what it is.

    >>> said(True), said(Fraction(7, 2)), said(Fraction(1, 4)), said(["A", "C"])
    ('yes', '3 1/2', '1/4', 'A, C')
    """
    if isinstance(answer, bool):
        return "yes" if answer else "no"
    if isinstance(answer, Fraction):
        over, rest = divmod(answer, 1)
        return " ".join(str(part) for part in (over, rest) if part) or "0"
    if isinstance(answer, list):
        return ", ".join(map(str, answer)) or "none"
    return str(answer)


def work(function: Work) -> Work:
    """Know a function by its name."""
    _WORKS[function.__name__] = function
    return function


def accepted(check: Callable[[], object]) -> bool:
    """Whether a check lets something pass."""
    try:
        check()
    except ValueError:
        return False
    return True


def number(given: Given, name: str) -> Number:
    return whole(exact(given[name]))


def lettered(hexes: Iterable[int]) -> list[str]:
    return [LETTERS[hex] for hex in hexes]


# 3.A Units


@work
def movement_class(given: Given, charts: Charts) -> str:
    return counters.movement_class(given["unit"], charts["unit_types"], charts["wheels"])


@work
def non_cm(given: Given, charts: Charts) -> int:
    return sum(counters.is_non_cm(unit, charts["unit_types"], charts["wheels"]) for unit in given["units"])


@work
def abilities(given: Given, charts: Charts) -> int:
    return len(counters.abilities(given["unit"]))


@work
def heavy_equipment(given: Given, charts: Charts) -> bool:
    return counters.has_heavy_equipment(given["unit"], charts["unit_types"])


@work
def reserve(given: Given, charts: Charts) -> bool:
    return counters.may_go_into_reserve(given["phase"], charts["reserves"])


@work
def size(given: Given, charts: Charts) -> Number:
    return regiments.size(given["item"], charts["re_sizes"], given.get("count", 1))


@work
def size_of_unit(given: Given, charts: Charts) -> Number:
    return regiments.size_of_unit(given["unit"], charts["re_sizes"], charts["re_exceptions"]["rows"])


@work
def transport(given: Given, charts: Charts) -> Number:
    kinds = given["kinds"]
    if "country" in given:
        kinds = regiments.kinds_in_assault(given["country"], given["name"], kinds, charts["assault_exempt"])
    besides = [charts["transport_besides"][each] for each in given.get("besides", ())]
    return regiments.transport_size(number(given, "res"), kinds, given["by"], charts["transport_factors"], *besides)


@work
def in_terrain(given: Given, charts: Charts) -> Number:
    return regiments.in_terrain(number(given, "res"), given["factors"])


@work
def printed_losses(given: Given, charts: Charts) -> Number:
    return regiments.printed_losses(number(given, "due"), given["factors"])


@work
def units_with(given: Given, charts: Charts) -> int:
    return counters.count(given["units"], given["symbol"])


@work
def garrison(given: Given, charts: Charts) -> Number:
    return regiments.garrison_value(number(given, "res"), given["kinds"], charts["garrison_factors"])


# 3.B Markers, 3.C Sides


@work
def use(given: Given, charts: Charts) -> str:
    if not markers.is_usable(given["markers"], charts["markers"]):
        return "not at all"
    return "fully" if markers.is_at_full_use(given["markers"], charts["markers"]) else "in part"


@work
def usable(given: Given, charts: Charts) -> Number:
    on_it = given["markers"]
    if "repaired" in given:
        on_it = markers.repaired(on_it, given["repaired"])
    hits = markers.stock(on_it, "hit")
    return markers.usable_capacity(given["capacity"], hits, 1, on_it, charts["markers"])


@work
def demolition(given: Given, charts: Charts) -> int:
    return markers.turned(given["turns"])


@work
def stock(given: Given, charts: Charts) -> int:
    markers.check_kinds(given["markers"], charts["markers"])
    return markers.stock(given["markers"], given["kind"])


@work
def entraining(given: Given, charts: Charts) -> Number:
    return markers.entraining_cost(given["cost"], entrained=given["entrained"])


@work
def level(given: Given, charts: Charts) -> int:
    markers.check_kinds(given["markers"], charts["markers"])
    return markers.level(given["markers"], given["kind"])


@work
def isolated(given: Given, charts: Charts) -> list[str]:
    return [unit for unit, is_cut_off in markers.isolated(given["units"], given["cut_off"]).items() if is_cut_off]


@work
def supply_status(given: Given, charts: Charts) -> str:
    return markers.supply_status(given["turns"], limited=given["limited"])


@work
def sides(given: Given, charts: Charts) -> bool:
    return accepted(lambda: markers.check_sides(given["countries"], charts["sides"]))


# 3.D Mechanics


@work
def factors(given: Given, charts: Charts) -> Number:
    return mechanics.multiplied(number(given, "number"), given["factors"])


@work
def allowance(given: Given, charts: Charts) -> Number:
    return mechanics.allowance(given["granted"], given["unused"])


@work
def modified_roll(given: Given, charts: Charts) -> int:
    reasons = [Reason(change, "", "") for change in given["modifiers"]]
    lines = dict.fromkeys(range(-10, 20), "")
    return mechanics.consult(given["conditions"], given["roll"], reasons, lines).modified.value


@work
def deficit(given: Given, charts: Charts) -> Number:
    return mechanics.charged(mechanics.Stock(given["points"]), given["cost"]).deficit


@work
def free(given: Given, charts: Charts) -> Number:
    return mechanics.free(mechanics.received(mechanics.Stock(0, given["deficit"]), given["income"]))


@work
def left_behind(given: Given, charts: Charts) -> str:
    return mechanics.left_behind(given["remains"], completely=given["completely"]) or "nothing"


# 3.E.1 Possession


@work
def cut_off(given: Given, charts: Charts) -> str:
    """Whose an isolated Allied hex is after the check."""
    masks = (mask_of(given[name]) for name in ("isolated", "exempt", "joined", "joined_to_enemy"))
    return OWNERS[bool(possession.cut_off(*masks))]


@work
def owner(given: Given, charts: Charts) -> str:
    """Whose an Allied hex is that Axis units stand in, or have zones in."""
    occupied, zone, enemies, enemy_zone, places = (
        mask_of(given.get(name, ()))
        for name in ("occupied", "zone", "enemy_occupied", "enemy_zone", "only_by_occupation")
    )
    gained = possession.gained(occupied, zone, enemies, enemy_zone, only_by_occupation=places)
    return OWNERS[bool(possession.owned(0, gained, 0))]


@work
def owner_after_leaving(given: Given, charts: Charts) -> str:
    """Whose an Allied hex is when the Axis unit in it has gone on."""
    held = possession.for_a_time(0, mask_of(given["occupied"]), mask_of(given["lasting"]))
    return OWNERS[not possession.fallen_back(held, occupied=0)]


# 3.E.2 Installations


@work
def rolls(given: Given, charts: Charts) -> bool:
    disputed = installations.is_disputed(given["mobilization"], changing_sides=given.get("changing_sides", False))
    return installations.needs_roll(disputed=disputed, chosen=given.get("chosen", False))


@work
def without_res(given: Given, charts: Charts) -> list[str]:
    extra = "roll" in given and _capture(given, charts).again
    tried = installations.attempts(given["installations"], number(given, "res"), int(extra))
    return [name for name, has_res in tried.items() if not has_res]


@work
def captor_res(given: Given, charts: Charts) -> Number:
    return installations.captor_res(number(given, "res"), given["states"], charts["captor_factors"])


def _modifiers(given: Given, charts: Charts) -> list[Reason]:
    return installations.modifiers(
        given.get("applying", ()),
        charts,
        zone=given["zone"],
        defended_by=exact(given.get("defended_by", 0)),
        counted=given.get("counted"),
    )


def _capture(given: Given, charts: Charts) -> installations.Capture:
    most = installations.most_of(given["installation"], given["kind"], charts["most_damage"])
    return installations.capture(given["roll"], _modifiers(given, charts), charts, most)


@work
def modifier(given: Given, charts: Charts) -> Number:
    return sum(reason.change for reason in _modifiers(given, charts))


@work
def capture(given: Given, charts: Charts) -> str:
    return _capture(given, charts).result


@work
def hits(given: Given, charts: Charts) -> int:
    return _capture(given, charts).most_hits


@work
def cost_of_hits(given: Given, charts: Charts) -> int:
    return installations.movement_cost(_capture(given, charts).most_hits, given["zone"], charts["zone_modifiers"])


@work
def usable_at_once(given: Given, charts: Charts) -> bool:
    return not _capture(given, charts).collateral


@work
def declared(given: Given, charts: Charts) -> bool:
    return accepted(lambda: installations.check_declared(given["declared"], given["tried"]))


@work
def marker(given: Given, charts: Charts) -> str:
    return installations.marker(_capture(given, charts).collateral, partial_zone=given["zone"] == "partial")


@work
def after_entry(given: Given, charts: Charts) -> str:
    return installations.after_entry(given["marker"], by=given["by"], controls=given["controls"]) or "none"


@work
def lasting(given: Given, charts: Charts) -> bool:
    return installations.is_lasting(given["port"], given["owner"], given["captor"], charts["german_ports"])


@work
def first(given: Given, charts: Charts) -> str:
    return installations.in_order(given["events"])[0]


@work
def rolls_at_once(given: Given, charts: Charts) -> bool:
    return installations.rolls_at_once(given["installation"], through_table=given["through_table"])


@work
def damaged_rail(given: Given, charts: Charts) -> list[str]:
    taken, in_cities, controlled, edges = (
        mask_of(given[name]) for name in ("taken", "in_cities", "controlled", "edges")
    )
    damaged = installations.damaged_rail(taken, in_cities, controlled, edges, given["rail"])
    return lettered(hex for hex in range(len(given["rail"])) if damaged >> hex & 1)


@work
def takes(given: Given, charts: Charts) -> bool:
    return installations.takes(given["installation"], given["before"], given["kind"], charts["most_damage"])


@work
def most_of(given: Given, charts: Charts) -> int:
    return installations.most_of(given["installation"], given["kind"], charts["most_damage"])


@work
def regauged(given: Given, charts: Charts) -> list[str]:
    return installations.regauged(given["damaged"], charts["rail_installations"])


# 3.F Geography


@work
def at_the_line(given: Given, charts: Charts) -> str:
    return districts.owner_at_the_line(given["place"], charts["demarcation"], east=given["east"])


@work
def bad_terrain(given: Given, charts: Charts) -> list[str]:
    return [feature for feature in given["features"] if terrain.is_bad(feature, charts["terrain"])]


@work
def ways(given: Given, charts: Charts) -> list[str]:
    """Where a unit in the first hex may be next."""
    closed = {
        hex
        for hex, feature in enumerate(given["land"])
        if terrain.is_prohibited(feature, given["class"], given["state"], charts["terrain"])
    }
    return lettered(terrain.ways(0, given["links"], closed))


@work
def is_within(given: Given, charts: Charts) -> bool:
    links = terrain.permitted(given["links"], given["prohibited_hexsides"])
    return terrain.is_within(given["hexes"], given["from"], given["to"], links)


@work
def city_hexes(given: Given, charts: Charts) -> int:
    """How many hexes the city of the first hex has."""
    found = terrain.cities(dict(enumerate(given["kinds"])), given["links"], charts["cities"])
    return len(found[0])


@work
def town_in_combat(given: Given, charts: Charts) -> bool:
    return terrain.town(given["owner"], charts["towns"], coastal=given["coastal"]).in_combat


@work
def town_port(given: Given, charts: Charts) -> str:
    port = terrain.town(given["owner"], charts["towns"], coastal=given["coastal"]).port_level
    return "none" if port is None else str(port)


@work
def eastern_front(given: Given, charts: Charts) -> bool:
    return terrain.is_eastern(given["owner"], given["attacker"], charts["eastern_front"])


@work
def of_the_name(given: Given, charts: Charts) -> str:
    sizes = {hex: (name, size) for hex, (name, size) in enumerate(given["cities"])}
    return LETTERS[terrain.of_the_name(given["name"], sizes)]


@work
def members(given: Given, charts: Charts) -> list[str]:
    return [each for each in given["features"] if terrain.is_one_of(given["class"], each, charts["classes"])]


@work
def island(given: Given, charts: Charts) -> str:
    return terrain.island(given["name"], charts["islands"], charts["shores"])[given["what"]]


@work
def district(given: Given, charts: Charts) -> str:
    return districts.district_of(given["hex"], given["districts"])


@work
def activity(given: Given, charts: Charts) -> str:
    enemies = [districts.Headquarters(*each) for each in given["headquarters"]]
    return districts.activity(given["district"], given["adjacent"], enemies, charts["activity"])


# 3.G Theatres


@work
def transfers(given: Given, charts: Charts) -> bool:
    return districts.must_transfer(given["from"], given["to"], given["controlled"])


@work
def survives(given: Given, charts: Charts) -> bool:
    return districts.survives_retreat(given["hexes"], given["controlled"])


@work
def front(given: Given, charts: Charts) -> bool:
    return districts.may_form_front(
        given["adjoining"], given["depot_supplies"], given["army_headquarters"], charts["fronts"]
    )


@work
def controls(given: Given, charts: Charts) -> bool:
    return districts.controls(given["command"], given["controlled"])
