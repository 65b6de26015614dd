"""Names of games, maps and players: rules that keep them distinguishable (FORMATS 2, 4).

The checks apply to everything written and everything read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from khronos_pbem.characters import comparison_key, find_invisible
from khronos_pbem.engine.fields import Json
from khronos_pbem.errors import InvalidFile
from khronos_pbem.messages import Message, VerbatimText, message

_BOTS = {
    "easy": message("easy bot"),
    "steady": message("steady bot"),
    "strong": message("strong bot"),
    "expert": message("expert bot"),
}


def called(name: str, bot: str = "") -> str:
    """Return a player's name for display; for a bot of strength `bot`, the bot label is added."""
    shown = VerbatimText(name)
    return message("{name}, {bot}", name=shown, bot=bot_label(bot)) if bot else shown


def bot_label(strength: str) -> str:
    """Return the words for a bot of this strength, such as "easy bot"."""
    return _BOTS.get(strength, strength)


def called_in(facts: Mapping[str, Any]) -> str:
    """Return the display name (see `called`) of a player from a document with the keys `name` and `bot`."""
    return called(facts["name"], facts.get("bot") or "")


def title_slug(title: str) -> str:
    """Return the slug of a title, which begins file names in the library and finds games in commands.

    It has lower-case letters, digits and hyphens, at most 40 characters.
    """
    return re.sub(r"[^A-Za-z0-9]+", "-", title).strip("-").lower()[:40] or "game"


def check_game_names(title: str, options: Mapping[str, Json]) -> None:
    """Raise InvalidFile for invisible characters in the title or in the name of an option such as a map."""
    _check_seen(message("the title"), title)
    for key, value in options.items():
        name = value.get("name") if isinstance(value, Mapping) else None
        if isinstance(name, str):
            _check_seen(message("the name of the {key}", key=key), name)


def check_new_title(title: str) -> None:
    """Raise InvalidFile for a new title that mail programs would decode (RFC 2047)."""
    if "=?" in title:
        what = message(
            "the title contains {words}, which mail programs would mistake for encoded text", words="=?"
        )
        raise InvalidFile(what, rule="FORMATS 2", hint=message("leave it out"))


def check_player_name(name: str, taken: Iterable[str], block: int | None = None) -> None:
    """Raise InvalidFile if a player's name has invisible characters or is too similar to another.

    Names are too similar if they differ only in letter case, width or blanks.
    """
    _check_seen(message("the player's name"), name, block)
    for other in taken:
        if comparison_key(other) == comparison_key(name):
            what = message("a player in this game already has the name {name}", name=VerbatimText(other))
            hint = message("create an identity with another name: khronos keygen NAME")
            raise InvalidFile(what, hint=hint, block=block)


def _check_seen(what: Message, text: str, block: int | None = None) -> None:
    unseen = find_invisible(text)
    if unseen:
        problem = message(
            "{what} contains {words}, which is invisible or hides other characters", what=what, words=unseen
        )
        raise InvalidFile(problem, rule="FORMATS 2", hint=message("leave out this character"), block=block)
