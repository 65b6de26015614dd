"""The table of a game's verbs: the form, checks, effect and candidates of each order.

The first check that refuses an order determines the error. The list of legal orders, and the reasons
why none is legal, use the same checks. The order language, help, completion and the page of orders
use the form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from typing import NamedTuple, TypeVar

from khronos_pbem.engine.change import Change
from khronos_pbem.engine.contract import AnyOrder, AnyPosition, Event
from khronos_pbem.engine.orders import private_orders
from khronos_pbem.engine.orders import table_orders as t
from khronos_pbem.engine.orders.forms import Form
from khronos_pbem.errors import IllegalOrder

O = TypeVar("O")  # noqa: E741


class Refusal(NamedTuple):
    """The reason why an order is illegal: the paragraph, the problem, a hint, and the relevant facts.

    A hint that is costly to compute is a function, which is called when the error is raised.
    """

    rule: str
    message: str
    hint: str | Callable[[], str] = ""
    detail: str = ""

    def hint_text(self) -> str:
        """The hint, computed now if it is a function; "" if there is none."""
        return self.hint if isinstance(self.hint, str) else self.hint()

    def error(self) -> IllegalOrder:
        """The refusal as an error to raise."""
        return IllegalOrder(
            self.message, rule=self.rule, detail=self.detail or None, hint=self.hint_text() or None
        )


Check = Callable[[AnyPosition, int, O], Refusal | None]
"""A function of a position, a seat and an order of one class that returns the order's refusal, or None.

It can assume that the earlier checks in the verb's row have passed.
"""


def first_refusal(checks: Iterable[Check[O]], position: AnyPosition, seat: int, order: O) -> Refusal | None:
    """Return the first refusal of an order by these checks; None if all of them pass."""
    for check in checks:
        refusal = check(position, seat, order)
        if refusal is not None:
            return refusal
    return None


class When(Enum):
    """The times at which a verb is allowed.

    They are before, among or after the actions of a turn, in answer to a choice, or at any time.
    """

    FIRST = "first"
    ACTION = "action"
    LAST = "last"
    ANSWER = "answer"
    ANYTIME = "anytime"


def no_candidates(position: AnyPosition, seat: int) -> Iterable[AnyOrder]:
    """Return no orders; for verbs that are not listed, such as messages."""
    return ()


def same_candidates(*orders: AnyOrder) -> Callable[[AnyPosition, int], Iterable[AnyOrder]]:
    """Return a function that returns these orders as candidates in every position."""
    return lambda position, seat: orders


def unchanged_order(position: AnyPosition, seat: int, order: AnyOrder) -> AnyOrder:
    """Return the order unchanged; for orders that have no optional parts."""
    return order


class Verb(NamedTuple):
    """A row of the table: the form of an order, and the functions that check, apply, list and normalize it.

    `preconditions` are the checks that depend only on the position. They come first, and one result is valid
    for all orders. `checks` examine one order. `candidates` lists orders to try, from a position and a seat
    (a game may add a board); if `prechecked`, they pass all `checks`. `normalize` fills in omitted parts of
    an order.
    """

    form: Form
    checks: tuple[Check[AnyOrder], ...]
    apply: Callable[[AnyPosition, int, AnyOrder], Change[AnyPosition]]
    candidates: Callable[..., Iterable[AnyOrder]] = no_candidates
    normalize: Callable[[AnyPosition, int, AnyOrder], AnyOrder] = unchanged_order
    preconditions: tuple[Check[AnyOrder], ...] = ()
    when: When = When.ACTION
    prechecked: bool = False

    def refusal(self, position: AnyPosition, seat: int, order: AnyOrder) -> Refusal | None:
        """The first refusal of a normalized order by the checks; None if the order is legal."""
        return first_refusal(self.preconditions, position, seat, order) or first_refusal(
            self.checks, position, seat, order
        )

    def legal_orders(self, position: AnyPosition, seat: int, *place: object) -> Iterable[AnyOrder]:
        """Return the legal candidates, on the board `place` if the candidates need one."""
        if first_refusal(self.preconditions, position, seat, None) is not None:
            return ()
        orders = self.candidates(position, seat, *place)
        checks = () if self.prechecked else self.checks
        return _passing_orders(checks, position, seat, orders) if checks else orders


def _passing_orders(
    checks: tuple[Check[AnyOrder], ...], position: AnyPosition, seat: int, orders: Iterable[AnyOrder]
) -> list[AnyOrder]:
    found = []
    for order in orders:  # as `first_refusal` asks, for thousands of orders
        for check in checks:
            if check(position, seat, order) is not None:
                break
        else:
            found.append(order)
    return found


def nearest_refusals(
    position: AnyPosition, seat: int, tried: Iterable[tuple[Verb, AnyOrder]]
) -> list[tuple[AnyOrder, Refusal]]:
    """Return the normalized orders that pass the most checks, with their refusals.

    The list is empty if no order is tried, or if one of them is legal.
    """
    nearest, last = list[tuple[AnyOrder, Refusal]](), -1
    for verb, order in tried:
        checks = (*verb.preconditions, *verb.checks)
        refusals = (check(position, seat, order) for check in checks)
        found = next(((n, refusal) for n, refusal in enumerate(refusals) if refusal is not None), None)
        if found is None:
            return []
        number, refusal = found
        if number > last:
            nearest, last = [], number
        if number == last:
            nearest.append((order, refusal))
    return nearest


def _only_tell(
    make: Callable[[str, AnyOrder], Event],
) -> Callable[[AnyPosition, int, AnyOrder], Change[AnyPosition]]:
    """Return an effect that adds an event without changing the position.

    `make` creates the event from the seat's colour and the order.
    """
    return lambda position, seat, order: Change(position).tell(make, position.players[seat].colour, order)


_TELL_SEALED = _only_tell(private_orders.sealed_event)
TABLE_VERBS = (
    Verb(t.MESSAGE, (), _only_tell(t.message_event), when=When.ANYTIME),
    *(Verb(form, (), _TELL_SEALED, when=When.ANYTIME) for form in private_orders.FORMS),
    Verb(t.AWAY, (), _only_tell(t.away_event), when=When.ANYTIME),
    Verb(t.HANDOVER, (), _only_tell(t.handover_event), when=When.ANYTIME),
)
"""The verbs that are the same in all games and do not change the position."""
