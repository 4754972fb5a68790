"""What the computer players know of WestFront's Husky.

- `ground`: what lies where, and who stands where
- `glance`: which orders look promising at a glance
- `judge`: how well a side stands, and all that the levels ask for
- `numbers.toml`: what weighs how much; `grognard.players.westfront.husky.learning` writes the learned part
"""

from grognard.players.westfront.husky.judge import HuskyJudge

__all__ = ["HuskyJudge"]
