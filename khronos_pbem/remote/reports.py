"""What the robot reports to whoever watches it: a line for each thing that it did, and for each problem."""

from __future__ import annotations

from typing import NamedTuple

from khronos_pbem.errors import KhronosError
from khronos_pbem.messages import VerbatimText, message


class Report(NamedTuple):
    """A line about what was done, or about a problem."""

    line: str
    is_problem: bool = False


def problem_report(title: str, problem: Exception) -> Report:
    """The report of any exception in a game of this title, or with a letter of this name."""
    what = message("internal error: {name}", name=type(problem).__name__)
    if isinstance(problem, KhronosError):
        what = problem.full_message
    return Report(message("{title}: {problem}", title=VerbatimText(title), problem=what), is_problem=True)
