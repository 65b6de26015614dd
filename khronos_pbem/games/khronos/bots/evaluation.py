"""What a position is worth to a seat: its ecus, the revenue that it may expect, those of the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from khronos_pbem.games.khronos.model.pieces import REVENUE_ROUNDS, Board, Type
from khronos_pbem.games.khronos.model.position import Building, Phase, Position
from khronos_pbem.games.khronos.rules.checks.domains import highest
from khronos_pbem.games.khronos.rules.effects.revenue import DomainIncome, domain_incomes

_TOP = {Board.MIGHT: Type.MILITARY, Board.FAITH: Type.RELIGIOUS}
_SAFE = (0.0, 0.85, 1.0, 1.05)
"""What of an income is likely to be there in a round, by the size of the building that rules."""
_COMING = (0.0, 1.05, 1.05, 0.8, 0.5, 0.4, 0.35, 0.3)
"""What an income counts for, by own turns until it is paid, that one included."""
_THIRD = 0.5
_FRONT = 0.6


class Amounts(NamedTuple):
    """By seat: what a board would pay now, and what of it is likely to last."""

    exact: tuple[float, ...]
    lasting: tuple[float, ...]


def amounts(position: Position, board: Board) -> Amounts:
    """What the domains of a board pay; found out once for a board."""
    field = position.field(board)
    key = ("amounts", board)
    if key not in field.known:
        exact, lasting = [0.0] * len(position.players), [0.0] * len(position.players)
        for income, part in zip(domain_incomes(position, board), field.parts, strict=True):
            if income.rulers and income.amount:
                safe = _safety(income, part)
                for seat in income.rulers:
                    exact[seat] += income.amount
                    lasting[seat] += income.amount * safe
        field.known[key] = Amounts(tuple(exact), tuple(lasting))
    found: Amounts = field.known[key]
    return found


def _safety(income: DomainIncome, inside: Sequence[Building]) -> float:
    """How likely it is that whoever rules a domain still does after a round."""
    if income.board is not Board.REASON:
        return _SAFE[highest(inside, _TOP[income.board])[0].piece.size]
    if len(income.rulers) > 1:
        return 0.7
    cubes = [sum(counts) for counts in zip(*(b.cubes for b in inside if b.cubes), strict=True)]
    ahead = sorted(cubes)
    return 1.0 if len(ahead) < 2 or ahead[-1] - ahead[-2] > 1 else 0.85


def worth(position: Position, seat: int, ended: bool = False) -> float:
    """How a seat is expected to stand at the end against the others, in ecus; with `ended` the turn of the
    active seat is as good as over, and its revenue, if it comes now, taken."""
    boards = [amounts(position, board) for board in Board]
    mine = wealth(position, seat, boards, ended)
    others = [
        wealth(position, other, boards, ended)
        for other, player in enumerate(position.players)
        if other != seat and not player.gone
    ]
    if not others:
        return mine
    return mine - _FRONT * max(others) - (1 - _FRONT) * sum(others) / len(others)


def wealth(position: Position, seat: int, boards: list[Amounts], ended: bool) -> float:
    """The ecus of a seat at the end, as far as one can tell."""
    player = position.players[seat]
    if player.gone:  # who cannot win any more (RULES 11.2)
        return 0.0
    if position.phase is Phase.OVER:
        return player.ecus
    value, here = float(player.ecus), position.active == seat and ended
    for number in REVENUE_ROUNDS:
        turns = turns_until(position, seat, number)
        if turns == 1 and here:
            value += best_places(position, seat)[0]
        elif turns - here > 0:
            value += _COMING[turns - here] * _expected(position, seat, boards)
    return value


def turns_until(position: Position, seat: int, number: int) -> int:
    """How many turns a seat has, the one it is in counted, up to the one of this round; 0 if it is over."""
    order = position.seats_in_order()
    done = order.index(seat) < order.index(position.active)
    return max(0, number - position.round + 1 - done)


def _expected(position: Position, seat: int, boards: list[Amounts]) -> float:
    third, second, best = sorted(board.lasting[seat] for board in boards)
    here = sum(boards[board].lasting[seat] for board in set(position.players[seat].adventurers))
    return max(best + second - 0.5, here) + _THIRD * third


def best_places(position: Position, seat: int) -> tuple[float, tuple[Board, Board]]:
    """What revenue would pay now, journeys to where it pays most paid for, and where the adventurers are
    then (RULES 10, 5.1)."""
    player = position.players[seat]
    pays = [amounts(position, board).exact[seat] for board in Board]
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
