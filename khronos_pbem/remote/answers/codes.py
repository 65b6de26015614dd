"""The codes that identify a player's own answers.

Each letter to a player has a token: the tag of its game, and a code. Both are made with the secret of the
home, so nobody else can make or guess one. A code belongs to one state of a game and to one purpose. It
becomes invalid when an answer is accepted or the game continues.
"""

from __future__ import annotations

import hmac
import re
from base64 import b32encode
from hashlib import sha256
from typing import NamedTuple

SECRET_BYTES = 32
"""The length of a home's secret, in bytes."""

ANSWER = b"answer/1"
"""The purpose of a code that allows one answer."""

_TAG_BYTES, _CODE_BYTES = 5, 16
_TOKEN = re.compile(r"khr-([a-z2-7]{8})-([a-z2-7]{26})(?![a-z2-7])", re.IGNORECASE | re.ASCII)
_MOST = 20


class State(NamedTuple):
    """The state of a game for which a code is valid: game id, hash of the newest block, and a number.

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
    """Return a secret derived from a secret and some facts: if any of them changes, so do all codes."""
    return hmac.digest(secret, b"\0".join([b"bound/1", *(fact.encode() for fact in facts)]), sha256)


def token_of(secret: bytes, state: State, purpose: bytes = ANSWER) -> Token:
    """The token with the code (128 bits) of a state for a purpose."""
    content = b"\0".join([purpose, state.game.encode(), state.head, str(state.number).encode()])
    return Token(game_tag(secret, state.game), _word(secret, content, _CODE_BYTES))


def game_tag(secret: bytes, game: str) -> str:
    """Return the tag of a game (40 bits), which only this home can make.

    It identifies the game to which a code belongs.
    """
    return _word(secret, b"tag/1\0" + game.encode(), _TAG_BYTES)


def is_code_of(token: Token, right: Token) -> bool:
    """Return whether a token has the same code as the expected one, `right`.

    The comparison takes constant time.
    """
    return hmac.compare_digest(token.code, right.code)


def letter_mark(secret: bytes, game: str, number: int) -> str:
    """Return 32 hex digits for the Message-ID of a letter, which reveal nothing about its code."""
    content = b"\0".join([b"letter/1", game.encode(), str(number).encode()])
    return hmac.digest(secret, content, sha256).hex()[:32]


def find_tokens(text: str) -> tuple[Token, ...]:
    """Return the distinct tokens in a text, at most 20."""
    found = dict.fromkeys(Token(match[1].lower(), match[2].lower()) for match in _TOKEN.finditer(text))
    return tuple(found)[:_MOST]


def ends_with_token(line: str) -> bool:
    """Return whether a line ends with a token."""
    return any(match.end() == len(line) for match in _TOKEN.finditer(line))


def cut_codes(text: str) -> str:
    """Return the text with a placeholder instead of each token."""
    return _TOKEN.sub("khr-…", text)


def _word(secret: bytes, content: bytes, size: int) -> str:
    return b32encode(hmac.digest(secret, content, sha256)[:size]).decode().rstrip("=").lower()
