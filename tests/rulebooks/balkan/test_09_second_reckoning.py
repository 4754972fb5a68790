"""Random attacks, reckoned a second time by somebody who had read the book and the charts and not the program."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple

import pytest

from grognard.engine.paths import bits
from grognard.games.balkan.units import face
from tests.rulebooks.balkan.table import Table, at
from tests.rules import rule

AXIS = """IT-23 IT-51 IT-133 IT-131 IT-3J IT-BS1 IT-AGR IT-ART25 IT-ART26 IT-B2R IT-4TK IT-312 IT-A4 GE-9P GE-2P GE-60
    GE-72 GE-5M GE-A1 GE-A2 GE-AE1 GE-CE1 GE-CE2 GE-IAh GE-SG1 GE-FK1 GE-LAH GE-125R"""
ALLIES = """GR-14 GR-8 GR-7 GR-10R GR-51 GR-AR1 GR-AR3 GR-F1 GR-CT GR-IAh BR-1A BR-14 BR-MN NZ-2 PL-C YU-38 YU-15 YU-A1
    YU-T1 YU-GD YU-AA1"""
SPECIAL = (
    "Athenai",
    "Beograd",
    "Siderokastron",
    "Drama NW1",
    "Drama NE1",
    "Serrai NE1",
    "Zagreb",
    "Chalkis",
    "Novi Sad",
)
CLASSES = ("assault_engineer", "combat_engineer", "heavy_aa", "mountain", "artillery", "cm")
SIDES = {"strait": "narrow_straits", "major river": "major_river", "river": "river", "fortified": "fortified",
         "mountain": "mountain", "canal": "canal"}  # fmt: skip
COLUMNS = [Fraction(1, 4), Fraction(1, 3), Fraction(1, 2), Fraction(1), Fraction(3, 2), *map(Fraction, range(2, 10))]


class Piece(NamedTuple):
    """A unit as a reader of its counter has it."""

    flags: frozenset[str]
    at: int
    attack: int
    defense: int
    res: Fraction
    is_cadre: bool
    is_hungry: bool
    armor: str
    antitank: str
    across: frozenset[str]

    def factor(self, row: Any) -> Fraction:
        for kind in (*CLASSES, "others"):
            if kind in row["factors"] and (kind == "others" or kind in self.flags):
                return Fraction(row["factors"][kind])
        return Fraction(1)


def piece(table: Table, name: str, target: int) -> Piece:
    s = table.state
    unit = table.unit(name)
    data, side = s.world.roster[unit], face(s, unit)
    kinds = s.world.board.side(s.where[unit], target) if s.where[unit] != target else frozenset()
    across = frozenset(SIDES[kind] for kind in kinds if kind in SIDES)
    return Piece(
        data.flags, s.where[unit], side.attack, side.defense, Fraction(side.res, 2), bool(s.cadre[unit]),
        bool(s.hungry[unit]), data.armor, data.antitank, across - {"river"} if "major_river" in across else across,
    )  # fmt: skip


class Field(NamedTuple):
    """The hex that is attacked."""

    terrain: str
    features: tuple[str, ...]
    poor: bool

    @property
    def is_city(self) -> bool:
        return self.terrain in ("partial_city", "full_city")


def is_supported(one: Piece, group: Iterable[Piece], field: Field) -> bool:
    if one.is_cadre or "supported" in one.flags:
        return True
    if one.flags & {"assault_engineer", "combat_engineer"} and (field.is_city or "fort" in field.features):
        return True
    return any("gives_support" in other.flags and not other.is_cadre and other.at == one.at for other in group)


def multiplier(one: Piece, group: Sequence[Piece], field: Field, charts: Any, *, attack: bool) -> Fraction:
    found = Fraction(1, 2 if one.is_hungry else 1) / (1 if is_supported(one, group, field) else 2)
    if attack:
        found *= one.factor(charts["terrain_combat"][field.terrain])
        for kind in one.across:
            found *= one.factor(charts["hexside_combat"][kind])
    return found


def totals(group: Sequence[Piece], field: Field, charts: Any, *, attack: bool) -> set[Fraction]:
    """Every total that the owner of the guns could choose; none if those without cover share no factor."""
    plain, cover, guns = Fraction(0), Fraction(0), []
    for one in group:
        times = multiplier(one, group, field, charts, attack=attack)
        strength = one.attack if attack else one.defense
        if "artillery" in one.flags:
            guns.append((strength, times, one.res))
        else:
            plain, cover = plain + strength * times, cover + one.res
    found = set()
    for number in range(len(guns) + 1):
        for chosen in combinations(range(len(guns)), number):
            rest = [gun for index, gun in enumerate(guns) if index not in chosen]
            if sum(guns[index][2] for index in chosen) > cover:
                continue
            if len({times for _, times, _ in rest}) > 1:
                return set()
            beyond = rest[0][1] if any(strength for strength, _, _ in rest) else Fraction(0)
            found.add(plain + sum(guns[index][0] * guns[index][1] for index in chosen) + beyond)
    return found


def shares(group: Sequence[Piece], category: str, barred: Iterable[str] = ()) -> Iterator[Fraction]:
    """The share of capable REs for every way to count units of half capability."""
    units = []
    for one in group:
        capability = one.armor if category == "armor" else one.antitank
        if capability in ("full", "half") and one.across & set(barred):
            capability = "none"
        units.append((one.res, capability))
    halves = [index for index, (_, capability) in enumerate(units) if capability == "half"]
    for number in range(len(halves) + 1):
        for treated in combinations(halves, number):
            sums = dict.fromkeys(("full", "half", "neutral", "none"), Fraction(0))
            for index, (res, capability) in enumerate(units):
                if capability in sums:
                    sums["neutral" if index in treated else capability] += res
            capable = sums["full"] + sums["half"]
            counted = capable + sums["none"] + max(Fraction(0), sums["neutral"] - 2 * capable)
            yield (sums["full"] + sums["half"] / 2) / counted if counted else Fraction(0)


def level(share: Fraction, modifiers: Sequence[int]) -> int:
    steps = (Fraction(1, 7), Fraction(1, 2), Fraction(1))
    return max((modifiers[number] for number, step in enumerate(steps) if share >= step), key=abs, default=0)


def die(attackers: Sequence[Piece], defenders: Sequence[Piece], field: Field, charts: Any) -> int:
    rows = [charts["terrain_combat"][field.terrain], *(charts["feature_combat"][each] for each in field.features)]
    found = sum(row["die"] for row in rows) - field.poor
    armor, weather = charts["armor"], "poor" if field.poor else "clear"
    open_to_armour = all(row["armor"] for row in rows)
    if open_to_armour:
        found += max(
            level(share, armor[f"attack_{weather}"]) for share in shares(attackers, "armor", ("fortified", "mountain"))
        )
    if max(shares(attackers, "armor")) >= Fraction(1, 2):
        found += min(level(share, armor["antitank"]) for share in shares(defenders, "antitank"))
    elif open_to_armour:
        found += min(level(share, armor[f"defense_{weather}"]) for share in shares(defenders, "armor"))
    return int(found) + engineers(attackers, field)


def engineers(attackers: Sequence[Piece], field: Field) -> int:
    if not field.is_city and "fort" not in field.features:
        return 0
    doubled = {"assault_engineer"} if field.is_city else set()
    sizes = [
        (one.res * (2 if one.flags & doubled else 1), bool(one.flags & {"assault_engineer", "combat_engineer"}))
        for one in attackers
        if "artillery" not in one.flags
    ]
    every = sum(size for size, _ in sizes)
    return int(bool(every) and 7 * sum(size for size, counts in sizes if counts) >= every)


# Random attacks


class Scene(NamedTuple):
    """An attack that has been declared, and who takes part."""

    table: Table
    side: str
    goal: str
    attackers: list[str]
    defenders: list[str]


def scenes(dice: random.Random) -> Iterator[Scene]:
    """Units of both sides around hexes of the Balkans, some reduced, some without supply, in any weather."""
    world = at("").state.world
    board, land = world.board, world.land & world.masks(("GREECE", "YUGOSLAVIA", "ALBANIA"))
    while True:
        goal = board.at(dice.choice(SPECIAL)) if dice.random() < 0.5 else dice.choice(list(bits(land)))
        side, ours, theirs = dice.choice([("axis", AXIS, ALLIES), ("allied", ALLIES, AXIS)])
        attackers = dice.sample(ours.split(), dice.randint(2, 9))
        defenders = dice.sample(theirs.split(), dice.randint(1, 4))
        near = [place for place in board.neighbours[goal] if land >> place & 1] or [goal]
        lines: dict[str, list[str]] = {}
        for unit in (*attackers, *defenders):
            place = goal if unit in defenders else dice.choice(near)
            cadre = " cadre" if world.roster[world.unit_index[unit]].cadre and dice.random() < 0.15 else ""
            hungry = " unsupplied" if dice.random() < 0.25 else ""
            lines.setdefault(board.names[place], []).append(unit + cadre + hungry)
        table = at(
            "\n".join(f"{place}: {', '.join(units)}" for place, units in lines.items()),
            f"Nov I 40, {side} combat",
            stance={"Yugoslavia": "allied", "Bulgaria": "axis"},
            weather=(dice.choice((0, 1, 2)),) * 2,
            fort={board.names[goal]: int(world.terrain[goal] in ("clear", "rough") and dice.random() < 0.3)},
        )
        scene = Scene(table, side, board.names[goal], [], defenders)
        if near != [goal] and table.refused(f"attack [{scene.goal}]", side) is None:
            table.say(side, f"attack [{scene.goal}]")
            for unit in attackers:
                if table.refused(f"join {unit}", side) is None:
                    table.say(side, f"join {unit}")
                    scene.attackers.append(unit)
            if scene.attackers:
                yield scene


def field_of(scene: Scene) -> Field:
    s, place = scene.table.state, scene.table.place(scene.goal)
    is_dot = any(each.kind == "dot city" and each.at == place for each in s.world.board.places.values())
    features = [name for name, is_there in (("dot_city", is_dot), ("fort", s.fort[place])) if is_there]
    return Field(s.world.terrain[place], tuple(features), any(s.weather))


@rule("BF-9A-4", "BF-9A-5", "BF-9A-7", "BF-9H-1", "BF-10C1-1", "BF-14A2-3", "BF-14B-1")
@pytest.mark.parametrize("seed", range(15))
def test_random_attacks_come_to_the_same_when_they_are_reckoned_again(seed: int) -> None:
    scene = next(scenes(random.Random(seed)))
    table, charts, field = scene.table, scene.table.state.world.charts, field_of(scene)
    place = table.place(scene.goal)
    ours = [piece(table, unit, place) for unit in scene.attackers]
    theirs = [piece(table, unit, place) for unit in scene.defenders]
    sums = {each["title"]: each["text"].split(";")[0] for each in table.match.view(scene.side)["prompt"]["sums"]}
    attack, defence = totals(ours, field, charts, attack=True), totals(theirs, field, charts, attack=False)
    assert not attack or number(sums["Attack"]) == max(attack)
    assert not defence or number(sums["Defence"]) == max(defence)
    if number(sums["Defence"]):
        odds = number(sums["Attack"]) / number(sums["Defence"])
        reached = sum(odds >= column for column in COLUMNS)
        assert sums["Odds"] == (charts.odds("ground_combat").columns[reached - 1] if reached else "below 1:4")
        assert int(sums["Die"].replace("\u2212", "-")) == die(ours, theirs, field, charts)


def number(text: str) -> Fraction:
    return sum((Fraction(part) for part in text.split()), Fraction(0))
