"""The sentences about an open choice (RULES 9), the same in every command and letter."""

from __future__ import annotations

from khronos_pbem.engine.contract import Choice
from khronos_pbem.messages import Message, listed, message, orders_to_choose

_FEW = 6
"""The largest number of answers that is still easy to read as whole orders.

This is also the largest number of players on a board.
"""


def open_choice_message(who: str, choice: Choice) -> Message:
    """Return the sentence that names the player who has to choose, the board, and the possible answers."""
    answers = answers_message(choice)
    if not choice.board:
        return message("{who} has to choose: {answers}", who=who, answers=answers)
    return message("{who} has to choose on {board}: {answers}", who=who, board=choice.board, answers=answers)


def choice_still_open_message(choice: Choice) -> Message:
    """Return the sentence that says that a choice is still open, and on which board."""
    return (
        message("a choice on {board} is still open", board=choice.board)
        if choice.board
        else message("a choice is still open")
    )


def answers_message(choice: Choice) -> Message:
    """Return the possible answers as orders, or as a verb and squares if there are many squares."""
    if not choice.board or len(choice.options) <= _FEW:
        return orders_to_choose(f"{choice.kind} {option}" for option in choice.options)
    return message(
        '"{order}" followed by one of the squares {options}',
        order=choice.kind,
        options=listed(choice.options),
    )
