"""Links that open a reply to a letter with a request already typed (`mailto:`, RFC 6068)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple
from urllib.parse import quote

from khronos_pbem.characters import escape_invisible
from khronos_pbem.mail.outgoing.letter_body import Link
from khronos_pbem.remote.answers.codes import cut_codes
from khronos_pbem.remote.letters.suggested_answers import Suggestion

LONGEST_LINK = 1_900
"""The maximum length of a link in characters; some mail programs cut links at 2,000."""

MOST_COMMENTS = 24
"""The maximum number of comment lines in a reply; more are hard to read on a telephone."""

_LONGEST_TITLE = 30
_MORE = "# …"


class Reply(NamedTuple):
    """The common parts of all replies to a letter: the address, the subject, and the token."""

    address: str
    subject: str
    token: str


def reply_subject(title: str) -> str:
    """The subject of the replies about a game of this title."""
    return f"[khronos] {cut_codes(escape_invisible(title))[:_LONGEST_TITLE]}"


def reply_url(reply: Reply, request: Sequence[str]) -> str:
    """Return the `mailto:` link of a reply with these lines and the token on a separate line after them."""
    address, subject = quote(reply.address, safe="@"), _encoded(reply.subject)
    body = "%0D%0A".join(map(_encoded, (*request, "", reply.token)))
    return f"mailto:{address}?subject={subject}&body={body}"


def _encoded(text: str) -> str:
    return quote(text, safe="", errors="replace")


def reply_links(reply: Reply, suggestions: Iterable[Suggestion]) -> tuple[Link, ...]:
    """Return the links of suggestions, without those whose requests are too long for a link."""
    found = (_link(reply, each) for each in suggestions)
    return tuple(link for link in found if link is not None)


def _link(reply: Reply, suggestion: Suggestion) -> Link | None:
    """The link of a suggestion, with as many of its comments as fit; None if its request is too long."""
    room = LONGEST_LINK - len(reply_url(reply, suggestion.request))
    if room < 0:
        return None
    request = (*suggestion.request, *_comments_that_fit(suggestion.comments, room))
    url = reply_url(reply, request)
    typed = suggestion.request if suggestion.known else request
    return Link(suggestion.label, url, typed, suggestion.note, suggestion.main)


def _comments_that_fit(comments: Sequence[str], room: int) -> tuple[str, ...]:
    """Return the first comments that fit into `room` characters of a link.

    If some are left out, a line says so.
    """
    sizes = [len(_encoded(each)) + len("%0D%0A") for each in comments]
    if sum(sizes) <= room and len(comments) <= MOST_COMMENTS:
        return tuple(comments)
    sums = accumulate(sizes[:MOST_COMMENTS], initial=len(_encoded(_MORE)) + len("%0D%0A"))
    number = sum(each <= room for each in sums) - 1
    return (*comments[:number], _MORE) if number > 0 else ()
