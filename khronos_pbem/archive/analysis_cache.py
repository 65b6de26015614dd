"""Analyses that were made on this machine, by the game that they are about: thinking anew takes minutes.

Each is sealed by the key of this machine (`record.cache`): what somebody else brought is as good as nothing.
"""

from __future__ import annotations

import contextlib
import json
from hashlib import sha256
from pathlib import Path

from khronos_pbem.archive.analysis import Analysis, Verdict
from khronos_pbem.archive.chronicle import Chronicle
from khronos_pbem.engine.digests import canonical_json, encode_bytes
from khronos_pbem.engine.plain import Codec
from khronos_pbem.errors import KhronosError
from khronos_pbem.record.cache import sealed, unsealed
from khronos_pbem.record.files import read_if_possible, write_aside
from khronos_pbem.record.home import folder

MOST = 100
"""Analyses that are kept; older ones make room."""
MOST_BYTES = 4 * 1024 * 1024

_CODEC = Codec([Analysis, Verdict])


def kept_analysis(home: Path, chronicle: Chronicle, seat: int | None) -> Analysis | None:
    """What was kept of a game as a seat (None: the public) may see it, whole or as far as it came.

    None for a game that is not over, and for anything that is not our own.
    """
    if not chronicle.finished:
        return None
    key = _key(chronicle, seat)
    content = unsealed(home, key, read_if_possible(_path(home, key), MOST_BYTES + 1))
    if content is None:
        return None
    with contextlib.suppress(ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError):
        found = _CODEC.from_data(json.loads(content))
        return found if isinstance(found, Analysis) else None
    return None


def whole_analysis(home: Path, chronicle: Chronicle, seat: int | None) -> Analysis | None:
    """The analysis of a game that was kept, if every turn was judged; a seat's own before that of all."""
    for audience in dict.fromkeys((seat, None)):
        found = kept_analysis(home, chronicle, audience)
        if found is not None and found.whole:
            return found
    return None


def keep_analysis(home: Path, chronicle: Chronicle, seat: int | None, analysis: Analysis) -> None:
    """Keep an analysis instead of the one before; nothing happens if the home cannot be written."""
    key = _key(chronicle, seat)
    with contextlib.suppress(KhronosError, OSError):
        content = json.dumps(_CODEC.to_data(analysis), separators=(",", ":")).encode()
        if len(content) > MOST_BYTES - 32:
            return
        content = sealed(home, key, content)
        folder(folder(home, "cache"), "analyses")
        path = _path(home, key)
        write_aside(path, content)
        old = sorted(path.parent.glob("*.analysis"), key=lambda each: each.stat().st_mtime_ns)[:-MOST]
        for each in old:
            each.unlink(missing_ok=True)


def _key(chronicle: Chronicle, seat: int | None) -> bytes:
    """What the analysis of a game is called: by all that was played in it, and who looks at it."""
    steps = [
        [step.seq, step.seat, step.kind, step.order, list(step.auto), [list(row) for row in step.rolled]]
        for step in chronicle.steps
    ]
    players = [[player.name, player.colour] for player in chronicle.players]
    shown = [[str(handle), label] for step in chronicle.steps for handle, label in sorted(step.cards.items())]
    header = chronicle.header
    head = [header.game, header.id, header.rules, dict(header.options), seat, players, steps, shown]
    return sha256(b"analysis/1/" + _CODEC.shape + canonical_json(head)).digest()


def _path(home: Path, key: bytes) -> Path:
    return home / "cache" / "analyses" / f"{encode_bytes(key[:16])}.analysis"
