"""Access to the fields of a save's tables (FORMATS 4).

Errors name the block; times are TOML date-times.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta

from khronos_pbem.engine.fields import Fields, quoted_value
from khronos_pbem.errors import InvalidFile
from khronos_pbem.messages import message

_INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", re.ASCII)


def instant_text(moment: datetime) -> str:
    """Return the RFC 3339 text of a UTC time in whole seconds: "2026-11-22T18:03:00Z"."""
    return moment.replace(tzinfo=None).isoformat(timespec="seconds") + "Z"


def instant_moment(text: str) -> datetime:
    """Parse an RFC 3339 text in UTC and whole seconds. Raises InvalidFile for any other text."""
    if _INSTANT.fullmatch(text):
        try:
            return datetime.fromisoformat(text)
        except ValueError:
            pass
    what = message("{shown} is not a date and time", shown=quoted_value(text))
    raise InvalidFile(what, hint=message('write it like this: "2026-11-22T18:03:00Z"'))


@dataclass(frozen=True, slots=True)
class Keys(Fields):
    """Typed access to one table of a save; `block` is the number of its block, None outside blocks."""

    block: int | None = None

    def wrong(self, problem: str, hint: str | None = None) -> InvalidFile:
        """Return the error about a problem in this table; for a block's table, it names the block."""
        if self.block is None:
            return Fields.wrong(self, problem, hint)
        return InvalidFile(problem, rule=self.rule, hint=hint, block=self.block)

    def unknown(self, key: str, what: str) -> str:
        """Return the message about an unknown key; `what` describes the kind of table."""
        return message("the key {shown} is unknown{what}", shown=quoted_value(key), what=what)

    def instant(self, key: str) -> str:
        """Return the RFC 3339 text of a TOML date-time in UTC and whole seconds."""
        value = self._get(key)
        if not isinstance(value, datetime) or value.utcoffset() != timedelta(0) or value.microsecond:
            what = message("{key} is {shown}", key=key, shown=quoted_value(str(value)))
            raise self.wrong(what, message("write a date and time in UTC, like 2026-11-22T18:03:00Z"))
        return instant_text(value)
