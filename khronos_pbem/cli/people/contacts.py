"""The command `contacts`: the players you know, their addresses and their public keys."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Annotated

import typer

from khronos_pbem.cli import completion
from khronos_pbem.cli import shared_options as opt
from khronos_pbem.cli.command_classes import Command, Group
from khronos_pbem.cli.option_types import argument, option
from khronos_pbem.cli.terminal.printing import print_json, print_lines
from khronos_pbem.engine.digests import decode_bytes, encode_bytes
from khronos_pbem.engine.orders.forms import InvalidValue
from khronos_pbem.engine.orders.table_orders import parse_identity
from khronos_pbem.errors import KhronosError, UsageError
from khronos_pbem.home.keyring import list_names, public_key_of
from khronos_pbem.library.contact_list import (
    Contact,
    change_contacts,
    key_warnings,
    key_words,
    read_contacts,
    with_contact,
)
from khronos_pbem.messages import message
from khronos_pbem.session.replay.open_save import open_for_reading
from khronos_pbem.storage.home_folder import home

contacts = typer.Typer(cls=Group, no_args_is_help=True)


@contacts.command("list", cls=Command)
def list_contacts(as_json: opt.Json = False) -> None:
    """List the players you know and your own identities, with their public keys in words."""
    found, own = read_contacts(home()), _own_identities()
    if as_json:
        mine = [{"name": name, **_key_document(key)} for name, key in own]
        print_json({"contacts": [_contact_document(contact) for contact in found], "mine": mine})
        return
    lines = [line for contact in found for line in (_contact_line(contact), *_key_lines(contact.key))]
    mine_lines = [line for name, key in own for line in _own_identity_lines(name, key)]
    print_lines([*(lines or [message("no contacts yet")]), *mine_lines])


def _own_identities() -> list[tuple[str, bytes]]:
    """The readable identities of the keyring as pairs of name and public key."""
    found = list[tuple[str, bytes]]()
    for name in list_names(home()):
        with contextlib.suppress(KhronosError):
            found.append((name, public_key_of(home(), name)))
    return found


def _own_identity_lines(name: str, key: bytes) -> tuple[str, ...]:
    """Return lines about one of your own identities.

    They contain its key in words, and the key to give to other players.
    """
    return (message("your identity {name}  {words}", name=name, words=key_words(key)), *_key_lines(key))


def _key_lines(key: bytes) -> tuple[str, ...]:
    """Return the line with a public key in the form that `handover` and `vote --for` accept.

    The result is empty if there is no key.
    """
    return (message("    public key {key}", key=encode_bytes(key)),) if key else ()


def _key_document(key: bytes) -> dict[str, str | None]:
    return {"key": key_words(key) if key else None, "public": encode_bytes(key) if key else None}


def _contact_document(contact: Contact) -> dict[str, str | None]:
    return {
        "name": contact.name,
        "address": contact.address,
        **_key_document(contact.key),
        "language": contact.language or None,
    }


def _contact_line(contact: Contact) -> str:
    """A contact as one line of text."""
    key = key_words(contact.key) if contact.key else message("public key unknown")
    line = message("{name} <{address}>  {key}", name=contact.name, address=contact.address, key=key)
    if not contact.language:
        return line
    return message("{line}  language: {words}", line=line, words=contact.language)


@contacts.command("add", cls=Command)
def add_contact(
    name: Annotated[
        str, argument("NAME", "The player's name, spelled as in your games.", completion.contact_names)
    ],
    address: Annotated[str, argument("ADDRESS", "The player's e-mail address.")],
    game: Annotated[
        Path | None, option("--from", "GAME", "Take the player's public key from this game.")
    ] = None,
    public: Annotated[
        str, option("--key", "KEY", "The player's public key, as printed by khronos keygen.")
    ] = "",
    language: Annotated[
        str, option("--lang", "LANGUAGE", "The language of your e-mails to this player: en, fr or de.")
    ] = "",
) -> None:
    """Add a player or change an address; --from or --key also saves the public key."""
    known = read_contacts(home())
    key = next((contact.key for contact in known if contact.name == name), b"")
    if game is not None:
        path = opt.file_to_read(game)
        table = open_for_reading(path, home(), rewind=True).table
        found = [seat.identity for seat in table.seats if seat.name == name]
        if not found:
            raise UsageError(message("{name} is not a player in {path}", name=name, path=path))
        key = found[0]
    if public:
        key = _parse_public_key(public)
    changed = change_contacts(
        home(), lambda known: with_contact(known, Contact(name, address, key, language))
    )
    print_lines([_contact_line(changed[-1])])


def _parse_public_key(text: str) -> bytes:
    """Return the 32 bytes of the public key in a text.

    Raises UsageError if the text is not a public key.
    """
    try:
        return decode_bytes(parse_identity(text), 32)
    except InvalidValue as problem:
        raise UsageError(problem.args[0]) from None


@contacts.command("check", cls=Command)
def check_contacts(file: opt.SaveFile) -> None:
    """Compare the public keys of the players in a game with those in your contacts."""
    known = read_contacts(home())
    for seat in open_for_reading(file, home(), rewind=True).table.seats:
        same = message(
            "{seat} ({seat2}) has the same public key as in your contacts: {key_words}",
            seat=seat.name,
            seat2=seat.colour,
            key_words=key_words(seat.identity),
        )
        print_lines(key_warnings(known, seat) or [same])
