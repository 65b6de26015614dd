"""A letter of a game, as `send`, `resend`, `remind` and every `--send` write and deliver it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from email.message import EmailMessage
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from khronos_pbem.cli.printing import in_letters, language
from khronos_pbem.mail import envelopes
from khronos_pbem.mail.addressing import Addresses, addresses
from khronos_pbem.mail.config import Config
from khronos_pbem.mail.contacts import read_contacts
from khronos_pbem.mail.letters import has_armor, is_unsent_of, letter, mailto, unsent
from khronos_pbem.mail.sending import deliver
from khronos_pbem.record.files import SMALL_BYTES, read_if_possible, write_new
from khronos_pbem.record.home import home
from khronos_pbem.record.kinds import check_target
from khronos_pbem.record.save import Save
from khronos_pbem.record.unsent import has_left
from khronos_pbem.saying import Speak, say
from khronos_pbem.session.identities import seated_name
from khronos_pbem.session.opening import Opened, open_for_play


class Ready(NamedTuple):
    """A letter that can go, its mailto link, the save in it, how it is addressed, and its language.

    Who gives it out calls `leaves` first; `deliver_it` does that itself.
    """

    mail: EmailMessage
    link: str
    opened: Opened
    between: Addresses
    speak: Speak

    @property
    def save(self) -> Save:
        """The save in the letter."""
        return self.opened.save


def letter_of(path: Path, config: Config, name: str | None, to: Sequence[str], *, copies: bool) -> Ready:
    """The letter that takes a game on, in the language of whoever gets it.

    Raises UsageError if the address of whom it is for is not known.
    """
    opened = open_for_play(path, home(), rewind=False)
    return _written(opened, _addressed(opened, config, name, to, copies=copies))


def last_letter(path: Path, config: Config, name: str | None, to: Sequence[str], *, copies: bool) -> Ready:
    """The last letter of a game's newest block, byte for byte, whatever contacts have become since.

    It goes where it went unless somebody says otherwise. Raises UsageError like `letter_of`.
    """
    opened = open_for_play(path, home(), rewind=False)
    kept = envelopes.kept(home(), opened)
    if kept is None or kept.sender != config.needed("address"):
        return _written(opened, _addressed(opened, config, name, to, copies=copies))
    if not to and not copies:
        return _written(opened, kept)
    wanted = _addressed(opened, config, name, to, copies=copies)
    same = (wanted.to, wanted.copies) == (kept.to, kept.copies)
    return _written(opened, kept if same else wanted)


def leaves(ready: Ready) -> None:
    """Note, right before a letter is given out, that its blocks leave, and for `resend` how it is addressed.

    Raises Conflict and UsageError as `has_left`.
    """
    has_left(home(), ready.save)
    envelopes.keep(home(), ready.opened, ready.between)


def _addressed(
    opened: Opened, config: Config, name: str | None, to: Sequence[str], *, copies: bool
) -> Addresses:
    own = seated_name(home(), opened.table, name)
    me = None if own is None else own[1]
    known = read_contacts(home())
    between = addresses(opened.table, known, config.needed("address"), me, to=to, copies=copies)
    return replace(between, language=between.language or language())


def _written(opened: Opened, between: Addresses) -> Ready:
    speak = in_letters(between.language)
    return Ready(letter(opened, between, speak), mailto(opened, between, speak), opened, between, speak)


def deliver_it(config: Config, ready: Ready, *, again: bool) -> bool:
    """Hand a letter to the configured server, twice only if `again`; whether it was.

    Raises UsageError, and Conflict as `leaves`.
    """
    return deliver(config, home(), ready.mail, partial(leaves, ready), again=again)


def letter_facts(ready: Ready) -> dict[str, Any]:
    """What is to be known of a letter: the document of `send`, but for the way it takes."""
    mail = ready.mail
    return {
        "to": mail["To"],
        "subject": mail["Subject"],
        "mailto": ready.link,
        "id": mail["Message-ID"],
        "inline": has_armor(mail),
        "missing": list(ready.between.missing),
    }


def delivered(config: Config, ready: Ready) -> dict[str, Any]:
    """Hand a letter to the configured server; whether it was sent, for the document.

    Raises UsageError, and Conflict as `leaves`.
    """
    return {"sent": deliver_it(config, ready, again=False)}


def written(ready: Ready, target: Path, *, force: bool, named: bool) -> dict[str, Any]:
    """Write a letter to a file; which, for the document. Raises UsageError, and Conflict as `leaves`.

    Where nobody has `named` the file, an earlier letter of this game is replaced there, and nothing else.
    """
    force = force or (not named and is_unsent_of(read_if_possible(target, SMALL_BYTES) or b"", ready.opened))
    check_target(target, force=force)
    leaves(ready)
    write_new(target, unsent(ready.mail), force=force)
    return {"file": str(target)}


def letter_lines(facts: dict[str, Any]) -> list[str]:
    """The document of `send` for people: what became of the letter, and what is not in it."""
    lines = [_said(facts), *unreached(facts["missing"])]
    if not facts["inline"]:
        lines.append(without_armor())
    return lines


def unreached(players: Iterable[str]) -> list[str]:
    """Whom a letter does not reach, as nobody knows their address."""
    return [
        say("no address of {player}: the letter goes to the others only", player=each) for each in players
    ]


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
