"""Phrases for messages: players, goods, coins and prices (VILLAGE 6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from khronos_pbem.games.my_village.model.cards import Effect
from khronos_pbem.games.my_village.model.terms import Good, field_number
from khronos_pbem.messages import Message, and_list, message, plural_message

UNCHANGED = message("no player gains or loses points, goods, coins or villagers")
"""The message for orders that change no player's points, goods, coins or villagers."""


def names_text(colours: list[str]) -> str:
    """Return the names of one or more players as one text."""
    if len(colours) < 2:
        return colours[0]
    return message("{players} and {player}", players=names_text(colours[:-1]), player=colours[-1])


def coins_text(n: int) -> Message:
    """Return a number of coins as text."""
    return plural_message("{n} coin", "{n} coins", n)


def time_text(n: int) -> Message:
    """Return a number of time units as text."""
    return plural_message("{n} time", "{n} time", n)


def price_text(time: int, coins: int, markers: int) -> Message:
    """Return the price of a take as text; empty if the take is free (VILLAGE 4.2, 4.3)."""
    parts = [coins_text(coins)] if coins else []
    parts += [time_text(time)] if time else []
    if markers:
        parts.append(plural_message("{n} marker", "{n} markers", markers))
    return and_list(parts)


def toll_text(effect: Effect) -> Message:
    """Return the toll of a travel card as text (VILLAGE 8.13)."""
    if effect.kind == "coins":
        return coins_text(effect.amount)
    return time_text(effect.amount) if effect.kind == "time" else next(goods_texts((effect.kind,)))


def goods_texts(goods: Iterable[str]) -> Iterator[Message]:
    """Yield the goods as texts, counted by kind, like "2 horses" or "1 plough (field 2)"."""
    for good, n in Counter(goods).items():
        if field_number(good):
            yield message("1 plough (field {n})", n=field_number(good))
        else:
            yield counted_good_text(good, n)


def counted_good_text(good: str, n: int) -> Message:
    """Return a number of goods of one kind as text."""
    match good:
        case Good.HORSE:
            return plural_message("{n} horse", "{n} horses", n)
        case Good.BEER:
            return plural_message("{n} beer", "{n} beers", n)
        case Good.PLOUGH:
            return plural_message("{n} plough", "{n} ploughs", n)
        case Good.PARCHMENT:
            return plural_message("{n} parchment", "{n} parchments", n)
        case Good.WAGON:
            return plural_message("{n} wagon", "{n} wagons", n)
        case "guild":
            return plural_message("{n} guild good", "{n} guild goods", n)
        case _:
            return plural_message("{n} good of any kind", "{n} goods of any kind", n)
