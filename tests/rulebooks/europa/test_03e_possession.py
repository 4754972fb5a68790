"""Section 3.E.1: who owns a hex. Four hexes, as bits: 1, 2, 4 and 8."""

from __future__ import annotations

from grognard.games.europa import possession
from tests.rules import rule

A, B, C, D = 1, 2, 4, 8


@rule("GE-3.E.1.u")
def test_a_zone_is_uncontested_where_no_enemy_stands_and_no_enemy_zone_of_any_kind_reaches() -> None:
    assert possession.uncontested(A | B | C, enemy_occupied=B, enemy_zone=C) == A
    assert possession.uncontested(A | B, enemy_occupied=0, enemy_zone=0) == A | B


@rule("GE-3.E.1.a")
def test_an_uncontested_zone_takes_a_hex_and_a_contested_one_does_not() -> None:
    assert possession.gained(occupied=0, zone=A | B, enemy_occupied=0, enemy_zone=0) == A | B
    assert possession.gained(occupied=0, zone=A | B, enemy_occupied=0, enemy_zone=B) == A
    assert possession.gained(occupied=0, zone=A | B, enemy_occupied=A, enemy_zone=0) == B


@rule("GE-3.E.1.b")
def test_a_hex_stays_with_whoever_was_there_last() -> None:
    gained = possession.gained(occupied=A, zone=B, enemy_occupied=0, enemy_zone=0)
    assert possession.owned(0, gained, 0) == A | B
    assert possession.owned(A | B, 0, 0) == A | B
    assert possession.owned(A | B, 0, enemy_gained=B) == A
    assert possession.owned(C, D, enemy_gained=C) == D
