"""Supply lines: how far they run, what stops them, and which way they took."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from grognard.engine.paths import bits, mask_of
from grognard.engine.supply import lines, quote, within

# A railway 0 - 1 - 2 - 3 - 4 with a branch 2 - 5, and 6 on its own
RAIL = ((1,), (0, 2), (1, 3, 5), (2, 4), (3,), (2,), ())
ALL = (1 << 7) - 1


def test_a_line_follows_the_network_and_can_be_drawn() -> None:
    found = lines(RAIL, 1 << 0, ALL)
    assert bits(found.mask) == [0, 1, 2, 3, 4, 5]
    assert found.route(5) == (0, 1, 2, 5)
    assert found.source(5) == 0
    assert 5 in found


def test_a_place_without_a_line_has_no_route() -> None:
    found = lines(RAIL, 1 << 0, ALL)
    assert found.route(6) == ()
    assert found.source(6) == -1
    assert 6 not in found


def test_a_closed_place_cuts_the_line() -> None:
    assert bits(lines(RAIL, 1 << 0, ALL & ~(1 << 2)).mask) == [0, 1]


def test_a_line_may_end_in_a_contested_place_but_not_pass_it() -> None:
    assert bits(lines(RAIL, 1 << 0, ALL, ends_mask=1 << 2).mask) == [0, 1, 2]
    assert bits(lines(RAIL, 1 << 0, ALL & ~(1 << 2), ends_mask=1 << 2).mask) == [0, 1, 2]


def test_a_source_starts_a_line_whatever_lies_on_it() -> None:
    assert bits(lines(RAIL, 1 << 2, mask_of([3]), ends_mask=1 << 2).mask) == [2, 3]


def test_each_place_is_supplied_by_the_nearest_source() -> None:
    found = lines(RAIL, mask_of([0, 4]), ALL)
    assert [found.source(place) for place in range(6)] == [0, 0, 0, 4, 4, 0]


def test_a_line_may_be_limited_in_length() -> None:
    assert bits(lines(RAIL, 1 << 0, ALL, limit=2).mask) == [0, 1, 2]
    assert bits(lines(RAIL, 1 << 0, ALL, limit=0).mask) == [0]


def test_no_source_means_no_line() -> None:
    assert lines(RAIL, 0, ALL).mask == 0


def test_a_unit_finds_the_nearest_source_within_the_limit() -> None:
    assert within(RAIL, 5, mask_of([0, 4]), 3, ALL) == (5, 2, 1, 0)
    assert within(RAIL, 5, mask_of([0, 4]), 2, ALL) is None
    assert within(RAIL, 5, 1 << 5, 0, ALL) == (5,)


def test_only_the_places_between_need_be_passable_unless_said_otherwise() -> None:
    between = mask_of([1, 2])
    assert within(RAIL, 5, 1 << 0, 3, between) == (5, 2, 1, 0)
    assert within(RAIL, 5, 1 << 0, 3, between & ~(1 << 1)) is None
    assert within(RAIL, 5, 1 << 0, 3, between, start_exempt=False) is None
    assert within(RAIL, 5, 1 << 0, 3, between, source_exempt=False) is None
    assert within(RAIL, 5, 1 << 0, 3, ALL, start_exempt=False, source_exempt=False) == (5, 2, 1, 0)


def test_a_line_can_be_quoted() -> None:
    assert quote((5, 2), ["", "", "Palermo", "", "", "Licata"]) == "Licata - Palermo"


@given(
    st.lists(st.lists(st.integers(0, 9), max_size=4), min_size=10, max_size=10),
    st.integers(0, 1023),
    st.integers(0, 1023),
    st.integers(0, 1023),
)
def test_every_line_keeps_its_rules_and_no_open_neighbour_is_left_out(
    links: list[list[int]], sources: int, open_mask: int, ends: int
) -> None:
    found = lines(links, sources, open_mask, ends)
    for place in range(10):
        way = found.route(place)
        assert bool(way) == bool(found.mask >> place & 1)
        assert all(there in links[here] for here, there in pairwise(way))
        assert all(open_mask >> here & 1 and not ends >> here & 1 for here in way[1:-1])
        if way and (len(way) == 1 or not ends >> place & 1):
            assert all(there in found for there in links[place] if (open_mask | ends) >> there & 1)
