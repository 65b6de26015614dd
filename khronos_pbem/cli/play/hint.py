"""The command `hint`: show what a computer player would do in your place, and why."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from khronos_pbem.cli import shared_options as opt
from khronos_pbem.cli.bots import bot_options as think_of
from khronos_pbem.cli.look.open_file import SAVE, SaveOrPosition, kind_of_file, starting_point_of_file
from khronos_pbem.cli.terminal.printing import print_json_or_lines, translate
from khronos_pbem.cli.terminal.progress_line import ProgressLine
from khronos_pbem.cores import WorkerPoolMap, core_count
from khronos_pbem.engine.features.bots import SearchSettings
from khronos_pbem.messages import message, plural_message, shell_operand, shell_quoted
from khronos_pbem.session.replay.worker_pool import WorkerPool, worker_pool
from khronos_pbem.session.turns.hint import Advice, advise
from khronos_pbem.session.turns.hint_text import advice_document, advice_lines


def hint(
    file: SaveOrPosition,
    strength: think_of.StrengthName = "strong",
    think: think_of.Think = None,
    seed: think_of.Seed = 0,
    name: opt.As = None,
    rewind: opt.Rewind = False,
    as_json: opt.Json = False,
) -> None:
    asked = think_of.thinking_of(strength, think, str(seed))
    starting_point = starting_point_of_file(file, name, rewind, explore=False)
    progress = ProgressLine()
    try:
        with worker_pool() as workers:
            thinking = asked._replace(starmap=_map_with_progress(workers, asked, progress))
            advice = advise(starting_point, thinking)
    finally:
        progress.clear()
    lines = [*advice_lines(advice, thinking), "", _play_command(file, advice)]
    print_json_or_lines(as_json, advice_document(advice, thinking), lines)


T = TypeVar("T")


def _map_with_progress(workers: WorkerPool, asked: SearchSettings, progress: ProgressLine) -> WorkerPoolMap:
    """Return the `starmap` of a worker pool, with the expected time and completed calls displayed."""
    if not asked.strength.searches:  # it decides at once
        return workers.starmap
    seconds = round(max(1.0, asked.seconds / core_count()))
    about = plural_message("thinking for about {n} second", "thinking for about {n} seconds", seconds)
    progress.show(about)

    def starmap(function: Callable[..., T], calls: Sequence[tuple[object, ...]]) -> list[T]:
        found = dict[int, T]()
        for number, result in workers.map_unordered(function, calls):
            found[number] = result
            done, count = len(found), len(calls)
            progress.show(message("{about}: {n} of {count} tried", about=about, n=done, count=count))
        return [found[number] for number in range(len(calls))]

    return starmap


def _play_command(file: Path, advice: Advice) -> str:
    """Return the command that plays the advised orders, or tries them in a position file."""
    orders = shell_quoted(
        "; ".join(translate(message("{order}", order=text)) for text in advice.composition.texts)
    )
    if kind_of_file(file) == SAVE:
        return message("khronos play {path} -c {orders}", path=shell_operand(file), orders=orders)
    return message("khronos try {path} -c {orders}", path=shell_operand(file), orders=orders)
