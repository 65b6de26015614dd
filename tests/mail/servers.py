"""Mail servers on a loopback port: a real SMTP server, and a small IMAP server over the same mail."""

from __future__ import annotations

import contextlib
import grp
import mailbox
import os
import pwd
import re
import shutil
import socket
import socketserver
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, LoginPassword

from tests.support.shell import PATIENCE

READER = (65534, 65534) if os.geteuid() == 0 else (os.geteuid(), os.getegid())
"""The user and group that dovecot reads mail as: nobody, for root."""

DOVECOT = """
base_dir = {run}/run
log_path = {run}/log
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
auth_failure_delay = 0
default_internal_user = {user}
default_internal_group = {group}
default_login_user = {user}
mail_location = maildir:{post}/%n
first_valid_uid = 1
passdb {{
  driver = static
  args = password=secret
}}
userdb {{
  driver = static
  args = uid={uid} gid={gid} home={run}/home
}}
service anvil {{
  chroot =
}}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {port}
  }}
  inet_listener imaps {{
    port = 0
  }}
}}
"""


@contextmanager
def dovecot(post: Post) -> Iterator[int]:
    """A running dovecot over the boxes of a post office; its port. The password is `secret`."""
    folder = Path(tempfile.mkdtemp(prefix="khronos-dovecot-"))
    folder.chmod(0o755)
    uid, gid = READER
    port = free_port()
    values = {"run": folder, "post": post.folder, "port": port, "uid": uid, "gid": gid}
    values |= {"user": pwd.getpwuid(uid).pw_name, "group": grp.getgrgid(gid).gr_name}
    (folder / "dovecot.conf").write_text(DOVECOT.format(**values), encoding="utf-8")
    process = subprocess.Popen(
        ["dovecot", "-F", "-c", str(folder / "dovecot.conf")], stderr=subprocess.DEVNULL
    )
    try:
        await_port(port)
        yield port
    finally:
        process.terminate()
        process.wait(PATIENCE)
        shutil.rmtree(folder, ignore_errors=True)


def await_port(port: int) -> None:
    """Wait until somebody listens on a port."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.05)
    raise AssertionError(f"nobody listens on {port}")


@dataclass
class Post:
    """A post office: a Maildir for each address; `answer` may refuse all letters, `unknown` all recipients.

    `closed` are the addresses that are refused alone. `port` is that of its server. What comes in once it
    was `handed_over` is handed over too.
    """

    folder: Path
    answer: str = ""
    unknown: str = ""
    closed: tuple[str, ...] = ()
    letters: int = 0
    port: int = 0
    handed_over: bool = False

    def box(self, address: str) -> mailbox.Maildir:
        self.folder.mkdir(parents=True, exist_ok=True)
        return mailbox.Maildir(self.folder / address.split("@", maxsplit=1)[0])

    async def handle_RCPT(  # noqa: N802 - aiosmtpd's name
        self, server: Any, session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        if self.unknown:
            return self.unknown
        if address in self.closed:
            return "450 try later"
        envelope.rcpt_tos.append(address)
        return "250 known"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802 - aiosmtpd's name
        if self.answer:
            return self.answer
        self.letters += 1
        for address in envelope.rcpt_tos:
            self.box(address).add(envelope.content)
        if self.handed_over:
            self.hand_over()
        return "250 taken"

    def hand_over(self) -> None:
        """Give the boxes to the user who reads them for dovecot, which does not do so as root."""
        self.handed_over = True
        if os.geteuid() == 0:
            for path in [self.folder, *self.folder.rglob("*")]:
                os.chown(path, *READER)


def smtp_server(post: Post, *, password: str = "") -> Controller:
    """A running SMTP server; with a password it wants a login."""

    def check(server: Any, session: Any, envelope: Any, mechanism: str, data: Any) -> AuthResult:
        good = isinstance(data, LoginPassword) and data.password == password.encode()
        return AuthResult(success=good, handled=False)

    login: dict[str, Any] = {"auth_required": True, "authenticator": check, "auth_require_tls": False}
    controller = Controller(post, hostname="127.0.0.1", port=free_port(), **(login if password else {}))
    controller.start()
    post.port = controller.port
    return controller


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass
class ImapServer:
    """As much of IMAP4rev1 as reading new mail takes, over a Maildir."""

    box: mailbox.Maildir
    password: str = "secret"
    read: set[int] = field(default_factory=set)
    breaks: str = ""

    def __enter__(self) -> ImapServer:
        outer = self

        class Talk(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                self.wfile.write(b"* OK IMAP4rev1 ready\r\n")
                for line in self.rfile:
                    tag, command, *rest = line.decode().strip().split(" ", 2)
                    self.wfile.write(outer.answer(tag, command.upper(), rest[0] if rest else ""))
                    if command.upper() == "LOGOUT":
                        return

        self.server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Talk)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.server.shutdown()
        self.server.server_close()

    @property
    def port(self) -> int:
        return int(self.server.server_address[1])

    def answer(self, tag: str, command: str, rest: str) -> bytes:
        keys = sorted(self.box.keys())
        ok = f"{tag} OK {command} done\r\n".encode()
        if command == self.breaks:
            return f"{tag} NO not now\r\n".encode()
        if command == "CAPABILITY":
            return b"* CAPABILITY IMAP4rev1\r\n" + ok
        if command == "LOGIN":
            return (
                ok
                if f'"{self.password}"' in rest or rest.endswith(self.password)
                else f"{tag} NO no\r\n".encode()
            )
        if command == "SELECT":
            return (
                f"* {len(keys)} EXISTS\r\n".encode() + ok if "INBOX" in rest else f"{tag} NO no\r\n".encode()
            )
        if command == "SEARCH":
            unread = " ".join(str(n) for n in range(1, len(keys) + 1) if n not in self.read)
            return f"* SEARCH {unread}\r\n".encode() + ok
        if command == "FETCH":
            number = int(rest.split(maxsplit=1)[0])
            data = self.box.get_bytes(keys[number - 1])
            return f"* {number} FETCH (BODY[] {{{len(data)}}}\r\n".encode() + data + b")\r\n" + ok
        if command == "STORE":
            self.read.add(int(re.match(r"\d+", rest)[0]))  # type: ignore[index]
            return ok
        return ok
