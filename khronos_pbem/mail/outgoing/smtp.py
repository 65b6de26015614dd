"""Send a letter through an SMTP server, only once to each recipient."""

from __future__ import annotations

import os
import smtplib
import ssl
from collections.abc import Callable, Iterable, Mapping
from email.message import EmailMessage
from email.utils import getaddresses
from pathlib import Path
from typing import NamedTuple

from khronos_pbem.errors import KhronosError, UsageError
from khronos_pbem.home.config import Config
from khronos_pbem.home.secret_command import run_secret_command
from khronos_pbem.messages import GAME, VerbatimText, message, plural_message
from khronos_pbem.storage.files import read_if_possible, write_atomically
from khronos_pbem.storage.home_folder import ensure_folder


def read_password(config: Config, server: str) -> str:
    """Read the password for a server (`smtp` or `imap`).

    It comes from `KHRONOS_SMTP_PASSWORD` or `KHRONOS_IMAP_PASSWORD`, otherwise from the configured command.
    It is never stored and never shown. Raises UsageError if there is no password or the command fails.
    """
    given = os.environ.get(f"KHRONOS_{server.upper()}_PASSWORD")
    if given is not None:
        return given
    return run_secret_command(config, f"{server}_password_command")


class Delivery(NamedTuple):
    """The addresses that this attempt sent a letter to, and those in Cc that the server refused."""

    sent: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()


def send_letter(
    config: Config, home: Path, mail: EmailMessage, leaving: Callable[[], object], *, again: bool = False
) -> Delivery:
    """Send a letter to the recipients who have not received it yet; with `again`, to all of them.

    `leaving` is called immediately before sending. If the server's reply is lost, the letter counts as sent.
    Raises any error that `leaving` raises. Raises UsageError on other failures, for example if the server
    cannot be reached, or refuses the letter or a recipient in `To`.
    """
    mark = _SentMark(ensure_folder(home, "sent") / _file_name(mail))
    before = mark.read()
    recipients = [each for each in _addresses(mail, "To", "Cc") if again or each.lower() not in before]
    if not recipients:
        return Delivery()
    host = config.required("smtp_host")
    try:
        with _connect(config, host) as server:
            _log_in(server, config)
            leaving()
            mark.write([*before, *recipients])
            try:
                refused = server.send_message(mail, to_addrs=recipients)
            except (smtplib.SMTPServerDisconnected, TimeoutError):
                raise
            except smtplib.SMTPException:
                mark.write(before)  # the server said no: it has not got the letter
                raise
            taken = [each for each in recipients if each not in refused]
            mark.write([*before, *taken])
    except (smtplib.SMTPException, OSError, ValueError) as problem:
        if isinstance(problem, KhronosError):
            raise
        raise _delivery_error(host, problem) from None
    if not refused.keys().isdisjoint(_addresses(mail, "To")):
        raise _refusal_error(host, refused, message("the e-mail was sent to all other recipients"))
    return Delivery(tuple(taken), tuple(sorted(refused)))


class _SentMark(NamedTuple):
    """The file that lists the recipients of a letter, one address per line."""

    path: Path

    def read(self) -> list[str]:
        """Return the addresses in lower case; none if the file cannot be read."""
        return (read_if_possible(self.path) or b"").decode(errors="replace").splitlines()

    def write(self, addresses: Iterable[str]) -> None:
        """Replace the list with these addresses."""
        lines = dict.fromkeys(each.lower() for each in addresses)
        write_atomically(self.path, "".join(f"{each}\n" for each in lines).encode(), mode=0o600)


def _file_name(mail: EmailMessage) -> str:
    """Return the name of the file that lists the recipients of a letter."""
    return str(mail["Message-ID"]).strip("<>").replace("@", ".")


def _addresses(mail: EmailMessage, *headers: str) -> list[str]:
    """The addresses in these headers, each once."""
    texts = [str(mail[header]) for header in headers if mail[header] is not None]
    return list(dict.fromkeys(address for _, address in getaddresses(texts)))


def _connect(config: Config, host: str) -> smtplib.SMTP:
    port, wait = config.number("smtp_port"), config.number("timeout")
    security = config.get("smtp_security")
    if security == "tls":
        return smtplib.SMTP_SSL(host, port, timeout=wait, context=ssl.create_default_context())
    server = smtplib.SMTP(host, port, timeout=wait)
    if security == "starttls":
        try:
            server.starttls(context=ssl.create_default_context())
        except (smtplib.SMTPException, OSError):
            server.close()
            raise
    return server


def _log_in(server: smtplib.SMTP, config: Config) -> None:
    user = config.get("smtp_user")
    if user:
        secret = read_password(config, "smtp")
        try:
            server.login(user, secret)
        except smtplib.SMTPServerDisconnected:  # some hang up instead of saying no
            raise smtplib.SMTPAuthenticationError(535, b"") from None


def _delivery_error(host: str, problem: Exception) -> UsageError:
    hint = message("nothing was sent; -o FILE writes the e-mail to a file")
    if isinstance(problem, smtplib.SMTPAuthenticationError):
        what = message("{host} refused the login", host=host)
    elif isinstance(problem, smtplib.SMTPRecipientsRefused):
        return _refusal_error(host, problem.recipients, hint)
    elif isinstance(problem, smtplib.SMTPResponseException):
        what = message("{host} refused the e-mail: {smtp_code}", host=host, smtp_code=problem.smtp_code)
    elif isinstance(problem, ssl.SSLError):
        what = message("the secure connection to {host} failed: {why}", host=host, why=problem.reason)
    elif isinstance(problem, smtplib.SMTPServerDisconnected | TimeoutError):
        what = message("{host} has stopped responding", host=host)
        hint = message(
            "the e-mail may have been sent anyway: before you type khronos resend {game} --send, ask "
            "the others whether it has arrived",
            game=GAME,
        )
    else:
        what = message("{host} cannot be reached: {problem}", host=host, problem=problem)
    return UsageError(what, hint=hint)


def _refusal_error(host: str, refused: Mapping[str, object], hint: str) -> UsageError:
    """Return the error for recipients that the server refuses."""
    what = plural_message(
        "{host} refused the recipient {refused}",
        "{host} refused the recipients {refused}",
        len(refused),
        host=host,
        refused=VerbatimText(", ".join(sorted(refused))),
    )
    return UsageError(what, hint=hint)
