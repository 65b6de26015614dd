"""The boards of My Village as tables for letters (`features.letter_tables`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from khronos_pbem.canvas.grids import Cell, Grid, Row
from khronos_pbem.canvas.player_styles import INK
from khronos_pbem.engine.contract import Event
from khronos_pbem.engine.features.letter_tables import Grids
from khronos_pbem.games.my_village.drawing.pictures import palette as p
from khronos_pbem.games.my_village.drawing.pictures.village_table import village_rows
from khronos_pbem.games.my_village.drawing.text import abbreviations as short
from khronos_pbem.games.my_village.drawing.text.ascii import LEGEND
from khronos_pbem.games.my_village.drawing.text.facts import fact_lines
from khronos_pbem.games.my_village.drawing.text.graves import (
    chronicle_places_text,
    rat_loss_message,
    rat_track_text,
)
from khronos_pbem.games.my_village.drawing.text.market import state_message, sums_message
from khronos_pbem.games.my_village.drawing.text.page import Page, changed_places
from khronos_pbem.games.my_village.model.boards import GRAVES, MARKET, VILLAGES
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.model.terms import (
    CHAMBERS,
    FIELD,
    LETTERS,
    PILES,
    SQUARE,
    WORKSHOPS,
    Person,
    values_text,
)
from khronos_pbem.games.my_village.rules.base import board_queries
from khronos_pbem.games.my_village.rules.phases.score import score
from khronos_pbem.messages import Speak, VerbatimText, clauses, message, plural_message

_ACROSS = 6


class VillageTables(Grids[Position]):
    """The main board, a table for each village, and the graves, for letters."""

    def grids(self, position: Position, events: Iterable[Event], speak: Speak) -> tuple[Grid, ...]:
        """The tables of all boards, in the order main board, villages, graves."""
        page = Page(position, changed_places(events), 0, speak)
        villages = (_village(page, seat) for seat in range(len(position.players)))
        return (_market(page), *villages, _graves(page))

    def legend(self, position: Position, speak: Speak) -> list[str]:
        """The abbreviations, and the meaning of underlining and brackets."""
        told = [entry for entry in LEGEND if entry.startswith(("o a marker", "2t", "5/8"))]
        return [speak(entry) for entry in (*told, message("underlined: changed; in brackets: not there"))]


def text_cell(words: str, wide: int, fill: str = "#fffaf0", *, marked: bool = False) -> Cell:
    """A cell `wide` columns wide with a text of one or more lines."""
    return Cell(tuple(words.split("\n")), fill, INK, wide, 1, (), marked)


def _board_text(page: Page, title: str, board: str, who: str = "") -> str:
    """The content of a board in words, as an alternative text."""
    lines = fact_lines(page.position, page.marks, page.speak, board)
    if who:
        prefix = page.speak(message("{who}: {what}", who=who, what="")).strip()
        lines = [line for line in lines if line.startswith(prefix)]
    return page.speak(message("{title}: {what}", title=title, what=clauses(map(VerbatimText, lines))))


def _cost_text(page: Page, time: int, coins: int = 0) -> str:
    return short.cost_text(time, coins, page.speak, full=True)


def _row(page: Page, label: str, words: str, *changed: str) -> Row:
    return Row(page.speak(label), (text_cell(words, _ACROSS, marked=page.changed(*changed)),))


# --- the main board -----------------------------------------------------------------------------------------


def _market(page: Page) -> Grid:
    speak = page.speak
    title = speak(MARKET)
    rows = [*_table_rows(page), *_customer_rows(page), *_workshop_rows(page), *_card_rows(page)]
    return Grid(
        title,
        _board_text(page, title, MARKET),
        ("",) * _ACROSS,
        tuple(rows),
        (speak(state_message(page.position)),),
    )


def _table_rows(page: Page) -> Iterator[Row]:
    position, board, speak = page.position, page.position.cards.board, page.speak
    dice = " ".join(map(str, position.pool)) or "-"
    yield _row(page, message("pool"), f"{dice}\n{speak(sums_message(position.pool))}", "pool")
    held, who = position.hand, position.players[position.hand.holder].colour
    said = short.hand_message(who, held.story, palm=held.palm)
    yield _row(page, message("hand"), f"{values_text(board.hand_values)}: {speak(said)}", "hand")
    prices = enumerate(zip(board.desk_time, board.desk_coins, strict=True), 1)
    desk = ", ".join(f"{count}: {_cost_text(page, *price)}" for count, price in prices)
    left = speak(message("{n} in the pile", n=len(board_queries.customers_left(position))))
    yield _row(page, message("desk"), f"{values_text(board.desk_values)}: {desk}\n{left}")


def _customer_rows(page: Page) -> Iterator[Row]:
    zone = page.position.zone
    for at in range(0, len(zone), 3):
        cells = [
            text_cell(customer_text(page, name), 2, marked=page.changed(name)) if name else text_cell("", 2)
            for name in (*zone[at : at + 3], *[""] * (3 - len(zone[at : at + 3])))
        ]
        yield Row(page.speak(message("customers")) if at == 0 else "", tuple(cells))


def customer_text(page: Page, name: str) -> str:
    """A customer in two lines: name and values, then goods and prestige points."""
    found = page.position.cards.card[name]
    wanted = short.goods_text(found.pay[0], page.speak)
    return f"{name} {values_text(found.values)}\n{wanted}: {found.prestige} PP"


def _workshop_rows(page: Page) -> Iterator[Row]:
    cards = page.position.cards
    for kind in WORKSHOPS:
        left, here = board_queries.workshops_left(page.position, kind), cards.columns[kind]
        words = ", ".join(values_text(cards.card[name].values) for name in left) or "-"
        label = page.speak(short.SHOPS[kind])
        changed = page.changed(*here)
        yield Row(
            label,
            (text_cell(f"{_cost_text(page, cards.types[kind].time)}: {words}", _ACROSS, marked=changed),),
        )


def _card_rows(page: Page) -> Iterator[Row]:
    """Rows for churches, chambers, squares, fields, monks and journeys."""
    position, cards, speak = page.position, page.position.cards, page.speak
    groups = ((message("church"), cards.churches, board_queries.churches_left(position)),
              (message("chamber"), CHAMBERS, board_queries.chambers_left(position)))  # fmt: skip
    for label, names, left in groups:
        words = [
            f"{speak(n)} {values_text(cards.card[n].values)} {_cost_text(page, cards.card[n].time)}"
            for n in left
        ]
        yield _row(page, label, ", ".join(words) or "-", *names)
    for name, count in (
        (SQUARE, board_queries.squares_left(position)),
        (FIELD, board_queries.fields_left(position)),
    ):
        price = f"{values_text(cards.card[name].values)} {_cost_text(page, cards.card[name].time)}"
        said = message("{n} left", n=count)
        yield _row(page, name, f"{price}: {speak(said)}", name)
    for pile in PILES:
        name, alike = board_queries.open_monk(position, pile), cards.piles[pile]
        effect = short.effects_text(cards.card[name].first, speak) if name else "-"
        more = speak(message("{n} more", n=len(board_queries.monks_left(position, pile))))
        price = f"{values_text(alike.values)} {_cost_text(page, alike.time, alike.coins)}"
        yield _row(page, pile, f"{price}: {effect}, {more}", pile, *cards.monks[pile])
    travels = []
    for letter in LETTERS:
        card, count = cards.letters[letter], len(board_queries.travels_left(position, letter))
        parts = [letter, _cost_text(page, card.time, card.coins), short.payment_text(card, speak)]
        travels.append(f"{' '.join(filter(None, parts))}: {count}")
    told, changed = ", ".join(travels), [f"travel {letter}" for letter in LETTERS]
    yield Row(short.travel_label(speak), (text_cell(told, _ACROSS, marked=page.changed(*changed)),))


# --- the villages and the graves ----------------------------------------------------------------------------


def _village(page: Page, seat: int) -> Grid:
    position, speak = page.position, page.speak
    who = position.players[seat].colour
    title = speak(message("{who}: {n} PP", who=who, n=score(position, seat).total))
    return Grid(title, _board_text(page, title, VILLAGES, who), ("",) * 5, tuple(village_rows(page, seat)))


def _graves(page: Page) -> Grid:
    position, speak = page.position, page.speak
    title, five = speak(GRAVES), len(Person)
    cells = []
    for person in Person:
        words = f"{speak(person)}\n{' '.join(chronicle_places_text(position, person))}"
        filled = position.chronicle[tuple(Person).index(person)] > 0
        fill = p.GONE if filled else "#fffaf0"
        cells.append(text_cell(words, 1, fill, marked=page.changed(person)))
    coffins = message(
        "coffins {n} of {end}", n=position.coffins, end=position.cards.board.end[len(position.players)]
    )
    steps = plural_message("{n:>2} step to go", "{n:>2} steps to go", position.rat)
    rows = (
        Row(speak(message("chronicle")), tuple(cells)),
        Row(
            speak(message("graves")),
            (text_cell(f"{position.graves}; {speak(coffins)}", five, marked=page.changed("graves")),),
        ),
        Row(
            speak(message("rat")),
            (
                text_cell(
                    f"{speak(steps).strip()}\n{rat_track_text(position)}", five, marked=page.changed("rat")
                ),
            ),
        ),
    )
    losses = ", ".join(speak(rat_loss_message(village)) for village in position.players)
    lost = message("if the rats came, they would take:")
    note = f"{speak(lost)} {losses}"
    return Grid(title, _board_text(page, title, GRAVES), ("",) * five, rows, (note,))
