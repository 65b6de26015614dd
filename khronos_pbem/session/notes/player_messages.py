"""What players have said to each other in a game, and what of it somebody has not answered yet (FORMATS 2).

A message is text that somebody typed: it is shown as it is, never as markup, and printing escapes what is not
seen. Looking at a game shows the newest ones, shortened; `khronos log` has all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from khronos_pbem.engine.orders import forms, table_orders
from khronos_pbem.messages import Moment, Typed, message, plural_message
from khronos_pbem.record.block import TURN, Block
from khronos_pbem.record.leaving.votes import seats_after
from khronos_pbem.session.replay.history import Entry
from khronos_pbem.session.replay.snapshots import blocks_of

if TYPE_CHECKING:
    from khronos_pbem.session.replay.sealed_messages import Disclosed

_BEGINS = 'message "'
SHOWN, LONGEST = 5, 240
"""How many messages a look at a game shows, and how many characters of each."""


class Message(NamedTuple):
    """What a player has said: in which block, who, when (UTC), and the words as typed; `to` is the colour of
    whom alone it was said to, empty for all."""

    seq: int
    colour: str
    name: str
    at: str
    text: str
    to: str = ""

    def to_data(self) -> dict[str, Any]:
        """The message as JSON-able data; `to` only where it has one."""
        data = self._asdict()
        return data if self.to else {key: value for key, value in data.items() if key != "to"}


def messages_in(blocks: Sequence[Block], after: int = -1, but: int | None = None) -> list[Message]:
    """All messages of a record behind block `after`, in their order, without those of the seat `but`; the
    blocks are those from its first on, so that whoever had a seat when he wrote is named."""
    found: list[Message] = []
    for block, seats in zip(blocks, seats_after(blocks), strict=False):
        if block.seq <= after or block.seat == but:
            continue
        here = block.seat < len(seats.colours)
        colour, name = (seats.colours[block.seat], seats.names[block.seat]) if here else ("", "")
        for text in filter(None, map(_text, block.orders)):
            found.append(Message(block.seq, colour, name, block.at, text))
    return found


def _text(order: str) -> str:
    """The words of an order that is a message; empty of any other."""
    if not order.startswith(_BEGINS):
        return ""
    try:
        return table_orders.unquoted(order.removeprefix("message "))
    except forms.Unfit:
        return ""


def sealed_messages(orders: Iterable[Disclosed]) -> list[Message]:
    """Messages that were sealed to one player, opened; the text is empty where it cannot be opened."""
    return [
        Message(one.seq, one.colour, one.name, one.at, text or "", one.to) for one, text in orders if one.to
    ]


def last_turn(blocks: Sequence[Block], seat: int) -> int:
    """The block of a seat's last turn, or of a part of it; -1 if it has not had one."""
    return next((b.seq for b in reversed(blocks) if b.seat == seat and b.kind == TURN), -1)


def new_messages(entries: Sequence[Entry], seat: int | None, sealed: Sequence[Message] = ()) -> list[Message]:
    """What the others have said since a seat's last turn; spectators (None) hear the last round.

    `sealed` are messages that were sealed to the seat, opened.
    """
    if not entries:
        return []
    seats, blocks = entries[-1].table.seats, blocks_of(entries)
    after = len(blocks) - 1 - len(seats) if seat is None else last_turn(blocks, seat)
    found = messages_in(blocks, after, seat)
    private = [each for each in sealed if after < each.seq < len(blocks)]
    return sorted([*found, *private], key=lambda each: each.seq) if private else found


def told_messages(
    entries: Sequence[Entry], seat: int | None, word: str, sealed: Sequence[Message] = ()
) -> list[str]:
    """What `new_messages` finds, for people, under a line that says since when; `word` is the game in a
    command."""
    found = new_messages(entries, seat, sealed)
    if not found:
        return []
    head = message("Messages since your last turn:") if seat is not None else message("Newest messages:")
    return [head, *(message("  {line}", line=line) for line in message_lines(found, word))]


def told_private(
    entries: Sequence[Entry], seat: int | None, word: str, sealed: Sequence[Message]
) -> list[str]:
    """The messages to a seat alone since its last turn, for people; nothing if there are none. `word` is the
    game in a command."""
    found = [each for each in new_messages(entries, seat, sealed) if each.to]
    return (
        [message("To you only:"), *(message("  {line}", line=line) for line in message_lines(found, word))]
        if found
        else []
    )


def message_lines(
    messages: Sequence[Message], word: str, most: int = SHOWN, longest: int = LONGEST
) -> list[str]:
    """The newest of some messages for people, one a line, and above them how to see the others, with the
    `word` for the game."""
    shown = messages[-most:] if most else []
    lines: list[str] = []
    if len(messages) > len(shown):
        n = len(messages) - len(shown)
        lines.append(
            plural_message(
                "{n} earlier message; khronos log {name} shows all messages",
                "{n} earlier messages; khronos log {name} shows all messages",
                n,
                name=word,
            )
        )
    return [*lines, *(message_line(one, longest) for one in shown)]


def message_line(one: Message, longest: int = LONGEST) -> str:
    """A message for people: who, when, and the words, shortened where they are long."""
    text = one.text
    if len(text) > longest:
        text = f"{text[: longest - 1].rstrip()}…"
    if one.to:
        return message(
            "{name} ({colour}) to {to} alone, {at}: {words}",
            name=Typed(one.name),
            colour=one.colour,
            to=one.to,
            at=Moment(one.at),
            words=Typed(text) if text else message("(sealed, cannot be opened)"),
        )
    return message(
        "{name} ({colour}), {at}: {words}",
        name=Typed(one.name),
        colour=one.colour,
        at=Moment(one.at),
        words=Typed(text),
    )
