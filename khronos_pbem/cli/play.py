"""`play`: a turn, or an answer to a choice."""

from __future__ import annotations

from khronos_pbem.cli import options as opt
from khronos_pbem.cli.asking import ask_about
from khronos_pbem.cli.blocks import print_turn
from khronos_pbem.cli.desks import desk
from khronos_pbem.cli.following import after_block
from khronos_pbem.cli.heirs import with_keys
from khronos_pbem.cli.posting import posted, posting
from khronos_pbem.record.home import home
from khronos_pbem.saying import say
from khronos_pbem.session.acting import play_turn


def play(
    file: opt.SaveFile,
    orders: opt.OrdersFile = None,
    commands: opt.Commands = None,
    name: opt.As = None,
    out: opt.Out = None,
    force: opt.Force = False,
    rewind: opt.Rewind = False,
    send: opt.Send = False,
    to: opt.To = None,
    copies: opt.Copies = False,
    settings: opt.Settings = None,
    cite: opt.Cite = False,
    plain: opt.Plain = False,
    as_json: opt.Json = False,
    yes: opt.Agreed = False,
) -> None:
    """Play one turn, or one answer to a choice, and write the new save."""
    how = posting(send, settings, to, copies=copies)
    text, source = opt.read_orders(orders, commands)
    text = with_keys(text, home(), source)
    agree = None if yes or as_json else ask_about
    done = play_turn(file, desk(name, out=out, force=force, rewind=rewind), text, source, agree)
    letter = posted(done, out or file, name, how)
    print_turn(done, as_json, plain, cite, say("wrote {path}", path=out or file), letter)
    after_block(done, out or file, sent=as_json or letter is not None)
