"""Text armor: a save as numbered lines that survive mail, each with its own check, and a check of the whole.

A line is `[TTTTnnnnPAYLOAD.cccc]`, at most 64 characters: the tag of this armor (4 hex digits), the number of
the line from 1 (4 digits), up to 48 characters of base64, and a check of these. Nothing in it is changed by
mail: there is no blank, no `=`, `-`, `_`, `>` or leading dot. Lines are found again in a stream without
blanks and quote marks, so it does not matter where a mail program breaks them.
"""

from __future__ import annotations

import base64
import binascii
import re
import struct
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256

from khronos_pbem.errors import Damaged, UsageError
from khronos_pbem.record.files import MAX_BYTES
from khronos_pbem.saying import say, say_many

PAYLOAD = 48
MAX_LINES = 9999
BEGIN, END = "-----BEGIN KHRONOS SAVE", "-----END KHRONOS SAVE"

_HEADER = struct.Struct(">II16s")  # bytes of the save, lines, the first half of its SHA-256
_LINE = re.compile(r"\[([0-9a-f]{4})([0-9]{4})([A-Za-z0-9+/]{1,48})\.([a-z2-7]{4})\]")
_REMAINS = re.compile(r"\[([0-9a-f]{4})([0-9]{4})([A-Za-z0-9+/.]{0,60})")
_MARKER = re.compile(r"KHRONOSSAVE([0-9a-f]{4})of([0-9]{1,4})lines")
_LETTERS = "abcdefghijklmnopqrstuvwxyz234567"
_TWO = [one + other for one in _LETTERS for other in _LETTERS]
_BLANKS = re.compile(r"[\s\u00a0\u200b-\u200d\u2060\ufeff=]+")
_QUOTES = re.compile(r"^(?:[ \t\u00a0]*[>|])+", re.MULTILINE)


def armor(data: bytes) -> str:
    """The armored text of a save's bytes, markers included. Raises UsageError for far too much."""
    packed = zlib.compress(data, 9)
    text_size = -(-(_HEADER.size + len(packed)) * 4 // 3)
    count = -(-text_size // PAYLOAD)
    if count > MAX_LINES:
        raise UsageError(
            say("the save is too large for text armor"),
            rule="FORMATS 4",
            hint=say("send it as an attachment"),
        )
    body = _HEADER.pack(len(data), count, sha256(data).digest()[:16]) + packed
    text = base64.b64encode(body).decode().rstrip("=")
    tag = sha256(body).hexdigest()[:4]
    pieces = [text[at : at + PAYLOAD] for at in range(0, len(text), PAYLOAD)]
    lines = [_line(tag, number, piece) for number, piece in enumerate(pieces, 1)]
    mark = f"{tag} of {count} lines-----"
    return "\n".join([f"{BEGIN} {mark}", *lines, f"{END} {mark}"]) + "\n"


def _line(tag: str, number: int, payload: str) -> str:
    start = f"{tag}{number:04}{payload}"
    return f"[{start}.{_check(start)}]"


def _check(start: str) -> str:
    """Four characters of a CRC; whether the whole is what was sent is for the SHA-256 to say."""
    bits = zlib.crc32(start.encode())
    return _TWO[bits & 1023] + _TWO[bits >> 10 & 1023]


def armored_lines(text: str, numbers: Iterable[int]) -> str:
    """Only these lines (from 1) of an armored text, to mend a damaged one. Raises UsageError."""
    found = {int(match[2]): match[0] for match in _LINE.finditer(text)}
    missing = [number for number in numbers if number not in found]
    if missing:
        raise UsageError(
            say("there is no line {missing}", missing=missing[0]),
            rule="FORMATS 4",
            hint=say("lines are 1 to {max}", max=max(found)),
        )
    return "\n".join(found[number] for number in numbers) + "\n"


# --- reading ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Damage:
    """What is wrong with an armor that cannot be read: the lines to ask for, and why for each."""

    tag: str
    lines: tuple[int, ...]
    reasons: tuple[str, ...]

    def error(self) -> Damaged:
        """The error that names the damage: `line 14 lost 3 characters; ask for lines 14-15`."""
        shown = "; ".join(self.reasons[:3]) + ("; …" if len(self.reasons) > 3 else "")
        hint = say("ask for lines {spans} (khronos armor FILE --lines {spans})", spans=spans(self.lines))
        return Damaged(say("armor {tag}: {shown}", tag=self.tag, shown=shown), rule="FORMATS 1", hint=hint)


@dataclass(frozen=True, slots=True)
class Armors:
    """What was found in some texts: the saves that could be read, and the damage of the others."""

    saves: tuple[bytes, ...]
    damages: tuple[Damage, ...]


def spans(numbers: Iterable[int]) -> str:
    """Numbers as people write them: `3, 14-15`."""
    parts: list[list[int]] = []
    for number in sorted(set(numbers)):
        if parts and number == parts[-1][-1] + 1:
            parts[-1].append(number)
        else:
            parts.append([number])
    return ", ".join(str(part[0]) if len(part) == 1 else f"{part[0]}-{part[-1]}" for part in parts)


def dearmor(texts: Iterable[str]) -> Armors:
    """The saves armored in some texts: readings of one mail, or of a mail and of lines sent again."""
    streams = [stream for text in texts if "[" in text for stream in _streams(text)]
    good: dict[str, dict[int, str]] = {}
    for stream in streams:
        for tag, digits, payload, check in _LINE.findall(stream):
            lines, number = good.setdefault(tag, {}), int(digits)
            if number not in lines and _check(tag + digits + payload) == check:
                lines[number] = payload
    saves, damages = [], []
    for tag, lines in good.items():
        read = _assembled(tag, lines) if lines else None
        if read is not None:
            saves.append(read)
        elif lines:
            damages.append(_damage(tag, lines, streams))
    return Armors(tuple(saves), tuple(damages))


def _streams(text: str) -> list[str]:
    """A text without what mail puts between the characters of a line; also without stray dots."""
    bare = _BLANKS.sub("", _QUOTES.sub("", text))
    undotted = _BLANKS.sub("", re.sub(r"^\.+(?=[^\s])", "", _QUOTES.sub("", text), flags=re.MULTILINE))
    return [bare] if bare == undotted else [bare, undotted]


def _assembled(tag: str, lines: Mapping[int, str]) -> bytes | None:
    """The save, if all lines are there and its check holds."""
    text = "".join(lines[number] for number in sorted(lines))
    try:
        body = base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
    except (binascii.Error, ValueError):
        return None
    if len(body) < _HEADER.size or sha256(body).hexdigest()[:4] != tag:
        return None
    size, count, check = _HEADER.unpack(body[: _HEADER.size])
    if count != len(lines) or size > MAX_BYTES:
        return None
    try:
        data = zlib.decompressobj().decompress(body[_HEADER.size :], size + 1)
    except zlib.error:
        return None
    return data if len(data) == size and sha256(data).digest()[:16] == check else None


def _damage(tag: str, lines: Mapping[int, str], streams: Iterable[str]) -> Damage:
    """Which lines are missing or broken, as far as that can be known."""
    count = _count(tag, lines, streams)
    lost = [number for number in range(1, count + 1) if number not in lines]
    remains: dict[int, str] = {}
    for stream in streams:
        for match in _REMAINS.finditer(stream):
            if match[1] == tag:
                remains.setdefault(int(match[2]), match[3].split(".")[0])
    reasons = [_reason(number, remains.get(number), last=number == count) for number in lost]
    if not lost:
        lost, reasons = list(range(1, count + 1)), ["the lines do not belong together"]
    return Damage(tag, tuple(lost), tuple(reasons))


def _count(tag: str, lines: Mapping[int, str], streams: Iterable[str]) -> int:
    """How many lines the armor has: from its first line or its markers, else as many as were seen."""
    if 1 in lines:
        text = lines[1][:32]
        return int(_HEADER.unpack(base64.b64decode(text)[: _HEADER.size])[1])
    marked = [int(m[2]) for stream in streams for m in _MARKER.finditer(stream) if m[1] == tag]
    return max([*marked, *lines])


def _reason(number: int, rest: str | None, *, last: bool) -> str:
    if rest is None:
        return say("line {number} is missing", number=number)
    lost = PAYLOAD - len(rest)
    if lost > 0 and not last:
        return say_many(
            "line {number} lost {n} character", "line {number} lost {n} characters", lost, number=number
        )
    return say("line {number} is damaged", number=number)
