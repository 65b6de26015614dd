"""The identity and the colour needed to take a seat, by joining or by an offer."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from khronos_pbem.engine.contract import AnyGame
from khronos_pbem.errors import UsageError
from khronos_pbem.home.keyring import BOTS, Identity, list_names
from khronos_pbem.messages import listed, message, or_list, shell_operand, shell_quoted
from khronos_pbem.session.context import Context
from khronos_pbem.session.identities import load_named_identity
from khronos_pbem.session.replay.open_save import open_to_act
from khronos_pbem.session.replay.table import waiting_without_votes


def parse_colour(colour: str, game: AnyGame, offered: Sequence[str]) -> str:
    """Return the colour of this game whose full name or first letters are given.

    Raises UsageError if no colour fits, or if several do and none is given in full. The hint lists the
    `offered` colours, such as those of free seats.
    """
    known: Sequence[str] = game.colours
    if not colour:
        hint = message("choose one with --colour: {items}", items=listed(offered))
        raise UsageError(message("you have not chosen a colour"), hint=hint)
    found = [each for each in known if each.startswith(colour.lower())]
    exact = [each for each in found if each == colour.lower()]
    if len(found) > 1 and not exact:
        what = message("{colour!r} could mean {items}", colour=colour, items=or_list(found))
        raise UsageError(what, hint=message("type at least one more letter"))
    if not found:
        what = message("there is no colour {colour!r}", colour=colour)
        raise UsageError(what, hint=message("choose from {items}", items=listed(offered)))
    return (exact or found)[0]


def load_joining_identity(context: Context, bot: str, file: object = "GAME") -> Identity:
    """Load the context's identity to take a seat, as a bot of strength `bot` or as a person.

    An empty `bot` means a person. Raises UsageError on failure, or if the identity of a bot would join as a
    person.
    """
    identity = load_named_identity(context.home, context.name, context.ask)
    if not bot and identity.name in list_names(context.home, BOTS):
        what = message("{name} is a bot and cannot join as a human player", name=identity.name)
        hint = message(
            "let the bot join: khronos bot {path} --as {name}",
            path=shell_operand(file),
            name=shell_quoted(identity.name),
        )
        raise UsageError(what, hint=hint)
    return identity


def has_started(path: Path, context: Context) -> bool:
    """Return whether a game has started and is not over, so that joining it requires an offer."""
    table = open_to_act(path, context.home, rewind=context.rewind).table
    return table.position is not None and waiting_without_votes(table) is not None


def successor_colour(path: Path, context: Context) -> str:
    """Return the colour of the seat whose player named the context's identity as successor.

    Raises UsageError if no player has named it.
    """
    table = open_to_act(path, context.home, rewind=context.rewind).table
    identity = load_joining_identity(context, "")
    found = [seat for seat, key in table.named_successors.items() if key == identity.public]
    if not found:
        what = message("no player in this game has named {name} as their replacement", name=identity.name)
        hint = message(
            "you can still offer to take over a seat: khronos join {path} --colour COLOUR",
            path=shell_operand(path),
        )
        raise UsageError(what, rule="DECK 9.5", hint=hint)
    return table.seats[found[0]].colour
