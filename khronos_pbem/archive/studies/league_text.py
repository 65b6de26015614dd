"""A league as text tables, as CSV, and as an HTML page."""

from __future__ import annotations

from collections.abc import Mapping

from khronos_pbem.archive.studies.league_table import League
from khronos_pbem.archive.studies.statistics_text import (
    csv_text,
    game_count_line,
    tables_page,
    text_table_lines,
)
from khronos_pbem.messages import Number, Translate, VerbatimText, clauses, message

LEAGUE = message("League")
"""The title of a league that has no other name."""

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


def league_tables(kind: str, league: League, speak: Translate) -> list[tuple[str, list[list[str]]]]:
    """The titles and rows of a league's tables; the first row of each table contains its heads."""
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
        lines += [*([""] if lines else []), speak(game_count_line(len(league.games), league.unfinished))]
        for title, rows in league_tables(kind, league, speak):
            lines += text_table_lines(title, [rows], width, speak)
    return lines or [speak(message("no game is finished yet"))]


def league_csv(leagues: Mapping[str, League]) -> str:
    """All leagues as CSV: one line for each player of each league."""
    rows = (
        {"game": kind, "rank": rank, **each.to_data()}
        for kind, league in leagues.items()
        for rank, each in enumerate(league.table, 1)
    )
    return csv_text(COLUMNS, rows)


def league_page(leagues: Mapping[str, League], language: str, speak: Translate) -> str:
    """All leagues as one HTML page."""
    tables = [
        {"title": title, "heads": heads, "texts": [], "rows": rows}
        for kind, league in leagues.items()
        for title, (heads, *rows) in league_tables(kind, league, speak)
    ]
    about = clauses(game_count_line(len(league.games), league.unfinished) for league in leagues.values())
    return tables_page(LEAGUE, about, [], tables, language, speak)
