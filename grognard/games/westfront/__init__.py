"""WestFront: the war in the west, 1943 to 1945. A module per chapter of its rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from grognard.engine import settling
from grognard.engine.corrections import Sheet
from grognard.engine.files import read_spoken, read_toml
from grognard.engine.game import Chooser, Game, Rule, Scenario, Translations
from grognard.engine.looks import Layer, Lesson, Looks, Option, Term
from grognard.engine.orders import Pass
from grognard.engine.words import Words
from grognard.games.westfront import (
    assault,
    beachheads,
    combat,
    command,
    command_phase,
    fog,
    interdiction,
    losses,
    movement_phase,
    neutrals,
    orders,
    politics,
    production,
    retreat,
    revolts,
    scenario_options,
    sequence,
    set_up,
    showing,
    starting,
    starting_forces,
    supply,
    units,
    victory,
    weather,
)
from grognard.games.westfront.state import ROLES, Front
from grognard.games.westfront.world import DATA, SCENARIOS, West, scenario_data, sheets


class WestFront(Game):
    key = "westfront"
    title = "WestFront"
    version = "1"
    sides = ("allied", "axis")
    hides = True
    rolls = True
    seals = True
    longest = 12_000
    vocabulary = ROLES
    state = Front
    orders = (
        orders.Activate, orders.Surprise, orders.Move, orders.Retreat, orders.Rail, orders.Mobilize, orders.Evacuate,
        orders.Mark,
        orders.Prepare, orders.Recall, orders.Disband, orders.Ground, orders.Sail, orders.Land,
        orders.Drop, orders.Strike, orders.Declare,
        orders.Fight, orders.Man, orders.Lose, orders.Repulse, orders.Feed, orders.Beachhead, orders.Replace,
        orders.Rebuild, orders.Arrive, orders.Advance, orders.Seal, Pass,
        orders.Muster, orders.Deploy, orders.Withdraw, orders.Propose, orders.Continue,
        orders.War, orders.Station, orders.Demand, orders.Incite, orders.Raise, orders.Defect, orders.Enter,
    )  # fmt: skip
    steps = (
        fog.DealAll, fog.Shuffle, fog.DealBlocks,
        set_up.SetUp, set_up.TakeUpPositions, set_up.Begin, set_up.Deploying, set_up.GoOn, starting_forces.PickForces,
        sequence.Month, sequence.Fortnight, sequence.PlayerTurn, sequence.EndOfTurn, sequence.End,
        victory.ScoreFortnight, victory.ScenarioEnd,
        weather.Weather, weather.RollWeather,
        command_phase.Command, command_phase.ActivateHeadquarters, command_phase.Deployed,
        command.Deactivate,
        movement_phase.Movement, movement_phase.MoveUnits, interdiction.InterdictMovement, interdiction.Interdict,
        retreat.ResolveRetreats, retreat.Pursue, retreat.SailAway, retreat.SlipAway, retreat.ChooseWay,
        combat.Combat, combat.Airstrikes, combat.AssignAirstrikes, combat.OptionalBattles, combat.ChooseBattles,
        combat.RevealBattles, combat.NextBattle, combat.FightBattles, combat.AirstrikeFire, combat.Bomb,
        combat.DefensiveFire, combat.ManGuns, combat.OffensiveFire, combat.Fire, combat.EndRound, losses.Hits,
        losses.ChooseLoss, assault.ApplyRepulses, assault.ChooseRepulse,
        supply.Supply, beachheads.PlaceBeachheads, supply.CheckSupply, supply.ChooseExcess, supply.InterdictSupply,
        supply.Rations, supply.ChooseFed, supply.Attrition,
        production.Production, production.Sheets, production.Build,
        politics.Politics, politics.FallOfCapitals, politics.Openings, politics.Statecraft, politics.RollSurrender,
        politics.Disarm, politics.Dissolve, politics.Defection, politics.ChooseDefector, politics.Conquest,
        revolts.RollRevolt, neutrals.Stations, neutrals.StationUnits,
    )  # fmt: skip

    def __init__(self) -> None:
        self._worlds: dict[str, West] = {}
        ledger = read_toml(DATA / "rules.toml").data["rule"]
        self.rules = {row["id"]: Rule(**{**row, "needs": tuple(row.get("needs", ()))}) for row in ledger}
        self.words = Words(read_toml(DATA / "words.toml").data, {rule.id: rule.title for rule in self.rules.values()})
        self.translations = Translations({"de": lambda: self._words("de")})
        self._rules_in = {"en": self.rules}
        self._looks = msgspec.convert(read_toml(DATA / "looks.toml").data, Looks)

    def _words(self, language: str) -> Words:
        titles = {rule.id: rule.title for rule in self.rules_in(language).values()}
        return Words(read_spoken(DATA, "words", language).data, titles, language)

    def rules_in(self, language: str) -> dict[str, Rule]:
        if language not in self.languages:
            return self.rules
        if language not in self._rules_in:
            spoken = {row["id"]: row for row in read_spoken(DATA, "rules", language).data["rule"]}
            self._rules_in[language] = {
                id: msgspec.structs.replace(rule, **spoken.get(id, {})) for id, rule in self.rules.items()
            }
        return self._rules_in[language]

    def scenarios(self) -> dict[str, Scenario]:
        found = {key: scenario_data(key) for key in SCENARIOS}
        return {key: Scenario(key, data["title"], data["history"], data["aims"]) for key, data in found.items()}

    def world(self, scenario: str, options: Mapping[str, Any]) -> West:
        if scenario not in SCENARIOS:
            raise ValueError(f"WestFront has no scenario {scenario!r}; there are {', '.join(self.scenarios())}")
        scenario_options.check(scenario_data(scenario), options)
        key = f"{scenario} {msgspec.json.encode(options, order='deterministic').decode()}"
        if key not in self._worlds:
            self._worlds[key] = West(self, scenario, options)
        return self._worlds[key]

    def sheets(self) -> Mapping[str, Sheet]:
        return sheets()

    def settled(self, scenario: str, options: Mapping[str, Any]) -> dict[str, Any]:
        return settling.settled(self.key, options, sheets())

    def options(self, scenario: str) -> tuple[Option, ...]:
        return scenario_options.of(scenario_data(scenario))

    def setup(self, world: West) -> Front:
        return starting.set_up(world)

    def pieces(self, s: Front, side: int | None) -> list[dict[str, Any]]:
        return fog.pieces(s, side)

    def tracks(self, s: Front, side: int | None) -> dict[str, Any]:
        return fog.tracks(s, side) | victory.tracks(s, side) | showing.tracks(s)

    def looks(self) -> Looks:
        return self._looks

    def looks_in(self, world: West) -> Looks:
        return showing.looks_in(world, self._looks)

    def signs(self, world: West) -> Mapping[str, tuple[str, ...]]:
        ports = world.ports.items()
        return {world.board.names[at]: ("major port" if port.major else "minor port",) for at, port in ports}

    def layers(self, s: Front, side: int | None, words: Words) -> list[Layer]:
        return showing.layers(s, side, words)

    def lessons(self, language: str = "en") -> Mapping[str, Lesson]:
        return msgspec.convert(read_spoken(DATA, "lessons", language).data, dict[str, Lesson])

    def glossary(self, language: str = "en") -> tuple[Term, ...]:
        return msgspec.convert(read_spoken(DATA, "glossary", language).data["term"], tuple[Term, ...])

    def redraw(self, s: Front, side: int, choose: Chooser) -> Front:
        return fog.redraw(s, side, choose)

    def alias(self, s: Front, unit: int, side: int | None) -> str:
        return s.world.units[unit] if fog.knows(s, unit, side) else units.pseudonym(s, unit)

    def when(self, s: Front) -> str:
        return starting.when(s)

    def at_moment(self, s: Front, when: str) -> None:
        starting.at_moment(s, when)

    def piece_text(self, s: Front, unit: int) -> str:
        return starting.piece_text(s, unit)

    def put_piece(self, s: Front, place: int, words: list[str]) -> None:
        starting.put_piece(s, place, words)

    def place_of(self, s: Front, unit: int) -> int:
        return s.where[unit]

    def clear_pieces(self, s: Front) -> None:
        starting.clear_pieces(s)


GAME = WestFront()
