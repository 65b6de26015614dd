"""The German and French quotation marks around typed text: the parts `{words!r}` of a message."""

from __future__ import annotations

import re
from typing import Any

MARKS = {"de": ("„", "“"), "fr": ("« ", " »")}
"""The marks before and after a quotation, by language."""

_QUOTED_PART = re.compile(r"\{(\w+)!r\}")


class _Quotation(str):
    """A text whose `repr` has the quotation marks of a language, and the escapes of Python."""

    marks: tuple[str, str]

    def __repr__(self) -> str:
        escaped = str.__repr__(self)[1:-1].replace("\\'", "'")
        return escaped.join(self.marks)


def with_quotations(template: str, parts: dict[str, Any], language: str) -> dict[str, Any]:
    """Return the parts of a message; those that its template quotes get the language's marks."""
    if "!r}" not in template:
        return parts
    return parts | {key: _quotation(parts[key], language) for key in _QUOTED_PART.findall(template)}


def _quotation(part: Any, language: str) -> Any:
    if not isinstance(part, str):
        return part
    found = _Quotation(part)
    found.marks = MARKS[language]
    return found
