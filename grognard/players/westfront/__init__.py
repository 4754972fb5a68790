"""What the computer players know of WestFront: `husky`, with points of its own, and the `war` on the whole map.

Which of the two judges a match follows from the world that it is played in.
"""

from grognard.players.westfront.judge import WestFrontJudge

__all__ = ["JUDGE", "WestFrontJudge"]

JUDGE = WestFrontJudge
