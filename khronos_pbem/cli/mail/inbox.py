"""The command `inbox`: list all games of the library."""

from __future__ import annotations

from khronos_pbem.cli import shared_options as opt
from khronos_pbem.cli.command_context import context
from khronos_pbem.cli.terminal.printing import print_json_or_lines
from khronos_pbem.home.config import read_config
from khronos_pbem.library.game_row import INTERNAL_KEYS, GameRow
from khronos_pbem.library.inbox_rows import row_lines
from khronos_pbem.library.library import configured_library
from khronos_pbem.mail.incoming.players_games import PlayersGames
from khronos_pbem.messages import message


def inbox(settings: opt.Settings = None, as_json: opt.Json = False) -> None:
    config = read_config(settings or [])
    rows = PlayersGames(configured_library(config), config, context(None)).rows()
    lines = [line for row in rows for line in row_lines(row)]
    none = message("no games yet; to add one: khronos receive FILE")
    print_json_or_lines(as_json, {"games": [public_row(row) for row in rows]}, lines or [none])


def public_row(row: GameRow) -> dict[str, object]:
    """A row of the inbox as JSON-able data, without its internal keys."""
    return {key: value for key, value in row.items() if key not in INTERNAL_KEYS}
