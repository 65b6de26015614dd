"""Whether the standard streams are a terminal, and so a person can be asked or shown something."""

from __future__ import annotations

import sys
from typing import TextIO


def is_terminal(*streams: TextIO | None) -> bool:
    """Whether all of these streams are open, and each is a terminal."""
    return all(stream is not None and not stream.closed and stream.isatty() for stream in streams)


def can_ask() -> bool:
    """Whether a person can be asked: standard input and standard output are both a terminal."""
    return is_terminal(sys.stdin, sys.stdout)


def is_read_by_person() -> bool:
    """Whether a person reads the output: standard output and standard error are both a terminal."""
    return is_terminal(sys.stdout, sys.stderr)
