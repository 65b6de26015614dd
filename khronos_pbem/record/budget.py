"""Size limits for a block and a save, which keep games from becoming too large (FORMATS 2, 4).

They apply to everything written and everything read.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from khronos_pbem.messages import Message, message

MOST_BLOCKS = 10_000
"""The maximum number of blocks in a save; a long game with five players has about a hundred."""

MOST_ORDERS = 250
MOST_ORDER_BYTES = 32 * 1024
"""The maximum size of all orders of a block together, in bytes of UTF-8."""

MOST_MESSAGES = 25
MOST_MESSAGE_BYTES = 8 * 1024
"""The maximum size of all messages and notes of a block together, in bytes of UTF-8.

It includes the order words and the quotation marks.
"""

_MESSAGES = ("message ", "note ")


class BudgetExcess(NamedTuple):
    """The number (from 0) of the order that makes a block too large, the reason, and advice to its author."""

    number: int
    what: Message
    hint: Message


def find_budget_excess(orders: Iterable[str]) -> BudgetExcess | None:
    """Return the first order with which a block exceeds the limits, and why; None if there is none.

    `orders` are the canonical texts of all orders of the block.
    """
    size = messages = message_bytes = 0
    for number, order in enumerate(orders):
        length = len(order.encode("utf-8", "replace"))
        size += length
        if order.startswith(_MESSAGES):
            messages, message_bytes = messages + 1, message_bytes + length
        what = _too_much(number + 1, size, messages, message_bytes)
        if what is not None:
            return BudgetExcess(number, *what)
    return None


def _too_much(orders: int, size: int, messages: int, message_bytes: int) -> tuple[Message, Message] | None:
    """Return the limit that is exceeded and advice about it, or None."""
    write_less = message("write less here, and send the rest by e-mail")
    give_fewer = message("give fewer orders")
    if messages > MOST_MESSAGES:
        return message("too many messages: a block can hold at most {most}", most=MOST_MESSAGES), write_less
    if message_bytes > MOST_MESSAGE_BYTES:
        what = message(
            "the messages are too long: a block can hold at most {most} bytes of messages",
            most=MOST_MESSAGE_BYTES,
        )
        return what, write_less
    if orders > MOST_ORDERS:
        return message("too many orders: a block can hold at most {most}", most=MOST_ORDERS), give_fewer
    if size > MOST_ORDER_BYTES:
        what = message(
            "the orders are too long: a block can hold at most {most} bytes of orders", most=MOST_ORDER_BYTES
        )
        return what, give_fewer
    return None
