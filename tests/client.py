"""A program of somebody else, which uses nothing but the API: `mypy --strict` checks it against its types."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

from khronos_pbem import (
    Bot,
    KhronosError,
    Order,
    Position,
    __version__,
    apply,
    bot,
    legal_orders,
    load,
    new_position,
    parse,
    render,
    score,
)


class RandomBot:
    """Plays any legal order but the one that leaves the game."""

    def __init__(self, seed: str) -> None:
        self.random = Random(seed)

    def choose(self, view: Position) -> Order:
        """One of the legal orders."""
        return self.random.choice([order for order in legal_orders(view) if str(order) != "resign"])


def play(game: str, *bots: Bot) -> Position:
    """The end of a game of these bots, seat by seat."""
    position = new_position(game, seed="client")
    players = dict(zip(position.colours, bots, strict=True))
    while position.to_move is not None:
        order = players[position.to_move].choose(position.seen_by(position.to_move))
        assert parse(str(order), game) == (order,)
        position, _ = apply(position, order)
    return position


def titles(paths: list[Path]) -> list[str]:
    """The titles of some saves; for a file that is no valid save, what is wrong with it."""
    found: list[str] = []
    for path in paths:
        try:
            game = load(path)
            game.verify()
        except KhronosError as problem:
            found.append(str(problem))
        else:
            found.append(game.title)
    return found


if __name__ == "__main__":
    print(__version__, *titles([Path(name) for name in sys.argv[1:]]))
    for name in ("khronos", "my-village"):
        end = play(name, bot("easy"), RandomBot("client"))
        print(name, end.winners, score(end), len(render(end)))
