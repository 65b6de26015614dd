"""Who plays in a text record (see `notated`): its seats, and which of them bots play."""

from __future__ import annotations

from collections.abc import Mapping

from khronos_pbem.archive.records.text_record import BOT
from khronos_pbem.archive.timeline import Player
from khronos_pbem.engine.fields import is_plain_line
from khronos_pbem.errors import InvalidFile
from khronos_pbem.messages import Typed, message
from khronos_pbem.record.offers import STRENGTHS

_LONGEST_NAME = 60


def wrong_at(what: str, line: int, hint: str | None = None) -> InvalidFile:
    """The error of a record that is wrong in this line."""
    return InvalidFile(what, rule="FORMATS 4", line=line, hint=hint)


def players_in(seats: list[str], heads: Mapping[str, str]) -> tuple[Player, ...]:
    """The players of these headers, in seat order. Raises InvalidFile for seats that cannot be."""
    found = []
    for seat in seats:
        colour, _, name = seat.partition(" ")
        if not name or len(name) > _LONGEST_NAME or not is_plain_line(name):
            raise wrong_at(
                message("a seat needs a printable name of at most {most} characters", most=_LONGEST_NAME), 1
            )
        found.append(Player(Typed(name), colour, bot=heads.get(f"{BOT} {colour}", "")))
    if len({player.colour for player in found}) < len(found):
        raise wrong_at(message("two seats have the same colour"), 1)
    return tuple(found)


def bot_in(value: str, line: int) -> tuple[str, str]:
    """The key of the header of a bot's seat, which each seat may have once, and how strong the bot is.

    Raises InvalidFile for a strength that there is not.
    """
    colour, _, strength = value.partition(" ")
    if strength not in STRENGTHS:
        hint = message("choose one of {items}", items=", ".join(STRENGTHS))
        raise wrong_at(message("there is no bot of this strength"), line, hint=hint)
    return f"{BOT} {colour}", strength
