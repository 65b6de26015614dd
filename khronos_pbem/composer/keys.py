"""The keys of the composer, in one table for bindings, help and footer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from khronos_pbem.engine.contract import AnyPosition
from khronos_pbem.engine.features.turn_screen import Composing
from khronos_pbem.messages import message


class Key(NamedTuple):
    """Keys with one action: their names in Textual, their displayed name, and the action.

    `short` is the text in the footer (empty: not in the footer), `does` the text in the help.
    """

    keys: tuple[str, ...]
    shown: str
    action: str
    short: str
    does: str


MOVING = (
    Key(("up", "k"), "↑ k", "move(-1, 0)", "", message("move the cursor up, or choose the previous option")),
    Key(("down", "j"), "↓ j", "move(1, 0)", "", message("move the cursor down, or choose the next option")),
    Key(("left", "h"), "← h", "move(0, -1)", "", message("move the cursor left")),
    Key(("right", "l"), "→ l", "move(0, 1)", "", message("move the cursor right")),
    Key(
        ("tab",),
        "Tab",
        "turn(1)",
        message("next"),
        message("go to the next board or list, or, if you are typing an order, complete the word"),
    ),
    Key(("shift+tab",), message("Shift+Tab"), "turn(-1)", "", message("go to the previous board or list")),
)
EARNINGS = Key(("g",), "g", "earnings", "", message("the revenue of each player"))
"""The key of the earnings page; each game has its own help text for it.

That text is `engine.features.turn_screen.Composing.overview`.
"""
ACTING = (
    Key(
        ("enter", "space"),
        message("Enter"),
        "give",
        message("confirm"),
        message("give the selected order; if none is selected, choose what to do with the turn"),
    ),
    Key(("escape",), message("Esc"), "close", "", message("clear the selection, or close the page")),
    Key(("m",), "m", "message", "", message("write a message to all players")),
    Key(("colon",), ":", "type", message("type"), message("type an order; Tab completes it")),
    Key(
        ("question_mark",),
        "?",
        "why",
        message("why not"),
        message("explain why an action is not possible here or now"),
    ),
    Key(("z",), "z", "undo", message("undo"), message("take back the last order")),
    Key(("Z",), "Z", "redo", "", message("redo the order you took back")),
    Key(("c",), "c", "keep", message("plan"), message("keep this turn as a plan (A, B, C…)")),
    Key(("v",), "v", "compare", "", message("compare your plans; press Enter to continue the selected one")),
    Key(("delete",), message("Del"), "forget", "", message("delete the selected plan")),
    Key(("i",), "i", "since", "", message("show what has happened since your last turn")),
    EARNINGS,
    Key(("f1",), "F1", "help", message("help"), message("show this help")),
    Key(("q", "ctrl+c"), "q", "leave", message("quit"), message("quit; your turn is kept")),
)
LEARNING = (
    Key(
        ("f2",),
        "F2",
        "lesson",
        message("lesson"),
        message("show the lesson: explanation, hints, other lessons"),
    ),
    Key(("n",), "n", "nudge", message("hint"), message("show a hint; press again for a solution")),
    Key(
        ("w",),
        "w",
        "flip",
        message("before"),
        message("switch between the position before your orders and the current one"),
    ),
)
"""The additional keys in lessons."""
_NOT_LEARNING = frozenset(("message", "keep", "compare", "forget", "since"))


def keys_of(game: Composing[AnyPosition], acting: Iterable[Key] = ACTING) -> Iterator[Key]:
    """Yield all keys for a game: those that move the cursor, those of its orders, and `acting`."""
    yield from MOVING
    for number, verb in enumerate(game.verb_keys):
        yield Key((verb.key,), verb.key, f"begin({number})", verb.words, verb.does)
    digits = tuple(str(number) for number in range(1, 10))
    yield Key(digits, "1-9", "", "", message("choose the line with this number"))
    for key in acting:
        yield key._replace(does=game.overview) if key is EARNINGS else key


def lesson_keys(game: Composing[AnyPosition]) -> Iterator[Key]:
    """Yield all keys in a lesson: first those of lessons, then those of the game that lessons use."""
    yield from LEARNING
    yield from keys_of(game, [key for key in ACTING if key.action not in _NOT_LEARNING])
