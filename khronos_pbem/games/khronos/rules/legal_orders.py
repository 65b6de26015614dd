"""Every order that the deciding seat could give now, in a fixed order (FORMATS 1, `moves`)."""

from __future__ import annotations

from collections.abc import Iterable

from khronos_pbem.games.khronos.model.orders import Order, Populate, Renovate
from khronos_pbem.games.khronos.model.pieces import Board
from khronos_pbem.games.khronos.model.position import Phase, Position
from khronos_pbem.games.khronos.rules.verbs import ANSWERS, VERBS, Verb, When, refused

_FIRST = tuple(verb for verb in VERBS if verb.when in (When.CHANGE, When.TRAVEL))
_ON_BOARDS = tuple(verb for verb in VERBS if verb.candidates.boards)
_LAST = tuple(verb for verb in VERBS if verb.when in (When.ANYTIME, When.LAST))
_BESIDE_CHOICE = (*ANSWERS, *(verb for verb in VERBS if verb.when is When.ANYTIME))


def legal_orders(position: Position) -> list[Order]:
    """Every legal order but messages, for the seat that decides now; empty when nobody does.

    The hand of that seat has to be known here: with hidden cards the list holds what the known ones allow.
    """
    if position.pending is not None:
        return _listed(_BESIDE_CHOICE, position, position.pending.choice.seat)
    if position.phase in (Phase.SETUP, Phase.OVER):
        return []
    seat = position.active
    found = _listed(_FIRST, position, seat)
    for board in sorted(set(position.players[seat].adventurers)):
        found += orders_on(position, seat, board)
    return found + _listed(_LAST, position, seat)


def _listed(verbs: Iterable[Verb], position: Position, seat: int) -> list[Order]:
    found: list[Order] = []
    for verb in verbs:
        found += _allowed(verb, position, seat, verb.candidates.propose(position, seat))
    return found


def orders_on(position: Position, seat: int, board: Board) -> list[Order]:
    """The actions of the active seat on one board; on reason those of one building after those of another."""
    found: list[Order] = []
    for verb in _ON_BOARDS:
        if board in verb.candidates.boards:
            found += _allowed(verb, position, seat, verb.candidates.propose(position, seat, board))
    if board is Board.REASON:
        places = {position.land.names[b.at]: n for n, b in enumerate(position.field(board).buildings)}
        found.sort(key=lambda order: places[order.at] if isinstance(order, Populate | Renovate) else 0)
    return found


def _allowed(verb: Verb, position: Position, seat: int, orders: Iterable[Order]) -> Iterable[Order]:
    if verb.candidates.certain:
        return orders
    return (order for order in orders if refused(verb, position, seat, order) is None)
