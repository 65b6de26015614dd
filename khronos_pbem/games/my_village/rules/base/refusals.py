"""Why an order may not be given, as a value; the small questions that many verbs ask (VILLAGE 3.4, 14)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeVar

from khronos_pbem.errors import IllegalOrder
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.model.terms import Branch, Phase
from khronos_pbem.games.my_village.rules.base.phrases import orders_said
from khronos_pbem.messages import Message, message

O = TypeVar("O")  # noqa: E741


class Refusal(NamedTuple):
    """Why an order may not be given: the paragraph, what is wrong, and what would be right.

    The hint may be a function, for hints that take a look at the whole position are made only to be read.
    """

    rule: str
    message: str
    hint: str | Callable[[], str] = ""

    def error(self) -> IllegalOrder:
        """The refusal as the error that is printed."""
        hint = self.hint if isinstance(self.hint, str) else self.hint()
        return IllegalOrder(self.message, rule=self.rule, hint=hint or None)


def choose(orders: Iterable[str]) -> Message:
    """The hint to give one of these orders."""
    return message("choose {orders}", orders=orders_said(orders))


Question = Callable[[Position, int, O], Refusal | None]
"""A small question: why a seat may not give this order here; None if it does not mind."""


def first_refusal(
    questions: tuple[Question[O], ...], position: Position, seat: int, order: O
) -> Refusal | None:
    """The first answer of a tuple of questions that is a refusal."""
    for question in questions:
        refused = question(position, seat, order)
        if refused is not None:
            return refused
    return None


def dice_are_taken(position: Position, seat: int, order: object) -> Refusal | None:
    """A banner comes after two dice (VILLAGE 3.4)."""
    if position.phase is Phase.ACT:
        return None
    return Refusal("VILLAGE 3.4", message("you have not taken your dice yet"), message("take two dice first"))


def nobody_is_buried(position: Position, seat: int, order: object) -> Refusal | None:
    """After the burial there is no banner (VILLAGE 14.1)."""
    if not position.buried:
        return None
    return Refusal("VILLAGE 14.1", message("you cannot use a banner after a burial"), _END)


def nothing_is_revealed(position: Position, seat: int, order: object) -> Refusal | None:
    """After `reveal` the desk must follow (VILLAGE 8.15)."""
    if not position.revealed:
        return None
    what = message("you have revealed a customer, so the desk comes next")
    return Refusal("VILLAGE 8.15", what, AFTER_REVEAL)


def no_banner_before(position: Position, seat: int, order: object) -> Refusal | None:
    """Exactly one black banner in a turn, and none with white ones (VILLAGE 3.4, 7.1)."""
    if position.branch is Branch.NONE:
        return None
    what = message("you have already used a black banner, and only one is allowed")
    if position.branch is Branch.WHITE:
        what = message("you have already used white banners, so you cannot use a black one")
    return Refusal("VILLAGE 3.4", what, _END)


def no_black_before(position: Position, seat: int, order: object) -> Refusal | None:
    """White banners do not go with a black one (VILLAGE 3.4, 8.12)."""
    if position.branch is not Branch.BLACK:
        return None
    what = message("you have already used a black banner, so you cannot use a white one")
    return Refusal("VILLAGE 3.4", what, _END)


_END = message("end your turn")
AFTER_REVEAL = message('take it with "{order}", or take other customers', order="desk free new")
"""What may follow `reveal` (VILLAGE 8.15)."""


BLACK: tuple[Question[object], ...] = (
    dice_are_taken,
    nobody_is_buried,
    nothing_is_revealed,
    no_banner_before,
)
"""What every black banner asks first."""

WHITE: tuple[Question[object], ...] = (
    dice_are_taken,
    nobody_is_buried,
    nothing_is_revealed,
    no_black_before,
)
"""What every white banner asks first."""
