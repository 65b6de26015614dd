"""Prices, goods, effects and places, either abbreviated or in full (VILLAGE 16)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from khronos_pbem.games.my_village.model.cards import Card, Effect
from khronos_pbem.games.my_village.model.terms import (
    PERSONAL,
    PLACES,
    SQUARE,
    Person,
    short_wording,
    values_text,
)
from khronos_pbem.games.my_village.rules.base.phrases import counted_good_text, goods_texts
from khronos_pbem.games.my_village.view import HandView, Places
from khronos_pbem.messages import Message, Translate, Word, and_list, listed, message, plural_message

PEOPLE: dict[str, Message] = {
    Person.ABBOT: message("Ab"),
    Person.COUNCILLOR: message("Co"),
    Person.TRAVELLER: message("Tr"),
    Person.CRAFTSMAN: message("Cr"),
    Person.MERCHANT: message("Me"),
}
"""The two-letter abbreviations of the villagers."""

SHOPS: dict[str, Message] = {
    "stable": message("stable"),
    "brewery": message("brewery"),
    "forge": message("forge"),
    "scriptorium": message("scriptor."),
    "wheelwright": message("wheelwr."),
}
"""The names of the workshops in at most nine letters."""

_PROPERTY = dict(
    zip(
        PLACES,
        (message("journ."), message("worksh."), message("served"), message("church"), message("fields")),
        strict=True,
    )
)
_GOODS: dict[str, tuple[Message | Word, ...]] = {
    "horse": (Word("horse"), Word("horse"), message("hor.")),
    "beer": (Word("beer"), Word("beer"), Word("beer")),
    "plough": (Word("plough"), Word("plough"), message("plo.")),
    "parchment": (Word("parchment"), message("parchm."), message("par.")),
    "wagon": (Word("wagon"), Word("wagon"), message("wag.")),
    "any": (message("any"), message("any"), message("any")),
}
"""The names of each kind of goods, in three lengths: full, shortened and shortest."""

GOODS_WIDE = 14
_DOTS = 6


def shop_text(kind: str, speak: Translate, *, full: bool = False) -> str:
    """The name of a workshop type, in at most nine letters or in full."""
    return speak(Word(kind) if full else SHOPS[kind])


def place_text(name: str, speak: Translate, *, full: bool = False) -> str:
    """The abbreviated name of a place, or the full name if `full` is true (VILLAGE 8.8).

    Places of citizens are abbreviated to two letters, and places of property to a short word.
    """
    return speak(Word(name) if full else PEOPLE[name] if name in PEOPLE else _PROPERTY[name])


def travel_label(speak: Translate) -> str:
    """The word before a list of journeys: `journey` in `journey A3 B5`."""
    return speak(message("journey {what}", what="")).strip()


def tile_message(banner: str) -> Message:
    """The banner where a village's 2/12 tile lies, in words (VILLAGE 8.6)."""
    if banner == SQUARE:
        return message("tile on the square")
    if banner == PERSONAL:
        return message("tile on personal banner")
    return message("tile on {banner}", banner=short_wording(banner))


def hand_message(hand: HandView) -> Message:
    """The first player's hand: its holder, side and story points (VILLAGE 7.2)."""
    if hand.palm:
        return message("{who}'s, palm, {n} SP", who=hand.holder, n=hand.story)
    return message("{who}'s, back, {n} SP", who=hand.holder, n=hand.story)


def values_message(found: Sequence[int]) -> Message:
    """The values of a banner in words: `value 7`, `values 5/8`, `any value`."""
    if not found:
        return message("any value")
    words = values_text(tuple(found))
    return (
        message("value {values}", values=words)
        if len(found) == 1
        else message("values {values}", values=words)
    )


def cost_text(time: int, coins: int, speak: Translate, *, full: bool = False) -> str:
    """A price in time and coins: `2t 1c`, or in full `2 time 1 coin`."""
    if full:
        return " ".join(speak(part) for part in _price(time, coins))
    parts = [message("{n}t", n=time), *([message("{n}c", n=coins)] if coins else [])]
    return " ".join(speak(part) for part in parts)


def price_message(time: int, coins: int = 0) -> Message:
    """A price in time and coins as a phrase: `2 time, 1 coin`."""
    return listed(_price(time, coins))


def _price(time: int, coins: int) -> list[Message]:
    paid = [plural_message("{n} time", "{n} time", time)]
    return [*paid, plural_message("{n} coin", "{n} coins", coins)] if coins else paid


def goods_text(needs: Sequence[str], speak: Translate, short: int = 0) -> str:
    """Goods with their quantities: `2 beers`.

    `short` is the degree of abbreviation, from 0 (full words) to 2.
    """
    return " ".join(_counted(good, needs.count(good), speak, short) for good in dict.fromkeys(needs))


def _counted(good: str, count: int, speak: Translate, short: int) -> str:
    word = speak(_GOODS[good][short])
    if count == 1:
        return word
    return f"{count} {word}" if short else speak(counted_good_text(good, count))


def fitted_goods_text(needs: Sequence[str], speak: Translate, width: int = GOODS_WIDE) -> str:
    """Goods, shortened only as much as the width requires.

    If even the shortest form is too wide, that form is used.
    """
    found = [goods_text(needs, speak, short) for short in range(3)]
    return next((words for words in found if len(words) <= width), found[-1])


def payment_text(card: Card, speak: Translate) -> str:
    """The goods that pay for a card: `horse wagon/3 beers`; empty if it needs none."""
    return "/".join(goods_text(needs, speak) for needs in card.pay)


def payment_message(card: Card) -> Message:
    """The goods that pay for a card: `1 horse and 1 wagon, or 3 beers`; empty if it needs none."""
    return listed([and_list(goods_texts(needs)) for needs in card.pay], ", or ")


def effects_text(found: Iterable[Effect], speak: Translate) -> str:
    """The effects of a monk, abbreviated: `2 SP`, `school 2`."""
    return " ".join(speak(_short_effect_message(effect)) for effect in found)


def effects_message(found: Iterable[Effect]) -> Message:
    """The effects of a monk in words: `2 SP`, `2 school actions`."""
    return listed(map(_effect_message, found))


def _short_effect_message(effect: Effect) -> Message:
    n = effect.amount
    if effect.kind == "story":
        return message("{n} SP", n=n)
    if effect.kind == "coins":
        return message("{n}c", n=n)
    if effect.kind == "headman":
        return message("headman")
    return message("school {n}", n=n) if effect.kind == "school" else message("desk {n}", n=n)


def _effect_message(effect: Effect) -> Message:
    n = effect.amount
    if effect.kind == "story":
        return message("{n} SP", n=n)
    if effect.kind == "coins":
        return plural_message("{n} coin", "{n} coins", n)
    if effect.kind == "headman":
        return message("1 headman step")
    if effect.kind == "school":
        return plural_message("{n} school action", "{n} school actions", n)
    return plural_message("use of the desk for {n} customer", "use of the desk for up to {n} customers", n)


def toll_text(effect: Effect, speak: Translate, *, full: bool = False) -> str:
    """The extra price of the next journey; empty if there is none (VILLAGE 8.13).

    Examples are `beer` (in full `1 beer`), `3t` and `1c`.
    """
    if effect.kind == "time":
        return cost_text(effect.amount, 0, speak, full=full)
    if effect.kind == "coins":
        words = (
            plural_message("{n} coin", "{n} coins", effect.amount)
            if full
            else message("{n}c", n=effect.amount)
        )
        return speak(words)
    if not effect.kind:
        return ""
    return speak(counted_good_text(effect.kind, 1)) if full else goods_text([effect.kind], speak)


def marker_dots(places: Places) -> str:
    """Places for markers, filled ones first: `oo.`; numbers like `3/9` for more than six places."""
    filled, total = places
    return f"{filled}/{total}" if total > _DOTS else "o" * filled + "." * (total - filled)
