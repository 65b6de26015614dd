"""The options of a game of My Village for the commands (VILLAGE 15.3)."""

from __future__ import annotations

from khronos_pbem.engine.features.protocols import Option, Options
from khronos_pbem.games.my_village.model.boards import BOARDS, COLOURS


class VillageOptions(Options):
    """The options of My Village for `new` and `show`."""

    counted = "results, sources of points, deaths, time, banners, openings, waiting times"

    seats = (2, len(COLOURS))
    colours = COLOURS

    declared = (
        Option(
            "cards",
            "--cards",
            "The name of a card set, or the path of a card file.",
            str,
            "my_village_cards",
            metavar="NAME|PATH",
            data_file=True,
        ),
        Option(
            "rounds",
            "--rounds",
            "The last round, if the players have agreed on one; 0 for none.",
            int,
            0,
            metavar="N",
        ),
        Option(
            "choices",
            "--choices",
            "The policy for all players' choices at the start of the game; default: ask.",
            str,
            None,
            ("ask", "best"),
            "ask|best",
        ),
        Option("score", "--score", "Show every player's score, item by item.", command="show"),
    )
    parts = BOARDS
