"""Warnings shown before an order is signed (`features.Cautions`)."""

from __future__ import annotations

from collections.abc import Sequence

from khronos_pbem.engine.features.protocols import Caution, Cautions
from khronos_pbem.games.my_village.model import orders as o
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.model.terms import Side, Step
from khronos_pbem.games.my_village.order_text import grammar
from khronos_pbem.games.my_village.rules.turn import legal_orders
from khronos_pbem.messages import message

_BANNERS = (
    o.TakeHand, o.Desk, o.BuyWorkshop, o.BuyField, o.BuySquare, o.BuyChamber, o.BuyChurch, o.BuyMonk,
    o.Travel, o.Headman, o.UsePersonal, o.UseWorkshop, o.UseField, o.UseChamber, o.UseSquare, o.School,
    o.Serve,
)  # fmt: skip


class VillageCautions(Cautions[Position, o.Order]):
    """Warnings about `look`, which pauses the turn, and about orders that waste a usable banner."""

    def before(self, position: Position, seat: int, order: o.Order) -> Sequence[Caution]:
        """The warnings about `look`, `bury`, `end` or an order that gains nothing.

        See VILLAGE 7.9, 12.5 and 14.1.
        """
        if isinstance(order, o.Look):
            what = message("your turn pauses until all other players have sent their shares of the roll")
            return (Caution(what, waits=True),) if position.draws else ()
        if _is_idle(order):
            return _unused_banner_caution(
                position, message("with this order, you gain nothing from your dice")
            )
        if isinstance(order, o.Bury | o.End):
            return _unused_banner_caution(position, message("after this, you cannot use another banner"))
        return ()


def _is_idle(order: o.Order) -> bool:
    """Return whether the order uses a banner for nothing.

    This is always allowed, but may be a slip.
    """
    if isinstance(order, o.Headman):
        return order.to is Step.STAY
    return isinstance(order, o.School) and order.side is Side.NONE and not order.to


def _unused_banner_caution(position: Position, what: str) -> Sequence[Caution]:
    """A caution that begins with `what` and names a banner order still legal; empty if there is none."""
    found = (each for each in legal_orders(position) if isinstance(each, _BANNERS) and not _is_idle(each))
    first = next(found, None)
    if first is None:
        return ()
    return (
        Caution(
            message(
                "{what}; you can still play this first: {order}",
                what=what,
                order=grammar.text(first),
            )
        ),
    )
