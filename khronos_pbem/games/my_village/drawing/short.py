"""How costs, goods and people are written where there is little room (VILLAGE 16)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from khronos_pbem.games.my_village.model.cards import Card, Effect
from khronos_pbem.games.my_village.model.words import PLACES, Person
from khronos_pbem.saying import Said, Speak, Word, say, say_many

PEOPLE: dict[str, Said] = {
    Person.ABBOT: say("Ab"),
    Person.COUNCILLOR: say("Co"),
    Person.TRAVELLER: say("Tr"),
    Person.CRAFTSMAN: say("Cr"),
    Person.MERCHANT: say("Me"),
}
"""The villagers in two letters."""

SHOPS: dict[str, Said] = {
    "stable": say("stable"),
    "brewery": say("brewery"),
    "forge": say("forge"),
    "scriptorium": say("scriptor."),
    "wheelwright": say("wheelwr."),
}
"""The workshops in nine letters."""

_PROPERTY = dict(
    zip(PLACES, (say("journ."), say("worksh."), say("served"), say("church"), say("fields")), strict=True)
)
_GOODS: dict[str, tuple[Said | Word, ...]] = {
    "horse": (Word("horse"), Word("horse"), say("hor.")),
    "beer": (Word("beer"), Word("beer"), Word("beer")),
    "plough": (Word("plough"), Word("plough"), say("plo.")),
    "parchment": (Word("parchment"), say("parchm."), say("par.")),
    "wagon": (Word("wagon"), Word("wagon"), say("wag.")),
    "any": (say("any"), say("any"), say("any")),
}
"""The goods, shorter and shorter."""

GOODS_WIDE = 14
_DOTS = 6


def shop(kind: str, speak: Speak, *, full: bool = False) -> str:
    """A workshop in nine letters, or in full."""
    return speak(Word(kind) if full else SHOPS[kind])


def place(name: str, speak: Speak, *, full: bool = False) -> str:
    """A place of property, shortened, or one of citizens in two letters; or in full (VILLAGE 8.8)."""
    return speak(Word(name) if full else PEOPLE[name] if name in PEOPLE else _PROPERTY[name])


def travel_label(speak: Speak) -> str:
    """The word before travels: `travel A3 B5`."""
    return speak(say("travel {what}", what="")).strip()


def cost(time: int, coins: int = 0) -> str:
    """Time and coins: `2t 1c`."""
    return f"{time}t {coins}c" if coins else f"{time}t"


def price(time: int, coins: int = 0) -> Said:
    """The same in words: `2 time, 1 coin`."""
    if coins:
        return say_many("{time} time, {n} coin", "{time} time, {n} coins", coins, time=time)
    return say("{time} time", time=time)


def goods(needs: Sequence[str], speak: Speak, short: int = 0) -> str:
    """Goods with their numbers, `2 beer`; `short` 0 to 2 is how much they are shortened."""
    found = []
    for good in dict.fromkeys(needs):
        count = needs.count(good)
        word = speak(_GOODS[good][short])
        found.append(f"{count} {word}" if count > 1 else word)
    return " ".join(found)


def fitted(needs: Sequence[str], speak: Speak, width: int = GOODS_WIDE) -> str:
    """Goods as little shortened as fits into a width; the shortest if none does."""
    found = [goods(needs, speak, short) for short in range(3)]
    return next((words for words in found if len(words) <= width), found[-1])


def alternatives(card: Card, speak: Speak) -> str:
    """What a card can be paid with: `horse wagon/3 beer`; empty for nothing."""
    return "/".join(goods(needs, speak) for needs in card.pay)


def effects(found: Iterable[Effect], speak: Speak) -> str:
    """What a monk does: `2 SP`, `school 2`."""
    return " ".join(speak(_effect(effect)) for effect in found)


def _effect(effect: Effect) -> Said:
    n = effect.amount
    if effect.kind == "story":
        return say("{n} SP", n=n)
    if effect.kind == "coins":
        return say("{n}c", n=n)
    if effect.kind == "headman":
        return say("headman ?")
    return say("school {n}", n=n) if effect.kind == "school" else say("desk {n}", n=n)


def toll(effect: Effect, speak: Speak) -> str:
    """What the next travel costs besides: `beer`, `3t`, `1c`; empty for nothing (VILLAGE 8.13)."""
    if effect.kind == "time":
        return cost(effect.amount)
    return (
        f"{effect.amount}c" if effect.kind == "coins" else goods([effect.kind], speak) if effect.kind else ""
    )


def dots(filled: int, places: int) -> str:
    """Places for markers, the filled ones first: `oo.`; as numbers where a cards file has very many."""
    return f"{filled}/{places}" if places > _DOTS else "o" * filled + "." * (places - filled)
