"""The text record of a game: headers and orders, to keep, to print and to import again, the same to the byte.

    [Khronos "1"]
    [Title "Ours"]
    [Seat "red alice"]
    [First "red"]
    [Result "red 31, blue 27: red"]

    5. red 2026-11-22T18:03:00Z {17 civil, 3 military}
      the first order; the second; end

A block's head names its number in the save, who wrote it and when, the cards it shows to all (slot and
card; `2/5` is slot 5 of the second deck) and, in angle brackets, the answers by standing order. Joins and
shares for the deck are left out. The record has no place for anything that is not public.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from khronos_pbem.archive.chronicle import Chronicle
from khronos_pbem.archive.notated_options import option_heads
from khronos_pbem.archive.recognising import head_word
from khronos_pbem.engine.cards import FIRST, Handle
from khronos_pbem.engine.contract import Game
from khronos_pbem.engine.features import Columns
from khronos_pbem.engine.study import Study
from khronos_pbem.games.registry import feature
from khronos_pbem.record.save import Header
from khronos_pbem.session.table import game_options

VERSION = 1
PILES = "cards/"
"""How the decks of cards are called: the number of each is behind it (DECK 3)."""
SEAL = ("Publisher", "Key", "Head", "Signature")


def notation_of(chronicle: Chronicle) -> str:
    """The text record of a game, as far as it is played."""
    heads = [f'[{key} "{_escaped(value)}"]' for key, value in _headers(chronicle)]
    return "\n".join([*heads, "", *_turn_lines(chronicle)]) + "\n"


def _headers(chronicle: Chronicle) -> Iterator[tuple[str, str]]:
    header, game = chronicle.header, chronicle.game
    yield from ((head_word(game.name), str(VERSION)), ("Title", header.title), ("Id", header.id))
    yield from (("Created", header.created), ("Rules", str(header.rules)))
    yield from option_heads(game, header.options)
    clock = header.options.get("clock")
    if isinstance(clock, Mapping):
        yield "Clock", f"{clock['days']}{' workdays' if clock['workdays'] else ' days'}"
    for player in chronicle.players:
        yield "Seat", f"{player.colour} {player.name}"
    first = next(chronicle.played(), None)
    if first is not None and draws_first(game, header):
        yield "First", chronicle.players[first.seat].colour
    if chronicle.finished:
        yield "Result", result_of(chronicle)
    yield from chronicle.seal


def draws_first(game: Game[Any, Any], header: Header) -> bool:
    """Whether a card of a deck of seats says who begins (DECK 3)."""
    return FIRST.deck in game.first_decks(game_options(header), header.seats)


def result_of(chronicle: Chronicle) -> str:
    """What all have come to, and who won: `red 31, blue 27: red`."""
    worth = feature(chronicle.game, Study).worth
    standings = feature(chronicle.game, Columns).standings(chronicle.position)
    found = ", ".join(f"{each['colour']} {each[worth]}" for each in standings)
    return f"{found}: {' '.join(chronicle.winners)}"


def _turn_lines(chronicle: Chronicle) -> Iterator[str]:
    orders: list[str] = []
    auto: list[str] = []
    for step in chronicle.played():
        orders.append(step.order)
        auto += step.auto
        if step.last:
            cards = ", ".join(_card_text(handle, step.cards[handle]) for handle in sorted(step.cards))
            shown = f" {{{cards}}}" if cards else ""
            answers = f" <{'; '.join(auto)}>" if auto else ""
            yield f"{step.seq}. {chronicle.players[step.seat].colour} {step.at}{shown}{answers}"
            yield f"  {'; '.join(orders)}"
            orders, auto = [], []


def _card_text(handle: Handle, label: str) -> str:
    deck = handle.deck.removeprefix(PILES)
    return f"{'' if deck == '1' else f'{deck}/'}{handle.slot} {label}"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
