"""The steady computer player: it repeatedly takes the best of a few promising actions.

It uses only information that its seat has, and has no state: equal random numbers give equal play.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from khronos_pbem.engine.orders.table_orders import Policy
from khronos_pbem.games.khronos.bots.evaluation import evaluate, journeys_to_revenue, longest_end
from khronos_pbem.games.khronos.bots.turn_search import TurnSearch
from khronos_pbem.games.khronos.model.decision import decision
from khronos_pbem.games.khronos.model.orders import Exchange, Order, Resign, Swap
from khronos_pbem.games.khronos.model.pieces import REVENUE_ROUNDS
from khronos_pbem.games.khronos.model.position import Phase, Position
from khronos_pbem.games.khronos.rules.legal_orders import legal_orders
from khronos_pbem.games.khronos.rules.turn import apply_unchecked

_BREADTH = 6
"""The number of most promising actions tried for one order.

With more, the player would win more than one of four games against the strong player. This was measured with
`python -m tests.tournament strong steady`.
"""
_SWAPPING = 0.2  # how often the market is used, where there is one


def choose(position: Position, random: Random) -> Order:
    """Return the order that the steady player gives for the deciding seat.

    Raises ValueError if no decision is open.
    """
    waiting = decision(position)
    if waiting is None:
        raise ValueError("nobody has to decide")
    seat = waiting.seat
    orders = [order for order in legal_orders(position) if not isinstance(order, Policy | Resign)]
    if waiting.choice is not None:
        return max(_shuffled(orders, random), key=lambda order: _evaluate_after(position, seat, order))
    swaps = [order for order in orders if isinstance(order, Swap)]
    if swaps and random.random() < _SWAPPING:
        return random.choice(swaps)
    planned = TurnSearch(seat, _BREADTH, 0, random).lines(position, 1)[0].orders
    if planned:
        return planned[0]
    return _exchange_order(position, seat, orders, random) or _closing_order(position, seat, orders)


def _closing_order(position: Position, seat: int, orders: Sequence[Order]) -> Order:
    """The next journey to better revenue, if the turn brings revenue; else the end of the turn."""
    journeys = journeys_to_revenue(position, seat) if position.round in REVENUE_ROUNDS else []
    return journeys[0] if journeys else longest_end(orders)


def _shuffled(orders: Sequence[Order], random: Random) -> list[Order]:
    return random.sample(list(orders), len(orders))


def _evaluate_after(position: Position, seat: int, order: Order) -> float:
    return evaluate(apply_unchecked(position, seat, order).position, seat, True)


def _exchange_order(position: Position, seat: int, orders: Sequence[Order], random: Random) -> Order | None:
    """An exchange of at least three cards, if it is allowed, affordable and before the last revenue."""
    if position.phase is not Phase.CHANGE or position.round == REVENUE_ROUNDS[-1]:
        return None
    whole = [order for order in orders if isinstance(order, Exchange) and len(order.cards) >= 3]
    return random.choice(whole) if whole and position.players[seat].ecus >= 5 else None
