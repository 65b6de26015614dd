"""Read the request in the text of an answer that was typed or completed on a telephone.

Telephones quote the letter below (or above) the answer, add a signature, and change quotation marks, dashes
and capitals. The token ends the answer. It follows the request in a prepared answer, and is the first and the
last line of every quoted letter. Text between two tokens or quoted lines is ignored, even if it is not marked
as quoted, because other players may have put something there that looks like a request.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import NamedTuple

from khronos_pbem.errors import UsageError
from khronos_pbem.messages import VerbatimText, listed, message
from khronos_pbem.remote.answers.codes import cut_codes, ends_with_token

WITH_ORDERS = ("play", "try")
"""The requests that are followed by orders."""

WITH_ARGUMENTS = ("message", "vote")
"""The requests that are followed by arguments on the same line."""

ALONE = ("hint", "show", "status", "undo")
"""The requests that stand alone, without orders or arguments."""

_REQUESTS = (*WITH_ORDERS, *ALONE, *WITH_ARGUMENTS)

MOST_LINES, LONGEST_LINE, LONGEST = 200, 2_000, 20_000
"""The limits of a request: lines, characters per line, and characters in total."""

_QUOTED = re.compile(r"[ \t]*[>|]")
_QUOTE_DATE = re.compile(r"(?:on|am|le) .*[0-9]", re.IGNORECASE)
_HEADER_BELOW = re.compile(r"\*?(?:from|von|de)\s?:\*? .*@", re.IGNORECASE)
_END = re.compile(r"-- ?|[-_]{5,}.*")
_SIGNATURE = re.compile(
    r"(?:sent|gesendet|envoyé) (?:from|with|via|using|von|mit|aus|über|de|depuis|avec|à partir)\b.*"
    r"|(?:diese (?:nachricht|e-mail) wurde )?von mein\w+ .*\bgesendet\.?"
    r"|.*\boutlook (?:for|für|pour) \w+(?: \w+)?\.?",
    re.IGNORECASE,
)
_PLAIN = str.maketrans(
    {"\u00a0": " ", "\u202f": " ", "\u2007": " ", "\t": " "}
    | dict.fromkeys("“”„‟«»", '"')
    | dict.fromkeys("‘’‚‛", "'")
    | dict.fromkeys("\u200b\u200c\u200d\u2060\ufeff\u00ad", "")
)
_LONG_DASH = re.compile(r"(?<!\S)[—–](?=\w)")


class Request(NamedTuple):
    """A request: its first word, followed by the lines of its orders or by the rest of its line."""

    word: str
    rest: tuple[str, ...] = ()

    @property
    def lines(self) -> tuple[str, ...]:
        """The request as shown in the reply to it."""
        if self.word in WITH_ORDERS:
            return (self.word, *self.rest)
        return (" ".join((self.word, *self.rest)),)


def parse_request(bodies: Iterable[str]) -> Request:
    """Return the request from the first of these texts that contains one.

    Raises UsageError if none does.
    """
    lines = find_answer(bodies)
    if lines and _first_word(lines[0]) in _REQUESTS:
        return _request(lines)
    raise _no_request_error(next(iter(lines), ""))


def find_answer(bodies: Iterable[str]) -> list[str]:
    """Return the lines of an answer.

    They come from the first text with a request, or otherwise from the first text with any answer lines.
    """
    found = [lines for lines in map(_answer_lines, bodies) if lines]
    with_request = (lines for lines in found if _first_word(lines[0]) in _REQUESTS)
    return next(with_request, found[0] if found else [])


def _request(lines: list[str]) -> Request:
    if sum(map(len, lines)) > LONGEST:
        what = message("your answer is too long: it can have at most {most} characters", most=LONGEST)
        raise UsageError(what, hint=message("send fewer orders at once"))
    word, rest = _first_word(lines[0]), lines[0].partition(" ")[2].strip(" :")
    if word in WITH_ORDERS:
        return Request(word, tuple(each for each in (rest, *lines[1:]) if each))
    if word in WITH_ARGUMENTS:
        return Request(word, (rest,) if rest else ())
    if rest:
        what = message("nothing can follow {word}", word=VerbatimText(word))
        raise UsageError(what, hint=message("write only {word}", word=VerbatimText(word)))
    return Request(word)


def _no_request_error(first: str) -> UsageError:
    known = listed(map(VerbatimText, _REQUESTS))
    hint = message("begin your answer with one of these words: {words}", words=known)
    if not first:
        return UsageError(message("your answer is empty"), hint=hint)
    return UsageError(
        message("an answer cannot begin with {word}", word=VerbatimText(_first_word(first)[:40])), hint=hint
    )


def _first_word(line: str) -> str:
    return line.partition(" ")[0].rstrip(":").casefold()


def _answer_lines(body: str) -> list[str]:
    """Return the lines of an answer: those above the quoted text, or below it if there are none above."""
    lines = [_plain_line(raw) for raw in body.replace("\r\n", "\n").replace("\r", "\n").split("\n")]
    quoted = [n for n, line in enumerate(lines) if _QUOTED.match(line) or ends_with_token(line)]
    if not quoted:
        return list(map(_cleaned, _typed_lines(lines)))
    above = _without_quote_head(_typed_lines(lines[: quoted[0]]))
    return list(map(_cleaned, above or _typed_lines(lines[quoted[-1] + 1 :])))


def _plain_line(raw: str) -> str:
    """A line with plain quotation marks, blanks and dashes."""
    return _LONG_DASH.sub("--", raw.translate(_PLAIN)).strip()


def _typed_lines(lines: Iterable[str]) -> list[str]:
    """Return the typed lines, without comments, blank lines, and anything after the end of the answer."""
    kept: list[str] = []
    for line in lines:
        if _ends_answer(line) or len(kept) == MOST_LINES:
            break
        if line and not line.startswith("#"):
            kept.append(line[:LONGEST_LINE])
    return kept


def _without_quote_head(lines: list[str]) -> list[str]:
    """Return the lines without the heading of a quoted letter at their end.

    Mail programs write such a heading in one or two lines.
    """
    if not (lines and lines[-1].endswith((":", "\uff1a"))):
        return lines
    return lines[: -2 if len(lines) > 1 and _QUOTE_DATE.match(lines[-2]) else -1]


def _ends_answer(line: str) -> bool:
    """Return whether this line begins a signature or the header of the letter."""
    return bool(_END.fullmatch(line) or _SIGNATURE.fullmatch(line) or _HEADER_BELOW.match(line))


def _cleaned(line: str) -> str:
    """Return a line without invisible characters, codes, and a full stop at its end.

    Telephones type a full stop for two blanks. Codes that contain invisible characters are removed too.
    """
    text = cut_codes("".join(c for c in line if unicodedata.category(c)[0] != "C"))
    return text.removesuffix(".").rstrip() or text
