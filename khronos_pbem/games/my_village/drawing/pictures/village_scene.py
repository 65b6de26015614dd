"""A village in pictures: clouds, villagers, school, headman, wealth and all its cards."""

from __future__ import annotations

from collections.abc import Iterator
from math import pi, sin

from khronos_pbem.canvas.player_styles import OWNERS, player_badge, sign
from khronos_pbem.canvas.shapes import Circle, Polygon, Rect, Shape, Text, text_width
from khronos_pbem.games.my_village.drawing.pictures import emblems
from khronos_pbem.games.my_village.drawing.pictures import palette as p
from khronos_pbem.games.my_village.drawing.pictures.card_parts import (
    MARGIN,
    WIDE,
    Shapes,
    banner_shapes,
    banner_width,
    card_background,
    fitted_words,
    frame_if_changed,
    piece_shapes,
)
from khronos_pbem.games.my_village.drawing.pictures.holdings_scene import holding_pieces
from khronos_pbem.games.my_village.drawing.text.page import Page
from khronos_pbem.games.my_village.model.terms import PERSONAL, SCHOOL, Person, Step
from khronos_pbem.games.my_village.view import VillageView
from khronos_pbem.messages import message, plural_message

HIGH = 622.0
_SKY, _PEOPLE, _WEALTH = 32.0, 126.0, 196.0
_FULL = WIDE - 2 * MARGIN


def village_ground() -> Shapes:
    """The background of a village: sky, hills, meadow, and the bridge after the last cloud."""
    hills = ((6, 122), (70, 98), (150, 116), (240, 92), (330, 114), (394, 100), (394, 126), (6, 126))
    bridge = (
        (8, 116),
        (14, 104),
        (26, 100),
        (38, 104),
        (44, 116),
        (37, 116),
        (33, 110),
        (19, 110),
        (15, 116),
    )
    return (
        Rect(0, 0, WIDE, HIGH, p.PARCHMENT, p.EDGE, 1, 8),
        Rect(6, _SKY, WIDE - 12, 92, p.SKY),
        Polygon(hills, "#b7d08c"),
        Rect(6, 122, WIDE - 12, HIGH - 128, p.MEADOW, "", 1, 5),
        Polygon(bridge, p.STONE, p.INK, 1),
    )


def village_frame(page: Page, village: VillageView) -> Shapes:
    """The heading of a village: player, personal banner, score, hand, and whether the player is to move."""
    colour = page.speak(village.colour)
    shapes: list[Shape] = [
        *player_badge(village.colour, 21, 17, 10.5),
        fitted_words(37, 23, colour.upper(), 15, 110, p.INK, True),
    ]
    x, wide = 44 + min(112.0, text_width(colour.upper(), 22)), banner_width(village.personal)
    shapes += banner_shapes(x, 8, village.personal, dark=False) if village.personal else ()
    shapes += frame_if_changed(page, (x, 8, wide, 18), PERSONAL, who=village.colour)
    x += wide + 8
    if village.holds_hand:
        shapes += emblems.hand(x, 5, 22, palm=page.view.market.hand.palm)
        x += 28
    end = 328.0
    if village.labourers:
        count, points = village.labourers, village.labourer_points
        said = plural_message("{n} labourer, {points} PP", "{n} labourers, {points} PP", count, points=points)
        shapes.append(fitted_words(end, 21, page.speak(said), 10, 110, p.ASK, True, "end"))
        end -= 114
    note = _note(page, village)
    if note:
        shapes.append(fitted_words(x, 21, note, 11, end - x, p.ASK, True))
    shapes += emblems.prestige(334, 5, 22)
    shapes.append(Text(360, 23, str(village.score), 17, "start", p.INK, True))
    return tuple(shapes)


def _note(page: Page, village: VillageView) -> str:
    if village.gone:
        return page.speak(message("has left"))
    return page.speak(message("to move")) if village.moves else ""


def village_pieces(page: Page, village: VillageView) -> Iterator[Shapes]:
    """The pieces of a village, one by one."""
    yield _sky(page, village)
    yield _people(page, village)
    yield _school(page, village)
    yield _wealth(page, village)
    yield _headman(page, village)
    yield from holding_pieces(page, village)


def _sky(page: Page, village: VillageView) -> Shapes:
    """The arc of clouds with the time marker, and the reaper on the bridge or beside the marker."""
    clouds, out = page.view.board.clouds, village.reaper_out
    shapes: list[Shape] = []
    step = (_FULL - 48) / clouds
    side = min(36.0, step + 3)
    for number in range(1, clouds + 1):
        x = 52 + (number - 1) * step
        y = _SKY + 44 - 32 * sin(pi * (number - 0.5) / clouds)
        here = number == village.cloud
        shapes += emblems.cloud(x, y, side)
        if here:
            shapes += _time_marker(village.colour, x + side / 2, y + side * 0.5)
            shapes += emblems.reaper(x + side / 2 - 8, y + side * 0.62, 22) if out else ()
        else:
            size = min(10, step)
            shapes.append(Text(x + side / 2, y + side * 0.66, str(number), size, "middle", "#4f6f84"))
    if not out:
        shapes += emblems.reaper(15, _SKY + 43, 26)
    shapes += frame_if_changed(page, (10, _SKY + 3, _FULL, 85), "clock", who=village.colour)
    title = page.speak(message("clock: cloud {n} of {clouds}", n=village.cloud, clouds=clouds))
    return piece_shapes(0, 0, shapes, title)


def _time_marker(colour: str, x: float, y: float) -> Shapes:
    fill, ink = OWNERS[colour]
    return (Circle(x, y, 11, fill, p.INK, 1.4), sign(colour, x, y, 6.6, ink))


def _people(page: Page, village: VillageView) -> Shapes:
    """A house for each profession, with its villager."""
    fill, _ = OWNERS[village.colour]
    shapes: list[Shape] = []
    for place, person in enumerate(Person):
        x, lives = place * 54.0, person in village.villagers
        roof, wall = (p.ROOF, p.PLASTER) if lives else ("#a99f8e", "#ddd5c4")
        shapes += emblems.house(x, 0, 46, roof, wall)
        if lives:
            shapes += emblems.pawn(x + 11, 20, 25, fill)
        else:
            cross = ((x + 15, 27), (x + 31, 43)), ((x + 31, 27), (x + 15, 43))
            shapes += [Polygon(line, "", p.DARK_EARTH, 2.2, open=True) for line in cross]
        shapes.append(fitted_words(x + 23, 58, page.speak(person), 9, 50, p.INK, lives, "middle"))
        shapes += frame_if_changed(page, (x - 1, 0, 49, 60), person, who=village.colour)
    living = ", ".join(page.speak(person) for person in village.villagers)
    title = page.speak(message("alive: {items}", items=living or "-"))
    return piece_shapes(MARGIN + 2, _PEOPLE, shapes, title)


def _school(page: Page, village: VillageView) -> Shapes:
    """The school with its two places."""
    fill, _ = OWNERS[village.colour]
    shapes: list[Shape] = [*emblems.school(0, 0, 48)]
    shapes += banner_shapes(54, -6, page.view.board.school_values, dark=False)
    for x, there, letter in ((50.0, village.left, message("L")), (76.0, village.right, message("R"))):
        shapes.append(Rect(x, 14, 23, 32, "#fffaf0", p.EDGE, 1, 3))
        if there:
            shapes += emblems.pawn(x + 1.5, 17, 20, fill)
        shapes.append(Text(x + 11.5, 58, page.speak(letter), 9, "middle", p.INK))
    shapes.append(fitted_words(24, 58, page.speak(SCHOOL), 9, 50, p.INK, True, "middle"))
    shapes += frame_if_changed(page, (0, 0, 101, 60), SCHOOL, who=village.colour)
    return piece_shapes(286, _PEOPLE, shapes, page.speak(SCHOOL))


def _wealth(page: Page, village: VillageView) -> Shapes:
    """The coins in the barn, and the story points on the tree and in the hall."""
    shapes: list[Shape] = []
    kinds = (
        ("coins", emblems.coin, village.coins, message("coins")),
        ("tree", emblems.tree, village.tree, message("tree")),
        ("hall", emblems.hall, village.hall, message("hall")),
    )
    for place, (name, draw, number, said) in enumerate(kinds):
        x = place * 78.0
        shapes += card_background(x, 0, 73, 45)
        shapes += draw(x + 5, 4, 26)
        shapes.append(Text(x + 34, 26, str(number), 18 if number < 10 else 15, "start", p.INK, True))
        if name != "coins":
            shapes += emblems.story(x + 58, 11, 13)
        shapes.append(fitted_words(x + 36.5, 41, page.speak(said), 9.5, 71, p.QUIET, anchor="middle"))
        shapes += frame_if_changed(page, (x, 0, 73, 45), name, who=village.colour)
    return piece_shapes(MARGIN, _WEALTH, shapes)


def _headman(page: Page, village: VillageView) -> Shapes:
    """The three spaces of the headman."""
    fill, _ = OWNERS[village.colour]
    shapes: list[Shape] = [Polygon(((20, 27), (124, 27)), "", p.DARK_EARTH, 5, open=True)]
    spaces = ((Step.HALL, emblems.hall), (Step.COIN, emblems.coin), (Step.STORY, emblems.story))
    for place, (step, draw) in enumerate(spaces):
        x, here = 20 + place * 52.0, village.headman is step
        shapes.append(Circle(x, 27, 19, "#fffaf0" if not here else "#ffe9a8", p.EDGE, 1.2))
        if here:
            shapes += emblems.headman(x - 15, 6, 34, fill)
        else:
            shapes += draw(x - 10, 17, 20)
    shapes += frame_if_changed(page, (0, 4, 144, 44), "headman", who=village.colour)
    title = page.speak(message("headman: {space}", space=village.headman))
    return piece_shapes(MARGIN + 236, _WEALTH - 2, shapes, title)
