"""A game in each of the formats it can be kept and shown in."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass

from khronos_pbem.archive.game_summary import shown_steps
from khronos_pbem.archive.records.open_record import Shown
from khronos_pbem.archive.records.text_record import notation_of
from khronos_pbem.archive.replay.html_replay import replay_page
from khronos_pbem.archive.replay.text_export import markdown, plain_text, to_data
from khronos_pbem.archive.studies.game_analysis import Analysis
from khronos_pbem.archive.timeline import Chronicle, Step, not_begun
from khronos_pbem.canvas.raster import animation
from khronos_pbem.canvas.shapes import Picture
from khronos_pbem.canvas.svg import svg_text
from khronos_pbem.engine.features.vector_drawing import Scenes
from khronos_pbem.errors import NothingToDo
from khronos_pbem.games.registry import feature
from khronos_pbem.messages import Speak, listed, message
from khronos_pbem.record.names import called


@dataclass(frozen=True, slots=True)
class Wishes:
    """How an export is to be: the language, the block of a still picture, the seconds of a moving one, and
    what an analysis has found that goes into a page."""

    language: str
    speak: Speak
    at: int | None = None
    seconds: float = 1.5
    analysis: Analysis | None = None


def picture_of(shown: Shown, step: Step, speak: Speak) -> Picture:
    """The boards after a step. Raises NothingToDo if the game has not begun there."""
    chronicle = shown.chronicle
    if step.position is None:
        raise not_begun()
    what = message("block {block}", block=step.seq)
    if step.order:
        given = [each.order for each in _block(chronicle, step) if each.order]
        orders = listed([message("{order}", order=order) for order in given], "; ")
        what = message(
            "block {block}, {who}: {orders}", block=step.seq, who=chronicle.author(step), orders=orders
        )
    title = speak(message("{title}: {what}", title=chronicle.header.title, what=what))
    names = {player.colour: speak(called(player.name, player.bot)) for player in chronicle.players}
    events = [event for each in _block(chronicle, step) for event in each.events]
    scenes = feature(chronicle.game, Scenes)
    return scenes.picture(step.position, shown.seat, events, title, names, speak)


def _block(chronicle: Chronicle, step: Step) -> list[Step]:
    """The steps of a step's block up to that step."""
    return [each for each in chronicle.steps[: step.number + 1] if each.seq == step.seq]


def _svg(shown: Shown, wishes: Wishes) -> bytes:
    step = shown.chronicle.at_block(wishes.at)
    return svg_text(picture_of(shown, step, wishes.speak)).encode()


def _html(shown: Shown, wishes: Wishes) -> bytes:
    page = replay_page(shown.chronicle, shown.seat, wishes.language, wishes.speak, wishes.analysis)
    return page.encode()


def _moving(kind: str) -> Callable[[Shown, Wishes], bytes]:
    def make(shown: Shown, wishes: Wishes) -> bytes:
        steps = [step for step in shown_steps(shown.chronicle) if step.last]
        if not steps:
            raise not_begun()
        return animation((picture_of(shown, step, wishes.speak) for step in steps), kind, wishes.seconds)

    return make


def _text(shown: Shown, wishes: Wishes) -> bytes:
    return plain_text(shown.chronicle, shown.seat, wishes.speak).encode()


def _markdown(shown: Shown, wishes: Wishes) -> bytes:
    return markdown(shown.chronicle, shown.seat, wishes.speak).encode()


def _data(shown: Shown, wishes: Wishes) -> bytes:
    return (json.dumps(to_data(shown.chronicle), ensure_ascii=False, indent=1) + "\n").encode()


def _record(shown: Shown, wishes: Wishes) -> bytes:
    if not any(shown.chronicle.played()):
        raise NothingToDo(message("nobody has played a turn yet"))
    return notation_of(shown.chronicle).encode()


FORMATS: dict[str, tuple[str, Callable[[Shown, Wishes], bytes]]] = {
    "svg": (".svg", _svg),
    "html": (".html", _html),
    "gif": (".gif", _moving("GIF")),
    "apng": (".png", _moving("PNG")),
    "text": (".txt", _text),
    "markdown": (".md", _markdown),
    "json": (".json", _data),
    "record": (".krec", _record),
}
"""For each format the ending of its files, and what makes it."""
