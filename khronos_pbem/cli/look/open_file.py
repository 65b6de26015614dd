"""The kind of a file, and notices about unsent blocks, two versions and broken records."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from khronos_pbem.archive.file_kind import is_text_record
from khronos_pbem.cli import completion
from khronos_pbem.cli import shared_options as opt
from khronos_pbem.cli.command_context import context
from khronos_pbem.cli.next_steps import game_argument
from khronos_pbem.cli.option_types import argument
from khronos_pbem.cli.terminal.printing import note, note_problem
from khronos_pbem.errors import UsageError
from khronos_pbem.home.keyring import all_own_keys
from khronos_pbem.home.versions.signed_blocks import unsent_last_block
from khronos_pbem.mail.outgoing import last_addresses as envelopes
from khronos_pbem.messages import message
from khronos_pbem.record.leaving.votes import is_irrevocable
from khronos_pbem.record.save import is_save
from khronos_pbem.session.commands import undo as undoing
from khronos_pbem.session.context import Context
from khronos_pbem.session.replay.open_save import Opened, two_versions_messages
from khronos_pbem.session.replay.table import Table, Waiting
from khronos_pbem.session.turns import branching
from khronos_pbem.session.turns import setup_position as trying
from khronos_pbem.storage.files import read_file
from khronos_pbem.storage.home_folder import home

if TYPE_CHECKING:
    from khronos_pbem.session.turns.turn_draft import StartingPoint

SAVE, RECORD, POSITION = "save", "record", "position"
_FILE_HELP = "A save, a game in the library, or a file with a position."
SaveOrPosition = Annotated[
    Path, argument("FILE", _FILE_HELP, completion.games_and_positions, callback=opt.file_to_read)
]
SaveOrPositionToPlay = Annotated[
    Path, argument("FILE", _FILE_HELP, completion.games_and_positions, callback=opt.file_to_play)
]


def kind_of_file(file: Path) -> str:
    """The kind of a file: SAVE, RECORD (a text record), or POSITION for anything else."""
    data = read_file(file)
    if is_text_record(data):
        return RECORD
    return SAVE if is_save(data) else POSITION


def starting_point_of_file(file: Path, name: str | None, rewind: bool, *, explore: bool) -> StartingPoint:
    """Return the position from which orders start, given a save or a position file.

    A save gives the position as its player knows it. With `explore`, a save in which it is not your turn
    starts at your next turn. Raises UsageError for a text record, and the errors of reading the file.
    """
    kind = kind_of_file(file)
    if kind == RECORD:
        what, hint = (
            message("a text record shows only what everyone can see"),
            message("use the save instead"),
        )
        raise UsageError(what, file=str(file), hint=hint)
    if kind == SAVE:
        return branching.starting_point_of_save(file, context(name, rewind=rewind), explore=explore)
    return branching.starting_point_of_setup(trying.read_position(file))


def note_two_versions(opened: Opened) -> None:
    """If there are two versions of the game, print to standard error that the player must choose one."""
    note(*two_versions_messages(opened, home()))


def has_unsent_block(opened: Opened) -> bool:
    """Return whether the newest block is your own and has not left this machine."""
    return opened.problem is None and unsent_last_block(home(), opened.save) is not None


def unsent_lines(opened: Opened, now: Waiting | None, seat: int | None, where: Context) -> list[str]:
    """Return lines on how to send or take back your own newest block; empty if it has been sent.

    `now` describes what the game is waiting for, and `seat` is your seat.
    """
    if not has_unsent_block(opened):
        return []
    seq, path = len(opened.save.blocks) - 1, game_argument(opened.path)
    sending = message(
        "block {seq} has not been sent yet; to send it: {words}", seq=seq, words=_send_command(opened, now)
    )
    if is_irrevocable(opened.save.blocks, seq):
        return [sending]
    mine = now is not None and now.seat is not None and now.seat == seat
    if mine or _has_only_own_seats(opened.table):
        told = message(
            "block {seq} has not been sent yet; to take it back: khronos undo {path}", seq=seq, path=path
        )
        return [told] if undoing.may_be_taken_back(opened.save, where) else []
    undo = message("to take it back instead: khronos undo {path}", path=path)
    return [sending, *([undo] if undoing.may_be_taken_back(opened.save, where) else [])]


def _send_command(opened: Opened, now: Waiting | None) -> str:
    """Return the command that sends a game, with `--to ADDRESS` if a player must still be invited."""
    invites = (
        now is not None and now.seat is None and not envelopes.has_typed_addresses(home(), opened.save.header)
    )
    return f"khronos send {game_argument(opened.path)}{' --to ADDRESS' if invites else ''}"


def _has_only_own_seats(table: Table) -> bool:
    """Return whether all seats belong to identities in this keyring and at least one is a bot."""
    if not any(seat.bot for seat in table.seats) or table.position is None:
        return False
    return {seat.identity.hex() for seat in table.seats} <= all_own_keys(home())


def exit_if_broken(opened: Opened, *, quiet: bool = False, older: bool = True) -> None:
    """Print the problems of an opened game to standard error; raise Exit if its record is broken.

    Call it after showing the valid part. With `quiet`, no problem of the record is printed. With
    `older=False`, the notice about a newer version is left out.
    """
    note_problem(opened.older if older else None)
    if opened.unnoted is not None:
        told = message(
            "this version could not be recorded as the newest one you have seen: {problem}",
            problem=opened.unnoted.full_message,
        )
        note(told)
    if opened.problem is not None:
        note_problem(None if quiet else opened.problem)
        raise typer.Exit(int(opened.problem.exit))
