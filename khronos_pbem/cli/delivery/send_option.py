"""The option `--send`: send the letter of a block at once, with the code of `send`.

If the letter cannot be sent, the block is kept and the command that sends the letter is printed.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import typer

from khronos_pbem.cli.delivery import letter_lines, letters
from khronos_pbem.cli.terminal.printing import note, translate
from khronos_pbem.errors import KhronosError, UsageError
from khronos_pbem.home import config as settings
from khronos_pbem.home import keyring
from khronos_pbem.library import contact_list as contacts
from khronos_pbem.library import locate_game as locating
from khronos_pbem.mail.outgoing import recipients as addressing
from khronos_pbem.messages import (
    SOME_ADDRESS,
    YOUR_ADDRESS,
    message,
    path_argument,
    shell_operand,
    with_game_file,
)
from khronos_pbem.session.bots import bot_seats as company
from khronos_pbem.session.commands.write_blocks import WriteResult
from khronos_pbem.session.replay.table import waiting
from khronos_pbem.storage import home_folder as home


class SendOptions(NamedTuple):
    """The options for sending letters: settings, recipients, and copies to all other players.

    If `to` is empty, the letter goes to the players concerned. If `copies` is None, the setting `copies`
    decides. `suggested` contains addresses for the command that is printed if no address is known. With
    `again`, a letter is sent even if it may already have been sent.
    """

    settings: tuple[str, ...] = ()
    to: tuple[str, ...] = ()
    copies: bool | None = None
    suggested: tuple[str, ...] = ()
    again: bool = False

    def words(self) -> list[str]:
        """Return these options as arguments of `send`."""
        given = (("--config", self.settings), ("--to", self.to))
        return [
            *(word for option, values in given for value in values for word in (option, value)),
            *_COPIES_OPTION[self.copies],
        ]


_COPIES_OPTION: Mapping[bool | None, list[str]] = {None: [], True: ["--copies"], False: ["--no-copies"]}


class LetterResult(NamedTuple):
    """The result of sending a letter: its document, lines of text, and the problem if it was not sent.

    In that case, `command` is the command that sends it.
    """

    facts: Mapping[str, Any] = MappingProxyType({})
    lines: tuple[str, ...] = ()
    problem: KhronosError | None = None
    command: str = ""

    def to_data(self) -> dict[str, Any]:
        """The letter, or its problem, as JSON-able data."""
        if self.problem is None:
            return dict(self.facts)
        return {**self.problem.to_data(), "command": self.command}


def letter_data(letter: LetterResult | None) -> dict[str, Any]:
    """Return the part of a document about a letter; empty if there is no letter."""
    return {} if letter is None else {"letter": letter.to_data()}


def sent_lines(letter: LetterResult | None) -> tuple[str, ...]:
    """Return the lines about a letter that was sent; empty if there is none."""
    return () if letter is None or letter.problem is not None else letter.lines


def unsent_lines(letter: LetterResult | None) -> tuple[str, ...]:
    """Return the lines about a letter that was not sent; empty if there is none."""
    return () if letter is None or letter.problem is None else letter.lines


def exit_code_of(problem: KhronosError | None, letter: LetterResult | None) -> int:
    """Return the exit code for a problem, else for that of a letter; 0 if there is no problem."""
    found = problem or (letter and letter.problem)
    return int(found.exit) if found else 0


def send_options(
    send: bool,
    settings: Sequence[str] | None,
    to: Sequence[str] | None = None,
    *,
    copies: bool | None = None,
) -> SendOptions | None:
    """The options of a letter; None without `--send`.

    Raises UsageError for `--to`, `--copies` or `--no-copies` without `--send`.
    """
    if send:
        return SendOptions(tuple(settings or ()), tuple(to or ()), copies)
    for option in [*(["--to"] if to else []), *_COPIES_OPTION[copies]]:
        raise UsageError(
            message("{option} works only with --send", option=option), hint=message("add --send")
        )
    return None


def with_copies_to_all(how: SendOptions | None) -> SendOptions | None:
    """Return the same options, with copies to all other players whose address is known.

    `--no-copies` still applies. After a `join`, the copies tell all players the address of the new player.
    """
    return how if how is None or how.copies is not None else how._replace(copies=True)


def send_block(
    done: WriteResult, path: Path, name: str | None, how: SendOptions | None
) -> LetterResult | None:
    """Send the letter of a block that was written to `path`, and return the result.

    Returns None without `--send`. If it is still your turn, or if your bot plays next, nothing is sent,
    except to given recipients or during a vote.
    """
    if how is None:
        return None
    votes = done.draft.table.run is not None
    if _is_awaited_here(done) and not how.to and not votes:
        return LetterResult(lines=(message("it is still your turn, so there is nothing to send yet"),))
    if any(seat.bot for seat in done.draft.table.seats) and not how.to and not votes:
        awaited = company.awaited_bot(home.home(), done.draft.table)
        if awaited is not None:
            what = message(
                "your bot {name} plays next; to let it play: khronos bot {path}",
                name=awaited,
                path=shell_operand(path),
            )
            return LetterResult(lines=(what,))
    return send_game(path, name, how)


def _is_awaited_here(done: WriteResult) -> bool:
    """Return whether the next player is the author of a block or another player on this computer.

    The other player must be an identity in this keyring without an address in the contacts.
    """
    table = done.draft.table
    now = waiting(table)
    if now is None or now.seat is None:
        return False
    if now.seat == done.draft.block.seat:
        return True
    seat = table.seats[now.seat]
    if seat.identity.hex() not in keyring.own_keys(home.home()):
        return False
    try:
        return contacts.contact_at_seat(contacts.read_contacts(home.home()), seat) is None
    except KhronosError:  # sending says what is wrong with the contacts
        return False


def send_game(path: Path, name: str | None, how: SendOptions) -> LetterResult:
    """Send the letter of a game; without a configured server, write it to the outbox.

    A problem is returned in the result, not raised.
    """
    command = ["khronos", "send", path_argument(path), *(["--as", name] if name else []), *how.words()]
    try:
        config = settings.read_config(how.settings)
        command[2] = locating.game_locator(config).name_of(path)
        if config.get("smtp_host"):
            command.append("--smtp")
        if not config.get("address"):
            command += ["--config", f"address={translate(YOUR_ADDRESS)}"]
        return _prepare_and_send(path, name, how, config)
    except addressing.NoAddress as problem:
        known = how.suggested or (translate(SOME_ADDRESS),)
        more = [word for address in known for word in ("--to", address)]
        if problem.copies and how.copies is None:
            more = ["--copies", *more]
        return _failed_letter(path, problem.changed(hint=None), shlex.join([*command, *more]))
    except KhronosError as problem:
        return _failed_letter(path, problem, shlex.join(command))
    except OSError as problem:
        return _failed_letter(path, UsageError(problem.strerror or str(problem)), shlex.join(command))
    except KeyboardInterrupt:
        return _failed_letter(path, UsageError(message("interrupted from the keyboard")), shlex.join(command))


def _prepare_and_send(
    path: Path, name: str | None, how: SendOptions, config: settings.Config
) -> LetterResult:
    ready = letters.prepare_letter(path, config, name, list(how.to), copies=how.copies)
    facts = letter_lines.letter_document(ready)
    if config.get("smtp_host"):
        facts |= letters.deliver_prepared_letter(config, ready, again=how.again)
    else:
        facts |= letters.write_letter(ready, None, force=False)
    return LetterResult(facts, tuple(letter_lines.letter_lines(facts, ready)))


def _failed_letter(path: Path, problem: KhronosError, command: str) -> LetterResult:
    problem = problem.changed(hint=with_game_file(problem.hint, path))
    told = message(
        "wrote {path}, but the e-mail was not sent: {problem}; to send it: {words}",
        path=path,
        problem=problem.full_message,
        words=command,
    )
    return LetterResult(lines=(told,), problem=problem, command=command)


def exit_if_unsent(letter: LetterResult | None) -> None:
    """If a letter was not sent, print the reason to standard error and raise Exit with the exit code."""
    note(*unsent_lines(letter))
    if code := exit_code_of(None, letter):
        raise typer.Exit(code)
