"""Delivering a letter through a mail server, once."""

from __future__ import annotations

import os
import shlex
import smtplib
import ssl
import subprocess
from collections.abc import Callable
from email.message import EmailMessage
from hashlib import sha256
from pathlib import Path

from khronos_pbem.errors import KhronosError, UsageError
from khronos_pbem.home.config import Config
from khronos_pbem.messages import GAME, Typed, message, plural_message
from khronos_pbem.storage.files import write_atomically
from khronos_pbem.storage.home_folder import folder


def password(config: Config, server: str) -> str:
    """The password for a server: from `KHRONOS_SMTP_PASSWORD` (or IMAP), else from the configured command.

    Raises UsageError if there is none or the command fails; it is never stored and never shown.
    """
    given = os.environ.get(f"KHRONOS_{server.upper()}_PASSWORD")
    if given is not None:
        return given
    command = config.needed(f"{server}_password_command")
    try:
        done = subprocess.run(shlex.split(command), capture_output=True, text=True, timeout=60, check=True)
    except (OSError, ValueError, subprocess.SubprocessError):
        what = message("{server}_password_command printed no password", server=server)
        raise UsageError(
            what, rule="FORMATS 1", hint=message("run that command yourself to see why")
        ) from None
    return done.stdout.rstrip("\n")


def deliver(
    config: Config, home: Path, mail: EmailMessage, leaving: Callable[[], object], *, again: bool = False
) -> bool:
    """Hand a letter to the mail server; False if this very letter was handed over before (unless `again`).

    `leaving` is called right before it goes. Raises what that raises, and UsageError for whatever the server
    or the way to it refuses. A letter whose fate is not known, as the reply was lost, counts as sent: better
    asked for again than sent twice.
    """
    mark = folder(home, "sent") / f"{str(mail['Message-ID']).strip('<>').replace('@', '.')}.{_key(mail)}"
    if mark.exists() and not again:
        return False
    host = config.needed("smtp_host")
    try:
        with _connected(config, host) as server:
            _logged_in(server, config)
            leaving()
            write_atomically(mark, b"handed over\n", mode=0o600)
            try:
                server.send_message(mail)
            except (smtplib.SMTPServerDisconnected, TimeoutError):
                raise
            except smtplib.SMTPException:
                mark.unlink(missing_ok=True)  # the server said no: it has not got the letter
                raise
    except (smtplib.SMTPException, OSError, ValueError) as problem:
        if isinstance(problem, KhronosError):
            raise
        raise _refused(host, problem) from None
    return True


def _key(mail: EmailMessage) -> str:
    """The recipients of a letter as part of a file name: another list is another letter."""
    return sha256(f"{mail['To']} {mail['Cc']}".encode()).hexdigest()[:12]


def _connected(config: Config, host: str) -> smtplib.SMTP:
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


def _logged_in(server: smtplib.SMTP, config: Config) -> None:
    user = config.get("smtp_user")
    if user:
        secret = password(config, "smtp")
        try:
            server.login(user, secret)
        except smtplib.SMTPServerDisconnected:  # some hang up instead of saying no
            raise smtplib.SMTPAuthenticationError(535, b"") from None


def _refused(host: str, problem: Exception) -> UsageError:
    hint = message("nothing was sent; -o FILE writes the letter to a file")
    if isinstance(problem, smtplib.SMTPAuthenticationError):
        return UsageError(message("{host} refuses the login", host=host), rule="FORMATS 1", hint=hint)
    if isinstance(problem, smtplib.SMTPRecipientsRefused):
        what = plural_message(
            "{host} refuses the recipient {refused}",
            "{host} refuses the recipients {refused}",
            len(problem.recipients),
            host=host,
            refused=Typed(", ".join(sorted(problem.recipients))),
        )
        return UsageError(what, rule="FORMATS 1", hint=hint)
    if isinstance(problem, smtplib.SMTPResponseException):
        return UsageError(
            message("{host} refuses the letter: {smtp_code}", host=host, smtp_code=problem.smtp_code),
            rule="FORMATS 1",
            hint=hint,
        )
    if isinstance(problem, ssl.SSLError):
        return UsageError(
            message("no secure connection to {host}: {why}", host=host, why=problem.reason),
            rule="FORMATS 1",
            hint=hint,
        )
    if isinstance(problem, smtplib.SMTPServerDisconnected | TimeoutError):
        hint = message(
            "the letter may have been sent: ask the others before you type khronos resend {game} --send",
            game=GAME,
        )
        return UsageError(message("{host} has stopped answering", host=host), rule="FORMATS 1", hint=hint)
    return UsageError(
        message("{host} cannot be reached: {problem}", host=host, problem=problem),
        rule="FORMATS 1",
        hint=hint,
    )
