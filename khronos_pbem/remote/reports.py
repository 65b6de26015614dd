"""The robot's reports: a line for each action, and for each problem."""

from __future__ import annotations

from typing import NamedTuple

from khronos_pbem.errors import KhronosError
from khronos_pbem.messages import VerbatimText, message


class Report(NamedTuple):
    """A line about an action or a problem."""

    line: str
    is_problem: bool = False


def problem_report(title: str, problem: Exception) -> Report:
    """Return the report of an exception that concerns the game or letter with this title."""
    what = message("internal error: {name}", name=type(problem).__name__)
    if isinstance(problem, KhronosError):
        what = problem.full_message
    return Report(message("{title}: {problem}", title=VerbatimText(title), problem=what), is_problem=True)
