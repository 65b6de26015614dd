"""The letters that have arrived since the last check, read or unread.

A player who answers from a telephone has opened the letters there, so the server marks them as read. The
robot therefore uses the numbers (UIDs) of the letters, and does not mark any as read. If the server resets
its numbers, the robot reads the letters of the last few days again, so that it misses none.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from khronos_pbem.errors import UsageError
from khronos_pbem.home.config import Config
from khronos_pbem.mail.formats.mail_sources import Letter
from khronos_pbem.mail.incoming.imap import Mailbox, open_mailbox
from khronos_pbem.messages import message
from khronos_pbem.storage.files import SMALL_BYTES, file_lock
from khronos_pbem.storage.json_store import JsonStore, json_codec

MOST_AT_ONCE, MOST_BYTES = 500, 64 * 1024 * 1024
"""The numbers of letters and of bytes after which one check stops; the next check continues."""

_MOST_OPEN = 20
"""The most letters that are read again because they could not be used alone."""

_RECENT = timedelta(days=2)
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


class MailPosition(NamedTuple):
    """The position up to which a mailbox was read.

    It consists of the mailbox's UIDVALIDITY, the next UID, and the letters to read again. `stuck` is the
    letter at which the server stopped responding, or 0.
    """

    validity: int = 0
    first: int = 0
    still_open: tuple[int, ...] = ()
    stuck: int = 0


class NewMail(NamedTuple):
    """The new letters of a mailbox.

    `note` stores that they are read, except the letters of the given origins. Its second argument is the
    paths of the game files that the letters brought.
    """

    letters: Iterable[Letter]
    note: Callable[[Collection[str], Iterable[Path]], None]


class _Fetched(NamedTuple):
    """The letters that were fetched, by UID, and the position after them."""

    letters: dict[int, Letter]
    after: MailPosition


@contextmanager
def new_mail(config: Config, home: Path, at: str) -> Iterator[NewMail]:
    """Fetch the letters that have arrived in the IMAP mailbox since the last check.

    `at` is the present moment. The first check fetches the unread letters and those of the last two days. The
    letters are available until the `with` block ends. Raises UsageError if the server cannot be reached or
    refuses.
    """
    mailbox = open_mailbox(config, readonly=True)
    try:
        store = _store(home, config)
        letters, after = _fetch_new(mailbox, store.read(), at)

        def note(still_open: Collection[str], _: Iterable[Path]) -> None:
            left = (uid for uid, letter in letters.items() if letter.origin in still_open)
            store.change(lambda _: after._replace(still_open=(*after.still_open, *left)[-_MOST_OPEN:]))

        yield NewMail(tuple(letters.values()), note)
    finally:
        mailbox.close()


def _fetch_new(mailbox: Mailbox, before: MailPosition, at: str) -> _Fetched:
    """Fetch the letters after a position."""
    validity, following = mailbox.end()
    if before.validity != validity or 0 < following < before.first:
        last = max(mailbox.uids("UID *"), default=0)
        recent = mailbox.uids(f"OR UNSEEN SINCE {_imap_day(datetime.fromisoformat(at) - _RECENT)}")
        return _fetch(mailbox, recent[-MOST_AT_ONCE:], MailPosition(validity, last + 1))
    if following == before.first:
        return _Fetched({}, before)
    new = [uid for uid in mailbox.uids(f"UID {before.first}:*") if uid >= before.first]
    letters, after = _fetch(mailbox, new, before)
    if not new or after.stuck:
        return _Fetched(letters, after)
    again = _fetch(mailbox, before.still_open, before)
    left = [uid for uid in before.still_open if again.after.stuck and uid not in again.letters]
    return _Fetched({**letters, **again.letters}, after._replace(still_open=tuple(left)))


def _imap_day(moment: datetime) -> str:
    """Return a day as IMAP writes it, independent of the locale."""
    return f"{moment.day}-{_MONTHS[moment.month - 1]}-{moment.year}"


def _fetch(mailbox: Mailbox, uids: Sequence[int], before: MailPosition) -> _Fetched:
    """Fetch letters until the limits are reached or the server stops answering.

    If it stops at the same letter twice in a row, that letter is skipped.
    """
    found: dict[int, Letter] = {}
    size = 0
    for number, uid in enumerate(uids):
        if number == MOST_AT_ONCE or size > MOST_BYTES:
            return _Fetched(found, before._replace(first=uid, stuck=0))
        try:
            letter = mailbox.letter(uid)
        except UsageError as problem:
            if uid != before.stuck:
                return _Fetched(found, before._replace(first=uid, stuck=uid))
            letter = Letter(
                message("{part}, e-mail {decode}", part=mailbox.name, decode=str(uid)), problem=problem
            )
        if letter is not None:
            found[uid] = letter
            size += letter.stop
    return _Fetched(found, before._replace(first=max([before.first, *(uid + 1 for uid in uids)]), stuck=0))


def _store(home: Path, config: Config) -> JsonStore[MailPosition]:
    """The store of the position in the configured mailbox."""
    name = "\0".join(config.get(key) for key in ("imap_host", "imap_port", "imap_user", "imap_folder"))
    path = home / "remote" / f"mail-{sha256(name.encode()).hexdigest()[:16]}.json"
    codec = json_codec(_parse, list)
    return JsonStore(path, codec, MailPosition(), partial(file_lock, path, home), SMALL_BYTES)


def _parse(data: Any) -> MailPosition:
    """Return the position from JSON data. Raises the errors expected of a store's codec."""
    validity, first, still_open, stuck = data
    if not all(type(each) is int and each >= 0 for each in (validity, first, *still_open, stuck)):
        raise TypeError
    return MailPosition(validity, first, tuple(still_open), stuck)
