"""Taking a seat: as which identity, in which colour; by joining, or by offering to take one over."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from khronos_pbem.engine.contract import Game
from khronos_pbem.errors import UsageError
from khronos_pbem.home.keyring import BOTS, Identity, list_names
from khronos_pbem.messages import listed, message, operand, quoted
from khronos_pbem.session.context import Context
from khronos_pbem.session.identities import named
from khronos_pbem.session.replay.open_save import open_to_act
from khronos_pbem.session.replay.table import missed


def colour_named(colour: str, game: Game[Any, Any]) -> str:
    """The colour of a game that a word names, or begins. Raises UsageError unless there is one."""
    known: Sequence[str] = game.colours
    if not colour:
        hint = message("choose one with --colour: {items}", items=listed(known))
        raise UsageError(message("your colour is missing"), hint=hint)
    found = [each for each in known if each.startswith(colour.lower())] if colour else []
    exact = [each for each in found if each == colour.lower()]
    if len(exact or found) != 1:
        raise UsageError(
            message("there is no colour {colour!r}", colour=colour),
            hint=message("choose from {items}", items=listed(known)),
        )
    return (exact or found)[0]


def seated_as(context: Context, bot: str, file: object = "GAME") -> Identity:
    """The identity that takes a seat in the game of a file, as a bot of this strength or as a person.

    Raises UsageError, also for a bot's that would sit there as a person.
    """
    identity = named(context.home, context.name, context.ask)
    if not bot and identity.name in list_names(context.home, BOTS):
        what = message("{name} is a bot and cannot join as a human player", name=identity.name)
        hint = message(
            "let the bot join: khronos bot {path} --as {name}", path=operand(file), name=quoted(identity.name)
        )
        raise UsageError(what, hint=hint)
    return identity


def goes_on(path: Path, context: Context) -> bool:
    """Whether all seats of a game are taken, so that nobody can join but by an offer."""
    table = open_to_act(path, context.home, rewind=context.rewind).table
    return table.position is not None and missed(table) is not None


def heir_colour(path: Path, context: Context) -> str:
    """The colour of the seat whose heir the context's identity is. Raises UsageError if it is none."""
    table, identity = open_to_act(path, context.home, rewind=context.rewind).table, seated_as(context, "")
    found = [seat for seat, key in table.heirs.items() if key == identity.public]
    if not found:
        what = message("no player of this game has named {name} as their replacement", name=identity.name)
        hint = message(
            "you can still offer to take over a seat: khronos join {path} --colour COLOUR", path=operand(path)
        )
        raise UsageError(what, rule="DECK 9.5", hint=hint)
    return table.seats[found[0]].colour
