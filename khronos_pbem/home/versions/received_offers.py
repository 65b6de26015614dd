"""Offers to take over a seat, received on this machine, until a vote names them (DECK 9.4).

Each game has a folder in the home. Offers are public; a lost one can be requested again.
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
from khronos_pbem.storage.files import SMALL_BYTES, read_file, write_state_file
from khronos_pbem.storage.home_folder import ensure_folder

_FOLDER = "offers"
MOST = 32
"""The maximum number of offers stored for one game; the oldest are deleted first."""


def check_offer_file(header: Header, file: OfferFile) -> None:
    """Raise InvalidFile unless an offer is for the game with this header and is correctly signed."""
    if file.header != game_hash(header):
        raise InvalidFile(message("this offer is for a different game"), rule="DECK 9.4")
    check_offer(file.offer, file.header, file.base)


def store_offer(home: Path, header: Header, file: OfferFile) -> None:
    """Store an offer; only the newest MOST of a game are kept.

    Raises InvalidFile as `check_offer_file` does, UsageError if the home cannot be written.
    """
    check_offer_file(header, file)
    data = write_offer(file, header.title).encode()
    ensure_folder(home, _FOLDER)
    there = ensure_folder(home / _FOLDER, game_key(header))
    write_state_file(there / f"{hashlib.sha256(data).hexdigest()[:32]}.offer", data)
    for path in _files(there)[:-MOST]:
        path.unlink(missing_ok=True)


def load_offers(home: Path, header: Header, base: bytes) -> list[OfferFile]:
    """Return the stored offers for a game that were made on one block, oldest first.

    `base` is the hash of that block (32 bytes). Unreadable and invalid offers are left out.
    """
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
