"""Special generators play lawful matches to the end, and come to rules that plain random play does not."""

from __future__ import annotations

from random import Random

import pytest

import grognard
from grognard.engine import agenda
from grognard.engine.match import Match
from grognard.engine.orders import Order, Pass
from grognard.games.westfront.combat import is_immune
from grognard.games.westfront.orders import Activate, Drop, Move
from grognard.games.westfront.state import Front
from grognard.lab.checks import fuzz, fuzz_westfront, witness
from grognard.lab.checks.fuzz import Job, Result, play
from grognard.lab.checks.generators import PLAIN, Bent, Generator, find, generators
from grognard.lab.checks.laws import Memory
from tests.skirmish import GAME as SKIRMISH

WESTFRONT = grognard.games()["westfront"]
SPECIAL = [name for name in generators(WESTFRONT) if name != PLAIN.name]


def played(generator: str, seed: int, share: float = 0.03) -> Result:
    return play(Job("westfront", "husky", seed, share=share, generator=generator), WESTFRONT)


@pytest.mark.parametrize("name", SPECIAL)
def test_a_special_generator_plays_lawful_matches_to_the_end(name: str) -> None:
    for seed in (fuzz.WATCHED, fuzz.WATCHED + 1):
        result = played(name, seed)
        assert [str(failure) for failure in result.failures] == []
        assert result.outcome


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("aimed", {"WF-1.39d", "WF-15.21a"}),
        ("sieges", {"WF-7.32f", "WF-7.35a", "WF-10.5a"}),
        ("starving", {"WF-15.73a", "WF-10.4a"}),
        ("retreats", {"WF-6.41c", "WF-6.42a"}),
        ("paradrops", {"WF-14.4b", "WF-14.6b"}),
        ("production", {"WF-11.41c", "WF-11.44", "WF-15.51d"}),
        ("blitzes", {"WF-4.45", "WF-5.7c", "WF-6.33a"}),
        ("crowds", {"WF-6.2a", "WF-7.51c"}),
    ],
)
def test_a_special_generator_comes_to_its_rules(name: str, rules: set[str]) -> None:
    reached: set[str] = set()
    for seed in range(fuzz.WATCHED, 40 * fuzz.WATCHED, fuzz.WATCHED):
        job = Job("westfront", "husky", seed, ("legality",), 0.2, generator=name)
        result = play(job, WESTFRONT)
        reached |= result.fired | result.answered
        if rules <= reached:
            return
    assert rules <= reached


def test_the_seed_alone_decides_a_match() -> None:
    one, other = (find(WESTFRONT, "scattered").begin(WESTFRONT, "husky", 3) for _ in range(2))
    assert one.text() == other.text()
    assert one.text() != find(WESTFRONT, "scattered").begin(WESTFRONT, "husky", 4).text()


def test_a_failure_names_its_generator() -> None:
    job = Job("westfront", "husky", 3, generator="sieges")
    assert job.command.endswith("--generator sieges")


def test_every_game_can_be_played_plainly_and_only_in_ways_that_are_known() -> None:
    assert list(generators(SKIRMISH)) == [PLAIN.name]
    with pytest.raises(LookupError, match="there are plain, aimed"):
        find(WESTFRONT, "backwards")


def test_a_player_follows_its_bent() -> None:
    match = find(WESTFRONT, "paradrops").begin(WESTFRONT, "husky", 1)
    likes = fuzz_westfront.fond_of(Drop, roles=("paradrop",))
    eager, idle = (_paradrops(way, match) for way in _ways(likes))
    assert eager > 2 * idle


def _ways(likes: Bent) -> tuple[Generator, Generator]:
    return Generator("fond", "", bent=likes), PLAIN


def _paradrops(way: Generator, match: Match) -> int:
    return sum(_is_paradrop(way.player(WESTFRONT, seed).choose(match)) for seed in range(60))


def _is_paradrop(order: Order) -> bool:
    return isinstance(order, Activate) and order.role == "paradrop"


def test_slips_are_orders_that_the_step_understands() -> None:
    match = find(WESTFRONT, "blitzes").begin(WESTFRONT, "husky", 1)
    match.play("activate 15AG command", "allied")
    match.play(Pass("allied"))
    step, _ = agenda.question(match.state, 0) or pytest.fail("nobody is asked")
    orders = fuzz_westfront.slips(match, "allied", Random(1), 200)
    assert len(orders) == 200
    assert {type(order) for order in orders} == set(step.takes) - {Pass}
    units = match.state.world.units
    assert all(order.unit in units for order in orders if isinstance(order, Move))
    assert fuzz_westfront.slips(match, "axis", Random(1), 5) == []
    assert orders == fuzz_westfront.slips(match, "allied", Random(1), 200)


def test_slips_join_the_mangled_orders() -> None:
    match = PLAIN.begin(WESTFRONT, "husky", 1)
    assert len(Memory(fuzz_westfront.slips).slips(match, "allied", Random(1), 10)) == 20
    assert len(Memory().slips(match, "allied", Random(1), 10)) == 10


# What a match has shown of the rules


def test_the_moments_held_to_each_law_are_counted() -> None:
    result = played("plain", 1, share=0.5)
    assert set(result.held) == {*fuzz.CHECKS, fuzz.REPLAY}
    assert result.orders / 3 < result.held["undo"] < result.orders * 2 / 3


def test_a_watched_match_tells_of_reasons_steps_and_functions() -> None:
    result = played("sieges", 2 * fuzz.WATCHED)
    assert {"WF-2.2", "WF-7.4a"} <= result.worked  # the base of a tally, and a reason
    assert "WF-10.2a" in result.worked  # a step
    assert "WF-8.2a" in result.answered  # a function
    assert not played("sieges", 2 * fuzz.WATCHED + 1).worked


def test_a_function_that_has_nothing_to_say_does_not_count() -> None:
    watch = witness.Witness(WESTFRONT)
    match = PLAIN.begin(WESTFRONT, "husky", 1)
    assert isinstance(match.state, Front)
    with watch.watching():
        assert not is_immune(match.state, 0, match.state.world.land[0])
    assert "WF-7.4d" not in watch.answered


def test_ids_in_the_code_are_known() -> None:
    written = witness.written(WESTFRONT)
    assert {"WF-7.33b", "WF-8.2a"} <= written <= WESTFRONT.rules.keys()
    assert {"WF-7.33b", "WF-8.2b"} & witness.spoken(WESTFRONT) == {"WF-7.33b"}
