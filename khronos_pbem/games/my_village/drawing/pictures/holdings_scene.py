"""Pictures of a village's cards: church, chamber, square, fields, workshops, journeys and market."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from textwrap import wrap

from khronos_pbem.canvas.player_styles import player_badge
from khronos_pbem.canvas.shapes import Polygon, Rect, Shape, Text
from khronos_pbem.games.my_village.drawing.pictures import emblems
from khronos_pbem.games.my_village.drawing.pictures import palette as p
from khronos_pbem.games.my_village.drawing.pictures.card_parts import (
    MARGIN,
    WIDE,
    Shapes,
    banner_shapes,
    banner_width,
    card_background,
    cost_shapes,
    fitted_words,
    frame_if_changed,
    goods_shapes,
    piece_shapes,
    place_shapes,
)
from khronos_pbem.games.my_village.drawing.text import abbreviations as short
from khronos_pbem.games.my_village.drawing.text.page import Page
from khronos_pbem.games.my_village.model.cards import Card
from khronos_pbem.games.my_village.model.terms import FIELD, FIELDS, GUILD, LETTERS, SQUARE, field_number
from khronos_pbem.games.my_village.view import VillageView
from khronos_pbem.messages import Word, message, plural_message

CARDS, GROUNDS, SHOPS, ROAD, MARKET = 250.0, 330.0, 384.0, 478.0, 526.0
_FULL, _CARD = WIDE - 2 * MARGIN, 187.0
_TILE_WIDE = 26
"""The number of letters that fit beside the emblem of the square."""


def holding_pieces(page: Page, village: VillageView) -> Iterator[Shapes]:
    """The cards of a village, piece by piece."""
    yield _church(page, village)
    yield _chamber(page, village)
    yield _square(page, village)
    yield _fields(page, village)
    yield from _workshops(page, village)
    yield _road(page, village)
    yield from _market(page, village)


def _church(page: Page, village: VillageView) -> Shapes:
    """The church with its windows, and the places of a sanatorium."""
    church = village.church
    if church is None:
        return piece_shapes(MARGIN, CARDS, _empty_place(page, village, message("no church"), 75, "church"))
    shapes: list[Shape] = [*card_background(0, 0, _CARD, 75)]
    name, seen, most = church.name, church.windows, page.view.board.most_windows
    shapes += emblems.church(4, 6, 48)
    shapes.append(fitted_words(58, 18, page.speak(name), 12, 82, p.INK, True))
    for place in range(most):
        glass = p.GLASS[place % len(p.GLASS)] if place < seen else "#8d867a"
        shapes += emblems.window(56 + place * 20, 25, 18, glass)
    shapes += emblems.prestige(142, 4, 17)
    shapes.append(Text(161, 18, str(church.points), 13, "start", p.INK, True))
    said = plural_message("{n} of {most} windows", "{n} of {most} windows", seen, most=most)
    shapes.append(fitted_words(58, 60, page.speak(said), 10, 126, p.QUIET))
    if church.shelter is not None:
        draw = partial(_player_marker, colour=village.colour)
        shapes += place_shapes(5, 56, church.shelter, draw, 15)
    shapes += frame_if_changed(page, (0, 0, _CARD, 75), "church", name, *church.monks, who=village.colour)
    return piece_shapes(MARGIN, CARDS, shapes, page.speak(name))


def _empty_place(page: Page, village: VillageView, said: str, high: float, *names: str) -> list[Shape]:
    """The pale place of a card that the village does not have, with a text in the middle."""
    words = fitted_words(
        _CARD / 2, 42 if high > 50 else 29, page.speak(said), 11, _CARD - 8, p.QUIET, anchor="middle"
    )
    frame = frame_if_changed(page, (0, 0, _CARD, high), *names, who=village.colour)
    return [*card_background(0, 0, _CARD, high, there=False), words, *frame]


def _player_marker(x: float, y: float, side: float, *, colour: str) -> Shapes:
    """A marker in the colour of a player."""
    return player_badge(colour, x + side / 2, y + side / 2, side / 2)


def _chamber(page: Page, village: VillageView) -> Shapes:
    chamber, at = village.chamber, (MARGIN + _CARD + 6, CARDS)
    if chamber is None:
        return piece_shapes(*at, _empty_place(page, village, message("no chamber"), 75, "chamber"))
    shapes: list[Shape] = [*card_background(0, 0, _CARD, 75)]
    name, found = chamber.card.id, chamber.card
    shapes += [*emblems.hall(4, 4, 40), *banner_shapes(50, 4, found.values, dark=False)]
    shapes += emblems.hourglass(55 + banner_width(found.values), 6, 13) if found.white else ()
    shapes.append(fitted_words(50, 38, page.speak(name), 12, 132, p.INK, True))
    if chamber.goods is not None:
        draw = partial(_player_marker, colour=village.colour)
        shapes += place_shapes(50, 46, chamber.goods, draw, 18)
    marks = [page.speak(mark) for mark in chamber.marks]
    for line in range(0, len(marks), 3):
        text = ", ".join(marks[line : line + 3])
        shapes.append(fitted_words(8, 56 + line * 4.4, f"✓ {text}", 9.5, _CARD - 14, p.INK))
    shapes += frame_if_changed(
        page, (0, 0, _CARD, 75), "chamber", name, GUILD, "guild good", who=village.colour
    )
    return piece_shapes(*at, shapes, page.speak(name))


def _square(page: Page, village: VillageView) -> Shapes:
    square, title = village.square, page.speak(SQUARE)
    if square is None:
        empty = _empty_place(page, village, message("no square"), 49, SQUARE)
        return piece_shapes(MARGIN, GROUNDS, empty, title)
    draw = partial(_player_marker, colour=village.colour)
    shapes: list[Shape] = [*card_background(0, 0, _CARD, 49), *emblems.square(4, 5, 38)]
    shapes += place_shapes(48, 5, square.markers, draw, 18)
    lines = wrap(page.speak(short.tile_message(square.tile)), _TILE_WIDE)
    for line, text in enumerate(lines):
        shapes.append(fitted_words(48, 41 + (line + 1 - len(lines)) * 10, text, 10.5, _CARD - 52, p.INK))
    shapes += frame_if_changed(page, (0, 0, _CARD, 49), SQUARE, who=village.colour)
    return piece_shapes(MARGIN, GROUNDS, shapes, title)


def _fields(page: Page, village: VillageView) -> Shapes:
    changed = [name for _, name in page.marks if field_number(name)]
    places, at = (FIELD, FIELDS, *changed), (MARGIN + _CARD + 6, GROUNDS)
    if not village.fields:
        empty = _empty_place(page, village, message("no fields"), 49, *places)
        return piece_shapes(*at, empty, page.speak(FIELDS))
    shapes: list[Shape] = [*card_background(0, 0, _CARD, 49)]
    step = min(38.0, (_CARD - 8) / len(village.fields))
    for place, ploughed in enumerate(village.fields):
        x = 4 + place * step
        shapes += emblems.field(x, 4, min(36.0, step + 4))
        shapes += emblems.plough(x + step * 0.2, 10, min(24.0, step)) if ploughed else ()
        shapes.append(Text(x + step / 2, 46, str(place + 1), 9, "middle", p.QUIET))
    shapes += frame_if_changed(page, (0, 0, _CARD, 49), *places, who=village.colour)
    return piece_shapes(*at, shapes, page.speak(FIELDS))


def _workshops(page: Page, village: VillageView) -> Iterator[Shapes]:
    """The five workshop types: owned ones with their goods, the others as empty places."""
    wide, own = (_FULL - 20) / 5, {shop.card.group: shop for shop in village.workshops}
    for place, (kind, alike, _) in enumerate(page.view.market.workshops):
        shop = own.get(kind)
        shapes: list[Shape] = [*card_background(0, 0, wide, 89, there=shop is not None)]
        title = page.speak(short.SHOPS[kind])
        ink = p.INK if shop else p.QUIET
        shapes.append(fitted_words(wide / 2, 85, title, 9.5, wide - 2, ink, shop is not None, "middle"))
        if shop is not None:
            shapes += [*emblems.house(3, 14, 40), *emblems.GOODS[alike.good](36, 26, 26)]
            shapes += banner_shapes(3, 1, shop.card.values, dark=False)
            shapes += emblems.hourglass(wide - 15, 3, 12) if shop.card.white else ()
            side = min(19.0, (wide - 8) / max(1, min(shop.goods.total, 6)) - 2)
            shapes += place_shapes(5, 56, shop.goods, emblems.GOODS[alike.good], side)
            shapes += frame_if_changed(
                page, (0, 0, wide, 89), shop.card.good, shop.card.id, who=village.colour
            )
        else:
            shapes += emblems.GOODS[alike.good](wide / 2 - 9, 32, 18)
        yield piece_shapes(MARGIN + place * (wide + 5), SHOPS, shapes, title)


def _road(page: Page, village: VillageView) -> Shapes:
    """The journeys: a milestone for each letter, its prestige points, and the toll of the last card."""
    cards = village.travels
    shapes: list[Shape] = [Polygon(((0, 34), (_FULL, 26)), "", p.EARTH, 11, open=True)]
    for place, letter in enumerate(LETTERS):
        x = 4 + place * 76.0
        reached = place < len(cards)
        shapes += emblems.milestone(x, 4, 34, letter, reached=reached)
        if reached:
            shapes += emblems.prestige(x + 34, 3, 15)
            shapes.append(Text(x + 50, 15, str(cards[place].prestige), 12, "start", p.INK, True))
        if reached and place == len(cards) - 1:
            shapes += _toll(x + 35, 24, cards[place])
    shapes += frame_if_changed(page, (0, 2, _FULL, 40), "travel", who=village.colour)
    return piece_shapes(MARGIN, ROAD, shapes, short.travel_label(page.speak))


def _toll(x: float, y: float, travel: Card) -> Shapes:
    """The extra price of the next journey, or a cross after the chapel, which ends the journeys."""
    toll = travel.toll
    if travel.chapel:
        return (
            Polygon(((x + 6, y), (x + 6, y + 15)), "", p.ASK, 2.4, open=True),
            Polygon(((x + 1, y + 5), (x + 11, y + 5)), "", p.ASK, 2.4, open=True),
        )
    if not toll.kind:
        return ()
    time, coins = (toll.amount if toll.kind == kind else 0 for kind in ("time", "coins"))
    paid = cost_shapes(x + 9, y + 3, time, coins, 9)
    if toll.kind in emblems.GOODS:
        paid = emblems.GOODS[toll.kind](x + 9, y + 1, 15)
    return (Text(x, y + 13, "+", 14, "start", p.ASK, True), *paid)


def _market(page: Page, village: VillageView) -> Iterator[Shapes]:
    """The market: the waiting customers, and the number already served."""
    wide = 302.0
    shapes: list[Shape] = [Rect(0, 0, wide, 86, "#f8e7d2", p.EDGE, 1, 4)]
    shapes += [Rect(x * 20.0, 0, 10, 8, p.RED) for x in range(int(wide / 20))]
    across = 4 if len(village.market) <= 8 else 6
    step, most = (wide - 6) / across, 2 * across
    shown = village.market if len(village.market) <= most else village.market[: most - 1]
    for place, card in enumerate(shown):
        down, right = divmod(place, across)
        shapes += _waiting_customer(card, 4 + right * step, 11 + down * 37, step - 3)
    if len(village.market) > len(shown):
        rest = f"+{len(village.market) - len(shown)}"
        shapes.append(Text(wide - 4 - step / 2, 71, rest, 14, "middle", p.INK, True))
    shapes += frame_if_changed(page, (0, 0, wide, 86), "market", who=village.colour)
    yield piece_shapes(MARGIN, MARKET, shapes, page.speak(message("{who}'s customers", who=village.colour)))
    served = [
        *card_background(0, 0, 72, 86),
        fitted_words(36, 15, page.speak(Word("served")), 10.5, 70, p.INK, True, "middle"),
        Text(36, 46, str(len(village.served)), 24, "middle", p.INK, True),
        *emblems.prestige(14, 58, 19),
        Text(36, 73, str(village.served_points), 14, "start", p.INK, True),
        *frame_if_changed(page, (0, 0, 72, 86), "served", who=village.colour),
    ]
    title = page.speak(message("served {n}", n=len(village.served)))
    yield piece_shapes(MARGIN + wide + 6, MARKET, served, title)


def _waiting_customer(card: Card, x: float, y: float, wide: float) -> Shapes:
    """A waiting customer: banner, prestige points and goods."""
    return (
        *card_background(x, y, wide, 34),
        *banner_shapes(x + 2, y, card.values, dark=False),
        Text(x + wide - 3, y + 12, str(card.prestige), 11, "end", "#8a4b08", True),
        *goods_shapes(x + 2, y + 18, card.pay[0], 15, wide - 24),
        Text(x + wide - 2, y + 31, card.id, 8, "end", p.QUIET),
    )
