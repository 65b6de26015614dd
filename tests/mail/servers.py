"""Mail servers on a loopback port: a real SMTP server, and a small IMAP server over the same mail."""

from __future__ import annotations

import mailbox
import re
import socket
import socketserver
import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, LoginPassword


@dataclass
class Post:
    """A post office: a Maildir for each address; `answer` may refuse all letters."""

    folder: Path
    answer: str = ""
    letters: int = 0

    def box(self, address: str) -> mailbox.Maildir:
        self.folder.mkdir(parents=True, exist_ok=True)
        return mailbox.Maildir(self.folder / address.split("@", maxsplit=1)[0])

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802 - aiosmtpd's name
        if self.answer:
            return self.answer
        self.letters += 1
        for address in envelope.rcpt_tos:
            self.box(address).add(envelope.content)
        return "250 taken"


def smtp_server(post: Post, *, password: str = "") -> Controller:
    """A running SMTP server; with a password it wants a login."""

    def check(server: Any, session: Any, envelope: Any, mechanism: str, data: Any) -> AuthResult:
        good = isinstance(data, LoginPassword) and data.password == password.encode()
        return AuthResult(success=good, handled=False)

    login = {"auth_required": True, "authenticator": check, "auth_require_tls": False} if password else {}
    controller = Controller(post, hostname="127.0.0.1", port=free_port(), **login)
    controller.start()
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
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
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
