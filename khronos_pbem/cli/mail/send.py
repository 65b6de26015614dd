"""The command `send`: write or send the letter to the player to move."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from khronos_pbem.cli import shared_options as opt
from khronos_pbem.cli.delivery.letter_lines import (
    letter_document,
    letter_lines,
    no_armor_line,
    unreached_lines,
)
from khronos_pbem.cli.delivery.letters import (
    PreparedLetter,
    deliver_prepared_letter,
    mark_as_sent,
    prepare_letter,
    write_letter,
)
from khronos_pbem.cli.next_steps import note_next_after_letter
from khronos_pbem.cli.option_types import option
from khronos_pbem.cli.terminal.printing import note, print_json, print_lines, print_text
from khronos_pbem.home.config import Config, read_config
from khronos_pbem.mail.outgoing.letter import has_armor, unsent_letter_text

LetterFile = Annotated[
    Path | None, option("-o --out", "OUT", "Write the e-mail to this .eml file; - for standard output.")
]


def send(
    file: opt.SaveFile,
    name: opt.As = None,
    out: LetterFile = None,
    force: opt.Force = False,
    to: opt.To = None,
    copies: opt.Copies = None,
    smtp: opt.Smtp = False,
    settings: opt.Settings = None,
    as_json: opt.Json = False,
) -> None:
    config = read_config(settings or [])
    ready = prepare_letter(file, config, name, to or [], copies=copies)
    deliver_and_print(config, ready, out, force=force, smtp=smtp, as_json=as_json)


def deliver_and_print(
    config: Config,
    ready: PreparedLetter,
    out: Path | None,
    *,
    force: bool,
    smtp: bool,
    as_json: bool,
    again: bool = False,
) -> None:
    """Deliver a letter (with `smtp`) or write it to a file, and print the result.

    Without `smtp`, an `out` of `-` prints the letter itself instead. A letter that was already delivered is
    delivered again only with `again`. Raises UsageError, and Conflict as `mark_as_sent` does.
    """
    if out is not None and str(out) == "-" and not smtp:
        mark_as_sent(ready)
        print_text(unsent_letter_text(ready.mail))
        note(*unreached_lines(ready), *([] if has_armor(ready.mail) else [no_armor_line()]))
        return
    way = (
        deliver_prepared_letter(config, ready, again=again) if smtp else write_letter(ready, out, force=force)
    )
    facts = letter_document(ready) | way
    if as_json:
        print_json(facts)
    else:
        print_lines([*letter_lines(facts, ready), ready.link])
        note_next_after_letter(config, facts.get("file", ""))
