"""Fetching letters from a mailbox by IMAP; a letter counts as read once it was taken in."""

from __future__ import annotations

import imaplib
import ssl
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from khronos_pbem.errors import UsageError
from khronos_pbem.mail.config import Config
from khronos_pbem.mail.sending import password
from khronos_pbem.mail.sources import Letter
from khronos_pbem.saying import say


@dataclass
class Mailbox:
    """An open mailbox."""

    server: imaplib.IMAP4
    name: str

    def unread(self) -> Iterator[tuple[bytes, Letter]]:
        """The letters that were not read yet, with their numbers; they stay unread. Raises UsageError."""
        found = self._ask("search", None, "UNSEEN")
        for number in (found[0] or b"").split():
            for part in self._ask("fetch", number.decode(), "(BODY.PEEK[])"):
                if isinstance(part, tuple):
                    yield (
                        number,
                        Letter(say("{part}, mail {decode}", part=self.name, decode=number.decode()), part[1]),
                    )

    def mark_read(self, number: bytes) -> None:
        """Mark a letter as read. Raises UsageError."""
        self._ask("store", number.decode(), "+FLAGS", "\\Seen")

    def _ask(self, command: str, *arguments: Any) -> list[Any]:
        """The answer to a command; what was taken in so far stays taken in, whatever happens."""
        try:
            answer, data = getattr(self.server, command)(*arguments)
        except (imaplib.IMAP4.error, OSError) as problem:
            what = say("{part} does not answer any more: {name}", part=self.name, name=type(problem).__name__)
            raise UsageError(what, rule="FORMATS 1", hint=say("try again, nothing is lost")) from None
        if answer != "OK":
            raise UsageError(
                say("{part} refuses {command}", part=self.name, command=command),
                rule="FORMATS 1",
                hint=say("try again, nothing is lost"),
            )
        return list(data)

    def close(self) -> None:
        """Leave the mailbox."""
        try:
            self.server.logout()
        except (imaplib.IMAP4.error, OSError):
            return


def open_mailbox(config: Config) -> Mailbox:
    """The configured mailbox. Raises UsageError for whatever the server or the way to it refuses."""
    host, folder = config.needed("imap_host"), config.get("imap_folder")
    user, secret = config.needed("imap_user"), password(config, "imap")
    try:
        server = _connected(config, host)
        mailbox = Mailbox(server, f"{host}/{folder}")
        answer = _selected(mailbox, user, secret, folder)
    except imaplib.IMAP4.error:
        hint = say("check imap_user, the password, imap_security")
        raise UsageError(say("{host} refuses the login", host=host), rule="FORMATS 1", hint=hint) from None
    except ssl.SSLError as problem:
        raise UsageError(
            say("no safe connection to {host}: {reason}", host=host, reason=problem.reason), rule="FORMATS 1"
        ) from None
    except OSError as problem:
        raise UsageError(
            say("{host} cannot be reached: {problem}", host=host, problem=problem),
            rule="FORMATS 1",
            hint=say("nothing was read"),
        ) from None
    if answer != "OK":
        mailbox.close()
        raise UsageError(
            say("{host} has no mailbox {folder}", host=host, folder=folder),
            rule="FORMATS 1",
            hint=say("set imap_folder"),
        )
    return mailbox


def _selected(mailbox: Mailbox, user: str, secret: str, folder: str) -> str:
    """Log in and open the folder; the server's answer to the latter. Leaves the server if it refuses."""
    try:
        mailbox.server.login(user, secret)
        answer, _ = mailbox.server.select(f'"{folder}"')
    except (imaplib.IMAP4.error, OSError):
        mailbox.close()
        raise
    return answer


def _connected(config: Config, host: str) -> imaplib.IMAP4:
    port, wait = config.number("imap_port"), config.number("timeout")
    if config.get("imap_security") == "tls":
        return imaplib.IMAP4_SSL(host, port, ssl_context=ssl.create_default_context(), timeout=wait)
    server = imaplib.IMAP4(host, port, timeout=wait)
    if config.get("imap_security") == "starttls":
        try:
            server.starttls(ssl_context=ssl.create_default_context())
        except (imaplib.IMAP4.error, OSError):
            server.shutdown()
            raise
    return server
