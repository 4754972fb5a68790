"""Chapter 10, and the engineers of 14A2: what is added to the die."""

from __future__ import annotations

import pytest

from grognard.games.balkan.account import Account, account
from grognard.games.balkan.fighters import Fighter, Ground
from tests.rulebooks.balkan.forces import (
    CHARTS,
    CITY,
    CLEAR,
    HILLS,
    division,
    engineers,
    force,
    guns,
    heavy_flak,
    infantry,
    light_armoured,
    motorized,
    panzer,
    position_aa,
    supported,
    unit,
)
from tests.rules import rule

MUD = Ground("clear", poor=True)
DOT_CITY = Ground("clear", ("dot_city",))
FORT = Ground("clear", ("fort",))


def stand(attackers: list[Fighter], defenders: list[Fighter], ground: Ground = CLEAR, **settings: bool) -> Account:
    return account(force(*attackers), force(*defenders), ground, CHARTS, **settings)


def by_rule(stands: Account) -> dict[str, int]:
    return {reason.rule: int(reason.change) for reason in stands.die.reasons}


def light_tanks() -> Fighter:
    return unit("light tank cadre", 1, 1, ("cm",), armor="half", antitank="neutral", support="itself")


# Armour in the attack


@rule("BF-10C1-1", "BF-10C4-1", "BF-10B-1")
@pytest.mark.parametrize(
    ("attackers", "clear", "poor"),
    [
        ([panzer(), infantry(), infantry(), guns(), guns(), guns()], 1, 0),
        ([panzer(), infantry()], 2, 1),
        ([panzer()], 3, 1),
        ([panzer()] + [infantry()] * 7, 0, 0),
    ],
)  # fmt: skip
def test_armour_helps_the_attacker_by_its_share(attackers: list[Fighter], clear: int, poor: int) -> None:
    assert by_rule(stand(attackers, [infantry()])).get("BF-10C1-1", 0) == clear
    assert by_rule(stand(attackers, [infantry()], MUD)).get("BF-10C1-1", 0) == poor


@rule("BF-10C-1")
def test_neutral_units_are_not_counted() -> None:
    tally = stand([infantry(), infantry(), panzer(), unit("lorried", 2, 1, ("cm",), armor="neutral")], [infantry()]).die
    assert tally.reasons[0].why == "armour share 1/3"


@rule("BF-10E-1")
def test_half_capable_units_are_neutral_where_that_is_better() -> None:
    assert by_rule(stand([panzer(), light_armoured()], [infantry()])) == {"BF-10C1-1": 3}
    assert by_rule(stand([light_armoured(), infantry()], [infantry()])) == {"BF-10C1-1": 1}


@rule("BF-10F-1")
def test_neutral_units_beyond_twice_the_capable_ones_are_incapable() -> None:
    attackers = [panzer(), motorized(), motorized(), guns(), guns(), guns()]
    assert by_rule(stand(attackers, [infantry()])) == {"BF-10C1-1": 2}
    assert by_rule(stand(attackers[:3], [infantry()])) == {"BF-10C1-1": 3}


@rule("BF-10G-1")
def test_behind_a_hexside_that_bars_armour_only_those_who_cross_it_are_incapable() -> None:
    barred = panzer()._replace(at=1, across=("fortified",))
    assert by_rule(stand([panzer(), barred], [infantry()])) == {"BF-10C1-1": 2}
    assert by_rule(stand([barred], [infantry()])) == {}


# Armour and antitank weapons in the defence


@rule("BF-10C2-1")
def test_armour_helps_the_defender() -> None:
    cadre = unit("infantry cadre", 1, 1, support="itself")
    assert by_rule(stand([infantry()], [light_tanks(), cadre])) == {"BF-10C2-1": -1}
    assert by_rule(stand([infantry()], [panzer(), infantry()])) == {"BF-10C2-1": -2}
    assert by_rule(stand([infantry()], [panzer(), infantry()], MUD)) == {"BF-27-6": -1, "BF-10C2-1": -1}


@rule("BF-10C2-2", "BF-10C3-1")
def test_against_half_armour_antitank_weapons_fire_and_armour_does_not() -> None:
    assert by_rule(stand([panzer(), infantry()], [panzer(), infantry()])) == {"BF-10C1-1": 2, "BF-10C3-2": -2}
    assert by_rule(stand([panzer(), infantry(), infantry()], [heavy_flak()])) == {"BF-10C1-1": 1}


@rule("BF-10C3-2", "BF-10D-1", "BF-10C4-1")
def test_antitank_weapons_hurt_more_and_in_any_weather() -> None:
    assert stand([panzer()], [heavy_flak()]).die.value == 3 - 4
    assert by_rule(stand([panzer()], [heavy_flak(), infantry()]))["BF-10C3-2"] == -1
    assert stand([panzer()], [heavy_flak()], MUD).die.value == 1 - 4 - 1


@rule("BF-10C-1")
def test_position_aa_is_in_no_share() -> None:
    assert by_rule(stand([panzer()], [heavy_flak(), position_aa()]))["BF-10C3-2"] == -4


@rule("BF-10G-1", "BF-10G-2")
def test_in_a_dot_city_armour_is_no_use_and_antitank_weapons_fire_all_the_same() -> None:
    brigade = unit("armoured brigade", 4, 1, ("cm",), armor="full", antitank="full", support="itself")
    assert by_rule(stand([brigade], [heavy_flak()], DOT_CITY)) == {"BF-10C3-2": -4}
    assert by_rule(stand([infantry()], [panzer()], DOT_CITY)) == {}


@rule("BF-10A-1")
def test_antitank_units_do_nothing_in_the_attack() -> None:
    assert by_rule(stand([heavy_flak()], [infantry()])) == {}


@rule("BF-10C3-1")
def test_the_attacker_may_leave_armour_unused_and_antitank_weapons_fire_still() -> None:
    stands = stand([panzer()], [heavy_flak()], use_armour=False)
    assert by_rule(stands) == {"BF-10C3-2": -4}
    assert stands.attacker_owes == ()


# Required losses


def test_half_armour_or_more_owes_losses() -> None:
    assert stand([infantry(), panzer(), light_armoured()], [infantry()]).attacker_owes[0].units == (1, 2)
    assert stand([panzer(), infantry(), infantry()], [infantry()]).attacker_owes == ()


def test_the_defender_owes_them_for_armour_or_antitank_weapons_used() -> None:
    assert stand([panzer()], [infantry(), heavy_flak(), heavy_flak(), heavy_flak()]).defender_owes[0].units == (1, 2, 3)
    assert stand([infantry()], [infantry(), panzer()]).defender_owes[0].units == (1,)
    assert stand([infantry()], [infantry(), heavy_flak()]).defender_owes == ()


# Engineers


@rule("BF-14A2-3")
def test_a_seventh_of_engineers_helps_against_forts_and_cities() -> None:
    attackers = [engineers(), infantry(), infantry(), guns(), guns(), guns()]
    assert by_rule(stand(attackers, [infantry()], FORT)) == {"BF-9H-1": -1, "BF-14A2-3": 1}
    assert by_rule(stand([*attackers, supported()], [infantry()], FORT)) == {"BF-9H-1": -1}
    assert by_rule(stand(attackers, [infantry()])) == {}
    assert by_rule(stand(attackers, [infantry()], CITY))["BF-14A2-3"] == 1


def test_engineers_owe_losses_for_it() -> None:
    attackers = [engineers(), infantry()]
    assert stand(attackers, [infantry()], FORT).attacker_owes == (("BF-14A2-4", (0,)),)
    assert stand(attackers, [infantry()], FORT, use_engineers=False).attacker_owes == ()


# Weather and terrain


@rule("BF-27-6", "BF-9H-1", "BF-9A-7")
def test_an_attack_into_the_mountains_in_poor_weather() -> None:
    alpini = division("alpini", 5, "mountain")
    stands = stand([alpini, infantry(4)], [supported(2), guns(1)], HILLS._replace(poor=True))
    assert (stands.attack.total, stands.defence.total) == (7, 3)
    assert CHARTS.odds("ground_combat").columns[stands.column] == "2:1"
    assert stands.die.value == -3
    assert stands.results[4 - 1] == "AR"


@rule("BF-9A-6", "BF-3C1-1")
def test_a_river_and_a_fraction() -> None:
    across, beside = infantry(8)._replace(across=("river",)), unit("brigade", 7, support="none", at=1)
    stands = stand([across, beside], [infantry(5)])
    assert str(stands.attack.total) == "15/2"
    assert CHARTS.odds("ground_combat").columns[stands.column] == "3:2"
    assert stands.results[5 - 1] == "EX"


@rule("BF-9H-1", "BF-10G-1")
def test_into_a_partial_hex_city() -> None:
    stands = stand([supported(2), guns(2)], [infantry(3)], Ground("partial_city"))
    assert stands.attack.total == 3
    assert not stands.die.reasons
