"""One thing is not several: what is said of a game and of what is refused in it counts as English does."""

from __future__ import annotations

import re

import pytest

from khronos_pbem.engine.features.protocols import PositionToDraw
from khronos_pbem.errors import InvalidFile
from khronos_pbem.games.my_village.drawing.text.drawing import VillageDrawing
from khronos_pbem.games.my_village.positions.from_data import position_from_data
from khronos_pbem.games.my_village.rules.turn import normalized, order_refusal
from khronos_pbem.games.my_village.rules.why_not import conceivable_orders
from tests.games.my_village.drawing.display import scant
from tests.games.my_village.playing import Step, game
from tests.games.my_village.positions.test_positions import REFUSED

WRONG = re.compile(r"(?<![\d/-])\b1 [a-z]+s\b")
RIGHT = re.compile(r"\b(?:draw|field|grave) 1 [a-z]+s\b|\bthe draw \(1 [a-z]+s\)")
"""A number that is a name: field 1 answers to 7, draw 1 customers."""


def check(said: str) -> None:
    """That a sentence has no plural after a 1."""
    found = WRONG.search(RIGHT.sub("", said))
    assert found is None, said


def refusals(step: Step) -> list[str]:
    """All that is said of orders that may not be given before a step, with what would be right."""
    if step.seat is None:
        return []
    found = list[str]()
    for order in conceivable_orders(step.before, step.seat):
        refused = order_refusal(step.before, step.seat, normalized(step.before, step.seat, order))
        if refused is not None:
            found.append(str(refused.error()))
    return found


def test_one_place_is_counted_as_one() -> None:
    facts = VillageDrawing().sentences(PositionToDraw(scant()))
    assert sum(" of 1 " in f"{fact} " for fact in facts) == 7
    for fact in facts:
        check(fact)


@pytest.mark.parametrize("seed", [3, 4])
def test_games_and_their_refusals(seed: int) -> None:
    said = 0
    for number, step in enumerate(game(2 + seed % 2, seed, rounds=6)):
        told = [event.text for event in step.outcome.events]
        if number % 7 == 0:
            told += refusals(step)
        for each in told:
            check(each)
        said += len(told)
    assert said > 200


def test_positions_that_cannot_be() -> None:
    for data, _ in REFUSED.values():
        with pytest.raises(InvalidFile) as caught:
            position_from_data(data)
        check(str(caught.value))
