"""A player that is sensible but not strong: it tries orders and takes the one after which it stands best.

It looks at nothing that its seat does not know, and has no state: the same random numbers give the same play.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from khronos_pbem.engine.event_log import NullEventLog
from khronos_pbem.games.khronos.model.decision import decision
from khronos_pbem.games.khronos.model.orders import (
    Build,
    Demolish,
    End,
    Exchange,
    Order,
    Policy,
    Populate,
    Renovate,
    Resign,
    Swap,
    Travel,
    Upgrade,
)
from khronos_pbem.games.khronos.model.pieces import REVENUE_ROUNDS, Board
from khronos_pbem.games.khronos.model.position import Phase, Position
from khronos_pbem.games.khronos.rules.effects.revenue import domain_incomes
from khronos_pbem.games.khronos.rules.legal_orders import legal_orders
from khronos_pbem.games.khronos.rules.turn import follow

_EACH_KIND = 10  # orders of one kind and building that are tried
_AFTER_TRAVEL = 4  # the same, one order deeper
_NEAR = (1.0, 0.75, 0.6, 0.5)  # what income counts for, by rounds until the next revenue
_THRESHOLD = 0.25
_SWAPPING = 0.2  # how often the market is used, where there is one


def choose(position: Position, random: Random) -> Order:
    """The order that the deciding seat gives here. Raises ValueError if nobody has to decide."""
    waiting = decision(position)
    if waiting is None:
        raise ValueError("nobody has to decide")
    seat = waiting.seat
    orders = [order for order in legal_orders(position) if not isinstance(order, Policy | Resign)]
    if waiting.choice is not None:
        return max(_shuffled(orders, random), key=lambda order: _after(position, seat, order))
    swaps = [order for order in orders if isinstance(order, Swap)]
    if swaps and random.random() < _SWAPPING:
        return random.choice(swaps)
    now = standing(position, seat)
    order, best = _best_action(position, seat, orders, random)
    if order is not None and best > now + _THRESHOLD:
        return order
    return _change(position, seat, orders, random) or _ending(orders)


def _best_action(
    position: Position, seat: int, orders: Sequence[Order], random: Random
) -> tuple[Order | None, float]:
    """The action after which the seat stands best, looking one order further behind a journey."""
    found: Order | None = None
    best = float("-inf")
    for order in _sample(orders, _EACH_KIND, random):
        value = _after(position, seat, order)
        if isinstance(order, Travel):
            value = max(value, _beyond(position, seat, order, random) - _THRESHOLD)
        if value > best:
            found, best = order, value
    return found, best


def _beyond(position: Position, seat: int, order: Travel, random: Random) -> float:
    """The best standing one action after a journey."""
    there = follow(position, seat, order, NullEventLog())
    following = [each for each in legal_orders(there) if not isinstance(each, Travel)]
    values = (_after(there, seat, each) for each in _sample(following, _AFTER_TRAVEL, random))
    return max(values, default=float("-inf"))


def _sample(orders: Iterable[Order], most: int, random: Random) -> list[Order]:
    """Some actions of every kind: all of a few, a random choice of many."""
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


def _after(position: Position, seat: int, order: Order) -> float:
    return standing(follow(position, seat, order, NullEventLog()), seat)


def _change(position: Position, seat: int, orders: Sequence[Order], random: Random) -> Order | None:
    """New cards for a hand that nothing can be done with, if they can be paid for."""
    if position.phase is not Phase.CHANGE or position.round == REVENUE_ROUNDS[-1]:
        return None
    whole = [order for order in orders if isinstance(order, Exchange) and len(order.cards) >= 3]
    return random.choice(whole) if whole and position.players[seat].ecus >= 5 else None


def _ending(orders: Sequence[Order]) -> Order:
    """The end of the turn; with the option keep, all cards are kept."""
    return max((order for order in orders if isinstance(order, End)), key=lambda end: len(end.kept))


def standing(position: Position, seat: int) -> float:
    """How well a seat stands: ecus and likely revenue, against those of the others."""
    boards = [likely(position, board) for board in Board]
    worths = [wealth(position, each, boards) for each in range(len(position.players))]
    others = [worth for each, worth in enumerate(worths) if each != seat]
    return worths[seat] - 0.4 * max(others) - 0.3 * sum(others) / len(others)


def wealth(position: Position, seat: int, boards: Sequence[tuple[float, ...]]) -> float:
    """The ecus of a seat and its likely revenue."""
    left = _rounds_to_revenue(position)
    amounts = [board[seat] for board in boards]
    return position.players[seat].ecus + _NEAR[min(left, 3)] * _income(position, seat, left, amounts)


def _rounds_to_revenue(position: Position) -> int:
    return next((number - position.round for number in REVENUE_ROUNDS if number >= position.round), 0)


def _income(position: Position, seat: int, left: int, amounts: Sequence[float]) -> float:
    """Likely revenue: of the boards where the adventurers are, or, while there is time, of the best two."""
    here = sum(amounts[board] for board in set(position.players[seat].adventurers))
    if left == 0 and position.active == seat:
        return here
    best = sum(sorted(amounts)[-2:])
    return max(here, best - 1)


def likely(position: Position, board: Board) -> tuple[float, ...]:
    """The income by seat of the domains they rule on a board, shared ones for a little less, ruins for a
    start; found out once for a board."""
    known, key = position.field(board).known, ("likely income", board)
    if key not in known:
        amounts = [0.0] * len(position.players)
        for income in domain_incomes(position, board):
            for seat in income.rulers:
                amounts[seat] += income.amount * (1 if len(income.rulers) == 1 else 0.8)
                amounts[seat] += 0.02 * income.squares.bit_count()
        known[key] = tuple(amounts)
    found: tuple[float, ...] = known[key]
    return found
