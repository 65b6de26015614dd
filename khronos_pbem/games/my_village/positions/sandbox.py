"""The rules on a set-up position: every draw is served at once (VILLAGE 15.2)."""

from __future__ import annotations

from random import Random

from khronos_pbem.engine.contract import Outcome, Request
from khronos_pbem.engine.runner import Serve
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.rules.base import draws
from khronos_pbem.games.my_village.rules.turn import served


def chance(seed: int) -> Serve:
    """A table that gives the first open draw the results that the position has left, then those of a seed.

    The same seed gives the same draw of the same round the same results. Serving raises InvalidFile for
    results that the draw cannot have.
    """

    def serve(position: Position, request: Request) -> Outcome[Position]:
        draw = position.draws[0]
        given, left = position.results[: draw.size], position.results[draw.size :]
        draws.check_results(position, draw, given)
        possible = list(draws.possible(position, draw))
        again = draw.name in (draws.POOL, draws.RAT)
        if not again:
            possible = [each for each in possible if each not in given]
        random, found = Random(f"{seed}/{draw.number}/{position.round}/{draw.name}"), list(given)
        while len(found) < draw.size:
            place = random.randrange(len(possible))
            found.append(possible[place] if again else possible.pop(place))
        return served(position._replace(results=left), found)

    return serve
