"""Print what to type next: one line for people at a terminal, nothing for scripts."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from khronos_pbem.cli.terminal.is_terminal import is_read_by_person
from khronos_pbem.cli.terminal.printing import note
from khronos_pbem.home import config
from khronos_pbem.library import locate_game as locating
from khronos_pbem.mail.incoming import inboxes as ways
from khronos_pbem.messages import message, path_argument, shell_quoted
from khronos_pbem.session.bots import bot_seats as company
from khronos_pbem.session.replay.table import waiting
from khronos_pbem.storage import home_folder as home

if TYPE_CHECKING:
    from khronos_pbem.mail.incoming.received_item import ReceivedItem
    from khronos_pbem.session.commands.write_blocks import WriteResult


def game_argument(path: Path) -> str:
    """Return the quoted argument that names a game: its name if that finds this file, else its path.

    A file in the current folder is always named by its file name.
    """
    if len(path.parts) == 1:
        return shell_quoted(path_argument(path))
    return shell_quoted(locating.game_locator(config.read_config([])).name_of(path))


def _note_next(line: str) -> None:
    note(message("next: {line}", line=line))


def note_next_after_keygen(name: str) -> None:
    """Print how to play with a new identity of this name."""
    if is_read_by_person():
        told = message(
            "play against bots with khronos solo --as {name}, or read how to play with others: "
            "khronos help start",
            name=shell_quoted(name),
        )
        _note_next(told)


def note_next_after_block(done: WriteResult, path: Path, *, sent: bool) -> None:
    """Print how a game continues after a new block: run a bot, invite a player or pass the file on.

    Nothing is printed if the block was sent, if the file is in a shared folder, or if the same player moves
    again.
    """
    now = waiting(done.draft.table)
    if sent or not is_read_by_person() or (now is not None and now.seat == done.draft.block.seat):
        return
    if locating.game_locator(config.read_config([])).is_shared(path):
        return
    table = done.draft.table
    if any(seat.bot for seat in table.seats) and company.awaited_bot(home.home(), table):
        _note_next(message("to let your bot play: khronos bot {name}", name=game_argument(path)))
    elif now is not None and now.seat is None:
        _note_next(message("invite a player with khronos send {name} --to ADDRESS", name=game_argument(path)))
    else:
        told = message("pass the file on, or write an e-mail: khronos send {name}", name=game_argument(path))
        _note_next(told)


def note_next_after_news(news: Iterable[ReceivedItem]) -> None:
    """Print how to look at the first new game that arrived."""
    came = [one.game for one in news if one.state == "new" and one.game is not None]
    if came and is_read_by_person():
        told = message(
            "to look at the game: khronos show {name}; to play: khronos next",
            name=game_argument(came[0]),
        )
        _note_next(told)


def note_next_after_letter(settings: config.Config, file: str) -> None:
    """Print what to do with a letter written to `file`, and with its reply; nothing if `file` is empty."""
    if not file or not is_read_by_person():
        return
    if ways.has_inboxes(settings):
        told = message("send {path} with your mail program, then type khronos next", path=shell_quoted(file))
        _note_next(told)
    else:
        _note_next(
            message(
                "send {path} with your mail program, save the reply to a file, then type khronos next FILE",
                path=shell_quoted(file),
            )
        )
