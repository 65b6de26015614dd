"""`show --position`: what somebody knows of a game as a position for `try` and `moves` (FORMATS 3)."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from khronos_pbem.archive.records import open_record as opening
from khronos_pbem.cli.look.open_file import RECORD, SAVE, fail_if_broken, kind_of
from khronos_pbem.cli.terminal.printing import print_json, print_lines, print_text
from khronos_pbem.errors import UsageError
from khronos_pbem.messages import message
from khronos_pbem.session.context import Context
from khronos_pbem.session.queries import queries
from khronos_pbem.session.replay.open_save import Opened
from khronos_pbem.session.turns import setup_position as trying
from khronos_pbem.storage import files


class Written(NamedTuple):
    """Where a position goes (None: standard output), and whether over what is there."""

    out: Path | None
    force: bool


def needs_position(asked: bool) -> None:
    """Raise UsageError for an output without what would be written there."""
    if not asked:
        hint = message("add --position")
        raise UsageError(message("-o works only with --position"), rule="FORMATS 1", hint=hint)


def show_position(file: Path, at_desk: Context, at: int | None, to: Written, as_json: bool) -> None:
    """The position of a save as an identity knows it, after a block or at its end; of a text record
    as everybody does; of a position as it is. Printed as TOML or JSON, or written.

    Raises IllegalOrder while a choice is open, NothingToDo where there is none, UsageError.
    """
    data, opened = _known(file, at_desk, at)
    if to.out is not None:
        files.write_new(to.out, trying.position_toml(data), force=to.force)
    if as_json:
        print_json(data)
    elif to.out is not None:
        print_lines([message("wrote {out}", out=to.out)])
    else:
        print_text(trying.position_toml(data))
    if opened is not None:
        fail_if_broken(opened)


def _known(file: Path, at_desk: Context, at: int | None) -> tuple[dict[str, Any], Opened | None]:
    """The data of the position, and the save it comes from, if it does."""
    kind = kind_of(file)
    if kind == SAVE:
        seen = queries.look(file, at_desk, whole=False)
        shown = queries.seen_by(seen.opened, queries.at_block(seen.opened, at), at_desk)
        return trying.known_position(shown.table.game, shown.table.position), seen.opened
    if kind == RECORD:
        chronicle = opening.read_game(file, at_desk).chronicle
        return trying.known_position(chronicle.game, chronicle.at_block(at).position), None
    return trying.position_view(trying.read_position(file)), None
