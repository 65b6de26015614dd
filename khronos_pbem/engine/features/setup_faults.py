"""The faults of set-up positions, for games that read them from files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from khronos_pbem.errors import InvalidFile
from khronos_pbem.messages import plural_message


class Fault(NamedTuple):
    """A fault of a set-up position: the violated paragraph, a description, and a hint for correcting it."""

    rule: str
    message: str
    hint: str = ""


def refuse_faults(faults: Sequence[Fault]) -> None:
    """Raise InvalidFile about the first of these faults, with the number of the others.

    Does nothing if there are no faults.
    """
    if not faults:
        return
    (rule, what, hint), *more = faults
    if more:
        what = plural_message(
            "{what} (and {n} more error)", "{what} (and {n} more errors)", len(more), what=what
        )
    raise InvalidFile(what, rule=rule, hint=hint or None)
