"""Supply lines: how far they run, what stops them, and which way they took."""

from grognard.engine.paths import FAR, Lattice, Way, bits, mask_of
from grognard.engine.search import Door, Mode, Toll
from grognard.engine.supply import Leg, Lines, Stage, lines, quote


def network(*pairs: tuple[int, int], price: int = 1) -> dict[int, Way]:
    ways: dict[int, list[tuple[int, int]]] = {}
    for a, b in pairs:
        ways.setdefault(a, []).append((b, price))
        ways.setdefault(b, []).append((a, price))
    return dict(ways)


# A railway 0 - 1 - 2 - 3 - 4 with a branch 2 - 5, and 6 on its own
RAIL = Lattice(None, links=network((0, 1), (1, 2), (2, 3), (3, 4), (2, 5)))
ALL = (1 << 7) - 1


def by_rail(sources: int, open: int = ALL, ends: int = 0, points: int = FAR) -> Lines:
    return lines(sources, Stage((Mode("rail", RAIL, open, ends),), points=points))


def test_a_line_follows_the_network_and_can_be_drawn() -> None:
    found = by_rail(1 << 0)
    assert bits(found.mask) == [0, 1, 2, 3, 4, 5]
    assert found.route(5) == (0, 1, 2, 5)
    assert found.source(5) == 0
    assert 5 in found


def test_a_place_without_a_line_has_no_route() -> None:
    found = by_rail(1 << 0)
    assert found.route(6) == ()
    assert found.source(6) == -1
    assert 6 not in found
    assert -1 not in found  # off the map


def test_a_closed_place_cuts_the_line() -> None:
    assert bits(by_rail(1 << 0, ALL & ~(1 << 2)).mask) == [0, 1]


def test_a_line_may_end_in_a_contested_place_but_not_pass_it() -> None:
    assert bits(by_rail(1 << 0, ALL, ends=1 << 2).mask) == [0, 1, 2]
    assert bits(by_rail(1 << 0, ALL & ~(1 << 2), ends=1 << 2).mask) == [0, 1, 2]


def test_a_source_starts_a_line_whatever_lies_on_it() -> None:
    assert bits(by_rail(1 << 2, mask_of([3]), ends=1 << 2).mask) == [2, 3]


def test_each_place_is_supplied_by_the_nearest_source() -> None:
    found = by_rail(mask_of([0, 4]))
    assert [found.source(place) for place in range(6)] == [0, 0, 0, 4, 4, 0]


def test_a_line_may_be_limited_in_length() -> None:
    assert bits(by_rail(1 << 0, points=2).mask) == [0, 1, 2]
    assert bits(by_rail(1 << 0, points=0).mask) == [0]


def test_no_source_means_no_line() -> None:
    assert by_rail(0).mask == 0


# By rail 0 - 1 - 2, by road 2 - 3 - 4 and 0 - 7, across country 4 - 5 - 6 and 1 - 8
ROAD = Lattice(None, links=network((2, 3), (3, 4), (0, 7)))
COUNTRY = Lattice(None, links=network((4, 5), (5, 6), (1, 8), (0, 1)))
PLACES = (1 << 9) - 1


def chain(rail_ends: int = 0, road: int = 2, country: int = 2) -> Lines:
    return lines(
        1 << 0,
        Stage((Mode("rail", RAIL, mask_of([0, 1, 2]), rail_ends),)),
        Stage((Mode("road", ROAD, PLACES),), points=road),
        Stage((Mode("country", COUNTRY, PLACES),), points=country),
    )


def test_a_line_runs_in_stages_and_each_has_points_of_its_own() -> None:
    found = chain()
    assert found.mask == PLACES
    assert found.legs(6) == (Leg("rail", (0, 1, 2)), Leg("road", (2, 3, 4)), Leg("country", (4, 5, 6)))
    assert found.route(6) == (0, 1, 2, 3, 4, 5, 6)
    assert 4 not in chain(road=1)
    assert 6 not in chain(country=1)


def test_a_stage_may_be_left_out_but_the_order_stands() -> None:
    found = chain()
    assert found.legs(8) == (Leg("rail", (0, 1)), Leg("country", (1, 8)))
    assert found.legs(7) == (Leg("road", (0, 7)),)
    assert found.legs(0) == (Leg("rail", (0,)),)
    assert found.legs(9) == ()
    assert found.reached_by("country") == found.mask  # for it may begin anywhere


def test_no_stage_begins_where_a_line_had_to_end() -> None:
    assert bits(chain(rail_ends=1 << 2).mask) == [0, 1, 2, 7, 8]


def test_a_stage_may_begin_in_some_places_only() -> None:
    country = Stage((Mode("country", COUNTRY, PLACES),), begins=mask_of([1]))
    found = lines(1 << 0, Stage((Mode("rail", RAIL, mask_of([0, 1, 2])),)), country)
    assert found.route(8) == (0, 1, 8)
    assert found.reached_by("country") == mask_of([0, 1, 8])


def test_of_two_stages_a_line_takes_the_one_that_serves() -> None:
    short = Stage((Mode("short road", ROAD, PLACES),), points=1)
    dry = Stage((Mode("long road", ROAD, mask_of([3, 4])),), points=2)
    found = lines(mask_of([0, 2]), (short, dry))
    assert bits(found.mask) == [0, 2, 3, 4, 7]
    assert found.legs(4) == (Leg("long road", (2, 3, 4)),)
    assert found.legs(7) == (Leg("short road", (0, 7)),)


def test_low_volume_lines_are_counted_and_others_are_not() -> None:
    slow = network((1, 2), (2, 3), price=1)
    fast = network((0, 1), (3, 4), price=0)
    joined = {place: [*slow.get(place, ()), *fast.get(place, ())] for place in range(5)}
    rail = Mode("rail", Lattice(None, links=joined), ALL)
    assert bits(lines(1 << 0, Stage((rail,), points=2)).mask) == [0, 1, 2, 3, 4]
    assert bits(lines(1 << 0, Stage((rail,), points=1)).mask) == [0, 1, 2]


def test_a_line_changes_between_land_and_sea_in_ports_as_often_as_it_likes() -> None:
    land = Mode("land", Lattice(None, links=network((0, 1), (3, 4), (6, 7))), PLACES)
    sea = Mode("sea", Lattice(None, links=network((1, 2), (2, 3), (4, 5), (5, 6))), PLACES)
    ports = mask_of([1, 3, 4, 6])
    doors = (Door("land", "sea", ports), Door("sea", "land", ports))
    found = lines(1 << 0, Stage((land, sea), doors))
    assert [leg.mode for leg in found.legs(7)] == ["land", "sea", "land", "sea", "land"]
    assert found.route(7) == (0, 1, 2, 3, 4, 5, 6, 7)
    assert found.legs(3, "sea") == (Leg("land", (0, 1)), Leg("sea", (1, 2, 3)))
    assert bits(found.reached_by("sea")) == [1, 2, 3, 4, 5, 6]
    blockaded = lines(1 << 0, Stage((land, sea._replace(open=PLACES & ~(1 << 5))), doors))
    assert bits(blockaded.mask) == [0, 1, 2, 3, 4]


def test_zones_may_close_the_way_from_one_to_the_next() -> None:
    barred = Toll(mask_of([2, 3]), mask_of([2, 3]))
    assert bits(lines(1 << 0, Stage((Mode("rail", RAIL, ALL, tolls=(barred,)),))).mask) == [0, 1, 2, 5]


def test_a_line_can_be_quoted() -> None:
    assert quote((5, 2), ["", "", "Palermo", "", "", "Licata"]) == "Licata - Palermo"
