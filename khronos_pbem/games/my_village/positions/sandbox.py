"""Play from a set-up position, with every draw served at once (VILLAGE 15.2)."""

from __future__ import annotations

from random import Random

from khronos_pbem.engine.contract import Outcome, Request
from khronos_pbem.engine.runner import Serve
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.rules.base import draws
from khronos_pbem.games.my_village.rules.turn import apply_draw_results


def seeded_server(seed: int) -> Serve:
    """Return a function that serves the first open draw from prepared results and a seed.

    The position's `results` come first; the seed supplies the rest. With the same seed, the same draw in the
    same round has the same results. The function raises InvalidFile if the draw cannot have the prepared
    results.
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
