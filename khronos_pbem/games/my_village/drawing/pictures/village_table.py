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
from khronos_pbem.games.my_village.model.position import Village
from khronos_pbem.games.my_village.model.terms import (
    FIELD,
    FIELDS,
    GUILD,
    LETTERS,
    PERSONAL,
    SCHOOL,
    SQUARE,
    WORKSHOPS,
    Advantage,
    Person,
    Step,
    field_number,
    values_text,
)
from khronos_pbem.games.my_village.rules.base.board_queries import window_count, workshop_of
from khronos_pbem.messages import message, plural_message

_GROUND = "#fffaf0"


def village_rows(page: Page, seat: int) -> Iterator[Row]:
    """All rows of a village's table, for a seat."""
    village = page.position.players[seat]
    yield _people(page, village)
    yield _school(page, village)
    yield _wealth(page, village)
    yield _religion(page, village)
    yield _council(page, village)
    yield _fields(page, village)
    yield _shops(page, village)
    yield _travels(page, village)
    yield _market(page, village)


def _cell(page: Page, village: Village, words: str, wide: int, *changed: str, fill: str = _GROUND) -> Cell:
    marked = page.changed(*changed, seat=village.colour)
    return Cell(tuple(words.split("\n")), fill, INK, wide, 1, (), marked)


def _people(page: Page, village: Village) -> Row:
    fill, ink = OWNERS[village.colour]
    cells = []
    for person in Person:
        marked = page.changed(person, seat=village.colour)
        if person in village.villagers:
            cells.append(Cell((page.speak(person),), fill, ink, marked=marked))
        else:
            cells.append(Cell((f"({page.speak(person)})",), p.GONE, INK, marked=marked))
    return Row(page.speak(message("villagers")), tuple(cells))


def _school(page: Page, village: Village) -> Row:
    sides = [page.speak(side) for side, there in (("left", village.left), ("right", village.right)) if there]
    points = page.position.cards.board.labourer * village.labourers
    words = plural_message(
        "{n} labourer, {points} PP", "{n} labourers, {points} PP", village.labourers, points=points
    )
    hired = page.speak(words) if village.labourers else ""
    banner = page.speak(message("personal banner {values}", values=values_text(village.personal)))
    cells = (
        _cell(page, village, ", ".join(sides) or "-", 2, SCHOOL),
        _cell(page, village, hired, 1, "labourers"),
        _cell(page, village, banner, 2, PERSONAL),
    )
    return Row(page.speak(SCHOOL), cells)


def _wealth(page: Page, village: Village) -> Row:
    speak, clouds = page.speak, page.position.cards.board.clouds
    cells = (
        _cell(page, village, f"{village.cloud}/{clouds}", 1, "clock"),
        _cell(page, village, f"@{speak(village.headman)}", 1, "headman"),
        _cell(page, village, speak(message("coins {n}", n=village.coins)), 1, "coins"),
        _cell(page, village, speak(message("tree {n}", n=village.tree)), 1, "tree"),
        _cell(page, village, f"{speak(Step.HALL)} {village.hall}", 1, "hall"),
    )
    return Row(speak(message("clock")), cells)


def _religion(page: Page, village: Village) -> Row:
    speak, name = page.speak, village.church
    if not name:
        return Row(speak(message("church")), (_cell(page, village, "-", 5, "church"),))
    card, seen = page.position.cards.card[name], window_count(page.position, village)
    words = f"{speak(name)}, {speak(plural_message('{n} window', '{n} windows', seen))}"
    if card.advantage is Advantage.SANATORIUM:
        words += f" {short.marker_dots(village.sheltered, card.places)}"
    return Row(speak(message("church")), (_cell(page, village, words, 5, "church", name, *village.monks),))


def _council(page: Page, village: Village) -> Row:
    speak, name, cards = page.speak, village.chamber, page.position.cards.card
    words = "-"
    if name:
        marks = ", ".join(speak(mark) for mark in village.marks)
        goods = short.marker_dots(village.guild, cards[GUILD].places) if name == GUILD else ""
        words = " ".join(filter(None, [speak(name), values_text(cards[name].values), goods, marks]))
    paved = "-"
    if village.square >= 0:
        places = short.marker_dots(village.square, cards[SQUARE].places)
        paved = f"{speak(SQUARE)} {places}, {speak(short.tile_message(village))}"
    cells = (
        _cell(page, village, words, 3, "chamber", name, GUILD, "good of the guild"),
        _cell(page, village, paved, 2, SQUARE),
    )
    return Row(speak(message("chamber")), cells)


def _fields(page: Page, village: Village) -> Row:
    words = " ".join("p" if plough else "." for plough in village.fields) or "-"
    changed = [name for _, name in page.marks if field_number(name)]
    return Row(page.speak(FIELDS), (_cell(page, village, words, 5, FIELD, FIELDS, *changed),))


def _shops(page: Page, village: Village) -> Row:
    cells = []
    for kind in WORKSHOPS:
        shop, alike = workshop_of(village, kind), page.position.cards.types[kind]
        word = page.speak(short.SHOPS[kind])
        if shop is None:
            cells.append(_cell(page, village, f"({word})", 1, fill=p.GONE))
        else:
            goods = short.marker_dots(shop.goods, alike.places)
            words = (
                f"{word} {shop.values}\n{goods} {short.cost_text(alike.white or 0, 0, page.speak, full=True)}"
            )
            cells.append(_cell(page, village, words, 1, alike.good, f"{kind} {shop.values}"))
    return Row(page.speak(message("workshops")), tuple(cells))


def _travels(page: Page, village: Village) -> Row:
    cards = [page.position.cards.card[name] for name in village.travels]
    cells = []
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


def _market(page: Page, village: Village) -> Row:
    cards = page.position.cards.card
    lines = []
    for name in village.market:
        wanted = short.goods_text(cards[name].pay[0], page.speak)
        lines.append(f"{name} {values_text(cards[name].values)} {wanted}: {cards[name].prestige} PP")
    served = page.speak(message("served {n}", n=len(village.served)))
    if village.served:
        points = sum(cards[name].prestige for name in village.served)
        served = page.speak(message("served {n}: {points}", n=len(village.served), points=points))
    cells = (
        _cell(page, village, "\n".join(lines) or "-", 3, "market"),
        _cell(page, village, served, 2, "served"),
    )
    return Row(page.speak(message("market")), cells)
