"""The command `export`: a game as a picture, a web page, an animation or text."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from khronos_pbem.archive.records.open_record import read_game
from khronos_pbem.archive.replay.export_formats import FORMATS, ExportOptions
from khronos_pbem.archive.replay.verifier_page import program_hash, verifier_page
from khronos_pbem.archive.studies.analysis_cache import load_complete_analysis
from khronos_pbem.cli import completion
from khronos_pbem.cli import shared_options as opt
from khronos_pbem.cli.command_context import context
from khronos_pbem.cli.option_types import argument, flag, option
from khronos_pbem.cli.terminal.output_file import check_target, print_or_write
from khronos_pbem.cli.terminal.printing import language, note, note_problem, translate
from khronos_pbem.errors import UsageError
from khronos_pbem.messages import listed, message
from khronos_pbem.storage.home_folder import home


def _file_to_read(path: Path | None) -> Path | None:
    return None if path is None else opt.file_to_read(path)


_GameFile = Annotated[
    Path | None,
    argument(
        "[FILE]",
        "A save, a text record, or a game in the library. Leave this out if you use --verifier.",
        completion.games,
        callback=_file_to_read,
    ),
]
_At = Annotated[
    int | None, option("--at", "SEQ", "Show the position after block SEQ; default: the last one.")
]
_Seconds = Annotated[
    float,
    option("--seconds", "SECONDS", "How long an animation shows each turn, in seconds.", min=0.05, max=60),
]


def export(
    file: _GameFile = None,
    svg: Annotated[bool, flag("--svg", "A picture of the position.")] = False,
    html: Annotated[bool, flag("--html", "A web page on which you can step through the whole game.")] = False,
    gif: Annotated[bool, flag("--gif", "An animation of the game, turn by turn.")] = False,
    apng: Annotated[bool, flag("--apng", "The same animation as a PNG file, which is sharper.")] = False,
    text: Annotated[bool, flag("--text", "Plain text, for mail.")] = False,
    markdown: Annotated[bool, flag("--markdown", "Markdown, for forums.")] = False,
    as_json: Annotated[bool, flag("--json", "Print every position and event as JSON.")] = False,
    record: Annotated[bool, flag("--record", "A text record that the program can read back in.")] = False,
    verifier: Annotated[
        bool, flag("--verifier", "A web page that can verify any save but contains no game itself.")
    ] = False,
    name: opt.AsSeenBy = None,
    at: _At = None,
    seconds: _Seconds = 1.5,
    out: opt.OutOrPrint = None,
    force: opt.Force = False,
    rewind: opt.Rewind = False,
) -> None:
    asked = {"svg": svg, "html": html, "gif": gif, "apng": apng, "text": text, "markdown": markdown}
    asked |= {"json": as_json, "record": record, "verifier": verifier}
    kind = _one_format([each for each, wanted in asked.items() if wanted], list(asked))
    if kind == "verifier":
        _export_verifier(file, out or Path("verify.html"), force=force)
        return
    file = _require_game(file)
    named = "-" if kind == "json" else f"{file.stem}{FORMATS[kind][0]}"  # FORMATS 1: --json prints
    target = Path(named) if out is None else out
    if at is not None and kind != "svg":
        raise UsageError(message("--at works only with --svg"), hint=message("leave it out"))
    check_target(target, force, file)
    shown = read_game(file, context(name, rewind=rewind))
    note_problem(shown.older)
    analysis = load_complete_analysis(home(), shown.chronicle, shown.seat) if kind == "html" else None
    data = FORMATS[kind][1](shown, ExportOptions(language(), translate, at, seconds, analysis))
    print_or_write(target, data, force=force)


def _export_verifier(file: Path | None, target: Path, *, force: bool) -> None:
    if file is not None:
        what = message("--verifier creates a page without a game")
        hint = message("leave out the file, or use --html")
        raise UsageError(what, hint=hint)
    check_target(target, force)
    print_or_write(target, verifier_page(language(), translate).encode(), force=force)
    note(message("hash of the verifier: {words}", words=program_hash()))


def _require_game(file: Path | None) -> Path:
    if file is None:
        raise UsageError(message("the argument {words} is missing", words="FILE"))
    return file


def _one_format(asked: list[str], known: list[str]) -> str:
    if len(asked) != 1:
        what = message("more than one format given") if asked else message("no format given")
        hint = message("choose one of {items}", items=listed([f"--{each}" for each in known]))
        raise UsageError(what, hint=hint)
    return asked[0]
