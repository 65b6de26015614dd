"""Rolls at the table: a block asks for them, its end opens one, all points together serve it (DECK 10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from khronos_pbem.deck import payment
from khronos_pbem.deck.crypto.secrets import GameSecret
from khronos_pbem.deck.ledger import open_roll
from khronos_pbem.deck.rolls import below, expanded
from khronos_pbem.engine import runner
from khronos_pbem.engine.contract import Event, Outcome, rolling
from khronos_pbem.record.block import ANSWER, ASSIST, TURN
from khronos_pbem.session.replay import run_orders as running
from khronos_pbem.session.replay.table import Table, Waiting, leaves, missed, waiting, with_requests

if TYPE_CHECKING:
    from khronos_pbem.session.replay.run_orders import Run


def opened(table: Table, seat: int) -> Table:
    """The table at the end of a block by `seat`: with an open roll, if it leaves requests (DECK 10.2).

    The author then owes his point under `late`; who leaves by the block gives none, and the roll is opened
    once his key is shown (DECK 10.5).
    """
    if not table.asked or table.ledger.rolls.open is not None:
        return table
    if leaves(table, seat) and table.game.over(table.position):
        return table._replace(asked=())  # whoever is alone left has won at once: nothing hangs on it any more
    if leaves(table, seat) and seat not in table.ledger.shown:
        return table
    game = rolling(table.game)
    assert game is not None
    following = game.next_turn(table.position)
    return table._replace(ledger=open_roll(table.ledger, seat, following))


def served(before: Table, table: Table) -> Run:
    """The table once a block's first payment is made: if that completed a roll, with all requests served.

    What happened, and the answers by standing order that follow, are one stage of the block (DECK 10.1).
    """
    if table.ledger.rolls.count == before.ledger.rolls.count:
        return running.Run(table, ())
    table, events, rolled = _drawn(table)
    done = runner.answered(table.game, Outcome(table.position, events))
    table = with_requests(table._replace(position=done.position), done.requests)
    return running.Run(table, (running.Stage("", done.auto, done.events, table, rolled),))


def _drawn(table: Table) -> tuple[Table, tuple[Event, ...], tuple[tuple[int, ...], ...]]:
    """The table with every request served from the last stream, in their order; those that follow, behind.

    Behind it what happened, and the numbers that each request was given.
    """
    game, numbers = rolling(table.game), expanded(table.ledger.rolls.stream)
    assert game is not None
    events, rolled = tuple[Event, ...](), list[tuple[int, ...]]()
    while table.asked:
        (name, bounds), rest = table.asked[0], table.asked[1:]
        values = tuple(below(numbers, bound) for bound in bounds)
        outcome = game.drawn(table.position, name, values)
        events += outcome.events
        rolled.append(values)
        table = with_requests(table._replace(position=outcome.position, asked=rest), outcome.requests)
    return table, events, tuple(rolled)


def foreseeing(table: Table, seat: int, secret: GameSecret) -> Table:
    """The table as a seat's own machine sees it: an open roll is served if only its own share is missing."""
    return foreseen(table, seat, secret).table


def foreseen(table: Table, seat: int, secret: GameSecret) -> Run:
    """The same with what the roll brings.

    So a player sees what was rolled before deciding; the next block then begins with the share (DECK 10.2).
    """
    ledger = payment.foreseen(table.ledger, seat, secret)
    return running.Run(table, ()) if ledger is table.ledger else served(table, table._replace(ledger=ledger))


def awaited(table: Table, private: Table, seat: int) -> Waiting | None:
    """Whom a table waits for, as the machine of `seat` knows: `private` is the table as it sees it.

    The payer of an open roll knows whether it gives him anything to decide, or has to be paid by `assist`.
    """
    now = missed(table)
    if now is None or now.seat != seat:
        now = waiting(table)
    if table.run is not None and table.run.is_finished:
        return now
    if table.ledger.rolls.open is None or now is None or now.seat != seat:
        return now
    then = waiting(private)
    mine = then is not None and then.seat == seat and then.need in (TURN, ANSWER)
    return then if mine else Waiting(seat, ASSIST, rolls=True)
