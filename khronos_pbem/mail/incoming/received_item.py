"""The result of processing one thing found in a letter."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from khronos_pbem.errors import KhronosError
from khronos_pbem.mail.formats.order_blocks import visible
from khronos_pbem.mail.incoming.learn_addresses import Sender
from khronos_pbem.messages import message
from khronos_pbem.record.save import Header


@dataclass(frozen=True, slots=True)
class ReceivedItem:
    """The result for one save, draft or offer found in a letter, and a text about it.

    `state` is `new`, `same`, `older`, `draft`, `ignored` or `refused`; a refused item has a `problem`.
    `warnings` are about the keys of players who joined. For a draft, `orders` are its orders (with invisible
    characters escaped), `draft` is its file, and `after` is the block that the orders follow. `game` is the
    game's file in the library, if any; `sender` is the sender of the letter. A new save with `ask` false is
    only an update: others have played, and nothing is required of you.
    """

    state: str
    text: str
    origin: str
    problem: KhronosError | None = None
    warnings: tuple[str, ...] = ()
    orders: tuple[str, ...] = ()
    draft: Path | None = None
    game: Path | None = None
    after: int = -1
    sender: Sender | None = None
    asks: bool = True


def repeated_item(
    header: Header, seq: int, last: int, origin: str, path: Path, sender: Sender | None = None
) -> ReceivedItem:
    """The item for a save up to block `seq`, when the library already has block `last` of the game."""
    title = header.title
    if seq == last:
        text = message("{title}: you already have block {turn}", title=title, turn=seq)
        return ReceivedItem("same", text, origin, game=path, sender=sender)
    text = message(
        "{title}: this is block {turn}, but you already have block {last}", title=title, turn=seq, last=last
    )
    return ReceivedItem("older", text, origin, game=path, sender=sender)


def refused_item(problem: KhronosError, origin: str) -> ReceivedItem:
    """The item for something that was refused with this problem."""
    refused = problem.in_file(visible(origin))
    return ReceivedItem("refused", refused.full_message, origin, refused)
