"""The villages in text, one column each, or one below the other (VILLAGE 16)."""

from __future__ import annotations

from typing import NamedTuple

from khronos_pbem.canvas.player_styles import STYLES
from khronos_pbem.canvas.spans import DIM, HEAD, Line, Span, flow, length, screen_width
from khronos_pbem.games.my_village.drawing.text import abbreviations as short
from khronos_pbem.games.my_village.drawing.text.page import WIDE, Item, Page, packed, text
from khronos_pbem.games.my_village.model.position import Shop, Village
from khronos_pbem.games.my_village.model.terms import (
    CITIZENS,
    FIELD,
    FIELDS,
    GUILD,
    PERSONAL,
    PROPERTY,
    SCHOOL,
    SQUARE,
    Advantage,
    Person,
    Step,
    field_number,
    numbers,
)
from khronos_pbem.games.my_village.rules.base.board_queries import windows
from khronos_pbem.games.my_village.rules.phases.score import church_points, score
from khronos_pbem.games.my_village.rules.turn import next_to_act
from khronos_pbem.messages import listed, message, plural_message

_SPACES = {Step.HALL: message("@hall"), Step.COIN: message("@coin"), Step.STORY: message("@story")}
"""The headman's spaces."""

_CLOUDS = 12


class Block(NamedTuple):
    """What a village says about one thing, and whether that changed."""

    lines: list[Line]
    changed: bool = False


def village_lines(page: Page) -> list[Line]:
    """All villages: beside each other as far as the width allows, below each other under 80 columns."""
    seats = range(len(page.position.players))
    if page.width < WIDE + 2:
        return [line for seat in seats for line in _below(page, seat)]
    most = max(1, (page.width + 2) // (page.room + 3))
    rows = -(-len(seats) // most)
    beside = -(-len(seats) // rows)
    lines: list[Line] = []
    for at in range(0, len(seats), beside):
        if at:
            lines.append(text("-" * page.across, DIM))
        lines += _beside([_blocks(page, seat) for seat in seats[at : at + beside]], page.room)
    return lines


def _below(page: Page, seat: int) -> list[Line]:
    """One village in lines of the whole width."""
    items = []
    for block in _blocks(page, seat):
        words = [part for line in block.lines for part in line if part.text]
        if words:
            items.append([[*words, Span("*", HEAD)] if block.changed else words])
    return [*flow(items, page.width, 2), []]


def _beside(columns: list[list[Block]], room: int) -> list[Line]:
    lines = []
    for blocks in zip(*columns, strict=True):
        high = max(len(block.lines) for block in blocks)
        for row in range(high):
            line: Line = []
            for number, block in enumerate(blocks):
                part = block.lines[row] if row < len(block.lines) else []
                star = "*" if block.changed and row == 0 else " "
                last = number == len(blocks) - 1
                line += [*part, Span(" " * (room - length(part))), Span(star, HEAD)]
                line += [] if last else [Span("| ")]
            lines.append(line)
    return lines


def _blocks(page: Page, seat: int) -> list[Block]:
    """What a village says, thing by thing: as many for each player."""
    position = page.position
    village = position.players[seat]
    kinds = [shop.type for shop in village.workshops]
    most = max(len(each.workshops) for each in position.players)
    shops = [_shop(page, village, village.workshops[place]) for place in range(len(kinds))]
    return [
        _head(page, seat),
        _personal(page, village),
        _clock(page, village),
        _people(page, village),
        _wealth(page, village),
        _church(page, village),
        _chamber(page, village),
        _square(page, village),
        _fields(page, village),
        *shops,
        *[Block([]) for _ in range(most - len(shops))],
        _travels(page, village),
        _market(page, village),
        *([_labourers(page, village)] if any(each.labourers for each in position.players) else []),
    ]


def _head(page: Page, seat: int) -> Block:
    position, speak = page.position, page.speak
    village = position.players[seat]
    notes = []
    if village.gone:
        notes.append(speak(message("gone")))
    if position.hand.holder == seat:
        notes.append(speak(message("hand")))
    if seat == next_to_act(position):
        notes.append(speak(message("to move")))
    said = ", ".join(notes)
    points = str(score(position, seat).total)
    name = text(page.name(village.colour), STYLES[village.colour])
    at = page.column(14, 18)
    wide: list[Item] = [(0, name), (at - len(points), text(points, HEAD)), (at + 3, text(said, HEAD))]
    if at + 3 + screen_width(said) > page.room:
        wide = [(0, name), (8, text(points, HEAD)), (12, text(said, HEAD))]
    return Block(packed([item for item in wide if length(item[1])], page.room))


def _personal(page: Page, village: Village) -> Block:
    words = text(page.speak(message("personal banner {values}", values=numbers(village.personal))))
    if length(words) > page.room:
        words = text(page.speak(message("personal {values}", values=numbers(village.personal))))
    return _block(page, village, [(0, words)], PERSONAL)


def _clock(page: Page, village: Village) -> Block:
    clouds = page.position.cards.board.clouds
    face = "." * (village.cloud - 1) + "o" + "." * (clouds - village.cloud)
    if clouds > _CLOUDS:
        face = f"{village.cloud}/{clouds}"
    label = page.speak(message("clock"))
    items = [(0, text(f"{label} {face}")), (page.column(17, 20), text(page.speak(_SPACES[village.headman])))]
    return _block(page, village, items, "clock", "headman")


def _people(page: Page, village: Village) -> Block:
    names = {each: page.speak(each) for each in Person}
    if length(text(" ".join(names.values()))) + 4 > page.room:
        names = {each: page.speak(short.PEOPLE[each]) for each in Person}
    words = [names[each] if each in village.villagers else "--" for each in Person]
    line: Line = []
    for word in words:
        line += [Span(" "), Span(word, DIM if word == "--" else "")] if line else [Span(word)]
    left, right = page.speak(message("L")), page.speak(message("R"))
    school = f"{left if village.left else '.'}{right if village.right else '.'}"
    return _block(page, village, [(0, line), (16, text(school))], SCHOOL, *Person)


def _wealth(page: Page, village: Village) -> Block:
    kinds = [
        ("coins", message("coins {n}", n=village.coins)),
        ("tree", message("tree {n}", n=village.tree)),
        ("hall", message("hall {n}", n=village.hall)),
    ]
    items, column = list[Item](), 0
    for place, said in kinds:
        words = page.speak(said)
        items.append((column, text(words, HEAD if page.changed(place, seat=village.colour) else "")))
        column += len(words) + 2
    return _block(page, village, items, "coins", "tree", "hall")


def _church(page: Page, village: Village) -> Block:
    if not village.church:
        return _none(page, village, page.speak(message("church")), "church")
    card = page.position.cards.card[village.church]
    seen, points = windows(page.position, village), church_points(page.position, village)
    name = text(page.speak(village.church))
    said = page.speak(plural_message("{n} window", "{n} windows", seen))
    words: list[Item] = [(page.column(10, 13), text(said)), (page.column(20, 24), text(f"{points} PP"))]
    places = ("church", village.church, *village.monks)
    if card.advantage is Advantage.SANATORIUM:
        first = [*name, Span(f" {short.dots(village.sheltered, card.places)}")]
        rest = packed([(0, []), *words], page.room)
        return Block([first, *rest], page.changed(*places, seat=village.colour))
    return _block(page, village, [(0, name), *words], *places)


def _chamber(page: Page, village: Village) -> Block:
    name = village.chamber
    if not name:
        return _none(page, village, page.speak(message("chamber")), "chamber")
    card, places, at = page.position.cards.card[name], ("chamber", name), page.column(10, 13)
    label = text(page.speak(name))
    if name in (PROPERTY, CITIZENS):
        marks = [text(short.place(mark, page.speak, full=page.roomy)) for mark in village.marks]
        narrow = name == CITIZENS and not page.roomy
        lines = (
            flow([[mark] for mark in marks], page.room - at) if narrow else _by_words(marks, page.room - at)
        )
        head = [*label, Span(" " * max(1, at - length(label))), *(lines[0] if lines else [])]
        rest = [[Span(" " * at), *line] for line in lines[1:]]
        return Block([head, *rest], page.changed(*places, seat=village.colour))
    white = text(page.village_cost(card.white or 0))
    if name == GUILD:
        goods = short.dots(village.guild, card.places)
        items = [(0, label), (at, text(numbers(card.values))), (at + 4, text(goods)), (at + 8, white)]
        return _block(page, village, items, *places, "good of the guild", GUILD)
    return _block(page, village, [(0, label), (at, text(numbers(card.values))), (at + 7, white)], *places)


def _by_words(words: list[Line], room: int) -> list[Line]:
    """Words one blank apart, in lines of a width."""
    lines: list[Line] = []
    for word in words:
        if lines and length(lines[-1]) + 1 + length(word) <= room:
            lines[-1] += [Span(" "), *word]
        else:
            lines.append(list(word))
    return lines


def _square(page: Page, village: Village) -> Block:
    if village.square < 0:
        return _none(page, village, page.speak(SQUARE), SQUARE)
    places = page.position.cards.card[SQUARE].places
    items: list[Item] = [(0, text(f"{page.speak(SQUARE)} {short.dots(village.square, places)}"))]
    items.append((page.column(11, 14), text(page.speak(short.tile(village)))))
    return _block(page, village, items, SQUARE)


def _fields(page: Page, village: Village) -> Block:
    label = page.speak(FIELDS)
    if not village.fields:
        return _none(page, village, label, FIELDS)
    ploughs = ["p" if plough else "." for plough in village.fields]
    at = page.column(10, 13)
    apart = " " if at + 2 * len(ploughs) <= page.room + 1 else ""
    changed = [place for _, place in page.marks if field_number(place)]
    return _block(page, village, [(0, text(label)), (at, text(apart.join(ploughs)))], FIELDS, FIELD, *changed)


def _shop(page: Page, village: Village, shop: Shop) -> Block:
    card, at = page.position.cards.types[shop.type], page.column(10, 13)
    items: list[Item] = [
        (0, text(short.shop(shop.type, page.speak, full=page.roomy))),
        (at, text(shop.values)),
        (at + 4, text(short.dots(shop.goods, card.places))),
        (at + 8, text(page.village_cost(card.white or 0))),
    ]
    return _block(page, village, items, card.good, f"{shop.type} {shop.values}")


def _travels(page: Page, village: Village) -> Block:
    label = short.travel_label(page.speak)
    if not village.travels:
        return _none(page, village, label, "travel")
    cards = [page.position.cards.card[name] for name in village.travels]
    words = " ".join(f"{card.group}{card.prestige}" for card in cards)
    toll = short.toll(cards[-1].toll, page.speak, full=page.roomy)
    items: list[Item] = [(0, text(f"{label} {words}{',' if toll else ''}"))]
    if toll:
        items.append((0, text(page.speak(message("toll {toll}", toll=toll)))))
    if cards[-1].chapel:
        items.append((0, text(page.speak(message("chapel, last journey")))))
    return _block(page, village, items, "travel")


def _market(page: Page, village: Village) -> Block:
    served = message("served {n}", n=len(village.served))
    if village.served:
        points = sum(page.position.cards.card[card].prestige for card in village.served)
        served = message("served {n}: {points}", n=len(village.served), points=points)
    waiting = listed(village.market, " ") if village.market else "-"
    label = page.speak(message("market"))
    words = f"{label} {waiting}, {page.speak(served)}"
    line = text(words)
    lines = [line] if length(line) <= page.room else _wrapped(words, page.room)
    return Block(lines, page.changed("market", "served", seat=village.colour))


def _wrapped(words: str, room: int) -> list[Line]:
    lines = [""]
    for word in words.split(" "):
        if len(lines[-1]) + 1 + len(word) > room:
            lines.append(f" {word}")
        else:
            lines[-1] = f"{lines[-1]} {word}" if lines[-1] else word
    return [text(line) for line in lines]


def _labourers(page: Page, village: Village) -> Block:
    count = village.labourers
    if not count:
        return Block([])
    points = page.position.cards.board.labourer * count
    words = plural_message("{n} labourer, {points} PP", "{n} labourers, {points} PP", count, points=points)
    return _block(page, village, [(0, text(page.speak(words)))], "labourers")


def _none(page: Page, village: Village, label: str, *places: str) -> Block:
    return _block(page, village, [(0, text(label)), (page.column(10, 13), text("-", DIM))], *places)


def _block(page: Page, village: Village, items: list[Item], *places: str) -> Block:
    """A block in one line, more if there is no room for it."""
    return Block(packed(items, page.room), page.changed(*places, seat=village.colour))
