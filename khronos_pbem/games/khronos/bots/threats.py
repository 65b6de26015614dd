"""Threats to a seat from an opponent's next turn: the one order that would cost the seat most.

The opponent is assumed to have whatever cards the order needs.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from khronos_pbem.engine.orders.table_orders import Policy
from khronos_pbem.games.khronos.model.orders import (
    Build,
    Demolish,
    Order,
    Populate,
    Renovate,
    Upgrade,
)
from khronos_pbem.games.khronos.model.pieces import HAND_SIZE, Board, Type
from khronos_pbem.games.khronos.model.position import Card, Phase, Position
from khronos_pbem.games.khronos.rules.effects.revenue import board_income, domain_incomes
from khronos_pbem.games.khronos.rules.legal_orders import legal_orders
from khronos_pbem.games.khronos.rules.turn import apply_unchecked

_ACTIONS = (Build, Upgrade, Demolish, Populate, Renovate)
_MOST_CHOICES = 20


class Danger(NamedTuple):
    """A possible order of `seat` in a later turn that would reduce the income of a `victim`.

    The order needs `cards` cards of type `kind`. `before` and `after` are the income in ecus of the
    domains that the victim rules on its two best boards.
    """

    seat: int
    victim: int
    order: Order
    cards: int
    kind: Type
    before: int
    after: int

    @property
    def loss(self) -> int:
        """The income in ecus that the order would cost the victim."""
        return self.before - self.after


def ruled_income(position: Position, seat: int) -> int:
    """Return the total income, in ecus, of the domains that a seat rules on its two best boards.

    Its two adventurers can collect on at most two boards (RULES 10).
    """
    return sum(sorted(board_income(position, seat, board) for board in Board)[1:])


def worst_danger(position: Position, seat: int, victim: int) -> Danger | None:
    """Return the order that would cost the victim most if it were the turn of `seat`.

    Returns None if no order would cost the victim anything. The seat is assumed to have four cards of one
    type, the type that costs the victim most. Its adventurers travel first, if the seat can pay for that.
    """
    found: Danger | None = None
    before = ruled_income(position, victim)
    if not before or position.players[seat].gone:
        return None
    near = _vulnerable_squares(position, victim)
    for order, then, kind in _first_orders(position, seat, near):
        after = ruled_income(then, victim)
        if after < (before if found is None else found.after):
            cards = HAND_SIZE - len(then.players[seat].hand)
            found = Danger(seat, victim, order, cards, kind, before, after)
    return found


def loss_in(position: Position, danger: Danger) -> int:
    """Return the victim's loss by the order of a danger in this position.

    Returns 0 if the order is not legal there.
    """
    near = position.land.everywhere
    before = ruled_income(position, danger.victim)
    for _, then, kind in _first_orders(position, danger.seat, near, danger.order):
        if kind is danger.kind:
            return before - ruled_income(then, danger.victim)
    return 0


def _vulnerable_squares(position: Position, victim: int) -> int:
    """The squares of the victim's domains on all boards, and the squares beside them, as a bit mask.

    Orders elsewhere cost the victim nothing (RULES 6.3, 7.6, 8).
    """
    mask = 0
    for board in Board:
        for income in domain_incomes(position, board):
            mask |= income.squares if victim in income.rulers else 0
    return mask | position.land.neighbours(mask)


def _first_orders(
    position: Position, seat: int, near: int, only: Order | None = None
) -> Iterator[tuple[Order, Position, Type]]:
    """Every possible first action of a turn that touches these squares, or only the action `only`.

    Each comes with the position after it and the type of the cards in hand.
    """
    for board in Board:
        there = _with_turn_on(position, seat, board)
        if there is None:
            continue
        for kind in Type:
            start = there.with_player(seat, hand=(Card(kind),) * HAND_SIZE)
            for order in legal_orders(start):
                if only is not None and order != only:
                    continue
                if (
                    isinstance(order, _ACTIONS)
                    and _board_of(order) is board
                    and _affected_squares(start, order) & near
                ):
                    yield (order, _after_first_answers(apply_unchecked(start, seat, order).position), kind)


def _board_of(order: Order) -> Board:
    """The board of an action."""
    return order.board if isinstance(order, Build | Upgrade | Demolish) else Board.REASON


def _affected_squares(position: Position, order: Build | Upgrade | Demolish | Populate | Renovate) -> int:
    """The squares that an action builds on or names, as a bit mask."""
    land = position.land
    at = land.square(order.at)
    assert at is not None
    if isinstance(order, Build | Upgrade):
        return land.footprint(at, order.piece.size)
    return 1 << at


def _with_turn_on(position: Position, seat: int, board: Board) -> Position | None:
    """Return the position at the start of this seat's turn, with its adventurers on a board.

    Adventurers travel there if the seat can pay for it. None if no adventurer can be there.
    """
    player, places = position.players[seat], []
    ecus = player.ecus
    for place in player.adventurers:
        moves = place is not board and ecus > 0
        ecus -= moves
        places.append(board if moves else place)
    if board not in places:
        return None
    position = position.with_player(seat, adventurers=(places[0], places[1]), ecus=ecus)
    fresh = position._replace(exchanged=False, swapped=False, loads=((0, 0),), spent=(0, 0, 0))
    return fresh._replace(active=seat, phase=Phase.ACT, tasks=(), pending=None)


def _after_first_answers(position: Position) -> Position:
    """The position with each open choice answered by its first legal answer, at most twenty times."""
    for _ in range(_MOST_CHOICES):
        if position.pending is None:
            break
        answer = next(order for order in legal_orders(position) if not isinstance(order, Policy))
        position = apply_unchecked(position, position.pending.choice.seat, answer).position
    return position
