"""`send`: the letter to the player who must act."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from khronos_pbem.cli import shared_options as opt
from khronos_pbem.cli.delivery.letters import (
    Ready,
    delivered,
    leaves,
    letter_facts,
    letter_lines,
    letter_of,
    unreached,
    without_armor,
    written,
)
from khronos_pbem.cli.next_steps import after_letter
from khronos_pbem.cli.terminal.printing import note, print_json, print_lines, print_text
from khronos_pbem.home.config import Config, read_config
from khronos_pbem.mail.outgoing.letter import has_armor, unsent

LetterFile = Annotated[
    Path | None,
    typer.Option(
        "-o", "--out", metavar="OUT", help="Write the letter to this .eml file; - for standard output."
    ),
]


def send(
    file: opt.SaveFile,
    name: opt.As = None,
    out: LetterFile = None,
    force: opt.Force = False,
    to: opt.To = None,
    copies: opt.Copies = False,
    smtp: opt.Smtp = False,
    settings: opt.Settings = None,
    as_json: opt.Json = False,
) -> None:
    """Write a letter with the game to the player it is waiting for."""
    config = read_config(settings or [])
    ready = letter_of(file, config, name, to or [], copies=copies)
    give_out(config, ready, out, force=force, smtp=smtp, as_json=as_json)


def give_out(
    config: Config,
    ready: Ready,
    out: Path | None,
    *,
    force: bool,
    smtp: bool,
    as_json: bool,
    again: bool = False,
) -> None:
    """Deliver a letter, write it to a file, or print it; then print what became of it.

    A letter that was delivered before is delivered anew only if `again`.
    """
    if out is not None and str(out) == "-" and not smtp:
        leaves(ready)
        print_text(unsent(ready.mail))
        for line in [*unreached(ready), *([] if has_armor(ready.mail) else [without_armor()])]:
            note(line)
        return
    way = delivered(config, ready, again=again) if smtp else written(ready, out, force=force)
    facts = letter_facts(ready) | way
    if as_json:
        print_json(facts)
    else:
        print_lines([*letter_lines(facts, ready), ready.link])
        after_letter(config, facts.get("file", ""))
