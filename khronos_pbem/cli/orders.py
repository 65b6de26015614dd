"""`orders`: the orders of a turn."""

from __future__ import annotations

from khronos_pbem.cli import options as opt
from khronos_pbem.cli.printing import language, print_json, print_lines, spoken
from khronos_pbem.games.khronos.language.notation import help_lines, help_table


def orders(as_json: opt.Json = False) -> None:
    """List the orders of a turn: their form and what they do."""
    if as_json:
        rows = [{"form": form, "does": does, "rule": rule} for form, does, rule in help_table()]
        print_json({"orders": rows})
    else:
        print_lines(help_lines(language(), spoken))
