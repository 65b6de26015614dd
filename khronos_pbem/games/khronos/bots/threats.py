"""What another's next turn could do to a seat: the one order that costs it most, whatever cards he draws."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from khronos_pbem.engine.event_log import NullEventLog
from khronos_pbem.games.khronos.model.orders import (
    Build,
    Demolish,
    Order,
    Policy,
    Populate,
    Renovate,
    Upgrade,
)
from khronos_pbem.games.khronos.model.pieces import HAND_SIZE, Board, Type
from khronos_pbem.games.khronos.model.position import Card, Phase, Position
from khronos_pbem.games.khronos.rules.effects.revenue import domain_incomes
from khronos_pbem.games.khronos.rules.legal_orders import legal_orders
from khronos_pbem.games.khronos.rules.turn import follow

_ACTIONS = (Build, Upgrade, Demolish, Populate, Renovate)
_MOST_CHOICES = 20


class Danger(NamedTuple):
    """An order that a seat could give in a turn to come, with so many cards of one type, and what the domains
    that the `victim` rules would pay it before and after, on the two boards that pay it most."""

    seat: int
    victim: int
    order: Order
    cards: int
    kind: Type
    before: int
    after: int

    @property
    def loss(self) -> int:
        """By how much less they would pay."""
        return self.before - self.after


def ruled(position: Position, seat: int) -> int:
    """What the domains that a seat rules pay on the two boards that pay it most: two adventurers stand on no
    more (RULES 10)."""
    amounts = [
        sum(income.amount for income in domain_incomes(position, board) if seat in income.rulers)
        for board in Board
    ]
    return sum(sorted(amounts)[1:])


def worst(position: Position, seat: int, victim: int) -> Danger | None:
    """The order that takes most from the `victim` if it were this seat's turn; None if none takes anything.

    His cards are anything: four of one type, whichever does most. Adventurers travel first, as far as he can
    pay it.
    """
    found: Danger | None = None
    before = ruled(position, victim)
    if not before or position.players[seat].gone:
        return None
    near = _near(position, victim)
    for order, then, kind in _first_orders(position, seat, near):
        after = ruled(then, victim)
        if after < (before if found is None else found.after):
            cards = HAND_SIZE - len(then.players[seat].hand)
            found = Danger(seat, victim, order, cards, kind, before, after)
    return found


def loss_by(position: Position, danger: Danger) -> int:
    """What the order of a danger would take from its victim here; 0 where it may not be given."""
    near = position.land.everywhere
    before = ruled(position, danger.victim)
    for _, then, kind in _first_orders(position, danger.seat, near, danger.order):
        if kind is danger.kind:
            return before - ruled(then, danger.victim)
    return 0


def _near(position: Position, victim: int) -> int:
    """The squares of what the victim rules, on all boards, and those beside it: what happens elsewhere takes
    nothing from it (RULES 6.3, 7.6, 8)."""
    mask = 0
    for board in Board:
        for income in domain_incomes(position, board):
            mask |= income.squares if victim in income.rulers else 0
    return mask | position.land.neighbours(mask)


def _first_orders(
    position: Position, seat: int, near: int, only: Order | None = None
) -> Iterator[tuple[Order, Position, Type]]:
    """Every action that could be the first of a turn and touches these squares, or only one, with the
    position after it, and the cards for it."""
    for board in Board:
        there = _as_if(position, seat, board)
        if there is None:
            continue
        for kind in Type:
            start = there.with_player(seat, hand=(Card(kind),) * HAND_SIZE)
            for order in legal_orders(start):
                if only is not None and order != only:
                    continue
                if isinstance(order, _ACTIONS) and _on(order) is board and _covers(start, order) & near:
                    yield order, _settled(follow(start, seat, order, NullEventLog())), kind


def _on(order: Order) -> Board:
    """The board of an action."""
    return order.board if isinstance(order, Build | Upgrade | Demolish) else Board.REASON


def _covers(position: Position, order: Build | Upgrade | Demolish | Populate | Renovate) -> int:
    """The squares that an action is about."""
    land = position.land
    at = land.square(order.at)
    assert at is not None
    if isinstance(order, Build | Upgrade):
        return land.footprint(at, order.piece.size)
    return 1 << at


def _as_if(position: Position, seat: int, board: Board) -> Position | None:
    """The position as if this seat's turn were on, its adventurers on a board, those that can pay the way
    first; None if none can be there."""
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


def _settled(position: Position) -> Position:
    """The position once every choice that an order opens was answered in the first way that there is."""
    for _ in range(_MOST_CHOICES):
        if position.pending is None:
            break
        answer = next(order for order in legal_orders(position) if not isinstance(order, Policy))
        position = follow(position, position.pending.choice.seat, answer, NullEventLog())
    return position
