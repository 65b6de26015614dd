"""Set-up positions in TOML files: `try`, and `moves` and `show` on them (FORMATS 3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import tomlkit

from khronos_pbem.engine.choice_text import open_choice_message
from khronos_pbem.engine.contract import AnyGame, AnyParsedOrder, AnyPosition, Choice
from khronos_pbem.engine.features.protocols import Positions
from khronos_pbem.engine.rule_references import rule_references_of
from khronos_pbem.engine.runner import Trial, run_trial
from khronos_pbem.errors import IllegalOrder, InvalidFile, KhronosError, NothingToDo, OrderError
from khronos_pbem.games.registry import DEFAULT, feature, game_by_name
from khronos_pbem.messages import message
from khronos_pbem.record.toml import read_filled, read_text
from khronos_pbem.session.queries.documents import choice_document
from khronos_pbem.session.replay.open_save import with_file
from khronos_pbem.storage.files import SMALL_BYTES, read_file, write_output

A_POSITION = message("a position must be a TOML file")
"""The expected content, for the error about a file that is empty or not text."""


class SetUp(NamedTuple):
    """A set-up position, its game, and the game's feature that reads and plays such positions."""

    game: AnyGame
    positions: Positions[AnyPosition]
    position: AnyPosition


def read_position(path: Path) -> SetUp:
    """Read a position from a TOML file.

    Raises UsageError if the file cannot be read, InvalidFile if its position is impossible.
    """
    data = read_file(path, SMALL_BYTES)
    try:
        return parse_position(data)
    except KhronosError as problem:
        raise with_file(problem, path) from None


def parse_position(data: bytes) -> SetUp:
    """The position that the bytes of a TOML file describe. Raises InvalidFile if it is impossible."""
    table = read_filled(read_text(data, A_POSITION))
    game = game_by_name(_game_of(table))
    positions = feature(game, Positions)
    return SetUp(game, positions, positions.from_data(table))


def _game_of(table: Mapping[str, object]) -> str:
    """Return the name of the game given in the file of a position; otherwise the default game."""
    name = table.get("game", DEFAULT)
    return name if isinstance(name, str) else DEFAULT


def try_orders(start: SetUp, text: str, seed: int, source: str | None) -> Trial:
    """Carry out a text of orders on a set-up position; `seed` decides all random results.

    Raises OrderError with the line and column in `source`.
    """
    try:
        return _run_trial(start, start.game.parse(text), seed)
    except OrderError as problem:
        raise problem.changed(file=source) from None


def _run_trial(start: SetUp, orders: Sequence[AnyParsedOrder], seed: int) -> Trial:
    """Carry out orders on a set-up position, after serving the position's own requests."""
    asked = start.positions.open_requests(start.position)
    return run_trial(start.game, start.position, orders, start.positions.serve(seed), asked)


def try_document(start: SetUp, trial: Trial) -> dict[str, object]:
    """The document of `try` (FORMATS 3)."""
    return {
        "position": start.positions.to_data(trial.position),
        "events": [event.to_data() for event in trial.events],
        "pending": choice_document(start.positions.colours(trial.position), choice_at_end(start, trial)),
    }


def choice_at_end(start: SetUp, trial: Trial) -> Choice | None:
    """The choice that is open after a trial; None if there is none."""
    decision = start.game.decision(trial.position)
    return None if decision is None else decision.choice


def pending_line(start: SetUp, trial: Trial) -> str:
    """The choice that is open after a trial, as a sentence; empty if none is."""
    choice = choice_at_end(start, trial)
    if choice is None:
        return ""
    return open_choice_message(start.positions.colours(trial.position)[choice.seat], choice)


def set_up_document(start: SetUp) -> dict[str, object]:
    """The document of `show` on a position: the position itself in canonical form."""
    return start.positions.to_data(start.position)


def served_position(start: SetUp, seed: int = 0) -> AnyPosition:
    """Return the position after its own requests have been served; `seed` decides all random results."""
    return _run_trial(start, (), seed).position


def write_position(start: SetUp, trial: Trial, out: Path, *, force: bool) -> None:
    """Write the position after a trial as a TOML file.

    Raises UsageError if it cannot be written. Raises IllegalOrder while a choice is open, in a game that
    cannot write choices.
    """
    _check_writable(start, trial)
    write_output(out, position_toml(start.positions.to_data(trial.position)), force=force)


def position_data(game: AnyGame, position: AnyPosition) -> dict[str, object]:
    """Return a position of a save as data for `try`, `moves` and `show`; its hidden cards stay hidden.

    Raises IllegalOrder while a choice is open, UsageError for a game without set-up positions. Raises
    NothingToDo before the first turn, or if the position cannot be written.
    """
    positions = feature(game, Positions)
    if position is None:
        what = message("the game has not begun, because some seats are still free")
        raise NothingToDo(what, rule=rule_references_of(game).turn)
    _check_writable(SetUp(game, positions, position), Trial(position))
    data = positions.to_data(position)
    try:
        positions.from_data(data)
    except InvalidFile:
        what = message("this point in the game cannot be saved as a position")
        hint = message(
            "wait until the next turn has been played, then save the position; or choose a different "
            "block with --at"
        )
        raise NothingToDo(what, hint=hint) from None
    return data


def _check_writable(start: SetUp, trial: Trial) -> None:
    """Raise IllegalOrder for a position with an open choice that its game cannot write."""
    if not start.positions.writes_choices and choice_at_end(start, trial) is not None:
        what = message("you still have to make a choice; the position cannot be saved until you have made it")
        raise IllegalOrder(what, rule=rule_references_of(start.game).choice, hint=pending_line(start, trial))


def position_toml(data: Mapping[str, object]) -> str:
    """The data of a position as TOML for people to edit (FORMATS 3)."""
    return tomlkit.dumps(data)
