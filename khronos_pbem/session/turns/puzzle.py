"""Puzzles: which there are, what some orders earn in one, by the rules, and which were solved here."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from khronos_pbem.engine.contract import Game, Spelled
from khronos_pbem.engine.digests import canonical_json
from khronos_pbem.engine.features.protocols import Columns, Positions
from khronos_pbem.engine.features.puzzles import Puzzle, Puzzles
from khronos_pbem.errors import IllegalOrder, KhronosError, OrderError, UsageError
from khronos_pbem.games.registry import feature, game_named, optional
from khronos_pbem.messages import message
from khronos_pbem.session.replay.run_orders import ended_before
from khronos_pbem.session.turns.branching import stage_line
from khronos_pbem.session.turns.setup_position import SetUp, begun
from khronos_pbem.session.turns.turn_draft import Composition, StartingPoint
from khronos_pbem.storage.files import read_if_possible, write_aside
from khronos_pbem.storage.home_folder import folder

_FOLDER = "puzzles"
_MOST_BYTES = 64 * 1024


class Asked(NamedTuple):
    """A puzzle of a game as it is asked: its set-up position, and where its one turn begins."""

    puzzle: Puzzle
    puzzles: Puzzles[Any]
    start: SetUp
    starting_point: StartingPoint
    seat: int

    @property
    def task(self) -> str:
        """What is asked."""
        return self.puzzles.task(self.starting_point.position, self.seat)

    @property
    def hand(self) -> list[str]:
        """The cards of whose turn it is, in a game with hands."""
        columns = optional(self.start.game, Columns)
        return [] if columns is None else columns.hand(self.starting_point.position, self.seat) or []


class Answer(NamedTuple):
    """What a turn earns in a puzzle, and how much that is less than what is known to be possible."""

    composition: Composition
    earned: int
    missing: int


def puzzles_of(game: str) -> Sequence[Puzzle]:
    """The puzzles of a game. Raises UsageError for a game that has none."""
    return feature(game_named(game), Puzzles).puzzles()


def asked(game: str, number: int) -> Asked:
    """A puzzle of a game by its number, from 1. Raises UsageError for a number that there is not."""
    found = puzzles_of(game)
    if not 1 <= number <= len(found):
        hint = message("choose a puzzle from {first} to {last}", first=1, last=len(found))
        raise UsageError(message("there is no puzzle {number}", number=number), rule="FORMATS 3", hint=hint)
    return as_asked(game, found[number - 1])


def as_asked(game: str, puzzle: Puzzle) -> Asked:
    """A puzzle with its turn to be taken; what is drawn in it is drawn as `try` draws it."""
    at_table = game_named(game)
    positions = feature(at_table, Positions)
    start = SetUp(at_table, positions, positions.from_data(puzzle.position))
    position = begun(start)
    decision = at_table.decision(position)
    assert decision is not None
    colours = tuple(positions.colours(position))
    starting_point = StartingPoint(at_table, position, colours, decision.seat, serve=positions.serve(0))
    return Asked(puzzle, feature(at_table, Puzzles), start, starting_point, decision.seat)


def answer(to: Asked, text: str, source: str | None = None) -> Answer:
    """What a whole turn comes to. Raises OrderError for one that may not be played or does not end."""
    try:
        orders = list(to.start.game.parse(text))
        for spelled in _behind_the_end(to.start.game, orders):
            raise ended_before(spelled)
        return of_composition(to, Composition(to.starting_point).give(orders).composition)
    except OrderError as problem:
        problem.file = problem.file or source
        raise


def _behind_the_end(game: Game[Any, Any], orders: Sequence[Spelled[Any]]) -> Iterator[Spelled[Any]]:
    """The orders behind the first that ends a turn: a next one is nobody's here."""
    ended = False
    for spelled in orders:
        if ended:
            yield spelled
        ended = ended or game.ends_turn(spelled.order)


def of_composition(to: Asked, composition: Composition) -> Answer:
    """What a turn that was composed earns. Raises IllegalOrder if it has not ended."""
    last = composition.given[-1].order if composition.given else None
    if last is None or not to.start.game.ends_turn(last):
        raise IllegalOrder(stage_line(composition), rule="FORMATS 2")
    earned = to.puzzles.earned(to.starting_point.position, composition.position, to.seat)
    return Answer(composition, earned, to.puzzle.best - earned)


def solution(to: Asked) -> Answer:
    """What the solution comes to."""
    return answer(to, "\n".join(to.puzzle.solution))


# --- what was solved here ---------------------------------------------------------------------------------


def solved(home: Path, game: str) -> frozenset[str]:
    """The names of the puzzles of a game that were solved here; what cannot be read is nothing."""
    try:
        found = json.loads(read_if_possible(_path(home, game), _MOST_BYTES) or b"[]")
    except (ValueError, RecursionError):
        return frozenset()
    return (
        frozenset(each for each in found if isinstance(each, str)) if isinstance(found, list) else frozenset()
    )


def note_solved(home: Path, game: str, puzzle: Puzzle) -> None:
    """Remember that a puzzle was solved, where there is a home that can be written."""
    known = {name_of(each) for each in puzzles_of(game)} & solved(home, game)
    names = sorted({*known, name_of(puzzle)})
    try:
        folder(home, _FOLDER)
        write_aside(_path(home, game), json.dumps(names).encode())
    except (KhronosError, OSError):
        return


def name_of(puzzle: Puzzle) -> str:
    """What a puzzle is called wherever it stands in the list: a hash of its position."""
    return sha256(canonical_json(puzzle.position)).hexdigest()[:32]


def _path(home: Path, game: str) -> Path:
    return home / _FOLDER / f"{game}.json"
