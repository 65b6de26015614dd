"""The command `league`: the ranking of a season of finished games, or its next round."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

from khronos_pbem.archive.studies import game_statistics as st
from khronos_pbem.archive.studies import league_text as text
from khronos_pbem.archive.studies import pairing
from khronos_pbem.archive.studies.document_cache import open_document_cache
from khronos_pbem.archive.studies.league_table import League, gather_season
from khronos_pbem.cli import shared_options as opt
from khronos_pbem.cli.option_types import argument, flag, option
from khronos_pbem.cli.terminal.output_file import check_one_format, check_target, print_or_write
from khronos_pbem.cli.terminal.printing import (
    exit_if_problems,
    language,
    output_width,
    print_json,
    print_lines,
    translate,
)
from khronos_pbem.errors import KhronosError, UsageError
from khronos_pbem.games.registry import game_by_name
from khronos_pbem.messages import listed, message
from khronos_pbem.storage.home_folder import home

_Title = Annotated[str | None, option("--title", "TITLE", "With --pair: the title of the games.")]
_Game = Annotated[str | None, option("--game", "NAME", "Count only games of this kind, for example khronos.")]


def league(
    files: Annotated[list[Path], argument("FOLDER…", "Saves of finished games, or folders with saves.")],
    pair: Annotated[
        bool, flag("--pair", "Propose the next round, with its tables and the e-mails to send.")
    ] = False,
    seats: Annotated[
        int | None, option("--seats", "N", "With --pair: the maximum number of players at a table.")
    ] = None,
    title: _Title = None,
    game: _Game = None,
    together: Annotated[bool, flag("--together", "Create a single ranking for all kinds of games.")] = False,
    as_csv: Annotated[bool, flag("--csv", "CSV lines for a spreadsheet.")] = False,
    html: Annotated[bool, flag("--html", "A web page.")] = False,
    as_json: opt.Json = False,
    out: opt.OutInstead = None,
    force: opt.Force = False,
) -> None:
    check_one_format(as_csv, html, as_json)
    if seats is not None and not pair:
        raise UsageError(message("--seats works only with --pair"))
    if pair and together:
        raise UsageError(message("--pair and --together cannot be combined"))
    if pair and (as_csv or html or out is not None):
        raise UsageError(message("--pair cannot be combined with --csv, --html or --out"))
    if out is not None:
        check_target(out, force)
    problems: list[KhronosError] = []
    with open_document_cache(home()) as cache:
        season = gather_season(st.read_documents(st.find_game_files(files), cache, home()), problems.append)
    found = season.leagues(together=together)
    if game is not None:
        found = {kind: each for kind, each in found.items() if kind == game_by_name(game).name}
    if pair:
        _print_round(found, seats, title, as_json)
    else:
        written = _league_text(found, problems, as_csv, html, as_json)
        print_or_write(out or Path("-"), written.encode(), force=force)
    exit_if_problems(problems)


def _league_text(
    found: Mapping[str, League], problems: list[KhronosError], as_csv: bool, html: bool, as_json: bool
) -> str:
    if as_json:
        leagues = {kind or "all": each.to_data() for kind, each in found.items()}
        facts = {"leagues": leagues, "problems": [problem.to_data() for problem in problems]}
        return json.dumps(facts, ensure_ascii=False, indent=2) + "\n"
    if as_csv:
        return text.league_csv(found)
    if html:
        return text.league_page(found, language(), translate)
    return "\n".join(text.league_lines(found, output_width(), translate)) + "\n"


def _print_round(found: Mapping[str, League], seats: int | None, title: str | None, as_json: bool) -> None:
    """Print the next round of the only league found. Raises UsageError if there is none, or several."""
    if len(found) != 1:
        what = (
            message("no game is finished yet")
            if not found
            else message("--pair can plan a round for only one game")
        )
        hint = message("choose the game with --game: {names}", names=listed(found)) if found else None
        raise UsageError(what, hint=hint)
    kind, league_of_it = next(iter(found.items()))
    sizes = Counter(len(each.results) for each in league_of_it.games)
    usual = max(sizes, key=lambda size: (sizes[size], size))
    made = pairing.pair_next_round(
        league_of_it, kind, game_by_name(kind).colours, usual if seats is None else seats
    )
    if as_json:
        print_json(pairing.round_document(made, title or text.LEAGUE))
        return
    named = title or translate(text.LEAGUE)
    for table in made.tables:
        print_lines(
            [*([""] if table.number > 1 else []), *pairing.table_letter_lines(made, table, named, translate)]
        )
