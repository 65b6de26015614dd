"""`vote`: going on without somebody, or giving the seat to another one."""

from __future__ import annotations

from typing import Annotated

import typer

from khronos_pbem.cli import shared_options as opt
from khronos_pbem.cli.delivery.print_block import print_done
from khronos_pbem.cli.delivery.send_option import posted, posting, to_all
from khronos_pbem.cli.table_context import context
from khronos_pbem.messages import message, players
from khronos_pbem.session.commands.write_blocks import vote as cast
from khronos_pbem.session.queries.vote_status import votes_facts

_Without = Annotated[
    list[str],
    typer.Option("--without", metavar="COLOUR", help="The colour of the missing player; can be repeated."),
]
_For = Annotated[
    list[str] | None,
    typer.Option(
        "--for",
        metavar="[COLOUR=]OFFER",
        help="Give the seat to a player who offers to take it: the file of the offer, a name or a "
        "public key.",
    ),
]


def vote(
    file: opt.SaveToPlay,
    without: _Without,
    successor: _For = None,
    name: opt.As = None,
    out: opt.Out = None,
    force: opt.Force = False,
    rewind: opt.Rewind = False,
    send: opt.Send = False,
    to: opt.To = None,
    copies: opt.Copies = False,
    settings: opt.Settings = None,
    as_json: opt.Json = False,
) -> None:
    """Vote to go on without a player who does not come (DECK 9.2)."""
    how = posting(send, settings, to, copies=copies)
    colours = [opt.any_colour(word) for word in without]
    done = cast(file, context(name, out=out, force=force, rewind=rewind), colours, successor or [])
    told = message(
        "voted to continue without {colours} and wrote {path}", colours=players(colours), path=out or file
    )
    letter = posted(done, out or file, name, to_all(how))
    print_done(done, as_json, told, letter, {"votes": votes_facts(done.draft.table)})
