"""The feature `Bots` of Khronos (`engine.features.bots`)."""

from __future__ import annotations

from collections.abc import Sequence

from khronos_pbem.engine.features.bot_player import BotKnowledge, BotPlayer
from khronos_pbem.engine.features.bots import EvaluationPart, SearchSettings, Strength
from khronos_pbem.games.khronos.bots import easy, evaluation, steady, strong
from khronos_pbem.games.khronos.bots.advice import answer_in_world, plan
from khronos_pbem.games.khronos.bots.explanations import why
from khronos_pbem.games.khronos.bots.sample_world import hidden_from
from khronos_pbem.games.khronos.bots.turn_search import with_opponent_answers
from khronos_pbem.games.khronos.model.decision import decision
from khronos_pbem.games.khronos.model.orders import End, Exchange, Order
from khronos_pbem.games.khronos.model.pieces import Board
from khronos_pbem.games.khronos.model.position import Position
from khronos_pbem.games.khronos.rules.standing_answers import apply_with_standing_answers
from khronos_pbem.games.khronos.rules.turn import apply_unchecked
from khronos_pbem.messages import message


def _after_orders(view: Position, seat: int, orders: Sequence[Order]) -> Position:
    """The position after these orders and the answers of other seats that they require."""
    for order in orders:
        view, _ = with_opponent_answers(apply_unchecked(view, seat, order).position, seat)
    return view


class KhronosBots(BotPlayer[Position, Order]):
    """The computer players of Khronos: easy, steady and strong. Evaluations are in ecus."""

    knowledge = BotKnowledge(
        decision,
        apply_with_standing_answers,
        _after_orders,
        # the cards of an exchange are drawn, and in another player's turn it is an answer
        lambda view, seat, order: isinstance(order, End | Exchange) or view.active != seat,
        {Strength.EASY: easy.choose, Strength.STEADY: steady.choose},
        evaluation.evaluate,
        strong.ranked_turns,
        strong.evaluate_orders,
        answer_in_world,
    )

    def seat_view(self, position: Position, seat: int) -> Position:
        """Return the position with all cards that the seat cannot see reduced to slots."""
        return hidden_from(position, seat)

    def parts(
        self, view: Position, seat: int, orders: Sequence[Order], thinking: SearchSettings
    ) -> Sequence[EvaluationPart]:
        """Return the parts of the evaluation after these orders: ecus, expected revenue, opponents."""
        after = _after_orders(view, seat, orders)
        boards = [evaluation.income_by_seat(after, board) for board in Board]
        wealth = evaluation.expected_ecus(after, seat, boards, False)
        worth = evaluation.evaluate(after, seat)
        ecus = after.players[seat].ecus
        return (
            EvaluationPart(message("ecus"), ecus),
            EvaluationPart(message("revenue to come"), wealth - ecus),
            EvaluationPart(message("less for the others"), worth - wealth),
        )

    def explain(self, view: Position, seat: int, orders: Sequence[Order]) -> Sequence[str]:
        """Return sentences about what the orders earn, prevent and threaten, and what endangers the seat."""
        return why(view, seat, orders)

    def plan(self, view: Position, seat: int, orders: Sequence[Order]) -> str:
        """Return the main aim of these orders, in a few words.

        It is a domain, revenue, an opponent's loss, bonuses or new cards.
        """
        return plan(view, seat, orders)
