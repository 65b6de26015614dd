"""How the bots of this keyring think in each game, as their keeper has last said: seconds a turn, and a seed.

It lies in the home, one file a game; where it is lost, they think as those that nobody has told anything.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from khronos_pbem.engine.features.bots import Spread, one_by_one
from khronos_pbem.home.game_paths import game_key
from khronos_pbem.home.keyring import BOTS
from khronos_pbem.record.save import Header
from khronos_pbem.session.bots.bot_turn import Mind
from khronos_pbem.storage.files import read_if_possible, write_aside
from khronos_pbem.storage.home_folder import folder

_LONGEST = 24 * 60 * 60.0


def kept_mind(home: Path, header: Header, name: str, spread: Spread = one_by_one) -> Mind:
    """How a bot thinks in a game, and where it has orders tried."""
    found = _read(home, header).get(name)
    found = found if isinstance(found, dict) else {}
    seconds, seed = found.get("seconds"), found.get("seed")
    mind = Mind(spread=spread)
    if isinstance(seconds, int | float) and 0 < seconds <= _LONGEST:
        mind = mind._replace(seconds=float(seconds))
    return mind._replace(seed=seed) if isinstance(seed, str) else mind


def keep_mind(home: Path, header: Header, name: str, seconds: float | None, seed: str | None) -> None:
    """Note how a bot is to think in a game from now on; None leaves it as it is. Raises UsageError."""
    said = {"seconds": seconds, "seed": seed}
    fresh = {key: value for key, value in said.items() if value is not None}
    known = _read(home, header)
    old = known.get(name)
    mind = {**(old if isinstance(old, dict) else {}), **fresh}
    if fresh and mind != old:
        folder(home, BOTS)
        write_aside(_path(home, header), json.dumps({**known, name: mind}).encode())


def _read(home: Path, header: Header) -> dict[str, Any]:
    try:
        found = json.loads(read_if_possible(_path(home, header)) or b"{}")
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _path(home: Path, header: Header) -> Path:
    return home / BOTS / f"{game_key(header)}.json"
