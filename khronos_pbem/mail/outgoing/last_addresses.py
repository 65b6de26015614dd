"""Store how the last letter of each game was addressed, so that `resend` writes the same letter.

The addresses are used again in later letters of the game. The addresses in the letter that brought a game are
only proposed, because its headers can be forged.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from khronos_pbem.engine.digests import decode_bytes
from khronos_pbem.engine.fields import Fields
from khronos_pbem.errors import InvalidFile
from khronos_pbem.home.config import is_address
from khronos_pbem.mail.outgoing.recipients import Addresses
from khronos_pbem.messages import message
from khronos_pbem.record.save import Header
from khronos_pbem.record.toml import read_text, read_toml, table_lines
from khronos_pbem.session.replay.open_save import Opened
from khronos_pbem.storage.files import read_file, write_atomically
from khronos_pbem.storage.home_folder import ensure_folder

_MOST = 200
_WHAT = message("the addresses of a letter are kept in a TOML file")


def store_addresses(home: Path, opened: Opened, between: Addresses) -> None:
    """Store the addresses of the letter of a game's newest block. Raises UsageError on failure."""
    table = {
        "head": opened.history.heads[-1].hex(),
        "sender": between.sender,
        "to": list(between.to),
        "copies": list(between.copies),
        "language": between.language,
        "inviter": between.inviter,
        "given": list(between.given[-_MOST:]),
        "named": list(_stored_addresses(home, opened.save.header, "named")),
    }
    _write(home, opened.save.header, table)


def store_proposed_addresses(home: Path, header: Header, named: Sequence[str]) -> None:
    """Store the addresses in the letter that brought a game, until a letter of it is written here.

    Raises UsageError on failure.
    """
    if named and not has_typed_addresses(home, header):
        _write(home, header, {"sender": _own_address(home, header), "named": list(named[:_MOST])})


def has_typed_addresses(home: Path, header: Header) -> bool:
    """Whether addresses were typed for letters of a game."""
    return bool(_stored_addresses(home, header, "given"))


def proposed_addresses(home: Path, header: Header, own: str) -> tuple[str, ...]:
    """The addresses in the letter that brought a game, without your own (`own`).

    Empty once addresses were typed for the game.
    """
    if has_typed_addresses(home, header):
        return ()
    named = _stored_addresses(home, header, "named")
    return tuple(each for each in named if each.lower() != own.lower())


def _write(home: Path, header: Header, table: Mapping[str, object]) -> None:
    kept = {key: value for key, value in table.items() if value}
    ensure_folder(home, "letters")
    write_atomically(_path(home, header), "\n".join([*table_lines(kept), ""]).encode(), mode=0o600)


def load_last_addresses(home: Path, opened: Opened) -> Addresses | None:
    """The addresses of the last letter, if it was for this newest block; else None."""
    try:
        fields = _read(home, opened.save.header)
        if fields is None or fields.line("head", 64) != opened.history.heads[-1].hex():
            return None
        language, inviter = (
            fields.line(key, 254) if key in fields.table else "" for key in ("language", "inviter")
        )
        to, copies = (fields.lines(key, _MOST, 254) for key in ("to", "copies"))
        sender, given = fields.line("sender", 254), load_typed_addresses(home, opened).given
        return Addresses(sender, to, copies, language, inviter, given=given) if to else None
    except InvalidFile:
        return None


def load_typed_addresses(home: Path, opened: Opened) -> Addresses:
    """Your address in the last letter of a game, and all addresses typed for its letters (`given`).

    Both may be empty. Invalid addresses are left out.
    """
    header = opened.save.header
    return Addresses(_own_address(home, header), (), given=_stored_addresses(home, header, "given"))


def _own_address(home: Path, header: Header) -> str:
    """Your address in the last letter of a game; empty if there is none, or it is invalid."""
    try:
        fields = _read(home, header)
        sender = fields.line("sender", 254) if fields is not None and "sender" in fields.table else ""
    except InvalidFile:
        return ""
    return sender if is_address(sender) else ""


def _stored_addresses(home: Path, header: Header, key: str) -> tuple[str, ...]:
    """The addresses stored for a game under a key; invalid ones are left out."""
    try:
        fields = _read(home, header)
        found = fields.lines(key, _MOST, 254) if fields is not None and key in fields.table else ()
    except InvalidFile:
        return ()
    return tuple(each for each in found if is_address(each))


def has_letters(home: Path, key: str) -> bool:
    """Whether a letter of a game was received or written here; `key` is its `game_key`."""
    return (home / "letters" / f"{key.partition('-')[0]}.toml").exists()


def _read(home: Path, header: Header) -> Fields | None:
    """The stored fields of a game; None if there are none. Raises InvalidFile."""
    path = _path(home, header)
    return (
        Fields(read_toml(read_text(read_file(path), _WHAT)), message("a letter")) if path.exists() else None
    )


def _path(home: Path, header: Header) -> Path:
    return home / "letters" / f"{decode_bytes(header.id, 16).hex()}.toml"
