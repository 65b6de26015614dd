"""A cache of the analyses made on this machine, by game, because an analysis takes minutes.

Each file is authenticated with the key of this machine (`home.cache`). Files from elsewhere are ignored.
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
from khronos_pbem.engine.features.bots import EvaluationPart, Outlook
from khronos_pbem.errors import KhronosError
from khronos_pbem.home.cache import load_cached, with_mac
from khronos_pbem.session.turns.rated_turn import ExpectedReply, RatedTurn
from khronos_pbem.storage.files import write_state_file
from khronos_pbem.storage.home_folder import ensure_folder

MOST = 100
"""The maximum number of analyses kept; the oldest are deleted first."""
MOST_BYTES = 4 * 1024 * 1024

_STOPPED, _WHOLE = ".stopped", ".analysis"
_ENDINGS = (_STOPPED, _WHOLE)
_CODEC = Codec([Analysis, Verdict, EvaluationPart, Outlook, RatedTurn, ExpectedReply])


def load_analyses(home: Path, chronicle: Chronicle, seat: int | None) -> list[Analysis]:
    """The stored analyses of a finished game for a seat (None: the public): partial and complete.

    Empty if the game is not over, or if this machine has stored none.
    """
    if not chronicle.finished:
        return []
    key = _cache_key(chronicle, seat)
    found = [_load(home, key, ending) for ending in _ENDINGS]
    return [analysis for analysis in found if analysis is not None]


def load_complete_analysis(home: Path, chronicle: Chronicle, seat: int | None) -> Analysis | None:
    """The stored analysis that judges every turn, or None.

    An analysis for the seat is preferred to a public one.
    """
    for audience in dict.fromkeys((seat, None)):
        for found in load_analyses(home, chronicle, audience):
            if found.whole:
                return found
    return None


def store_analysis(home: Path, chronicle: Chronicle, seat: int | None, analysis: Analysis) -> None:
    """Store an analysis in place of the older one. A partial one does not replace a complete one.

    Does nothing if the analysis has no verdicts or is too large, or if the home cannot be written to.
    """
    key, ending = _cache_key(chronicle, seat), _ENDINGS[analysis.whole]
    with contextlib.suppress(KhronosError, OSError):
        content = json.dumps(_CODEC.to_data(analysis), separators=(",", ":")).encode()
        if not analysis.verdicts or len(content) > MOST_BYTES - 32:
            return
        content = with_mac(home, _purpose(key, ending), content)
        ensure_folder(ensure_folder(home, "cache"), "analyses")
        write_state_file(_path(home, key, ending), content)
        if analysis.whole:
            _path(home, key, _STOPPED).unlink(missing_ok=True)
        files = (home / "cache" / "analyses").iterdir()
        for old in sorted(files, key=lambda each: each.stat().st_mtime_ns)[:-MOST]:
            old.unlink(missing_ok=True)


def _load(home: Path, key: bytes, ending: str) -> Analysis | None:
    found = load_cached(home, _path(home, key, ending), _purpose(key, ending), MOST_BYTES + 1)
    with contextlib.suppress(ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError):
        analysis = _CODEC.from_data(found)
        return analysis if isinstance(analysis, Analysis) else None
    return None


def _cache_key(chronicle: Chronicle, seat: int | None) -> bytes:
    """The cache key of an analysis: a hash of everything played in the game, and of the seat."""
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
