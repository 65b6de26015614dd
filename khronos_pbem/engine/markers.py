"""The marks by which orders and saves are found in letters, and what people type that looks like one.

A mark counts only on a line of its own. What a player types travels in the letters of all the others, where
mail may wrap, decode or unquote it: so a name, title or message holds no mark, whatever it is wrapped in.
"""

from __future__ import annotations

import base64
import binascii
import html
import re
from collections.abc import Iterator
from quopri import decodestring
from unicodedata import category, normalize

ORDERS_BEGIN, ORDERS_END = "-----BEGIN KHRONOS ORDERS", "-----END KHRONOS ORDERS-----"
SAVE_BEGIN, SAVE_END = "-----BEGIN KHRONOS SAVE", "-----END KHRONOS SAVE"

_MARK = re.compile(r"--(?:BEGIN|END)KHRONOS(?:ORDERS|SAVE)|FORMAT=[\"']KHRONOS-PBEM/")
_ARMOR_LINE = re.compile(r"\[[0-9a-f]{4}[0-9]{4}[A-Za-z0-9+/]{1,48}\.[a-z2-7]{4}\]")
_CODED = re.compile(r"[A-Za-z0-9+/]{24,}")
_DASHES = {ord(dash): "--" for dash in "\u2013\u2014\u2015\u2e3a\u2e3b"} | dict.fromkeys(
    map(ord, "\u2010\u2011\u2012\u2212\ufe63\uff0d"), "-"
)
_TAG = re.compile(r"<[^<>]*>")


def holds_mark(text: str) -> bool:
    """Whether a text a person typed holds a mark of orders, armor or a save, as it is or decoded (FORMATS 2).

    Meant for short texts: names, titles, messages.
    """
    readings = [text]
    for _ in range(2):  # what was wrapped twice is unwrapped twice
        readings += [more for each in readings for more in _unwrapped(each) if more not in readings]
    return any(_shows_mark(each) for each in readings)


def _unwrapped(text: str) -> Iterator[str]:
    """What mail may make of a text: entities, tags, quoted-printable and base64 taken off."""
    if "&" in text:
        yield html.unescape(text)
    if "<" in text:
        yield _TAG.sub("", text)
    if "=" in text:
        yield decodestring(text.encode()).decode("utf-8", "replace")
    for run in _CODED.findall("".join(text.split())):
        try:
            yield base64.b64decode(run[: len(run) // 4 * 4]).decode("utf-8", "replace")
        except (binascii.Error, ValueError):
            continue


def _shows_mark(text: str) -> bool:
    squeezed = "".join(c for c in text.translate(_DASHES) if category(c)[0] not in "CZ")
    plain = normalize("NFKC", squeezed).translate(_DASHES)
    return _MARK.search(plain.upper()) is not None or _ARMOR_LINE.search(plain) is not None
