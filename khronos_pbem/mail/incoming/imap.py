"""Fetch letters from a mailbox by IMAP. A letter is marked as read once it has been received.

The server may be hostile. The size of each response is limited, and a letter that the server does not deliver
never stops the others.
"""

from __future__ import annotations

import base64
import contextlib
import imaplib
import re
import ssl
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from khronos_pbem.errors import InvalidFile, KhronosError, UsageError
from khronos_pbem.home.config import Config
from khronos_pbem.mail.formats.mail_sources import MAX_MAIL, Letter, too_large_error
from khronos_pbem.mail.outgoing.smtp import read_password
from khronos_pbem.messages import message

MAX_ANSWER = 2 * MAX_MAIL
"""The maximum size in bytes of a server's response to one command."""

_NUMBER = re.compile(rb"[0-9]{1,10}")
_LAST_UID = 2**32 - 1
_SIZE = re.compile(rb"RFC822\.SIZE ([0-9]{1,19})", re.IGNORECASE)


class _LimitedImap(imaplib.IMAP4):
    """An IMAP connection that is aborted if the response to one command is too large."""

    received = 0

    def read(self, size: int) -> bytes:
        self._count_bytes(size)
        return super().read(size)

    def readline(self) -> bytes:
        line = super().readline()
        self._count_bytes(len(line))
        return line

    def _count_bytes(self, size: int) -> None:
        self.received += size
        if self.received > MAX_ANSWER:
            raise self.abort("far too much in one answer")


class _LimitedImapTls(_LimitedImap, imaplib.IMAP4_SSL):
    """The same connection over TLS from the start."""


@dataclass
class Mailbox:
    """An open mailbox. Fetched letters are stored in a temporary folder until it is closed."""

    server: imaplib.IMAP4
    name: str
    folder: TemporaryDirectory[str] = field(default_factory=lambda: TemporaryDirectory(prefix="khronos-"))

    def unread_letters(self) -> Iterator[tuple[bytes, Letter]]:
        """Yield each unread letter with its number in the mailbox. The letters stay unread.

        A letter that the server does not deliver has a `problem`. Raises UsageError if the server refuses to
        list the letters, or has stopped responding.
        """
        found = self._ask("search", None, "UNSEEN")
        for number in _NUMBER.findall(found[0] if isinstance(found[0], bytes) else b""):
            origin = message("{part}, e-mail {decode}", part=self.name, decode=number.decode())
            try:
                path = self._fetch(number)
                yield number, Letter(origin, path=path, stop=path.stat().st_size)
            except KhronosError as problem:
                yield number, Letter(origin, problem=problem)

    def end(self) -> tuple[int, int]:
        """The UIDVALIDITY of the mailbox, and the UID that its next letter will get (RFC 3501, 2.3.1.1).

        The UID is 0 if the server does not report it. Raises UsageError if the server reports no UIDVALIDITY.
        """
        validity, following = map(self._response_number, ("UIDVALIDITY", "UIDNEXT"))
        if not validity:
            raise UsageError(
                message("{part} does not give its e-mails unique IDs", part=self.name),
                hint=message(
                    "let another program fetch your mail, and set mailboxes to the folder that the "
                    "other program writes to"
                ),
            )
        return validity, following

    def _response_number(self, name: str) -> int:
        """A number from the server's response to opening the mailbox; 0 if it has no valid UID."""
        found = self.server.response(name)[1]
        text = found[-1] if found else None
        number = int(text) if isinstance(text, bytes) and _NUMBER.fullmatch(text) else 0
        return number if number <= _LAST_UID else 0

    def uids(self, wanted: str) -> list[int]:
        """The UIDs of the letters that match a search key of RFC 3501, in ascending sequence.

        Raises UsageError if the server refuses the search, or has stopped responding.
        """
        found = self._ask("uid", "SEARCH", None, wanted)
        return sorted(
            uid for uid in map(int, _NUMBER.findall(b" ".join(_flat(found)))) if 0 < uid <= _LAST_UID
        )

    def letter(self, uid: int) -> Letter | None:
        """Fetch the letter with a UID, without marking it as read; None if it no longer exists.

        A letter that is too large has a `problem`. Raises UsageError if the server refuses or has stopped
        responding, or if the letter cannot be stored.
        """
        origin = message("{part}, e-mail {decode}", part=self.name, decode=str(uid))
        try:
            path = self._fetch(str(uid).encode(), by_uid=True)
        except InvalidFile as problem:
            return Letter(origin, problem=problem)
        size = path.stat().st_size
        return Letter(origin, path=path, stop=size) if size else None

    def _fetch(self, number: bytes, *, by_uid: bool = False) -> Path:
        """Fetch a letter, given by its number or UID, into a file.

        Raises UsageError if the server refuses, InvalidFile if the letter is too large.
        """
        fetch = ("uid", "FETCH") if by_uid else ("fetch",)
        sizes = _SIZE.findall(b" ".join(_flat(self._ask(*fetch, number.decode(), "(RFC822.SIZE)"))))
        if sizes and int(sizes[0]) > MAX_MAIL:
            raise too_large_error()
        parts = self._ask(*fetch, number.decode(), "(BODY.PEEK[])")
        data = next((part[1] for part in parts if isinstance(part, tuple) and len(part) > 1), b"")
        path = Path(self.folder.name) / number.decode()
        try:
            path.write_bytes(data if isinstance(data, bytes) else b"")
        except OSError as problem:
            what = message("{path}: {why}", path=path, why=(problem.strerror or "").lower())
            raise UsageError(what) from None
        return path

    def mark_read(self, number: bytes) -> None:
        """Mark a letter as read. Raises UsageError on failure."""
        self._ask("store", number.decode(), "+FLAGS", "\\Seen")

    def _ask(self, command: str, *arguments: object) -> list[object]:
        """The server's response to a command. Raises UsageError if it refuses or has stopped responding."""
        with contextlib.suppress(AttributeError):
            self.server.received = 0  # type: ignore[attr-defined]
        again = message("nothing is lost; try again")
        try:
            answer, data = getattr(self.server, command)(*arguments)
        except (imaplib.IMAP4.error, OSError, ValueError) as problem:
            what = message(
                "{part} has stopped responding ({name})", part=self.name, name=type(problem).__name__
            )
            raise UsageError(what, hint=again) from None
        if answer != "OK":
            raise UsageError(
                message("{part} refused the command {command}", part=self.name, command=command), hint=again
            )
        return list(data)

    def close(self) -> None:
        """Log out and delete the fetched letters. A connection that is already lost is closed too."""
        self.folder.cleanup()
        for end in (self.server.logout, self.server.shutdown):
            with contextlib.suppress(imaplib.IMAP4.error, OSError, ValueError):
                end()


def _flat(parts: list[object]) -> Iterator[bytes]:
    for part in parts:
        for each in part if isinstance(part, tuple) else (part,):
            if isinstance(each, bytes):
                yield each


def open_mailbox(config: Config, *, readonly: bool = False) -> Mailbox:
    """Open the configured mailbox; with `readonly`, no letter can be marked as read.

    Raises UsageError if a setting or the password is missing, or if the server cannot be reached. Also raises
    it if the server refuses the login or has no such mailbox.
    """
    host, folder = config.required("imap_host"), config.get("imap_folder")
    user, secret = config.required("imap_user"), read_password(config, "imap")
    try:
        server = _connect(config, host)
        mailbox = Mailbox(server, f"{host}/{folder}")
        answer = _log_in_and_select(mailbox, user, secret, folder, readonly=readonly)
    except imaplib.IMAP4.error:
        hint = message("check imap_user, the password and imap_security")
        raise UsageError(message("{host} refused the login", host=host), hint=hint) from None
    except ssl.SSLError as problem:
        raise UsageError(
            message("the secure connection to {host} failed: {why}", host=host, why=problem.reason)
        ) from None
    except (OSError, ValueError) as problem:
        raise UsageError(
            message("{host} cannot be reached: {problem}", host=host, problem=problem),
            hint=message("nothing was read; check imap_host and your connection"),
        ) from None
    if answer != "OK":
        mailbox.close()
        raise UsageError(
            message("{host} has no mailbox called {folder}", host=host, folder=folder),
            hint=message("choose another mailbox: khronos config imap_folder NAME"),
        )
    return mailbox


def _log_in_and_select(mailbox: Mailbox, user: str, secret: str, folder: str, *, readonly: bool) -> str:
    """Log in and open the folder; return the response to opening it. Close the mailbox on an error."""
    try:
        mailbox.server.login(user, secret)
        answer, _ = mailbox.server.select(_quoted_mailbox_name(folder), readonly)
    except (imaplib.IMAP4.error, OSError, ValueError):
        mailbox.close()
        raise
    return str(answer)


def _quoted_mailbox_name(folder: str) -> str:
    """A mailbox name in IMAP's form: quoted, in modified UTF-7 (RFC 3501, 5.1.3)."""
    if not folder.isascii():
        folder = re.sub("&|[^\x20-\x7e]+", _in_utf_7, folder)
    escaped = folder.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _in_utf_7(match: re.Match[str]) -> str:
    if match[0] == "&":
        return "&-"
    coded = base64.b64encode(match[0].encode("utf-16-be", "replace")).decode().rstrip("=")
    return f"&{coded.replace('/', ',')}-"


def _connect(config: Config, host: str) -> imaplib.IMAP4:
    port, wait = config.number("imap_port"), config.number("timeout")
    if config.get("imap_security") == "tls":
        return _LimitedImapTls(host, port, ssl_context=ssl.create_default_context(), timeout=wait)
    server = _LimitedImap(host, port, timeout=wait)
    if config.get("imap_security") == "starttls":
        try:
            server.starttls(ssl_context=ssl.create_default_context())
        except (imaplib.IMAP4.error, OSError):
            server.shutdown()
            raise
    return server
