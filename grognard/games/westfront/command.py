"""Chapter 5: headquarters. They alone make things move, and wear out by doing it."""

from __future__ import annotations

from grognard.engine.agenda import Step
from grognard.engine.derived import derived
from grognard.engine.orders import Refusal
from grognard.engine.paths import spread
from grognard.games.westfront import phases
from grognard.games.westfront.control import passable_mask
from grognard.games.westfront.state import AXIS, COMMAND, INVASION, PARADROP, SPENT, SUPREME, Front
from grognard.games.westfront.units import eliminate, hide, is_active_headquarters, tell
from grognard.games.westfront.weather import MUD, effect


def can_drop(s: Front, unit: int) -> bool:
    """Only para corps drop, German ones only if they are not grounded. [WF-14.3a, WF-14.7]"""
    return s.world.roster[unit].kind == "para" and not is_grounded(s, unit)


def is_grounded(s: Front, unit: int) -> bool:
    """German paras that have been grounded keep their fire but not their aircraft. [WF-14.7]"""
    return s.world.roster[unit].nation == "Germany" and are_paras_grounded(s)


def are_paras_grounded(s: Front) -> bool:
    """By the scenario, by their owner's wish, or by Allied Air Supremacy; and never again otherwise. [WF-14.7]"""
    is_so = s.world.data["german_paras_grounded"] or s.grounded
    return bool(is_so) or s.world.is_since(s.month, "allied_air_supremacy")


def obeys(s: Front, unit: int, hq: int) -> bool:
    """Static units obey nobody below a supreme headquarters, whatever it leads. [WF-2.25a]"""
    return not s.world.types[unit].get("supreme_move_only") or s.world.roster[hq].kind != "hq"


# 14.2 Drops to come


def drops_owed(s: Front, place: int, side: int) -> int:
    """The drops that blitzing paradrop headquarters in a hex still have to command, this phase and later. [WF-14.2b]"""
    each = 2 if s.phase < phases.BLITZ_MOVEMENT else 1
    return sum(each - s.used[hq] for hq in s.stack(place, side) if s.role[hq] == PARADROP and s.blitz[hq])


def ready_paras(s: Front, place: int, side: int) -> list[int]:
    """The paras in a hex that may still drop. [WF-14.3a]"""
    if s.attacker[place]:
        return []
    here = [unit for unit in s.stack(place, side) if can_drop(s, unit)]
    return [unit for unit in here if not (s.moved[unit] or s.dispersed[unit])]


def why_not_spare(s: Front, unit: int) -> Refusal | None:
    """A para whose drop is owed does nothing else. [WF-14.2b]"""
    at, side = s.where[unit], s.side_of(unit)
    owed = drops_owed(s, at, side) if can_drop(s, unit) and PARADROP in s.role else 0
    if owed and len(ready_paras(s, at, side)) <= owed:
        return Refusal("WF-14.2b", {"unit": s.world.units[unit], "at": s.world.board.names[at]}, "spare")
    return None


# 5.8 Disruption


def command_value(s: Front, hq: int) -> int:
    """What a headquarters commands with: its steps, one less in mud; below zero it commands nothing.

    [WF-5.8a, WF-5.8c]
    """
    return s.steps[hq] - disruption(s, hq) if s.weather == MUD else s.steps[hq]


def disruption(s: Front, hq: int) -> int:
    """Mud takes a step from what a headquarters commands with, but not from a supreme one in its capital. [WF-5.8b]"""
    unit = s.world.roster[hq]
    capital: str = s.world.charts["weather_effects"]["exempt"][s.world.sides[unit.side]]
    if unit.kind == "shq" and s.where[hq] == s.world.board.find(capital):
        return 0
    return effect(s, "hq_disruption")


# 5.3 Command range


def commanded(s: Front, side: int, *, blitz: bool) -> int:
    """The hexes in command range of a side's active army groups, traced past friendly and disputed hexes.

    [WF-5.3a, WF-5.3b, WF-4.44]
    """
    return _commanded(s, side, blitz)


def commanders(s: Front, side: int, blitz: bool) -> list[int]:
    """A side's active army groups, or those of them that blitz."""
    return [hq for hq in s.world.headquarters[side] if s.role[hq] == COMMAND and (s.blitz[hq] or not blitz)]


@derived(
    "blitz", "owner", "role", "steps", "weather", "where",
    through=lambda s, side, blitz: (
        [(s.where[hq], command_reach(s, hq)) for hq in commanders(s, side, blitz)], s.owner
    ),
)  # fmt: skip
def _commanded(s: Front, side: int, blitz: bool) -> int:
    found = 0
    for hq in commanders(s, side, blitz):
        found |= command_range(s, hq)
    return found


def command_range(s: Front, hq: int) -> int:
    """The hexes within as many steps as the headquarters has. [WF-5.3a, WF-5.3b, WF-5.8c]"""
    reach = command_reach(s, hq)
    if reach < 0:
        return 0
    here = 1 << s.where[hq]
    passable = passable_mask(s, s.side_of(hq)) | here
    return spread(s.world.country_lanes, here, s.world.land_mask, reach, ends=s.world.land_mask & ~passable)


def command_reach(s: Front, hq: int) -> int:
    """A hex for every step that a headquarters commands with; below zero not even its own. [WF-5.3a, WF-5.8c]"""
    value, per_step = command_value(s, hq), s.world.charts["hq_command"]["command_range"]["hq"]
    return value * int(per_step) if value >= 0 else value


# 5.6 Supreme headquarters


def supreme_moves(s: Front, hq: int) -> int:
    """Two Supreme Moves for every step, one for a step of a theatre headquarters. [WF-5.61, WF-5.66a]"""
    moves: int = s.world.charts["hq_command"]["supreme_moves"][s.world.roster[hq].kind]
    return moves * max(0, command_value(s, hq))


def moves_left(s: Front, unit: int) -> int:
    """The Supreme Moves that can move a unit: its side's, and a Spaniard's also those of Spain. [WF-16.4d]"""
    left = s.supreme[s.side_of(unit)]
    return left + s.theatre if s.theatre and s.world.roster[unit].nation == "Spain" else left


def spend_moves(s: Front, unit: int, moves: int) -> None:
    """Take Supreme Moves for a unit, first those that nobody else can use. [WF-16.4d]"""
    own = min(moves, moves_left(s, unit) - s.supreme[s.side_of(unit)])
    s.theatre -= own
    s.supreme[s.side_of(unit)] -= moves - own


def count_moves(s: Front, side: int) -> None:
    """Before any is spent a side has the Supreme Moves that its active supreme headquarters bring; those of the Spanish
    one are for Spanish units alone. [WF-5.61, WF-16.4d]"""
    s.supreme[side] = brought(s, side, "shq")
    s.theatre = brought(s, AXIS, "thq")


def brought(s: Front, side: int, kind: str, *, but: int = -1) -> int:
    """What the active supreme headquarters of a kind bring, all `but` one. [WF-5.61]"""
    those = [hq for hq in s.world.headquarters[side] if s.role[hq] == SUPREME and s.world.roster[hq].kind == kind]
    return sum(supreme_moves(s, hq) for hq in those if hq != but)


def saved_moves(s: Front, hq: int) -> int:
    """The Supreme Moves that a headquarters can have saved for itself: of those left, no more than it brought.

    [WF-5.62a]
    """
    left = s.theatre if s.world.roster[hq].kind == "thq" else s.supreme[s.side_of(hq)]
    return min(left, supreme_moves(s, hq))


def forfeit_moves(s: Front, hq: int, used: int) -> None:
    """What a supreme headquarters does not use to mobilize is lost with it, but nothing that another brought: what has
    been spent was its own first. [WF-5.62a]"""
    if s.world.roster[hq].kind == "thq":
        s.theatre = 0
    else:
        side = s.side_of(hq)
        s.supreme[side] = min(s.supreme[side] - used, brought(s, side, "shq", but=hq))


# 5.4 and 5.7 Deactivation


def why_not_turn_mobile(s: Front, hq: int, blitz: bool) -> Refusal | None:
    """An active headquarters with a step to spend may mobilize; a blitzing one only after blitz movement.

    [WF-5.41a, WF-5.7a, WF-5.7e]
    """
    facts = {"hq": s.world.units[hq]}
    if not is_active_headquarters(s, hq) or s.steps[hq] <= s.world.lowest[hq]:
        return Refusal("WF-5.41a", facts)
    return Refusal("WF-5.7a", facts, "mobilize") if s.blitz[hq] and not blitz else None


def is_mobilizing(s: Front, side: int) -> bool:
    """Once a headquarters has mobilized, all other movement is over. [WF-4.42c]"""
    return any(s.role[hq] == SPENT and s.moved[hq] for hq in s.world.headquarters[side])


class Deactivate(Step[Front], frozen=True):
    """After combat every active headquarters drops a step and is hidden; a blitzing one stays active the first time.

    [WF-5.43a, WF-5.7c]
    """

    side: int
    after_blitz: bool

    def run(self, s: Front) -> None:
        for hq in s.world.headquarters[self.side]:
            if s.role[hq] in (COMMAND, SUPREME, INVASION, PARADROP) and s.where[hq] >= 0:
                self._deactivate(s, hq)
        s.supreme[self.side] = s.theatre = 0

    def _deactivate(self, s: Front, hq: int) -> None:
        if s.steps[hq] == s.world.lowest[hq]:
            eliminate(s, hq, "WF-5.1d")
            return
        s.steps[hq] -= 1
        if s.blitz[hq] and not self.after_blitz:
            tell(s, "blitz goes on", "WF-5.7c", hq, steps=s.steps[hq])
            return
        s.role[hq], s.blitz[hq] = SPENT, 0
        tell(s, "deactivate", "WF-5.43a", hq, steps=s.steps[hq])
        hide(s, hq)


def is_blitzing(s: Front, side: int) -> bool:
    """Whether the blitz phases take place at all. [WF-4.45]"""
    return any(s.blitz[hq] for hq in s.world.headquarters[side])
