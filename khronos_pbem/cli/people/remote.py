"""The command `remote`: play by mail from a phone, with a robot on a computer that is always on."""

from __future__ import annotations

import re
from typing import Annotated, Any

import typer

from khronos_pbem.cli import shared_options as opt
from khronos_pbem.cli.command_classes import Command, Group
from khronos_pbem.cli.command_context import context
from khronos_pbem.cli.delivery.check_remote import check_identities, check_mail, check_sender
from khronos_pbem.cli.option_types import flag, option
from khronos_pbem.cli.terminal.printing import print_json, print_lines
from khronos_pbem.engine.digests import decode_bytes
from khronos_pbem.errors import UsageError
from khronos_pbem.home.config import Config, is_address, read_config
from khronos_pbem.library.game_row import GameRow
from khronos_pbem.library.library import configured_library
from khronos_pbem.mail.incoming.players_games import PlayersGames
from khronos_pbem.messages import Moment, VerbatimText, listed, message, shell_operand
from khronos_pbem.remote.answers.remote_state import (
    MOST_DELAY,
    RemoteSettings,
    change_settings,
    forget_codes,
    forget_games,
    new_secret,
    remote_game,
    remote_settings,
)
from khronos_pbem.storage.home_folder import home

remote = typer.Typer(cls=Group, no_args_is_help=True)

_DELAY = re.compile(r"([0-9]{1,6})([smhd])")
_SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86400}


@remote.command("on", cls=Command)
def turn_on(
    delay: Annotated[
        str | None,
        option(
            "--delay", "TIME", "How long to hold each turn before sending it, for example 30s, 10m or 2h."
        ),
    ] = None,
    hints: Annotated[
        bool | None,
        flag(
            "--hints/--no-hints",
            "In each e-mail, include turns suggested by a computer player; --no-hints leaves them out.",
        ),
    ] = None,
    senders: Annotated[
        list[str] | None,
        option(
            "--from",
            "ADDRESS",
            "Another address from which you answer. Repeat the option for several addresses.",
        ),
    ] = None,
    as_json: opt.Json = False,
) -> None:
    """Turn on playing from your phone: you play by answering e-mails sent to your own address."""
    config, was_on = read_config(), remote_settings(home()).is_on
    check_mail(config)
    check_identities(home(), config)
    wait, more = None if delay is None else _seconds(delay), [_address(each) for each in senders or ()]

    def changed(old: RemoteSettings) -> RemoteSettings:
        known = tuple(dict.fromkeys((*old.senders, *more)))
        hinted = old.hints if hints is None else hints
        return RemoteSettings(new_secret(), old.delay if wait is None else wait, hinted, known)

    settings = change_settings(home(), changed)
    forget_codes(home())
    if as_json:
        print_json(_document(settings, config, []))
        return
    now = message("you can now answer from your phone")
    print_lines(
        [
            message("{now}; answers to older e-mails no longer count", now=now) if was_on else now,
            message("keep this command running on a computer that is always on: khronos watch --mail"),
            message("to see how to answer: khronos help telephone"),
        ]
    )


@remote.command("off", cls=Command)
def turn_off(as_json: opt.Json = False) -> None:
    """Turn off answers by mail, and delete the settings for them."""
    lines = [line for row in _game_rows() for line in _unsent_lines(row)]
    settings = change_settings(home(), lambda _: RemoteSettings())
    forget_games(home())
    if as_json:
        print_json(_document(settings, read_config(), []))
    else:
        print_lines([message("answers by mail are off; to play on this computer: khronos next"), *lines])


@remote.command("status", cls=Command)
def status(as_json: opt.Json = False) -> None:
    """Show the settings and anything that has not been sent yet."""
    config, settings, rows = read_config(), remote_settings(home()), _game_rows()
    if as_json:
        print_json(_document(settings, config, rows))
    elif not settings.is_on:
        print_lines([message("answers by mail are off; to turn them on: khronos remote on")])
    else:
        print_lines(
            [*_settings_lines(settings, config), *(line for row in rows for line in _game_lines(row))]
        )


def _game_rows() -> list[GameRow]:
    """Return the inbox rows of all games, including those in shared folders."""
    config = read_config()
    rows = PlayersGames(configured_library(config), config, context(None)).rows()
    return [row for row in rows if row.get("game")]


def _seconds(text: str) -> int:
    """Return the seconds in a delay such as 10m. Raises UsageError for any other text."""
    match = _DELAY.fullmatch(text)
    seconds = int(match[1]) * _SECONDS[match[2]] if match else -1
    if not 0 <= seconds <= MOST_DELAY:
        what = message("--delay cannot be {words!r}", words=VerbatimText(text[:40]))
        raise UsageError(what, hint=message("write a delay of up to 7d, such as 30s, 10m, 2h or 1d"))
    return seconds


def _address(text: str) -> str:
    if not is_address(text):
        what = message("{part} is not an e-mail address", part=VerbatimText(text[:80]))
        raise UsageError(what, hint=message("write an address like bob@example.org"))
    check_sender(text)
    return text


def _settings_lines(settings: RemoteSettings, config: Config) -> list[str]:
    """Return the settings as lines of text."""
    addresses = (config.get("address"), *settings.senders)
    lines: list[str] = [
        message("answers from {addresses} are accepted", addresses=listed(map(VerbatimText, addresses)))
    ]
    if settings.delay:
        kept = message("each turn is held for {delay} before it is sent", delay=_delay_word(settings.delay))
        lines.append(kept)
    else:
        lines.append(message("turns are sent immediately"))
    lines.append(
        message("e-mails contain suggested turns")
        if settings.hints
        else message("e-mails contain no suggested turns")
    )
    return lines


def _delay_word(seconds: int) -> str:
    """Return a delay in the form that the option takes, in the largest unit that divides it."""
    unit = next(unit for unit, size in reversed(_SECONDS.items()) if seconds % size == 0)
    return f"{seconds // _SECONDS[unit]}{unit}"


def _game_lines(row: GameRow) -> list[str]:
    """Return lines about the state of one game: locked answers, a held turn and unsent messages."""
    state, title, lines = remote_game(home(), row["game"]), VerbatimText(row["title"]), list[str]()
    if state.is_locked:
        what = message(
            "{title}: too many answers with wrong codes have arrived; to allow answers again: khronos "
            "remote on",
            title=title,
        )
        lines.append(what)
    if state.held is not None:
        lines.append(
            message("{title}: your turn will be sent on {until}", title=title, until=Moment(state.held.until))
        )
    for each in state.messages:
        lines.append(
            message(
                "{title}: this message will be sent with your next turn: {order}", title=title, order=each
            )
        )
    return lines


def _unsent_lines(row: GameRow) -> list[str]:
    """Return lines about a turn and messages in one game that the robot will no longer send."""
    state, title, lines = remote_game(home(), row["game"]), VerbatimText(row["title"]), list[str]()
    if state.held is not None and state.held.head == decode_bytes(row["head"], 32).hex():
        name = shell_operand(row.get("name") or row["file"])
        what = message(
            "{title}: your turn has not been sent; to send it: khronos send {name}", title=title, name=name
        )
        lines.append(what)
    for each in state.messages:
        lines.append(message("{title}: this message was not sent: {order}", title=title, order=each))
    return lines


def _document(settings: RemoteSettings, config: Config, rows: list[GameRow]) -> dict[str, Any]:
    """The settings and the states of games as JSON-able data (FORMATS 1)."""
    states = [(row, remote_game(home(), row["game"])) for row in rows]
    return {
        "on": settings.is_on,
        "delay": settings.delay,
        "hints": settings.hints,
        "addresses": [each for each in (config.get("address"), *settings.senders) if each],
        "games": [
            {
                "title": row["title"],
                "file": row["file"],
                "locked": state.is_locked,
                "held": None if state.held is None else state.held.until,
                "messages": list(state.messages),
            }
            for row, state in states
        ],
    }
