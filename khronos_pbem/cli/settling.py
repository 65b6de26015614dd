"""The commands around play by mail: `watch`, `contacts`, `config`."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

from khronos_pbem.cli import options as opt
from khronos_pbem.cli.acting import desk
from khronos_pbem.cli.mailing import Settings
from khronos_pbem.cli.printing import print_json, print_lines
from khronos_pbem.errors import UsageError
from khronos_pbem.saying import say

contacts_app = typer.Typer(help="Players you know: addresses, and keys in words.", no_args_is_help=True)


def add_to(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command()(watch)
    app.command()(config)
    app.add_typer(contacts_app, name="contacts")


def watch(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The shared folder.")],
    name: opt.As = None,
    assist: Annotated[bool, typer.Option("--assist", help="Pay what you owe the deck by itself.")] = False,
    hook: Annotated[
        str, typer.Option("--hook", metavar="COMMAND", help="Run this with the file on your move.")
    ] = "",
    interval: Annotated[float, typer.Option("--interval", min=0.1, help="Seconds between two looks.")] = 2.0,
    once: Annotated[bool, typer.Option("--once", help="Look once and leave.")] = False,
) -> None:
    """Watch a shared folder of saves: merge copies, pay debts, say when it is your move."""
    import sys

    from khronos_pbem.mail.watching import Watch

    watching = Watch(folder, desk(name), assist, hook)
    while True:
        print_lines(watching.look())
        sys.stdout.flush()
        if once:
            return
        time.sleep(interval)


def config(settings: Settings = None, as_json: opt.Json = False) -> None:
    """Show what is configured, and why."""
    from khronos_pbem.mail.config import KEYS, config_path, read_config

    found = read_config(settings or [])
    if as_json:
        values = {key: {"value": value.text, "source": value.source} for key, value in found.values.items()}
        print_json({"file": str(config_path()), "values": values})
        return
    print_lines([f"# {config_path()}"])
    for key, meaning in KEYS.items():
        value = found.values.get(key)
        print_lines(
            [
                say("{key} = {words!r}   # {source}", key=key, words=value.text, source=value.source)
                if value
                else say("# {key}: {meaning}, not set", key=key, meaning=meaning)
            ]
        )


@contacts_app.command("list")
def list_contacts(as_json: opt.Json = False) -> None:
    """List the players you know, with their keys in words."""
    from khronos_pbem.mail.contacts import key_words, read_contacts
    from khronos_pbem.record.home import home

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


@contacts_app.command("add")
def add_contact(
    name: Annotated[str, typer.Argument(metavar="NAME", help="As the player is called in games.")],
    address: Annotated[str, typer.Argument(metavar="ADDRESS", help="The mail address.")],
    game: Annotated[
        Path | None, typer.Option("--from", metavar="GAME", help="Take the key from this game.")
    ] = None,
) -> None:
    """Add a player, or change the address of one; with --from the key used in a game is kept too."""
    from khronos_pbem.mail.contacts import Contact, key_words, read_contacts, with_contact, write_contacts
    from khronos_pbem.record.home import home
    from khronos_pbem.session.opening import open_for_reading

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


@contacts_app.command("check")
def check_contacts(file: opt.SaveFile) -> None:
    """Compare the keys of a game's players with those you know."""
    from khronos_pbem.mail.contacts import key_words, read_contacts, warnings_for
    from khronos_pbem.record.home import home
    from khronos_pbem.session.opening import open_for_reading

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
