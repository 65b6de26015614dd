"""The command `vote`: continue without a missing player, or give another player their seat (DECK 9.2)."""

from __future__ import annotations

from typing import Annotated

from khronos_pbem.cli import shared_options as opt
from khronos_pbem.cli.command_context import context
from khronos_pbem.cli.delivery.print_block import print_written_block
from khronos_pbem.cli.delivery.send_option import send_block, send_options, with_copies_to_all
from khronos_pbem.cli.option_types import option
from khronos_pbem.messages import message, players_message
from khronos_pbem.session.commands.write_blocks import vote as cast
from khronos_pbem.session.queries.vote_status import votes_document

_Without = Annotated[
    list[str],
    option("--without", "COLOUR", "The colour of a missing player. Repeat the option for several players."),
]
_For = Annotated[
    list[str] | None,
    option(
        "--for",
        "[COLOUR=]OFFER",
        "The player who will get the seat: an offer file, a name or a public key.",
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
    copies: opt.Copies = None,
    settings: opt.Settings = None,
    as_json: opt.Json = False,
) -> None:
    how = send_options(send, settings, to, copies=copies)
    colours = [opt.english_colour(word) for word in without]
    done = cast(file, context(name, out=out, force=force, rewind=rewind), colours, successor or [])
    told = message(
        "voted to continue without {colours} and wrote {path}",
        colours=players_message(colours),
        path=out or file,
    )
    letter = send_block(done, out or file, name, with_copies_to_all(how))
    print_written_block(done, as_json, told, letter, {"votes": votes_document(done.draft.table)})
