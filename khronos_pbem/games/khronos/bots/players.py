"""The feature `Bots` of Khronos (`engine.features.bots`)."""

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
from khronos_pbem.games.khronos.bots import easy, evaluation, steady, strong
from khronos_pbem.games.khronos.bots.explanations import why
from khronos_pbem.games.khronos.bots.sample_world import hidden_from
from khronos_pbem.games.khronos.bots.turn_search import with_opponent_answers
from khronos_pbem.games.khronos.model.decision import decision
from khronos_pbem.games.khronos.model.orders import End, Exchange, Order
from khronos_pbem.games.khronos.model.pieces import Board
from khronos_pbem.games.khronos.model.position import Position
from khronos_pbem.games.khronos.rules.turn import apply_unchecked
from khronos_pbem.messages import message

Chooser = Callable[[Position, Random], Order]
_CHOOSERS: dict[Strength, Chooser] = {Strength.EASY: easy.choose, Strength.STEADY: steady.choose}


class KhronosBots(Bots[Position, Order]):
    """The computer players of Khronos: easy, steady and strong."""

    def seen(self, position: Position, seat: int) -> Position:
        """The position with all cards that the seat cannot see as slots only."""
        return hidden_from(position, seat)

    def choose(self, position: Position, random: Random) -> Order:
        """The steady player's next order."""
        return steady.choose(position, random)

    def turns(self, view: Position, seat: int, thinking: SearchSettings) -> Sequence[CandidateTurn[Order]]:
        """The turns that a player of this strength would play, the best first.

        The strong player finds several turns, the others find one. Raises ValueError if the seat has nothing
        to
        decide.
        """
        check_seat_decides(decision(view), seat)
        if thinking.strength is Strength.STRONG:
            return strong.ranked_turns(view, seat, thinking)
        orders = choose_turn(view, seat, _CHOOSERS[thinking.strength], Random(thinking.seed))
        return [CandidateTurn(orders, self.worth(view, seat, orders, thinking))]

    def worth(self, view: Position, seat: int, orders: Sequence[Order], thinking: SearchSettings) -> float:
        """The evaluation of these orders for the seat, in ecus.

        The strong player searches on from them. The others evaluate the position after them.
        """
        if thinking.strength is Strength.STRONG:
            return strong.evaluate_orders(view, seat, orders, thinking)
        return steady.evaluate(_after_orders(view, seat, orders), seat)

    def parts(
        self, view: Position, seat: int, orders: Sequence[Order], thinking: SearchSettings
    ) -> Sequence[EvaluationPart]:
        """The parts of the evaluation after these orders: ecus, expected revenue, the opponents' part."""
        after = _after_orders(view, seat, orders)
        if thinking.strength is Strength.STRONG:
            boards = [evaluation.income_by_seat(after, board) for board in Board]
            wealth, worth = (
                evaluation.expected_ecus(after, seat, boards, False),
                evaluation.evaluate(after, seat),
            )
        else:
            likely = [steady.likely_income(after, board) for board in Board]
            wealth, worth = steady.expected_ecus(after, seat, likely), steady.evaluate(after, seat)
        ecus = after.players[seat].ecus
        return (
            EvaluationPart(message("ecus"), ecus),
            EvaluationPart(message("revenue to come"), wealth - ecus),
            EvaluationPart(message("less for the others"), worth - wealth),
        )

    def why(self, view: Position, seat: int, orders: Sequence[Order]) -> Sequence[str]:
        """Sentences about what the orders earn, prevent and threaten, and what endangers them."""
        return why(view, seat, orders)


def _after_orders(view: Position, seat: int, orders: Sequence[Order]) -> Position:
    """The position after these orders and the answers of other seats that they require."""
    for order in orders:
        view, _ = with_opponent_answers(apply_unchecked(view, seat, order).position, seat)
    return view


def choose_turn(view: Position, seat: int, choose: Chooser, random: Random) -> tuple[Order, ...]:
    """The orders of a turn, chosen one after another with `choose`.

    They end with the turn, with an exchange of cards, or where another player must decide.
    """
    orders = list[Order]()
    while (waiting := decision(view)) is not None and waiting.seat == seat:
        order = choose(view, random)
        orders.append(order)
        if isinstance(order, End | Exchange) or view.active != seat:
            break
        view = apply_unchecked(view, seat, order).position
    return tuple(orders)
