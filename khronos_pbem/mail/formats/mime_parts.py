"""The parts of a mail, in time linear in its size, whatever it claims about itself.

The parser of the standard library goes down one call for every level, compares each line with every boundary
above it and reads parameters again and again; a mail made for it stops it for hours. So the cutting is done
here, with limits; single headers, which are short, are still read by the library.
"""

from __future__ import annotations

import binascii
import re
from collections.abc import Iterator
from dataclasses import dataclass
from email.message import Message
from email.utils import collapse_rfc2231_value
from quopri import decodestring

MAX_DEPTH, MAX_PARTS = 16, 200
_MAX_HEAD, _MAX_VALUE = 64 * 1024, 2000

_HEADER_LINE = re.compile(rb"\s*+(?:From [^\n]*+\n)?[A-Za-z][A-Za-z-]{0,70}:[ \t]")
_FIELD = re.compile(
    rb"^(content-type|content-transfer-encoding|content-disposition):([^\n]*+(?:\n[ \t][^\n]*+)*+)",
    re.IGNORECASE | re.MULTILINE,
)
_TEXT_NAMES = (".khronos", ".offer", ".khronos.txt", ".toml", ".txt", ".zip", ".eml")
_MAYBE_TEXT = ("application/octet-stream", "application/toml", "application/x-toml", "application/zip")
_ZIPS = ("application/x-zip", "application/x-zip-compressed")


@dataclass(frozen=True, slots=True)
class Part:
    """A part that may hold text or a save: its kind, whether it is attached, its bytes as they were sent."""

    media: str
    attached: bool
    charset: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of a mail that may be ours, how many there are of all kinds, and whether none was left out
    for depth or number."""

    found: tuple[Part, ...]
    number: int
    whole: bool


@dataclass(frozen=True, slots=True)
class _Piece:
    """A part that is still to be cut, with its headers."""

    data: bytes
    depth: int
    attached: bool


def is_mail(data: bytes) -> bool:
    """Whether some bytes begin like a mail, with a header."""
    return _HEADER_LINE.match(data) is not None


def parts_of(data: bytes) -> Parts:
    """The parts of a mail, cut in the order in which they stand there; pictures and the like are left out."""
    waiting = [_Piece(data.lstrip().replace(b"\r\n", b"\n").replace(b"\r", b"\n"), 0, attached=False)]
    found: list[Part] = []
    cut = 0
    while waiting:
        piece, cut = waiting.pop(), cut + 1
        if cut > MAX_PARTS or piece.depth > MAX_DEPTH:
            return Parts(tuple(found), cut, whole=False)
        head, body = _head_and_body(piece.data)
        media, parameters, attached = _described(head)
        attached = attached or piece.attached
        if media.startswith("multipart/"):
            inner = list(_between(body, parameters.get("boundary", "")))
            if inner:
                waiting += [_Piece(each, piece.depth + 1, attached) for each in reversed(inner)]
                continue
            media = "text/plain"  # its boundary got lost: at least all is there
        body = _transferred(body, head.get("content-transfer-encoding", ""))
        if media == "message/rfc822":
            waiting.append(_Piece(body.lstrip(), piece.depth + 1, attached=piece.depth > 0 or attached))
        elif _may_be_ours(media, parameters.get("filename") or parameters.get("name", "")):
            found.append(Part(media, attached, parameters.get("charset", ""), body))
    return Parts(tuple(found), cut, whole=True)


def _head_and_body(data: bytes) -> tuple[dict[str, str], bytes]:
    if data.startswith(b"\n"):  # a part without headers
        return {}, data[1:]
    end = data.find(b"\n\n")
    head, body = (data, b"") if end < 0 else (data[:end], data[end + 2 :])
    fields: dict[str, str] = {}
    for match in _FIELD.finditer(head[:_MAX_HEAD]):
        value = match[2][:_MAX_VALUE].decode("latin-1").replace("\n", " ").strip()
        fields.setdefault(match[1].decode().lower(), value)
    return fields, body


def _described(head: dict[str, str]) -> tuple[str, dict[str, str], bool]:
    """The kind of a part, its parameters (of both headers), and whether it is attached."""
    kind, parameters = _read(head.get("content-type", "text/plain"))
    where, more = _read(head.get("content-disposition", ""))
    named = any(each.get("filename") or each.get("name") for each in (parameters, more))
    media = kind if re.fullmatch(r"[a-z]+/[\w.+-]+", kind) else "text/plain"
    return media, {**parameters, **more}, where == "attachment" or named


def _read(value: str) -> tuple[str, dict[str, str]]:
    """A header `kind; key=value; …`, as far as it can be read; values with invisible signs are left out."""
    message = Message()
    try:
        message["x"] = value
        (kind, _), *pairs = message.get_params([("", "")], "x") or [("", "")]
        values = {key.lower(): collapse_rfc2231_value(text) for key, text in pairs}
        return kind.lower(), {key: text for key, text in values.items() if text.isprintable()}
    except (ValueError, LookupError, TypeError):
        return value.partition(";")[0].strip().lower(), {}


def _between(body: bytes, boundary: str) -> Iterator[bytes]:
    """What stands between the lines with the boundary; at most as many as a mail may have."""
    if not boundary:
        return
    line = re.compile(
        rb"(?:\A|\n)--" + re.escape(boundary.encode("latin-1", "replace")) + rb"(--)?[ \t]*+(?=\n|\Z)"
    )
    start = -1
    for number, match in enumerate(line.finditer(body)):
        if start >= 0:
            yield body[start : match.start()]
        start = match.end() + 1
        if match[1] or number > MAX_PARTS:
            return
    if start >= 0:
        yield body[start:]


def _transferred(body: bytes, encoding: str) -> bytes:
    """The bytes before base64 or quoted-printable made text of them."""
    match encoding.partition(";")[0].strip().lower():
        case "base64":
            try:
                return binascii.a2b_base64(body)
            except binascii.Error:
                return _base64_cut(body)
        case "quoted-printable":
            return decodestring(body)
    return body


def _base64_cut(body: bytes) -> bytes:
    """What base64 without its proper end stands for; the bytes as they are if it is none."""
    letters = re.sub(rb"[^A-Za-z0-9+/]", b"", body)
    return binascii.a2b_base64(letters[: len(letters) // 4 * 4]) or body


def _may_be_ours(media: str, name: str) -> bool:
    """Whether a part may hold text or a save; anything else is not even decoded."""
    known = media.startswith("text/") or media in _MAYBE_TEXT or media in _ZIPS
    return known or name.lower().endswith(_TEXT_NAMES)
