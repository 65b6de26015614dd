"""`bot`: a bot's seat in any game is taken and played."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from khronos_pbem.cli import completion
from khronos_pbem.cli import shared_options as opt
from khronos_pbem.cli.bots.bot_options import BotSeed, BotStrength, BotThink, seconds_of, strength_named
from khronos_pbem.cli.bots.bot_replies import Answered, follow
from khronos_pbem.cli.delivery.send_option import Posted, leave_if_unsent, posted, posting
from khronos_pbem.cli.delivery.shelve import is_letter, note_warnings, put_on_shelf, taken_in
from khronos_pbem.cli.people.offer_seat import give_out
from khronos_pbem.cli.table_context import context
from khronos_pbem.cli.terminal.printing import print_json, print_lines
from khronos_pbem.engine.features.bots import Strength
from khronos_pbem.errors import NothingToDo, UsageError
from khronos_pbem.home.config import read_config
from khronos_pbem.home.keyring import BOTS, list_names, public_key_of
from khronos_pbem.library.library import configured
from khronos_pbem.messages import listed, message, operand
from khronos_pbem.record.block import JOIN
from khronos_pbem.session.bots.bot_seats import bot_awaited, check_is_bot, played_by
from khronos_pbem.session.bots.bot_settings import keep_mind
from khronos_pbem.session.commands.write_blocks import make_offer
from khronos_pbem.session.context import Context
from khronos_pbem.session.queries.documents import told
from khronos_pbem.session.queries.summaries import whose_move
from khronos_pbem.session.replay.open_save import open_to_act
from khronos_pbem.session.replay.table import Table, seat_of, waiting
from khronos_pbem.session.replay.worker_pool import worker_pool

BotName = Annotated[
    str | None,
    typer.Option("--as", metavar="NAME", autocompletion=completion.bot_names, help="The bot's identity."),
]


def bot(
    file: opt.SaveOrLetter,
    name: BotName = None,
    strength: BotStrength = None,
    think: BotThink = None,
    seed: BotSeed = None,
    colour: opt.ColourOrNone = "",
    send: opt.Send = False,
    to: opt.To = None,
    copies: opt.Copies = False,
    settings: opt.Settings = None,
    as_json: opt.Json = False,
) -> None:
    """Let a bot of yours play a seat: take a free one or offer to take one over, pay what it owes, play its
    turn or its answer."""
    how = posting(send, settings, to, copies=copies)
    strong = None if strength is None else strength_named(strength)
    seconds = None if think is None else seconds_of(think)
    shelf = configured(read_config(settings or []))
    if is_letter(file):
        file, news = taken_in(file, shelf, context(None))
        note_warnings(news)
    where = _desk_of_bot(file, context(name))
    table = open_to_act(file, where.home, rewind=False).table
    if _is_without_seat(table, where):
        made = make_offer(file, where, colour, (strong or Strength.STEADY).value)
        give_out(made, where, how, as_json=as_json)
        return
    keep_mind(where.home, table.header, str(where.name), seconds, None if seed is None else str(seed))
    found = _played(file, where, strong, colour, table, as_json=as_json)
    if any(entry.block.kind == JOIN for entry in found.entries):
        _, warning = put_on_shelf(file, shelf)
        found.warnings += [warning] if warning else []
    letter = posted(found.last, file, where.name, how) if found.last and not found.problem else None
    _print(found, file, letter, as_json=as_json)
    found.leave()
    leave_if_unsent(letter)


def _is_without_seat(table: Table, where: Context) -> bool:
    """Whether the bot can only offer to take a seat over: none is free, and it has none (DECK 9.4)."""
    return table.position is not None and seat_of(table, public_key_of(where.home, str(where.name))) is None


def _desk_of_bot(file: Path, where: Context) -> Context:
    """The context of the bot that is named, or that is awaited, or that is the only one of the keyring.

    Raises UsageError if it is none, or there is no identity of that name.
    """
    if where.name is None:
        table, names = open_to_act(file, where.home, rewind=False).table, list_names(where.home, BOTS)
        awaited = bot_awaited(where.home, table) or (names[0] if len(names) == 1 else None)
        if awaited is None:
            raise _which_bot(names)
        where = where._replace(name=awaited)
    public_key_of(where.home, str(where.name))
    return where


def _which_bot(names: Sequence[str]) -> UsageError:
    """That the keyring has no bot, or several of which one is to be named."""
    if not names:
        hint = message("make one with khronos keygen NAME --bot")
        return UsageError(message("you have no bot"), hint=hint)
    return UsageError(
        message("several of your bots could play"),
        hint=message("choose one with --as: {items}", items=listed(names)),
    )


def _played(
    file: Path, where: Context, strength: Strength | None, colour: str, table: Table, *, as_json: bool
) -> Answered:
    """What the bot does, as far as it comes. Raises NothingToDo if there is nothing for it to do."""
    seat = seat_of(table, public_key_of(where.home, str(where.name)))
    if seat is not None:
        check_is_bot(table, seat, strength, file)
    found = Answered(table)
    again = message("to continue: khronos bot {name}", name=operand(file))
    with worker_pool() as workers:
        blocks = played_by(file, where, workers.spread, strength or Strength.STEADY, colour)
        follow(found, blocks, again, None if as_json else told)
    if found.entries:
        return found
    if found.problem is not None:
        raise found.problem
    if waiting(table) is None:
        raise NothingToDo(message("the game is over"), rule="FORMATS 1", hint=whose_move(table))
    what = message("the game is not waiting for {name}", name=where.name)
    raise NothingToDo(what, rule="FORMATS 1", hint=whose_move(table))


def _print(found: Answered, file: Path, letter: Posted | None, *, as_json: bool) -> None:
    """What was done, and whose move it is."""
    if as_json:
        sent = {} if letter is None else {"letter": letter.to_data()}
        print_json({"file": str(file), **found.to_data(), **sent})
        return
    lines = () if letter is None or letter.problem is not None else letter.lines
    print_lines([whose_move(found.table), message("wrote {path}", path=file), *lines])
