"""The command `play`: play a turn, or answer a choice. The command `turn` signs with the same code."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from khronos_pbem.cli import shared_options as opt
from khronos_pbem.cli.bots import bot_replies as answering
from khronos_pbem.cli.command_context import context
from khronos_pbem.cli.delivery.print_block import print_turn
from khronos_pbem.cli.delivery.send_option import SendOptions, send_block, send_options
from khronos_pbem.cli.next_steps import note_next_after_block
from khronos_pbem.cli.people.successor_words import with_successor_keys
from khronos_pbem.cli.terminal.confirm import confirm_orders
from khronos_pbem.cli.terminal.print_pictures import PictureOptions
from khronos_pbem.cli.terminal.printing import print_json
from khronos_pbem.messages import message
from khronos_pbem.session.bots import solo
from khronos_pbem.session.commands.write_blocks import Agree, WriteResult, play_turn
from khronos_pbem.session.context import Context
from khronos_pbem.session.queries.documents import event_formatter
from khronos_pbem.session.queries.unseen_events import find_unseen_before, note_block_seen, unseen_lines
from khronos_pbem.storage.home_folder import home

if TYPE_CHECKING:
    from khronos_pbem.session.identities import PassphrasePrompt


class PlayOptions(NamedTuple):
    """The options of a played turn: identity, output file, letter and printing.

    `letter` contains the options for sending (None: send no letter). `ask` asks for the passphrase.
    """

    name: str | None = None
    out: Path | None = None
    force: bool = False
    rewind: bool = False
    letter: SendOptions | None = None
    cite: bool = False
    look: PictureOptions = PictureOptions()
    as_json: bool = False
    ask: PassphrasePrompt | None = None


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
    copies: opt.Copies = None,
    settings: opt.Settings = None,
    cite: opt.Cite = False,
    plain: opt.Plain = False,
    no_boards: opt.NoBoards = False,
    as_json: opt.Json = False,
    yes: opt.Agreed = False,
) -> None:
    letter = send_options(send, settings, to, copies=copies)
    ask = opt.cached_passphrase_prompt()
    text, source = opt.read_orders(orders, commands, ask)
    look = PictureOptions(plain, boards=not no_boards)
    way = PlayOptions(name, out, force, rewind, letter, cite, look, as_json, ask)
    play_and_print(file, text, source, way, None if yes or as_json else confirm_orders)


def play_and_print(
    file: Path,
    text: str,
    source: str | None,
    way: PlayOptions,
    agree: Agree | None,
    after: Callable[[], None] = lambda: None,
) -> None:
    """Play a text of orders, write the save, send its letter if requested, and print the result.

    `source` names the orders in errors. `agree` may refuse the turn before it is signed. `after` is called
    as soon as the save has been written, even if the letter cannot be sent.
    """
    text = with_successor_keys(text, home(), source)
    where = context(way.name, out=way.out, force=way.force, rewind=way.rewind, ask=way.ask)
    done = play_turn(file, where, text, source, agree)
    after()
    if any(seat.bot for seat in done.draft.table.seats) and _run_bots_if_solo(
        done, way, way.out or file, where
    ):
        return
    letter = send_block(done, way.out or file, way.name, way.letter)
    last = message("wrote {path}", path=way.out or file)
    unseen, events = find_unseen_before(where.home, done.opened, done.draft)
    if not way.as_json:
        note_block_seen(where.home, done.opened, done.draft)
    first = unseen_lines(unseen)
    print_turn(done, way.as_json, way.look, way.cite, last, letter, first=first, events=events)
    note_next_after_block(done, way.out or file, sent=way.as_json or letter is not None)


def _run_bots_if_solo(done: WriteResult, way: PlayOptions, path: Path, where: Context) -> bool:
    """If a turn belongs to a solo game, run the bots and print the result; return whether it does."""
    alone = solo.find_solo_game(where.home, done.draft.table)
    if alone is None:
        return False
    if way.as_json:
        facts, found = answering.run_bots_for_document(done, path, where, alone)
        print_json(facts)
        found.leave()
    else:
        answering.run_bots_and_print(done, path, where, alone, way.look, event_formatter(way.cite))
    return True
