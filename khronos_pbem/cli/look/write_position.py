"""`show --position`: a player's knowledge as a position for `try` and `moves` (FORMATS 3)."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from khronos_pbem.archive.records import open_record as opening
from khronos_pbem.cli.look.open_file import RECORD, SAVE, exit_if_broken, kind_of_file
from khronos_pbem.cli.terminal.printing import print_json, print_lines, print_text
from khronos_pbem.errors import UsageError
from khronos_pbem.messages import message
from khronos_pbem.session.context import Context
from khronos_pbem.session.queries import player_view
from khronos_pbem.session.replay.open_save import Opened
from khronos_pbem.session.turns import setup_position as trying
from khronos_pbem.storage import files


class PositionOutput(NamedTuple):
    """The output file for a position (None for standard output), and whether to overwrite it."""

    out: Path | None
    force: bool


def check_position_option(asked: bool) -> None:
    """Raise UsageError if `-o` was given without `--position`."""
    if not asked:
        raise UsageError(message("-o works only with --position"), hint=message("add --position"))


def print_or_write_position(
    file: Path, at_desk: Context, at: int | None, to: PositionOutput, as_json: bool
) -> None:
    """Print the position in a file as TOML or JSON, or write it to a file as TOML.

    From a save, the position contains what the identity knows; from a text record, what all players know. It
    is the position after block `at` or at the end. A position file is not changed. Raises IllegalOrder while
    a choice is open, NothingToDo if there is no position, Exit if the record is broken, and UsageError.
    """
    data, opened = _position_data(file, at_desk, at)
    if to.out is not None:
        files.write_output(to.out, trying.position_toml(data), force=to.force)
    if as_json:
        print_json(data)
    elif to.out is not None:
        print_lines([message("wrote {out}", out=to.out)])
    else:
        print_text(trying.position_toml(data))
    if opened is not None:
        exit_if_broken(opened)


def _position_data(file: Path, at_desk: Context, at: int | None) -> tuple[dict[str, object], Opened | None]:
    """The position as data for TOML or JSON, and the opened save if the file is one."""
    kind = kind_of_file(file)
    if kind == SAVE:
        seen = player_view.load_view(file, at_desk, whole=False)
        shown = player_view.view_of(seen.opened, player_view.at_block(seen.opened, at), at_desk)
        return trying.position_data(shown.table.game, shown.table.position), seen.opened
    if kind == RECORD:
        chronicle = opening.read_game(file, at_desk).chronicle
        return trying.position_data(chronicle.game, chronicle.last_step_of(at).position), None
    return trying.set_up_document(trying.read_position(file)), None
