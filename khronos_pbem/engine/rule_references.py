"""The paragraphs of a game's rules that the table cites in refusals common to all games."""

from __future__ import annotations

from typing import NamedTuple


class RuleReferences(NamedTuple):
    """A game's paragraphs on turns, the end, choices and their answers, policies and colours."""

    turn: str = "FORMATS 1"
    over: str = "FORMATS 1"
    choice: str = "FORMATS 2"
    answer: str = "FORMATS 2"
    standing: str = "FORMATS 2"
    colours: str = "FORMATS 1"


def rule_references_of(game: object) -> RuleReferences:
    """Return a game's attribute `cites`, or the paragraphs of FORMATS if it has none."""
    found: RuleReferences = getattr(game, "cites", RuleReferences())
    return found
