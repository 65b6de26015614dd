"""How much one block and one save may hold: nobody can make a game too large for the others (FORMATS 2, 4).

Whatever is written keeps to the budget of a block, and whatever is read has to.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from khronos_pbem.messages import Message, message

MOST_BLOCKS = 10_000
"""Blocks of a save; a long game of five has about a hundred."""

MOST_ORDERS = 250
MOST_ORDER_BYTES = 32 * 1024
"""Bytes of all orders of a block together, in UTF-8."""

MOST_MESSAGES = 25
MOST_MESSAGE_BYTES = 8 * 1024
"""Bytes of all messages and notes of a block together, in UTF-8, with the words and the quotes."""

_MESSAGES = ("message ", "note ")


class Beyond(NamedTuple):
    """The order (from 0) by which a block is too large, why it is, and what its author can do."""

    number: int
    what: Message
    hint: Message


def beyond_budget(orders: Iterable[str]) -> Beyond | None:
    """The first of a block's orders (in canonical text) that is too much; None: none is."""
    size = messages = message_bytes = 0
    for number, order in enumerate(orders):
        length = len(order.encode("utf-8", "replace"))
        size += length
        if order.startswith(_MESSAGES):
            messages, message_bytes = messages + 1, message_bytes + length
        what = _too_much(number + 1, size, messages, message_bytes)
        if what is not None:
            return Beyond(number, *what)
    return None


def _too_much(orders: int, size: int, messages: int, message_bytes: int) -> tuple[Message, Message] | None:
    """What is too much, and what to do; None if nothing is."""
    write_less, give_fewer = (
        message("write less here, or send the rest by mail"),
        message("give fewer orders"),
    )
    if messages > MOST_MESSAGES:
        return message("too many messages: a block can hold at most {most}", most=MOST_MESSAGES), write_less
    if message_bytes > MOST_MESSAGE_BYTES:
        what = message(
            "the messages are too long: a block can hold at most {most} bytes of them",
            most=MOST_MESSAGE_BYTES,
        )
        return what, write_less
    if orders > MOST_ORDERS:
        return message("too many orders: a block can hold at most {most}", most=MOST_ORDERS), give_fewer
    if size > MOST_ORDER_BYTES:
        what = message(
            "the orders are too long: a block can hold at most {most} bytes of them", most=MOST_ORDER_BYTES
        )
        return what, give_fewer
    return None
