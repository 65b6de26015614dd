"""Without chance: the keys, games and moments made in here are the same in every run of the tests.

Everything hidden in a game follows from the seeds of its identities and from its header (DECK 2), so that
fixed keys, ids and times give the same cards.
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from hashlib import shake_256
from unittest.mock import patch

BEGINNING = datetime(2026, 11, 21, 9, tzinfo=UTC)


@contextmanager
def without_chance(word: str) -> Iterator[None]:
    """Random bytes follow from this word, and every command is given a minute after the one before.

    Bytes of each length have a sequence of their own: one more temporary file changes no identity.
    """
    drawn: Counter[int] = Counter()

    def token_bytes(length: int | None = None) -> bytes:
        size = length or 32
        drawn[size] += 1
        return shake_256(f"{word}/{size}/{drawn[size]}".encode()).digest(size)

    def now() -> str:
        drawn[0] += 1
        return (BEGINNING + timedelta(minutes=drawn[0])).strftime("%Y-%m-%dT%H:%M:%SZ")

    with (
        patch.object(secrets, "token_bytes", token_bytes),
        patch("khronos_pbem.cli.shared_options.current_time", now),
    ):
        yield
