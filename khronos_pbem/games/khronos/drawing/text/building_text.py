"""How a building looks in text: its outline, piece and value on the first line, owner or cubes below.

There are two sizes of drawing: two characters a square (`wide_face`), and one (`narrow_face`).
"""

from __future__ import annotations

from typing import NamedTuple

from khronos_pbem.canvas.frames import HEAVY, LIGHT, RUBBLE
from khronos_pbem.games.khronos.drawing.text.captions import Letters
from khronos_pbem.games.khronos.view import BuildingView


class Face(NamedTuple):
    """The characters of a building, line by line; of those that stand for a player (line, place), colour."""

    lines: tuple[str, ...]
    chips: tuple[tuple[tuple[int, int], str], ...]


class _Sketch:
    """The frame of a building, and what is written into it."""

    def __init__(self, high: int, wide: int, frame: str) -> None:
        top_left, flat, top_right, upright, low_left, low_right = tuple(frame)
        self.rows = [[upright, *" " * (wide - 2), upright] for _ in range(high)]
        self.rows[0] = [top_left, *flat * (wide - 2), top_right]
        self.rows[-1] = [low_left, *flat * (wide - 2), low_right]
        self.chips: list[tuple[tuple[int, int], str]] = []

    def write(self, row: int, place: int, text: str, colour: str = "") -> None:
        """Write into the frame; with a colour, the first character stands for that player."""
        self.rows[row][place : place + len(text)] = text
        if colour:
            self.chips.append(((row, place), colour))

    def face(self) -> Face:
        """What was drawn."""
        return Face(tuple("".join(row) for row in self.rows), tuple(self.chips))


def _frame(building: BuildingView, changed: bool) -> str:
    return RUBBLE * len(LIGHT) if building.ruin else HEAVY if changed else LIGHT


def _letter(building: BuildingView, signs: Letters) -> str:
    letter = signs.pieces[building.name]
    return letter.lower() if building.printed else letter


# --- two characters a square ------------------------------------------------------------------------------


def wide_face(building: BuildingView, signs: Letters, *, changed: bool) -> Face:
    """A building in two characters a square; what changed has a heavy frame."""
    if building.size == 1:
        return _small_face(building, signs)
    sketch = _Sketch(building.size, 2 * building.size, _frame(building, changed))
    sketch.write(0, 1, f"{_letter(building, signs)}{building.value}")
    if building.owner:
        sketch.write(1, 1, signs.colours[building.owner], building.owner)
    elif building.size == 2:
        _cubes_of_two(building, signs, sketch)
    else:
        for (row, place), (colour, count) in zip(_SLOTS, building.cubes, strict=False):
            sketch.write(row, place, f"{signs.colours[colour]}{min(count, 9)}", colour)
    return sketch.face()


_SLOTS = ((1, 1), (1, 3), (2, 1), (2, 3), (0, 3))
"""Where the cubes of up to five players stand on three by three squares."""


def _small_face(building: BuildingView, signs: Letters) -> Face:
    """One square: the letter, and whose it is or whose cube is on it, else its value."""
    owner = building.cubes[0][0] if building.cubes else building.owner
    chips = (((0, 1), owner),) if owner else ()
    return Face((_letter(building, signs) + signs.colours.get(owner, str(building.value)),), chips)


def _cubes_of_two(building: BuildingView, signs: Letters, sketch: _Sketch) -> None:
    """Cubes on two by two squares: in the frame if they fit there, else over its lower edge."""
    if len(building.cubes) > 2:
        texts, place, step = [signs.colours[colour] for colour, _ in building.cubes[:4]], 0, 1
    else:
        texts = [f"{signs.colours[colour]}{min(count, 9)}" for colour, count in building.cubes]
        place, step = 2 - len(texts), 2
    for text, (colour, _) in zip(texts, building.cubes, strict=False):
        sketch.write(1, place, text, colour)
        place += step


# --- one character a square -------------------------------------------------------------------------------

_PLACES = {2: ((1, 0), (1, 1), (0, 1)), 3: ((1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2), (0, 2))}
"""By size: where owner and cubes stand, in their order; the last of two by two takes the value's place."""


def narrow_face(building: BuildingView, signs: Letters, *, changed: bool) -> Face:
    """A building in one character a square; every cube is a letter, a small building just its own."""
    letter = _letter(building, signs)
    owner = building.cubes[0][0] if building.cubes else building.owner
    if building.size == 1:
        return Face((letter,), (((0, 0), owner),) if owner else ())
    sketch = _Sketch(building.size, building.size, _frame(building, changed))
    sketch.write(0, 0, f"{letter}{building.value}")
    there = [building.owner] if building.owner else []
    there += [colour for colour, count in building.cubes for _ in range(count)]
    for (row, place), colour in zip(_PLACES[building.size], there, strict=False):
        sketch.write(row, place, signs.colours[colour], colour)
    return sketch.face()
