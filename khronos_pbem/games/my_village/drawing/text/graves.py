"""The graves board in text: the chronicle, the graves and the rat (VILLAGE 9, 16)."""

from __future__ import annotations

from khronos_pbem.canvas.spans import HEAD, Line, Span, flow
from khronos_pbem.games.my_village.drawing.text.page import Item, Page, placed_lines, span_line
from khronos_pbem.games.my_village.model.position import Position, Village
from khronos_pbem.games.my_village.model.terms import Advantage, Person
from khronos_pbem.games.my_village.rules.base.board_queries import has_advantage
from khronos_pbem.messages import Message, message, plural_message

NEAR = 6
"""From so many steps away the rat can reach the invasion space (VILLAGE 9.6)."""

_SPACES = 24
"""The longest track that is drawn space by space."""


def rat_track_text(position: Position) -> str:
    """The rat on its track, `!` for red spaces: `[.....R..!!!!!!]`; numbers if the track is long."""
    start = position.cards.board.rat[len(position.players)]
    if start > _SPACES:
        return f"[{start - position.rat}/{start}]"
    spaces = ["!" if start - place <= NEAR else "." for place in range(start)]
    if position.rat == 0:
        return f"[{''.join(spaces)}]R"
    spaces[start - position.rat] = "R"
    return f"[{''.join(spaces)}]"


def rat_line(page: Page) -> Line:
    """The rat: its distance to the invasion space, and its track."""
    position = page.position
    start = position.cards.board.rat[len(position.players)]
    steps = plural_message("{n:>2} step to go", "{n:>2} steps to go", position.rat)
    begins = message("start {n}", n=start)
    words = f"{page.speak(steps)}  {rat_track_text(position)}  {page.speak(begins)}"
    return [*page.label(message("rat"), "rat"), Span(words)]


def chronicle_places_text(position: Position, person: Person) -> str:
    """The chronicle places of a profession: `x` for a filled one, else the story points it gives."""
    values = position.cards.board.chronicle[person]
    filled = position.chronicle[tuple(Person).index(person)]
    return "x" * filled + "".join(map(str, values[filled:]))


def chronicle_lines(page: Page) -> list[Line]:
    """The chronicle places of each profession, and the graves."""
    label = page.label(message("chronicle"), *Person)
    items: list[Item] = [(0, label)]
    column = 11
    for person in Person:
        changed = page.changed(person)
        words = f"{page.speak(person)} {chronicle_places_text(page.position, person)}"
        items.append((column, span_line(words, HEAD if changed else "")))
        column += len(words) + 2
    return [*placed_lines(items, page.width), *placed_lines(grave_items(page), page.width)]


def grave_items(page: Page) -> list[Item]:
    """The number of graves, and of the coffins that end the game (VILLAGE 10.1)."""
    position = page.position
    end = position.cards.board.end[len(position.players)]
    graves = [*page.label(message("graves"), "graves"), Span(f"{position.graves:>2}")]
    coffins = page.speak(message("coffins {n} of {end}", n=position.coffins, end=end))
    return [(0, graves), (30, span_line(coffins))]


def rat_loss_message(village: Village) -> Message:
    """The story points that an invasion would take from a player now (VILLAGE 9.7, 9.8)."""
    return message("{who} {n} SP", who=village.colour, n=0 if village.gone else village.tree // 2)


def grave_lines(page: Page) -> list[Line]:
    """The whole graves board: chronicle, graves, rat, and the losses it would bring."""
    return [*chronicle_lines(page), *placed_lines([(0, rat_line(page))], page.width), *risk_lines(page)]


def risk_lines(page: Page) -> list[Line]:
    """What the rats would take from each player, and who could use the sanatorium."""
    position, speak = page.position, page.speak
    losses = [[span_line(speak(rat_loss_message(village)))] for village in position.players]
    sheltered = [
        [span_line(speak(message("{who} can use the sanatorium", who=village.colour)))]
        for village in position.players
        if can_shelter(position, village)
    ]
    head = [[span_line(speak(message("if the rats came, they would take:")))]]
    return flow([*head, *losses, *sheltered], page.width, 2)


def can_shelter(position: Position, village: Village) -> bool:
    """Whether the sanatorium has a free place and the abbot lives (VILLAGE 9.8)."""
    return (
        has_advantage(village, Advantage.SANATORIUM)
        and village.sheltered < position.cards.card[village.church].places
    )
