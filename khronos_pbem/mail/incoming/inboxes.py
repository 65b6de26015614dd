"""Receive from all configured sources of mail: an IMAP server, mailboxes, and folders of mail."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from khronos_pbem.errors import KhronosError, UsageError
from khronos_pbem.home.config import Config, paths_of
from khronos_pbem.library.library import Library
from khronos_pbem.mail.formats.mail_sources import letters_in_source
from khronos_pbem.mail.incoming import imap as mailboxes
from khronos_pbem.mail.incoming.mailbox_state import MailboxReadState
from khronos_pbem.mail.incoming.receive import receive, receive_with_open_letters
from khronos_pbem.mail.incoming.received_item import ReceivedItem
from khronos_pbem.session.context import Context


def receive_from_all(
    config: Config, library: Library, context: Context, *, unread: bool = False
) -> list[ReceivedItem]:
    """Receive the letters of all configured sources.

    With `unread`, letters that were read before are skipped in mailbox files and folders. A source that
    cannot be read becomes a refused item, and does not stop the others.
    """
    news: list[ReceivedItem] = []
    for name, way in _mail_sources(
        config, library, context, _receive_unread_from_path if unread else _receive_from_path
    ):
        try:
            news += way()
        except KhronosError as problem:
            news.append(ReceivedItem("refused", problem.full_message, name, problem))
    return news


def has_inboxes(config: Config) -> bool:
    """Return whether any source of mail is configured."""
    return bool(config.get("imap_host") or config.get("mailboxes"))


Reading = Callable[[Path, Library, Context], list[ReceivedItem]]
"""A function that reads a mailbox and returns an item for each thing found in its letters."""


def _mail_sources(
    config: Config, library: Library, context: Context, read: Reading
) -> Iterator[tuple[str, Callable[[], list[ReceivedItem]]]]:
    if config.get("imap_host"):
        yield config.get("imap_host"), partial(receive_from_imap, config, library, context)
    for path in paths_of(config, "mailboxes"):
        yield str(path), partial(read, path, library, context)


def _receive_from_path(path: Path, library: Library, context: Context) -> list[ReceivedItem]:
    return receive(letters_in_source(str(path)), library, context)


def _receive_unread_from_path(path: Path, library: Library, context: Context) -> list[ReceivedItem]:
    """Receive the letters that were not read before, and record them as read."""
    box = MailboxReadState(library, path)
    taken = receive_with_open_letters(box.letters(), library, context)
    box.note(taken.still_open, (one.game for one in taken.news if one.game is not None))
    return taken.news


def receive_from_imap(config: Config, library: Library, context: Context) -> list[ReceivedItem]:
    """Receive the unread letters of the configured IMAP mailbox, and mark them as read.

    Refused letters stay unread. Raises UsageError if the mailbox cannot be opened or its letters cannot be
    listed.
    """
    mailbox = mailboxes.open_mailbox(config)
    try:
        unread = list(mailbox.unread_letters())
        news = receive([letter for _, letter in unread], library, context)
        refused = {one.origin for one in news if one.problem is not None}
        try:
            for number, letter in unread:
                if letter.origin not in refused:
                    mailbox.mark_read(number)
        except UsageError as problem:  # what was taken in is told all the same
            news.append(ReceivedItem("refused", problem.full_message, mailbox.name, problem))
    finally:
        mailbox.close()
    return news
