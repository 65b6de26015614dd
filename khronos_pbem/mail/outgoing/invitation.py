"""An invitation: who invites to what, and what somebody types who has never seen the program."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from khronos_pbem.engine.features.protocols import DataFiles, Options
from khronos_pbem.games.registry import optional, title_of
from khronos_pbem.mail.outgoing.letter_body import Section
from khronos_pbem.mail.outgoing.recipients import Addresses
from khronos_pbem.messages import Message, Speak, Typed, listed, message, plural_message, quoted
from khronos_pbem.session.queries.summaries import player_name
from khronos_pbem.session.replay.table import Table, all_roll, clock_of, game_options

INSTALL = ("pipx install .", "uv tool install .", "python -m pip install .")
"""In a clone: no index of packages has the program; whoever took its name there could install anything."""


def invitation(table: Table, between: Addresses) -> Message:
    """Who invites to what, in one sentence."""
    return message(
        "{name} invites you to play {game}, a board game, by e-mail. You need no server, and you "
        "do not have to trust anyone.",
        name=Typed(between.inviter),
        game=title_of(table.game),
    )


def invited(table: Table, between: Addresses, file: str, speak: Speak) -> tuple[Section, ...]:
    """What is to be known of the game, how to install the program, and what to type then."""
    return (
        Section(speak(message("The game:")), tuple(speak(line) for line in _about(table))),
        Section(speak(_installing(between)), INSTALL, True),
        Section(
            speak(
                message(
                    "To join, save the attachment and open a terminal in its folder. Type this, with your "
                    "own name and address instead of YOUR-NAME and YOU@EXAMPLE.ORG:"
                )
            ),
            tuple(commands(table, between, file)),
            True,
        ),
        *_several(between, speak),
        *_seated(table, file, speak),
    )


def _installing(between: Addresses) -> Message:
    return message(
        "The program needs Python 3.11 or newer. Ask {name} for its source code, open a terminal "
        "in its folder and type one of these lines:",
        name=Typed(between.inviter),
    )


def _several(between: Addresses, speak: Speak) -> tuple[Section, ...]:
    """How several who are invited do not all take the same seat."""
    if len(between.to) < 2:
        return ()
    one = message(
        "Several of you are invited. Join one after the other, each with the newest letter that has arrived."
    )
    return (Section(speak(one)),)


def _seated(table: Table, file: str, speak: Speak) -> tuple[Section, ...]:
    """What those type who have joined before the one who writes, and get the letter too."""
    if len(table.seats) < 2:
        return ()
    head = message("If you already have a seat, save the attachment, open a terminal in its folder and type:")
    return (Section(speak(head), (f"khronos next {quoted(file)} --send",), True),)


def commands(table: Table, between: Addresses, file: str) -> Iterator[str]:
    """The commands by which somebody joins and writes to all others whom the letter names; fit for a shell.

    Of several who are invited each is among them: nobody's letter goes to himself (`addresses`).
    """
    taken = {seat.colour for seat in table.seats}
    colour = next(colour for colour in table.game.colours if colour not in taken)
    others = (between.sender, *between.copies, *(between.to if len(between.to) > 1 else ()))
    back = " ".join(f"--to {quoted(address)}" for address in others)
    yield "khronos keygen YOUR-NAME"
    yield f"khronos join {quoted(file)} --colour {colour} --send {back} --config address=YOU@EXAMPLE.ORG"


def _about(table: Table) -> Iterator[str]:
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
            "each turn within {n} day, weekends not counted",
            "each turn within {n} days, weekends not counted",
            clock.days,
        )
    else:
        yield plural_message("each turn within {n} day", "each turn within {n} days", clock.days)
    if all_roll(table.header, table.game):
        yield message("all players roll the dice together")
    yield from _options(table)


def _options(table: Table) -> Iterator[str]:
    """What was chosen of the options that the game declares, other than as usual, as `new` explains them."""
    options, files = optional(table.game, Options), optional(table.game, DataFiles)
    chosen = game_options(table.header)
    for option in options.declared if options is not None else ():
        value: Any = chosen.get(option.name)
        if option.command != "new" or value is None or value is False:
            continue
        if option.data_file and files is not None and isinstance(value, dict):
            value = files.to_heads(value)[0]
        if value is True:
            yield option.help
        elif option.data_file and value != option.default:
            yield message("{words}, not the default", words=Typed(f"{option.flag} {value}"))
        elif value != option.default:
            yield message("{words} ({help})", words=Typed(f"{option.flag} {value}"), help=option.help)
