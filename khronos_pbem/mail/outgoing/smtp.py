"""Send a letter through an SMTP server, only once."""

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
from khronos_pbem.messages import GAME, VerbatimText, message, plural_message
from khronos_pbem.storage.files import write_atomically
from khronos_pbem.storage.home_folder import ensure_folder


def read_password(config: Config, server: str) -> str:
    """Read the password for a server (`smtp` or `imap`).

    It comes from `KHRONOS_SMTP_PASSWORD` or `KHRONOS_IMAP_PASSWORD`, else from the configured command. Raises
    UsageError if there is none or the command fails. It is never stored and never shown.
    """
    given = os.environ.get(f"KHRONOS_{server.upper()}_PASSWORD")
    if given is not None:
        return given
    command = config.required(f"{server}_password_command")
    try:
        done = subprocess.run(shlex.split(command), capture_output=True, text=True, timeout=60, check=True)
    except (OSError, ValueError, subprocess.SubprocessError):
        what = message("{server}_password_command printed no password", server=server)
        raise UsageError(what, hint=message("run that command yourself to see why")) from None
    return done.stdout.rstrip("\n")


def send_letter(
    config: Config, home: Path, mail: EmailMessage, leaving: Callable[[], object], *, again: bool = False
) -> bool:
    """Send a letter; return False if the same letter was sent before, unless `again` is set.

    `leaving` is called right before it is sent. Raises whatever `leaving` raises, and UsageError if the
    server refuses or cannot be reached. If the server's reply is lost, the letter counts as sent.
    """
    mark = (
        ensure_folder(home, "sent")
        / f"{str(mail['Message-ID']).strip('<>').replace('@', '.')}.{_recipients_digest(mail)}"
    )
    if mark.exists() and not again:
        return False
    host = config.required("smtp_host")
    try:
        with _connect(config, host) as server:
            _log_in(server, config)
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
        raise _delivery_error(host, problem) from None
    return True


def _recipients_digest(mail: EmailMessage) -> str:
    """The recipients of a letter as part of a file name: other recipients make it another letter."""
    return sha256(f"{mail['To']} {mail['Cc']}".encode()).hexdigest()[:12]


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
    hint = message("nothing was sent; -o FILE writes the letter to a file")
    if isinstance(problem, smtplib.SMTPAuthenticationError):
        what = message("{host} refuses the login", host=host)
    elif isinstance(problem, smtplib.SMTPRecipientsRefused):
        what = plural_message(
            "{host} refuses the recipient {refused}",
            "{host} refuses the recipients {refused}",
            len(problem.recipients),
            host=host,
            refused=VerbatimText(", ".join(sorted(problem.recipients))),
        )
    elif isinstance(problem, smtplib.SMTPResponseException):
        what = message("{host} refuses the letter: {smtp_code}", host=host, smtp_code=problem.smtp_code)
    elif isinstance(problem, ssl.SSLError):
        what = message("no secure connection to {host}: {why}", host=host, why=problem.reason)
    elif isinstance(problem, smtplib.SMTPServerDisconnected | TimeoutError):
        what = message("{host} has stopped answering", host=host)
        hint = message(
            "the letter may have been sent: ask the others before you type khronos resend {game} --send",
            game=GAME,
        )
    else:
        what = message("{host} cannot be reached: {problem}", host=host, problem=problem)
    return UsageError(what, hint=hint)
