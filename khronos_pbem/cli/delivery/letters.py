"""A letter of a game, as `send`, `resend`, `remind` and every `--send` write and deliver it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from email.message import EmailMessage
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from khronos_pbem.cli.terminal.printing import in_letters, language
from khronos_pbem.home.config import Config
from khronos_pbem.home.versions.unsent import has_left
from khronos_pbem.library.contact_list import read_contacts
from khronos_pbem.library.library import Library, configured
from khronos_pbem.mail.outgoing import last_addresses
from khronos_pbem.mail.outgoing.letter import attachment_name, has_armor, letter, mailto, offer_letter, unsent
from khronos_pbem.mail.outgoing.recipients import Addresses, addresses
from khronos_pbem.mail.outgoing.smtp import deliver
from khronos_pbem.messages import Speak, message, operand
from khronos_pbem.record.save import Save
from khronos_pbem.session.identities import seated_name
from khronos_pbem.session.replay.open_save import Opened, open_for_play
from khronos_pbem.session.replay.table import waiting
from khronos_pbem.storage.file_types import check_target
from khronos_pbem.storage.files import read_if_possible, write_new
from khronos_pbem.storage.home_folder import folder, home


class Ready(NamedTuple):
    """A letter that can go, its mailto link, the save in it, how it is addressed, and its language.

    Who gives it out calls `leaves` first; `deliver_it` does that itself.
    """

    mail: EmailMessage
    link: str
    opened: Opened
    between: Addresses
    speak: Speak
    shelf: Library

    @property
    def word(self) -> str:
        """The game as a command takes it."""
        return operand(self.shelf.name_of(self.opened.path))

    @property
    def save(self) -> Save:
        """The save in the letter."""
        return self.opened.save


def letter_of(path: Path, config: Config, name: str | None, to: Sequence[str], *, copies: bool) -> Ready:
    """The letter that takes a game on, in the language of whoever gets it.

    Raises UsageError if the address of whom it is for is not known.
    """
    opened = open_for_play(path, home(), rewind=False)
    return _written(opened, _addressed(opened, config, name, to, copies=copies), configured(config))


def last_letter(path: Path, config: Config, name: str | None, to: Sequence[str], *, copies: bool) -> Ready:
    """The last letter of a game's newest block, byte for byte, whatever contacts have become since.

    It goes where it went unless somebody says otherwise. Raises UsageError like `letter_of`.
    """
    opened, shelf = open_for_play(path, home(), rewind=False), configured(config)
    kept = last_addresses.kept(home(), opened)
    if kept is not None and kept.sender == _sender(opened, config):
        if not to and not copies:
            return _written(opened, kept, shelf)
        wanted = _addressed(opened, config, name, to, copies=copies)
        same = (wanted.to, wanted.copies) == (kept.to, kept.copies)
        return _written(opened, kept if same else wanted, shelf)
    return _written(opened, _addressed(opened, config, name, to, copies=copies), shelf)


def _sender(opened: Opened, config: Config) -> str:
    """One's own address: as it is configured, else as in the last letter of this game. Raises UsageError."""
    return config.get("address") or last_addresses.typed(home(), opened).sender or config.needed("address")


def leaves(ready: Ready) -> None:
    """Note, right before a letter is given out, that its blocks leave, and for `resend` how it is addressed.

    Raises Conflict and UsageError as `has_left`.
    """
    has_left(home(), ready.save)
    last_addresses.keep(home(), ready.opened, ready.between)


def _addressed(
    opened: Opened, config: Config, name: str | None, to: Sequence[str], *, copies: bool
) -> Addresses:
    own = seated_name(home(), opened.table, name)
    return _between(opened, config, None if own is None else own[1], to, copies=copies)


def _between(
    opened: Opened,
    config: Config,
    me: int | None,
    to: Sequence[str],
    *,
    copies: bool,
    to_others: bool = False,
) -> Addresses:
    """How a letter of a game is addressed by a seat, `me`; as of `addresses`."""
    between = addresses(
        opened.table,
        read_contacts(home()),
        _sender(opened, config),
        me,
        to=to,
        copies=copies,
        to_others=to_others,
        given=last_addresses.typed(home(), opened).given,
        word=operand(configured(config).name_of(opened.path)),
    )
    return replace(between, language=between.language or language())


def _written(opened: Opened, between: Addresses, shelf: Library) -> Ready:
    speak = in_letters(between.language)
    mail, link = letter(opened, between, speak), mailto(opened, between, speak)
    return Ready(mail, link, opened, between, speak, shelf)


def deliver_it(config: Config, ready: Ready, *, again: bool) -> bool:
    """Hand a letter to the configured server, twice only if `again`; whether it was.

    Raises UsageError, and Conflict as `leaves`.
    """
    return deliver(config, home(), ready.mail, partial(leaves, ready), again=again)


def offered(opened: Opened, config: Config, to: Sequence[str], offer: tuple[str, str]) -> dict[str, Any]:
    """Send a letter with an offer, a file of this name and text, to all who play, or write it to the outbox;
    where it went, for the document. Raises UsageError if no address of anybody is known."""
    between = _between(opened, config, None, to, copies=True, to_others=True)
    file, text = offer
    mail = offer_letter(opened, between, file, text, in_letters(between.language))
    facts = {"to": mail["To"], "subject": mail["Subject"]}
    if config.get("smtp_host"):
        return {**facts, "sent": deliver(config, home(), mail, lambda: None)}
    outbox = folder(configured(config).outbox, "")
    place = outbox / f"{Path(file).stem}.eml"
    write_new(place, unsent(mail), force=True)
    return {**facts, "file": str(place)}


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


def delivered(config: Config, ready: Ready, *, again: bool = False) -> dict[str, Any]:
    """Hand a letter to the configured server; whether it was sent, for the document.

    Raises UsageError, and Conflict as `leaves`.
    """
    return {"sent": deliver_it(config, ready, again=again)}


def written(ready: Ready, target: Path | None, *, force: bool) -> dict[str, Any]:
    """Write a letter to a file; which, for the document. Raises UsageError, and Conflict as `leaves`.

    Without a target it is one in the outbox, under a name that no other letter has.
    """
    text = unsent(ready.mail)
    place = _place_in_outbox(ready, text) if target is None else target
    check_target(place, force=force or target is None)
    leaves(ready)
    write_new(place, text, force=force or target is None)
    return {"file": str(place)}


def _place_in_outbox(ready: Ready, text: str) -> Path:
    """The file of a letter in the outbox, whose folder is made: free, or holding this very letter already."""
    outbox = folder(ready.shelf.outbox, "")
    table = ready.opened.table
    stem = Path(attachment_name(table.header.title, table.seq)).stem
    names = (f"{stem}{f'-{number}' if number > 1 else ''}.eml" for number in count(1))
    places = (outbox / name for name in names)
    return next(place for place in places if not os.path.lexists(place) or _holds(place, text))


def _holds(place: Path, text: str) -> bool:
    """Whether a file, and no link to one, holds a text."""
    return not place.is_symlink() and read_if_possible(place) == text.encode()


def letter_lines(facts: dict[str, Any], ready: Ready) -> list[str]:
    """The document of `send` for people: what became of the letter, and what is not in it."""
    lines = [_said(facts, ready.word), *unreached(ready)]
    if not facts["inline"]:
        lines.append(without_armor())
    return lines


def unreached(ready: Ready) -> list[str]:
    """Whom a letter does not reach, as nobody knows their address, and how it does."""
    table = ready.opened.table
    now, lines = waiting(table), list[str]()
    command = f"khronos send {ready.word} --to ADDRESS"
    for each in ready.between.missing:
        lines.append(
            message(
                "the address of {player} is unknown; to send them the letter too: {command}",
                player=each,
                command=command,
            )
        )
    if now is not None and now.seat is None and not ready.between.inviter:
        lines.append(message("a seat is still free; to invite a player: {command}", command=command))
    return lines


def without_armor() -> str:
    """That the text of a letter is without the save."""
    return message("the save is only attached; as text it would make the letter too long")


def _said(facts: dict[str, Any], word: str) -> str:
    if "file" in facts:
        return message(
            "wrote {file}, a letter to {to}: {subject}",
            file=facts["file"],
            to=facts["to"],
            subject=facts["subject"],
        )
    if facts["sent"]:
        return message("sent to {to}: {subject}", to=facts["to"], subject=facts["subject"])
    return message(
        "this letter has already been sent to {to}; to send it again: khronos resend {word} --send",
        to=facts["to"],
        word=word,
    )
