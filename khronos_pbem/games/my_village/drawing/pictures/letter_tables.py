"""The boards of My Village as tables for letters (`features.letter_tables`)."""

from __future__ import annotations

from collections.abc import Iterator

from khronos_pbem.canvas.grids import Cell, Grid, Row
from khronos_pbem.canvas.player_styles import INK
from khronos_pbem.engine.features.letter_tables import Grids
from khronos_pbem.engine.features.protocols import PositionToDraw
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
from khronos_pbem.games.my_village.drawing.text.page import Page, page_of
from khronos_pbem.games.my_village.model.boards import GRAVES, MARKET, VILLAGES
from khronos_pbem.games.my_village.model.cards import Card
from khronos_pbem.games.my_village.model.position import Position
from khronos_pbem.games.my_village.model.terms import values_text
from khronos_pbem.games.my_village.view import VillageView
from khronos_pbem.messages import Translate, VerbatimText, clauses, message, plural_message

_ACROSS = 6


class VillageTables(Grids[Position]):
    """The main board, a table for each village, and the graves, for letters."""

    def grids(self, shown: PositionToDraw[Position]) -> tuple[Grid, ...]:
        """The tables of all boards: first the main board, then the villages, then the graves."""
        page = page_of(shown)
        villages = (_village(page, village) for village in page.view.villages)
        return (_market(page), *villages, _graves(page))

    def legend(self, position: Position, speak: Translate) -> list[str]:
        """The abbreviations, and the meaning of underlining and brackets."""
        told = [entry for entry in LEGEND if entry.startswith(("o a marker", "2t", "5/8"))]
        return [
            speak(entry) for entry in (*told, message("underlined: changed; in brackets: not in the village"))
        ]


def text_cell(words: str, wide: int, fill: str = "#fffaf0", *, marked: bool = False) -> Cell:
    """A cell `wide` columns wide with a text of one or more lines."""
    return Cell(tuple(words.split("\n")), fill, INK, wide, 1, (), marked)


def _board_text(page: Page, title: str, board: str, who: str = "") -> str:
    """The content of a board in words, as alternative text."""
    lines = fact_lines(page.view, page.marks, page.speak, board)
    if who:
        prefix = page.speak(message("{who}: {what}", who=who, what="")).strip()
        lines = [line for line in lines if line.startswith(prefix)]
    return page.speak(message("{title}: {what}", title=title, what=clauses(map(VerbatimText, lines))))


def _cost_text(page: Page, time: int, coins: int = 0) -> str:
    return short.cost_text(time, coins, page.speak, full=True)


def _row(page: Page, label: str, words: str, *changed: str, wide: int = _ACROSS) -> Row:
    return Row(page.speak(label), (text_cell(words, wide, marked=page.changed(*changed)),))


# --- the main board -----------------------------------------------------------------------------------------


def _market(page: Page) -> Grid:
    speak = page.speak
    title, note = speak(MARKET), speak(state_message(page.view.turn))
    rows = (*_table_rows(page), *_customer_rows(page), *_workshop_rows(page), *_card_rows(page))
    return Grid(title, _board_text(page, title, MARKET), ("",) * _ACROSS, rows, (note,))


def _table_rows(page: Page) -> Iterator[Row]:
    market, board, speak = page.view.market, page.view.board, page.speak
    dice = " ".join(speak(die.word) for die in market.pool) or "-"
    yield _row(page, message("pool"), f"{dice}\n{speak(sums_message(market.pool))}", "pool")
    said = short.hand_message(market.hand)
    yield _row(page, message("hand"), f"{values_text(board.hand_values)}: {speak(said)}", "hand")
    prices = enumerate(zip(board.desk_time, board.desk_coins, strict=True), 1)
    desk = ", ".join(f"{count}: {_cost_text(page, *price)}" for count, price in prices)
    left = speak(message("{n} in the pile", n=market.customers_left))
    yield _row(page, message("desk"), f"{values_text(board.desk_values)}: {desk}\n{left}")


def _customer_rows(page: Page) -> Iterator[Row]:
    zone = page.view.market.zone
    for at in range(0, len(zone), 3):
        here = zone[at : at + 3]
        cells = [text_cell(customer_text(page, card), 2, marked=page.changed(card.id)) for card in here]
        cells += [text_cell("", 2)] * (3 - len(here))
        yield Row(page.speak(message("customers")) if at == 0 else "", tuple(cells))


def customer_text(page: Page, card: Card) -> str:
    """A customer in two lines: name and values, then goods and prestige points."""
    wanted = short.goods_text(card.pay[0], page.speak)
    return f"{card.id} {values_text(card.values)}\n{wanted}: {card.prestige} PP"


def _workshop_rows(page: Page) -> Iterator[Row]:
    for kind, card, offers in page.view.market.workshops:
        words = ", ".join(values_text(offer.card.values) for offer in offers if offer.left) or "-"
        cost = _cost_text(page, card.time)
        yield _row(page, short.SHOPS[kind], f"{cost}: {words}", *(offer.name for offer in offers))


def _card_rows(page: Page) -> Iterator[Row]:
    """Rows for churches, chambers, squares, fields, monks and journeys."""
    market, speak = page.view.market, page.speak
    for label, offers in ((message("church"), market.churches), (message("chamber"), market.chambers)):
        words = [
            f"{speak(name)} {values_text(card.values)} {_cost_text(page, card.time)}"
            for name, card, left in offers
            if left
        ]
        yield _row(page, label, ", ".join(words) or "-", *(offer.name for offer in offers))
    for name, card, left in (market.squares, market.fields):
        price = f"{values_text(card.values)} {_cost_text(page, card.time)}"
        said = message("{n} left", n=left)
        yield _row(page, name, f"{price}: {speak(said)}", name)
    for pile, card, top, effects, left, members in market.monks:
        effect = short.effects_text(effects, speak) if top else "-"
        more = speak(message("{n} more", n=left))
        price = f"{values_text(card.values)} {_cost_text(page, card.time, card.coins)}"
        yield _row(page, pile, f"{price}: {effect}, {more}", pile, *members)
    travels = []
    for letter, card, left in market.journeys:
        parts = [letter, _cost_text(page, card.time, card.coins), short.payment_text(card, speak)]
        travels.append(f"{' '.join(filter(None, parts))}: {left}")
    told, changed = ", ".join(travels), [f"travel {offer.name}" for offer in market.journeys]
    yield Row(short.travel_label(speak), (text_cell(told, _ACROSS, marked=page.changed(*changed)),))


# --- the villages and the graves ----------------------------------------------------------------------------


def _village(page: Page, village: VillageView) -> Grid:
    who = village.colour
    title = page.speak(message("{who}: {n} PP", who=who, n=village.score))
    return Grid(title, _board_text(page, title, VILLAGES, who), ("",) * 5, tuple(village_rows(page, village)))


def _graves(page: Page) -> Grid:
    board, speak = page.view.graves, page.speak
    title, five = speak(GRAVES), len(board.chronicle)
    cells = []
    for row in board.chronicle:
        words = f"{speak(row.person)}\n{' '.join(chronicle_places_text(row))}"
        fill = p.GONE if row.filled else "#fffaf0"
        cells.append(text_cell(words, 1, fill, marked=page.changed(row.person)))
    coffins = message("coffins {n} of {end}", n=board.coffins, end=board.end)
    steps = plural_message("{n:>2} step to go", "{n:>2} steps to go", board.rat)
    rows = (
        Row(speak(message("chronicle")), tuple(cells)),
        _row(page, message("graves"), f"{board.graves}; {speak(coffins)}", "graves", wide=five),
        _row(page, message("rat"), f"{speak(steps).strip()}\n{rat_track_text(board)}", "rat", wide=five),
    )
    losses = ", ".join(speak(rat_loss_message(village)) for village in page.view.villages)
    lost = message("if the rats came, they would take:")
    note = f"{speak(lost)} {losses}"
    return Grid(title, _board_text(page, title, GRAVES), ("",) * five, rows, (note,))
