"""The command `undo`: take back your newest block if it has not left this machine."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

from khronos_pbem.cli import shared_options as opt
from khronos_pbem.cli.command_context import context
from khronos_pbem.cli.option_types import argument, flag
from khronos_pbem.cli.terminal.confirm import ask_yes_no
from khronos_pbem.cli.terminal.printing import print_json_or_lines
from khronos_pbem.errors import Conflict, NothingToDo
from khronos_pbem.home.config import read_config
from khronos_pbem.home.sealed_orders import sealed_orders_text
from khronos_pbem.home.versions.signed_blocks import holds_every_seat
from khronos_pbem.library.library import Library, configured_library
from khronos_pbem.library.locate_game import game_locator
from khronos_pbem.messages import listed, message
from khronos_pbem.record.block import ASSIST, JOIN
from khronos_pbem.session.commands.undo import Undoable, find_undoable, take_back, typed_orders
from khronos_pbem.session.context import Context
from khronos_pbem.session.queries.documents import waiting_document
from khronos_pbem.session.queries.summaries import headline, whose_move_line
from khronos_pbem.session.replay.table import waiting
from khronos_pbem.storage.file_types import real_path
from khronos_pbem.storage.files import write_state_file
from khronos_pbem.storage.home_folder import ensure_folder

NotSent = Annotated[
    bool, flag("--not-sent --yes", "Do not ask; assume that nobody else has a copy of the file.")
]


def undo(
    file: Annotated[Path, argument("GAME", "A game in the library, or a save.", callback=opt.file_to_play)],
    name: opt.As = None,
    not_sent: NotSent = False,
    as_json: opt.Json = False,
) -> None:
    at, library = context(name), configured_library(read_config())
    found = find_undoable(file, at, library.file_of)
    if not (not_sent or found.only_copy or holds_every_seat(at.home, found.seen)):
        _ask_about_copies(found, library, as_json=as_json)
    draft = None if found.only_copy else _write_draft(at, file, found)
    take_back(found, at.home)
    again = "" if found.only_copy else _repeat_command(file, found, draft)
    print_json_or_lines(as_json, _document(found, draft, again), _result_lines(found, again))


def _ask_about_copies(found: Undoable, library: Library, *, as_json: bool) -> None:
    """Ask the player to confirm that nobody else has a copy of the files outside the library.

    Raises NothingToDo if the answer is no. Raises Conflict if one of these files is itself a copy, or if the
    question cannot be asked.
    """
    inside = Path(real_path(library.path))
    outside = [path for path, _ in found.files if inside not in Path(real_path(path)).parents]
    if not outside:
        return
    files = listed([message("{path}", path=path) for path in outside])
    if any(real_path(path) != found.noted.place for path in outside):
        raise Conflict(
            message(
                "the file with your block has been copied to {files}, and there may be more copies",
                files=files,
            ),
            rule="FORMATS 1",
            hint=message("if nobody else has a copy, add --not-sent"),
        )
    what = message("the library does not contain {files}, so only you know who else has a copy", files=files)
    answer = None if as_json else ask_yes_no([what], message("Are you sure that nobody else has a copy?"))
    if answer is None:
        raise Conflict(what, hint=message("if nobody else has a copy, add --not-sent"))
    if not answer:
        hint = message("you cannot take back a block once another player has a copy of it")
        raise NothingToDo(message("nothing was taken back"), hint=hint)


def _write_draft(at: Context, file: Path, found: Undoable) -> Path | None:
    """Write the orders of the block to a sealed draft and return its path; None if it has no orders.

    The draft is sealed because orders may name cards in a hand.
    """
    if not found.block.orders:
        return None
    path = ensure_folder(at.home, "drafts") / f"{file.stem}-{found.block.seq}.sealed"
    write_state_file(path, sealed_orders_text(found.noted.by, typed_orders(found, at)).encode())
    return path


def _repeat_command(file: Path, found: Undoable, draft: Path | None) -> str:
    """Return the command that creates the block again; empty for a new game."""
    word = game_locator(read_config()).name_of(file)
    words = ["khronos", found.block.kind, word]
    if draft is not None:
        return shlex.join(["khronos", "play", word, str(draft)])
    if found.block.kind == JOIN and found.block.seq:
        words += ["--as", found.block.name, "--colour", found.block.colour]
    elif found.block.kind != ASSIST:
        return ""
    return shlex.join(words)


def _document(found: Undoable, draft: Path | None, again: str) -> dict[str, object]:
    table = found.history.table
    return {
        "seq": found.block.seq,
        "kind": found.block.kind,
        "orders": list(found.block.orders),
        "files": [str(path) for path, _ in found.files],
        "draft": None if draft is None else str(draft),
        "command": again or None,
        "waiting_for": waiting_document(table, waiting(table)),
    }


def _result_lines(found: Undoable, again: str) -> list[str]:
    if found.only_copy:
        return [message("{path} now contains the newest version", path=path) for path, _ in found.files]
    lines: list[str] = [
        message("took back block {seq}: {what}", seq=found.block.seq, what=headline(found.block))
    ]
    if found.since:
        told = message("also took back all later blocks, up to block {seq}", seq=found.since[-1].seq)
        lines.append(told)
    if not found.before.blocks:
        return [*lines, message("the new game was deleted")]
    lines += [message("{path} has been restored to its previous state", path=path) for path, _ in found.files]
    lines.append(message("you will get the same cards and the same rolls again"))
    if again:
        lines.append(message("to do the same again: {command}", command=again))
    return [*lines, whose_move_line(found.history.table)]
