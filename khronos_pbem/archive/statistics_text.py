"""Statistics as tables for people, CSV for spreadsheets, and a page with charts."""

from __future__ import annotations

import csv
import io
from typing import Any

from khronos_pbem.archive.accounts import SOURCES
from khronos_pbem.archive.charts import bar_chart
from khronos_pbem.archive.page import rendered, resource
from khronos_pbem.archive.statistics import NOTHING, Statistics
from khronos_pbem.games.khronos.model.pieces import Board
from khronos_pbem.saying import Speak, listed, say, say_many

TITLES = {
    "player": say("By player"),
    "seat": say("By seat"),
    "colour": say("By colour"),
    "players": say("By number of players"),
    "edition": say("By edition and options"),
    "opening": say("Openings"),
}
HEADS = {
    "name": say("who"),
    "played": say("played"),
    "wins": say("wins"),
    "win %": say("win %"),
    "ecus": say("ecus"),
    "from bonus": say("from bonus"),
    "from might": say("from might"),
    "from faith": say("from faith"),
    "from reason": say("from reason"),
    "for travel": say("for travel"),
    "for exchange": say("for exchange"),
    "for demolish": say("for demolish"),
    "actions on might": say("actions on might"),
    "actions on faith": say("actions on faith"),
    "actions on reason": say("actions on reason"),
    "downsizing given": say("downsizing given"),
    "downsizing suffered": say("downsizing suffered"),
    "orders a turn": say("orders a turn"),
    "hours a block": say("hours a block"),
    "opening": say("favourite opening"),
    "opening times": say("times"),
}
_SHOWN = {
    "results": ("name", "played", "wins", "win %", "ecus", *(f"from {source}" for source in SOURCES)),
    "play": (
        "name",
        *(f"actions on {board.word}" for board in Board),
        "for travel",
        "downsizing given",
        "downsizing suffered",
        "orders a turn",
        "hours a block",
    ),
}
_MOST_OPENINGS = 10


def counted(statistics: Statistics) -> str:
    """How many games there are."""
    games = say_many("{n} finished game", "{n} finished games", statistics.games)
    if not statistics.unfinished:
        return games
    return say("{games}, {count} that go on", games=games, count=statistics.unfinished)


def text_tables(statistics: Statistics, width: int, speak: Speak) -> list[str]:
    """The statistics as plain tables of at most this width: results, play, openings."""
    tables = statistics.tables()
    lines = [speak(counted(statistics))]
    for key, rows in tables.items():
        if not rows:
            continue
        parts = [tuple(HEADS)] if key == "opening" else [*_SHOWN.values()]
        for number, part in enumerate(parts):
            title = speak(TITLES[key]) if number == 0 else ""
            chosen = rows[:_MOST_OPENINGS] if key == "opening" else rows
            columns = [column for column in part if any(column in row for row in chosen)]
            lines += ["", title, *_table(chosen, columns, key, width, speak)]
    return lines


def _table(rows: list[dict[str, Any]], columns: list[str], key: str, width: int, speak: Speak) -> list[str]:
    from rich.box import Box
    from rich.console import Console
    from rich.table import Table

    plain = Box("    \n    \n -- \n    \n    \n -- \n    \n    \n", ascii=True)
    table = Table(box=plain, pad_edge=False, show_edge=False)
    for column in columns:
        table.add_column(speak(HEADS[column]), justify="left" if column == "name" else "right")
    for row in rows:
        table.add_row(*(_cell(row, column, key, speak) for column in columns))
    out = io.StringIO()
    Console(file=out, width=width, no_color=True, highlight=False, markup=False).print(table)
    return [line.rstrip() for line in out.getvalue().splitlines() if line.strip()]


def _cell(row: dict[str, Any], column: str, key: str, speak: Speak) -> str:
    value = row.get(column, "-")
    if column == "name" and key == "colour":
        return speak(value)
    if value == NOTHING and "opening" in (column, key):
        return speak(say("nothing"))
    if column == "opening" or (column == "name" and key == "opening"):
        return speak(listed([say("{order}", order=order) for order in str(value).split(", ")]))
    return f"{value:g}" if isinstance(value, float) else str(value)


def as_csv(statistics: Statistics) -> str:
    """One line for each group of seats, by all the ways to group them."""
    out = io.StringIO()
    columns = ["by", *HEADS]
    writer = csv.DictWriter(out, columns, restval="", lineterminator="\n")
    writer.writeheader()
    for key, rows in statistics.tables().items():
        writer.writerows(
            {"by": key, **{column: _safe(value) for column, value in row.items()}} for row in rows
        )
    return out.getvalue()


def _safe(value: Any) -> Any:
    """A text that no spreadsheet takes for a formula."""
    return f"'{value}" if isinstance(value, str) and value[:1] in "=+-@\t" else value


def statistics_page(statistics: Statistics, language: str, speak: Speak) -> str:
    """The statistics as one HTML file with charts."""
    tables = statistics.tables()
    kinds = [speak(say("from {source}", source=source)) for source in SOURCES]
    charts = []
    for key in ("player", "colour", "seat"):
        rows = [
            (
                _cell(row, "name", key, speak),
                [row[f"from {source}"] for source in SOURCES],
            )
            for row in tables[key][:20]
        ]
        title = speak(say("Where the ecus come from: {what}", what=TITLES[key]))
        charts.append((title, bar_chart(title, rows, kinds)))
    return rendered(
        "statistics.html",
        language=language,
        title=speak(say("Games of Khronos")),
        about=speak(counted(statistics)),
        css=resource("replay.css"),
        charts=charts,
        tables=[_page_table(key, rows, speak) for key, rows in tables.items() if rows],
        made=speak(say("Made by khronos; nothing in this page is loaded from anywhere.")),
    )


def _page_table(key: str, rows: list[dict[str, Any]], speak: Speak) -> dict[str, Any]:
    columns = [column for column in HEADS if any(column in row for row in rows)]
    return {
        "title": speak(TITLES[key]),
        "heads": [speak(HEADS[column]) for column in columns],
        "rows": [[_cell(row, column, key, speak) for column in columns] for row in rows],
    }
