"""The main board in text: round, pool, hand, the display of cards (VILLAGE 16)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations, zip_longest

from khronos_pbem.canvas.spans import DIM, HEAD, Line, Span, flow, length
from khronos_pbem.games.my_village.drawing import short
from khronos_pbem.games.my_village.drawing.page import WIDE, Item, Page, laid, text
from khronos_pbem.games.my_village.model.position import Die, Position
from khronos_pbem.games.my_village.model.words import (
    CHAMBERS,
    FIELD,
    LETTERS,
    PILES,
    SQUARE,
    WORKSHOPS,
    Phase,
    numbers,
)
from khronos_pbem.games.my_village.rules import facts
from khronos_pbem.saying import Said, say

WHITE, BLACK = "bold #000000 on #eeeeee", "bold #ffffff on #303030"
_RIGHT, _BESIDE = 32, 76
"""Where the other cards begin beside the workshops, and how many columns it takes to have both."""

_CELL = 26
"""The columns of a customer in a zone as wide as the display."""


def state(position: Position) -> Said:
    """The round, the turn and who is to act, as a sentence."""
    if position.phase is Phase.OVER:
        return say("the game is over")
    if position.phase is Phase.SETUP:
        return say("the set-up")
    parts = {
        "turn": position.number,
        "turns": position.turns,
        "who": position.players[position.active].colour,
    }
    if position.rounds:
        return say(
            "round {round} of {rounds}, turn {turn} of {turns}: {who} to act",
            round=position.round, rounds=position.rounds, **parts,
        )  # fmt: skip
    return say("round {round}, turn {turn} of {turns}: {who} to act", round=position.round, **parts)


def head_lines(page: Page) -> list[Line]:
    """Round and turn, who opened the round, the pool with its sums, the hand."""
    position, speak = page.position, page.speak
    opened = text(speak(say("{who} opened the round", who=position.players[position.first].colour)))
    title = text(f"MY VILLAGE   {speak(state(position))}", HEAD)
    lines = laid([(0, title), (WIDE + 2 - length(opened), opened)], page.width, 13)
    return [*lines, *pool_lines(page)]


def pool_lines(page: Page) -> list[Line]:
    """The dice that are left, and the values they make without paying (VILLAGE 4.1)."""
    pool = page.position.pool
    dice: Line = []
    for die in pool:
        if dice:
            dice.append(Span("  " if die.black and not _last_black(dice) else " "))
        dice.append(Span(str(die), BLACK if die.black else WHITE))
    dice = [Span(" "), *(dice or text("-"))]
    return laid(
        [(0, [*page.label(say("pool"), "pool"), *dice]), (30, text(page.speak(sums(pool))))], page.width
    )


def _last_black(dice: Line) -> bool:
    return dice[-1].style == BLACK


def sums(pool: Iterable[Die]) -> Said:
    """What the pool makes without paying: of white dice, and with black ones among them."""
    pairs = list(combinations(pool, 2))
    white = {one.face + two.face for one, two in pairs if not one.black and not two.black}
    black = {one.face + two.face for one, two in pairs if one.black or two.black}
    shown = [" ".join(map(str, sorted(each))) or "-" for each in (white, black)]
    if black:
        return say("sums {white}; with black dice {black}", white=shown[0], black=shown[1])
    return say("sums {white}", white=shown[0])


def hand_line(page: Page) -> Line:
    """The first player's hand: its values, who has it, its side, what lies on it (VILLAGE 7.2)."""
    position, hand = page.position, page.position.hand
    who = position.players[hand.holder].colour
    where = say("{who}'s, back, {n} SP", who=who, n=hand.story)
    if hand.palm:
        where = say("{who}'s, palm, {n} SP", who=who, n=hand.story)
    values = numbers(position.cards.board.hand_values)
    return [*page.label(say("hand"), "hand"), Span(f" {values}  {page.speak(where)}")]


def display_lines(page: Page) -> list[Line]:
    """All that can be taken and bought: customers, workshops, the other cards, travels."""
    left, right = _shop_rows(page), _other_rows(page)
    if page.width < _BESIDE:
        beside = [[(column - _RIGHT, words) for column, words in row] for row in right]
        rows = [*left, *beside]
    else:
        rows = [[*(one or [(0, [])]), *(two or [])] for one, two in zip_longest(left, right)]
    lines = [line for row in rows for line in laid(row, page.width)]
    return [*_desk_lines(page), *customer_lines(page, page.position.zone), *lines, *_travel_lines(page)]


def _desk_lines(page: Page) -> list[Line]:
    position, board = page.position, page.position.cards.board
    title = page.speak(say("desk"))
    items: list[Item] = [(0, text(f"{title} {numbers(board.desk_values)}"))]
    column = 13
    for count, price in enumerate(zip(board.desk_time, board.desk_coins, strict=True), 1):
        words = f"{count}: {short.cost(*price)}"
        items.append((column, text(words)))
        column += len(words) + 3
    pile = text(page.speak(say("{n} in the pile", n=len(facts.customers_left(position)))))
    return laid([*items, (WIDE - length(pile), pile)], page.width)


def customer_lines(page: Page, cards: Iterable[str], seat: str = "") -> list[Line]:
    """Customers with values, goods and prestige, as many beside each other as fit (VILLAGE 16)."""
    wide = _CELL if page.width >= WIDE else _CELL - 1
    cells = [_customer(page, card, seat, wide) for card in cards]
    if not cells:
        return [text("  -", DIM)]
    beside = max(1, min(3, (page.width + 1) // wide))
    if any(length(cell) > wide for cell in cells):
        beside = 1
    return [_in_cells(cells[at : at + beside], wide) for at in range(0, len(cells), beside)]


def _in_cells(cells: list[Line], wide: int) -> Line:
    """Cells beside each other: where there is room a blank stands between the star and the card."""
    line: Line = []
    for number, (star, words) in enumerate(cells):
        here = number * wide - (1 if number and wide == _CELL else 0)
        line += [Span(" " * max(0, here - length(line))), star]
        line += [Span(" " * max(0, number * wide + 1 - length(line))), words]
    return line


def _customer(page: Page, name: str, seat: str, wide: int) -> Line:
    """A star if it came, then the card: `k11 3/11 parchment     3`."""
    card = page.position.cards.card[name]
    changed = page.changed(name, seat=seat)
    wanted = short.fitted(card.pay[0], page.speak, wide - 12)
    gap = " " if len(wanted) >= short.GOODS_WIDE else ""
    words = f"{name} {numbers(card.values):<4} {wanted:<{short.GOODS_WIDE}}{gap}{card.prestige}"
    return [Span("*" if changed else " "), Span(words, HEAD if changed else "")]


def _shop_rows(page: Page) -> list[list[Item]]:
    """The columns of workshops: `#` for a card that can be bought."""
    cards = page.position.cards
    kinds = {kind: [numbers(cards.card[card].values) for card in cards.columns[kind]] for kind in WORKSHOPS}
    heads = kinds[WORKSHOPS[0]]
    alike = all(values == heads for values in kinds.values()) and max(map(len, heads)) == 3 and len(heads) < 5
    rows: list[list[Item]] = [[(0, text(page.speak(say("workshop"))))]]
    if alike:
        rows[0] += [(14 + 4 * place, text(values)) for place, values in enumerate(heads)]
    for kind in WORKSHOPS:
        here = cards.columns[kind]
        word = f"{page.speak(short.SHOPS[kind])} {short.cost(cards.types[kind].time)}"
        row: list[Item] = [(0, text(f"{page.star(*here)}{word}", HEAD if page.changed(*here) else ""))]
        left = facts.column(page.position, kind)
        if alike:
            row += [(15 + 4 * place, text("#" if card in left else "-")) for place, card in enumerate(here)]
        else:
            row.append((14, text(" ".join(numbers(cards.card[card].values) for card in left) or "-")))
        rows.append(row)
    return rows


def _other_rows(page: Page) -> list[list[Item]]:
    """Churches, chambers, squares and fields, monks."""
    return [*_church_rows(page), *_chamber_rows(page), _square_row(page), *_monk_rows(page)]


def _choices(page: Page, label: Line, words: list[str]) -> list[list[Item]]:
    """A label and what there is, in a second row if need be."""
    room = min(page.width, 80) - 48 if page.width >= _BESIDE else page.width - 16
    lines = flow([[text(word)] for word in words] or [[text("-")]], room)
    first = lines[0] if lines else text("-")
    column = min(48, max(_RIGHT + length(label) + 1, min(page.width, 80) - length(first)))
    rows: list[list[Item]] = [[(_RIGHT, label), (column, first)]]
    return [*rows, *([(48, line)] for line in lines[1:])]


def _church_rows(page: Page) -> list[list[Item]]:
    cards, left = page.position.cards, facts.churches_left(page.position)
    kinds = {(numbers(cards.card[name].values), cards.card[name].time) for name in cards.churches}
    label = page.label(say("church"), *cards.churches)
    words = [page.speak(name) for name in left]
    if len(kinds) == 1:
        [(values, time)] = kinds
        words = [" ".join(words)] if words else []
        return _choices(page, [*label, Span(f"{values} {short.cost(time)}")], words)
    priced = [
        f"{page.speak(n)} {numbers(cards.card[n].values)} {short.cost(cards.card[n].time)}" for n in left
    ]
    return _choices(page, label, priced)


def _chamber_rows(page: Page) -> list[list[Item]]:
    cards = page.position.cards
    times = {cards.card[name].time for name in CHAMBERS}
    label = page.label(say("chamber"), *CHAMBERS)
    words = []
    for name in facts.chambers_left(page.position):
        time = "" if len(times) == 1 else f" {short.cost(cards.card[name].time)}"
        words.append(f"{page.speak(name)} {numbers(cards.card[name].values)}{time}")
    if len(times) == 1:
        label = [*label, Span(short.cost(*times))]
    return _choices(page, label, words)


def _square_row(page: Page) -> list[Item]:
    cards, position = page.position.cards.card, page.position
    square, field = cards[SQUARE], cards[FIELD]
    left = [facts.squares_left(position), facts.fields_left(position)]
    squares, fields = (page.speak(say("{n} left", n=n)) for n in left)
    head = [
        *page.label(SQUARE, SQUARE),
        Span(f"{numbers(square.values)} {short.cost(square.time, square.coins)}"),
    ]
    more = [*page.label(FIELD, FIELD), Span(f"{numbers(field.values)} {short.cost(field.time)}  {fields}")]
    return [(_RIGHT, head), (48, text(squares)), (58, more)]


def _monk_rows(page: Page) -> Iterator[list[Item]]:
    """The open monk of each pile, what it does, how many are below it (VILLAGE 8.10)."""
    position, cards = page.position, page.position.cards
    for number, pile in enumerate(PILES):
        name, alike = facts.open_monk(position, pile), cards.piles[pile]
        label = page.label(pile, pile, *cards.monks[pile])
        price = Span(f"{numbers(alike.values)} {short.cost(alike.time, alike.coins)}")
        more = page.speak(say("{n} more", n=len(facts.monks_left(position, pile))))
        shown = short.effects(cards.card[name].first, page.speak) if name else "-"
        head: list[Item] = [] if number else [(_RIGHT, text(page.speak(say("monk"))))]
        yield [*head, (38, [*label, price]), (58, text(shown)), (70, text(more))]


def _travel_lines(page: Page) -> list[Line]:
    """The letters: what the next card of each costs, how many are left (VILLAGE 8.13)."""
    position, letters = page.position, page.position.cards.letters
    values = {numbers(letters[letter].values) for letter in LETTERS}
    title = short.travel_label(page.speak)
    items = []
    for letter in LETTERS:
        card = letters[letter]
        own = "" if len(values) == 1 else f" {numbers(card.values)}"
        pay = short.alternatives(card, page.speak)
        words = " ".join(filter(None, [f"{short.cost(card.time, card.coins)}{own}", pay]))
        left = len(facts.travels_left(position, letter))
        items.append((letter, page.star(f"travel {letter}"), words, left))
    head = text(f"{title} {min(values)}" if len(values) == 1 else title)
    first: list[Item] = [(0, head)]
    column = 14
    for number, (letter, star, words, left) in enumerate(items[:3]):
        said = page.speak(say("{n} left", n=left)) if number == 0 else str(left)
        whole = f"{letter}{star}{words}: {said}"
        first.append((column, text(whole)))
        column += len(whole) + 3
    second: list[Item] = [
        (14 + 30 * number if number else 0, text(f"{'' if number else ' ' * 14}{letter}{star}{words} {left}"))
        for number, (letter, star, words, left) in enumerate(items[3:])
    ]
    return [*laid(first, page.width), *laid(second, page.width)]
