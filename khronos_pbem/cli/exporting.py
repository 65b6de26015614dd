"""The commands that keep and show games: `export`, `publish`, `stats`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from khronos_pbem.cli import options as opt
from khronos_pbem.cli.acting import desk
from khronos_pbem.cli.printing import language, note, print_json, print_lines, spoken, width
from khronos_pbem.errors import KhronosError, UsageError
from khronos_pbem.saying import listed, say

if TYPE_CHECKING:
    from khronos_pbem.archive.statistics import Statistics

GameFile = Annotated[
    Path,
    typer.Argument(
        metavar="FILE", callback=opt.save_or_game, help="A save, a text record, or a game of the library."
    ),
]


def add_to(app: typer.Typer) -> None:
    """Add the commands of this module."""
    for command in (export, publish, stats):
        app.command()(command)


def export(
    file: GameFile,
    svg: Annotated[bool, typer.Option("--svg", help="A picture of the three boards.")] = False,
    html: Annotated[bool, typer.Option("--html", help="A page with the whole game to step through.")] = False,
    gif: Annotated[bool, typer.Option("--gif", help="A moving picture of the game, turn by turn.")] = False,
    apng: Annotated[bool, typer.Option("--apng", help="The same as an animated PNG, sharper.")] = False,
    text: Annotated[bool, typer.Option("--text", help="Plain text, for mail.")] = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Markdown, for forums.")] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Every position and event as JSON, printed.")
    ] = False,
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
    named = "-" if kind == "json" else f"{file.stem}{FORMATS[kind][0]}"  # FORMATS 1: --json prints
    target = Path(named) if out is None else out
    if at is not None and kind != "svg":
        raise UsageError(say("--at is for --svg only"), rule="FORMATS 1", hint=say("leave it out"))
    _check_target(target, force, file)
    shown = read_game(file, desk(name, rewind=rewind))
    if shown.older is not None:
        note(shown.older.said)
    data = FORMATS[kind][1](shown, Wishes(language(), spoken, at, seconds))
    _put(target, data, force=force)


def _one_format(asked: list[str], known: list[str]) -> str:
    if len(asked) != 1:
        what = say("more than one format") if asked else say("no format")
        hint = say("one of {items}", items=listed([f"--{each}" for each in known]))
        raise UsageError(what, rule="FORMATS 1", hint=hint)
    return asked[0]


def _check_target(target: Path, force: bool, source: Path | None = None) -> None:
    """Raise UsageError for an output that is there already, or that is the game itself."""
    from khronos_pbem.session.saving import check_out

    if source is not None and target.exists() and target.resolve() == source.resolve():
        hint = say("name another file with -o")
        raise UsageError(say("{path} is the game itself", path=target), rule="FORMATS 1", hint=hint)
    if str(target) != "-":
        check_out(target, force)


def _put(target: Path, data: bytes, *, force: bool, quiet: bool = False) -> None:
    """Write an export to its file, or to standard output."""
    from khronos_pbem.record.files import write_atomically

    if str(target) == "-":
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    _check_target(target, force)
    write_atomically(target, data)
    if not quiet:
        print_lines([say("wrote {path}, {size} KiB", path=target, size=max(1, round(len(data) / 1024)))])


def publish(
    file: GameFile,
    name: opt.As = None,
    delay: Annotated[
        str, typer.Option("--delay", metavar="N UNIT", help="Stay behind by '5 blocks', '1 round', '3 days'.")
    ] = "0 blocks",
    check: Annotated[
        bool, typer.Option("--check", help="FILE is a publication: check it, its rules and its signature.")
    ] = False,
    save: Annotated[
        Path | None, typer.Option("--save", metavar="SAVE", help="With --check: that it is of this game.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option("-o", "--out", metavar="OUT", help="Write here; - is standard output.")
    ] = None,
    force: opt.Force = False,
    rewind: opt.Rewind = False,
    as_json: opt.Json = False,
) -> None:
    """Write the record as spectators may see it: some time behind, signed, proven to hold nothing hidden."""
    from khronos_pbem.archive.publishing import delay_of, published
    from khronos_pbem.session.identities import named
    from khronos_pbem.session.opening import open_for_play

    if save is not None and not check:
        raise UsageError(say("--save goes with --check"), rule="FORMATS 1", hint=say("add --check"))
    if check:
        _check_publication(file, save, rewind=rewind, as_json=as_json)
        return
    behind, at = delay_of(delay), desk(name, rewind=rewind)
    target = Path(f"{file.stem}.krec") if out is None else out
    _check_target(target, force, file)
    opened = open_for_play(file, at.home, rewind=rewind)
    identity = named(at.home, name, at.ask)
    text = published(opened.history, file, identity, behind, at.at)
    _put(target, text.encode(), force=force, quiet=as_json)
    if as_json:
        print_json({"file": str(target), "publisher": identity.name, "delay": delay})


def _check_publication(file: Path, save: Path | None, *, rewind: bool, as_json: bool) -> None:
    from khronos_pbem.archive.publishing import check_against, check_published
    from khronos_pbem.mail.contacts import key_words
    from khronos_pbem.record.files import read_file
    from khronos_pbem.record.home import home
    from khronos_pbem.session.opening import open_for_play

    found = check_published(read_file(file), file)
    if save is not None:
        check_against(found, open_for_play(save, home(), rewind=rewind).history)
    facts = {"publisher": found.publisher, "key": key_words(found.key), "seq": found.seq, "head": found.head}
    if as_json:
        print_json({"valid": True, **facts, "finished": found.chronicle.finished})
        return
    what = say("VALID: signed by {name}, the game up to block {seq} follows the rules", name=found.publisher,
               seq=found.seq)  # fmt: skip
    print_lines([what, say("the publisher's key: {key}", key=facts["key"])])
    if save is not None:
        print_lines([say("it is the beginning of {path}", path=save)])


def stats(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE…", help="Saves, text records, and folders of them.")
    ],
    as_csv: Annotated[bool, typer.Option("--csv", help="Lines for a spreadsheet.")] = False,
    html: Annotated[bool, typer.Option("--html", help="A page with charts.")] = False,
    as_json: opt.Json = False,
    out: Annotated[
        Path | None, typer.Option("-o", "--out", metavar="OUT", help="Write here, not to standard output.")
    ] = None,
    force: opt.Force = False,
) -> None:
    """Count over many games: results, where the ecus came from, actions, openings, downsizing, waiting."""
    from khronos_pbem.archive import statistics as st
    from khronos_pbem.archive.facts_cache import facts_cache
    from khronos_pbem.record.home import home

    if as_csv + html + as_json > 1:
        hint = say("one of {items}", items="--csv, --html, --json")
        raise UsageError(say("more than one format"), rule="FORMATS 1", hint=hint)
    if out is not None:
        _check_target(out, force)
    problems: list[KhronosError] = []
    with facts_cache(home()) as cache:
        found = st.gathered(st.read_all(st.files_in(files), cache, home()), problems.append)
    _print_stats(found, problems, as_csv=as_csv, html=html, as_json=as_json, out=out, force=force)
    for problem in problems:
        note(problem.said)
    if problems:
        raise typer.Exit(max(int(problem.exit) for problem in problems))


def _print_stats(
    found: Statistics,
    problems: list[KhronosError],
    *,
    as_csv: bool,
    html: bool,
    as_json: bool,
    out: Path | None,
    force: bool,
) -> None:
    import json

    from khronos_pbem.archive import statistics_text as text

    if as_json:
        facts = {**found.as_data(), "problems": [problem.as_json() for problem in problems]}
        written = json.dumps(facts, ensure_ascii=False, indent=2) + "\n"
    elif as_csv:
        written = text.as_csv(found)
    elif html:
        written = text.statistics_page(found, language(), spoken)
    else:
        written = "\n".join(text.text_tables(found, width(), spoken)) + "\n"
    _put(out or Path("-"), written.encode(), force=force)
