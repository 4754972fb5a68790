"""Charts: numbers with their origin, and combat tables that round for the defender."""

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.engine.charts import Charts, is_at_least, load
from grognard.engine.files import DataError, parse_toml

CHARTS = """\
source = "printed"
title = "Charts"

[terrain]
note = "back cover"
[terrain.hill]
stacking = 4
defence = "double"
[terrain.clear]
stacking = 4
defence = "single"

[production]
source = "reconstructed"
London = 4

[combat]
kind = "odds"
columns = ["1:2", "1:1", "3:2", "2:1"]
[combat.rows]
1 = ["AE", "AR", "EX", "EX"]
2 = ["AR", "EX", "EX", "DR"]
6 = ["EX", "DR", "DR", "DE"]
"""


def charts(old: str = "", new: str = "") -> Charts:
    assert old in CHARTS
    return Charts(parse_toml(CHARTS.replace(old, new, 1), "charts.toml"))


def test_a_chart_is_read_from_its_file(tmp_path: Path) -> None:
    (tmp_path / "charts.toml").write_text(CHARTS)
    terrain = load(tmp_path / "charts.toml")["terrain"]
    assert terrain["hill"]["stacking"] == 4
    assert list(terrain) == ["hill", "clear"]
    assert len(terrain) == 2
    assert repr(terrain) == "<Chart terrain, printed>"


def test_every_table_says_where_it_comes_from_or_inherits_it() -> None:
    assert [origin[:3] for origin in charts().origins()] == [
        ("terrain", "printed", "back cover"),
        ("production", "reconstructed", ""),
        ("combat", "printed", ""),
    ]


def test_the_comment_above_a_table_says_which_rules_it_serves(tmp_path: Path) -> None:
    (tmp_path / "charts.toml").write_text(CHARTS.replace("[terrain]", "# Ground. [X-1, X-2]\n[terrain]", 1))
    assert load(tmp_path / "charts.toml").origins()[0].rules == ("X-1", "X-2")


def test_charts_are_a_mapping_of_tables() -> None:
    assert list(charts()) == ["terrain", "production", "combat"]
    assert "terrain" in charts()
    assert len(charts()) == 3


def test_what_a_game_requires_is_there() -> None:
    charts()["terrain"].require(rows=["hill", "clear"], columns=["stacking", "defence"])
    charts()["terrain"].require(columns=["stacking"])


def test_a_missing_row_or_column_is_named_with_file_line_and_table() -> None:
    with pytest.raises(DataError, match=r"^charts.toml:4: table \[terrain\] has no row marsh; add \[terrain.marsh\]$"):
        charts()["terrain"].require(rows=["marsh"])
    with pytest.raises(DataError, match=r"^charts.toml:6: row hill of table \[terrain\] has no column hexside; add"):
        charts()["terrain"].require(rows=["hill"], columns=["hexside"])
    with pytest.raises(DataError, match=r"^charts.toml:6: row hill of table \[terrain\] has no column hexside; add"):
        charts()["terrain"].require(columns=["hexside"])


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('source = "printed"\n', "", r"^charts.toml:3: table \[terrain\] has no source; add `source = `"),
        ('"reconstructed"', '"guessed"', r"^charts.toml:13: table \[production\] has an unknown source 'guessed'; add"),
        ("[production]", "[[production]]", r"^charts.toml:13: \[\[production\]\] is a list of tables; name them"),
        (
            '"AE", "AR", "EX", ',
            '"AE", "AR", ',
            r"^charts.toml:21: row 1 of table \[combat\] has 3 results for 4 columns;",
        ),
        (
            '"3:2", "2:1"',
            '"2:1", "3:2"',
            r"^charts.toml:19: the columns of table \[combat\] are not in ascending order",
        ),
        ('"3:2"', '"three to two"', r"^charts.toml:19: column three to two of table \[combat\] is not odds; write"),
        ('columns = ["1:2", "1:1", "3:2", "2:1"]\n', "", r"^charts.toml:17: table \[combat\] has no columns; add"),
        ("[combat.rows]", "[combat.row]", r"^charts.toml:17: table \[combat\] has no rows; add"),
        ("6 = [", "six = [", r"^charts.toml:23: row six of table \[combat\] is not a die roll; name the row"),
        ("London = 4", "London = ", r"^charts.toml:15: not valid TOML"),
        ("[terrain]", "[terrain", r"^charts.toml:4: not valid TOML"),
    ],
)
def test_a_mangled_chart_is_refused_with_file_line_and_remedy(old: str, new: str, said: str) -> None:
    with pytest.raises(DataError, match=said):
        charts(old, new)


def test_a_table_that_is_not_there_or_not_of_odds_is_refused() -> None:
    with pytest.raises(DataError, match=r"^charts.toml:1: there is no table \[weather\]; add \[weather\]$"):
        charts()["weather"]
    with pytest.raises(DataError, match=r"^charts.toml:13: table \[production\] is not an odds table; add"):
        charts().odds("production")


@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [
        (1, 9, "1:2"),
        (1, 2, "1:2"),
        (99, 100, "1:2"),
        (7, 7, "1:1"),
        (149, 100, "1:1"),
        (3, 2, "3:2"),
        (199, 100, "3:2"),
        (2, 1, "2:1"),
        (90, 1, "2:1"),
        (5, 0, "2:1"),
        (0, 5, "1:2"),
        (Fraction(3, 2), 1, "3:2"),
    ],
)
def test_odds_are_rounded_for_the_defender_and_kept_within_the_table(
    attack: int | Fraction, defence: int, column: str
) -> None:
    combat = charts().odds("combat")
    assert combat.columns[combat.column(attack, defence)] == column


@given(st.integers(1, 1000), st.integers(1, 1000), st.integers(1, 9))
def test_odds_depend_on_nothing_but_the_ratio(attack: int, defence: int, times: int) -> None:
    combat = charts().odds("combat")
    assert combat.column(attack, defence) == combat.column(attack * times, defence * times)


def test_there_are_no_odds_between_nothing_and_nothing() -> None:
    with pytest.raises(ValueError, match="no odds between strengths 0 and 0"):
        charts().odds("combat").column(0, 0)


def test_a_result_is_read_by_roll_and_column() -> None:
    combat = charts().odds("combat")
    assert combat.result(2, combat.column(2, 1)) == "DR"
    assert combat.result(0, 0) == "AE"
    assert combat.result(9, 3) == "DE"


def test_a_shift_stays_within_the_table() -> None:
    combat = charts().odds("combat")
    assert (combat.shifted(1, 1), combat.shifted(3, 2), combat.shifted(0, -1)) == (2, 3, 0)


DIFFERENTIALS = """\
source = "reported"

[air]
kind = "columns"
columns = [-2, -1, 0, 3]
rows = { 1 = ["R", "A", "A", "K"], 2 = ["-", "R", "A", "A"] }

[flak]
kind = "columns"
columns = [1, 3, 7]
below = "-"
rows = { 1 = ["A", "A", "K"], 2 = ["R", "A", "A"] }

[sizes]
source = "printed"
division = 3
battalion = "1/2"
corps = "a lot"

[terrain.swamp]
clear = { foot = 3 }
poor = { foot = 4 }
origin = { clear = "reported", poor = "reconstructed" }

[sides]
source = "reconstructed"
river = { foot = 1, origin = "printed" }
canal = { foot = 1 }
"""


def differentials() -> Charts:
    return Charts(parse_toml(DIFFERENTIALS, "air.toml"))


@pytest.mark.parametrize(("value", "column"), [(-9, 0), (-2, 0), (-1, 1), (0, 2), (2, 2), (3, 3), (9, 3)])
def test_a_difference_is_read_in_the_highest_column_that_it_reaches(value: int, column: int) -> None:
    assert differentials().table("air").reached(value) == column


def test_a_table_may_answer_what_lies_below_it_without_a_roll() -> None:
    flak = differentials().table("flak")
    assert [flak.result(6, flak.reached(points)) for points in (0, 1, 6, 20)] == ["-", "R", "A", "A"]
    assert flak.results(flak.reached(0), (1, 2)) == ["-", "-"]


def test_odds_have_half_columns_and_an_answer_of_their_own_below_the_first() -> None:
    table = charts('"1:2", "1:1", "3:2"', '"1:2", "1:1", "1.5:1"').odds("combat")
    assert [table.column(attack, 4) for attack in (5, 6, 7, 8)] == [1, 2, 2, 3]
    low = charts('kind = "odds"', 'kind = "odds"\nbelow = "no"').odds("combat")
    assert low.column(1, 3) == -1
    assert low.result(6, low.column(1, 3)) == "no"
    assert low.column(1, 2) == 0
    assert low.column(5, 0) == 3


def test_so_many_to_one_is_exact() -> None:
    assert is_at_least(Fraction(5, 2), Fraction(1, 4), 10)
    assert not is_at_least(Fraction(49, 20), Fraction(1, 4), 10)
    assert not is_at_least(0, 0, 10)


def test_fractions_are_text_and_are_read_exactly() -> None:
    sizes = differentials()["sizes"]
    assert (sizes.number("division"), sizes.number("battalion")) == (3, Fraction(1, 2))
    with pytest.raises(DataError, match=r"air.toml:\d+: corps of table \[sizes\]: 'a lot' is no number"):
        sizes.number("corps")


def test_a_row_or_a_column_may_say_where_it_comes_from() -> None:
    terrain, sides = differentials()["terrain"], differentials()["sides"]
    assert terrain.source_of("swamp", "clear") == terrain.source_of("swamp", "clear", "foot") == "reported"
    assert terrain.source_of("swamp", "poor") == "reconstructed"
    assert [sides.source_of(side) for side in ("river", "canal")] == ["printed", "reconstructed"]


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("[-2, -1, 0, 3]", "[0, -1, -2, 3]", "not in ascending order"),
        ("[-2, -1, 0, 3]", '[-2, -1, 0, "many"]', "column many of table .air. is no number"),
        ('kind = "columns"\ncolumns = [-2, -1, 0, 3]', "", "has no columns"),
    ],
)
def test_a_table_with_wrong_columns_is_refused(old: str, new: str, complaint: str) -> None:
    with pytest.raises(DataError, match=complaint):
        Charts(parse_toml(DIFFERENTIALS.replace(old, new, 1), "air.toml")).table("air")
