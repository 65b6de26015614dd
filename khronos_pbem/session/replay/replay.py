"""The replay: carrying out and verifying all blocks of a record, with a table after each (FORMATS 4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from khronos_pbem.deck import joining
from khronos_pbem.deck.key_reveal import accept_revealed_key
from khronos_pbem.deck.ledger import CheckLevel, due_parts
from khronos_pbem.deck.payment import accept_payment, revealed_handles
from khronos_pbem.engine.card_handles import PARTS, Handle
from khronos_pbem.engine.digests import decode_bytes
from khronos_pbem.engine.rule_references import rule_references_of
from khronos_pbem.errors import InvalidFile, KhronosError
from khronos_pbem.messages import listed, message
from khronos_pbem.record.block import ASSIST, JOIN, TIMELESS, VOTE, Block
from khronos_pbem.record.chain import are_linked, check_link, check_signature, is_linked
from khronos_pbem.record.leaving.votes import next_seats
from khronos_pbem.record.save import Save
from khronos_pbem.session.replay import departures as leaving
from khronos_pbem.session.replay.history import Entry, History
from khronos_pbem.session.replay.roll_requests import serve_rolls, with_open_roll
from khronos_pbem.session.replay.run_orders import check_auto, out_of_turn_message, rerun_recorded
from khronos_pbem.session.replay.table import (
    Seat,
    Table,
    can_write,
    has_left_game,
    new_table,
    position_digest,
    with_seat,
)


def replay(save: Save, heads: Sequence[bytes], trusted: int = 0) -> History:
    """Replay a record; the first `trusted` blocks, known by their hashes, were verified here before.

    Raises only for an impossible header. An invalid block ends the history, with the error in `problem`. The
    error names the seat if that seat signed the block. It names nobody if the block was changed without a
    signature (DECK 1, P5).
    """
    if not are_linked(save.blocks[:trusted], heads):
        trusted = 0  # the hash of a block vouches only for blocks that link to each other up to it
    start = table = new_table(save.header)
    entries: list[Entry] = []
    for place, block in enumerate(save.blocks):
        checks = CheckLevel.TRUSTED if place < trusted else CheckLevel.FULL
        seat = None
        try:
            if checks is CheckLevel.FULL:
                _check_origin(table, block, place, heads[place])
            seat = _signer(table, block)
            check_link(block, place, heads[place])
            entries.append(_apply(table, block, checks))
        except KhronosError as problem:
            if checks is CheckLevel.TRUSTED:  # what was verified before breaks now: nothing is taken on trust
                return replay(save, heads)
            blamed = problem.changed(line=None, column=None, block=place, seat=seat)
            return History(start, tuple(entries), tuple(heads), blamed)
        table = entries[-1].table
    return History(start, tuple(entries), tuple(heads))


def _check_origin(table: Table, block: Block, place: int, before: bytes) -> None:
    """Raise InvalidFile unless the block is signed by its seat, for this place in the record.

    Anybody who passed the file on may have changed, moved or removed a block, so the error names nobody.
    """
    if block.kind == JOIN:
        check_signature(block, block.identity)
    elif block.seat < len(table.seats):
        check_signature(block, table.seats[block.seat].identity, table.seats[block.seat].colour)
    if not is_linked(block, before):
        check_link(block, place, before)
    if block.kind != JOIN and block.seat >= len(table.seats):
        raise InvalidFile(message("seat {seat} is not taken yet", seat=block.seat))


def _signer(table: Table, block: Block) -> str:
    """Return the colour of the player who signed a block.

    For a join it is the colour that they already play, or the one that they ask for.
    """
    if block.kind != JOIN:
        return table.seats[block.seat].colour
    return next((seat.colour for seat in table.seats if seat.identity == block.identity), block.colour)


def apply_block(table: Table, block: Block, checks: CheckLevel) -> Entry:
    """Carry out a block at a table and return the entry; with `Checks.FULL` its signature is verified too.

    Raises InvalidFile (also DeckError) if it is not valid.
    """
    if checks is CheckLevel.FULL:
        _check_origin(table, block, block.seq, decode_bytes(block.prev, 32))
    return _apply(table, block, checks)


def _apply(table: Table, block: Block, checks: CheckLevel) -> Entry:
    if block.kind in TIMELESS:
        return _apply_vote_or_ack(table, block, checks)
    start = table
    if block.kind == JOIN:
        table = _joined(table, block, checks)
    elif table.position is None:
        raise InvalidFile(message("not all seats are taken yet"))
    elif block.kind == ASSIST and not (set(block.deck) & set(PARTS)):
        raise InvalidFile(message("the assist block contains no share"), rule="DECK 6")
    elif table.run is not None:
        what = message(
            "a vote is under way; only votes and confirmations are allowed until the vote is final"
        )
        raise InvalidFile(what, rule="DECK 9.2")
    elif not can_write(table, block.seat):
        rule = "DECK 9.2" if block.kind == ASSIST else rule_references_of(table.game).turn
        raise InvalidFile(out_of_turn_message(table, block.seat, block.kind), rule=rule)
    revealed = revealed_handles(block.deck)
    before = _hand(table, block.seat)
    table = with_shares(table, block.seat, _parts(block.deck), checks)
    run = serve_rolls(start, table)
    if block.orders:
        run = rerun_recorded(run, block.seat, block.kind, block.orders)
    check_auto(run, block.auto)
    _check_revealed(before, _hand(run.table, block.seat), revealed)
    table = with_open_roll(run.table, block.seat)
    if block.late:
        if "reveal" in block.late:
            raise InvalidFile(message("cards must not be revealed after the orders"), rule="DECK 5")
        table = with_shares(table, block.seat, block.late, checks)
    return Entry(block, run.events, _finished(table, block, checks), run.stages)


def _apply_vote_or_ack(table: Table, block: Block, checks: CheckLevel) -> Entry:
    """Carry out a vote or an ack (DECK 9.2)."""
    apply = leaving.apply_vote if block.kind == VOTE else leaving.apply_ack
    table, events = apply(table, block, checks)
    after = table._replace(seq=block.seq)
    _check_digest(after, block, checks)
    return Entry(block, events, after)


def _joined(table: Table, block: Block, checks: CheckLevel) -> Table:
    check_free_seat(table, seat_of_join(block), block.seat)
    part = block.deck.get("join_deck")
    if not isinstance(part, Mapping):
        raise InvalidFile(message('the table "join_deck" is missing from the join block'), rule="DECK 3")
    prev = decode_bytes(block.prev, 32)
    ledger = joining.accept_join(table.ledger, part, checks, block.identity, prev)
    return with_seat(table, seat_of_join(block), ledger)


def seat_of_join(block: Block) -> Seat:
    """The seat that a join block takes."""
    return Seat(block.name, block.colour, block.identity, block.bot)


def free_colours(table: Table) -> list[str]:
    """Return the colours of the game that no player of the table has, in the sequence of the game."""
    return [colour for colour in table.game.colours if colour not in table.colours]


def check_free_seat(table: Table, seat: Seat, number: int) -> None:
    """Raise InvalidFile if this name, colour or identity cannot take the seat of this number."""
    if number != len(table.seats) or number >= table.header.seats:
        raise InvalidFile(message("seat {number} is not the next free seat", number=number), rule="DECK 3")
    if seat.colour not in table.game.colours:
        what = message("there is no colour {seat!r}", seat=seat.colour)
        hint = message("the colours are {known}", known=listed(table.game.colours))
        raise InvalidFile(what, rule=rule_references_of(table.game).colours, hint=hint)
    for taken in table.seats:
        if taken.colour == seat.colour:
            what = message("{seat} is already taken", seat=seat.colour)
            hint = message("choose a free colour: {colours}", colours=listed(free_colours(table)))
            raise InvalidFile(what, rule=rule_references_of(table.game).colours, hint=hint)
        if taken.identity == seat.identity:
            raise InvalidFile(message("this identity already plays {taken}", taken=taken.colour))


def _parts(deck: Mapping[str, object]) -> dict[str, object]:
    return {key: deck[key] for key in PARTS if key in deck}


def with_shares(table: Table, seat: int, part: Mapping[str, object], checks: CheckLevel) -> Table:
    """Return the table after a seat's shares, with the cards that all players can now read.

    Raises DeckError.
    """
    if table.position is None:
        if part:
            raise InvalidFile(message("the block contains shares, but the game has not begun"), rule="DECK 6")
        return table
    ledger, labels = accept_payment(table.ledger, seat, part, checks)
    position = table.game.learn(table.position, labels) if labels else table.position
    return table._replace(ledger=ledger, position=position)


def _hand(table: Table, seat: int) -> tuple[Handle, ...]:
    return () if table.position is None else table.game.hand(table.position, seat)


def _check_revealed(before: Sequence[Handle], after: Sequence[Handle], revealed: Sequence[Handle]) -> None:
    """Raise InvalidFile unless the revealed cards are exactly those that left the hand (DECK 5)."""
    gone = {handle for handle in before if handle not in set(after)}
    for extra in sorted(set(revealed) - gone):
        what = message("card {extra} was revealed, but it was neither played nor discarded", extra=extra)
        raise InvalidFile(what, rule="DECK 5")
    for missing in sorted(gone - set(revealed)):
        what = message("card {missing} was played or discarded, but it was not revealed", missing=missing)
        raise InvalidFile(what, rule="DECK 5")


def _finished(table: Table, block: Block, checks: CheckLevel) -> Table:
    """Check that no share is missing and the digest is right; return the table at the end of the block."""
    table = with_last_block(table, block)
    if table.position is not None and due_parts(table.ledger, block.seat):
        what = message("a share that the player has to send is missing")
        hint = message("every block must contain all the shares that its player has to send")
        raise InvalidFile(what, rule="DECK 6", hint=hint)
    table = _accept_shown_key(table, block, checks)
    _check_digest(table, block, checks)
    return table


def with_last_block(table: Table, block: Block) -> Table:
    """Return the table with this block's number and author recorded as those of the last block."""
    record_seats = next_seats(table.record_seats, block.seq, block)
    return table._replace(actor=block.seat, seq=block.seq, record_seats=record_seats)


def _check_digest(table: Table, block: Block, checks: CheckLevel) -> None:
    if checks is CheckLevel.FULL and block.after != position_digest(table):
        what = message("the position after this block does not match the hash in the block")
        raise InvalidFile(
            what, hint=message("the block was created with different rules or by a modified program")
        )


def _accept_shown_key(table: Table, block: Block, checks: CheckLevel) -> Table:
    """The table after a leaving seat has shown its key (DECK 9.1). Raises InvalidFile for any other key."""
    if has_left_game(table, block.seat) != ("key" in block.deck):
        what = message("the block reveals a deck key, but the player who signed it is not leaving the game")
        if "key" not in block.deck:
            what = message("the block does not reveal the deck key of the player who is leaving")
        raise InvalidFile(what, rule="DECK 9.1")
    if "key" not in block.deck:
        return table
    ledger = accept_revealed_key(table.ledger, block.seat, block.deck["key"], checks)
    return with_open_roll(table._replace(ledger=ledger), block.seat)
