"""The changing facts of WestFront."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from grognard.engine.state import State

if TYPE_CHECKING:
    from grognard.games.westfront.world import West

ALLIES, AXIS = 0, 1
DISPUTED, NOBODY = 2, 3

ELIMINATED, LATER, UNDEPLOYED = -1, -2, -3
"""Places of units that are on no hex: in the pool of rebuildable units, not yet arrived, or not yet deployed."""

IDLE, COMMAND, SUPREME, INVASION, PARADROP, SPENT = range(6)
ROLES = ("idle", "command", "supreme", "invasion", "paradrop", "spent")

ON_LAND, OVER_RIVER, FROM_SEA, FROM_AIR = 1, 2, 3, 4
"""How a unit entered the battle that it opened."""

READY, PREP, LOST, NONE = -1, -2, -3, -4
"""Where a beachhead is when it is not on the map."""


class Front(State):
    """One moment of the war. Facts are per unit, per place, per side, or single numbers."""

    __slots__ = (
        "active", "alarmed", "alias", "arrivals", "attacker", "beaches", "beachhead", "blitz", "built", "called",
        "came_from", "crossed", "dealt", "dispersed", "entered", "excess", "fallen", "fed", "fighting", "fortnight",
        "fresh", "fresh_alias", "grounded", "gunner", "landed_at", "lanes", "mark", "month", "moved", "neutral",
        "owner", "partial", "partial_on", "penalty", "phase", "points", "port_used", "prior", "readied", "rearguards",
        "repulses", "revolts", "role", "score", "seen", "shown", "steps", "storm", "strategic", "strike",
        "strike_dice", "supplied", "supreme", "surprise", "theatre", "used", "voyages", "wave", "weather", "where",
    )  # fmt: skip

    world: West

    # per unit
    where: list[int]
    steps: list[int]
    supplied: bytearray
    dispersed: bytearray  # 0, FROM_SEA or FROM_AIR
    role: bytearray  # of a headquarters
    blitz: bytearray  # of a headquarters
    used: bytearray  # an invasion or paradrop headquarters has had its landing of this phase
    wave: list[int]  # the hex of an invasion headquarters' first wave, or -1
    mark: list[int]  # another hex marked for its second wave, or -1
    moved: bytearray  # in this movement phase
    strategic: bytearray  # moved strategically this player turn
    came_from: list[int]  # the hex that a unit attacked from
    entered: bytearray  # how it entered its battle: ON_LAND, OVER_RIVER, FROM_SEA, FROM_AIR, or 0
    landed_at: list[int]  # the hex where an amphibious corps last invaded, or -1
    beachhead: list[int]  # of an amphibious corps: a hex, READY, PREP, LOST or NONE
    built: bytearray  # 1: has gained a step, 2: is new, this production
    shown: bytearray  # face up to the enemy
    alias: list[int]  # the pseudonym dealt to the block
    seen: list[int]  # what the enemy saw of it when it was last face up and has not lost from sight: see fog

    # per place
    owner: bytes  # who controls a hex in this phase: ALLIES, AXIS, DISPUTED or NOBODY
    prior: bytes  # who controlled it last
    attacker: bytes  # of a battle: 1 + the side that opened it; 0 where there is none
    fresh: bytes  # the battle was opened in the last movement phase
    fighting: bytes  # 1: an active battle of this combat phase, 2: its round has been fought
    strike: bytes  # 1 + the headquarters that strikes a battle
    strike_dice: bytes  # the dice of that strike
    beaches: bytes  # where a side has landed from the sea in this match: bit 0 the Allies, bit 1 the Axis
    port_used: bytes  # units that used a port by sea movement this player turn
    arrivals: bytes  # units placed here this production

    # per side
    supreme: list[int]  # Supreme Moves left
    points: list[int]  # production points left

    # single
    month: int
    fortnight: int
    active: int
    phase: int
    crossed: tuple[int, ...]  # hexsides of battle hexes used in this movement phase, one entry per unit
    rearguards: tuple[tuple[int, ...], ...]  # units that retreat after all others have moved, a port, seas; or -1
    voyages: tuple[tuple[int, ...], ...]  # this phase's sea routes: unit, FROM_SEA if invading else 0, origin, seas...
    score: int  # points that the Allies have collected: see victory
    readied: tuple[int, ...]  # corps whose beachhead has been bought or taken back this production
    excess: tuple[int, ...]  # units that count as unsupplied in this check because too many stand in their hex
    fed: tuple[int, ...]  # units that their owner has chosen to be fed in a siege in this check
    lanes: tuple[int, ...]  # ports whose sea lane got through in this supply check
    partial: int  # half or third hits on one unit in the round being fought
    partial_on: int  # that unit, or -1
    gunner: int  # the unit that mans the guns of a fortress in the round being fought, or -1
    repulses: int  # repulses scored in the defensive fire of the round being fought
    neutral: int  # nations out of play, a bit for each of NATIONS
    fallen: int  # nations that have surrendered or been defeated, likewise
    revolts: int  # 1: France has risen
    alarmed: int  # 1: Allied units have been seen in Yugoslavia
    called: tuple[int, ...]  # units that arrive in the next production though no month is printed for them
    penalty: int  # victory points that the Allies have lost by declaring war
    theatre: int  # Supreme Moves left for Spanish units alone
    dealt: tuple[tuple[int, ...], ...]  # the stacks of face-down blocks whose pseudonyms have been mixed
    fresh_alias: int  # the next pseudonym that has never been used
    weather: int  # of this fortnight: DRY or MUD
    storm: int  # the basin that a storm strikes in this fortnight, or 0: see weather
    grounded: int  # the Axis has grounded its paras
    surprise: int  # the fortnight that the Axis has chosen for its surprise in mud, or 0: see combat

    def stack(self, place: int, side: int) -> list[int]:
        """A side's units in a place."""
        where = self.where
        return [unit for unit in self.world.army[side] if where[unit] == place]

    def count(self, place: int, side: int) -> int:
        """How many of a side's units are in a place."""
        return self.where[self.world.ranks[side]].count(place)

    def guests(self, side: int) -> dict[int, int]:
        """How many of a side's units stand in each place where any do."""
        found = Counter(self.where[self.world.ranks[side]])
        for box in (ELIMINATED, LATER, UNDEPLOYED):
            found.pop(box, None)
        return found

    def enemies_at(self, place: int, side: int) -> bool:
        return place in self.where[self.world.ranks[1 - side]]

    def is_battle(self, place: int) -> bool:
        return self.attacker[place] > 0

    def side_of(self, unit: int) -> int:
        return self.world.roster[unit].side
