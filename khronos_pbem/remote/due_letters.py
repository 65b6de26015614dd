"""Decide which letter about a game is due, and compute the state of the game once it is sent."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from enum import Enum
from pathlib import Path

from khronos_pbem.engine.digests import decode_bytes
from khronos_pbem.library.game_row import GameRow
from khronos_pbem.messages import message
from khronos_pbem.record.block import ACK, ASSIST
from khronos_pbem.record.record_fields import instant_text
from khronos_pbem.remote.answers.read_answer import RemoteSeat
from khronos_pbem.remote.answers.remote_state import MOST_WRONG, AnswerResult, RemoteGame

_LOCKED = "locked"


class DueLetter(Enum):
    """The subject of a letter: a result, too many wrong codes, the turn, a reminder of it, or the end."""

    RESULT = "result"
    LOCKED = "locked"
    TURN = "turn"
    REMINDER = "reminder"
    END = "end"


def remote_seat(row: GameRow, names: Mapping[str, str]) -> RemoteSeat | None:
    """Return the game of an inbox row with the player's seat.

    Return None if the player has no seat in it or the file is damaged.
    """
    mine = [names[key] for key in (*row.get("acts", ()), *row.get("keys", ())) if key in names]
    if not mine or row.get("problem") or row.get("histories"):
        return None
    return RemoteSeat(row["game"], Path(row["file"]), row["title"], decode_bytes(row["head"], 32), mine[0])


def is_awaited(row: GameRow, names: Mapping[str, str]) -> bool:
    """Return whether a game waits for a turn or a choice by its player."""
    return row.get("for") not in (ASSIST, ACK) and any(key in names for key in row.get("acts", ()))


def is_asked(row: GameRow, names: Mapping[str, str], at: str) -> bool:
    """Return whether a game asks its player for a turn, choice or vote that can be given by mail."""
    due = row.get("due")
    is_vote = row.get("your_vote") or (row.get("opens_vote") and due and due < at)
    return is_awaited(row, names) or bool(is_vote)


def due_letter(state: RemoteGame, mark: str, row: GameRow, at: str, *, asked: bool) -> DueLetter | None:
    """Return the letter that is due about the game of an inbox row, or None.

    `mark` is the digest of the present code. `asked` is the result of `is_asked`.
    """
    if state.result is not None:
        return DueLetter.RESULT
    if state.is_locked and state.noticed != _LOCKED:
        return DueLetter.LOCKED
    if asked and (not mark or state.written != mark):
        return DueLetter.TURN
    if asked and _is_reminder_due(state, row, at):
        return DueLetter.REMINDER
    is_end_new = row.get("finished") and state.written not in ("", mark)
    return DueLetter.END if is_end_new else None


def _is_reminder_due(state: RemoteGame, row: GameRow, at: str) -> bool:
    """Return whether half of the player's time has passed without a reminder; never without a clock."""
    due, counted = row.get("due"), row.get("counted")
    if not due or not counted or state.reminded == row["head"]:
        return False
    begin, end = (datetime.fromisoformat(each) for each in (counted, due))
    return datetime.fromisoformat(at) >= begin + (end - begin) / 2


def letters_of_a_day(state: RemoteGame, at: str) -> tuple[str, ...]:
    """Return the times of the letters sent in the 24 hours before a given time."""
    first = instant_text(datetime.fromisoformat(at) - timedelta(days=1))
    return tuple(each for each in state.sent if first < each <= at)


def after_letter(state: RemoteGame, kind: DueLetter, mark: str, row: GameRow, at: str) -> RemoteGame:
    """Return the state of a game after a letter to the player was sent; `mark` is as in `due_letter`.

    Any letter after half of the player's time counts as a reminder.
    """
    reminded = row["head"] if _is_reminder_due(state, row, at) else state.reminded
    state = state._replace(written=mark, result=None, letters=state.letters + 1, tries=0, reminded=reminded)
    state = state._replace(sent=(*letters_of_a_day(state, at), at))
    return state._replace(noticed=_LOCKED) if kind is DueLetter.LOCKED else state


def told_result(state: RemoteGame) -> AnswerResult | None:
    """Return the result of the last answer, for the next letter; None if there is none.

    If there is none and the game is locked, return an error that explains this.
    """
    if state.result is not None or not state.is_locked:
        return state.result
    told = message(
        "{n} answers with wrong codes have arrived, so you can now play this game only on your "
        "computer; to allow answers again: khronos remote on",
        n=MOST_WRONG,
    )
    return AnswerResult((), (told,), failed=True)
