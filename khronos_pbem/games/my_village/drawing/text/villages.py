"""The villages as text, in columns or one below the other (VILLAGE 16)."""

from __future__ import annotations

from typing import NamedTuple

from khronos_pbem.canvas.player_styles import STYLES
from khronos_pbem.canvas.spans import DIM, HEAD, Line, Span, flow, line_width, screen_width
from khronos_pbem.games.my_village.drawing.text import abbreviations as short
from khronos_pbem.games.my_village.drawing.text.page import WIDE, Item, Page, packed_lines, span_line
from khronos_pbem.games.my_village.model.terms import (
    CITIZENS,
    FIELD,
    FIELDS,
    GUILD,
    PERSONAL,
    PROPERTY,
    SCHOOL,
    SQUARE,
    Person,
    Step,
    field_number,
    values_text,
)
from khronos_pbem.games.my_village.view import ShopView, VillageView
from khronos_pbem.messages import listed, message, plural_message

_SPACES = {Step.HALL: message("@hall"), Step.COIN: message("@coin"), Step.STORY: message("@story")}
"""The wording of the headman's spaces."""

_CLOUDS = 12


class VillageBlock(NamedTuple):
    """The lines about one subject of a village, and whether it changed."""

    lines: list[Line]
    changed: bool = False


def village_lines(page: Page) -> list[Line]:
    """All villages: side by side, or one below the other on pages narrower than 80 columns."""
    villages = page.view.villages
    if page.width < WIDE + 2:
        return [line for village in villages for line in _wrapped_village(page, village)]
    most = max(1, (page.width + 2) // (page.village_width + 3))
    rows = -(-len(villages) // most)
    beside = -(-len(villages) // rows)
    lines: list[Line] = []
    for at in range(0, len(villages), beside):
        if at:
            lines.append(span_line("-" * page.display_width, DIM))
        lines += _column_lines(
            [_village_blocks(page, village) for village in villages[at : at + beside]], page.village_width
        )
    return lines


def _wrapped_village(page: Page, village: VillageView) -> list[Line]:
    """One village in lines of the full width."""
    items = []
    for block in _village_blocks(page, village):
        words = [part for line in block.lines for part in line if part.text]
        if words:
            items.append([[*words, Span("*", HEAD)] if block.changed else words])
    return [*flow(items, page.width, 2), []]


def _column_lines(columns: list[list[VillageBlock]], room: int) -> list[Line]:
    lines = []
    for blocks in zip(*columns, strict=True):
        high = max(len(block.lines) for block in blocks)
        for row in range(high):
            line: Line = []
            for number, block in enumerate(blocks):
                part = block.lines[row] if row < len(block.lines) else []
                star = "*" if block.changed and row == 0 else " "
                last = number == len(blocks) - 1
                line += [*part, Span(" " * (room - line_width(part))), Span(star, HEAD)]
                line += [] if last else [Span("| ")]
            lines.append(line)
    return lines


def _village_blocks(page: Page, village: VillageView) -> list[VillageBlock]:
    """The blocks of a village: the same number for each player, so that columns align."""
    villages = page.view.villages
    most = max(len(each.workshops) for each in villages)
    shops = [_shop(page, village, shop) for shop in village.workshops]
    return [
        _head(page, village),
        _personal(page, village),
        _clock(page, village),
        _people(page, village),
        _wealth(page, village),
        _church(page, village),
        _chamber(page, village),
        _square(page, village),
        _fields(page, village),
        *shops,
        *[VillageBlock([]) for _ in range(most - len(shops))],
        _travels(page, village),
        _market(page, village),
        *([_labourers(page, village)] if any(each.labourers for each in villages) else []),
    ]


def _head(page: Page, village: VillageView) -> VillageBlock:
    notes = (
        (message("has left"), village.gone),
        (message("hand"), village.holds_hand),
        (message("to move"), village.moves),
    )
    said = ", ".join(page.speak(note) for note, there in notes if there)
    points = str(village.score)
    name = span_line(page.name(village.colour), STYLES[village.colour])
    at = page.column(14, 18)
    wide: list[Item] = [
        (0, name),
        (at - len(points), span_line(points, HEAD)),
        (at + 3, span_line(said, HEAD)),
    ]
    if at + 3 + screen_width(said) > page.village_width:
        wide = [(0, name), (8, span_line(points, HEAD)), (12, span_line(said, HEAD))]
    return VillageBlock(packed_lines([item for item in wide if line_width(item[1])], page.village_width))


def _personal(page: Page, village: VillageView) -> VillageBlock:
    words = span_line(page.speak(message("personal banner {values}", values=values_text(village.personal))))
    if line_width(words) > page.village_width:
        words = span_line(page.speak(message("personal {values}", values=values_text(village.personal))))
    return _fitted_block(page, village, [(0, words)], PERSONAL)


def _clock(page: Page, village: VillageView) -> VillageBlock:
    clouds = page.view.board.clouds
    face = "." * (village.cloud - 1) + "o" + "." * (clouds - village.cloud)
    if clouds > _CLOUDS:
        face = f"{village.cloud}/{clouds}"
    label = page.speak(message("clock"))
    items = [
        (0, span_line(f"{label} {face}")),
        (page.column(17, 20), span_line(page.speak(_SPACES[village.headman]))),
    ]
    return _fitted_block(page, village, items, "clock", "headman")


def _people(page: Page, village: VillageView) -> VillageBlock:
    names = {each: page.speak(each) for each in Person}
    if line_width(span_line(" ".join(names.values()))) + 4 > page.village_width:
        names = {each: page.speak(short.PEOPLE[each]) for each in Person}
    words = [names[each] if each in village.villagers else "--" for each in Person]
    line: Line = []
    for word in words:
        line += [Span(" "), Span(word, DIM if word == "--" else "")] if line else [Span(word)]
    left, right = page.speak(message("L")), page.speak(message("R"))
    school = f"{left if village.left else '.'}{right if village.right else '.'}"
    return _fitted_block(page, village, [(0, line), (16, span_line(school))], SCHOOL, *Person)


def _wealth(page: Page, village: VillageView) -> VillageBlock:
    kinds = [
        ("coins", message("coins {n}", n=village.coins)),
        ("tree", message("tree {n}", n=village.tree)),
        ("hall", message("hall {n}", n=village.hall)),
    ]
    items, column = list[Item](), 0
    for place, said in kinds:
        words = page.speak(said)
        items.append((column, span_line(words, HEAD if page.changed(place, seat=village.colour) else "")))
        column += len(words) + 2
    return _fitted_block(page, village, items, "coins", "tree", "hall")


def _church(page: Page, village: VillageView) -> VillageBlock:
    church = village.church
    if church is None:
        return _empty_block(page, village, page.speak(message("church")), "church")
    name = span_line(page.speak(church.name))
    said = page.speak(plural_message("{n} window", "{n} windows", church.windows))
    words: list[Item] = [
        (page.column(10, 13), span_line(said)),
        (page.column(20, 24), span_line(f"{church.points} PP")),
    ]
    places = ("church", church.name, *church.monks)
    if church.shelter is not None:
        first = [*name, Span(f" {short.marker_dots(church.shelter)}")]
        rest = packed_lines([(0, []), *words], page.village_width)
        return VillageBlock([first, *rest], page.changed(*places, seat=village.colour))
    return _fitted_block(page, village, [(0, name), *words], *places)


def _chamber(page: Page, village: VillageView) -> VillageBlock:
    chamber = village.chamber
    if chamber is None:
        return _empty_block(page, village, page.speak(message("chamber")), "chamber")
    name, card = chamber.card.id, chamber.card
    places, at = ("chamber", name), page.column(10, 13)
    label = span_line(page.speak(name))
    if name in (PROPERTY, CITIZENS):
        marks = [span_line(short.place_text(mark, page.speak, full=page.is_roomy)) for mark in chamber.marks]
        room = page.village_width - at
        narrow = name == CITIZENS and not page.is_roomy
        lines = flow([[mark] for mark in marks], room) if narrow else _word_lines(marks, room)
        first = [*label, Span(" " * max(1, at - line_width(label))), *(lines[0] if lines else [])]
        rest = [[Span(" " * at), *line] for line in lines[1:]]
        return VillageBlock([first, *rest], page.changed(*places, seat=village.colour))
    white = span_line(page.village_cost(card.white or 0))
    head: list[Item] = [(0, label), (at, span_line(values_text(card.values)))]
    if chamber.goods is not None:
        items = [*head, (at + 4, span_line(short.marker_dots(chamber.goods))), (at + 8, white)]
        return _fitted_block(page, village, items, *places, "guild good", GUILD)
    return _fitted_block(page, village, [*head, (at + 7, white)], *places)


def _word_lines(words: list[Line], room: int) -> list[Line]:
    """Words separated by one blank, in lines of the given width."""
    lines: list[Line] = []
    for word in words:
        if lines and line_width(lines[-1]) + 1 + line_width(word) <= room:
            lines[-1] += [Span(" "), *word]
        else:
            lines.append(list(word))
    return lines


def _square(page: Page, village: VillageView) -> VillageBlock:
    square = village.square
    if square is None:
        return _empty_block(page, village, page.speak(SQUARE), SQUARE)
    items: list[Item] = [(0, span_line(f"{page.speak(SQUARE)} {short.marker_dots(square.markers)}"))]
    items.append((page.column(11, 14), span_line(page.speak(short.tile_message(square.tile)))))
    return _fitted_block(page, village, items, SQUARE)


def _fields(page: Page, village: VillageView) -> VillageBlock:
    label = page.speak(FIELDS)
    if not village.fields:
        return _empty_block(page, village, label, FIELDS)
    ploughs = ["p" if plough else "." for plough in village.fields]
    at = page.column(10, 13)
    apart = " " if at + 2 * len(ploughs) <= page.village_width + 1 else ""
    changed = [place for _, place in page.marks if field_number(place)]
    return _fitted_block(
        page, village, [(0, span_line(label)), (at, span_line(apart.join(ploughs)))], FIELDS, FIELD, *changed
    )


def _shop(page: Page, village: VillageView, shop: ShopView) -> VillageBlock:
    at = page.column(10, 13)
    items: list[Item] = [
        (0, span_line(short.shop_text(shop.card.group, page.speak, full=page.is_roomy))),
        (at, span_line(values_text(shop.card.values))),
        (at + 4, span_line(short.marker_dots(shop.goods))),
        (at + 8, span_line(page.village_cost(shop.card.white or 0))),
    ]
    return _fitted_block(page, village, items, shop.card.good, shop.card.id)


def _travels(page: Page, village: VillageView) -> VillageBlock:
    label = short.travel_label(page.speak)
    if not village.travels:
        return _empty_block(page, village, label, "travel")
    cards = village.travels
    words = " ".join(f"{card.group}{card.prestige}" for card in cards)
    toll = short.toll_text(cards[-1].toll, page.speak, full=page.is_roomy)
    items: list[Item] = [(0, span_line(f"{label} {words}{',' if toll else ''}"))]
    if toll:
        items.append((0, span_line(page.speak(message("toll {toll}", toll=toll)))))
    if cards[-1].chapel:
        items.append((0, span_line(page.speak(message("chapel, last journey")))))
    return _fitted_block(page, village, items, "travel")


def _market(page: Page, village: VillageView) -> VillageBlock:
    served = message("served {n}", n=len(village.served))
    if village.served:
        served = message("served {n}: {points} PP", n=len(village.served), points=village.served_points)
    waiting = listed([card.id for card in village.market], " ") if village.market else "-"
    label = page.speak(message("market"))
    words = f"{label} {waiting}, {page.speak(served)}"
    line = span_line(words)
    lines = [line] if line_width(line) <= page.village_width else _wrapped(words, page.village_width)
    return VillageBlock(lines, page.changed("market", "served", seat=village.colour))


def _wrapped(words: str, room: int) -> list[Line]:
    lines = [""]
    for word in words.split(" "):
        if len(lines[-1]) + 1 + len(word) > room:
            lines.append(f" {word}")
        else:
            lines[-1] = f"{lines[-1]} {word}" if lines[-1] else word
    return [span_line(line) for line in lines]


def _labourers(page: Page, village: VillageView) -> VillageBlock:
    count = village.labourers
    if not count:
        return VillageBlock([])
    points = village.labourer_points
    words = plural_message("{n} labourer, {points} PP", "{n} labourers, {points} PP", count, points=points)
    return _fitted_block(page, village, [(0, span_line(page.speak(words)))], "labourers")


def _empty_block(page: Page, village: VillageView, label: str, *places: str) -> VillageBlock:
    return _fitted_block(
        page, village, [(0, span_line(label)), (page.column(10, 13), span_line("-", DIM))], *places
    )


def _fitted_block(page: Page, village: VillageView, items: list[Item], *places: str) -> VillageBlock:
    """A block in one line, or in several if it does not fit."""
    return VillageBlock(packed_lines(items, page.village_width), page.changed(*places, seat=village.colour))
