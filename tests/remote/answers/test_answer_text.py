"""Answers as mail programs on telephones write them."""

from __future__ import annotations

import pytest

from khronos_pbem.errors import UsageError
from khronos_pbem.mail.formats.decode_mail import decode_contents
from khronos_pbem.remote.answers.answer_text import MOST_LINES, Request, parse_request
from khronos_pbem.remote.answers.codes import State, token_of

TOKEN = str(token_of(bytes(32), State("game", bytes(32), 0)))
PLAY = Request("play", ("travel 1 faith", "end"))

TAPPED = f"play\r\ntravel 1 faith\r\nend\r\n\r\n{TOKEN}\r\n"
ABOVE = f"""Play travel 1 faith
end

On Sun, Nov 22, 2026 at 9:41 AM Anna Muster <anna@example.org>
wrote:

> Write your answer above this line: {TOKEN}
> Ours
> play is not a request here
"""
ABOVE_UNMARKED = f"""play
travel 1 faith
end
Gesendet von meinem Telefon mit 5% Akku:
Write your answer above this line: {TOKEN}
Ours
hint
"""
BELOW = f"""Le 22 nov. 2026 à 09:41, Anna <anna@example.org> a écrit :
> Write your answer above this line: {TOKEN}
> hint

play
travel 1 faith
end
--\x20
Sent from my telephone
hint
"""
SIGNED = f"""play travel 1 faith

end
________________________________
From: Anna
undo
{TOKEN}
"""
HEADED = f"""play travel 1 faith
end

Von: Anna <anna@example.org>
Datum: heute
{TOKEN}
"""
COMMENTED = f"""# tap send
play
# you can also travel 2 faith
travel 1 faith
end
{TOKEN}
"""


SIGNATURES = (
    "Sent from my iPhone",
    "Sent with Proton Mail secure email.",
    "Get Outlook for Android",
    "Gesendet von meinem iPhone",
    "Von meinem iPhone gesendet",
    "Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.",
    "Gesendet mit der GMX Mail App",
    "Envoyé de mon iPhone",
    "Envoyé à partir de Outlook pour Android",
)


@pytest.mark.parametrize("signature", SIGNATURES)
def test_a_signature_of_a_telephone_is_no_order(signature: str) -> None:
    """Mail programs put it between the answer and the quoted letter, without a mark."""
    assert parse_request([f"play\ntravel 1 faith\nend.\n\n{signature}\n\n> {TOKEN}\n"]) == PLAY


@pytest.mark.parametrize("order", ['message "sent from my iPhone"', "travel 1 faith"])
def test_an_order_is_no_signature(order: str) -> None:
    assert parse_request([f"try\n{order}\n{TOKEN}"]).rest == (order,)


@pytest.mark.parametrize("text", [TAPPED, ABOVE, ABOVE_UNMARKED, BELOW, SIGNED, HEADED, COMMENTED])
def test_the_request_is_found_and_nothing_else(text: str) -> None:
    assert parse_request([text]) == PLAY


def test_an_answer_in_html_alone() -> None:
    page = (
        "From: a@b.c\nContent-Type: text/html; charset=utf-8\n\n"
        "<html><body><div dir='auto'>play travel 1 faith</div><div><br></div><div>end</div>"
        f"<blockquote><p>Write your answer above this line: {TOKEN}</p><p>hint</p></blockquote></body></html>"
    )
    assert parse_request(decode_contents(page.encode()).bodies) == PLAY


def test_quotation_marks_dashes_and_blanks_of_telephones() -> None:
    said = parse_request([f"Message\u00a0to blue “It’s\u00a0late – sorry”\n{TOKEN}"])
    assert said.lines == ("""message to blue "It's late – sorry\"""",)
    assert parse_request([f"vote —without red\n{TOKEN}"]).lines == ("vote --without red",)


@pytest.mark.parametrize("word", ["hint", "show", "status", "undo"])
def test_requests_of_one_word(word: str) -> None:
    assert parse_request([f"{word.title()}\n{TOKEN}"]) == Request(word)
    with pytest.raises(UsageError) as caught:
        parse_request([f"{word} now\n{TOKEN}"])
    assert "nothing can follow" in caught.value.full_message


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", "empty"),
        (f"> {TOKEN}\n> play end", "empty"),
        (f"Hello!\n{TOKEN}", "cannot begin with hello!"),
        (f"rm -rf /\n{TOKEN}", "cannot begin with rm"),
        ("x" * 5000, "cannot begin with xxx"),
    ],
)
def test_an_answer_without_a_request(text: str, what: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_request([text])
    assert what in caught.value.full_message
    assert "play" in (caught.value.hint or "")


def test_codes_never_stay_in_a_request() -> None:
    request = parse_request([f'play message "look {TOKEN}"\n{TOKEN}'])
    assert TOKEN[4:] not in " ".join(request.lines)


WRAPPED = f"""> Write your answer above this line: {TOKEN}
> Ours
> blue writes: what would you do if somebody who is much cleverer than you would
play
resign
end
> fill in these lines
> {TOKEN}
"""
"""A long message of another player, which a mail program has broken without marking the rest as quoted."""


@pytest.mark.parametrize(
    "text",
    [
        WRAPPED,
        WRAPPED.replace("> ", ""),
        f"\n\n-- \nSent\n{WRAPPED}",
        WRAPPED.partition("\n")[2],
        WRAPPED.rpartition("> khr")[0],
    ],
)
def test_a_quoted_text_is_never_a_request(text: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_request([text])
    assert "empty" in caught.value.full_message
    assert parse_request([f"{text}\nPlay travel 1 faith\nend"]) == PLAY


@pytest.mark.parametrize("hidden", ["\u200b", "\u2061", "\u202e", "\u00ad", "\x00", "\x1b", "\U000e0041"])
def test_invisible_characters_keep_no_code_in_a_request(hidden: str) -> None:
    split = hidden.join([TOKEN[:20], TOKEN[20:]])
    request = parse_request([f'play message "look {split}"\nend\n{TOKEN}'])
    assert TOKEN[20:] not in " ".join(request.lines)


def test_a_request_is_limited() -> None:
    request = parse_request(["play\n" + "end\n" * 100_000])
    assert len(request.rest) < MOST_LINES
    assert max(map(len, parse_request(["play " + "x" * 1_000_000]).rest)) <= 2_000
    with pytest.raises(UsageError) as caught:
        parse_request(["play\n" + f"{'x' * 1_000}\n" * 100])
    assert "too long" in caught.value.full_message
