"""Parts of sentences: things in a row, goods and coins counted, what something costs (VILLAGE 6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from khronos_pbem.games.my_village.model.cards import Effect
from khronos_pbem.games.my_village.model.terms import Good, field_number
from khronos_pbem.messages import Message, listed, message, plural_message

UNCHANGED = message("no player gains or loses points, goods, coins or villagers")
"""What orders change that change nothing that is counted."""


def row(items: Iterable[str]) -> Message:
    """Items in a row, the last one with "and"."""
    found = list(items)
    if len(found) < 2:
        return listed(found)
    return message("{items} and {last}", items=listed(found[:-1]), last=found[-1])


def names_said(colours: list[str]) -> str:
    """Players in a row, each as a name."""
    if len(colours) < 2:
        return colours[0]
    return message("{players} and {player}", players=names_said(colours[:-1]), player=colours[-1])


def coins_said(n: int) -> Message:
    """So many coins."""
    return plural_message("{n} coin", "{n} coins", n)


def time_said(n: int) -> Message:
    """So much time."""
    return plural_message("{n} time", "{n} time", n)


def price_said(time: int, coins: int, markers: int) -> Message:
    """What a take costs, empty if nothing (VILLAGE 4.2, 4.3)."""
    parts = [coins_said(coins)] if coins else []
    parts += [time_said(time)] if time else []
    if markers:
        parts.append(plural_message("{n} marker", "{n} markers", markers))
    return row(parts)


def toll_said(effect: Effect) -> Message:
    """What the toll of a travel card costs (VILLAGE 8.13)."""
    if effect.kind == "coins":
        return coins_said(effect.amount)
    return time_said(effect.amount) if effect.kind == "time" else next(amounts((effect.kind,)))


def either(items: Iterable[str]) -> Message:
    """Items in a row, the last one with "or"."""
    found = list(items)
    if len(found) < 2:
        return listed(found)
    return message("{items} or {last}", items=listed(found[:-1]), last=found[-1])


def orders_said(orders: Iterable[str]) -> Message:
    """Orders, or ends of orders, of which one is to be chosen."""
    return either([message('"{order}"', order=order) for order in orders])


def amounts(goods: Iterable[str]) -> Iterator[Message]:
    """Goods counted by their kind: "2 horses", "1 plough (field 2)"."""
    for good, n in Counter(goods).items():
        if field_number(good):
            yield message("1 plough (field {n})", n=field_number(good))
        else:
            yield _counted(good, n)


def _counted(good: str, n: int) -> Message:
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
            return plural_message("{n} good of the guild", "{n} goods of the guild", n)
        case _:
            return plural_message("{n} good of any kind", "{n} goods of any kind", n)
