"""The marks that begin orders and saves in letters, and how to find them in typed text.

A mark counts only on a line of its own. Text that a player types is included in everyone's letters,
and mail programs may wrap or decode the text, or remove its quote marks. So names, titles and
messages must not contain a mark in any form.
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
    """Return whether a text contains a mark of orders, armor or a save (FORMATS 2).

    The mark can be plain or encoded. The function is meant for short texts that people type: names,
    titles and messages.
    """
    readings = [text]
    for _ in range(2):  # what was wrapped twice is unwrapped twice
        readings += [more for each in readings for more in _decoded_forms(each) if more not in readings]
    return any(_shows_mark(each) for each in readings)


def _decoded_forms(text: str) -> Iterator[str]:
    """Yield the texts into which mail programs may turn a text.

    They decode its entities, quoted-printable or base64, or remove its tags.
    """
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
