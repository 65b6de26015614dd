"""A telephone: it reads the letters in a player's own mailbox, taps their links, and sends the answers."""

from __future__ import annotations

import re
import smtplib
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import EmailMessage
from functools import cached_property, lru_cache
from html.parser import HTMLParser
from urllib.parse import parse_qs, unquote, urlsplit

from tests.mail.servers import Post


class _Links(HTMLParser):
    """Collects the links of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value or "" for name, value in attrs if tag == "a" and name == "href"]


@dataclass(frozen=True)
class TelephoneLetter:
    """A letter to the player's own address."""

    mail: EmailMessage

    @cached_property
    def text(self) -> str:
        """The plain text."""
        part = self.mail.get_body(("plain",))
        assert part is not None
        return str(part.get_content())

    @cached_property
    def page(self) -> str:
        """The HTML page."""
        part = self.mail.get_body(("html",))
        assert part is not None
        return str(part.get_content())

    @cached_property
    def links(self) -> list[str]:
        """The answers that its links open, in their order."""
        links = _Links()
        links.feed(self.page)
        return [_body(link) for link in links.found if link.startswith("mailto:")]

    @cached_property
    def token(self) -> str:
        """The token; empty if it has none."""
        found = re.search(r"khr-[a-z2-7]{8}-[a-z2-7]{26}", self.text)
        return found[0] if found else ""


def _body(link: str) -> str:
    assert "+" not in urlsplit(link).query, "mail programs do not read + as a blank"
    return unquote(parse_qs(urlsplit(link).query)["body"][0])


@dataclass
class Telephone:
    """The telephone of a player: the mailbox it shows, and the port of the server that sends its answers."""

    post: Post
    address: str
    port: int

    def letters(self) -> list[TelephoneLetter]:
        """The letters of the robot, oldest first."""
        box = self.post.box(self.address)
        found = (_letter(box.get_bytes(key)) for key in sorted(box.keys(), key=_number))
        return [letter for letter in found if letter is not None]

    def newest(self) -> TelephoneLetter:
        """The newest letter of the robot."""
        return self.letters()[-1]

    def answer(self, text: str, *, to: TelephoneLetter | None = None, **headers: str) -> None:
        """Answer the newest letter, or another one, above its quoted text."""
        about = to or self.newest()
        quoted = "\n".join(f"> {line}" for line in about.text.splitlines())
        self.send(f"{text}\n\nOn Sunday, {self.address} wrote:\n{quoted}\n", **headers)

    def send(self, text: str, **headers: str) -> None:
        """Send a letter to the player's own address."""
        mail = EmailMessage()
        given = {"From": self.address, "To": self.address, "Subject": "Re: khronos"}
        for name, value in {
            **given,
            **{key.replace("_", "-"): value for key, value in headers.items()},
        }.items():
            mail[name] = value
        mail.set_content(text)
        with smtplib.SMTP("127.0.0.1", self.port) as server:
            server.send_message(mail, to_addrs=[self.address])


@lru_cache(maxsize=512)
def _letter(data: bytes) -> TelephoneLetter | None:
    """A letter of the robot, read once however often the mailbox is opened; None for any other."""
    mail = message_from_bytes(data, policy=policy.default)
    return TelephoneLetter(mail) if mail["X-Khronos-Remote"] else None


def _number(key: str) -> tuple[int, str]:
    """The order in which a Maildir got its letters."""
    found = re.search(r"Q([0-9]+)", key)
    return (int(found[1]) if found else 0, key)
