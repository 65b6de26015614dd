"""Phase I: taking two dice and changing them with coins or markers of the square (VILLAGE 4)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from operator import itemgetter

from khronos_pbem.engine.change import Change
from khronos_pbem.engine.contract import Event
from khronos_pbem.engine.orders.verbs import Check, Refusal
from khronos_pbem.games.my_village.model.orders import Pick, Take
from khronos_pbem.games.my_village.model.position import Die, Position
from khronos_pbem.games.my_village.model.terms import Phase, wording
from khronos_pbem.games.my_village.rules.base import events
from khronos_pbem.games.my_village.rules.base.board_queries import turn_value
from khronos_pbem.games.my_village.rules.base.clock import spend_time
from khronos_pbem.messages import Message, listed, message, or_list, plural_message

FACES = range(1, 7)


def change_coins(pick: Pick) -> int:
    """Return the coins needed to change a die: one for each step (VILLAGE 4.3).

    A die that is changed with a marker needs none.
    """
    return abs(pick.to - pick.die.face) if pick.to and not pick.square else 0


def take_price(take: Take, black_time: int) -> tuple[int, int, int]:
    """The price of a take: time, coins and markers of the square (VILLAGE 4.2, 4.3)."""
    first, second = take.first, take.second
    time = black_time * (first.die.black + second.die.black)
    return time, change_coins(first) + change_coins(second), first.square + second.square


def take_value(take: Take) -> int:
    """The value of a take: the sum of its faces (VILLAGE 4.1)."""
    return take.first.face + take.second.face


def normalized_take(take: Take) -> Take:
    """The take with its two dice sorted into canonical order (VILLAGE 14.1)."""
    first, second = sorted((take.first, take.second), key=_pick_sort_key)
    return Take(first, second)


def _pick_sort_key(pick: Pick) -> tuple[Die, int, bool]:
    return pick.die, pick.face, pick.square


# --- checks -------------------------------------------------------------------------------------------------


def second_take_refusal(position: Position, seat: int, order: Take) -> Refusal | None:
    """Refuse a second take in a turn (VILLAGE 4.1)."""
    if position.phase is Phase.TAKE:
        return None
    return Refusal(
        "VILLAGE 4.1",
        message("you have already taken your two dice"),
        message("use a banner or end your turn"),
    )


def dice_supply_refusal(position: Position, seat: int, order: Take) -> Refusal | None:
    """Refuse dice that are not in the pool (VILLAGE 4.1)."""
    first, second, pool = order.first.die, order.second.die, position.pool
    if first in pool and second in pool and (first != second or pool.count(first) > 1):
        return None
    gone = second if first in pool else first
    other = Die(not gone.black, gone.face)
    what = _missing_die_message(gone, gone in pool, other in pool)
    if gone.black or other not in pool or other in (first, second):
        return Refusal(
            "VILLAGE 4.1", what, message("choose from {dice}", dice=listed((die.word for die in pool), " "))
        )
    time = position.cards.board.black_time
    hint = plural_message(
        "take {die} instead; that costs {n} time",
        "take {die} instead; that costs {n} time",
        time,
        die=other.word,
    )
    return Refusal("VILLAGE 4.1", what, hint)


def _missing_die_message(die: Die, only: bool, other: bool) -> Message:
    """Return the message that the pool does not have this die.

    `only` means that the pool has just one; `other` means that it has one of the other colour.
    """
    if not other:
        what = message("no die in the pool shows {face}", face=die.face)
        return message("only one die in the pool shows {face}", face=die.face) if only else what
    if die.black:
        what = message("no black die in the pool shows {face}", face=die.face)
        return message("only one black die in the pool shows {face}", face=die.face) if only else what
    what = message("no white die in the pool shows {face}", face=die.face)
    return message("only one white die in the pool shows {face}", face=die.face) if only else what


def face_change_refusal(position: Position, seat: int, order: Take) -> Refusal | None:
    """Refuse a change to the same face, or to a face outside 1 to 6 (VILLAGE 4.3)."""
    for pick in (order.first, order.second):
        if not pick.to:
            continue
        if pick.to == pick.die.face:
            return Refusal(
                "VILLAGE 4.3",
                message("the die already shows {face}", face=pick.to),
                message("take it without changing it"),
            )
        if pick.to not in FACES:
            return Refusal(
                "VILLAGE 4.3",
                message("no die has the face {face}", face=pick.to),
                message("choose a face from 1 to 6"),
            )
    return None


def change_price_refusal(position: Position, seat: int, order: Take) -> Refusal | None:
    """Refuse changes that the coins or markers of the seat cannot pay (VILLAGE 4.3)."""
    village, first, second = position.players[seat], order.first, order.second
    coins, markers = change_coins(first) + change_coins(second), first.square + second.square
    if coins > village.coins:
        what = plural_message(
            "changing your dice costs {n} coin, but you have {have}",
            "changing your dice costs {n} coins, but you have {have}",
            coins,
            have=village.coins,
        )
        return Refusal(
            "VILLAGE 4.3",
            what,
            message("changing a die costs 1 coin per step; choose a smaller change"),
        )
    if markers > max(village.square, 0):
        what = plural_message(
            "changing your dice takes {n} marker from your square, but you have {have}",
            "changing your dice takes {n} markers from your square, but you have {have}",
            markers,
            have=max(village.square, 0),
        )
        return Refusal("VILLAGE 4.3", what, message("pay coins to change the dice instead"))
    return None


PRECONDITIONS: tuple[Check[Take], ...] = (second_take_refusal,)
CHECKS: tuple[Check[Take], ...] = (dice_supply_refusal, face_change_refusal, change_price_refusal)


# --- what happens -------------------------------------------------------------------------------------------


def apply_take(position: Position, seat: int, order: Take) -> Change[Position]:
    """Take two dice from the pool; pay coins, markers and the time of black dice (VILLAGE 4)."""
    pool = list(position.pool)
    for pick in (order.first, order.second):
        pool.remove(pick.die)
    time, coins, markers = take_price(order, position.cards.board.black_time)
    village = position.players[seat]
    dice = tuple(sorted(Die(pick.die.black, pick.face) for pick in (order.first, order.second)))
    position = position._replace(phase=Phase.ACT, pool=tuple(pool), dice=dice)
    if coins or markers:
        square = village.square - markers if markers else village.square
        position = position.with_player(seat, coins=village.coins - coins, square=square)
    taken = Change(position).tell(_take_event, village.colour, order, coins, markers, turn_value(position))
    return taken.then(spend_time, seat, time)


def _take_event(who: str, order: Take, coins: int, markers: int, value: int) -> Event:
    picks = (order.first, order.second)
    changes = [events.die_change_message(pick.die, pick.to) for pick in picks if pick.to]
    paid = events.dice_changes_message(coins, markers, changes) if changes else ""
    return events.took(who, (order.first.die.word, order.second.die.word), paid, value)


# --- candidates ---------------------------------------------------------------------------------------------


def possible_takes(position: Position, seat: int) -> tuple[Take, ...]:
    """Return every pair of dice with every change that the seat can pay, in canonical order.

    All of these takes pass `CHECKS`. There are none after the dice are taken.
    """
    if position.phase is not Phase.TAKE:
        return ()
    village = position.players[seat]
    return _takes_of_pool(position.pool, min(village.coins, 10), min(max(village.square, 0), 2))


@lru_cache(maxsize=256)
def _takes_of_pool(pool: tuple[Die, ...], coins: int, markers: int) -> tuple[Take, ...]:
    pairs = sorted(set(combinations(pool, 2)))
    return tuple(take for pair in pairs for take in _takes_of_pair(pair, coins, markers))


@lru_cache(maxsize=4096)
def _takes_of_pair(pair: tuple[Die, Die], coins: int, markers: int) -> tuple[Take, ...]:
    return tuple(_changed_takes(pair, coins, markers))


def _changed_takes(pair: tuple[Die, Die], coins: int, markers: int) -> Iterator[Take]:
    firsts = [(pick, change_coins(pick)) for pick in _possible_picks(pair[0], coins, markers)]
    seconds = [(pick, change_coins(pick)) for pick in _possible_picks(pair[1], coins, markers)]
    alike = pair[0] == pair[1]
    for first, price in firsts:
        for second, more in seconds:
            if price + more > coins or first.square + second.square > markers:
                continue
            if not alike or _pick_sort_key(first) <= _pick_sort_key(second):
                yield Take(first, second)


@lru_cache(maxsize=1024)
def _possible_picks(die: Die, coins: int, markers: int) -> tuple[Pick, ...]:
    found = [Pick(die)]
    for face in FACES:
        if face != die.face:
            found += [Pick(die, face)] if abs(face - die.face) <= coins else []
            found += [Pick(die, face, True)] if markers else []
    return tuple(sorted(found, key=_pick_sort_key))


def takes_by_value(position: Position, seat: int) -> dict[int, tuple[Take, ...]]:
    """Return all possible takes by value, cheapest first (VILLAGE 14.3).

    The cheapest take has the lowest sum of time, coins and markers. Ties go to less time, then fewer coins.
    """
    if position.phase is not Phase.TAKE:
        return {}
    village, black = position.players[seat], position.cards.board.black_time
    ways = _ways_of_pool(position.pool, min(village.coins, 10), min(max(village.square, 0), 2), black)
    return dict(ways)


@lru_cache(maxsize=256)
def _ways_of_pool(
    pool: tuple[Die, ...], coins: int, markers: int, black: int
) -> tuple[tuple[int, tuple[Take, ...]], ...]:
    """Return the takes for `takes_by_value`, grouped by value in ascending order."""
    found: dict[int, list[tuple[tuple[int, int, int], Take]]] = {}
    for pair in sorted(set(combinations(pool, 2))):
        for value, way in _ways_of_pair(pair, coins, markers, black):
            found.setdefault(value, []).append(way)
    cheapest = {value: sorted(ways, key=itemgetter(0)) for value, ways in sorted(found.items())}
    return tuple((value, tuple(take for _, take in ways)) for value, ways in cheapest.items())


@lru_cache(maxsize=4096)
def _ways_of_pair(
    pair: tuple[Die, Die], coins: int, markers: int, black: int
) -> tuple[tuple[int, tuple[tuple[int, int, int], Take]], ...]:
    """Return the takes of two dice: the value of each, its sort key by price, and the take."""
    takes = _takes_of_pair(pair, coins, markers)
    return tuple((take_value(take), (_cheapness_key(take, black), take)) for take in takes)


def _cheapness_key(take: Take, black: int) -> tuple[int, int, int]:
    time, coins, markers = take_price(take, black)
    return time + coins + markers, time, coins


def value_refusal(
    position: Position, seat: int, values: tuple[int, ...], banner: str | Message, rule: str = "VILLAGE 7.1"
) -> Refusal | None:
    """Refuse a banner that does not match this turn's value, with a hint that lists its values.

    See VILLAGE 7.1, 7.4 and 14.3. `values` are those of the banner; empty if it accepts any value. The
    function does not check that dice have been taken.
    """
    value = turn_value(position)
    return None if not values or value in values else _wrong_value_refusal(value, values, banner, rule)


@lru_cache(maxsize=1024, typed=True)
def _wrong_value_refusal(value: int, values: tuple[int, ...], banner: str | Message, rule: str) -> Refusal:
    what = message(
        "{banner:the} needs {values}, but your dice add up to {value}",
        banner=banner if isinstance(banner, Message) else wording(banner),
        values=or_list(map(str, values)),
        value=value,
    )
    return Refusal(rule, what, lambda: _values_hint(value, values))


def _values_hint(value: int, values: tuple[int, ...]) -> str:
    """Return the hint that lists matching values and the coins to change these dice (VILLAGE 14.3)."""
    ways = [
        plural_message(
            "{value} (for {n} more coin)", "{value} (for {n} more coins)", abs(each - value), value=each
        )
        for each in values
    ]
    return message("take different dice, or change these to {ways}", ways=or_list(ways))
