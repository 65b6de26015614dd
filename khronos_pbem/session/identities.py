"""Which identity of the keyring acts or looks (FORMATS 1, `--as`)."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from khronos_pbem.errors import InvalidFile, KhronosError, UsageError
from khronos_pbem.home.keyring import BOTS, Identity, list_names, load_identity, own_keys_of, public_key_of
from khronos_pbem.home.sealed_orders import open_orders, parse_draft
from khronos_pbem.messages import listed, message, operand
from khronos_pbem.session.replay import draft_block as draft
from khronos_pbem.session.replay.table import Table, seat_of, waiting

if TYPE_CHECKING:
    from khronos_pbem.session.replay.draft_block import Author

Ask = Callable[[], str]
"""Asks for the passphrase of an identity; raises UsageError if nobody can be asked."""


def named(home: Path, name: str | None, ask: Ask) -> Identity:
    """The identity of this name, or the only one there is. Raises UsageError if there is none to take."""
    if name is None:
        names = list_names(home)
        if len(names) != 1:
            hint = (
                message("choose one with --as: {items}", items=listed(names))
                if names
                else message("create one: khronos keygen NAME")
            )
            what = (
                message("you have no identity yet") if not names else message("you have several identities")
            )
            raise UsageError(what, rule="FORMATS 1", hint=hint)
        name = names[0]
    return load_identity(home, name, ask)


def named_alone(home: Path, name: str | None, but: bytes | None) -> str:
    """The name that is given, or of the only identity of the keyring beside one with the key `but`.

    Raises UsageError if there is none to take.
    """
    if name is not None:
        return name
    names = [each for each in list_names(home) if but is None or not is_key_of(home, each, but)]
    if len(names) == 1:
        return names[0]
    hint = (
        message("choose one with --as: {items}", items=listed(names))
        if names
        else message("create one: khronos keygen NAME")
    )
    what = message("you have several identities here") if names else message("you have no identity for this")
    raise UsageError(what, rule="FORMATS 1", hint=hint)


def seated_name(home: Path, table: Table, name: str | None) -> tuple[str, int] | None:
    """The name and seat of an identity of this keyring that plays here; None if there is not just one.

    The seat of a bot is nobody's who does not name it.

    Raises UsageError if `name` is given and has never played here.
    """
    if name is not None:
        key = public_key_of(home, name)
        seat = seat_of(table, key)
        if seat is None and any(key == each.identity for each in table.former):
            return None
        if seat is None:
            raise UsageError(
                message("{name} has no seat in this game", name=name), rule="FORMATS 1", hint=_players(table)
            )
        return name, seat
    found = [(each, seat) for each in list_names(home) if (seat := _seat(home, table, each)) is not None]
    found = [(each, seat) for each, seat in found if not table.seats[seat].bot]
    return found[0] if len(found) == 1 else None


def _seat(home: Path, table: Table, name: str) -> int | None:
    try:
        return seat_of(table, public_key_of(home, name))
    except KhronosError:  # an unreadable key does not keep the others from playing
        return None


def is_key_of(home: Path, name: str, key: bytes) -> bool:
    """Whether an identity of the keyring has this public key; one that cannot be read has none."""
    try:
        return public_key_of(home, name) == key
    except KhronosError:
        return False


def name_of(home: Path, identity: bytes) -> str | None:
    """The name by which the keyring has an identity (32 bytes); None if it has not."""
    for name in (*list_names(home), *list_names(home, BOTS)):
        with contextlib.suppress(KhronosError):
            if public_key_of(home, name) == identity:
                return name
    return None


def opened_draft(home: Path, data: bytes, source: str, ask: Ask) -> str:
    """The orders of a file that holds them sealed, as `undo` writes it.

    Raises UsageError if they are for an identity that the keyring has not, or that cannot be unlocked,
    InvalidFile if the file is damaged.
    """
    try:
        public, sealed = parse_draft(data)
        name = name_of(home, public)
        if name is not None:
            return "\n".join(open_orders(load_identity(home, name, ask), sealed))
    except KhronosError:
        raise
    except ValueError:
        hint = message("type the orders again")
        raise InvalidFile(message("these sealed orders are damaged"), file=source, hint=hint) from None
    hint = message("type the orders again")
    raise UsageError(message("these orders are sealed for another player"), file=source, hint=hint)


def _players(table: Table) -> str:
    players = listed(
        [message("{who} ({colour})", who=seat.called, colour=seat.colour) for seat in table.seats]
    )
    return (
        message("its players are {players}", players=players) if players else message("nobody has joined yet")
    )


def _about_seat(table: Table, file: object) -> str:
    """Who plays, and what says how a seat is got whose key is lost."""
    if table.position is None or waiting(table) is None:
        return _players(table)
    return message(
        "{players}; if you have lost your secret key, see how to get your seat back: khronos status {path}",
        players=_players(table),
        path=operand(file),
    )


def _lost_seat(home: Path, table: Table, name: str | None) -> str:
    """The colour that an identity of the keyring, or this one, had in a game before another got it."""
    keys = own_keys_of(home, list_names(home) if name is None else [name])
    return next((each.colour for each in table.former if each.identity.hex() in keys), "")


def author(home: Path, table: Table, name: str | None, ask: Ask, file: object = "FILE") -> Author:
    """The identity that acts in this game, of this file. Raises UsageError if it is not clear which one."""
    return seated(home, table, name, ask, file)[0]


def seated(
    home: Path, table: Table, name: str | None, ask: Ask, file: object = "FILE"
) -> tuple[Author, Identity]:
    """The identity that acts in this game, as the author of its blocks and as itself. Raises UsageError."""
    found = seated_name(home, table, name)
    if found is None and (lost := _lost_seat(home, table, name)):
        raise UsageError(
            message("the seat of {colour} was given to another player", colour=lost),
            rule="DECK 9.4",
            hint=message("see when that happened: khronos status {path}", path=operand(file)),
        )
    if found is None:
        several = [each for each in list_names(home) if _seat(home, table, each) is not None]
        what = (
            message("several of your identities play in this game")
            if several
            else message("none of your identities plays in this game")
        )
        hint = (
            message("choose one with --as: {items}", items=listed(several))
            if several
            else _about_seat(table, file)
        )
        raise UsageError(what, rule="FORMATS 1", hint=hint)
    identity = load_identity(home, found[0], ask)
    return draft.Author(found[1], identity, draft.game_secret(identity.seed, table)), identity
