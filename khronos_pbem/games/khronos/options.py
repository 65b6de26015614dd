"""What can be chosen for a game of Khronos (RULES 12), as the commands show it."""

from __future__ import annotations

from khronos_pbem.engine.features import Option, Options


class Declared(Options):
    """The options of `new` and `show`."""

    declared = (
        Option("edition", "--edition", "1 or 2: cards and their use differ.", int, 2),
        Option("holdem", "--holdem", "With an open market of three cards."),
        Option("keep", "--keep", "Cards may be kept at the end of a turn."),
        Option(
            "map",
            "--map",
            "A map by name, or a map file.",
            str,
            "valley",
            metavar="NAME|PATH",
            data_file=True,
        ),
        Option("earn", "--earn", "What each domain would pay whom at the next revenue.", command="show"),
    )
    counted = "results, where the ecus came from, actions, openings, downsizing, waiting"
    parts_help = "Only might, faith or reason."
    parts = ("might", "faith", "reason")
    seats = (2, 5)
    colours = ("red", "blue", "green", "white", "black")
