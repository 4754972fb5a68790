"""Searches over (place, mode), against a slow and obvious one, and what tolls, doors and measures do."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.engine.board import Board, build
from grognard.engine.files import parse_toml
from grognard.engine.paths import FAR, Lattice, bits, mask_of
from grognard.engine.search import Door, Found, Measure, Mode, Node, Toll, arrivals, search

COLUMNS, ROWS = 4, 3
HEXES = COLUMNS * ROWS
BOXES = 2  # beyond the hexes
PLACES = HEXES + BOXES


def plain(letters: str = "." * HEXES) -> Board:
    rows = "\n".join(f"{row} {' '.join(letters[row * COLUMNS : (row + 1) * COLUMNS])}" for row in range(ROWS))
    text = f"""
        schema = 1
        id = "plain"
        source = "reconstructed"
        grid = {{ orientation = "pointy", columns = {COLUMNS}, rows = {ROWS} }}
        terrain.key = {{ "." = "clear" }}
        terrain.rows = '''\n{rows}'''
    """
    return build(parse_toml(text, "plain.toml"))


BOARD = plain()
EVERYWHERE = (1 << PLACES) - 1
masks = st.integers(0, EVERYWHERE)
tolls = st.lists(st.builds(Toll, masks, masks, st.sampled_from([0, 1, 2, FAR])), max_size=2).map(tuple)
links = st.dictionaries(
    st.integers(0, PLACES - 1),
    st.lists(st.tuples(st.integers(0, PLACES - 1), st.integers(0, 3)), min_size=1, max_size=2),
    max_size=4,
)


@st.composite
def lattices(draw: st.DrawFn) -> Lattice:
    prices = draw(st.lists(st.sampled_from([0, 1, 1, 2, 3, None]), min_size=HEXES, max_size=HEXES))
    joins = draw(links)
    return Lattice(BOARD, links=joins, price=lambda a, b: None if prices[a] is None else (prices[a] or 0) + b % 2)


@st.composite
def ways(draw: st.DrawFn) -> tuple[tuple[Mode, ...], tuple[Door, ...]]:
    modes = tuple(Mode(name, draw(lattices()), draw(masks), draw(masks), draw(tolls)) for name in ("land", "sea"))
    pairs = st.sampled_from([("land", "sea"), ("sea", "land")])
    doors = draw(
        st.lists(st.builds(lambda pair, at, price: Door(pair[0], pair[1], at, price), pairs, masks, st.integers(0, 2)))
    )
    return modes, tuple(doors)


def steps_of(modes: tuple[Mode, ...], doors: tuple[Door, ...], node: Node) -> list[tuple[Node, int]]:
    """Every step from a node and its price, one by one."""
    place, name = node
    mode = next(mode for mode in modes if mode.name == name)
    found = []
    for there in range(PLACES):
        if (mode.open | mode.ends) >> there & 1:
            found += [((there, name), price) for before, price in arrivals(mode, there) if before == place]
    return found + [((place, d.after), d.price) for d in doors if d.before == name and d.at >> place & 1]


def slow(modes: tuple[Mode, ...], doors: tuple[Door, ...], starts: dict[str, int], points: int) -> dict[Node, int]:
    """The same search by trying every step until nothing gets cheaper."""
    begin = {(place, name) for name, mask in starts.items() for place in bits(mask)}
    ends = {mode.name: mode.ends for mode in modes}
    cost_of = dict.fromkeys(begin, 0)
    changed = True
    while changed:
        changed = False
        for node, cost in list(cost_of.items()):
            if ends[node[1]] >> node[0] & 1 and node not in begin:
                continue
            for there, price in steps_of(modes, doors, node):
                if cost + price <= min(points, cost_of.get(there, FAR) - 1):
                    cost_of[there] = cost + price
                    changed = True
    return cost_of


def found_in(found: Found) -> dict[Node, int]:
    return {(place, found.modes[mode].name): cost for cost, mode, entered in found.rounds for place in bits(entered)}


@given(ways(), masks, masks, st.integers(0, 8))
def test_a_search_finds_the_cheapest_way_to_everything(
    given: tuple[tuple[Mode, ...], tuple[Door, ...]], by_land: int, by_sea: int, points: int
) -> None:
    modes, doors = given
    starts = {"land": by_land, "sea": by_sea}
    found = search(modes, starts, doors, points)
    expected = slow(modes, doors, starts, points)
    assert found_in(found) == expected
    assert found.reached == mask_of(place for place, _ in expected)
    assert found.reached_by("sea") == mask_of(place for place, mode in expected if mode == "sea")
    assert found.costs() == {
        place: min(cost for (at, _), cost in expected.items() if at == place) for place in bits(found.reached)
    }


@given(ways(), masks, st.integers(0, 8))
def test_every_route_keeps_the_rules_and_costs_what_was_found(
    given: tuple[tuple[Mode, ...], tuple[Door, ...]], starts: int, points: int
) -> None:
    modes, doors = given
    found = search(modes, starts, doors, points)
    for (place, mode), cost in found_in(found).items():
        way = found.route(place, mode)
        assert way[-1] == (place, mode)
        assert way[0][1] == "land"
        assert starts >> way[0][0] & 1
        prices = [
            min(price for there, price in steps_of(modes, doors, here) if there == following)
            for here, following in pairwise(way)
        ]
        assert sum(prices) == cost == found.cost(place, mode)
        ends = {mode.name: mode.ends for mode in modes}
        assert not any(ends[by] >> at & 1 for at, by in way[1:-1] if not (starts >> at & 1 and by == "land"))


@given(ways(), masks, masks)
def test_a_search_that_has_a_goal_is_the_beginning_of_one_without(
    given: tuple[tuple[Mode, ...], tuple[Door, ...]], starts: int, goals: int
) -> None:
    modes, doors = given
    whole, sooner = search(modes, starts, doors), search(modes, starts, doors, goals=goals)
    assert sooner.rounds == whole.rounds[: len(sooner.rounds)]
    assert bool(sooner.rounds and sooner.rounds[-1][2] & goals) == bool(whole.reached & goals)


# A row of four hexes, 0 - 1 - 2 - 3
ROW = Lattice(BOARD, lambda a, b: a < COLUMNS and b < COLUMNS)
ALL = mask_of(range(COLUMNS))


def on_foot(*tolls: Toll) -> tuple[Mode]:
    return (Mode("foot", ROW, ALL, tolls=tolls),)


def test_a_price_may_depend_on_both_ends() -> None:
    zone = mask_of([1, 2])
    out, from_zone_to_zone = Toll(zone, -1, 1), Toll(zone, zone, 2)
    assert search(on_foot(out, from_zone_to_zone), 1 << 0).costs() == {0: 0, 1: 1, 2: 5, 3: 7}


def test_a_step_may_be_barred_by_its_ends() -> None:
    zone = mask_of([1, 2])
    assert search(on_foot(Toll(zone, zone)), 1 << 0).costs() == {0: 0, 1: 1}


def test_stretches_may_be_free_and_others_not() -> None:
    line = Lattice(BOARD, price=lambda a, b: None if max(a, b) >= COLUMNS else int(max(a, b) == 2))
    assert search((Mode("rail", line, ALL),), 1 << 0).costs() == {0: 0, 1: 0, 2: 1, 3: 1}
    assert search((Mode("rail", line, ALL),), 1 << 0, points=0).reached == mask_of([0, 1])


def test_a_door_leads_into_another_mode_and_costs_its_price() -> None:
    modes = (Mode("foot", ROW, mask_of([0, 1])), Mode("ship", ROW, mask_of([1, 2, 3])))
    found = search(modes, 1 << 0, [Door("foot", "ship", 1 << 1, price=2)])
    assert found.route(3) == ((0, "foot"), (1, "foot"), (1, "ship"), (2, "ship"), (3, "ship"))
    assert (found.cost(3), found.cost(1), found.cost(1, "ship"), found.cost(0, "ship")) == (5, 1, 3, None)
    assert found.route(0, "ship") == ()


def test_of_equal_ways_the_first_in_the_order_of_the_net_is_taken() -> None:
    on_foot = Mode("foot", Lattice(BOARD), EVERYWHERE)
    found = search((on_foot,), 1 << 0)
    costs = found.costs()
    for (before, _), (place, _) in pairwise(found.route(HEXES - 1)):
        assert before == next(near for near, price in arrivals(on_foot, place) if costs[near] == costs[place] - price)


def test_movement_points_are_exact() -> None:
    measure = Measure.of([Fraction(1, 2), Fraction(2, 3), 3])
    assert measure.parts == 6
    third = measure.whole(Fraction(1, 3))
    steps = Lattice(BOARD, price=lambda a, b: None if max(a, b) >= COLUMNS else third)
    assert search((Mode("foot", steps, ALL),), 1, points=measure.whole(1)).reached == ALL
    assert measure.points(3 * third) == 1
    with pytest.raises(ValueError, match="make the measure of it too"):
        measure.whole(Fraction(1, 4))
