"""Situations in which the program advises commands: what people type until it does."""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Callable

from tests.playing import Group
from tests.program.friends import body_of
from tests.program.harvest import Harvest
from tests.program.shell import ROOT, Person
from tests.program.voters import begun_in, order, players_of

SAMPLES = ROOT / "sample_games"
NOT_MET: dict[str, str] = {}
"""The templates that no situation here brings about, with the reason."""


class Stage:
    """Some people in a folder, and what they do, line by line.

    A game of a host is open for everybody who reads how to join one.
    """

    def __init__(self, harvest: Harvest, gaps: dict[str, str] | None = None, **people: Person) -> None:
        self.harvest, self.people = harvest, people
        harvest.busy = True
        self.play("""
            host: keygen host
            host: new game.khronos --colour red --seats 2
        """)
        harvest.busy = False
        harvest.gaps = {"FILE": str(self["host"].save), **(gaps or {})}

    def __getitem__(self, name: str) -> Person:
        if name not in self.people:
            self.people[name] = Person(name, self.harvest.root / name)
            self.people[name].folder.mkdir()
        return self.people[name]

    def play(self, script: str) -> None:
        """Do each line: `a: a command`; `a > b` hands the file over, `a @ b` the newest letter."""
        for line in filter(None, map(str.strip, script.splitlines())):
            name, sign, rest = line.split(maxsplit=2) if ": " not in line else (*line.partition(": "),)
            if sign == ": ":
                self.run(name, *shlex.split(rest))
            elif sign == ">":
                self[name].hand_to(self[rest])
            else:
                self.post(name, rest)

    def run(self, name: str, *words: str) -> None:
        """Type a command, whatever comes of it."""
        self[name].run(*words, KHRONOS_ADDRESS=f"{name}@example.org")

    def post(self, sender: str, to: str) -> None:
        """Let somebody get the newest letter of another, and do what it says."""
        path = max(self[sender].outbox.glob("*.eml"), key=lambda each: each.stat().st_mtime_ns)
        text, mail = body_of(path.read_bytes())
        for part in mail.iter_attachments():
            (self[to].folder / str(part.get_filename())).write_bytes(part.get_content())
        shutil.copy(path, self[to].folder / "letter.eml")
        self.harvest.read(self[to], text, KHRONOS_ADDRESS=f"{to}@example.org")


def nobody_yet(harvest: Harvest) -> None:
    """Before there is an identity or a game."""
    gaps = {"TOPIC": "mail", "COMMAND": "play", "VALUE": "zoe@example.org", "LETTER": "game.khronos"}
    stage, sample = Stage(harvest, gaps), (SAMPLES / "two-players.khronos").read_text(encoding="utf-8")
    harvest.stdin = sample
    stage["zoe"].save.write_text(sample, encoding="utf-8")
    (stage["zoe"].folder / "nothing.txt").write_text("nothing")
    stage.play("""
        zoe: help
        zoe: help maul
        zoe: help orders
        zoe: --no-such
        zoe: mail
        zoe: game.khronos
        zoe: inbox
        zoe: next
        zoe: rules
        zoe: learn --list
        zoe: learn 99
        zoe: puzzle 1
        zoe: receive
        zoe: contacts add
        zoe: config nonsense
        zoe: config --unset nonsense
        zoe: send game.khronos
        zoe: new g.khronos --colour red --seats 2
        zoe: dearmor nothing.txt
        zoe: keygen zoe
        zoe: publish game.khronos -o g.krec
        zoe: verify g.krec
    """)


def first_steps(harvest: Harvest) -> None:
    """An open game in a folder; a bot is made, joins and plays."""
    stage = Stage(harvest, {"ADDRESS": "carol@example.org", "NAME": "maud"})
    stage.play("""
        cleo: keygen cleo
        cleo: new game.khronos --colour red --seats 3 --title Ours
        cleo: status game.khronos
        cleo: send game.khronos
        cleo > anna
        cleo > ben
        anna: keygen anna
        ben: keygen marvin --bot
        ben: keygen maud --bot
        ben: keygen ben
        ben: keygen cleo
        ben: join game.khronos --as cleo --colour blue
        ben: join game.khronos --as marvin --colour blue
        ben: join game.khronos --as ben --colour blue
        ben: solo game.khronos --as ben
        ben: contacts add cleo cleo@example.org
        ben: bot game.khronos --as ben
        ben: bot game.khronos --as marvin
        ben: status game.khronos --as ben
        ben: play game.khronos --as marvin -c end
        ben: send game.khronos --as ben --to cleo@example.org
        ben: send game.khronos --as ben --to cleo@example.org --smtp
        ben > cleo
        cleo: contacts add ben ben@example.org
        cleo: assist game.khronos --send
        cleo > ben
        ben: assist game.khronos --send
        ben: play game.khronos -c end --send
        ben: assist game.khronos
    """)


def alone(harvest: Harvest) -> None:
    """A game against bots, from its beginning to its end."""
    stage = Stage(harvest, {"NAME": "marvin", "N": "5"})
    stage.play("""
        zoe: keygen zoe
        zoe: keygen marvin --bot
        zoe: solo --as zoe --opponents 2 --strength easy --think 0.01
        zoe: solo solo --opponents 2
        zoe: keygen --help
        zoe: status solo
        zoe: inbox
        zoe: next
        zoe: check solo -c end
        zoe: hint solo --think 0.01
        zoe: turn solo
        zoe: analyse solo
        zoe: play solo -c end
        zoe: undo solo
        zoe: bot solo --as zoe
        zoe: play solo -c resign --yes
        zoe: status solo
        zoe: solo solo
        zoe: next
        zoe: inbox
    """)


def by_mail(harvest: Harvest) -> None:
    """Two players who send each other letters, one of whom makes mistakes with them."""
    stage = Stage(harvest, {"ANSWER": "letter.eml", "YOUR-NAME": "bobby"})
    stage.play("""
        alice: keygen alice
        alice: new --colour red --seats 2 --title Ours
        alice: status ours
        alice: next
        alice: send ours
        alice: send ours --to bob@example.org
        alice: send ours --to bob@example.org --force
        alice @ bob
        bob: keygen bob
        bob: receive letter.eml
        bob: status ours
        bob: next
        bob: join ours --colour blue
        bob: inbox
        bob: status ours
        bob: next
        bob: send ours --to alice
        bob: contacts add alice alice@example.org
        bob: send ours
        bob @ alice
        alice: next letter.eml --send
        alice @ bob
        bob: next letter.eml --send
        bob @ alice
        alice: next letter.eml --send
        alice: next ours
        bob: next ours
        alice: rekey nobody
        alice: send ours
        bob: play ours -c end
        bob: send ours
        bob: moves ours
    """)


def leaving(harvest: Harvest) -> None:
    """A game with a clock whose awaited player does not come."""
    begun = begun_in(harvest.root / "begun", 3)
    table = players_of(Group(begun.folder, 3, 6))
    missing, first, decider, colour = order(table)
    gaps = {"OLD": missing.name, "NEW": "new", "COLOUR": colour}
    stage = Stage(harvest, gaps, missing=missing, first=first, decider=decider)
    harvest.others = {"To continue without {colours}, {who} can start": first}
    for one in (missing, first, decider):
        for other in {"alice", "bob", "carol"} - {one.name}:
            one.run("contacts", "add", other, f"{other}@example.org")
    vote = f"vote game.khronos --without {colour}"
    stage.play(f"""
        missing: receive game.khronos
        first: receive game.khronos
        decider: receive game.khronos
        first: status game.khronos
        first: next
        first: remind
        first: inbox
        first: turn game.khronos
        first: moves game.khronos
        decider: status game.khronos
        decider: settle game.khronos
        missing: keygen new
        missing: rekey
        missing: rekey --offer
        missing: rekey new --as {missing.name}
        first > dave
        dave: receive game.khronos
        dave: status game.khronos
        dave: next
        dave: keygen dave
        dave: receive game.khronos
        dave: status game.khronos
        dave: play game.khronos -c end
        dave: rekey game.khronos --offer
        dave: join game.khronos --colour {colour}
        missing: next
        missing: send game.khronos
        first: {vote}
        first: status game.khronos
        first: inbox
        first: {vote}
        first > missing
        missing: status game.khronos
        missing: next game.khronos
        first > decider
        decider: status game.khronos
        decider: send game.khronos
        decider: next game.khronos
        decider: {vote}
        decider: status game.khronos
        decider: inbox
        decider > first
        missing: play game.khronos -c end
        first: status game.khronos
        first: inbox
        first: next game.khronos
        first: log game.khronos
        first > missing
        missing: status game.khronos
        missing: next game.khronos
        missing: inbox
    """)


SITUATIONS: dict[str, Callable[[Harvest], None]] = {
    each.__name__: each for each in (nobody_yet, first_steps, alone, by_mail, leaving)
}
