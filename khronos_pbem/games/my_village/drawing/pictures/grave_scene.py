"""The graves board in pictures: the chronicle, the graveyard and the rat."""

from __future__ import annotations

from collections.abc import Iterator

from khronos_pbem.canvas.player_styles import player_badge
from khronos_pbem.canvas.shapes import Circle, Polygon, Rect, Shape, Text
from khronos_pbem.games.my_village.drawing.pictures import emblems
from khronos_pbem.games.my_village.drawing.pictures import palette as p
from khronos_pbem.games.my_village.drawing.pictures.card_parts import (
    MARGIN,
    WIDE,
    Shapes,
    fitted_words,
    frame_if_changed,
    piece_shapes,
)
from khronos_pbem.games.my_village.drawing.text.graves import NEAR
from khronos_pbem.games.my_village.drawing.text.page import Page
from khronos_pbem.messages import message

HIGH = 470.0
_BOOK, _YARD, _TRACK, _RISK = 36.0, 196.0, 322.0, 420.0
_FULL = WIDE - 2 * MARGIN
_ROW = 9


def grave_ground() -> Shapes:
    """The background of the graves board: the book, the graveyard and the rat's track."""
    wall = [Rect(MARGIN + x * 20.0, _YARD, 18, 9, p.STONE, "#8f8778", 0.7, 1) for x in range(19)]
    return (
        Rect(0, 0, WIDE, HIGH, p.PARCHMENT, p.EDGE, 1, 8),
        Rect(MARGIN, _BOOK, _FULL, 150, "#6d4b34", p.INK, 1, 5),
        Rect(MARGIN + 5, _BOOK + 5, _FULL - 10, 140, "#fff8e6", p.EDGE, 1, 3),
        Polygon(((WIDE / 2, _BOOK + 5), (WIDE / 2, _BOOK + 145)), "", "#dccaa4", 2.4, open=True),
        Rect(MARGIN, _YARD + 6, _FULL, 112, "#c3d49b", p.EDGE, 1, 4),
        *wall,
        Rect(MARGIN, _TRACK, _FULL, 92, "#e3d6ba", p.EDGE, 1, 4),
    )


def grave_frame(page: Page) -> Shapes:
    """The title of the graves board, with the coffins that end the game."""
    board, speak = page.view.graves, page.speak
    said = speak(message("coffins {n} of {end}", n=board.coffins, end=board.end))
    ink = p.ASK if board.coffins >= board.end - 2 else p.INK
    return (
        fitted_words(MARGIN, 23, speak(message("graves")).upper(), 15, 200, p.INK, True),
        *emblems.coffin(WIDE - 172, 6, 22),
        fitted_words(WIDE - MARGIN, 22, said, 12, 140, ink, True, "end"),
    )


def grave_pieces(page: Page) -> Iterator[Shapes]:
    """The pieces of the graves board: chronicle places, graves, the rat and its possible losses."""
    yield from _chronicle(page)
    yield _graves(page)
    yield _rat(page)
    yield _risk(page)


def _chronicle(page: Page) -> Iterator[Shapes]:
    wide = (_FULL - 14) / 5
    for column, (person, values, filled) in enumerate(page.view.graves.chronicle):
        name = fitted_words(wide / 2, 16, page.speak(person), 10, wide, p.INK, True, "middle")
        shapes: list[Shape] = [name]
        for place, value in enumerate(values):
            y = 24 + place * 58.0
            if place < filled:
                shapes += emblems.coffin(wide / 2 - 24, y, 48)
            else:
                shapes.append(Rect(wide / 2 - 19, y + 2, 38, 46, "#fdf1d4", p.PALE, 1.2, 6))
                shapes += emblems.story(wide / 2 - 13, y + 8, 26)
                shapes.append(Text(wide / 2, y + 45, str(value), 12, "middle", p.INK, True))
        shapes += frame_if_changed(page, (2, 4, wide - 4, 132), person)
        title = page.speak(message("{who}: {n} in the chronicle", who=page.speak(person), n=filled))
        yield piece_shapes(MARGIN + 7 + column * wide, _BOOK + 5, shapes, title)


def _graves(page: Page) -> Shapes:
    count, shapes = page.view.graves.graves, list[Shape]()
    for place in range(min(count, 2 * _ROW)):
        down, right = divmod(place, _ROW)
        shapes += emblems.tombstone(6 + right * 41.0, 16 + down * 50.0, 40)
    if count > 2 * _ROW:
        shapes.append(Text(_FULL - 6, 112, f"+{count - 2 * _ROW}", 13, "end", p.INK, True))
    if not count:
        said = page.speak(message("no graves yet"))
        shapes.append(fitted_words(_FULL / 2, 66, said, 12, _FULL, "#4f5d33", anchor="middle"))
    shapes += frame_if_changed(page, (2, 12, _FULL - 4, 103), "graves")
    return piece_shapes(MARGIN, _YARD, shapes, page.speak(message("graves: {n}", n=count)))


def _rat(page: Page) -> Shapes:
    """The rat's track in two rows: the last six spaces are red, and a house stands at the end."""
    board = page.view.graves
    start = board.start
    across = -(-(start + 1) // 2)
    step = (_FULL - 24) / across
    shapes: list[Shape] = []
    for place in range(start + 1):
        down, right = divmod(place, across)
        x, y = 24 + (right if not down else across - 1 - right) * step, 24 + down * 42.0
        left = start - place
        if left == 0:
            shapes += emblems.house(x - 16, y - 18, 32)
        else:
            near = left <= NEAR
            shapes.append(Circle(x, y, 11, p.RED if near else "#fffaf0", p.INK, 1.1))
            shapes.append(Text(x, y + 4, str(left), 10, "middle", "#ffffff" if near else p.QUIET, near))
        if left == board.rat:
            shapes += emblems.rat(x - 17, y - 21, 36)
    shapes += frame_if_changed(page, (3, 3, _FULL - 6, 86), "rat")
    title = page.speak(message("rat: {n} of {start} steps to go", n=board.rat, start=start))
    return piece_shapes(MARGIN, _TRACK, shapes, title)


def _risk(page: Page) -> Shapes:
    """The loss that an invasion would cause each player, and the players who could use a sanatorium."""
    villages = page.view.villages
    said = page.speak(message("if the rats came, they would take:"))
    shapes: list[Shape] = [fitted_words(0, 12, said, 10.5, _FULL, p.QUIET)]
    step = _FULL / max(4, len(villages))
    for place, village in enumerate(villages):
        x = place * step
        shapes += [*player_badge(village.colour, x + 10, 28, 8.5), *emblems.story(x + 23, 19, 17)]
        shapes.append(Text(x + 43, 34, str(village.loss), 14, "start", p.INK, True))
        shapes += emblems.church(x + 70, 17, 19) if village.shelters else ()
    return piece_shapes(MARGIN, _RISK, shapes, said)
