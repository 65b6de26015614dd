"""What the steps of the lessons ask for: facts of a position of My Village, and of what has happened."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from khronos_pbem.engine.features.lessons import Goal, Tried
from khronos_pbem.games.my_village.model.position import Position, Village
from khronos_pbem.games.my_village.model.terms import Person, Phase
from khronos_pbem.games.my_village.rules.base.board_queries import goods_of

_In = Tried[Position]
_Goal = Goal[Position]


def _before(tried: _In) -> Village:
    return tried.before.players[tried.seat]


def _now(tried: _In) -> Village:
    return tried.after.players[tried.seat]


def _value(wanted: int) -> _Goal:
    """The dice that are taken make this value (VILLAGE 4.1)."""
    return lambda tried: sum(die.face for die in tried.after.dice) == wanted


def _happened(*names: str) -> _Goal:
    return lambda tried: any(event.event in names for event in tried.events)


def _has(count: Callable[[Village], int], least: int) -> _Goal:
    """The learner's village has at least so many of something."""
    return lambda tried: count(_now(tried)) >= least


def _more(count: Callable[[Village], int], by: int = 1) -> _Goal:
    """The learner's village has at least so many more of something than before the step."""
    return lambda tried: count(_now(tried)) - count(_before(tried)) >= by


def _beers(village: Village) -> int:
    return sum(shop.goods for shop in village.workshops if shop.type == "brewery")


def _no_time(tried: _In) -> bool:
    return _now(tried).cloud == _before(tried).cloud


def _is_over(tried: _In) -> bool:
    return tried.after.phase is Phase.OVER


def _mint_used(tried: _In) -> bool:
    return "mint" in tried.after.used


GOALS: Final[Mapping[str, _Goal]] = {
    "value-seven": _value(7),
    "value-nine": _value(9),
    "value-twelve": _value(12),
    "no-time": _no_time,
    "field": _more(lambda village: len(village.fields)),
    "workshop": _more(lambda village: len(village.workshops)),
    "hall-of-four": _has(lambda village: village.hall, 4),
    "hall-of-five": _has(lambda village: village.hall, 5),
    "hall-of-fifteen": _has(lambda village: village.hall, 15),
    "a-good": _more(goods_of),
    "a-story": _more(lambda village: village.tree),
    "councillor": lambda tried: Person.COUNCILLOR in _now(tried).villagers,
    "mint-used": _mint_used,
    "bridge": _happened("passed"),
    "first-place": _more(lambda village: village.tree, 2),
    "rat": _happened("rat"),
    "one-travel": _has(lambda village: len(village.travels), 1),
    "two-travels": _has(lambda village: len(village.travels), 2),
    "three-travels": _has(lambda village: len(village.travels), 3),
    "two-beers": _has(_beers, 2),
    "two-customers": _more(lambda village: len(village.market), 2),
    "one-served": _more(lambda village: len(village.served)),
    "two-served": _more(lambda village: len(village.served), 2),
    "church": lambda tried: bool(_now(tried).church),
    "monk": _more(lambda village: len(village.monks)),
    "turn-over": _happened("turn"),
    "game-over": _is_over,
}
"""The goals by their names in `course.toml`."""
