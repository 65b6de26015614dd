"""The command `settle`: choose between two versions of a game."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from khronos_pbem.cli import completion
from khronos_pbem.cli import shared_options as opt
from khronos_pbem.cli.next_steps import game_argument
from khronos_pbem.cli.option_types import argument, option
from khronos_pbem.cli.terminal.is_terminal import can_ask
from khronos_pbem.cli.terminal.printing import note, print_json, print_lines, translate
from khronos_pbem.errors import ExitCode
from khronos_pbem.home.config import read_config
from khronos_pbem.library.library import configured_library
from khronos_pbem.messages import message
from khronos_pbem.record.chain import head_hash
from khronos_pbem.record.save import parse_save
from khronos_pbem.session.commands.resolve_fork import (
    VersionToChoose,
    conflict_document,
    conflict_lines,
    find_conflict,
    find_version,
)
from khronos_pbem.session.commands.resolve_fork import take_version as take_side
from khronos_pbem.session.commands.write_save import check_output
from khronos_pbem.storage.files import read_file, write_output
from khronos_pbem.storage.home_folder import home


def settle(
    file: Annotated[
        Path,
        argument("GAME", "A game in the library, or a save.", completion.saves, callback=opt.file_to_play),
    ],
    take: Annotated[str | None, option("--take", "1|2|FILE", "The version to continue with.")] = None,
    out: Annotated[Path | None, option("-o --out", "OUT", "Write the chosen version to this file.")] = None,
    force: opt.Force = False,
    as_json: opt.Json = False,
) -> None:
    check_output(out, force)
    asked = find_conflict(home(), file)
    if not as_json:
        print_lines(conflict_lines(asked))
    word = take or ("" if as_json else _ask_version(len(asked.sides)))
    if not word:
        if as_json:
            print_json(conflict_document(asked))
        told = message(
            "no version was chosen; to choose one: khronos settle {name} --take 1, or khronos settle {name} "
            "--take 2",
            name=game_argument(file),
        )
        note(told)
        raise typer.Exit(int(ExitCode.CONFLICT))
    side = find_version(home(), asked, word)
    given = [file] if word == str(side.number) else [file, Path(word)]
    path = _write_version(given, out, side, take_side(home(), asked, side), force=force)
    if as_json:
        print_json({**conflict_document(asked, side), "file": str(path)})
        return
    done = message(
        "the game continues with version {number} in {path}; the other version has been kept",
        number=side.number,
        path=path,
    )
    print_lines(["", done])


def _ask_version(most: int) -> str:
    """Ask on a terminal which version to continue with; empty without a terminal or an answer."""
    if not can_ask():
        return ""
    question = message(
        "Which version do you want to continue with (1 to {most})? (Press Enter to decide later) ", most=most
    )
    sys.stdout.write("\n" + translate(question))
    sys.stdout.flush()
    return sys.stdin.readline(80).strip()


def _write_version(
    given: list[Path], out: Path | None, side: VersionToChoose, text: str, *, force: bool
) -> Path:
    """Write the chosen version, and return its path.

    It is written to the library if the game is there, and to OUT if OUT is given. Without OUT, it is written
    next to the first given file if neither the library nor a given file contains it.
    """
    library = configured_library(read_config())
    has = library.load_save(side.save.header) is not None
    places = [library.write_newest(side.save, text.encode())] if has else []
    if out is not None:
        write_output(out, text, force=force)
        return out
    for path in (*places, *given):
        if parse_save(read_file(path)) == side.save:
            return path
    file = given[0]
    beside = file.with_name(f"{file.stem}-{head_hash(side.save).hex()[:16]}.khronos")
    if not beside.exists():
        write_output(beside, text, force=False)
    return beside
