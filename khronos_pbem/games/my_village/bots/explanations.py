"""Why a seat would give some orders: what they earn, bring, prevent, threaten, and what endangers them.

Every sentence says an effect that the rules have found on the open position; of what is drawn later it says
what may come (VILLAGE 12).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from khronos_pbem.engine.contract import Event
from khronos_pbem.engine.event_log import EventLog
from khronos_pbem.games.my_village.features.seat_columns import Seats
from khronos_pbem.games.my_village.model.orders import Order, Resign
from khronos_pbem.games.my_village.model.position import Position, Village
from khronos_pbem.games.my_village.model.terms import (
    CHAMBERS,
    VILLAGER_OF,
    ZONES,
    Person,
    Phase,
    Zone,
    numbers,
)
from khronos_pbem.games.my_village.rules.base.board_queries import (
    ORDER_OF_PEOPLE,
    active,
    banner_values,
    loss,
    white_banners,
)
from khronos_pbem.games.my_village.rules.base.costs import ways_to_pay
from khronos_pbem.games.my_village.rules.base.draws import RAT, points_to_draw
from khronos_pbem.games.my_village.rules.base.phrases import UNCHANGED
from khronos_pbem.games.my_village.rules.phases.score import HEADINGS, score
from khronos_pbem.games.my_village.rules.turn import follow
from khronos_pbem.messages import Message, Word, listed, message, players, plural_message

_ZONES = {person: zone for zone, person in VILLAGER_OF.items()}
_FACES = 6
_HOLDINGS: Mapping[str, Callable[[int], Message]] = {
    "coins": lambda n: plural_message("{n} coin", "{n} coins", n),
    "tree": lambda n: message("{n} SP on the tree", n=n),
    "hall": lambda n: message("{n} SP in the hall", n=n),
    "goods": lambda n: plural_message("{n} good", "{n} goods", n),
    "villagers": lambda n: plural_message("{n} villager", "{n} villagers", n),
}
_PAID = ("coins", "goods")
_TOLD = frozenset(("desk", "free", "trainee", "moved", "returned", "monk", "banked"))
"""Events that say better than numbers what was brought."""
_NEAR_THE_END, _NEAR_THE_BRIDGE = 2, 2


class _Course(NamedTuple):
    """What some orders of a seat lead to: the positions before and after them, and what happened."""

    seat: int
    before: Position
    after: Position
    events: tuple[Event, ...]

    @property
    def old(self) -> Village:
        """The seat's village before the orders."""
        return self.before.players[self.seat]

    @property
    def new(self) -> Village:
        """The seat's village after them."""
        return self.after.players[self.seat]

    @property
    def who(self) -> str:
        """The colour of the seat."""
        return self.old.colour

    def others(self) -> list[int]:
        """The seats of the others who still play, in the order in which their turns come."""
        count = len(self.before.players)
        seats = [(self.seat + step) % count for step in range(1, count)]
        return [seat for seat in seats if not self.before.players[seat].gone]


def why(view: Position, seat: int, orders: Sequence[Order]) -> list[str]:
    """Why a seat would give these orders, legal one after another: what is most certain first."""
    after, events = view, list[Event]()
    for order in orders:
        if after.phase is Phase.OVER or isinstance(order, Resign):
            break
        story = EventLog()
        after = follow(after, seat, order, story).position
        events += story.events
    course = _Course(seat, view, after, tuple(events))
    found = [*_points(course), *_brought(course), *_time(course), *_deaths(course)]
    found += points_to_draw(course.before, course.after)
    if not found:
        found.append(UNCHANGED)
    return [*found, *_set_up(course), *_prevented(course), *_endangered(course)]


# --- what is certain --------------------------------------------------------------------------------------


def _points(course: _Course) -> Iterator[str]:
    """The points that it would score if the game ended now, by their headings (VILLAGE 10.2)."""
    old, new = score(course.before, course.seat), score(course.after, course.seat)
    if old == new:
        return
    pairs = zip(HEADINGS.values(), old, new, strict=True)
    parts = listed(
        [message("{heading} {n}", heading=words, n=f"{b - a:+}") for words, a, b in pairs if a != b]
    )
    gain = new.total - old.total
    if gain < 0:
        yield message("{who} loses {n} PP: {parts}", who=course.who, n=-gain, parts=parts)
    else:
        yield message("{who} scores {n} PP: {parts}", who=course.who, n=gain, parts=parts)


def _brought(course: _Course) -> Iterator[str]:
    """What it has more or less, and the banners that are new in its village."""
    yield from _holdings(course)
    yield from (event.text for event in course.events if event.event in _TOLD and event.seat == course.who)
    for banner in white_banners(course.new):
        if banner not in white_banners(course.old) and banner not in course.new.market:
            values = banner_values(course.after, course.new, banner)
            parts = {"who": course.who, "banner": Word(banner.partition(" ")[0]), "values": numbers(values)}
            if banner in CHAMBERS:
                yield message("from now on {who} can use the chamber {banner} with value {values}", **parts)
            else:
                yield message("from now on {who} can use {banner:the} with value {values}", **parts)


def _holdings(course: _Course) -> Iterator[str]:
    """What it gets, pays and loses, and how much it has then."""
    columns = Seats()
    changes = columns.changes(course.before, course.after).get(course.who, {})
    now = columns.standings(course.after)[course.seat]
    gets, pays, loses = list[Message](), list[Message](), list[Message]()
    for key, told in _HOLDINGS.items():
        change = changes.get(key, 0)
        if change > 0:
            gets.append(message("{what} (then {now})", what=told(change), now=now[key]))
        elif change:
            less = pays if key in _PAID else loses
            less.append(message("{what} ({now} left)", what=told(-change), now=now[key]))
    if gets:
        yield message("{who} gets {parts}", who=course.who, parts=listed(gets))
    if pays:
        yield message("{who} pays {parts}", who=course.who, parts=listed(pays))
    if loses:
        yield message("{who} loses {parts}", who=course.who, parts=listed(loses))


def _time(course: _Course) -> Iterator[str]:
    """The time it takes, and how far the bridge is then (VILLAGE 5)."""
    told = [event.text for event in course.events if event.event == "spent" and event.seat == course.who]
    spent = sum(int(text.parts["n"]) for text in told if isinstance(text, Message))
    left = course.after.cards.board.clouds - course.new.cloud
    if not spent:
        return
    passed = any(event.event == "passed" for event in course.events)
    where = message("the clock passes the bridge, and a villager dies") if passed else _to_the_bridge(left)
    yield plural_message("it costs {n} time; {where}", "it costs {n} time; {where}", spent, where=where)


def _to_the_bridge(left: int) -> Message:
    if not left:
        return message("any more, and a villager dies")
    return plural_message(
        "{n} more is safe, then a villager dies", "{n} more are safe, then a villager dies", left
    )


def _deaths(course: _Course) -> Iterator[str]:
    """Who dies, what that brings, which zone rests, and what it takes from the others (VILLAGE 9)."""
    for person in course.old.villagers:
        if person in course.new.villagers:
            continue
        place = ORDER_OF_PEOPLE[person]
        points = course.before.cards.board.chronicle[person]
        filled = course.before.chronicle[place]
        zone = ZONES[_ZONES[person]]
        if filled < len(points):
            yield message(
                "{person:the} dies, for {n} SP in the chronicle; "
                "without {person:a} the {zone} cannot be used",
                person=Word(person), n=points[filled], zone=zone,
            )  # fmt: skip
            yield from _places_left(course, person, len(points) - filled - 1)
        else:
            yield message(
                "{person:the} dies and only gets a grave; without {person:a} the {zone} cannot be used",
                person=Word(person),
                zone=zone,
            )


def _places_left(course: _Course, person: Person, left: int) -> Iterator[str]:
    """That the chronicle has no place for a profession any more that others still have."""
    rivals = [course.after.players[seat] for seat in course.others()]
    waiting = [village.colour for village in rivals if person in village.villagers]
    if not left and waiting:
        yield message(
            "that was the last place for this profession in the chronicle: {person:the} of {others} "
            "can only get a grave",
            person=Word(person),
            others=players(waiting, message(" or ")),
        )


# --- what may come ----------------------------------------------------------------------------------------


def _set_up(course: _Course) -> Iterator[str]:
    """The customers that it can serve from now on, with the value for each (VILLAGE 8.4)."""
    if course.after.phase is Phase.OVER or not active(course.new, Zone.MARKET):
        return
    parts = []
    for card in course.new.market:
        if _could_serve(course.after, course.seat, card) and not _could_serve(
            course.before, course.seat, card, market=course.old.market
        ):
            values = numbers(banner_values(course.after, course.new, card))
            points = course.after.cards.card[card].prestige
            parts.append(message("{card} with value {values} for {n} PP", card=card, values=values, n=points))
    if parts:
        yield message("{who} can serve next: {parts}", who=course.who, parts=listed(parts))


def _could_serve(position: Position, seat: int, card: str, market: Sequence[str] | None = None) -> bool:
    """Whether a player has the goods of a customer, and him in the market where that is asked."""
    there = market is None or card in market
    return there and bool(ways_to_pay(position, seat, position.cards.card[card].pay))


def _prevented(course: _Course) -> Iterator[str]:
    """What it takes from the display that others could have used: customers they have the goods of, the
    lead of the next round (VILLAGE 7.2, 7.3)."""
    for card in course.new.market:
        if card in course.before.zone:
            able = [
                course.before.players[seat].colour
                for seat in course.others()
                if _could_serve(course.before, seat, card)
                and active(course.before.players[seat], Zone.MARKET)
            ]
            if able:
                points = course.before.cards.card[card].prestige
                yield message(
                    "{who} takes {card} ({n} PP), for which {others} already had the goods",
                    who=course.who,
                    card=card,
                    n=points,
                    others=players(able),
                )
    if course.after.hand.holder == course.seat and course.before.hand.holder != course.seat:
        yield message("{who} opens the next round and is the first to choose dice", who=course.who)


def _endangered(course: _Course) -> Iterator[str]:
    """The rats, the bridge, the end of the game (VILLAGE 5, 9.7, 10.1)."""
    position = course.after
    if position.phase is Phase.OVER:
        return
    yield from _rats(course)
    left = position.cards.board.clouds - course.new.cloud
    if left <= _NEAR_THE_BRIDGE and len(course.new.villagers) == 1 and not position.reaper:
        yield message("{who} has one villager left, and their clock is close to the bridge", who=course.who)
    missing = position.cards.board.end[len(position.players)] - position.coffins
    if position.coffins > course.before.coffins and missing <= _NEAR_THE_END:
        yield _before_the_end(missing)


def _before_the_end(missing: int) -> Message:
    if missing <= 0:
        return message("the game ends with this round")
    return plural_message("{n} more coffin ends the game", "{n} more coffins end the game", missing)


def _rats(course: _Course) -> Iterator[str]:
    """How likely the rats come by a burial of this turn, and what they would take from whom."""
    position = course.after
    rolling = bool(position.buried) or any(draw.name == RAT for draw in position.draws)
    if not rolling or not position.rat or position.rat > _FACES:
        return
    losses = [
        message("{who} {n} SP", who=village.colour, n=loss(village))
        for village in position.players
        if loss(village)
    ]
    if losses:
        yield message(
            "on {n} of {faces} rolls the rats come and take: {losses}",
            n=_FACES + 1 - position.rat,
            faces=_FACES,
            losses=listed(losses),
        )
