"""The plan of a turn in a few words, and the best answer of the next opponent.

Each possible aim of the orders is valued in ecus, by comparing the positions before and after the
orders under the rules. The plan is the aim with the highest value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

from khronos_pbem.engine.features.bot_player import Idea, main_idea
from khronos_pbem.engine.features.replies import AnswerInWorld
from khronos_pbem.games.khronos.bots.explanations import Consequences, consequences_of, revenue_change
from khronos_pbem.games.khronos.bots.sample_world import sampled_world, with_sampled_cards
from khronos_pbem.games.khronos.bots.turn_search import (
    TurnSearch,
    after_quick_turn,
    closing_orders,
    with_opponent_answers,
)
from khronos_pbem.games.khronos.model.orders import Demolish, End, Exchange, Order, Swap, Travel
from khronos_pbem.games.khronos.model.pieces import REVENUE_ROUNDS, Board, ecus_text
from khronos_pbem.games.khronos.model.position import Phase, Position
from khronos_pbem.games.khronos.rules.checks.domains import highest_buildings
from khronos_pbem.games.khronos.rules.effects.revenue import (
    RULING_TYPES,
    DomainIncome,
    board_income,
    domain_incomes,
)
from khronos_pbem.games.khronos.rules.turn import apply_unchecked
from khronos_pbem.messages import listed, message, players_message, plural_message

_LEAST_LOSS = 2
"""The least loss of an opponent's revenue, in ecus, that counts as a plan."""
_WIDTH, _BREADTH, _EFFORT = 4, 24, 300
"""The limits of the search for an answer, in lines and orders.

They are the lines extended at once, the orders tried after each, and the orders tried in all.
"""


def plan(view: Position, seat: int, orders: Sequence[Order]) -> str:
    """Return the main aim of these orders of a seat, in a few words; empty if they gain nothing."""
    if orders and isinstance(orders[0], Exchange):
        return message("draw new cards, because a turn with these would earn little")
    course = consequences_of(view, seat, orders)
    finders: tuple[Callable[[Consequences, Sequence[Order]], Iterator[Idea]], ...] = (
        _domains,
        _journeys,
        _attacks,
        _bonuses,
    )
    return main_idea(idea for find in finders for idea in find(course, orders))


# --- domains ----------------------------------------------------------------------------------------------


def _domains(course: Consequences, _: Sequence[Order]) -> Iterator[Idea]:
    """Yield the domains that the seat newly rules, or that pay it more.

    Each is valued by what the seat gains and what others lose by it.
    """
    payments = sum(number >= course.before.round for number in REVENUE_ROUNDS)
    for board in Board:
        old = domain_incomes(course.before, board)
        for income in domain_incomes(course.after, board):
            if course.seat in income.rulers and income.amount:
                parts = [each for each in old if each.squares & income.squares]
                was = sum(each.amount for each in parts if course.seat in each.rulers)
                losers = _losers(course, income, parts)
                taken = sum(each.amount for each in parts if losers.intersection(each.rulers))
                yield Idea(
                    payments * (income.amount - was + taken), _domain_text(course, income, was, losers)
                )


def _losers(course: Consequences, income: DomainIncome, parts: Sequence[DomainIncome]) -> set[int]:
    """Return the other seats that ruled a paying part of a domain before, and do not rule the domain now."""
    ruled = {seat for each in parts if each.amount for seat in each.rulers}
    return ruled - {course.seat} - set(income.rulers)


def _domain_text(course: Consequences, income: DomainIncome, was: int, losers: set[int]) -> str:
    """Return the plan to rule a domain: from whom the seat takes it, if anyone, and by what means."""
    told = {"amount": ecus_text(income.amount), "board": income.board.word}
    if was and not losers:
        return message("raise the revenue of a domain on {board} from {was} to {amount}", was=was, **told)
    text = message("rule a domain worth {amount} on {board}", **told)
    if losers:
        who = players_message([course.before.players[seat].colour for seat in sorted(losers)])
        text = message("take a domain worth {amount} on {board} from {who}", who=who, **told)
    return _with_ruler(text, course.after, income)


def _with_ruler(plan: str, position: Position, income: DomainIncome) -> str:
    """Return the plan with the means of ruling the domain: cubes on reason (RULES 10.3), else a building."""
    if income.board not in RULING_TYPES:
        return message("{plan} by having the most cubes", plan=plan)
    inside = position.field(income.board).within(income.squares)
    ruler = highest_buildings(inside, RULING_TYPES[income.board])[0]
    parts = {"plan": plan, "piece": ruler.piece.name, "at": position.land.names[ruler.at]}
    if ruler.piece.size == 1:  # RULES 5.7
        return message("{plan} with {piece:the} at {at}, which others can demolish", **parts)
    return message("{plan} with {piece:the} at {at}, which nobody can demolish", **parts)


# --- revenue, losses and bonuses --------------------------------------------------------------------------


def _journeys(course: Consequences, _: Sequence[Order]) -> Iterator[Idea]:
    """Yield the journeys before revenue, with the additional revenue that they bring."""
    paid = dict.fromkeys(Board, 0)
    for event in course.events:
        if event.event == "revenue" and event.seat == course.who:
            paid[next(board for board in Board if board.word == event.board)] += event.amount
    before, after = (set(each.players[course.seat].adventurers) for each in (course.before, course.after))
    new = sorted(board for board in after - before if paid[board])
    more = sum(paid.values()) - sum(board_income(course.after, course.seat, board) for board in before)
    parts = listed(
        [message("{board} {amount}", board=board.word, amount=paid[board]) for board in sorted(after)]
    )
    if len(new) == 1:
        yield Idea(
            more,
            message(
                "move an adventurer to {board} for the revenue there: {parts}",
                board=new[0].word,
                parts=parts,
            ),
        )
    elif new:
        yield Idea(more, message("move both adventurers for more revenue: {parts}", parts=parts))


def _attacks(course: Consequences, orders: Sequence[Order]) -> Iterator[Idea]:
    """Yield the losses of each opponent's revenue on a board."""
    payments = sum(number >= course.before.round for number in REVENUE_ROUNDS)
    razed = [order for order in orders if isinstance(order, Demolish)]
    for seat in course.others():
        for board in Board:
            was, now = (board_income(each, seat, board) for each in (course.before, course.after))
            if was - now >= _LEAST_LOSS:
                places = [str(order.at) for order in razed if order.board is board]
                who = course.before.players[seat].colour
                yield Idea(payments * (was - now), _attack_text(who, board, was, now, places))


def _attack_text(who: str, board: Board, was: int, now: int, places: Sequence[str]) -> str:
    """Return the change of an opponent's revenue on a board, with the squares demolished for it."""
    told = {"who": who, "board": board.word, "was": was, "now": ecus_text(now)}
    if not places:
        return message("reduce {who}'s revenue on {board} from {was} to {now}", **told)
    return plural_message(
        "demolish the building at {places} to reduce {who}'s revenue on {board} from {was} to {now}",
        "demolish the buildings at {places} to reduce {who}'s revenue on {board} from {was} to {now}",
        len(places),
        places=listed(places),
        **told,
    )


def _bonuses(course: Consequences, _: Sequence[Order]) -> Iterator[Idea]:
    """Yield the total bonus for the buildings of the turn (RULES 5.6)."""
    bonus = sum(
        event.amount for event in course.events if event.event == "bonus" and event.seat == course.who
    )
    yield Idea(bonus, plural_message("collect {n} ecu in bonuses", "collect {n} ecus in bonuses", bonus))


# --- the answer of the next opponent ----------------------------------------------------------------------


def answer_in_world(
    view: Position, seat: int, orders: Sequence[Order], world: str
) -> AnswerInWorld[Order] | None:
    """Return the best turn of the next player after these orders of `seat`, in one sampled world.

    Returns None if `seat` is not active in `view`, or if no other player has a turn next. The seed
    `world` determines the cards that the seat cannot see.
    """
    if view.active != seat:
        return None
    random = Random(world)
    position = _after_turn(sampled_world(view, seat, random), seat, orders, random)
    other = position.active
    if position.phase is Phase.OVER or other == seat:
        return None
    line = TurnSearch(other, _BREADTH, _EFFORT, random).lines(position, _WIDTH)[0]
    answer = (*line.orders, *closing_orders(line, other))
    after = line.position
    for order in answer[len(line.orders) :]:
        after = apply_unchecked(after, other, order).position
    course = Consequences(other, position, after, ())
    main = tuple(order for order in answer if not isinstance(order, End | Swap | Travel))
    return AnswerInWorld(other, answer, main, tuple(_effects(course, seat)))


def _after_turn(position: Position, seat: int, orders: Sequence[Order], random: Random) -> Position:
    """The position after a whole turn that begins with these orders."""
    for order in orders:
        position, _ = with_opponent_answers(apply_unchecked(position, seat, order).position, seat)
        position = with_sampled_cards(position, random)
    if orders and isinstance(orders[-1], End):
        return position
    return after_quick_turn(position, _BREADTH, _EFFORT, random)


def _effects(course: Consequences, victim: int) -> Iterator[str]:
    """Yield sentences about the effects of an answer.

    They give the change of the victim's revenue, or of the answering player's if there is none, and the ecus
    gained.
    """
    for seat in (victim, course.seat):
        number = course.revenue_round(seat)
        found = [] if number is None else [*revenue_change(course, seat, number)]
        if found:
            yield from found
            break
    gain = course.after.players[course.seat].ecus - course.before.players[course.seat].ecus
    if gain > 0:
        yield plural_message("{who} gains {n} ecu", "{who} gains {n} ecus", gain, who=course.who)
