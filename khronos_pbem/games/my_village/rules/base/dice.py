"""Phase I: two dice, changed for coins or by markers of the square (VILLAGE 4)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

from khronos_pbem.engine.contract import Event
from khronos_pbem.engine.event_log import EventLog
from khronos_pbem.games.my_village.model.orders import Pick, Take
from khronos_pbem.games.my_village.model.position import Die, Position
from khronos_pbem.games.my_village.model.terms import Phase, called
from khronos_pbem.games.my_village.rules.base import events
from khronos_pbem.games.my_village.rules.base.board_queries import value_of
from khronos_pbem.games.my_village.rules.base.clock import spend
from khronos_pbem.games.my_village.rules.base.phrases import either
from khronos_pbem.games.my_village.rules.base.refusals import Question, Refusal
from khronos_pbem.messages import Message, listed, message, plural_message

FACES = range(1, 7)


def coins_for(pick: Pick) -> int:
    """The coins that a change of a die costs: one for each step (VILLAGE 4.3)."""
    return abs(pick.to - pick.die.face) if pick.to and not pick.square else 0


def price_of(take: Take, black_time: int) -> tuple[int, int, int]:
    """What a take costs: time, coins, markers of the square (VILLAGE 4.2, 4.3)."""
    first, second = take.first, take.second
    time = black_time * (first.die.black + second.die.black)
    return time, coins_for(first) + coins_for(second), first.square + second.square


def value_of_take(take: Take) -> int:
    """The value that a take gives (VILLAGE 4.1)."""
    return take.first.face + take.second.face


def dice_in_order(take: Take) -> Take:
    """A take with its dice in canonical order (VILLAGE 14.1)."""
    first, second = sorted((take.first, take.second), key=_order)
    return Take(first, second)


def _order(pick: Pick) -> tuple[Die, int, bool]:
    return pick.die, pick.face, pick.square


# --- questions ----------------------------------------------------------------------------------------------


def not_taken_yet(position: Position, seat: int, order: Take) -> Refusal | None:
    """Exactly two dice in a turn, before any banner (VILLAGE 4.1)."""
    if position.phase is Phase.TAKE:
        return None
    return Refusal(
        "VILLAGE 4.1",
        message("you have already taken your two dice"),
        message("use a banner or end your turn"),
    )


def dice_are_there(position: Position, seat: int, order: Take) -> Refusal | None:
    """The dice come out of the pool (VILLAGE 4.1)."""
    first, second, pool = order.first.die, order.second.die, position.pool
    if first in pool and second in pool and (first != second or pool.count(first) > 1):
        return None
    gone = second if first in pool else first
    other = Die(not gone.black, gone.face)
    what = _too_few(gone, gone in pool, other in pool)
    if gone.black or other not in pool or other in (first, second):
        return Refusal("VILLAGE 4.1", what, message("choose from {dice}", dice=listed(map(str, pool), " ")))
    time = position.cards.board.black_time
    hint = plural_message(
        "take {die} instead, for {n} time", "take {die} instead, for {n} time", time, die=str(other)
    )
    return Refusal("VILLAGE 4.1", what, hint)


def _too_few(die: Die, only: bool, other: bool) -> Message:
    """That no die is like this one, or `only` one is; `other` says whether one of the other colour is."""
    if not other:
        what = message("no die in the pool shows {face}", face=die.face)
        return message("only one die in the pool shows {face}", face=die.face) if only else what
    if die.black:
        what = message("no black die in the pool shows {face}", face=die.face)
        return message("only one black die in the pool shows {face}", face=die.face) if only else what
    what = message("no white die in the pool shows {face}", face=die.face)
    return message("only one white die in the pool shows {face}", face=die.face) if only else what


def changes_are_changes(position: Position, seat: int, order: Take) -> Refusal | None:
    """A die is changed to another face, from 1 to 6 (VILLAGE 4.3)."""
    for pick in (order.first, order.second):
        if not pick.to:
            continue
        if pick.to == pick.die.face:
            return Refusal(
                "VILLAGE 4.3",
                message("the die already shows {face}", face=pick.to),
                message("take it without a change"),
            )
        if pick.to not in FACES:
            return Refusal(
                "VILLAGE 4.3",
                message("no die has the face {face}", face=pick.to),
                message("choose a face from 1 to 6"),
            )
    return None


def changes_are_paid(position: Position, seat: int, order: Take) -> Refusal | None:
    """One coin for each step, or one marker of the own square for any face (VILLAGE 4.3)."""
    village, first, second = position.players[seat], order.first, order.second
    coins, markers = coins_for(first) + coins_for(second), first.square + second.square
    if coins > village.coins:
        what = plural_message(
            "changing your dice costs {n} coin, and you have {have}",
            "changing your dice costs {n} coins, and you have {have}",
            coins,
            have=village.coins,
        )
        return Refusal(
            "VILLAGE 4.3", what, message("each step of a die costs 1 coin; choose a smaller change")
        )
    if markers > max(village.square, 0):
        what = plural_message(
            "changing your dice takes {n} marker from your square, and you have {have}",
            "changing your dice takes {n} markers from your square, and you have {have}",
            markers,
            have=max(village.square, 0),
        )
        return Refusal("VILLAGE 4.3", what, message("pay coins to change the dice instead"))
    return None


GATE: tuple[Question[Take], ...] = (not_taken_yet,)
QUESTIONS: tuple[Question[Take], ...] = (dice_are_there, changes_are_changes, changes_are_paid)


# --- what happens -------------------------------------------------------------------------------------------


def apply_take(position: Position, seat: int, order: Take, story: EventLog) -> Position:
    """Two dice leave the pool; coins, markers and the time of black dice are paid (VILLAGE 4)."""
    pool = list(position.pool)
    for pick in (order.first, order.second):
        pool.remove(pick.die)
    time, coins, markers = price_of(order, position.cards.board.black_time)
    village = position.players[seat]
    dice = tuple(sorted(Die(pick.die.black, pick.face) for pick in (order.first, order.second)))
    position = position._replace(phase=Phase.ACT, pool=tuple(pool), dice=dice)
    story.tell(_took, village.colour, order, coins, markers, value_of(position))
    if coins or markers:
        square = village.square - markers if markers else village.square
        position = position.with_player(seat, coins=village.coins - coins, square=square)
    return spend(position, seat, time, story)


def _took(who: str, order: Take, coins: int, markers: int, value: int) -> Event:
    picks = (order.first, order.second)
    changes = [events.changed(pick.die, pick.to) for pick in picks if pick.to]
    paid = events.change(coins, markers, changes) if changes else ""
    return events.took(who, (str(order.first.die), str(order.second.die)), paid, value)


# --- candidates ---------------------------------------------------------------------------------------------


def takes(position: Position, seat: int) -> tuple[Take, ...]:
    """Every pair of dice with every change that can be paid, in canonical order: what QUESTIONS let pass."""
    if position.phase is not Phase.TAKE:
        return ()
    village = position.players[seat]
    return _takes(position.pool, min(village.coins, 10), min(max(village.square, 0), 2))


@lru_cache(maxsize=256)
def _takes(pool: tuple[Die, ...], coins: int, markers: int) -> tuple[Take, ...]:
    pairs = sorted(set(combinations(pool, 2)))
    return tuple(take for pair in pairs for take in _changed(pair, coins, markers))


def _changed(pair: tuple[Die, Die], coins: int, markers: int) -> Iterator[Take]:
    firsts = [(pick, coins_for(pick)) for pick in _picks(pair[0], coins, markers)]
    seconds = [(pick, coins_for(pick)) for pick in _picks(pair[1], coins, markers)]
    alike = pair[0] == pair[1]
    for first, price in firsts:
        for second, more in seconds:
            if price + more > coins or first.square + second.square > markers:
                continue
            if not alike or _order(first) <= _order(second):
                yield Take(first, second)


@lru_cache(maxsize=1024)
def _picks(die: Die, coins: int, markers: int) -> tuple[Pick, ...]:
    found = [Pick(die)]
    for face in FACES:
        if face != die.face:
            found += [Pick(die, face)] if abs(face - die.face) <= coins else []
            found += [Pick(die, face, True)] if markers else []
    return tuple(sorted(found, key=_order))


def ways_by_value(position: Position, seat: int) -> dict[int, list[Take]]:
    """All takes by the value they give, the cheapest way first (VILLAGE 14.3).

    Cheap is what costs least together: time, coins and markers; then what costs less time, then fewer coins.
    """
    found: dict[int, list[Take]] = {}
    for take in takes(position, seat):
        found.setdefault(value_of_take(take), []).append(take)
    black = position.cards.board.black_time
    for ways in found.values():
        ways.sort(key=lambda take: _cheapness(take, black))
    return dict(sorted(found.items()))


def _cheapness(take: Take, black: int) -> tuple[int, int, int]:
    time, coins, markers = price_of(take, black)
    return time + coins + markers, time, coins


def value_refusal(
    position: Position, seat: int, values: tuple[int, ...], banner: str | Message, rule: str = "VILLAGE 7.1"
) -> Refusal | None:
    """Why a banner does not answer to the value of this turn, and what would do (VILLAGE 7.1, 7.4, 14.3).

    Before the dice are taken nothing is refused: that is another question's matter.
    """
    value = value_of(position)
    if not values or value in values:
        return None
    what = message(
        "{banner:the} needs {values}, and your dice give {value}",
        banner=banner if isinstance(banner, Message) else called(banner),
        values=either(map(str, values)),
        value=value,
    )
    return Refusal(rule, what, lambda: dearer(position, seat, values))


def dearer(position: Position, seat: int, values: tuple[int, ...]) -> str:
    """The values that would do, with the coins that these dice would have needed besides (VILLAGE 14.3)."""
    value = value_of(position)
    ways = [
        plural_message("{value} ({n} coin more)", "{value} ({n} coins more)", abs(each - value), value=each)
        for each in values
    ]
    return message("take other dice, or change these to {ways}", ways=either(ways))
