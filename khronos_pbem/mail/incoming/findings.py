"""What came of a thing that was found in a letter."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from khronos_pbem.errors import KhronosError
from khronos_pbem.mail.formats.order_blocks import visible
from khronos_pbem.mail.incoming.learn_addresses import Sender


@dataclass(frozen=True, slots=True)
class News:
    """What came of one thing found: `new`, `same`, `older`, `draft`, `ignored`, or `refused` with the error.

    `warnings` are about the keys of those who have joined since. A draft has its `orders` (what is invisible
    in them is written out), the file they are kept in, and the block `after` which they are to be played.
    `game` is the game's file in the library, where there is one, `sender` where the letter came from. What is
    new and `asks` nothing of me is only an update: others have gone on in a game of mine.
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


def refused(problem: KhronosError, origin: str) -> News:
    """A thing that was not taken in, and why."""
    problem.file = problem.file or visible(origin)
    return News("refused", problem.said, origin, problem)
