"""All ways by which games come in that are configured: a mail server, mailboxes and folders of mail."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from khronos_pbem.errors import KhronosError, UsageError
from khronos_pbem.home.config import Config, paths_of
from khronos_pbem.library.library import Library
from khronos_pbem.mail.formats.mail_sources import letters_in
from khronos_pbem.mail.incoming import imap as mailboxes
from khronos_pbem.mail.incoming.findings import News
from khronos_pbem.mail.incoming.read_before import ReadBefore
from khronos_pbem.mail.incoming.receive import receive, take_in
from khronos_pbem.session.context import Context


def from_all(config: Config, library: Library, context: Context, *, unread: bool = False) -> list[News]:
    """Take in what came by all configured ways, of mailboxes only what was not read before if `unread`.

    A way that is closed is refused news, and closes no other.
    """
    news: list[News] = []
    for name, way in _ways(config, library, context, _from_unread if unread else _from_path):
        try:
            news += way()
        except KhronosError as problem:
            news.append(News("refused", problem.said, name, problem))
    return news


def are_configured(config: Config) -> bool:
    """Whether there is any way by which mail comes in."""
    return bool(config.get("imap_host") or config.get("mailboxes"))


Reading = Callable[[Path, Library, Context], list[News]]
"""How a mailbox is read: what comes of the letters in it."""


def _ways(
    config: Config, library: Library, context: Context, read: Reading
) -> Iterator[tuple[str, Callable[[], list[News]]]]:
    if config.get("imap_host"):
        yield config.get("imap_host"), partial(from_imap, config, library, context)
    for path in paths_of(config, "mailboxes"):
        yield str(path), partial(read, path, library, context)


def _from_path(path: Path, library: Library, context: Context) -> list[News]:
    return receive(letters_in(str(path)), library, context)


def _from_unread(path: Path, library: Library, context: Context) -> list[News]:
    """Take in the letters that were not read before, and note that they are now."""
    box = ReadBefore(library, path)
    taken = take_in(box.letters(), library, context)
    box.note(taken.still_open, (one.game for one in taken.news if one.game is not None))
    return taken.news


def from_imap(config: Config, library: Library, context: Context) -> list[News]:
    """Take in the unread letters of the configured mailbox; those that were not refused are read then.

    Raises UsageError if the server cannot be reached or does not let in.
    """
    mailbox = mailboxes.open_mailbox(config)
    try:
        unread = list(mailbox.unread())
        news = receive([letter for _, letter in unread], library, context)
        refused = {one.origin for one in news if one.problem is not None}
        try:
            for number, letter in unread:
                if letter.origin not in refused:
                    mailbox.mark_read(number)
        except UsageError as problem:  # what was taken in is told all the same
            news.append(News("refused", problem.said, mailbox.name, problem))
    finally:
        mailbox.close()
    return news
