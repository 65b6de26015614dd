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

_BASE64_BLOCK = re.compile(rb"(?:[A-Za-z0-9+/]{40,}\r?\n)+[A-Za-z0-9+/=]{1,}")
_HEADER_LINE = re.compile(rb"\A(?:\xef\xbb\xbf)?(?:From [^\n]*\n)?[A-Za-z][A-Za-z-]*:[ \t]")
_TAG = re.compile(r"<[^>]*>")


def readings(data: bytes) -> list[str]:
    """The different texts that these bytes may be: as they are, as a mail with its parts, without HTML…"""
    found: list[str] = []
    for text in _all(data):
        if text and text not in found:
            found.append(text)
    return found


def _all(data: bytes) -> Iterator[str]:
    plain = decoded(data)
    yield from _texts(plain)
    if _HEADER_LINE.match(data.lstrip()):
        for part in mail_of(data).walk():
            if not part.is_multipart():
                yield from _texts(_part_text(part))
    if "=" in plain:
        yield from _texts(decoded(quopri.decodestring(plain.encode())))
    for block in _BASE64_BLOCK.findall(data):
        try:
            yield from _texts(decoded(base64.b64decode(block)))
        except (binascii.Error, ValueError):
            continue


def _texts(text: str) -> Iterator[str]:
    yield text
    if "<" in text and ">" in text and re.search(r"<(?:br|p|div|pre|html|span)\b", text, re.IGNORECASE):
        broken = re.sub(r"<(?:br|/p|/div|p|div)\b[^>]*>", "\n", text, flags=re.IGNORECASE)
        yield unescape(_TAG.sub("", broken))
    if "&" in text:
        yield unescape(text)


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
