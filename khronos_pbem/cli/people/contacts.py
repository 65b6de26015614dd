"""`contacts`: the players you know, and their keys."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Annotated

import typer

from khronos_pbem.cli import completion
from khronos_pbem.cli import shared_options as opt
from khronos_pbem.cli.groups import InFull
from khronos_pbem.cli.terminal.printing import print_json, print_lines
from khronos_pbem.engine.digests import decode_bytes, encode_bytes
from khronos_pbem.engine.orders.forms import Unfit
from khronos_pbem.engine.orders.table_orders import usable_key
from khronos_pbem.errors import KhronosError, UsageError
from khronos_pbem.home.keyring import list_names, public_key_of
from khronos_pbem.library.contact_list import (
    Contact,
    key_words,
    read_contacts,
    warnings_for,
    with_contact,
    write_contacts,
)
from khronos_pbem.messages import message
from khronos_pbem.session.replay.open_save import open_for_reading
from khronos_pbem.storage.home_folder import home

contacts = typer.Typer(
    cls=InFull, help="Manage the players you know: their addresses and public keys.", no_args_is_help=True
)


@contacts.command("list")
def list_contacts(as_json: opt.Json = False) -> None:
    """List the players you know and your own identities, with their public keys in words."""
    found, own = read_contacts(home()), _own()
    if as_json:
        mine = [{"name": name, **_key_facts(key)} for name, key in own]
        print_json({"contacts": [_facts(contact) for contact in found], "mine": mine})
        return
    lines = [line for contact in found for line in (_line(contact), *_key_line(contact.key))]
    print_lines(
        [*(lines or [message("no contacts yet")]), *(line for name, key in own for line in _mine(name, key))]
    )


def _own() -> list[tuple[str, bytes]]:
    """The identities of the keyring that can be read, with their public keys."""
    found = list[tuple[str, bytes]]()
    for name in list_names(home()):
        with contextlib.suppress(KhronosError):
            found.append((name, public_key_of(home(), name)))
    return found


def _mine(name: str, key: bytes) -> tuple[str, ...]:
    """An own identity: its key in words, and the key to give to others."""
    words = key_words(key)
    return (message("your identity {name}  {words}", name=name, words=words), *_key_line(key))


def _key_line(key: bytes) -> tuple[str, ...]:
    """The key as handover and vote --for take it."""
    return (message("    public key {key}", key=encode_bytes(key)),) if key else ()


def _key_facts(key: bytes) -> dict[str, str | None]:
    return {"key": key_words(key) if key else None, "public": encode_bytes(key) if key else None}


def _facts(contact: Contact) -> dict[str, str | None]:
    return {
        "name": contact.name,
        "address": contact.address,
        **_key_facts(contact.key),
        "language": contact.language or None,
    }


def _line(contact: Contact) -> str:
    """A contact as people read it."""
    key = key_words(contact.key) if contact.key else message("public key unknown")
    line = message("{name} <{address}>  {key}", name=contact.name, address=contact.address, key=key)
    if not contact.language:
        return line
    return message("{line}  language: {words}", line=line, words=contact.language)


@contacts.command("add")
def add_contact(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME",
            autocompletion=completion.people,
            help="The player's name, spelled as in your games.",
        ),
    ],
    address: Annotated[str, typer.Argument(metavar="ADDRESS", help="The player's mail address.")],
    game: Annotated[
        Path | None,
        typer.Option("--from", metavar="GAME", help="Take the player's public key from this game."),
    ] = None,
    public: Annotated[
        str,
        typer.Option(
            "--key", metavar="KEY", help="The player's public key, as khronos keygen shows it to them."
        ),
    ] = "",
    language: Annotated[
        str,
        typer.Option(
            "--lang", metavar="LANGUAGE", help="The language of your letters to this player: en, fr or de."
        ),
    ] = "",
) -> None:
    """Add a player or change an address; --from or --key also saves the public key."""
    known = read_contacts(home())
    key = next((contact.key for contact in known if contact.name == name), b"")
    if game is not None:
        path = opt.save_or_game(game)
        table = open_for_reading(path, home(), rewind=True).table
        found = [seat.identity for seat in table.seats if seat.name == name]
        if not found:
            raise UsageError(
                message("{name} does not play in {path}", name=name, path=path), rule="FORMATS 1"
            )
        key = found[0]
    if public:
        key = _usable(public)
    changed = with_contact(known, Contact(name, address, key, language))
    write_contacts(home(), changed)
    print_lines([_line(changed[-1])])


def _usable(text: str) -> bytes:
    """The public key that a text is. Raises UsageError if it is none."""
    try:
        return decode_bytes(usable_key(text), 32)
    except Unfit as problem:
        raise UsageError(problem.args[0], rule="FORMATS 1") from None


@contacts.command("check")
def check_contacts(file: opt.SaveFile) -> None:
    """Compare the public keys of the players in a game with those in your contacts."""
    known = read_contacts(home())
    for seat in open_for_reading(file, home(), rewind=True).table.seats:
        lines = warnings_for(known, seat)
        print_lines(
            lines
            or [
                message(
                    "{seat} ({seat2}) has the key that you know: {key_words}",
                    seat=seat.name,
                    seat2=seat.colour,
                    key_words=key_words(seat.identity),
                )
            ]
        )
