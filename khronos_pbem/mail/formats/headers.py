"""Write the header lines of a letter, with players' texts kept literal and no line too long.

The standard library's header classes decode everything that looks like an encoded word (RFC 2047), even with
line breaks in it. So the lines are written here in their final form, and the library passes them on
unchanged.
"""

from __future__ import annotations

from collections.abc import Iterable
from email.header import Header
from email.message import EmailMessage
from email.policy import SMTP

from khronos_pbem.characters import escape_invisible

LONGEST_LINE = 76
"""The maximum number of characters in an encoded line (RFC 2045 6.7 and 6.8, RFC 2047 2)."""

ENCODED_WORD = "=?"
"""The beginning of an encoded word (RFC 2047), which mail programs decode even in addresses."""

_POLICY = SMTP.clone(max_line_length=LONGEST_LINE, refold_source="none")


def empty_letter(addresses: Iterable[str]) -> EmailMessage:
    """A letter without headers, in UTF-8 if an address requires it (RFC 6532), else in ASCII."""
    plain = all(address.isascii() for address in addresses)
    return EmailMessage(policy=_POLICY if plain else _POLICY.clone(utf8=True))


def add_text_header(mail: EmailMessage, name: str, text: str) -> None:
    """Add a header with a text, which is encoded if it is not ASCII or is too long for one line."""
    shown = without_encoded_words(text)
    if not shown.isascii() or len(name) + 2 + len(shown) > LONGEST_LINE:
        shown = Header(shown, "utf-8", LONGEST_LINE, name).encode(linesep="\r\n")
    mail.set_raw(name, shown)


def add_word_header(mail: EmailMessage, name: str, words: Iterable[str], between: str = "") -> None:
    """Add a header with addresses or ids, each on a line of its own, separated by `between`."""
    mail.set_raw(name, f"{between}\r\n ".join(without_encoded_words(word) for word in words))


def without_encoded_words(text: str) -> str:
    """The text on one line, changed so that no mail program finds an encoded word in it."""
    return escape_invisible(text).replace(ENCODED_WORD, "= ?")
