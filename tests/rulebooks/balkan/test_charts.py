"""The charts of Balkan Front: every table can be read, says where it comes from and names the rules that it serves."""

from __future__ import annotations

from fractions import Fraction
from importlib.resources import files
from pathlib import Path

import pytest

from grognard.engine import charts
from grognard.engine.files import DataError

CHARTS = charts.load(files("grognard.games.balkan") / "data" / "charts.toml")


@pytest.mark.parametrize("origin", CHARTS.origins(), ids=lambda origin: origin.table)
def test_a_table_says_where_it_comes_from_and_what_it_serves(origin: charts.Origin) -> None:
    assert origin.source in charts.ORIGINS
    assert origin.rules


def test_odds_are_read_in_the_column_reached_and_below_the_first_without_a_roll() -> None:
    table = CHARTS.odds("ground_combat")
    assert table.result(3, table.column(34, 9)) == "HX"  # 3:1
    assert table.result(6, table.column(2, 9)) == "AE"
    assert table.result(12, table.column(100, 5)) == table.result(8, table.column(9, 1)) == "DE"


def test_sizes_and_factors_are_read_exactly() -> None:
    assert CHARTS["re_sizes"].number("battalion") == Fraction(1, 2)
    assert CHARTS["strength_factors"].number("landed") == Fraction(1, 4)


def test_a_chart_without_one_of_its_columns_names_the_row_and_the_remedy(tmp_path: Path) -> None:
    whole = (files("grognard.games.balkan") / "data" / "charts.toml").read_text(encoding="utf-8")
    file = tmp_path / "charts.toml"
    file.write_text(whole.replace('2 = ["AE", "AH", "AH",', '2 = ["AE", "AH",', 1), encoding="utf-8")
    said = (
        r"charts.toml:\d+: row 2 of table \[ground_combat\] has 12 results for 13 columns; give one result per column"
    )
    with pytest.raises(DataError, match=said):
        charts.load(file)
