"""The rows of the inbox as lines: which game, against whom, whose move, and what was said."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from khronos_pbem.games.registry import round_of
from khronos_pbem.library.library import SENTENCES
from khronos_pbem.messages import Moment, Typed, listed, message, players, quoted
from khronos_pbem.record.block import JOIN
from khronos_pbem.record.names import called_in, kind_of_bot
from khronos_pbem.session.notes.player_messages import Message, message_lines

SHOWN, LONGEST = 2, 100
"""How many messages stand below the line of a game, and how many characters of each."""


def lines_of(row: dict[str, Any]) -> list[str]:
    """A row of the inbox for people: a line, and below it what the others have said since one's last turn."""
    return [line_of(row), *(message("     {line}", line=line) for line in _heard(row))]


def _heard(row: dict[str, Any]) -> list[str]:
    """What the others have said since one's last turn."""
    heard = [Message(**one) for one in row.get("messages", ())]
    return message_lines(heard, _name(row), SHOWN, LONGEST)


def _problem(row: dict[str, Any]) -> str:
    said = SENTENCES.from_data(row["said"]) if "said" in row else row["problem"]
    assert isinstance(said, str)
    return said


def line_of(row: dict[str, Any]) -> str:
    """A row of the inbox for people, in one line."""
    line = _line(row)
    if not row.get("unsent") or row["yours"]:
        return line
    joining = row.get("for") == JOIN and row.get("waiting_for") is None
    word = Typed(f"{_name(row)} --to ADDRESS") if joining else _name(row)
    return message("{what}; not sent yet: khronos send {name}", what=line, name=word)


def _name(row: dict[str, Any]) -> Typed:
    """How to type a game: the name of its file in the library, else its path."""
    return quoted(row.get("name") or Path(row["file"]).stem)


def _line(row: dict[str, Any]) -> str:
    """What is to be done in a game."""
    if row.get("problem"):
        return message("!! {title}: {problem}", title=row["title"], problem=_problem(row))
    if row.get("histories"):
        return message(
            "?? {called}: two versions of this game; khronos settle {name} shows both and lets you choose",
            called=_called(row),
            name=_name(row),
        )
    if row["finished"]:
        return message(
            "   {called}: finished, {items} won", called=_called(row), items=players(row["winners"])
        )
    who = row["waiting_for"]
    if who is None:
        return message(
            "   {called}: waiting for players to join since {since}",
            called=_called(row),
            since=Moment(row["since"]),
        )
    whom: str = message("YOUR MOVE") if row["yours"] else _waits(row)
    if row.get("away_until", "") > row["since"][:10]:
        whom = message("{whom}, away until {day}", whom=whom, day=Moment(row["away_until"]))
    if row["your_vote"]:
        whom = message("YOUR VOTE, {whom}", whom=whom)
    elif row["update"]:
        whom = message("news, {whom}", whom=whom)
    mark = ">>" if row["yours"] or row["your_vote"] else "  "
    line = message(
        "{mark} {called}, {round}: {whom}: {what}, since {since}",
        mark=mark,
        called=_called(row),
        round=round_of(row["kind"], row["round"]),
        whom=whom,
        what=_NEEDS.get(row["for"], row["for"]),
        since=Moment(row["since"]),
    )
    return _with_votes(_with_clock(line, row), row)


_NEEDS = {
    "turn": message("a turn"),
    "answer": message("a choice"),
    "assist": message("shares of the deck or of a roll"),
    "ack": message("a confirmation of the vote"),
}
"""What a game waits for, in words."""


def _waits(row: dict[str, Any]) -> str:
    """Which player a game waits for."""
    who = row["waiting_for"]
    return message("waiting for {who} ({colour})", who=called_in(who), colour=who["colour"])


def _with_clock(line: str, row: dict[str, Any]) -> str:
    """The line, and until when the clock of the game runs, if it has one."""
    if not row.get("due"):
        return line
    return message("{line}, time until {due}", line=line, due=Moment(row["due"]))


def _with_votes(line: str, row: dict[str, Any]) -> str:
    """The line, and who has voted to go on without whom, and who is next, if anybody has."""
    votes = row.get("votes")
    if not votes:
        return line
    colours = players(votes["without"])
    if votes["finished"]:
        return message("{line}; all have voted to continue without {colours}", line=line, colours=colours)
    voted = players(votes["voted"])
    if votes["next"] == votes["decider"]:
        return message(
            "{line}; {voted} voted to continue without {colours}, and {last} decides",
            line=line,
            voted=voted,
            colours=colours,
            last=votes["decider"],
        )
    return message(
        "{line}; votes to continue without {colours}: {voted}; {who} votes next and {last} last",
        line=line,
        voted=voted,
        colours=colours,
        who=votes["next"],
        last=votes["decider"],
    )


def _called(row: dict[str, Any]) -> str:
    """What tells a game from another of the same title: the beginning of its id, and who plays in it."""
    if not row["opponents"]:
        return message("{title} {id}", title=row["title"], id=Typed(row["id"]))
    bots = {player["name"]: player["bot"] or "" for player in row["players"]}
    others = listed([_opponent(name, bots.get(name, "")) for name in row["opponents"]])
    return message("{title} {id} with {others}", title=row["title"], id=Typed(row["id"]), others=others)


def _opponent(name: str, bot: str) -> str:
    """A player among several; behind a bot stands what it is."""
    return message("{name} ({bot})", name=Typed(name), bot=kind_of_bot(bot)) if bot else Typed(name)
