"""What must hold at every moment of every game, tried at moments of random play."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from grognard.lab.checks import doors, laws
from grognard.lab.checks.fuzz import Job, play
from grognard.lab.checks.laws import Law
from tests.every_game.tables import GAMES, at_every_table, findings


def holds(law: Law) -> Callable[..., None]:
    """A test that a law is kept at every table."""

    @at_every_table
    def test(key: str, scenario: str) -> None:
        assert list(findings(law, key, scenario)) == []

    return test


test_somebody_can_decide_until_it_is_over = holds(laws.goes_on)
test_what_follows_from_changes_is_put_on_the_agenda_and_nothing_else = holds(laws.consequences_only_push)
test_what_is_remembered_is_what_would_be_worked_out = holds(laws.memory_is_fresh)
test_every_prompt_has_words_and_a_rule = holds(laws.prompts_speak)
test_offered_orders_are_legal_and_survive_text_and_json = holds(laws.offers_are_sound)
test_offers_come_out_of_their_families_as_they_went_in = holds(laws.offers_travel)
test_other_orders_are_refused_by_a_rule_that_explains = holds(laws.refusals_explain)
test_a_trial_plays_as_the_match_does = holds(doors.doors_agree)
test_undo_restores_the_moment = holds(laws.undo_restores)
test_a_snapshot_restores_the_moment = holds(laws.snapshot_restores)
test_a_position_in_text_restores_the_moment = holds(laws.position_restores)
test_no_piece_is_lost_or_doubled = holds(laws.pieces_stay)
test_the_secret_of_the_dice_reaches_no_view = holds(laws.dice_stay_secret)


@at_every_table
@pytest.mark.parametrize(
    "seed", [11, pytest.param(12, marks=pytest.mark.long), pytest.param(13, marks=pytest.mark.long)]
)
def test_random_play_comes_to_an_end_and_replays(key: str, scenario: str, seed: int) -> None:
    result = play(Job(key, scenario, seed, checks=("save",), share=0.1, slow=20.0), GAMES[key])
    assert [str(failure) for failure in result.failures] == []
    assert result.outcome
