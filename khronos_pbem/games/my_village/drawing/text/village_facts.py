"""The facts of one village, one sentence each (VILLAGE 15, 16)."""

from __future__ import annotations

from collections.abc import Iterator

from khronos_pbem.games.my_village.drawing.text import abbreviations as short
from khronos_pbem.games.my_village.model.position import Position, Village
from khronos_pbem.games.my_village.model.terms import (
    FIELD,
    FIELDS,
    GUILD,
    PERSONAL,
    SCHOOL,
    SQUARE,
    Advantage,
    Person,
    field_name,
    values_text,
    wording,
)
from khronos_pbem.games.my_village.rules.base.board_queries import window_count
from khronos_pbem.games.my_village.rules.phases.rat import ASK, NEVER
from khronos_pbem.games.my_village.rules.phases.score import church_points, score
from khronos_pbem.messages import Message, Speak, Word, listed, message, plural_message

Fact = tuple[Message, tuple[str, ...]]


def village_facts(position: Position, seat: int, speak: Speak) -> Iterator[Fact]:
    """The facts of a seat's village: each a sentence, and the places it is about."""
    village, clouds = position.players[seat], position.cards.board.clouds
    yield message("{n} PP if the game ended now", n=score(position, seat).total), ()
    if village.gone:
        yield message("gone"), ()
    yield message("personal banner {values}", values=values_text(village.personal)), (PERSONAL,)
    yield message("clock: cloud {n} of {clouds}", n=village.cloud, clouds=clouds), ("clock",)
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
    yield from _church_facts(position, village)
    yield from _council_facts(position, village)
    yield from _craft_facts(position, village)
    yield from _card_facts(position, village, speak)
    yield _policy_message(village.policy), ()


def _policy_message(policy: str) -> Message:
    """The sanatorium policy of a player (VILLAGE 13.2)."""
    if policy == ASK:
        return message("sanatorium: the player is asked each time")
    if policy == NEVER:
        return message("sanatorium: the player never uses it")
    return message("sanatorium: the player uses it for a loss of {n} SP or more", n=policy)


def _church_facts(position: Position, village: Village) -> Iterator[Fact]:
    if not village.church:
        yield message("no church"), ("church",)
        return
    card, seen = position.cards.card[village.church], window_count(position, village)
    yield (
        plural_message(
            "church {church}, {n} window, {points} PP",
            "church {church}, {n} windows, {points} PP",
            seen, church=Word(village.church), points=church_points(position, village),
        ),
        ("church", village.church, *village.monks),
    )  # fmt: skip
    if card.advantage is Advantage.SANATORIUM:
        used = message(
            "places used in the sanatorium: {filled} of {n}", filled=village.sheltered, n=card.places
        )
        yield used, ("church",)
    for monk in village.monks:
        yield message("monk {card}", card=monk), (monk,)


def _council_facts(position: Position, village: Village) -> Iterator[Fact]:
    cards, name = position.cards.card, village.chamber
    if not name:
        yield message("no chamber"), ("chamber",)
    else:
        card = cards[name]
        said = message(
            "chamber {chamber}, {values}, {cost} to use",
            chamber=Word(name), values=short.values_message(card.values),
            cost=short.price_message(card.white or 0),
        )  # fmt: skip
        yield said, (name,)
    for mark in village.marks:
        yield message("mark on: {place}", place=Word(mark)), ("chamber",)
    if name == GUILD:
        yield (
            message("goods of the guild: {n} of {places}", n=village.guild, places=cards[name].places),
            (
                "good of the guild",
                GUILD,
            ),
        )
    if village.square < 0:
        yield message("no square"), (SQUARE,)
        return
    places = cards[SQUARE].places
    yield message("markers on the square: {filled} of {n}", filled=village.square, n=places), (SQUARE,)
    yield message("2/12 tile on {banner:the}", banner=wording(village.tile)), (SQUARE,)


def _craft_facts(position: Position, village: Village) -> Iterator[Fact]:
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
        yield message("no field"), (FIELDS,)
    for shop in village.workshops:
        card = position.cards.types[shop.type]
        yield (
            plural_message(
                "{shop} {values}: {filled} of {n} good, {cost} to use",
                "{shop} {values}: {filled} of {n} goods, {cost} to use",
                card.places,
                shop=Word(shop.type), values=shop.values, filled=shop.goods,
                cost=short.price_message(card.white or 0),
            ),
            (card.good, f"{shop.type} {shop.values}"),
        )  # fmt: skip
    if not village.workshops:
        yield message("no workshops"), ()


def _card_facts(position: Position, village: Village, speak: Speak) -> Iterator[Fact]:
    """Journeys, waiting customers and served customers."""
    cards = position.cards.card
    for name in village.travels:
        card = cards[name]
        parts = {"letter": card.group, "card": name, "n": card.prestige}
        toll = short.toll_text(card.toll, speak, full=True)
        if card.chapel:
            yield message("journey {letter} {card}: {n} PP, with the chapel", **parts), ("travel",)
        elif toll:
            yield message("journey {letter} {card}: {n} PP, toll: {toll}", toll=toll, **parts), ("travel",)
        else:
            yield message("journey {letter} {card}: {n} PP", **parts), ("travel",)
    if not village.travels:
        yield message("no journeys"), ("travel",)
    for name in village.market:
        card = cards[name]
        yield (
            message(
                "customer {card}, {values}: {n} PP for {goods}",
                card=name, values=short.values_message(card.values),
                goods=short.goods_phrase(card.pay[0], speak),
                n=card.prestige,
            ),
            ("market",),
        )  # fmt: skip
    if not village.market:
        yield message("no customers in the market"), ("market",)
    for name in village.served:
        yield message("served {card}, {n} PP", card=name, n=cards[name].prestige), ("served",)
    if not village.served:
        yield message("no customers served yet"), ("served",)
