"""What a file is that somebody wants to look at; and what a look at a broken record ends with."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from khronos_pbem.archive.file_kind import is_notated
from khronos_pbem.cli import completion
from khronos_pbem.cli import shared_options as opt
from khronos_pbem.cli.next_steps import called
from khronos_pbem.cli.terminal.printing import note
from khronos_pbem.home.keyring import kept_keys
from khronos_pbem.home.versions.unsent import unsent
from khronos_pbem.mail.outgoing import last_addresses as envelopes
from khronos_pbem.messages import message
from khronos_pbem.record.leaving.votes import stands_at_once
from khronos_pbem.record.save import is_save
from khronos_pbem.session.commands.undo import may_be_taken_back
from khronos_pbem.session.context import Context
from khronos_pbem.session.replay.open_save import Opened, about_histories
from khronos_pbem.session.replay.table import Table, Waiting
from khronos_pbem.storage.files import read_file
from khronos_pbem.storage.home_folder import home

SAVE, RECORD, POSITION = "save", "record", "position"
SaveOrPosition = Annotated[
    Path,
    typer.Argument(
        metavar="FILE",
        callback=opt.save_or_game,
        autocompletion=completion.tables,
        help="A save, a game in the library, or a file with a position.",
    ),
]


SaveOrPositionToPlay = Annotated[
    Path,
    typer.Argument(
        metavar="FILE",
        callback=opt.game_to_play,
        autocompletion=completion.tables,
        help="A save, a game in the library, or a file with a position.",
    ),
]


def kind_of(file: Path) -> str:
    """What a file is: a save, a text record, or else a position."""
    data = read_file(file)
    if is_notated(data):
        return RECORD
    return SAVE if is_save(data) else POSITION


def tell_histories(opened: Opened) -> None:
    """Note that somebody has to choose between two histories first, if there are two."""
    for line in about_histories(opened, home()):
        note(line)


def is_unsent(opened: Opened) -> bool:
    """Whether one's own last block has not left this machine."""
    return opened.problem is None and unsent(home(), opened.save) is not None


def about_unsent(opened: Opened, now: Waiting | None, seat: int | None, where: Context) -> list[str]:
    """That one's own last block has not left this machine, and what sends it or takes it back."""
    if not is_unsent(opened):
        return []
    seq, path = len(opened.save.blocks) - 1, called(opened.path)
    sending = message(
        "block {seq} has not been sent yet; to send it: {words}", seq=seq, words=_send(opened, now)
    )
    if stands_at_once(opened.save.blocks, seq):
        return [sending]
    mine = now is not None and now.seat is not None and now.seat == seat
    if mine or _is_nobody_elses(opened.table):
        told = message(
            "block {seq} has not been sent yet; to take it back: khronos undo {path}", seq=seq, path=path
        )
        return [told] if may_be_taken_back(opened.save, where) else []
    undo = message("to take it back instead: khronos undo {path}", path=path)
    return [sending, *([undo] if may_be_taken_back(opened.save, where) else [])]


def _send(opened: Opened, now: Waiting | None) -> str:
    """The command that sends a game; with an address where nobody has been told yet who is to be invited."""
    invites = now is not None and now.seat is None and not envelopes.is_addressed(home(), opened.save.header)
    return f"khronos send {called(opened.path)}{' --to ADDRESS' if invites else ''}"


def _is_nobody_elses(table: Table) -> bool:
    """Whether all who play are of this keyring, bots among them."""
    if not any(seat.bot for seat in table.seats) or table.position is None:
        return False
    return {seat.identity.hex() for seat in table.seats} <= kept_keys(home())


def fail_if_broken(opened: Opened, *, quiet: bool = False, older: bool = True) -> None:
    """Leave with the exit code of what breaks the record, once what holds of it was shown."""
    if opened.older is not None and older:
        note(opened.older.said)
    if opened.unnoted is not None:
        note(
            message(
                "this version could not be noted as the newest you have seen: {problem}",
                problem=opened.unnoted.said,
            )
        )
    if opened.problem is not None:
        if not quiet:
            note(opened.problem.said)
        raise typer.Exit(int(opened.problem.exit))
