"""Plans of unsigned turns, which are stored in the home encrypted because they reveal a hand.

There is one file for each game and identity. The key is derived from the identity's seed. A file that was
changed or truncated is rejected as a whole.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from cryptography import exceptions

from khronos_pbem.home.game_paths import game_key, game_lock
from khronos_pbem.home.keyring import Identity
from khronos_pbem.record.save import Header
from khronos_pbem.storage import ciphers
from khronos_pbem.storage.json_store import FileCodec, JsonStore

FORMAT = "khronos-plans/1"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
PRESENT = "*"
"""The name of the turn being composed, which is saved like a plan in case the program ends."""
MOST_ORDERS = 512
MOST_BYTES = 1024 * 1024
_NONCE = 12


@dataclass(frozen=True, slots=True)
class Plan:
    """An unsigned turn: its label (a letter), its orders in canonical text, and the last block.

    `head` is the hash of the block that was last when the plan was made, base64url; empty if unknown.
    """

    letter: str
    orders: tuple[str, ...]
    head: str = ""


def read_plans(home: Path, header: Header, identity: Identity) -> tuple[Plan, ...]:
    """The plans of an identity for a game, in the order in which they were saved."""
    return _store(home, header, identity).read()


def write_plans(home: Path, header: Header, identity: Identity, plans: Sequence[Plan]) -> None:
    """Replace all plans of the identity for the game with these.

    Raises the errors of `JsonStore.change`, such as UsageError and Conflict.
    """
    _store(home, header, identity).change(lambda _: tuple(plans))


def next_letter(plans: Sequence[Plan]) -> str:
    """Return the first letter that is not the label of a plan; empty if all 26 are used."""
    taken = {plan.letter for plan in plans}
    return next((letter for letter in LETTERS if letter not in taken), "")


def _store(home: Path, header: Header, identity: Identity) -> JsonStore[tuple[Plan, ...]]:
    path = home / "plans" / f"{game_key(header)}-{identity.public.hex()[:16]}.sealed"
    codec = FileCodec(partial(_decrypt_plans, header, identity), partial(_encrypt_plans, header, identity))
    return JsonStore(path, codec, (), partial(game_lock, home, header), MOST_BYTES)


def _decrypt_plans(header: Header, identity: Identity, data: bytes) -> tuple[Plan, ...]:
    """Return the plans in a file. Raises the same errors as the codec of a store."""
    cipher = ciphers.ChaCha20Poly1305(_key(header, identity))
    try:
        table: Any = json.loads(cipher.decrypt(data[:_NONCE], data[_NONCE:], _associated_data(header)))
    except exceptions.InvalidTag:
        raise ValueError from None
    if table["format"] != FORMAT:
        raise ValueError
    return tuple(
        Plan(str(letter), tuple(str(text) for text in orders[:MOST_ORDERS]), str(head))
        for letter, orders, head in table["plans"][: len(LETTERS) + 1]
    )


def _encrypt_plans(header: Header, identity: Identity, plans: Sequence[Plan]) -> bytes | None:
    """Return the content of a file with these plans; None if there are no plans."""
    if not plans:
        return None
    data = {"format": FORMAT, "plans": [[p.letter, list(p.orders), p.head] for p in plans]}
    text = json.dumps(data, ensure_ascii=False).encode(errors="surrogatepass")
    nonce = secrets.token_bytes(_NONCE)
    cipher = ciphers.ChaCha20Poly1305(_key(header, identity))
    return nonce + cipher.encrypt(nonce, text, _associated_data(header))


def _associated_data(header: Header) -> bytes:
    return f"{FORMAT}/{game_key(header)}".encode()


def _key(header: Header, identity: Identity) -> bytes:
    return hmac.new(identity.seed, _associated_data(header), hashlib.sha256).digest()
