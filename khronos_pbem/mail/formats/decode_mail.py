"""Readings of a mail: every text that may be meant by some bytes, whatever mail has done to them.

Every step goes through its text once, and all readings together are bounded by the size of the mail.
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

from khronos_pbem.mail.formats.mime_parts import Part, is_mail, parts_of

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
class Contents:
    """What is to be read in a letter.

    `texts` are all readings, for saves and armor; `bodies` the texts that somebody wrote to be read, without
    attachments, for orders; `zips` what is packed; `whole` is false if parts were left out, deep down;
    `attached` says whether anything is attached that may be ours.
    """

    texts: tuple[str, ...]
    bodies: tuple[str, ...] = ()
    zips: tuple[bytes, ...] = ()
    whole: bool = True
    attached: bool = False


def readings(data: bytes) -> list[str]:
    """The different texts that these bytes may be: as they are, as a mail with its parts, decoded, unquoted…

    What was mangled twice is read twice; a text that shows a whole armor or save is taken as it is.
    """
    return list(contents(data).texts)


def contents(data: bytes) -> Contents:
    """What is to be read in the bytes of a letter, a save or a zip."""
    if data.startswith(_ZIP):
        return Contents((), zips=(data,))
    if _is_binary(data):
        return Contents(())
    text = decoded(data)
    if not is_mail(data[:_LEAST]):
        return Contents(
            tuple(_readings([text], len(data))), (_body(text, is_html=text[:400].lstrip()[:1] == "<"),)
        )
    mail = parts_of(data)
    zips = tuple(part.data for part in mail.found if part.data.startswith(_ZIP))
    parts = [(part, _part_text(part)) for part in mail.found if not _is_binary(part.data)]
    texts = [each for _, each in parts if each]
    bodies = tuple(
        _body(each, is_html=part.media == "text/html") for part, each in parts if not part.attached
    )
    if not any(_shows_all(each) for each in texts):  # else it arrived as it was sent
        raw = [text] if mail.number == 1 else []
        texts = _readings([*texts, *raw], len(data))
    return Contents(tuple(texts), bodies, zips, mail.whole, any(part.attached for part in mail.found))


def _readings(seeds: Iterable[str], size: int) -> list[str]:
    """The seeds, and what they may have been; what is derived may be a few times as large as the mail."""
    found = dict.fromkeys(each for each in seeds if each)
    fresh, left = [each for each in found if not _BARE.match(each)], max(_LEAST, 2 * size)
    for _ in range(_DEPTH):
        following: list[str] = []
        for each in (more for text in fresh for more in _derived(text)):
            if len(found) >= _MOST or left < len(each):
                return list(found)
            if each and each not in found:
                found[each] = None
                left -= len(each)
                if not _shows_all(each):
                    following.append(each)
        fresh = following
    return list(found)


def _body(text: str, *, is_html: bool) -> str:
    """A text as somebody read it: of a page without its tags."""
    return _without_tags(text) if is_html else text


def _is_binary(data: bytes) -> bool:
    """Whether some bytes are no text at all: pictures, sounds, programs."""
    head = data[:4096]
    if head[:2] in (b"\xff\xfe", b"\xfe\xff") or _is_utf_16(head):
        return False
    return 0 in head or len(head) - len(head.translate(None, _CONTROLS)) > len(head) // 20


def _is_utf_16(data: bytes) -> bool:
    """Whether so much is zero that it must be text in two bytes a character."""
    return data[:400].count(0) > len(data[:400]) // 3


def _shows_all(text: str) -> bool:
    """Whether a text shows a save, or a whole armor in which only blanks and quote marks are too much.

    A text that begins as a save is one, whatever markup its players have typed into it.
    """
    if _BARE.match(text):
        return True
    return (_WHOLE.search(text) or _SAVE.search(text)) is not None and _MARKUP.search(text) is None


def _derived(text: str) -> Iterator[str]:
    """What a text may have been before one more thing happened to it."""
    data = text.encode("utf-8", "replace")
    if is_mail(data[:_LEAST]):
        yield from (_part_text(part) for part in parts_of(data).found if not _is_binary(part.data))
    if "\r" in text:
        yield text.replace("\r\n", "\n").replace("\r", "\n")
    if _MARKUP.search(text):
        yield _without_tags(text)
    elif "&" in text:
        yield _ENTITY.sub(_character, text)
    if _QUOTED.search(text):
        yield _QUOTED.sub("", text)
    if _CODED.search(text):
        yield decoded(quopri.decodestring(data))
    for block in _BASE64.finditer(text):
        try:
            yield decoded(base64.b64decode("".join(block[0].split()) + "==", validate=False))
        except (binascii.Error, ValueError):
            continue


def _without_tags(text: str) -> str:
    return _ENTITY.sub(_character, _TAG.sub("", _BREAK.sub("\n", text)))


def _character(match: re.Match[str]) -> str:
    return _unescaped(match[0])


@lru_cache(maxsize=2048)
def _unescaped(entity: str) -> str:
    return unescape(entity)


def decoded(data: bytes) -> str:
    """The text of bytes: UTF-8, UTF-16 with or without a mark, else byte by byte."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", "replace")
    if _is_utf_16(data):
        little = data[1:400:2].count(0) > data[0:400:2].count(0)
        return data.decode("utf-16-le" if little else "utf-16-be", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _part_text(part: Part) -> str:
    """The text of a part in the charset it names, if that is one of mail; codecs for other things are not."""
    if _CHARSET.fullmatch(part.charset.lower()):
        try:
            return part.data.decode(part.charset)
        except (LookupError, ValueError):
            pass
    return decoded(part.data)
