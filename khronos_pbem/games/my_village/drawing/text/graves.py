"""Death in text: the chronicle, the graves, the rat (VILLAGE 9, 16)."""

from __future__ import annotations

from khronos_pbem.canvas.spans import HEAD, Line, Span, flow
from khronos_pbem.games.my_village.drawing.text.page import Item, Page, laid, text
from khronos_pbem.games.my_village.model.position import Position, Village
from khronos_pbem.games.my_village.model.terms import Advantage, Person
from khronos_pbem.games.my_village.rules.base.board_queries import enjoys
from khronos_pbem.messages import Message, message, plural_message

NEAR = 6
"""From so many steps away the rat can reach the invasion space (VILLAGE 9.6)."""

_SPACES = 24
"""The longest track that is drawn space by space."""


def track(position: Position) -> str:
    """The rat on its track, the red spaces marked: `[.....R..!!!!!!]`."""
    start = position.cards.board.rat[len(position.players)]
    if start > _SPACES:
        return f"[{start - position.rat}/{start}]"
    spaces = ["!" if start - place <= NEAR else "." for place in range(start)]
    if position.rat == 0:
        return f"[{''.join(spaces)}]R"
    spaces[start - position.rat] = "R"
    return f"[{''.join(spaces)}]"


def rat_line(page: Page) -> Line:
    """How far the rat is."""
    position = page.position
    start = position.cards.board.rat[len(position.players)]
    steps = plural_message("{n:>2} step to go", "{n:>2} steps to go", position.rat)
    begins = message("start {n}", n=start)
    words = f"{page.speak(steps)}  {track(position)}  {page.speak(begins)}"
    return [*page.label(message("rat"), "rat"), Span(words)]


def places(position: Position, person: Person) -> str:
    """The places of a profession in the chronicle: `x` is filled, a number what the next is worth."""
    values = position.cards.board.chronicle[person]
    filled = position.chronicle[tuple(Person).index(person)]
    return "x" * filled + "".join(map(str, values[filled:]))


def chronicle_lines(page: Page) -> list[Line]:
    """The two places of each profession, and the graves."""
    label = page.label(message("chronicle"), *Person)
    items: list[Item] = [(0, label)]
    column = 11
    for person in Person:
        changed = page.changed(person)
        words = f"{page.speak(person)} {places(page.position, person)}"
        items.append((column, text(words, HEAD if changed else "")))
        column += len(words) + 2
    return [*laid(items, page.width), *laid(grave_items(page), page.width)]


def grave_items(page: Page) -> list[Item]:
    """The graves, and how many coffins end the game (VILLAGE 10.1)."""
    position = page.position
    end = position.cards.board.end[len(position.players)]
    graves = [*page.label(message("graves"), "graves"), Span(f"{position.graves:>2}")]
    coffins = page.speak(message("coffins {n} of {end}", n=position.coffins, end=end))
    return [(0, graves), (30, text(coffins))]


def risk(village: Village) -> Message:
    """What an invasion would cost a player now (VILLAGE 9.7, 9.8)."""
    return message("{who} {n} SP", who=village.colour, n=0 if village.gone else village.tree // 2)


def grave_lines(page: Page) -> list[Line]:
    """Chronicle and graves, the rat, and what it would take of whom."""
    return [*chronicle_lines(page), *laid([(0, rat_line(page))], page.width), *risk_lines(page)]


def risk_lines(page: Page) -> list[Line]:
    """What the rats would take of whom, and who could use the sanatorium against them."""
    position, speak = page.position, page.speak
    losses = [[text(speak(risk(village)))] for village in position.players]
    sheltered = [
        [text(speak(message("{who} can use the sanatorium", who=village.colour)))]
        for village in position.players
        if can_shelter(position, village)
    ]
    head = [[text(speak(message("if the rats came, they would take:")))]]
    return flow([*head, *losses, *sheltered], page.width, 2)


def can_shelter(position: Position, village: Village) -> bool:
    """Whether the sanatorium has a free place and a living abbot (VILLAGE 9.8)."""
    return (
        enjoys(village, Advantage.SANATORIUM)
        and village.sheltered < position.cards.card[village.church].places
    )
