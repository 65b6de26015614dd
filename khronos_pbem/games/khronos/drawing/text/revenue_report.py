"""What the next revenue would pay: every domain, who rules it, what it is worth to whom (RULES 10)."""

from __future__ import annotations

from typing import Any, NamedTuple

from khronos_pbem.engine.features.protocols import Reports
from khronos_pbem.games.khronos.model.pieces import REVENUE_ROUNDS, Board
from khronos_pbem.games.khronos.model.position import Phase, Position
from khronos_pbem.games.khronos.rules.effects.revenue import domain_incomes, incomes
from khronos_pbem.messages import Player, Speak, listed, message

_HEADS = (message("board"), message("domain"), message("squares"), message("ruled by"), message("revenue"))


class Earning(NamedTuple):
    """A domain: its first square, its size in squares, its rulers, what it pays each of them; `idle` are the
    rulers without an adventurer on the board, who would get nothing."""

    board: str
    at: str
    squares: int
    rulers: tuple[str, ...]
    idle: tuple[str, ...]
    amount: int


def earnings(position: Position) -> list[Earning]:
    """Every domain of the three boards, by board and first square."""
    found = []
    for board in Board:
        for income in domain_incomes(position, board):
            rulers = [position.players[seat] for seat in income.rulers]
            names = position.land.named(income.squares)
            idle = tuple(player.colour for player in rulers if board not in player.adventurers)
            colours = tuple(player.colour for player in rulers)
            found.append(Earning(board.word, names[0], len(names), colours, idle, income.amount))
    return found


def next_revenue(position: Position) -> int | None:
    """The round in which the active player takes revenue next; None once the game is over."""
    if position.phase is Phase.OVER:
        return None
    return next((number for number in sorted(REVENUE_ROUNDS) if number >= position.round), None)


def earning_lines(position: Position, speak: Speak) -> list[str]:
    """Every domain and each player's sum, as aligned lines."""
    number = next_revenue(position)
    head = message("The game is over. If there were revenue now, the domains would earn:")
    if number is not None:
        head = message(
            "The next revenue is at the end of round {round}. If there were revenue now, the domains "
            "would earn:",
            round=number,
        )
    rows = [[speak(word) for word in _HEADS]]
    for each in earnings(position):
        rows.append([speak(each.board), each.at, str(each.squares), *_paid(each, speak)])
    return [speak(head), *_aligned(rows), *(speak(line) for line in _sums(position))]


def _paid(each: Earning, speak: Speak) -> list[str]:
    rulers = [
        message("{colour} (no adventurer there)", colour=colour) if colour in each.idle else Player(colour)
        for colour in each.rulers
    ]
    return [speak(listed(rulers) if rulers else message("nobody")), str(each.amount)]


def _sums(position: Position) -> list[str]:
    lines = []
    for seat in position.seats_in_order():
        paid = incomes(position, seat)
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


def _aligned(rows: list[list[str]]) -> list[str]:
    wide = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return ["  ".join(f"{cell:<{wide[n]}}" for n, cell in enumerate(row)).rstrip() for row in rows]


def earnings_data(position: Position) -> list[dict[str, Any]]:
    """The domains as JSON-able data."""
    return [
        {**each._asdict(), "rulers": list(each.rulers), "idle": list(each.idle)}
        for each in earnings(position)
    ]


class Earnings(Reports[Position]):
    """The report `show --earn`."""

    def data(self, report: str, position: Position) -> dict[str, Any]:
        """The round of the next revenue, and the domains."""
        return {"next_revenue": next_revenue(position), "domains": earnings_data(position)}

    def lines(self, report: str, position: Position, speak: Speak) -> list[str]:
        """Every domain and each player's sum, as aligned lines."""
        return earning_lines(position, speak)
