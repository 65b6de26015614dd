"""The command `try`: try orders in a set-up position, without keys or saves (FORMATS 3)."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from khronos_pbem.cli import completion
from khronos_pbem.cli import shared_options as opt
from khronos_pbem.cli.option_types import argument, option
from khronos_pbem.cli.terminal.print_pictures import PictureOptions, print_position
from khronos_pbem.cli.terminal.printing import print_json, print_lines
from khronos_pbem.messages import message
from khronos_pbem.session.queries.documents import event_formatter, event_lines
from khronos_pbem.session.turns.setup_position import (
    pending_line,
    read_position,
    try_document,
    try_orders,
    write_position,
)


def try_(
    position: Annotated[
        Path, argument("POSITION", "A TOML file that contains a position.", completion.positions)
    ],
    orders: opt.OrdersFile = None,
    commands: opt.Commands = None,
    out: Annotated[
        Path | None, option("-o --out", "OUT", "Write the resulting position to this file.")
    ] = None,
    force: opt.Force = False,
    seed: Annotated[int, option("--seed", "N", "Random seed for shuffling and drawing.")] = 0,
    cite: opt.Cite = False,
    plain: opt.Plain = False,
    as_json: opt.Json = False,
) -> None:
    start = read_position(position)
    text, source = ("", None) if orders is None and not commands else opt.read_orders(orders, commands)
    trial = try_orders(start, text, seed, source)
    if out is not None:
        write_position(start, trial, out, force=force)
    if as_json:
        print_json(try_document(start, trial))
        return
    print_lines([*event_lines(trial.events, event_formatter(cite)), ""] if trial.events else [])
    print_position(start.game, trial.position, PictureOptions(plain), trial.events)
    pending = pending_line(start, trial)
    print_lines(["", pending] if pending else [])
    if out is not None:
        print_lines([message("wrote {out}", out=out)])
