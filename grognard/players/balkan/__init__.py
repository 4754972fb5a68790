"""What the computer players know of Balkan Front.

- `worth`: what places and units are worth
- `scene`: who stands where, what draws a side and what threatens it
- `fights`: what an attack promises, by the rules' own account of it
- `plan`: whom a side wants to attack in this turn, from where and with what, and where everybody else goes
- `glance`: which orders look promising, given the plan
- `script`: the yardstick, a plain scheme that stays as it is
- `judge`: how well a side stands, and all that the levels ask for
- `numbers.toml`: what weighs how much
"""

from grognard.players.balkan.judge import BalkanJudge

__all__ = ["JUDGE", "BalkanJudge"]

JUDGE = BalkanJudge
