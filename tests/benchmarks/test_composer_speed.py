"""From a key to the picture: a turn composed in the game of five, ripples on all boards (medians)."""

from __future__ import annotations

import time
from statistics import median
from typing import Any

import pytest

from khronos_pbem.composer.app import Composer
from khronos_pbem.composer.composer_context import composer_context_of
from khronos_pbem.composer.turn_sources import FixedSource, Scene
from khronos_pbem.engine.features.protocols import Positions
from khronos_pbem.games.registry import feature
from khronos_pbem.session.turns.turn_draft import StartingPoint
from tests.archive.games import sample
from tests.composer.benches import piloted, screen

MOST = 0.050
"""Seconds of the processor from a key to the picture."""

KEYS = ("b", *"jjll2jhhk1jl", "enter", "z", *"blljj")


def five() -> StartingPoint:
    """Late in the sample of five, the hand of whoever moves known."""
    chronicle = sample("five-players")
    labels = {handle: label for step in chronicle.steps for handle, label in step.cards.items()}
    game, found = chronicle.game, list[Any]()
    for step in chronicle.steps:
        if step.position is not None and game.decision(step.position) is not None:
            position = game.learn(step.position, labels)
            found.append((len(game.legal_orders(position)), position))
    position = max(found[len(found) // 2 :], key=lambda each: each[0])[1]
    colours = tuple(player.colour for player in chronicle.players)
    return StartingPoint(game, position, colours, serve=feature(game, Positions).serve(0))


@pytest.mark.parametrize("size", [(110, 34), (160, 50)])
def test_a_key_to_its_picture(size: tuple[int, int], benchmark: Any) -> None:
    """The median of the time of the processor over the keys of a turn, with Textual's own part of it."""
    times = list[float]()

    async def test(pilot: Any, app: Composer) -> None:
        for key in KEYS:
            before = time.process_time()
            await pilot.press(key)
            screen(app)
            times.append(time.process_time() - before)

    benchmark.pedantic(
        lambda: piloted(test, composer_context_of(FixedSource(Scene(five(), "five"))), size), rounds=1
    )
    assert median(times) <= MOST, sorted(times)
