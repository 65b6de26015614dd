"""`check`: what a turn would do."""

from __future__ import annotations

from khronos_pbem.cli import options as opt
from khronos_pbem.cli.blocks import print_turn
from khronos_pbem.cli.desks import desk
from khronos_pbem.saying import say
from khronos_pbem.session.acting import check_turn


def check(
    file: opt.SaveFile,
    orders: opt.OrdersFile = None,
    commands: opt.Commands = None,
    name: opt.As = None,
    rewind: opt.Rewind = False,
    cite: opt.Cite = False,
    plain: opt.Plain = False,
    as_json: opt.Json = False,
) -> None:
    """Say what a turn would do; writes nothing."""
    text, source = opt.read_orders(orders, commands)
    done = check_turn(file, desk(name, rewind=rewind), text, source)
    print_turn(done, as_json, plain, cite, say("nothing was written; khronos play does it"))
