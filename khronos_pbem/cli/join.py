"""`join`: the next seat of a game."""

from __future__ import annotations

from khronos_pbem.cli import options as opt
from khronos_pbem.cli.blocks import print_done
from khronos_pbem.cli.desks import desk
from khronos_pbem.saying import say
from khronos_pbem.session.acting import join_game


def join(
    file: opt.SaveFile,
    colour: opt.Colour,
    name: opt.As = None,
    out: opt.Out = None,
    force: opt.Force = False,
    rewind: opt.Rewind = False,
    as_json: opt.Json = False,
) -> None:
    """Take the next seat of a game."""
    done = join_game(file, desk(name, out=out, force=force, rewind=rewind), colour)
    print_done(done, as_json, say("wrote {path}", path=out or file))
