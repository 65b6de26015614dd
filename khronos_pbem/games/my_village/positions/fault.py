"""What is wrong with a set-up position, as a value."""

from __future__ import annotations

from typing import NamedTuple


class Fault(NamedTuple):
    """What is wrong with a position: the paragraph, in words, and what would be right."""

    rule: str
    message: str
    hint: str = ""
