"""How the last letter of each game was addressed: `resend` writes the very same, and who was written to once
is reached by the same address later. Whom the letter names that brought a game is only ever proposed: its
headers can be forged."""

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
from khronos_pbem.storage.home_folder import folder

_MOST = 200
_WHAT = message("the addresses of a letter are kept in a TOML file")


def keep(home: Path, opened: Opened, between: Addresses) -> None:
    """Remember how the letter of a game's newest block was addressed. Raises UsageError if it cannot."""
    table = {
        "head": opened.history.heads[-1].hex(),
        "sender": between.sender,
        "to": list(between.to),
        "copies": list(between.copies),
        "language": between.language,
        "inviter": between.inviter,
        "given": list(between.given[-_MOST:]),
        "named": list(_addresses_in(home, opened.save.header, "named")),
    }
    _write(home, opened.save.header, table)


def keep_named(home: Path, header: Header, named: Sequence[str]) -> None:
    """Remember whom the letter names that brought a game, as long as no letter of it was written here.

    Raises UsageError if it cannot.
    """
    if named and not is_addressed(home, header):
        _write(home, header, {"sender": _sender(home, header), "named": list(named[:_MOST])})


def is_addressed(home: Path, header: Header) -> bool:
    """Whether addresses were typed for letters of a game."""
    return bool(_addresses_in(home, header, "given"))


def proposed(home: Path, header: Header, own: str) -> tuple[str, ...]:
    """The addresses that a command may name where none was typed yet: of the letter that brought the game,
    without one's own."""
    if is_addressed(home, header):
        return ()
    named = _addresses_in(home, header, "named")
    return tuple(each for each in named if each.lower() != own.lower())


def _write(home: Path, header: Header, table: Mapping[str, object]) -> None:
    kept = {key: value for key, value in table.items() if value}
    folder(home, "letters")
    write_atomically(_path(home, header), "\n".join([*table_lines(kept), ""]).encode(), mode=0o600)


def kept(home: Path, opened: Opened) -> Addresses | None:
    """How the last letter of this very block was addressed; None if none was written, or nobody knows."""
    try:
        fields = _read(home, opened.save.header)
        if fields is None or fields.line("head", 64) != opened.history.heads[-1].hex():
            return None
        language, inviter = (
            fields.line(key, 254) if key in fields.table else "" for key in ("language", "inviter")
        )
        to, copies = (fields.lines(key, _MOST, 254) for key in ("to", "copies"))
        sender, given = fields.line("sender", 254), typed(home, opened).given
        return Addresses(sender, to, copies, language, inviter, given=given) if to else None
    except InvalidFile:
        return None


def typed(home: Path, opened: Opened) -> Addresses:
    """The own address in the last letter of a game, and all that its letters were told to go to; both may be
    empty. What is no address is left out."""
    header = opened.save.header
    return Addresses(_sender(home, header), (), given=_addresses_in(home, header, "given"))


def _sender(home: Path, header: Header) -> str:
    """The own address in the last letter of a game; empty if there is none, or no address."""
    try:
        fields = _read(home, header)
        sender = fields.line("sender", 254) if fields is not None and "sender" in fields.table else ""
    except InvalidFile:
        return ""
    return sender if is_address(sender) else ""


def _addresses_in(home: Path, header: Header, key: str) -> tuple[str, ...]:
    """The addresses that are remembered of a game under a key; what is none is left out."""
    try:
        fields = _read(home, header)
        found = fields.lines(key, _MOST, 254) if fields is not None and key in fields.table else ()
    except InvalidFile:
        return ()
    return tuple(each for each in found if is_address(each))


def has_letters(home: Path, key: str) -> bool:
    """Whether a letter of a game came or was written here; `key` is its `places.game_key`."""
    return (home / "letters" / f"{key.partition('-')[0]}.toml").exists()


def _read(home: Path, header: Header) -> Fields | None:
    """What is remembered of a game; None if nothing is. Raises InvalidFile."""
    path = _path(home, header)
    return (
        Fields(read_toml(read_text(read_file(path), _WHAT)), message("a letter")) if path.exists() else None
    )


def _path(home: Path, header: Header) -> Path:
    return home / "letters" / f"{decode_bytes(header.id, 16).hex()}.toml"
