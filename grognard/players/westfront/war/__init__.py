"""What the computer players know of the war on the whole map of WestFront.

- `ground`: what the map is worth, and what units are worth
- `scene`: who stands where, as far as a side can tell
- `plan`: what a side wants in this phase: where it is drawn to, where it is in danger, whom it attacks, where it lands
- `line`, `attacks`, `landings`, `drops`, `budget`: the parts of a plan that take some working out
- `cut`: the cheapest hexes that part two sets of places, from which a line is drawn
- `glance`: which orders look promising, given the plan
- `script`: the yardstick, a plain scheme that stays as it is
- `judge`: how well a side stands, and all that the levels ask for
- `numbers.toml`: what weighs how much
"""

from grognard.players.westfront.war.judge import WarJudge

__all__ = ["WarJudge"]
