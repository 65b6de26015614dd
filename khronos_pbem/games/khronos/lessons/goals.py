"""The goals of the lessons: conditions on the learner's play, by their names in `course.toml`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from khronos_pbem.engine.features.lessons import Goal, LessonAttempt
from khronos_pbem.games.khronos.model.field import Building
from khronos_pbem.games.khronos.model.land import FOREST, MOUNTAIN, RIVER, squares
from khronos_pbem.games.khronos.model.pieces import BOARDS, Board, Type
from khronos_pbem.games.khronos.model.position import Position
from khronos_pbem.games.khronos.rules.effects.revenue import domain_incomes, revenue_domains

_In = LessonAttempt[Position]
_Goal = Goal[Position]


# --- what stands where ------------------------------------------------------------------------------------


def _new_buildings(tried: _In, board: Board) -> Iterator[Building]:
    """Return the buildings of a board that are new or changed since the step began."""
    before = tried.before.field(board).buildings
    return (each for each in tried.after.field(board).buildings if each not in before)


def _has_new_building(tried: _In, board: Board, kind: Type, size: int) -> bool:
    """Return whether the learner has a new building of this type and at least this size on a board."""
    return any(
        each.owner == tried.seat and each.piece.type is kind and each.piece.size >= size
        for each in _new_buildings(tried, board)
    )


def _building_on_might(kind: Type, size: int) -> _Goal:
    """Return a goal: the learner has a new building of this type and at least this size on might."""
    return lambda tried: _has_new_building(tried, Board.MIGHT, kind, size)


def _new_towns(tried: _In) -> list[Building]:
    """The new towns and cities on might."""
    return [b for b in _new_buildings(tried, Board.MIGHT) if b.piece.type is Type.CIVIL and b.piece.size > 1]


def _covers_terrain(tried: _In, building: Building, terrain: str) -> bool:
    """Return whether a building covers a square of this terrain, given by its letter."""
    land = tried.after.land
    return any(land.terrain[at // land.width][at % land.width] == terrain for at in squares(building.mask))


def _military_on_terrain(terrain: str, size: int) -> _Goal:
    """Return a goal: the learner has a new military building on might that covers this terrain.

    The building has at least this size.
    """
    return lambda tried: any(
        each.owner == tried.seat
        and each.piece.type is Type.MILITARY
        and each.piece.size >= size
        and _covers_terrain(tried, each, terrain)
        for each in _new_buildings(tried, Board.MIGHT)
    )


def _town_on_river(tried: _In) -> bool:
    return any(_covers_terrain(tried, each, RIVER) for each in _new_towns(tried))


# --- other ages -------------------------------------------------------------------------------------------


def _copy_of(tried: _In, building: Building, board: Board) -> Building | None:
    """Return the building of the same piece on exactly the same squares of another board.

    Return None if there is none.
    """
    there = tried.after.field(board).on(building.mask)
    same = there is not None and there.mask == building.mask and there.piece is building.piece
    return there if same else None


def _town_through_the_ages(tried: _In) -> bool:
    return any(all(_copy_of(tried, town, board) for board in BOARDS.values()) for town in _new_towns(tried))


def _has_copy_on(board: Board) -> _Goal:
    """Return a goal: a new building of the learner on might has its copy on this board.

    The building is larger than size 1.
    """

    def found(tried: _In) -> bool:
        mine = [b for b in _new_buildings(tried, Board.MIGHT) if b.owner == tried.seat and b.piece.size > 1]
        copies = [_copy_of(tried, building, board) for building in mine]
        return any(copy is not None and (copy.ruin or copy.owner == tried.seat) for copy in copies)

    return found


def _has_event(*names: str) -> _Goal:
    """A goal: one of these events has happened."""
    return lambda tried: any(event.event in names for event in tried.events)


def _opponents_off_faith(tried: _In) -> bool:
    """Return whether no opponent owns a building on faith."""
    return all(each.owner in (None, tried.seat) for each in tried.after.field(Board.FAITH).buildings)


def _not_on_faith(tried: _In) -> bool:
    """Return whether the learner has no new building on faith."""
    return not any(each.owner == tried.seat for each in _new_buildings(tried, Board.FAITH))


# --- who earns what ---------------------------------------------------------------------------------------


def _learner_revenue(tried: _In) -> int:
    """Return the learner's revenue in ecus if it were due now (RULES 10)."""
    return sum(income.amount for income in revenue_domains(tried.after, tried.seat))


def _earns(amount: int) -> _Goal:
    return lambda tried: _learner_revenue(tried) >= amount


def _rules_domain(tried: _In, board: Board, amount: int) -> bool:
    """Return whether the learner rules a domain of this board with at least this revenue."""
    found = domain_incomes(tried.after, board)
    return any(tried.seat in income.rulers and income.amount >= amount for income in found)


def _domain_on(board: Board, amount: int) -> _Goal:
    """Return a goal: the learner rules a domain of this board with at least this revenue."""
    return lambda tried: _rules_domain(tried, board, amount)


def _rules_alone_on_reason(tried: _In) -> bool:
    """Return whether the learner is the only ruler of a domain on reason."""
    return any(income.rulers == (tried.seat,) for income in domain_incomes(tried.after, Board.REASON))


def _opponents_rule_nothing(tried: _In) -> bool:
    """Return whether no opponent rules a domain on might that has any revenue."""
    found = domain_incomes(tried.after, Board.MIGHT)
    return all(set(income.rulers) <= {tried.seat} for income in found if income.amount)


def _opponents_have_no_keep(tried: _In) -> bool:
    """Return whether no opponent has a keep or a castle on might or faith."""
    return not any(
        each.owner not in (None, tried.seat) and each.piece.type is Type.MILITARY and each.piece.size > 1
        for board in (Board.MIGHT, Board.FAITH)
        for each in tried.after.field(board).buildings
    )


# --- the turn ---------------------------------------------------------------------------------------------


def _both_adventurers_on(board: Board) -> _Goal:
    """A goal: both adventurers of the learner are on this board."""
    return lambda tried: set(tried.after.players[tried.seat].adventurers) == {board}


GOALS: Final[Mapping[str, _Goal]] = {
    "rules-the-hamlet": _domain_on(Board.MIGHT, 1),
    "monastery": _building_on_might(Type.RELIGIOUS, 2),
    "domain-of-two": _domain_on(Board.MIGHT, 2),
    "keep": _building_on_might(Type.MILITARY, 2),
    "town": lambda tried: bool(_new_towns(tried)),
    "demolished": _has_event("demolished"),
    "others-earn-nothing": _opponents_rule_nothing,
    "keep-in-forest": _military_on_terrain(FOREST, 2),
    "tower-on-mountain": _military_on_terrain(MOUNTAIN, 1),
    "town-on-river": _town_on_river,
    "town-through-the-ages": _town_through_the_ages,
    "copy-on-faith": _has_copy_on(Board.FAITH),
    "ruin-on-reason": _has_copy_on(Board.REASON),
    "paradox": _has_event("paradox"),
    "wiped-out": _opponents_off_faith,
    "not-on-faith": _not_on_faith,
    "joined": _has_event("linked"),
    "no-keep-of-others": _opponents_have_no_keep,
    "both-on-reason": _both_adventurers_on(Board.REASON),
    "most-cubes": _rules_alone_on_reason,
    "worth-two": _domain_on(Board.REASON, 2),
    "earns-eight": _earns(8),
    "earns-nine": _earns(9),
    "earns-six": _earns(6),
    "exchanged": _has_event("exchanged"),
    "revenue": _has_event("earned"),
}
"""The goals by their names in `course.toml`."""
