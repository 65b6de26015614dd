"""The stored settings for playing from a telephone, and a small stored state for each game.

The file that records used codes may be lost. Therefore the codes of a game depend on a random series in that
file, and become invalid without it. In addition, all codes depend on the time at which the settings were
stored on this disk. In a copy or an old backup of the home, no code is valid.
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
"""The number of wrong codes after which a game can be played only in a shell."""

MOST_DELAY = 7 * 24 * 3600
"""The longest time for which a turn can be held before it is sent, in seconds."""

_MOST_KNOWN = 400
_DIGEST = 16
_SERIES_BYTES = 16


class RemoteSettings(NamedTuple):
    """The settings for answers from a telephone.

    `secret` is used to make the codes; it is empty while `remote` is off. `delay` is the time in seconds for
    which a turn is held before it is sent. With `hints`, letters suggest turns. `senders` are additional
    addresses from which the player may answer.
    """

    secret: bytes = b""
    delay: int = 0
    hints: bool = False
    senders: tuple[str, ...] = ()

    @property
    def is_on(self) -> bool:
        """Whether answers from a telephone are allowed."""
        return bool(self.secret)

    def bound_to(self, moment: int) -> RemoteSettings:
        """Return the settings with a secret that depends on a time; unchanged if they have no secret."""
        return self._replace(secret=bound_secret(self.secret, str(moment))) if self.secret else self


class AnswerResult(NamedTuple):
    """The result of the last answer: its request, the lines of output, and whether it failed."""

    request: tuple[str, ...]
    lines: tuple[str, ...] = ()
    failed: bool = False


class RunningRequest(NamedTuple):
    """A request that is being carried out: its lines, and the hash (hex) of the newest block before it."""

    lines: tuple[str, ...]
    head: str


class HeldTurn(NamedTuple):
    """A turn that was played but is held back: the hash (hex) of its block, and the time to send it.

    `begun` is true if sending has begun; it may not have finished.
    """

    head: str
    until: str
    begun: bool = False


class RemoteGame(NamedTuple):
    """The state of one game.

    `series` is random, and empty before the first letter. `number` counts the answers with the right code,
    and `wrong` those with a wrong one. `issued` are the digests of the codes in the last letters. `read` are
    the digests of the letters whose code was counted, so that a second copy is ignored.

    `written` is the digest of the code for the state that the last letter to the player described. `noticed`
    is the same for the last notice about answers that did not count. `reminded` is the newest block (hex) at
    the time of the last reminder. `running` is the request in progress. `result` is the result of the last
    one, until it is sent.

    `held` is a block that is still to be sent; `messages` are orders that wait for the next turn. `letters`
    counts the letters to the player, and `tries` counts the attempts to send the next one. `sent` are the
    times of the last letters.
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
        """Whether the game can be played only in a shell, because too many wrong codes have arrived."""
        return self.wrong >= MOST_WRONG

    def secret(self, secret: bytes) -> bytes:
        """Return the secret for the codes of this game, derived from the home's secret."""
        return bound_secret(secret, self.series)

    def with_series(self) -> RemoteGame:
        """Return the state with a series of codes, which is new if there was none."""
        return self if self.series else self._replace(series=secrets.token_hex(_SERIES_BYTES))

    def with_read(self, letter: bytes) -> RemoteGame:
        """Return the state with this letter recorded as one whose code was counted."""
        return self._replace(read=(*self.read, digest_of(letter))[-_MOST_KNOWN:])

    def with_issued(self, token: Token) -> RemoteGame:
        """Return the state with this token recorded as issued in a letter to the player."""
        digest = digest_of(token.code)
        known = self.issued if digest in self.issued else (*self.issued, digest)
        return self._replace(issued=known[-_MOST_KNOWN:])


def digest_of(data: str | bytes) -> str:
    """Return the digest of a code or a letter, in the form in which it is stored."""
    return sha256(data.encode() if isinstance(data, str) else data).hexdigest()[: 2 * _DIGEST]


def new_secret() -> bytes:
    """A new random secret for codes."""
    return secrets.token_bytes(SECRET_BYTES)


def remote_settings(home: Path) -> RemoteSettings:
    """Return the settings of this home; off if they are missing, damaged or unreadable.

    Their secret is the one for codes. It depends on the time at which this file was last changed on this
    disk, so it differs in a copy or a backup of the home.
    """
    store = _settings_store(home)
    settings = store.read()
    try:
        return settings.bound_to(store.path.stat().st_ctime_ns)
    except OSError:
        return RemoteSettings()


def change_settings(home: Path, change: Callable[[RemoteSettings], RemoteSettings]) -> RemoteSettings:
    """Change the settings under their lock and return them.

    Raises the same errors as `JsonStore.change`.
    """
    return _settings_store(home).change(change)


def remote_game(home: Path, key: str) -> RemoteGame:
    """The state of a game, given by its `game_key`."""
    return _game_store(home, key).read()


def change_game(home: Path, key: str, change: Callable[[RemoteGame], RemoteGame]) -> RemoteGame:
    """Change the state of a game under its lock and return it.

    Raises the same errors as `JsonStore.change`.
    """
    return _game_store(home, key).change(change)


def forget_codes(home: Path) -> None:
    """Forget everything about the games except requests in progress and unsent turns and messages.

    Raises UsageError if a state cannot be read or written.
    """
    _change_all(home, lambda game: RemoteGame(running=game.running, held=game.held, messages=game.messages))


def forget_games(home: Path) -> None:
    """Forget everything about the games. Raises UsageError if a state cannot be read or written."""
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
    """Return the settings from JSON data. Raises the errors of a store's codec if they are invalid."""
    secret, delay = bytes.fromhex(data["secret"]), _number(data["delay"])
    if len(secret) not in (0, SECRET_BYTES) or delay > MOST_DELAY:
        raise ValueError
    senders = tuple(text_list(data["senders"]))
    if not all(map(is_address, senders)):
        raise ValueError
    return RemoteSettings(secret, delay, data["hints"] is True, senders)


def _parse_game(data: Any) -> RemoteGame:
    """Return the state of a game from JSON data. Raises the errors of a store's codec if it is invalid."""
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
