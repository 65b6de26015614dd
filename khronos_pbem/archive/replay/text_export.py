"""A game as plain text, as Markdown, and as JSON-able data."""

from __future__ import annotations

from collections.abc import Iterator

from khronos_pbem.archive.game_summary import game_document, ledger_table, study_of, translated_table
from khronos_pbem.archive.timeline import Chronicle, Step, step_title
from khronos_pbem.canvas.frames import to_ascii
from khronos_pbem.engine.features.protocols import Drawing, PositionToDraw
from khronos_pbem.engine.features.statistics import StatisticsTable
from khronos_pbem.games.registry import feature, round_text
from khronos_pbem.messages import Translate, message
from khronos_pbem.session.queries.documents import event_lines

_WIDTH = 110


def game_text(chronicle: Chronicle, seat: int | None, speak: Translate) -> str:
    """The game as plain text: the players, every order with its events, the boards at the end.

    The boards are drawn as a seat (None: the public) may see them.
    """
    lines = [speak(line) for line in _heading_lines(chronicle)]
    for round_, steps in _steps_by_round(chronicle):
        lines += ["", _round_heading(chronicle, round_, speak), ""]
        for step in steps:
            lines.append(f"{step.seq}. {speak(step_title(chronicle, step))}")
            lines += [f"     {speak(line)}" for line in event_lines(step.events)]
    return "\n".join([*lines, "", *_board_lines(chronicle, seat, speak)]) + "\n"


def game_markdown(chronicle: Chronicle, seat: int | None, speak: Translate) -> str:
    """The game as Markdown: a heading for each round, a table of scores, the boards as a code block.

    The boards are drawn as a seat (None: the public) may see them.
    """
    title, *rest = _heading_lines(chronicle)
    lines = [f"# {_markdown_escaped(speak(title))}", ""]
    lines += [f"{_markdown_escaped(speak(line))}  " for line in rest]
    for round_, steps in _steps_by_round(chronicle):
        lines += ["", f"## {_round_heading(chronicle, round_, speak)}", ""]
        for step in steps:
            lines.append(f"* **{step.seq}.** {_markdown_escaped(speak(step_title(chronicle, step)))}")
            lines += [f"    * {_markdown_escaped(speak(line))}" for line in event_lines(step.events)]
    table = ledger_table(chronicle)
    lines += ["", f"## {speak(table.title)}", "", *_table_lines(table, speak)]
    return "\n".join([*lines, "", "```text", *_board_lines(chronicle, seat, speak), "```"]) + "\n"


def _round_heading(chronicle: Chronicle, number: int, speak: Translate) -> str:
    """The heading of a round."""
    return speak(message("{round:Name}", round=round_text(chronicle.game, number)))


def _heading_lines(chronicle: Chronicle) -> list[str]:
    lines: list[str] = [
        message("{title}", title=chronicle.header.title),
        study_of(chronicle).heading(chronicle.header.options, chronicle.players_text()),
    ]
    if chronicle.finished:
        lines.append(message("The game is over. {items:Name} won.", items=chronicle.winners_text()))
    return lines


def _steps_by_round(chronicle: Chronicle) -> Iterator[tuple[int, list[Step]]]:
    rounds: dict[int, list[Step]] = {}
    for step in chronicle.played_steps():
        rounds.setdefault(chronicle.round_of(step), []).append(step)
    yield from rounds.items()


def _board_lines(chronicle: Chronicle, seat: int | None, speak: Translate) -> list[str]:
    if chronicle.position is None:
        return [speak(message("the game has not begun, because some seats are still free"))]
    drawing = feature(chronicle.game, Drawing)
    drawn = drawing.lines(PositionToDraw(chronicle.position, seat, speak=speak), _WIDTH)
    return [*drawn, *map(to_ascii, drawing.legend(chronicle.position, _WIDTH, speak))]


def _table_lines(table: StatisticsTable, speak: Translate) -> list[str]:
    heads, rows = translated_table(table, speak)
    lines = [f"| {' | '.join(_markdown_escaped(str(cell)) for cell in row)} |" for row in rows]
    return [f"| {' | '.join(heads)} |", "|---" + "|--:" * (len(heads) - 1) + "|", *lines]


def _markdown_escaped(text: str) -> str:
    """The text, with the characters that Markdown would interpret escaped."""
    return "".join(f"\\{c}" if c in "\\`*_{}[]<>#|" else c for c in text)


def replay_document(chronicle: Chronicle) -> dict[str, object]:
    """The game as JSON-able data: its summary, and every step with the public position after it."""
    return {
        **game_document(chronicle),
        "winners": list(chronicle.winners),
        "steps": [step_document(chronicle, step) for step in chronicle.steps],
    }


def step_document(chronicle: Chronicle, step: Step) -> dict[str, object]:
    """A step as JSON-able data: its order, its events and the public position after it."""
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
