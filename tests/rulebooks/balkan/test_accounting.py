"""What the attacker sees while units join: the account as it stands, and what each further unit would make of it."""

from __future__ import annotations

from typing import Any

from tests.rulebooks.balkan.table import Table, at

TEXT = """
    Koritsa: IT-49, IT-BS2, IT-ART26
    Koritsa SE1: GR-8"""


def declared(*units: str) -> Table:
    table = at(TEXT, "Nov I 40, axis combat", scenario="epirus")
    return table.say("axis", "attack [Koritsa SE1]", *(f"join {unit.replace('-', '')}" for unit in units))


def sums(table: Table) -> dict[str, Any]:
    return {total["title"]: total for total in table.match.view("axis")["prompt"]["sums"]}


def test_the_account_names_the_column_and_what_the_next_one_takes() -> None:
    found = sums(declared("IT-49", "IT-ART26"))
    assert (found["Attack"]["text"], found["Defence"]["text"]) == ("3", "5")
    assert found["Odds"]["text"] == "1:2; 2 more for 1:1"
    scale = found["Odds"]["scale"]
    assert scale["steps"][scale["at"]] == "1:2"


def test_every_face_of_the_die_is_told_with_what_it_means() -> None:
    grid = sums(declared("IT-49"))["Results"]["grid"]
    assert (grid["heads"], grid["dice"]) == (list("123456"), True)
    (row,) = grid["rows"]
    assert [cell["text"] for cell in row["cells"]] == ["AE", "AE", "AE", "AH", "AH", "AR"]
    assert [cell["good"] < 0 for cell in row["cells"]] == [True] * 6
    assert grid["notes"][-1] == "1 in 6: AR, the attackers retreat"


def test_those_who_could_join_are_listed_with_what_they_would_change() -> None:
    table = declared("IT-49")
    rows = {row["say"]: row for row in sums(table)["With one more"]["grid"]["rows"]}
    assert rows.keys() == {"join ITBS2", "join ITART26"}
    assert rows["join ITART26"]["name"] == "Italian XXVI Corps Artillery Regiment"
    assert rows["join ITART26"]["cells"][0]["text"] == "1:2"
    assert rows["join ITART26"]["changes"]
    assert all(row["say"] in map(str, table.match.orders("axis")) for row in rows.values())


def test_a_unit_that_changes_neither_column_nor_die_says_so() -> None:
    more = sums(declared("IT-49", "IT-ART26"))["With one more"]
    assert more["text"] == "nobody would change anything alone"
    assert [row["changes"] for row in more["grid"]["rows"]] == [False]


def test_before_anybody_has_joined_each_unit_is_weighed_alone() -> None:
    found = sums(declared())
    assert found.keys() == {"Defence", "With this unit"}
    assert found["With this unit"]["grid"]["rows"][0]["say"] == "join IT49"


def test_the_question_names_the_hex_and_those_who_take_part() -> None:
    asked = declared("IT-49").match.view("axis")["prompt"]
    assert (asked["places"], asked["pieces"]) == (["Koritsa SE1"], ["IT-49"])


def test_units_are_called_by_their_full_names() -> None:
    table = declared("IT-49")
    table.say("axis", "join ITART26").roll(6).say("axis", "pass")
    said = [line["text"] for line in table.match.view("axis")["log"]]
    assert any("Italian 49th Infantry Division Parma" in text for text in said)
    assert not any("IT-49" in text for text in said)


def test_the_strongest_unit_lies_on_top() -> None:
    shown = [piece["id"] for piece in declared().match.view("axis")["pieces"] if piece["at"] == "Koritsa"]
    assert shown == ["IT-BS2", "IT-ART26", "IT-49"]
