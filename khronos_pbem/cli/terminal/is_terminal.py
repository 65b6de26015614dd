"""Check whether the standard streams are terminals, so that a person can read or answer."""

from __future__ import annotations

import sys
from typing import TextIO


def is_terminal(*streams: TextIO | None) -> bool:
    """Return whether all of these streams are open terminals."""
    return all(stream is not None and not stream.closed and stream.isatty() for stream in streams)


def can_ask() -> bool:
    """Return whether a person can be asked: standard input and standard output are both terminals."""
    return is_terminal(sys.stdin, sys.stdout)


def is_read_by_person() -> bool:
    """Return whether a person reads the output: standard output and standard error are both terminals."""
    return is_terminal(sys.stdout, sys.stderr)
