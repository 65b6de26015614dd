"""A village in pictures: its sky of clouds, villagers, school, headman, and all its cards."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from math import pi, sin

from khronos_pbem.canvas.players import OWNERS, badge, sign
from khronos_pbem.canvas.shapes import Circle, Polygon, Rect, Shape, Text, text_width
from khronos_pbem.games.my_village.drawing import emblems, short
from khronos_pbem.games.my_village.drawing import palette as p
from khronos_pbem.games.my_village.drawing.cards import (
    MARGIN,
    WIDE,
    Shapes,
    banner,
    banner_width,
    card,
    cost,
    goods,
    marked,
    piece,
    places,
    words,
)
from khronos_pbem.games.my_village.drawing.page import Page
from khronos_pbem.games.my_village.model.cards import Card
from khronos_pbem.games.my_village.model.position import Position, Village
from khronos_pbem.games.my_village.model.words import (
    FIELD,
    FIELDS,
    GUILD,
    LETTERS,
    PERSONAL,
    SCHOOL,
    SQUARE,
    WORKSHOPS,
    Advantage,
    Person,
    Phase,
    Step,
    field_number,
    named,
)
from khronos_pbem.games.my_village.rules.facts import shop_of, windows
from khronos_pbem.games.my_village.rules.score import score
from khronos_pbem.saying import Word, say

HIGH = 622.0
_SKY, _PEOPLE, _WEALTH, _CARDS, _GROUNDS = 32.0, 126.0, 196.0, 250.0, 330.0
_SHOPS, _ROAD, _MARKET = 384.0, 478.0, 526.0
_FULL = WIDE - 2 * MARGIN


def village_ground() -> Shapes:
    """Sky, hills and meadow, the bridge at the end of the clouds."""
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


def village_frame(page: Page, seat: int) -> Shapes:
    """Whose village it is, his banner, his score, whether he is to act or has the hand."""
    position = page.position
    village = position.players[seat]
    points, colour = str(score(position, seat).total), page.speak(village.colour)
    shapes: list[Shape] = [
        *badge(village.colour, 21, 17, 10.5),
        words(37, 23, colour.upper(), 15, 110, p.INK, True),
    ]
    x = 42 + min(112.0, text_width(colour.upper(), 20))
    shapes += banner(x, 8, village.personal, dark=False) if village.personal else ()
    x += banner_width(village.personal) + 8
    if page.changed(PERSONAL, seat=village.colour):
        shapes += marked(x - banner_width(village.personal) - 8, 8, banner_width(village.personal), 18)
    if position.hand.holder == seat:
        shapes += emblems.hand(x, 5, 22, palm=position.hand.palm)
        x += 28
    note = _note(page, seat)
    if note:
        shapes.append(words(x, 21, note, 11, 330 - x, p.ASK, True))
    shapes += emblems.prestige(334, 5, 22)
    shapes.append(Text(360, 23, points, 17, "start", p.INK, True))
    return tuple(shapes)


def _note(page: Page, seat: int) -> str:
    position = page.position
    if position.players[seat].gone:
        return page.speak(say("gone"))
    acts = seat == position.active and position.phase in (Phase.TAKE, Phase.ACT)
    return page.speak(say("to act")) if acts else ""


def village_pieces(page: Page, seat: int) -> Iterator[Shapes]:
    """All that is in a village, piece by piece."""
    village = page.position.players[seat]
    yield _sky(page, village, seat)
    yield _people(page, village)
    yield _school(page, village)
    yield _wealth(page, village)
    yield _headman(page, village)
    yield _church(page, village)
    yield _chamber(page, village)
    yield _square(page, village)
    yield _fields(page, village)
    yield from _workshops(page, village)
    yield _road(page, village)
    yield from _market(page, village)


def _framed(page: Page, village: Village, box: tuple[float, float, float, float], *names: str) -> Shapes:
    return marked(*box) if page.changed(*names, seat=village.colour) else ()


def _sky(page: Page, village: Village, seat: int) -> Shapes:
    """The clouds in their arc, the time marker on its cloud, the reaper on the bridge or with it."""
    position, clouds = page.position, page.position.cards.board.clouds
    out = position.reaper and seat == position.active
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
            shapes.append(Text(x + side / 2, y + side * 0.66, str(number), 10, "middle", "#4f6f84"))
    if not out:
        shapes += emblems.reaper(15, _SKY + 43, 26)
    shapes += _framed(page, village, (10, _SKY + 3, _FULL, 85), "clock")
    title = page.speak(say("clock on cloud {n} of {clouds}", n=village.cloud, clouds=clouds))
    return piece(0, 0, shapes, title)


def _time_marker(colour: str, x: float, y: float) -> Shapes:
    fill, ink = OWNERS[colour]
    return (Circle(x, y, 11, fill, p.INK, 1.4), sign(colour, x, y, 6.6, ink))


def _people(page: Page, village: Village) -> Shapes:
    """A house for each profession, and who lives in it."""
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
        shapes.append(words(x + 23, 58, page.speak(person), 9, 62, p.INK, lives, "middle"))
        shapes += _framed(page, village, (x - 1, 0, 49, 60), person)
    if village.labourers:
        points = page.position.cards.board.labourer * village.labourers
        shapes.append(Text(250, 12, f"{points} PP", 11, "end", p.ASK, True))
    living = ", ".join(page.speak(person) for person in village.villagers)
    return piece(MARGIN + 2, _PEOPLE, shapes, page.speak(say("alive: {items}", items=living or "-")))


def _school(page: Page, village: Village) -> Shapes:
    """The school with its two places."""
    fill, _ = OWNERS[village.colour]
    shapes: list[Shape] = [*emblems.school(0, 0, 48)]
    for x, there, letter in ((50.0, village.left, say("L")), (76.0, village.right, say("R"))):
        shapes.append(Rect(x, 14, 23, 32, "#fffaf0", p.EDGE, 1, 3))
        if there:
            shapes += emblems.pawn(x + 1.5, 17, 20, fill)
        shapes.append(Text(x + 11.5, 58, page.speak(letter), 9, "middle", p.INK))
    shapes.append(words(24, 58, page.speak(SCHOOL), 9, 50, p.INK, True, "middle"))
    shapes += _framed(page, village, (0, 0, 101, 60), SCHOOL)
    return piece(286, _PEOPLE, shapes, page.speak(SCHOOL))


def _wealth(page: Page, village: Village) -> Shapes:
    """Coins in the barn, story points on the tree and in the hall."""
    shapes: list[Shape] = []
    kinds = (
        ("coins", emblems.coin, village.coins, say("coins {n}", n=village.coins)),
        ("tree", emblems.tree, village.tree, say("tree {n}", n=village.tree)),
        ("hall", emblems.hall, village.hall, say("hall {n}", n=village.hall)),
    )
    for place, (name, draw, number, said) in enumerate(kinds):
        x = place * 78.0
        shapes += card(x, 0, 73, 45)
        shapes += draw(x + 5, 4, 26)
        shapes.append(Text(x + 36, 26, str(number), 18, "start", p.INK, True))
        if name != "coins":
            shapes += emblems.story(x + 58, 10, 13)
        shapes.append(words(x + 36.5, 41, page.speak(said), 9.5, 71, p.QUIET, anchor="middle"))
        shapes += _framed(page, village, (x, 0, 73, 45), name)
    return piece(MARGIN, _WEALTH, shapes)


def _headman(page: Page, village: Village) -> Shapes:
    """The headman's three spaces."""
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
    shapes += _framed(page, village, (0, 4, 144, 44), "headman")
    return piece(
        MARGIN + 236, _WEALTH - 2, shapes, page.speak(say("headman: {space}", space=village.headman))
    )


def _church(page: Page, village: Village) -> Shapes:
    """The church with its windows; the sanatorium with its places."""
    wide, name = 187.0, village.church
    shapes: list[Shape] = [*card(0, 0, wide, 75, there=bool(name))]
    if not name:
        shapes.append(
            words(wide / 2, 42, page.speak(say("no church")), 11, wide - 8, p.QUIET, anchor="middle")
        )
        return piece(MARGIN, _CARDS, [*shapes, *_framed(page, village, (0, 0, wide, 75), "church")])
    board, found = page.position.cards.board, page.position.cards.card[name]
    seen = windows(page.position, village)
    shapes += emblems.church(4, 6, 48)
    shapes.append(words(58, 18, page.speak(name), 12, 82, p.INK, True))
    for place in range(board.most_windows):
        glass = p.GLASS[place % len(p.GLASS)] if place < seen else "#8d867a"
        shapes += emblems.window(56 + place * 20, 25, 18, glass)
    points = found.prestige + (board.windows[seen - 1] if seen else 0)
    shapes += emblems.prestige(142, 4, 17)
    shapes.append(Text(161, 18, str(points), 13, "start", p.INK, True))
    said = page.speak(say("{n} of {most} windows", n=seen, most=board.most_windows))
    shapes.append(words(58, 60, said, 10, 126, p.QUIET))
    if found.advantage is Advantage.SANATORIUM:
        draw = partial(_marker, colour=village.colour)
        shapes += places(5, 56, village.sheltered, found.places, draw, 15)
    box = (0.0, 0.0, wide, 75.0)
    shapes += _framed(page, village, box, "church", name, *village.monks)
    return piece(MARGIN, _CARDS, shapes, page.speak(name))


def _marker(x: float, y: float, side: float, *, colour: str) -> Shapes:
    """A marker of a player."""
    return badge(colour, x + side / 2, y + side / 2, side / 2)


def _chamber(page: Page, village: Village) -> Shapes:
    wide, name = 187.0, village.chamber
    shapes: list[Shape] = [*card(0, 0, wide, 75, there=bool(name))]
    at = (MARGIN + wide + 6, _CARDS)
    if not name:
        shapes.append(
            words(wide / 2, 42, page.speak(say("no chamber")), 11, wide - 8, p.QUIET, anchor="middle")
        )
        return piece(*at, [*shapes, *_framed(page, village, (0, 0, wide, 75), "chamber")])
    found = page.position.cards.card[name]
    shapes += [*emblems.hall(4, 4, 40), *banner(50, 4, found.values, dark=False)]
    shapes += emblems.hourglass(55 + banner_width(found.values), 6, 13) if found.white else ()
    shapes.append(words(50, 38, page.speak(name), 12, 132, p.INK, True))
    if name == GUILD:
        draw = partial(_marker, colour=village.colour)
        shapes += places(50, 46, village.guild, found.places, draw, 18)
    marks = [page.speak(mark) for mark in village.marks]
    for line in range(0, len(marks), 3):
        text = ", ".join(marks[line : line + 3])
        shapes.append(words(8, 56 + line * 4.4, f"✓ {text}", 9.5, wide - 14, p.INK))
    shapes += _framed(page, village, (0, 0, wide, 75), "chamber", name, GUILD, "good of the guild")
    return piece(*at, shapes, page.speak(name))


def _square(page: Page, village: Village) -> Shapes:
    wide, there = 187.0, village.square >= 0
    shapes: list[Shape] = [*card(0, 0, wide, 49, there=there)]
    if not there:
        shapes.append(
            words(wide / 2, 29, page.speak(say("no square")), 11, wide - 8, p.QUIET, anchor="middle")
        )
    else:
        count = page.position.cards.card[SQUARE].places
        draw = partial(_marker, colour=village.colour)
        shapes += [*emblems.square(4, 5, 38), *places(48, 5, village.square, count, draw, 18)]
        said = say("tile parked")
        if village.tile != SQUARE:
            said = say("tile on {banner}", banner=named(village.tile))
        shapes.append(words(48, 41, page.speak(said), 10.5, wide - 52, p.INK))
    shapes += _framed(page, village, (0, 0, wide, 49), SQUARE)
    return piece(MARGIN, _GROUNDS, shapes, page.speak(SQUARE))


def _fields(page: Page, village: Village) -> Shapes:
    wide, count = 187.0, len(village.fields)
    shapes: list[Shape] = [*card(0, 0, wide, 49, there=bool(count))]
    if not count:
        shapes.append(
            words(wide / 2, 29, page.speak(say("no field")), 11, wide - 8, p.QUIET, anchor="middle")
        )
    step = min(38.0, (wide - 8) / max(1, count))
    for place, ploughed in enumerate(village.fields):
        x = 4 + place * step
        shapes += emblems.field(x, 4, min(36.0, step + 4))
        shapes += emblems.plough(x + step * 0.2, 10, min(24.0, step)) if ploughed else ()
        shapes.append(Text(x + step / 2, 46, str(place + 1), 9, "middle", p.QUIET))
    changed = [name for _, name in page.marks if field_number(name)]
    shapes += _framed(page, village, (0, 0, wide, 49), FIELD, FIELDS, *changed)
    return piece(MARGIN + wide + 6, _GROUNDS, shapes, page.speak(FIELDS))


def _workshops(page: Page, village: Village) -> Iterator[Shapes]:
    """The five types: those that are there with their goods, the others as empty places."""
    wide = (_FULL - 20) / 5
    for place, kind in enumerate(WORKSHOPS):
        shop, alike = shop_of(village, kind), page.position.cards.types[kind]
        shapes: list[Shape] = [*card(0, 0, wide, 89, there=shop is not None)]
        title = page.speak(short.SHOPS[kind])
        shapes.append(
            words(wide / 2, 85, title, 9.5, wide - 2, p.INK if shop else p.QUIET, shop is not None, "middle")
        )
        if shop is not None:
            values = page.position.cards.card[f"{kind} {shop.values}"].values
            shapes += [*emblems.house(3, 14, 40), *emblems.GOODS[alike.good](36, 26, 26)]
            shapes += banner(3, 1, values, dark=False)
            shapes += emblems.hourglass(wide - 15, 3, 12) if alike.white else ()
            side = min(19.0, (wide - 8) / max(1, alike.places) - 2)
            shapes += places(5, 56, shop.goods, alike.places, emblems.GOODS[alike.good], side)
            shapes += _framed(page, village, (0, 0, wide, 89), alike.good, f"{kind} {shop.values}")
        else:
            shapes += emblems.GOODS[alike.good](wide / 2 - 9, 32, 18)
        yield piece(MARGIN + place * (wide + 5), _SHOPS, shapes, title)


def _road(page: Page, village: Village) -> Shapes:
    """The travels: a stone for each letter, what it is worth, the toll of the last one."""
    cards = [page.position.cards.card[name] for name in village.travels]
    shapes: list[Shape] = [Polygon(((0, 34), (_FULL, 26)), "", p.EARTH, 11, open=True)]
    for place, letter in enumerate(LETTERS):
        x = 4 + place * 76.0
        reached = place < len(cards)
        shapes += emblems.milestone(x, 4, 34, letter, reached=reached)
        if reached:
            shapes += emblems.prestige(x + 34, 3, 15)
            shapes.append(Text(x + 50, 15, str(cards[place].prestige), 12, "start", p.INK, True))
        if reached and place == len(cards) - 1:
            shapes += _toll(x + 36, 24, cards[place])
    shapes += _framed(page, village, (0, 2, _FULL, 40), "travel")
    return piece(MARGIN, _ROAD, shapes, page.speak(say("travel")))


def _toll(x: float, y: float, travel: Card) -> Shapes:
    """What the next travel costs besides; a cross after the chapel, where the way ends."""
    toll = travel.toll
    if travel.chapel:
        return (
            Polygon(((x + 6, y), (x + 6, y + 15)), "", p.ASK, 2.4, open=True),
            Polygon(((x + 1, y + 5), (x + 11, y + 5)), "", p.ASK, 2.4, open=True),
        )
    if not toll.kind:
        return ()
    time, coins = (toll.amount if toll.kind == kind else 0 for kind in ("time", "coins"))
    paid = cost(x + 9, y + 2, time, coins, 12)
    if toll.kind in emblems.GOODS:
        paid = emblems.GOODS[toll.kind](x + 9, y + 1, 15)
    return (Text(x, y + 13, "+", 14, "start", p.ASK, True), *paid)


def _market(page: Page, village: Village) -> Iterator[Shapes]:
    """The stall: customers who wait, and how many were served."""
    cards, wide = page.position.cards.card, 302.0
    shapes: list[Shape] = [Rect(0, 0, wide, 86, "#f8e7d2", p.EDGE, 1, 4)]
    stripes = [Rect(x * 20.0, 0, 10, 8, p.RED) for x in range(int(wide / 20))]
    shapes += stripes
    across = 4 if len(village.market) <= 8 else 6
    step = (wide - 6) / across
    for place, name in enumerate(village.market[: 2 * across]):
        down, right = divmod(place, across)
        shapes += _waiting(page, name, 4 + right * step, 11 + down * 37, step - 3)
    if len(village.market) > 2 * across:
        shapes.append(Text(wide - 4, 83, f"+{len(village.market) - 2 * across}", 11, "end", p.INK, True))
    shapes += _framed(page, village, (0, 0, wide, 86), "market")
    yield piece(MARGIN, _MARKET, shapes, page.speak(say("customers of {who}", who=village.colour)))
    points = sum(cards[name].prestige for name in village.served)
    served = [
        *card(0, 0, 72, 86),
        words(36, 15, page.speak(Word("served")), 10.5, 70, p.INK, True, "middle"),
        Text(36, 46, str(len(village.served)), 24, "middle", p.INK, True),
        *emblems.prestige(14, 58, 19),
        Text(36, 73, str(points), 14, "start", p.INK, True),
        *_framed(page, village, (0, 0, 72, 86), "served"),
    ]
    yield piece(MARGIN + wide + 6, _MARKET, served, page.speak(say("served {n}", n=len(village.served))))


def _waiting(page: Page, name: str, x: float, y: float, wide: float) -> Shapes:
    """A customer who waits: banner, prestige, goods."""
    found = page.position.cards.card[name]
    return (
        *card(x, y, wide, 34),
        *banner(x + 2, y, found.values, dark=False),
        Text(x + wide - 3, y + 12, str(found.prestige), 11, "end", "#8a4b08", True),
        *goods(x + 2, y + 18, found.pay[0], 15, wide - 24),
        Text(x + wide - 2, y + 31, name, 8, "end", p.QUIET),
    )


def size(position: Position) -> tuple[float, float]:
    """Width and height of a village."""
    return WIDE, HIGH
