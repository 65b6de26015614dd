"""The commands that keep and show games: `export`, `publish`, `stats`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from khronos_pbem.cli import options as opt
from khronos_pbem.cli.acting import desk
from khronos_pbem.cli.printing import language, note, print_lines, spoken
from khronos_pbem.errors import UsageError
from khronos_pbem.saying import listed, say

GameFile = Annotated[
    Path,
    typer.Argument(
        metavar="FILE", callback=opt.save_or_game, help="A save, a text record, or a game of the library."
    ),
]


def add_to(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command()(export)


def export(
    file: GameFile,
    svg: Annotated[bool, typer.Option("--svg", help="A picture of the three boards.")] = False,
    html: Annotated[bool, typer.Option("--html", help="A page with the whole game to step through.")] = False,
    gif: Annotated[bool, typer.Option("--gif", help="A moving picture of the game, turn by turn.")] = False,
    apng: Annotated[bool, typer.Option("--apng", help="The same as an animated PNG, sharper.")] = False,
    text: Annotated[bool, typer.Option("--text", help="Plain text, for mail.")] = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Markdown, for forums.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Every position and event as JSON.")] = False,
    record: Annotated[
        bool, typer.Option("--record", help="The text record, which can be imported again.")
    ] = False,
    name: Annotated[
        str | None,
        typer.Option("--as", metavar="NAME", help="As this player sees it, not the public."),
    ] = None,
    at: Annotated[
        int | None, typer.Option("--at", metavar="SEQ", help="The picture after block SEQ, not the last.")
    ] = None,
    seconds: Annotated[
        float, typer.Option("--seconds", min=0.05, max=60, help="How long a moving picture shows each turn.")
    ] = 1.5,
    out: Annotated[
        Path | None, typer.Option("-o", "--out", metavar="OUT", help="Write here; - is standard output.")
    ] = None,
    force: opt.Force = False,
    rewind: opt.Rewind = False,
) -> None:
    """Write a game as a picture, a page, a moving picture or text; as the public may see it."""
    from khronos_pbem.archive.exporting import FORMATS, Wishes
    from khronos_pbem.archive.reading import read_game

    asked = {"svg": svg, "html": html, "gif": gif, "apng": apng, "text": text, "markdown": markdown}
    asked |= {"json": as_json, "record": record}
    kind = _one_format([each for each, wanted in asked.items() if wanted], list(FORMATS))
    target = Path(f"{file.stem}{FORMATS[kind][0]}") if out is None else out
    _check_target(target, force)
    shown = read_game(file, desk(name, rewind=rewind))
    if shown.older is not None:
        note(str(shown.older))
    data = FORMATS[kind][1](shown, Wishes(language(), spoken, at, seconds))
    _put(target, data, force=force)


def _one_format(asked: list[str], known: list[str]) -> str:
    if len(asked) != 1:
        what = say("more than one format") if asked else say("no format")
        hint = say("one of {items}", items=listed([f"--{each}" for each in known]))
        raise UsageError(what, rule="FORMATS 1", hint=hint)
    return asked[0]


def _check_target(target: Path, force: bool) -> None:
    from khronos_pbem.session.saving import check_out

    if str(target) != "-":
        check_out(target, force)


def _put(target: Path, data: bytes, *, force: bool) -> None:
    """Write an export to its file, or to standard output."""
    from khronos_pbem.record.files import write_atomically

    if str(target) == "-":
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    _check_target(target, force)
    write_atomically(target, data)
    print_lines([say("wrote {path}, {size} KiB", path=target, size=max(1, round(len(data) / 1024)))])
