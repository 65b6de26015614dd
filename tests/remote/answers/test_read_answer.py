"""Whose word it is: an answer counts with the code of the present state, once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from khronos_pbem.errors import UsageError
from khronos_pbem.mail.formats.mail_sources import Letter
from khronos_pbem.remote.answers.answer_text import Request
from khronos_pbem.remote.answers.codes import State, Token, game_tag, token_of
from khronos_pbem.remote.answers.read_answer import (
    MOST_BYTES,
    Answer,
    AnswerKind,
    AnswerReader,
    RemoteSeat,
    is_automatic,
)
from khronos_pbem.remote.answers.remote_state import (
    MOST_WRONG,
    RemoteGame,
    RunningRequest,
    change_game,
    remote_game,
)

SECRET = bytes(range(32))
ME = "anna@example.org"
GAME = RemoteSeat("0" * 32, Path("ours.khronos"), "Ours", b"h" * 32, "anna")
OTHER = GAME._replace(key="1" * 32, title="Theirs")


def reader(home: Path, *games: RemoteSeat) -> AnswerReader:
    found = {game_tag(secret(home, game), game.key): game for game in games or (GAME, OTHER)}
    return AnswerReader(home, SECRET, found, frozenset({ME, "anna@work.example"}), str)


def secret(home: Path, game: RemoteSeat) -> bytes:
    """The secret for the codes of a game about which letters have been written."""
    return change_game(home, game.key, RemoteGame.with_series).secret(SECRET)


def token(home: Path, game: RemoteSeat = GAME) -> Token:
    """The token of a letter that was sent about the present state of a game."""
    made = token_of(secret(home, game), State(game.key, game.head, remote_game(home, game.key).number))
    change_game(home, game.key, lambda state: state.with_issued(made))
    return made


def letter(text: str, sender: str = ME, head: str = "") -> Letter:
    mail = f"From: {sender}\nTo: {ME}\nSubject: Re: Ours\nMessage-ID: <1@x>\n{head}\n{text}"
    return Letter("a letter", mail.encode())


def read(home: Path, one: Letter, *games: RemoteSeat) -> Answer:
    answer = reader(home, *games).read(one)
    assert answer is not None
    return answer


def test_the_right_code_counts_once(tmp_path: Path) -> None:
    answer = letter(f"play\nend\n{token(tmp_path)}")
    assert read(tmp_path, answer) == Answer(GAME, AnswerKind.ACCEPTED, Request("play", ("end",)))
    running = RunningRequest(("play", "end"), GAME.head.hex())
    assert remote_game(tmp_path, GAME.key).running == running
    assert read(tmp_path, answer).kind is AnswerKind.COPY
    assert remote_game(tmp_path, GAME.key).number == 1


def test_a_used_code_in_another_letter_is_old(tmp_path: Path) -> None:
    used = token(tmp_path)
    read(tmp_path, letter(f"show\n{used}"))
    assert read(tmp_path, letter(f"play\nend\n{used}")).kind is AnswerKind.OLD
    assert remote_game(tmp_path, GAME.key).wrong == 0


def test_two_answers_at_once(tmp_path: Path) -> None:
    """The first one counts; the second one has an old code, and changes nothing."""
    code = token(tmp_path)
    kinds = [
        read(tmp_path, letter(f"{text}\n{code}")).kind for text in ("play end", "play travel 1 faith; end")
    ]
    assert kinds == [AnswerKind.ACCEPTED, AnswerKind.OLD]
    running = remote_game(tmp_path, GAME.key).running
    assert running is not None
    assert running.lines == ("play", "end")


def test_an_answer_to_an_old_state_of_the_game(tmp_path: Path) -> None:
    code = token(tmp_path)
    later = GAME._replace(head=b"i" * 32)
    assert read(tmp_path, letter(f"play end\n{code}"), later).kind is AnswerKind.OLD
    assert remote_game(tmp_path, GAME.key).number == 0


def test_a_code_of_another_game_or_home(tmp_path: Path) -> None:
    right = token(tmp_path)
    mixed = Token(right.tag, token(tmp_path, OTHER).code)
    assert read(tmp_path, letter(f"play end\n{mixed}")).kind is AnswerKind.WRONG
    foreign = token_of(b"x" * 32, State(GAME.key, GAME.head, 0))
    assert reader(tmp_path).read(letter(f"play end\n{foreign}")) is None


def test_after_five_wrong_codes_even_the_right_one_is_refused(tmp_path: Path) -> None:
    right = token(tmp_path)
    for number in range(MOST_WRONG):
        guess = Token(right.tag, token_of(bytes(32), State("", b"", number)).code)
        assert read(tmp_path, letter(f"play end\n{guess}")).kind is AnswerKind.WRONG
    assert read(tmp_path, letter(f"play end\n{right}")).kind is AnswerKind.LOCKED
    assert read(tmp_path, letter(f"show\n{token(tmp_path, OTHER)}")).kind is AnswerKind.ACCEPTED


def test_a_letter_is_one_guess_however_many_codes_it_has(tmp_path: Path) -> None:
    right = token(tmp_path)
    wrong = [Token(right.tag, token_of(bytes(32), State("", b"", number)).code) for number in range(100)]
    text = "\n".join(map(str, [*wrong, right]))
    assert read(tmp_path, letter(f"play end\n{text}")).kind is AnswerKind.WRONG
    assert remote_game(tmp_path, GAME.key).wrong == 1


def test_thousands_of_guesses_leave_the_state_small(tmp_path: Path) -> None:
    right = token(tmp_path)
    robot = reader(tmp_path)
    for number in range(MOST_WRONG):
        robot.read(letter(f"play end\n{Token(right.tag, f'{number:026d}'.translate(_DIGITS))}"))
    before = remote_game(tmp_path, GAME.key)
    for number in range(MOST_WRONG, 2_000):
        guess = Token(right.tag, f"{number:026d}".translate(_DIGITS))
        answer = robot.read(letter(f"play end\n{guess}"))
        assert answer is not None
        assert answer.kind is AnswerKind.LOCKED
    assert remote_game(tmp_path, GAME.key) == before


_DIGITS = str.maketrans("0123456789", "abcdefghij")


def test_an_answer_from_an_unknown_address_uses_up_the_code(tmp_path: Path) -> None:
    """The letter was forwarded, or its code is known to somebody else."""
    code = token(tmp_path)
    assert read(tmp_path, letter(f"play end\n{code}", "eve@example.org")).kind is AnswerKind.FOREIGN
    state = remote_game(tmp_path, GAME.key)
    assert state.running is None
    assert state.result is not None
    assert "eve@example.org" in state.result.lines[0]
    assert read(tmp_path, letter(f"play end\n{code} ")).kind is AnswerKind.OLD


@pytest.mark.parametrize("sender", ["Anna <ANNA@example.org>", "anna@work.example", '"A" <anna@example.org>'])
def test_own_addresses_count_in_every_form(tmp_path: Path, sender: str) -> None:
    assert read(tmp_path, letter(f"show\n{token(tmp_path)}", sender)).kind is AnswerKind.ACCEPTED


@pytest.mark.parametrize(
    "head",
    [
        "Auto-Submitted: auto-replied\n",
        "auto-submitted: auto-generated (vacation)\n",
        "Precedence: bulk\n",
        "Precedence: auto_reply\n",
        "List-Id: <x.y>\n",
        "X-Autoreply: yes\n",
        "Return-Path: <>\n",
        "Content-Type: multipart/report; report-type=delivery-status\n",
    ],
)
def test_an_automatic_letter_is_no_answer(tmp_path: Path, head: str) -> None:
    """RFC 3834: neither a reply of a machine nor a bounce, which quotes the code, counts or is answered."""
    code = token(tmp_path)
    assert read(tmp_path, letter(f"play end\n{code}", head=head)).kind is AnswerKind.AUTOMATIC
    assert remote_game(tmp_path, GAME.key).number == 0
    assert read(tmp_path, letter(f"show\n{code}", head="Auto-Submitted: no\n")).kind is AnswerKind.ACCEPTED


def test_headers_in_the_body_make_no_letter_automatic() -> None:
    assert not is_automatic(b"From: a@b.c\n\nAuto-Submitted: auto-replied\n")
    assert is_automatic(b"From: MAILER-DAEMON@x.y\r\n\r\n")


def test_letters_without_a_token_are_left_to_others(tmp_path: Path) -> None:
    for text in ("play end", "khr-aaaaaaaa-" + "b" * 26, ""):
        assert reader(tmp_path).read(letter(text)) is None
    assert reader(tmp_path).read(Letter("binary", bytes(range(256)) * 10)) is None


def test_a_huge_letter_is_no_answer(tmp_path: Path) -> None:
    text = f"play end\n{token(tmp_path)}\n" + "x" * MOST_BYTES
    assert reader(tmp_path).read(letter(text)) is None


def test_a_letter_without_a_request_uses_up_the_code_and_says_so(tmp_path: Path) -> None:
    answer = read(tmp_path, letter(f"thank you\n{token(tmp_path)}"))
    assert answer == Answer(GAME, AnswerKind.ACCEPTED)
    result = remote_game(tmp_path, GAME.key).result
    assert result is not None
    assert result.failed
    assert "play" in result.lines[0]


def test_nothing_is_accepted_if_the_state_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = token(tmp_path)
    deny(monkeypatch)
    with pytest.raises(UsageError):
        reader(tmp_path).read(letter(f"play end\n{code}"))


def deny(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no state file be written any more."""

    def refuse(path: Path, data: bytes) -> None:
        raise UsageError("the disk is full")

    target: Callable[[Path, bytes], None] = refuse
    monkeypatch.setattr("khronos_pbem.storage.files.write_state_file", target)
