"""Prepare, write and deliver the letter of a game, for `send`, `resend`, `remind` and `--send`."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from email.message import EmailMessage
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from khronos_pbem.cli.terminal.printing import language, letter_translator
from khronos_pbem.home.config import Config
from khronos_pbem.home.versions.signed_blocks import mark_sent
from khronos_pbem.library.contact_list import read_contacts
from khronos_pbem.library.library import Library, configured_library
from khronos_pbem.mail.outgoing import last_addresses
from khronos_pbem.mail.outgoing.letter import (
    compose_letter,
    compose_offer_letter,
    has_armor,
    mailto_link,
    unsent_letter_text,
)
from khronos_pbem.mail.outgoing.letter_headers import attachment_name
from khronos_pbem.mail.outgoing.recipients import Addresses, resolve_addresses
from khronos_pbem.mail.outgoing.smtp import send_letter
from khronos_pbem.messages import Translate, message, shell_operand
from khronos_pbem.record.save import Save
from khronos_pbem.session.identities import find_own_seat
from khronos_pbem.session.replay.open_save import Opened, open_for_play
from khronos_pbem.session.replay.table import waiting
from khronos_pbem.storage.file_types import check_target
from khronos_pbem.storage.files import read_if_possible, write_output
from khronos_pbem.storage.home_folder import ensure_folder, home


class PreparedLetter(NamedTuple):
    """A letter that can be sent: the mail, its mailto link, the opened save, its addresses and language.

    Call `mark_as_sent` before you write or print the mail; `deliver_prepared_letter` does so itself.
    """

    mail: EmailMessage
    link: str
    opened: Opened
    between: Addresses
    speak: Translate
    shelf: Library

    @property
    def word(self) -> str:
        """The game as an argument of a command."""
        return shell_operand(self.shelf.name_of(self.opened.path))

    @property
    def save(self) -> Save:
        """The save in the letter."""
        return self.opened.save


def prepare_letter(
    path: Path, config: Config, name: str | None, to: Sequence[str], *, copies: bool
) -> PreparedLetter:
    """The letter with a game to the player it waits for, or to `to`, in the recipient's language.

    `name` is the sender's identity. Raises UsageError if no address of the recipient is known.
    """
    opened = open_for_play(path, home(), rewind=False)
    return _prepared(
        opened, _addresses_for_identity(opened, config, name, to, copies=copies), configured_library(config)
    )


def prepare_last_letter(
    path: Path, config: Config, name: str | None, to: Sequence[str], *, copies: bool
) -> PreparedLetter:
    """The last letter of a game's newest block, byte for byte, even if the contacts have changed since.

    It has the same recipients unless `to` or `copies` is given. Raises UsageError as `prepare_letter` does.
    """
    opened, shelf = open_for_play(path, home(), rewind=False), configured_library(config)
    kept = last_addresses.load_last_addresses(home(), opened)
    if kept is not None and kept.sender == _own_address(opened, config):
        if not to and not copies:
            return _prepared(opened, kept, shelf)
        wanted = _addresses_for_identity(opened, config, name, to, copies=copies)
        same = (wanted.to, wanted.copies) == (kept.to, kept.copies)
        return _prepared(opened, kept if same else wanted, shelf)
    return _prepared(opened, _addresses_for_identity(opened, config, name, to, copies=copies), shelf)


def _own_address(opened: Opened, config: Config) -> str:
    """The player's own address: the configured one, else that of the last letter of this game.

    Raises UsageError if there is none.
    """
    return (
        config.get("address")
        or last_addresses.load_typed_addresses(home(), opened).sender
        or config.required("address")
    )


def mark_as_sent(ready: PreparedLetter) -> None:
    """Note that the blocks of a letter leave this machine, and how the letter is addressed, for `resend`.

    Call it right before the letter is given out. Raises Conflict and UsageError as `mark_sent` does.
    """
    mark_sent(home(), ready.save)
    last_addresses.store_addresses(home(), ready.opened, ready.between)


def _addresses_for_identity(
    opened: Opened, config: Config, name: str | None, to: Sequence[str], *, copies: bool
) -> Addresses:
    own = find_own_seat(home(), opened.table, name)
    return _addresses_for_seat(opened, config, None if own is None else own[1], to, copies=copies)


def _addresses_for_seat(
    opened: Opened,
    config: Config,
    me: int | None,
    to: Sequence[str],
    *,
    copies: bool,
    to_others: bool = False,
) -> Addresses:
    """The addresses of a letter that the player of seat `me` sends; parameters as in `resolve_addresses`."""
    between = resolve_addresses(
        opened.table,
        read_contacts(home()),
        _own_address(opened, config),
        me,
        to=to,
        copies=copies,
        to_others=to_others,
        given=last_addresses.load_typed_addresses(home(), opened).given,
        word=shell_operand(configured_library(config).name_of(opened.path)),
    )
    return replace(between, language=between.language or language())


def _prepared(opened: Opened, between: Addresses, shelf: Library) -> PreparedLetter:
    speak = letter_translator(between.language)
    mail, link = compose_letter(opened, between, speak), mailto_link(opened, between, speak)
    return PreparedLetter(mail, link, opened, between, speak, shelf)


def send_offer(opened: Opened, config: Config, to: Sequence[str], offer: tuple[str, str]) -> dict[str, Any]:
    """Send an offer to all players through the configured server, or write the letter to the outbox.

    `offer` is the name and the text of the offer's file. Returns recipients, subject and where the letter
    went, as JSON-able data. Raises UsageError if no address is known.
    """
    between = _addresses_for_seat(opened, config, None, to, copies=True, to_others=True)
    file, text = offer
    mail = compose_offer_letter(opened, between, file, text, letter_translator(between.language))
    facts = {"to": mail["To"], "subject": mail["Subject"]}
    if config.get("smtp_host"):
        return {**facts, "sent": send_letter(config, home(), mail, lambda: None)}
    outbox = ensure_folder(configured_library(config).outbox, "")
    place = outbox / f"{Path(file).stem}.eml"
    write_output(place, unsent_letter_text(mail), force=True)
    return {**facts, "file": str(place)}


def letter_document(ready: PreparedLetter) -> dict[str, Any]:
    """A letter as JSON-able data: the document of `send` without the way the letter was sent."""
    mail = ready.mail
    return {
        "to": mail["To"],
        "subject": mail["Subject"],
        "mailto": ready.link,
        "id": mail["Message-ID"],
        "inline": has_armor(mail),
        "missing": list(ready.between.missing),
    }


def deliver_prepared_letter(config: Config, ready: PreparedLetter, *, again: bool = False) -> dict[str, Any]:
    """Deliver a letter through the configured server, and return `{"sent": …}` for the document.

    A letter that was delivered before is sent only if `again` is set. Raises UsageError, and Conflict as
    `mark_as_sent` does.
    """
    return {"sent": send_letter(config, home(), ready.mail, partial(mark_as_sent, ready), again=again)}


def write_letter(ready: PreparedLetter, target: Path | None, *, force: bool) -> dict[str, Any]:
    """Write a letter to a file, and return `{"file": …}` for the document.

    Without a target, the file is in the outbox, under a name that no other letter has. Raises UsageError, and
    Conflict as `mark_as_sent` does.
    """
    text = unsent_letter_text(ready.mail)
    place = _path_in_outbox(ready, text) if target is None else target
    check_target(place, force=force or target is None)
    mark_as_sent(ready)
    write_output(place, text, force=force or target is None)
    return {"file": str(place)}


def _path_in_outbox(ready: PreparedLetter, text: str) -> Path:
    """The path of a letter in the outbox: a free one, or that of a file with this very text.

    The folder is made if it is missing.
    """
    outbox = ensure_folder(ready.shelf.outbox, "")
    table = ready.opened.table
    stem = Path(attachment_name(table.header.title, table.seq)).stem
    names = (f"{stem}{f'-{number}' if number > 1 else ''}.eml" for number in count(1))
    places = (outbox / name for name in names)
    return next(place for place in places if not os.path.lexists(place) or _has_text(place, text))


def _has_text(place: Path, text: str) -> bool:
    """Whether a path is a file with this text, and not a symbolic link."""
    return not place.is_symlink() and read_if_possible(place) == text.encode()


def letter_lines(facts: dict[str, Any], ready: PreparedLetter) -> list[str]:
    """The document of `send` as lines for people: where the letter went, and what is missing in it."""
    lines = [_delivery_line(facts, ready.word), *unreached_lines(ready)]
    if not facts["inline"]:
        lines.append(no_armor_line())
    return lines


def unreached_lines(ready: PreparedLetter) -> list[str]:
    """The players whose address is unknown, or a free seat, each with the command that sends the letter."""
    table = ready.opened.table
    now, lines = waiting(table), list[str]()
    command = f"khronos send {ready.word} --to ADDRESS"
    for each in ready.between.missing:
        told = message(
            "the address of {player} is unknown; to send them the letter too: {command}",
            player=each,
            command=command,
        )
        lines.append(told)
    if now is not None and now.seat is None and not ready.between.inviter:
        lines.append(message("a seat is still free; to invite a player: {command}", command=command))
    return lines


def no_armor_line() -> str:
    """The line that the save is only attached to the letter, not in its text."""
    return message("the save is only attached; as text it would make the letter too long")


def _delivery_line(facts: dict[str, Any], word: str) -> str:
    to, subject, file = facts["to"], facts["subject"], facts.get("file")
    if file is not None:
        return message("wrote {file}, a letter to {to}: {subject}", file=file, to=to, subject=subject)
    if facts["sent"]:
        return message("sent to {to}: {subject}", to=to, subject=subject)
    return message(
        "this letter has already been sent to {to}; to send it again: khronos resend {word} --send",
        to=to,
        word=word,
    )
