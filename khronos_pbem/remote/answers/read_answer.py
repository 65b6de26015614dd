"""Recognize the player's own answers among letters, and accept each code only once.

Anyone can write a letter to the player. Therefore an answer needs the code for the present state of a game;
the sender alone is not enough. A code is stored as used before anything is done. An automatic letter is never
an answer (RFC 3834), and the robot ignores its own letters.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from khronos_pbem.errors import KhronosError
from khronos_pbem.mail.formats.decode_mail import decode_bodies
from khronos_pbem.mail.formats.mail_sources import Letter
from khronos_pbem.mail.incoming.known_letters import read_label
from khronos_pbem.mail.incoming.learn_addresses import from_address
from khronos_pbem.messages import Message, Translate, VerbatimText, message, shell_quoted
from khronos_pbem.remote.answers.answer_text import Request, find_answer, parse_request
from khronos_pbem.remote.answers.codes import State, Token, find_tokens, is_code_of, token_of
from khronos_pbem.remote.answers.remote_state import (
    AnswerResult,
    RemoteGame,
    RunningRequest,
    change_game,
    digest_of,
)

MOST_BYTES = 1024 * 1024
"""The maximum size of an answer, in bytes.

The longest answers quote a whole letter, without attachments.
"""

MOST_TYPED = 10
"""The maximum number of lines that the player is shown from an answer without a request."""

_CONTINUATION = re.compile(rb"\n[ \t]+")
_OWN = re.compile(rb"^x-khronos-remote[ \t]*:", re.MULTILINE | re.IGNORECASE)
_AUTOMATIC = re.compile(
    rb"^(?:auto-submitted[ \t]*:[ \t]*(?!no\b)\S|precedence[ \t]*:[ \t]*(?:bulk|junk|list|auto[_-]?reply)"
    rb"|list-id[ \t]*:|x-(?:mail-)?auto-?(?:reply|respon[ds]|generated)(?!e-suppress)|x-vacation"
    rb"|x-auto-response-suppress[ \t]*:[^\n]*\b(?:all|autoreply)\b|return-path[ \t]*:[ \t]*<>"
    rb"|delivered-to[ \t]*:[ \t]*autorespon|from[ \t]*:[^\n]*\b(?:mailer-daemon\b|postmaster@)"
    rb"|content-type[ \t]*:[ \t]*(?:multipart/report|message/(?:delivery-status|disposition-notification)))",
    re.MULTILINE | re.IGNORECASE,
)


class AnswerKind(Enum):
    """The kinds of letters that contain a token of a game."""

    ACCEPTED = "accepted"
    FOREIGN = "foreign"
    OLD = "old"
    COPY = "copy"
    WRONG = "wrong"
    LOCKED = "locked"
    AUTOMATIC = "automatic"


class Answer(NamedTuple):
    """A letter with a token of a game: the game, the kind of letter, and its request if accepted."""

    game: RemoteSeat
    kind: AnswerKind
    request: Request | None = None


class RemoteSeat(NamedTuple):
    """A game of the player: its `game_key`, file, title, newest block (hash), and the player's identity."""

    key: str
    path: Path
    title: str
    head: bytes
    name: str


class SortedLetters(NamedTuple):
    """The letters with a token of the player's games, and the others except the robot's own letters."""

    answers: list[Letter]
    others: list[Letter]


@dataclass(frozen=True, slots=True)
class AnswerReader:
    """A reader of answers.

    `games` are the player's games by tag, and `senders` the player's own addresses. `secret` is the home's
    secret, and `speak` translates messages to the player.
    """

    home: Path
    secret: bytes
    games: Mapping[str, RemoteSeat]
    senders: frozenset[str]
    speak: Translate

    def sort(self, letters: Iterable[Letter]) -> SortedLetters:
        """Separate answers from other letters, without storing anything."""
        found = SortedLetters([], [])
        for letter in letters:
            if not is_own(letter):
                kind = found.others if self._token_and_bodies(letter) is None else found.answers
                kind.append(letter)
        return found

    def read(self, letter: Letter) -> Answer | None:
        """Read a letter and use up its code; return None if it has no token of these games.

        Raises KhronosError if the state of the game cannot be written. In that case the request must not be
        carried out.
        """
        found = self._token_and_bodies(letter)
        if found is None:
            return None
        token, bodies = found
        game = self.games[token.tag]
        if is_automatic(letter.head):
            return Answer(game, AnswerKind.AUTOMATIC)
        return self._use_up(game, token, letter, bodies)

    def _token_and_bodies(self, letter: Letter) -> tuple[Token, tuple[str, ...]] | None:
        """Return the first token of these games in a letter, and the letter's readable texts.

        Return None if there is no such token.
        """
        if not self.games or (letter.path is not None and letter.stop - letter.start > MOST_BYTES):
            return None
        try:
            if read_label(letter) is not None or len(letter.data) > MOST_BYTES:
                return None
            bodies = decode_bodies(letter.data)
        except Exception:  # a letter that cannot be read is no answer; `receive` says what is wrong with it
            return None
        tokens = (token for body in bodies for token in find_tokens(body))
        token = next((token for token in tokens if token.tag in self.games), None)
        return None if token is None else (token, bodies)

    def _use_up(self, game: RemoteSeat, token: Token, letter: Letter, bodies: tuple[str, ...]) -> Answer:
        """Compare the code with the one for the present state and store the new state, in one step."""
        found = [Answer(game, AnswerKind.WRONG)]

        def compared(state: RemoteGame) -> RemoteGame:
            answer, after = self._compared(game, token, letter, bodies, state)
            found[0] = answer
            return after

        change_game(self.home, game.key, compared)
        return found[0]

    def _compared(
        self, game: RemoteSeat, token: Token, letter: Letter, bodies: tuple[str, ...], state: RemoteGame
    ) -> tuple[Answer, RemoteGame]:
        """Return the answer found in a letter with a token, and the state of the game after it."""
        if digest_of(letter.data) in state.read:
            return Answer(game, AnswerKind.COPY), state
        if state.is_locked:
            return Answer(game, AnswerKind.LOCKED), state
        right = token_of(state.secret(self.secret), State(game.key, game.head, state.number))
        after = state.with_read(letter.data)
        if not state.series or not is_code_of(token, right):
            if not state.series or digest_of(token.code) in state.issued:
                return Answer(game, AnswerKind.OLD), state
            return Answer(game, AnswerKind.WRONG), after._replace(wrong=state.wrong + 1)
        after = after._replace(number=state.number + 1)
        sender = from_address(letter)
        if sender.lower() not in self.senders:
            return Answer(game, AnswerKind.FOREIGN), self._failed(after, _foreign_message(sender))
        try:
            request = parse_request(bodies)
        except KhronosError as problem:
            return Answer(game, AnswerKind.ACCEPTED), self._failed(
                after, problem.full_message, find_answer(bodies)
            )
        running = RunningRequest(request.lines, game.head.hex())
        return Answer(game, AnswerKind.ACCEPTED, request), after._replace(running=running, result=None)

    def _failed(self, state: RemoteGame, what: str, typed: Sequence[str] = ()) -> RemoteGame:
        """Return the state after an answer that is not carried out.

        `what` is the reason, which the player will read.
        """
        shown = tuple(typed[:MOST_TYPED])
        return state._replace(result=AnswerResult(shown, (self.speak(what),), failed=True))


def _foreign_message(sender: str) -> Message:
    if not sender:
        return message("an answer with the right code had no sender, or more than one, so nothing was done")
    return message(
        "an answer with the right code came from {sender}, which is not your address, so nothing was "
        "done; to allow this address: khronos remote on --from {words}",
        sender=VerbatimText(sender),
        words=shell_quoted(sender),
    )


def is_own(letter: Letter) -> bool:
    """Return whether a letter's header marks it as written by a robot to its player.

    Anyone can write such a header.
    """
    try:
        return _OWN.search(_headers(letter.head)) is not None
    except KhronosError:
        return False


def is_automatic(head: bytes) -> bool:
    """Return whether the beginning of an e-mail shows that a machine wrote it.

    Such letters are never answered.
    """
    return _AUTOMATIC.search(_headers(head)) is not None


def _headers(head: bytes) -> bytes:
    """Return the headers from the first bytes of a mail, each on one line."""
    plain = head.lstrip().replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return _CONTINUATION.sub(b" ", plain.partition(b"\n\n")[0])


_IGNORED = {
    AnswerKind.ACCEPTED: message("a reply contained no request"),
    AnswerKind.FOREIGN: message("ignored an answer from an unknown address"),
    AnswerKind.OLD: message("ignored an answer to an older e-mail"),
    AnswerKind.COPY: message("ignored a second copy of an answer"),
    AnswerKind.WRONG: message("ignored an answer with the wrong code"),
    AnswerKind.LOCKED: message("ignored an answer, because there have been too many wrong codes"),
    AnswerKind.AUTOMATIC: message("ignored an automatic e-mail"),
}


def ignored_answer_line(answer: Answer) -> Message:
    """Return the robot's output line about a letter with a token but no request to carry out."""
    return message("{title}: {what}", title=VerbatimText(answer.game.title), what=_IGNORED[answer.kind])
