"""Messages about a game in which none of your identities has a seat, and how to get one."""

from __future__ import annotations

from pathlib import Path

from khronos_pbem.cli.next_steps import game_argument
from khronos_pbem.home.keyring import PEOPLE, all_own_keys, list_names, public_key_of
from khronos_pbem.messages import Message, VerbatimText, listed, message, shell_quoted
from khronos_pbem.session.identities import name_of_key
from khronos_pbem.session.replay.table import Seat, Table, waiting


def is_seatless(home: Path, table: Table) -> bool:
    """Return whether a game is in progress and no identity of the keyring has or had a seat in it."""
    if table.position is None or waiting(table) is None:
        return False
    keys = [seat.identity for seat in (*table.seats, *table.former)]
    return not {key.hex() for key in keys} & all_own_keys(home)


def seatless_lines(home: Path, table: Table, path: Path) -> list[Message]:
    """Return lines that explain how to get a seat; no lines unless the game `is_seatless`."""
    if not is_seatless(home, table):
        return []
    if (told := _named_replacement_message(home, table, path)) is not None:
        return [told]
    names, taken = list_names(home), [seat.name for seat in (*table.seats, *table.former)]
    players = listed(
        [message("{who} ({colour})", who=seat.called, colour=seat.colour) for seat in table.seats]
    )
    lines = [
        message(
            "None of your identities has a seat in this game. The players are {players}.", players=players
        )
    ]
    lost = next((seat for seat in table.seats if seat.name in names), None)
    if lost is not None:
        lines.append(
            message(
                "The key of your identity {name} is different from {colour}'s key.",
                name=lost.name,
                colour=lost.colour,
            )
        )
    lines.append(
        message("If you have lost your secret key, restore a copy of it to {path}.", path=home / PEOPLE)
    )
    free = [name for name in names if name not in taken]
    return [
        *lines,
        *(_replacement_lines(home, table, path, lost, free[0]) if free else _new_identity_lines(path)),
    ]


def _named_replacement_message(home: Path, table: Table, path: Path) -> Message | None:
    """Return a message if a player has named one of your identities as their replacement; else None.

    The message includes the command with which the identity offers to take over the seat.
    """
    for number, key in table.named_successors.items():
        name = name_of_key(home, key)
        if name is not None:
            return message(
                "{colour} has named {name} as their replacement. If the game waits too long for "
                "{colour}, offer to take over: {words}",
                colour=table.seats[number].colour,
                name=VerbatimText(name),
                words=f"khronos rekey {game_argument(path)} --offer --as {shell_quoted(name)}",
            )
    return None


def _new_identity_lines(path: Path) -> list[Message]:
    """Return lines that explain how to create an identity that can take over a seat."""
    told = message(
        "If you have no copy, create a new identity with a name that nobody in this game has: "
        "khronos keygen NAME"
    )
    return [told, message("Then type: {words}", words=f"khronos status {game_argument(path)}")]


def _replacement_lines(home: Path, table: Table, path: Path, lost: Seat | None, name: str) -> list[Message]:
    """Return lines on how an identity of the keyring can take over a seat (DECK 9.4).

    The other players must agree. `lost` is the seat whose name is in the keyring, or None.
    """
    now, key = waiting(table), public_key_of(home, name)
    number = now.seat if now is not None and now.seat is not None else 0
    seat = lost or table.seats[number]
    if len(table.seats) < 3 and table.named_successors.get(table.seats.index(seat)) != key:
        return [
            message(
                "If you have no copy, start a new game. In a two-player game, nobody can give you your "
                "seat back."
            )
        ]
    colour = seat.colour
    words = f"khronos join {game_argument(path)} --as {shell_quoted(name)} --colour {colour}"
    told = message(
        "If you have no copy, your identity {name} can take over your seat. The other players must "
        "agree. When the game is waiting for {colour}, offer to take over the seat: {words}",
        name=VerbatimText(name),
        colour=colour,
        words=words,
    )
    if lost is None:
        told = message(
            "If you have no copy, you can use your identity {name} to take over a seat: your own, or "
            "that of a player who is no longer playing. The other players must agree. When the game "
            "is waiting for the player in that seat, offer to take it over with this command, "
            "replacing {colour} with the colour of the seat: {words}",
            name=VerbatimText(name),
            colour=VerbatimText(colour),
            words=words,
        )
    return [
        told,
        message(
            "This command writes a file. Send this file to all other players; khronos receive FILE "
            "tells them what to type."
        ),
    ]
