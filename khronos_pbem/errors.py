"""One family of errors. Each has an exit code (FORMATS 1), a place, a paragraph and a hint.

Only `cli` prints them. Nothing secret may ever be put into a message.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from khronos_pbem.characters import visible
from khronos_pbem.messages import Message, message


class Exit(IntEnum):
    """The exit codes of FORMATS 1."""

    DONE = 0
    USAGE = 2
    ORDER = 3
    NOTHING_TO_DO = 4
    INVALID = 5
    CONFLICT = 6
    DAMAGED = 7
    NEWER = 8


class KhronosError(ValueError):
    """What went wrong, where, by which rule, how it shows here (`detail`), and what would be right.

    `file`, `line` and `column` (both from 1) say where; `rule` is a paragraph ("6.4" for RULES 6.4,
    "DECK 5" or "FORMATS 4" for the other pages), the class's own, `cites`, where none is given; `block` and
    `seat` (a colour) name what is to blame in a record.
    """

    exit: Exit = Exit.INVALID
    cites: str = "FORMATS 1"

    def __init__(
        self,
        message: str,
        *,
        rule: str | None = None,
        detail: str | None = None,
        hint: str | None = None,
        file: str | None = None,
        line: int | None = None,
        column: int | None = None,
        block: int | None = None,
        seat: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.rule: str = rule or self.cites
        self.detail = detail
        self.hint = hint
        self.file = file
        self.line = line
        self.column = column
        self.block = block
        self.seat = seat

    @property
    def said(self) -> Message:
        """The error as a sentence that can be said in other languages; see `__str__`."""
        return self.sentence()

    def sentence(self, *, cite: bool = False) -> Message:
        """The error as `said`; with `cite` its paragraph is named whatever it is."""
        parts: dict[str, Any] = {"colon": message(": ")}  # French has a space before it
        place = ":".join(str(p) for p in (self.file, self.line, self.column) if p is not None)
        colon = "{colon}" if place == self.file else ": "  # FILE:LINE:COLUMN: is what editors look for
        template = self._add(parts, "{file}" + colon, file=place) + self._blame(parts) + "{message}"
        parts["message"] = self.message
        paragraph = rule_name(self.rule) if cite or self._breaks_a_rule() else None
        template += self._add(parts, " ({paragraph})", paragraph=paragraph)
        template += self._add(parts, "{colon}{detail}", detail=self.detail)
        return message(template + self._add(parts, " — {hint}", hint=self.hint), **parts)

    def _breaks_a_rule(self) -> bool:
        """Whether a rule of a game or a proof is broken; nobody looks up what was only typed wrongly."""
        page = rule_name(self.rule).split()[0]
        return page != "FORMATS" or (self.block is not None and self.rule != KhronosError.cites)

    def _blame(self, parts: dict[str, Any]) -> str:
        block, seat = self.block, self.seat
        if block is None:
            return self._add(parts, "{blame}{colon}", blame=seat)
        blame = message("block {block}", block=block)
        if seat is not None:
            blame = message("block {block} by {seat}", block=block, seat=seat)
        return self._add(parts, "{blame}{colon}", blame=blame)

    def _add(self, parts: dict[str, Any], template: str, **part: str | None) -> str:
        """The template, its part noted, if there is anything to say there."""
        if not all(part.values()):
            return ""
        parts.update(part)
        return template

    def __str__(self) -> str:
        """One line: `FILE:LINE:COLUMN: what is wrong (RULES 6.4): detail — what to do`."""
        return " ".join(visible(str(self.said)).split())

    def to_data(self) -> dict[str, Any]:
        """The error as FORMATS 1 prints it with `--json`; places that are not known are left out.

        An error in a block always says who is to blame for it: `seat` is null where nobody is.
        """
        what = f"{self.message}: {self.detail}" if self.detail else self.message
        fields: dict[str, Any] = {"error": what, "exit": int(self.exit)}
        for name in ("file", "line", "column", "rule", "hint", "block", "seat"):
            value = getattr(self, name)
            if value is not None:
                fields[name] = value
        if self.block is not None:
            fields.setdefault("seat", None)  # what was changed without a signature names nobody (DECK 1)
        return fields


def rule_name(rule: str) -> str:
    """A paragraph with the name of its page, in every language: "6.4" is RULES 6.4, "DECK 8" has it."""
    return rule if rule[:1].isalpha() else f"RULES {rule}"


class UsageError(KhronosError):
    """Wrong usage, a missing file or folder, a name the keyring does not have."""

    exit = Exit.USAGE


class Mistake(KhronosError):
    """A mistake in the program itself; what it was is the cause, which KHRONOS_DEBUG=1 shows."""

    exit = Exit.USAGE


class OrderError(KhronosError):
    """An order that cannot be applied; nothing is written."""

    exit = Exit.ORDER
    cites = "FORMATS 2"


class UnreadableOrder(OrderError):
    """The words are not an order."""


class AmbiguousOrder(OrderError):
    """The words could be more than one order."""


class IllegalOrder(OrderError):
    """The rules do not allow the order here."""


class NotYours(OrderError):
    """Somebody else has to decide this."""


class Missed(OrderError):
    """Legal orders that do not reach what a lesson asks for."""


class NothingToDo(KhronosError):
    """Not your move, nothing owed, or the game is over: no rule is broken by that."""

    exit = Exit.NOTHING_TO_DO

    def _breaks_a_rule(self) -> bool:
        return False


class InvalidFile(KhronosError):
    """A file, block, proof or position that breaks its format or the rules."""

    exit = Exit.INVALID
    cites = "FORMATS 4"


class DeckError(InvalidFile):
    """A step of the card protocol that does not hold (DECK 8)."""

    cites = "DECK 8"


class Conflict(KhronosError):
    """The file is older than, or conflicts with, what this machine has seen of the game."""

    exit = Exit.CONFLICT
    cites = "FORMATS 4"


class Damaged(KhronosError):
    """Text damaged in transit."""

    exit = Exit.DAMAGED


class OtherFormat(KhronosError):
    """Made in another format than this program knows, mostly a newer one."""

    exit = Exit.NEWER
    cites = "FORMATS 4"
