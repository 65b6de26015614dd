"""The main board in pictures.

It shows the dice, hand, desk, customers, workshops, buildings, monks and journeys.
"""

from __future__ import annotations

from collections.abc import Iterator

from khronos_pbem.canvas.player_styles import player_badge
from khronos_pbem.canvas.shapes import Rect, Shape, Text
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
    cost_width,
    fitted_words,
    frame_if_changed,
    goods_shapes,
    piece_shapes,
)
from khronos_pbem.games.my_village.drawing.text import abbreviations as short
from khronos_pbem.games.my_village.drawing.text.market import pool_message, state_message
from khronos_pbem.games.my_village.drawing.text.page import Page
from khronos_pbem.games.my_village.model.cards import Card
from khronos_pbem.games.my_village.view import OfferView
from khronos_pbem.messages import Word, message

HIGH = 622.0
_POOL, _DESK, _ZONE, _SHOPS, _BUILDINGS, _MONKS, _TRAVELS = 36.0, 84.0, 108.0, 222.0, 374.0, 502.0, 560.0
_FULL = WIDE - 2 * MARGIN


def market_frame(page: Page) -> Shapes:
    """The title of the main board, with the state of the game."""
    speak = page.speak
    return (
        fitted_words(MARGIN, 22, speak(message("market")).upper(), 15, 130, p.INK, True),
        fitted_words(WIDE - MARGIN, 22, speak(state_message(page.view.turn)), 11, 330, p.QUIET, anchor="end"),
    )


def market_pieces(page: Page) -> Iterator[Shapes]:
    """The pieces of the main board, one by one."""
    yield _pool(page)
    yield _hand(page)
    yield _desk(page)
    yield from _customers(page)
    yield from _workshops(page)
    yield from _buildings(page)
    yield _commons(page)
    yield from _monks(page)
    yield from _travels(page)


def _pool(page: Page) -> Shapes:
    pool, x = page.view.market.pool, MARGIN
    shapes: list[Shape] = []
    for place, die in enumerate(pool):
        gap = 6 if die.black and place and not pool[place - 1].black else 0
        x += gap
        shapes += emblems.die(x, _POOL, 23, die.face, black=die.black)
        x += 26
    told = page.speak(pool_message(page.view.market))
    shapes.append(fitted_words(MARGIN, _POOL + 38, told, 10.5, _FULL, p.QUIET))
    shapes += frame_if_changed(page, (MARGIN, _POOL, max(23, x - MARGIN - 3), 23), "pool")
    return piece_shapes(0, 0, shapes, told)


def _hand(page: Page) -> Shapes:
    held, x = page.view.market.hand, WIDE - 84
    title = page.speak(message("{who} has the hand, {n} SP", who=held.holder, n=held.story))
    shapes = [
        *emblems.hand(x, _POOL - 2, 26, palm=held.palm),
        *player_badge(held.holder, x + 36, _POOL + 11, 8),
        *emblems.story(x + 47, _POOL + 2, 17),
        Text(x + 66, _POOL + 16, str(held.story), 13, "start", p.INK, True),
        *frame_if_changed(page, (x - 1, _POOL - 2, 80, 27), "hand"),
    ]
    return piece_shapes(0, 0, shapes, title)


def _desk(page: Page) -> Shapes:
    board = page.view.board
    label = page.speak(message("desk"))
    shapes: list[Shape] = [fitted_words(MARGIN, _DESK + 13, label, 12, 60, p.INK, True)]
    x = MARGIN + 64
    shapes += banner_shapes(x, _DESK, board.desk_values)
    x += banner_width(board.desk_values) + 10
    for count, (time, coins) in enumerate(zip(board.desk_time, board.desk_coins, strict=True), 1):
        if x + cost_width(time, coins) > WIDE - 80:
            break
        shapes.append(Text(x, _DESK + 13, str(count), 11.5, "start", p.INK, True))
        shapes += cost_shapes(x + 10, _DESK + 2, time, coins)
        x += 17 + cost_width(time, coins)
    left = page.speak(message("{n} in the pile", n=page.view.market.customers_left))
    shapes.append(
        fitted_words(WIDE - MARGIN, _DESK + 13, left, 10, 1.5 * (WIDE - MARGIN - x), p.QUIET, anchor="end")
    )
    return piece_shapes(0, 0, shapes)


def _customers(page: Page) -> Iterator[Shapes]:
    zone = page.view.market.zone
    across = 3 if len(zone) <= 6 else 4
    wide = (_FULL - 5 * (across - 1)) / across
    for place, card in enumerate(zone):
        down, right = divmod(place, across)
        x, y = MARGIN + right * (wide + 5), _ZONE + down * 54
        yield customer_piece(page, card, x, y, wide)


def customer_piece(page: Page, card: Card, x: float, y: float, wide: float) -> Shapes:
    """A customer card, 50 high: banner, goods, prestige points and name."""
    title = page.speak(message("customer {card}", card=card.id))
    shapes = [
        *card_background(0, 0, wide, 50),
        *banner_shapes(5, 0, card.values, dark=False),
        fitted_words(wide - 5, 12, card.id, 10, 40, p.QUIET, anchor="end"),
        *goods_shapes(6, 23, card.pay[0], 22, wide - 46),
        *emblems.prestige(wide - 38, 26, 19),
        Text(wide - 17, 41, str(card.prestige), 14, "start", p.INK, True),
        *frame_if_changed(page, (0, 0, wide, 50), card.id),
    ]
    return piece_shapes(x, y, shapes, title)


def _workshops(page: Page) -> Iterator[Shapes]:
    for place, (kind, alike, offers) in enumerate(page.view.market.workshops):
        y = _SHOPS + place * 30
        shapes: list[Shape] = [
            *emblems.house(0, 0, 26),
            *emblems.GOODS[alike.good](19, 9, 17),
            fitted_words(40, 17, page.speak(kind), 10.5, 79, p.INK, True),
            *cost_shapes(121, 7, alike.time),
        ]
        step = (_FULL - 172) / len(offers)
        for column, (name, card, left) in enumerate(offers):
            x = 172 + column * step
            shapes += card_background(x, 1, step - 4, 24, there=bool(left))
            if left:
                shapes += banner_shapes(x + (step - 4 - banner_width(card.values)) / 2, 4, card.values)
            shapes += frame_if_changed(page, (x, 1, step - 4, 24), name)
        yield piece_shapes(MARGIN, y, shapes, page.speak(kind))


def _buildings(page: Page) -> Iterator[Shapes]:
    market = page.view.market
    rows = ((market.churches, emblems.church), (market.chambers, emblems.hall))
    wide = (_FULL - 15) / 4
    for down, (offers, draw) in enumerate(rows):
        for right, offer in enumerate(offers):
            x, y = MARGIN + right * (wide + 5), _BUILDINGS + down * 45
            yield _building(page, offer, (x, y), wide, draw)


def _building(
    page: Page, offer: OfferView, at: tuple[float, float], wide: float, draw: emblems.Draw
) -> Shapes:
    """A church or chamber of the display, or its empty place."""
    name, found, left = offer
    there, spoken = bool(left), page.speak(name)
    shapes: list[Shape] = [*card_background(0, 0, wide, 41, there=there)]
    fill = p.INK if there else p.QUIET
    shapes.append(fitted_words(wide / 2, 38, spoken, 10, wide - 4, fill, there, "middle"))
    if there:
        shapes += [
            *draw(4, 3, 23),
            *banner_shapes(30, 0, found.values),
            *cost_shapes(30, 19, found.time, found.coins, 9),
        ]
    shapes += frame_if_changed(page, (0, 0, wide, 41), name)
    return piece_shapes(*at, shapes, spoken)


def _commons(page: Page) -> Shapes:
    """The squares and fields, with the number left."""
    market, shapes, wide = page.view.market, list[Shape](), _FULL / 2 - 2.5
    for x, (name, found, left) in ((0.0, market.squares), (_FULL / 2 + 2.5, market.fields)):
        shapes += card_background(x, 0, wide, 31, there=left > 0)
        shapes += emblems.BUILDINGS[name](x + 4, 3, 25)
        shapes += banner_shapes(x + 34, 3, found.values)
        shapes += cost_shapes(x + 40 + banner_width(found.values), 5, found.time, found.coins)
        said = page.speak(message("{n} left", n=left))
        shapes.append(fitted_words(x + wide - 6, 20, said, 11, 90, p.INK, True, "end"))
        shapes += frame_if_changed(page, (x, 0, wide, 31), name)
    return piece_shapes(MARGIN, _BUILDINGS + 90, shapes)


def _monks(page: Page) -> Iterator[Shapes]:
    wide = (_FULL - 10) / 3
    for place, (pile, alike, top, effects, left, members) in enumerate(page.view.market.monks):
        shapes: list[Shape] = [*card_background(0, 0, wide, 53, there=bool(top))]
        shapes += [*emblems.monk(3, 3, 24), *banner_shapes(30, 2, alike.values)]
        shapes += cost_shapes(34 + banner_width(alike.values), 4, alike.time, alike.coins, 11)
        effect = short.effects_text(effects, page.speak) if top else "–"
        shapes.append(fitted_words(32, 34, effect, 12, wide - 36, p.INK, True))
        more = page.speak(message("{n} more", n=left))
        shapes.append(fitted_words(5, 48, f"{page.speak(pile)} · {more}", 10, wide - 8, p.QUIET))
        shapes += frame_if_changed(page, (0, 0, wide, 53), pile, *members)
        told = short.effects_message(effects) if top else effect
        title = page.speak(message("monk of the {pile} pile: {effect}", pile=Word(pile), effect=told))
        yield piece_shapes(MARGIN + place * (wide + 5), _MONKS, shapes, title)


def _travels(page: Page) -> Iterator[Shapes]:
    wide = (_FULL - 16) / 5
    for place, (letter, found, left) in enumerate(page.view.market.journeys):
        shapes: list[Shape] = [
            *card_background(0, 0, wide, 54, there=left > 0),
            *emblems.milestone(2, 3, 22, letter, reached=left > 0),
            *cost_shapes(24, 4, found.time, found.coins, 10),
            Text(wide - 5, 24, f"×{left}", 10.5, "end", p.INK, True),
        ]
        if any(found.pay):
            shapes += _payment_shapes(found.pay, wide)
        shapes += frame_if_changed(page, (0, 0, wide, 54), f"travel {letter}")
        title = page.speak(message("journey {letter}", letter=letter))
        yield piece_shapes(MARGIN + place * (wide + 4), _TRAVELS, shapes, title)


def _payment_shapes(pay: tuple[tuple[str, ...], ...], wide: float) -> Shapes:
    """The goods that pay for a journey: alternatives side by side, with a line between them."""
    shapes, count = list[Shape](), len(pay)
    room = (wide - 6) / count
    for place, needs in enumerate(pay):
        x = 3 + place * room
        shapes += goods_shapes(x + 1, 33, needs, min(15.0, room - 4), room - 3)
        if place:
            shapes.append(Rect(x - 1, 32, 1, 18, p.PALE))
    return tuple(shapes)
