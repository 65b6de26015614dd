"""The games that can be played at this table. A second one is one more line here."""

from __future__ import annotations

from typing import Any

from khronos_pbem.engine.contract import Game
from khronos_pbem.errors import InvalidFile, NewerFormat
from khronos_pbem.saying import say


def game_named(name: str) -> Game[Any, Any]:
    """The game of this name. Raises InvalidFile if there is none."""
    if name == "khronos":
        from khronos_pbem.games.khronos.game import Khronos

        return Khronos()
    raise InvalidFile(
        say("there is no game {name!r} at this table", name=name),
        rule="FORMATS 4",
        hint=say("there is khronos"),
    )


def game_of(name: str, rules: int) -> Game[Any, Any]:
    """The game of a record by its name and revision of the rules.

    Raises InvalidFile for an unknown game, NewerFormat for rules this program does not have yet.
    """
    game = game_named(name)
    if rules > game.rules:
        hint = say("this program has revision {rules}: install a newer one", rules=game.rules)
        raise NewerFormat(
            say("played by revision {rules} of the rules of {name}", rules=rules, name=name),
            rule="FORMATS 4",
            hint=hint,
        )
    return game
