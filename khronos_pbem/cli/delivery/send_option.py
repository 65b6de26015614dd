"""`--send`: the letter of a block that was just written leaves at once, by the code of `send`.

The block stands whatever happens to its letter: what goes wrong then is told, with the command that sends it.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import typer

from khronos_pbem.cli.delivery import letters
from khronos_pbem.cli.terminal.printing import note
from khronos_pbem.errors import KhronosError, UsageError
from khronos_pbem.home import config as settings
from khronos_pbem.library import locate_game as locating
from khronos_pbem.mail.outgoing import recipients as addressing
from khronos_pbem.messages import in_game, message, operand, path_word
from khronos_pbem.session.bots import bot_seats as company
from khronos_pbem.session.commands.write_blocks import Done
from khronos_pbem.session.replay.table import waiting
from khronos_pbem.storage import home_folder as home


class Posting(NamedTuple):
    """How letters leave: with which settings, to whom (else to whom they are for), with which copies.

    `suggested` are addresses that a command may name where no other is known.
    """

    settings: tuple[str, ...] = ()
    to: tuple[str, ...] = ()
    copies: bool = False
    suggested: tuple[str, ...] = ()

    def words(self) -> list[str]:
        """The options of `send` that say the same."""
        given = (("--config", self.settings), ("--to", self.to))
        return [
            *(word for option, values in given for value in values for word in (option, value)),
            *(["--copies"] if self.copies else []),
        ]


class Posted(NamedTuple):
    """What became of a letter: the document of `send`, lines for people, and what went wrong, if it did."""

    facts: Mapping[str, Any] = MappingProxyType({})
    lines: tuple[str, ...] = ()
    problem: KhronosError | None = None
    command: str = ""

    def to_data(self) -> dict[str, Any]:
        """The letter as a part of a JSON document."""
        if self.problem is None:
            return dict(self.facts)
        return {**self.problem.to_data(), "command": self.command}


def posting(
    send: bool, settings: Sequence[str] | None, to: Sequence[str] | None = None, *, copies: bool = False
) -> Posting | None:
    """How the letter is to leave; None if it is not to. Raises UsageError for options of a letter then."""
    if send:
        return Posting(tuple(settings or ()), tuple(to or ()), copies)
    if to or copies:
        what = message("--to and --copies work only with --send")
        raise UsageError(what, rule="FORMATS 1", hint=message("add --send"))
    return None


def to_all(how: Posting | None) -> Posting | None:
    """The same with copies to all others whose address is known: who joins makes himself known by it."""
    return None if how is None else how._replace(copies=True)


def posted(done: Done, path: Path, name: str | None, how: Posting | None) -> Posted | None:
    """Send the letter for a block that stands in this file; None if it is not to be sent."""
    if how is None:
        return None
    now, votes = waiting(done.draft.table), done.draft.table.run is not None
    if now is not None and now.seat == done.draft.block.seat and not how.to and not votes:
        return Posted(lines=(message("it is still your turn, so there is nothing to send yet"),))
    if any(seat.bot for seat in done.draft.table.seats) and not how.to and not votes:
        awaited = company.bot_awaited(home.home(), done.draft.table)
        if awaited is not None:
            what = message(
                "your bot {name} plays next; to let it play: khronos bot {path}",
                name=awaited,
                path=operand(path),
            )
            return Posted(lines=(what,))
    return post(path, name, how)


def post(path: Path, name: str | None, how: Posting) -> Posted:
    """Send the letter of a game through the configured server, or write it to a file where there is none."""
    command = ["khronos", "send", path_word(path), *(["--as", name] if name else []), *how.words()]
    try:
        config = settings.read_config(how.settings)
        command[2] = locating.locator(config).name_of(path)
        if config.get("smtp_host"):
            command.append("--smtp")
        if not config.get("address"):
            command += ["--config", "address=YOU@EXAMPLE.ORG"]
        return _posted(path, name, how, config)
    except addressing.NoAddress as problem:
        problem.hint = None  # the command says it
        more = (word for address in how.suggested or ("ADDRESS",) for word in ("--to", address))
        return _failed(path, problem, shlex.join([*command, *more]))
    except KhronosError as problem:
        return _failed(path, problem, shlex.join(command))
    except OSError as problem:
        return _failed(path, UsageError(problem.strerror or str(problem)), shlex.join(command))
    except KeyboardInterrupt:
        return _failed(path, UsageError(message("interrupted from the keyboard")), shlex.join(command))


def _posted(path: Path, name: str | None, how: Posting, config: settings.Config) -> Posted:
    ready = letters.letter_of(path, config, name, list(how.to), copies=how.copies)
    facts = letters.letter_facts(ready)
    if config.get("smtp_host"):
        facts |= letters.delivered(config, ready)
    else:
        facts |= letters.written(ready, None, force=False)
    return Posted(facts, tuple(letters.letter_lines(facts, ready)))


def _failed(path: Path, problem: KhronosError, command: str) -> Posted:
    problem.hint = in_game(problem.hint, path)
    told = message(
        "wrote {path}, but its letter was not sent: {problem}; to send it: {words}",
        path=path,
        problem=problem.said,
        words=command,
    )
    return Posted(lines=(told,), problem=problem, command=command)


def leave_if_unsent(letter: Posted | None) -> None:
    """Tell that a letter was not sent, and leave with the exit code of why."""
    if letter is not None and letter.problem is not None:
        for line in letter.lines:
            note(line)
        raise typer.Exit(int(letter.problem.exit))
