"""The command `watch`: watch a shared folder of saves, or your mail."""

from __future__ import annotations

import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Annotated

from khronos_pbem.cli import shared_options as opt
from khronos_pbem.cli.bots.run_bots import Bots, parse_bots
from khronos_pbem.cli.command_context import caller, context
from khronos_pbem.cli.delivery.check_remote import check_identities, check_mail
from khronos_pbem.cli.delivery.notify_turns import TurnNotifier
from khronos_pbem.cli.mail.mail_robot import MailRobot
from khronos_pbem.cli.option_types import argument, flag, option
from khronos_pbem.cli.terminal.printing import print_lines
from khronos_pbem.errors import UsageError
from khronos_pbem.home.config import Config, read_config
from khronos_pbem.library.library import configured_library
from khronos_pbem.library.notifications import Notifier
from khronos_pbem.library.watch_folder import FolderWatch
from khronos_pbem.mail.incoming.inboxes import has_inboxes
from khronos_pbem.messages import Message, message
from khronos_pbem.remote.answers.remote_state import remote_settings
from khronos_pbem.session.replay.worker_pool import worker_pool
from khronos_pbem.storage.home_folder import home


def watch(
    folder: Annotated[Path | None, argument("[DIR]", "The shared folder.")] = None,
    mail: Annotated[
        bool,
        flag(
            "--mail",
            "Watch your mail instead: add new saves, and act on the answers that you send from your phone.",
        ),
    ] = False,
    name: opt.As = None,
    assist: Annotated[bool, flag("--assist", "Send your shares automatically.")] = False,
    hook: opt.Hook = "",
    notify: opt.Notify = False,
    bot: Bots = None,
    interval: Annotated[
        float | None,
        option(
            "--interval", "SECONDS", "Seconds between checks. Default: 2 for a folder, 60 for mail.", min=0.1
        ),
    ] = None,
    once: Annotated[bool, flag("--once", "Check once, then exit.")] = False,
    settings: opt.Settings = None,
) -> None:
    if mail:
        if folder is not None:
            raise UsageError(message("DIR and --mail cannot be combined"))
        _watch_mail(name, assist, caller(hook, notify), bot, interval or _MAIL_SECONDS, once, settings)
        return
    if folder is None:
        hint = message("give a folder or use --mail")
        raise UsageError(message("nothing to watch"), hint=hint)
    watching = FolderWatch(folder, context(name), assist, caller=caller(hook, notify), bots=parse_bots(bot))
    with worker_pool() as workers:
        watching.starmap = workers.starmap
        while True:
            print_lines(watching.poll())
            sys.stdout.flush()
            if once:
                return
            time.sleep(interval or _FOLDER_SECONDS)


_FOLDER_SECONDS, _MAIL_SECONDS = 2.0, 60.0


def _watch_mail(
    name: str | None,
    assist: bool,
    notifier: Notifier,
    bots: list[str] | None,
    interval: float,
    once: bool,
    settings: list[str] | None,
) -> None:
    """Run the mail robot until it is stopped; changed settings take effect in the next round."""
    words, strengths = tuple(settings or ()), parse_bots(bots)
    config = read_config(words)
    _check_settings(config)
    if not once:
        print_lines([_first_line()])
        sys.stdout.flush()
    robot = MailRobot(configured_library(config), config, context(name), words, assist, strengths)
    while True:
        robot.poll(TurnNotifier(robot.library, robot.context, notifier))
        sys.stdout.flush()
        if once:
            return
        time.sleep(interval)
        config = read_config(words)
        _check_settings(config)
        robot = replace(robot, library=configured_library(config), config=config, context=context(name))


def _check_settings(config: Config) -> None:
    """Raise UsageError if no mail can be read, or if answers by phone are on but cannot work."""
    if remote_settings(home()).is_on:
        check_mail(config)
        check_identities(home(), config)
    elif not has_inboxes(config):
        config.required("imap_host")


def _first_line() -> Message:
    """Return the line, printed at the start, that says what the robot will do."""
    if remote_settings(home()).is_on:
        return message("watching your mail; you can answer from your phone")
    return message("watching your mail; to answer from your phone: khronos remote on")
