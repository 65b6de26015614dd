"""`join`: the next seat of a game."""

from __future__ import annotations

from khronos_pbem.cli import shared_options as opt
from khronos_pbem.cli.delivery.ask_addresses import Asking, learn_addresses, with_correspondents
from khronos_pbem.cli.delivery.print_block import print_done
from khronos_pbem.cli.delivery.send_option import posted, posting, to_all
from khronos_pbem.cli.delivery.shelve import correspondents_of, is_letter, note_warnings, shelved, taken_in
from khronos_pbem.cli.next_steps import after_block
from khronos_pbem.cli.people.offer_seat import give_out
from khronos_pbem.cli.table_context import context
from khronos_pbem.home.config import read_config
from khronos_pbem.library.library import configured
from khronos_pbem.mail.outgoing.last_addresses import proposed
from khronos_pbem.messages import message
from khronos_pbem.record.save import parse_save
from khronos_pbem.session.commands.take_seat import goes_on
from khronos_pbem.session.commands.write_blocks import join_game, make_offer
from khronos_pbem.storage.files import read_file


def join(
    file: opt.SaveOrLetter,
    colour: opt.ColourOrNone = "",
    name: opt.As = None,
    out: opt.Out = None,
    force: opt.Force = False,
    rewind: opt.Rewind = False,
    send: opt.Send = False,
    to: opt.To = None,
    copies: opt.Copies = False,
    yes: opt.Yes = False,
    settings: opt.Settings = None,
    as_json: opt.Json = False,
) -> None:
    """Take the next seat of a game; where none is free, offer to take one over (DECK 9.4)."""
    how = posting(send, settings, to, copies=copies)
    config, where = read_config(settings or []), context(name, out=out, force=force, rewind=rewind)
    shelf = configured(config)
    if is_letter(file):
        source, asking = file, Asking(yes, as_json)
        file, news = taken_in(file, shelf, where)
        note_warnings(news)
        asked = learn_addresses(news, config, asking)
        if how is not None and not how.to:
            how = with_correspondents(how, correspondents_of(source, file), asked, config, asking)
    elif how is not None and not how.to:
        own = config.get("address")
        how = how._replace(suggested=proposed(where.home, parse_save(read_file(file)).header, own))
    if goes_on(file, where):
        give_out(make_offer(file, where, colour), where, how, as_json=as_json)
        return
    done = join_game(file, where, colour)
    done, facts = shelved(done, out or file, shelf)
    letter = posted(done, out or file, name, to_all(how))
    print_done(done, as_json, message("wrote {path}", path=out or file), letter, facts)
    after_block(done, out or file, sent=as_json or letter is not None)
