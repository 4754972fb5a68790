"""The board as a client draws over it."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.drawing.land import ground_svg
from grognard.drawing.surface import surface
from grognard.engine.game import World
from tests.skirmish import GAME


def worlds() -> list[World]:
    return [grognard.new("westfront", "husky", seed=1).state.world, GAME.world("ford", {})]


@pytest.fixture(params=worlds(), ids=lambda world: world.game.key)
def world(request: pytest.FixtureRequest) -> World:
    found: World = request.param
    return found


def test_every_hex_lies_within_the_sheet(world: World) -> None:
    picture = surface(world)
    for hex in picture["hexes"]:
        for dx, dy in picture["corners"]:
            assert 0 <= hex["x"] + dx <= picture["width"]
            assert 0 <= hex["y"] + dy <= picture["height"]


def test_the_land_is_drawn_in_the_same_coordinates(world: World) -> None:
    picture = surface(world)
    assert f'viewBox="0 0 {picture["width"]:g} {picture["height"]:g}"' in ground_svg(world.board)


def test_whatever_a_view_shows_has_looks(world: World) -> None:
    """Every kind, nation, mark, verb and place in a match is known to the client."""
    picture = surface(world)
    looks: dict[str, Any] = picture["looks"]
    known = {hex["name"] for hex in picture["hexes"]} | {box["name"] for box in picture["boxes"]}
    match = grognard.Match(world.game, world.scenario)
    for side in match.sides:
        view = match.view(side)
        for piece in view["pieces"]:
            assert piece["at"] in known
            assert piece["side"] in looks["sides"]
            assert set(piece["marks"]) <= set(looks["marks"])
            if piece["face"]:
                assert piece["face"]["kind"] in looks["kinds"]
                assert not piece["face"].get("nation") or piece["face"]["nation"] in looks["nations"]
        assert {track["key"] for track in looks["tracks"]} & view["tracks"].keys()  # some are of other scenarios
    assert {kind.__name__.lower() for kind in world.game.orders} == set(looks["verbs"])


def test_layers_use_colours_that_the_client_knows(world: World) -> None:
    picture = surface(world)
    tones, known = set(picture["looks"]["tones"]), {hex["name"] for hex in picture["hexes"]}
    boxes = {box["name"] for box in picture["boxes"]}
    match = grognard.Match(world.game, world.scenario)
    for side in match.sides:
        for layer in match.game.layers(match.state, match.side_index(side), match.game.words):
            assert {tint.tone for tint in layer.hexes} | {line.tone for line in layer.lines} <= tones
            assert {tint.at for tint in layer.hexes} <= known | boxes
            assert layer.rule in match.game.rules
