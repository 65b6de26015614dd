"""Names that people can tell apart: of games, maps and players (FORMATS 2, 4).

Whatever is written keeps to this, and whatever is read has to.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from khronos_pbem.characters import comparison_key, find_invisible
from khronos_pbem.engine.fields import Json
from khronos_pbem.errors import InvalidFile
from khronos_pbem.messages import Message, VerbatimText, message

_BOTS = {"easy": message("easy bot"), "steady": message("steady bot"), "strong": message("strong bot")}


def called(name: str, bot: str = "") -> str:
    """A player's name as people read it; behind that of a bot of this strength it says what it is."""
    return (
        message("{name}, {bot}", name=VerbatimText(name), bot=kind_of_bot(bot)) if bot else VerbatimText(name)
    )


def kind_of_bot(strength: str) -> str:
    """What a bot of a strength is called."""
    return _BOTS.get(strength, strength)


def called_in(facts: Mapping[str, Any]) -> str:
    """As `called`, of a player in a document: his `name`, and how strong a `bot` it is, if it is one."""
    return called(facts["name"], facts.get("bot") or "")


def file_word(title: str) -> str:
    """A title as the library's files begin with it, which is also how commands find the game there."""
    return re.sub(r"[^A-Za-z0-9]+", "-", title).strip("-").lower()[:40] or "game"


def check_game_names(title: str, options: Mapping[str, Json]) -> None:
    """Raise InvalidFile for characters that are not seen in a title or in an option's name, as of a map."""
    _check_seen(message("the title"), title)
    for key, value in options.items():
        name = value.get("name") if isinstance(value, Mapping) else None
        if isinstance(name, str):
            _check_seen(message("the name of the {key}", key=key), name)


def check_new_title(title: str) -> None:
    """Raise InvalidFile for a new title in which mail programs would decode something (RFC 2047)."""
    if "=?" in title:
        what = message("the title contains {words}, which mail programs would decode", words="=?")
        raise InvalidFile(what, rule="FORMATS 2", hint=message("leave it out"))


def check_player_name(name: str, taken: Iterable[str], block: int | None = None) -> None:
    """Raise InvalidFile for a player's name with characters that are not seen, or like one that is taken.

    Names are alike if nothing but letter case, width or blanks tells them apart.
    """
    _check_seen(message("the player's name"), name, block)
    for other in taken:
        if comparison_key(other) == comparison_key(name):
            raise InvalidFile(
                message("a player of this game already has the name {name}", name=VerbatimText(other)),
                rule="FORMATS 4",
                hint=message("create an identity with another name: khronos keygen NAME"),
                block=block,
            )


def _check_seen(what: Message, text: str, block: int | None = None) -> None:
    unseen = find_invisible(text)
    if unseen:
        raise InvalidFile(
            message(
                "{what} contains {words}, which is invisible or hides other characters",
                what=what,
                words=unseen,
            ),
            rule="FORMATS 2",
            hint=message("use plain letters"),
            block=block,
        )
