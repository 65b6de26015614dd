"""The command `assist`: send your share of the deck or of a roll, or confirm a vote."""

from __future__ import annotations

from khronos_pbem.cli import shared_options as opt
from khronos_pbem.cli.command_context import context
from khronos_pbem.cli.delivery.print_block import print_written_block
from khronos_pbem.cli.delivery.send_option import send_block, send_options
from khronos_pbem.messages import message
from khronos_pbem.record.block import ACK
from khronos_pbem.session.commands.write_blocks import assist as pay


def assist(
    file: opt.SaveToPlay,
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
    done = pay(file, context(name, out=out, force=force, rewind=rewind))
    letter = send_block(done, out or file, name, how)
    paid = message("added your share and wrote {path}", path=out or file)
    acked = message("confirmed the vote and wrote {path}", path=out or file)
    print_written_block(done, as_json, acked if done.draft.block.kind == ACK else paid, letter)
