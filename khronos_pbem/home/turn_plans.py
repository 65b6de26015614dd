"""Plans of unsigned turns, stored in the home, encrypted because they show a hand.

There is one file for each game and identity. The key is derived from the identity's seed. A file that was
changed or cut off is not opened at all.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cryptography import exceptions

from khronos_pbem.errors import InvalidFile
from khronos_pbem.home.game_paths import game_key, game_lock
from khronos_pbem.home.keyring import Identity
from khronos_pbem.messages import message
from khronos_pbem.record.save import Header
from khronos_pbem.storage import ciphers
from khronos_pbem.storage.files import read_if_possible, write_state_file
from khronos_pbem.storage.home_folder import ensure_folder

FORMAT = "khronos-plans/1"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
PRESENT = "*"
"""The name of the turn that is being composed: it is kept like a plan, whatever ends the program."""
MOST_ORDERS = 512
MOST_BYTES = 1024 * 1024
_NONCE = 12


@dataclass(frozen=True, slots=True)
class Plan:
    """An unsigned turn: its letter, its orders in canonical text, and the last block it was made on.

    `head` is the hash of that block, base64url; empty if it is not known.
    """

    letter: str
    orders: tuple[str, ...]
    head: str = ""


def read_plans(home: Path, header: Header, identity: Identity) -> tuple[Plan, ...]:
    """The plans of an identity for a game, in the order in which they were saved.

    Raises InvalidFile if they cannot be decrypted; the file is then moved aside, so that it is not
    overwritten.
    """
    path = _path(home, header, identity)
    data = read_if_possible(path, MOST_BYTES)
    if data is None:
        return ()
    try:
        return _decrypt_plans(data, header, identity)
    except (ValueError, KeyError, TypeError, RecursionError, exceptions.InvalidTag):
        aside = path.with_suffix(".damaged")
        with contextlib.suppress(OSError):
            path.replace(aside)
        what = message("your plans for this game cannot be opened")
        hint = message("they were moved to {path}", path=aside)
        raise InvalidFile(what, file=str(path), rule="FORMATS 1", hint=hint) from None


def write_plans(home: Path, header: Header, identity: Identity, plans: Sequence[Plan]) -> None:
    """Replace all plans of the identity for the game by these. Raises UsageError, Conflict."""
    with game_lock(home, header):
        path = _path(home, header, identity)
        if not plans:
            path.unlink(missing_ok=True)
            return
        ensure_folder(home, "plans")
        data = {"format": FORMAT, "plans": [[p.letter, list(p.orders), p.head] for p in plans]}
        text = json.dumps(data, ensure_ascii=False).encode(errors="surrogatepass")
        nonce = secrets.token_bytes(_NONCE)
        sealed = ciphers.ChaCha20Poly1305(_key(header, identity)).encrypt(
            nonce, text, _associated_data(header)
        )
        write_state_file(path, nonce + sealed)


def next_letter(plans: Sequence[Plan]) -> str:
    """The first letter that no plan has; empty if all 26 are taken."""
    taken = {plan.letter for plan in plans}
    return next((letter for letter in LETTERS if letter not in taken), "")


def _decrypt_plans(data: bytes, header: Header, identity: Identity) -> tuple[Plan, ...]:
    """The plans in a file. Raises ValueError, KeyError, TypeError or InvalidTag if it is damaged."""
    cipher = ciphers.ChaCha20Poly1305(_key(header, identity))
    table: Any = json.loads(cipher.decrypt(data[:_NONCE], data[_NONCE:], _associated_data(header)))
    if table["format"] != FORMAT:
        raise ValueError
    return tuple(
        Plan(str(letter), tuple(str(text) for text in orders[:MOST_ORDERS]), str(head))
        for letter, orders, head in table["plans"][: len(LETTERS) + 1]
    )


def _associated_data(header: Header) -> bytes:
    return f"{FORMAT}/{game_key(header)}".encode()


def _key(header: Header, identity: Identity) -> bytes:
    return hmac.new(identity.seed, _associated_data(header), hashlib.sha256).digest()


def _path(home: Path, header: Header, identity: Identity) -> Path:
    return home / "plans" / f"{game_key(header)}-{identity.public.hex()[:16]}.sealed"
