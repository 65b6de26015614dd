"""Statistics as text tables, as CSV, and as an HTML page with charts."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence

from rich import box, console
from rich import table as tables

from khronos_pbem.archive.charts import bar_chart
from khronos_pbem.archive.page import page_resource, render_page
from khronos_pbem.archive.studies.game_statistics import NOTHING, Statistics, StatisticsRow
from khronos_pbem.canvas.spans import screen_width
from khronos_pbem.engine.contract import AnyPosition
from khronos_pbem.engine.features.statistics import Study
from khronos_pbem.messages import Number, Translate, VerbatimText, listed, message, plural_message

_MOST_OPENINGS, _MOST_BARS = 10, 20
_GAP = 3
"""The number of spaces between two columns."""

_CHARTED = ("player", "colour", "seat")


def game_count_line(finished: int, unfinished: int) -> str:
    """The numbers of finished games and of games in progress, as text."""
    games = plural_message("{n} finished game", "{n} finished games", finished)
    if not unfinished:
        return games
    more = plural_message("{n} in progress", "{n} in progress", unfinished)
    return message("{games}, {more}", games=games, more=more)


def statistics_lines(statistics: Statistics, width: int, speak: Translate) -> list[str]:
    """The statistics as plain text tables at most `width` columns wide: results, play, openings.

    A table that is too wide is split into several tables with the same rows, each with its own title.
    """
    lines = [speak(game_count_line(statistics.games, statistics.unfinished))]
    for key, rows in statistics.tables().items():
        chosen = rows[:_MOST_OPENINGS] if key == "opening" else rows
        tables = []
        for heads in _column_groups(statistics, key, chosen):
            cells = [[_cell(row, column, key, speak) for column in heads] for row in chosen]
            tables.append([[speak(head) for head in heads.values()], *cells])
        lines += text_table_lines(speak(statistics.titles[key]), tables, width, speak)
    return lines


def _column_groups(statistics: Statistics, key: str, rows: list[StatisticsRow]) -> list[dict[str, str]]:
    """The column heads of one group's tables; results and play are in separate tables."""
    if not rows:
        return []
    if key == "opening":
        return [_used_heads(statistics, key, rows, statistics.heads)]
    studies = statistics.studies.values()
    results = [column for study in studies for column in study.results]
    play = [column for study in studies for column in study.play]
    return [
        _used_heads(statistics, key, rows, ["name", "played", "wins", "win %", *results]),
        _used_heads(statistics, key, rows, ["name", *play, "orders a turn", "hours a block"]),
    ]


def _used_heads(
    statistics: Statistics, key: str, rows: list[StatisticsRow], columns: Iterable[str]
) -> dict[str, str]:
    """The heads of the columns for which at least one row has a value."""
    heads = {**statistics.heads, "name": statistics.first_column_head(key)}
    return {column: heads[column] for column in columns if any(column in row for row in rows)}


def text_table_lines(title: str, tables: list[list[list[str]]], width: int, speak: Translate) -> list[str]:
    """Tables of cells as lines of at most `width` columns, under one title.

    The first row of a table contains the heads. A table that is too wide is split into several tables with
    the same rows, each with its own title.
    """
    lines, said = list[str](), title
    for part in (part for cells in tables for part in _split_by_width(cells, width)):
        lines += ["", said, *_drawn_table(part, width)]
        said = speak(message("{table}, continued", table=VerbatimText(title)))
    return lines


def _split_by_width(cells: list[list[str]], width: int) -> Iterator[list[list[str]]]:
    """Yield tables with the same rows, each with as many columns as fit the width, but at least one."""
    narrow = [_minimum_width(column) for column in zip(*cells, strict=True)]
    first, start = min(narrow[0], width // 2), 1
    while start < len(narrow):
        end, room = start, width - first
        while end < len(narrow) and (end == start or room >= narrow[end] + _GAP):
            room -= narrow[end] + _GAP
            end += 1
        yield [[row[0], *row[start:end]] for row in cells]
        start = end


def _minimum_width(column: Sequence[str]) -> int:
    """The minimum width of a column: its head may break between words, its cells may not."""
    return max(map(screen_width, (*column[0].split(), *column[1:])), default=0)


def _drawn_table(rows: list[list[str]], width: int) -> list[str]:
    """The lines of one table. Heads break between words if the whole ones do not fit."""
    columns = list(zip(*rows, strict=True))
    gaps = _GAP * (len(columns) - 1)
    wide = [max(map(screen_width, column)) for column in columns]
    if sum(wide) + gaps > width:
        wide = [_minimum_width(column) for column in columns]
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


def _cell(row: StatisticsRow, column: str, key: str, speak: Translate) -> str:
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


def statistics_csv(statistics: Statistics) -> str:
    """The statistics as CSV: one line for each row of each table."""
    rows = ({"by": key, **row} for key, rows in statistics.tables().items() for row in rows)
    return csv_text(["by", *statistics.heads], rows)


def csv_text(columns: Sequence[str], rows: Iterable[Mapping[str, object]]) -> str:
    """Rows as CSV with these columns; values that a spreadsheet would read as formulas are escaped."""
    out = io.StringIO()
    writer = csv.DictWriter(out, columns, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows({key: _csv_safe(value) for key, value in row.items()} for row in rows)
    return out.getvalue()


def _csv_safe(value: object) -> object:
    """A value that no spreadsheet reads as a formula: risky texts get a leading apostrophe."""
    return f"'{value}" if isinstance(value, str) and value[:1] in "=+-@\t" else value


def statistics_page(statistics: Statistics, language: str, speak: Translate) -> str:
    """The statistics as one HTML file with charts."""
    tables = statistics.tables()
    charts = [
        chart
        for study in statistics.studies.values()
        for chart in _charts(study, tables, statistics.titles, speak)
    ]
    titles = [study.title for study in statistics.studies.values()]
    title = titles[0] if len(titles) == 1 else message("Games")
    about = game_count_line(statistics.games, statistics.unfinished)
    shown = [_page_table(statistics, key, rows, speak) for key, rows in tables.items() if rows]
    return tables_page(title, about, charts, shown, language, speak)


def tables_page(
    title: str,
    about: str,
    charts: list[tuple[str, str]],
    tables: Sequence[Mapping[str, object]],
    language: str,
    speak: Translate,
) -> str:
    """An HTML page of charts (titles and SVG) and tables."""
    return render_page(
        "statistics.html",
        language=language,
        title=speak(title),
        about=speak(about),
        css=page_resource("replay.css"),
        charts=charts,
        tables=tables,
        made=speak(message("Created with khronos. This page loads nothing from the network.")),
    )


def _charts(
    study: Study[AnyPosition],
    tables: Mapping[str, list[StatisticsRow]],
    titles: Mapping[str, str],
    speak: Translate,
) -> Iterator[tuple[str, str]]:
    """Yield the title and the SVG of bar charts of the sources of scores, by player, colour and seat."""
    kinds = [speak(words) for words in study.shares.values()]
    for key in _CHARTED if kinds else ():
        rows = [
            (_cell(row, "name", key, speak), [row[column] for column in study.shares])
            for row in tables[key]
            if row.keys() >= study.shares.keys()
        ]
        title = speak(study.shares_title(titles[key]))
        yield title, bar_chart(title, rows[:_MOST_BARS], kinds)


def _page_table(
    statistics: Statistics, key: str, rows: list[StatisticsRow], speak: Translate
) -> dict[str, object]:
    heads = _used_heads(statistics, key, rows, statistics.heads)
    return {
        "title": speak(statistics.titles[key]),
        "heads": [speak(head) for head in heads.values()],
        "texts": [number for number, column in enumerate(heads) if column == "opening"],
        "rows": [[_cell(row, column, key, speak) for column in heads] for row in rows],
    }
