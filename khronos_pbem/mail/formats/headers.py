"""The header lines of a letter: what players typed stays text in them, and no line is too long.

The library's own headers decode whatever looks like an encoded word (RFC 2047), line breaks in it too. So the
lines are written here, as they are to be sent, and the library hands them on untouched.
"""

from __future__ import annotations

from collections.abc import Iterable
from email.header import Header
from email.message import EmailMessage
from email.policy import SMTP

from khronos_pbem.characters import visible

LONGEST_LINE = 76
"""Characters of an encoded line (RFC 2045 6.7 and 6.8, RFC 2047 2)."""

ENCODED_WORD = "=?"
"""How an encoded word begins (RFC 2047): mail programs decode it, even in addresses."""

_POLICY = SMTP.clone(max_line_length=LONGEST_LINE, refold_source="none")


def empty_letter(addresses: Iterable[str]) -> EmailMessage:
    """A letter without headers; in UTF-8 if an address needs that (RFC 6532), else in ASCII."""
    plain = all(address.isascii() for address in addresses)
    return EmailMessage(policy=_POLICY if plain else _POLICY.clone(utf8=True))


def add_text(mail: EmailMessage, name: str, text: str) -> None:
    """Add a header with a text, encoded if it is not ASCII or too long for a line."""
    shown = harmless(text)
    if not shown.isascii() or len(name) + 2 + len(shown) > LONGEST_LINE:
        shown = Header(shown, "utf-8", LONGEST_LINE, name).encode(linesep="\r\n")
    mail.set_raw(name, shown)


def add_words(mail: EmailMessage, name: str, words: Iterable[str], between: str = "") -> None:
    """Add a header with addresses or ids, each whole on a line of its own; nothing in them is decoded."""
    mail.set_raw(name, f"{between}\r\n ".join(harmless(word) for word in words))


def harmless(text: str) -> str:
    """A text on one line in which no mail program finds an encoded word."""
    return visible(text).replace(ENCODED_WORD, "= ?")
