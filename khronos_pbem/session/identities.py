"""Choosing which identity in the keyring acts in a game or views it (FORMATS 1, `--as`)."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from khronos_pbem.errors import InvalidFile, KhronosError, UsageError
from khronos_pbem.home.keyring import BOTS, Identity, list_names, load_identity, own_keys_of, public_key_of
from khronos_pbem.home.sealed_orders import parse_sealed_orders, unseal_orders
from khronos_pbem.messages import listed, message, shell_operand
from khronos_pbem.session.replay import draft_block as draft
from khronos_pbem.session.replay.table import Table, seat_of, waiting

if TYPE_CHECKING:
    from khronos_pbem.session.replay.draft_block import Author

PassphrasePrompt = Callable[[], str]
"""A function that asks for the passphrase of an identity; raises UsageError if nobody can be asked."""


def load_named_identity(home: Path, name: str | None, ask: PassphrasePrompt) -> Identity:
    """Load the identity of this name, or the only one in the keyring if no name is given.

    Raises UsageError if it does not exist, or if no name is given and there are several.
    """
    if name is None:
        names = list_names(home)
        if len(names) != 1:
            what = message("you have several identities") if names else message("you have no identity yet")
            raise UsageError(what, hint=_identity_hint(names))
        name = names[0]
    return load_identity(home, name, ask)


def name_or_only_one(home: Path, name: str | None, but: bytes | None) -> str:
    """Return `name` or, if it is None, the name of the only person in the keyring except `but`.

    `but` is the public key of an identity to leave out. Raises UsageError if no identity remains, or several.
    """
    if name is not None:
        return name
    names = [each for each in list_names(home) if but is None or not has_public_key(home, each, but)]
    if len(names) == 1:
        return names[0]
    what = (
        message("you have several identities to choose from")
        if names
        else message("you have no suitable identity")
    )
    raise UsageError(what, hint=_identity_hint(names))


def _identity_hint(names: Sequence[str]) -> str:
    """Return a hint to choose one of these identities; without any, a hint to create one."""
    if names:
        return message("choose one with --as: {items}", items=listed(names))
    return message("create one: khronos keygen NAME")


def find_own_seat(home: Path, table: Table, name: str | None) -> tuple[str, int] | None:
    """Return the name and seat of the own identity that plays here; None unless exactly one does.

    Bots count only if they are named. Raises UsageError if `name` is given and has never played here.
    """
    if name is not None:
        key = public_key_of(home, name)
        seat = seat_of(table, key)
        if seat is None and any(key == each.identity for each in table.former):
            return None
        if seat is None:
            raise UsageError(message("{name} has no seat in this game", name=name), hint=_players(table))
        return name, seat
    found = [(each, seat) for each in list_names(home) if (seat := _seat(home, table, each)) is not None]
    found = [(each, seat) for each, seat in found if not table.seats[seat].bot]
    return found[0] if len(found) == 1 else None


def _seat(home: Path, table: Table, name: str) -> int | None:
    try:
        return seat_of(table, public_key_of(home, name))
    except KhronosError:  # an unreadable key does not keep the others from playing
        return None


def has_public_key(home: Path, name: str, key: bytes) -> bool:
    """Return whether an identity of the keyring has this public key; False if it cannot be read."""
    try:
        return public_key_of(home, name) == key
    except KhronosError:
        return False


def name_of_key(home: Path, identity: bytes) -> str | None:
    """The name of a public key (32 bytes) in the keyring; None if it is not there."""
    for name in (*list_names(home), *list_names(home, BOTS)):
        with contextlib.suppress(KhronosError):
            if public_key_of(home, name) == identity:
                return name
    return None


def unseal_orders_file(home: Path, data: bytes, source: str, ask: PassphrasePrompt) -> str:
    """Return the orders in a file with encrypted orders, as written by `undo`.

    Raises UsageError if they are for an identity that is not in the keyring or cannot be unlocked,
    InvalidFile if the file is damaged.
    """
    hint = message("type the orders again")
    try:
        public, sealed = parse_sealed_orders(data)
        name = name_of_key(home, public)
        if name is not None:
            return "\n".join(unseal_orders(load_identity(home, name, ask), sealed))
    except KhronosError:
        raise
    except ValueError:
        raise InvalidFile(message("these sealed orders are damaged"), file=source, hint=hint) from None
    raise UsageError(message("these orders are sealed for another player"), file=source, hint=hint)


def _players(table: Table) -> str:
    players = [message("{who} ({colour})", who=seat.called, colour=seat.colour) for seat in table.seats]
    if not players:
        return message("nobody has joined yet")
    return message("the players of this game are {players}", players=listed(players))


def _lost_key_hint(table: Table, file: object) -> str:
    """Return the hint for a reader without a seat: the players, and how to get a seat back."""
    if table.position is None or waiting(table) is None:
        return _players(table)
    return message(
        "{players}; if you have lost your secret key, see how to get your seat back: khronos status {path}",
        players=_players(table),
        path=shell_operand(file),
    )


def _lost_colour(home: Path, table: Table, name: str | None) -> str:
    """The colour that an identity (None: any own one) had before its seat was given away; else empty."""
    keys = own_keys_of(home, list_names(home) if name is None else [name])
    return next((each.colour for each in table.former if each.identity.hex() in keys), "")


def load_author(
    home: Path, table: Table, name: str | None, ask: PassphrasePrompt, file: object = "FILE"
) -> Author:
    """Return the identity in this keyring that plays here, as an author of blocks.

    Raises UsageError unless exactly one fits, and the errors of `load_identity`.
    """
    return load_author_and_identity(home, table, name, ask, file)[0]


def load_author_and_identity(
    home: Path, table: Table, name: str | None, ask: PassphrasePrompt, file: object = "FILE"
) -> tuple[Author, Identity]:
    """Return the identity that plays here, both as an author of blocks and as an identity.

    Raises UsageError unless exactly one fits, and the errors of `load_identity`.
    """
    found = find_own_seat(home, table, name)
    if found is None and (lost := _lost_colour(home, table, name)):
        what = message("{colour}'s seat has been given to another player", colour=lost)
        hint = message("to see when that happened: khronos status {path}", path=shell_operand(file))
        raise UsageError(what, rule="DECK 9.4", hint=hint)
    if found is None:
        several = [each for each in list_names(home) if _seat(home, table, each) is not None]
        if several:
            what = message("several of your identities play in this game")
            raise UsageError(what, hint=_identity_hint(several))
        what = message("none of your identities has a seat in this game")
        raise UsageError(what, hint=_lost_key_hint(table, file))
    identity = load_identity(home, found[0], ask)
    return draft.Author(found[1], identity, draft.game_secret(identity.seed, table)), identity
