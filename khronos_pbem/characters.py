"""Find or escape invisible characters and those that change how other characters are displayed.

The tables are written out here, because the versions of Unicode's database differ. Whether a name is refused
must not depend on the Python version.
"""

from __future__ import annotations

import re
import unicodedata

_CONTROL = r"\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff"
_FORMAT = (
    r"\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff0-\ufffb"
    r"\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e00ff\U000e01f0-\U000e0fff"
)
"""Zero-width, direction, tag and other format characters, and code points reserved for more of them."""

_BLANK = (
    r"\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef"
)
"""Fillers, blank letters and variation selectors: characters that show nothing by themselves."""

_MARKS = r"\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f"
MOST_MARKS = 3
"""The maximum number of marks over or under one letter; more would run over neighbouring lines."""

_UNSEEN = f"[{_CONTROL}{_FORMAT}]"
_REFUSED = f"[{_CONTROL}{_FORMAT}{_BLANK}]|[{_MARKS}]{{{MOST_MARKS + 1},}}"
"""The pattern of refused characters.

It is compiled only when a text needs it, because most texts are plain ASCII and the sets are long.
"""

_SHORT = {"\n": r"\n", "\r": r"\r", "\t": r"\t"}


def escape_invisible(text: str) -> str:
    """The text with control, format and direction characters as escapes, so that it prints on one line."""
    if text.isascii() and text.isprintable():
        return str(text)
    return re.sub(_UNSEEN, lambda match: _escape(match[0]), text)


def _escape(character: str) -> str:
    r"""The escape sequence of one character, as Python writes it: `\\n`, `\\x1b`, `\\u200b`."""
    code = ord(character)
    if 0xDC80 <= code <= 0xDCFF:  # a byte of a file name that is no UTF-8
        code -= 0xDC00
    if code < 0x100:
        return _SHORT.get(character, f"\\x{code:02x}")
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def find_invisible(text: str) -> str:
    """The first invisible character or stack of too many accents, as an escape; empty if there is none."""
    if text.isascii() and text.isprintable():
        return ""
    found = re.search(_REFUSED, text)
    if found is None:
        return ""
    first = found[0][0]
    return _escape(first) if len(found[0]) == 1 else "".join(_escape(each) for each in found[0][:2]) + "…"


_TWINS = str.maketrans(
    "\u0430\u0432\u0435\u043a\u043c\u043d\u043e\u0440\u0441\u0442\u0443\u0445\u0455\u0456\u0458\u0501\u0261\u051b\u051d"
    "\u03b1\u03b2\u03b3\u03b5\u03b7\u03b9\u03ba\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7\u03bc\u0131\u2010\u2011\u2013\u2014\u2019_01|i",
    "abekmhopctyxsijdgqwabyenlkvoptuxul----'-olll",
)
"""Small letters and signs that look like others, most of them Cyrillic and Greek."""


def lookalike_key(text: str) -> str:
    """A key that is equal for texts that look alike at a glance.

    It ignores what `comparison_key` ignores, and treats as equal: letters of other alphabets that look the
    same, accents, and signs that many fonts draw the same (0 and O; 1, I and l).
    """
    plain = unicodedata.normalize("NFKD", comparison_key(text).translate(_TWINS))
    folded = re.sub(f"[{_MARKS}{_BLANK}{_FORMAT}]", "", plain).translate(_TWINS)
    return "".join(folded.replace("rn", "m").replace("vv", "w").split())


def comparison_key(text: str) -> str:
    """A key that is equal for texts that differ only in letter case, character width or spaces."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    return " ".join(folded.split())
