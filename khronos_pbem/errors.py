"""The exceptions of the program. Each has an exit code (FORMATS 1), a place, a paragraph and a hint.

Only `cli` prints them. A message must never contain a secret.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Self, TypedDict, Unpack

from khronos_pbem.characters import escape_invisible
from khronos_pbem.messages import Message, message


class ExitCode(IntEnum):
    """The exit codes of FORMATS 1."""

    DONE = 0
    USAGE = 2
    ORDER = 3
    NOTHING_TO_DO = 4
    INVALID = 5
    CONFLICT = 6
    DAMAGED = 7
    NEWER = 8


class ErrorFields(TypedDict, total=False):
    """The fields of an error that can be changed."""

    message: str
    rule: str
    hint: str | None
    file: str | None
    line: int | None
    column: int | None
    block: int | None
    seat: str | None


class KhronosError(ValueError):
    """The base class of all errors of the program: the problem, its place, the rule, and a hint.

    `detail` describes the problem in this case, and `hint` suggests what to do about it. `file`, `line`
    and `column` are its place; lines and columns count from 1. `rule` is a paragraph: "6.4" means RULES
    6.4, while "DECK 5" and "FORMATS 4" name their page. The default rule is the class attribute `cites`.
    `block` (a number) and `seat` (a colour) locate the fault in a record.
    """

    exit: ExitCode = ExitCode.INVALID
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

    def changed(self, **fields: Unpack[ErrorFields]) -> Self:
        """Return a copy of this error with new values in these fields."""
        other = type(self).__new__(type(self), *self.args)
        vars(other).update(vars(self), **fields)
        return other.with_traceback(self.__traceback__)

    def in_file(self, file: str | None) -> Self:
        """Return the error with this file, unless it names one already."""
        return self.changed(file=self.file or file)

    def without_place(self) -> Self:
        """Return the error without line and column."""
        return self.changed(line=None, column=None)

    @property
    def full_message(self) -> Message:
        """The whole error as one translatable message: place, problem, paragraph, detail and hint."""
        return self.format_message()

    def format_message(self, *, cite: bool = False) -> Message:
        """Return `full_message`; with `cite`, it cites the paragraph even if no rule is broken."""
        place = ":".join(str(p) for p in (self.file, self.line, self.column) if p is not None)
        colon = "{colon}" if place == self.file else ": "  # FILE:LINE:COLUMN: is what editors look for
        pieces = {
            "file": (place, "{file}" + colon),
            "blame": (self._blame(), "{blame}{colon}"),
            "message": (self.message, "{message}"),
            "paragraph": (rule_name(self.rule) if cite or self._breaks_a_rule() else None, " ({paragraph})"),
            "detail": (self.detail, "{colon}{detail}"),
            "hint": (self.hint, " — {hint}"),
        }
        parts = {name: text for name, (text, _) in pieces.items() if text}
        template = "".join(pieces[name][1] for name in parts)
        return message(template, colon=message(": "), **parts)  # French has a space before a colon

    def _breaks_a_rule(self) -> bool:
        """Return whether a rule of a game or a proof is broken, so that the message cites the paragraph."""
        page = rule_name(self.rule).split()[0]
        return page != "FORMATS" or (self.block is not None and self.rule != KhronosError.cites)

    def _blame(self) -> str | None:
        """The block and the seat at fault; None if neither is known."""
        if self.block is None:
            return self.seat
        if self.seat is None:
            return message("block {block}", block=self.block)
        return message("block {block} by {seat}", block=self.block, seat=self.seat)

    def __str__(self) -> str:
        """Return one line: `FILE:LINE:COLUMN: problem (RULES 6.4): detail — hint`."""
        return " ".join(escape_invisible(str(self.full_message)).split())

    def to_data(self) -> dict[str, object]:
        """Return the error as JSON-able data, as printed with `--json` (FORMATS 1).

        Unknown fields are omitted. For an error in a block, `seat` is always included; it is None if nobody
        is known to be at fault.
        """
        what = f"{self.message}: {self.detail}" if self.detail else self.message
        fields: dict[str, object] = {"error": what, "exit": int(self.exit)}
        for name in ("file", "line", "column", "rule", "hint", "block", "seat"):
            value = getattr(self, name)
            if value is not None:
                fields[name] = value
        if self.block is not None:
            fields.setdefault("seat", None)  # what was changed without a signature names nobody (DECK 1)
        return fields


def rule_name(rule: str) -> str:
    """Return the citation of a paragraph, including the name of its page.

    "6.4" becomes "RULES 6.4"; "DECK 8" is unchanged.
    """
    return rule if rule[:1].isalpha() else f"RULES {rule}"


class UsageError(KhronosError):
    """Wrong usage of a command, such as a bad option, a missing file or an unknown identity."""

    exit = ExitCode.USAGE


class InternalError(KhronosError):
    """A bug in the program itself. The original exception is `__cause__`; KHRONOS_DEBUG=1 shows it."""

    exit = ExitCode.USAGE


class OrderError(KhronosError):
    """An order that cannot be carried out. Nothing has been written."""

    exit = ExitCode.ORDER
    cites = "FORMATS 2"


class UnreadableOrder(OrderError):
    """The text is not an order."""


class AmbiguousOrder(OrderError):
    """The text could mean more than one order."""


class IllegalOrder(OrderError):
    """The rules do not allow the order in this position."""


class NotYourDecision(OrderError):
    """Another player has to make this decision."""


class GoalMissed(OrderError):
    """The orders are legal, but do not reach the goal of a lesson."""


class NothingToDo(KhronosError):
    """There is nothing to do: it is not your turn, no share is missing, or the game is over.

    No rule is broken, so the message cites no paragraph.
    """

    exit = ExitCode.NOTHING_TO_DO

    def _breaks_a_rule(self) -> bool:
        return False


class InvalidFile(KhronosError):
    """A file, block, proof or position that breaks its format or the rules."""

    exit = ExitCode.INVALID
    cites = "FORMATS 4"


class DeckError(InvalidFile):
    """An invalid step of the card protocol (DECK 8)."""

    cites = "DECK 8"


class Conflict(KhronosError):
    """The file is older than the state of the game that this machine has seen, or contradicts it."""

    exit = ExitCode.CONFLICT
    cites = "FORMATS 4"


class Damaged(KhronosError):
    """A text that was damaged in transit."""

    exit = ExitCode.DAMAGED


class UnsupportedFormat(KhronosError):
    """A file in a format that this version of the program does not know, usually a newer one."""

    exit = ExitCode.NEWER
    cites = "FORMATS 4"
