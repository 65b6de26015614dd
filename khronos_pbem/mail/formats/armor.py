"""Text armor: a save as numbered lines that survive mail, with line and overall checksums.

A line is `[TTTTnnnnPAYLOAD.cccc]`, at most 64 characters. It has the tag of this armor (4 hex digits), the
number of the line from 1 (4 digits), up to 48 characters of base64, and their checksum. It contains nothing
that mail programs change: no blank, no `=`, `-`, `_`, `>` or leading dot. Before the search for lines, all
characters that armor does not use are removed. So it does not matter where a mail program breaks lines, or
what it inserts.
"""

from __future__ import annotations

import base64
import binascii
import re
import struct
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import pairwise
from string import ascii_letters, digits

from khronos_pbem.engine.markers import SAVE_BEGIN, SAVE_END
from khronos_pbem.errors import Damaged, UsageError
from khronos_pbem.messages import clauses, message, plural_message
from khronos_pbem.storage.files import MAX_BYTES

PAYLOAD = 48
MAX_LINES = 9999
MAX_INLINE = 60_000
"""The maximum number of characters of armor in the text of a letter.

If the armor is longer, the save is only attached.
"""

MAX_UNPACKED = 2 * MAX_BYTES
"""The maximum total size in bytes of all armored saves of one letter after unpacking.

The limit prevents a small letter from filling the memory.
"""

MAX_ARMORS = 20
"""The maximum number of damaged armored saves examined in one letter."""

MOST_SPANS = 40
"""The maximum number of line ranges to ask a sender for, so that the command fits into an e-mail."""

_HEADER = struct.Struct(">II16s")  # bytes of the save, lines, the first half of its SHA-256
_LINE = re.compile(r"\[([0-9a-f]{4})([0-9]{4})([A-Za-z0-9+/]{1,48})\.([a-z2-7]{4})\]")
_REMAINS = re.compile(r"\[([0-9a-f]{4})([0-9]{4})([A-Za-z0-9+/.]{0,60})")
_MARKER = re.compile(r"KHRONOSSAVE([0-9a-f]{4})of([0-9]{1,4})lines")
_LETTERS = "abcdefghijklmnopqrstuvwxyz234567"
_TWO = [one + other for one in _LETTERS for other in _LETTERS]
_NOISE = bytes(set(range(128)) - set(b"[].+/" + ascii_letters.encode() + digits.encode()))
_LEADING = re.compile(rb"^[>|. \t]++", re.MULTILINE)


def armor(data: bytes) -> str:
    """The armored text of a save, given as bytes, with begin and end markers.

    Raises UsageError if the save is too large.
    """
    packed = zlib.compress(data, 9)
    text_size = -(-(_HEADER.size + len(packed)) * 4 // 3)
    count = -(-text_size // PAYLOAD)
    if count > MAX_LINES:
        raise UsageError(
            message("the save is too large to be written as text"),
            rule="FORMATS 4",
            hint=message("send it as an attachment"),
        )
    body = _HEADER.pack(len(data), count, sha256(data).digest()[:16]) + packed
    text = base64.b64encode(body).decode().rstrip("=")
    tag = sha256(body).hexdigest()[:4]
    pieces = [text[at : at + PAYLOAD] for at in range(0, len(text), PAYLOAD)]
    lines = [_line(tag, number, piece) for number, piece in enumerate(pieces, 1)]
    mark = f"{tag} of {count} lines-----"
    return "\n".join([f"{SAVE_BEGIN} {mark}", *lines, f"{SAVE_END} {mark}"]) + "\n"


def _line(tag: str, number: int, payload: str) -> str:
    start = f"{tag}{number:04}{payload}"
    return f"[{start}.{_line_checksum(start)}]"


def _line_checksum(start: str) -> str:
    """Four characters of a CRC. The SHA-256 of the whole save determines whether it arrived unchanged."""
    bits = zlib.crc32(start.encode())
    return _TWO[bits & 1023] + _TWO[bits >> 10 & 1023]


def armored_lines(text: str, numbers: Iterable[int]) -> str:
    """The lines with these numbers (from 1) of an armored text, to repair a damaged one.

    Raises UsageError for numbers that the text does not have.
    """
    found = {int(match[2]): match[0] for match in _LINE.finditer(text)}
    missing = [number for number in numbers if number not in found]
    if missing:
        raise UsageError(
            message("there is no line {missing}", missing=missing[0]),
            rule="FORMATS 4",
            hint=message("the lines of the text are numbered 1 to {max}", max=max(found)),
        )
    return "\n".join(found[number] for number in numbers) + "\n"


# --- reading ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Damage:
    """The damage to an armored save: its tag, the lines to ask for, and the first lines' faults.

    `good` are the undamaged lines by number; lines that are sent again complete them.
    """

    tag: str
    lines: tuple[int, ...]
    faults: tuple[str, ...]
    good: Mapping[int, str]

    def error(self) -> Damaged:
        """The error that names the damage and the option for the sender to type: `--lines 3,14-15`."""
        shown = clauses([*self.faults[:3], *(["…"] if len(self.lines) > 3 else [])])
        hint = message(
            "ask the sender to type: khronos armor FILE --lines {spans}", spans=line_ranges(self.lines)
        )
        return Damaged(
            message("the save in text form ({tag}) is damaged: {shown}", tag=self.tag, shown=shown), hint=hint
        )


@dataclass(frozen=True, slots=True)
class DearmoredSaves:
    """The result of `dearmor`: the bytes of the readable saves, and the damage to the others."""

    saves: tuple[bytes, ...]
    damages: tuple[Damage, ...]


def line_ranges(numbers: Iterable[int]) -> str:
    """The numbers as one word of a command: `3,14-15`.

    If there are too many ranges for a line of an e-mail, the nearest ones are joined, including all numbers
    between them.
    """
    ordered = sorted(set(numbers))
    gaps = [place for place in range(1, len(ordered)) if ordered[place] - ordered[place - 1] > 1]
    widest = sorted(gaps, key=lambda place: ordered[place - 1] - ordered[place])[: MOST_SPANS - 1]
    places = [0, *sorted(widest), len(ordered)]
    parts = [(ordered[begin], ordered[end - 1]) for begin, end in pairwise(places)]
    return ",".join(str(first) if first == last else f"{first}-{last}" for first, last in parts)


def dearmor(texts: Iterable[str]) -> DearmoredSaves:
    """Decode the armored saves in some texts.

    These are the readings of one e-mail, or of an e-mail together with lines that were sent again later.
    """
    streams = [stream for text in texts if "[" in text for stream in _armor_streams(text)]
    good: dict[str, dict[int, str]] = {}
    for stream in streams:
        for match in _LINE.finditer(stream):
            tag, digits_, payload, check = match.groups()
            lines, number = good.setdefault(tag, {}), int(digits_)
            if number not in lines and _line_checksum(tag + digits_ + payload) == check:
                lines[number] = payload
    return _read_all(good, streams)


def completed_saves(damages: Iterable[Damage]) -> dict[str, bytes]:
    """The saves, by tag, whose lines arrived in several letters but are now complete."""
    good: dict[str, dict[int, str]] = {}
    for damage in damages:
        good[damage.tag] = {**damage.good, **good.get(damage.tag, {})}
    return _complete_saves(good)


def _read_all(good: Mapping[str, Mapping[int, str]], streams: Sequence[str]) -> DearmoredSaves:
    saves = _complete_saves(good)
    broken = sorted((tag for tag in good if good[tag] and tag not in saves), key=lambda tag: -len(good[tag]))
    remains = _find_broken_lines(broken[:MAX_ARMORS], streams)
    damages = tuple(_damage(tag, good[tag], remains[tag]) for tag in broken[:MAX_ARMORS])
    return DearmoredSaves(tuple(saves.values()), damages)


def _complete_saves(good: Mapping[str, Mapping[int, str]]) -> dict[str, bytes]:
    """The saves, by tag, that have all their lines."""
    found, left = dict[str, bytes](), MAX_UNPACKED
    for tag, lines in good.items():
        read = _assembled(tag, lines, left)
        if read is not None:
            found[tag] = read
            left -= len(read)
    return found


def _armor_streams(text: str) -> list[str]:
    """The text reduced to the characters of armor, in readings with and without dots before its lines."""
    data = text.encode("ascii", "ignore")
    bare = data.translate(None, _NOISE).decode()
    undotted = _LEADING.sub(b"", data).translate(None, _NOISE).decode()
    return [bare] if bare == undotted else [bare, undotted]


def _assembled(tag: str, lines: Mapping[int, str], left: int) -> bytes | None:
    """The bytes of a save of at most `left` bytes; None if lines are missing or its check fails."""
    count = _claimed_line_count(lines)
    if count is None or any(number not in lines for number in range(1, count + 1)):
        return None
    text = "".join(lines[number] for number in range(1, count + 1))
    try:
        body = base64.b64decode(text + "=" * (-len(text) % 4), validate=True)
    except (binascii.Error, ValueError):
        return None
    if len(body) < _HEADER.size or sha256(body).hexdigest()[:4] != tag:
        return None
    size, _, check = _HEADER.unpack(body[: _HEADER.size])
    if size > min(MAX_BYTES, left):
        return None
    try:
        data = zlib.decompressobj().decompress(body[_HEADER.size :], size + 1)
    except zlib.error:
        return None
    return data if len(data) == size and sha256(data).digest()[:16] == check else None


def _claimed_line_count(lines: Mapping[int, str]) -> int | None:
    """The number of lines according to the armor's first line; None if that is missing or invalid."""
    try:
        _, count, _ = _HEADER.unpack(base64.b64decode(lines.get(1, "")[:32], validate=True))
    except (binascii.Error, ValueError, struct.error):
        return None
    return count if 0 < count <= MAX_LINES else None


@dataclass
class _BrokenLines:
    """The broken lines of an armor: the remaining pieces by number, and the claimed number of lines."""

    pieces: dict[int, str]
    count: int = 0


def _find_broken_lines(tags: Iterable[str], streams: Iterable[str]) -> dict[str, _BrokenLines]:
    """The broken lines of all armors with these tags, found in one pass through the texts."""
    found = {tag: _BrokenLines({}) for tag in tags}
    for stream in streams if found else ():
        for match in _REMAINS.finditer(stream):
            tag, digits_, piece = match.groups()
            if tag in found:
                found[tag].pieces.setdefault(int(digits_), piece.split(".")[0])
        for match in _MARKER.finditer(stream):
            tag, count = match.groups()
            if tag in found:
                found[tag].count = max(found[tag].count, int(count))
    return found


def _damage(tag: str, lines: Mapping[int, str], remains: _BrokenLines) -> Damage:
    """The damage of one armor: all missing and broken lines that can be determined."""
    count = _claimed_line_count(lines) or max(remains.count, *lines)
    lost = [number for number in range(1, count + 1) if number not in lines]
    faults = [
        _lost_line_text(number, remains.pieces.get(number), last=number == count) for number in lost[:3]
    ]
    if not lost:
        lost, faults = list(range(1, count + 1)), [message("these lines do not belong together")]
    return Damage(tag, tuple(lost), tuple(faults), lines)


def _lost_line_text(number: int, rest: str | None, *, last: bool) -> str:
    if rest is None:
        return message("line {number} is missing", number=number)
    lost = PAYLOAD - len(rest)
    if lost > 0 and not last:
        return plural_message(
            "{n} character is missing from line {number}",
            "{n} characters are missing from line {number}",
            lost,
            number=number,
        )
    return message("line {number} is damaged", number=number)
