"""Chapter 9A: the account of an attack. Both totals, the column, the modifiers of the die and the six results.

One account serves the question while units join, the preview, the log and the resolution.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from grognard.engine.charts import Charts
from grognard.engine.tally import Number, Tally
from grognard.games.balkan import armour
from grognard.games.balkan.armour import NO_EFFECT, Effect
from grognard.games.balkan.fighters import ENGINEERS, Fighter, Ground
from grognard.games.balkan.strength import engineer_share, into, total

FACES = (1, 2, 3, 4, 5, 6)


class Share(NamedTuple):
    """Required losses: at least half of a side's losses falls on these units, as far as they can bear it. [BF-9I-1]"""

    rule: str
    units: tuple[int, ...]


class Account(NamedTuple):
    """How an attack stands."""

    attack: Tally
    defence: Tally
    die: Tally
    """What is added to the die."""
    column: int
    """Of the combat results table; -1 is below the first one."""
    results: tuple[str, ...]
    """For each face of the die, after modifiers; the same everywhere where no roll matters."""
    falls: bool
    """Nobody in the hex has any strength: it falls without a roll. [BF-9G-2]"""
    attacker_owes: tuple[Share, ...] = ()
    defender_owes: tuple[Share, ...] = ()

    def is_rolled(self) -> bool:
        return self.column >= 0 and not self.falls


def account(
    attackers: Sequence[Fighter],
    defenders: Sequence[Fighter],
    ground: Ground,
    charts: Charts,
    *,
    use_armour: bool = True,
    use_engineers: bool = True,
) -> Account:
    """The account of an attack, as it stands with these units. [BF-9A-4, BF-9A-5, BF-9A-6, BF-9A-7, BF-9B-7]"""
    attack = total(attackers, ground, charts, attack=True)
    defence = total(defenders, ground, charts, attack=False)
    with_armour = armour.attacking(attackers, ground, charts) if use_armour else NO_EFFECT
    against = armour.defending(defenders, attackers, ground, charts)
    with_engineers = engineers(attackers, ground, charts) if use_engineers else NO_EFFECT
    die = modifiers(attackers, ground, charts, (with_armour, against, with_engineers))
    table = charts.odds("ground_combat")
    falls = defence.total == 0
    column = table.column(attack.total, defence.total) if attack.total or defence.total else -1
    results = ("DE",) * len(FACES) if falls else tuple(table.result(face + die.value, column) for face in FACES)
    return Account(attack, defence, die, column, results, falls, _owed(with_armour, with_engineers), _owed(against))


def modifiers(attackers: Sequence[Fighter], ground: Ground, charts: Charts, effects: Sequence[Effect]) -> Tally:
    """What is added to the die: terrain, weather, armour and antitank weapons, engineers. [BF-9H-1, BF-10D-1,
    BF-27-6, BF-3C2-1]"""
    die = Tally(0, "BF-9A-7")
    die.add(charts["terrain_combat"][ground.terrain]["die"], "BF-9H-1", into(ground.terrain))
    for feature in ground.features:
        die.add(charts["feature_combat"][feature]["die"], "BF-9H-1", into(feature))
    if ground.poor:
        die.add(charts["poor_weather"]["combat_die"], "BF-27-6", "poor weather")
    for effect in effects:
        die.add(effect.modifier, effect.rule, effect.why)
    return die


def engineers(attackers: Sequence[Fighter], ground: Ground, charts: Charts) -> Effect:
    """Engineers against a major city or a fort, and the losses that they owe for it. [BF-14A2-3, BF-14A2-4]"""
    share = engineer_share(attackers, ground, charts)
    if not ground.suits_engineers(charts) or share < charts["engineers"].number("share"):
        return NO_EFFECT
    bearers = tuple(fighter.unit for fighter in attackers if not ENGINEERS.isdisjoint(fighter.classes))
    return Effect(charts["engineers"]["die"], "BF-14A2-3", f"engineer share {share}", bearers, "BF-14A2-4")


def printed(fighters: Sequence[Fighter]) -> Number:
    """What units are worth for losses and exchanges: their printed strengths and nothing else. [BF-9D-1]"""
    return sum(fighter.strength for fighter in fighters)


def _owed(*effects: Effect) -> tuple[Share, ...]:
    return tuple(Share(effect.losses, effect.bearers) for effect in effects if effect.bearers)
