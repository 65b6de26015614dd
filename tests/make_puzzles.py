"""Make the puzzles that come with the program from games: `python -m tests.make_puzzles [GAME]`.

They are from the samples, and from games that the program's steady players play.

Each turn is searched by the rules, order by order: of all positions that the orders so far lead to the best
go on, by what they earn if the turn ends there and by what they promise. A turn becomes a puzzle if the best
found, also by a search twice as broad, beats what a player at once finds (`Bots.choose`).
Hidden cards stay hidden, and nothing that is drawn decides a solution.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping
from heapq import nlargest
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import tomlkit

from khronos_pbem.archive.records.open_record import read_game
from khronos_pbem.archive.studies.game_analysis import PlayedBlock, played_blocks
from khronos_pbem.engine.contract import DecisionKind, Seating
from khronos_pbem.engine.features.bots import Bots, SearchSettings, Strength
from khronos_pbem.engine.features.protocols import Positions
from khronos_pbem.engine.features.puzzles import INDEX, Puzzle
from khronos_pbem.engine.runner import step, with_standing_answers
from khronos_pbem.errors import KhronosError
from khronos_pbem.games.khronos.bots.threats import ruled_income
from khronos_pbem.games.khronos.rules import turn as khronos
from khronos_pbem.games.khronos.rules.standing_answers import standing_answer
from khronos_pbem.games.my_village.rules import turn as village
from khronos_pbem.games.registry import GAMES, feature, game_by_name
from khronos_pbem.record.block import TURN
from khronos_pbem.session.turns.puzzle import OpenPuzzle, evaluate_composition, set_up_puzzle
from khronos_pbem.session.turns.setup_position import position_toml
from khronos_pbem.session.turns.turn_draft import Composition
from tests.archive.games import SAMPLES, context
from tests.support.playing import options_for
from tests.tournament import OpenTable

PACKAGE = Path(__file__).parent.parent / "khronos_pbem" / "games"


class Kind(NamedTuple):
    """How the puzzles of a game are found: from which games, in which rounds, how broad the search is, what
    a position promises besides what it earns, how an order is applied, whether a turn waits for a draw or for
    somebody else, by how much a solution has to beat what is found at once, how many of one game there are
    and how many in all, and the changes to a position that keep others from being asked."""

    sources: Callable[[], Iterator[tuple[str, list[PlayedBlock]]]]
    rounds: frozenset[int]
    breadth: int
    promise: Callable[[Any, int], float]
    after: Callable[[Any, int, Any], Any]
    waits: Callable[[Any, int], bool]
    better: int
    each: int
    most: int
    settings: Mapping[str, Any]


_ASIDE = frozenset(("Policy", "Resign", "Exchange", "Look", "Reveal"))
"""Orders by which no turn earns anything, or that wait for what is drawn."""
_LONGEST_GAME = 400
"""Turns of a game that are looked at."""
_DEEP = 9
"""Orders of a turn besides its end, at most."""


def of_sample(path: Path) -> tuple[str, list[PlayedBlock]]:
    """The name of a sample game, and its turns as their seats saw them."""
    return path.stem, played_blocks(read_game(path, context()).chronicle)[0]


def of_steady_players(name: str, seats: int, seed: int) -> tuple[str, list[PlayedBlock]]:
    """A game that the program's steady players play from a seed, and its turns as their seats saw them."""
    game, bots, options = game_by_name(name), feature(name, Bots), options_for(name)
    table = OpenTable(game, Random(f"puzzles {seed}"))
    for deck, labels in game.first_decks(options, seats).items():
        table.shuffle(deck, labels)
    position = with_standing_answers(
        game, game.begin(Seating(game.colours[:seats], options)), table.serve
    ).position
    found, fresh = list[PlayedBlock](), True
    while (decision := game.decision(position)) is not None and len(found) < _LONGEST_GAME:
        seat, view = decision.seat, bots.seat_view(position, decision.seat)
        if fresh and decision.need is DecisionKind.TURN:
            found.append(PlayedBlock(len(found), int(game.round(position)), seat, TURN, view, (), ()))
        order = bots.turns(view, seat, SearchSettings(Strength.STEADY, f"{seed}/{len(found)}"))[0].orders[0]
        fresh = game.ends_turn(order)
        position = step(game, position, seat, order, table.serve).position
    return f"steady players, {seats} seats, seed {seed}", found


def found_in(name: str, kind: Kind, source: tuple[str, list[PlayedBlock]]) -> Iterator[Puzzle]:
    """The puzzles of a game, in the order of its turns."""
    (title, there), count = source, 0
    what = "turn" if "," in title else "block"
    for moment in there:
        if count < kind.each and moment.kind == TURN and moment.round in kind.rounds:
            puzzle = puzzle_of(name, kind, f"{title}, {what} {moment.seq}", moment)
            if puzzle is not None:
                count += 1
                yield puzzle


def puzzle_of(name: str, kind: Kind, origin: str, moment: PlayedBlock) -> Puzzle | None:
    """The puzzle of a turn, if it is one."""
    try:
        data = position_data(name, kind, moment)
        start = set_up_puzzle(name, Puzzle(0, data, 0, (), ""))
    except KhronosError as problem:
        print(f"  {origin}: {problem}", flush=True)
        return None
    simple = at_once(start)
    best = searched(start, kind, kind.breadth)
    if best is None or simple is None or best[0] - simple < kind.better or best[0] < kind.better:
        return None
    again = searched(start, kind, 2 * kind.breadth)
    print(f"  {origin}: {best[0]}, at once {simple}, then {again and again[0]}", flush=True)
    if again is not None and again[0] > best[0]:
        best = again
    return Puzzle(0, data, best[0], best[1].texts, origin)


def position_data(name: str, kind: Kind, moment: PlayedBlock) -> dict[str, Any]:
    """The position as its seat saw it, as data (FORMATS 3)."""
    positions = feature(game_by_name(name), Positions)
    data = positions.to_data(moment.view)
    for number, player in enumerate(data["player"]):
        if number != moment.seat:
            player.update({key: value for key, value in kind.settings.items() if key in player})
    return data


def at_once(start: OpenPuzzle) -> int | None:
    """What the turn earns of a player that decides at once."""
    game, now = start.start.game, Composition(start.starting_point)
    bots, random = feature(game, Bots), Random("0")
    while now.can_continue and not (now.given and game.ends_turn(now.given[-1].order)):
        now = now.add(bots.choose(bots.seat_view(now.position, start.seat), random))
    return earned(start, now)


def earned(start: OpenPuzzle, composition: Composition) -> int | None:
    """What a turn earns; None if it has not ended."""
    try:
        return evaluate_composition(start, composition).earned
    except KhronosError:
        return None


def searched(start: OpenPuzzle, kind: Kind, breadth: int) -> tuple[int, Composition] | None:
    """The turn that earns most of those that a search of this breadth finds; the shortest of equal ones."""
    game, seat, begin = start.start.game, start.seat, start.starting_point.position
    best: tuple[int, tuple[Any, ...]] | None = None
    level: list[tuple[Any, tuple[Any, ...]]] = [(begin, ())]
    seen = set[Any]()
    for _ in range(_DEEP):
        reached: list[tuple[float, int, Any, tuple[Any, ...]]] = []
        for position, orders in level:
            for order in game.legal_orders(position):
                if type(order).__name__ in _ASIDE:
                    continue
                then = kind.after(position, seat, order)
                if game.ends_turn(order):
                    value = start.puzzles.earnings(begin, then, seat)
                    if best is None or value > best[0]:
                        best = (value, (*orders, order))
                elif not kind.waits(then, seat) and then not in seen:
                    seen.add(then)
                    hope = max(start.puzzles.earnings(begin, then, seat), kind.promise(then, seat))
                    reached.append((hope, -len(reached), then, (*orders, order)))
        level = [(then, orders) for _, _, then, orders in nlargest(breadth, reached, key=_hope)]
    return None if best is None else (best[0], _composed(start, best[1]))


def _hope(reached: tuple[float, int, Any, tuple[Any, ...]]) -> tuple[float, int]:
    return reached[:2]


def _composed(start: OpenPuzzle, orders: tuple[Any, ...]) -> Composition:
    """The orders as they are given at the table."""
    now = Composition(start.starting_point)
    for order in orders:
        now = now.add(order)
    return now


def _khronos_after(position: Any, seat: int, order: Any) -> Any:
    """The position after a legal order, with what standing orders answer."""
    position = khronos.apply_unchecked(position, seat, order).position
    while position.pending is not None and (answer := standing_answer(position)) is not None:
        position = khronos.apply_unchecked(position, position.pending.choice.seat, answer).position
    return position


def _nothing_more(position: Any, seat: int) -> float:
    """A position of My Village promises what it scores."""
    return 0.0


def _draws(position: Any, seat: int) -> bool:
    """Whether something is to be drawn."""
    return bool(position.draws)


def _village_after(position: Any, seat: int, order: Any) -> Any:
    return village.apply_unchecked(position, seat, order).position


def _waits_for_another(position: Any, seat: int) -> bool:
    """Whether another player of Khronos has to decide first."""
    return position.pending is not None and position.pending.choice.seat != seat


def _ruled(position: Any, seat: int) -> float:
    """What a position of Khronos promises: its ecus and what two boards would pay, less a journey."""
    return float(position.players[seat].ecus + ruled_income(position, seat) - 1)


KINDS = {
    "khronos": Kind(
        sources=lambda: map(of_sample, reversed(SAMPLES)),
        rounds=frozenset((4, 7)),
        breadth=24,
        promise=_ruled,
        after=_khronos_after,
        waits=_waits_for_another,
        better=3,
        each=2,
        most=8,
        settings={"policy": "auto"},
    ),
    "my-village": Kind(
        sources=lambda: (of_steady_players("my-village", 2 + seed % 3, seed) for seed in range(1, 9)),
        rounds=frozenset(range(4, 40)),
        breadth=120,
        promise=_nothing_more,
        after=_village_after,
        waits=_draws,
        better=3,
        each=2,
        most=12,
        settings={},
    ),
}


def write(name: str, puzzles: list[Puzzle]) -> None:
    """The positions, a file each, and the list of them."""
    folder = PACKAGE / name.replace("-", "_") / "puzzles"
    for old in folder.glob("*.toml"):
        old.unlink()
    rows = []
    for number, puzzle in enumerate(puzzles, 1):
        file = f"{number:02}.toml"
        text = position_toml(puzzle.position)
        assert tomllib.loads(text) == puzzle.position
        (folder / file).write_text(text, encoding="utf-8")
        solution = list(puzzle.solution)
        rows.append({"position": file, "best": puzzle.best, "solution": solution, "from": puzzle.origin})
    (folder / INDEX).write_text(tomlkit.dumps({"puzzle": rows}), encoding="utf-8")


def main(names: list[str]) -> None:
    """Make the puzzles of these games, easier ones (those that earn less) first."""
    for name in names or GAMES:
        kind, found = KINDS[name], list[Puzzle]()
        for source in kind.sources():
            print(source[0], flush=True)
            found += found_in(name, kind, source)
            if len(found) >= kind.most:
                break
        chosen = sorted(found, key=lambda puzzle: (len(puzzle.solution), puzzle.best))[: kind.most]
        write(name, chosen)
        print(f"{name}: {len(chosen)} puzzles")


if __name__ == "__main__":
    main(sys.argv[1:])
