"""Several choices that one command raises, and cubes that stay on hamlets: both engines, order by order.

RULES 9.1: each where it arises; of one kind, what has the top-most, then left-most square first.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from khronos_pbem.games.khronos.model.land import bit
from khronos_pbem.games.khronos.model.pieces import CUBES_EACH, Board
from khronos_pbem.games.khronos.model.position import Position
from khronos_pbem.games.khronos.order_text.grammar import parse
from tests.games.khronos.cases import position_of
from tests.games.khronos.rules.test_lockstep import Lockstep

ROW = "............\n"


def lockstep(buildings: list[str], hamlets: list[str], hand: tuple[str, ...] = ("military",) * 4) -> Lockstep:
    """A position of three on an empty plain, red to move on might, with the naive engine beside it."""
    players = [
        {"colour": "red", "ecus": 9, "adventurers": ["might", "might"], "hand": list(hand)},
        "blue",
        "green",
    ]
    plain = {"name": "m", "terrain": ROW * 12, "hamlets": hamlets}
    return Lockstep(position_of({"map": plain, "players": players, "buildings": buildings}))


def give(both: Lockstep, text: str) -> tuple[str, str, tuple[str, ...]]:
    """The order to both engines; what is asked then: kind, board and options."""
    (spelled,) = parse(text)
    both.give(spelled.order)
    pending = both.position.pending
    if pending is None:
        return "", "", ()
    return pending.choice.kind, pending.choice.board, pending.choice.options


def cubes_on(position: Position, name: str) -> dict[str, int]:
    """The cubes on what stands on a square of reason, by colour."""
    at = position.land.square(name)
    assert at is not None
    found = position.field(Board.REASON).on(bit(at))
    assert found is not None
    return {player.colour: n for player, n in zip(position.players, found.cubes, strict=True) if n}


@pytest.mark.parametrize(
    ("first", "second"),
    [(("D4", "D4"), ("F4", "G4")), (("D4", "D4"), ("D6", "D7")), (("F4", "G4"), ("D5", "D6"))],
    ids=["left-most", "top-most", "top-most before left-most"],
)
@pytest.mark.parametrize("turned", [False, True], ids=["", "listed the other way"])
def test_of_two_hamlets_that_keep_a_cube_the_upper_left_is_asked_first(
    first: tuple[str, str], second: tuple[str, str], turned: bool
) -> None:
    """RULES 7.8, 9.1: by the building that goes, whatever stood there first."""
    towns = [first, second][:: -1 if turned else 1]
    lines = [f"faith town {at}" for at, _ in towns]
    lines += [f"reason town {at} blue=1 green=1" for at, _ in towns]
    both = lockstep(lines, ["L12", *(hamlet for _, hamlet in towns)])
    question = ("keep", "reason", ("blue", "green"))
    assert give(both, "build keep might E5") == question
    assert give(both, "keep blue") == question
    assert give(both, "keep green") == ("", "", ())
    assert cubes_on(both.position, first[1]) == {"blue": 1}
    assert cubes_on(both.position, second[1]) == {"green": 1}


def test_of_two_domains_at_fault_the_upper_left_is_asked_first_and_settled_whole() -> None:
    """RULES 8.2, 8.4, 8.5, 9.1: where the smaller one stands is asked before the next domain is looked at."""
    both = lockstep(
        [
            "might castle E2 blue",
            "might hamlet F5",
            "might hamlet F6",
            *("might keep D6 blue", "might keep B6 green", "might keep G6 blue", "might keep I6 green"),
        ],
        ["L12"],
        ("civil",) * 4,
    )
    assert give(both, "demolish might F6") == ("downsize", "might", ("B6", "D6"))
    assert give(both, "downsize D6") == ("place", "might", ("D6", "E6", "D7", "E7"))
    assert give(both, "place E7") == ("downsize", "might", ("G6", "I6"))
    assert give(both, "downsize I6") == ("place", "might", ("I6", "J6", "I7", "J7"))
    assert give(both, "place I6") == ("", "", ())


def test_a_cube_that_stays_is_asked_about_before_the_hierarchy_of_the_board() -> None:
    """RULES 7.7, 7.8, 8.2, 9.1: the copy removes a town, which splits a domain on faith."""
    both = lockstep(
        [
            "faith town D4",
            *("faith castle E1 blue", "faith keep B5 blue", "faith keep B7 green"),
            "reason town D4 blue=1 green=1",
        ],
        ["L12", "D4"],
    )
    assert give(both, "build keep might E5") == ("keep", "reason", ("blue", "green"))
    assert give(both, "keep green") == ("downsize", "faith", ("B5", "B7"))
    assert give(both, "downsize B7") == ("place", "faith", ("B7", "C7", "B8", "C8"))
    assert give(both, "place C7") == ("", "", ())
    assert cubes_on(both.position, "D4") == {"green": 1}


# --- cubes that are not free ------------------------------------------------------------------------------


def filled(count: int) -> list[str]:
    """So many red cubes on reason, out of the way."""
    lines = []
    for place in ("A7", "D7", "G7", "J7", "A10", "D10", "G10", "J10"):
        here = min(5, count)
        lines += [f"reason city {place} red={here}"] if here else []
        count -= here
    assert count == 0
    return lines


def named(column: int, row: int) -> str:
    return f"{chr(ord('A') + column)}{row + 1}"


def about_to_ripple(random: Random) -> tuple[Lockstep, str, bool]:
    """Red is about to build a keep whose copy overlaps a corner of a populated town: the game, the order, and
    whether a cube is free for it then (RULES 7.5, 7.8). A hamlet may lie below the other corner."""
    column, row = random.randrange(1, 8), random.randrange(1, 4)
    east, south = random.randrange(2), random.randrange(2)
    keep = named(column, row)
    town = named(column - 1 + 2 * east, row - 1 + 2 * south)
    corner = named(column - 1 + 3 * east, row - 1 + 3 * south)
    others = [{"red": 2}, {"red": 1, "blue": 1}, {"red": 1, "blue": 2}, {"blue": 1}]
    held = random.choice([*[{"red": 1}] * 3, *others])
    hamlet, at_hand = random.random() < 0.7, random.choice([0, 0, 0, 0, 1])
    most = max(held.values())
    leads = held.get("red") == most and list(held.values()).count(most) == 1
    free = at_hand + held.get("red", 0) - (hamlet and leads)
    cubes = " ".join(f"{colour}={count}" for colour, count in held.items())
    spent = CUBES_EACH - held.get("red", 0) - at_hand - 1  # one lies on the watchtower that grows
    lines = [
        f"might watchtower {keep} red",
        f"faith town {town}",
        f"reason town {town} {cubes}",
        *filled(spent),
    ]
    both = lockstep(lines, ["L6", *([corner] if hamlet else [])])
    return both, f"upgrade keep might {keep} from {keep}", free > 0


def test_a_cube_that_stays_on_a_hamlet_is_not_free_for_the_copy() -> None:
    """RULES 13.22, 7.5, 7.8: at random, with and without a hamlet below, and with others on the town."""
    seen: Counter[bool] = Counter()
    for seed in range(60):
        both, order, free = about_to_ripple(Random(seed))
        give(both, order)
        assert bool(both.seen["rippled"]) is free, seed
        assert bool(both.seen["stopped"]) is not free, seed
        seen[free] += 1
    assert min(seen[True], seen[False]) > 10, seen
