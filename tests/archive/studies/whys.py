"""Blocks of samples as whoever wrote them saw the game, and why their orders were given."""

from __future__ import annotations

from typing import Any

from khronos_pbem.engine.features.bots import Bots, Reply, SearchSettings
from khronos_pbem.games.registry import feature
from tests.archive.games import sample


def why(name: str, seq: int, given: str = "", *, everything: bool = False) -> list[str]:
    """What the game says of the orders of a block of a sample, or of others given in their place, by what
    its seat saw; or with all cards."""
    bots, view, seat, orders = _moment(name, seq, given, everything=everything)
    return list(bots.explain(view, seat, orders))


def plan(name: str, seq: int, given: str = "") -> str:
    """The plan of the orders of a block of a sample, or of others given in their place."""
    bots, view, seat, orders = _moment(name, seq, given)
    return bots.plan(view, seat, orders)


def reply(
    name: str, seq: int, thinking: SearchSettings, given: str = "", *, everything: bool = False
) -> Reply[Any] | None:
    """The best answer to the orders of a block of a sample, by what its seat saw; or with all cards, as the
    seat sees that position."""
    bots, view, seat, orders = _moment(name, seq, given, everything=everything)
    return bots.reply(bots.seat_view(view, seat), seat, orders, thinking)


def _moment(
    name: str, seq: int, given: str, *, everything: bool = False
) -> tuple[Bots[Any, Any], Any, int, Any]:
    """The bots of the game, the position before a block, its seat, and its orders or those given."""
    chronicle = sample(name)
    game, bots = chronicle.game, feature(chronicle.game, Bots)
    steps = [step for step in chronicle.steps if step.seq == seq and step.order]
    seat, position = steps[0].seat, chronicle.steps[steps[0].number - 1].position
    labels = {handle: label for step in chronicle.steps for handle, label in step.cards.items()}
    own: Any = game.hand(position, seat)
    known = labels if everything else {handle: labels[handle] for handle in own}
    view = game.learn(position, known)
    if not everything:
        view = bots.seat_view(view, seat)
    texts = [given] if given else [step.order for step in steps]
    return bots, view, seat, [each.order for text in texts for each in game.parse(text)]
