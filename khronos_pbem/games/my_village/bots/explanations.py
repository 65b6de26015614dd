"""Explanations of orders: gains, threats to other players, and dangers for the seat.

Each sentence states an effect that the rules find in the known position. For later draws, it states only the
possible results (VILLAGE 12).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from khronos_pbem.engine.features.bot_player import Course, run_orders
from khronos_pbem.games.my_village.features.seat_columns import VillageColumns
from khronos_pbem.games.my_village.model.orders import Order, Resign
from khronos_pbem.games.my_village.model.position import Position, Village
from khronos_pbem.games.my_village.model.terms import (
    VILLAGER_OF,
    ZONES,
    Person,
    Phase,
    Zone,
    wording,
)
from khronos_pbem.games.my_village.rules.base.board_queries import (
    ORDER_OF_PEOPLE,
    banner_values,
    is_zone_active,
    rat_loss,
    white_banners,
)
from khronos_pbem.games.my_village.rules.base.costs import possible_payments
from khronos_pbem.games.my_village.rules.base.draws import RAT, travel_points_messages
from khronos_pbem.games.my_village.rules.base.phrases import UNCHANGED
from khronos_pbem.games.my_village.rules.phases.score import HEADINGS, score
from khronos_pbem.games.my_village.rules.turn import apply_unchecked
from khronos_pbem.messages import (
    Message,
    Word,
    listed,
    message,
    or_list,
    players_message,
    plural_message,
)

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
"""Events whose texts describe a gain better than numbers do."""
_NEAR_THE_END, _NEAR_THE_BRIDGE = 2, 2


class VillageCourse(Course[Position]):
    """A sequence of a seat's orders, with the positions before and after them and the events in between."""

    @property
    def old(self) -> Village:
        """The seat's village before the orders."""
        return self.before.players[self.seat]

    @property
    def new(self) -> Village:
        """The seat's village after the orders."""
        return self.after.players[self.seat]


def course_of(view: Position, seat: int, orders: Sequence[Order]) -> VillageCourse:
    """Return the course of a sequence of legal orders."""
    return VillageCourse(*run_orders(view, seat, orders, apply_unchecked, Resign))


def why(view: Position, seat: int, orders: Sequence[Order]) -> list[str]:
    """Return the reasons for giving these orders as sentences, the most certain first.

    `orders` is a sequence of legal orders for `seat` in `view`.
    """
    course = course_of(view, seat, orders)
    found = [
        *_score_messages(course),
        *_gain_messages(course),
        *_time_messages(course),
        *_death_messages(course),
    ]
    found += travel_points_messages(course.before, course.after)
    if not found:
        found.append(UNCHANGED)
    return [*found, *_new_service_messages(course), *_prevention_messages(course), *_danger_messages(course)]


def effects(view: Position, seat: int, orders: Sequence[Order]) -> list[str]:
    """Return sentences about what these orders take from others and what they score.

    If they do neither, the sentences describe what the seat gains.
    """
    course = course_of(view, seat, orders)
    found = [*_prevention_messages(course), *_score_messages(course)]
    return found or [*_gain_messages(course)]


# --- what is certain --------------------------------------------------------------------------------------


def _score_messages(course: VillageCourse) -> Iterator[str]:
    """The change in the score if the game ended now, by heading (VILLAGE 10.2)."""
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


def _gain_messages(course: VillageCourse) -> Iterator[str]:
    """The changes in the holdings, and the new white banners of the village."""
    yield from _holding_messages(course)
    yield from (event.text for event in course.events if event.event in _TOLD and event.seat == course.who)
    for banner in white_banners(course.new):
        if banner not in white_banners(course.old) and banner not in course.new.market:
            yield message(
                "from now on, {who} can use {banner:the} with the value {values}",
                who=course.who,
                banner=wording(banner),
                values=_values_text(course, banner),
            )


def _holding_messages(course: VillageCourse) -> Iterator[str]:
    """The gains, payments and losses of the seat, each with the resulting amount."""
    columns = VillageColumns()
    changes = columns.changes(course.before, course.after).get(course.who, {})
    now = columns.standings(course.after)[course.seat]
    gets, pays, loses = list[Message](), list[Message](), list[Message]()
    for key, told in _HOLDINGS.items():
        change = changes.get(key, 0)
        if change > 0:
            gets.append(message("{what} (total {now})", what=told(change), now=now[key]))
        elif change:
            less = pays if key in _PAID else loses
            less.append(message("{what} ({now} left)", what=told(-change), now=now[key]))
    if gets:
        yield message("{who} gets {parts}", who=course.who, parts=listed(gets))
    if pays:
        yield message("{who} pays {parts}", who=course.who, parts=listed(pays))
    if loses:
        yield message("{who} loses {parts}", who=course.who, parts=listed(loses))


def _time_messages(course: VillageCourse) -> Iterator[str]:
    """The time that the orders take, and the distance to the bridge afterwards (VILLAGE 5)."""
    told = [event.text for event in course.events if event.event == "spent" and event.seat == course.who]
    spent = sum(int(text.parts["n"]) for text in told if isinstance(text, Message))
    left = course.after.cards.board.clouds - course.new.cloud
    if not spent:
        return
    passed = any(event.event == "passed" for event in course.events)
    where = message("the clock passes the bridge, and a villager dies") if passed else _to_the_bridge(left)
    yield plural_message(
        "the turn costs {n} time; {where}", "the turn costs {n} time; {where}", spent, where=where
    )


def _to_the_bridge(left: int) -> Message:
    if not left:
        return message("if any more time is spent, a villager dies")
    return plural_message(
        "time left before a villager dies: {n}",
        "time left before a villager dies: {n}",
        left,
    )


def _death_messages(course: VillageCourse) -> Iterator[str]:
    """The villagers who die, their story points and the zones that become inactive (VILLAGE 9)."""
    for person in course.old.villagers:
        if person in course.new.villagers:
            continue
        place = ORDER_OF_PEOPLE[person]
        points = course.before.cards.board.chronicle[person]
        filled = course.before.chronicle[place]
        zone = ZONES[_ZONES[person]]
        if filled < len(points):
            yield message(
                "{person:the} dies and scores {n} SP in the chronicle; without {person:a}, the {zone} "
        "cannot be used",
                person=Word(person), n=points[filled], zone=zone,
            )  # fmt: skip
            yield from _last_place_messages(course, person, len(points) - filled - 1)
        else:
            yield message(
                "{person:the} dies and gets only a grave; without {person:a}, the {zone} cannot be used",
                person=Word(person),
                zone=zone,
            )


def _last_place_messages(course: VillageCourse, person: Person, left: int) -> Iterator[str]:
    """A warning for others if a profession has no free place left in the chronicle."""
    rivals = [course.after.players[seat] for seat in course.others()]
    waiting = [village.colour for village in rivals if person in village.villagers]
    if not left and waiting:
        yield message(
            "that was the last place for this profession in the chronicle, so {others} can now "
            "bury {person:the} only in a grave",
            person=Word(person),
            others=players_message(waiting, message(" or ")),
        )


# --- what may come ----------------------------------------------------------------------------------------


def _values_text(course: VillageCourse, banner: str) -> Message:
    """Return the possible values for using a white banner, joined by "or"; "?" for any value."""
    return or_list(map(str, banner_values(course.after, course.new, banner) or ("?",)))


def _new_service_messages(course: VillageCourse) -> Iterator[str]:
    """The customers that the seat can now serve for the first time, with their values (VILLAGE 8.4)."""
    parts = []
    for card in newly_serviceable(course):
        values = _values_text(course, card)
        points = course.after.cards.card[card].prestige
        parts.append(message("{card} with value {values} for {n} PP", card=card, values=values, n=points))
    if parts:
        yield message("{who} will be able to serve: {parts}", who=course.who, parts=listed(parts))


def newly_serviceable(course: VillageCourse) -> list[str]:
    """Return the customers that the seat can serve only after the orders (VILLAGE 8.4)."""
    if course.after.phase is Phase.OVER or not is_zone_active(course.new, Zone.MARKET):
        return []
    return [
        card
        for card in course.new.market
        if _can_serve(course.after, course.seat, card)
        and not _can_serve(course.before, course.seat, card, market=course.old.market)
    ]


def _can_serve(position: Position, seat: int, card: str, market: Sequence[str] | None = None) -> bool:
    """Return whether a seat has the goods for a customer.

    If `market` is given, the customer must also be in it.
    """
    there = market is None or card in market
    return there and bool(possible_payments(position, seat, position.cards.card[card].pay))


def _prevention_messages(course: VillageCourse) -> Iterator[str]:
    """The opportunities that the orders take away from others (VILLAGE 7.2, 7.3).

    These are customers for whom others had the goods, and the first choice of dice in the next round.
    """
    for card in course.new.market:
        if card in course.before.zone:
            able = [
                course.before.players[seat].colour
                for seat in course.others()
                if _can_serve(course.before, seat, card)
                and is_zone_active(course.before.players[seat], Zone.MARKET)
            ]
            if able:
                points = course.before.cards.card[card].prestige
                yield message(
                    "{who} takes {card} ({n} PP); {others} already had the goods for it",
                    who=course.who,
                    card=card,
                    n=points,
                    others=players_message(able),
                )
    if course.after.hand.holder == course.seat and course.before.hand.holder != course.seat:
        yield message("{who} opens the next round and is the first to choose dice", who=course.who)


def _danger_messages(course: VillageCourse) -> Iterator[str]:
    """The dangers after the orders: rats, bridge and end of the game (VILLAGE 5, 9.7, 10.1)."""
    position = course.after
    if position.phase is Phase.OVER:
        return
    yield from _rat_messages(course)
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


def _rat_messages(course: VillageCourse) -> Iterator[str]:
    """The chance that a burial in this turn brings the rats, and each player's loss."""
    position = course.after
    rolling = bool(position.buried) or any(draw.name == RAT for draw in position.draws)
    if not rolling or not position.rat or position.rat > _FACES:
        return
    losses = [
        message("{who} {n} SP", who=village.colour, n=rat_loss(village))
        for village in position.players
        if rat_loss(village)
    ]
    if losses:
        yield message(
            "on {n} of the {faces} possible rolls, the rats come and take: {losses}",
            n=_FACES + 1 - position.rat,
            faces=_FACES,
            losses=listed(losses),
        )
