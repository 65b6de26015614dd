"""Links that open an answer: they say exactly what was meant, in a form that every mail program reads."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from khronos_pbem.remote.letters.reply_links import (
    LONGEST_LINK,
    MOST_COMMENTS,
    Reply,
    reply_links,
    reply_subject,
    reply_url,
)
from khronos_pbem.remote.letters.suggested_answers import Suggestion
from tests.remote.letters.samples import ADDRESS, TOKEN, opened_reply

REPLY = Reply(ADDRESS, "[khronos] Ours", TOKEN)
LINES = st.lists(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\n")), min_size=1)


@given(LINES, st.text(st.characters(exclude_categories=["Cs"])))
def test_a_link_opens_exactly_what_was_meant(request_lines: list[str], subject: str) -> None:
    """Whatever is in the lines or the subject, it is no field, no address and no line of its own."""
    url = reply_url(REPLY._replace(subject=subject), request_lines)
    assert opened_reply(url) == (ADDRESS, subject, (*request_lines, "", TOKEN))
    assert re.fullmatch(r"mailto:[\w.~%@-]+\?subject=[\w.~%-]*&body=[\w.~%-]+", url, re.ASCII)


@pytest.mark.parametrize(
    "address",
    ["a?cc=eve@example.org", "a&body=play@example.org", "a%0D%0ACc:eve@example.org", "müller@exämple.org"],
)
def test_an_address_is_one_address(address: str) -> None:
    assert opened_reply(reply_url(REPLY._replace(address=address), ["hint"])).address == address


def test_half_of_a_character_breaks_nothing() -> None:
    assert opened_reply(reply_url(REPLY, ["play message \ud83d"])).lines[0] == "play message ?"


def test_comments_that_do_not_fit_are_left_out() -> None:
    """A line says that there are more; a request that is too long has no link."""
    comments = tuple(f"# build keep might: {'A1 B2 C3 ' * 4}".strip() for _ in range(2 * MOST_COMMENTS))
    for count in (1, MOST_COMMENTS, MOST_COMMENTS + 1, 2 * MOST_COMMENTS):
        suggestion = Suggestion("Build", ("try build keep might A1",), "", comments[:count])
        (link,) = reply_links(REPLY, [suggestion])
        found = opened_reply(link.url).comments
        assert len(link.url) <= LONGEST_LINK
        assert len(found) <= MOST_COMMENTS + 1
        assert (found[-1] == "# …") is (len(found) - 1 < count > 1)
        assert link.typed == opened_reply(link.url).lines[:-2]
    wide = tuple("# " + "ü" * 50 for _ in range(9))
    (link,) = reply_links(REPLY, [Suggestion("Build", ("try",), "", wide)])
    assert LONGEST_LINK - 300 - 20 < len(link.url) <= LONGEST_LINK
    assert reply_links(REPLY, [Suggestion("Mend", ("play", "x" * LONGEST_LINK))]) == ()


def test_comments_that_are_known_are_not_typed_again() -> None:
    (link,) = reply_links(REPLY, [Suggestion("Write", ("try",), comments=("# end",), known=True)])
    assert link.typed == ("try",)
    assert opened_reply(link.url).comments == ("# end",)


def test_the_subject_is_short_and_has_no_code() -> None:
    assert reply_subject("Ours") == "[khronos] Ours"
    assert reply_subject(f"a {TOKEN} b") == "[khronos] a khr-… b"
    assert reply_subject("x\r\nBcc: eve@example.org") == r"[khronos] x\r\nBcc: eve@example.org"
    assert len(reply_subject("x" * 150)) < 50
