"""`play`: a turn, or an answer to a choice; `turn` signs by the same code."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from khronos_pbem.cli import shared_options as opt
from khronos_pbem.cli.bots import bot_replies as answering
from khronos_pbem.cli.delivery.print_block import print_turn
from khronos_pbem.cli.delivery.send_option import Posting, posted, posting
from khronos_pbem.cli.next_steps import after_block
from khronos_pbem.cli.people.successor_words import with_keys
from khronos_pbem.cli.table_context import context
from khronos_pbem.cli.terminal.confirm import ask_about
from khronos_pbem.cli.terminal.print_pictures import Look
from khronos_pbem.cli.terminal.printing import print_json
from khronos_pbem.messages import message
from khronos_pbem.session.bots import solo
from khronos_pbem.session.commands.write_blocks import Agree, Done, play_turn
from khronos_pbem.session.context import Context
from khronos_pbem.session.queries.documents import telling
from khronos_pbem.session.queries.unseen_events import note_done, unseen_before, unseen_lines
from khronos_pbem.storage.home_folder import home

if TYPE_CHECKING:
    from khronos_pbem.session.identities import Ask


class Way(NamedTuple):
    """As whom a turn is played, where it is written, how it is sent and told."""

    name: str | None = None
    out: Path | None = None
    force: bool = False
    rewind: bool = False
    how: Posting | None = None
    cite: bool = False
    plain: bool = False
    as_json: bool = False
    ask: Ask | None = None


def play(
    file: opt.SaveToPlay,
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
    """Play your turn, or make a choice that you are asked for, and write the new save."""
    how = posting(send, settings, to, copies=copies)
    ask = opt.asked_once()
    text, source = opt.read_orders(orders, commands, ask)
    way = Way(name, out, force, rewind, how, cite, plain, as_json, ask)
    played(file, text, source, way, None if yes or as_json else ask_about)


def played(
    file: Path,
    text: str,
    source: str | None,
    way: Way,
    agree: Agree | None,
    after: Callable[[], None] = lambda: None,
) -> None:
    """Play a text of orders, send it where that is asked for, and print what was done.

    `after` is called once the save is written, whatever becomes of its letter.
    """
    text = with_keys(text, home(), source)
    where = context(way.name, out=way.out, force=way.force, rewind=way.rewind, ask=way.ask)
    done = play_turn(file, where, text, source, agree)
    after()
    if any(seat.bot for seat in done.draft.table.seats) and _answered(done, way, way.out or file, where):
        return
    letter = posted(done, way.out or file, way.name, way.how)
    last = message("wrote {path}", path=way.out or file)
    unseen, events = unseen_before(where.home, done.opened, done.draft)
    if not way.as_json:
        note_done(where.home, done.opened, done.draft)
    first = unseen_lines(unseen)
    print_turn(done, way.as_json, way.plain, way.cite, last, letter, first=first, events=events)
    after_block(done, way.out or file, sent=way.as_json or letter is not None)


def _answered(done: Done, way: Way, path: Path, where: Context) -> bool:
    """Whether a turn was one of a solo game: then it is printed, with what the bots do in answer."""
    alone = solo.solo_in(where.home, done.draft.table)
    if alone is None:
        return False
    if way.as_json:
        facts, found = answering.solo_turn_facts(done, path, where, alone)
        print_json(facts)
        found.leave()
    else:
        answering.print_solo_turn(done, path, where, alone, Look(way.plain), telling(way.cite))
    return True
