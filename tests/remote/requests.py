"""Requests of answers, carried out inside the process of the robot that reads them.

It is what a process of their own does, without starting an interpreter. `processes` is for tests of the
process itself: what it inherits, and what it is given.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from khronos_pbem.remote.answers.run_request import Output, Run
from tests.support.inside import run_started


def run_inside(settings: Mapping[str, str], kept: Sequence[int] = ()) -> Run:
    """As `run_program`, without a new process."""

    def run(arguments: Sequence[str], text: str) -> Output:
        variables = {**os.environ, **settings, "COLUMNS": "78", "NO_COLOR": "1"}
        code, out, err = run_started(arguments, text.encode(), variables)
        return Output(out.decode(), err.decode(), code)

    return run
