"""A game as one self-contained HTML file: boards, steps, scores, charts."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Sequence
from typing import Any

from khronos_pbem.archive.charts import Series, line_chart
from khronos_pbem.archive.game_summary import gains_table, ledger_table, shown_steps, translated_table
from khronos_pbem.archive.page import page_resource, render_page
from khronos_pbem.archive.replay.verifier_page import verifier_parts
from khronos_pbem.archive.studies.analysis_text import (
    ANALYSIS,
    analysis_settings_line,
    better_line,
    difference_lines,
    marked_turns_table,
    reply_lines,
)
from khronos_pbem.archive.studies.game_analysis import Analysis, Verdict
from khronos_pbem.archive.timeline import Chronicle, Step, not_begun_error, step_title
from khronos_pbem.canvas.player_styles import player_badge
from khronos_pbem.canvas.svg import StyleSheet, svg_elements, svg_shapes
from khronos_pbem.engine.contract import AnyPosition
from khronos_pbem.engine.features.protocols import PositionToDraw
from khronos_pbem.engine.features.statistics import StatisticsTable
from khronos_pbem.engine.features.vector_drawing import BoardScene, GameScene, Scenes, Shapes
from khronos_pbem.games.registry import feature, round_text
from khronos_pbem.messages import Moment, Translate, message
from khronos_pbem.record.names import called
from khronos_pbem.record.save import Save
from khronos_pbem.session.queries.documents import event_lines
from khronos_pbem.session.turns import hint_text


class _PiecePool:
    """A pool of SVG pieces that occur in many steps.

    Each piece is stored once, as a tuple of element indexes. Each element is also stored once.
    """

    def __init__(self, styles: StyleSheet) -> None:
        self._styles = styles
        self._elements: dict[str, int] = {}
        self._parts: dict[tuple[int, ...], int] = {}
        self._by_shapes: dict[Shapes, int] = {}

    def number(self, shapes: Shapes) -> int:
        """Return the index of a piece, adding the piece if it is new."""
        found = self._by_shapes.get(shapes)
        if found is None:
            texts = [text for shape in shapes for text in svg_elements(shape, self._styles)]
            part = tuple(self._elements.setdefault(text, len(self._elements)) for text in texts)
            found = self._by_shapes[shapes] = self._parts.setdefault(part, len(self._parts))
        return found

    def to_data(self) -> dict[str, object]:
        """All pieces as JSON-able data: the elements, and the element indexes of each piece."""
        return {"elements": list(self._elements), "parts": list(self._parts)}


def replay_page(
    chronicle: Chronicle,
    seat: int | None,
    language: str,
    speak: Translate,
    analysis: Analysis | None = None,
    save: Save | None = None,
) -> str:
    """The HTML page of a game as a seat (None: the public) may see it, with the verdicts of an analysis.

    With `save`, the page contains the record and verifies it in the browser.

    Raises NothingToDo if the game has not begun, UsageError if it has no pictures or statistics.
    """
    steps = shown_steps(chronicle)
    if not steps:
        raise not_begun_error()
    scenes, styles = feature(chronicle.game, Scenes), StyleSheet()
    parts = _PiecePool(styles)
    drawn = [scenes.scene(PositionToDraw(step.position, seat, step.events, speak)) for step in steps]
    data = [_step_data(chronicle, *pair, parts, speak) for pair in zip(steps, drawn, strict=True)]
    judged = {verdict.seq: verdict for verdict in analysis.verdicts} if analysis else {}
    listed_steps = [_step_text(chronicle, step, judged.get(step.seq), speak) for step in steps]
    for each, shown in zip(data, listed_steps, strict=True):
        each["better"] = shown["better"] is not None
    pictures = {
        "grounds": _board_backgrounds(scenes, steps[-1], styles),
        "boards": [_final_board(board, styles, speak) for board in drawn[-1].boards],
        "players": _player_rows(chronicle, data[-1], styles, speak),
        "legend": _legend(scenes, styles, speak),
    }
    return render_page(
        "replay.html",
        language=language,
        title=chronicle.header.title,
        about=_summary_line(chronicle, speak),
        css=page_resource("replay.css") + styles.css,
        script=page_resource("replay.js"),
        data=_compressed_json(
            {**parts.to_data(), "steps": data, "rounds": _round_sections(chronicle, steps, speak)}
        ),
        words=_interface_texts(speak),
        last=len(steps) - 1,
        columns=[speak(head) for head in scenes.columns],
        steps=listed_steps,
        verifier=verifier_parts(save, speak) if save is not None else None,
        **_study(chronicle, steps, analysis, speak),
        **pictures,
    )


def _study(
    chronicle: Chronicle, steps: list[Step], analysis: Analysis | None, speak: Translate
) -> dict[str, object]:
    """The charts, the tables and a line with the settings of the analysis."""
    return {
        "analysed": speak(analysis_settings_line(analysis)) if analysis is not None else "",
        "charts": _charts(chronicle, steps, speak),
        "tables": [_table_data(table, speak) for table in _tables(chronicle, analysis)],
    }


def _board_backgrounds(scenes: Scenes[AnyPosition], step: Step, styles: StyleSheet) -> list[tuple[str, str]]:
    return [(name, svg_shapes(shapes, styles)) for name, shapes in scenes.backgrounds(step.position).items()]


def _legend(scenes: Scenes[AnyPosition], styles: StyleSheet, speak: Translate) -> list[dict[str, str]]:
    return [{"picture": svg_shapes(shapes, styles), "words": words} for shapes, words in scenes.legend(speak)]


def _compressed_json(data: object) -> str:
    """JSON, deflated and base64-encoded, safe inside a script element."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(zlib.compress(text.encode(), 9)).decode()


def _step_data(
    chronicle: Chronicle, step: Step, scene: GameScene, parts: _PiecePool, speak: Translate
) -> dict[str, object]:
    colours = chronicle.colours
    return {
        "block": step.seq,
        "where": speak(_step_location(chronicle, step)),
        "active": colours.index(scene.active) if scene.active in colours else -1,
        "boards": [[parts.number(piece) for piece in board.pieces] for board in scene.boards],
        "frames": [parts.number(board.frame) for board in scene.boards],
        "changed": [board.changed for board in scene.boards],
        "players": [list(scene.cells[colour]) for colour in colours],
    }


def _round_sections(chronicle: Chronicle, steps: list[Step], speak: Translate) -> list[list[object]]:
    """The heading, first step and last step of each round, for printing."""
    found: list[list[object]] = []
    for place, step in enumerate(steps):
        number = max(1, chronicle.round_of(step)) if step.changes_position else 1
        heading = speak(message("{round:Name}", round=round_text(chronicle.game, number)))
        if found and found[-1][0] == heading:
            found[-1][2] = place
        else:
            found.append([heading, place, place])
    return found


def _step_location(chronicle: Chronicle, step: Step) -> str:
    """The round and the block of a step as text."""
    number = max(1, chronicle.round_of(step)) if step.changes_position else 1
    return message("{round}, block {block}", round=round_text(chronicle.game, number), block=step.seq)


def _final_board(board: BoardScene, styles: StyleSheet, speak: Translate) -> dict[str, object]:
    """A board at the end of the game, shown if scripts are off."""
    return {
        "name": speak(board.name),
        "size": [f"{length:g}" for length in board.size],
        "at": [f"{length:g}" for length in board.at],
        "ground": board.background,
        "frame": svg_shapes(board.frame, styles),
        "pieces": "".join(svg_shapes(piece, styles) for piece in board.pieces),
    }


def _summary_line(chronicle: Chronicle, speak: Translate) -> str:
    players = chronicle.players_text()
    if chronicle.finished:
        won = chronicle.winners_text()
        return speak(message("{players:Name}. The game is over. {won:Name} won.", players=players, won=won))
    return speak(message("{players:Name}. The game is still in progress.", players=players))


def _player_rows(
    chronicle: Chronicle, data: dict[str, Any], styles: StyleSheet, speak: Translate
) -> list[dict[str, object]]:
    return [
        {
            "badge": svg_shapes(player_badge(player.colour, 9, 9, 8), styles),
            "colour": speak(player.colour),
            "name": speak(called(player.name, player.bot)),
            "cells": cells,
        }
        for player, cells in zip(chronicle.players, data["players"], strict=True)
    ]


def _step_text(
    chronicle: Chronicle, step: Step, verdict: Verdict | None, speak: Translate
) -> dict[str, object]:
    title = step_title(chronicle, step) if step.changes_position else message("the game begins")
    meta = message("{where} · {day}", where=_step_location(chronicle, step), day=Moment(step.at[:10]))
    lines = [speak(line) for line in event_lines(step.events)]
    mark, better = "", None
    if verdict is not None and verdict.mark:
        mark = verdict.mark
        if step.last:
            told = (*hint_text.plan_lines(verdict.plan), *difference_lines(verdict), *verdict.why)
            why = [speak(line) for line in (*told, *reply_lines(verdict))]
            better = {"line": speak(better_line(chronicle, verdict)), "why": why}
    return {"title": speak(title), "meta": speak(meta), "lines": lines, "mark": mark, "better": better}


def _round_starts(chronicle: Chronicle, steps: list[Step], speak: Translate) -> list[tuple[int, str]]:
    """The index of the step before each round, and the round's label, for the charts."""
    rounds, last = list[tuple[int, str]](), 0
    for number, step in enumerate(steps):
        if step.changes_position and chronicle.round_of(step) != last:
            last = chronicle.round_of(step)
            name = speak(round_text(chronicle.game, last)) if not rounds else str(last)
            rounds.append((max(0, number - 1), name))
    return rounds


def _charts(chronicle: Chronicle, steps: list[Step], speak: Translate) -> list[tuple[str, str]]:
    colours = chronicle.colours
    rounds, found = _round_starts(chronicle, steps, speak), []
    for chart in feature(chronicle.game, Scenes).charts([step.position for step in steps]):
        title = speak(chart.title)
        series = _series(colours, chart.values, speak)
        found.append((title, line_chart(title, series, rounds, 560, 270)))
    return found


def _tables(chronicle: Chronicle, analysis: Analysis | None) -> list[StatisticsTable]:
    found = [ledger_table(chronicle), gains_table(chronicle)]
    return found if analysis is None else [*found, marked_turns_table(chronicle, analysis)]


def _series(colours: Sequence[str], values: list[list[int]], speak: Translate) -> list[Series]:
    pairs = zip(colours, values, strict=True)
    return [Series(colour, numbers, speak(colour)) for colour, numbers in pairs]


def _table_data(table: StatisticsTable, speak: Translate) -> dict[str, object]:
    heads, rows = translated_table(table, speak)
    texts = (4, 5) if table.name == ANALYSIS else ()
    return {"name": table.name, "title": speak(table.title), "heads": heads, "rows": rows, "texts": texts}


def _interface_texts(speak: Translate) -> dict[str, str]:
    """The texts of the page's controls and headings, by key."""
    words = {
        "boards": message("boards"),
        "changed": message("changed"),
        "controls": message("step through the game"),
        "first": message("go to the start"),
        "block_back": message("one block back"),
        "back": message("one step back"),
        "play": message("play automatically"),
        "next": message("one step forward"),
        "block_next": message("one block forward"),
        "last": message("go to the end"),
        "step": message("step"),
        "players": message("Players"),
        "player": message("player"),
        "record": message("The record"),
        "find": message("Find:"),
        "study": message("Charts and tables"),
        "legend": message("Legend"),
        "hints": message(
            "Keys: ← and → move one step, Page Up and Page Down one block. Home and End go to the "
            "start and the end. P starts and stops playback."
        ),
        "better_next": message("next turn with a better alternative"),
        "better_key": message("M jumps to the next marked turn."),
        "made": message("Created with khronos. This page loads nothing from the network."),
        "page_up": message("Page Up"),
        "page_down": message("Page Down"),
        "home": message("Home"),
        "end": message("End"),
        "still": message(
            "This page shows the end of the game and the whole record. To step through the game, allow "
            "scripts and open the page in a browser released in 2023 or later."
        ),
    }
    return {key: speak(text) for key, text in words.items()}
