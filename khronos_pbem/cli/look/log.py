"""The command `log`: print the course of a game as text."""

from __future__ import annotations

from pathlib import Path

from khronos_pbem.archive import timeline as told
from khronos_pbem.archive.records import open_record as opening
from khronos_pbem.archive.replay import text_export as texts
from khronos_pbem.cli import shared_options as opt
from khronos_pbem.cli.command_context import context
from khronos_pbem.cli.look.open_file import RECORD, exit_if_broken, kind_of_file
from khronos_pbem.cli.terminal.printing import print_json, print_lines
from khronos_pbem.messages import message
from khronos_pbem.session.commands.write_note import load_private_log, private_document, private_lines
from khronos_pbem.session.queries.documents import event_formatter, event_lines
from khronos_pbem.session.queries.player_view import log as read_log
from khronos_pbem.session.queries.player_view import log_documents
from khronos_pbem.session.queries.summaries import entry_lines


def log(
    file: opt.SaveFile,
    name: opt.As = None,
    rewind: opt.Rewind = False,
    cite: opt.Cite = False,
    as_json: opt.Json = False,
) -> None:
    if kind_of_file(file) == RECORD:
        _print_record(file, cite, as_json)
        return
    at_desk = context(name, rewind=rewind)
    opened, entries = read_log(file, at_desk)
    mine, others = load_private_log(opened, at_desk)
    if as_json:
        problem = None if opened.problem is None else opened.problem.to_data()
        facts = {"title": opened.save.header.title, "blocks": log_documents(entries), "problem": problem}
        print_json({**facts, **private_document(mine, others)})
    else:
        if opened.problem is not None:
            broken = message(
                "THIS RECORD IS BROKEN. It is shown up to the broken block: {problem}", problem=opened.problem
            )
            print_lines([broken, ""])
        beside = private_lines(mine, others)
        for entry in entries:
            own = (message("   {line}", line=line) for line in beside.get(entry.block.seq, ()))
            print_lines([*entry_lines(entry, event_formatter(cite)), *own])
    exit_if_broken(opened)


def _print_record(file: Path, cite: bool, as_json: bool) -> None:
    """Print a text record, order by order, or as JSON."""
    chronicle = opening.read_game(file, context(None)).chronicle
    if as_json:
        print_json(texts.replay_document(chronicle))
        return
    for step in chronicle.played_steps():
        lines = event_lines(step.events, event_formatter(cite))
        print_lines(
            [
                message("{seq}. {what}", seq=step.seq, what=told.step_title(chronicle, step)),
                *(message("   {line}", line=line) for line in lines),
            ]
        )
