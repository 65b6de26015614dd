"""Statistics as tables for people, CSV for spreadsheets, and a page with charts."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rich import box, console
from rich import table as tables

from khronos_pbem.archive.charts import bar_chart
from khronos_pbem.archive.page import rendered, resource
from khronos_pbem.archive.studies.game_statistics import NOTHING, Statistics
from khronos_pbem.canvas.spans import screen_width
from khronos_pbem.engine.features.statistics import Study
from khronos_pbem.messages import Number, Speak, Typed, listed, message, plural_message

_MOST_OPENINGS, _MOST_BARS = 10, 20
_GAP = 3
"""The blanks between two columns."""

_CHARTED = ("player", "colour", "seat")


def counted(statistics: Statistics) -> str:
    """How many games there are."""
    games = plural_message("{n} finished game", "{n} finished games", statistics.games)
    if not statistics.unfinished:
        return games
    more = plural_message("{n} in progress", "{n} in progress", statistics.unfinished)
    return message("{games}, {more}", games=games, more=more)


def text_tables(statistics: Statistics, width: int, speak: Speak) -> list[str]:
    """The statistics as plain tables of at most this width: results, play, openings.

    What is too wide for one table goes on in another with the same rows, under a title of its own.
    """
    tables = statistics.tables()
    lines = [speak(counted(statistics))]
    for key, rows in tables.items():
        chosen = rows[:_MOST_OPENINGS] if key == "opening" else rows
        title = statistics.titles[key]
        for heads in _parts_of(statistics, key, chosen):
            cells = [[speak(head) for head in heads.values()]]
            cells += [[_cell(row, column, key, speak) for column in heads] for row in chosen]
            for part in _fitting(cells, width):
                lines += ["", speak(title), *_table(part, width)]
                title = message("{table}, continued", table=statistics.titles[key])
    return lines


def _parts_of(statistics: Statistics, key: str, rows: list[dict[str, Any]]) -> list[dict[str, str]]:
    """The heads of the tables of a group: results and play apart."""
    if not rows:
        return []
    if key == "opening":
        return [_heads_of(statistics, key, rows, statistics.heads)]
    studies = statistics.studies.values()
    results = [column for study in studies for column in study.results]
    play = [column for study in studies for column in study.play]
    return [
        _heads_of(statistics, key, rows, ["name", "played", "wins", "win %", *results]),
        _heads_of(statistics, key, rows, ["name", *play, "orders a turn", "hours a block"]),
    ]


def _heads_of(
    statistics: Statistics, key: str, rows: list[dict[str, Any]], columns: Iterable[str]
) -> dict[str, str]:
    """The heads of those of the columns that some row has, each once."""
    heads = {**statistics.heads, "name": statistics.first_head(key)}
    return {column: heads[column] for column in columns if any(column in row for row in rows)}


def fitted_tables(title: str, cells: list[list[str]], width: int, speak: Speak) -> list[str]:
    """A table of these cells, its first row the heads, as lines of at most this width, under its title.

    What is too wide for one table goes on in another with the same rows, under a title of its own.
    """
    lines, said = list[str](), title
    for part in _fitting(cells, width):
        lines += ["", said, *_table(part, width)]
        said = speak(message("{table}, continued", table=Typed(title)))
    return lines


def _fitting(cells: list[list[str]], width: int) -> Iterator[list[list[str]]]:
    """Tables of the same rows, each with as many of the columns as a line has room for, at least one."""
    narrow = [_narrowest(column) for column in zip(*cells, strict=True)]
    first, start = min(narrow[0], width // 2), 1
    while start < len(narrow):
        end, room = start, width - first
        while end < len(narrow) and (end == start or room >= narrow[end] + _GAP):
            room -= narrow[end] + _GAP
            end += 1
        yield [[row[0], *row[start:end]] for row in cells]
        start = end


def _narrowest(column: Sequence[str]) -> int:
    """What a column needs if its head may be broken between words and its cells are whole."""
    return max(map(screen_width, (*column[0].split(), *column[1:])), default=0)


def _table(rows: list[list[str]], width: int) -> list[str]:
    """A table: its heads broken between words where a line has no room for all of them whole."""
    columns = list(zip(*rows, strict=True))
    gaps = _GAP * (len(columns) - 1)
    wide = [max(map(screen_width, column)) for column in columns]
    if sum(wide) + gaps > width:
        wide = [_narrowest(column) for column in columns]
        wide[0] = max(1, min(wide[0], width - sum(wide[1:]) - gaps))
    plain = box.Box("    \n    \n -- \n    \n    \n -- \n    \n    \n", ascii=True)
    table = tables.Table(box=plain, pad_edge=False, show_edge=False)
    for number, head in enumerate(rows[0]):
        table.add_column(head, justify="right" if number else "left", width=wide[number], overflow="fold")
    for row in rows[1:]:
        table.add_row(*row)
    out = io.StringIO()
    console.Console(file=out, width=width, no_color=True, highlight=False, markup=False).print(table)
    return [line.rstrip() for line in out.getvalue().splitlines() if line.strip()]


def _cell(row: dict[str, Any], column: str, key: str, speak: Speak) -> str:
    value = row.get(column, "-")
    if column == "name" and key == "colour":
        return speak(value)
    if value == NOTHING and "opening" in (column, key):
        return speak(message("nothing"))
    if column == "opening" or (column == "name" and key == "opening"):
        return speak(listed([message("{order}", order=order) for order in str(value).split(", ")]))
    if isinstance(value, float) and column != "wins":
        return speak(Number(f"{value:.{1 if column == 'win %' else 2}f}"))
    return speak(Number(f"{value:g}")) if isinstance(value, float) else str(value)


def as_csv(statistics: Statistics) -> str:
    """One line for each group of seats, by all the ways to group them."""
    out = io.StringIO()
    columns = ["by", *statistics.heads]
    writer = csv.DictWriter(out, columns, restval="", lineterminator="\n")
    writer.writeheader()
    for key, rows in statistics.tables().items():
        writer.writerows(
            {"by": key, **{column: safe_cell(value) for column, value in row.items()}} for row in rows
        )
    return out.getvalue()


def safe_cell(value: Any) -> Any:
    """A text that no spreadsheet takes for a formula."""
    return f"'{value}" if isinstance(value, str) and value[:1] in "=+-@\t" else value


def statistics_page(statistics: Statistics, language: str, speak: Speak) -> str:
    """The statistics as one HTML file with charts."""
    tables = statistics.tables()
    charts = [
        chart
        for study in statistics.studies.values()
        for chart in _charts(study, tables, statistics.titles, speak)
    ]
    return rendered(
        "statistics.html",
        language=language,
        title=speak(_title(statistics)),
        about=speak(counted(statistics)),
        css=resource("replay.css"),
        charts=charts,
        tables=[_page_table(statistics, key, rows, speak) for key, rows in tables.items() if rows],
        made=speak(message("Made by khronos. This page loads nothing from the network.")),
    )


def _title(statistics: Statistics) -> str:
    """What the page is called: by its game, if it is of one game."""
    titles = [study.title for study in statistics.studies.values()]
    return titles[0] if len(titles) == 1 else message("Games")


def _charts(
    study: Study[Any], tables: Mapping[str, list[dict[str, Any]]], titles: Mapping[str, str], speak: Speak
) -> Iterator[tuple[str, str]]:
    """Bars of what the players of a game, and the colours and seats, got from where."""
    kinds = [speak(words) for words in study.shares.values()]
    for key in _CHARTED if kinds else ():
        rows = [
            (_cell(row, "name", key, speak), [row[column] for column in study.shares])
            for row in tables[key]
            if row.keys() >= study.shares.keys()
        ]
        title = speak(study.shares_title(titles[key]))
        yield title, bar_chart(title, rows[:_MOST_BARS], kinds)


def _page_table(statistics: Statistics, key: str, rows: list[dict[str, Any]], speak: Speak) -> dict[str, Any]:
    heads = _heads_of(statistics, key, rows, statistics.heads)
    return {
        "title": speak(statistics.titles[key]),
        "heads": [speak(head) for head in heads.values()],
        "texts": [number for number, column in enumerate(heads) if column == "opening"],
        "rows": [[_cell(row, column, key, speak) for column in heads] for row in rows],
    }
