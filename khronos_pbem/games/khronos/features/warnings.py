"""The feature `Cautions` of Khronos: warnings shown before an order is signed."""

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
from khronos_pbem.games.khronos.model.position import Card, Position, known_types
from khronos_pbem.games.khronos.order_text import grammar
from khronos_pbem.games.khronos.rules.checks.costs import retain_cards
from khronos_pbem.games.khronos.rules.checks.payments import cards_text
from khronos_pbem.games.khronos.rules.legal_orders import legal_orders
from khronos_pbem.messages import message

_ACTIONS = (Build, Upgrade, Demolish, Populate, Renovate)


class KhronosCautions(Cautions[Position, Order]):
    """Warnings about an exchange, which interrupts the turn, and about discarding useful cards."""

    def before(self, position: Position, seat: int, order: Order) -> Sequence[Caution]:
        """The warnings about an `exchange` or `end` order (RULES 3.2, 4.1); none for other orders."""
        if isinstance(order, Exchange):
            what = message(
                "your turn pauses until all other players have sent their shares for the new cards"
            )
            return (Caution(what, waits=True),)
        if isinstance(order, End):
            return _discard_warning(position, seat, order)
        return ()


def _discard_warning(position: Position, seat: int, order: End) -> Sequence[Caution]:
    """Return a warning if the discarded cards could still be used for an action; it names the action."""
    _, gone = retain_cards(position.players[seat].hand, order.kept)
    found = _action_paid_by(position, seat, gone)
    if found is None:
        return ()
    what = message(
        "if you end the turn, you will discard these cards: {cards}; you can still play this first: {order}",
        cards=cards_text(tuple(known_types(gone))),
        order=grammar.text(found),
    )
    return (Caution(what),)


def _action_paid_by(position: Position, seat: int, cards: tuple[Card, ...]) -> Order | None:
    """Return the first action that is legal with these cards but not with an empty hand.

    Return None if there is none.
    """
    bare = set(_legal_actions(position, seat, ()))
    return next((each for each in _legal_actions(position, seat, cards) if each not in bare), None)


def _legal_actions(position: Position, seat: int, cards: tuple[Card, ...]) -> list[Order]:
    """The legal actions of a seat with these cards in hand."""
    if position.pending is not None or not cards:
        return []
    found = legal_orders(position.with_player(seat, hand=cards))
    return [order for order in found if isinstance(order, _ACTIONS)]
