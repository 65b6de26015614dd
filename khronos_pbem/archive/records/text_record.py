"""Write the text record of a game: headers and orders, to keep, print and import again.

    [Khronos "1"]
    [Title "Ours"]
    [Seat "red alice"]
    [First "red"]
    [Result "red 31, blue 27: red"]

    5. red 2026-11-22T18:03:00Z {17 civil, 3 military}
      the first order; the second; end

The same game always results in the same bytes. The first line of a block contains its number in the save, its
author and its time. These are followed by the cards that the block shows to everyone (slot and card; `2/5` is
slot 5 of the second deck). Answers by standing order are in angle brackets.

If a block completes a roll, the numbers come before the cards. For example, `(3, 1 6)` contains the numbers
of two requests, in the order of the requests. If such a block has no orders, `-` is written instead. A vote
that completes a run of votes, and the join of a successor, are written in place of orders
(`archive.final_votes`). Other votes, joins and shares of the deck are left out.

Version 2 of the format adds votes, version 3 adds bots. A record never contains anything that is not public.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from khronos_pbem.archive.file_kind import game_header_key
from khronos_pbem.archive.records.text_record_options import option_headers
from khronos_pbem.archive.timeline import Chronicle
from khronos_pbem.engine.card_handles import FIRST, Handle
from khronos_pbem.engine.contract import AnyGame
from khronos_pbem.engine.features.protocols import Columns
from khronos_pbem.engine.features.statistics import Study
from khronos_pbem.games.registry import feature_or_none
from khronos_pbem.record.save import Header
from khronos_pbem.session.replay.table import game_options

VERSION, VOTES_VERSION, FIRST_VERSION = 3, 2, 1
"""The format versions: the newest, the one without bots, and the one without bots and final votes."""
BOT = "Bot"
"""The key of the header for a bot's seat; the value is the colour and the bot's strength."""
PILES = "cards/"
"""The prefix in the name of a deck of cards; the number of the deck follows it (DECK 3)."""
NO_ORDERS = "-"
"""The text written instead of orders in a block that only completes a roll."""
SEAL = ("Publisher", "Key", "Head", "Signature")


def text_record_of(chronicle: Chronicle) -> str:
    """The text record of a game, up to its last played block."""
    heads = [f'[{key} "{_quoted_escaped(value)}"]' for key, value in _headers(chronicle)]
    return "\n".join([*heads, "", *_turn_lines(chronicle)]) + "\n"


def _headers(chronicle: Chronicle) -> Iterator[tuple[str, str]]:
    header, game = chronicle.header, chronicle.game
    yield from (
        (game_header_key(game.name), str(_format_version(chronicle))),
        ("Title", header.title),
        ("Id", header.id),
    )
    yield from (("Created", header.created), ("Rules", str(header.rules)))
    yield from option_headers(game, header.options)
    clock = header.options.get("clock")
    if isinstance(clock, Mapping):
        yield "Clock", f"{clock['days']}{' workdays' if clock['workdays'] else ' days'}"
    for player in chronicle.players:
        yield "Seat", f"{player.colour} {player.name}"
    for player in chronicle.players:
        if player.bot:
            yield BOT, f"{player.colour} {player.bot}"
    rolls = header.options.get("rolls")
    if rolls is not None:
        yield "Rolls", str(rolls)
    first = next((step for step in chronicle.played_steps() if step.order), None)
    if first is not None and draws_first_player(game, header):
        yield "First", chronicle.players[first.seat].colour
    if chronicle.finished:
        yield "Result", result_text(chronicle)
    yield from chronicle.seal


def _format_version(chronicle: Chronicle) -> int:
    """The lowest version of the format that can express this game."""
    if any(player.bot for player in chronicle.players):
        return VERSION
    return VOTES_VERSION if any(step.change for step in chronicle.steps) else FIRST_VERSION


def draws_first_player(game: AnyGame, header: Header) -> bool:
    """Return whether the first player is drawn from a deck of seats (DECK 3)."""
    return FIRST.deck in game.first_decks(game_options(header), header.seats)


def result_text(chronicle: Chronicle) -> str:
    """The value of the header `Result`: the scores, if the game has any, and the winners.

    For example `red 31, blue 27: red`.
    """
    study, columns = feature_or_none(chronicle.game, Study), feature_or_none(chronicle.game, Columns)
    found = ""
    if study is not None and columns is not None:
        rows = columns.standings(chronicle.position)
        found = ", ".join(f"{each['colour']} {each[study.score_column]}" for each in rows) + ": "
    return f"{found}{' '.join(chronicle.winners)}"


def _turn_lines(chronicle: Chronicle) -> Iterator[str]:
    orders, auto, rolled = list[str](), list[str](), ""
    for step in chronicle.played_steps():
        orders += [each for each in (step.order, step.change) if each]
        auto += step.auto
        rolled += f" ({', '.join(' '.join(map(str, each)) for each in step.rolled)})" if step.rolled else ""
        if step.last:
            cards = ", ".join(_card_text(handle, step.cards[handle]) for handle in sorted(step.cards))
            shown = f" {{{cards}}}" if cards else ""
            answers = f" <{'; '.join(auto)}>" if auto else ""
            yield f"{step.seq}. {chronicle.players[step.seat].colour} {step.at}{rolled}{shown}{answers}"
            yield f"  {'; '.join(orders) or NO_ORDERS}"
            orders, auto, rolled = [], [], ""


def _card_text(handle: Handle, label: str) -> str:
    deck = handle.deck.removeprefix(PILES)
    return f"{'' if deck == '1' else f'{deck}/'}{handle.slot} {label}"


def _quoted_escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
