"""The options `--strength`, `--think` and `--seed` of all commands that run a computer player."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Annotated

from khronos_pbem.cli import completion
from khronos_pbem.cli.option_types import option
from khronos_pbem.cores import WorkerPoolMap, map_in_process
from khronos_pbem.engine.features.bots import SearchSettings, Strength
from khronos_pbem.errors import UsageError
from khronos_pbem.games.registry import find_installed_bots
from khronos_pbem.messages import listed, message

LONGEST = 3600
"""The maximum thinking time for a turn, in seconds."""

STRENGTHS = "|".join(strength.value for strength in Strength)
"""The strengths as shown in the help."""

StrengthName = Annotated[
    str, option("--strength", STRENGTHS, "Strength of the computer player.", completion.strengths)
]
Think = Annotated[
    float | None,
    option(
        "--think",
        "SECONDS",
        "How long the computer player thinks about a turn, in seconds of computing time on one processor "
        "core; default: 3, or 30 for expert.",
    ),
]
Seed = Annotated[int, option("--seed", "N", "Random seed for the computer player.")]
BotStrength = Annotated[
    str | None, option("--strength", STRENGTHS, "Strength of the bots.", completion.bot_strengths)
]
BotThink = Annotated[
    float | None,
    option(
        "--think",
        "SECONDS",
        "How long a bot thinks about a turn, in seconds of computing time on one processor "
        "core; default: 3, or 30 for expert.",
    ),
]
BotSeed = Annotated[int | None, option("--seed", "N", "Random seed for the bots; default: a secret seed.")]


def thinking_of(
    word: str, seconds: float | None, seed: str, starmap: WorkerPoolMap = map_in_process
) -> SearchSettings:
    """The settings of a computer player from its options; `seconds` are per turn, on one core.

    If `seconds` is None, the default of the strength applies. Raises UsageError for an unknown strength, or
    for seconds that `checked_seconds` does not accept.
    """
    strength = strength_named(word)
    thinks = strength.default_seconds if seconds is None else checked_seconds(seconds)
    return SearchSettings(strength, seed, thinks, starmap)


def strength_named(word: str, others: Iterable[str] = ()) -> Strength:
    """The strength with this name, such as easy.

    Raises UsageError for any other word; the hint lists the strengths and `others`.
    """
    found = next((strength for strength in Strength if strength.value == word), None)
    if found is None:
        hint = message(
            "choose from {items}", items=listed([*(strength.value for strength in Strength), *others])
        )
        raise UsageError(message("there is no strength called {value!r}", value=word), hint=hint)
    return found


def bot_named(word: str) -> tuple[Strength, str]:
    """The strength that a save records for a bot, and the name of the installed bot that plays.

    The name is empty for one of the program's own strengths. An installed bot is recorded as `steady`. Raises
    UsageError for any other word.
    """
    own = [strength.value for strength in Strength]
    if word in own or word not in find_installed_bots():
        return strength_named(word, () if word in own else find_installed_bots()), ""
    return Strength.STEADY, word


def checked_seconds(seconds: float) -> float:
    """Return `seconds` unchanged. Raises UsageError unless it is above 0 and at most `LONGEST`."""
    if not (math.isfinite(seconds) and 0 < seconds <= LONGEST):
        hint = message("give a number of seconds greater than 0 and at most {most}", most=LONGEST)
        raise UsageError(message("--think does not accept {value}", value=f"{seconds:g}"), hint=hint)
    return seconds
