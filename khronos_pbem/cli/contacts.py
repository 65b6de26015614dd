"""`contacts`: the players you know, and their keys."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from khronos_pbem.cli import completing
from khronos_pbem.cli import options as opt
from khronos_pbem.cli.printing import print_json, print_lines
from khronos_pbem.errors import UsageError
from khronos_pbem.mail.contacts import (
    Contact,
    key_words,
    read_contacts,
    warnings_for,
    with_contact,
    write_contacts,
)
from khronos_pbem.record.home import home
from khronos_pbem.saying import say
from khronos_pbem.session.opening import open_for_reading

contacts = typer.Typer(help="Players you know: addresses, and keys in words.", no_args_is_help=True)


@contacts.command("list")
def list_contacts(as_json: opt.Json = False) -> None:
    """List the players you know, with their keys in words."""
    found = read_contacts(home())
    rows = [{"name": c.name, "address": c.address, "key": key_words(c.key) if c.key else None} for c in found]
    if as_json:
        print_json({"contacts": rows})
    else:
        print_lines(
            [
                say(
                    "{name} <{address}>  {key}",
                    name=r["name"],
                    address=r["address"],
                    key=r["key"] or say("key not known"),
                )
                for r in rows
            ]
            or [say("nobody yet")]
        )


@contacts.command("add")
def add_contact(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME", autocompletion=completing.people, help="As the player is called in games."
        ),
    ],
    address: Annotated[str, typer.Argument(metavar="ADDRESS", help="The mail address.")],
    game: Annotated[
        Path | None, typer.Option("--from", metavar="GAME", help="Take the key from this game.")
    ] = None,
) -> None:
    """Add a player, or change the address of one; with --from the key used in a game is kept too."""
    known = read_contacts(home())
    key = next((contact.key for contact in known if contact.name == name), b"")
    if game is not None:
        path = opt.save_or_game(game)
        table = open_for_reading(path, home(), rewind=True).table
        found = [seat.identity for seat in table.seats if seat.name == name]
        if not found:
            raise UsageError(say("{name} does not play in {path}", name=name, path=path), rule="FORMATS 1")
        key = found[0]
    write_contacts(home(), with_contact(known, Contact(name, address, key)))
    print_lines(
        [
            say(
                "{name} <{address}>  {key}",
                name=name,
                address=address,
                key=key_words(key) if key else say("key not known"),
            )
        ]
    )


@contacts.command("check")
def check_contacts(file: opt.SaveFile) -> None:
    """Compare the keys of a game's players with those you know."""
    known = read_contacts(home())
    for seat in open_for_reading(file, home(), rewind=True).table.seats:
        lines = warnings_for(known, seat)
        print_lines(
            lines
            or [
                say(
                    "{seat} ({seat2}) is known: {key_words}",
                    seat=seat.name,
                    seat2=seat.colour,
                    key_words=key_words(seat.identity),
                )
            ]
        )
