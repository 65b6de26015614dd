"""What the computer players of all games share: choosing whole turns, evaluating them, explaining them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import takewhile
from random import Random
from typing import Generic, NamedTuple, TypeVar

from khronos_pbem.engine.change import Change
from khronos_pbem.engine.contract import AnyPosition, Decision, Event
from khronos_pbem.engine.features.bots import Bots, CandidateTurn, Reply, SearchSettings, Strength
from khronos_pbem.engine.features.replies import AnswerInWorld, most_frequent_answer

P = TypeVar("P")
O = TypeVar("O")  # noqa: E741

_WORLDS_A_SECOND, _MOST_WORLDS = 3.0, 9
"""The sampled worlds in which the answers of opponents are searched, by the seconds of thinking."""


class BotKnowledge(NamedTuple, Generic[P, O]):
    """What the computer players of a game know: its rules, and functions of a position and a seat.

    `apply` applies a legal order; `after_orders` gives the position to evaluate after several. `is_last` says
    whether an order, given in this position, is the last one to choose for now. `choosers` are the players
    that decide on one order after another (easy, steady); `evaluate` is their evaluation. `ranked_turns` and
    `evaluate_orders` are those of the strong player. `answer_in_world` gives the answer of the next opponent
    to the orders of a seat, in the world of a seed.
    """

    decision: Callable[[P], Decision | None]
    apply: Callable[[P, int, O], Change[P]]
    after_orders: Callable[[P, int, Sequence[O]], P]
    is_last: Callable[[P, int, O], bool]
    choosers: Mapping[Strength, Callable[[P, Random], O]]
    evaluate: Callable[[P, int], float]
    ranked_turns: Callable[[P, int, SearchSettings], list[CandidateTurn[O]]]
    evaluate_orders: Callable[[P, int, Sequence[O], SearchSettings], float]
    answer_in_world: Callable[[P, int, Sequence[O], str], AnswerInWorld[O] | None]


class BotPlayer(Bots[P, O]):
    """The computer players of a game, of every strength. A subclass gives what they know."""

    knowledge: BotKnowledge[P, O]

    def choose(self, position: P, random: Random) -> O:
        """The steady player's next order."""
        return self.knowledge.choosers[Strength.STEADY](position, random)

    def turns(self, view: P, seat: int, thinking: SearchSettings) -> Sequence[CandidateTurn[O]]:
        """The turns that a player of this strength would play, the best first.

        The strong player finds several turns, the others find one. Raises ValueError if the seat has nothing
        to decide.
        """
        waiting = self.knowledge.decision(view)
        if waiting is None or waiting.seat != seat:
            raise ValueError(f"seat {seat} has nothing to decide")
        if thinking.strength.searches:
            return self.knowledge.ranked_turns(view, seat, thinking)
        orders = self._chosen_turn(view, seat, thinking)
        return [CandidateTurn(orders, self.evaluate(view, seat, orders, thinking))]

    def _chosen_turn(self, view: P, seat: int, thinking: SearchSettings) -> tuple[O, ...]:
        """The orders of a turn, chosen one by one, up to the last one or to another player's decision."""
        knows, orders, random = self.knowledge, list[O](), Random(thinking.seed)
        while (waiting := knows.decision(view)) is not None and waiting.seat == seat:
            order = knows.choosers[thinking.strength](view, random)
            orders.append(order)
            if knows.is_last(view, seat, order):
                break
            view = knows.apply(view, seat, order).position
        return tuple(orders)

    def evaluate(self, view: P, seat: int, orders: Sequence[O], thinking: SearchSettings) -> float:
        """The evaluation of these orders for the seat.

        The strong player plays on in sampled worlds. The others evaluate the position after the orders.
        """
        if thinking.strength.searches:
            return self.knowledge.evaluate_orders(view, seat, orders, thinking)
        return self.knowledge.evaluate(self.knowledge.after_orders(view, seat, orders), seat)

    def reply(self, view: P, seat: int, orders: Sequence[O], thinking: SearchSettings) -> Reply[O] | None:
        """The most frequent of the next opponent's best answers, in a few sampled worlds."""
        worlds = max(1, min(_MOST_WORLDS, round(_WORLDS_A_SECOND * thinking.seconds)))
        calls = [(view, seat, tuple(orders), f"{thinking.seed}/reply/{number}") for number in range(worlds)]
        return most_frequent_answer(thinking.starmap(self.knowledge.answer_in_world, calls))


class Idea(NamedTuple):
    """What orders may be for, and what that is worth, in what the game counts."""

    worth: float
    text: str


def main_idea(ideas: Iterable[Idea]) -> str:
    """The text of the idea that is worth most, the first of equal ones; empty if none is worth anything."""
    return max(
        (idea for idea in ideas if idea.worth > 0), key=lambda idea: idea.worth, default=Idea(0, "")
    ).text


class Course(NamedTuple, Generic[P]):
    """The course of some orders of a seat: the positions before and after them, and the events."""

    seat: int
    before: P
    after: P
    events: tuple[Event, ...]

    @property
    def who(self) -> str:
        """The colour of the seat."""
        before: AnyPosition = self.before
        return str(before.players[self.seat].colour)

    def others(self) -> list[int]:
        """The other seats that still play, in turn order."""
        before: AnyPosition = self.before
        count = len(before.players)
        seats = [(self.seat + step) % count for step in range(1, count)]
        return [seat for seat in seats if not before.players[seat].gone]


def run_orders(
    view: P, seat: int, orders: Sequence[O], apply: Callable[[P, int, O], Change[P]], resign: type
) -> tuple[int, P, P, tuple[Event, ...]]:
    """The fields of the course of orders that are legal one after another, up to a `resign`."""
    change = Change(view)
    for order in takewhile(lambda each: not isinstance(each, resign), orders):
        change = change.then(apply, seat, order)
    return seat, view, change.position, change.outcome().events
