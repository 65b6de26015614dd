"""The keyring: identities (Ed25519 key pairs), one file each, optionally encrypted (FORMATS 1, DECK 2)."""

from __future__ import annotations

import contextlib
import re
import secrets
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from cryptography import exceptions
from nacl import bindings

from khronos_pbem.engine.digests import decode_bytes, encode_bytes
from khronos_pbem.errors import InvalidFile, KhronosError, UsageError
from khronos_pbem.messages import VerbatimText, listed, message
from khronos_pbem.record.toml import read_text, read_toml, table_lines
from khronos_pbem.storage import ciphers
from khronos_pbem.storage.files import SMALL_BYTES, read_file, write_atomically
from khronos_pbem.storage.home_folder import ensure_folder

FORMAT = "khronos-identity/1"
PEOPLE, BOTS = "keys", "bots"
"""The folders of the keyring, for the identities of people (the default) and of bots."""
SCRYPT_COST = 2**15
_RESTORE = message("restore it from your backup")
MAX_SCRYPT_COST = 2**20
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,39}", re.ASCII)


class Identity:
    """A name with its Ed25519 key pair. The secret seed (32 bytes) is never in the `repr`."""

    __slots__ = ("_key", "name", "public", "seed")

    def __init__(self, name: str, seed: bytes) -> None:
        self.name = VerbatimText(name)
        self.seed = seed
        self.public, self._key = bindings.crypto_sign_seed_keypair(seed)

    def __repr__(self) -> str:
        return f"Identity({self.name!r})"

    def sign(self, data: bytes, /) -> bytes:
        """Return the Ed25519 signature (64 bytes) of data."""
        return bindings.crypto_sign(data, self._key)[: bindings.crypto_sign_BYTES]


def make_identity(
    home: Path, name: str, passphrase: str | None, cost: int = SCRYPT_COST, *, among: str = PEOPLE
) -> Identity:
    """Create an identity and store it in the keyring, among people (PEOPLE) or bots (BOTS).

    With a passphrase it is encrypted; `cost` is scrypt's work factor, a power of two. Raises UsageError for
    an invalid or taken name, or an empty passphrase.
    """
    path = _path(home, name, among)
    if _path(home, name).exists():
        raise UsageError(
            message("you already have an identity called {name}", name=name),
            hint=message("choose another name"),
        )
    if passphrase == "":
        raise UsageError(
            message("the passphrase is empty"), hint=message("leave out --passphrase if you do not want one")
        )
    identity = Identity(name, secrets.token_bytes(32))
    table: dict[str, Any] = {"format": FORMAT, "name": name, "public": encode_bytes(identity.public)}
    if passphrase is None:
        table["seed"] = encode_bytes(identity.seed)
    else:
        table.update(_encrypt_seed(identity, passphrase, cost))
    lines = ["# An identity of Khronos by mail. Keep it secret, and keep a copy of it.", *table_lines(table)]
    ensure_folder(home, among)
    write_atomically(path, ("\n".join(lines) + "\n").encode(), mode=0o600)
    return identity


def _path(home: Path, name: str, among: str = "") -> Path:
    """Return the file of an identity in the folder `among`, or its existing file in either folder.

    Raises UsageError for an impossible name.
    """
    if not _NAME.fullmatch(name):
        hint = message(
            "use at most 40 characters (unaccented letters, digits, dots and hyphens), and begin with "
            "a letter or a digit"
        )
        raise UsageError(message("{part} cannot be used as a name", part=ascii(name)[:60]), hint=hint)
    found = [home / each / f"{name}.toml" for each in ([among] if among else (PEOPLE, BOTS))]
    return next((path for path in found if path.exists()), found[0])


def list_names(home: Path, among: str = PEOPLE) -> list[VerbatimText]:
    """The sorted names of people, or of bots, in the keyring. Raises UsageError if it cannot be read."""
    try:
        names = (path.stem for path in (home / among).glob("*.toml") if _NAME.fullmatch(path.stem))
        return sorted(map(VerbatimText, names))
    except OSError as problem:
        what = message("the keyring {home} cannot be read: {strerror}", home=home, strerror=problem.strerror)
        raise UsageError(what) from None


def _read(home: Path, name: str) -> dict[str, Any]:
    """The TOML table of an identity. Raises UsageError if there is none, InvalidFile if it is broken."""
    path = _path(home, name)
    if not path.exists():
        names = list_names(home)
        create = message("create the identity: khronos keygen {name}", name=name)
        hint = message("you have these identities: {items}", items=listed(names)) if names else create
        raise UsageError(message("you have no identity called {name}", name=name), hint=hint)
    try:
        table = read_toml(read_text(read_file(path, SMALL_BYTES), _RESTORE))
    except InvalidFile:
        raise _broken(path) from None
    if table.get("format") != FORMAT or not isinstance(table.get("public"), str):
        raise _broken(path)
    return table


def _broken(path: Path) -> InvalidFile:
    return InvalidFile(
        message("this file contains no usable identity"), file=str(path), rule="FORMATS 1", hint=_RESTORE
    )


def public_key_of(home: Path, name: str) -> bytes:
    """The public key (32 bytes) of an identity, locked or not.

    Raises UsageError if there is no such identity, InvalidFile if its file is broken.
    """
    try:
        return decode_bytes(_read(home, name)["public"], 32)
    except KhronosError:
        raise
    except ValueError:
        raise _broken(_path(home, name)) from None


def own_keys(home: Path) -> set[str]:
    """The public keys of the people in the keyring, in hex; bots are left out."""
    return own_keys_of(home, list_names(home))


def all_own_keys(home: Path) -> set[str]:
    """The public keys of all identities in the keyring, people and bots, in hex."""
    return own_keys(home) | own_keys_of(home, list_names(home, BOTS))


def own_keys_of(home: Path, names: Iterable[str]) -> set[str]:
    """Return the public keys of these names in the keyring, in hex; unreadable identities are left out."""
    keys = set()
    for name in names:
        with contextlib.suppress(KhronosError):
            keys.add(public_key_of(home, name).hex())
    return keys


def is_locked(home: Path, name: str) -> bool:
    """Return whether an identity is encrypted with a passphrase.

    Raises UsageError if there is no such identity, InvalidFile if its file is broken.
    """
    return "seed" not in _read(home, name)


def load_identity(home: Path, name: str, ask: Callable[[], str]) -> Identity:
    """Load an identity with its secret key; if it is encrypted, `ask` supplies the passphrase.

    Raises UsageError if there is no such identity or the passphrase is wrong, InvalidFile if its file is
    broken.
    """
    table = _read(home, name)
    try:
        seed = decode_bytes(table["seed"], 32) if "seed" in table else _decrypt_seed(table, name, ask)
    except KhronosError:
        raise
    except (ValueError, KeyError, TypeError):
        raise _broken(_path(home, name)) from None
    identity = Identity(name, seed)
    if encode_bytes(identity.public) != table["public"]:
        raise _broken(_path(home, name))
    return identity


def _associated_data(name: str, public: str) -> bytes:
    """Return the associated data for the encryption: format, name and public key."""
    return f"{FORMAT}/{name}/{public}".encode()


def _key(passphrase: str, salt: bytes, cost: int) -> bytes:
    return ciphers.Scrypt(salt=salt, length=32, n=cost, r=8, p=1).derive(passphrase.encode())


def _encrypt_seed(identity: Identity, passphrase: str, cost: int) -> dict[str, Any]:
    """Return the fields of the file for the seed, encrypted with the passphrase."""
    salt, nonce = secrets.token_bytes(16), secrets.token_bytes(12)
    bound = _associated_data(identity.name, encode_bytes(identity.public))
    sealed = ciphers.ChaCha20Poly1305(_key(passphrase, salt, cost)).encrypt(nonce, identity.seed, bound)
    return {"cost": cost, "salt": encode_bytes(salt), "sealed": encode_bytes(nonce + sealed)}


def _decrypt_seed(table: dict[str, Any], name: str, ask: Callable[[], str]) -> bytes:
    """Return the seed, decrypted with the passphrase from `ask`. Raises UsageError if it is wrong."""
    cost, salt, sealed = table["cost"], decode_bytes(table["salt"], 16), decode_bytes(table["sealed"], 60)
    if type(cost) is not int or not 2 <= cost <= MAX_SCRYPT_COST or cost & (cost - 1):
        raise _broken(Path(f"{name}.toml"))
    key = _key(ask(), salt, cost)
    try:
        bound = _associated_data(name, table["public"])
        return ciphers.ChaCha20Poly1305(key).decrypt(sealed[:12], sealed[12:], bound)
    except exceptions.InvalidTag:
        what = message("wrong passphrase for {name}", name=name)
        raise UsageError(what, hint=message("nothing was changed")) from None
