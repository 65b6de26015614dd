"""The command `verify`: check the record of a game, or compare two versions of it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from khronos_pbem.cli import shared_options as opt
from khronos_pbem.cli.command_context import context
from khronos_pbem.cli.look.open_file import RECORD, exit_if_broken, kind_of_file
from khronos_pbem.cli.option_types import argument
from khronos_pbem.cli.terminal.printing import print_json, print_json_or_lines
from khronos_pbem.errors import InvalidFile
from khronos_pbem.messages import message, path_argument, plural_message, shell_quoted
from khronos_pbem.session.queries.compare_versions import (
    compare_files,
    comparison_document,
    comparison_lines,
    vote_run_lines,
)
from khronos_pbem.session.queries.player_view import invalid_document, verify_document
from khronos_pbem.session.queries.player_view import verify as verify_save
from khronos_pbem.session.queries.summaries import whose_move_line
from khronos_pbem.session.replay.open_save import Opened, open_without_noting
from khronos_pbem.session.replay.table import Table
from khronos_pbem.storage.home_folder import home

_Other = Annotated[
    Path | None,
    argument(
        "[FILE]", "Another version of the same game, to see which one is valid and who, if anyone, cheated."
    ),
]


def verify(
    file: opt.SaveFile, other: _Other = None, rewind: opt.Rewind = False, as_json: opt.Json = False
) -> None:
    if other is not None:
        _print_comparison(file, other, as_json=as_json)
        return
    if kind_of_file(file) == RECORD:
        hint = message(
            "to check a publication: khronos publish {path} --check", path=shell_quoted(path_argument(file))
        )
        what = message("a text record does not contain the players' signatures")
        raise InvalidFile(what, file=str(file), hint=hint)
    try:
        opened = verify_save(file, context(None, rewind=rewind))
    except InvalidFile as problem:
        if as_json:  # not even a header: the same document as for a record that breaks later
            print_json(invalid_document(problem))
            raise typer.Exit(int(problem.exit)) from None
        raise
    print_json_or_lines(as_json, verify_document(opened), _verify_lines(opened))
    exit_if_broken(opened, quiet=as_json)


def _verify_lines(opened: Opened) -> list[str]:
    blocks, table = len(opened.history.entries), opened.table
    if opened.problem is not None:
        told = plural_message(
            "up to that point, {n} block is valid", "up to that point, {n} blocks are valid", blocks
        )
        return [message("NOT VALID: {problem}", problem=opened.problem), told]
    return [
        message(
            "VALID: {blocks}, {proofs} and all signatures are correct, and no rule was broken",
            blocks=plural_message("{n} block", "{n} blocks", blocks),
            proofs=plural_message("{n} proof", "{n} proofs", table.ledger.proofs),
        ),
        *(message("  {colour}: {who}", colour=seat.colour, who=seat.called) for seat in table.seats),
        *vote_run_lines(opened.history),
        *_move_lines(table),
    ]


def _move_lines(table: Table) -> list[str]:
    """Return the line that says whose turn it is; empty if the line about the last vote already says so."""
    return [] if table.run is not None and table.run.next_acker is not None else [whose_move_line(table)]


def _print_comparison(file: Path, other: Path, *, as_json: bool) -> None:
    """Print which of two versions of a game is valid, and who has cheated (DECK 9.6)."""
    one, two = (open_without_noting(path, home()) for path in (file, other))
    found = compare_files(one, two)
    print_json_or_lines(as_json, comparison_document(found), comparison_lines(found))
