"""How the last letter of each game was addressed: `resend` writes the very same, and who was written to once
is reached by the same address later."""

from __future__ import annotations

from pathlib import Path

from khronos_pbem.engine.digests import decode_bytes
from khronos_pbem.engine.fields import Fields
from khronos_pbem.errors import InvalidFile
from khronos_pbem.mail.addressing import Addresses
from khronos_pbem.mail.config import is_address
from khronos_pbem.record.files import read_file, write_atomically
from khronos_pbem.record.home import folder
from khronos_pbem.record.toml import read_text, read_toml, table_lines
from khronos_pbem.saying import say
from khronos_pbem.session.opening import Opened

_MOST = 200
_WHAT = say("how a letter was addressed is a TOML file")


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
    }
    kept = {key: value for key, value in table.items() if value}
    folder(home, "letters")
    write_atomically(_path(home, opened), "\n".join([*table_lines(kept), ""]).encode(), mode=0o600)


def kept(home: Path, opened: Opened) -> Addresses | None:
    """How the last letter of this very block was addressed; None if none was written, or nobody knows."""
    try:
        fields = _read(home, opened)
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
    try:
        fields = _read(home, opened)
        if fields is None:
            return Addresses("", ())
        sender, given = fields.line("sender", 254), fields.lines("given", _MOST, 254)
    except InvalidFile:
        return Addresses("", ())
    return Addresses(
        sender if is_address(sender) else "", (), given=tuple(each for each in given if is_address(each))
    )


def has_letters(home: Path, key: str) -> bool:
    """Whether a letter of a game was written here; `key` is its `places.game_key`."""
    return (home / "letters" / f"{key.partition('-')[0]}.toml").exists()


def _read(home: Path, opened: Opened) -> Fields | None:
    """What is remembered of a game; None if nothing is. Raises InvalidFile."""
    path = _path(home, opened)
    return Fields(read_toml(read_text(read_file(path), _WHAT)), say("a letter")) if path.exists() else None


def _path(home: Path, opened: Opened) -> Path:
    return home / "letters" / f"{decode_bytes(opened.save.header.id, 16).hex()}.toml"
