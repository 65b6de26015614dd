"""The facts of one village, one sentence each (VILLAGE 15, 16)."""

from __future__ import annotations

from collections.abc import Iterator

from khronos_pbem.games.my_village.drawing.text import abbreviations as short
from khronos_pbem.games.my_village.model.cards import Board, Card
from khronos_pbem.games.my_village.model.position import ASK, BEST, NEVER
from khronos_pbem.games.my_village.model.terms import (
    FIELD,
    FIELDS,
    GUILD,
    PERSONAL,
    SCHOOL,
    SQUARE,
    Person,
    field_name,
    values_text,
    wording,
)
from khronos_pbem.games.my_village.rules.base.phrases import goods_texts, toll_text
from khronos_pbem.games.my_village.view import ChamberView, ChurchView, SquareView, VillageView
from khronos_pbem.messages import Message, Word, and_list, listed, message, plural_message

Fact = tuple[Message, tuple[str, ...]]


def village_facts(village: VillageView, board: Board) -> Iterator[Fact]:
    """The facts of a village; each is a sentence with the places that it describes."""
    yield message("{n} PP if the game ended now", n=village.score), ()
    if village.gone:
        yield message("has left"), ()
    yield message("personal banner {values}", values=values_text(village.personal)), (PERSONAL,)
    yield message("clock: cloud {n} of {clouds}", n=village.cloud, clouds=board.clouds), ("clock",)
    yield message("headman: {space}", space=Word(village.headman)), ("headman",)
    yield message("coins: {n}", n=village.coins), ("coins",)
    yield message("SP on the tree: {n}", n=village.tree), ("tree",)
    yield message("SP in the hall: {n}", n=village.hall), ("hall",)
    for person in Person:
        lives = message("{who} alive", who=Word(person)) if person in village.villagers else None
        yield lives or message("no {who}", who=Word(person)), (person,)
    sides = [Word(side) for side, there in (("left", village.left), ("right", village.right)) if there]
    taught = (
        message("trainees in the school: {items}", items=listed(sides))
        if sides
        else message("no trainees in the school")
    )
    yield taught, (SCHOOL,)
    if village.labourers:
        yield message("labourers: {n}", n=village.labourers), ("labourers",)
    yield from _church_facts(village.church)
    yield from _council_facts(village.chamber, village.square)
    yield from _craft_facts(village)
    yield from _card_facts(village)
    yield _policy_message(village.policy), ()
    if village.refuge == BEST:
        yield message("refuge: the program chooses which journey cards go back"), ()


def _policy_message(policy: str) -> Message:
    """The sanatorium policy of a player (VILLAGE 13.2)."""
    if policy == ASK:
        return message("sanatorium: the player is asked each time")
    if policy == NEVER:
        return message("sanatorium: the player never uses it")
    if policy == BEST:
        return message("sanatorium: the player uses it for every loss")
    return message("sanatorium: the player uses it whenever the loss would be {n} SP or more", n=policy)


def _church_facts(church: ChurchView | None) -> Iterator[Fact]:
    if church is None:
        yield message("no church"), ("church",)
        return
    yield (
        plural_message(
            "church {church}, {n} window, {points} PP",
            "church {church}, {n} windows, {points} PP",
            church.windows, church=Word(church.name), points=church.points,
        ),
        ("church", church.name, *church.monks),
    )  # fmt: skip
    if church.shelter is not None:
        filled, total = church.shelter
        used = message("places used in the sanatorium: {filled} of {n}", filled=filled, n=total)
        yield used, ("church",)
    for monk in church.monks:
        yield message("monk {card}", card=monk), (monk,)


def _council_facts(chamber: ChamberView | None, square: SquareView | None) -> Iterator[Fact]:
    if chamber is None:
        yield message("no chamber"), ("chamber",)
    else:
        card = chamber.card
        said = message(
            "chamber {chamber}, {values}, {cost} to use",
            chamber=Word(chamber.card.id), values=short.values_message(card.values),
            cost=short.price_message(card.white or 0),
        )  # fmt: skip
        yield said, (chamber.card.id,)
        for mark in chamber.marks:
            yield message("marked place: {place}", place=Word(mark)), ("chamber",)
        if chamber.goods is not None:
            filled, total = chamber.goods
            stored = message("guild goods: {n} of {places}", n=filled, places=total)
            yield stored, ("guild good", GUILD)
    if square is None:
        yield message("no square"), (SQUARE,)
        return
    filled, total = square.markers
    yield message("markers on the square: {filled} of {n}", filled=filled, n=total), (SQUARE,)
    yield message("2/12 tile on {banner:the}", banner=wording(square.tile)), (SQUARE,)


def _craft_facts(village: VillageView) -> Iterator[Fact]:
    for number, plough in enumerate(village.fields, 1):
        place = (FIELD, FIELDS, field_name(number))
        yield (
            (
                message("field {number}: with a plough", number=number)
                if plough
                else message("field {number}: no plough", number=number)
            ),
            place,
        )
    if not village.fields:
        yield message("no fields"), (FIELDS,)
    for shop in village.workshops:
        yield (
            plural_message(
                "{shop} {values}: {filled} of {n} good, {cost} to use",
                "{shop} {values}: {filled} of {n} goods, {cost} to use",
                shop.goods.total,
                shop=Word(shop.card.group), values=values_text(shop.card.values), filled=shop.goods.filled,
                cost=short.price_message(shop.card.white or 0),
            ),
            (shop.card.good, shop.card.id),
        )  # fmt: skip
    if not village.workshops:
        yield message("no workshops"), ()


def _card_facts(village: VillageView) -> Iterator[Fact]:
    """The facts about journeys, waiting customers and served customers."""
    for card in village.travels:
        parts = {"letter": card.group, "card": card.id, "n": card.prestige}
        if card.chapel:
            yield message("journey {letter} {card}: {n} PP, with the chapel", **parts), ("travel",)
        elif card.toll.kind:
            toll = toll_text(card.toll)
            yield message("journey {letter} {card}: {n} PP, toll: {toll}", toll=toll, **parts), ("travel",)
        else:
            yield message("journey {letter} {card}: {n} PP", **parts), ("travel",)
    if not village.travels:
        yield message("no journeys"), ("travel",)
    for card in village.market:
        yield customer_message(card), ("market",)
    if not village.market:
        yield message("no customers in the market"), ("market",)
    for card in village.served:
        yield message("served {card}, {n} PP", card=card.id, n=card.prestige), ("served",)
    if not village.served:
        yield message("no customers served yet"), ("served",)


def customer_message(card: Card) -> Message:
    """A customer: its values, the goods it wants, and its prestige points."""
    return message(
        "customer {card}, {values}: {n} PP for {goods}",
        card=card.id, values=short.values_message(card.values),
        goods=and_list(goods_texts(card.pay[0])), n=card.prestige,
    )  # fmt: skip
