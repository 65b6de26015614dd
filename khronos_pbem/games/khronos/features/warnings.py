"""What a player of Khronos should know before an order is signed (`engine.features.protocols.Cautions`)."""

from __future__ import annotations

from collections.abc import Sequence

from khronos_pbem.engine.features.protocols import Caution, Cautions
from khronos_pbem.games.khronos.model.orders import (
    Build,
    Demolish,
    End,
    Exchange,
    Order,
    Populate,
    Renovate,
    Upgrade,
)
from khronos_pbem.games.khronos.model.position import Card, Position, known
from khronos_pbem.games.khronos.order_text import grammar
from khronos_pbem.games.khronos.rules.checks.costs import retain
from khronos_pbem.games.khronos.rules.checks.payments import words
from khronos_pbem.games.khronos.rules.legal_orders import legal_orders
from khronos_pbem.messages import message

_ACTIONS = (Build, Upgrade, Demolish, Populate, Renovate)


class Hands(Cautions[Position, Order]):
    """An exchange, which stops the turn, and an end that discards cards with which one could still act."""

    def before(self, position: Position, seat: int, order: Order) -> Sequence[Caution]:
        """What to say of `exchange` and `end` (RULES 3.2, 4.1)."""
        if isinstance(order, Exchange):
            what = message(
                "your turn pauses until all other players have sent their shares for the new cards"
            )
            return (Caution(what, waits=True),)
        if isinstance(order, End):
            return _discarded(position, seat, order)
        return ()


def _discarded(position: Position, seat: int, order: End) -> Sequence[Caution]:
    """That cards are discarded that could be played, with an action that they pay for."""
    _, gone = retain(position.players[seat].hand, order.kept)
    found = _paid_by(position, seat, gone)
    if found is None:
        return ()
    what = message(
        "if you end the turn, you discard these cards: {cards}; before that you could still play: {order}",
        cards=words(tuple(known(gone))),
        order=grammar.text(found),
    )
    return (Caution(what),)


def _paid_by(position: Position, seat: int, cards: tuple[Card, ...]) -> Order | None:
    """The first action that is legal with these cards and not without any."""
    bare = set(_actions(position, seat, ()))
    return next((each for each in _actions(position, seat, cards) if each not in bare), None)


def _actions(position: Position, seat: int, cards: tuple[Card, ...]) -> list[Order]:
    if position.pending is not None or not cards:
        return []
    found = legal_orders(position.with_player(seat, hand=cards))
    return [order for order in found if isinstance(order, _ACTIONS)]
