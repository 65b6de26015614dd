"""The evaluation of a position for the strong player, in ecus.

It counts the ecus of the seat, its expected revenue, and the same for its opponents.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from khronos_pbem.games.khronos.model.board_cache import cached_by_board
from khronos_pbem.games.khronos.model.field import Building, Field
from khronos_pbem.games.khronos.model.orders import End, Order, Travel
from khronos_pbem.games.khronos.model.pieces import REVENUE_ROUNDS, Board
from khronos_pbem.games.khronos.model.position import Phase, Position
from khronos_pbem.games.khronos.rules.checks.domains import highest_buildings
from khronos_pbem.games.khronos.rules.effects.revenue import RULING_TYPES, DomainIncome, field_incomes

_SAFE = (0.0, 0.85, 1.0, 1.05)
"""What of an income is likely to be there in a round, by the size of the building that rules."""
_COMING = (0.0, 1.05, 1.05, 0.8, 0.5, 0.4, 0.35, 0.3)
"""What an income counts for, by own turns until it is paid, that one included."""
_THIRD = 0.5
_FRONT = 0.6


class IncomeBySeat(NamedTuple):
    """For each seat: what a board would pay now, and how much of that is likely to last."""

    exact: tuple[float, ...]
    lasting: tuple[float, ...]


def income_by_seat(position: Position, board: Board) -> IncomeBySeat:
    """What the domains of a board pay each seat, in ecus."""
    return _income_by_seat(position.field(board), board, len(position.players))


@cached_by_board
def _income_by_seat(field: Field, board: Board, seats: int) -> IncomeBySeat:
    exact, lasting = [0.0] * seats, [0.0] * seats
    for income, part in zip(field_incomes(field, board, seats), field.parts, strict=True):
        if income.rulers and income.amount:
            safe = _safety(income, part)
            for seat in income.rulers:
                exact[seat] += income.amount
                lasting[seat] += income.amount * safe
    return IncomeBySeat(tuple(exact), tuple(lasting))


def _safety(income: DomainIncome, inside: Sequence[Building]) -> float:
    """The weight of a domain's income: how likely its ruler still rules it one round later, about 0 to 1."""
    if income.board is not Board.REASON:
        return _SAFE[highest_buildings(inside, RULING_TYPES[income.board])[0].piece.size]
    if len(income.rulers) > 1:
        return 0.7
    cubes = [sum(counts) for counts in zip(*(b.cubes for b in inside if b.cubes), strict=True)]
    ahead = sorted(cubes)
    return 1.0 if len(ahead) < 2 or ahead[-1] - ahead[-2] > 1 else 0.85


def evaluate(position: Position, seat: int, ended: bool = False) -> float:
    """The expected final ecus of a seat, less a weighted mean of those of its opponents.

    With `ended`, the active seat's turn counts as finished, and any revenue of this round as collected.
    """
    boards = [income_by_seat(position, board) for board in Board]
    mine = expected_ecus(position, seat, boards, ended)
    others = [
        expected_ecus(position, other, boards, ended)
        for other, player in enumerate(position.players)
        if other != seat and not player.gone
    ]
    if not others:
        return mine
    return mine - _FRONT * max(others) - (1 - _FRONT) * sum(others) / len(others)


def expected_ecus(position: Position, seat: int, boards: list[IncomeBySeat], ended: bool) -> float:
    """The ecus that a seat is expected to have at the end of the game; 0 for a seat that has left.

    `boards` has the income of each board, in the order of `Board`. With `ended`, the seat's current turn
    counts as finished.
    """
    player = position.players[seat]
    if player.gone:  # who cannot win any more (RULES 11.2)
        return 0.0
    if position.phase is Phase.OVER:
        return player.ecus
    value, here = float(player.ecus), position.active == seat and ended
    for number in REVENUE_ROUNDS:
        turns = _turns_until_round(position, seat, number)
        if turns == 1 and here:
            value += best_revenue_places(position, seat)[0]
        elif turns - here > 0:
            value += _COMING[turns - here] * _expected_revenue(position, seat, boards)
    return value


def _turns_until_round(position: Position, seat: int, number: int) -> int:
    """How many turns a seat has from now until its turn in round `number`.

    The current turn and the turn of that round count. The result is 0 if that turn is over.
    """
    order = position.seats_in_order()
    done = order.index(seat) < order.index(position.active)
    return max(0, number - position.round + 1 - done)


def _expected_revenue(position: Position, seat: int, boards: list[IncomeBySeat]) -> float:
    """The revenue that a seat can expect at one revenue phase, in ecus, with travel to the best boards."""
    third, second, best = sorted(board.lasting[seat] for board in boards)
    here = sum(boards[board].lasting[seat] for board in set(position.players[seat].adventurers))
    return max(best + second - 0.5, here) + _THIRD * third


def best_revenue_places(position: Position, seat: int) -> tuple[float, tuple[Board, Board]]:
    """The most that revenue would pay a seat now, and where its two adventurers stand then (RULES 10, 5.1).

    The amount is in ecus, with the cost of the journeys deducted.
    """
    player = position.players[seat]
    pays = [income_by_seat(position, board).exact[seat] for board in Board]
    one, two = player.adventurers
    found = (pays[one] + (pays[two] if two != one else 0), (one, two))
    for first in Board:
        for second in Board:
            fare = (first != one) + (second != two)
            if 0 < fare <= player.ecus:
                value = pays[first] + (pays[second] if second != first else 0) - fare
                if value > found[0]:
                    found = (value, (first, second))
    return found


def journeys_to_revenue(position: Position, seat: int) -> list[Travel]:
    """The journeys with which revenue would pay a seat most, after their cost."""
    places = zip(position.players[seat].adventurers, best_revenue_places(position, seat)[1], strict=True)
    return [Travel(number, there) for number, (here, there) in enumerate(places, 1) if here != there]


def longest_end(orders: Iterable[Order]) -> End:
    """The order that ends the turn and keeps as many cards as the option keep allows."""
    return max((order for order in orders if isinstance(order, End)), key=lambda end: len(end.kept))
