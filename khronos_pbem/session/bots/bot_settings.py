"""Settings of own bots in each game: seconds for a turn, and a random seed.

There is one file for each game in the home; if it is lost, the bots use the defaults.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from khronos_pbem.engine.features.bots import WorkerPoolMap, map_in_process
from khronos_pbem.home.game_paths import game_key, game_lock
from khronos_pbem.home.keyring import BOTS
from khronos_pbem.record.save import Header
from khronos_pbem.session.bots.bot_turn import BotSettings
from khronos_pbem.storage.json_store import JsonStore, json_codec

_LONGEST = 24 * 60 * 60.0

_KEYS = ("seconds", "seed")

_Settings = dict[str, dict[str, Any]]
"""The settings by the name of the bot: `seconds`, `seed`."""


def load_bot_settings(
    home: Path, header: Header, name: str, spread: WorkerPoolMap = map_in_process
) -> BotSettings:
    """The settings of a bot in a game; `spread` tries its orders in parallel processes."""
    found = _store(home, header).read().get(name, {})
    return BotSettings(spread=spread)._replace(**{key: found[key] for key in _KEYS if key in found})


def save_bot_settings(home: Path, header: Header, name: str, seconds: float | None, seed: str | None) -> None:
    """Save the seconds and the seed of a bot in a game; None leaves a setting as it is. Raises UsageError."""
    said = {"seconds": seconds, "seed": seed}
    fresh = {key: value for key, value in said.items() if value is not None}
    if fresh:
        _store(home, header).change(lambda known: {**known, name: {**known.get(name, {}), **fresh}})


def _store(home: Path, header: Header) -> JsonStore[_Settings]:
    path = home / BOTS / f"{game_key(header)}.json"
    return JsonStore(path, json_codec(_parse), {}, partial(game_lock, home, header))


def _parse(data: Any) -> _Settings:
    """The settings in JSON data. Raises TypeError, ValueError or AttributeError for others."""
    for settings in data.values():
        seconds, seed = settings.get("seconds", _LONGEST), settings.get("seed", "")
        if not isinstance(seed, str) or isinstance(seconds, bool) or not 0 < seconds <= _LONGEST:
            raise ValueError
    return dict(data)
