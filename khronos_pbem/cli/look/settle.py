"""The command `settle`: a game that has two histories."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from khronos_pbem.cli import completion
from khronos_pbem.cli import shared_options as opt
from khronos_pbem.cli.next_steps import called
from khronos_pbem.cli.terminal.printing import note, print_json, print_lines, spoken
from khronos_pbem.errors import Exit
from khronos_pbem.home.config import read_config
from khronos_pbem.library.library import configured
from khronos_pbem.messages import message
from khronos_pbem.record.chain import head_hash
from khronos_pbem.record.save import parse_save
from khronos_pbem.session.commands.resolve_fork import Side, chosen, question, question_facts, question_lines
from khronos_pbem.session.commands.resolve_fork import take as take_side
from khronos_pbem.session.commands.write_save import check_out
from khronos_pbem.storage.files import read_file, write_new
from khronos_pbem.storage.home_folder import home


def settle(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="GAME",
            callback=opt.game_to_play,
            autocompletion=completion.saves,
            help="A game in the library, or a save.",
        ),
    ],
    take: Annotated[
        str | None, typer.Option("--take", metavar="1|2|FILE", help="The version to continue with.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option("-o", "--out", metavar="OUT", help="Write the chosen version to this file.")
    ] = None,
    force: opt.Force = False,
    as_json: opt.Json = False,
) -> None:
    """Show the two versions of a game and choose the one to continue with; the other one is kept."""
    check_out(out, force)
    asked = question(home(), file)
    if not as_json:
        print_lines(question_lines(asked))
    word = take or ("" if as_json else _answer(len(asked.sides)))
    if not word:
        if as_json:
            print_json(question_facts(asked))
        told = message(
            "no version was chosen; to choose one: khronos settle {name} --take 1, or khronos settle {name} "
            "--take 2",
            name=called(file),
        )
        note(told)
        raise typer.Exit(int(Exit.CONFLICT))
    side = chosen(home(), asked, word)
    given = [file] if word == str(side.number) else [file, Path(word)]
    path = _written(given, out, side, take_side(home(), asked, side), force=force)
    if as_json:
        print_json({**question_facts(asked, side), "file": str(path)})
        return
    done = message(
        "version {number} continues in {path}; the other version is kept", number=side.number, path=path
    )
    print_lines(["", done])


def _answer(most: int) -> str:
    """What a person answers on a terminal; empty if there is none, or no answer."""
    if sys.stdin is None or sys.stdin.closed or not sys.stdin.isatty() or not sys.stdout.isatty():
        return ""
    question = message(
        "Which version do you want to continue, 1 to {most}? (Enter: decide later) ", most=most
    )
    sys.stdout.write("\n" + spoken(question))
    sys.stdout.flush()
    return sys.stdin.readline(80).strip()


def _written(given: list[Path], out: Path | None, side: Side, text: str, *, force: bool) -> Path:
    """Where the history that was taken lies now: in OUT, the library, a file given, or beside it."""
    library = configured(read_config())
    has = library.save_of(side.save.header) is not None
    places = [library.put(side.save, text.encode())] if has else []
    if out is not None:
        write_new(out, text, force=force)
        return out
    for path in (*places, *given):
        if parse_save(read_file(path)) == side.save:
            return path
    file = given[0]
    beside = file.with_name(f"{file.stem}-{head_hash(side.save).hex()[:16]}.khronos")
    if not beside.exists():
        write_new(beside, text, force=False)
    return beside
