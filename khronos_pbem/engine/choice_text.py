"""An open choice in words (RULES 9): the same wherever it is told."""

from __future__ import annotations

from khronos_pbem.engine.contract import Choice
from khronos_pbem.messages import Message, listed, message

_FEW = 6
"""Answers that are still easy to read as whole orders; a board has no more players either."""


def open_choice(who: str, choice: Choice) -> Message:
    """Who has a choice, where, and how it is answered."""
    answers = answers_to(choice)
    if not choice.board:
        return message("{who} has to choose: {answers}", who=who, answers=answers)
    return message("{who} has to choose on {board}: {answers}", who=who, board=choice.board, answers=answers)


def choice_is_open(choice: Choice) -> Message:
    """That a choice is open, and where."""
    return (
        message("a choice on {board} is still open", board=choice.board)
        if choice.board
        else message("a choice is still open")
    )


def answers_to(choice: Choice) -> Message:
    """How a choice is answered: each answer as an order, or the squares if there are many."""
    if not choice.board or len(choice.options) <= _FEW:
        orders = [message("{order}", order=f"{choice.kind} {option}") for option in choice.options]
        return listed(orders, message(" or "))
    return message(
        "{order} and one of the squares {options}", order=choice.kind, options=listed(choice.options)
    )
