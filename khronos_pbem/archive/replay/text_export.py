"""A game as text: for mail and forums, and as JSON for programs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from khronos_pbem.archive.game_summary import game_facts, ledger, spoken, study_of
from khronos_pbem.archive.timeline import Chronicle, Step, step_lines, step_title
from khronos_pbem.canvas.frames import in_ascii
from khronos_pbem.engine.features.protocols import Drawing
from khronos_pbem.engine.features.statistics import Table
from khronos_pbem.games.registry import feature, round_of
from khronos_pbem.messages import Speak, message

_WIDTH = 110


def plain_text(chronicle: Chronicle, seat: int | None, speak: Speak) -> str:
    """The game as plain text: who plays, every order with what happened, the boards at the end."""
    lines = [speak(line) for line in _head(chronicle)]
    for round_, steps in _by_round(chronicle):
        lines += ["", _round(chronicle, round_, speak), ""]
        for step in steps:
            lines.append(f"{step.seq}. {speak(step_title(chronicle, step))}")
            lines += [f"     {speak(line)}" for line in step_lines(step)]
    return "\n".join([*lines, "", *_boards(chronicle, seat, speak)]) + "\n"


def markdown(chronicle: Chronicle, seat: int | None, speak: Speak) -> str:
    """The game as Markdown: headings by round, a table of what was earned, the boards as a code block."""
    title, *rest = _head(chronicle)
    lines = [f"# {_escaped(speak(title))}", ""]
    lines += [f"{_escaped(speak(line))}  " for line in rest]
    for round_, steps in _by_round(chronicle):
        lines += ["", f"## {_round(chronicle, round_, speak)}", ""]
        for step in steps:
            lines.append(f"* **{step.seq}.** {_escaped(speak(step_title(chronicle, step)))}")
            lines += [f"    * {_escaped(speak(line))}" for line in step_lines(step)]
    table = ledger(chronicle)
    lines += ["", f"## {speak(table.title)}", "", *_table(table, speak)]
    return "\n".join([*lines, "", "```text", *_boards(chronicle, seat, speak), "```"]) + "\n"


def _round(chronicle: Chronicle, number: int, speak: Speak) -> str:
    """The heading of a round."""
    return speak(message("{round:Name}", round=round_of(chronicle.game, number)))


def _head(chronicle: Chronicle) -> list[str]:
    lines: list[str] = [
        message("{title}", title=chronicle.header.title),
        study_of(chronicle).heading(chronicle.header.options, chronicle.players_named()),
    ]
    if chronicle.finished:
        lines.append(message("The game is over. {items:Name} won.", items=chronicle.winners_named()))
    return lines


def _by_round(chronicle: Chronicle) -> Iterator[tuple[int, list[Step]]]:
    rounds: dict[int, list[Step]] = {}
    for step in chronicle.played():
        rounds.setdefault(chronicle.round_of(step), []).append(step)
    yield from rounds.items()


def _boards(chronicle: Chronicle, seat: int | None, speak: Speak) -> list[str]:
    if chronicle.position is None:
        return [speak(message("the game has not begun: seats are free"))]
    drawing = feature(chronicle.game, Drawing)
    drawn = drawing.lines(chronicle.position, seat, _WIDTH, speak=speak)
    return [*drawn, *map(in_ascii, drawing.legend(chronicle.position, _WIDTH, speak))]


def _table(table: Table, speak: Speak) -> list[str]:
    heads, rows = spoken(table, speak)
    lines = [f"| {' | '.join(heads)} |", "|---" + "|--:" * (len(heads) - 1) + "|"]
    for row in rows:
        lines.append(f"| {' | '.join(_escaped(str(cell)) for cell in row)} |")
    return lines


def _escaped(text: str) -> str:
    """Text in which Markdown finds nothing to mark up."""
    return "".join(f"\\{c}" if c in "\\`*_{}[]<>#|" else c for c in text)


def to_data(chronicle: Chronicle) -> dict[str, Any]:
    """Every step with its orders and events and the public position after it, as JSON-able data."""
    return {
        **game_facts(chronicle),
        "winners": list(chronicle.winners),
        "steps": [step_data(chronicle, step) for step in chronicle.steps],
    }


def step_data(chronicle: Chronicle, step: Step) -> dict[str, Any]:
    """A step with its order, events and the public position after it, as JSON-able data."""
    position = step.position
    return {
        "step": step.number,
        "block": step.seq,
        "round": chronicle.round_of(step),
        "colour": chronicle.players[step.seat].colour,
        "kind": step.kind,
        "at": step.at,
        "order": step.order,
        "auto": list(step.auto),
        "cards": {str(handle): label for handle, label in sorted(step.cards.items())},
        "events": [event.to_data() for event in step.events],
        "changed": sorted({(event.board, square) for event in step.events for square in event.squares}),
        "position": None if position is None else chronicle.game.public_data(position),
    }
