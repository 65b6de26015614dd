"""Play on a set-up position: every draw is served at once (VILLAGE 15.2)."""

from __future__ import annotations

from random import Random

from khronos_pbem.engine.contract import Outcome, Request
from khronos_pbem.engine.runner import Serve
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.rules.base import draws
from khronos_pbem.games.my_village.rules.turn import apply_draw_results


def seeded_server(seed: int) -> Serve:
    """A function that serves the first open draw: first with the position's `results`, then from the seed.

    The same seed gives the same results to the same draw of the same round. The function raises InvalidFile
    for prepared results that the draw cannot have.
    """

    def serve(position: Position, request: Request) -> Outcome[Position]:
        draw = position.draws[0]
        given, left = position.results[: draw.size], position.results[draw.size :]
        draws.check_results(position, draw, given)
        possible = list(draws.possible_results(position, draw))
        again = draw.name in (draws.POOL, draws.RAT)
        if not again:
            possible = [each for each in possible if each not in given]
        random, found = Random(f"{seed}/{draw.number}/{position.round}/{draw.name}"), list(given)
        while len(found) < draw.size:
            place = random.randrange(len(possible))
            found.append(possible[place] if again else possible.pop(place))
        return apply_draw_results(position._replace(results=left), found).outcome()

    return serve
