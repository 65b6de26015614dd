"""The open decision of a position, and the winners (RULES 3, 9)."""

from __future__ import annotations

from khronos_pbem.engine.contract import Decision, DecisionKind
from khronos_pbem.games.khronos.model.position import Phase, Position


def decision(position: Position) -> Decision | None:
    """Return the seat that must decide now, and its decision (RULES 3, 9).

    Return None before and after the game.
    """
    if position.pending is not None:
        return Decision(position.pending.choice.seat, DecisionKind.ANSWER, position.pending.choice)
    if position.phase in (Phase.SETUP, Phase.OVER):
        return None
    return Decision(position.active, DecisionKind.TURN)


def winners(position: Position) -> tuple[int, ...]:
    """Return the seats with the most ecus among the players still in the game (RULES 3.3, 11.3).

    The result is empty before the end of the game.
    """
    if position.phase is not Phase.OVER:
        return ()
    present = [seat for seat, player in enumerate(position.players) if not player.gone]
    most = max(position.players[seat].ecus for seat in present)
    return tuple(seat for seat in present if position.players[seat].ecus == most)
