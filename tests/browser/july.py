"""The Allies' first fortnight of July, order by order: all phases of a turn, with two battles and a blitz."""

from __future__ import annotations

from tests.table.server import Opened

SEED = 1943
TO_BATTLE = (
    "activate 21AG invasion blitz",
    "activate 15AG invasion blitz",
    "activate AF paradrop",
    "pass",
    "land US6 Bizerte-TyrrhenianSea-PalermoE1",
    "land US2 Tunis-CentralMediterranean-Catania",
    "drop Br2Para Catania",
    "pass",
    "strike 15AG Catania",
    "pass",
)
"""Up to the moment when the first of two battles is to be chosen."""

TURN = (
    *TO_BATTLE,
    "fight Catania",
    "land FF2 Tunis-CentralMediterranean-Catania",
    "land Br30 Bizerte-TyrrhenianSea-PalermoE1",
    "pass",
    "declare PalermoE1",
    "beachhead US6",
    "beachhead US2",
)
STEPS = {
    "ActivateHeadquarters",
    "MoveUnits",
    "AssignAirstrikes",
    "FightBattles",
    "ChooseBattles",
    "PlaceBeachheads",
}  # fmt: skip


def play(opened: Opened, orders: tuple[str, ...] = TURN) -> None:
    """Give the orders over the wire, for tests that begin where they end."""
    for say in orders:
        opened["allied"].order(say)
