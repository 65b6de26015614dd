"""The legal orders of the deciding seat, in a fixed order (FORMATS 1, `moves`)."""

from __future__ import annotations

from collections.abc import Iterable

from khronos_pbem.games.khronos.model.orders import Order, Populate, Renovate
from khronos_pbem.games.khronos.model.pieces import Board
from khronos_pbem.games.khronos.model.position import Phase, Position
from khronos_pbem.games.khronos.rules.verbs import ANSWERS, VERBS, Verb, When, first_refusal

_FIRST = tuple(verb for verb in VERBS if verb.when in (When.CHANGE, When.TRAVEL))
_ON_BOARDS = tuple(verb for verb in VERBS if verb.candidates.boards)
_LAST = tuple(verb for verb in VERBS if verb.when in (When.ANYTIME, When.LAST))
_BESIDE_CHOICE = (*ANSWERS, *(verb for verb in VERBS if verb.when is When.ANYTIME))


def legal_orders(position: Position) -> list[Order]:
    """All legal orders of the seat that decides now, without messages; empty if no decision is open.

    The hand of that seat should be known. With hidden cards the list has what the known cards allow.
    """
    if position.pending is not None:
        return _legal_orders_of(_BESIDE_CHOICE, position, position.pending.choice.seat)
    if position.phase in (Phase.SETUP, Phase.OVER):
        return []
    seat = position.active
    found = _legal_orders_of(_FIRST, position, seat)
    for board in sorted(set(position.players[seat].adventurers)):
        found += legal_actions_on(position, seat, board)
    return found + _legal_orders_of(_LAST, position, seat)


def _legal_orders_of(verbs: Iterable[Verb], position: Position, seat: int) -> list[Order]:
    """The legal orders of these verbs."""
    found: list[Order] = []
    for verb in verbs:
        found += _only_legal(verb, position, seat, verb.candidates.propose(position, seat))
    return found


def legal_actions_on(position: Position, seat: int, board: Board) -> list[Order]:
    """The legal actions of the active seat on one board; on reason they are sorted by building."""
    found: list[Order] = []
    for verb in _ON_BOARDS:
        if board in verb.candidates.boards:
            found += _only_legal(verb, position, seat, verb.candidates.propose(position, seat, board))
    if board is Board.REASON:
        places = {position.land.names[b.at]: n for n, b in enumerate(position.field(board).buildings)}
        found.sort(key=lambda order: places[order.at] if isinstance(order, Populate | Renovate) else 0)
    return found


def _only_legal(verb: Verb, position: Position, seat: int, orders: Iterable[Order]) -> Iterable[Order]:
    """The legal ones among candidate orders of a verb."""
    if verb.candidates.certain:
        return orders
    return (order for order in orders if first_refusal(verb, position, seat, order) is None)
