"""A league as text tables, as CSV, and as an HTML page."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Any

from khronos_pbem.archive.page import page_resource, render_page
from khronos_pbem.archive.studies.league_table import League
from khronos_pbem.archive.studies.statistics_text import csv_safe, text_table_lines
from khronos_pbem.messages import Number, Translate, VerbatimText, clauses, message, plural_message

LEAGUE = message("League")
"""What a league is called that has no other name."""

HEADS = {
    "player": message("player"),
    "played": message("games"),
    "won": message("won"),
    "points": message("points"),
    "place": message("average place"),
    "rating": message("rating"),
    "gone": message("left early"),
}
_AGAINST = (
    message("player"),
    message("opponent"),
    message("games"),
    message("ahead"),
    message("behind"),
    message("equal"),
)
COLUMNS = ("game", "rank", "key", *HEADS, "mu", "sigma")


def league_count_line(league: League) -> str:
    """The number of finished games, and of those in progress, as text."""
    games = plural_message("{n} finished game", "{n} finished games", len(league.games))
    if not league.unfinished:
        return games
    more = plural_message("{n} in progress", "{n} in progress", league.unfinished)
    return message("{games}, {more}", games=games, more=more)


def league_tables(kind: str, league: League, speak: Translate) -> list[tuple[str, list[list[str]]]]:
    """The tables of a league: for each its title, and its rows, the first of which has the heads."""
    rows = [[speak(head) for head in HEADS.values()]]
    for place, each in enumerate(league.table, 1):
        data = each.to_data()
        rows.append([f"{place}. {each.name}", *(_cell(data[column], speak) for column in [*HEADS][1:])])
    names = league.names
    against = [[speak(head) for head in _AGAINST]]
    for meeting in league.head_to_heads():
        numbers = (str(number) for number in meeting[2:])
        against.append([names[meeting.one], names[meeting.other], *numbers])
    title = message("League: {game}", game=VerbatimText(kind)) if kind else LEAGUE
    found = [(speak(title), rows), (speak(message("Head to head")), against)]
    return [each for each in found if len(each[1]) > 1]


def _cell(value: object, speak: Translate) -> str:
    return speak(Number(f"{value:g}")) if isinstance(value, float) else str(value)


def league_lines(leagues: Mapping[str, League], width: int, speak: Translate) -> list[str]:
    """All leagues as plain text tables at most `width` columns wide."""
    lines: list[str] = []
    for kind, league in leagues.items():
        lines += [*([""] if lines else []), speak(league_count_line(league))]
        for title, rows in league_tables(kind, league, speak):
            lines += text_table_lines(title, rows, width, speak)
    return lines or [speak(message("no game is finished yet"))]


def league_csv(leagues: Mapping[str, League]) -> str:
    """All leagues as CSV: one line for each player of each league."""
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    for kind, league in leagues.items():
        for rank, each in enumerate(league.table, 1):
            row = {"game": kind, "rank": rank, **each.to_data()}
            writer.writerow({key: csv_safe(value) for key, value in row.items()})
    return out.getvalue()


def league_page(leagues: Mapping[str, League], language: str, speak: Translate) -> str:
    """All leagues as one HTML page."""
    tables: list[dict[str, Any]] = []
    for kind, league in leagues.items():
        tables += [_page_table(title, rows) for title, rows in league_tables(kind, league, speak)]
    return render_page(
        "statistics.html",
        language=language,
        title=speak(LEAGUE),
        about=speak(clauses(league_count_line(league) for league in leagues.values())),
        css=page_resource("replay.css"),
        charts=[],
        tables=tables,
        made=speak(message("Made by khronos. This page loads nothing from the network.")),
    )


def _page_table(title: str, rows: Sequence[Sequence[str]]) -> dict[str, Any]:
    return {"title": title, "heads": rows[0], "texts": [], "rows": rows[1:]}
