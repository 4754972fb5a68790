"""Chapter 13: airpower. How far a headquarters strikes, how hard, and against what defence."""

from __future__ import annotations

from tests.rulebooks.westfront.table import Table
from tests.rules import rule


def in_airstrikes(pieces: str, role: str = "command", hq: str = "15AG") -> Table:
    """The Allied combat phase, with one active headquarters that may strike."""
    t = Table(f"westfront husky\nJul I, allied command\n{pieces}")
    return t.say("allied", f"activate {hq} {role}", "pass", "pass")


@rule("WF-13.11a")
def test_air_range_is_a_hex_for_every_step_over_enemies_and_all() -> None:
    pieces = "Palermo: 15AG {}\nPalermo E1: GeSt 2\nMessina: Br10 4 attacks, It7 3\nLicata: Br5 2 attacks, ItSic 1"
    t = in_airstrikes(pieces.format(2))
    assert t.refused("strike 15AG Messina") is None  # two hexes off, behind an enemy hex
    t = in_airstrikes(pieces.format(1))
    assert t.refused("strike 15AG Messina") == "WF-5.5a"
    assert t.refused("strike 15AG Licata") is None


@rule("WF-13.11a")
def test_an_invasion_headquarters_has_no_longer_arm_in_the_air() -> None:
    t = in_airstrikes(
        "Bizerte: 15AG 2\nPalermo E1: Br10 4 attacks, GeSt 2\nPalermo: Br5 2 attacks, ItSic 1", role="invasion"
    )
    assert t.refused("strike 15AG PalermoE1") == "WF-5.5a"  # three hexes off, though within its support
    assert t.refused("strike 15AG Palermo") is None


@rule("WF-13.14")
def test_an_allied_airstrike_hits_from_4() -> None:
    t = in_airstrikes("Licata: 15AG 3\nPalermo: Br10 1 attacks, It7 3\nPalermo E1: GeSt 2")
    t.roll([4, 5, 3], [1], [1]).say("allied", "strike 15AG Palermo")
    assert t.steps("It7") == 1
    t.dice.finish()


@rule("WF-13.14")
def test_an_axis_airstrike_hits_on_6_alone() -> None:
    for faces, steps in (([6, 6, 1], 3), ([5, 5, 4], 4)):  # unsupported: two hits are a step
        t = Table("westfront husky\nJul I, axis command\nReggio: OKW 3\nPalermo: It7 1 attacks, Br10 4\n")
        t.say("axis", "activate OKW supreme", "pass", "pass")
        t.roll(faces, [1] * steps, [1]).say("axis", "strike OKW Palermo")
        assert t.steps("Br10") == steps
        t.dice.finish()


@rule("WF-13.15a")
def test_hills_protect_from_airstrikes() -> None:
    t = in_airstrikes("Licata: 15AG 3\nCatania: Br10 1 attacks, It7 3\nMessina: GeSt 2")
    t.roll([6, 6, 1], [1, 1], [1]).say("allied", "strike 15AG Catania")
    assert t.steps("It7") == 2
    t.dice.finish()


@rule("WF-13.15a")
def test_a_battle_without_support_halves_its_airstrike_too() -> None:
    t = in_airstrikes("Malta: AF 2\nPalermo: Br10 1 attacks, It7 3\nPalermo E1: GeSt 2", role="supreme", hq="AF")
    t.roll([6, 6], [1, 1], [1]).say("allied", "strike AF Palermo")
    assert t.steps("It7") == 2
    t.dice.finish()


@rule("WF-13.15a")
def test_half_a_hit_from_the_air_is_completed_on_the_ground() -> None:
    t = in_airstrikes("Licata: 15AG 1\nCatania: Br10 1 attacks, It7 3\nMessina: GeSt 2")
    t.roll([6], [1, 1, 1], [6]).say("allied", "strike 15AG Catania")
    assert t.steps("It7") == 2
    t.dice.finish()
