"""Messages between players, and those that have arrived since a player's last turn (FORMATS 2).

The text of a message is shown as typed, never as markup; printing escapes invisible characters. Views of a
game show the newest messages, shortened; `khronos log` shows all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple, NotRequired, TypedDict

from khronos_pbem.engine.orders import forms, table_orders
from khronos_pbem.messages import Moment, VerbatimText, message, plural_message
from khronos_pbem.record.block import TURN, Block
from khronos_pbem.record.leaving.votes import seats_after
from khronos_pbem.session.replay.history import Entry
from khronos_pbem.session.replay.snapshots import blocks_of

if TYPE_CHECKING:
    from khronos_pbem.session.replay.sealed_messages import OpenedOrder

_BEGINS = 'message "'
SHOWN, LONGEST = 5, 240
"""The largest number of messages in a view of a game, and of characters in each message."""


class MessageDocument(TypedDict):
    """A `PlayerMessage` as JSON-able data."""

    seq: int
    colour: str
    name: str
    at: str
    text: str
    to: NotRequired[str]


class PlayerMessage(NamedTuple):
    """A message of a player: block, author's colour and name, time (UTC), and the text as typed.

    `to` is the colour of its only reader; empty for all.
    """

    seq: int
    colour: str
    name: str
    at: str
    text: str
    to: str = ""

    def to_data(self) -> MessageDocument:
        """The message as JSON-able data; `to` is left out if it is empty."""
        seq, colour, name, at, text, to = self
        data: MessageDocument = {"seq": seq, "colour": colour, "name": name, "at": at, "text": text}
        return {**data, "to": to} if to else data


def messages_in(blocks: Sequence[Block], after: int = -1, but: int | None = None) -> list[PlayerMessage]:
    """Return the public messages of a record after block `after`, oldest first.

    Messages from the seat `but` are left out. `blocks` must begin with the first block, because the names are
    read from there.
    """
    found: list[PlayerMessage] = []
    for block, seats in zip(blocks, seats_after(blocks), strict=False):
        if block.seq <= after or block.seat == but:
            continue
        here = block.seat < len(seats.colours)
        colour, name = (seats.colours[block.seat], seats.names[block.seat]) if here else ("", "")
        for text in filter(None, map(_text, block.orders)):
            found.append(PlayerMessage(block.seq, colour, name, block.at, text))
    return found


def _text(order: str) -> str:
    """Return the text of an order that is a message; empty for any other order."""
    if not order.startswith(_BEGINS):
        return ""
    try:
        return table_orders.unquote_message(order.removeprefix("message "))
    except forms.InvalidValue:
        return ""


def sealed_messages(orders: Iterable[OpenedOrder]) -> list[PlayerMessage]:
    """The opened messages to one player among private orders; the text is empty if it cannot be opened."""
    return [
        PlayerMessage(one.seq, one.colour, one.name, one.at, text or "", one.to)
        for one, text in orders
        if one.to
    ]


def last_turn_block(blocks: Sequence[Block], seat: int) -> int:
    """The number of the last block in which a seat played a turn or part of one; -1 if there is none."""
    return next((b.seq for b in reversed(blocks) if b.seat == seat and b.kind == TURN), -1)


def new_messages(
    entries: Sequence[Entry], seat: int | None, sealed: Sequence[PlayerMessage] = ()
) -> list[PlayerMessage]:
    """The messages of others since a seat's last turn; for spectators (None), those of the last blocks.

    `sealed` are opened messages to this seat alone.
    """
    if not entries:
        return []
    seats, blocks = entries[-1].table.seats, blocks_of(entries)
    after = len(blocks) - 1 - len(seats) if seat is None else last_turn_block(blocks, seat)
    found = messages_in(blocks, after, seat)
    private = [each for each in sealed if after < each.seq < len(blocks)]
    return sorted([*found, *private], key=lambda each: each.seq) if private else found


def new_message_lines(
    entries: Sequence[Entry], seat: int | None, word: str, sealed: Sequence[PlayerMessage] = ()
) -> list[str]:
    """Return the result of `new_messages` as lines for people, under a heading.

    `word` is the game's name in a command.
    """
    head = message("Messages since your last turn:") if seat is not None else message("Newest messages:")
    return _under(head, new_messages(entries, seat, sealed), word)


def new_private_message_lines(
    entries: Sequence[Entry], seat: int | None, word: str, sealed: Sequence[PlayerMessage]
) -> list[str]:
    """Return the messages sent only to a seat since its last turn, as lines for people.

    Empty if there are none. `word` is the game's name in a command.
    """
    found = [each for each in new_messages(entries, seat, sealed) if each.to]
    return _under(message("To you only:"), found, word)


def _under(head: str, found: Sequence[PlayerMessage], word: str) -> list[str]:
    """Return the messages under a heading; empty if there are none."""
    return [head, *(message("  {line}", line=line) for line in message_lines(found, word))] if found else []


def message_lines(
    messages: Sequence[PlayerMessage], word: str, most: int = SHOWN, longest: int = LONGEST
) -> list[str]:
    """Return the newest messages as lines for people, below a line on how to see earlier ones.

    `word` is the game's name in a command, `most` the number of messages, and `longest` the number of
    characters of each.
    """
    shown = messages[-most:] if most else []
    lines = [message_line(one, longest) for one in shown]
    if len(messages) == len(shown):
        return lines
    earlier = plural_message(
        "{n} earlier message; khronos log {name} shows all messages",
        "{n} earlier messages; khronos log {name} shows all messages",
        len(messages) - len(shown),
        name=word,
    )
    return [earlier, *lines]


def message_line(one: PlayerMessage, longest: int = LONGEST) -> str:
    """Return a message as a line for people: author, time, and text cut to `longest` characters."""
    text = one.text
    if len(text) > longest:
        text = f"{text[: longest - 1].rstrip()}…"
    words = VerbatimText(text) if text or not one.to else message("(sealed, cannot be opened)")
    parts = {"name": VerbatimText(one.name), "colour": one.colour, "at": Moment(one.at), "words": words}
    if one.to:
        return message("{name} ({colour}) to {to} only, {at}: {words}", **parts, to=one.to)
    return message("{name} ({colour}), {at}: {words}", **parts)
