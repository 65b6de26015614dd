"""`hint`: what a player of the program's own would do in one's place, and why."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from khronos_pbem.cli import shared_options as opt
from khronos_pbem.cli.bots import bot_options as think_of
from khronos_pbem.cli.look.open_file import RECORD, SAVE, SaveOrPosition, kind_of
from khronos_pbem.cli.table_context import desk
from khronos_pbem.cli.terminal.printing import print_json, print_lines, spoken
from khronos_pbem.cli.terminal.progress_line import Progress
from khronos_pbem.cores import cores
from khronos_pbem.engine.features.bots import Spread, Strength, Thinking
from khronos_pbem.errors import UsageError
from khronos_pbem.lazy_imports import later
from khronos_pbem.messages import operand, quoted, say, say_many
from khronos_pbem.session.replay.worker_pool import Crew, crew
from khronos_pbem.session.turns import branching
from khronos_pbem.session.turns.hint import Advice, advice_facts, advice_lines, advise
from khronos_pbem.session.turns.turn_draft import Ground

if TYPE_CHECKING:
    from khronos_pbem.session.turns import setup_position as trying
else:
    trying = later("khronos_pbem.session.turns.setup_position")


def hint(
    file: SaveOrPosition,
    strength: think_of.StrengthName = "strong",
    think: think_of.Think = 5.0,
    seed: think_of.Seed = 0,
    name: opt.As = None,
    rewind: opt.Rewind = False,
    as_json: opt.Json = False,
) -> None:
    """Say what a player of the program's own would do in your place, and why; nothing is changed by it."""
    asked = think_of.thinking_of(strength, think, str(seed))
    ground = _ground(file, name, rewind)
    progress = Progress()
    try:
        with crew() as workers:
            thinking = asked._replace(spread=_watched(workers, asked, progress))
            advice = advise(ground, thinking)
    finally:
        progress.clear()
    if as_json:
        print_json(advice_facts(advice, thinking))
        return
    print_lines([*advice_lines(advice, thinking), "", _how(file, advice)])


def _watched(workers: Crew, asked: Thinking, progress: Progress) -> Spread:
    """A `Spread` over the cores that tells how long it takes, beforehand, and how far it has come."""
    if asked.strength is not Strength.STRONG:  # the others decide at once
        return workers.spread
    seconds = round(max(1.0, asked.seconds / cores()))
    about = say_many("thinking for about {n} second", "thinking for about {n} seconds", seconds)
    progress.show(about)

    def spread(function: Callable[..., Any], calls: Sequence[tuple[Any, ...]]) -> list[Any]:
        found = dict[int, Any]()
        for number, result in workers.as_they_come(function, calls):
            found[number] = result
            done, count = len(found), len(calls)
            progress.show(say("{about}: {n} of {count} tried", about=about, n=done, count=count))
        return [found[number] for number in range(len(calls))]

    return spread


def _ground(file: Path, name: str | None, rewind: bool) -> Ground:
    """Where the orders begin: a save as its player knows it, or a position; UsageError for a record."""
    kind = kind_of(file)
    if kind == RECORD:
        what, hint = say("a text record shows only what everyone can see"), say("give the save instead")
        raise UsageError(what, file=str(file), rule="FORMATS 1", hint=hint)
    if kind == SAVE:
        return branching.ground_of_save(file, desk(name, rewind=rewind), explore=False)
    return branching.ground_of_setup(trying.read_position(file))


def _how(file: Path, advice: Advice) -> str:
    """The command that would play it, or try it on a position."""
    orders = quoted("; ".join(spoken(say("{order}", order=text)) for text in advice.composition.texts))
    if kind_of(file) == SAVE:
        return say("khronos play {path} -c {orders}", path=operand(file), orders=orders)
    return say("khronos try {path} -c {orders}", path=operand(file), orders=orders)
