"""The times when this machine first saw the newest blocks of a game; clocks start then (DECK 9.2).

The date in a block is chosen by its author. If it were too early, the next player's clock would run out at
once. If it were in the future, the clock would never run out.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from itertools import islice
from pathlib import Path

from khronos_pbem.engine.digests import encode_bytes
from khronos_pbem.home.game_paths import game_key, game_lock
from khronos_pbem.record.record_fields import instant_moment, instant_text
from khronos_pbem.record.save import Header
from khronos_pbem.storage.files import SMALL_BYTES
from khronos_pbem.storage.json_store import JsonStore, json_codec, text_table

MOST = 32
"""The maximum number of blocks noted for a game: as many as can follow the start of a clock."""


def note_first_seen(home: Path, header: Header, heads: Sequence[bytes], at: str = "") -> None:
    """Note the newest blocks of a game, by their hashes, as first seen at a time (UTC; empty: now).

    Blocks that were noted before keep their time. Raises UsageError if the home cannot be written.
    """
    at = at or instant_text(datetime.now(UTC))
    newest = [encode_bytes(head) for head in heads[1:][-MOST:]]

    def noted(known: dict[str, str]) -> dict[str, str]:
        others = islice((key for key in known if key not in newest), max(0, len(known) - MOST), None)
        return {key: known[key] for key in others} | {key: known.get(key, at) for key in newest}

    _store(home, header).change(noted)


def first_seen(home: Path, header: Header, head: bytes) -> str:
    """Return when this machine first saw the block with this hash; empty if unknown.

    The time is UTC in whole seconds.
    """
    return _store(home, header).read().get(encode_bytes(head), "")


def _store(home: Path, header: Header) -> JsonStore[dict[str, str]]:
    """Return the store of the times for a game, by block hash (base64url)."""
    path = home / "first_seen" / f"{game_key(header)}.json"
    return JsonStore(path, json_codec(_parse), {}, partial(game_lock, home, header), SMALL_BYTES)


def _parse(data: object) -> dict[str, str]:
    """Return the times in JSON data. Raises TypeError or InvalidFile if the data is invalid."""
    for moment in text_table(data).values():
        instant_moment(moment)
    return text_table(data)
