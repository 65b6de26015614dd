"""A league as tables for people, lines for spreadsheets, and a page."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Any

from khronos_pbem.archive.page import rendered, resource
from khronos_pbem.archive.studies.league_table import League
from khronos_pbem.archive.studies.statistics_text import fitted_tables, safe_cell
from khronos_pbem.messages import Number, Speak, Typed, clauses, message, plural_message

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


def counted(league: League) -> str:
    """How many games count."""
    games = plural_message("{n} finished game", "{n} finished games", len(league.games))
    if not league.unfinished:
        return games
    more = plural_message("{n} in progress", "{n} in progress", league.unfinished)
    return message("{games}, {more}", games=games, more=more)


def tables_of(kind: str, league: League, speak: Speak) -> list[tuple[str, list[list[str]]]]:
    """The tables of a league, each with its title, a row of heads, and the cells."""
    rows = [[speak(head) for head in HEADS.values()]]
    for place, each in enumerate(league.table, 1):
        data = each.to_data()
        rows.append([f"{place}. {each.name}", *(_cell(data[column], speak) for column in [*HEADS][1:])])
    names = league.names
    against = [[speak(head) for head in _AGAINST]]
    for meeting in league.meetings():
        numbers = (str(number) for number in meeting[2:])
        against.append([names[meeting.one], names[meeting.other], *numbers])
    title = message("League: {game}", game=Typed(kind)) if kind else LEAGUE
    found = [(speak(title), rows), (speak(message("Head to head")), against)]
    return [each for each in found if len(each[1]) > 1]


def _cell(value: Any, speak: Speak) -> str:
    return speak(Number(f"{value:g}")) if isinstance(value, float) else str(value)


def text_of(leagues: Mapping[str, League], width: int, speak: Speak) -> list[str]:
    """All leagues as plain tables of at most this width."""
    lines: list[str] = []
    for kind, league in leagues.items():
        lines += [*([""] if lines else []), speak(counted(league))]
        for title, rows in tables_of(kind, league, speak):
            lines += fitted_tables(title, rows, width, speak)
    return lines or [speak(message("no game is finished yet"))]


def csv_of(leagues: Mapping[str, League]) -> str:
    """One line for each player of each league."""
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    for kind, league in leagues.items():
        for rank, each in enumerate(league.table, 1):
            row = {"game": kind, "rank": rank, **each.to_data()}
            writer.writerow({key: safe_cell(value) for key, value in row.items()})
    return out.getvalue()


def page_of(leagues: Mapping[str, League], language: str, speak: Speak) -> str:
    """All leagues as one HTML file."""
    tables: list[dict[str, Any]] = []
    for kind, league in leagues.items():
        tables += [_page_table(title, rows) for title, rows in tables_of(kind, league, speak)]
    return rendered(
        "statistics.html",
        language=language,
        title=speak(LEAGUE),
        about=speak(clauses(counted(league) for league in leagues.values())),
        css=resource("replay.css"),
        charts=[],
        tables=tables,
        made=speak(message("Made by khronos. This page loads nothing from the network.")),
    )


def _page_table(title: str, rows: Sequence[Sequence[str]]) -> dict[str, Any]:
    return {"title": title, "heads": rows[0], "texts": [], "rows": rows[1:]}
