"""Dice rolls: a block requests them, its end opens one, and all shares complete it (DECK 10)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from khronos_pbem.deck import payment
from khronos_pbem.deck.crypto.secrets import GameSecret
from khronos_pbem.deck.ledger import open_roll
from khronos_pbem.deck.rolls import draw_below, expand_stream
from khronos_pbem.engine import runner
from khronos_pbem.engine.contract import Event, Outcome, as_rolling_game
from khronos_pbem.record.block import ANSWER, ASSIST, TURN
from khronos_pbem.session.replay import run_orders as running
from khronos_pbem.session.replay.table import (
    Table,
    Waiting,
    has_left_game,
    waiting,
    waiting_without_votes,
    with_requests,
)

if TYPE_CHECKING:
    from khronos_pbem.session.replay.run_orders import OrderRun


def with_open_roll(table: Table, seat: int) -> Table:
    """Return the table at the end of a block by `seat`, with a roll opened if requests remain (DECK 10.2).

    The author then sends a share under `late`. A player who leaves with this block sends none; the roll is
    opened once their key is shown (DECK 10.5).
    """
    if not table.asked or table.ledger.rolls.open is not None:
        return table
    if has_left_game(table, seat) and table.game.is_over(table.position):
        return table._replace(asked=())  # whoever is alone left has won at once: nothing hangs on it any more
    if has_left_game(table, seat) and seat not in table.ledger.shown:
        return table
    game = as_rolling_game(table.game)
    assert game is not None
    following = game.next_turn(table.position)
    return table._replace(ledger=open_roll(table.ledger, seat, following))


def serve_rolls(before: Table, table: Table) -> OrderRun:
    """Serve all requests if the first shares of a block completed a roll; return the resulting run.

    The events, and the answers by standing order that follow, are one stage of the block (DECK 10.1).
    """
    if table.ledger.rolls.count == before.ledger.rolls.count:
        return running.OrderRun(table, ())
    table, events, rolled = _draw_numbers(table)
    done = runner.with_standing_answers(table.game, Outcome(table.position, events))
    table = with_requests(table._replace(position=done.position), done.requests)
    return running.OrderRun(table, (running.OrderStage("", done.auto, done.events, table, rolled),))


def _draw_numbers(table: Table) -> tuple[Table, tuple[Event, ...], tuple[tuple[int, ...], ...]]:
    """Serve every request in order; return the table, the events, and the numbers given to each request.

    New requests that result from this are served last.
    """
    game, numbers = as_rolling_game(table.game), expand_stream(table.ledger.rolls.stream)
    assert game is not None
    events, rolled = tuple[Event, ...](), list[tuple[int, ...]]()
    while table.asked:
        (name, bounds), rest = table.asked[0], table.asked[1:]
        values = tuple(draw_below(numbers, bound) for bound in bounds)
        outcome = game.apply_roll(table.position, name, values)
        events += outcome.events
        rolled.append(values)
        table = with_requests(table._replace(position=outcome.position, asked=rest), outcome.requests)
    return table, events, tuple(rolled)


def foreseen_table(table: Table, seat: int, secret: GameSecret) -> Table:
    """Return the table as a seat knows it, with an open roll served if only that seat's share is missing."""
    return foresee_roll(table, seat, secret).table


def foresee_roll(table: Table, seat: int, secret: GameSecret) -> OrderRun:
    """Return the run that serves an open roll as in `foreseen_table`, with the events of the roll.

    This lets a player see the result before deciding; the next block then begins with the share (DECK 10.2).
    """
    ledger = payment.with_own_roll_share(table.ledger, seat, secret)
    return serve_rolls(table, table._replace(ledger=ledger))


def waiting_as_known(table: Table, private: Table, seat: int) -> Waiting | None:
    """Return whom a table waits for, as far as the player of `seat` knows.

    `private` is the table as that player sees it. The player who completes an open roll knows whether it
    gives them a decision; if not, `assist` sends the share.
    """
    now = waiting_without_votes(table)
    if now is None or now.seat != seat:
        now = waiting(table)
    if table.run is not None and table.run.is_finished:
        return now
    if table.ledger.rolls.open is None or now is None or now.seat != seat:
        return now
    then = waiting(private)
    mine = then is not None and then.seat == seat and then.need in (TURN, ANSWER)
    return then if mine else Waiting(seat, ASSIST, rolls=True)
