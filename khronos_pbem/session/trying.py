"""Set-up positions from TOML files: `try`, and `moves` and `show` on them (FORMATS 3)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from khronos_pbem.errors import IllegalOrder, KhronosError, OrderError
from khronos_pbem.games.khronos.language.notation import text as order_text
from khronos_pbem.games.khronos.model.position import Position
from khronos_pbem.games.khronos.positions.data import position_from_data, position_to_data
from khronos_pbem.games.khronos.positions.sandbox import Trial, play_text
from khronos_pbem.games.khronos.rules.legal_orders import legal_orders
from khronos_pbem.record.files import SMALL_BYTES, read_file, write_new
from khronos_pbem.record.toml import read_text, read_toml
from khronos_pbem.saying import listed, say
from khronos_pbem.session.facts import choice_facts
from khronos_pbem.session.opening import at_file


def read_position(path: Path) -> Position:
    """The position in a TOML file. Raises UsageError if it cannot be read, InvalidFile if it cannot be."""
    data = read_file(path, SMALL_BYTES)
    try:
        return position_from_data(read_toml(read_text(data)))
    except KhronosError as problem:
        raise at_file(problem, path) from None


def try_orders(position: Position, text: str, seed: int, source: str | None) -> Trial:
    """The position after a text of orders. Raises OrderError with its place in `source`."""
    try:
        return play_text(position, text, seed)
    except OrderError as problem:
        problem.file = source
        raise


def try_facts(trial: Trial) -> dict[str, Any]:
    """The document of `try` (FORMATS 3)."""
    colours = [player.colour for player in trial.position.players]
    return {
        "position": position_to_data(trial.position),
        "events": [event.as_json() for event in trial.events],
        "pending": choice_facts(colours, trial.pending),
    }


def pending_line(trial: Trial) -> str:
    """The open choice as a sentence; empty if none is open."""
    choice = trial.pending
    if choice is None:
        return ""
    who, options = trial.position.players[choice.seat].colour, listed(choice.options)
    return say(
        "{who} has a choice on {board}: {order} with one of {options}",
        who=who,
        board=choice.board,
        order=choice.kind,
        options=options,
    )


def position_view(position: Position) -> dict[str, Any]:
    """The document of `show` on a position: the position itself, canonically."""
    return position_to_data(position)


def position_moves(position: Position) -> list[str]:
    """The legal orders of whoever has to decide, in canonical text."""
    return [order_text(order) for order in legal_orders(position)]


def write_position(trial: Trial, out: Path, *, force: bool) -> None:
    """Write the resulting position as TOML. Raises IllegalOrder while a choice is open, UsageError."""
    if trial.pending is not None:
        what = say("a choice is open, and a position in the middle of an order is not written")
        raise IllegalOrder(what, rule="9", hint=pending_line(trial))
    write_new(out, position_toml(trial.position), force=force)


def position_toml(position: Position) -> str:
    """A position as TOML for people to edit (FORMATS 3)."""
    import tomlkit

    return tomlkit.dumps(position_to_data(position))
