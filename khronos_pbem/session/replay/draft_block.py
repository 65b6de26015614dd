"""Drafting blocks: a draft is signed and shows what the block would do, but nothing is written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from khronos_pbem.deck import joining
from khronos_pbem.deck.crypto.secrets import GameSecret
from khronos_pbem.deck.decrypt_cards import read
from khronos_pbem.deck.key_reveal import accept_revealed_key, encode_deck_key
from khronos_pbem.deck.ledger import CheckLevel, due_parts
from khronos_pbem.deck.payment import pay, pay_shuffles
from khronos_pbem.engine.card_handles import Handle
from khronos_pbem.engine.contract import AnyOrder, AnyParsedOrder, AnyPosition, Event
from khronos_pbem.engine.digests import encode_bytes
from khronos_pbem.engine.rule_references import rule_references_of
from khronos_pbem.engine.runner import locate_error
from khronos_pbem.errors import IllegalOrder, NothingToDo
from khronos_pbem.messages import GAME, message
from khronos_pbem.record.block import ACK, ANSWER, ASSIST, JOIN, TURN, Block
from khronos_pbem.record.budget import find_budget_excess
from khronos_pbem.record.chain import Signer, offer_digest, sign
from khronos_pbem.record.leaving import votes
from khronos_pbem.record.names import check_player_name
from khronos_pbem.record.offers import Offer
from khronos_pbem.session.replay import departures as leaving
from khronos_pbem.session.replay.replay import apply_block, check_free_seat, with_last_block
from khronos_pbem.session.replay.roll_requests import (
    foresee_roll,
    foreseen_table,
    serve_rolls,
    with_open_roll,
)
from khronos_pbem.session.replay.run_orders import OrderRun, check_auto, rerun_recorded, run_orders
from khronos_pbem.session.replay.sealed_messages import Sealer, seal_private_orders
from khronos_pbem.session.replay.table import (
    Seat,
    Table,
    Waiting,
    can_write,
    has_left_game,
    position_digest,
    waiting,
    with_seat,
)

if TYPE_CHECKING:
    from khronos_pbem.session.replay.departures import Ballot


class Author(NamedTuple):
    """The author of a block: the seat, the signing key, and the secret of this game (DECK 2)."""

    seat: int
    key: Signer
    secret: GameSecret


class Draft(NamedTuple):
    """A signed block that is not written yet, with its events and the table after it.

    `words` are all orders in canonical text, which may name cards that the block does not name. `left` are
    the orders that were not reached. `steps` are the orders that were reached, each with the position before
    it as its author sees it. `rolled` are the events of a roll that is completed by the block's own share.
    They come first in `events`.
    """

    block: Block
    events: tuple[Event, ...]
    table: Table
    left: tuple[AnyParsedOrder, ...] = ()
    words: tuple[str, ...] = ()
    steps: tuple[tuple[AnyOrder, AnyPosition], ...] = ()
    rolled: tuple[Event, ...] = ()


def game_secret(seed: bytes, table: Table) -> GameSecret:
    """The secret of an identity for this game (DECK 2); `seed` has 32 bytes."""
    return GameSecret.derive(seed, table.ledger.game)


def draft_join(table: Table, seat: Seat, author: Author, prev: bytes, at: str) -> Draft:
    """Draft the block that takes the next seat (DECK 3).

    The last join also sends its shares (DECK 6). If the game begins with a roll, it sends the first share of
    that roll too (DECK 10.5). Raises NothingToDo if all seats are taken, InvalidFile if this seat cannot be
    taken.
    """
    if len(table.seats) == table.header.seats:
        what = message("all seats are taken")
        raise NothingToDo(what, rule="FORMATS 4", hint=message("ask the other players to start a new game"))
    check_free_seat(table, seat, author.seat)
    check_player_name(seat.name, [taken.name for taken in table.seats])
    part, ledger = joining.make_join(table.ledger, author.secret, seat.identity, prev)
    after, parts = _send_shares(with_seat(table, seat, ledger), author, ())
    after, late = _send_shares(with_open_roll(after, author.seat), author, ())
    block = _block(table, author, JOIN, prev, at, {"join_deck": part, **parts, "late": late})
    block = replace(block, name=seat.name, colour=seat.colour, identity=seat.identity, bot=seat.bot)
    return _sign(block, after, author, ())


def draft_offer(table: Table, author: Author, seat: Seat, base: bytes) -> Offer:
    """Sign an offer to take over the author's seat; the author is the new player (DECK 9.4).

    `seat` describes the new player. `base` is the hash of the table's last block, 32 bytes. Raises
    InvalidFile if the offer is not allowed.
    """
    secret = author.secret
    proof = joining.prove_key(table.ledger, author.seat, secret, seat.identity, base)
    bare = Offer(author.seat, seat.identity, seat.name, secret.key().public, proof, bytes(64), seat.bot)
    offer = bare._replace(sig=author.key.sign(offer_digest(bare, table.ledger.game, base)))
    leaving.check_offers(table, (offer,), base)
    return offer


def draft_vote(table: Table, author: Author, ballot: Ballot, prev: bytes) -> Draft:
    """Draft a vote to continue without some of the players (DECK 9.2).

    Raises InvalidFile if the vote is not allowed.
    """
    block = ballot.on(table, author.seat, encode_bytes(prev))
    return _sign_undated(block, *leaving.apply_vote(table, block, CheckLevel.FULL), author)


def draft_ack(table: Table, author: Author, prev: bytes) -> Draft:
    """Draft the ack of a finished run of votes (DECK 9.2).

    Raises InvalidFile if the ack is not allowed.
    """
    block = _block(table, author, ACK, prev, "", {})
    run = votes.acked(table.record_seats, block)
    assert table.pending is not None
    part, ledger = pay_shuffles(table.pending.table.ledger, author.seat, author.secret)
    done = leaving.with_ack(table, block, run, ledger)
    return _sign_undated(replace(block, deck=part), *done, author)


def _sign_undated(block: Block, after: Table, events: tuple[Event, ...], author: Author) -> Draft:
    """Sign a vote or an ack.

    It has no date, so it has the same bytes whenever it is signed.
    """
    after = after._replace(seq=block.seq)
    return Draft(sign(replace(block, after=position_digest(after)), author.key), events, after)


def draft_assist(table: Table, author: Author, prev: bytes, at: str) -> Draft:
    """Draft a block that only sends shares (DECK 6), including any roll that they complete (DECK 10.3).

    Raises NothingToDo if no share is missing, or if the game waits for another block first (DECK 9.2).
    """
    if table.position is None or not due_parts(table.ledger, author.seat):
        raise NothingToDo(message("you have no shares to send"), rule="DECK 6", hint=_who_acts(table))
    if not can_write(table, author.seat):
        what = message("nobody is waiting for your share; your next block will contain it")
        raise NothingToDo(what, rule="DECK 9.2", hint=_who_acts(table))
    settled, parts = _send_shares(table, author, ())
    run = serve_rolls(table, settled)
    after, late = _send_shares(with_open_roll(run.table, author.seat), author, ())
    block = _block(table, author, ASSIST, prev, at, {**parts, "late": late})
    return _sign(replace(block, auto=run.auto), after, author, run.events)


def draft_turn(table: Table, author: Author, orders: Sequence[AnyParsedOrder], prev: bytes, at: str) -> Draft:
    """Draft a turn, or the answer to a choice, with as many of the orders as can be carried out.

    Raises OrderError for an order that is not allowed, NothingToDo if it is not this seat's move.
    """
    settled, _ = _send_shares(table, author, ())
    begun = serve_rolls(table, settled)
    now = _own_move(table, begun.table, author.seat)
    private = _ranked(private_table(begun.table, author), author)
    orders = seal_private_orders(table, Sealer(author.seat, author.secret, prev), orders)
    run = run_orders(private, author.seat, orders)
    _check_budget(run.orders, orders)
    public, parts = _send_shares(table, author, _left_hand(private, run.table, author.seat))
    again = rerun_recorded(serve_rolls(table, public), author.seat, now.need, run.orders)
    check_auto(again, (*begun.auto, *run.auto))
    after, late = _send_shares(with_open_roll(again.table, author.seat), author, ())
    after, key = _show_key(after, author)
    block = _block(table, author, now.need, prev, at, {**parts, "late": late, **key})
    block = replace(block, orders=again.orders, auto=again.auto)
    words = tuple(table.game.text(spelled.order) for spelled in orders)
    draft = _sign(block, after, author, again.events)
    return draft._replace(left=run.left, words=words, steps=_steps(private, run, orders), rolled=begun.events)


def _steps(
    private: Table, run: OrderRun, orders: Sequence[AnyParsedOrder]
) -> tuple[tuple[AnyOrder, AnyPosition], ...]:
    """Return the orders that were reached, each with the position before it."""
    tables = [private, *(stage.table for stage in run.stages)]
    return tuple((table.position, each.order) for table, each in zip(tables[:-1], orders, strict=False))


def _check_budget(texts: Sequence[str], orders: Sequence[AnyParsedOrder]) -> None:
    """Raise IllegalOrder at the first order that makes the block too large."""
    beyond = find_budget_excess(texts)
    if beyond is not None:
        problem = IllegalOrder(beyond.what, hint=beyond.hint)
        raise locate_error(problem, orders[beyond.number])


def private_table(table: Table, author: Author) -> Table:
    """Return the table as `author` sees it, including the cards in their hand (DECK 5).

    If only this author's share of an open roll is missing, the table includes the result of the roll (DECK
    10.4).
    """
    return private_table_and_slots(table, author)[0]


def foreseen_roll_events(table: Table, author: Author) -> tuple[Event, ...]:
    """Return the events of the open roll if only the share of `author` is missing; otherwise none."""
    if table.ledger.rolls.open is None:
        return ()
    return foresee_roll(table, author.seat, author.secret).events


def private_table_and_slots(table: Table, author: Author) -> tuple[Table, frozenset[Handle]]:
    """Return the table of `private_table`, and the slots in it that only the author can read."""
    table = foreseen_table(table, author.seat, author.secret)
    labels = read(table.ledger, author.seat, author.secret)
    return table._replace(position=table.game.learn(table.position, labels)), frozenset(labels)


def _ranked(private: Table, author: Author) -> Table:
    """Return the table with the secret order in which equal cards leave the author's hand (DECK 5)."""
    hand = private.game.hand(private.position, author.seat)
    ranks = {handle: author.secret.rank(handle) for handle in hand}
    return private._replace(position=private.game.with_ranks(private.position, author.seat, ranks))


def _own_move(table: Table, settled: Table, seat: int) -> Waiting:
    """Return what this seat has to do once its shares are sent.

    Raises NothingToDo if it is not its move.
    """
    now = waiting(settled)
    if now is not None and now.seat == seat and now.need in (TURN, ANSWER):
        return now
    if table.position is not None and due_parts(table.ledger, seat) and can_write(table, seat):
        what = message("it is not your move, but you still have to send your share")
        raise NothingToDo(what, rule="DECK 6", hint=message("send it with khronos assist {game}", game=GAME))
    rule = rule_references_of(table.game).turn
    raise NothingToDo(_not_your_move(table, seat), rule=rule, hint=_who_acts(table))


def _not_your_move(table: Table, seat: int) -> str:
    if waiting(table) is None:
        return message("the game is over")
    if table.position is not None and table.game.has_left(table.position, seat):
        return message("{colour} is out of the game", colour=table.seats[seat].colour)
    return message("it is not your move")


def _who_acts(table: Table) -> str:
    now = waiting(table)
    if now is None:
        return message("the game is over")
    if now.seat is None:
        return message("the game is waiting for players to join")
    return message(
        "the game is waiting for {why} from {seats}", seats=table.seats[now.seat].colour, why=now.what
    )


def _send_shares(table: Table, author: Author, reveal: Sequence[Handle]) -> tuple[Table, dict[str, object]]:
    """Send all shares of this seat and reveal these cards; return the table and the block's part."""
    if table.position is None or not (reveal or due_parts(table.ledger, author.seat)):
        return table, {}
    made = pay(table.ledger, author.seat, author.secret, reveal)
    position = table.game.learn(table.position, made.labels) if made.labels else table.position
    return table._replace(ledger=made.ledger, position=position), dict(made.part)


def _show_key(table: Table, author: Author) -> tuple[Table, dict[str, object]]:
    """Add the deck key of a player who leaves; only this function makes it public (DECK 9.1)."""
    if not has_left_game(table, author.seat):
        return table, {}
    key = encode_deck_key(author.secret)
    ledger = accept_revealed_key(table.ledger, author.seat, key, CheckLevel.TRUSTED)
    return with_open_roll(table._replace(ledger=ledger), author.seat), {"key": key}


def _left_hand(before: Table, after: Table, seat: int) -> tuple[Handle, ...]:
    """The slots that left the hand of a seat."""
    kept = set(after.game.hand(after.position, seat))
    return tuple(handle for handle in before.game.hand(before.position, seat) if handle not in kept)


def _block(
    table: Table, author: Author, kind: str, prev: bytes, at: str, deck: Mapping[str, object]
) -> Block:
    return Block(
        seq=table.seq + 1, seat=author.seat, kind=kind, at=at, prev=encode_bytes(prev), deck=dict(deck)
    )


def _sign(block: Block, after: Table, author: Author, events: tuple[Event, ...]) -> Draft:
    after = with_last_block(after, block)
    block = sign(replace(block, after=position_digest(after)), author.key)
    return Draft(block, events, after)


def verify_draft(draft: Draft, before: Table) -> Table:
    """Verify the block of a draft as every other player will, and return the table after it.

    Raises InvalidFile if this program has made a block that others would refuse.
    """
    return apply_block(before, draft.block, CheckLevel.FULL).table
