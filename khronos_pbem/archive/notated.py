"""The text record of a game: headers and orders, to keep, to print and to import again, the same to the byte.

    [Khronos "1"]
    [Title "Ours"]
    [Seat "red alice"]
    [First "red"]
    [Result "red 31, blue 27: red"]

    5. red 2026-11-22T18:03:00Z {17 civil, 3 military}
      build keep might F7; end

A block's head names its number in the save, who wrote it and when, the cards it shows to all (slot and
card; `2/5` is slot 5 of the second deck) and, in angle brackets, the answers by standing order. Joins and
shares for the deck are left out. The record has no place for anything that is not public.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from khronos_pbem.archive.chronicle import Chronicle
from khronos_pbem.engine.cards import Handle
from khronos_pbem.games.khronos.model.maps import map_names, standard_map

VERSION = 1
SEAL = ("Publisher", "Key", "Head", "Signature")


def notation_of(chronicle: Chronicle) -> str:
    """The text record of a game, as far as it is played."""
    heads = [f'[{key} "{_escaped(value)}"]' for key, value in _headers(chronicle)]
    return "\n".join([*heads, "", *_turn_lines(chronicle)]) + "\n"


def _headers(chronicle: Chronicle) -> Iterator[tuple[str, str]]:
    header, options = chronicle.header, chronicle.header.options
    yield from (("Khronos", str(VERSION)), ("Title", header.title), ("Id", header.id))
    yield from (
        ("Created", header.created),
        ("Rules", str(header.rules)),
        ("Edition", str(options["edition"])),
    )
    for key in ("holdem", "keep"):
        if options[key]:
            yield key.capitalize(), "yes"
    yield from _map_headers(options["map"])
    clock = options.get("clock")
    if isinstance(clock, Mapping):
        yield "Clock", f"{clock['days']}{' workdays' if clock['workdays'] else ' days'}"
    for player in chronicle.players:
        yield "Seat", f"{player.colour} {player.name}"
    first = next(chronicle.played(), None)
    if first is not None:
        yield "First", chronicle.players[first.seat].colour
    if chronicle.finished:
        yield "Result", result_of(chronicle)
    yield from chronicle.seal


def _map_headers(data: Any) -> Iterator[tuple[str, str]]:
    for name in map_names():
        if standard_map(name).as_data() == data:
            yield "Map", name
            return
    yield "Map", str(data["name"])
    yield "Terrain", "/".join(str(data["terrain"]).split())
    yield "Hamlets", " ".join(data["hamlets"])


def result_of(chronicle: Chronicle) -> str:
    """The ecus of all, and who won: `red 31, blue 27: red`."""
    wealth = ", ".join(f"{each['colour']} {each['ecus']}" for each in _standings(chronicle))
    return f"{wealth}: {' '.join(chronicle.winners)}"


def _standings(chronicle: Chronicle) -> tuple[dict[str, Any], ...]:
    return chronicle.game.standings(chronicle.position)


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
    deck = handle.deck.removeprefix("cards/")
    return f"{'' if deck == '1' else f'{deck}/'}{handle.slot} {label}"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
