"""The report of the next revenue: each domain with its rulers and its revenue (RULES 10)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from khronos_pbem.canvas.spans import aligned_rows
from khronos_pbem.engine.features.protocols import Reports
from khronos_pbem.games.khronos.model.pieces import REVENUE_ROUNDS, Board
from khronos_pbem.games.khronos.model.position import Phase, Position
from khronos_pbem.games.khronos.rules.effects.revenue import revenue_domains
from khronos_pbem.games.khronos.view import DomainView, domain_views
from khronos_pbem.messages import Player, Translate, listed, message

_HEADS = (message("board"), message("domain"), message("squares"), message("ruled by"), message("revenue"))


def next_revenue_round(position: Position) -> int | None:
    """Return the round of the active player's next revenue; None after the end of the game."""
    if position.phase is Phase.OVER:
        return None
    return next((number for number in sorted(REVENUE_ROUNDS) if number >= position.round), None)


def revenue_lines(position: Position, speak: Translate) -> list[str]:
    """Return the report as aligned lines: every domain, and each player's total."""
    number = next_revenue_round(position)
    head = message("The game is over. If there were another revenue phase now, the domains would earn:")
    if number is not None:
        head = message(
            "The next revenue phase is at the end of round {round}. If it took place now, the domains "
            "would earn:",
            round=number,
        )
    rows = [[speak(word) for word in _HEADS]]
    for board, each in _domains_by_board(position):
        rows.append([speak(board.word), each.at, str(each.size), *_ruler_cells(each, speak)])
    return [speak(head), *aligned_rows(rows), *(speak(line) for line in _total_lines(position))]


def _domains_by_board(position: Position) -> Iterator[tuple[Board, DomainView]]:
    return ((board, domain) for board in Board for domain in domain_views(position, board))


def _ruler_cells(each: DomainView, speak: Translate) -> list[str]:
    """Return the table cells with a domain's rulers and its revenue."""
    rulers = [
        message("{colour} (no adventurer there)", colour=colour) if colour in each.idle else Player(colour)
        for colour in each.rulers
    ]
    return [speak(listed(rulers) if rulers else message("nobody")), str(each.amount)]


def _total_lines(position: Position) -> list[str]:
    """Return a line for each player with the total revenue and its part from each board."""
    lines = []
    for seat in position.seats_in_order():
        paid = revenue_domains(position, seat)
        parts = [
            message(
                "{board} {amount}", board=board.word, amount=sum(i.amount for i in paid if i.board is board)
            )
            for board in Board
        ]
        total = sum(income.amount for income in paid)
        colour = position.players[seat].colour
        lines.append(message("{colour}: {total} ({parts})", colour=colour, total=total, parts=listed(parts)))
    return list(lines)


def revenue_data(position: Position) -> list[dict[str, Any]]:
    """Return the domains, with rulers and revenue, as JSON-able data."""
    return [
        {
            "board": board.word, "at": each.at, "squares": each.size,
            "rulers": list(each.rulers), "idle": list(each.idle), "amount": each.amount,
        }
        for board, each in _domains_by_board(position)
    ]  # fmt: skip


class KhronosReports(Reports[Position]):
    """The feature `Reports` of Khronos: `show --earn`."""

    def data(self, report: str, position: Position) -> dict[str, object]:
        """Return the round of the next revenue (key `next_revenue`) and the `domains`."""
        return {"next_revenue": next_revenue_round(position), "domains": revenue_data(position)}

    def lines(self, report: str, position: Position, speak: Translate) -> list[str]:
        """Every domain and each player's total, as aligned lines."""
        return revenue_lines(position, speak)
