"""Decode an e-mail into all texts its bytes may represent, despite changes by mail programs.

Every step passes through its text once. The total size of all texts is limited by the size of the e-mail.
"""

from __future__ import annotations

import base64
import binascii
import quopri
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from html import unescape

from khronos_pbem.mail.formats.mime_parts import MimePart, is_mail, parse_mime_parts

_BASE64 = re.compile(
    r"(?<![A-Za-z0-9+/])(?:(?:[A-Za-z0-9+/]{20,}+\s++){2,}+[A-Za-z0-9+/]*+={0,2}|[A-Za-z0-9+/]{200,}+={0,2})"
)
_QUOTED = re.compile(r"^[ \t\u00a0]*+[>|.][>|. \t\u00a0]*+", re.MULTILINE)
_MARKUP = re.compile(r"<(?:br|p|div|pre|html|span)\b", re.IGNORECASE)
_BREAK = re.compile(r"<(?:br|/p|/div|p|div)\b[^<>]*+>", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]*+>")
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]{2,8});")
_CODED = re.compile(r"=(?:[0-9A-Fa-f]{2}|\r?\n)")
_WHOLE = re.compile(
    r"^[ \t\u00a0>|]*+-----END KHRONOS SAVE [0-9a-f]{4} of [0-9]{1,4} lines-----[ \t\r]*+$", re.MULTILINE
)
_SAVE = re.compile(r'^format = "khronos-pbem/', re.MULTILINE)
_BARE = re.compile(r'(?:#[^\n]*+\n|[ \t\r]*+\n)*+format = "khronos-pbem/[^"<>\n]*+"[ \t\r]*+\n')
_CHARSET = re.compile(
    r"(?:utf|us-ascii|ascii|iso|latin|cp|windows|koi8|gb|big5|euc|shift|mac|tis|hz)[\w.:-]{0,30}"
)
_CONTROLS = bytes(code for code in range(32) if code not in b"\t\n\r\f\x1b")
_ZIP = b"PK\x03\x04"
_DEPTH, _MOST = 4, 60
_LEAST = 4 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class MailContents:
    """The readable contents of a letter.

    `texts` are all readings, to be searched for saves and armor. `bodies` are the texts written for people,
    without attachments, to be searched for orders. `zips` are the zip files. `whole` is false if parts were
    left out as too many or too deeply nested. `attached` is true if there is an attachment that may be a
    save.
    """

    texts: tuple[str, ...]
    bodies: tuple[str, ...] = ()
    zips: tuple[bytes, ...] = ()
    whole: bool = True
    attached: bool = False


def decode_readings(data: bytes) -> list[str]:
    """All different texts that these bytes may represent: raw, as MIME parts, decoded, unquoted and so on.

    Text that was encoded twice is decoded twice. A text that contains a complete armor or save is not decoded
    further.
    """
    return list(decode_contents(data).texts)


def decode_contents(data: bytes) -> MailContents:
    """The readable contents of a letter, a save or a zip file, given as bytes."""
    if data.startswith(_ZIP):
        return MailContents((), zips=(data,))
    if _is_binary(data):
        return MailContents(())
    text = decode_text(data)
    if not is_mail(data[:_LEAST]):
        return MailContents(
            tuple(_expand_readings([text], len(data))),
            (_readable_text(text, is_html=text[:400].lstrip()[:1] == "<"),),
        )
    mail = parse_mime_parts(data)
    zips = tuple(part.data for part in mail.found if part.data.startswith(_ZIP))
    parts = [(part, _part_text(part)) for part in mail.found if not _is_binary(part.data)]
    texts = [each for _, each in parts if each]
    bodies = _bodies(parts)
    if not any(_needs_no_decoding(each) for each in texts):  # else it arrived as it was sent
        raw = [text] if mail.number == 1 else []
        texts = _expand_readings([*texts, *raw], len(data))
    return MailContents(tuple(texts), bodies, zips, mail.whole, any(part.attached for part in mail.found))


def decode_bodies(data: bytes) -> tuple[str, ...]:
    """The texts for people in an e-mail, without attachments; none if the bytes are not an e-mail."""
    if _is_binary(data) or not is_mail(data[:_LEAST]):
        return ()
    found = (part for part in parse_mime_parts(data).found if not _is_binary(part.data))
    return _bodies((part, _part_text(part)) for part in found if not part.attached)


def _bodies(parts: Iterable[tuple[MimePart, str]]) -> tuple[str, ...]:
    """The texts for people among the parts of a mail."""
    return tuple(
        _readable_text(each, is_html=part.media == "text/html") for part, each in parts if not part.attached
    )


def _expand_readings(seeds: Iterable[str], size: int) -> list[str]:
    """The seeds and everything decoded from them, limited to a few times the size of the mail."""
    found = dict.fromkeys(each for each in seeds if each)
    fresh, left = [each for each in found if not _BARE.match(each)], max(_LEAST, 2 * size)
    for _ in range(_DEPTH):
        following: list[str] = []
        for each in (more for text in fresh for more in _decoded_once(text)):
            if len(found) >= _MOST or left < len(each):
                return list(found)
            if each and each not in found:
                found[each] = None
                left -= len(each)
                if not _needs_no_decoding(each):
                    following.append(each)
        fresh = following
    return list(found)


def _readable_text(text: str, *, is_html: bool) -> str:
    """The text as people read it, without HTML tags if it is a page."""
    return _without_tags(text) if is_html else text


def _is_binary(data: bytes) -> bool:
    """Return whether the bytes are not text: pictures, sounds, programs."""
    head = data[:4096]
    if head[:2] in (b"\xff\xfe", b"\xfe\xff") or _is_utf_16(head):
        return False
    return 0 in head or len(head) - len(head.translate(None, _CONTROLS)) > len(head) // 20


def _is_utf_16(data: bytes) -> bool:
    """Return whether so many bytes are zero that the text must be UTF-16."""
    return data[:400].count(0) > len(data[:400]) // 3


def _needs_no_decoding(text: str) -> bool:
    """Return whether a text contains a save or a complete armor that can be read without decoding.

    Extra blanks and quote marks are allowed. A text that begins like a save counts as one, even if players
    have typed markup into it.
    """
    if _BARE.match(text):
        return True
    return (_WHOLE.search(text) or _SAVE.search(text)) is not None and _MARKUP.search(text) is None


def _decoded_once(text: str) -> Iterator[str]:
    """The possible texts after one decoding step."""
    data = text.encode("utf-8", "replace")
    if is_mail(data[:_LEAST]):
        yield from (_part_text(part) for part in parse_mime_parts(data).found if not _is_binary(part.data))
    if "\r" in text:
        yield text.replace("\r\n", "\n").replace("\r", "\n")
    if _MARKUP.search(text):
        yield _without_tags(text)
    elif "&" in text:
        yield _without_entities(text)
    if _QUOTED.search(text):
        yield _QUOTED.sub("", text)
    if _CODED.search(text):
        yield decode_text(quopri.decodestring(data))
    for block in _BASE64.finditer(text):
        try:
            yield decode_text(base64.b64decode("".join(block[0].split()) + "==", validate=False))
        except (binascii.Error, ValueError):
            continue


def _without_tags(text: str) -> str:
    return _without_entities(_TAG.sub("", _BREAK.sub("\n", text)))


def _without_entities(text: str) -> str:
    return _ENTITY.sub(lambda match: _unescaped(match[0]), text)


_unescaped = lru_cache(maxsize=2048)(unescape)


def decode_text(data: bytes) -> str:
    """The bytes decoded as text: UTF-8, UTF-16 (with or without a byte order mark), or else Latin-1."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", "replace")
    if _is_utf_16(data):
        little = data[1:400:2].count(0) > data[0:400:2].count(0)
        return data.decode("utf-16-le" if little else "utf-16-be", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _part_text(part: MimePart) -> str:
    """The text of a part, decoded with the charset it names if that is a charset used in mail."""
    if _CHARSET.fullmatch(part.charset.lower()):
        try:
            return part.data.decode(part.charset)
        except (LookupError, ValueError):
            pass
    return decode_text(part.data)
