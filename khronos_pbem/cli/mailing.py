"""The commands of play by mail: `send`, `receive`, `inbox`, `resend`, `remind`."""

from __future__ import annotations

import shlex
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from khronos_pbem.cli import options as opt
from khronos_pbem.cli.acting import desk
from khronos_pbem.cli.printing import in_letters, note, print_json, print_lines, print_text, spoken
from khronos_pbem.errors import Exit, UsageError
from khronos_pbem.saying import Moment, say

if TYPE_CHECKING:
    from email.message import EmailMessage

    from khronos_pbem.mail.config import Config
    from khronos_pbem.mail.library import Library
    from khronos_pbem.mail.receiving import News
    from khronos_pbem.session.acting import Desk

Settings = Annotated[
    list[str] | None,
    typer.Option("--config", metavar="KEY=VALUE", help="A setting for this time; see config."),
]
Copies = Annotated[bool, typer.Option("--copies", help="Send a copy to all other players.")]
To = Annotated[
    list[str] | None,
    typer.Option("--to", metavar="NAME|ADDRESS", help="Not to whom it is for, but to this one."),
]
Smtp = Annotated[bool, typer.Option("--smtp", help="Deliver it through the configured mail server.")]


def add_to(app: typer.Typer) -> None:
    """Add the commands of this module."""
    for command in (send, receive, inbox, resend, remind):
        app.command()(command)


def send(
    file: opt.SaveFile,
    name: opt.As = None,
    out: Annotated[
        Path | None,
        typer.Option("-o", "--out", metavar="OUT", help="Write the .eml here; - is standard output."),
    ] = None,
    force: opt.Force = False,
    to: To = None,
    copies: Copies = False,
    smtp: Smtp = False,
    settings: Settings = None,
    as_json: opt.Json = False,
) -> None:
    """Write the letter that takes the game to the player who must act."""
    from khronos_pbem.mail.config import read_config
    from khronos_pbem.mail.letters import has_armor
    from khronos_pbem.record.files import write_new

    config = read_config(settings or [])
    mail, link = _letter(file, config, name, to or [], copies=copies)
    facts: dict[str, Any] = {
        "to": mail["To"],
        "subject": mail["Subject"],
        "mailto": link,
        "id": mail["Message-ID"],
    }
    if smtp:
        facts["sent"] = _deliver(config, mail, again=False)
    elif out is not None and str(out) == "-":
        print_text(mail.as_bytes().decode())
        for line in _about_armor(mail):
            note(line)
        return
    else:
        target = out or Path(f"{file.stem}.eml")
        write_new(target, mail.as_bytes().decode(), force=force or out is None)
        facts["file"] = str(target)
    facts["inline"] = has_armor(mail)
    if as_json:
        print_json(facts)
    else:
        print_lines([_said(facts), *_about_armor(mail), link])


def _about_armor(mail: EmailMessage) -> list[str]:
    """That the text of a letter is without the save, if it is."""
    from khronos_pbem.mail.letters import has_armor

    if has_armor(mail):
        return []
    return [say("the save is attached only: as text it would make the letter too long")]


def _said(facts: dict[str, Any]) -> str:
    if "file" in facts:
        return say(
            "wrote {file}, a letter to {to}: {subject}",
            file=facts["file"],
            to=facts["to"],
            subject=facts["subject"],
        )
    if facts["sent"]:
        return say("sent to {to}: {subject}", to=facts["to"], subject=facts["subject"])
    return say("this letter was sent to {to} before; khronos resend sends it again", to=facts["to"])


def _letter(
    path: Path, config: Config, name: str | None, to: list[str], *, copies: bool
) -> tuple[EmailMessage, str]:
    from khronos_pbem.mail.contacts import read_contacts
    from khronos_pbem.mail.letters import addresses, letter, mailto
    from khronos_pbem.record.home import home
    from khronos_pbem.session.identities import seated_name
    from khronos_pbem.session.opening import open_for_play

    opened = open_for_play(path, home(), rewind=False)
    own = seated_name(home(), opened.table, name)
    between = addresses(
        opened.table,
        read_contacts(home()),
        config.needed("address"),
        None if own is None else own[1],
        to=to,
        copies=copies,
    )
    speak = in_letters()
    return letter(opened, between, speak), mailto(opened, between, speak)


def _deliver(config: Config, mail: EmailMessage, *, again: bool) -> bool:
    from khronos_pbem.mail.sending import deliver
    from khronos_pbem.record.home import home

    return deliver(config, home(), mail, again=again)


def resend(
    file: opt.SaveFile,
    name: opt.As = None,
    to: To = None,
    copies: Copies = False,
    smtp: Smtp = False,
    settings: Settings = None,
) -> None:
    """Reproduce the last letter of a game exactly, and deliver it again with --smtp."""
    from khronos_pbem.mail.config import read_config

    config = read_config(settings or [])
    mail, _ = _letter(file, config, name, to or [], copies=copies)
    if smtp:
        _deliver(config, mail, again=True)
        print_lines([say("sent again to {to}: {subject}", to=mail["To"], subject=mail["Subject"])])
    else:
        print_text(mail.as_bytes().decode())


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
    from khronos_pbem.mail.config import read_config
    from khronos_pbem.mail.library import configured
    from khronos_pbem.mail.receiving import receive as take_in
    from khronos_pbem.mail.sources import letters_in

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
        from khronos_pbem.cli.drafts import ask_for_each

        news = ask_for_each(news, where, as_json=as_json)
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
    from khronos_pbem.mail.imap import open_mailbox
    from khronos_pbem.mail.receiving import News
    from khronos_pbem.mail.receiving import receive as take_in

    mailbox = open_mailbox(config)
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


def inbox(settings: Settings = None, as_json: opt.Json = False) -> None:
    """All games of the library, one line each: your moves first."""
    from khronos_pbem.mail.config import read_config
    from khronos_pbem.mail.library import configured, line_of
    from khronos_pbem.mail.library import inbox as rows_of

    rows = rows_of(configured(read_config(settings or [])))
    if as_json:
        print_json({"games": [_facts(row) for row in rows]})
    else:
        print_lines([line_of(row) for row in rows] or [say("no games; khronos receive takes them in")])


def _facts(row: dict[str, Any]) -> dict[str, Any]:
    """A row of the inbox as others may read it."""
    from khronos_pbem.mail.library import UNSAID

    return {key: value for key, value in row.items() if key not in UNSAID}


def remind(
    days: Annotated[int, typer.Option("--days", min=1, help="The clock of games that have none.")] = 7,
    workdays: Annotated[bool, typer.Option("--workdays", help="That clock leaves out weekends.")] = False,
    smtp: Smtp = False,
    name: opt.As = None,
    settings: Settings = None,
    as_json: opt.Json = False,
) -> None:
    """Remind players whom others wait for longer than the game's clock; without --smtp it only says whom."""
    from khronos_pbem.mail.config import read_config
    from khronos_pbem.mail.library import configured
    from khronos_pbem.mail.library import inbox as rows_of

    config = read_config(settings or [])
    late = [
        row
        for row in rows_of(configured(config))
        if row.get("waiting_for")
        and not (row["yours"] or row.get("histories"))
        and _is_late(row, days, workdays)
    ]
    for row in late:
        if smtp:
            mail, _ = _letter(Path(row["file"]), config, name, [], copies=False)
            mail.replace_header("Subject", spoken(say("Reminder: {subject}", subject=mail["Subject"])))
            _deliver(config, mail, again=True)
    if as_json:
        print_json({"late": [_facts(row) for row in late]})
    else:
        done = say("reminded") if smtp else say("waits for")
        lines = [
            say(
                "{title}: {done} {name}, since {since}",
                title=row["title"],
                done=done,
                name=row["waiting_for"]["name"],
                since=Moment(row["since"]),
            )
            for row in late
        ]
        print_lines(lines or [say("nobody lets you wait")])


def _is_late(row: dict[str, Any], days: int, workdays: bool) -> bool:
    """Whether a game waits longer than its clock; days on which the player is away do not count."""
    clock = row.get("clock", {"days": days, "workdays": workdays})
    start, now = datetime.fromisoformat(row["since"]), datetime.now(UTC)
    passed = [start + timedelta(days=number) for number in range(1, (now - start).days + 1)]
    counted = [
        day
        for day in passed
        if day.date().isoformat() > row.get("away_until", "") and (day.weekday() < 5 or not clock["workdays"])
    ]
    return len(counted) > int(clock["days"])
