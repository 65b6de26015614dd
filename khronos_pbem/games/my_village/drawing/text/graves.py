"""The graves board in text: the chronicle, the graves and the rat (VILLAGE 9, 16)."""

from __future__ import annotations

from khronos_pbem.canvas.spans import HEAD, Line, Span, flow
from khronos_pbem.games.my_village.drawing.text.page import Item, Page, placed_lines, span_line
from khronos_pbem.games.my_village.model.terms import Person
from khronos_pbem.games.my_village.view import ChronicleView, GravesView, VillageView
from khronos_pbem.messages import Message, message, plural_message

NEAR = 6
"""The largest distance, in steps, from which a single roll can cause an invasion (VILLAGE 9.6)."""

_SPACES = 24
"""The length of the longest track that is drawn space by space."""


def rat_track_text(board: GravesView) -> str:
    """The rat on its track, with `!` for red spaces: `[.....R..!!!!!!]`.

    A long track is shown as numbers: the steps taken and the length.
    """
    start = board.start
    if start > _SPACES:
        return f"[{start - board.rat}/{start}]"
    spaces = ["!" if start - place <= NEAR else "." for place in range(start)]
    if board.rat == 0:
        return f"[{''.join(spaces)}]R"
    spaces[start - board.rat] = "R"
    return f"[{''.join(spaces)}]"


def rat_line(page: Page) -> Line:
    """The rat: its distance to the invasion space, its track, and where it starts."""
    board = page.view.graves
    steps = plural_message("{n:>2} step to go", "{n:>2} steps to go", board.rat)
    begins = message("start {n}", n=board.start)
    words = f"{page.speak(steps)}  {rat_track_text(board)}  {page.speak(begins)}"
    return [*page.label(message("rat"), "rat"), Span(words)]


def chronicle_places_text(row: ChronicleView) -> str:
    """The chronicle places of a profession: `x` if filled, otherwise the story points for filling it."""
    return "x" * row.filled + "".join(map(str, row.points[row.filled :]))


def chronicle_lines(page: Page) -> list[Line]:
    """The chronicle places of each profession, and the graves."""
    label = page.label(message("chronicle"), *Person)
    items: list[Item] = [(0, label)]
    column = 11
    for row in page.view.graves.chronicle:
        changed = page.changed(row.person)
        words = f"{page.speak(row.person)} {chronicle_places_text(row)}"
        items.append((column, span_line(words, HEAD if changed else "")))
        column += len(words) + 2
    return [*placed_lines(items, page.width), *placed_lines(grave_items(page), page.width)]


def grave_items(page: Page) -> list[Item]:
    """The number of graves, and how many of the coffins that end the game are filled (VILLAGE 10.1)."""
    board = page.view.graves
    graves = [*page.label(message("graves"), "graves"), Span(f"{board.graves:>2}")]
    coffins = page.speak(message("coffins {n} of {end}", n=board.coffins, end=board.end))
    return [(0, graves), (30, span_line(coffins))]


def rat_loss_message(village: VillageView) -> Message:
    """The story points that a player would lose in an invasion now (VILLAGE 9.7, 9.8)."""
    return message("{who} {n} SP", who=village.colour, n=village.loss)


def grave_lines(page: Page) -> list[Line]:
    """The whole graves board: chronicle, graves, rat, and the losses from an invasion."""
    return [*chronicle_lines(page), *placed_lines([(0, rat_line(page))], page.width), *risk_lines(page)]


def risk_lines(page: Page) -> list[Line]:
    """The loss of each player in an invasion, and the players who could use the sanatorium."""
    villages, speak = page.view.villages, page.speak
    losses = [[span_line(speak(rat_loss_message(village)))] for village in villages]
    sheltered = [
        [span_line(speak(message("{who} can use the sanatorium", who=village.colour)))]
        for village in villages
        if village.shelters
    ]
    head = [[span_line(speak(message("if the rats came, they would take:")))]]
    return flow([*head, *losses, *sheltered], page.width, 2)
