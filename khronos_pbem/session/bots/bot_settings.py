"""Settings of own bots in each game: seconds for a turn, and a random seed.

There is one file for each game in the home; if it is lost, the bots use the defaults.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from khronos_pbem.engine.features.bots import WorkerPoolMap, map_in_process
from khronos_pbem.home.game_paths import game_key
from khronos_pbem.home.keyring import BOTS
from khronos_pbem.record.save import Header
from khronos_pbem.session.bots.bot_turn import BotSettings
from khronos_pbem.storage.files import read_if_possible, write_state_file
from khronos_pbem.storage.home_folder import ensure_folder

_LONGEST = 24 * 60 * 60.0


def load_bot_settings(
    home: Path, header: Header, name: str, spread: WorkerPoolMap = map_in_process
) -> BotSettings:
    """The settings of a bot in a game; `spread` tries its orders in parallel processes."""
    found = _read(home, header).get(name)
    found = found if isinstance(found, dict) else {}
    seconds, seed = found.get("seconds"), found.get("seed")
    bot_settings = BotSettings(spread=spread)
    if isinstance(seconds, int | float) and 0 < seconds <= _LONGEST:
        bot_settings = bot_settings._replace(seconds=float(seconds))
    return bot_settings._replace(seed=seed) if isinstance(seed, str) else bot_settings


def save_bot_settings(home: Path, header: Header, name: str, seconds: float | None, seed: str | None) -> None:
    """Save the seconds and the seed of a bot in a game; None leaves a setting as it is. Raises UsageError."""
    said = {"seconds": seconds, "seed": seed}
    fresh = {key: value for key, value in said.items() if value is not None}
    known = _read(home, header)
    old = known.get(name)
    bot_settings = {**(old if isinstance(old, dict) else {}), **fresh}
    if fresh and bot_settings != old:
        ensure_folder(home, BOTS)
        write_state_file(_path(home, header), json.dumps({**known, name: bot_settings}).encode())


def _read(home: Path, header: Header) -> dict[str, Any]:
    try:
        found = json.loads(read_if_possible(_path(home, header)) or b"{}")
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _path(home: Path, header: Header) -> Path:
    return home / BOTS / f"{game_key(header)}.json"
