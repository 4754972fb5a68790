"""What the computer players know of 2WW.

- `worth`: what places, powers and units are worth
- `distances`: how far it is over land, for as long as the borders stay as they are
- `plan`: what a side wants in this phase: whom it invades, which unit goes where and why
- `overseas`: where it lands, and which fleet carries whom
- `glance`, `glance_fight`: which orders look promising, given the plan
- `script`: the yardstick, a plain scheme that stays as it is
- `judge`: how well a side stands, and all that the levels ask for
- `numbers.toml`: what weighs how much
"""

from grognard.players.twoww.judge import TwoWWJudge

__all__ = ["JUDGE", "TwoWWJudge"]

JUDGE = TwoWWJudge
