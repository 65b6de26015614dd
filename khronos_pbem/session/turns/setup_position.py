"""Set-up positions from TOML files: `try`, and `moves` and `show` on them (FORMATS 3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import tomlkit

from khronos_pbem.engine.choice_text import open_choice
from khronos_pbem.engine.contract import Choice, Game, Spelled
from khronos_pbem.engine.features.protocols import Positions
from khronos_pbem.engine.rule_references import cites_of
from khronos_pbem.engine.runner import Trial, tried
from khronos_pbem.errors import IllegalOrder, InvalidFile, KhronosError, NothingToDo, OrderError
from khronos_pbem.games.registry import DEFAULT, feature, game_named
from khronos_pbem.messages import message
from khronos_pbem.record.toml import read_filled, read_text
from khronos_pbem.session.queries.documents import choice_facts
from khronos_pbem.session.replay.open_save import at_file
from khronos_pbem.storage.files import SMALL_BYTES, read_file, write_new

A_POSITION = message("a position must be a TOML file")
"""What would be right where nothing, or no text, is in a file."""


class SetUp(NamedTuple):
    """A set-up position, with its game and how that game reads and plays such positions."""

    game: Game[Any, Any]
    positions: Positions[Any]
    position: Any


def read_position(path: Path) -> SetUp:
    """The position in a TOML file. Raises UsageError if it cannot be read, InvalidFile if it cannot be."""
    data = read_file(path, SMALL_BYTES)
    try:
        table = read_filled(read_text(data, A_POSITION))
        game = game_named(_game_of(table))
        positions = feature(game, Positions)
        return SetUp(game, positions, positions.from_data(table))
    except KhronosError as problem:
        raise at_file(problem, path) from None


def _game_of(table: Mapping[str, Any]) -> str:
    """The game whose position this is; the default game for one that names none."""
    name = table.get("game", DEFAULT)
    return name if isinstance(name, str) else DEFAULT


def try_orders(start: SetUp, text: str, seed: int, source: str | None) -> Trial:
    """The position after a text of orders. Raises OrderError with its place in `source`."""
    try:
        return _tried(start, start.game.parse(text), seed)
    except OrderError as problem:
        problem.file = source
        raise


def _tried(start: SetUp, orders: Sequence[Spelled[Any]], seed: int) -> Trial:
    """The position after orders, and after what it asks for itself."""
    asked = start.positions.asked(start.position)
    return tried(start.game, start.position, orders, start.positions.serve(seed), asked)


def try_facts(start: SetUp, trial: Trial) -> dict[str, Any]:
    """The document of `try` (FORMATS 3)."""
    return {
        "position": start.positions.to_data(trial.position),
        "events": [event.to_data() for event in trial.events],
        "pending": choice_facts(start.positions.colours(trial.position), choice_at_end(start, trial)),
    }


def choice_at_end(start: SetUp, trial: Trial) -> Choice | None:
    """The choice that is open at the end; None if there is none."""
    decision = start.game.decision(trial.position)
    return None if decision is None else decision.choice


def pending_line(start: SetUp, trial: Trial) -> str:
    """The open choice as a sentence; empty if none is open."""
    choice = choice_at_end(start, trial)
    if choice is None:
        return ""
    return open_choice(start.positions.colours(trial.position)[choice.seat], choice)


def position_view(start: SetUp) -> dict[str, Any]:
    """The document of `show` on a position: the position itself, canonically."""
    return start.positions.to_data(start.position)


def begun(start: SetUp, seed: int = 0) -> Any:
    """The position once all that it asks for itself is served; the seed decides all chance."""
    return _tried(start, (), seed).position


def write_position(start: SetUp, trial: Trial, out: Path, *, force: bool) -> None:
    """Write the resulting position as TOML. Raises UsageError; IllegalOrder while a choice is open, in games
    that have no form for it."""
    _check_writable(start, trial)
    write_new(out, position_toml(start.positions.to_data(trial.position)), force=force)


def known_position(game: Game[Any, Any], position: Any) -> dict[str, Any]:
    """A position of a save as data for `try`, `moves` and `show`: hidden cards in it stay hidden.

    Raises IllegalOrder while a choice is open, NothingToDo before the first turn or where it cannot be
    written down, UsageError for a game without set-up positions.
    """
    positions = feature(game, Positions)
    if position is None:
        raise NothingToDo(message("the game has not begun: seats are free"), rule=cites_of(game).turn)
    _check_writable(SetUp(game, positions, position), Trial(position))
    data = positions.to_data(position)
    try:
        positions.from_data(data)
    except InvalidFile:
        what = message("this moment of the game cannot be saved as a position")
        hint = message("save it after the next turn, or choose another block with --at")
        raise NothingToDo(what, hint=hint) from None
    return data


def _check_writable(start: SetUp, trial: Trial) -> None:
    """Raise IllegalOrder for a position with an open choice that its game has no form for."""
    if not start.positions.writes_choices and choice_at_end(start, trial) is not None:
        what = message("a choice is still open, and a position can only be saved between two orders")
        raise IllegalOrder(what, rule=cites_of(start.game).choice, hint=pending_line(start, trial))


def position_toml(data: Mapping[str, Any]) -> str:
    """A position as TOML for people to edit (FORMATS 3)."""
    return tomlkit.dumps(data)
