"""What to type next: one line for people at a terminal, nothing for scripts."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from khronos_pbem.cli.terminal.printing import note
from khronos_pbem.home import config
from khronos_pbem.library import locate_game as locating
from khronos_pbem.mail.incoming import inboxes as ways
from khronos_pbem.messages import message, path_word, quoted
from khronos_pbem.session.bots import bot_seats as company
from khronos_pbem.session.commands.write_blocks import Done
from khronos_pbem.session.replay.table import waiting
from khronos_pbem.storage import home_folder as home

if TYPE_CHECKING:
    from khronos_pbem.mail.incoming.findings import News


def at_terminal() -> bool:
    """Whether a person reads what is printed: standard output and error are a terminal."""
    return all(
        stream is not None and not stream.closed and stream.isatty() for stream in (sys.stdout, sys.stderr)
    )


def called(path: Path) -> str:
    """How to type a game: by its name, where that leads to this file, else by its path; a file of the current
    folder is always called by its own name."""
    if len(path.parts) == 1:
        return quoted(path_word(path))
    return quoted(locating.locator(config.read_config([])).name_of(path))


def _tell(line: str) -> None:
    note(message("next: {line}", line=line))


def after_keygen(name: str) -> None:
    """What an identity of this name is for."""
    if at_terminal():
        _tell(
            message(
                "play against bots with khronos solo --as {name}, or read how to play with others: "
                "khronos help start",
                name=quoted(name),
            )
        )


def after_block(done: Done, path: Path, *, sent: bool) -> None:
    """How the game comes to the next player, unless it was sent, is shared, or is the same player's turn."""
    now = waiting(done.draft.table)
    if sent or not at_terminal() or (now is not None and now.seat == done.draft.block.seat):
        return
    if locating.locator(config.read_config([])).is_shared(path):
        return
    table = done.draft.table
    if any(seat.bot for seat in table.seats) and company.bot_awaited(home.home(), table):
        _tell(message("let your bot play with khronos bot {name}", name=called(path)))
    elif now is not None and now.seat is None:
        _tell(message("invite a player with khronos send {name} --to ADDRESS", name=called(path)))
    else:
        _tell(message("pass the file on, or write a letter: khronos send {name}", name=called(path)))


def after_news(news: Iterable[News]) -> None:
    """How to see a game that came in."""
    came = [one.game for one in news if one.state == "new" and one.game is not None]
    if came and at_terminal():
        _tell(
            message(
                "look at the game with khronos show {name}, or play with khronos next", name=called(came[0])
            )
        )


def after_letter(settings: config.Config, file: str) -> None:
    """What to do with a letter that is a file now, and with its answer; nothing if it was delivered."""
    if not file or not at_terminal():
        return
    if ways.are_configured(settings):
        _tell(message("send {path} with your mail program, then type khronos next", path=quoted(file)))
    else:
        _tell(
            message(
                "send {path} with your mail program, save the answer to a file, then type khronos next FILE",
                path=quoted(file),
            )
        )
