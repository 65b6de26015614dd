"""The plan of a turn in a few words, and the best answer of the next opponent.

Orders may serve several ideas. The rules compute the value of each idea in prestige points, from the
positions before and after the orders. The plan is the idea with the highest value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from khronos_pbem.engine.features.bot_player import Idea, main_idea
from khronos_pbem.engine.features.replies import AnswerInWorld
from khronos_pbem.games.my_village.bots.evaluation import TurnEvaluator
from khronos_pbem.games.my_village.bots.explanations import (
    VillageCourse,
    course_of,
    effects,
    newly_serviceable,
)
from khronos_pbem.games.my_village.bots.playouts import position_after
from khronos_pbem.games.my_village.bots.sample_world import with_draws_served
from khronos_pbem.games.my_village.bots.turn_search import SearchBreadth, search_turns
from khronos_pbem.games.my_village.model.orders import Bury, End, Hire, Order, School, Serve, Travel
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.model.terms import wording
from khronos_pbem.games.my_village.rules.base.board_queries import goods_count, white_banners
from khronos_pbem.games.my_village.rules.phases.rat import standing_answer
from khronos_pbem.games.my_village.rules.phases.score import HEADINGS, score
from khronos_pbem.games.my_village.rules.turn import decision, is_waiting_for_draw, legal_orders
from khronos_pbem.messages import Word, listed, message, plural_message

_BANNER, _READY, _TAKEN, _GOOD, _STORY = 2.0, 0.6, 0.3, 0.8, 0.6
"""Values in prestige points of a banner for later turns, customers, a good, and a story point.

The values of customers are for each of their points: `_READY` if the customer can be served next, `_TAKEN` if
the customer has only been taken.
"""
_COIN, _JOURNEY, _TRAINEE = 0.5, 3.0, 1.5
"""Values in prestige points of a coin, a journey and a trainee."""
_BREADTH = SearchBreadth(takes=1, lines=8, customers=3)
"""The limits of the search for an answer."""


def plan(view: Position, seat: int, orders: Sequence[Order]) -> str:
    """Return the main purpose of a seat's orders, in a few words; empty if they gain nothing."""
    course = course_of(view, seat, orders)
    finders: tuple[Callable[[VillageCourse, Sequence[Order]], Iterator[Idea]], ...] = (
        _services,
        _points,
        _banners,
        _customers,
        _goods,
        _coins,
        _journeys,
        _trainees,
        _stories,
    )
    return main_idea(idea for find in finders for idea in find(course, orders))


def _services(course: VillageCourse, orders: Sequence[Order]) -> Iterator[Idea]:
    """The customers that are served (VILLAGE 8.4)."""
    count = sum(isinstance(order, Serve) for order in orders)
    points = score(course.after, course.seat).served - score(course.before, course.seat).served
    yield Idea(
        points,
        plural_message(
            "serve {n} customer for {points} PP", "serve {n} customers for {points} PP", count, points=points
        ),
    )


def _points(course: VillageCourse, _: Sequence[Order]) -> Iterator[Idea]:
    """The other points that are scored at once (VILLAGE 10.2), and new banners for later turns."""
    old, new = (score(each, course.seat).by_heading() for each in (course.before, course.after))
    gains = {key: new[key] - old[key] for key in new if key != "served" and new[key] > old[key]}
    points = sum(gains.values())
    parts = listed([message("{heading} {n}", heading=HEADINGS[key], n=f"{n:+}") for key, n in gains.items()])
    banners = _new_banners(course)
    if banners:
        text = message(
            "score {n} PP at once ({parts}) and use {banner:the} from now on",
            n=points, parts=parts, banner=wording(banners[0]),
        )  # fmt: skip
    else:
        text = message("score {n} PP at once ({parts})", n=points, parts=parts)
    yield Idea(points and points + _BANNER * len(banners), text)


def _new_banners(course: VillageCourse) -> list[str]:
    """Return the white banners that a village has gained, except those of its customers."""
    known = {*white_banners(course.old), *course.new.market}
    return [banner for banner in white_banners(course.new) if banner not in known]


def _banners(course: VillageCourse, _: Sequence[Order]) -> Iterator[Idea]:
    """The new white banners, regardless of points (VILLAGE 8.1 to 8.8)."""
    banners = _new_banners(course)
    if banners:
        text = message("get {banner:the} to use in later turns", banner=wording(banners[0]))
        yield Idea(_BANNER * len(banners), text)


def _customers(course: VillageCourse, _: Sequence[Order]) -> Iterator[Idea]:
    """The customers that can be served next, and those that are only taken."""
    ready = newly_serviceable(course)
    taken = [card for card in course.new.market if card not in course.old.market and card not in ready]
    points, later = (
        sum(course.after.cards.card[card].prestige for card in cards) for cards in (ready, taken)
    )
    yield Idea(
        _READY * points + _TAKEN * later,
        plural_message(
            "prepare to serve {n} customer for {points} PP",
            "prepare to serve {n} customers for {points} PP",
            len(ready or taken),
            points=points or later,
        ),
    )


def _goods(course: VillageCourse, _: Sequence[Order]) -> Iterator[Idea]:
    """The goods that are produced."""
    count = goods_count(course.new) - goods_count(course.old)
    yield Idea(_GOOD * count, plural_message("produce {n} good", "produce {n} goods", count))


def _coins(course: VillageCourse, _: Sequence[Order]) -> Iterator[Idea]:
    """The coins that are gained."""
    count = course.new.coins - course.old.coins
    yield Idea(_COIN * count, plural_message("gain {n} coin", "gain {n} coins", count))


def _journeys(_: VillageCourse, orders: Sequence[Order]) -> Iterator[Idea]:
    """The journeys for which cards are drawn (VILLAGE 8.13)."""
    for order in orders:
        if isinstance(order, Travel):
            yield Idea(_JOURNEY, message("draw a journey card of type {letter}", letter=order.letter))


def _trainees(course: VillageCourse, orders: Sequence[Order]) -> Iterator[Idea]:
    """The trainees who start, and those who become villagers (VILLAGE 7.8)."""
    for order in orders:
        if isinstance(order, School) and order.to is not None:
            yield Idea(_TRAINEE, message("let a trainee become {person:a}", person=Word(order.to)))
        elif isinstance(order, School) and (course.new.left, course.new.right) != (
            course.old.left,
            course.old.right,
        ):
            yield Idea(_TRAINEE, message("put a trainee in the school"))


def _stories(course: VillageCourse, _: Sequence[Order]) -> Iterator[Idea]:
    """The story points on the tree, such as those for a villager who dies in time (VILLAGE 9)."""
    count = course.new.tree - course.old.tree
    died = [person for person in course.old.villagers if person not in course.new.villagers]
    if died:
        text = message(
            "let {person:the} die while the chronicle still pays {n} SP", person=Word(died[0]), n=count
        )
    else:
        text = message("gain {n} SP", n=count)
    yield Idea(_STORY * count, text)


# --- the answer of the next opponent ----------------------------------------------------------------------


def answer_in_world(
    view: Position, seat: int, orders: Sequence[Order], world: str
) -> AnswerInWorld[Order] | None:
    """Return the best turn of the next player after `seat` has given these orders, or None.

    None means that it is not the turn of `seat`, that a choice is open, or that no other player is next. All
    draws have their results in the world named `world`.
    """
    if view.active != seat or view.choice is not None:
        return None
    begun = view.round, view.number
    position = with_draws_served(position_after(view, seat, orders), world)
    while (waiting := decision(position)) is not None and _is_unfinished(position, begun):
        position = with_draws_served(_continued(position, waiting.seat), world)
    if waiting is None or waiting.seat == seat:
        return None
    answer = _best_turn(position, waiting.seat)
    main = tuple(order for order in answer if not isinstance(order, Bury | End | Hire))
    return AnswerInWorld(waiting.seat, answer, main, tuple(effects(position, waiting.seat, answer)))


def _is_unfinished(position: Position, begun: tuple[int, int]) -> bool:
    """Return whether the turn that has begun is still going on, or a choice is open."""
    return position.choice is not None or (position.round, position.number) == begun


def _continued(position: Position, seat: int) -> Position:
    """The position after the best answer to an open choice, or the best rest of a turn."""
    if position.choice is not None:
        standing = standing_answer(position)
        answers = [standing] if standing is not None else legal_orders(position)
        evaluate = TurnEvaluator(seat)
        return max((position_after(position, seat, [answer]) for answer in answers), key=evaluate)
    return position_after(position, seat, _best_turn(position, seat))


def _best_turn(position: Position, seat: int) -> tuple[Order, ...]:
    """Return the best turn found, or the part of it before a draw."""
    line = search_turns(position, seat, TurnEvaluator(seat), _BREADTH)[0]
    return line.orders if is_waiting_for_draw(line.position) else (*line.orders, End())
