"""Chapter 9A: how the account of an attack is laid before the attacker while units join. Nothing here decides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from grognard.engine.agenda import Cell, Grid, Prompt, Row, Scale, Sum
from grognard.engine.tally import shown
from grognard.games.balkan.account import FACES, Account
from grognard.games.balkan.battle import Battle, stands
from grognard.games.balkan.orders import Join
from grognard.games.balkan.results import column_name, signed
from grognard.games.balkan.state import Campaign

GOOD = {"AE": -3, "AH": -2, "AR": -1, "AS": 0, "HX": 0, "EX": 0, "DR": 1, "DH": 2, "DE": 3}
"""What the results are to the attacker, from worst to best."""
HEADS = tuple(str(face) for face in FACES)


def attack_sums(s: Campaign, battle: Battle, others: Sequence[int]) -> tuple[Sum, ...]:
    """Both totals, the column, what is added to the die, the six results, and what each of those who could still join
    would change. [BF-9A-4, BF-9A-5, BF-9A-6, BF-9A-7]"""
    account = stands(s, battle)
    defence = Sum("Defence", "strength", "BF-9A-5", {"points": shown(account.defence.total)}, account.defence)
    if not battle.attackers:
        return (defence, *one_more(s, battle, account, others))
    attack = Sum("Attack", "strength", "BF-9A-4", {"points": shown(account.attack.total)}, account.attack)
    die = Sum("Die", "die", "BF-9A-7", {"modifier": signed(account.die.total)}, account.die)
    return (attack, defence, odds(s, account), die, results(s, account), *one_more(s, battle, account, others))


def odds(s: Campaign, account: Account) -> Sum:
    """The column, and how much more strength the next one takes. [BF-9A-6]"""
    table = s.world.charts.odds("ground_combat")
    facts: dict[str, object] = {"odds": column_name(s, account)}
    scale = Scale(table.columns, account.column)
    following = account.column + 1
    if account.falls or following == len(table.columns):
        return Sum("Odds", "odds", "BF-9A-6", facts, scale=None if account.falls else scale)
    lacks = table.limits[following] * account.defence.total - account.attack.total
    facts |= {"more": shown(lacks), "next": table.columns[following]}
    return Sum("Odds", "odds next", "BF-9A-6", facts, scale=scale)


def results(s: Campaign, account: Account) -> Sum:
    """What each face of the die brings. [BF-9A-7]"""
    if not account.is_rolled():
        return Sum("Results", "no roll", "BF-9A-7", odds_facts(s, account))
    ways = sorted(Counter(account.results).items(), key=lambda found: GOOD[found[0]])
    notes = tuple(Prompt("ways", "BF-9A-7", {"ways": count, "result": result}) for result, count in ways)
    grid = Grid(HEADS, (Row(cells(account)),), True, notes)
    return Sum("Results", "results", "BF-9A-7", odds_facts(s, account), grid=grid)


def one_more(s: Campaign, battle: Battle, now: Account, others: Sequence[int]) -> tuple[Sum, ...]:
    """What each unit that could still join would make of it, those first that change most. [BF-9A-6]"""
    if not others:
        return ()
    accounts = {
        unit: stands(s, msgspec.structs.replace(battle, attackers=(*battle.attackers, unit))) for unit in others
    }
    order = sorted(accounts, key=lambda unit: worth(accounts[unit]), reverse=True)
    rows = tuple(row(s, battle.side, unit, accounts[unit], now) for unit in order)
    said = [
        f"{s.world.roster[unit].title} {line.cells[0].text} {line.cells[1].text}"
        for unit, line in zip(order, rows, strict=True)
        if line.changes
    ]
    grid = Grid(("Odds", "Die", *HEADS), rows, dice=True)
    title = "With one more" if battle.attackers else "With this unit"
    return (Sum(title, "one more" if said else "nothing changes", "BF-9A-6", {"units": said}, grid=grid),)


def row(s: Campaign, side: int, unit: int, then: Account, now: Account) -> Row:
    """The account with one more unit in a line: the column, the die, the six results."""
    name = s.world.units[unit]
    changes = (then.column, then.die.total, then.falls) != (now.column, now.die.total, now.falls)
    what = (Cell(column_name(s, then)), Cell(signed(then.die.total)), *cells(then))
    return Row(what, name, Join(s.world.sides[side], name), changes)


def cells(account: Account) -> tuple[Cell, ...]:
    return tuple(Cell(result, GOOD[result]) for result in account.results)


def worth(account: Account) -> tuple[int, int]:
    """How good an account is for the attacker, by the results of all faces together and then by the column."""
    return sum(GOOD[result] for result in account.results), account.column


def odds_facts(s: Campaign, account: Account) -> dict[str, object]:
    """The column and what each face of the die would bring."""
    return {
        "odds": column_name(s, account),
        "modifier": signed(account.die.total),
        "results": [f"{face} {result}" for face, result in zip(FACES, account.results, strict=True)],
        "result": account.results[0],
    }
