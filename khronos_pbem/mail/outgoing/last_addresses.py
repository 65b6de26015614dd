"""Store the addresses of the last letter of each game, so that `resend` writes the same letter.

The addresses are used again in later letters of the game. The addresses in the letter that brought a game are
only proposed, because its headers can be forged. A game can have its own setting for copies.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from khronos_pbem.engine.fields import is_plain_line
from khronos_pbem.home.config import CHOICES, OPTION, Config, ConfigValue, is_address
from khronos_pbem.home.game_paths import game_lock, id_key
from khronos_pbem.mail.outgoing.recipients import Addresses
from khronos_pbem.messages import VerbatimText, message
from khronos_pbem.record.save import Header
from khronos_pbem.record.toml import read_text, read_toml, table_lines
from khronos_pbem.session.replay.open_save import Opened
from khronos_pbem.storage.json_store import FileCodec, JsonStore, text_list

_MOST, _LONGEST = 200, 254
_WHAT = message("the file must be a TOML file that contains the addresses for an e-mail")


class _StoredLetter(NamedTuple):
    """The addresses of the last letter of a game; a received letter has only `named`.

    `head` is the hash (hex) of the game's last block at that time. `given` are the addresses typed for
    letters of the game, `named` those in the letter that brought it. `others` is the game's own value of the
    setting `copies`; empty if it has none.
    """

    head: str = ""
    sender: str = ""
    to: tuple[str, ...] = ()
    copies: tuple[str, ...] = ()
    language: str = ""
    inviter: str = ""
    given: tuple[str, ...] = ()
    named: tuple[str, ...] = ()
    others: str = ""


def store_addresses(home: Path, opened: Opened, between: Addresses) -> None:
    """Store the addresses of the letter with a game's newest block. Raises UsageError on failure."""
    sent = (between.sender, between.to, between.copies, between.language, between.inviter)
    letter = _StoredLetter(opened.history.heads[-1].hex(), *sent, between.given[-_MOST:])
    _store(home, opened.save.header).change(
        lambda before: letter._replace(named=before.named, others=before.others)
    )


def store_proposed_addresses(home: Path, header: Header, named: Sequence[str]) -> None:
    """Store the addresses in the letter that brought a game, as proposals for the next letter.

    Raises UsageError on failure.
    """
    if named:
        proposed = tuple(named[:_MOST])
        _store(home, header).change(
            lambda before: before if before.given else before._replace(named=proposed)
        )


def has_typed_addresses(home: Path, header: Header) -> bool:
    """Return whether any addresses were typed for letters of a game."""
    return bool(_store(home, header).read().given)


def proposed_addresses(home: Path, header: Header, own: str) -> tuple[str, ...]:
    """The addresses in the letter that brought a game, without your own (`own`).

    Empty once addresses have been typed for the game.
    """
    letter = _store(home, header).read()
    return () if letter.given else tuple(each for each in letter.named if each.lower() != own.lower())


def load_last_addresses(home: Path, opened: Opened) -> Addresses | None:
    """The addresses of a game's last letter, if it contained the newest block; otherwise None."""
    letter = _store(home, opened.save.header).read()
    if letter.head != opened.history.heads[-1].hex() or not letter.sender or not letter.to:
        return None
    return Addresses(
        letter.sender, letter.to, letter.copies, letter.language, letter.inviter, given=letter.given
    )


def load_typed_addresses(home: Path, opened: Opened) -> Addresses:
    """Your address in the last letter of a game, and all addresses typed for its letters (`given`).

    Both may be empty.
    """
    letter = _store(home, opened.save.header).read()
    return Addresses(letter.sender, (), given=letter.given)


def has_letters(home: Path, key: str) -> bool:
    """Return whether a game has letters received or written here, or its own setting for copies.

    `key` is the `game_key` of the game.
    """
    return _path(home, key.partition("-")[0]).exists()


def copies_of_game(home: Path, header: Header) -> str:
    """The game's own value of the setting `copies`; empty if it has none."""
    return _store(home, header).read().others


def copies_setting(home: Path, header: Header, config: Config) -> ConfigValue:
    """The value of `copies` for a game: from an option, else from the game, else from the settings."""
    given, own = config.values["copies"], copies_of_game(home, header)
    return ConfigValue(own, VerbatimText(header.title)) if own and given.source != OPTION else given


def set_copies_of_game(home: Path, header: Header, text: str) -> None:
    """Set the game's own value of `copies`; an empty text removes it. Raises UsageError on failure."""
    _store(home, header).change(lambda letter: letter._replace(others=text))


def _store(home: Path, header: Header) -> JsonStore[_StoredLetter]:
    path, lock = _path(home, id_key(header)), partial(game_lock, home, header)
    return JsonStore(path, FileCodec(_decode, _encode), _StoredLetter(), lock)


def _path(home: Path, game: str) -> Path:
    return home / "letters" / f"{game}.toml"


def _decode(data: bytes) -> _StoredLetter:
    """The letter in a TOML file, without invalid addresses. Raises as the codec of a store."""
    table = read_toml(read_text(data, _WHAT))
    found = {key: _parse(key, table[key]) for key in _StoredLetter._fields if key in table}
    return _StoredLetter(**found)


def _parse(key: str, value: Any) -> Any:
    if isinstance(_StoredLetter._field_defaults[key], tuple):
        return tuple(each for each in text_list(value) if is_address(each))
    if not isinstance(value, str) or not is_plain_line(value) or len(value) > _LONGEST:
        raise ValueError
    if key == "others" and value not in CHOICES["copies"]:
        return ""
    return value if key != "sender" or is_address(value) else ""


def _encode(letter: _StoredLetter) -> bytes:
    """The TOML file of a letter, without empty values."""
    table = {
        key: list(value) if isinstance(value, tuple) else value for key, value in letter._asdict().items()
    }
    return "\n".join([*table_lines({key: value for key, value in table.items() if value}), ""]).encode()
