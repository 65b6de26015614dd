"""Writing a save: the new block, comments for people on top, safely onto the disk (FORMATS 4)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from khronos_pbem.engine.contract import Event
from khronos_pbem.errors import UsageError
from khronos_pbem.record.block import Block
from khronos_pbem.record.cache import mark_verified
from khronos_pbem.record.chain import head_hash
from khronos_pbem.record.files import replace_if_unchanged, write_new
from khronos_pbem.record.save import write_save
from khronos_pbem.record.seen import remember
from khronos_pbem.saying import listed, say, say_many
from khronos_pbem.session.facts import event_lines
from khronos_pbem.session.fold import Entry, History
from khronos_pbem.session.opening import Opened
from khronos_pbem.session.table import JOIN, Table, Waiting, waiting

WIDTH = 110  # the three boards of the standard map, side by side


def write_block(
    opened: Opened,
    block: Block,
    table: Table,
    events: tuple[Event, ...],
    out: Path | None,
    force: bool,
    home: Path,
) -> None:
    """Write the save with one block more: over its file if that is unchanged, or to `out`.

    Raises UsageError if it cannot be written, Conflict if the file was changed since it was read.
    """
    save = replace(opened.save, blocks=(*opened.save.blocks, block))
    entries = (*opened.history.entries, Entry(block, events, table))
    history = History(opened.history.start, entries, (*opened.history.heads, head_hash(save)))
    text = write_save(save, comments(history))
    if out is None or out.resolve() == opened.path.resolve():
        replace_if_unchanged(opened.path, opened.data, text, home=home)
    else:
        write_new(out, text, force=force)
    remember(home, save)
    mark_verified(home, head_hash(save))


def comments(history: History) -> list[str]:
    """What stands on top of a save for people: whose move, what happened, the boards."""
    table = history.table
    lines = [
        say(
            "{title}: a game of Khronos, played by mail. It is signed: edit nothing below.",
            title=table.header.title,
        ),
        "",
    ]
    lines += [whose_move(table), ""]
    lines += since_last_turn(history)
    if table.position is not None:
        lines += ["", *table.game.picture(table.position, None, WIDTH, _recent(history))]
    return lines


def _recent(history: History) -> tuple[Event, ...]:
    """What happened in the last block in which anything did."""
    return next((entry.events for entry in reversed(history.entries) if entry.events), ())


def whose_move(table: Table) -> str:
    """One sentence: who has to act, and with which command."""
    now = waiting(table)
    if now is None:
        return _result(table)
    if now.seat is None:
        missing = table.header.seats - len(table.seats)
        return say_many(
            "{n} seat free: khronos join FILE --as NAME --colour COLOUR",
            "{n} seats free: khronos join FILE --as NAME --colour COLOUR",
            missing,
        )
    who = player_name(table, now.seat)
    return say("{who} has to act: {reason}{what}", who=who, reason=_NEXT[now.reason], what=_what(now))


_NEXT = {
    "turn": say("a turn (khronos play FILE)"),
    "answer": say("the answer to a choice (khronos play FILE)"),
    "assist": say("shares for the deck (khronos assist FILE)"),
}


def _what(now: Waiting) -> str:
    if now.choice is None:
        return ""
    return say(
        ": {kind} on {board}, one of {items}",
        kind=now.choice.kind,
        board=now.choice.board,
        items=listed(now.choice.options),
    )


def _result(table: Table) -> str:
    won = [player_name(table, seat) for seat in table.game.winners(table.position)]
    return say("The game is over. {items} won.", items=listed(won, " and "))


def player_name(table: Table, seat: int) -> str:
    """A player as people read it: colour and name."""
    return say("{colour} ({name})", colour=table.seats[seat].colour, name=table.seats[seat].name)


def since_last_turn(history: History) -> list[str]:
    """What happened since whoever has to act now acted last, in full lines."""
    now = waiting(history.table)
    recent: list[Entry] = []
    for entry in reversed(history.entries):
        if recent and now is not None and entry.block.seat == now.seat:
            break
        recent.append(entry)
        if now is None or len(recent) == history.table.header.seats:
            break
    return [line for entry in reversed(recent) for line in entry_lines(entry)]


def entry_lines(entry: Entry) -> list[str]:
    """A block as people read it: who did what, and what happened."""
    block, table = entry.block, entry.table
    who = player_name(table, block.seat)
    head = say("{seq}. {who}, {at}: {what}", seq=block.seq, who=who, at=block.at, what=headline(block))
    return [head, *(say("   {line}", line=line) for line in event_lines(entry.events))]


def headline(block: Block) -> str:
    """What a block is, in a few words."""
    if block.kind == JOIN:
        return say("takes seat {seat} as {colour}", seat=block.seat + 1, colour=block.colour)
    if not block.orders:
        return say("pays shares to the deck")
    return listed([say("{order}", order=order) for order in block.orders], "; ")


def check_out(out: Path | None, force: bool) -> None:
    """Raise UsageError at once if a file that must not be overwritten is there."""
    if out is not None and out.exists() and not force:
        raise UsageError(say("{out} exists", out=out), rule="FORMATS 1", hint=say("--force overwrites it"))
