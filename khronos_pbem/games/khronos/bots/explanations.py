"""The reasons for some orders, as sentences.

They describe what the orders earn, prevent and threaten, and what endangers the seat. Every sentence
describes an effect that the rules compute on the position as the seat sees it. If an effect depends
on hidden cards, the sentence names those cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from khronos_pbem.engine.features.bot_player import Course, run_orders
from khronos_pbem.games.khronos.bots.threats import Danger, loss_in, worst_danger
from khronos_pbem.games.khronos.features.what_if import KhronosWhatIf
from khronos_pbem.games.khronos.model.orders import Build, End, Order, Resign, Upgrade
from khronos_pbem.games.khronos.model.pieces import REVENUE_ROUNDS, ROUNDS, Board
from khronos_pbem.games.khronos.model.position import Phase, Position
from khronos_pbem.games.khronos.order_text import grammar
from khronos_pbem.games.khronos.rules.effects.revenue import board_income, revenue_domains
from khronos_pbem.games.khronos.rules.standing_answers import apply_with_standing_answers
from khronos_pbem.games.khronos.rules.turn import apply_unchecked
from khronos_pbem.messages import listed, message, plural_message

_MOST_EVENTS = 5
_WORTH_PRINTING = 2
"""The least loss in ecus for which a danger or threat is printed."""

_KINDS: Mapping[str, Callable[[str], str]] = {
    "bonus": lambda n: message("bonuses {n}", n=n),
    "revenue": lambda n: message("revenue {n}", n=n),
    "travelled": lambda n: message("travelling {n}", n=n),
    "exchanged": lambda n: message("card exchange {n}", n=n),
    "demolished": lambda n: message("demolishing {n}", n=n),
}
_UNDOING = ("downsized", "paradox")


class Consequences(Course[Position]):
    """The consequences of some orders of a seat."""

    @property
    def ended(self) -> bool:
        """Whether the turn of the seat, or the game, is over after the orders."""
        return self.after.active != self.seat or self.after.phase is Phase.OVER

    def revenue_round(self, seat: int) -> int | None:
        """Return the round of a seat's next revenue after these orders, or None if it has no revenue left."""
        if self.after.phase is Phase.OVER:
            return None
        order = self.before.seats_in_order()
        turn_is_over = order.index(seat) < order.index(self.before.active)
        if seat == self.before.active:
            turn_is_over = self.ended
        passed = self.before.round if turn_is_over else self.before.round - 1
        return next((number for number in REVENUE_ROUNDS if number > passed), None)

    def attackers(self) -> list[tuple[int, int]]:
        """Return pairs of each other seat, as the attacker, and this seat, as the victim."""
        return [(other, self.seat) for other in self.others()]


def consequences_of(view: Position, seat: int, orders: Sequence[Order]) -> Consequences:
    """Return the consequences of orders that are legal when given one after another."""
    return Consequences(*run_orders(view, seat, orders, apply_with_standing_answers, Resign))


def why(view: Position, seat: int, orders: Sequence[Order]) -> list[str]:
    """Return the reasons for these orders, as sentences: certain effects, then threats and dangers.

    The orders must be legal when given one after another.
    """
    course = consequences_of(view, seat, orders)
    found = [
        *_immediate_gain(course),
        *_next_revenue(course),
        *_undone_buildings(course),
        *_opponents_revenue(course),
    ]
    if not found:
        found.append(KhronosWhatIf.unchanged)
    return [*found, *_threats_and_dangers(course)]


# --- what is certain --------------------------------------------------------------------------------------


def _immediate_gain(course: Consequences) -> Iterator[str]:
    """Sentences about what the orders earn and cost in this turn (RULES 5.1, 5.6, 10)."""
    sums = dict.fromkeys(_KINDS, 0)
    for event in course.events:
        if event.seat == course.who and event.event in sums:
            sums[event.event] += event.amount
    parts = listed([_KINDS[kind](f"{amount:+}") for kind, amount in sums.items() if amount])
    gain = course.after.players[course.seat].ecus - course.before.players[course.seat].ecus
    if gain > 0:
        yield plural_message(
            "{who} immediately gains {n} ecu: {parts}",
            "{who} immediately gains {n} ecus: {parts}",
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
    yield from _revenue_by_domain(course)


def _revenue_by_domain(course: Consequences) -> Iterator[str]:
    """A sentence with the collected revenue, domain by domain; none if there was no revenue."""
    parts = [
        message("{board} {amount}", board=event.board, amount=event.amount)
        for event in course.events
        if event.event == "revenue" and event.seat == course.who
    ]
    if parts:
        yield message("revenue by domain: {parts}", parts=listed(parts))


def _next_revenue(course: Consequences) -> Iterator[str]:
    """Sentences about the seat's next revenue, and about domains it newly rules without an adventurer."""
    number = course.revenue_round(course.seat)
    if number is None:
        return
    yield from revenue_change(course, course.seat, number)
    places = course.after.players[course.seat].adventurers
    for board in Board:
        worth = board_income(course.after, course.seat, board)
        if board not in places and worth > board_income(course.before, course.seat, board):
            yield message(
                "the domains that {who} rules on {board} are now worth {n} more in total, but {who} "
                "has no adventurer there",
                who=course.who,
                n=worth - board_income(course.before, course.seat, board),
                board=board.word,
            )


def revenue_change(course: Consequences, seat: int, number: int) -> Iterator[str]:
    """Yield a sentence about how the orders change a seat's revenue in round `number`.

    It yields nothing if the revenue on every board is unchanged.
    """
    was, now = _revenue_by_board(course.before, seat), _revenue_by_board(course.after, seat)
    if was == now:
        return
    parts = [
        message("{board} from {before} to {after}", board=board.word, before=was[board], after=now[board])
        for board in Board
        if was[board] != now[board]
    ]
    told = {
        "round": number,
        "who": course.before.players[seat].colour,
        "now": sum(now),
        "parts": listed(parts),
    }
    if sum(was) == sum(now):
        yield message(
            "in the revenue phase of round {round}, {who} would earn {now} in total, as before: {parts}",
            **told,
        )
        return
    yield message(
        "in the revenue phase of round {round}, {who} would earn {now} instead of {was}: {parts}",
        was=sum(was),
        **told,
    )


def _revenue_by_board(position: Position, seat: int) -> list[int]:
    """Return the revenue that a seat would collect now on each board, in ecus."""
    paid = revenue_domains(position, seat)
    return [sum(income.amount for income in paid if income.board is board) for board in Board]


def _undone_buildings(course: Consequences) -> Iterator[str]:
    """The events about downsized buildings and time paradoxes, as text (RULES 7.6, 8.5); at most five."""
    texts = [event.text for event in course.events if event.event in _UNDOING]
    yield from texts[:_MOST_EVENTS]


def _opponents_revenue(course: Consequences) -> Iterator[str]:
    """Yield sentences about how the next revenue of each opponent changes."""
    for seat in course.others():
        number = course.revenue_round(seat)
        if number is not None:
            yield from revenue_change(course, seat, number)


# --- what may come ----------------------------------------------------------------------------------------


def _threats_and_dangers(course: Consequences) -> Iterator[str]:
    """Yield sentences about prevented dangers, own threats, and dangers to the seat.

    There are none before the turn has ended.
    """
    if not course.ended or course.after.phase is Phase.OVER:
        return
    danger = None
    if course.revenue_round(course.seat) is not None:
        danger = _greatest_danger(course.after, course.attackers())
    yield from _prevented_danger(course)
    if course.before.round < ROUNDS:
        yield from _own_threat(course)
    if danger is not None:
        yield message(
            "{other} could play {order}{cards}: {loss}", **_danger_placeholders(course.after, danger)
        )


def _greatest_danger(position: Position, pairs: Iterable[tuple[int, int]]) -> Danger | None:
    """Return the most costly order among these pairs of a seat and its victim.

    None if it costs less than 2 ecus.
    """
    found = [danger for pair in pairs if (danger := worst_danger(position, *pair)) is not None]
    most = max(found, key=lambda danger: danger.loss, default=None)
    return most if most is not None and most.loss >= _WORTH_PRINTING else None


def _prevented_danger(course: Consequences) -> Iterator[str]:
    """A sentence about the greatest danger that the orders removed, compared with ending the turn at once."""
    idle = _after_ending_at_once(course)
    if idle is None or course.revenue_round(course.seat) is None:
        return
    before = _greatest_danger(idle, course.attackers())
    if before is None or before.loss - loss_in(course.after, before) < _WORTH_PRINTING:
        return
    yield message(
        "otherwise, {other} could play {order}{cards}: {loss}", **_danger_placeholders(idle, before)
    )


def _after_ending_at_once(course: Consequences) -> Position | None:
    """Return the position if the seat had ended its turn at once.

    None if it is not the seat's turn, or if a choice is open.
    """
    if course.before.pending is not None or course.before.active != course.seat:
        return None
    return apply_unchecked(course.before, course.seat, End()).position


def _own_threat(course: Consequences) -> Iterator[str]:
    """Yield a sentence about the greatest loss that the seat's next turn could cause an opponent."""
    most = _greatest_danger(course.after, ((course.seat, victim) for victim in course.others()))
    if most is not None:
        yield message(
            "on their next turn, {other} could play {order}{cards}: {loss}",
            **_danger_placeholders(course.after, most),
        )


def _without_terrain_cards(order: Order) -> Order:
    """The order without its extra cards for terrain, which are counted with its other cards."""
    return replace(order, extra=None) if isinstance(order, Build | Upgrade) else order


def _danger_placeholders(position: Position, danger: Danger) -> dict[str, object]:
    """The values for the placeholders of a sentence about a danger: `other`, `order`, `cards`, `loss`."""
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
        "order": grammar.text(_without_terrain_cards(danger.order)),
        "cards": cards,
        "loss": loss,
    }
