"""The `Bots` feature of My Village (`engine.features.bots`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from khronos_pbem.engine.features.bots import (
    Bots,
    CandidateTurn,
    EvaluationPart,
    SearchSettings,
    Strength,
    check_seat_decides,
)
from khronos_pbem.games.my_village.bots import easy, steady, strong
from khronos_pbem.games.my_village.bots.evaluation import (
    evaluate_village,
    expected_turns,
    relative_evaluation,
)
from khronos_pbem.games.my_village.bots.explanations import why
from khronos_pbem.games.my_village.bots.playouts import position_after
from khronos_pbem.games.my_village.model.orders import End, Order, Refuge, Sanatorium
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.rules.phases.score import HEADINGS, score
from khronos_pbem.games.my_village.rules.turn import decision
from khronos_pbem.messages import message

Chooser = Callable[[Position, Random], Order]
_CHOOSERS: dict[Strength, Chooser] = {Strength.EASY: easy.choose, Strength.STEADY: steady.choose}
"""Those who decide on one order after another."""


class VillageBots(Bots[Position, Order]):
    """The computer players of My Village."""

    def seen(self, position: Position, seat: int) -> Position:
        """The position without the prepared draw results of a set-up position (VILLAGE 1.1, 15.2)."""
        return position._replace(results=())

    def choose(self, position: Position, random: Random) -> Order:
        """Choose the next order of the steady player."""
        return steady.choose(position, random)

    def turns(self, view: Position, seat: int, thinking: SearchSettings) -> Sequence[CandidateTurn[Order]]:
        """The turns a player of this strength would choose, the best first.

        The strong player gives several turns, the others one. Raises ValueError if the seat has nothing to
        decide.
        """
        check_seat_decides(decision(view), seat)
        if thinking.strength is Strength.STRONG:
            return strong.ranked_turns(view, seat, thinking)
        orders = choose_turn(view, seat, _CHOOSERS[thinking.strength], Random(thinking.seed))
        return [CandidateTurn(orders, self.worth(view, seat, orders, thinking))]

    def worth(self, view: Position, seat: int, orders: Sequence[Order], thinking: SearchSettings) -> float:
        """The expected lead of the seat at the end of the game after these orders, in prestige points.

        The strong player plays on in sampled worlds; the others evaluate the position after the orders.
        """
        if thinking.strength is Strength.STRONG:
            return strong.evaluate_orders(view, seat, orders, thinking)
        return relative_evaluation(position_after(view, seat, orders), seat)

    def parts(
        self, view: Position, seat: int, orders: Sequence[Order], thinking: SearchSettings
    ) -> Sequence[EvaluationPart]:
        """The parts of the evaluation: score headings, expected points, and the lead of the others."""
        after = position_after(view, seat, orders)
        now, worth = score(after, seat), relative_evaluation(after, seat)
        gone = after.players[seat].gone
        mine = 0.0 if gone else evaluate_village(after, seat).after(expected_turns(after)[seat])
        headings = [EvaluationPart(words, n) for words, n in zip(HEADINGS.values(), now, strict=True)]
        return (
            *headings,
            EvaluationPart(message("points that the village may still bring"), mine - now.total),
            EvaluationPart(message("less for the others"), worth - mine),
        )

    def why(self, view: Position, seat: int, orders: Sequence[Order]) -> Sequence[str]:
        """What the orders earn, bring, prevent and threaten, and what endangers the seat."""
        return why(view, seat, orders)


def choose_turn(view: Position, seat: int, choose: Chooser, random: Random) -> tuple[Order, ...]:
    """Choose the orders of a turn one by one with `choose`.

    The turn stops at a draw, at another player's decision, or after `end` or an answer.
    """
    orders = list[Order]()
    while (waiting := decision(view)) is not None and waiting.seat == seat:
        order = choose(view, random)
        orders.append(order)
        view = position_after(view, seat, [order])
        if isinstance(order, End | Refuge | Sanatorium):
            break
    return tuple(orders)
