"""The checks shared by many verbs (VILLAGE 3.4, 14)."""

from __future__ import annotations

from collections.abc import Iterable

from khronos_pbem.engine.orders.verbs import Check, Refusal
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.model.terms import Branch, Phase
from khronos_pbem.messages import Message, message, orders_to_choose


def choose_hint(orders: Iterable[str]) -> Message:
    """Return the hint to choose one of these orders."""
    return message("choose {orders}", orders=orders_to_choose(orders))


def dice_not_taken_refusal(position: Position, seat: int, order: object) -> Refusal | None:
    """Refuse a banner before two dice are taken (VILLAGE 3.4)."""
    if position.phase is Phase.ACT:
        return None
    return Refusal("VILLAGE 3.4", message("you have not taken your dice yet"), message("take two dice first"))


def after_burial_refusal(position: Position, seat: int, order: object) -> Refusal | None:
    """Refuse a banner after a burial (VILLAGE 14.1)."""
    if not position.buried:
        return None
    return Refusal("VILLAGE 14.1", message("you cannot use a banner after a burial"), _END)


def after_reveal_refusal(position: Position, seat: int, order: object) -> Refusal | None:
    """Refuse anything but the desk after `reveal` (VILLAGE 8.15)."""
    if not position.revealed:
        return None
    what = message("you have revealed a customer, so you must use the desk next")
    return Refusal("VILLAGE 8.15", what, AFTER_REVEAL)


def earlier_banner_refusal(position: Position, seat: int, order: object) -> Refusal | None:
    """Refuse a black banner after any other banner of the turn (VILLAGE 3.4, 7.1)."""
    if position.branch is Branch.NONE:
        return None
    what = message("you have already used a black banner, and only one is allowed")
    if position.branch is Branch.WHITE:
        what = message("you have already used white banners, so you cannot use a black one")
    return Refusal("VILLAGE 3.4", what, _END)


def earlier_black_banner_refusal(position: Position, seat: int, order: object) -> Refusal | None:
    """Refuse a white banner after a black one (VILLAGE 3.4, 8.12)."""
    if position.branch is not Branch.BLACK:
        return None
    what = message("you have already used a black banner, so you cannot use a white one")
    return Refusal("VILLAGE 3.4", what, _END)


_END = message("end your turn")
AFTER_REVEAL = message('take that customer with "{order}", or take other customers', order="desk free new")
"""The hint with the orders allowed after `reveal` (VILLAGE 8.15)."""


BLACK: tuple[Check[object], ...] = (
    dice_not_taken_refusal,
    after_burial_refusal,
    after_reveal_refusal,
    earlier_banner_refusal,
)
"""The checks made first for every black banner."""

WHITE: tuple[Check[object], ...] = (
    dice_not_taken_refusal,
    after_burial_refusal,
    after_reveal_refusal,
    earlier_black_banner_refusal,
)
"""The checks made first for every white banner."""
