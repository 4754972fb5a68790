"""Reach, route, trace and spread, against slow and obvious versions of themselves."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from grognard.engine.board import Board, build
from grognard.engine.files import parse_toml
from grognard.engine.paths import (
    Lattice,
    bits,
    flags_of,
    mask_of,
    painted,
    reach,
    route,
    spread,
    trace,
    uniform,
)

SIZE = 12


def board(orientation: str, letters: list[str], columns: int) -> Board:
    """A board from its letters, row by row or column by column."""
    kind = "rows" if orientation == "pointy" else "columns"
    length = columns if orientation == "pointy" else len(letters) // columns
    lines = [" ".join(letters[i : i + length]) for i in range(0, len(letters), length)]
    text = "\n".join(f"{number} {line}" for number, line in enumerate(lines))
    return build(
        parse_toml(
            f"""
            schema = 1
            id = "test"
            source = "reconstructed"
            grid = {{ orientation = "{orientation}", columns = {columns}, rows = {len(letters) // columns} }}
            terrain.key = {{ "." = "clear" }}
            terrain.{kind} = '''
{text}'''
            """,
            "test.toml",
        )
    )


# A square of four towns: 0 - 1 costs 1, 1 - 2 costs 1, 0 - 3 costs 1, 3 - 2 costs 2, 0 - 2 costs 3
TOWNS = (((1, 1), (3, 1), (2, 3)), ((0, 1), (2, 1)), ((1, 1), (3, 2), (0, 3)), ((0, 1), (2, 2)))

graphs = st.lists(
    st.lists(st.tuples(st.integers(0, SIZE - 1), st.integers(0, 4)), max_size=5), min_size=SIZE, max_size=SIZE
)
masks = st.integers(0, (1 << SIZE) - 1)
Graph = list[list[tuple[int, int]]]


def plain_reach(steps: Graph, start: int, points: int, stops: int, barred: int) -> dict[int, int]:
    """The same by trying every step until nothing gets cheaper."""
    cost_to = {start: 0}
    changed = True
    while changed:
        changed = False
        for node, cost in list(cost_to.items()):
            if stops >> node & 1 and node != start:
                continue
            for there, price in steps[node]:
                total = cost + price
                if total <= points and not barred >> there & 1 and total < cost_to.get(there, points + 1):
                    cost_to[there] = total
                    changed = True
    return cost_to


@given(graphs, st.integers(0, 9), masks, masks)
def test_reach_finds_the_cheapest_cost_to_everything_in_reach(
    steps: Graph, points: int, stops: int, barred: int
) -> None:
    assert reach(steps, 0, points, stops, barred) == plain_reach(steps, 0, points, stops, barred & ~1)


@given(graphs, st.integers(1, SIZE - 1), masks, masks)
def test_a_route_is_as_cheap_as_reach_says_and_keeps_its_rules(
    steps: Graph, goal: int, stops: int, barred: int
) -> None:
    found = trace(steps, 0, 1 << goal, 20, barred, stops)
    cost = plain_reach(steps, 0, 20, stops, barred & ~1).get(goal)
    if found is None:
        assert cost is None
        return
    assert (found.cost, found.route[0], found.route[-1]) == (cost, 0, goal)
    prices = [
        min(price for next_node, price in steps[node] if next_node == there) for node, there in pairwise(found.route)
    ]
    assert sum(prices) == cost
    assert not any(stops >> node & 1 for node in found.route[1:-1])
    assert not any(barred >> node & 1 for node in found.route[1:])
    assert route(steps, 0, goal, 20, stops, barred) == found.route


def test_a_stop_may_be_entered_but_not_left() -> None:
    assert reach(TOWNS, 0, 2, stops=1 << 1) == {0: 0, 1: 1, 3: 1}
    assert reach(TOWNS, 0, 3, stops=1 << 1) == {0: 0, 1: 1, 3: 1, 2: 3}


def test_one_may_leave_the_stop_on_which_one_starts() -> None:
    assert reach(TOWNS, 0, 1, stops=1 << 0) == {0: 0, 1: 1, 3: 1}


def test_a_barred_node_is_never_entered() -> None:
    assert reach(TOWNS, 0, 2, barred=1 << 1) == {0: 0, 3: 1}


def test_the_cheapest_route_is_not_always_the_straight_one() -> None:
    assert route(TOWNS, 0, 2) == (0, 1, 2)
    assert route(TOWNS, 0, 2, barred=1 << 1) == (0, 2)
    assert route(TOWNS, 0, 2, points=1) is None
    assert route(TOWNS, 0, 0) == (0,)


def test_a_trace_ends_at_the_nearest_goal() -> None:
    found = trace(TOWNS, 0, mask_of([2, 3]))
    assert found == (3, 1, (0, 3))
    assert trace(TOWNS, 0, mask_of([2, 3]), barred=1 << 3) == (2, 2, (0, 1, 2))
    assert trace(TOWNS, 0, 0) is None


# Masks and floods


@given(st.sets(st.integers(0, 700)))
def test_masks_bits_and_flags_say_the_same(nodes: set[int]) -> None:
    mask = mask_of(nodes)
    assert mask == sum(1 << node for node in nodes)
    assert bits(mask) == sorted(nodes)
    assert [node for node, flag in enumerate(flags_of(mask, 701)) if flag] == sorted(nodes)
    assert list(flags_of(mask, 10)) == [node in nodes for node in range(10)]


@given(st.binary(min_size=1, max_size=200), st.sets(st.integers(0, 199)), st.integers(0, 255))
def test_few_places_or_many_are_painted_alike(fact: bytes, nodes: set[int], value: int) -> None:
    nodes = {node for node in nodes if node < len(fact)}
    expected = bytes(value if node in nodes else number for node, number in enumerate(fact))
    assert painted(fact, mask_of(nodes), value) == expected


def test_a_whole_fact_is_painted() -> None:
    assert painted(bytes(range(200)), (1 << 200) - 1, 7) == bytes([7]) * 200
    assert painted(bytes(range(200)), (1 << 200) - 2, 255) == bytes([0]) + bytes([255]) * 199


@given(
    st.sampled_from(["pointy", "flat"]),
    st.integers(1, 4),
    st.lists(st.sampled_from(".-"), min_size=SIZE, max_size=SIZE),
    masks,
    masks,
    masks,
    st.integers(-1, 4),
)
def test_a_flood_goes_where_a_walk_goes(
    orientation: str, columns: int, letters: list[str], sources: int, allowed: int, ends: int, limit: int
) -> None:
    land = board(orientation, letters, columns)
    sources &= land.mask
    walked = dict.fromkeys(bits(sources), 0)
    queue = list(walked)
    for hex in queue:
        if (ends >> hex & 1 and not sources >> hex & 1) or walked[hex] == limit:
            continue
        for there in land.neighbours[hex]:
            if there not in walked and allowed >> there & 1:
                walked[there] = walked[hex] + 1
                queue.append(there)
    assert bits(spread(Lattice(land), sources, allowed, limit, ends)) == sorted(walked)


def test_a_flood_does_not_pass_a_closed_side() -> None:
    land = board("pointy", list("......"), 3)
    wall = Lattice(land, lambda a, b: {a, b} not in ({0, 1}, {3, 1}, {3, 4}))
    assert bits(spread(wall, 1 << 0, land.mask)) == [0, 3]


# Nodes and costs


def test_steps_may_all_cost_the_same() -> None:
    assert uniform([(1,), (0,)], 2) == (((1, 2),), ((0, 2),))
