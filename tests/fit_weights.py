"""The tables that the weights of the bots come from, by games from a seed: `python -m tests.fit_weights`.

`--game` says which game's weights; the other options are those of its module in `tests/fitting`.
"""

from __future__ import annotations

import argparse
from importlib import import_module

from khronos_pbem.games.registry import GAMES


def main() -> None:
    """Fit the weights of one game."""
    parser = argparse.ArgumentParser(description="Fit the weights of the bots.", add_help=False)
    parser.add_argument("--game", default="khronos", choices=list(GAMES))
    given, rest = parser.parse_known_args()
    import_module(f"tests.fitting.{given.game.replace('-', '_')}").main(rest)


if __name__ == "__main__":
    main()
