"""Split an e-mail into its MIME parts, in linear time for any input.

The standard library's parser recurses at every level, compares each line with every outer boundary, and reads
parameters again and again. A malicious e-mail can keep it busy for hours. So the e-mail is split here, with
limits. The library reads only single headers, which are short.
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
class MimePart:
    """A part that may hold text or a save: its media type, its decoded bytes, and if it is attached."""

    media: str
    attached: bool
    charset: str
    data: bytes


@dataclass(frozen=True, slots=True)
class MimeParts:
    """The parts of an e-mail that may hold text or a save, and the number of all parts.

    `whole` is false if parts were left out because they are too many or too deeply nested.
    """

    found: tuple[MimePart, ...]
    number: int
    whole: bool


@dataclass(frozen=True, slots=True)
class _UncutPart:
    """A part, including its headers, that is not split yet."""

    data: bytes
    depth: int
    attached: bool


def is_mail(data: bytes) -> bool:
    """Return whether the bytes begin like an e-mail, with a header line."""
    return _HEADER_LINE.match(data) is not None


def parse_mime_parts(data: bytes) -> MimeParts:
    """Return the parts of an e-mail that may hold text or a save, in the sequence of the e-mail.

    Pictures and other media are left out.
    """
    waiting = [_UncutPart(data.lstrip().replace(b"\r\n", b"\n").replace(b"\r", b"\n"), 0, attached=False)]
    found: list[MimePart] = []
    cut = 0
    while waiting:
        piece, cut = waiting.pop(), cut + 1
        if cut > MAX_PARTS or piece.depth > MAX_DEPTH:
            return MimeParts(tuple(found), cut, whole=False)
        head, body = _head_and_body(piece.data)
        media, parameters, attached = _part_description(head)
        attached = attached or piece.attached
        if media.startswith("multipart/"):
            inner = list(_split_at_boundary(body, parameters.get("boundary", "")))
            if inner:
                waiting += [_UncutPart(each, piece.depth + 1, attached) for each in reversed(inner)]
                continue
            media = "text/plain"  # its boundary got lost: at least all is there
        body = _transfer_decoded(body, head.get("content-transfer-encoding", ""))
        if media == "message/rfc822":
            waiting.append(_UncutPart(body.lstrip(), piece.depth + 1, attached=piece.depth > 0 or attached))
        elif _may_hold_save(media, parameters.get("filename") or parameters.get("name", "")):
            found.append(MimePart(media, attached, parameters.get("charset", ""), body))
    return MimeParts(tuple(found), cut, whole=True)


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


def _part_description(head: dict[str, str]) -> tuple[str, dict[str, str], bool]:
    """The media type of a part, its parameters (of both headers), and whether it is attached."""
    kind, parameters = _parse_parameters(head.get("content-type", "text/plain"))
    where, more = _parse_parameters(head.get("content-disposition", ""))
    named = any(each.get("filename") or each.get("name") for each in (parameters, more))
    media = kind if re.fullmatch(r"[a-z]+/[\w.+-]+", kind) else "text/plain"
    return media, {**parameters, **more}, where == "attachment" or named


def _parse_parameters(value: str) -> tuple[str, dict[str, str]]:
    """The value and the readable parameters of a header `type; key=value; …`.

    Values with invisible characters are left out.
    """
    message = Message()
    try:
        message["x"] = value
        (kind, _), *pairs = message.get_params([("", "")], "x") or [("", "")]
        values = {key.lower(): collapse_rfc2231_value(text) for key, text in pairs}
        return kind.lower(), {key: text for key, text in values.items() if text.isprintable()}
    except (ValueError, LookupError, TypeError):
        return value.partition(";")[0].strip().lower(), {}


def _split_at_boundary(body: bytes, boundary: str) -> Iterator[bytes]:
    """The pieces of a body between the lines with the boundary, up to the limit for one mail."""
    if not boundary:
        return
    body = b"\n" + body  # each line begins with the same byte, which re finds many times faster than a choice
    line = re.compile(rb"\n--" + re.escape(boundary.encode("latin-1", "replace")) + rb"(--)?[ \t]*+(?=\n|\Z)")
    start = -1
    for number, match in enumerate(line.finditer(body)):
        if start >= 0:
            yield body[start : match.start()]
        start = match.end() + 1
        if match[1] or number > MAX_PARTS:
            return
    if start >= 0:
        yield body[start:]


def _transfer_decoded(body: bytes, encoding: str) -> bytes:
    """The bytes, decoded from base64 or quoted-printable."""
    match encoding.partition(";")[0].strip().lower():
        case "base64":
            try:
                return binascii.a2b_base64(body)
            except binascii.Error:
                return _truncated_base64(body)
        case "quoted-printable":
            return decodestring(body)
    return body


def _truncated_base64(body: bytes) -> bytes:
    """The bytes decoded from base64 with a missing end; the bytes unchanged if they are not base64."""
    letters = re.sub(rb"[^A-Za-z0-9+/]", b"", body)
    return binascii.a2b_base64(letters[: len(letters) // 4 * 4]) or body


def _may_hold_save(media: str, name: str) -> bool:
    """Return whether a part may hold text or a save. Other parts are not decoded."""
    known = media.startswith("text/") or media in _MAYBE_TEXT or media in _ZIPS
    return known or name.lower().endswith(_TEXT_NAMES)
