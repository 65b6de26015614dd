"""`send`: the letter to the player who must act."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from khronos_pbem.cli import options as opt
from khronos_pbem.cli.following import after_letter
from khronos_pbem.cli.letters import (
    delivered,
    leaves,
    letter_facts,
    letter_lines,
    letter_of,
    unreached,
    without_armor,
    written,
)
from khronos_pbem.cli.printing import note, print_json, print_lines, print_text
from khronos_pbem.mail.config import read_config
from khronos_pbem.mail.letters import unsent


def send(
    file: opt.SaveFile,
    name: opt.As = None,
    out: Annotated[
        Path | None,
        typer.Option("-o", "--out", metavar="OUT", help="Write the .eml here; - is standard output."),
    ] = None,
    force: opt.Force = False,
    to: opt.To = None,
    copies: opt.Copies = False,
    smtp: opt.Smtp = False,
    settings: opt.Settings = None,
    as_json: opt.Json = False,
) -> None:
    """Write the letter that takes the game to the player who must act."""
    config = read_config(settings or [])
    ready = letter_of(file, config, name, to or [], copies=copies)
    facts = letter_facts(ready)
    if smtp:
        facts |= delivered(config, ready)
    elif out is not None and str(out) == "-":
        leaves(ready)
        print_text(unsent(ready.mail))
        for line in unreached(facts["missing"]):
            note(line)
        if not facts["inline"]:
            note(without_armor())
        return
    else:
        target = out or Path(f"{file.stem}.eml")
        facts |= written(ready, target, force=force, named=out is not None)
    if as_json:
        print_json(facts)
    else:
        print_lines([*letter_lines(facts), ready.link])
        after_letter(facts.get("file", ""))
