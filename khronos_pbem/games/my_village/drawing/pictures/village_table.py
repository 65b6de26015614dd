"""The rows of a village's table for letters.

It has five columns: a village has at most five villagers, workshops and journeys.
"""

from __future__ import annotations

from collections.abc import Iterator

from khronos_pbem.canvas.grids import Cell, Row
from khronos_pbem.canvas.player_styles import INK, OWNERS
from khronos_pbem.games.my_village.drawing.pictures import palette as p
from khronos_pbem.games.my_village.drawing.text import abbreviations as short
from khronos_pbem.games.my_village.drawing.text.page import Page
from khronos_pbem.games.my_village.model.terms import (
    FIELD,
    FIELDS,
    GUILD,
    LETTERS,
    PERSONAL,
    SCHOOL,
    SQUARE,
    WORKSHOPS,
    Person,
    Step,
    field_number,
    values_text,
)
from khronos_pbem.games.my_village.view import VillageView
from khronos_pbem.messages import message, plural_message

_GROUND = "#fffaf0"


def village_rows(page: Page, village: VillageView) -> Iterator[Row]:
    """All rows of a village's table."""
    yield _people(page, village)
    yield _school(page, village)
    yield _wealth(page, village)
    yield _religion(page, village)
    yield _council(page, village)
    yield _fields(page, village)
    yield _shops(page, village)
    yield _travels(page, village)
    yield _market(page, village)


def _cell(
    page: Page, village: VillageView, words: str, wide: int, *changed: str, fill: str = _GROUND
) -> Cell:
    marked = page.changed(*changed, seat=village.colour)
    return Cell(tuple(words.split("\n")), fill, INK, wide, 1, (), marked)


def _people(page: Page, village: VillageView) -> Row:
    fill, ink = OWNERS[village.colour]
    cells = []
    for person in Person:
        lives, name = person in village.villagers, page.speak(person)
        looks = (name, fill, ink) if lives else (f"({name})", p.GONE, INK)
        cells.append(Cell((looks[0],), *looks[1:], marked=page.changed(person, seat=village.colour)))
    return Row(page.speak(message("villagers")), tuple(cells))


def _school(page: Page, village: VillageView) -> Row:
    sides = [page.speak(side) for side, there in (("left", village.left), ("right", village.right)) if there]
    count, points = village.labourers, village.labourer_points
    words = plural_message("{n} labourer, {points} PP", "{n} labourers, {points} PP", count, points=points)
    hired = page.speak(words) if village.labourers else ""
    banner = page.speak(message("personal banner {values}", values=values_text(village.personal)))
    cells = (
        _cell(page, village, ", ".join(sides) or "-", 2, SCHOOL),
        _cell(page, village, hired, 1, "labourers"),
        _cell(page, village, banner, 2, PERSONAL),
    )
    return Row(page.speak(SCHOOL), cells)


def _wealth(page: Page, village: VillageView) -> Row:
    speak, clouds = page.speak, page.view.board.clouds
    cells = (
        _cell(page, village, f"{village.cloud}/{clouds}", 1, "clock"),
        _cell(page, village, f"@{speak(village.headman)}", 1, "headman"),
        _cell(page, village, speak(message("coins {n}", n=village.coins)), 1, "coins"),
        _cell(page, village, speak(message("tree {n}", n=village.tree)), 1, "tree"),
        _cell(page, village, f"{speak(Step.HALL)} {village.hall}", 1, "hall"),
    )
    return Row(speak(message("clock")), cells)


def _religion(page: Page, village: VillageView) -> Row:
    speak, church = page.speak, village.church
    if church is None:
        return Row(speak(message("church")), (_cell(page, village, "-", 5, "church"),))
    windows = plural_message("{n} window", "{n} windows", church.windows)
    words = f"{speak(church.name)}, {speak(windows)}"
    if church.shelter is not None:
        words += f" {short.marker_dots(church.shelter)}"
    cell = _cell(page, village, words, 5, "church", church.name, *church.monks)
    return Row(speak(message("church")), (cell,))


def _council(page: Page, village: VillageView) -> Row:
    speak, chamber, square = page.speak, village.chamber, village.square
    name, words, paved = "", "-", "-"
    if chamber is not None:
        name, marks = chamber.card.id, ", ".join(speak(mark) for mark in chamber.marks)
        goods = short.marker_dots(chamber.goods) if chamber.goods is not None else ""
        words = " ".join(filter(None, [speak(name), values_text(chamber.card.values), goods, marks]))
    if square is not None:
        places = short.marker_dots(square.markers)
        paved = f"{speak(SQUARE)} {places}, {speak(short.tile_message(square.tile))}"
    cells = (
        _cell(page, village, words, 3, "chamber", name, GUILD, "guild good"),
        _cell(page, village, paved, 2, SQUARE),
    )
    return Row(speak(message("chamber")), cells)


def _fields(page: Page, village: VillageView) -> Row:
    words = " ".join("p" if plough else "." for plough in village.fields) or "-"
    changed = [name for _, name in page.marks if field_number(name)]
    return Row(page.speak(FIELDS), (_cell(page, village, words, 5, FIELD, FIELDS, *changed),))


def _shops(page: Page, village: VillageView) -> Row:
    cells, own = [], {shop.card.group: shop for shop in village.workshops}
    for kind in WORKSHOPS:
        shop = own.get(kind)
        word = page.speak(short.SHOPS[kind])
        if shop is None:
            cells.append(_cell(page, village, f"({word})", 1, fill=p.GONE))
        else:
            cost = short.cost_text(shop.card.white or 0, 0, page.speak, full=True)
            goods = short.marker_dots(shop.goods)
            words = f"{word} {values_text(shop.card.values)}\n{goods} {cost}"
            cells.append(_cell(page, village, words, 1, shop.card.good, shop.card.id))
    return Row(page.speak(message("workshops")), tuple(cells))


def _travels(page: Page, village: VillageView) -> Row:
    cards, cells = village.travels, []
    for place, letter in enumerate(LETTERS):
        if place >= len(cards):
            cells.append(_cell(page, village, letter, 1, fill=p.GONE))
            continue
        words = f"{letter}: {cards[place].prestige} PP"
        toll = short.toll_text(cards[place].toll, page.speak, full=True)
        if place == len(cards) - 1 and (toll or cards[place].chapel):
            last = (
                message("chapel, last journey") if cards[place].chapel else message("toll {toll}", toll=toll)
            )
            words = f"{words}\n{page.speak(last)}"
        cells.append(_cell(page, village, words, 1, "travel"))
    return Row(short.travel_label(page.speak), tuple(cells))


def _market(page: Page, village: VillageView) -> Row:
    lines = []
    for card in village.market:
        wanted = short.goods_text(card.pay[0], page.speak)
        lines.append(f"{card.id} {values_text(card.values)} {wanted}: {card.prestige} PP")
    served = page.speak(message("served {n}", n=len(village.served)))
    if village.served:
        points = village.served_points
        served = page.speak(message("served {n}: {points} PP", n=len(village.served), points=points))
    cells = (
        _cell(page, village, "\n".join(lines) or "-", 3, "market"),
        _cell(page, village, served, 2, "served"),
    )
    return Row(page.speak(message("market")), cells)
