"""The command `join`: take the next free seat of a game, or offer to take over a seat (DECK 9.4)."""

from __future__ import annotations

from khronos_pbem.cli import shared_options as opt
from khronos_pbem.cli.command_context import context
from khronos_pbem.cli.delivery.add_to_library import (
    add_block_to_library,
    correspondents_of,
    is_letter,
    note_warnings,
    receive_letter,
)
from khronos_pbem.cli.delivery.ask_addresses import Confirmation, ask_for_correspondents, learn_addresses
from khronos_pbem.cli.delivery.print_block import print_written_block
from khronos_pbem.cli.delivery.send_option import send_block, send_options, with_copies_to_all
from khronos_pbem.cli.next_steps import note_next_after_block
from khronos_pbem.cli.people.send_offer import write_and_send_offer
from khronos_pbem.home.config import read_config
from khronos_pbem.library.library import configured_library
from khronos_pbem.mail.outgoing.last_addresses import proposed_addresses
from khronos_pbem.messages import message
from khronos_pbem.record.save import parse_save
from khronos_pbem.session.commands.seat_identity import has_started
from khronos_pbem.session.commands.write_blocks import join_game, make_offer
from khronos_pbem.storage.files import read_file


def join(
    file: opt.SaveOrLetter,
    colour: opt.Colour = "",
    name: opt.As = None,
    out: opt.Out = None,
    force: opt.Force = False,
    rewind: opt.Rewind = False,
    send: opt.Send = False,
    to: opt.To = None,
    copies: opt.Copies = None,
    yes: opt.Yes = False,
    settings: opt.Settings = None,
    as_json: opt.Json = False,
) -> None:
    how = send_options(send, settings, to, copies=copies)
    config, where = read_config(settings or []), context(name, out=out, force=force, rewind=rewind)
    shelf = configured_library(config)
    if is_letter(file):
        source, asking = file, Confirmation(yes, as_json)
        file, news = receive_letter(file, shelf, where)
        note_warnings(news)
        asked = learn_addresses(news, config, asking)
        if how is not None and not how.to:
            how = ask_for_correspondents(how, correspondents_of(source, file), asked, config, asking)
    elif how is not None and not how.to:
        own = config.get("address")
        how = how._replace(suggested=proposed_addresses(where.home, parse_save(read_file(file)).header, own))
    if has_started(file, where):
        write_and_send_offer(make_offer(file, where, colour), where, how, as_json=as_json)
        return
    done = join_game(file, where, colour)
    done, facts = add_block_to_library(done, out or file, shelf)
    letter = send_block(done, out or file, name, with_copies_to_all(how))
    print_written_block(done, as_json, message("wrote {path}", path=out or file), letter, facts)
    note_next_after_block(done, out or file, sent=as_json or letter is not None)
