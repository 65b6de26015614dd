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
from khronos_pbem.home.keyring import all_own_keys
from khronos_pbem.home.versions.signed_blocks import mark_sent
from khronos_pbem.library.contact_list import read_contacts
from khronos_pbem.library.library import Library, configured_library
from khronos_pbem.mail.outgoing import last_addresses
from khronos_pbem.mail.outgoing.letter import (
    compose_letter,
    compose_offer_letter,
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
from khronos_pbem.storage.file_types import check_target
from khronos_pbem.storage.files import read_if_possible, write_output
from khronos_pbem.storage.home_folder import ensure_folder, home


class PreparedLetter(NamedTuple):
    """A letter that is ready to send: mail, mailto link, opened save, addresses and language.

    `asked` is True if the command line, not the setting, decided about copies. Call `mark_as_sent` before you
    write or print the mail; `deliver_prepared_letter` calls it itself.
    """

    mail: EmailMessage
    link: str
    opened: Opened
    between: Addresses
    speak: Translate
    shelf: Library
    asked: bool

    @property
    def word(self) -> str:
        """The game as an argument of a command."""
        return shell_operand(self.shelf.name_of(self.opened.path))

    @property
    def save(self) -> Save:
        """The save in the letter."""
        return self.opened.save


def prepare_letter(
    path: Path, config: Config, name: str | None, to: Sequence[str], *, copies: bool | None
) -> PreparedLetter:
    """Return the letter with a game, in the recipient's language.

    It goes to `to`, or else to the player the game is waiting for. `name` is the sender's identity. `copies`
    is whether the other players get a copy; with None the setting decides, or no copies are sent if `to` is
    given. Raises UsageError if a needed address is unknown, and the errors of opening the save.
    """
    opened = open_for_play(path, home(), rewind=False)
    return _prepared(
        opened, config, _addresses_for_identity(opened, config, name, to, copies=copies), copies is not None
    )


def prepare_last_letter(
    path: Path, config: Config, name: str | None, to: Sequence[str], *, copies: bool | None
) -> PreparedLetter:
    """The last letter of a game's newest block, byte for byte, even if contacts have changed since.

    If there is none, or if `to` or `copies` changes its recipients, a new letter is prepared. The parameters
    and errors are those of `prepare_letter`.
    """
    opened, asked = open_for_play(path, home(), rewind=False), copies is not None
    kept = last_addresses.load_last_addresses(home(), opened)
    if kept is not None and kept.sender == _own_address(opened, config):
        if not to and not asked:
            return _prepared(opened, config, kept, asked)
        wanted = _addresses_for_identity(opened, config, name, to, copies=copies)
        same = (wanted.to, wanted.copies) == (kept.to, kept.copies)
        return _prepared(opened, config, kept if same else wanted, asked)
    return _prepared(opened, config, _addresses_for_identity(opened, config, name, to, copies=copies), asked)


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
    """Record that the blocks of a letter leave this machine, and store its addresses for `resend`.

    Call it immediately before sending, writing or printing the letter. Raises Conflict or UsageError, as
    `mark_sent` does.
    """
    mark_sent(home(), ready.save)
    last_addresses.store_addresses(home(), ready.opened, ready.between)


def _addresses_for_identity(
    opened: Opened, config: Config, name: str | None, to: Sequence[str], *, copies: bool | None
) -> Addresses:
    own = find_own_seat(home(), opened.table, name)
    return _addresses_for_seat(opened, config, None if own is None else own[1], to, copies=copies)


def _addresses_for_seat(
    opened: Opened,
    config: Config,
    me: int | None,
    to: Sequence[str],
    *,
    copies: bool | None,
    to_others: bool = False,
) -> Addresses:
    """The addresses of a letter that the player of seat `me` sends; parameters as in `prepare_letter`.

    With `to_others` it goes to all other players.
    """
    keys = all_own_keys(home())
    if copies is None:
        setting = last_addresses.copies_setting(home(), opened.save.header, config)
        copies = not to and setting.text == "all"
    between = resolve_addresses(
        opened.table,
        read_contacts(home()),
        _own_address(opened, config),
        me,
        to=to,
        copies=copies,
        to_others=to_others,
        own=frozenset(n for n, seat in enumerate(opened.table.seats) if seat.identity.hex() in keys),
        given=last_addresses.load_typed_addresses(home(), opened).given,
        word=shell_operand(configured_library(config).name_of(opened.path)),
    )
    return replace(between, language=between.language or language())


def _prepared(opened: Opened, config: Config, between: Addresses, asked: bool) -> PreparedLetter:
    speak = letter_translator(between.language)
    mail, link = compose_letter(opened, between, speak), mailto_link(opened, between, speak)
    return PreparedLetter(mail, link, opened, between, speak, configured_library(config), asked)


def send_offer(opened: Opened, config: Config, to: Sequence[str], offer: tuple[str, str]) -> dict[str, Any]:
    """Send an offer to all players; without a configured server, write the letter to the outbox.

    `offer` is the name and the text of the offer's file. Returns the recipients, the subject and where the
    letter went, as JSON-able data. Raises UsageError, for example if no address is known.
    """
    between = _addresses_for_seat(opened, config, None, to, copies=True, to_others=True)
    file, text = offer
    mail = compose_offer_letter(opened, between, file, text, letter_translator(between.language))
    facts = {"to": mail["To"], "subject": mail["Subject"]}
    if config.get("smtp_host"):
        return {**facts, "sent": bool(send_letter(config, home(), mail, lambda: None).sent)}
    outbox = ensure_folder(configured_library(config).outbox, "")
    place = outbox / f"{Path(file).stem}.eml"
    write_output(place, unsent_letter_text(mail), force=True)
    return {**facts, "file": str(place)}


def deliver_prepared_letter(config: Config, ready: PreparedLetter, *, again: bool = False) -> dict[str, Any]:
    """Deliver a letter through the configured server, and return its entries for the document.

    The entries are `sent`, `reached` (the addresses to which it was sent now) and `refused`. Recipients who
    already have the letter get it again only with `again`. Raises UsageError, and Conflict as `mark_as_sent`
    does.
    """
    done = send_letter(config, home(), ready.mail, partial(mark_as_sent, ready), again=again)
    return {"sent": bool(done.sent), "reached": list(done.sent), "refused": list(done.refused)}


def send_reminder(config: Config, ready: PreparedLetter) -> None:
    """Send a letter again as a reminder; `resend` still repeats the original letter.

    Raises UsageError, and Conflict as `mark_as_sent` does.
    """
    mail = ready.mail
    told = message("Reminder: {subject}", subject=str(mail["Subject"]))
    mail.replace_header("Subject", ready.speak(told))
    send_letter(config, home(), mail, partial(mark_sent, home(), ready.save), again=True)


def write_letter(ready: PreparedLetter, target: Path | None, *, force: bool) -> dict[str, Any]:
    """Write a letter to a file, and return `{"file": …}` for the document.

    Without a target, the file is written to the outbox, where it never replaces a different letter. Raises
    UsageError, and Conflict as `mark_as_sent` does.
    """
    text = unsent_letter_text(ready.mail)
    place = _path_in_outbox(ready, text) if target is None else target
    check_target(place, force=force or target is None)
    mark_as_sent(ready)
    write_output(place, text, force=force or target is None)
    return {"file": str(place)}


def _path_in_outbox(ready: PreparedLetter, text: str) -> Path:
    """Return the path for a letter in the outbox.

    It is an unused path, or that of a file with exactly this text. The folder is created if it is missing.
    """
    outbox = ensure_folder(ready.shelf.outbox, "")
    table = ready.opened.table
    stem = Path(attachment_name(table.header.title, table.seq)).stem
    names = (f"{stem}{f'-{number}' if number > 1 else ''}.eml" for number in count(1))
    places = (outbox / name for name in names)
    return next(place for place in places if not os.path.lexists(place) or _has_text(place, text))


def _has_text(place: Path, text: str) -> bool:
    """Return whether a path is a file with this text and not a symbolic link."""
    return not place.is_symlink() and read_if_possible(place) == text.encode()
