"""Khronos' players of the program's own, as the table asks for them (`engine.features.bots`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from khronos_pbem.engine.event_log import NullEventLog
from khronos_pbem.engine.features.bots import Bots, Part, Strength, Thinking, Turn, check_decides
from khronos_pbem.games.khronos.bots import easy, evaluation, steady, strong
from khronos_pbem.games.khronos.bots.explanations import why
from khronos_pbem.games.khronos.bots.sample_world import hidden_from
from khronos_pbem.games.khronos.bots.turn_search import Effort, answered
from khronos_pbem.games.khronos.model.decision import decision
from khronos_pbem.games.khronos.model.orders import End, Exchange, Order
from khronos_pbem.games.khronos.model.pieces import Board
from khronos_pbem.games.khronos.model.position import Position
from khronos_pbem.games.khronos.rules.turn import follow
from khronos_pbem.messages import message

Chooser = Callable[[Position, Random], Order]
_CHOOSERS: dict[Strength, Chooser] = {Strength.EASY: easy.choose, Strength.STEADY: steady.choose}


class KhronosBots(Bots[Position, Order]):
    """The players of Khronos."""

    def seen(self, position: Position, seat: int) -> Position:
        """The position with the hidden cards of others, and of the pile, as slots."""
        return hidden_from(position, seat)

    def choose(self, position: Position, random: Random) -> Order:
        """The steady player's next order."""
        return steady.choose(position, random)

    def turns(self, view: Position, seat: int, thinking: Thinking) -> Sequence[Turn[Order]]:
        """What a player of this strength would do, the best first: several turns of the strong one, one of
        the others."""
        check_decides(decision(view), seat)
        if thinking.strength is Strength.STRONG:
            return strong.turns(view, seat, thinking)
        orders = chosen(view, seat, _CHOOSERS[thinking.strength], Random(thinking.seed))
        return [Turn(orders, self.worth(view, seat, orders, thinking))]

    def worth(self, view: Position, seat: int, orders: Sequence[Order], thinking: Thinking) -> float:
        """What these orders are worth to the strong player; to the others, how the seat stands after them."""
        if thinking.strength is Strength.STRONG:
            return strong.worth_of(view, seat, orders, thinking)
        return steady.standing(_behind(view, seat, orders), seat)

    def parts(self, view: Position, seat: int, orders: Sequence[Order], thinking: Thinking) -> Sequence[Part]:
        """Its ecus, the revenue that it may expect, and what the others have and may expect."""
        after = _behind(view, seat, orders)
        if thinking.strength is Strength.STRONG:
            boards = [evaluation.amounts(after, board) for board in Board]
            wealth, worth = evaluation.wealth(after, seat, boards, False), evaluation.worth(after, seat)
        else:
            likely = [steady.likely(after, board) for board in Board]
            wealth, worth = steady.wealth(after, seat, likely), steady.standing(after, seat)
        ecus = after.players[seat].ecus
        return (
            Part(message("ecus"), ecus),
            Part(message("revenue to come"), wealth - ecus),
            Part(message("less for the others"), worth - wealth),
        )

    def why(self, view: Position, seat: int, orders: Sequence[Order]) -> Sequence[str]:
        """What the orders earn, prevent and threaten, and what endangers them."""
        return why(view, seat, orders)


def _behind(view: Position, seat: int, orders: Sequence[Order]) -> Position:
    """The position after these orders, and after the answers that they ask for."""
    for order in orders:
        view, _ = answered(follow(view, seat, order, NullEventLog()), seat, Effort(0))
    return view


def chosen(view: Position, seat: int, choose: Chooser, random: Random) -> tuple[Order, ...]:
    """The orders of a turn chosen one after another, until chance, or another player, has the word."""
    orders = list[Order]()
    while (waiting := decision(view)) is not None and waiting.seat == seat:
        order = choose(view, random)
        orders.append(order)
        if isinstance(order, End | Exchange) or view.active != seat:
            break
        view = follow(view, seat, order, NullEventLog())
    return tuple(orders)
