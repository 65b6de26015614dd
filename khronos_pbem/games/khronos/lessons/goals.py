"""What the steps of the lessons ask for: facts of a position of Khronos, and of what has happened."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from khronos_pbem.engine.features.lessons import Goal, Tried
from khronos_pbem.games.khronos.model.land import FOREST, MOUNTAIN, RIVER, squares
from khronos_pbem.games.khronos.model.pieces import BOARDS, Board, Type
from khronos_pbem.games.khronos.model.position import Building, Position
from khronos_pbem.games.khronos.rules.effects.revenue import domain_incomes, incomes

_In = Tried[Position]
_Goal = Goal[Position]


# --- what stands where ------------------------------------------------------------------------------------


def _built(tried: _In, board: Board) -> Iterator[Building]:
    """The buildings of a board that were not there, in this form, when the step began."""
    before = tried.before.field(board).buildings
    return (each for each in tried.after.field(board).buildings if each not in before)


def _own(tried: _In, board: Board, kind: Type, size: int) -> bool:
    """Whether the learner has a new building of a type, of at least a size, on a board."""
    return any(
        each.owner == tried.seat and each.piece.type is kind and each.piece.size >= size
        for each in _built(tried, board)
    )


def _on_might(kind: Type, size: int) -> _Goal:
    return lambda tried: _own(tried, Board.MIGHT, kind, size)


def _big_civil(tried: _In) -> list[Building]:
    """The new towns and cities on might."""
    return [b for b in _built(tried, Board.MIGHT) if b.piece.type is Type.CIVIL and b.piece.size > 1]


def _covers(tried: _In, building: Building, terrain: str) -> bool:
    land = tried.after.land
    return any(land.terrain[at // land.width][at % land.width] == terrain for at in squares(building.mask))


def _keep_in(terrain: str, size: int) -> _Goal:
    """A new military building of the learner on might, of at least a size, that covers some terrain."""
    return lambda tried: any(
        each.owner == tried.seat
        and each.piece.type is Type.MILITARY
        and each.piece.size >= size
        and _covers(tried, each, terrain)
        for each in _built(tried, Board.MIGHT)
    )


def _town_on_river(tried: _In) -> bool:
    return any(_covers(tried, each, RIVER) for each in _big_civil(tried))


# --- other ages -------------------------------------------------------------------------------------------


def _copied(tried: _In, building: Building, board: Board) -> Building | None:
    """What stands on a board on exactly the squares of a building, of the same piece."""
    there = tried.after.field(board).on(building.mask)
    same = there is not None and there.mask == building.mask and there.piece is building.piece
    return there if same else None


def _town_through_the_ages(tried: _In) -> bool:
    return any(all(_copied(tried, town, board) for board in BOARDS.values()) for town in _big_civil(tried))


def _ripples_to(board: Board) -> _Goal:
    """A new military or religious building of the learner on might has its copy on a later board."""

    def found(tried: _In) -> bool:
        mine = [b for b in _built(tried, Board.MIGHT) if b.owner == tried.seat and b.piece.size > 1]
        copies = [_copied(tried, building, board) for building in mine]
        return any(copy is not None and (copy.ruin or copy.owner == tried.seat) for copy in copies)

    return found


def _happened(*names: str) -> _Goal:
    return lambda tried: any(event.event in names for event in tried.events)


def _wiped_out(tried: _In) -> bool:
    """Nothing of any other player's is left on faith."""
    return all(each.owner in (None, tried.seat) for each in tried.after.field(Board.FAITH).buildings)


def _not_on_faith(tried: _In) -> bool:
    return not any(each.owner == tried.seat for each in _built(tried, Board.FAITH))


# --- who earns what ---------------------------------------------------------------------------------------


def _income(tried: _In) -> int:
    """What the learner would earn now, where his adventurers stand (RULES 10)."""
    return sum(income.amount for income in incomes(tried.after, tried.seat))


def _earns(amount: int) -> _Goal:
    return lambda tried: _income(tried) >= amount


def _rules(tried: _In, board: Board, amount: int) -> bool:
    """Whether the learner rules a domain of a board that is worth an amount."""
    found = domain_incomes(tried.after, board)
    return any(tried.seat in income.rulers and income.amount >= amount for income in found)


def _domain_on(board: Board, amount: int) -> _Goal:
    return lambda tried: _rules(tried, board, amount)


def _alone_on_reason(tried: _In) -> bool:
    """Whether the learner has more cubes than anybody else in a domain of reason."""
    return any(income.rulers == (tried.seat,) for income in domain_incomes(tried.after, Board.REASON))


def _others_rule_nothing(tried: _In) -> bool:
    """Whether no domain of might pays anybody else."""
    found = domain_incomes(tried.after, Board.MIGHT)
    return all(set(income.rulers) <= {tried.seat} for income in found if income.amount)


def _others_hold_no_keep(tried: _In) -> bool:
    return not any(
        each.owner not in (None, tried.seat) and each.piece.type is Type.MILITARY and each.piece.size > 1
        for board in (Board.MIGHT, Board.FAITH)
        for each in tried.after.field(board).buildings
    )


# --- the turn ---------------------------------------------------------------------------------------------


def _all_on(board: Board) -> _Goal:
    return lambda tried: set(tried.after.players[tried.seat].adventurers) == {board}


GOALS: Final[Mapping[str, _Goal]] = {
    "rules-the-hamlet": _domain_on(Board.MIGHT, 1),
    "monastery": _on_might(Type.RELIGIOUS, 2),
    "domain-of-two": _domain_on(Board.MIGHT, 2),
    "keep": _on_might(Type.MILITARY, 2),
    "town": lambda tried: bool(_big_civil(tried)),
    "demolished": _happened("demolished"),
    "others-earn-nothing": _others_rule_nothing,
    "keep-in-forest": _keep_in(FOREST, 2),
    "tower-on-mountain": _keep_in(MOUNTAIN, 1),
    "town-on-river": _town_on_river,
    "town-through-the-ages": _town_through_the_ages,
    "copy-on-faith": _ripples_to(Board.FAITH),
    "ruin-on-reason": _ripples_to(Board.REASON),
    "paradox": _happened("paradox"),
    "wiped-out": _wiped_out,
    "not-on-faith": _not_on_faith,
    "joined": _happened("linked"),
    "no-keep-of-others": _others_hold_no_keep,
    "both-on-reason": _all_on(Board.REASON),
    "most-cubes": _alone_on_reason,
    "worth-two": _domain_on(Board.REASON, 2),
    "earns-eight": _earns(8),
    "earns-nine": _earns(9),
    "earns-six": _earns(6),
    "exchanged": _happened("exchanged"),
    "revenue": _happened("earned"),
}
"""The goals by their names in `course.toml`."""
