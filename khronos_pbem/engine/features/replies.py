"""The best answers of the next opponent in sampled worlds, and the most frequent of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Generic, NamedTuple, TypeVar

from khronos_pbem.engine.features.bots import Reply

O = TypeVar("O")  # noqa: E741


class AnswerInWorld(NamedTuple, Generic[O]):
    """The best turn of the next opponent in one sampled world.

    `main` holds those of its `orders` that are compared with the answers in other worlds. `effects` are
    sentences about what the turn does.
    """

    seat: int
    orders: tuple[O, ...]
    main: tuple[O, ...]
    effects: tuple[str, ...]


def most_frequent_answer(answers: Sequence[AnswerInWorld[O] | None]) -> Reply[O] | None:
    """Return the answer whose main orders are, on average, the most frequent among all answers.

    If several answers are equally frequent, the first is returned. Returns None if no opponent answers.
    """
    found = [answer for answer in answers if answer is not None]
    if not found:
        return None
    counts = Counter(order for answer in found for order in dict.fromkeys(answer.main))

    def mean_count(answer: AnswerInWorld[O]) -> float:
        return sum(counts[order] for order in answer.main) / max(1, len(answer.main))

    best = max(found, key=mean_count)
    times = max((counts[order] for order in best.main), default=1)
    return Reply(best.seat, best.orders, times, len(answers), best.effects)
