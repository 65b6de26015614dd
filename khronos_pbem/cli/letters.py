"""A letter of a game, as `send`, `resend` and `remind` write and deliver it."""

from __future__ import annotations

from email.message import EmailMessage
from functools import partial
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from khronos_pbem.cli import completing
from khronos_pbem.cli.printing import in_letters
from khronos_pbem.mail.config import Config
from khronos_pbem.mail.contacts import read_contacts
from khronos_pbem.mail.letters import addresses, letter, mailto
from khronos_pbem.mail.sending import deliver
from khronos_pbem.record.home import home
from khronos_pbem.record.save import Save
from khronos_pbem.record.unsent import has_left
from khronos_pbem.session.identities import seated_name
from khronos_pbem.session.opening import open_for_play

Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--config",
        metavar="KEY=VALUE",
        autocompletion=completing.settings,
        help="A setting for this time; see config.",
    ),
]
Copies = Annotated[bool, typer.Option("--copies", help="Send a copy to all other players.")]
To = Annotated[
    list[str] | None,
    typer.Option(
        "--to",
        metavar="NAME|ADDRESS",
        autocompletion=completing.people,
        help="Not to whom it is for, but to this one.",
    ),
]
Smtp = Annotated[bool, typer.Option("--smtp", help="Deliver it through the configured mail server.")]


class Ready(NamedTuple):
    """A letter that can go, its mailto link, and the save in it: who gives it out calls `has_left` first."""

    mail: EmailMessage
    link: str
    save: Save


def letter_of(path: Path, config: Config, name: str | None, to: list[str], *, copies: bool) -> Ready:
    """The letter that takes a game on. Raises UsageError if nobody knows an address."""
    opened = open_for_play(path, home(), rewind=False)
    own = seated_name(home(), opened.table, name)
    between = addresses(
        opened.table,
        read_contacts(home()),
        config.needed("address"),
        None if own is None else own[1],
        to=to,
        copies=copies,
    )
    speak = in_letters()
    return Ready(letter(opened, between, speak), mailto(opened, between, speak), opened.save)


def deliver_it(config: Config, ready: Ready, *, again: bool) -> bool:
    """Hand a letter to the configured server, twice only if `again`; whether it was.

    Raises UsageError, and Conflict as `has_left`.
    """
    return deliver(config, home(), ready.mail, partial(has_left, home(), ready.save), again=again)
