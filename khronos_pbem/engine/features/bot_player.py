"""The common parts of all computer players: choosing whole turns, evaluating and explaining them."""

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
"""The number of sampled worlds in which opponents' answers are searched.

The first value is per second of thinking, the second is the maximum.
"""


class BotKnowledge(NamedTuple, Generic[P, O]):
    """The functions that the computer players of a game use: its rules and its evaluations.

    `apply` applies a legal order; `after_orders` returns the position to evaluate after several orders.
    `is_last` returns whether an order, given in this position, is the last one to choose for now. `choosers`
    are the players that choose one order after another (easy, steady); `evaluate` is their evaluation.
    `ranked_turns` and `evaluate_orders` belong to the strong player. `answer_in_world` returns the answer of
    the next opponent to the orders of a seat, in the world of a seed.
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
    """The computer players of a game, of every strength. A subclass provides their `knowledge`."""

    knowledge: BotKnowledge[P, O]

    def choose(self, position: P, random: Random) -> O:
        """Return the steady player's next order."""
        return self.knowledge.choosers[Strength.STEADY](position, random)

    def turns(self, view: P, seat: int, thinking: SearchSettings) -> Sequence[CandidateTurn[O]]:
        """Return the turns that a player of this strength would play, best first.

        The strong player can find several turns; the others find one. Raises ValueError if the seat has
        nothing to decide.
        """
        waiting = self.knowledge.decision(view)
        if waiting is None or waiting.seat != seat:
            raise ValueError(f"seat {seat} has nothing to decide")
        if thinking.strength.searches:
            return self.knowledge.ranked_turns(view, seat, thinking)
        orders = self._chosen_turn(view, seat, thinking)
        return [CandidateTurn(orders, self.evaluate(view, seat, orders, thinking))]

    def _chosen_turn(self, view: P, seat: int, thinking: SearchSettings) -> tuple[O, ...]:
        """Return the orders of a turn, chosen one by one.

        They end with the last order of the turn, or where the seat no longer has to decide.
        """
        knows, orders, random = self.knowledge, list[O](), Random(thinking.seed)
        while (waiting := knows.decision(view)) is not None and waiting.seat == seat:
            order = knows.choosers[thinking.strength](view, random)
            orders.append(order)
            if knows.is_last(view, seat, order):
                break
            view = knows.apply(view, seat, order).position
        return tuple(orders)

    def evaluate(self, view: P, seat: int, orders: Sequence[O], thinking: SearchSettings) -> float:
        """Return the evaluation of these orders for the seat.

        The strong player plays on in sampled worlds. The others evaluate the position after the orders.
        """
        if thinking.strength.searches:
            return self.knowledge.evaluate_orders(view, seat, orders, thinking)
        return self.knowledge.evaluate(self.knowledge.after_orders(view, seat, orders), seat)

    def reply(self, view: P, seat: int, orders: Sequence[O], thinking: SearchSettings) -> Reply[O] | None:
        """Return the most frequent of the next opponent's best answers in a few sampled worlds.

        Returns None if no opponent answers in any of them.
        """
        worlds = max(1, min(_MOST_WORLDS, round(_WORLDS_A_SECOND * thinking.seconds)))
        calls = [(view, seat, tuple(orders), f"{thinking.seed}/reply/{number}") for number in range(worlds)]
        return most_frequent_answer(thinking.starmap(self.knowledge.answer_in_world, calls))


class Idea(NamedTuple):
    """A possible purpose of orders, and its value in the units that the game counts."""

    worth: float
    text: str


def main_idea(ideas: Iterable[Idea]) -> str:
    """Return the text of the idea with the highest value; the first of equal ones.

    The text is empty if no idea has a value above 0.
    """
    return max(
        (idea for idea in ideas if idea.worth > 0), key=lambda idea: idea.worth, default=Idea(0, "")
    ).text


class Course(NamedTuple, Generic[P]):
    """The course of a seat's orders: the positions before and after them, and the events."""

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
        """Return the other seats that are still playing, in turn order."""
        before: AnyPosition = self.before
        count = len(before.players)
        seats = [(self.seat + step) % count for step in range(1, count)]
        return [seat for seat in seats if not before.players[seat].gone]


def run_orders(
    view: P, seat: int, orders: Sequence[O], apply: Callable[[P, int, O], Change[P]], resign: type
) -> tuple[int, P, P, tuple[Event, ...]]:
    """Return the fields of the `Course` of these orders, up to a `resign`.

    The orders must be legal one after another.
    """
    change = Change(view)
    for order in takewhile(lambda each: not isinstance(each, resign), orders):
        change = change.then(apply, seat, order)
    return seat, view, change.position, change.outcome().events
