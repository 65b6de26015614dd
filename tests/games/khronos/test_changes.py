"""Events are made when they are read: search goes on as the rules do, without a sentence (RULES 5–8)."""

from __future__ import annotations

from random import Random

import pytest

from khronos_pbem.engine.change import Change
from khronos_pbem.engine.contract import Event
from khronos_pbem.games.khronos.model.decision import decision
from khronos_pbem.games.khronos.model.position import Position
from khronos_pbem.games.khronos.rules.legal_orders import legal_orders
from khronos_pbem.games.khronos.rules.turn import apply, apply_unchecked
from tests.games.khronos.rules.test_random_play import SMALL, deal, pick
from tests.games.khronos.sandbox import after_order


def positions(seed: int) -> list[Position]:
    """Every fifth position of a random game, open choices included."""
    random = Random(seed)
    position, found = deal(3, 2, random, map=SMALL), []
    for step in range(60):
        waiting = decision(position)
        assert waiting is not None
        found += [position] if step % 5 == 0 or position.pending else []
        position = after_order(position, waiting.seat, pick(legal_orders(position), random), seed).position
    return found


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_following_a_listed_order_is_applying_it(seed: int) -> None:
    for position in positions(seed):
        waiting = decision(position)
        assert waiting is not None
        for order in legal_orders(position)[::23]:
            after = apply_unchecked(position, waiting.seat, order).position
            assert after == apply(position, waiting.seat, order).position


def test_a_position_makes_no_sentence() -> None:
    def sentence() -> Event:
        raise AssertionError("nobody asked")

    change = Change(0).tell(sentence).then(lambda number: Change(number + 1))
    assert change.position == 1


def test_a_change_keeps_the_order_of_events() -> None:
    def step(number: int, word: str) -> Change[int]:
        return Change(number + 1).tell(Event, word, "5.4", word)

    outcome = Change(0).then(step, "one").then(step, "two").outcome()
    assert outcome.position == 2
    assert [event.event for event in outcome.events] == ["one", "two"]
