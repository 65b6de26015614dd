"""Write the output of a command to a file or to standard output."""

from __future__ import annotations

import sys
from pathlib import Path

from khronos_pbem.cli.terminal.printing import print_lines
from khronos_pbem.errors import UsageError
from khronos_pbem.messages import message
from khronos_pbem.storage.file_types import check_target as check
from khronos_pbem.storage.file_types import same_file
from khronos_pbem.storage.files import write_output


def check_target(target: Path, force: bool, source: Path | None = None) -> None:
    """Raise UsageError if the output cannot be written to this file.

    This is so if it is the game `source` itself, exists (unless `force`), is a link, or has no folder.
    """
    if source is not None and same_file(target, source):
        hint = message("choose another file with -o")
        raise UsageError(message("{path} is the game file itself", path=target), hint=hint)
    if str(target) != "-":
        check(target, force=force)


def check_one_format(*asked: bool) -> None:
    """Raise UsageError if more than one of --csv, --html and --json is given."""
    if sum(asked) > 1:
        hint = message("choose one of {items}", items="--csv, --html, --json")
        raise UsageError(message("more than one format given"), hint=hint)


def print_or_write(target: Path, data: bytes, *, force: bool, quiet: bool = False) -> None:
    """Write data to a file and print its path and size; the target `-` is standard output.

    With `quiet`, nothing is printed. Raises UsageError if the file exists, unless `force` is set.
    """
    if str(target) == "-":
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    write_output(target, data, force=force)
    if not quiet:
        print_lines([message("wrote {path}, {size} KiB", path=target, size=max(1, round(len(data) / 1024)))])
