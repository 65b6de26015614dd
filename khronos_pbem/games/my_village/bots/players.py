"""The `Bots` feature of My Village (`engine.features.bots`)."""

from __future__ import annotations

from collections.abc import Sequence

from khronos_pbem.engine.features.bot_player import BotKnowledge, BotPlayer
from khronos_pbem.engine.features.bots import EvaluationPart, SearchSettings, Strength
from khronos_pbem.games.my_village.bots import easy, steady, strong
from khronos_pbem.games.my_village.bots.advice import answer_in_world, plan
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
from khronos_pbem.games.my_village.rules.turn import apply_unchecked, decision
from khronos_pbem.messages import message


class VillageBots(BotPlayer[Position, Order]):
    """The computer players of My Village: easy, steady and strong. Evaluations are in prestige points."""

    knowledge = BotKnowledge(
        decision,
        apply_unchecked,
        position_after,
        lambda view, seat, order: isinstance(order, End | Refuge | Sanatorium),
        {Strength.EASY: easy.choose, Strength.STEADY: steady.choose},
        relative_evaluation,
        strong.ranked_turns,
        strong.evaluate_orders,
        answer_in_world,
    )

    def seat_view(self, position: Position, seat: int) -> Position:
        """The position without the prepared draw results of a set-up position (VILLAGE 1.1, 15.2)."""
        return position._replace(results=())

    def parts(
        self, view: Position, seat: int, orders: Sequence[Order], thinking: SearchSettings
    ) -> Sequence[EvaluationPart]:
        """Return the parts of the evaluation.

        They are the score by heading, the points still expected, and the deduction for the other players.
        """
        after = position_after(view, seat, orders)
        now, worth = score(after, seat), relative_evaluation(after, seat)
        gone = after.players[seat].gone
        mine = 0.0 if gone else evaluate_village(after, seat).after(expected_turns(after)[seat])
        headings = [EvaluationPart(words, n) for words, n in zip(HEADINGS.values(), now, strict=True)]
        return (
            *headings,
            EvaluationPart(message("points that the village can still earn"), mine - now.total),
            EvaluationPart(message("less for the others"), worth - mine),
        )

    def explain(self, view: Position, seat: int, orders: Sequence[Order]) -> Sequence[str]:
        """Return sentences about the gains and threats of the orders, and the dangers for the seat."""
        return why(view, seat, orders)

    def plan(self, view: Position, seat: int, orders: Sequence[Order]) -> str:
        """Return the main purpose of these orders: points, customers, a banner, goods or stories."""
        return plan(view, seat, orders)
