"""The codes of letters to the player's telephone."""

from __future__ import annotations

from base64 import b32decode

from hypothesis import given
from hypothesis import strategies as st

from khronos_pbem.remote.answers.codes import (
    ANSWER,
    State,
    Token,
    bound_secret,
    cut_codes,
    find_tokens,
    game_tag,
    is_code_of,
    letter_mark,
    token_of,
)

SECRET = bytes(range(32))
STATE = State("0123456789abcdef", b"h" * 32, 3)


def test_a_code_has_128_bits() -> None:
    code = token_of(SECRET, STATE).code
    assert len(b32decode(code.upper() + "======")) * 8 == 128


def test_a_code_belongs_to_secret_game_block_number_and_purpose() -> None:
    other_states = (
        STATE._replace(game="f" * 16),
        STATE._replace(head=b"i" * 32),
        STATE._replace(number=4),
    )
    codes = [token_of(SECRET, STATE).code, *(token_of(SECRET, each).code for each in other_states)]
    codes += [token_of(bytes(32), STATE).code, token_of(SECRET, STATE, b"other").code]
    assert len(set(codes)) == len(codes)
    assert token_of(SECRET, STATE) == token_of(SECRET, STATE, ANSWER)


def test_parts_of_a_state_cannot_be_moved_into_each_other() -> None:
    """No two states, and no code and mark, are made of the same bytes."""
    assert token_of(SECRET, State("a", b"1" * 32, 23)) != token_of(
        SECRET, State("a", b"1" * 31 + b"\x002", 3)
    )
    assert letter_mark(SECRET, STATE.game, 3)[:26] not in str(token_of(SECRET, STATE))


def test_all_codes_of_a_game_change_with_its_secret() -> None:
    secrets = [SECRET, *(bound_secret(SECRET, fact) for fact in ("", "a", "b", "a\0"))]
    assert len({token_of(secret, STATE).code for secret in secrets}) == len(secrets)
    assert len({game_tag(secret, STATE.game) for secret in secrets}) == len(secrets)
    assert len({letter_mark(secret, STATE.game, 0) for secret in secrets}) == len(secrets)


def test_only_the_right_code_is_right() -> None:
    right = token_of(SECRET, STATE)
    last = "a" if right.code[-1] != "a" else "b"
    assert is_code_of(right, right)
    assert not is_code_of(Token(right.tag, right.code[:-1] + last), right)


def test_tokens_are_found_as_telephones_write_them() -> None:
    token = token_of(SECRET, STATE)
    for text in (f"x {token} y", str(token).upper(), f"<b>{token}</b>", f"> {token}\r\n", f"({token})."):
        assert find_tokens(text) == (token,), text
    assert find_tokens(f"{token}a") == ()
    assert find_tokens(str(token)[:-1]) == ()
    assert game_tag(SECRET, STATE.game) == token.tag


def test_a_code_is_ascii_and_nothing_that_only_folds_to_it() -> None:
    """Such a code could not even be compared in constant time."""
    for letter in "\u017f\u0131\u212a":
        assert find_tokens(f"khr-{'a' * 8}-{letter * 26}") == ()
        assert find_tokens(f"khr-{letter * 8}-{'a' * 26}") == ()


def test_at_most_twenty_tokens_are_looked_at() -> None:
    text = " ".join(str(token_of(SECRET, STATE._replace(number=number))) for number in range(1000))
    assert len(find_tokens(text)) == 20


@given(st.text(max_size=60), st.text(max_size=60))
def test_no_token_is_left_in_a_text(before: str, after: str) -> None:
    token = token_of(SECRET, STATE)
    shown = cut_codes(f"{before} {token} {after}")
    assert token.code not in shown.lower()
    assert find_tokens(shown) == ()
