"""Rounds and turns: the steps after an order, a draw or a choice (VILLAGE 3, 9.6, 10.1, 12.4)."""

from __future__ import annotations

from khronos_pbem.engine.change import Change
from khronos_pbem.games.my_village.model.position import Die, Position
from khronos_pbem.games.my_village.model.terms import Branch, Phase
from khronos_pbem.games.my_village.rules.base import events
from khronos_pbem.games.my_village.rules.base.draws import POOL, RAT, with_draw
from khronos_pbem.games.my_village.rules.phases.score import score, winners


def advance(position: Position) -> Change[Position]:
    """Continue with the rat, the next turn or the next round, once the turn has ended (VILLAGE 12.4).

    Nothing changes while a draw or a choice is open, or once the game is over.
    """
    if position.draws or position.choice is not None:
        return Change(position)
    position = position._replace(looking=False)
    if position.phase is Phase.SETUP:
        return begin_round(position, position.first)
    if not position.ended or position.phase is Phase.OVER:
        return Change(position)
    if position.buried:
        return Change(with_draw(position, RAT))
    return begin_next_turn(position)


def begin_next_turn(position: Position) -> Change[Position]:
    """Begin the next player's turn; after the last turn of a round, end the game or begin a round.

    See VILLAGE 3.2 and 13.4.
    """
    change = Change(position)
    for number in range(position.number + 1, position.turns + 1):
        seat = position.seat_of_turn(number)
        who = position.players[seat]
        if not who.gone:
            change = change.tell(events.turn, who.colour)
            return change.at(with_new_turn(position)._replace(active=seat, number=number))
        change = change.tell(events.skipped, who.colour)
    if is_last_round(position):
        return change.then(end_game)
    return change.then(begin_round, position.hand.holder)


def next_turn_seat(position: Position) -> int | None:
    """Return the seat that has the next turn (VILLAGE 3.2, 3.3, 13.4).

    None if the game ends first.
    """
    for number in range(position.number + 1, position.turns + 1):
        seat = position.seat_of_turn(number)
        if not position.players[seat].gone:
            return seat
    return None if is_last_round(position) else _next_present_seat(position, position.hand.holder)


def _next_present_seat(position: Position, seat: int) -> int:
    """This seat, or the next one clockwise that has not left (VILLAGE 13.4)."""
    while position.players[seat].gone:
        seat = (seat + 1) % len(position.players)
    return seat


def is_last_round(position: Position) -> bool:
    """Return whether the game ends after this round (VILLAGE 10.1)."""
    agreed = position.rounds > 0 and position.round >= position.rounds
    return agreed or position.coffins >= position.cards.board.end[len(position.players)]


def with_new_turn(position: Position) -> Position:
    """Return the position with the state of the turn cleared."""
    return position._replace(
        phase=Phase.TAKE,
        dice=(),
        branch=Branch.NONE,
        used=(),
        offers=(),
        revealed="",
        reaper=False,
        buried="",
        ended=False,
        looking=False,
    )


def begin_round(position: Position, holder: int) -> Change[Position]:
    """Begin a round (VILLAGE 3.1, 13.4).

    Turn the hand palm up, add a story point to it, and roll the pool.
    """
    holder = _next_present_seat(position, holder)
    hand = position.hand._replace(holder=holder, palm=True, story=position.hand.story + 1)
    position = with_new_turn(position)._replace(
        round=position.round + 1, first=holder, active=holder, number=1, hand=hand, pool=()
    )
    white, black = position.cards.board.dice[len(position.players)]
    begun = Change(with_draw(position, POOL, white + black))
    return begun.tell(events.round_begins, position.players[holder].colour, position.round, hand.story)


def black_dice(position: Position, count: int) -> tuple[bool, ...]:
    """Return, for each of `count` dice in a roll, whether it is black (VILLAGE 12.1).

    White dice come first.
    """
    white, _ = position.cards.board.dice[len(position.players)]
    return tuple(place >= white for place in range(count))


def apply_pool_draw(position: Position, faces: tuple[str, ...]) -> Change[Position]:
    """Put the rolled dice of a round into the pool (VILLAGE 3.1)."""
    black = black_dice(position, len(faces))
    pool = tuple(sorted(Die(each, int(face)) for each, face in zip(black, faces, strict=True)))
    change = Change(position._replace(pool=pool)).tell(events.pool, pool)
    if position.phase is Phase.TAKE:
        change = change.tell(events.turn, position.players[position.active].colour)
    return change


def end_game(position: Position) -> Change[Position]:
    """End the game and report the scores and the winners (VILLAGE 10)."""
    position = with_new_turn(position)._replace(phase=Phase.OVER, draws=(), choice=None)
    change = Change(position).tell(events.over, position.coffins)
    for seat, village in enumerate(position.players):
        change = change.tell(events.score, village.colour, score(position, seat).total)
    return change.tell(events.won, [position.players[seat].colour for seat in winners(position)])
