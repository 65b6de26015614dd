"""Puzzles: their list, the evaluation of orders by the rules, and a record of those solved here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from khronos_pbem.engine.contract import AnyGame, AnyParsedOrder, AnyPosition
from khronos_pbem.engine.digests import canonical_json
from khronos_pbem.engine.features.protocols import Columns, Positions
from khronos_pbem.engine.features.puzzles import Puzzle, Puzzles
from khronos_pbem.errors import IllegalOrder, KhronosError, OrderError, UsageError
from khronos_pbem.games.registry import feature, feature_or_none, game_by_name
from khronos_pbem.messages import message
from khronos_pbem.session.replay.run_orders import turn_ended_error
from khronos_pbem.session.turns.branching import stage_line
from khronos_pbem.session.turns.setup_position import SetUp, served_position
from khronos_pbem.session.turns.turn_draft import Composition, StartingPoint
from khronos_pbem.storage.files import file_lock
from khronos_pbem.storage.json_store import JsonStore, json_codec, text_list


class OpenPuzzle(NamedTuple):
    """A puzzle ready to be solved: its set-up position, and the starting point of its one turn."""

    puzzle: Puzzle
    puzzles: Puzzles[AnyPosition]
    start: SetUp
    starting_point: StartingPoint
    seat: int

    @property
    def task(self) -> str:
        """The task as a text."""
        return self.puzzles.task(self.starting_point.position, self.seat)

    @property
    def hand(self) -> list[str]:
        """The cards of the player to move; empty in a game without hands."""
        columns = feature_or_none(self.start.game, Columns)
        return [] if columns is None else columns.hand(self.starting_point.position, self.seat) or []


class PuzzleResult(NamedTuple):
    """The result of a turn in a puzzle: the composition, its earnings, and the shortfall.

    `missing` is how much less it earns than the known best.
    """

    composition: Composition
    earned: int
    missing: int


def puzzles_of(game: str) -> Sequence[Puzzle]:
    """The puzzles of a game. Raises UsageError if it has none."""
    return feature(game_by_name(game), Puzzles).puzzles()


def open_puzzle(game: str, number: int) -> OpenPuzzle:
    """Set up a game's puzzle of this number, from 1. Raises UsageError for a number that does not exist."""
    found = puzzles_of(game)
    if not 1 <= number <= len(found):
        hint = message("choose a puzzle from {first} to {last}", first=1, last=len(found))
        raise UsageError(message("there is no puzzle {number}", number=number), rule="FORMATS 3", hint=hint)
    return set_up_puzzle(game, found[number - 1])


def set_up_puzzle(game: str, puzzle: Puzzle) -> OpenPuzzle:
    """Set up a puzzle for its turn; cards and rolls are decided as in `try`."""
    at_table = game_by_name(game)
    positions = feature(at_table, Positions)
    start = SetUp(at_table, positions, positions.from_data(puzzle.position))
    position = served_position(start)
    decision = at_table.decision(position)
    assert decision is not None
    colours = tuple(positions.colours(position))
    starting_point = StartingPoint(at_table, position, colours, decision.seat, serve=positions.serve(0))
    return OpenPuzzle(puzzle, feature(at_table, Puzzles), start, starting_point, decision.seat)


def evaluate_orders(to: OpenPuzzle, text: str, source: str | None = None) -> PuzzleResult:
    """Return the result of a complete turn, given as text.

    Raises OrderError, with the line and column in `source`, for a turn that is illegal or does not end.
    """
    try:
        orders = list(to.start.game.parse(text))
        for spelled in _orders_after_end(to.start.game, orders):
            raise turn_ended_error(spelled)
        return evaluate_composition(to, Composition(to.starting_point).give(orders).composition)
    except OrderError as problem:
        raise problem.in_file(source) from None


def _orders_after_end(game: AnyGame, orders: Sequence[AnyParsedOrder]) -> Iterator[AnyParsedOrder]:
    """Yield the orders after the first one that ends a turn; they are not allowed in a puzzle."""
    ended = False
    for spelled in orders:
        if ended:
            yield spelled
        ended = ended or game.ends_turn(spelled.order)


def evaluate_composition(to: OpenPuzzle, composition: Composition) -> PuzzleResult:
    """The result of a composed turn. Raises IllegalOrder if it has not ended."""
    last = composition.given[-1].order if composition.given else None
    if last is None or not to.start.game.ends_turn(last):
        raise IllegalOrder(stage_line(composition))
    earned = to.puzzles.earnings(to.starting_point.position, composition.position, to.seat)
    return PuzzleResult(composition, earned, to.puzzle.best - earned)


def evaluate_solution(to: OpenPuzzle) -> PuzzleResult:
    """The result of the stored solution."""
    return evaluate_orders(to, "\n".join(to.puzzle.solution))


# --- what was solved here ---------------------------------------------------------------------------------


def load_solved(home: Path, game: str) -> frozenset[str]:
    """Return the keys (`puzzle_key`) of a game's puzzles that have been solved on this machine."""
    return frozenset(_store(home, game).read())


def note_solved(home: Path, game: str, puzzle: Puzzle) -> None:
    """Record that a puzzle was solved, or do nothing if the home cannot be written."""
    keys = {puzzle_key(each) for each in puzzles_of(game)}
    with suppress(KhronosError):
        _store(home, game).change(lambda known: sorted({*keys.intersection(known), puzzle_key(puzzle)}))


def puzzle_key(puzzle: Puzzle) -> str:
    """Return a key for a puzzle that does not depend on its place in the list: the hash of its position."""
    return sha256(canonical_json(puzzle.position)).hexdigest()[:32]


def _store(home: Path, game: str) -> JsonStore[list[str]]:
    path = home / "puzzles" / f"{game}.json"
    return JsonStore(path, json_codec(text_list), [], partial(file_lock, path, home))
