"""The command `bot`: let one of your bots take a seat in any game, and play that seat.

If no seat is free and the bot has none, it offers to take over a seat (DECK 9.4).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from khronos_pbem.cli import completion
from khronos_pbem.cli import shared_options as opt
from khronos_pbem.cli.bots.bot_options import BotSeed, BotStrength, BotThink, bot_named, checked_seconds
from khronos_pbem.cli.bots.bot_replies import BotReplies
from khronos_pbem.cli.command_context import context
from khronos_pbem.cli.delivery.add_to_library import add_to_library, is_letter, note_warnings, receive_letter
from khronos_pbem.cli.delivery.send_option import (
    LetterResult,
    exit_if_unsent,
    letter_data,
    send_block,
    send_options,
    sent_lines,
)
from khronos_pbem.cli.option_types import option
from khronos_pbem.cli.people.send_offer import write_and_send_offer
from khronos_pbem.cli.terminal.printing import print_json_or_lines
from khronos_pbem.engine.features.bots import Strength
from khronos_pbem.errors import NothingToDo, UsageError
from khronos_pbem.home.config import read_config
from khronos_pbem.home.keyring import BOTS, list_names, public_key_of
from khronos_pbem.library.library import configured_library
from khronos_pbem.messages import listed, message, shell_operand
from khronos_pbem.record.block import JOIN
from khronos_pbem.session.bots.bot_seats import awaited_bot, check_is_bot, play_bot
from khronos_pbem.session.bots.bot_settings import save_bot_settings
from khronos_pbem.session.commands.write_blocks import make_offer
from khronos_pbem.session.context import Context
from khronos_pbem.session.queries.documents import event_text
from khronos_pbem.session.queries.summaries import whose_move_line
from khronos_pbem.session.replay.open_save import open_to_act
from khronos_pbem.session.replay.table import Table, seat_of, waiting
from khronos_pbem.session.replay.worker_pool import worker_pool

BotName = Annotated[str | None, option("--as", "NAME", "The bot's identity.", completion.bot_names)]


def bot(
    file: opt.SaveOrLetter,
    name: BotName = None,
    strength: BotStrength = None,
    think: BotThink = None,
    seed: BotSeed = None,
    colour: opt.Colour = "",
    send: opt.Send = False,
    to: opt.To = None,
    copies: opt.Copies = None,
    settings: opt.Settings = None,
    as_json: opt.Json = False,
) -> None:
    how = send_options(send, settings, to, copies=copies)
    strong, own = (None, None) if strength is None else bot_named(strength)
    seconds = None if think is None else checked_seconds(think)
    shelf = configured_library(read_config(settings or []))
    if is_letter(file):
        file, news = receive_letter(file, shelf, context(None))
        note_warnings(news)
    where = _context_of_bot(file, context(name))
    table = open_to_act(file, where.home, rewind=False).table
    thinking = seconds, None if seed is None else str(seed), own
    if _is_without_seat(table, where):
        made = make_offer(file, where, colour, (strong or Strength.STEADY).value)
        save_bot_settings(where.home, table.header, str(where.name), *thinking)
        write_and_send_offer(made, where, how, as_json=as_json)
        return
    seat = seat_of(table, public_key_of(where.home, str(where.name)))
    if seat is not None:
        check_is_bot(table, seat, strong, file)
    save_bot_settings(where.home, table.header, str(where.name), *thinking)
    found = _run_bot(file, where, strong, colour, table, as_json=as_json)
    if any(entry.block.kind == JOIN for entry in found.entries):
        _, warning = add_to_library(file, shelf)
        found.warnings += [warning] if warning else []
    letter = send_block(found.last, file, where.name, how) if found.last and not found.problem else None
    _print_replies(found, file, letter, as_json=as_json)
    found.leave()
    exit_if_unsent(letter)


def _is_without_seat(table: Table, where: Context) -> bool:
    """Return whether the game has begun without the bot.

    The bot can then only offer to take over a seat (DECK 9.4).
    """
    return table.position is not None and seat_of(table, public_key_of(where.home, str(where.name))) is None


def _context_of_bot(file: Path, where: Context) -> Context:
    """The context of the bot to play: the named one, else the awaited one, else the only one.

    Raises UsageError if no bot can be chosen, or if no identity has the given name.
    """
    if where.name is None:
        table, names = open_to_act(file, where.home, rewind=False).table, list_names(where.home, BOTS)
        awaited = awaited_bot(where.home, table) or (names[0] if len(names) == 1 else None)
        if awaited is None:
            raise _choose_bot_error(names)
        where = where._replace(name=awaited)
    public_key_of(where.home, str(where.name))
    return where


def _choose_bot_error(names: Sequence[str]) -> UsageError:
    """The error for a keyring without bots, or with several bots if `--as` is needed to choose one."""
    if not names:
        return UsageError(
            message("you have no bots"), hint=message("create one with khronos keygen NAME --bot")
        )
    what = message("several of your bots could play")
    return UsageError(what, hint=message("choose one with --as: {items}", items=listed(names)))


def _run_bot(
    file: Path, where: Context, strength: Strength | None, colour: str, table: Table, *, as_json: bool
) -> BotReplies:
    """Let the bot play as far as it can, and return what it did.

    Unless `as_json` is set, each block is printed as it is written. Raises NothingToDo if the game does not
    wait for the bot, or the problem if the bot wrote nothing.
    """
    found = BotReplies(table)
    again = message("to continue: khronos bot {name}", name=shell_operand(file))
    with worker_pool() as workers:
        blocks = play_bot(file, where, workers.starmap, strength or Strength.STEADY, colour)
        found.collect(blocks, again, None if as_json else event_text)
    if found.entries:
        return found
    if found.problem is not None:
        raise found.problem
    if waiting(table) is None:
        raise NothingToDo(message("the game is over"), hint=whose_move_line(table))
    what = message("the game is not waiting for {name}", name=where.name)
    raise NothingToDo(what, hint=whose_move_line(table))


def _print_replies(found: BotReplies, file: Path, letter: LetterResult | None, *, as_json: bool) -> None:
    """Print whose move it is, the file that was written and the letter, or everything as JSON."""
    lines = [whose_move_line(found.table), message("wrote {path}", path=file), *sent_lines(letter)]
    print_json_or_lines(as_json, {"file": str(file), **found.to_data(), **letter_data(letter)}, lines)
