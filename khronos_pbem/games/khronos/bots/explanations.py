"""Why a seat would give some orders: what they earn, prevent, threaten, and what endangers them.

Every sentence says an effect that the rules have found, on the position as the seat sees it; nothing is
guessed. What depends on cards that nobody sees says which.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from khronos_pbem.engine.contract import Event
from khronos_pbem.engine.event_log import EventLog, NullEventLog
from khronos_pbem.games.khronos.bots.threats import Danger, loss_by, worst
from khronos_pbem.games.khronos.features.what_if import Composed
from khronos_pbem.games.khronos.model.orders import Build, End, Order, Resign, Upgrade
from khronos_pbem.games.khronos.model.pieces import REVENUE_ROUNDS, ROUNDS, Board
from khronos_pbem.games.khronos.model.position import Phase, Position
from khronos_pbem.games.khronos.order_text import grammar
from khronos_pbem.games.khronos.rules.effects.choices import standing_answer
from khronos_pbem.games.khronos.rules.effects.revenue import domain_incomes, incomes
from khronos_pbem.games.khronos.rules.turn import follow
from khronos_pbem.messages import listed, message, plural_message

_MOST_EVENTS = 5
_WORTH_SAYING = 2
"""Ecus that a danger or a threat has to be about."""

_KINDS: Mapping[str, Callable[[str], str]] = {
    "bonus": lambda n: message("bonuses {n}", n=n),
    "revenue": lambda n: message("revenue {n}", n=n),
    "travelled": lambda n: message("travelling {n}", n=n),
    "exchanged": lambda n: message("exchanging cards {n}", n=n),
    "demolished": lambda n: message("demolishing {n}", n=n),
}
_UNDOING = ("downsized", "paradox")


class _Course(NamedTuple):
    """What some orders of a seat lead to: the positions before and after them, and what happened."""

    seat: int
    before: Position
    after: Position
    events: tuple[Event, ...]

    @property
    def who(self) -> str:
        """The colour of the seat."""
        return self.before.players[self.seat].colour

    @property
    def ended(self) -> bool:
        """Whether the turn is over with them."""
        return self.after.active != self.seat or self.after.phase is Phase.OVER

    def revenue_round(self, seat: int) -> int | None:
        """The round of a seat's next revenue behind these orders; None if it has none any more."""
        if self.after.phase is Phase.OVER:
            return None
        order = self.before.seats_in_order()
        turn_is_over = order.index(seat) < order.index(self.before.active)
        if seat == self.before.active:
            turn_is_over = self.ended
        passed = self.before.round if turn_is_over else self.before.round - 1
        return next((number for number in REVENUE_ROUNDS if number > passed), None)

    def others(self) -> list[int]:
        """The seats of the others who still play, in the order in which their turns come."""
        count = len(self.before.players)
        seats = [(self.seat + step) % count for step in range(1, count)]
        return [seat for seat in seats if not self.before.players[seat].gone]


def why(view: Position, seat: int, orders: Sequence[Order]) -> list[str]:
    """The reasons for orders of a seat that are legal one after another, the most certain first."""
    story, after = EventLog(), view
    for order in orders:
        if after.phase is Phase.OVER or isinstance(order, Resign):
            break
        after = _answered(follow(after, seat, order, story), story)
    course = _Course(seat, view, after, tuple(story.events))
    found = [*_at_once(course), *_later(course), *_undone(course), *_others_later(course)]
    if not found:
        found.append(Composed.unchanged)
    return [*found, *_outlook(course)]


def _answered(position: Position, story: EventLog) -> Position:
    """The position once standing orders have answered the choices that are open (RULES 9.3)."""
    while position.pending is not None and (answer := standing_answer(position)) is not None:
        position = follow(position, position.pending.choice.seat, answer, story)
    return position


# --- what is certain --------------------------------------------------------------------------------------


def _at_once(course: _Course) -> Iterator[str]:
    """What it earns and costs in this turn (RULES 5.1, 5.6, 10)."""
    sums = dict.fromkeys(_KINDS, 0)
    for event in course.events:
        if event.seat == course.who and event.event in sums:
            sums[event.event] += event.amount
    parts = listed([_KINDS[kind](f"{amount:+}") for kind, amount in sums.items() if amount])
    gain = course.after.players[course.seat].ecus - course.before.players[course.seat].ecus
    if gain > 0:
        yield plural_message(
            "{who} gains {n} ecu at once: {parts}",
            "{who} gains {n} ecus at once: {parts}",
            gain,
            who=course.who,
            parts=parts,
        )
    elif gain < 0:
        yield plural_message(
            "{who} spends {n} ecu: {parts}",
            "{who} spends {n} ecus: {parts}",
            -gain,
            who=course.who,
            parts=parts,
        )
    elif parts:
        yield message("{who} has as many ecus as before: {parts}", who=course.who, parts=parts)
    yield from _paying(course)


def _paying(course: _Course) -> Iterator[str]:
    """The domains of a revenue that was taken."""
    parts = [
        message("{board} {amount}", board=event.board, amount=event.amount)
        for event in course.events
        if event.event == "revenue" and event.seat == course.who
    ]
    if parts:
        yield message("revenue by domain: {parts}", parts=listed(parts))


def _later(course: _Course) -> Iterator[str]:
    """What the next revenue would pay as things stand, and what is ruled with no adventurer there."""
    number = course.revenue_round(course.seat)
    if number is None:
        return
    yield from _revenue(course, course.seat, number)
    places = course.after.players[course.seat].adventurers
    for board in Board:
        worth = _ruled_on(course.after, course.seat, board)
        if board not in places and worth > _ruled_on(course.before, course.seat, board):
            yield message(
                "{who} now rules domains worth {n} more on {board}, but has no adventurer there",
                who=course.who,
                n=worth - _ruled_on(course.before, course.seat, board),
                board=board.word,
            )


def _revenue(course: _Course, seat: int, number: int) -> Iterator[str]:
    """How these orders change what a revenue would pay a seat where its adventurers stand."""
    was, now = _by_board(course.before, seat), _by_board(course.after, seat)
    if was == now:
        return
    parts = [
        message("{board} from {before} to {after}", board=board.word, before=was[board], after=now[board])
        for board in Board
        if was[board] != now[board]
    ]
    yield message(
        "in the revenue phase of round {round}, {who} would earn {now} instead of {was}: {parts}",
        round=number,
        who=course.before.players[seat].colour,
        now=sum(now),
        was=sum(was),
        parts=listed(parts),
    )


def _by_board(position: Position, seat: int) -> list[int]:
    paid = incomes(position, seat)
    return [sum(income.amount for income in paid if income.board is board) for board in Board]


def _ruled_on(position: Position, seat: int, board: Board) -> int:
    return sum(income.amount for income in domain_incomes(position, board) if seat in income.rulers)


def _undone(course: _Course) -> Iterator[str]:
    """Buildings that are downsized or never were, as the rules tell it (RULES 7.6, 8.5)."""
    told = [event.text for event in course.events if event.event in _UNDOING]
    yield from told[:_MOST_EVENTS]


def _others_later(course: _Course) -> Iterator[str]:
    """What others would earn less, or more, at their next revenue."""
    for seat in course.others():
        number = course.revenue_round(seat)
        if number is not None:
            yield from _revenue(course, seat, number)


# --- what may come ----------------------------------------------------------------------------------------


def _outlook(course: _Course) -> Iterator[str]:
    """What is prevented, what is threatened, what endangers it: behind the end of the turn alone."""
    if not course.ended or course.after.phase is Phase.OVER:
        return
    danger = None
    if course.revenue_round(course.seat) is not None:
        danger = _greatest(course.after, course.seat, course.others())
    yield from _prevented(course)
    if course.before.round < ROUNDS:
        yield from _threatened(course)
    if danger is not None:
        yield message("{other} could play {order}{cards}: {loss}", **_parts(course.after, danger))


def _greatest(position: Position, victim: int, seats: Sequence[int]) -> Danger | None:
    """The order of one of these seats that takes most from a victim, if it takes enough to be told."""
    found = [danger for seat in seats if (danger := worst(position, seat, victim)) is not None]
    most = max(found, key=lambda danger: danger.loss, default=None)
    return most if most is not None and most.loss >= _WORTH_SAYING else None


def _prevented(course: _Course) -> Iterator[str]:
    """What another could have done to the seat if it had only ended its turn, and cannot any more."""
    idle = _idle(course)
    if idle is None or course.revenue_round(course.seat) is None:
        return
    before = _greatest(idle, course.seat, course.others())
    if before is None or before.loss - loss_by(course.after, before) < _WORTH_SAYING:
        return
    yield message("otherwise, {other} could play {order}{cards}: {loss}", **_parts(idle, before))


def _idle(course: _Course) -> Position | None:
    """The position if the seat had ended its turn at once; None where it has not the turn."""
    if course.before.pending is not None or course.before.active != course.seat:
        return None
    return follow(course.before, course.seat, End(), NullEventLog())


def _threatened(course: _Course) -> Iterator[str]:
    """What the seat's own next turn could do to the one who has most to lose."""
    found = [danger for seat in course.others() if (danger := worst(course.after, course.seat, seat))]
    most = max(found, key=lambda danger: danger.loss, default=None)
    if most is not None and most.loss >= _WORTH_SAYING:
        yield message("next turn, {other} could play {order}{cards}: {loss}", **_parts(course.after, most))


def _without_extras(order: Order) -> Order:
    """The order without the cards for the terrain: they are counted among the others."""
    return replace(order, extra=None) if isinstance(order, Build | Upgrade) else order


def _parts(position: Position, danger: Danger) -> dict[str, Any]:
    """What sentences about a danger say: who, by which order, with which cards, and what it takes."""
    cards = ""
    if danger.cards:
        kind = danger.kind.word
        cards = plural_message(" with {n} {kind} card", " with {n} {kind} cards", danger.cards, kind=kind)
    loss = message(
        "{who}'s domains would earn {after} instead of {before}",
        who=position.players[danger.victim].colour,
        after=danger.after,
        before=danger.before,
    )
    return {
        "other": position.players[danger.seat].colour,
        "order": grammar.text(_without_extras(danger.order)),
        "cards": cards,
        "loss": loss,
    }
