"""The legal orders of the seat that must decide, in a fixed order (FORMATS 1, `moves`)."""

from __future__ import annotations

from khronos_pbem.engine.orders.verbs import When
from khronos_pbem.games.khronos.model.orders import Build, Order, Populate, Renovate, Travel, Upgrade
from khronos_pbem.games.khronos.model.pieces import Board
from khronos_pbem.games.khronos.model.position import Phase, Position
from khronos_pbem.games.khronos.rules.verbs import VERBS

_BEFORE_BOARDS = [verb for verb in VERBS if verb.when is When.FIRST or verb.form.order is Travel]
_ACTIONS = [verb for verb in VERBS if verb.when is When.ACTION and verb.form.order is not Travel]
_ON_REASON = [verb for verb in _ACTIONS if verb.form.order in (Populate, Renovate)]
_ON_BOARD = {board: [verb for verb in _ACTIONS if verb not in _ON_REASON] for board in Board} | {
    Board.REASON: _ON_REASON
}
_BUILDING = [verb for verb in _ACTIONS if verb.form.order in (Build, Upgrade)]
_AFTER_BOARDS = [verb for verb in VERBS if verb.when in (When.ANYTIME, When.LAST)]
_BESIDE_CHOICE = sorted(
    (verb for verb in VERBS if verb.when in (When.ANSWER, When.ANYTIME)),
    key=lambda verb: verb.when is When.ANYTIME,
)


def legal_orders(position: Position) -> list[Order]:
    """Return all legal orders of the seat that must decide now, except messages.

    The list is empty if no decision is open. The hand of that seat should be known; if it has hidden cards,
    only orders that the known cards allow are listed.
    """
    if position.pending is not None:
        seat = position.pending.choice.seat
        return [order for verb in _BESIDE_CHOICE for order in verb.legal_orders(position, seat)]
    if position.phase in (Phase.SETUP, Phase.OVER):
        return []
    seat, found = position.active, legal_orders_before_actions(position)
    for board in sorted(set(position.players[seat].adventurers)):
        found += legal_actions_on(position, seat, board)
    for verb in _AFTER_BOARDS:
        found += verb.legal_orders(position, seat)
    return found


def legal_orders_before_actions(position: Position) -> list[Order]:
    """The legal exchanges, swaps and journeys of the active seat."""
    return [order for verb in _BEFORE_BOARDS for order in verb.legal_orders(position, position.active)]


def legal_actions_on(position: Position, seat: int, board: Board, building: bool = True) -> list[Order]:
    """Return the legal actions of the active seat on one board; on reason, sorted by building.

    If `building` is false, builds and upgrades are omitted.
    """
    found = list[Order]()
    for verb in _ON_BOARD[board]:
        if building or verb not in _BUILDING:
            found += verb.legal_orders(position, seat, board)
    if board is Board.REASON:
        places = {position.land.names[b.at]: n for n, b in enumerate(position.field(board).buildings)}
        found.sort(key=lambda order: places[order.at] if isinstance(order, Populate | Renovate) else 0)
    return found
