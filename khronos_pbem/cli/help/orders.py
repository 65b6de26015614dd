"""The command `orders`: list the orders of a turn."""

from __future__ import annotations

from khronos_pbem.cli import shared_options as opt
from khronos_pbem.cli.game_options import Game
from khronos_pbem.cli.terminal.printing import language, print_json, print_lines, translate
from khronos_pbem.engine.features.protocols import Words
from khronos_pbem.games.registry import DEFAULT, feature
from khronos_pbem.languages import ENGLISH


def orders(game: Game = DEFAULT, as_json: opt.Json = False) -> None:
    words = feature(game, Words)
    if as_json:
        rows = [{"form": form, "does": does, "rule": rule} for form, does, rule in words.help_table(ENGLISH)]
        print_json({"orders": rows})
        return
    table = words.help_table(language())
    wide = max(len(form) for form, _, _ in table)
    print_lines(f"{form:<{wide}}  {translate(does)} ({rule})" for form, does, rule in table)
