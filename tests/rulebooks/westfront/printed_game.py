"""The example game that the rulebook prints, stage by stage. Letters in comments are those of its pictures."""

from __future__ import annotations

from tests.rulebooks.westfront.table import Table

PASS = "pass"


def july_1_allied_command(t: Table) -> None:  # EX-HX-01
    t.say("allied", "activate 21AG invasion blitz", "activate 15AG invasion blitz", "activate AF paradrop", PASS)


def july_1_allied_movement(t: Table) -> None:  # EX-HX-02: A, D, H
    t.say(
        "allied",
        "land US6 Bizerte-TyrrhenianSea-CentralMediterranean-Licata",
        "land US2 Tunis-CentralMediterranean-Catania",
        "drop Br2Para Catania",
        PASS,
    )


def july_1_allied_combat(t: Table) -> None:  # EX-HX-03, with the printed dice
    t.roll([6, 1, 5]).say("allied", "strike 15AG Catania")


def july_1_allied_blitz(t: Table) -> None:  # EX-HX-04: E, B
    t.say(
        "allied",
        "land FF2 Tunis-CentralMediterranean-Catania",
        "land Br30 Bizerte-TyrrhenianSea-CentralMediterranean-Licata",
        PASS,
    )


def july_1_allied_supply(t: Table) -> None:  # EX-HX-05: the lane to Palermo must be blocked (C1)
    t.roll([3]).say("allied", "beachhead US6", PASS)


def july_1_axis(t: Table) -> None:  # EX-HX-06: X, Y, W
    t.say("axis", "activate OKW supreme", PASS)
    t.say("axis", "move ItSic Palermo-PalermoE1", "move Pz76 PalermoE1-Messina", "move 1Para Reggio-Messina", PASS)


def july_2(t: Table) -> None:  # EX-HX-07: nobody does anything
    t.say("allied", PASS, PASS)
    t.say("axis", PASS)


def august_axis_production(t: Table) -> None:  # EX-HX-08
    t.say("axis", "replace 1Para", "replace OKW", "replace ItSic", "rebuild It7 Reggio", "seal")


def august_allied_production(t: Table) -> None:  # EX-HX-09
    t.say("allied", *[f"replace {unit}" for unit in ("15AG", "21AG", "AF", "Br5", "US6", "FF2", "Br2Para")])
    t.say("allied", "arrive Polish Tunis", "seal")


def august_1_allied_command(t: Table) -> None:  # EX-HX-10
    t.say("allied", "activate 21AG invasion", "activate AF supreme", PASS)


def august_1_allied_movement(t: Table) -> None:  # EX-HX-10: C, F, G, B, E
    t.say(
        "allied",
        "land Br10 Bizerte-TyrrhenianSea-PalermoE1",
        "sail Br13 Tunis-CentralMediterranean-Licata",
        "sail Br5 Sfax-CentralMediterranean-Catania",
        "move Br30 Licata-PalermoE1",
        "move FF2 Catania-Messina",
        PASS,
    )


def august_1_airstrike(t: Table) -> None:  # EX-HX-11
    t.say("allied", "strike AF Messina")


def august_1_messina(t: Table) -> None:  # EX-HX-12: 1 hit, 2 hits, none; the print states hits only
    t.roll([4, 1]).say("allied", "fight Messina")
    t.roll([5, 1, 2], [3, 6, 1], [2])
    t.roll([3], [5, 6, 1, 2], [1, 2, 3, 4])  # EX-HX-13: a miss, 2 hits; fought next without asking
    t.say("axis", "lose Pz76")  # a third of a hit, on one of two equals


def august_1_allied_supply(t: Table) -> None:
    t.say("allied", PASS)


def august_1_axis(t: Table) -> None:  # EX-HX-14
    t.say("axis", PASS, PASS)


def august_2(t: Table) -> None:  # EX-HX-14
    t.say("allied", PASS, PASS, PASS)
    t.say("axis", PASS, PASS)


STAGES = (
    july_1_allied_command, july_1_allied_movement, july_1_allied_combat, july_1_allied_blitz, july_1_allied_supply,
    july_1_axis, july_2, august_axis_production, august_allied_production, august_1_allied_command,
    august_1_allied_movement, august_1_airstrike, august_1_messina, august_1_allied_supply, august_1_axis, august_2,
)  # fmt: skip


def played_through(last: str = "august_2") -> Table:
    """The printed game up to and including a stage; the dice of every stage must be used up."""
    t = Table()
    if last == "set-up":
        return t
    for stage in STAGES:
        stage(t)
        t.dice.finish()
        if stage.__name__ == last:
            return t
    raise LookupError(last)
