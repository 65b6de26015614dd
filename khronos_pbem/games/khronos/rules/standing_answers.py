"""The answers that standing orders give to open choices (RULES 9.3, 9.4, 11.2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from khronos_pbem.engine.change import Change
from khronos_pbem.games.khronos.model.orders import Downsize, Keep, Order, Place
from khronos_pbem.games.khronos.model.position import ASK, AUTO, BEST, Pending, Position
from khronos_pbem.games.khronos.rules.effects.hierarchy import auto_placement
from khronos_pbem.games.khronos.rules.effects.revenue import income_everywhere, revenue_now
from khronos_pbem.games.khronos.rules.turn import apply_unchecked

_ANSWERS: Mapping[str, Callable[[str], Order]] = {"downsize": Downsize, "keep": Keep, "place": Place}


def standing_answer(position: Position) -> Order | None:
    """Return the answer that a standing order gives to the open choice, or None (RULES 9.3).

    None means that no choice is open, or that the player must answer. Every choice of a player who has left
    is answered (RULES 11.2).
    """
    pending = position.pending
    if pending is None:
        return None
    setting = _setting(position, pending)
    if setting == ASK:
        return None
    return _best_answer(position, pending) if setting == BEST else _auto_answer(position, pending)


def apply_with_standing_answers(position: Position, seat: int, order: Order) -> Change[Position]:
    """Apply a legal order, and the standing orders' answers to the choices that it opens."""
    change = apply_unchecked(position, seat, order)
    while (pending := change.position.pending) is not None:
        answer = standing_answer(change.position)
        if answer is None:
            break
        change = change.then(apply_unchecked, pending.choice.seat, answer)
    return change


def _setting(position: Position, pending: Pending) -> str:
    """Return the setting of the standing order that applies to an open choice.

    In their own turn, players place their buildings themselves (RULES 9.3).
    """
    choice, player = pending.choice, position.players[pending.choice.seat]
    if player.gone:
        return AUTO
    if choice.kind == "downsize":
        return player.downsizing
    return player.policy if choice.kind == "place" and choice.seat != position.active else ASK


def _auto_answer(position: Position, pending: Pending) -> Order:
    """Return the placement of the policy `auto`, or for any other choice the first option."""
    if pending.choice.kind == "place":
        return Place(auto_placement(position, pending))
    return _ANSWERS[pending.choice.kind](pending.choice.options[0])


# --- the best answer --------------------------------------------------------------------------------------


def _best_answer(position: Position, pending: Pending) -> Order:
    """Return the answer with the most revenue for the player, then the least for the leaders (RULES 9.4).

    Only boards, ecus and adventurers matter, never cards. If several answers are equally good, the first one
    is returned.
    """
    choice = pending.choice
    leaders = _leaders(position, choice.seat)

    def rank(answer: Order) -> tuple[int, int, int, int]:
        after = _after_answer(position, choice.seat, answer)
        return (
            revenue_now(after, choice.seat),
            income_everywhere(after, choice.seat),
            -sum(revenue_now(after, leader) for leader in leaders),
            -sum(income_everywhere(after, leader) for leader in leaders),
        )

    return max(map(_ANSWERS[choice.kind], choice.options), key=rank)


def _leaders(position: Position, seat: int) -> list[int]:
    """The other seats still in the game that have the most ecus (RULES 9.4)."""
    players = enumerate(position.players)
    ecus = {other: player.ecus for other, player in players if other != seat and not player.gone}
    return [other for other, amount in ecus.items() if amount == max(ecus.values())]


def _after_answer(position: Position, seat: int, answer: Order) -> Position:
    """Return the position after an answer and the rest of the order that opened the choice (RULES 9.4).

    Further choices are answered as for players who have left.
    """
    position = apply_unchecked(position, seat, answer).position
    while (pending := position.pending) is not None:
        further = _auto_answer(position, pending)
        position = apply_unchecked(position, pending.choice.seat, further).position
    return position
