"""The value that describes an error in a set-up position."""

from __future__ import annotations

from typing import NamedTuple


class Fault(NamedTuple):
    """An error in a set-up position: the paragraph, the message, and a hint how to correct it."""

    rule: str
    message: str
    hint: str = ""
