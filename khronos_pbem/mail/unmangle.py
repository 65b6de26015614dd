"""Readings of a mail: every text that may be meant by some bytes, whatever mail has done to them."""

from __future__ import annotations

import base64
import binascii
import quopri
import re
from collections.abc import Iterator
from email import policy
from email.message import EmailMessage, Message
from email.parser import BytesParser
from html import unescape

_BASE64 = re.compile(r"(?:[A-Za-z0-9+/]{20,}\s+){2,}[A-Za-z0-9+/]*={0,2}|[A-Za-z0-9+/]{200,}={0,2}")
_HEADER_LINE = re.compile(r"\A\s*(?:From [^\n]*\n)?[A-Za-z][A-Za-z-]*:[ \t]")
_QUOTED = re.compile(r"^[ \t\u00a0]*[>|.][>|. \t\u00a0]*", re.MULTILINE)
_MARKUP = re.compile(r"<(?:br|p|div|pre|html|span)\b", re.IGNORECASE)
_TAG = re.compile(r"<[^>]*>")
_WHOLE = "-----END KHRONOS SAVE"
_SAVE = re.compile(r'^format = "khronos-pbem/', re.MULTILINE)
_DEPTH, _MOST = 4, 60


def readings(data: bytes) -> list[str]:
    """The different texts that these bytes may be: as they are, as a mail with its parts, decoded, unquoted…

    What was mangled twice is read twice; a text that shows a whole armor or save is taken as it is.
    """
    text = decoded(data)
    parts = list(_parts(text))
    if any(_shows_all(part) for part in parts):  # a mail that arrived as it was sent
        return [part for part in parts if part]
    found: list[str] = []
    fresh = [text, *parts]
    for depth in range(_DEPTH):
        following: list[str] = []
        for each in fresh:
            if each and each not in found and len(found) < _MOST:
                found.append(each)
                if depth == 0 or not _shows_all(each):
                    following += _derived(each)
        fresh = following
    return found


def _parts(text: str) -> Iterator[str]:
    """The texts of a mail's parts; nothing if it is no mail."""
    if _HEADER_LINE.match(text):
        for part in mail_of(text.encode("utf-8", "surrogateescape")).walk():
            if not part.is_multipart():
                yield _part_text(part)


def _shows_all(text: str) -> bool:
    """Whether a text shows a save, or a whole armor in which only blanks and quote marks are too much."""
    return (_WHOLE in text or _SAVE.search(text) is not None) and _MARKUP.search(text) is None


def _derived(text: str) -> Iterator[str]:
    """What a text may have been before one more thing happened to it."""
    yield from _parts(text)
    if "\r" in text:
        yield text.replace("\r\n", "\n").replace("\r", "\n")
    if _MARKUP.search(text):
        broken = re.sub(r"<(?:br|/p|/div|p|div)\b[^>]*>", "\n", text, flags=re.IGNORECASE)
        yield unescape(_TAG.sub("", broken))
    elif "&" in text:
        yield unescape(text)
    if _QUOTED.search(text):
        yield _QUOTED.sub("", text)
    if "=" in text:
        yield decoded(quopri.decodestring(text.encode("utf-8", "replace")))
    for block in _BASE64.findall(text):
        try:
            yield decoded(base64.b64decode("".join(block.split()) + "==", validate=False))
        except (binascii.Error, ValueError):
            continue


def decoded(data: bytes) -> str:
    """The text of bytes: UTF-8, UTF-16 with or without a mark, else byte by byte."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", "replace")
    if data[:400].count(0) > len(data[:400]) // 3:
        little = data[1:400:2].count(0) > data[0:400:2].count(0)
        return data.decode("utf-16-le" if little else "utf-16-be", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def mail_of(data: bytes) -> EmailMessage:
    """The mail in some bytes; anything can be read as one, at worst as one without parts."""
    message = BytesParser(policy=policy.default).parsebytes(data.lstrip())
    assert isinstance(message, EmailMessage)
    return message


def _part_text(part: Message) -> str:
    payload = part.get_payload(decode=True)
    if not isinstance(payload, bytes):
        return ""
    charset = part.get_content_charset()
    if charset:
        try:
            return payload.decode(charset)
        except (LookupError, UnicodeDecodeError):
            pass
    return decoded(payload)
