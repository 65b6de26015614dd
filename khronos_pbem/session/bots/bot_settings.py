"""How the bots of this keyring think in each game, as their keeper has last said: seconds a turn, and a seed.

It lies in the home, one file a game; where it is lost, they think as those that nobody has told anything.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from khronos_pbem.engine.features.bots import WorkerPoolMap, one_by_one
from khronos_pbem.home.game_paths import game_key
from khronos_pbem.home.keyring import BOTS
from khronos_pbem.record.save import Header
from khronos_pbem.session.bots.bot_turn import BotSettings
from khronos_pbem.storage.files import read_if_possible, write_aside
from khronos_pbem.storage.home_folder import folder

_LONGEST = 24 * 60 * 60.0


def load_bot_settings(
    home: Path, header: Header, name: str, spread: WorkerPoolMap = one_by_one
) -> BotSettings:
    """How a bot thinks in a game, and where it has orders tried."""
    found = _read(home, header).get(name)
    found = found if isinstance(found, dict) else {}
    seconds, seed = found.get("seconds"), found.get("seed")
    bot_settings = BotSettings(spread=spread)
    if isinstance(seconds, int | float) and 0 < seconds <= _LONGEST:
        bot_settings = bot_settings._replace(seconds=float(seconds))
    return bot_settings._replace(seed=seed) if isinstance(seed, str) else bot_settings


def keep_mind(home: Path, header: Header, name: str, seconds: float | None, seed: str | None) -> None:
    """Note how a bot is to think in a game from now on; None leaves it as it is. Raises UsageError."""
    said = {"seconds": seconds, "seed": seed}
    fresh = {key: value for key, value in said.items() if value is not None}
    known = _read(home, header)
    old = known.get(name)
    bot_settings = {**(old if isinstance(old, dict) else {}), **fresh}
    if fresh and bot_settings != old:
        folder(home, BOTS)
        write_aside(_path(home, header), json.dumps({**known, name: bot_settings}).encode())


def _read(home: Path, header: Header) -> dict[str, Any]:
    try:
        found = json.loads(read_if_possible(_path(home, header)) or b"{}")
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _path(home: Path, header: Header) -> Path:
    return home / BOTS / f"{game_key(header)}.json"
