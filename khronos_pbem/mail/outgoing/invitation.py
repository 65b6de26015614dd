"""An invitation: the inviter, the game, and the commands for a newcomer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from khronos_pbem.engine.features.protocols import DataFiles, Options
from khronos_pbem.games.registry import feature_or_none, game_title
from khronos_pbem.mail.outgoing.letter_body import Section
from khronos_pbem.mail.outgoing.recipients import Addresses
from khronos_pbem.messages import (
    YOUR_ADDRESS,
    YOUR_NAME,
    Message,
    Translate,
    VerbatimText,
    listed,
    message,
    plural_message,
    shell_quoted,
)
from khronos_pbem.session.queries.summaries import player_name
from khronos_pbem.session.replay.table import Table, clock_of, game_options, has_shared_rolls

INSTALL = ("pipx install .", "uv tool install .", "python -m pip install .")
"""The commands that install the program from a clone.

The program is in no package index. A package of the same name there could install anything.
"""


def invitation_sentence(table: Table, between: Addresses) -> Message:
    """One sentence that names the inviter and the game."""
    return message(
        "{name} invites you to play {game}, a board game, by e-mail. You need no server, and you "
        "do not have to trust anyone.",
        name=VerbatimText(between.inviter),
        game=game_title(table.game),
    )


def invitation_sections(table: Table, between: Addresses, file: str, speak: Translate) -> tuple[Section, ...]:
    """The sections of an invitation: the game, how to install the program, and how to join."""
    return (
        Section(speak(message("The game:")), tuple(speak(line) for line in _game_lines(table))),
        Section(speak(_install_message(between)), INSTALL, True),
        Section(
            speak(
                message(
                    "To join, save the attachment and open a terminal in its folder. Then type this, "
                    "replacing {called} and {address} with your own name and address:",
                    called=YOUR_NAME,
                    address=YOUR_ADDRESS,
                )
            ),
            tuple(join_commands(table, between, file, speak)),
            True,
        ),
        *_several_invited_section(between, speak),
        *_already_seated_section(table, file, speak),
    )


def _install_message(between: Addresses) -> Message:
    return message(
        "The program needs Python 3.11 or newer. Ask {name} for the source code, open a terminal "
        "in the source folder and type one of these lines:",
        name=VerbatimText(between.inviter),
    )


def _several_invited_section(between: Addresses, speak: Translate) -> tuple[Section, ...]:
    """A section on how several invited players avoid taking the same seat; empty for one recipient."""
    if len(between.to) < 2:
        return ()
    one = message(
        "This e-mail invites several players. Join one after another, and always use the newest "
        "e-mail you have received."
    )
    return (Section(speak(one)),)


def _already_seated_section(table: Table, file: str, speak: Translate) -> tuple[Section, ...]:
    """The command for players who have already joined and get the letter too."""
    if len(table.seats) < 2:
        return ()
    head = message("If you already have a seat, save the attachment, open a terminal in its folder and type:")
    return (Section(speak(head), (f"khronos next {shell_quoted(file)} --send",), True),)


def join_commands(table: Table, between: Addresses, file: str, speak: Translate) -> Iterator[str]:
    """The shell commands to join and to mail the game to everyone named in the letter.

    Newcomers replace `YOUR_NAME` and `YOUR_ADDRESS` with their own. If several are invited, the addresses
    include the reader's own; `resolve_addresses` leaves it out.
    """
    taken = {seat.colour for seat in table.seats}
    colour = next(colour for colour in table.game.colours if colour not in taken)
    others = (between.sender, *between.copies, *(between.to if len(between.to) > 1 else ()))
    back = " ".join(f"--to {shell_quoted(address)}" for address in others)
    mine = f"--config address={speak(YOUR_ADDRESS)}"
    yield f"khronos keygen {speak(YOUR_NAME)}"
    yield f"khronos join {shell_quoted(file)} --colour {colour} --send {back} {mine}"


def _game_lines(table: Table) -> Iterator[str]:
    free = table.header.seats - len(table.seats)
    there = [player_name(table, seat) for seat in range(len(table.seats))]
    taken = {seat.colour for seat in table.seats}
    yield message("title: {title}", title=table.header.title)
    yield plural_message(
        "{n} of {seats} seats is free", "{n} of {seats} seats are free", free, seats=table.header.seats
    )
    yield message("players so far: {players}", players=listed(there))
    yield message(
        "free colours: {colours}", colours=listed([c for c in table.game.colours if c not in taken])
    )
    clock = clock_of(table.header)
    if clock is None:
        yield message("no time limit")
    elif clock.workdays:
        yield plural_message(
            "time limit: {n} day per turn, not counting weekends",
            "time limit: {n} days per turn, not counting weekends",
            clock.days,
        )
    else:
        yield plural_message("time limit: {n} day per turn", "time limit: {n} days per turn", clock.days)
    if has_shared_rolls(table.header, table.game):
        yield message("all players roll the dice together")
    yield from _option_lines(table)


def _option_lines(table: Table) -> Iterator[str]:
    """The game's options that differ from the defaults, explained as in `new --help`."""
    options, files = feature_or_none(table.game, Options), feature_or_none(table.game, DataFiles)
    chosen = game_options(table.header)
    for option in options.declared if options is not None else ():
        value: Any = chosen.get(option.name)
        if option.command != "new" or value is None or value is False:
            continue
        if option.data_file and files is not None and isinstance(value, dict):
            standard = value == files.built_in(str(option.default))
            value = option.default if standard else files.to_heads(value)[0]
        if value is True:
            yield option.help
        elif option.data_file and value != option.default:
            yield message("{words} instead of the default", words=VerbatimText(f"{option.flag} {value}"))
        elif value != option.default:
            yield message("{words} ({help})", words=VerbatimText(f"{option.flag} {value}"), help=option.help)
