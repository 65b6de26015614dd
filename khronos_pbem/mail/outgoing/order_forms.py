"""The contents of an empty order block in a letter: the possible answers or orders, as comments."""

from __future__ import annotations

from collections.abc import Iterator

from khronos_pbem.engine.features.protocols import Words
from khronos_pbem.games.registry import feature_or_none
from khronos_pbem.mail.outgoing.letter_body import WIDTH, wrapped_lines
from khronos_pbem.messages import Message, Translate, message
from khronos_pbem.session.replay.table import Table, Waiting


def order_form_lines(table: Table, now: Waiting, speak: Translate, width: int = WIDTH) -> list[str]:
    """The comments about the turn or choice that a table waits for, wrapped to `width`."""
    comments = map(speak, _comments(table, now))
    return [line for each in comments for line in wrapped_lines(each, width, deeper="# ")]


def _comments(table: Table, now: Waiting) -> Iterator[Message]:
    if now.choice is not None:
        yield from (message("# {order}", order=f"{now.choice.kind} {each}") for each in now.choice.options)
        return
    words = feature_or_none(table.game, Words)
    found = words.suggestions(table.position) if words is not None else ()
    yield from (message("# {todo}", todo=each) for each in found)
    yield message(
        "# To give an order, delete the # before it and fill it in. The last order is always {order}.",
        order="end",
    )
