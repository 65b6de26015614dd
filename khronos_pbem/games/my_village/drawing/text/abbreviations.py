"""How costs, goods and people are written where there is little room (VILLAGE 16)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from khronos_pbem.games.my_village.model.cards import Card, Effect
from khronos_pbem.games.my_village.model.position import Village
from khronos_pbem.games.my_village.model.terms import PERSONAL, PLACES, SQUARE, Person, named, numbers
from khronos_pbem.messages import Said, Speak, Word, listed, say, say_many

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

_MANY: dict[str, Callable[[int], Said]] = {
    "horse": lambda n: say_many("{n} horse", "{n} horses", n),
    "beer": lambda n: say_many("{n} beer", "{n} beers", n),
    "plough": lambda n: say_many("{n} plough", "{n} ploughs", n),
    "parchment": lambda n: say_many("{n} parchment", "{n} parchments", n),
    "wagon": lambda n: say_many("{n} wagon", "{n} wagons", n),
    "any": lambda n: say_many("{n} good of any kind", "{n} goods of any kind", n),
}
"""Several goods of a kind."""

GOODS_WIDE = 14
_DOTS = 6


def shop(kind: str, speak: Speak, *, full: bool = False) -> str:
    """A workshop in nine letters, or in full."""
    return speak(Word(kind) if full else SHOPS[kind])


def place(name: str, speak: Speak, *, full: bool = False) -> str:
    """A place of property, shortened, or one of citizens in two letters; or in full (VILLAGE 8.8)."""
    return speak(Word(name) if full else PEOPLE[name] if name in PEOPLE else _PROPERTY[name])


def travel_label(speak: Speak) -> str:
    """The word before journeys: `journey A3 B5`."""
    return speak(say("journey {what}", what="")).strip()


def tile(village: Village) -> Said:
    """Where the 2/12 tile of a village lies (VILLAGE 8.6)."""
    if village.tile == SQUARE:
        return say("tile on the square")
    if village.tile == PERSONAL:
        return say("tile on personal banner")
    return say("tile on {banner}", banner=named(village.tile))


def hand(who: str, story: int, *, palm: bool) -> Said:
    """Who has the first player's hand, its side, and what lies on it (VILLAGE 7.2)."""
    if palm:
        return say("{who}'s, palm, {n} SP", who=who, n=story)
    return say("{who}'s, back, {n} SP", who=who, n=story)


def values(found: Sequence[int]) -> Said:
    """The values of a banner in words: `value 7`, `values 5/8`, `any value`."""
    if not found:
        return say("any value")
    words = numbers(tuple(found))
    return say("value {values}", values=words) if len(found) == 1 else say("values {values}", values=words)


def cost(time: int, coins: int, speak: Speak, *, full: bool = False) -> str:
    """Time and coins: `2t 1c`, or in full `2 time 1 coin`."""
    if full:
        return " ".join(speak(part) for part in _price(time, coins))
    parts = [say("{n}t", n=time), *([say("{n}c", n=coins)] if coins else [])]
    return " ".join(speak(part) for part in parts)


def price(time: int, coins: int = 0) -> Said:
    """The same in words: `2 time, 1 coin`."""
    return listed(_price(time, coins))


def _price(time: int, coins: int) -> list[Said]:
    paid = [say_many("{n} time", "{n} time", time)]
    return [*paid, say_many("{n} coin", "{n} coins", coins)] if coins else paid


def goods(needs: Sequence[str], speak: Speak, short: int = 0) -> str:
    """Goods with their numbers, `2 beers`; `short` 0 to 2 is how much they are shortened."""
    return " ".join(_counted(good, needs.count(good), speak, short) for good in dict.fromkeys(needs))


def _counted(good: str, count: int, speak: Speak, short: int) -> str:
    word = speak(_GOODS[good][short])
    if count == 1:
        return word
    return f"{count} {word}" if short else speak(_MANY[good](count))


def fitted(needs: Sequence[str], speak: Speak, width: int = GOODS_WIDE) -> str:
    """Goods as little shortened as fits into a width; the shortest if none does."""
    found = [goods(needs, speak, short) for short in range(3)]
    return next((words for words in found if len(words) <= width), found[-1])


def alternatives(card: Card, speak: Speak) -> str:
    """What a card can be paid with: `horse wagon/3 beers`; empty for nothing."""
    return "/".join(goods(needs, speak) for needs in card.pay)


def wanted(needs: Sequence[str], speak: Speak) -> str:
    """Goods in a sentence: `1 horse, 1 plough and 2 beers`."""
    words = [speak(_MANY[good](needs.count(good))) for good in dict.fromkeys(needs)]
    last = words[-1:]
    return speak(say(" and ")).join([", ".join(words[:-1]), *last] if len(words) > 1 else last)


def payable(card: Card, speak: Speak) -> str:
    """What a card can be paid with, in a sentence: `1 horse and 1 wagon, or 3 beers`; empty for nothing."""
    return speak(say(", or ")).join(wanted(needs, speak) for needs in card.pay)


def effects(found: Iterable[Effect], speak: Speak) -> str:
    """What a monk does: `2 SP`, `school 2`."""
    return " ".join(speak(_effect(effect)) for effect in found)


def effects_told(found: Iterable[Effect]) -> Said:
    """The same in words: `2 SP`, `2 school actions`."""
    return listed(map(_effect_told, found))


def _effect(effect: Effect) -> Said:
    n = effect.amount
    if effect.kind == "story":
        return say("{n} SP", n=n)
    if effect.kind == "coins":
        return say("{n}c", n=n)
    if effect.kind == "headman":
        return say("headman")
    return say("school {n}", n=n) if effect.kind == "school" else say("desk {n}", n=n)


def _effect_told(effect: Effect) -> Said:
    n = effect.amount
    if effect.kind == "story":
        return say("{n} SP", n=n)
    if effect.kind == "coins":
        return say_many("{n} coin", "{n} coins", n)
    if effect.kind == "headman":
        return say("a step of the headman")
    if effect.kind == "school":
        return say_many("{n} school action", "{n} school actions", n)
    return say_many("the desk for {n} customer", "the desk for up to {n} customers", n)


def toll(effect: Effect, speak: Speak, *, full: bool = False) -> str:
    """What the next journey costs besides: `beer` (full: `1 beer`), `3t`, `1c`; empty for nothing
    (VILLAGE 8.13)."""
    if effect.kind == "time":
        return cost(effect.amount, 0, speak, full=full)
    if effect.kind == "coins":
        words = say_many("{n} coin", "{n} coins", effect.amount) if full else say("{n}c", n=effect.amount)
        return speak(words)
    if not effect.kind:
        return ""
    return speak(_MANY[effect.kind](1)) if full else goods([effect.kind], speak)


def dots(filled: int, places: int) -> str:
    """Places for markers, the filled ones first: `oo.`; as numbers where a cards file has very many."""
    return f"{filled}/{places}" if places > _DOTS else "o" * filled + "." * (places - filled)
