"""The rulers of domains and their revenue (RULES 10)."""

from __future__ import annotations

from typing import NamedTuple

from khronos_pbem.engine.change import Change
from khronos_pbem.engine.contract import Event
from khronos_pbem.games.khronos.model.board_cache import cached_by_board
from khronos_pbem.games.khronos.model.field import Building, Field
from khronos_pbem.games.khronos.model.land import first_square
from khronos_pbem.games.khronos.model.pieces import Board, Type
from khronos_pbem.games.khronos.model.position import Position
from khronos_pbem.games.khronos.rules.checks.domains import highest_buildings
from khronos_pbem.messages import plural_message


class DomainIncome(NamedTuple):
    """A domain: its squares as a mask, its rulers, and the ecus for each ruler (RULES 10.1–10.3).

    On might and faith, `top` is the value of the building that rules the domain, and `stronghold` is the mask
    of its squares. Both are 0 if there is no such building.
    """

    board: Board
    squares: int
    rulers: tuple[int, ...]
    amount: int
    top: int = 0
    stronghold: int = 0


RULING_TYPES = {Board.MIGHT: Type.MILITARY, Board.FAITH: Type.RELIGIOUS}
"""The type of building that rules a domain of a board; on reason, cubes rule (RULES 10)."""


def domain_incomes(position: Position, board: Board) -> list[DomainIncome]:
    """Return the income of every domain of a board, sorted by first square.

    Rulers without an adventurer on the board are included.
    """
    return field_incomes(position.field(board), board, len(position.players))


@cached_by_board
def field_incomes(field: Field, board: Board, seats: int) -> list[DomainIncome]:
    """Return the income of every domain formed by these buildings, in a game with `seats` seats."""
    found = []
    key = (board, seats)
    for domain, part in zip(field.domains, field.parts, strict=True):
        if key not in part.cache:
            part.cache[key] = _domain_income(board, seats, domain, part)
        found.append(part.cache[key])
    return found


def _domain_income(board: Board, seats: int, domain: int, buildings: list[Building]) -> DomainIncome:
    if board is Board.REASON:  # RULES 10.3
        amount = sum(b.value for b in buildings if b.piece.type is not Type.CIVIL)
        return DomainIncome(board, domain, _most_cubes(seats, buildings), amount)
    top = highest_buildings(buildings, RULING_TYPES[board])  # RULES 10.1, 10.2
    rulers = tuple(b.owner for b in top[:1] if b.owner is not None)
    amount = sum(b.value for b in buildings if b.piece.type is Type.CIVIL)
    if not top:
        return DomainIncome(board, domain, rulers, amount)
    return DomainIncome(board, domain, rulers, amount, top[0].value, top[0].mask)


def _most_cubes(seats: int, buildings: list[Building]) -> tuple[int, ...]:
    """Return the seats with the most cubes on the civil buildings in a list; empty if there are no cubes."""
    cubes = [0] * seats
    for building in buildings:
        if building.piece.type is Type.CIVIL and building.cubes:
            for seat, count in enumerate(building.cubes):
                cubes[seat] += count
    most = max(cubes)
    return tuple(seat for seat, count in enumerate(cubes) if most and count == most)


def revenue_domains(position: Position, seat: int) -> list[DomainIncome]:
    """Return the domains that would give a seat revenue now (RULES 10).

    The seat rules these domains and has an adventurer on their board.
    """
    boards = sorted(set(position.players[seat].adventurers))
    return [
        income
        for board in boards
        for income in domain_incomes(position, board)
        if seat in income.rulers and income.amount
    ]


def revenue_now(position: Position, seat: int) -> int:
    """Return the ecus that a seat would receive as revenue now (RULES 10)."""
    return sum(income.amount for income in revenue_domains(position, seat))


def board_income(position: Position, seat: int, board: Board) -> int:
    """Return the ecus from the domains that a seat rules on a board, even without an adventurer there."""
    return sum(income.amount for income in domain_incomes(position, board) if seat in income.rulers)


def income_everywhere(position: Position, seat: int) -> int:
    """Return the ecus of revenue that a seat would get with an adventurer on every board (RULES 9.4)."""
    return sum(board_income(position, seat, board) for board in Board)


def take_revenue(position: Position, seat: int) -> Change[Position]:
    """Return the position after a seat's revenue (RULES 10).

    There is an event for each domain and one for the total.
    """
    player, incomes = position.players[seat], revenue_domains(position, seat)
    total = sum(income.amount for income in incomes)
    change = Change(position.with_player(seat, ecus=player.ecus + total))
    for income in incomes:
        change = change.tell(_revenue_event, position, player.colour, income)
    return change.tell(_earned_event, player.colour, total)


def _revenue_event(position: Position, colour: str, income: DomainIncome) -> Event:
    text = plural_message(
        "{colour} earns {n} ecu from the domain on {board} at {place}",
        "{colour} earns {n} ecus from the domain on {board} at {place}",
        income.amount,
        colour=colour,
        board=income.board.word,
        place=position.land.names[first_square(income.squares)],
    )
    rule = f"10.{income.board + 1}"
    return Event("revenue", rule, text, income.board.word, seat=colour, amount=income.amount)


def _earned_event(colour: str, total: int) -> Event:
    text = plural_message(
        "{colour} earns {n} ecu in all", "{colour} earns {n} ecus in all", total, colour=colour
    )
    return Event("earned", "10", text, seat=colour, amount=total)
