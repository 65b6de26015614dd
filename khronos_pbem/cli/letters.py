"""A letter of a game, as `send`, `resend`, `remind` and every `--send` write and deliver it."""

from __future__ import annotations

from email.message import EmailMessage
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from khronos_pbem.cli.printing import in_letters
from khronos_pbem.mail.config import Config
from khronos_pbem.mail.contacts import read_contacts
from khronos_pbem.mail.letters import addresses, has_armor, letter, mailto
from khronos_pbem.mail.sending import deliver
from khronos_pbem.record.files import write_new
from khronos_pbem.record.home import home
from khronos_pbem.record.kinds import check_target
from khronos_pbem.record.save import Save
from khronos_pbem.record.unsent import has_left
from khronos_pbem.saying import say
from khronos_pbem.session.identities import seated_name
from khronos_pbem.session.opening import open_for_play


class Ready(NamedTuple):
    """A letter that can go, its mailto link, and the save in it: who gives it out calls `has_left` first."""

    mail: EmailMessage
    link: str
    save: Save


def letter_of(path: Path, config: Config, name: str | None, to: list[str], *, copies: bool) -> Ready:
    """The letter that takes a game on. Raises UsageError if nobody knows an address."""
    opened = open_for_play(path, home(), rewind=False)
    own = seated_name(home(), opened.table, name)
    between = addresses(
        opened.table,
        read_contacts(home()),
        config.needed("address"),
        None if own is None else own[1],
        to=to,
        copies=copies,
    )
    speak = in_letters()
    return Ready(letter(opened, between, speak), mailto(opened, between, speak), opened.save)


def deliver_it(config: Config, ready: Ready, *, again: bool) -> bool:
    """Hand a letter to the configured server, twice only if `again`; whether it was.

    Raises UsageError, and Conflict as `has_left`.
    """
    return deliver(config, home(), ready.mail, partial(has_left, home(), ready.save), again=again)


def letter_facts(ready: Ready) -> dict[str, Any]:
    """What is to be known of a letter: the document of `send`, but for the way it takes."""
    mail = ready.mail
    return {
        "to": mail["To"],
        "subject": mail["Subject"],
        "mailto": ready.link,
        "id": mail["Message-ID"],
        "inline": has_armor(mail),
    }


def delivered(config: Config, ready: Ready) -> dict[str, Any]:
    """Hand a letter to the configured server; whether it was sent, for the document.

    Raises UsageError, and Conflict as `has_left`.
    """
    return {"sent": deliver_it(config, ready, again=False)}


def written(ready: Ready, target: Path, *, force: bool) -> dict[str, Any]:
    """Write a letter to a file; which, for the document. Raises UsageError, and Conflict as `has_left`."""
    check_target(target, force=force)
    has_left(home(), ready.save)
    write_new(target, ready.mail.as_bytes().decode(), force=force)
    return {"file": str(target)}


def letter_lines(facts: dict[str, Any]) -> list[str]:
    """The document of `send` for people: what became of the letter, and what is not in it."""
    lines = [_said(facts)]
    if not facts["inline"]:
        lines.append(without_armor())
    return lines


def without_armor() -> str:
    """That the text of a letter is without the save."""
    return say("the save is attached only: as text it would make the letter too long")


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
