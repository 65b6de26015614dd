"""Messages to one player and notes to oneself, sealed in the record of any game (FORMATS 2).

People write `message to blue "text"` and `note "text"`. The record holds `message to blue SEALED` and `note
SEALED`; only the author and the recipient can read SEALED. Other players, and exports, see only that there is
a message or note: `message to blue sealed`, `note sealed`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from khronos_pbem.engine.contract import Event
from khronos_pbem.engine.digests import decode_bytes
from khronos_pbem.engine.orders.forms import Form, InvalidValue, Shape
from khronos_pbem.messages import message

WORDS = """
RECIPIENT | to | à en | an zu
NOTE | note | noter | notieren
"""
"""The words of these orders, except those of a message; a game may have other orders with a `to`."""

SEALED = "sealed"
"""The word that replaces sealed bytes where they are hidden."""

PADDED = (64, 128, 256, 512, 1024)
"""The possible lengths of a padded text in bytes; padding hides the length of the text itself."""

OVERHEAD = {1: 161, 2: 81}
"""The number of bytes that sealing adds, for each first byte: 1 for a message, 2 for a note."""

_P = 2**255 - 19
_ORDER_8 = (
    325606250916557431795983626356110631294008115727848805560023387167927233504,
    39382357235489614581723060781553021112529911719440698176882885853963445705823,
)
_WEAK = frozenset((0, 1, _P - 1, *_ORDER_8))
"""The u-coordinates of points of small order, from which no secret can be derived."""


@dataclass(frozen=True, slots=True)
class Whisper:
    """A message to one player as it is typed; `to` is the recipient's colour."""

    to: str
    text: str


@dataclass(frozen=True, slots=True)
class SealedMessage:
    """A message to one player as stored in the record; `sealed` is base64url, empty if it is hidden."""

    to: str
    sealed: str


@dataclass(frozen=True, slots=True)
class Note:
    """A note to oneself as it is typed."""

    text: str


@dataclass(frozen=True, slots=True)
class SealedNote:
    """A note to oneself as stored in the record; `sealed` is base64url, empty if it is hidden."""

    sealed: str


Plain = Whisper | Note
Sealed = SealedMessage | SealedNote
PRIVATE = (Whisper, SealedMessage, Note, SealedNote)
"""The classes of these orders, which are allowed at any time during a turn and change nothing."""


def parse_seal(text: str) -> str:
    """Return the base64url text of sealed bytes; empty for the word `sealed`, which replaces them.

    Raises InvalidValue for text that is not valid base64url, and for bytes of the wrong kind or length.
    Also raises it for a message whose point is not canonical or has small order.
    """
    if text == SEALED:
        return ""
    try:
        data = decode_bytes(text)
    except ValueError:
        data = b""
    overhead = OVERHEAD.get(data[0] if data else 0, 0)
    if not overhead or len(data) - overhead not in PADDED:
        raise InvalidValue(message("this is not a sealed text; write your own text in quotes"))
    if data[0] == 1 and not is_usable_point(data[65:97]):
        raise InvalidValue(
            message("this sealed text is not valid: its point is not canonical or has small order")
        )
    return text


def is_sealed_message(sealed: str) -> bool:
    """Return whether sealed bytes (base64url, not empty) are a message; otherwise they are a note."""
    return decode_bytes(sealed)[:1] == b"\x01"


def is_usable_point(data: bytes) -> bool:
    """Return whether data is a canonical 32-byte Curve25519 point that is not of small order (RFC 7748)."""
    point = int.from_bytes(data, "little")
    return len(data) == 32 and point < _P and point not in _WEAK


SEAL = Shape(
    "SEAL",
    re.compile(r"sealed|[A-Za-z0-9_-]{190,1700}", re.ASCII),
    "the sealed text that the program writes",
    SEALED,
    parse_seal,
    lambda sealed: sealed or SEALED,
)

_TYPED = "send a message that only one player can read; it stays sealed in the record"
_KEPT = "the sealed form in the record; you type the text in quotes, and the program seals it when you play"

NOT_TYPED = (SealedMessage, SealedNote)
"""The classes of orders that only the program writes."""

NOTE = Form(
    Note, "NOTE TEXT", "FORMATS 1", "write a note that only you can read; it stays sealed in the record"
)

FORMS = (
    Form(Whisper, "MESSAGE RECIPIENT colour TEXT", "FORMATS 2", _TYPED),
    Form(SealedMessage, "MESSAGE RECIPIENT colour SEAL", "FORMATS 2", _KEPT),
    NOTE,
    Form(SealedNote, "NOTE SEAL", "FORMATS 1", _KEPT),
)
"""The forms of these orders; a game that uses them needs a kind `colour`."""


def sealed_event(who: str, order: Plain | Sealed) -> Event:
    """Return the public event for a sealed message or note by a player."""
    if isinstance(order, Note | SealedNote):
        return Event("note", "FORMATS 1", message("{who} writes a sealed note", who=who), seat=who)
    text = message("{who} sends {to} a sealed message", who=who, to=order.to)
    return Event("sealed", "FORMATS 2", text, seat=who)


_SHORN = re.compile(r"(message to [a-z]+|note) [A-Za-z0-9_-]{190,}", re.ASCII)


def without_sealed_bytes(order: str) -> str:
    """Return the canonical text of an order without its sealed bytes, for display and export."""
    found = _SHORN.fullmatch(order)
    return order if found is None else f"{found[1]} {SEALED}"
