"""The command `receive`: add saves from mail to the library, and keep orders from mail as drafts."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from khronos_pbem.cli import shared_options as opt
from khronos_pbem.cli.bots.run_bots import BotActivity, Bots, parse_bots, run_bots_in_games
from khronos_pbem.cli.command_context import caller, context
from khronos_pbem.cli.delivery import play_orders as drafts
from khronos_pbem.cli.delivery.add_to_library import note_warnings
from khronos_pbem.cli.delivery.ask_addresses import Confirmation, learn_addresses
from khronos_pbem.cli.delivery.notify_turns import TurnNotifier
from khronos_pbem.cli.delivery.send_option import send_options
from khronos_pbem.cli.delivery.send_shares_automatically import AutomaticShare, send_missing_shares
from khronos_pbem.cli.next_steps import note_next_after_news
from khronos_pbem.cli.option_types import argument, flag
from khronos_pbem.cli.terminal.printing import note, print_json, print_lines
from khronos_pbem.errors import ExitCode, UsageError
from khronos_pbem.home.config import Config, read_config
from khronos_pbem.library.game_row import GameRow
from khronos_pbem.library.library import Library, configured_library
from khronos_pbem.library.newest_copy import update_inbox_rows
from khronos_pbem.mail.formats.mail_sources import letters_in_source
from khronos_pbem.mail.incoming.inboxes import has_inboxes, receive_from_all, receive_from_imap
from khronos_pbem.mail.incoming.receive import receive as take_in
from khronos_pbem.mail.incoming.received_item import ReceivedItem
from khronos_pbem.messages import message
from khronos_pbem.session.context import Context

_Source = Annotated[
    str | None, argument("[FILE|-]", "An e-mail, mbox file, Maildir, folder or save; - for standard input.")
]
_PlayOrders = Annotated[
    bool, flag("--play-orders", "Show what the orders in the e-mails would do, and ask whether to play them.")
]


def receive(
    source: _Source = None,
    imap: Annotated[bool, flag("--imap", "Fetch unread mail from your mail server.")] = False,
    name: opt.As = None,
    play_orders: _PlayOrders = False,
    assist: Annotated[bool, flag("--assist", "Send your shares automatically when a game arrives.")] = False,
    send: opt.Send = False,
    copies: opt.Copies = None,
    bot: Bots = None,
    hook: opt.Hook = "",
    notify: opt.Notify = False,
    yes: opt.Yes = False,
    settings: opt.Settings = None,
    as_json: opt.Json = False,
) -> None:
    config, how = read_config(settings or []), send_options(send, settings, copies=copies)
    bots = parse_bots(bot)
    if send and not (assist or bots):
        raise UsageError(message("--send works only with --assist or --bot"))
    library, where = configured_library(config), context(name)
    arrivals = TurnNotifier(library, where, caller(hook, notify))
    news = _receive_news(source, imap, config, library, where)
    kept = learn_addresses(news, config, Confirmation(yes, as_json))
    paid = send_missing_shares(_rows(library, news), where, how) if assist else []
    acted = run_bots_in_games(_rows(library, news), bots, where, how) if bots else []
    added: list[AutomaticShare | BotActivity] = [*paid, *acted]
    if play_orders:
        news = drafts.ask_and_play_drafts(news, where, as_json=as_json)
    if as_json:
        done = {"paid": [one.to_data() for one in paid], "bots": [one.to_data() for one in acted]}
        print_json({"news": news_documents(news), "addresses": kept, **done})
    else:
        print_news(news)
        print_lines(line for one in added for line in one.lines())
        note_refused(news)
        note_next_after_news(news)
    note(*(line for one in added for line in one.notes()))
    arrivals.call()
    _exit_if_problem(news, added)


def _receive_news(
    source: str | None, imap: bool, config: Config, library: Library, where: Context
) -> list[ReceivedItem]:
    """Receive from `source`, else from the mail server (with `imap`), else from all configured inboxes."""
    if imap and source is not None:
        raise UsageError(message("FILE and --imap cannot be combined"))
    if not (imap or source or has_inboxes(config)):
        hint = message("give a file or a folder; to read from a pipe: khronos receive -")
        raise UsageError(
            message("no e-mail was given, and no mailbox or shared folder has been set up"), hint=hint
        )
    if source is not None:
        return take_in(letters_in_source(source), library, where)
    return receive_from_imap(config, library, where) if imap else receive_from_all(config, library, where)


def _rows(library: Library, news: Sequence[ReceivedItem]) -> list[GameRow]:
    """The inbox rows of the games that arrived."""
    games = {one.game for one in news}
    return [row for row in update_inbox_rows(library) if Path(row["file"]) in games]


def _exit_if_problem(news: Sequence[ReceivedItem], paid: Sequence[AutomaticShare | BotActivity]) -> None:
    """Raise Exit with the highest exit code of these results, or NOTHING_TO_DO if there is no news."""
    codes = [int(one.problem.exit) for one in news if one.problem is not None]
    codes += [one.code() for one in paid if one.code()]
    if codes:
        raise typer.Exit(max(codes))
    if not news:
        note(message("no game, offer or orders found"))
        raise typer.Exit(int(ExitCode.NOTHING_TO_DO))


_STATES = {
    "new": message("new"),
    "same": message("already here"),
    "older": message("older"),
    "draft": message("draft"),
    "played": message("played"),
    "ignored": message("ignored"),
}


def _state_word(one: ReceivedItem) -> str:
    return _STATES[one.state] if one.asks or one.state != "new" else message("update")


def print_news(news: Sequence[ReceivedItem]) -> None:
    """Print the result for each item of news; print warnings about keys to standard error.

    Refused items are left out, because `note_refused` prints them.
    """
    for one in news:
        if one.state == "refused":
            continue
        print_lines([message("{state}: {text}", state=_state_word(one), text=one.text)])
        if one.draft is not None:
            print_lines(message("    {words}", words=order) for order in one.orders)
            print_lines([message("to play them: {words}", words=_play_command(one))])
    note_warnings(news)


def note_refused(news: Sequence[ReceivedItem]) -> None:
    """Print refused items of news to standard error."""
    note(*(one.text for one in news if one.state == "refused"))


def news_documents(news: Sequence[ReceivedItem]) -> list[dict[str, object]]:
    """The news as JSON-able data."""
    return [_news_document(one) for one in news]


def _news_document(one: ReceivedItem) -> dict[str, object]:
    row: dict[str, object] = {"state": one.state, "text": one.text, "from": one.origin}
    row |= {"warnings": list(one.warnings), "asks": one.asks}
    if one.draft is not None:
        row |= {"orders": list(one.orders), "draft": str(one.draft), "file": str(one.game)}
        row["command"] = _play_command(one)
    return row


def _play_command(one: ReceivedItem) -> str:
    """The command that plays a draft, quoted for a shell."""
    return shlex.join(["khronos", "play", str(one.game), str(one.draft)])
