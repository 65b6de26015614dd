"""Offers of successors that have come to this machine, until a vote names them (DECK 9.4).

They lie in the home, one folder a game. An offer is public and worth nothing elsewhere: losing one loses
nothing that cannot be asked for again.
"""

from __future__ import annotations

import contextlib
import hashlib
from pathlib import Path

from khronos_pbem.errors import InvalidFile, KhronosError
from khronos_pbem.home.game_paths import game_key
from khronos_pbem.messages import message
from khronos_pbem.record.chain import check_offer, game_hash
from khronos_pbem.record.offers import OfferFile, parse_offer_file, write_offer
from khronos_pbem.record.save import Header
from khronos_pbem.storage.files import SMALL_BYTES, read_file, write_aside
from khronos_pbem.storage.home_folder import folder

_FOLDER = "offers"
MOST = 32
"""Offers that are kept for one game; those that came first are forgotten first."""


def check_offer_file(header: Header, file: OfferFile) -> None:
    """Raise InvalidFile unless an offer is for the game of this header, and signed for it."""
    if file.header != game_hash(header):
        raise InvalidFile(message("this offer is for another game"), rule="DECK 9.4")
    check_offer(file.offer, file.header, file.base)


def keep_offer(home: Path, header: Header, file: OfferFile) -> None:
    """Keep an offer that has come in. Raises InvalidFile as `check_offer_file`, UsageError if the home cannot
    be written."""
    check_offer_file(header, file)
    data = write_offer(file, header.title).encode()
    folder(home, _FOLDER)
    there = folder(home / _FOLDER, game_key(header))
    write_aside(there / f"{hashlib.sha256(data).hexdigest()[:32]}.offer", data)
    for path in _files(there)[:-MOST]:
        path.unlink(missing_ok=True)


def offers_here(home: Path, header: Header, base: bytes) -> list[OfferFile]:
    """The offers that have come here for a game from the block with this hash (32 bytes) on, oldest first."""
    found = list[OfferFile]()
    for path in _files(home / _FOLDER / game_key(header)):
        with contextlib.suppress(KhronosError):
            file = parse_offer_file(read_file(path, SMALL_BYTES))
            check_offer_file(header, file)
            found += [file] if file.base == base else []
    return found


def _files(there: Path) -> list[Path]:
    try:
        return sorted(there.glob("*.offer"), key=lambda path: (path.stat().st_mtime_ns, path.name))
    except OSError:
        return []
