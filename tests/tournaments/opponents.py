"""The players of tournaments: the bots of the program, installed ones, and opponents of the tests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from khronos_pbem.engine.features.bots import Bots, SearchSettings, Strength
from khronos_pbem.games.khronos.model.position import Position as KhronosPosition
from khronos_pbem.games.registry import feature, find_installed_bots, installed_bot
from khronos_pbem.session.turns.game_position import Position
from tests.bots_before import before_turn
from tests.greedy import greedy_turn
from tests.greedy_village import village_greedy_turn

Opponent = Callable[[Any, int, str, float], Sequence[Any]]
"""From a view, a seat, a seed and the seconds to think: the orders of a turn, or of a part of it."""


def greedy(view: Any, seat: int, seed: str, seconds: float) -> Sequence[Any]:
    """The orders of the greedy opponent of the view's game."""
    turn: Opponent = greedy_turn if isinstance(view, KhronosPosition) else village_greedy_turn
    return turn(view, seat, seed, seconds)


OPPONENTS: dict[str, Opponent] = {"greedy": greedy, "before": before_turn}
"""Opponents that are not bots of the program, for both games; a test or a script may add its own."""

_THINKS = {"before", *(each.value for each in Strength if each.searches)}
"""Those for whom the seconds make a difference."""


def opponent_names() -> list[str]:
    """The names of all who can play."""
    return [*(each.value for each in Strength), *OPPONENTS, *find_installed_bots()]


def full_name(word: str, seconds: float) -> str:
    """The name of a player with the seconds for which it thinks, if they matter: `strong@0.4`."""
    name, _, own = word.partition("@")
    return f"{name}@{float(own or seconds):g}" if name in _THINKS else name


def opponent(game: str, colours: tuple[str, ...], name: str) -> Opponent:
    """The player of this name in a game with these colours. Raises UsageError for an unknown name."""
    if name in OPPONENTS:
        return OPPONENTS[name]
    if name in {each.value for each in Strength}:
        return _bot(game, Strength(name))
    bot = installed_bot(name)

    def choose(view: Any, seat: int, seed: str, seconds: float) -> Sequence[Any]:
        return (bot.choose(Position(game, colours, view)).inner,)

    return choose


def _bot(game: str, strength: Strength) -> Opponent:
    bots = feature(game, Bots)

    def choose(view: Any, seat: int, seed: str, seconds: float) -> Sequence[Any]:
        return bots.turns(view, seat, SearchSettings(strength, seed, seconds))[0].orders

    return choose
