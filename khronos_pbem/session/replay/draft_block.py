"""Making a block: a draft shows what it would do, signing it commits (STYLE: draft against committed)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from khronos_pbem.deck import joining
from khronos_pbem.deck.crypto.secrets import GameSecret
from khronos_pbem.deck.key_reveal import accept_key, shown_key
from khronos_pbem.deck.ledger import Checks, owed
from khronos_pbem.deck.payment import pay, pay_shuffles
from khronos_pbem.deck.slot_labels import read
from khronos_pbem.engine.card_handles import Handle
from khronos_pbem.engine.contract import Event, Spelled
from khronos_pbem.engine.digests import encode_bytes
from khronos_pbem.engine.rule_references import cites_of
from khronos_pbem.engine.runner import placed
from khronos_pbem.errors import IllegalOrder, NothingToDo
from khronos_pbem.messages import GAME, message
from khronos_pbem.record.block import ACK, ANSWER, ASSIST, JOIN, TURN, Block
from khronos_pbem.record.budget import beyond_budget
from khronos_pbem.record.chain import Signer, offer_digest, sign
from khronos_pbem.record.leaving import votes
from khronos_pbem.record.names import check_player_name
from khronos_pbem.record.offers import Offer
from khronos_pbem.session.replay import departures as leaving
from khronos_pbem.session.replay.replay import apply_block, check_seat, written
from khronos_pbem.session.replay.roll_requests import foreseeing, foreseen, opened, served
from khronos_pbem.session.replay.run_orders import Run, check_auto, rerun, run_orders
from khronos_pbem.session.replay.sealed_messages import Hand, sealed_orders
from khronos_pbem.session.replay.table import (
    Seat,
    Table,
    Waiting,
    leaves,
    may_write,
    position_digest,
    seated,
    waiting,
)

if TYPE_CHECKING:
    from khronos_pbem.session.replay.departures import Ballot


class Author(NamedTuple):
    """Who writes a block: the seat, the signing key, and the secret of this game (DECK 2)."""

    seat: int
    key: Signer
    secret: GameSecret


class Draft(NamedTuple):
    """A block that would be written, what it does, the table after it, and the orders not reached.

    `words` are all the orders in canonical text, which name cards that the block does not; `steps` the
    orders that were reached, each with the position before it as its author sees it. `rolled` is what
    happened first, by a roll that the block's own share completes; it is among the events.
    """

    block: Block
    events: tuple[Event, ...]
    table: Table
    left: tuple[Spelled[Any], ...] = ()
    words: tuple[str, ...] = ()
    steps: tuple[tuple[Any, Any], ...] = ()
    rolled: tuple[Event, ...] = ()


def game_secret(seed: bytes, table: Table) -> GameSecret:
    """The secret of an identity (32-byte seed) for this game (DECK 2)."""
    return GameSecret.derive(seed, table.ledger.game)


def draft_join(table: Table, seat: Seat, author: Author, prev: bytes, at: str) -> Draft:
    """The block that takes the next seat (DECK 3); the last one pays its debts at once (DECK 6), and
    gives the first point of a roll that the game begins with (DECK 10.5)."""
    if len(table.seats) == table.header.seats:
        raise NothingToDo(
            message("all seats are taken"), rule="FORMATS 4", hint=message("ask the others for a new game")
        )
    check_seat(table, seat, author.seat)
    check_player_name(seat.name, [taken.name for taken in table.seats])
    part, ledger = joining.join(table.ledger, author.secret, seat.identity, prev)
    after, parts = _pay(seated(table, seat, ledger), author, ())
    after, late = _pay(opened(after, author.seat), author, ())
    block = Block(
        seq=table.seq + 1,
        seat=author.seat,
        kind=JOIN,
        at=at,
        prev=encode_bytes(prev),
        name=seat.name,
        colour=seat.colour,
        identity=seat.identity,
        bot=seat.bot,
        deck={"join_deck": part, **parts, "late": late},
    )
    return _signed(block, after, author, ())


def draft_offer(table: Table, author: Author, seat: Seat, base: bytes) -> Offer:
    """What somebody without a seat offers: to play the author's seat as `seat` says (DECK 9.4).

    `base` is the hash of the last block of the table, 32 bytes. Raises InvalidFile if he may not.
    """
    secret = author.secret
    proof = joining.prove_key(table.ledger, author.seat, secret, seat.identity, base)
    bare = Offer(author.seat, seat.identity, seat.name, secret.key().public, proof, bytes(64), seat.bot)
    offer = bare._replace(sig=author.key.sign(offer_digest(bare, table.ledger.game, base)))
    leaving.check_offers(table, (offer,), base)
    return offer


def draft_vote(table: Table, author: Author, ballot: Ballot, prev: bytes) -> Draft:
    """The vote to go on without somebody (DECK 9.2). Raises InvalidFile if it may not be given now."""
    block = ballot.on(table, author.seat, encode_bytes(prev))
    return _signed_again(block, *leaving.voted(table, block, Checks.FULL), author)


def draft_ack(table: Table, author: Author, prev: bytes) -> Draft:
    """The ack of a finished run of votes (DECK 9.2). Raises InvalidFile if it is not this seat's now."""
    block = _block(table, author, ACK, prev, "", {})
    run = votes.acked(table.sitting, block)
    assert table.pending is not None
    part, ledger = pay_shuffles(table.pending.table.ledger, author.seat, author.secret)
    done = leaving.with_ack(table, block, run, ledger)
    return _signed_again(replace(block, deck=part), *done, author)


def _signed_again(block: Block, after: Table, events: tuple[Event, ...], author: Author) -> Draft:
    """The draft of a block that is the same bytes whenever it is signed."""
    after = after._replace(seq=block.seq)
    return Draft(sign(replace(block, after=position_digest(after)), author.key), events, after)


def draft_assist(table: Table, author: Author, prev: bytes, at: str) -> Draft:
    """The block that holds nothing but paid debts (DECK 6), and the roll that they complete (DECK 10.3).

    Raises NothingToDo if nothing is owed, or the debt has to wait for a block that is awaited (DECK 9.2).
    """
    if table.position is None or not owed(table.ledger, author.seat):
        raise NothingToDo(message("none of your shares is missing"), rule="DECK 6", hint=_who_acts(table))
    if not may_write(table, author.seat):
        what = message("nobody is waiting for your share: your next block sends it")
        raise NothingToDo(what, rule="DECK 9.2", hint=_who_acts(table))
    settled, parts = _pay(table, author, ())
    run = served(table, settled)
    after, late = _pay(opened(run.table, author.seat), author, ())
    block = _block(table, author, ASSIST, prev, at, {**parts, "late": late})
    return _signed(replace(block, auto=run.auto), after, author, run.events)


def draft_turn(table: Table, author: Author, orders: Sequence[Spelled[Any]], prev: bytes, at: str) -> Draft:
    """The block with a turn, or with the answer to a choice, as far as it goes.

    Raises OrderError for an order that may not be given, NothingToDo if it is not this seat's move.
    """
    settled, _ = _pay(table, author, ())
    begun = served(table, settled)
    now = _own_move(table, begun.table, author.seat)
    private = _ranked(private_table(begun.table, author), author)
    orders = sealed_orders(table, Hand(author.seat, author.secret, prev), orders)
    run = run_orders(private, author.seat, orders)
    _check_budget(run.orders, orders)
    public, parts = _pay(table, author, _left_hand(private, run.table, author.seat))
    again = rerun(served(table, public), author.seat, now.need, run.orders)
    check_auto(again, (*begun.auto, *run.auto))
    after, late = _pay(opened(again.table, author.seat), author, ())
    after, key = _left(after, author)
    block = _block(table, author, now.need, prev, at, {**parts, "late": late, **key})
    block = replace(block, orders=again.orders, auto=again.auto)
    words = tuple(table.game.text(spelled.order) for spelled in orders)
    draft = _signed(block, after, author, again.events)
    return draft._replace(left=run.left, words=words, steps=_steps(private, run, orders), rolled=begun.events)


def _steps(private: Table, run: Run, orders: Sequence[Spelled[Any]]) -> tuple[tuple[Any, Any], ...]:
    """The orders that were reached, with the positions before them."""
    tables = [private, *(stage.table for stage in run.stages)]
    return tuple((table.position, each.order) for table, each in zip(tables[:-1], orders, strict=False))


def _check_budget(texts: Sequence[str], orders: Sequence[Spelled[Any]]) -> None:
    """Raise IllegalOrder at the first order that makes the block larger than a block may be."""
    beyond = beyond_budget(texts)
    if beyond is not None:
        problem = IllegalOrder(beyond.what, rule="FORMATS 2", hint=beyond.hint)
        raise placed(problem, orders[beyond.number])


def private_table(table: Table, author: Author) -> Table:
    """The table as its author sees it: the cards in the own hand are known (DECK 5), and what was rolled,
    once nobody but he has to give a point (DECK 10.4)."""
    return known_table(table, author)[0]


def rolled_for(table: Table, author: Author) -> tuple[Event, ...]:
    """What the open roll of a table brings, where only its author's share is missing; else nothing."""
    if table.ledger.rolls.open is None:
        return ()
    return foreseen(table, author.seat, author.secret).events


def known_table(table: Table, author: Author) -> tuple[Table, frozenset[Handle]]:
    """The table of `private_table`, and the slots that its author alone can read there."""
    table = foreseeing(table, author.seat, author.secret)
    labels = read(table.ledger, author.seat, author.secret)
    return table._replace(position=table.game.learn(table.position, labels)), frozenset(labels)


def _ranked(private: Table, author: Author) -> Table:
    """The table on which equal cards of the own hand leave it in their secret order (DECK 5)."""
    hand = private.game.hand(private.position, author.seat)
    ranks = {handle: author.secret.rank(handle) for handle in hand}
    return private._replace(position=private.game.ranked(private.position, author.seat, ranks))


def _own_move(table: Table, settled: Table, seat: int) -> Waiting:
    """What this seat has to do once it has paid; raises NothingToDo if it is somebody else's move."""
    now = waiting(settled)
    if now is not None and now.seat == seat and now.need in (TURN, ANSWER):
        return now
    if table.position is not None and owed(table.ledger, seat) and may_write(table, seat):
        what = message("it is not your move, but your share is missing")
        raise NothingToDo(what, rule="DECK 6", hint=message("send it with khronos assist {game}", game=GAME))
    raise NothingToDo(_not_your_move(table, seat), rule=cites_of(table.game).turn, hint=_who_acts(table))


def _not_your_move(table: Table, seat: int) -> str:
    if waiting(table) is None:
        return message("the game is over")
    if table.position is not None and table.game.gone(table.position, seat):
        return message("{colour} is out of the game", colour=table.seats[seat].colour)
    return message("it is not your move")


def _who_acts(table: Table) -> str:
    now = waiting(table)
    if now is None:
        return message("the game is over")
    if now.seat is None:
        return message("the game is waiting for players to join")
    return message("the game is waiting for {seats}: {why}", seats=table.seats[now.seat].colour, why=now.what)


def _pay(table: Table, author: Author, reveal: Sequence[Handle]) -> tuple[Table, dict[str, Any]]:
    """Pay everything this seat owes, and show these cards."""
    if table.position is None or not (reveal or owed(table.ledger, author.seat)):
        return table, {}
    made = pay(table.ledger, author.seat, author.secret, reveal)
    position = table.game.learn(table.position, made.labels) if made.labels else table.position
    return table._replace(ledger=made.ledger, position=position), dict(made.part)


def _left(table: Table, author: Author) -> tuple[Table, dict[str, Any]]:
    """Show the key of a player who leaves the game: this one function makes it public (DECK 9.1)."""
    if not leaves(table, author.seat):
        return table, {}
    key = shown_key(author.secret)
    ledger = accept_key(table.ledger, author.seat, key, Checks.TRUSTED)
    return opened(table._replace(ledger=ledger), author.seat), {"key": key}


def _left_hand(before: Table, after: Table, seat: int) -> tuple[Handle, ...]:
    kept = set(after.game.hand(after.position, seat))
    return tuple(handle for handle in before.game.hand(before.position, seat) if handle not in kept)


def _block(table: Table, author: Author, kind: str, prev: bytes, at: str, deck: Mapping[str, Any]) -> Block:
    return Block(
        seq=table.seq + 1, seat=author.seat, kind=kind, at=at, prev=encode_bytes(prev), deck=dict(deck)
    )


def _signed(block: Block, after: Table, author: Author, events: tuple[Event, ...]) -> Draft:
    after = written(after, block)
    block = sign(replace(block, after=position_digest(after)), author.key)
    return Draft(block, events, after)


def proven(draft: Draft, before: Table) -> Table:
    """The table after the draft's block, found by verifying it as every other player will.

    Raises InvalidFile if this program has made a block that others would refuse.
    """
    return apply_block(before, draft.block, Checks.FULL).table
