"""The robot that plays by mail for a player: it carries out answers and sends letters.

If the process is killed at any moment, no answer is lost unnoticed: each action is stored before it begins,
and the next letter informs the player. A turn is played at most once; if it was played, it is sent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import NamedTuple

from khronos_pbem.engine.digests import decode_bytes
from khronos_pbem.engine.features.bots import SearchSettings
from khronos_pbem.engine.orders.splitting import split_orders
from khronos_pbem.errors import Conflict, KhronosError
from khronos_pbem.home.game_paths import game_key
from khronos_pbem.home.versions.signed_blocks import unsent_last_block
from khronos_pbem.library.game_row import GameRow
from khronos_pbem.messages import Message, Moment, Translate, VerbatimText, message
from khronos_pbem.record.chain import block_hashes, head_hash
from khronos_pbem.record.record_fields import instant_text
from khronos_pbem.record.save import parse_save
from khronos_pbem.remote.answers.answer_text import WITH_ORDERS, Request
from khronos_pbem.remote.answers.codes import State, Token, game_tag, letter_mark, token_of
from khronos_pbem.remote.answers.read_answer import (
    Answer,
    AnswerKind,
    AnswerReader,
    RemoteSeat,
    ignored_answer_line,
)
from khronos_pbem.remote.answers.remote_state import (
    AnswerResult,
    HeldTurn,
    RemoteGame,
    RemoteSettings,
    RunningRequest,
    change_game,
    digest_of,
    remote_game,
)
from khronos_pbem.remote.answers.run_request import Run, run_request
from khronos_pbem.remote.due_letters import (
    DueLetter,
    after_letter,
    due_letter,
    is_asked,
    is_awaited,
    letters_of_a_day,
    remote_seat,
    told_result,
)
from khronos_pbem.remote.letters.letter_contents import LetterContents
from khronos_pbem.remote.letters.telephone_letter import compose_telephone_letter
from khronos_pbem.remote.reports import Report, problem_report
from khronos_pbem.session.context import Context
from khronos_pbem.session.queries.player_view import load_view
from khronos_pbem.session.queries.unseen_events import note_view_seen
from khronos_pbem.storage.files import read_file

MOST_LETTERS = 100
"""The maximum number of letters about one game in a day, to stop endless loops."""

MOST_MESSAGES = 20
"""The maximum number of messages that may wait for the next turn."""

_WRITES = ("play", "vote")
"""The requests that write a block."""


class Post(NamedTuple):
    """The functions that send letters, and the player's own address.

    `write` sends a letter to the player, `send` a letter with the newest block of a game. Both raise
    UsageError if the letter cannot be sent. If their last argument is true, they send it even if it may have
    been sent before.
    """

    address: str
    write: Callable[[EmailMessage, bool], object]
    send: Callable[[Path, str, bool], None]


@dataclass(frozen=True, slots=True)
class Robot:
    """The robot of one home, for one round; `thinking` holds the search settings for suggested turns."""

    context: Context
    settings: RemoteSettings
    language: str
    speak: Translate
    run: Run
    post: Post
    thinking: SearchSettings | None = None

    def reader(self, rows: Iterable[GameRow], names: Mapping[str, str]) -> AnswerReader:
        """The reader of answers in these games.

        `names` are the names of the player's own identities by public key (hex).
        """
        games: dict[str, RemoteSeat] = {}
        for seat in (remote_seat(row, names) for row in rows):
            state = RemoteGame() if seat is None else self._state(seat)
            if seat is not None and state.series:
                games[game_tag(state.secret(self.settings.secret), seat.key)] = seat
        senders = frozenset(each.lower() for each in (self.post.address, *self.settings.senders))
        return AnswerReader(self.context.home, self.settings.secret, games, senders, self.speak)

    # --- answers --------------------------------------------------------------------------------------------

    def recover(self, rows: Iterable[GameRow], names: Mapping[str, str]) -> Iterator[Report]:
        """Store an outcome for each interrupted request, so that the next letter informs the player.

        A block written by an interrupted request is sent like any other. Problems are reported.
        """
        for game in (remote_seat(row, names) for row in rows):
            running = None if game is None else self._state(game).running
            if game is not None and running is not None:
                try:
                    self._finish(game, running, None)
                except Exception as problem:  # the other games go on
                    yield problem_report(game.title, problem)

    def carry_out(self, answer: Answer) -> Report:
        """Carry out an accepted request, store its result, and return a line about it."""
        game, request = answer.game, answer.request
        try:
            if answer.kind is AnswerKind.OLD:
                self._note_old(game)
            if request is not None:
                return Report(_request_line(game, request, self._run(game, request)))
        except Exception as problem:  # the next round tells the player that it was interrupted
            return problem_report(game.title, problem)
        return Report(ignored_answer_line(answer))

    def _run(self, game: RemoteSeat, request: Request) -> AnswerResult:
        """Carry out a request, and store and return its result."""
        before = self._state(game)
        running = before.running or RunningRequest(request.lines, game.head.hex())
        result, messages = self._result(game, request, before.messages)
        self._change(game, lambda state: state._replace(messages=messages))
        self._finish(game, running, result)
        return result

    def _result(
        self, game: RemoteSeat, request: Request, messages: tuple[str, ...]
    ) -> tuple[AnswerResult, tuple[str, ...]]:
        """Return the result of a request, and the messages that then wait for the next turn."""
        if head_hash(parse_save(read_file(game.path))) != game.head:
            return self._refusal(request, message("the game has moved on in the meantime")), messages
        if request.word == "message":
            return self._message_result(request, game, messages)
        if request.word in WITH_ORDERS and messages:
            alone = self._request_result(game, request._replace(word="try"))  # says where a mistake is
            with_messages = request._replace(rest=(*messages, *request.rest))
            result = alone if alone.failed else self._request_result(game, with_messages)
            return result._replace(request=request.lines), messages
        return self._request_result(game, request), messages

    def _request_result(self, game: RemoteSeat, request: Request) -> AnswerResult:
        return run_request(request, game, self.language, self.run)

    def _message_result(
        self, request: Request, game: RemoteSeat, messages: tuple[str, ...]
    ) -> tuple[AnswerResult, tuple[str, ...]]:
        """Return the result of a message to other players, with the messages that wait for the next turn."""
        if len(messages) >= MOST_MESSAGES:
            return self._refusal(
                request,
                message("too many of your messages are already waiting to be sent with your next turn"),
            ), messages
        order = request.lines[0]
        if len(list(split_orders(order))) != 1:
            return self._refusal(
                request, message('no other orders can follow a message; put them after the word "play"')
            ), messages
        tried = self._request_result(game, Request("try", (order,)))
        if tried.failed:
            return tried._replace(request=request.lines), messages
        told = message("your message will be sent with your next turn")
        return AnswerResult(request.lines, (self.speak(told),)), (*messages, order)

    def _refusal(self, request: Request, what: Message) -> AnswerResult:
        return AnswerResult(request.lines, (self.speak(what),), failed=True)

    def _finish(self, game: RemoteSeat, running: RunningRequest, result: AnswerResult | None) -> None:
        """Store the result of a request (None: it was interrupted), and any block it wrote, for sending."""
        word = running.lines[0].partition(" ")[0]
        held = self._held(game, running) if word in _WRITES else None
        if result is None:
            told = _INTERRUPTED if held is None else _PLAYED
            result = AnswerResult(running.lines, (self.speak(told),), failed=held is None)
        if held is not None and not self._is_awaited(game):
            line = self.speak(_held_line(held, self.settings.delay))
            result = result._replace(lines=(*result.lines, line))
        used = word == "play" and (held is not None or not result.failed)

        def finished(state: RemoteGame) -> RemoteGame:
            messages = () if used else state.messages
            return state._replace(running=None, result=result, held=held or state.held, messages=messages)

        self._change(game, finished)

    def _held(self, game: RemoteSeat, running: RunningRequest) -> HeldTurn | None:
        """Return the block that a request wrote and that waits for the delay; None if there is none."""
        save = parse_save(read_file(game.path))
        head, before = (each.hex() for each in block_hashes(save)[:-3:-1])
        if before != running.head or unsent_last_block(self.context.home, save) is None:
            return None
        until = datetime.fromisoformat(self.context.at) + timedelta(seconds=self.settings.delay)
        return HeldTurn(head, instant_text(until))

    def _is_awaited(self, game: RemoteSeat) -> bool:
        """Return whether the game now waits for its player."""
        view = load_view(game.path, self.context._replace(name=game.name))
        return view.now is not None and view.now.seat == view.seat

    def _note_old(self, game: RemoteSeat) -> None:
        """Note that an answer to an old letter arrived; the player is told once in each state."""
        told = message("an answer to an older e-mail arrived but was ignored; answer this e-mail instead")

        def noted(state: RemoteGame) -> RemoteGame:
            notice = self._state_mark(game, state)
            if state.noticed == notice or state.result is not None:
                return state
            return state._replace(noticed=notice, result=AnswerResult((), (self.speak(told),), failed=True))

        self._change(game, noted)

    # --- letters --------------------------------------------------------------------------------------------

    def send_held(self, rows: Iterable[GameRow], names: Mapping[str, str]) -> Iterator[Report]:
        """Send the blocks whose delay is over, and report each.

        A block is kept back while the game is waiting for its player again.
        """
        for row in rows:
            game = remote_seat(row, names)
            held = None if game is None else self._state(game).held
            if game is None or held is None:
                continue
            if held.head != game.head.hex():
                self._change(game, lambda state: state._replace(held=None))
            elif not (self.is_held(row) or is_awaited(row, names)):
                yield self._send(game, held)

    def keep(self, path: Path) -> None:
        """Keep the newest block of a game to be sent again later, because its letter was not sent."""
        save = parse_save(read_file(path))
        held = HeldTurn(head_hash(save).hex(), self.context.at)
        change_game(self.context.home, game_key(save.header), lambda state: state._replace(held=held))

    def is_held(self, row: GameRow) -> bool:
        """Return whether the newest block of a game is being held until it is time to send it.

        If the clock was set back, a block is not held longer than the delay.
        """
        held = remote_game(self.context.home, row["game"]).held
        if held is None or decode_bytes(row["head"], 32).hex() != held.head:
            return False
        last = datetime.fromisoformat(self.context.at) + timedelta(seconds=self.settings.delay)
        return self.context.at < held.until <= instant_text(last)

    def _send(self, game: RemoteSeat, held: HeldTurn) -> Report:
        """Send a block; send it again if an earlier attempt may not have finished."""
        self._change(game, lambda state: state._replace(held=held._replace(begun=True)))
        try:
            self.post.send(game.path, game.name, held.begun)
        except KhronosError as problem:
            self._change(game, lambda state: state._replace(held=held))
            return problem_report(game.title, problem)
        self._change(game, lambda state: state._replace(held=None))
        return Report(message("{title}: your turn was sent", title=VerbatimText(game.title)))

    def write_letters(self, rows: Iterable[GameRow], names: Mapping[str, str]) -> Iterator[Report]:
        """Write the letters that are due to the player, and report each."""
        for row in rows:
            game = remote_seat(row, names)
            if game is None:
                continue
            try:
                if self._write_letter(game, row, names):
                    yield Report(
                        message("{title}: an e-mail has been sent to you", title=VerbatimText(game.title))
                    )
            except Exception as problem:  # whatever is in one game, the others go on
                yield problem_report(game.title, problem)

    def _write_letter(self, game: RemoteSeat, row: GameRow, names: Mapping[str, str]) -> bool:
        """Write the letter about a game to the player, if one is due; return whether one was due."""
        at, state, asked = self.context.at, self._state(game), is_asked(row, names, self.context.at)
        kind = due_letter(state, self._state_mark(game, state), row, at, asked=asked)
        if kind is None:
            return False
        if len(letters_of_a_day(state, at)) >= MOST_LETTERS:
            what = message(
                "you have been sent {n} e-mails in one day, so the next e-mail will be sent later",
                n=MOST_LETTERS,
            )
            raise Conflict(what)
        held = state.held if state.held is not None and state.held.head == game.head.hex() else None
        can_answer = (asked or held is not None) and not state.is_locked
        state = self._change(game, lambda state: self._begun(game, state, can_answer))
        letter = self._letter(game, state, held, can_answer=can_answer)
        letter = letter._replace(reminder=kind is DueLetter.REMINDER)
        mail = compose_telephone_letter(letter, self.thinking, self.speak)
        self.post.write(mail, state.tries == 2)  # not more often: a server may never say that it has a letter
        mark = self._state_mark(game, state)
        self._change(game, lambda state: after_letter(state, kind, mark, row, at))
        note_view_seen(self.context.home, letter.view)
        return True

    def _begun(self, game: RemoteSeat, state: RemoteGame, can_answer: bool) -> RemoteGame:
        """Return the state to store before a letter to the player is sent."""
        state = state.with_series()._replace(tries=state.tries + 1)
        return state.with_issued(self._token(game, state)) if can_answer else state

    def _letter(
        self, game: RemoteSeat, state: RemoteGame, held: HeldTurn | None, *, can_answer: bool
    ) -> LetterContents:
        view = load_view(game.path, self.context._replace(name=game.name))
        return LetterContents(
            view.opened,
            view,
            self.post.address,
            str(self._token(game, state)) if can_answer else "",
            letter_mark(state.secret(self.settings.secret), game.key, state.letters),
            told_result(state),
            can_undo="" if held is None or held.until <= self.context.at else held.until,
            hints=self.settings.hints,
            language=self.language,
            at=self.context.at,
        )

    # --- the state ------------------------------------------------------------------------------------------

    def _state(self, game: RemoteSeat) -> RemoteGame:
        return remote_game(self.context.home, game.key)

    def _change(self, game: RemoteSeat, change: Callable[[RemoteGame], RemoteGame]) -> RemoteGame:
        return change_game(self.context.home, game.key, change)

    def _token(self, game: RemoteSeat, state: RemoteGame) -> Token:
        """The token of a state of a game."""
        return token_of(state.secret(self.settings.secret), State(game.key, game.head, state.number))

    def _state_mark(self, game: RemoteSeat, state: RemoteGame) -> str:
        """The digest of the code of a state; empty if the game has no series of codes yet."""
        return digest_of(self._token(game, state).code) if state.series else ""


_INTERRUPTED = message("the robot was interrupted, so look at the game below before you answer again")
_PLAYED = message("the robot was interrupted, but it has acted on your answer")


def _held_line(held: HeldTurn, delay: int) -> Message:
    if not delay:
        return message("your turn will be sent now")
    return message(
        "your turn will be sent on {until}; until then, you can take it back with undo",
        until=Moment(held.until),
    )


def _request_line(game: RemoteSeat, request: Request, result: AnswerResult) -> Message:
    """Return the line about a request that was carried out.

    It contains no text by other players or from the answer.
    """
    title = VerbatimText(game.title)
    if result.failed:
        return message("{title}: {word!r} did not work", title=title, word=request.word)
    return message("{title}: carried out {word!r}", title=title, word=request.word)
