"""Buildings as text: the frame, piece and value on the first line, and owner or cubes below.

`wide_building` draws two characters for each square, `narrow_building` one.
"""

from __future__ import annotations

from typing import NamedTuple

from khronos_pbem.canvas.frames import HEAVY, LIGHT, RUBBLE
from khronos_pbem.games.khronos.drawing.text.captions import BoardSymbols
from khronos_pbem.games.khronos.view import BuildingView


class BuildingText(NamedTuple):
    """A building as text: its lines, and the colour of each character that represents a player.

    `chips` are pairs of a place (line, character) and a colour.
    """

    lines: tuple[str, ...]
    chips: tuple[tuple[tuple[int, int], str], ...]


class _Sketch:
    """The frame of a building, to be filled with text."""

    def __init__(self, high: int, wide: int, frame: str) -> None:
        top_left, flat, top_right, upright, low_left, low_right = tuple(frame)
        self.rows = [[upright, *" " * (wide - 2), upright] for _ in range(high)]
        self.rows[0] = [top_left, *flat * (wide - 2), top_right]
        self.rows[-1] = [low_left, *flat * (wide - 2), low_right]
        self.chips: list[tuple[tuple[int, int], str]] = []

    def write(self, row: int, place: int, text: str, colour: str = "") -> None:
        """Write text into the frame; a colour marks its first character as that player's."""
        self.rows[row][place : place + len(text)] = text
        if colour:
            self.chips.append(((row, place), colour))

    def face(self) -> BuildingText:
        """The finished drawing."""
        return BuildingText(tuple("".join(row) for row in self.rows), tuple(self.chips))


def _frame(building: BuildingView, changed: bool) -> str:
    return RUBBLE * len(LIGHT) if building.ruin else HEAVY if changed else LIGHT


def _letter(building: BuildingView, signs: BoardSymbols) -> str:
    letter = signs.pieces[building.name]
    return letter.lower() if building.printed else letter


# --- two characters a square ------------------------------------------------------------------------------


def wide_building(building: BuildingView, signs: BoardSymbols, *, changed: bool) -> BuildingText:
    """Draw a building with two characters for each square; a changed one has a heavy frame."""
    if building.size == 1:
        return _wide_small_building(building, signs)
    sketch = _Sketch(building.size, 2 * building.size, _frame(building, changed))
    sketch.write(0, 1, f"{_letter(building, signs)}{building.value}")
    if building.owner:
        sketch.write(1, 1, signs.colours[building.owner], building.owner)
    elif building.size == 2:
        _write_cubes(building, signs, sketch)
    else:
        for (row, place), (colour, count) in zip(_SLOTS, building.cubes, strict=False):
            sketch.write(row, place, f"{signs.colours[colour]}{min(count, 9)}", colour)
    return sketch.face()


_SLOTS = ((1, 1), (1, 3), (2, 1), (2, 3), (0, 3))
"""The places of the cubes of up to five players on a building of three by three squares."""


def _wide_small_building(building: BuildingView, signs: BoardSymbols) -> BuildingText:
    """Draw a building on one square: its letter and its owner.

    Without an owner, the owner of its cube is shown, or else its value.
    """
    owner = building.cubes[0][0] if building.cubes else building.owner
    chips = (((0, 1), owner),) if owner else ()
    return BuildingText((_letter(building, signs) + signs.colours.get(owner, str(building.value)),), chips)


def _write_cubes(building: BuildingView, signs: BoardSymbols, sketch: _Sketch) -> None:
    """Write the cubes of a two by two building on its lower line.

    One or two colours have counts up to 9. With more colours, only the letters of the first four are shown.
    """
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
"""The places of owner and cubes in order, by building size.

The last place of a building of two by two squares is that of the value.
"""


def narrow_building(building: BuildingView, signs: BoardSymbols, *, changed: bool) -> BuildingText:
    """Draw a building with one character for each square; every cube is one letter."""
    letter = _letter(building, signs)
    owner = building.cubes[0][0] if building.cubes else building.owner
    if building.size == 1:
        return BuildingText((letter,), (((0, 0), owner),) if owner else ())
    sketch = _Sketch(building.size, building.size, _frame(building, changed))
    sketch.write(0, 0, f"{letter}{building.value}")
    there = [building.owner] if building.owner else []
    there += [colour for colour, count in building.cubes for _ in range(count)]
    for (row, place), colour in zip(_PLACES[building.size], there, strict=False):
        sketch.write(row, place, signs.colours[colour], colour)
    return sketch.face()
