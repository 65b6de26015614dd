"""An open choice in words (RULES 9): the same wherever it is told."""

from __future__ import annotations

from khronos_pbem.engine.contract import Choice
from khronos_pbem.saying import Said, listed, say


def open_choice(who: str, choice: Choice) -> Said:
    """Who has a choice, where, and how it is answered."""
    answers = answers_to(choice)
    if not choice.board:
        return say("{who} has to choose: {answers}", who=who, answers=answers)
    return say("{who} has to choose on {board}: {answers}", who=who, board=choice.board, answers=answers)


def choice_is_open(choice: Choice) -> Said:
    """That a choice is open, and where."""
    return (
        say("a choice on {board} is still open", board=choice.board)
        if choice.board
        else say("a choice is still open")
    )


def answers_to(choice: Choice) -> Said:
    """How a choice is answered: the order, and what it may be given with; on no board, each answer whole."""
    if not choice.board:
        orders = [say("{order}", order=f"{choice.kind} {option}") for option in choice.options]
        return listed(orders, say(" or "))
    return say("{order} followed by one of {options}", order=choice.kind, options=listed(choice.options))
