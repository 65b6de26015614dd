"""The feature `Options` of Khronos: the options of a game (RULES 12) for the command line."""

from __future__ import annotations

from khronos_pbem.engine.features.protocols import Option, Options


class KhronosOptions(Options):
    """The options of the commands `new` and `show`."""

    declared = (
        Option(
            "edition",
            "--edition",
            "Edition of the game, 1 or 2; the editions differ in their cards and in the rules for "
            "using them.",
            int,
            2,
            metavar="N",
        ),
        Option("holdem", "--holdem", "Play with an open market of three cards."),
        Option("keep", "--keep", "Let players keep cards at the end of a turn."),
        Option(
            "map",
            "--map",
            "The name of a map, or a map file.",
            str,
            "valley",
            metavar="NAME|PATH",
            data_file=True,
        ),
        Option(
            "choices",
            "--choices",
            "The policy for all players' choices at the start of the game; default: ask.",
            str,
            None,
            ("ask", "auto", "best"),
            "ask|auto|best",
        ),
        Option(
            "earn",
            "--earn",
            "Show how much each domain would earn in the next revenue phase, and for whom.",
            command="show",
        ),
    )
    counted = "results, sources of income, actions, openings, downsizings, waiting times"
    parts = ("might", "faith", "reason")
    seats = (2, 5)
    colours = ("red", "blue", "green", "white", "black")
