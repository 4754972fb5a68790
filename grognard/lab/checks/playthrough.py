"""Golden playthroughs: a seeded random match in full, so that a change of behaviour is a readable diff.

`python -m grognard.lab.checks.playthrough`, run where the sources lie, writes all of them again. Look at the diff
before you keep it: every line of it is something that the rules now do differently.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random

import msgspec

from grognard import drawing, lab
from grognard.engine.dice import secret_of
from grognard.engine.match import Match
from grognard.engine.orders import Order, Pass, compact, verb
from grognard.lab.analysis.replay import Chronicle, ended, line_text

FOLDER = Path("tests/playthroughs")
AGAIN = "python -m grognard.lab.checks.playthrough"
IDLE = 0.1
"""How often a side passes though it could do something."""

EAGER = 0.6
"""How often it looks for an order that names a place where the enemy stands."""


class Golden(msgspec.Struct, frozen=True):
    """Which match is played."""

    name: str
    game: str
    scenario: str
    seed: int
    options: dict[str, str] = {}
    brief: bool = False
    """For long matches: one line to a decision, and the pieces only once a month."""
    word: int = 0
    """Which word of the moment names the month, or whatever else must have gone by."""

    @property
    def file(self) -> Path:
        return FOLDER / f"{self.name}.txt"


PLAYTHROUGHS = (
    Golden("westfront-husky", "westfront", "husky", 72),
    Golden("skirmish-ford", "tests.skirmish", "ford", 7),
    *[
        Golden(f"westfront-{scenario}", "westfront", scenario, 43, {"deployment": way}, brief=True)
        for scenario, way in (
            ("summer43", "historical"),
            ("winter43", "semi-historical"),
            ("summer44", "historical"),
            ("winter44", "free"),
        )
    ],
    Golden("2ww-war", "2ww", "war", 39, {"set_up": "historical"}, brief=True, word=1),
)


def choose(match: Match, side: str, rng: Random) -> Order:
    """Mostly something active: any kind of order, any order of that kind, and at the enemy rather than elsewhere."""
    orders = list(match.orders(side))
    active = [order for order in orders if not isinstance(order, Pass)]
    if not active or (len(active) < len(orders) and rng.random() < IDLE):
        return rng.choice([order for order in orders if isinstance(order, Pass)] or orders)
    if rng.random() < EAGER:
        enemies = {compact(piece["at"]) for piece in match.view(side)["pieces"] if piece["side"] != side}
        bold = [order for order in active if enemies.intersection(re.split("[ -]", str(order)))]
        if bold:
            return rng.choice(bold)
    kind = rng.choice(sorted({type(order) for order in active}, key=verb))
    return rng.choice([order for order in active if type(order) is kind])


def tell(golden: Golden) -> Iterator[str]:
    """The transcript, line by line."""
    game, seed = lab.find(golden.game), golden.seed
    match = Match(game, golden.scenario, golden.options, secret=secret_of(seed))
    rng, chronicle, handovers = Random(f"playthrough {seed}"), Chronicle(None), 0
    yield f"{game.title}, {golden.scenario}, seed {seed}. Written by `{AGAIN}`; do not edit."
    yield from _events(match, chronicle)
    asked: frozenset[str] = frozenset()
    month = ""
    while match.outcome is None:
        if match.waiting != asked:
            asked = match.waiting
            handovers += 1
            now = game.when(match.state).split()[golden.word]
            if not golden.brief or now != month:
                month = now
                yield from _handover(match)
        side = rng.choice(sorted(match.waiting, key=match.side_index))
        decision, orders = match.decision(side), match.orders(side)
        assert decision is not None
        if golden.brief:
            order = choose(match, side, rng)
            yield f"{len(match.record) + 1}. {side} > {order}   [{decision.rule}; of {len(orders)}]"
            match.play(order)
            yield from _events(match, chronicle)
            continue
        yield ""
        yield f"{len(match.record) + 1}. {side}: {decision.text} [{decision.rule}]"
        yield from (f"   ! {warning}" for warning in decision.before_ending)
        yield f"   offered {len(orders)}: {_kinds(orders)}"
        order = choose(match, side, rng)
        yield f"   > {order}"
        match.play(order)
        yield from _events(match, chronicle)
    yield from _handover(match)
    yield ""
    counts = f"{len(match.record)} orders, {len(match.throws)} calls for dice, {handovers} handovers."
    yield f"{ended(match.outcome)} {counts}"


def _kinds(orders: Iterable[Order]) -> str:
    counts = Counter(verb(type(order)) for order in orders)
    return ", ".join(f"{name} {count}" if count > 1 else name for name, count in sorted(counts.items()))


def _events(match: Match, chronicle: Chronicle) -> Iterator[str]:
    return (f"   - {line_text(line)}" for line in chronicle.news(match))


def _handover(match: Match) -> Iterator[str]:
    """Who decides now, and the pieces as each side knows them."""
    who = " and ".join(sorted(match.waiting, key=match.side_index)) or "nobody"
    yield ""
    yield f"== {match.game.when(match.state)}: {who} to decide"
    for side in match.sides if match.game.hides else match.sides[:1]:
        view = match.view(side)
        yield f"   {side} sees" if match.game.hides else "   all see"
        yield from (f"     {line}" for line in drawing.listing(match.state.world.board, view["pieces"]))


def transcript(golden: Golden) -> str:
    """The whole playthrough, as its file has it."""
    return "\n".join(tell(golden)) + "\n"


def main() -> None:
    """Write all playthroughs again, and say which have changed."""
    if not FOLDER.parent.is_dir():
        sys.exit(f"There is no folder {FOLDER.parent} here; run this where the sources lie.")
    FOLDER.mkdir(exist_ok=True)
    for golden in PLAYTHROUGHS:
        text = transcript(golden)
        before = golden.file.read_text(encoding="utf-8") if golden.file.exists() else None
        golden.file.write_text(text, encoding="utf-8")
        how = "new" if before is None else "as before" if before == text else "changed"
        print(f"{golden.file}: {text.count(chr(10))} lines, {how}")


if __name__ == "__main__":
    main()
