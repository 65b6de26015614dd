"""Analyses that were made on this machine, by the game that they are about: thinking anew takes minutes.

Each is sealed by the key of this machine (`home.cache`): what somebody else brought is as good as nothing.
"""

from __future__ import annotations

import contextlib
import json
from hashlib import sha256
from pathlib import Path

from khronos_pbem.archive.studies.game_analysis import Analysis, Verdict
from khronos_pbem.archive.timeline import Chronicle
from khronos_pbem.engine.codec import Codec
from khronos_pbem.engine.digests import canonical_json, encode_bytes
from khronos_pbem.engine.features.bots import Part
from khronos_pbem.errors import KhronosError
from khronos_pbem.home.cache import sealed, unsealed
from khronos_pbem.storage.files import read_if_possible, write_aside
from khronos_pbem.storage.home_folder import folder

MOST = 100
"""Analyses that are kept; older ones make room."""
MOST_BYTES = 4 * 1024 * 1024

_STOPPED, _WHOLE = ".stopped", ".analysis"
_ENDINGS = (_STOPPED, _WHOLE)
_CODEC = Codec([Analysis, Verdict, Part])


def kept_analyses(home: Path, chronicle: Chronicle, seat: int | None) -> list[Analysis]:
    """What was kept of a game as a seat (None: the public) may see it: one that was stopped, a whole one.

    None of a game that is not over, and nothing that is not our own.
    """
    if not chronicle.finished:
        return []
    key = _key(chronicle, seat)
    found = [_read(home, key, ending) for ending in _ENDINGS]
    return [analysis for analysis in found if analysis is not None]


def whole_analysis(home: Path, chronicle: Chronicle, seat: int | None) -> Analysis | None:
    """The analysis of a game that was kept, if every turn was judged; a seat's own before that of all."""
    for audience in dict.fromkeys((seat, None)):
        for found in kept_analyses(home, chronicle, audience):
            if found.whole:
                return found
    return None


def keep_analysis(home: Path, chronicle: Chronicle, seat: int | None, analysis: Analysis) -> None:
    """Keep an analysis instead of the one before; one that was stopped replaces no whole one.

    Nothing happens if there is nothing in it yet, or the home cannot be written.
    """
    key, ending = _key(chronicle, seat), _ENDINGS[analysis.whole]
    with contextlib.suppress(KhronosError, OSError):
        content = json.dumps(_CODEC.to_data(analysis), separators=(",", ":")).encode()
        if not analysis.verdicts or len(content) > MOST_BYTES - 32:
            return
        content = sealed(home, _purpose(key, ending), content)
        folder(folder(home, "cache"), "analyses")
        write_aside(_path(home, key, ending), content)
        if analysis.whole:
            _path(home, key, _STOPPED).unlink(missing_ok=True)
        files = (home / "cache" / "analyses").iterdir()
        for old in sorted(files, key=lambda each: each.stat().st_mtime_ns)[:-MOST]:
            old.unlink(missing_ok=True)


def _read(home: Path, key: bytes, ending: str) -> Analysis | None:
    data = read_if_possible(_path(home, key, ending), MOST_BYTES + 1)
    content = unsealed(home, _purpose(key, ending), data)
    if content is None:
        return None
    with contextlib.suppress(ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError):
        found = _CODEC.from_data(json.loads(content))
        return found if isinstance(found, Analysis) else None
    return None


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


def _purpose(key: bytes, ending: str) -> bytes:
    return key + ending.encode()


def _path(home: Path, key: bytes, ending: str) -> Path:
    return home / "cache" / "analyses" / f"{encode_bytes(key[:16])}{ending}"
