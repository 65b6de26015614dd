"""`receive --play-orders`: show what the orders in each letter would do, and ask whether to play them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import typer

from khronos_pbem.cli.terminal.is_terminal import can_ask
from khronos_pbem.cli.terminal.printing import note, print_lines, translate
from khronos_pbem.errors import KhronosError
from khronos_pbem.mail.incoming.received_item import ReceivedItem
from khronos_pbem.messages import message
from khronos_pbem.session.commands.write_blocks import WriteResult, check_turn, play_checked
from khronos_pbem.session.context import Context
from khronos_pbem.session.queries.documents import difference_lines, event_lines
from khronos_pbem.session.queries.signing_warnings import cautions
from khronos_pbem.session.queries.summaries import whose_move_line
from khronos_pbem.session.replay.open_save import Opened, open_for_play


def ask_and_play_drafts(
    news: Sequence[ReceivedItem], context: Context, *, as_json: bool
) -> list[ReceivedItem]:
    """Ask a person at the terminal about each draft, play it if they agree, and return the news.

    All other drafts remain drafts. With `as_json`, nobody is asked, because standard output is reserved for
    the document.
    """
    drafts = [one for one in news if one.draft is not None]
    if drafts and (as_json or not can_ask()):
        note(
            message(
                "--play-orders can ask you for confirmation only in a terminal, so the orders remain drafts"
            )
        )
        return list(news)
    return [
        _ask_and_play(one, one.draft, one.game, context) if one.draft and one.game else one for one in news
    ]


def _ask_and_play(one: ReceivedItem, draft: Path, game: Path, context: Context) -> ReceivedItem:
    """Show what one draft would do, ask, play it if the person agrees, and return its news."""
    try:
        opened = open_for_play(game, context.home, rewind=False)
        if opened.table.seq != one.after:  # another draft was played before this one
            return replace(one, state="older", text=_too_late_message(one, opened), draft=None)
        shown = check_turn(game, context, "\n".join(one.orders), str(draft))
        _print_preview(one, shown)
        if not typer.confirm(translate(message("Play these orders?")), default=False):
            return one
        done = play_checked(shown, context)
    except KhronosError as problem:
        return replace(one, state="refused", text=problem.full_message, problem=problem, draft=None)
    draft.unlink(missing_ok=True)
    return _as_played(one, done, game)


def _too_late_message(one: ReceivedItem, opened: Opened) -> str:
    title = opened.save.header.title
    return message(
        "{title}: orders for block {part}, which has already been played", title=title, part=one.after + 1
    )


def _as_played(one: ReceivedItem, done: WriteResult, game: Path) -> ReceivedItem:
    text = message(
        "{title}: the orders have been played. {whose_move:Name} ({path})",
        title=done.opened.save.header.title,
        whose_move=whose_move_line(done.draft.table),
        path=game,
    )
    return replace(one, state="played", text=text, draft=None)


def _print_preview(one: ReceivedItem, done: WriteResult) -> None:
    """Print the orders, their apparent sender and their effect."""
    print_lines([one.text])
    print_lines(message("    {words}", words=order) for order in one.orders)
    print_lines(event_lines(done.draft.events))
    print_lines(difference_lines(done.opened.table, done.draft.table))
    print_lines(cautions(done.draft))
