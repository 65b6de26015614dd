"""The main board in text: round, pool, hand, the display of cards (VILLAGE 16)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, zip_longest

from khronos_pbem.canvas.spans import DIM, HEAD, Line, Span, flow, length, screen_width
from khronos_pbem.games.my_village.drawing.text import abbreviations as short
from khronos_pbem.games.my_village.drawing.text.page import WIDE, Item, Page, laid, text
from khronos_pbem.games.my_village.model.position import Die, Position
from khronos_pbem.games.my_village.model.terms import (
    CHAMBERS,
    FIELD,
    LETTERS,
    PILES,
    SCHOOL,
    SQUARE,
    WORKSHOPS,
    Phase,
    numbers,
)
from khronos_pbem.games.my_village.rules.base import board_queries
from khronos_pbem.games.my_village.rules.base.draws import POOL
from khronos_pbem.games.my_village.rules.turn import decision, next_to_act
from khronos_pbem.messages import Message, message

WHITE, BLACK = "bold #000000 on #eeeeee", "bold #ffffff on #303030"
_BESIDE = 76
"""How many columns it takes to have the other cards beside the workshops."""

_CELL, _ROOMY_CELL = 26, 39
"""The columns of a customer in a zone as wide as the display, with goods shortened and in full."""


def state(position: Position) -> Message:
    """The round, the turn and what comes next, as a sentence."""
    if position.phase is Phase.OVER:
        return message("the game is over")
    if position.phase is Phase.SETUP:
        return message("the set-up")
    parts = {"turn": position.number, "turns": position.turns, "what": _comes_next(position)}
    if position.rounds:
        return message(
            "round {round} of {rounds}, turn {turn} of {turns}: {what}",
            round=position.round, rounds=position.rounds, **parts,
        )  # fmt: skip
    return message("round {round}, turn {turn} of {turns}: {what}", round=position.round, **parts)


def _comes_next(position: Position) -> Message:
    """Who is to act, and whether something is rolled before."""
    seat = next_to_act(position)
    if seat is None:
        return message("a roll")
    if decision(position) is None:
        return message("a roll, then {who}", who=position.players[seat].colour)
    return message("{who} to move", who=position.players[seat].colour)


def head_lines(page: Page) -> list[Line]:
    """Round and turn, who opened the round, the pool with its sums, the hand."""
    position, speak = page.position, page.speak
    opened = text(speak(message("{who} opened the round", who=position.players[position.first].colour)))
    title = text(f"MY VILLAGE   {speak(state(position))}", HEAD)
    lines = laid([(0, title), (page.across + 2 - length(opened), opened)], page.width, 13)
    return [*lines, *pool_lines(page)]


def pool_lines(page: Page) -> list[Line]:
    """The dice that are left, and the values they make without paying (VILLAGE 4.1)."""
    pool = page.position.pool
    label = page.label(message("pool"), "pool")
    if unrolled(page.position):
        return laid([(0, [*label, Span(f" {page.speak(_UNROLLED)}")])], page.width)
    dice: Line = []
    for die in pool:
        if dice:
            dice.append(Span("  " if die.black and not _last_black(dice) else " "))
        dice.append(Span(str(die), BLACK if die.black else WHITE))
    dice = [Span(" "), *(dice or text("-"))]
    return laid([(0, [*label, *dice]), (30, text(page.speak(sums(pool))))], page.width)


_UNROLLED = message("the dice of this round have not been rolled yet")


def unrolled(position: Position) -> bool:
    """Whether the dice of the round are still to be rolled (VILLAGE 3.1)."""
    return any(draw.name == POOL for draw in position.draws)


def dice_told(position: Position) -> Message:
    """What the dice of the pool make, or that they are not rolled yet."""
    return _UNROLLED if unrolled(position) else sums(position.pool)


def _last_black(dice: Line) -> bool:
    return dice[-1].style == BLACK


def sums(pool: Iterable[Die]) -> Message:
    """What the pool makes without paying: of white dice, and with black ones among them."""
    pairs = list(combinations(pool, 2))
    white = {one.face + two.face for one, two in pairs if not one.black and not two.black}
    black = {one.face + two.face for one, two in pairs if one.black or two.black}
    shown = [" ".join(map(str, sorted(each))) or "-" for each in (white, black)]
    if black:
        return message("sums {white}; with black dice {black}", white=shown[0], black=shown[1])
    return message("sums {white}", white=shown[0])


def hand_line(page: Page) -> Line:
    """The first player's hand: its values, who has it, its side, what lies on it (VILLAGE 7.2)."""
    position, hand = page.position, page.position.hand
    who = position.players[hand.holder].colour
    where = short.hand(who, hand.story, palm=hand.palm)
    values = numbers(position.cards.board.hand_values)
    return [*page.label(message("hand"), "hand"), Span(f" {values}  {page.speak(where)}")]


def display_lines(page: Page) -> list[Line]:
    """All that can be taken and bought: customers, workshops, the other cards, travels."""
    left, right = _shop_rows(page), _other_rows(page)
    if page.width < _BESIDE:
        beside = [[(column - _right(page), words) for column, words in row] for row in right]
        rows = [*left, *beside]
    else:
        rows = [[*(one or [(0, [])]), *(two or [])] for one, two in zip_longest(left, right)]
    lines = [line for row in rows for line in laid(row, page.width)]
    zone = customer_lines(page, page.position.zone)
    return [*_desk_lines(page), *zone, *lines, *_travel_lines(page), *_school_lines(page)]


def _right(page: Page) -> int:
    """Where the other cards begin beside the workshops."""
    return page.column(32, 46)


def _desk_lines(page: Page) -> list[Line]:
    position, board = page.position, page.position.cards.board
    title = page.speak(message("desk"))
    items: list[Item] = [(0, text(f"{title} {numbers(board.desk_values)}"))]
    column = 13
    for count, price in enumerate(zip(board.desk_time, board.desk_coins, strict=True), 1):
        words = f"{count}: {page.cost(*price)}"
        items.append((column, text(words)))
        column += len(words) + 3
    pile = text(page.speak(message("{n} in the pile", n=len(board_queries.customers_left(position)))))
    return laid([*items, (page.across - length(pile), pile)], page.width)


def customer_lines(page: Page, cards: Iterable[str], seat: str = "") -> list[Line]:
    """Customers with values, goods and prestige, as many beside each other as fit (VILLAGE 16)."""
    wide = _ROOMY_CELL if page.roomy else _CELL if page.width >= WIDE else _CELL - 1
    cells = [_customer(page, card, seat, wide) for card in cards]
    if not cells:
        return [text("  -", DIM)]
    beside = max(1, min(4 if page.roomy else 3, (page.width + 1) // wide))
    if any(length(cell) > wide for cell in cells):
        beside = 1
    return [_in_cells(cells[at : at + beside], wide) for at in range(0, len(cells), beside)]


def _in_cells(cells: list[Line], wide: int) -> Line:
    """Cells beside each other: where there is room a blank stands between the star and the card."""
    line: Line = []
    for number, (star, words) in enumerate(cells):
        here = number * wide - (1 if number and wide >= _CELL else 0)
        line += [Span(" " * max(0, here - length(line))), star]
        line += [Span(" " * max(0, number * wide + 1 - length(line))), words]
    return line


def _customer(page: Page, name: str, seat: str, wide: int) -> Line:
    """A star if it came, then the card: `k11 3/11 parchment     3`."""
    card = page.position.cards.card[name]
    changed = page.changed(name, seat=seat)
    wanted = short.fitted(card.pay[0], page.speak, wide - 12)
    room = page.column(short.GOODS_WIDE, 24)
    gap = " " if screen_width(wanted) >= room else ""
    padded = wanted + " " * (room - screen_width(wanted))
    points = f"{card.prestige} PP" if page.roomy else card.prestige
    words = f"{name} {numbers(card.values):<4} {padded}{gap}{points}"
    return [Span("*" if changed else " "), Span(words, HEAD if changed else "")]


def _shop_rows(page: Page) -> list[list[Item]]:
    """The columns of workshops: `#` for a card that can be bought."""
    cards = page.position.cards
    kinds = {kind: [numbers(cards.card[card].values) for card in cards.columns[kind]] for kind in WORKSHOPS}
    heads = kinds[WORKSHOPS[0]]
    alike = all(values == heads for values in kinds.values()) and max(map(len, heads)) == 3 and len(heads) < 5
    rows: list[list[Item]] = [[(0, text(page.speak(message("workshop"))))]]
    first = page.column(14, 27)
    if alike:
        rows[0] += [(first + 4 * place, text(values)) for place, values in enumerate(heads)]
    for kind in WORKSHOPS:
        here = cards.columns[kind]
        word = f"{short.shop(kind, page.speak, full=page.roomy)} {page.cost(cards.types[kind].time)}"
        row: list[Item] = [(0, text(f"{page.star(*here)}{word}", HEAD if page.changed(*here) else ""))]
        left = board_queries.column(page.position, kind)
        if alike:
            signs = ["#" if card in left else "-" for card in here]
            row += [(first + 1 + 4 * place, text(sign)) for place, sign in enumerate(signs)]
        else:
            row.append((first, text(" ".join(numbers(cards.card[card].values) for card in left) or "-")))
        rows.append(row)
    return rows


def _other_rows(page: Page) -> list[list[Item]]:
    """Churches, chambers, squares and fields, monks."""
    return [*_church_rows(page), *_chamber_rows(page), _square_row(page), *_monk_rows(page)]


def _choices(page: Page, label: Line, words: list[str]) -> list[list[Item]]:
    """A label and what there is, in a second row if need be."""
    wide, at = min(page.width, page.across + 2), page.column(48, 74)
    room = wide - at if page.width >= _BESIDE else page.width - 16
    lines = flow([[text(word)] for word in words] or [[text("-")]], room)
    first = lines[0] if lines else text("-")
    column = min(at, max(_right(page) + length(label) + 1, wide - length(first)))
    rows: list[list[Item]] = [[(_right(page), label), (column, first)]]
    return [*rows, *([(at, line)] for line in lines[1:])]


def _church_rows(page: Page) -> list[list[Item]]:
    cards, left = page.position.cards, board_queries.churches_left(page.position)
    kinds = {(numbers(cards.card[name].values), cards.card[name].time) for name in cards.churches}
    label = page.label(message("church"), *cards.churches)
    words = [page.speak(name) for name in left]
    if len(kinds) == 1:
        [(values, time)] = kinds
        words = [" ".join(words)] if words else []
        return _choices(page, [*label, Span(f"{values} {page.cost(time)}")], words)
    priced = [
        f"{page.speak(n)} {numbers(cards.card[n].values)} {page.cost(cards.card[n].time)}" for n in left
    ]
    return _choices(page, label, priced)


def _chamber_rows(page: Page) -> list[list[Item]]:
    cards = page.position.cards
    times = {cards.card[name].time for name in CHAMBERS}
    label = page.label(message("chamber"), *CHAMBERS)
    words = []
    for name in board_queries.chambers_left(page.position):
        time = "" if len(times) == 1 else f" {page.cost(cards.card[name].time)}"
        words.append(f"{page.speak(name)} {numbers(cards.card[name].values)}{time}")
    if len(times) == 1:
        label = [*label, Span(page.cost(*times))]
    return _choices(page, label, words)


def _square_row(page: Page) -> list[Item]:
    cards, position = page.position.cards.card, page.position
    square, field = cards[SQUARE], cards[FIELD]
    left = [board_queries.squares_left(position), board_queries.fields_left(position)]
    squares, fields = (page.speak(message("{n} left", n=n)) for n in left)
    head = [
        *page.label(SQUARE, SQUARE),
        Span(f"{numbers(square.values)} {page.cost(square.time, square.coins)}"),
    ]
    more = [*page.label(FIELD, FIELD), Span(f"{numbers(field.values)} {page.cost(field.time)}  {fields}")]
    return [(_right(page), head), (page.column(48, 74), text(squares)), (page.column(58, 86), more)]


def _monk_rows(page: Page) -> Iterator[list[Item]]:
    """The open monk of each pile, what it does, how many are below it (VILLAGE 8.10)."""
    position, cards = page.position, page.position.cards
    for number, pile in enumerate(PILES):
        name, alike = board_queries.open_monk(position, pile), cards.piles[pile]
        label = page.label(pile, pile, *cards.monks[pile])
        price = Span(f"{numbers(alike.values)} {page.cost(alike.time, alike.coins)}")
        more = page.speak(message("{n} more", n=len(board_queries.monks_left(position, pile))))
        shown = short.effects(cards.card[name].first, page.speak) if name else "-"
        head: list[Item] = [] if number else [(_right(page), text(page.speak(message("monk"))))]
        columns = (page.column(38, 54), page.column(58, 86), page.column(70, 106))
        yield [*head, (columns[0], [*label, price]), (columns[1], text(shown)), (columns[2], text(more))]


def _travel_lines(page: Page) -> list[Line]:
    """The letters: what the next card of each costs, how many are left (VILLAGE 8.13)."""
    position, letters = page.position, page.position.cards.letters
    values = {numbers(letters[letter].values) for letter in LETTERS}
    title = short.travel_label(page.speak)
    items = list[tuple[str, str, str, int]]()
    for letter in LETTERS:
        card = letters[letter]
        own = "" if len(values) == 1 else f" {numbers(card.values)}"
        pay = short.alternatives(card, page.speak)
        words = " ".join(filter(None, [f"{page.cost(card.time, card.coins)}{own}", pay]))
        left = len(board_queries.travels_left(position, letter))
        items.append((letter, page.star(f"travel {letter}"), words, left))
    head = text(f"{title} {min(values)}" if len(values) == 1 else title)
    if page.roomy:
        return _in_rows(
            page, head, [f"{a}{b}{c}: {page.speak(message('{n} left', n=n))}" for a, b, c, n in items]
        )
    first: list[Item] = [(0, head)]
    column, beside = 14, 3
    for number, (letter, star, words, left) in enumerate(items[:beside]):
        said = page.speak(message("{n} left", n=left)) if number == 0 else str(left)
        whole = f"{letter}{star}{words}: {said}"
        first.append((column, text(whole)))
        column += len(whole) + 3
    second: list[Item] = [
        (14 + 30 * number if number else 0, text(f"{'' if number else ' ' * 14}{letter}{star}{words} {left}"))
        for number, (letter, star, words, left) in enumerate(items[beside:])
    ]
    return [line for row in (first, second) if row for line in laid(row, page.width)]


def _in_rows(page: Page, head: Line, entries: list[str]) -> list[Line]:
    """A heading and entries, as many in each row as fit."""
    at, wide = page.column(14, 27), min(page.width, page.across + 2)
    rows: list[Line] = [[*head, Span(" " * (at - length(head)))]]
    for number, entry in enumerate(entries):
        gap = "   " if number and length(rows[-1]) > at else ""
        if gap and length(rows[-1]) + len(gap) + screen_width(entry) > wide:
            rows.append(text(" " * at))
            gap = ""
        rows[-1] += [Span(f"{gap}{entry}")]
    return rows


def _school_lines(page: Page) -> list[Line]:
    """The banners that every village board has: the school's and the headman's (VILLAGE 7.7 to 7.9)."""
    board, speak = page.position.cards.board, page.speak
    school = f"{speak(SCHOOL)} {numbers(board.school_values)}"
    villager = message(
        "{time} for a villager, {n} SP more from the right",
        time=page.cost(board.school_time),
        n=board.school_story,
    )
    headman = message("headman ? {time}", time=page.cost(board.headman_time))
    items = [text(school), text(speak(villager)), text(speak(headman))]
    columns = (0, page.column(14, 27), page.column(58, 84))
    return laid(list(zip(columns, items, strict=True)), page.width)
