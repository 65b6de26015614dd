"""`vote`: going on without somebody, or giving the seat to another one."""

from __future__ import annotations

from typing import Annotated

import typer

from khronos_pbem.cli import options as opt
from khronos_pbem.cli.blocks import print_done
from khronos_pbem.cli.desks import desk
from khronos_pbem.cli.posting import posted, posting, to_all
from khronos_pbem.errors import UsageError
from khronos_pbem.mail.contacts import identity_named
from khronos_pbem.record.home import home
from khronos_pbem.saying import listed, say
from khronos_pbem.session.acting import vote as cast
from khronos_pbem.session.votes import votes_facts

_Without = Annotated[
    list[str],
    typer.Option("--without", metavar="COLOUR", help="The seat that does not come; may be given again."),
]
_For = Annotated[
    list[str] | None,
    typer.Option(
        "--for",
        metavar="[COLOUR=]KEY",
        help="Give the seat to this identity, by its key, or the name of a contact or of an own identity.",
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
    successors = dict(_given(word, colours) for word in successor or [])
    done = cast(file, desk(name, out=out, force=force, rewind=rewind), colours, successors)
    told = say(
        "voted to go on without {colours}, and wrote {path}", colours=listed(colours), path=out or file
    )
    letter = posted(done, out or file, name, to_all(how))
    print_done(done, as_json, told, letter, {"votes": votes_facts(done.draft.table)})


def _given(word: str, colours: list[str]) -> tuple[str, bytes]:
    """Who gets which seat; the colour may be left out if there is only one."""
    colour, mark, key = word.rpartition("=")
    if not mark and len(colours) != 1:
        hint = say("--for {colour}=KEY", colour=colours[0])
        raise UsageError(say("--for does not say which seat it is about"), rule="DECK 9.4", hint=hint)
    colour = opt.any_colour(colour) if mark else colours[0]
    if colour not in colours:
        hint = say("--without {colour}", colour=colour)
        raise UsageError(say("--for names a seat that --without does not"), rule="DECK 9.4", hint=hint)
    return colour, identity_named(home(), key)
