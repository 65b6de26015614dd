"""The codes by which a player's own answers are recognized.

Each letter to a player has a token: the tag of its game, and a code. Both are made with the secret of the
home, so nobody else can make or guess one. A code belongs to one state of a game and to one purpose. As soon
as an answer is accepted, or the game goes on, it is no longer valid.
"""

from __future__ import annotations

import hmac
import re
from base64 import b32encode
from hashlib import sha256
from typing import NamedTuple

SECRET_BYTES = 32
"""Bytes of the secret of a home."""

ANSWER = b"answer/1"
"""The purpose of a code that allows one answer."""

_TAG_BYTES, _CODE_BYTES = 5, 16
_TOKEN = re.compile(r"khr-([a-z2-7]{8})-([a-z2-7]{26})(?![a-z2-7])", re.IGNORECASE | re.ASCII)
_MOST = 20


class State(NamedTuple):
    """The state of a game for which a code is valid: the game's id, the hash of its newest block, a number.

    The number counts the answers that were accepted in this game.
    """

    game: str
    head: bytes
    number: int


class Token(NamedTuple):
    """The tag of a game, and a code for it."""

    tag: str
    code: str

    def __str__(self) -> str:
        return f"khr-{self.tag}-{self.code}"


def bound_secret(secret: bytes, *facts: str) -> bytes:
    """The secret that belongs to a secret and to some facts: if one of them changes, all codes do."""
    return hmac.digest(secret, b"\0".join([b"bound/1", *(fact.encode() for fact in facts)]), sha256)


def token_of(secret: bytes, state: State, purpose: bytes = ANSWER) -> Token:
    """The token with the code (128 bits) of a state for a purpose."""
    content = b"\0".join([purpose, state.game.encode(), state.head, str(state.number).encode()])
    return Token(game_tag(secret, state.game), _word(secret, content, _CODE_BYTES))


def game_tag(secret: bytes, game: str) -> str:
    """The tag of a game (40 bits): it says to which game a code belongs, and only this home can make it."""
    return _word(secret, b"tag/1\0" + game.encode(), _TAG_BYTES)


def is_code_of(token: Token, right: Token) -> bool:
    """Whether a token is the right one; compared in constant time."""
    return hmac.compare_digest(token.code, right.code)


def letter_mark(secret: bytes, game: str, number: int) -> str:
    """32 hexadecimal digits for the Message-ID of a letter; they say nothing about its code."""
    content = b"\0".join([b"letter/1", game.encode(), str(number).encode()])
    return hmac.digest(secret, content, sha256).hex()[:32]


def find_tokens(text: str) -> tuple[Token, ...]:
    """The different tokens in a text, at most 20."""
    found = dict.fromkeys(Token(match[1].lower(), match[2].lower()) for match in _TOKEN.finditer(text))
    return tuple(found)[:_MOST]


def ends_with_token(line: str) -> bool:
    """Whether a line ends with a token."""
    return any(match.end() == len(line) for match in _TOKEN.finditer(line))


def cut_codes(text: str) -> str:
    """The text without the codes of its tokens."""
    return _TOKEN.sub("khr-…", text)


def _word(secret: bytes, content: bytes, size: int) -> str:
    return b32encode(hmac.digest(secret, content, sha256)[:size]).decode().rstrip("=").lower()
