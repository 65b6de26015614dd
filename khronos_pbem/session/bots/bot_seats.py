"""Bots at the table: how they take seats and play them, each by itself.

A bot's seat says what it is by its join. Its identity lies in somebody's keyring, and its blocks go through
the same doors as everybody's: one block on a state, never on an older file than the newest seen.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from khronos_pbem.engine.digests import digest, encode_bytes
from khronos_pbem.engine.features.bots import Bots, Strength, WorkerPoolMap
from khronos_pbem.errors import Mistake, OrderError, UsageError
from khronos_pbem.games.registry import feature
from khronos_pbem.home.keyring import load_identity, public_key_of
from khronos_pbem.home.versions.newest_seen import blocks_known_on, newest_seen
from khronos_pbem.home.versions.unsent import signed_here
from khronos_pbem.messages import message, operand
from khronos_pbem.record.block import ACK, ANSWER, ASSIST, JOIN, TURN
from khronos_pbem.record.chain import head_hash
from khronos_pbem.session.bots.bot_settings import load_bot_settings
from khronos_pbem.session.bots.bot_turn import considered
from khronos_pbem.session.commands.write_blocks import Done, assist, join_game, play_chosen
from khronos_pbem.session.context import Context
from khronos_pbem.session.identities import name_of
from khronos_pbem.session.replay.draft_block import Author
from khronos_pbem.session.replay.open_save import Opened, open_to_act
from khronos_pbem.session.replay.replay import colours_of
from khronos_pbem.session.replay.table import Table, Waiting, missed, seat_of, waiting


def bot_awaited(home: Path, table: Table) -> str | None:
    """The name of the bot of this keyring that has to act; None if it is somebody else, or nobody."""
    now = missed(table)
    if now is None or now.seat is None or now.need == JOIN or not table.seats[now.seat].bot:
        return None
    return name_of(home, table.seats[now.seat].identity)


def bot_block(path: Path, context: Context, now: Waiting, spread: WorkerPoolMap) -> Done:
    """The block that is awaited of the bot of the context: what it owes, its turn or its answer.

    What it has signed on this state before, and nobody has as yet, it signs again. Raises Mistake if the bot
    is wrong, and what opening and writing raise.
    """
    if now.need in (ASSIST, ACK):
        return assist(path, context)
    try:
        return play_chosen(path, context, lambda opened, writer: _orders(opened, writer, context, spread))
    except OrderError as problem:
        raise Mistake(
            message("the bot {name} has made a mistake: {problem}", name=context.name, problem=problem.said),
            rule="FORMATS 1",
            hint=message("nothing was written; please report this error"),
        ) from problem


def _orders(opened: Opened, writer: Author, context: Context, spread: WorkerPoolMap) -> list[str]:
    """What the bot of the context orders on an opened save: what it has ordered there before, else what it
    thinks of."""
    found = _given_before(opened, writer, context)
    if found:
        return found
    assert context.name is not None
    mind = load_bot_settings(context.home, opened.save.header, context.name, spread)
    strength = Strength(opened.table.seats[writer.seat].bot)
    mind = mind._replace(strength=strength, seed=mind.seed or _own_seed(context, context.name))
    return considered(opened.table, writer, mind)


def _own_seed(context: Context, name: str) -> str:
    """What decides a bot's chance where no seed is given: a secret of its own, the same on each machine."""
    return encode_bytes(digest("bot/seed", load_identity(context.home, name, context.ask).seed)[:16])


def _given_before(opened: Opened, writer: Author, context: Context) -> list[str]:
    """The orders of the block that this seat has signed on this very state; empty if there is none."""
    assert context.name is not None
    prev = encode_bytes(head_hash(opened.save))
    noted = [one for one in signed_here(context.home, opened.save.header) if one.prev == prev]
    mine = [one for one in noted if one.seat == writer.seat and one.kind in (TURN, ANSWER)]
    if mine:
        last = sorted(mine, key=lambda one: one.left)[-1]
        words = last.words(load_identity(context.home, context.name, context.ask))
        if words:
            return list(words)
    known = [each for each in blocks_known_on(context.home, opened.save) if each.seat == writer.seat]
    return list(known[0].orders) if known else []


def played_by(
    path: Path, context: Context, spread: WorkerPoolMap, strength: Strength, colour: str = ""
) -> Iterator[Done]:
    """Play for a bot, and return each block it writes.

    It joins with this strength if it has no seat, sends its shares, and plays until somebody else is to move.

    Raises UsageError for an identity that sits there as a person, and for a game without bots; NothingToDo
    where no seat is free and none is its own.
    """
    assert context.name is not None
    key = public_key_of(context.home, context.name)
    opened = open_to_act(path, context.home, rewind=False)
    feature(opened.table.game, Bots)
    if seat_of(opened.table, key) is None:
        if waiting(opened.table) is None:
            return
        yield _joined(path, context, opened.table, strength, colour)
    while True:
        opened = open_to_act(path, context.home, rewind=False)
        seat = seat_of(opened.table, key)
        assert seat is not None
        check_is_bot(opened.table, seat, file=path)
        now = missed(opened.table)
        if opened.older is not None and not (is_own(now, seat) and is_one_behind(opened, context.home)):
            raise opened.older
        if now is None or not is_own(now, seat):
            return
        yield bot_block(path, context, now, spread)


def is_one_behind(opened: Opened, home: Path) -> bool:
    """Whether just one block is missing in a file: whoever wrote it was stopped before it was there."""
    seen = newest_seen(home, opened.save.header)
    return seen is not None and len(seen.blocks) == len(opened.save.blocks) + 1


def is_own(now: Waiting | None, seat: int) -> bool:
    """Whether a seat is awaited."""
    return now is not None and now.seat == seat and now.need != JOIN


def check_is_bot(table: Table, number: int, strength: Strength | None = None, file: object = "GAME") -> None:
    """Raise UsageError if a person plays a seat, or a bot of another strength than this."""
    seat = table.seats[number]
    if not seat.bot:
        what = message(
            "{name} plays {colour} as a human player, not as a bot",
            colour=seat.colour,
            name=seat.name,
        )
        hint = message("play your turns yourself: khronos next {path}", path=operand(file))
        raise UsageError(what, rule="FORMATS 1", hint=hint)
    if strength is not None and strength.value != seat.bot:
        what = message(
            "{name} has already joined with the strength {strength}", name=seat.name, strength=seat.bot
        )
        raise UsageError(what, rule="FORMATS 1", hint=message("leave --strength out"))


def _joined(path: Path, context: Context, table: Table, strength: Strength, colour: str) -> Done:
    """The bot of the context takes the next free seat."""
    taken = colours_of(table)
    free = next((each for each in table.game.colours if each not in taken), "")
    return join_game(path, context, colour or free, strength.value)
