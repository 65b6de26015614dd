"""`receive`: saves and orders from mail."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from khronos_pbem.cli import shared_options as opt
from khronos_pbem.cli.bots.run_bots import Acted, Bots, bots_act, bots_named, note_bots
from khronos_pbem.cli.delivery import play_orders as drafts
from khronos_pbem.cli.delivery.arrivals import Arrivals
from khronos_pbem.cli.delivery.ask_addresses import Asking, learn_addresses
from khronos_pbem.cli.delivery.send_option import posting
from khronos_pbem.cli.delivery.send_shares_automatically import Payment, note_payments, payments
from khronos_pbem.cli.next_steps import after_news
from khronos_pbem.cli.table_context import caller, context
from khronos_pbem.cli.terminal.printing import note, print_json, print_lines
from khronos_pbem.errors import Exit, UsageError
from khronos_pbem.home.config import Config, read_config
from khronos_pbem.library.library import Library, configured
from khronos_pbem.library.newest_copy import rows_of
from khronos_pbem.mail.formats.mail_sources import letters_in
from khronos_pbem.mail.incoming.findings import News
from khronos_pbem.mail.incoming.inboxes import are_configured, from_all, from_imap
from khronos_pbem.mail.incoming.receive import receive as take_in
from khronos_pbem.messages import message
from khronos_pbem.session.context import Context

_Source = Annotated[
    str | None,
    typer.Argument(metavar="[FILE|-]", help="A mail, mbox, Maildir, folder or save; - for standard input."),
]
_PlayOrders = Annotated[
    bool,
    typer.Option(
        "--play-orders",
        help="Show what the orders in the letters would do, and ask whether to play them.",
    ),
]


def receive(
    source: _Source = None,
    imap: Annotated[bool, typer.Option("--imap", help="Fetch unread mail from your mail server.")] = False,
    name: opt.As = None,
    play_orders: _PlayOrders = False,
    assist: Annotated[bool, typer.Option("--assist", help="Send your shares in these games.")] = False,
    send: opt.Send = False,
    copies: opt.Copies = False,
    bot: Bots = None,
    hook: opt.Hook = "",
    notify: opt.Notify = False,
    yes: opt.Yes = False,
    settings: opt.Settings = None,
    as_json: opt.Json = False,
) -> None:
    """Add the saves in some mail to the library; orders become drafts, nothing is played unasked."""
    config, how = read_config(settings or []), posting(send, settings, copies=copies)
    bots = bots_named(bot)
    if send and not (assist or bots):
        raise UsageError(message("--send works only with --assist or --bot"), rule="FORMATS 1")
    library, where = configured(config), context(name)
    arrivals = Arrivals(library, where, caller(hook, notify))
    news = _news(source, imap, config, library, where)
    kept = learn_addresses(news, config, Asking(yes, as_json))
    paid = payments(_rows(library, news), where, how) if assist else []
    acted = bots_act(_rows(library, news), bots, where, how) if bots else []
    if play_orders:
        news = drafts.ask_for_each(news, where, as_json=as_json)
    if as_json:
        done = {"paid": [one.to_data() for one in paid], "bots": [one.to_data() for one in acted]}
        print_json({"news": news_facts(news), "addresses": kept, **done})
    else:
        print_news(news)
        print_lines(line for one in paid for line in one.lines())
        print_lines(line for one in acted for line in one.lines())
        note_refused(news)
        after_news(news)
    note_payments(paid)
    note_bots(acted)
    arrivals.call()
    _leave(news, [*paid, *acted])


def _news(source: str | None, imap: bool, config: Config, library: Library, where: Context) -> list[News]:
    """What came from the source, else from the mail server, else by all configured ways."""
    if imap and source is not None:
        raise UsageError(message("FILE and --imap cannot be combined"), rule="FORMATS 1")
    if not (imap or source or are_configured(config)):
        hint = message("give a file or a folder; to read a pipe: khronos receive -")
        raise UsageError(
            message("no letter given, and no mailbox or shared folder is set up"), rule="FORMATS 1", hint=hint
        )
    if source is not None:
        return take_in(letters_in(source), library, where)
    return from_imap(config, library, where) if imap else from_all(config, library, where)


def _rows(library: Library, news: Sequence[News]) -> list[dict[str, Any]]:
    """The inbox's rows of the games that came in."""
    games = {one.game for one in news}
    return [row for row in rows_of(library) if Path(row["file"]) in games]


def _leave(news: Sequence[News], paid: Sequence[Payment | Acted]) -> None:
    codes = [int(one.problem.exit) for one in news if one.problem is not None]
    codes += [one.code() for one in paid if one.code()]
    if codes:
        raise typer.Exit(max(codes))
    if not news:
        note(message("no game, no offer and no orders found"))
        raise typer.Exit(int(Exit.NOTHING_TO_DO))


_STATES = {
    "new": message("new"),
    "same": message("already here"),
    "older": message("older"),
    "draft": message("draft"),
    "played": message("played"),
    "ignored": message("ignored"),
}


def _state(one: News) -> str:
    return _STATES[one.state] if one.asks or one.state != "new" else message("update")


def print_news(news: Sequence[News]) -> None:
    """Print what came of each thing, and notes about keys; what was refused is `note_refused`'s."""
    for one in news:
        if one.state == "refused":
            continue
        print_lines([message("{state}: {text}", state=_state(one), text=one.text)])
        if one.draft is not None:
            print_lines(message("    {words}", words=order) for order in one.orders)
            print_lines([message("to play them: {words}", words=_command(one))])
    for line in dict.fromkeys(line for one in news for line in one.warnings):
        note(line)


def note_refused(news: Sequence[News]) -> None:
    """Tell what was not taken in."""
    for one in news:
        if one.state == "refused":
            note(one.text)


def news_facts(news: Sequence[News]) -> list[dict[str, Any]]:
    """The news in a JSON document."""
    return [_row(one) for one in news]


def _row(one: News) -> dict[str, Any]:
    row: dict[str, Any] = {"state": one.state, "text": one.text, "from": one.origin}
    row |= {"warnings": list(one.warnings), "asks": one.asks}
    if one.draft is not None:
        row |= {"orders": list(one.orders), "draft": str(one.draft), "file": str(one.game)}
        row["command"] = _command(one)
    return row


def _command(one: News) -> str:
    """The command that plays a draft, to be copied into a shell."""
    return shlex.join(["khronos", "play", str(one.game), str(one.draft)])
