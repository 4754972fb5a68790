"""Chapter 14, 14.2: a blitzing paradrop headquarters makes both its drops, as long as it can."""

from __future__ import annotations

import pytest

from tests.rulebooks.westfront.politics_table import offered, whole
from tests.rulebooks.westfront.table import Table
from tests.rules import rule

PARAS = "Br2Para 3, US17Para 3"


def blitzing(pieces: str = "", here: str = "", hq: str = "15AG 3") -> Table:
    """The Allied movement phase with a blitz of drops from Naples."""
    t = whole("Aug I, allied command", f"Naples: {hq}, {PARAS}{here}\nFoggia: Br10 4\n{pieces}")
    return t.say("allied", "activate 15AG paradrop blitz", "pass")


@rule("WF-14.2b")
def test_neither_drop_of_a_blitz_is_declined() -> None:
    t = blitzing()
    assert t.refused("pass") == "WF-14.2b"
    t.say("allied", "drop Br2Para Anzio")
    assert t.refused("drop US17Para Anzio") == "WF-14.2a"  # one in a phase
    t.say("allied", "pass")
    assert t.when == "Aug I, allied blitz movement"
    assert t.refused("pass") == "WF-14.2b"
    assert t.refused("mobilize 15AG Naples-Salerno") == "WF-14.2b"
    t.say("allied", "drop US17Para Anzio")
    assert t.refused("mobilize 15AG Naples-Salerno") is None
    t.say("allied", "pass")
    assert t.when == "Aug I, allied politics"


@rule("WF-14.2b")
def test_no_headquarters_ends_the_moves_before_the_drop_is_made() -> None:
    t = whole("Aug I, allied command", f"Naples: 15AG 3, {PARAS}\nFoggia: 21AG 2, Br10 4")
    t.say("allied", "activate 15AG paradrop blitz", "activate 21AG command", "pass")
    assert t.refused("mobilize 21AG Foggia-Bari") == "WF-14.2b"
    t.say("allied", "drop Br2Para Anzio")
    assert t.refused("mobilize 21AG Foggia-Bari") is None


@rule("WF-14.2b")
@pytest.mark.parametrize("order", ["move {} Naples-Salerno", "rail {} Naples-Foggia", "drop {} Salerno"])
def test_paras_that_are_owed_to_a_blitz_do_nothing_else(order: str) -> None:
    pieces = f"Naples: 15AG 3, {PARAS}, 21AG 3\nFoggia: AF 2, Br10 4"
    roles = "paradrop" if "drop" in order else "command"
    t = whole("Aug I, allied command", pieces)
    t.say("allied", "activate 15AG paradrop blitz", f"activate 21AG {roles}", "activate AF supreme", "pass")
    t.say("allied", "drop Br2Para Anzio")
    assert t.refused(order.format("US17Para")) == "WF-14.2b"
    assert not [text for text in offered(t, order.split()[0]) if text.startswith("US17Para")]


@rule("WF-14.2b")
def test_two_headquarters_that_blitz_need_two_paras_each() -> None:
    t = whole("Aug I, allied command", f"Naples: 15AG 3, 21AG 3, {PARAS}\nFoggia: Br10 4")
    t.say("allied", "activate 15AG paradrop blitz")
    assert t.refused("activate 21AG paradrop blitz") == "WF-14.2b"


@rule("WF-14.2b")
@pytest.mark.parametrize(("moment", "scenario", "steps"), [("Aug I", "summer43", 2), ("Dec I", "winter43", 3)])
def test_a_headquarters_blitzes_with_drops_only_if_it_has_range_left_for_the_second(
    moment: str, scenario: str, steps: int
) -> None:
    for able in (False, True):
        pieces = f"Naples: 15AG {steps - (not able)}, {PARAS}\nFoggia: Br10 4"
        t = whole(f"{moment}, allied command", pieces, scenario=scenario)
        assert t.refused("activate 15AG paradrop blitz") == (None if able else "WF-14.2b")


@rule("WF-14.2b")
def test_nobody_blitzes_with_paras_that_are_in_battle() -> None:
    t = whole("Aug I, allied command", f"Naples: 15AG 3, {PARAS}, Ge75 2 attacks\nFoggia: Br10 4")
    assert t.refused("activate 15AG paradrop blitz") == "WF-14.2b"


@rule("WF-14.2b")
def test_a_para_that_was_thrown_back_may_make_the_second_drop() -> None:
    t = blitzing("Anzio: Ge75 1\nRome: Ge87 2")
    t.say("allied", "drop Br2Para Anzio").roll([1]).say("allied", "pass")
    assert (t.at("Br2Para"), t.steps("Br2Para")) == ("Naples", 2)
    assert t.refused("pass") == "WF-14.2b"
    t.say("allied", "drop Br2Para Salerno")
    assert t.refused("pass") is None
    t.dice.finish()


FULL = "Licata: Br5 4, Br30 4, Br13 4, FF2 4\nCatania: US2 4, US6 4, Polish 4, Cdn2 4"


@rule("WF-14.2b")
def test_a_second_drop_that_no_hex_can_take_is_off() -> None:
    for pieces, refusal in ((FULL, None), (FULL.replace("FF2 4", "FF2 4 attacks, Ge75 1"), None), ("", "WF-14.2b")):
        t = whole("Aug I, allied command", f"Malta: 15AG 2, {PARAS}\n{pieces}")
        t.say("allied", "activate 15AG paradrop blitz", "pass")
        assert t.refused("pass") == "WF-14.2b"
        t.say("allied", "drop Br2Para Sousse", "pass", *["pass"] * ("attacks" in pieces))
        assert t.when == "Aug I, allied blitz movement"
        assert t.refused("pass") == refusal


def test_the_headquarters_that_must_drop_drops_before_the_one_that_may() -> None:
    t = whole("Aug I, allied command", f"Naples: 15AG 3, 21AG 3, {PARAS}\nFoggia: Br10 4")
    t.say("allied", "activate 15AG paradrop", "activate 21AG paradrop blitz", "pass", "drop Br2Para Anzio")
    assert t.refused("pass") is None


@rule("WF-14.2b")
def test_room_that_a_headquarters_can_make_by_mobilizing_keeps_the_drop_due() -> None:
    t = whole("Aug I, allied command", f"Malta: 15AG 2, {PARAS}\n{FULL.replace('Cdn2 4', '21AG 3')}")
    t.say(
        "allied", "activate 15AG paradrop blitz", "activate 21AG command blitz", "pass", "drop Br2Para Sousse", "pass"
    )
    assert t.refused("mobilize 21AG Catania-Messina") == t.refused("pass") == "WF-14.2b"
    t.say("allied", "drop US17Para Catania")
    assert t.refused("pass") == "WF-6.2a"
    t.say("allied", "mobilize 21AG Catania-Messina")
    assert t.refused("pass") is None


@rule("WF-6.2a")
def test_paras_that_are_owed_to_a_blitz_make_no_room_for_a_headquarters_that_deploys() -> None:
    t = whole("Aug I, allied command", f"Naples: 15AG 3, FF2 4, {PARAS}\nFoggia: 21AG 0")
    assert t.refused("activate 21AG command Naples") is None
    t = whole("Aug I, allied command", f"Naples: 15AG 3, AF 2, {PARAS}\nFoggia: 21AG 0")
    assert t.refused("activate 21AG command Naples") is None
    t.say("allied", "activate 15AG paradrop blitz")
    assert t.refused("activate 21AG command Naples") == "WF-6.2a"
