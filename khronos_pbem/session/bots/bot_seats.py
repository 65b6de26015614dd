"""Bots in a game: taking a seat, and writing the blocks of that seat.

The join block of a bot marks it as one. Its identity is in a keyring, and its blocks follow the same rules as
all others. It signs only one block on each state, and never signs on a file older than the newest version
seen.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from khronos_pbem.cores import WorkerPoolMap
from khronos_pbem.engine.digests import digest, encode_bytes
from khronos_pbem.engine.features.bots import Strength
from khronos_pbem.errors import InternalError, OrderError, UsageError
from khronos_pbem.home.keyring import load_identity, public_key_of
from khronos_pbem.home.versions.newest_seen import known_next_blocks, newest_seen
from khronos_pbem.home.versions.signed_blocks import signed_here
from khronos_pbem.messages import message, shell_operand
from khronos_pbem.record.block import ACK, ANSWER, ASSIST, JOIN, TURN
from khronos_pbem.record.chain import head_hash
from khronos_pbem.session.bots.bot_settings import load_bot_settings
from khronos_pbem.session.bots.bot_turn import check_bot, choose_turn
from khronos_pbem.session.commands.write_blocks import WriteResult, assist, join_game, play_chosen
from khronos_pbem.session.context import Context
from khronos_pbem.session.identities import name_of_key
from khronos_pbem.session.replay.draft_block import Author
from khronos_pbem.session.replay.open_save import Opened, open_to_act
from khronos_pbem.session.replay.table import Table, Waiting, seat_of, waiting, waiting_without_votes


def awaited_bot(home: Path, table: Table) -> str | None:
    """Return the name of the bot of this keyring that has to act; None if there is no such bot."""
    now = waiting_without_votes(table)
    if now is None or now.seat is None or now.need == JOIN or not table.seats[now.seat].bot:
        return None
    return name_of_key(home, table.seats[now.seat].identity)


def write_bot_block(path: Path, context: Context, now: Waiting, starmap: WorkerPoolMap) -> WriteResult:
    """Write the block that the context's bot has to write: its share, its turn or its answer.

    If it signed a block on this state before, and that block is still unsent, it signs the same block again.
    Raises InternalError if the bot makes an error, and the errors of opening and writing.
    """
    if now.need in (ASSIST, ACK):
        return assist(path, context)
    try:
        return play_chosen(path, context, lambda opened, writer: _orders(opened, writer, context, starmap))
    except OrderError as problem:
        told, hint = problem.full_message, message("nothing was written; please report this error")
        what = message("the bot {name} has made a mistake: {problem}", name=context.name, problem=told)
        raise InternalError(what, hint=hint) from problem


def _orders(opened: Opened, writer: Author, context: Context, starmap: WorkerPoolMap) -> list[str]:
    """Return the bot's orders for an opened save: those it gave there before, or new ones."""
    found = _given_before(opened, writer, context)
    if found:
        return found
    assert context.name is not None
    mind = load_bot_settings(context.home, opened.save.header, context.name, starmap)
    strength = Strength(opened.table.seats[writer.seat].bot)
    mind = mind._replace(strength=strength, seed=mind.seed or _own_seed(context, context.name))
    return choose_turn(opened.table, writer, mind)


def _own_seed(context: Context, name: str) -> str:
    """Return the random seed of a bot without a given seed.

    It is derived from the bot's secret key, and is the same on each machine.
    """
    return encode_bytes(digest("bot/seed", load_identity(context.home, name, context.ask).seed)[:16])


def _given_before(opened: Opened, writer: Author, context: Context) -> list[str]:
    """Return the orders of the block that this seat signed on this exact state; empty if there is none."""
    assert context.name is not None
    prev = encode_bytes(head_hash(opened.save))
    noted = [one for one in signed_here(context.home, opened.save.header) if one.prev == prev]
    mine = [one for one in noted if one.seat == writer.seat and one.kind in (TURN, ANSWER)]
    if mine:
        last = sorted(mine, key=lambda one: one.left)[-1]
        words = last.words(load_identity(context.home, context.name, context.ask))
        if words:
            return list(words)
    known = [each for each in known_next_blocks(context.home, opened.save) if each.seat == writer.seat]
    return list(known[0].orders) if known else []


def play_bot(
    path: Path, context: Context, starmap: WorkerPoolMap, strength: Strength, colour: str = ""
) -> Iterator[WriteResult]:
    """Play for the context's bot, and yield each block that it writes.

    The bot joins with this strength if it has no seat, sends its shares, and plays until another player has
    to act.

    Raises UsageError, for example for an identity that plays in this game as a person, or a game without
    bots. Raises NothingToDo if no seat is free and the bot has none.
    """
    assert context.name is not None
    key = public_key_of(context.home, context.name)
    opened = open_to_act(path, context.home, rewind=False)
    check_bot(opened.table.game, load_bot_settings(context.home, opened.save.header, context.name).own)
    if seat_of(opened.table, key) is None:
        if waiting(opened.table) is None:
            return
        yield _join_bot(path, context, opened.table, strength, colour)
        opened = open_to_act(path, context.home, rewind=False)
    while True:
        seat = seat_of(opened.table, key)
        assert seat is not None
        check_is_bot(opened.table, seat, file=path)
        now = waiting_without_votes(opened.table)
        if opened.older is not None and not (is_awaited(now, seat) and lacks_one_block(opened, context.home)):
            raise opened.older
        if now is None or not is_awaited(now, seat):
            return
        yield write_bot_block(path, context, now, starmap)
        opened = open_to_act(path, context.home, rewind=False)


def lacks_one_block(opened: Opened, home: Path) -> bool:
    """Return whether a file is exactly one block behind the newest seen: its writing was interrupted."""
    seen = newest_seen(home, opened.save.header)
    return seen is not None and len(seen.blocks) == len(opened.save.blocks) + 1


def is_awaited(now: Waiting | None, seat: int) -> bool:
    """Return whether the game waits for this seat."""
    return now is not None and now.seat == seat and now.need != JOIN


def check_is_bot(table: Table, number: int, strength: Strength | None = None, file: object = "GAME") -> None:
    """Raise UsageError if a person plays a seat, or a bot whose strength is not `strength`."""
    seat = table.seats[number]
    if not seat.bot:
        what = message(
            "{name} plays {colour} as a human player, not as a bot", colour=seat.colour, name=seat.name
        )
        hint = message("play your turns yourself: khronos next {path}", path=shell_operand(file))
        raise UsageError(what, hint=hint)
    if strength is not None and strength.value != seat.bot:
        joined = {"name": seat.name, "strength": seat.bot}
        what = message("{name} has already joined, and its strength is {strength}", **joined)
        raise UsageError(what, hint=message("leave out --strength"))


def _join_bot(path: Path, context: Context, table: Table, strength: Strength, colour: str) -> WriteResult:
    """Let the bot of the context take a free seat, in this colour if one is given."""
    free = next((each for each in table.game.colours if each not in table.colours), "")
    return join_game(path, context, colour or free, strength.value)
