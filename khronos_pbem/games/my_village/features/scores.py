"""The score of every player by the categories of VILLAGE 10.2: `show --score`."""

from __future__ import annotations

from khronos_pbem.canvas.spans import aligned_rows
from khronos_pbem.engine.features.protocols import Reports
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.rules.phases.score import HEADINGS, score, tiebreak, winners
from khronos_pbem.messages import Translate, message, players_message


class VillageReports(Reports[Position]):
    """The report `show --score`."""

    def data(self, report: str, position: Position) -> dict[str, object]:
        """The points of each player by category, their total, and the tie-break (VILLAGE 10.4)."""
        rows = [
            {
                "colour": village.colour,
                **score(position, seat).by_heading(),
                "total": score(position, seat).total,
                "tie": tiebreak(village),
            }
            for seat, village in enumerate(position.players)
        ]
        return {"scores": rows}

    def lines(self, report: str, position: Position, speak: Translate) -> list[str]:
        """The score as a table with one column per player; after the game, also the winners."""
        players = position.players
        points = [score(position, seat) for seat in range(len(players))]
        rows = [["", *(speak(village.colour) for village in players)]]
        for heading, words in HEADINGS.items():
            rows.append([speak(words), *(str(each.by_heading()[heading]) for each in points)])
        rows.append([speak(message("PP")), *(str(each.total) for each in points)])
        rows.append(
            [speak(message("coins + goods + tree")), *(str(tiebreak(village)) for village in players)]
        )
        won = [players[seat].colour for seat in winners(position)]
        last = [speak(message("won by {winners}", winners=players_message(won, ", ")))] if won else []
        return [*aligned_rows(rows, right_from=1), *last]
