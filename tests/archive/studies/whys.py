"""Blocks of samples as whoever wrote them saw the game, and why their orders were given."""

from __future__ import annotations

from typing import Any

from khronos_pbem.engine.features.bots import Bots
from khronos_pbem.games.registry import feature
from tests.archive.games import sample


def why(name: str, seq: int, given: str = "", *, everything: bool = False) -> list[str]:
    """What the game says of the orders of a block of a sample, or of others given in their place, by what
    its seat saw; or with all cards."""
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
    orders = [each.order for text in texts for each in game.parse(text)]
    return list(bots.explain(view, seat, orders))
