"""Chapter 11: production. Points, steps, cadres, what they cost, and where new units appear."""

from __future__ import annotations

import pytest

from grognard.games.westfront.production import cadre_cost, step_cost
from tests.rulebooks.westfront.table import Table
from tests.rules import rule


def in_august(pieces: str) -> Table:
    return Table(f"westfront husky\nAug production\n{pieces}")


def points(t: Table, side: str) -> int:
    left: int = t.match.view(side)["tracks"]["production points"]
    return left


# 11.3 Points


@rule("WF-11.3")
def test_a_side_may_not_spend_beyond_its_level() -> None:
    t = in_august("Reggio: OKW 1, 1Para 2\nMessina: GeSt 1")
    t.say("axis", "replace OKW", "replace 1Para", "replace GeSt")  # 10 + 6 + 3 of 25
    assert t.refused("rebuild Pz76 Reggio", "axis") == "WF-11.3"  # 12
    assert t.refused("rebuild It7 Reggio", "axis") is None  # 6


@rule("WF-11.3")
def test_points_that_are_not_spent_are_lost() -> None:
    t = in_august("Reggio: OKW 1\nTunis: 15AG 3")
    assert t.state.points == [73, 25]
    t.say("axis", "replace OKW", "rebuild 1Para Reggio", "rebuild It7 Messina")  # 10 + 9 + 6: all of it
    assert t.refused("rebuild ItSic Palermo", "axis") == "WF-11.3"
    t.say("axis", "seal").say("allied", "arrive Polish Tunis", "seal")
    assert t.state.points == [0, 0]


# 11.41 Replacement steps


@rule("WF-11.41a")
def test_a_unit_gains_one_step_in_a_production() -> None:
    t = in_august("Sfax: Br5 2")
    t.say("allied", "replace Br5")
    assert t.refused("replace Br5", "allied") == "WF-11.41a"
    t.say("allied", "arrive Polish Tunis", "seal").say("axis", "seal")
    assert t.steps("Br5") == 3


@rule("WF-11.41a")
def test_no_unit_gains_steps_above_its_most() -> None:
    assert in_august("Sfax: Br5 4").refused("replace Br5", "allied") == "WF-11.41a"


@rule("WF-11.41b")
def test_a_lane_that_could_be_interdicted_brings_no_replacements() -> None:
    t = in_august("Reggio: OKW 3\nMessina: Br13 4\nPalermo: ItSic 1")
    assert t.refused("replace ItSic", "axis") == "WF-11.41b"


@rule("WF-11.41b")
def test_what_counts_is_a_line_now_and_not_the_last_supply_check() -> None:
    t = in_august("Reggio: OKW 3\nPalermo E1: ItSic 0 unsupplied, Pz76 3\nCatania: Br10 4\nTunis: US2 3")
    assert t.refused("replace ItSic", "axis") is None
    cut = in_august("Reggio: Br10 4\nMessina: 1Para 2")  # still marked as supplied
    assert cut.refused("replace 1Para", "axis") == "WF-11.41b"


@rule("WF-11.41c")
def test_engaged_units_gain_nothing() -> None:
    t = in_august("Reggio: OKW 3\nMessina: 1Para 2, Br10 3 attacks\nCatania: Br13 4")
    assert t.refused("replace 1Para", "axis") == "WF-11.41c"
    assert t.refused("replace Br10", "allied") == "WF-11.41c"


@rule("WF-11.41d")
def test_cadres_and_reinforcements_gain_nothing_in_the_month_they_appear() -> None:
    t = in_august("Reggio: OKW 3\nTunis: 15AG 3")
    t.say("axis", "rebuild It7 Reggio").say("allied", "rebuild Br10 Tunis", "arrive Polish Tunis")
    assert t.refused("replace It7", "axis") == "WF-11.41d"
    assert t.refused("replace Br10", "allied") == "WF-11.41d"
    assert t.refused("replace Polish", "allied") == "WF-11.41d"


# 11.42 Cadres


@rule("WF-11.42a")
def test_an_eliminated_unit_comes_back_at_its_lowest_step() -> None:
    t = in_august("Reggio: OKW 3\nTunis: 15AG 3, Br10 3")
    assert t.refused("rebuild Br10 Tunis", "allied") == "WF-11.42a"
    t.say("axis", "rebuild It7 Reggio", "rebuild ItSic Messina", "seal")
    t.say("allied", "rebuild 21AG Tunis", "arrive Polish Tunis", "seal")
    assert (t.at("It7"), t.steps("It7")) == ("Reggio", 1)
    assert (t.at("ItSic"), t.steps("ItSic")) == ("Messina", 0)
    assert (t.at("21AG"), t.steps("21AG")) == ("Tunis", 0)


# 11.43 Costs


@rule("WF-11.43a")
@pytest.mark.parametrize(
    ("unit", "step", "cadre"),
    [
        ("Br30", 8, 16),  # armour
        ("Pz76", 8, 12),
        ("Br13", 6, 12),  # mech
        ("Br10", 4, 8),  # infantry
        ("It7", 4, 6),
        ("US2", 4, 12),  # amphibious
        ("FF2", 5, 10),  # mountain
        ("Br2Para", 12, 24),
        ("ItSic", 3, 2),  # static
        ("15AG", 10, 20),
        ("OKW", 10, 20),
    ],
)
def test_each_kind_has_its_price(unit: str, step: int, cadre: int) -> None:
    place = "Tunis" if unit in ("15AG", "Br2Para", "Br30", "Br13", "Br10", "US2", "FF2") else "Reggio"
    t = in_august(f"{place}: {unit} 1")
    assert step_cost(t.state, t.unit(unit)).value == step
    assert cadre_cost(t.state, t.unit(unit)).value == cadre


@rule("WF-11.43a")
def test_the_price_is_paid() -> None:
    t = in_august("Reggio: OKW 3\nTunis: 15AG 3, Br30 3")
    t.say("allied", "replace Br30", "rebuild Br10 Tunis")
    assert points(t, "allied") == 73 - 8 - 8


@rule("WF-11.43b")
def test_headquarters_away_from_a_major_port_cost_five_more_a_step() -> None:
    t = in_august("Malta: AF 1\nTunis: 15AG 1\nBizerte: 21AG 1")
    costs = {hq: step_cost(t.state, t.unit(hq)).value for hq in ("AF", "15AG", "21AG")}
    assert costs == {"AF": 15, "15AG": 10, "21AG": 10}  # Bizerte touches Tunis
    t.say("allied", "replace AF")
    assert points(t, "allied") == 73 - 15


@rule("WF-11.43b", "WF-11.42a")
def test_allied_headquarters_prices() -> None:  # EX-11.43: a cadre can only arrive in a major port here
    t = in_august("Catania: 15AG 1\nTunis: Br10 4\nPalermo: ItSic 1\nReggio: OKW 1")
    assert step_cost(t.state, t.unit("15AG")).value == 15
    assert step_cost(t.state, t.unit("OKW")).value == 10  # on its own rails
    assert t.refused("rebuild 15AG Tunis", "allied") == "WF-11.42a"
    t.say("allied", "rebuild 21AG Tunis")
    assert points(t, "allied") == 73 - 20


@rule("WF-11.43e")
def test_units_that_draw_on_a_beachhead_pay_double_and_headquarters_no_surcharge_besides() -> None:
    t = in_august("Licata: Br10 2, Br30 2, 15AG 1, US6 4\nCatania: It7 3\nPalermo: ItSic 2\nReggio: OKW 3")
    t.put_beachhead("US6", "Licata")
    costs = {unit: step_cost(t.state, t.unit(unit)).value for unit in ("Br10", "Br30", "15AG")}
    assert costs == {"Br10": 8, "Br30": 16, "15AG": 20}
    t.say("allied", "replace Br10")
    assert points(t, "allied") == 73 - 8


@rule("WF-11.43e")
def test_near_a_port_a_beachhead_doubles_nothing() -> None:
    t = in_august("Licata: Br10 2, US6 4\nCatania: Br13 4\nReggio: OKW 3").put_beachhead("US6", "Licata")
    assert step_cost(t.state, t.unit("Br10")).value == 4


# 11.5 and 11.6 Arrivals


@rule("WF-11.5")
def test_the_polish_corps_must_be_placed_in_august_at_its_full_strength() -> None:
    t = in_august("Tunis: 15AG 3")
    assert t.refused("seal", "allied") == "WF-11.5"
    t.say("allied", "arrive Polish Tunis", "seal").say("axis", "seal")
    assert (t.at("Polish"), t.steps("Polish")) == ("Tunis", 4)


@rule("WF-11.5")
def test_a_reinforcement_without_room_waits() -> None:
    t = in_august("Tunis: 15AG 3, Br10 4, Br13 4, Br30 4")
    t.say("allied", "seal").say("axis", "seal")
    assert t.at("Polish") == "later"


@rule("WF-11.6a")
def test_germans_arrive_at_Reggio_and_Italians_in_their_own_cities_too() -> None:
    t = in_august("Reggio: OKW 3\nMessina: GeSt 2")
    assert t.refused("rebuild Pz76 Messina", "axis") == "WF-11.6a"
    assert t.refused("rebuild Pz76 Reggio", "axis") is None
    assert t.refused("rebuild It7 Messina", "axis") is None
    assert t.refused("rebuild It7 Licata", "axis") == "WF-11.6a"  # a town


@rule("WF-11.6b")
def test_the_Allies_arrive_in_major_ports_only() -> None:
    t = in_august("Malta: AF 3\nTunis: 15AG 3")
    assert t.refused("arrive Polish Malta", "allied") == "WF-11.6b"
    assert t.refused("rebuild Br10 Bizerte", "allied") == "WF-11.6b"
    assert t.refused("arrive Polish Tunis", "allied") is None


@rule("WF-11.6c")
def test_a_minor_city_takes_one_new_unit_and_a_major_city_two() -> None:
    t = in_august("Sfax: Br13 4\nMessina: GeSt 2")
    t.say("axis", "rebuild It7 Reggio")
    assert t.refused("rebuild 1Para Reggio", "axis") == "WF-11.6c"
    t.say("allied", "rebuild Br10 Tunis")
    assert t.refused("rebuild Br5 Tunis", "allied") is None
    t.say("allied", "rebuild Br5 Tunis")
    assert t.refused("arrive Polish Tunis", "allied") == "WF-11.6c"


@rule("WF-11.6d")
def test_a_new_unit_needs_a_friendly_supplied_place_without_a_battle() -> None:
    t = in_august("Reggio: OKW 3\nMessina: GeSt 2, Br10 4 attacks\nCatania: Br13 4\nPalermo: ItSic 2")
    assert t.refused("rebuild It7 Messina", "axis") == "WF-11.6d"  # embattled
    assert t.refused("rebuild It7 Catania", "axis") == "WF-11.6d"  # the enemy's
    assert t.refused("rebuild It7 Palermo", "axis") == "WF-11.6d"  # only by a lane through enemy seas
    assert t.refused("rebuild It7 Reggio", "axis") is None


@rule("WF-11.6e")
def test_arrivals_may_not_overfill_a_hex() -> None:
    t = in_august("Tunis: 15AG 3, Br13 4, Br30 4, US2 4")
    assert t.refused("rebuild Br10 Tunis", "allied") == "WF-11.6e"
    assert t.refused("arrive Polish Tunis", "allied") == "WF-11.6e"
