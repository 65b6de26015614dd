"""Read the seats of a text record (see `text_record`): the players, and which of them are bots."""

from __future__ import annotations

from collections.abc import Mapping

from khronos_pbem.archive.records.text_record import BOT
from khronos_pbem.archive.timeline import Player
from khronos_pbem.engine.fields import is_plain_line
from khronos_pbem.errors import InvalidFile
from khronos_pbem.messages import VerbatimText, message
from khronos_pbem.record.offers import STRENGTHS

_LONGEST_NAME = 60


def record_error(what: str, line: int, hint: str | None = None) -> InvalidFile:
    """The InvalidFile error for a fault in this line of a text record."""
    return InvalidFile(what, line=line, hint=hint)


def players_from_headers(seats: list[str], heads: Mapping[str, str]) -> tuple[Player, ...]:
    """The players, in seat order, from the values of the `Seat` headers. Raises InvalidFile for bad seats."""
    found = []
    for seat in seats:
        colour, _, name = seat.partition(" ")
        if not name or len(name) > _LONGEST_NAME or not is_plain_line(name):
            raise record_error(
                message("each seat needs a name of at most {most} printable characters", most=_LONGEST_NAME),
                1,
            )
        found.append(Player(VerbatimText(name), colour, bot=heads.get(f"{BOT} {colour}", "")))
    if len({player.colour for player in found}) < len(found):
        raise record_error(message("two seats have the same colour"), 1)
    return tuple(found)


def parse_bot_header(value: str, line: int) -> tuple[str, str]:
    """The key under which the bot of a seat is stored (`Bot red`), and the bot's strength.

    Raises InvalidFile for an unknown strength.
    """
    colour, _, strength = value.partition(" ")
    if strength not in STRENGTHS:
        hint = message("choose one of {items}", items=", ".join(STRENGTHS))
        raise record_error(message("there is no bot of this strength"), line, hint=hint)
    return f"{BOT} {colour}", strength
