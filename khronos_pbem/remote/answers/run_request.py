"""Carry out a request by running the program itself with a fixed command, as in a shell.

The words of an answer never become options: orders are passed by standard input, and the words of a vote are
checked first.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from tempfile import TemporaryFile
from typing import NamedTuple

from khronos_pbem.characters import escape_invisible
from khronos_pbem.errors import ExitCode, KhronosError, UsageError
from khronos_pbem.mail.outgoing.letter_body import lines_that_fit
from khronos_pbem.messages import VerbatimText, message
from khronos_pbem.remote.answers.answer_text import WITH_ORDERS, Request
from khronos_pbem.remote.answers.codes import cut_codes
from khronos_pbem.remote.answers.read_answer import RemoteSeat
from khronos_pbem.remote.answers.remote_state import AnswerResult

MOST_SECONDS = 300
"""The time after which a request is stopped, in seconds."""

MOST_LINES, LONGEST_LINE, LONGEST = 200, 1_000, 20_000
"""The limits of a result: lines, characters per line, and characters in total."""

_WITH_LAST_LINE = ("play", "try")
"""The requests whose output ends with a line that is useful only in a shell.

It says which file was written, or that none was.
"""

_AT_COMPUTER = re.compile(r"^khronos: (?:standard input:)?")
"""The beginning of an error: the name of the program, and of the file with the orders."""

_BALLOT = re.compile(r"--without \w{1,40}|--for \w{1,40}=\w[\w.=-]{0,99}")


class Output(NamedTuple):
    """What a command printed to standard output and to standard error, and its exit code."""

    text: str
    errors: str
    code: int


Run = Callable[[Sequence[str], str], Output]
"""A function that runs the program with these arguments and this standard input."""


def run_request(request: Request, game: RemoteSeat, language: str, run: Run) -> AnswerResult:
    """Carry out a request in a language and return its result.

    A block that the request writes is not sent.
    """
    try:
        arguments, orders = _command(request, game)
    except KhronosError as problem:
        return AnswerResult(request.lines, (problem.full_message,), failed=True)
    output = run(["--lang", language, *arguments, "--as", game.name], orders)
    failed = output.code != ExitCode.DONE
    lines = (output.errors if failed else output.text).rstrip().splitlines()
    if not failed and request.word in _WITH_LAST_LINE:
        lines = lines[:-1]
    shown = lines_that_fit([_shown(line, game) for line in lines[:MOST_LINES]], LONGEST)
    return AnswerResult(request.lines, shown, failed)


def run_program(settings: Mapping[str, str], kept: Sequence[int] = ()) -> Run:
    """Return a function that runs the program in a separate process.

    `settings` are additional environment variables. The process inherits the descriptors `kept`. It imports
    no module from the folder in which the robot was started, since other players' files may be there.
    """

    def run(arguments: Sequence[str], text: str) -> Output:
        command = [sys.executable, "-P", "-m", "khronos_pbem", *arguments]
        environment = {**os.environ, **settings, "COLUMNS": "78", "NO_COLOR": "1"}
        try:
            with TemporaryFile() as orders:  # not a pipe: orders of which a part is missing could be played
                orders.write(text.encode())
                orders.seek(0)
                done = subprocess.run(
                    command,
                    stdin=orders,
                    capture_output=True,
                    timeout=MOST_SECONDS,
                    check=False,
                    env=environment,
                    pass_fds=kept,
                )
        except subprocess.TimeoutExpired:
            what = message("the command took longer than {n} seconds and was stopped", n=MOST_SECONDS)
            return Output("", what, int(ExitCode.USAGE))
        printed, errors = (data.decode("utf-8", "replace") for data in (done.stdout, done.stderr))
        return Output(printed, errors, done.returncode)

    return run


def _command(request: Request, game: RemoteSeat) -> tuple[list[str], str]:
    """Return the arguments and the standard input for a request.

    Raises UsageError if the request is incomplete.
    """
    path, word = str(game.path), request.word
    if word in WITH_ORDERS:
        if not request.rest:
            raise UsageError(
                message("no orders given"), hint=message("write your orders after {word}", word=word)
            )
        orders = "\n".join(request.rest)
        if word == "try":
            return ["check", path, "-", "--no-boards"], orders
        return ["play", path, "-", "--yes", "--no-boards"], orders
    if word == "vote":
        return ["vote", path, *_ballot(request)], ""
    return {
        "hint": ["hint", path],
        "show": ["show", path, "--plain"],
        "status": ["status", path],
        "undo": ["undo", path],
    }[word], ""


def _ballot(request: Request) -> list[str]:
    """Return the options of a vote. Raises UsageError for words that are not options of a vote."""
    words = " ".join(request.rest).split()
    pairs = [" ".join(words[n : n + 2]) for n in range(0, len(words), 2)]
    if not words or not all(map(_BALLOT.fullmatch, pairs)):
        what = message("this is not a vote: {words}", words=VerbatimText(" ".join(words)[:80] or "vote"))
        raise UsageError(what, hint=message("write it like this: vote --without red"))
    return words


def _shown(line: str, game: RemoteSeat) -> str:
    """Return a line for the result, of limited length.

    It has no codes, no text that is useful only at the computer, and escaped invisible characters.
    """
    known = _AT_COMPUTER.sub("", line).replace(str(game.path), game.title)
    return cut_codes(escape_invisible(known))[:LONGEST_LINE].rstrip()
