"""The main board as text: round, pool, hand and the display of cards (VILLAGE 16)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, zip_longest

from khronos_pbem.canvas.spans import DIM, HEAD, Line, Span, flow, line_width, screen_width
from khronos_pbem.games.my_village.drawing.text import abbreviations as short
from khronos_pbem.games.my_village.drawing.text.page import WIDE, Item, Page, placed_lines, span_line
from khronos_pbem.games.my_village.model.cards import Card
from khronos_pbem.games.my_village.model.position import Die
from khronos_pbem.games.my_village.model.terms import FIELD, SCHOOL, SQUARE, Phase, values_text
from khronos_pbem.games.my_village.view import MarketView, OfferView, TurnView
from khronos_pbem.messages import Message, message

WHITE, BLACK = "bold #000000 on #eeeeee", "bold #ffffff on #303030"
_BESIDE = 76
"""The smallest page width, in columns, at which the other cards fit beside the workshops."""

_CELL, _ROOMY_CELL = 26, 39
"""The width of a customer in columns, with goods shortened or in full.

On pages narrower than the display, a customer is one column narrower than `_CELL`.
"""


def state_message(turn: TurnView) -> Message:
    """The round, the turn and the next step, as a phrase."""
    if turn.phase is Phase.OVER:
        return message("the game is over")
    if turn.phase is Phase.SETUP:
        return message("the game is being set up")
    parts = {"turn": turn.number, "turns": turn.turns, "what": _next_step_message(turn)}
    if turn.rounds:
        return message(
            "round {round} of {rounds}, turn {turn} of {turns}: {what}",
            round=turn.round, rounds=turn.rounds, **parts,
        )  # fmt: skip
    return message("round {round}, turn {turn} of {turns}: {what}", round=turn.round, **parts)


def _next_step_message(turn: TurnView) -> Message:
    """The next step: a roll, the player to move, or both in this order."""
    if not turn.mover:
        return message("a roll")
    if turn.waits:
        return message("a roll, then {who}", who=turn.mover)
    return message("{who} to move", who=turn.mover)


def head_lines(page: Page) -> list[Line]:
    """The round and turn, the player who opened the round, and the pool with its sums."""
    turn, speak = page.view.turn, page.speak
    opened = span_line(speak(message("{who} opened the round", who=turn.first)))
    title = span_line(f"MY VILLAGE   {speak(state_message(turn))}", HEAD)
    lines = placed_lines([(0, title), (page.display_width + 2 - line_width(opened), opened)], page.width, 13)
    return [*lines, *pool_lines(page)]


def pool_lines(page: Page) -> list[Line]:
    """The dice left in the pool, and their possible sums without changes (VILLAGE 4.1)."""
    pool = page.view.market.pool
    label = page.label(message("pool"), "pool")
    if not page.view.market.rolled:
        return placed_lines([(0, [*label, Span(f" {page.speak(_UNROLLED)}")])], page.width)
    dice: Line = []
    for die in pool:
        if dice:
            dice.append(Span("  " if die.black and dice[-1].style != BLACK else " "))
        dice.append(Span(page.speak(die.word), BLACK if die.black else WHITE))
    dice = [Span(" "), *(dice or span_line("-"))]
    return placed_lines([(0, [*label, *dice]), (30, span_line(page.speak(sums_message(pool))))], page.width)


_UNROLLED = message("the dice of this round have not been rolled yet")


def pool_message(market: MarketView) -> Message:
    """The sums that the pool makes possible, or a note that it has not been rolled yet."""
    return sums_message(market.pool) if market.rolled else _UNROLLED


def sums_message(pool: Iterable[Die]) -> Message:
    """The sums of two dice from the pool: of two white dice, then of pairs with a black die."""
    pairs = list(combinations(pool, 2))
    white = {one.face + two.face for one, two in pairs if not one.black and not two.black}
    black = {one.face + two.face for one, two in pairs if one.black or two.black}
    shown = [" ".join(map(str, sorted(each))) or "-" for each in (white, black)]
    if black:
        return message("sums {white}; with black dice {black}", white=shown[0], black=shown[1])
    return message("sums {white}", white=shown[0])


def hand_line(page: Page) -> Line:
    """The first player's hand: its values, holder, side and story points (VILLAGE 7.2)."""
    where = short.hand_message(page.view.market.hand)
    values = values_text(page.view.board.hand_values)
    return [*page.label(message("hand"), "hand"), Span(f" {values}  {page.speak(where)}")]


def display_lines(page: Page) -> list[Line]:
    """Everything that players can take or buy: customers, workshops, cards, journeys and school."""
    left, right = _shop_rows(page), _other_rows(page)
    if page.width < _BESIDE:
        beside = [[(column - _right_column(page), words) for column, words in row] for row in right]
        rows = [*left, *beside]
    else:
        rows = [[*(one or [(0, [])]), *(two or [])] for one, two in zip_longest(left, right)]
    lines = [line for row in rows for line in placed_lines(row, page.width)]
    zone = customer_lines(page, page.view.market.zone)
    return [*_desk_lines(page), *zone, *lines, *_travel_lines(page), *_school_lines(page)]


def _right_column(page: Page) -> int:
    """The column of the other cards beside the workshops."""
    return page.column(32, 46)


def _desk_lines(page: Page) -> list[Line]:
    board = page.view.board
    title = page.speak(message("desk"))
    items: list[Item] = [(0, span_line(f"{title} {values_text(board.desk_values)}"))]
    column = 13
    for count, price in enumerate(zip(board.desk_time, board.desk_coins, strict=True), 1):
        words = f"{count}: {page.cost(*price)}"
        items.append((column, span_line(words)))
        column += len(words) + 3
    pile = span_line(page.speak(message("{n} in the pile", n=page.view.market.customers_left)))
    return placed_lines([*items, (page.display_width - line_width(pile), pile)], page.width)


def customer_lines(page: Page, cards: Iterable[Card], seat: str = "") -> list[Line]:
    """Customers with values, goods and prestige points, as many in a row as fit (VILLAGE 16).

    `seat` is the colour of the village that holds them, or "" for the customer zone.
    """
    wide = _ROOMY_CELL if page.is_roomy else _CELL if page.width >= WIDE else _CELL - 1
    cells = [_customer_cell(page, card, seat, wide) for card in cards]
    if not cells:
        return [span_line("  -", DIM)]
    beside = max(1, min(4 if page.is_roomy else 3, (page.width + 1) // wide))
    if any(line_width(cell) > wide for cell in cells):
        beside = 1
    return [_cell_line(cells[at : at + beside], wide) for at in range(0, len(cells), beside)]


def _cell_line(cells: list[Line], wide: int) -> Line:
    """Cells side by side; a star before a cell marks a change."""
    line: Line = []
    for number, (star, words) in enumerate(cells):
        here = number * wide - (1 if number and wide >= _CELL else 0)
        line += [Span(" " * max(0, here - line_width(line))), star]
        line += [Span(" " * max(0, number * wide + 1 - line_width(line))), words]
    return line


def _customer_cell(page: Page, card: Card, seat: str, wide: int) -> Line:
    """A customer: `k11 3/11 parchment     3`, after a star if it changed."""
    changed = page.changed(card.id, seat=seat)
    wanted = short.fitted_goods_text(card.pay[0], page.speak, wide - 12)
    room = page.column(short.GOODS_WIDE, 24)
    gap = " " if screen_width(wanted) >= room else ""
    padded = wanted + " " * (room - screen_width(wanted))
    points = f"{card.prestige} PP" if page.is_roomy else card.prestige
    words = f"{card.id} {values_text(card.values):<4} {padded}{gap}{points}"
    return [Span("*" if changed else " "), Span(words, HEAD if changed else "")]


def _shop_rows(page: Page) -> list[list[Item]]:
    """The columns of workshops: `#` for a card that is left, `-` for one that has been taken."""
    columns = page.view.market.workshops
    kinds = [[_values(offer) for offer in column.offers] for column in columns]
    heads = kinds[0]
    alike = all(values == heads for values in kinds) and max(map(len, heads)) == 3 and len(heads) < 5
    rows: list[list[Item]] = [[(0, span_line(page.speak(message("workshop"))))]]
    first = page.column(14, 27)
    if alike:
        rows[0] += [(first + 4 * place, span_line(values)) for place, values in enumerate(heads)]
    for kind, card, offers in columns:
        here = [offer.name for offer in offers]
        word = f"{short.shop_text(kind, page.speak, full=page.is_roomy)} {page.cost(card.time)}"
        row: list[Item] = [(0, span_line(f"{page.star(*here)}{word}", HEAD if page.changed(*here) else ""))]
        if alike:
            signs = ["#" if offer.left else "-" for offer in offers]
            row += [(first + 1 + 4 * place, span_line(sign)) for place, sign in enumerate(signs)]
        else:
            words = " ".join(_values(offer) for offer in offers if offer.left)
            row.append((first, span_line(words or "-")))
        rows.append(row)
    return rows


def _values(offer: OfferView) -> str:
    return values_text(offer.card.values)


def _other_rows(page: Page) -> list[list[Item]]:
    """The rows for churches, chambers, squares, fields and monks."""
    return [*_church_rows(page), *_chamber_rows(page), _square_row(page), *_monk_rows(page)]


def _labelled_rows(page: Page, label: Line, words: list[str]) -> list[list[Item]]:
    """A label and its words, continued in further rows if they do not fit."""
    wide, at = min(page.width, page.display_width + 2), page.column(48, 74)
    room = wide - at if page.width >= _BESIDE else page.width - 16
    lines = flow([[span_line(word)] for word in words] or [[span_line("-")]], room)
    first = lines[0] if lines else span_line("-")
    column = min(at, max(_right_column(page) + line_width(label) + 1, wide - line_width(first)))
    rows: list[list[Item]] = [[(_right_column(page), label), (column, first)]]
    return [*rows, *([(at, line)] for line in lines[1:])]


def _church_rows(page: Page) -> list[list[Item]]:
    churches = page.view.market.churches
    left = [offer for offer in churches if offer.left]
    kinds = {(_values(offer), offer.card.time) for offer in churches}
    label = page.label(message("church"), *(offer.name for offer in churches))
    words = [page.speak(offer.name) for offer in left]
    if len(kinds) == 1:
        [(values, time)] = kinds
        words = [" ".join(words)] if words else []
        return _labelled_rows(page, [*label, Span(f"{values} {page.cost(time)}")], words)
    priced = [f"{page.speak(offer.name)} {_values(offer)} {page.cost(offer.card.time)}" for offer in left]
    return _labelled_rows(page, label, priced)


def _chamber_rows(page: Page) -> list[list[Item]]:
    chambers = page.view.market.chambers
    times = {offer.card.time for offer in chambers}
    label = page.label(message("chamber"), *(offer.name for offer in chambers))
    words = []
    for offer in chambers:
        time = "" if len(times) == 1 else f" {page.cost(offer.card.time)}"
        words += [f"{page.speak(offer.name)} {_values(offer)}{time}"] if offer.left else []
    if len(times) == 1:
        label = [*label, Span(page.cost(*times))]
    return _labelled_rows(page, label, words)


def _square_row(page: Page) -> list[Item]:
    square, field = page.view.market.squares, page.view.market.fields
    squares, fields = (page.speak(message("{n} left", n=offer.left)) for offer in (square, field))
    head = [
        *page.label(SQUARE, SQUARE),
        Span(f"{_values(square)} {page.cost(square.card.time, square.card.coins)}"),
    ]
    more = [*page.label(FIELD, FIELD), Span(f"{_values(field)} {page.cost(field.card.time)}  {fields}")]
    return [
        (_right_column(page), head),
        (page.column(48, 74), span_line(squares)),
        (page.column(58, 86), more),
    ]


def _monk_rows(page: Page) -> Iterator[list[Item]]:
    """The face-up monk of each pile, its effects, and the number of cards below it (VILLAGE 8.10)."""
    for number, (pile, card, top, effects, left, members) in enumerate(page.view.market.monks):
        label = page.label(pile, pile, *members)
        price = Span(f"{values_text(card.values)} {page.cost(card.time, card.coins)}")
        more = page.speak(message("{n} more", n=left))
        shown = short.effects_text(effects, page.speak) if top else "-"
        head: list[Item] = [] if number else [(_right_column(page), span_line(page.speak(message("monk"))))]
        columns = (page.column(38, 54), page.column(58, 86), page.column(70, 106))
        yield [
            *head,
            (columns[0], [*label, price]),
            (columns[1], span_line(shown)),
            (columns[2], span_line(more)),
        ]


def _travel_lines(page: Page) -> list[Line]:
    """The journeys by letter: the price of the next card, and the number left (VILLAGE 8.13)."""
    journeys = page.view.market.journeys
    values = {_values(journey) for journey in journeys}
    title = short.travel_label(page.speak)
    items = list[tuple[str, str, str, int]]()
    for letter, card, left in journeys:
        own = "" if len(values) == 1 else f" {values_text(card.values)}"
        pay = short.payment_text(card, page.speak)
        words = " ".join(filter(None, [f"{page.cost(card.time, card.coins)}{own}", pay]))
        items.append((letter, page.star(f"travel {letter}"), words, left))
    head = span_line(f"{title} {min(values)}" if len(values) == 1 else title)
    if page.is_roomy:
        return _entry_lines(
            page, head, [f"{a}{b}{c}: {page.speak(message('{n} left', n=n))}" for a, b, c, n in items]
        )
    first: list[Item] = [(0, head)]
    column, beside = 14, 3
    for number, (letter, star, words, left) in enumerate(items[:beside]):
        said = page.speak(message("{n} left", n=left)) if number == 0 else str(left)
        whole = f"{letter}{star}{words}: {said}"
        first.append((column, span_line(whole)))
        column += len(whole) + 3
    second: list[Item] = [
        (
            14 + 30 * number if number else 0,
            span_line(f"{'' if number else ' ' * 14}{letter}{star}{words} {left}"),
        )
        for number, (letter, star, words, left) in enumerate(items[beside:])
    ]
    return [line for row in (first, second) if row for line in placed_lines(row, page.width)]


def _entry_lines(page: Page, head: Line, entries: list[str]) -> list[Line]:
    """A heading and its entries, as many in each line as fit."""
    at, wide = page.column(14, 27), min(page.width, page.display_width + 2)
    rows: list[Line] = [[*head, Span(" " * (at - line_width(head)))]]
    for number, entry in enumerate(entries):
        gap = "   " if number and line_width(rows[-1]) > at else ""
        if gap and line_width(rows[-1]) + len(gap) + screen_width(entry) > wide:
            rows.append(span_line(" " * at))
            gap = ""
        rows[-1] += [Span(f"{gap}{entry}")]
    return rows


def _school_lines(page: Page) -> list[Line]:
    """The banners on every village board: those of the school and the headman (VILLAGE 7.7 to 7.9)."""
    board, speak = page.view.board, page.speak
    school = f"{speak(SCHOOL)} {values_text(board.school_values)}"
    villager = message(
        "{time} for a villager (on the right: +{n} SP)",
        time=page.cost(board.school_time),
        n=board.school_story,
    )
    headman = message("headman ? {time}", time=page.cost(board.headman_time))
    items = [span_line(school), span_line(speak(villager)), span_line(speak(headman))]
    columns = (0, page.column(14, 27), page.column(58, 84))
    return placed_lines(list(zip(columns, items, strict=True)), page.width)
