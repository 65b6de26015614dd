"""The command `analyse`: review a finished game turn by turn, with better turns."""

from __future__ import annotations

from khronos_pbem.archive.records.open_record import ViewedGame, read_game
from khronos_pbem.archive.studies.analysis_cache import load_analyses, store_analysis
from khronos_pbem.archive.studies.analysis_text import analysis_document, analysis_lines
from khronos_pbem.archive.studies.game_analysis import Analysis, analyse_game, check_finished
from khronos_pbem.cli import shared_options as opt
from khronos_pbem.cli.bots import bot_options as think_of
from khronos_pbem.cli.command_context import context
from khronos_pbem.cli.terminal.paging import print_paged
from khronos_pbem.cli.terminal.printing import note, note_problem, print_json_or_lines
from khronos_pbem.cli.terminal.progress_line import ProgressLine
from khronos_pbem.engine.features.bots import SearchSettings
from khronos_pbem.messages import message
from khronos_pbem.session.replay.worker_pool import worker_pool
from khronos_pbem.storage.home_folder import home


def analyse(
    file: opt.GameFile,
    strength: think_of.StrengthName = "strong",
    think: think_of.Think = None,
    seed: think_of.Seed = 0,
    name: opt.As = None,
    rewind: opt.Rewind = False,
    plain: opt.Plain = False,
    as_json: opt.Json = False,
) -> None:
    thinking = think_of.thinking_of(strength, think, str(seed))
    shown = read_game(file, context(name, rewind=rewind))
    check_finished(shown.chronicle)
    analysis = _run_analysis(shown, thinking)
    note_problem(shown.older)
    lines = analysis_lines(shown.chronicle, analysis)
    if as_json or plain:
        print_json_or_lines(as_json, analysis_document(shown.chronicle, analysis), lines)
    else:
        print_paged(lines)


def _run_analysis(shown: ViewedGame, thinking: SearchSettings) -> Analysis:
    """Analyse a game from where the saved analysis ends, and save the result, even after Ctrl-C."""
    known = load_analyses(home(), shown.chronicle, shown.seat)
    progress, latest = ProgressLine(), list[Analysis]()

    def tell(analysis: Analysis) -> None:
        latest[:] = [analysis]
        progress.show(message("{n} of {count} turns", n=len(analysis.verdicts), count=analysis.turns))

    try:
        with worker_pool() as workers:
            analysis = analyse_game(shown.chronicle, thinking, workers, known, tell)
    except KeyboardInterrupt:
        progress.clear()
        if latest and latest[0].verdicts:
            note(message("the results so far have been saved; to continue, type the same command again"))
        raise
    finally:
        progress.clear()
        if latest:
            store_analysis(home(), shown.chronicle, shown.seat, latest[0])
    return analysis
