"""Lines for people about the player to move and about each block."""

from __future__ import annotations

from itertools import islice, takewhile

from khronos_pbem.engine.contract import Event
from khronos_pbem.engine.orders import private_orders
from khronos_pbem.messages import Moment, VerbatimText, listed, message, players_message, plural_message
from khronos_pbem.record.block import ACK, JOIN, TIMELESS, VOTE, Block
from khronos_pbem.session.queries.documents import EventFormatter, event_lines, event_text
from khronos_pbem.session.queries.since_last_turn import is_noteworthy
from khronos_pbem.session.queries.vote_status import votes_line
from khronos_pbem.session.replay.history import Entry, History
from khronos_pbem.session.replay.snapshots import newest_first
from khronos_pbem.session.replay.table import Table, Waiting, waiting, waiting_without_votes


def whose_move_line(table: Table) -> str:
    """Return one sentence that names the player who has to act, and the required action."""
    return waiting_line(table, waiting(table))


def waiting_line(table: Table, now: Waiting | None) -> str:
    """Return the sentence of `whose_move_line` for a given `Waiting`.

    `now` may be what only one player knows.
    """
    if now is None:
        return _result(table)
    if now.seat is None:
        missing = table.header.seats - len(table.seats)
        return plural_message("{n} seat is free", "{n} seats are free", missing)
    if table.run is None:
        return _awaited(table, now, now.seat)
    votes, late = votes_line(table), waiting_without_votes(table)
    if now.need == ACK or late is None or late.seat is None:
        return votes
    return message("{told}; {votes}", told=_awaited(table, late, late.seat), votes=votes)


def _awaited(table: Table, now: Waiting, seat: int) -> str:
    """Return the action required of a seat, in words."""
    who = player_name(table, seat)
    return message("waiting for {who}: {why}{what}", who=who, why=now.what, what=_choice_text(now))


def _choice_text(now: Waiting) -> str:
    choice = now.choice
    if choice is None:
        return ""
    options = listed(choice.options)
    if not choice.board:
        return message(" ({order}: {items})", order=choice.kind, items=options)
    return message(" ({order} on {board}: {items})", order=choice.kind, board=choice.board, items=options)


def _result(table: Table) -> str:
    won = [player_name(table, seat) for seat in table.game.winners(table.position)]
    return message("The game is over. {items:Name} won.", items=listed(won, " and "))


def player_name(table: Table, seat: int) -> str:
    """Return the colour and name of a player, for people."""
    return message("{colour} ({who})", colour=table.seats[seat].colour, who=table.seats[seat].called)


def lines_since_last_turn(history: History) -> list[str]:
    """Return lines about the blocks since the awaited player last wrote one, with their events.

    There is at most one block for each seat; when the game is over, only the last block is described.
    """
    now, seats = waiting(history.table), history.table.header.seats
    recent: list[list[str]] = []
    for block, events in islice(newest_first(history.entries), 1 if now is None else seats):
        if recent and now is not None and block.seat == now.seat:
            break
        recent.append(_block_lines(history.table_with_players_at(block.seq), block, events, event_text))
    return [line for lines in reversed(recent) for line in lines]


def block_lines_from(history: History, first: int) -> list[str]:
    """Return lines for people about the blocks from number `first` on, except those that only send shares.

    No block is replayed for this if its events are stored.
    """
    recent = list(takewhile(lambda each: each[0].seq >= first, newest_first(history.entries)))
    lines: list[str] = []
    for block, events in reversed(recent):
        if is_noteworthy(block, events):
            lines += _block_lines(history.table_with_players_at(block.seq), block, events, event_text)
    return lines


def entry_lines(entry: Entry, tell: EventFormatter = event_text) -> list[str]:
    """Return lines for people about a block: its author, its action, and its events."""
    return _block_lines(entry.table, entry.block, entry.events, tell)


def _block_lines(table: Table, block: Block, events: tuple[Event, ...], tell: EventFormatter) -> list[str]:
    who, what = player_name(table, block.seat), headline(block)
    if block.kind in TIMELESS and events and events[0].event in ("voted", "acked"):
        what, events = tell(events[0]._replace(text=what)), events[1:]
    head = message("{seq}. {who}: {what}", seq=block.seq, who=who, what=what)
    if block.at:
        head = message("{seq}. {who}, {at}: {what}", seq=block.seq, who=who, at=Moment(block.at), what=what)
    return [head, *(message("   {line}", line=line) for line in event_lines(events, tell))]


def headline(block: Block) -> str:
    """Return a description of a block in a few words."""
    if block.kind == JOIN:
        return message("takes seat {seat} as {colour}", seat=block.seat + 1, colour=block.colour)
    if block.kind == VOTE:
        return _ballot(block)
    if block.kind == ACK:
        return message("confirms this vote")
    if not block.orders and "roll" in block.deck:
        return message("sends a share of a dice roll")
    if not block.orders:
        return message("sends shares of the deck")
    orders = map(private_orders.without_sealed_bytes, block.orders)
    return listed([message("{order}", order=order) for order in orders], "; ")


def _ballot(block: Block) -> str:
    """Return a description of a vote in a few words."""
    colours = players_message(block.without)
    if not block.offers:
        return message("votes to continue without {colours}", colours=colours)
    given = listed([VerbatimText(offer.name) for offer in block.offers], " and ")
    return message(
        "votes to continue without {colours} and with {given} instead", colours=colours, given=given
    )
