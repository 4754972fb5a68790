"""Chapter 9: railroads. Friendly lines, and the hexes that rail and sea together supply."""

from __future__ import annotations

from grognard.engine.paths import mask_of
from grognard.engine.supply import lines
from grognard.games.westfront.control import battle_mask, friendly_mask
from grognard.games.westfront.seapower import harbour_seas, sea_controller, sea_routes
from grognard.games.westfront.state import Front


def rail_lines(s: Front, side: int, sources: int) -> int:
    """The hexes that friendly rail lines reach: through friendly hexes, into battles but not through them.

    [WF-9.12b, WF-9.12c, WF-1.39e]
    """
    friendly, embattled = friendly_mask(s, side), battle_mask(s)
    begin = sources & friendly
    net = lines(s.world.rail, begin & ~embattled, friendly & ~embattled, friendly & embattled).mask
    return net | begin & embattled


def rail_supply(s: Front, side: int) -> int:
    """The hexes in rail supply from where the side's supply begins. [WF-9.12a, WF-9.31a, WF-HX.1]"""
    return rail_lines(s, side, mask_of(s.world.sources[side]))


def supply_net(s: Front, side: int, opened: frozenset[int], *, secure: bool = False) -> int:
    """The hexes in rail or sea supply: lines from the sources, and from every port that a sea lane reaches.

    Lanes over the side's own seas are open; lanes through enemy seas only to the ports in `opened`.
    [WF-9.31a, WF-15.31a]
    """

    def work() -> int:
        reached = mask_of(s.world.sources[side]) & friendly_mask(s, side)
        net = rail_lines(s, side, reached)
        while True:
            more = mask_of(
                port
                for port in s.world.ports
                if s.owner[port] == side
                and not net >> port & 1
                and (lane := lane_dice(s, side, port, net)) is not None
                and (lane == 0 or (port in opened and not secure))
            )
            if not more:
                return net
            reached |= more
            net = rail_lines(s, side, reached)

    return s.recall(("net", side, opened, secure), work)


def lane_dice(s: Front, side: int, port: int, net: int) -> int | None:
    """The interdiction dice against the safest lane from a supplied port, or None if there is no lane. [WF-15.73a]"""
    best = None
    for start in s.world.ports:
        if start != port and net >> start & 1 and s.owner[start] == side and not s.attacker[start]:
            for seas in sea_routes(s, side, harbour_seas(s, start), harbour_seas(s, port), len(s.world.seas)):
                dice = sum(s.world.sea_value[sea] for sea in seas if sea_controller(s, sea) == 1 - side)
                best = dice if best is None else min(best, dice)
    return best
