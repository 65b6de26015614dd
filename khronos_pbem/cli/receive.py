"""`receive`: saves and orders from mail."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Annotated, Any

import typer

from khronos_pbem.cli import options as opt
from khronos_pbem.cli.desks import desk
from khronos_pbem.cli.letters import Settings
from khronos_pbem.cli.printing import note, print_json, print_lines
from khronos_pbem.errors import Exit, UsageError
from khronos_pbem.lazily import later
from khronos_pbem.mail.config import Config, read_config
from khronos_pbem.mail.library import Library, configured
from khronos_pbem.mail.receiving import News
from khronos_pbem.mail.receiving import receive as take_in
from khronos_pbem.mail.sources import letters_in
from khronos_pbem.saying import say
from khronos_pbem.session.acting import Desk

if TYPE_CHECKING:
    from khronos_pbem.cli import drafts
    from khronos_pbem.mail import imap as mailboxes
else:
    drafts = later("khronos_pbem.cli.drafts")
    mailboxes = later("khronos_pbem.mail.imap")


def receive(
    source: Annotated[
        str | None,
        typer.Argument(metavar="[FILE|-]", help="A mail, mbox, Maildir, folder, save; - is a pipe."),
    ] = None,
    imap: Annotated[
        bool, typer.Option("--imap", help="Fetch unread mail from the configured server.")
    ] = False,
    name: opt.As = None,
    play_orders: Annotated[
        bool, typer.Option("--play-orders", help="Show what found orders would do, and ask for each.")
    ] = False,
    settings: Settings = None,
    as_json: opt.Json = False,
) -> None:
    """Take the saves in some mail into the game library; orders become drafts, nothing is played unasked."""
    config = read_config(settings or [])
    if imap == (source is not None):
        raise UsageError(
            say("give either a source or --imap"),
            rule="FORMATS 1",
            hint=say("khronos receive - reads a pipe"),
        )
    library = configured(config)
    where = desk(name)
    news = (
        _from_imap(config, library, where) if source is None else take_in(letters_in(source), library, where)
    )
    if play_orders:
        news = drafts.ask_for_each(news, where, as_json=as_json)
    _print_news(news, as_json)
    bad = [one.problem for one in news if one.problem is not None]
    if bad:
        raise typer.Exit(max(int(problem.exit) for problem in bad))
    if not news:
        note(say("nothing of Khronos is in it"))
        raise typer.Exit(int(Exit.NOTHING_TO_DO))


_STATES = {
    "new": say("new"),
    "same": say("same"),
    "older": say("older"),
    "draft": say("draft"),
    "played": say("played"),
    "ignored": say("ignored"),
}


def _print_news(news: list[News], as_json: bool) -> None:
    if as_json:
        print_json({"news": [_row(one) for one in news]})
        return
    for one in news:
        if one.state == "refused":
            continue
        print_lines([say("{state}: {text}", state=_STATES[one.state], text=one.text)])
        if one.draft is not None:
            print_lines(say("    {words}", words=order) for order in one.orders)
            print_lines([say("to play them: {words}", words=_command(one))])
    for line in dict.fromkeys(line for one in news for line in one.warnings):
        note(line)
    for one in news:
        if one.state == "refused":
            note(one.text)


def _row(one: News) -> dict[str, Any]:
    row: dict[str, Any] = {"state": one.state, "text": one.text, "from": one.origin}
    row["warnings"] = list(one.warnings)
    if one.draft is not None:
        row |= {"orders": list(one.orders), "draft": str(one.draft), "file": str(one.game)}
        row["command"] = _command(one)
    return row


def _command(one: News) -> str:
    """The command that plays a draft, to be copied into a shell."""
    return shlex.join(["khronos", "play", str(one.game), str(one.draft)])


def _from_imap(config: Config, library: Library, where: Desk) -> list[News]:
    mailbox = mailboxes.open_mailbox(config)
    try:
        unread = list(mailbox.unread())
        news = take_in([letter for _, letter in unread], library, where)
        refused = {one.origin for one in news if one.problem is not None}
        try:
            for number, letter in unread:
                if letter.origin not in refused:
                    mailbox.mark_read(number)
        except UsageError as problem:  # what was taken in is told all the same
            news.append(News("refused", problem.said, mailbox.name, problem))
    finally:
        mailbox.close()
    return news
