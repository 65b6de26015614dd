"""`send`: the letter to the player who must act."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path
from typing import Annotated, Any

import typer

from khronos_pbem.cli import options as opt
from khronos_pbem.cli.letters import Copies, Settings, Smtp, To, deliver_it, letter_of
from khronos_pbem.cli.printing import note, print_json, print_lines, print_text
from khronos_pbem.mail.config import read_config
from khronos_pbem.mail.letters import has_armor
from khronos_pbem.record.files import write_new
from khronos_pbem.record.home import home
from khronos_pbem.record.kinds import check_target
from khronos_pbem.record.unsent import has_left
from khronos_pbem.saying import say


def send(
    file: opt.SaveFile,
    name: opt.As = None,
    out: Annotated[
        Path | None,
        typer.Option("-o", "--out", metavar="OUT", help="Write the .eml here; - is standard output."),
    ] = None,
    force: opt.Force = False,
    to: To = None,
    copies: Copies = False,
    smtp: Smtp = False,
    settings: Settings = None,
    as_json: opt.Json = False,
) -> None:
    """Write the letter that takes the game to the player who must act."""
    config = read_config(settings or [])
    ready = letter_of(file, config, name, to or [], copies=copies)
    mail, link, _ = ready
    facts: dict[str, Any] = {
        "to": mail["To"],
        "subject": mail["Subject"],
        "mailto": link,
        "id": mail["Message-ID"],
    }
    if smtp:
        facts["sent"] = deliver_it(config, ready, again=False)
    elif out is not None and str(out) == "-":
        has_left(home(), ready.save)
        print_text(mail.as_bytes().decode())
        for line in _about_armor(mail):
            note(line)
        return
    else:
        target = out or Path(f"{file.stem}.eml")
        check_target(target, force=force or out is None)
        has_left(home(), ready.save)
        write_new(target, mail.as_bytes().decode(), force=force or out is None)
        facts["file"] = str(target)
    facts["inline"] = has_armor(mail)
    if as_json:
        print_json(facts)
    else:
        print_lines([_said(facts), *_about_armor(mail), link])


def _about_armor(mail: EmailMessage) -> list[str]:
    """That the text of a letter is without the save, if it is."""
    if has_armor(mail):
        return []
    return [say("the save is attached only: as text it would make the letter too long")]


def _said(facts: dict[str, Any]) -> str:
    if "file" in facts:
        return say(
            "wrote {file}, a letter to {to}: {subject}",
            file=facts["file"],
            to=facts["to"],
            subject=facts["subject"],
        )
    if facts["sent"]:
        return say("sent to {to}: {subject}", to=facts["to"], subject=facts["subject"])
    return say("this letter was sent to {to} before; khronos resend sends it again", to=facts["to"])
