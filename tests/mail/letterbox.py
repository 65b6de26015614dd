"""Letters for tests: of sample games, and what is in them by Python's own parser."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC
from email import policy
from email.message import EmailMessage
from email.parser import BytesParser
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from khronos_pbem.languages import translator
from khronos_pbem.mail.outgoing.letter import compose_letter
from khronos_pbem.mail.outgoing.recipients import Addresses
from khronos_pbem.session.replay.open_save import Opened

BETWEEN = Addresses("alice@example.org", ("bob@example.org",))

TAGS = re.compile(r"html|head|meta|title|style|body|div|h[123]|p|b|u|br|strong|table|tr|th|td|pre|ul|li")
"""All that a page of a letter is made of."""
ATTRIBUTES = re.compile(
    r"lang|charset|name|content|style|role|aria-label|width|height|border|bordercolor|cellspacing|cellpadding|"
    r"bgcolor|align|scope|colspan|rowspan|tabindex"
)
STYLE = ":root{color-scheme:light dark;supported-color-schemes:light dark}"


def parsed(data: bytes) -> EmailMessage:
    """A letter as Python reads it; no part of it has a defect."""
    mail = BytesParser(policy=policy.default).parsebytes(data)
    assert not [defect for part in mail.walk() for defect in part.defects]
    return mail


def bytes_of(opened: Opened, language: str = "en", between: Addresses = BETWEEN) -> bytes:
    """The letter of a save in a language, as it is sent."""
    return compose_letter(opened, replace(between, language=language), translator(language, UTC)).as_bytes()


def letter_in(opened: Opened, language: str = "en", between: Addresses = BETWEEN) -> EmailMessage:
    """The letter of a save in a language, read again from its bytes."""
    return parsed(bytes_of(opened, language, between))


def text_of(mail: EmailMessage) -> str:
    """The plain text of a letter."""
    return _content(mail, "plain")


def page_of(mail: EmailMessage) -> str:
    """The page of a letter."""
    return _content(mail, "html")


def _content(mail: EmailMessage, kind: Any) -> str:
    part = mail.get_body((kind,))
    assert part is not None
    return str(part.get_content())


def attached(mail: EmailMessage) -> tuple[str, bytes]:
    """The name and the bytes of what is attached to a letter."""
    (part,) = mail.iter_attachments()
    return str(part.get_filename()), bytes(part.get_content())


class Page(HTMLParser):
    """A page as a browser reads it: what it shows, and every tag and attribute that is none of ours."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.words: list[str] = []
        self.strange: list[str] = []
        self.open: list[str] = []
        self.feed(text)
        self.close()
        assert not self.open, self.open

    @property
    def shown(self) -> str:
        """All words of the page."""
        return " ".join(" ".join(self.words).split())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "br"):
            self.open.append(tag)
        self.strange += [] if TAGS.fullmatch(tag) else [tag]
        for name, value in attrs:
            if not ATTRIBUTES.fullmatch(name) or (
                name == "style" and re.search(r"url|expression|@", value or "")
            ):
                self.strange.append(f"{tag} {name}={value}")
            if name == "aria-label":
                self.words.append(value or "")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open[-1:] == ["style"]:
            assert data == STYLE
        self.words.append(data)

    def handle_comment(self, data: str) -> None:
        if data not in (
            '[if mso]><table role="presentation" width="400"><tr><td><![endif]',
            "[if mso]></td></tr></table><![endif]",
        ):
            self.strange.append(data)


def write_page(folder: Path, name: str, mail: EmailMessage) -> Path:
    """The page of a letter as a file, for a browser."""
    path = folder / f"{name}.html"
    path.write_text(page_of(mail), encoding="utf-8")
    return path
