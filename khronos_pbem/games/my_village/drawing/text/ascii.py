"""The whole position, or one board of it, as text (VILLAGE 16)."""

from __future__ import annotations

from collections.abc import Iterable

from khronos_pbem.canvas.spans import DIM, Line, Span, flow, line_width, words
from khronos_pbem.games.my_village.drawing.text.below import (
    below_lines,
    separator_line,
    waiting_customer_lines,
)
from khronos_pbem.games.my_village.drawing.text.graves import (
    chronicle_lines,
    grave_lines,
    rat_line,
    risk_lines,
)
from khronos_pbem.games.my_village.drawing.text.market import display_lines, hand_line, head_lines
from khronos_pbem.games.my_village.drawing.text.page import Page, placed_lines
from khronos_pbem.games.my_village.drawing.text.villages import village_lines
from khronos_pbem.games.my_village.model.boards import MARKET, VILLAGES
from khronos_pbem.messages import Translate, message

LEGEND = (
    message(
        "o a marker, . a free place, x a filled place in the chronicle, ! a red space on the rat's track"
    ),
    message("# a card that you can buy, - a card already taken, p a plough"),
    message("2t: 2 time, 1c: 1 coin, PP: prestige points at the end, SP: story points"),
    message("5/8: values of a banner, ?: any value, b4: a black die"),
    message("hor. horse, plo. plough, par. parchment, wag. wagon"),
    message(
        "red's, palm: red has the hand, and the others can still take it; back: it has already "
        "been taken this round"
    ),
    message("clock ..o....: on the third cloud; @hall, @coin, @story: where the headman is"),
    message("Ab abbot, Co councillor, Tr traveller, Cr craftsman, Me merchant, -- dead"),
    message("L. a trainee on the left of the school, .R on the right"),
    message("tile on k14: k14 can also be used with 2 or 12"),
    message(
        '"journey A3 B5": journeys A and B, worth 3 and 5 PP; "served 2: 6": two customers served, worth 6 PP'
    ),
    message("* and bold: changed"),
)


def position_lines(page: Page, board: str | None = None) -> list[Line]:
    """The position, or one board of it, in lines of the page's width."""
    line = separator_line(min(page.display_width, page.width))
    below = below_lines(page)
    if board == MARKET:
        lines = [
            *head_lines(page),
            *placed_lines([(0, hand_line(page))], page.width),
            line,
            *display_lines(page),
        ]
    elif board == VILLAGES:
        lines = [*head_lines(page)[:1], line, *village_lines(page), line, *waiting_customer_lines(page)]
    elif board is not None:
        lines = [*head_lines(page)[:1], line, *grave_lines(page)]
    else:
        top = [*head_lines(page), *_hand_and_rat_lines(page), *chronicle_lines(page), *risk_lines(page)]
        lines = [*top, line, *display_lines(page), line, *village_lines(page), line, *below]
    return [cut for each in lines for cut in _wrapped(each, page.width)]


def _hand_and_rat_lines(page: Page) -> list[Line]:
    """The hand and the rat, side by side if both fit, otherwise in separate lines."""
    hand, rat = hand_line(page), rat_line(page)
    at = page.column(30, 40)
    if max(at, line_width(hand) + 1) + line_width(rat) <= page.width:
        return placed_lines([(0, hand), (at, rat)], page.width)
    return [*placed_lines([(0, hand)], page.width), *placed_lines([(0, rat)], page.width)]


def _wrapped(line: Line, width: int) -> list[Line]:
    """A line wrapped to the given width; unchanged if it fits."""
    if line_width(line) <= width or width < 1:
        return [line]
    return flow([_chopped_words(span, width - 3) for span in line if span.text.strip()], width, 1)


def _chopped_words(span: Span, width: int) -> list[Line]:
    """The words of a span, each cut into pieces of at most the given width."""
    room = max(1, width)
    return [
        [Span(word[at : at + room], span.style)]
        for word in span.text.split()
        for at in range(0, len(word), room)
    ]


def legend_lines(width: int, speak: Translate) -> list[Line]:
    """The meanings of the signs, in lines of at most the given width."""
    entries: Iterable[list[Line]] = (words(speak(entry), DIM) for entry in LEGEND)
    return flow(entries, width)
