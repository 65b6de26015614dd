"""What the next revenue would pay: the same as the revenue itself (RULES 10)."""

from __future__ import annotations

from pathlib import Path

import pytest

from khronos_pbem.games.khronos.drawing.text.revenue_report import (
    next_revenue_round,
    revenue_data,
    revenue_lines,
)
from khronos_pbem.games.khronos.model.pieces import Board
from khronos_pbem.games.khronos.model.position import Phase
from khronos_pbem.games.khronos.rules.effects.revenue import take_revenue
from khronos_pbem.messages import untranslated
from tests.archive.games import names, sample
from tests.games.khronos.cases import read_case
from tests.support.shell import Person

CASES = Path(__file__).parent.parent / "cases"


@pytest.mark.parametrize("name", names())
def test_it_is_what_the_revenue_pays(name: str) -> None:
    """RULES 10.1–10.3: the sum over the domains of a ruler who is not idle is what he would take."""
    for step in sample(name).played_steps():
        position, rows = step.position, revenue_data(step.position)
        for seat, player in enumerate(position.players):
            found = sum(
                each["amount"]
                for each in rows
                if player.colour in each["rulers"] and player.colour not in each["idle"]
            )
            paid = take_revenue(position, seat).position.players[seat].ecus - player.ecus
            assert found == paid


def test_every_domain_is_named_once() -> None:
    position = sample("five-players").position
    rows = revenue_data(position)
    assert len({(row["board"], row["at"]) for row in rows}) == len(rows)
    for board in Board:
        squares = sum(row["squares"] for row in rows if row["board"] == board.word)
        assert squares == position.field(board).occupied.bit_count()


def test_the_worked_example() -> None:
    """RULES 13.16: red takes 7 and 4 on might."""
    lines = revenue_lines(read_case(CASES / "13_16_revenue.toml").position, untranslated)
    assert any(line.startswith("might") and line.endswith("7") and "red" in line for line in lines)
    assert any(line.startswith("might") and line.endswith("4") and "red" in line for line in lines)


def test_when_the_next_revenue_is() -> None:
    position = sample("two-players").position
    assert next_revenue_round(position) is None
    playing = position._replace(phase=Phase.CHANGE)
    assert [next_revenue_round(playing._replace(round=number)) for number in range(1, 8)] == [
        4,
        4,
        4,
        4,
        7,
        7,
        7,
    ]


def test_show_earn(tmp_path: Path) -> None:
    from tests.archive.games import MIDDLE

    somebody = Person("x", tmp_path)
    out = somebody.ok("show", str(MIDDLE), "--earn").out
    assert "The next revenue phase is at the end of round" in out
    data = somebody.ok("show", str(MIDDLE), "--earn", "--json").json
    assert data["domains"] == earnings_data_of(MIDDLE)
    assert data["next_revenue"] in (4, 7)
    assert sum("nobody rules" in line for line in out.splitlines()) <= 1


def earnings_data_of(path: Path) -> list[dict[str, object]]:
    from khronos_pbem.archive.records.open_record import read_game
    from tests.archive.games import context

    return revenue_data(read_game(path, context()).chronicle.position)
