"""What this home remembers of play from a telephone: the settings, and a small state for each game.

What says that a code was used may be lost. So the codes of a game belong to a random series in the file that
says it: without this file, they are no longer valid. And all codes belong to the moment in which the settings
were stored on this disk: in a copy or an old backup of the home, no code is valid.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from khronos_pbem.home.config import is_address
from khronos_pbem.record.record_fields import instant_moment
from khronos_pbem.remote.answers.codes import SECRET_BYTES, Token, bound_secret
from khronos_pbem.storage.files import SMALL_BYTES, file_lock
from khronos_pbem.storage.json_store import FileCodec, JsonStore, json_codec, text_list

MOST_WRONG = 5
"""Wrong codes after which a game can only be played at the shell."""

MOST_DELAY = 7 * 24 * 3600
"""Seconds for which a turn can be kept before it is sent."""

_MOST_KNOWN = 400
_DIGEST = 16
_SERIES_BYTES = 16


class RemoteSettings(NamedTuple):
    """Whether a telephone may answer, and how.

    `secret` makes the codes; it is empty while `remote` is off. `delay` is how long a turn is kept before it
    is sent, in seconds; with `hints`, letters propose turns; `senders` are more addresses from which you
    answer.
    """

    secret: bytes = b""
    delay: int = 0
    hints: bool = False
    senders: tuple[str, ...] = ()

    @property
    def is_on(self) -> bool:
        """Whether a telephone may answer."""
        return bool(self.secret)

    def bound_to(self, moment: int) -> RemoteSettings:
        """The settings with a secret that belongs to a moment; without a secret they are the same."""
        return self._replace(secret=bound_secret(self.secret, str(moment))) if self.secret else self


class AnswerResult(NamedTuple):
    """What became of the last answer: its request, the lines that came of it, and whether it failed."""

    request: tuple[str, ...]
    lines: tuple[str, ...] = ()
    failed: bool = False


class RunningRequest(NamedTuple):
    """A request that is being carried out: its lines, and the hash (hex) of the newest block before it."""

    lines: tuple[str, ...]
    head: str


class HeldTurn(NamedTuple):
    """A turn that was played and is not sent before a moment: the hash (hex) of its block, and the moment.

    `begun` says that sending it was begun, and perhaps not finished.
    """

    head: str
    until: str
    begun: bool = False


class RemoteGame(NamedTuple):
    """The state of one game.

    `series` is random, and empty before the first letter. `number` counts the answers that had the right
    code. `issued` are the digests of the codes in the last letters, `read` those of the letters whose code
    was counted, so that a second copy is ignored. `wrong` counts wrong codes. `written` is the digest of the
    code that belonged to the state about which the last letter to the player was sent; `noticed` is the same
    for the last notice about answers that did not count. `reminded` is the block (hex) about which a reminder
    was. `running` is the request that is being carried out, `result` what became of the last one, until it is
    sent. `held` is a block that is still to be sent; `messages` are orders that wait for the next turn.
    `letters` counts the letters to the player, `tries` how often the next one was begun, and `sent` are the
    moments of the last ones.
    """

    series: str = ""
    number: int = 0
    issued: tuple[str, ...] = ()
    read: tuple[str, ...] = ()
    wrong: int = 0
    written: str = ""
    reminded: str = ""
    noticed: str = ""
    running: RunningRequest | None = None
    result: AnswerResult | None = None
    held: HeldTurn | None = None
    messages: tuple[str, ...] = ()
    letters: int = 0
    tries: int = 0
    sent: tuple[str, ...] = ()

    @property
    def is_locked(self) -> bool:
        """Whether too many wrong codes have come: the game can only be played at the shell."""
        return self.wrong >= MOST_WRONG

    def secret(self, secret: bytes) -> bytes:
        """The secret for the codes of this game, made from that of the home."""
        return bound_secret(secret, self.series)

    def with_series(self) -> RemoteGame:
        """The state with a series of codes; a new one if there was none."""
        return self if self.series else self._replace(series=secrets.token_hex(_SERIES_BYTES))

    def with_read(self, letter: bytes) -> RemoteGame:
        """The state after a letter whose code was counted."""
        return self._replace(read=(*self.read, digest_of(letter))[-_MOST_KNOWN:])

    def with_issued(self, token: Token) -> RemoteGame:
        """The state after a letter with this token was made for the player."""
        digest = digest_of(token.code)
        known = self.issued if digest in self.issued else (*self.issued, digest)
        return self._replace(issued=known[-_MOST_KNOWN:])


def digest_of(data: str | bytes) -> str:
    """The digest of a code or a letter, as it is remembered."""
    return sha256(data.encode() if isinstance(data, str) else data).hexdigest()[: 2 * _DIGEST]


def new_secret() -> bytes:
    """A new random secret for codes."""
    return secrets.token_bytes(SECRET_BYTES)


def remote_settings(home: Path) -> RemoteSettings:
    """The settings of this home; off if there are none, or they are damaged or cannot be read.

    Their secret is the one for codes. It is bound to the moment in which this very file was made or changed,
    which a copy of the home, or a backup, has not.
    """
    store = _settings_store(home)
    settings = store.read()
    try:
        return settings.bound_to(store.path.stat().st_ctime_ns)
    except OSError:
        return RemoteSettings()


def change_settings(home: Path, change: Callable[[RemoteSettings], RemoteSettings]) -> RemoteSettings:
    """Change the settings under their lock, and return them. Raises as `JsonStore.change`."""
    return _settings_store(home).change(change)


def remote_game(home: Path, key: str) -> RemoteGame:
    """The state of a game, given by its `game_key`."""
    return _game_store(home, key).read()


def change_game(home: Path, key: str, change: Callable[[RemoteGame], RemoteGame]) -> RemoteGame:
    """Change the state of a game under its lock, and return it. Raises as `JsonStore.change`."""
    return _game_store(home, key).change(change)


def forget_codes(home: Path) -> None:
    """Forget everything about the games but what was begun, and the turns and messages still to be sent.

    Raises UsageError.
    """
    _change_all(home, lambda game: RemoteGame(running=game.running, held=game.held, messages=game.messages))


def forget_games(home: Path) -> None:
    """Forget everything about the games. Raises UsageError."""
    _change_all(home, lambda _: RemoteGame())


def _change_all(home: Path, change: Callable[[RemoteGame], RemoteGame]) -> None:
    for path in sorted((home / "remote").glob("game-*.json")):
        _store(path, home).change(change)


def _settings_store(home: Path) -> JsonStore[RemoteSettings]:
    path = home / "remote" / "settings.json"
    lock = partial(file_lock, path, home)
    return JsonStore(path, json_codec(_parse_settings, _settings_data), RemoteSettings(), lock, SMALL_BYTES)


def _game_store(home: Path, key: str) -> JsonStore[RemoteGame]:
    return _store(home / "remote" / f"game-{key}.json", home)


def _store(path: Path, home: Path) -> JsonStore[RemoteGame]:
    codec = FileCodec(lambda data: _parse_game(json.loads(data)), _encode_game)
    return JsonStore(path, codec, RemoteGame(), partial(file_lock, path, home), SMALL_BYTES)


def _encode_game(game: RemoteGame) -> bytes | None:
    return None if game == RemoteGame() else json.dumps(game._asdict()).encode()


def _settings_data(settings: RemoteSettings) -> dict[str, Any]:
    return {**settings._asdict(), "secret": settings.secret.hex()}


def _parse_settings(data: Any) -> RemoteSettings:
    """The settings from JSON data. Raises as the codec of a store."""
    secret, delay = bytes.fromhex(data["secret"]), _number(data["delay"])
    if len(secret) not in (0, SECRET_BYTES) or delay > MOST_DELAY:
        raise ValueError
    senders = tuple(text_list(data["senders"]))
    if not all(map(is_address, senders)):
        raise ValueError
    return RemoteSettings(secret, delay, data["hints"] is True, senders)


def _parse_game(data: Any) -> RemoteGame:
    """The state of a game from JSON data. Raises as the codec of a store."""
    result, held = data["result"], data["held"]
    return RemoteGame(
        _text(data["series"]),
        _number(data["number"]),
        _texts(data["issued"]),
        _texts(data["read"]),
        _number(data["wrong"]),
        _text(data["written"]),
        _text(data["reminded"]),
        _text(data["noticed"]),
        None if data["running"] is None else _parse_running(*data["running"]),
        None if result is None else _parse_result(*result),
        None if held is None else _parse_held(*held),
        _texts(data["messages"]),
        _number(data["letters"]),
        _number(data["tries"]),
        tuple(map(_moment, _texts(data["sent"]))),
    )


def _parse_running(lines: Any, head: Any) -> RunningRequest:
    return RunningRequest(_texts(lines), _text(head))


def _parse_held(head: Any, until: Any, begun: Any) -> HeldTurn:
    return HeldTurn(_text(head), _moment(until), begun is not False)


def _parse_result(request: Any, lines: Any, failed: Any) -> AnswerResult:
    return AnswerResult(_texts(request), _texts(lines), failed is True)


def _texts(value: Any) -> tuple[str, ...]:
    return tuple(text_list(value))


def _number(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise TypeError
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _moment(value: Any) -> str:
    text = _text(value)
    instant_moment(text)
    return text
