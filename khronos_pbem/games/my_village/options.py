"""What can be chosen for a game of My Village (VILLAGE 15.3), as the commands show it."""

from __future__ import annotations

from khronos_pbem.engine.features import Option, Options
from khronos_pbem.games.my_village.model.boards import BOARDS, COLOURS


class Declared(Options):
    """The options of `new` and `show`."""

    counted = "results, where the points came from, deaths, time, banners, openings, waiting"

    seats = (2, len(COLOURS))
    colours = COLOURS

    declared = (
        Option(
            "cards",
            "--cards",
            "A set of cards by name, or a cards file.",
            str,
            "my_village_cards",
            metavar="NAME|PATH",
            data_file=True,
        ),
        Option("rounds", "--rounds", "The agreed last round; 0 is none.", int, 0),
        Option("score", "--score", "The score of everybody by its headings.", command="show"),
    )
    parts_help = "Only market, villages or graves."
    parts = BOARDS
