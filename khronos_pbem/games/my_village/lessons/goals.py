"""The goals of the steps in lessons: conditions on the position and on the events of a step."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from khronos_pbem.engine.features.lessons import Goal, LessonAttempt
from khronos_pbem.games.my_village.model.position import Position, Village
from khronos_pbem.games.my_village.model.terms import Person, Phase
from khronos_pbem.games.my_village.rules.base.board_queries import goods_count

_In = LessonAttempt[Position]
_Goal = Goal[Position]


def _village_before(tried: _In) -> Village:
    return tried.before.players[tried.seat]


def _village_now(tried: _In) -> Village:
    return tried.after.players[tried.seat]


def _dice_value_is(wanted: int) -> _Goal:
    """A goal: the dice taken make this value (VILLAGE 4.1)."""
    return lambda tried: sum(die.face for die in tried.after.dice) == wanted


def _event_happened(*names: str) -> _Goal:
    """A goal: an event with one of these names happened in the step."""
    return lambda tried: any(event.event in names for event in tried.events)


def _has_at_least(count: Callable[[Village], int], least: int) -> _Goal:
    """A goal: the learner's village has at least `least` of something."""
    return lambda tried: count(_village_now(tried)) >= least


def _has_gained(count: Callable[[Village], int], by: int = 1) -> _Goal:
    """A goal: the learner's village has at least `by` more of something than before the step."""
    return lambda tried: count(_village_now(tried)) - count(_village_before(tried)) >= by


def _beers(village: Village) -> int:
    return sum(shop.goods for shop in village.workshops if shop.type == "brewery")


def _no_time_spent(tried: _In) -> bool:
    return _village_now(tried).cloud == _village_before(tried).cloud


def _is_over(tried: _In) -> bool:
    return tried.after.phase is Phase.OVER


def _is_mint_used(tried: _In) -> bool:
    return "mint" in tried.after.used


GOALS: Final[Mapping[str, _Goal]] = {
    "value-seven": _dice_value_is(7),
    "value-nine": _dice_value_is(9),
    "value-twelve": _dice_value_is(12),
    "no-time": _no_time_spent,
    "field": _has_gained(lambda village: len(village.fields)),
    "workshop": _has_gained(lambda village: len(village.workshops)),
    "hall-of-four": _has_at_least(lambda village: village.hall, 4),
    "hall-of-five": _has_at_least(lambda village: village.hall, 5),
    "hall-of-fifteen": _has_at_least(lambda village: village.hall, 15),
    "a-good": _has_gained(goods_count),
    "a-story": _has_gained(lambda village: village.tree),
    "councillor": lambda tried: Person.COUNCILLOR in _village_now(tried).villagers,
    "mint-used": _is_mint_used,
    "bridge": _event_happened("passed"),
    "first-place": _has_gained(lambda village: village.tree, 2),
    "rat": _event_happened("rat"),
    "one-travel": _has_at_least(lambda village: len(village.travels), 1),
    "two-travels": _has_at_least(lambda village: len(village.travels), 2),
    "three-travels": _has_at_least(lambda village: len(village.travels), 3),
    "two-beers": _has_at_least(_beers, 2),
    "two-customers": _has_gained(lambda village: len(village.market), 2),
    "one-served": _has_gained(lambda village: len(village.served)),
    "two-served": _has_gained(lambda village: len(village.served), 2),
    "church": lambda tried: bool(_village_now(tried).church),
    "monk": _has_gained(lambda village: len(village.monks)),
    "turn-over": _event_happened("turn"),
    "game-over": _is_over,
}
"""The goals by their names in `course.toml`."""
