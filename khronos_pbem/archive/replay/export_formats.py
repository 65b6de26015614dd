"""Export a game as a picture, page, animation, text, Markdown, JSON or text record."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass

from khronos_pbem.archive.game_summary import shown_steps
from khronos_pbem.archive.records.open_record import ViewedGame
from khronos_pbem.archive.records.text_record import text_record_of
from khronos_pbem.archive.replay.html_replay import replay_page
from khronos_pbem.archive.replay.text_export import game_markdown, game_text, replay_document
from khronos_pbem.archive.studies.game_analysis import Analysis
from khronos_pbem.archive.timeline import Chronicle, Step, not_begun_error
from khronos_pbem.canvas.raster import render_animation
from khronos_pbem.canvas.shapes import Picture
from khronos_pbem.canvas.svg import svg_text
from khronos_pbem.engine.features.protocols import PositionToDraw
from khronos_pbem.engine.features.vector_drawing import Scenes
from khronos_pbem.errors import NothingToDo
from khronos_pbem.games.registry import feature
from khronos_pbem.messages import Translate, listed, message
from khronos_pbem.record.names import called


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """The options of an export.

    `at` is the block of a still picture (None: the last). `seconds` is how long an animation shows each
    picture. `analysis` is the analysis added to a page.
    """

    language: str
    speak: Translate
    at: int | None = None
    seconds: float = 1.5
    analysis: Analysis | None = None


def step_picture(shown: ViewedGame, step: Step, speak: Translate) -> Picture:
    """The picture of the boards after a step. Raises NothingToDo if the game has not begun by then."""
    chronicle = shown.chronicle
    if step.position is None:
        raise not_begun_error()
    what = message("block {block}", block=step.seq)
    if step.order:
        given = [each.order for each in _block_steps_until(chronicle, step) if each.order]
        orders = listed([message("{order}", order=order) for order in given], "; ")
        what = message(
            "block {block}, {who}: {orders}", block=step.seq, who=chronicle.author(step), orders=orders
        )
    title = speak(message("{title}: {what}", title=chronicle.header.title, what=what))
    names = {player.colour: speak(called(player.name, player.bot)) for player in chronicle.players}
    events = [event for each in _block_steps_until(chronicle, step) for event in each.events]
    scenes = feature(chronicle.game, Scenes)
    return scenes.picture(PositionToDraw(step.position, shown.seat, events, speak), title, names)


def _block_steps_until(chronicle: Chronicle, step: Step) -> list[Step]:
    """The steps of the block of `step`, up to and including `step`."""
    return [each for each in chronicle.steps[: step.number + 1] if each.seq == step.seq]


def _svg(shown: ViewedGame, wishes: ExportOptions) -> bytes:
    step = shown.chronicle.last_step_of(wishes.at)
    return svg_text(step_picture(shown, step, wishes.speak)).encode()


def _html(shown: ViewedGame, wishes: ExportOptions) -> bytes:
    page = replay_page(
        shown.chronicle, shown.seat, wishes.language, wishes.speak, wishes.analysis, shown.save
    )
    return page.encode()


def _animation_export(kind: str) -> Callable[[ViewedGame, ExportOptions], bytes]:
    def make(shown: ViewedGame, wishes: ExportOptions) -> bytes:
        steps = [step for step in shown_steps(shown.chronicle) if step.last]
        if not steps:
            raise not_begun_error()
        return render_animation(
            (step_picture(shown, step, wishes.speak) for step in steps), kind, wishes.seconds
        )

    return make


def _text(shown: ViewedGame, wishes: ExportOptions) -> bytes:
    return game_text(shown.chronicle, shown.seat, wishes.speak).encode()


def _markdown(shown: ViewedGame, wishes: ExportOptions) -> bytes:
    return game_markdown(shown.chronicle, shown.seat, wishes.speak).encode()


def _json(shown: ViewedGame, wishes: ExportOptions) -> bytes:
    return (json.dumps(replay_document(shown.chronicle), ensure_ascii=False, indent=1) + "\n").encode()


def _record(shown: ViewedGame, wishes: ExportOptions) -> bytes:
    if not any(shown.chronicle.played_steps()):
        raise NothingToDo(message("nobody has played a turn yet"))
    return text_record_of(shown.chronicle).encode()


FORMATS: dict[str, tuple[str, Callable[[ViewedGame, ExportOptions], bytes]]] = {
    "svg": (".svg", _svg),
    "html": (".html", _html),
    "gif": (".gif", _animation_export("GIF")),
    "apng": (".png", _animation_export("PNG")),
    "text": (".txt", _text),
    "markdown": (".md", _markdown),
    "json": (".json", _json),
    "record": (".krec", _record),
}
"""The file ending and the export function of each format."""
