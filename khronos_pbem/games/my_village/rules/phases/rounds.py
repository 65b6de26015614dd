"""Rounds and turns: what comes after an order, a draw or a choice (VILLAGE 3, 9.6, 10.1, 12.4)."""

from __future__ import annotations

from khronos_pbem.engine.event_log import EventLog
from khronos_pbem.games.my_village.model.position import Die, Position
from khronos_pbem.games.my_village.model.terms import Branch, Phase
from khronos_pbem.games.my_village.rules.base import events
from khronos_pbem.games.my_village.rules.base.draws import POOL, RAT, opened
from khronos_pbem.games.my_village.rules.phases.score import score, winners


def proceed(position: Position, story: EventLog) -> Position:
    """What follows when nothing is open any more: the rat, the next turn, the next pool (VILLAGE 12.4)."""
    if position.draws or position.choice is not None:
        return position
    position = position._replace(looking=False)
    if position.phase is Phase.SETUP:
        return prepare(position, position.first, story)
    if not position.ended or position.phase is Phase.OVER:
        return position
    if position.buried:
        return opened(position, RAT)
    return next_turn(position, story)


def next_turn(position: Position, story: EventLog) -> Position:
    """The turn of the next player who is there, else the end check and the next round (VILLAGE 3.2, 13.4)."""
    for number in range(position.number + 1, position.turns + 1):
        seat = position.seat_of_turn(number)
        who = position.players[seat]
        if not who.gone:
            story.tell(events.turn, who.colour)
            return fresh(position)._replace(active=seat, number=number)
        story.tell(events.skipped, who.colour)
    if is_last_round(position):
        return finish(position, story)
    return prepare(position, position.hand.holder, story)


def following_seat(position: Position) -> int | None:
    """Whose turn comes after this one; None if the game is over then (VILLAGE 3.2, 3.3, 13.4)."""
    for number in range(position.number + 1, position.turns + 1):
        seat = position.seat_of_turn(number)
        if not position.players[seat].gone:
            return seat
    return None if is_last_round(position) else _present(position, position.hand.holder)


def _present(position: Position, seat: int) -> int:
    """This seat, or the next clockwise who is there (VILLAGE 13.4)."""
    while position.players[seat].gone:
        seat = (seat + 1) % len(position.players)
    return seat


def is_last_round(position: Position) -> bool:
    """The end check after a round (VILLAGE 10.1)."""
    agreed = position.rounds > 0 and position.round >= position.rounds
    return agreed or position.coffins >= position.cards.board.end[len(position.players)]


def fresh(position: Position) -> Position:
    """The position with nothing used in the turn yet."""
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


def prepare(position: Position, holder: int, story: EventLog) -> Position:
    """The hand palm up, one story point on it, the pool to be rolled (VILLAGE 3.1, 13.4)."""
    holder = _present(position, holder)
    hand = position.hand._replace(holder=holder, palm=True, story=position.hand.story + 1)
    position = fresh(position)._replace(
        round=position.round + 1, first=holder, active=holder, number=1, hand=hand, pool=()
    )
    story.tell(events.round_begins, position.players[holder].colour, position.round, hand.story)
    white, black = position.cards.board.dice[len(position.players)]
    return opened(position, POOL, white + black)


def dice_of(position: Position, count: int) -> tuple[bool, ...]:
    """Which of so many dice are black: white ones are rolled first (VILLAGE 12.1)."""
    white, _ = position.cards.board.dice[len(position.players)]
    return tuple(place >= white for place in range(count))


def pool_drawn(position: Position, faces: tuple[str, ...], story: EventLog) -> Position:
    """The dice of a round (VILLAGE 3.1)."""
    black = dice_of(position, len(faces))
    pool = tuple(sorted(Die(each, int(face)) for each, face in zip(black, faces, strict=True)))
    story.tell(events.pool, pool)
    if position.phase is Phase.TAKE:
        story.tell(events.turn, position.players[position.active].colour)
    return position._replace(pool=pool)


def finish(position: Position, story: EventLog) -> Position:
    """The game is over: scores, and who has won (VILLAGE 10)."""
    position = fresh(position)._replace(phase=Phase.OVER, draws=(), choice=None)
    story.tell(events.over, position.coffins)
    for seat, village in enumerate(position.players):
        story.tell(events.score, village.colour, score(position, seat).total)
    story.tell(events.won, [position.players[seat].colour for seat in winners(position)])
    return position
