"""Chapters 9A and 9C: the die is rolled, and what it brings befalls both sides at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from grognard.engine.agenda import Chance, Step
from grognard.engine.events import Roll
from grognard.engine.tally import Number, Reason, Tally, shown, sign
from grognard.games.balkan.account import Account
from grognard.games.balkan.battle import Battle, stands
from grognard.games.balkan.losses import Eliminate, Losses
from grognard.games.balkan.retreats import MayAdvance, Retreats
from grognard.games.balkan.state import Campaign
from grognard.games.balkan.units import face, names

RULES = {
    "AE": "BF-9C-2", "DE": "BF-9C-2", "AH": "BF-9C-3", "DH": "BF-9C-3", "AR": "BF-9C-4", "DR": "BF-9C-4",
    "AS": "BF-9C-5", "HX": "BF-9C-6", "EX": "BF-9C-7",
}  # fmt: skip
SHARES = {"HX": 1, "EX": 2}
"""What the stronger side loses in an exchange, in halves of what the weaker has lost. [BF-9C-6, BF-9C-7]"""


def resolve(s: Campaign, battle: Battle) -> None:
    """The attack is announced with its account; then the die is rolled, unless it cannot matter. [BF-9A-7, BF-9B-7,
    BF-9G-2]"""
    account = stands(s, battle)
    s.tell("attack", "BF-9A-7", **told(s, battle, account))
    if account.is_rolled():
        s.then(CombatDie(battle))
    else:
        settle(s, battle, account, account.results[0])


class CombatDie(Chance[Campaign], frozen=True):
    """One die, with everything that is added to it. [BF-9A-7]"""

    battle: Battle

    def call(self, s: Campaign) -> Roll:
        account = stands(s, self.battle)
        at = s.world.board.names[self.battle.at]
        facts = {"at": at, "odds": column_name(s, account), "modifier": signed(account.die.total)}
        return Roll("combat", "BF-9A-7", 1, facts=facts)

    def rolled(self, s: Campaign, faces: tuple[int, ...]) -> None:
        account = stands(s, self.battle)
        settle(s, self.battle, account, account.results[faces[0] - 1])


def settle(s: Campaign, battle: Battle, account: Account, result: str) -> None:
    """Carry a result out, and let the attacker advance into a hex that it has cleared. [BF-9C-1, BF-9F2-1]"""
    at = s.world.board.names[battle.at]
    s.tell("result", RULES[result], result=result, at=at)
    attackers, attacked = (battle.side, battle.attackers), (1 - battle.side, battle.attacked)
    steps: list[Step[Campaign]] = []
    match result:
        case "AE":
            steps = everything(*attackers)
        case "DE":
            steps = everything(*attacked)
        case "AH":
            steps = [Losses(*attackers, attack_strength(s, battle), account.attacker_owes), Retreats(*attackers)]
        case "DH":
            due = defence_strength(s, battle.attacked)
            steps = [Losses(*attacked, due, account.defender_owes), Retreats(*attacked)]
        case "AR":
            steps = [Retreats(*attackers)]
        case "DR":
            steps = [Retreats(*attacked)]
        case "HX" | "EX":
            steps = exchange(s, battle, account, result)
    s.then(*steps, MayAdvance(battle.side, battle.at, battle.attackers))


def everything(side: int, units: tuple[int, ...]) -> list[Step[Campaign]]:
    """Every unit of a side is eliminated; what is left as a cadre retreats. [BF-9C-2]"""
    return [Eliminate(units, "BF-9C-2"), Retreats(side, units)]


def exchange(s: Campaign, battle: Battle, account: Account, result: str) -> list[Step[Campaign]]:
    """The side of lower printed strength, the defender of equals, is eliminated; the other loses in proportion and
    holds its ground. Units that retreated into the hex count for nothing in it. [BF-9C-6, BF-9C-7, BF-9F1-8]"""
    attack, defence = attack_strength(s, battle), defence_strength(s, battle.defenders)
    share = SHARES[result]
    if attack < defence:
        weak = everything(battle.side, battle.attackers)
        return [*weak, Losses(1 - battle.side, battle.defenders, attack * share, account.defender_owes)]
    weak = everything(1 - battle.side, battle.attacked)
    return [*weak, Losses(battle.side, battle.attackers, defence * share, account.attacker_owes)]


def attack_strength(s: Campaign, battle: Battle) -> int:
    """The printed attack strengths of the attackers. [BF-9D-1]"""
    return sum(face(s, unit).attack for unit in battle.attackers)


def defence_strength(s: Campaign, units: Iterable[int]) -> int:
    """The printed defence strengths of defenders. [BF-9D-1]"""
    return sum(face(s, unit).defense for unit in units)


# What the log says


def told(s: Campaign, battle: Battle, account: Account) -> dict[str, Any]:
    """An attack with its whole account, part by part."""
    return {
        "at": s.world.board.names[battle.at],
        "attackers": names(s, battle.attackers),
        "defenders": names(s, battle.attacked),
        "attack": shown(account.attack.total),
        "defence": shown(account.defence.total),
        "odds": column_name(s, account),
        "modifier": signed(account.die.total),
        "results": list(account.results),
        "account": {"attack": parts(account.attack), "defence": parts(account.defence), "die": parts(account.die)},
    }


def parts(tally: Tally) -> list[list[str]]:
    """Every change to a number: what it was, under which rule, and why."""
    return [[sign(reason), reason.rule, reason.why] for reason in tally.reasons]


def column_name(s: Campaign, account: Account) -> str:
    """The column in words: its odds, below the table, or no defence at all. [BF-9B-7, BF-9G-2]"""
    if account.falls:
        return "no defence"
    columns: Sequence[str] = s.world.charts.odds("ground_combat").columns
    return columns[account.column] if account.column >= 0 else "below the table"


def signed(number: Number) -> str:
    """A modifier with its sign."""
    return sign(Reason(number, "", ""))
