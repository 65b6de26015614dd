"""Format inbox rows as text lines: the game, the opponents, whose move it is, and new messages."""

from __future__ import annotations

from pathlib import Path

from khronos_pbem.games.registry import round_text
from khronos_pbem.library.game_row import GameRow, awaited_player
from khronos_pbem.library.library import SENTENCES
from khronos_pbem.messages import Moment, VerbatimText, listed, message, players_message, shell_quoted
from khronos_pbem.record.block import JOIN
from khronos_pbem.record.names import bot_label, called_in
from khronos_pbem.session.notes.player_messages import PlayerMessage, message_lines

SHOWN, LONGEST = 2, 100
"""The maximum number of messages shown below the line of a game, and of characters in each."""


def row_lines(row: GameRow) -> list[str]:
    """The lines of an inbox row: `row_line`, then the messages from others since your last turn."""
    return [row_line(row), *(message("     {line}", line=line) for line in _message_lines(row))]


def _message_lines(row: GameRow) -> list[str]:
    """The messages from the other players since your last turn, as lines."""
    heard = [PlayerMessage(**one) for one in row.get("messages", ())]
    return message_lines(heard, _game_word(row), SHOWN, LONGEST)


def _problem_text(row: GameRow) -> str:
    said = SENTENCES.from_data(row["said"]) if "said" in row else row["problem"]
    assert isinstance(said, str)
    return said


def row_line(row: GameRow) -> str:
    """An inbox row as one line: the game, whose move it is, and whether your last block is unsent."""
    line = _status_line(row)
    if not row.get("unsent") or row["yours"]:
        return line
    joining = row.get("for") == JOIN and row.get("waiting_for") is None
    word = VerbatimText(f"{_game_word(row)} --to ADDRESS") if joining else _game_word(row)
    return message("{what}; not sent yet: khronos send {name}", what=line, name=word)


def _game_word(row: GameRow) -> VerbatimText:
    """The name of a game in commands: its file name, without folder and extension."""
    return shell_quoted(row.get("name") or Path(row["file"]).stem)


def _status_line(row: GameRow) -> str:
    """The line about a game without the note on unsent blocks."""
    if row.get("problem"):
        return message("!! {title}: {problem}", title=row["title"], problem=_problem_text(row))
    called, since = _game_label(row), Moment(row["since"])
    if row.get("histories"):
        return message(
            "?? {called}: two versions of this game; khronos settle {name} shows both and lets you choose",
            called=called,
            name=_game_word(row),
        )
    if row["finished"]:
        won = players_message(row["winners"])
        return message("   {called}: finished, won by {items}", called=called, items=won)
    if row["waiting_for"] is None:
        return message("   {called}: waiting since {since} for players to join", called=called, since=since)
    whom: str = message("YOUR MOVE") if row["yours"] else _waiting_for_text(row)
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
        called=called,
        round=round_text(row["kind"], row["round"]),
        whom=whom,
        what=_NEEDS.get(row["for"], row["for"]),
        since=since,
    )
    if row.get("due"):
        line = message("{line}, deadline {due}", line=line, due=Moment(row["due"]))
    return _with_votes(line, row)


_NEEDS = {
    "turn": message("a turn"),
    "answer": message("a choice"),
    "assist": message("shares of the deck or of a roll"),
    "ack": message("a confirmation of the vote"),
}
"""Descriptions of what a game can be waiting for."""


def _waiting_for_text(row: GameRow) -> str:
    """The player that the game waits for, as text."""
    who = awaited_player(row)
    return message("waiting for {who} ({colour})", who=called_in(who), colour=who["colour"])


def _with_votes(line: str, row: GameRow) -> str:
    """The line, followed by any votes to continue without a player."""
    votes = row.get("votes")
    if not votes:
        return line
    colours = players_message(votes["without"])
    if votes["finished"]:
        return message(
            "{line}; all other players have voted to continue without {colours}", line=line, colours=colours
        )
    voted, following, last = players_message(votes["voted"]), votes["next"], votes["decider"]
    if following == last:
        return message(
            "{line}; {voted} voted to continue without {colours}, and {last} has the deciding vote",
            line=line,
            voted=voted,
            colours=colours,
            last=last,
        )
    return message(
        "{line}; {voted} voted to continue without {colours}; {who} votes next, and {last} casts "
        "the last vote",
        line=line,
        voted=voted,
        colours=colours,
        who=following,
        last=last,
    )


def _game_label(row: GameRow) -> str:
    """The title of a game, the beginning of its id, and the opponents."""
    if not row["opponents"]:
        return message("{title} {id}", title=row["title"], id=VerbatimText(row["id"]))
    bots = {player["name"]: player["bot"] or "" for player in row["players"]}
    others = listed([_opponent_text(name, bots.get(name, "")) for name in row["opponents"]])
    return message(
        "{title} {id} with {others}", title=row["title"], id=VerbatimText(row["id"]), others=others
    )


def _opponent_text(name: str, bot: str) -> str:
    """A player's name, followed by the kind of bot if the player is a bot."""
    shown = VerbatimText(name)
    return message("{name} ({bot})", name=shown, bot=bot_label(bot)) if bot else shown
