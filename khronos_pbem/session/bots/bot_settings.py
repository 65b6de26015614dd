"""Settings of the user's own bots in each game: seconds for a turn, and a random seed.

The home contains one file for each game; if it is lost, the bots use the defaults.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from khronos_pbem.cores import WorkerPoolMap, map_in_process
from khronos_pbem.home.game_paths import game_key, game_lock
from khronos_pbem.home.keyring import BOTS
from khronos_pbem.record.save import Header
from khronos_pbem.session.bots.bot_turn import BotSettings
from khronos_pbem.storage.json_store import JsonStore, json_codec

_LONGEST = 24 * 60 * 60.0

_FIELDS = {"seconds": "seconds", "seed": "seed", "bot": "own"}
"""The keys of the file with the fields of `BotSettings`."""

_Settings = dict[str, dict[str, Any]]
"""The settings by the name of the bot: `seconds`, `seed`, and `bot` for an installed bot."""


def load_bot_settings(
    home: Path, header: Header, name: str, starmap: WorkerPoolMap = map_in_process
) -> BotSettings:
    """The settings of a bot in a game; `starmap` tries its orders in parallel processes."""
    found = _store(home, header).read().get(name, {})
    settings = {field: found[key] for key, field in _FIELDS.items() if key in found}
    return BotSettings(starmap=starmap)._replace(**settings)


def save_bot_settings(
    home: Path, header: Header, name: str, seconds: float | None, seed: str | None, own: str | None = None
) -> None:
    """Save the seconds and the seed of a bot in a game, and the installed bot that plays for it.

    None leaves a setting unchanged; an empty `own` means the bots of the game. Raises UsageError on failure.
    """
    said = {"seconds": seconds, "seed": seed, "bot": own}
    fresh = {key: value for key, value in said.items() if value is not None}
    store = _store(home, header)
    old = store.read().get(name, {})
    settings = {key: value for key, value in {**old, **fresh}.items() if value != "" or key != "bot"}
    if settings != old:
        store.change(lambda known: {**known, name: settings})


def _store(home: Path, header: Header) -> JsonStore[_Settings]:
    path = home / BOTS / f"{game_key(header)}.json"
    return JsonStore(path, json_codec(_parse), {}, partial(game_lock, home, header))


def _parse(data: Any) -> _Settings:
    """Return the settings in JSON data. Raises TypeError, ValueError or AttributeError for other data."""
    for settings in data.values():
        seconds, texts = settings.get("seconds", _LONGEST), [settings.get(key, "") for key in ("seed", "bot")]
        if not all(isinstance(text, str) for text in texts):
            raise ValueError
        if isinstance(seconds, bool) or not 0 < seconds <= _LONGEST:
            raise ValueError
    return dict(data)
