"""The evaluation of a position for the strong player, in ecus.

It counts the ecus of the seat, its expected revenue, and the same for its opponents.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from operator import mul
from typing import NamedTuple

from khronos_pbem.games.khronos.model.board_cache import cached_by_board
from khronos_pbem.games.khronos.model.field import Field
from khronos_pbem.games.khronos.model.land import Land
from khronos_pbem.games.khronos.model.orders import End, Order, Travel
from khronos_pbem.games.khronos.model.pieces import REVENUE_ROUNDS, ROUNDS, Board
from khronos_pbem.games.khronos.model.position import Phase, Position
from khronos_pbem.games.khronos.rules.effects.revenue import DomainIncome, field_incomes

_FRONT = 0.6  # how much more the best opponent counts than the mean of them all
_THIRD = 0.5  # what the income of the worst of three boards counts for: a seat has two adventurers
_MANY = 4  # from so many sites on, the danger that a copy covers a building counts twice


class IncomeFeatures(NamedTuple):
    """The income of a seat in ecus, grouped by how easily others can take it away.

    The easier that is, the less of it is likely to be paid. `small` are domains ruled by a building of
    size 1, `large` the others. On faith, a copy of a building of size 2 from might can cover the ruling
    building. Such domains are `open`, or `wide` open if many sites allow it. On reason, the seat rules
    `alone`, or the domain is `shared`. `free` is the income of domains without a ruler. `together` is 1
    if both adventurers are on one board.
    """

    small_might: float
    large_might: float
    small_faith: float
    large_faith: float
    open: float
    wide: float
    alone: float
    shared: float
    free: float
    together: float


WEIGHTS: dict[int, tuple[tuple[IncomeFeatures, IncomeFeatures], ...]] = {
    2: (
        (
            IncomeFeatures(1.21, 1.04, 0.97, 0.91, 0.08, -0.09, 0.56, 0.41, 0.27, -0.48),
            IncomeFeatures(0.45, 1.04, 0.73, 0.86, -0.11, -0.21, 0.57, 0.33, 0.14, -0.70),
        ),
        (
            IncomeFeatures(0.81, 1.03, 0.78, 0.84, -0.20, -0.03, 0.28, -0.25, 0.21, -0.87),
            IncomeFeatures(0.41, 1.03, 0.80, 0.82, -0.18, -0.32, 0.35, 0.17, 0.14, -1.15),
        ),
        (
            IncomeFeatures(0.58, 1.17, 0.60, 0.82, -0.32, -0.38, -0.02, -0.33, 0.25, -0.11),
            IncomeFeatures(0.17, 1.14, 0.71, 0.76, -0.25, -0.42, -0.00, 0.07, 0.09, -0.01),
        ),
        (
            IncomeFeatures(1.72, 2.34, 1.41, 1.84, -0.62, -0.19, 0.21, -0.60, 0.62, -0.20),
            IncomeFeatures(1.09, 2.43, 1.35, 1.68, -0.73, -0.41, 0.45, 0.39, 0.23, -0.05),
        ),
        (
            IncomeFeatures(1.92, 3.04, 0.92, 1.96, -0.84, -0.40, -0.03, -0.53, 0.34, -1.18),
            IncomeFeatures(0.72, 2.90, 1.33, 1.64, -0.95, -0.51, -0.18, 0.47, 0.46, -1.22),
        ),
        (
            IncomeFeatures(2.18, 4.04, 0.36, 1.60, -0.70, -1.50, -1.10, -0.53, 0.60, -1.48),
            IncomeFeatures(0.09, 2.60, 0.57, 0.55, -0.95, -1.39, -1.38, 0.47, 0.26, -1.94),
        ),
    ),
    3: (
        (
            IncomeFeatures(1.19, 0.96, 0.67, 0.95, -0.15, 0.08, 0.69, 0.42, 0.46, -0.85),
            IncomeFeatures(0.75, 0.93, 0.41, 0.83, -0.17, -0.24, 0.64, 0.68, 0.13, -0.58),
        ),
        (
            IncomeFeatures(1.15, 0.93, 0.62, 0.94, -0.34, -0.29, 0.61, 0.21, 0.19, -0.47),
            IncomeFeatures(0.33, 0.89, 0.39, 0.75, -0.20, -0.40, 0.61, 0.17, 0.14, -0.81),
        ),
        (
            IncomeFeatures(0.51, 0.91, 0.55, 0.81, -0.43, -0.30, 0.47, -0.24, 0.18, -1.43),
            IncomeFeatures(0.24, 0.93, 0.33, 0.67, -0.41, -0.01, 0.34, -0.18, 0.18, -1.46),
        ),
        (
            IncomeFeatures(1.16, 2.26, 1.57, 1.73, -0.86, 0.27, 0.84, 0.15, 0.37, 0.03),
            IncomeFeatures(0.36, 2.11, 1.31, 1.39, -0.61, -0.30, 0.67, 0.34, 0.02, -0.18),
        ),
        (
            IncomeFeatures(0.91, 2.12, 1.44, 1.40, -0.99, -0.46, -0.10, -0.23, 0.25, -2.38),
            IncomeFeatures(0.45, 2.12, 1.04, 1.29, -1.04, -0.51, -0.27, 0.54, 0.26, -2.32),
        ),
        (
            IncomeFeatures(1.28, 2.38, 0.41, 1.76, -1.16, -0.86, -1.11, -0.76, 0.59, -0.02),
            IncomeFeatures(0.48, 1.73, 0.44, 0.67, -0.74, -0.89, -1.38, 0.55, 0.54, 0.04),
        ),
    ),
    5: (
        (
            IncomeFeatures(1.17, 0.98, 0.71, 0.89, 0.10, -0.03, 0.69, 0.81, 0.66, 0.00),
            IncomeFeatures(0.43, 0.87, 0.31, 0.68, -0.29, 0.17, 0.56, 1.16, 0.07, -0.70),
        ),
        (
            IncomeFeatures(1.41, 0.89, 0.08, 0.72, -0.22, 0.38, 0.50, 1.23, 0.33, -0.15),
            IncomeFeatures(0.67, 0.73, 0.10, 0.49, -0.15, 0.28, 0.45, 1.09, -0.28, -1.29),
        ),
        (
            IncomeFeatures(0.94, 0.73, -0.19, 0.64, -0.74, 0.34, 0.53, 0.70, 0.31, -2.03),
            IncomeFeatures(0.06, 0.75, 1.04, 0.62, -0.58, 0.35, 0.77, 0.75, 0.29, -1.85),
        ),
        (
            IncomeFeatures(1.31, 1.94, 1.66, 1.63, -0.51, 0.01, 1.64, 0.69, 0.45, -0.65),
            IncomeFeatures(0.16, 1.66, 1.16, 1.24, -0.11, -0.82, 1.40, 0.37, 0.04, 0.00),
        ),
        (
            IncomeFeatures(0.03, 1.38, 0.67, 1.43, 0.56, -0.44, -0.10, -0.23, 0.08, 4.00),
            IncomeFeatures(0.41, 1.09, 0.37, 1.15, 0.09, -1.02, -0.27, 0.54, 0.00, 3.66),
        ),
        (
            IncomeFeatures(0.79, 1.25, 0.11, 1.56, 0.28, -0.93, -1.11, -0.76, 0.20, 2.32),
            IncomeFeatures(0.79, 1.03, 0.42, 1.27, -0.08, -0.96, -1.38, 0.55, 0.32, 2.67),
        ),
    ),
}
"""The ecus that each unit of `IncomeFeatures` is worth to a seat by the end of the game.

They are listed by the numbers of players and of turns left. In each pair, the first applies to a seat
that has the next turn. The second applies to a seat before which all others have a turn. `python -m
tests.fit_weights` fitted them to 450, 100 and 46 games that the bot played with earlier guesses.
"""


class BoardIncome(NamedTuple):
    """The income from a board: by seat, by each seat's features, and from domains without a ruler."""

    exact: tuple[float, ...]
    features: tuple[tuple[tuple[int, float], ...], ...]
    free: float


def income_by_seat(position: Position, board: Board) -> BoardIncome:
    """Return the income that the domains of a board would pay each seat, in ecus."""
    field, seats = position.field(board), len(position.players)
    sites = dangerous_sites(position) if board is Board.FAITH else 0
    return _income_by_seat(field, board, seats, position.land, sites)


def dangerous_sites(position: Position) -> int:
    """Return a mask of the dangerous sites of size 2 on might.

    From these sites, a copy would cover a ruling building on faith.
    """
    land, faith = position.land, position.field(Board.FAITH)
    return open_sites(position.field(Board.MIGHT), land) & _covering_sites(faith, land, len(position.players))


@cached_by_board
def open_sites(field: Field, land: Land) -> int:
    """Return the top-left squares of the sites where a building of size 2 has room, as a mask."""
    return land.corners(2) & ~land.corners_reaching(field.occupied, 2)


@cached_by_board
def _covering_sites(field: Field, land: Land, seats: int) -> int:
    """Return the top-left squares where a building of size 2 on might covers a ruling building on faith."""
    ruling = sum(income.stronghold for income in field_incomes(field, Board.FAITH, seats))
    return land.corners_reaching(ruling, 2)


@cached_by_board
def _income_by_seat(field: Field, board: Board, seats: int, land: Land, sites: int) -> BoardIncome:
    exact, free = [0.0] * seats, 0.0
    features: list[list[tuple[int, float]]] = [[] for _ in range(seats)]
    for income in field_incomes(field, board, seats):
        if not income.amount:
            continue
        if not income.rulers:
            free += income.amount if board is not Board.REASON else 0
        for seat in income.rulers:
            exact[seat] += income.amount
            for feature in _features_of(income, land, sites):
                features[seat].append((feature, income.amount))
    return BoardIncome(tuple(exact), tuple(map(tuple, features)), free)


def _features_of(income: DomainIncome, land: Land, sites: int) -> Iterator[int]:
    """Yield the indices of the `IncomeFeatures` to which the income of a domain belongs."""
    if income.board is Board.REASON:
        yield _ALONE + (len(income.rulers) > 1)
        return
    yield 2 * income.board + (income.top > 1)
    if income.board is Board.FAITH:
        covering = (land.corners_reaching(income.stronghold, 2) & sites).bit_count()
        if covering:
            yield _OPEN
        if covering >= _MANY:
            yield _OPEN + 1


_OPEN, _ALONE, _FREE, _TOGETHER = (
    IncomeFeatures._fields.index(name) for name in ("open", "alone", "free", "together")
)


def income_features(position: Position, seat: int, boards: Sequence[BoardIncome]) -> list[float]:
    """Return a seat's current `IncomeFeatures`. The worst of its three boards counts half."""
    found = [0.0] * len(IncomeFeatures._fields)
    worst = min(boards, key=lambda board: board.exact[seat])
    for board in boards:
        part = _THIRD if board is worst else 1.0
        for feature, amount in board.features[seat]:
            found[feature] += part * amount
        found[_FREE] += board.free
    one, two = position.players[seat].adventurers
    found[_TOGETHER] = float(one == two)
    return found


def evaluate(position: Position, seat: int, ended: bool = False) -> float:
    """Return the expected final ecus of a seat, less a weighted mean of those of its opponents.

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


def expected_ecus(position: Position, seat: int, boards: Sequence[BoardIncome], ended: bool) -> float:
    """Return the ecus that a seat is expected to have at the end; 0 for a seat that has left.

    `boards` has the income of each board, in the sequence of `Board`. With `ended`, the active seat's
    current turn counts as finished.
    """
    player = position.players[seat]
    if player.gone:  # who cannot win any more (RULES 11.2)
        return 0.0
    if position.phase is Phase.OVER:
        return player.ecus
    value, here = float(player.ecus), position.active == seat and ended
    if here and position.round in REVENUE_ROUNDS:
        value += best_revenue_places(position, seat)[0]
    left, waited = turns_left(position, seat, ended)
    if left:
        weights = weights_at(len(position.players), left, waited)
        value += sum(map(mul, weights, income_features(position, seat, boards)))
    return value


def turns_left(position: Position, seat: int, ended: bool) -> tuple[int, int]:
    """Return how many turns a seat has left, and how many turns of others come before its next one."""
    seats = len(position.players)
    after_opener = (seat - position.opener) % seats
    active = (position.active - position.opener) % seats
    done = after_opener < active + ended
    return ROUNDS - position.round + 1 - done, (after_opener - active - ended) % seats


@lru_cache(maxsize=256)
def weights_at(seats: int, left: int, waiting: int) -> tuple[float, ...]:
    """Return the weights of `IncomeFeatures` for a seat that has `left` turns left.

    `waiting` is the number of other seats' turns before its next one.
    """
    table = WEIGHTS[max(number for number in WEIGHTS if number <= max(seats, 2))]
    first, last = table[min(left, len(table)) - 1]
    part = waiting / (seats - 1) if seats > 1 else 0.0
    return tuple(one + part * (other - one) for one, other in zip(first, last, strict=True))


def best_revenue_places(position: Position, seat: int) -> tuple[float, tuple[Board, Board]]:
    """Return the highest revenue possible for a seat now, and its adventurers' boards (RULES 10, 5.1).

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
    """Return the journeys after which a seat's revenue, minus their cost, would be highest."""
    places = zip(position.players[seat].adventurers, best_revenue_places(position, seat)[1], strict=True)
    return [Travel(number, there) for number, (here, there) in enumerate(places, 1) if here != there]


def longest_end(orders: Iterable[Order]) -> End:
    """Return the order that ends the turn and keeps the most cards that the option keep allows."""
    return max((order for order in orders if isinstance(order, End)), key=lambda end: len(end.kept))
