"""What Balkan Front promises besides what all games do is seen to be broken when it is."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from grognard.engine.match import Match
from grognard.engine.orders import Pass
from grognard.engine.tally import Tally
from grognard.games import find
from grognard.games.balkan import accounting, results, stacking
from grognard.games.balkan.account import Account
from grognard.games.balkan.battle import Battle, stands
from grognard.games.balkan.state import Campaign
from grognard.lab.checks import fuzz_balkan, generators
from grognard.lab.checks.fuzz import Job, own_laws, play
from grognard.lab.checks.laws import Memory
from tests.rulebooks.balkan.spots import EAST, PLAIN, occupation, plains

DIVISIONS = ("GE-72", "GE-50", "GE-164", "GE-46")
GAME = find("balkan-front")


def findings(*moments: Match) -> list[str]:
    memory = Memory()
    return [finding.name for match in moments for law in fuzz_balkan.LAWS for finding in law(match, Random(1), memory)]


def test_the_laws_of_the_game_are_held_in_random_play() -> None:
    assert own_laws(GAME) == fuzz_balkan.LAWS
    assert own_laws(find("2ww")) == ()


def declared() -> Match:
    table = plains(f"{PLAIN}: GE-72\n{EAST}: YU-38", "Nov I 40, axis combat")
    return table.say("axis", f"attack [{EAST}]", "join GE-72").roll(*[3] * 20).match


def test_a_preview_that_leaves_a_modifier_out_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    assert findings(declared()) == []

    def poorer(s: Campaign, battle: Battle) -> Account:
        account = stands(s, battle)
        return account._replace(attack=Tally(account.attack.base, account.attack.rule, account.attack.reasons[:-1]))

    monkeypatch.setattr(accounting, "stands", poorer)
    assert findings(declared()) == ["preview"]


def test_a_roll_that_is_announced_otherwise_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    match, told = declared(), results.column_name
    names: Iterator[str] = iter(["first", "second", "third", "fourth"])
    monkeypatch.setattr(results, "column_name", lambda s, account: f"{told(s, account)} {next(names)}")
    assert "preview" in findings(match)


@pytest.mark.parametrize("phase", ["movement", "combat", "exploitation"])
def test_a_full_hex_where_a_phase_has_closed_is_found(phase: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stacking.StackingCheck, "run", lambda self, s: None)
    spent = dict.fromkeys(DIVISIONS, 6 * 840)
    before = occupation(f"{PLAIN}: {', '.join(DIVISIONS)}", f"Nov I 40, axis {phase}", spent=spent).match
    after = before.with_state(before.state.copy())
    while after.game.when(after.state) == before.game.when(before.state):
        after.play("pass")
    assert findings(before) == []
    assert findings(before, after) == ["crowded"]


def test_whoever_arrives_may_fill_a_hex_until_movement_closes() -> None:
    before = occupation(f"{PLAIN}: {', '.join(DIVISIONS[:3])}\n{EAST}: GE-46", "Nov I 40, axis exploitation").match
    after = occupation(f"{PLAIN}: {', '.join(DIVISIONS)}", "Nov I 40, axis movement").match
    assert findings(before, after) == []
    fights = occupation(f"{PLAIN}: {', '.join(DIVISIONS)}", "Nov I 40, axis combat").match
    assert findings(before, fights) == ["crowded"]


@pytest.mark.parametrize("name", ["scattered", "crowded"])
@pytest.mark.parametrize("seed", range(3))
def test_positions_that_are_thrown_over_the_map_are_lawful(name: str, seed: int) -> None:
    for scenario in GAME.scenarios():
        match = generators.find(GAME, name).begin(GAME, scenario, seed)
        assert isinstance(match.state, Campaign)
        assert not any(stacking.overfull(match.state, side) for side in (0, 1))
        places = {at for at in match.state.where if at >= 0}
        assert places, "somebody is there"


def test_the_long_way_lasts_twenty_turns() -> None:
    match = generators.find(GAME, "long").begin(GAME, "sandbox", 1)
    assert isinstance(match.state, Campaign)
    assert len(match.state.world.turns) == 20


@pytest.mark.long
@pytest.mark.parametrize("way", [generator.name for generator in fuzz_balkan.GENERATORS])
def test_each_way_to_play_breaks_no_law(way: str) -> None:
    scenario = generators.find(GAME, way).scenario or "epirus"
    assert play(Job("balkan-front", scenario, 3, share=0.05, generator=way), GAME).failures == []


def test_slips_can_be_made_of_every_kind_of_order() -> None:
    table = plains(f"{PLAIN}: GE-72\n{EAST}: YU-38")
    for kind in GAME.orders:
        if kind is not Pass:
            slip = fuzz_balkan.slip(table.state, "axis", kind, table.unit("GE-72"), Random(2))
            assert type(slip) is kind
