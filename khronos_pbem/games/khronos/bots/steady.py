"""The steady computer player: it tries single orders and takes the one with the best evaluation.

It uses only what its seat knows and has no state: equal random numbers give equal play.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from khronos_pbem.engine.orders.table_orders import Policy
from khronos_pbem.games.khronos.bots.evaluation import longest_end
from khronos_pbem.games.khronos.model.board_cache import cached_by_board
from khronos_pbem.games.khronos.model.decision import decision
from khronos_pbem.games.khronos.model.orders import (
    Build,
    Demolish,
    Exchange,
    Order,
    Populate,
    Renovate,
    Resign,
    Swap,
    Travel,
    Upgrade,
)
from khronos_pbem.games.khronos.model.pieces import REVENUE_ROUNDS, Board
from khronos_pbem.games.khronos.model.position import Field, Phase, Position
from khronos_pbem.games.khronos.rules.effects.revenue import field_incomes
from khronos_pbem.games.khronos.rules.legal_orders import legal_orders
from khronos_pbem.games.khronos.rules.turn import apply_unchecked

_EACH_KIND = 10  # orders of one kind and building that are tried
_AFTER_TRAVEL = 4  # the same, one order deeper
_NEAR = (1.0, 0.75, 0.6, 0.5)  # what income counts for, by rounds until the next revenue
_THRESHOLD = 0.25
_SWAPPING = 0.2  # how often the market is used, where there is one


def choose(position: Position, random: Random) -> Order:
    """The order that the steady player gives for the deciding seat.

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
    now = evaluate(position, seat)
    order, best = _best_action(position, seat, orders, random)
    if order is not None and best > now + _THRESHOLD:
        return order
    return _exchange_order(position, seat, orders, random) or longest_end(orders)


def _best_action(
    position: Position, seat: int, orders: Sequence[Order], random: Random
) -> tuple[Order | None, float]:
    """The action with the best evaluation, and that evaluation; a journey is tried with one more order.

    The order is None, with minus infinity, if there is no action.
    """
    found: Order | None = None
    best = float("-inf")
    for order in _sample(orders, _EACH_KIND, random):
        value = _evaluate_after(position, seat, order)
        if isinstance(order, Travel):
            value = max(value, _best_after_travel(position, seat, order, random) - _THRESHOLD)
        if value > best:
            found, best = order, value
    return found, best


def _best_after_travel(position: Position, seat: int, order: Travel, random: Random) -> float:
    """The best evaluation one action after a journey."""
    there = apply_unchecked(position, seat, order).position
    following = [each for each in legal_orders(there) if not isinstance(each, Travel)]
    values = (_evaluate_after(there, seat, each) for each in _sample(following, _AFTER_TRAVEL, random))
    return max(values, default=float("-inf"))


def _sample(orders: Iterable[Order], most: int, random: Random) -> list[Order]:
    """At most `most` actions of each kind; a random selection if there are more."""
    kinds: dict[tuple[object, ...], list[Order]] = {}
    for order in orders:
        if isinstance(order, Build | Upgrade):
            kinds.setdefault((type(order), order.piece, order.board), []).append(order)
        elif isinstance(order, Travel | Demolish | Populate | Renovate):
            kinds.setdefault((type(order),), []).append(order)
    chosen: list[Order] = []
    for group in kinds.values():
        chosen += group if len(group) <= most else random.sample(group, most)
    return chosen


def _shuffled(orders: Sequence[Order], random: Random) -> list[Order]:
    return random.sample(list(orders), len(orders))


def _evaluate_after(position: Position, seat: int, order: Order) -> float:
    return evaluate(apply_unchecked(position, seat, order).position, seat)


def _exchange_order(position: Position, seat: int, orders: Sequence[Order], random: Random) -> Order | None:
    """An exchange of at least three cards, if it is allowed, affordable and before the last revenue."""
    if position.phase is not Phase.CHANGE or position.round == REVENUE_ROUNDS[-1]:
        return None
    whole = [order for order in orders if isinstance(order, Exchange) and len(order.cards) >= 3]
    return random.choice(whole) if whole and position.players[seat].ecus >= 5 else None


def evaluate(position: Position, seat: int) -> float:
    """The evaluation of a seat: its ecus and likely revenue, less a weighted part of the opponents'."""
    boards = [likely_income(position, board) for board in Board]
    worths = [expected_ecus(position, each, boards) for each in range(len(position.players))]
    others = [worth for each, worth in enumerate(worths) if each != seat]
    return worths[seat] - 0.4 * max(others) - 0.3 * sum(others) / len(others)


def expected_ecus(position: Position, seat: int, boards: Sequence[tuple[float, ...]]) -> float:
    """The ecus of a seat plus its likely revenue, weighted by the rounds until then.

    `boards` has the likely income of each seat, for each board.
    """
    left = _rounds_to_revenue(position)
    amounts = [board[seat] for board in boards]
    return position.players[seat].ecus + _NEAR[min(left, 3)] * _likely_revenue(position, seat, left, amounts)


def _rounds_to_revenue(position: Position) -> int:
    return next((number - position.round for number in REVENUE_ROUNDS if number >= position.round), 0)


def _likely_revenue(position: Position, seat: int, left: int, amounts: Sequence[float]) -> float:
    """The likely revenue: of the boards with adventurers, or of the best two boards while there is time."""
    here = sum(amounts[board] for board in set(position.players[seat].adventurers))
    if left == 0 and position.active == seat:
        return here
    best = sum(sorted(amounts)[-2:])
    return max(here, best - 1)


def likely_income(position: Position, board: Board) -> tuple[float, ...]:
    """The income of each seat from the domains that it rules on a board, in ecus.

    Shared domains count a little less. Each square of a ruled domain adds a little.
    """
    return _likely_income(position.field(board), board, len(position.players))


@cached_by_board
def _likely_income(field: Field, board: Board, seats: int) -> tuple[float, ...]:
    amounts = [0.0] * seats
    for income in field_incomes(field, board, seats):
        for seat in income.rulers:
            amounts[seat] += income.amount * (1 if len(income.rulers) == 1 else 0.8)
            amounts[seat] += 0.02 * income.squares.bit_count()
    return tuple(amounts)
