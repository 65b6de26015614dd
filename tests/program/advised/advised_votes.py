"""Situations of players who do not come, of votes and offers, and of games in two versions."""

from __future__ import annotations

import shutil

from tests.program.advised.advice import KEY
from tests.program.advised.harvest import Harvest
from tests.program.advised.stage import clock, two
from tests.support.playing import COLOURS, NAMES
from tests.support.voters import twin_of


def without_a_player(harvest: Harvest) -> None:
    """The others vote, and the one who does not come is out."""
    stage, colour = clock(harvest)
    vote = f"vote game.khronos --without {colour}"
    stage.play(f"""
        missing: receive game.khronos
        first: receive game.khronos
        decider: receive game.khronos
        first: status game.khronos
        first: next
        first: remind
        first: inbox
        first: moves game.khronos
        decider: status game.khronos
        decider: settle game.khronos
        missing: next
        missing: send game.khronos
        first: {vote}
        first: status game.khronos
        first: inbox
        first: {vote}
        first > missing
        missing: status game.khronos
        first > decider
        decider: status game.khronos
        decider: send game.khronos
        decider: next game.khronos
        decider: {vote}
        decider: status game.khronos
        decider: inbox
        decider > first
        first: status game.khronos
        first: inbox
        first: next game.khronos
        first > missing
        missing: status game.khronos
        missing: play game.khronos -c end
        missing: next game.khronos
    """)


def another_player(harvest: Harvest) -> None:
    """Somebody without a seat, or without a key, gets one by an offer."""
    stage, colour = clock(harvest, NAME="eve", OLD="dave", NEW="new")
    stage.play(f"""
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
    """)
    (offer,) = stage["dave"].folder.glob("*.offer")
    for role in ("first", "decider"):
        shutil.copy(offer, stage[role].folder / "dave.offer")
    (stage["first"].folder / "no.offer").write_text('format = "nothing"\n')
    changed = offer.read_text(encoding="utf-8").replace('name = "dave"', 'name = "dora"')
    (stage["first"].folder / "changed.offer").write_text(changed, encoding="utf-8")
    makers = (
        "the player you want for this seat has to type",
        "ask {name} to make a new offer",
        "create an offer with",
    )
    stage.harvest.others |= dict.fromkeys(makers, stage["dave"])
    vote = f"vote game.khronos --without {colour}"
    stage.play(f"""
        first: {vote} --for {colour}=nobody
        first: {vote} --for {colour}=no.offer
        first: {vote} --for {colour}=changed.offer
        decider: next dave.offer
        first: next dave.offer
        first: status game.khronos
        first: {vote} --for {colour}=dave.offer
        first > decider
        decider: status game.khronos
        decider: vote game.khronos --without {colour} --for {colour}=dave.offer
        decider > first
        first: assist game.khronos
        first > missing
        missing: status game.khronos
        missing: play game.khronos -c end
        dave: keygen new
        dave: rekey
        dave: rekey dave --as dave
        dave: rekey nobody --as dave
        dave: contacts add new new@example.org --key {KEY}
        dave: rekey new --as dave
    """)


def not_the_same(harvest: Harvest) -> None:
    """Votes that are not the same, and an offer that has become too old."""
    stage, colour = clock(harvest)
    vote = f"vote game.khronos --without {colour}"
    twin = twin_of(stage["first"])  # type: ignore[arg-type]
    stage.people["twin"] = twin
    stage["first"].hand_to(twin)
    stage.play(f"""
        twin: {vote}
        first > dave
        dave: keygen dave
        dave: join game.khronos --colour {colour}
    """)
    (offer,) = stage["dave"].folder.glob("*.offer")
    for role in ("first", "missing"):
        shutil.copy(offer, stage[role].folder / "dave.offer")
    next_one = COLOURS[NAMES.index(stage["decider"].name)]
    stage.harvest.others["ask {name} to make a new offer"] = stage["dave"]
    shutil.copy(twin.save, stage["decider"].folder / "twin.khronos")
    stage.play(f"""
        first: {vote} --for {colour}=dave.offer
        first > decider
        decider: status game.khronos
        decider: status twin.khronos
        decider: vote twin.khronos --without {colour}
        decider: vote game.khronos --without {colour}
        decider: vote game.khronos --without {colour} --for {colour}=dave
        missing: play game.khronos -c end
        missing: vote game.khronos --without {next_one} --for {next_one}=dave.offer
    """)


def crossing(harvest: Harvest) -> None:
    """A turn crosses the vote that decides, and comes to a player who has not acknowledged that as yet."""
    stage, colour = clock(harvest)
    stage.play(f"""
        first: vote game.khronos --without {colour}
        first > decider
        decider: vote game.khronos --without {colour}
        missing: play game.khronos -c end
        decider > first
        first: status game.khronos
    """)
    shutil.copy(stage["missing"].save, stage["first"].folder / "late.khronos")
    stage.play("""
        first: receive late.khronos
        first: assist game.khronos
        first: settle game.khronos
    """)


def new_key(harvest: Harvest) -> None:
    """A player names another identity of their own, and that one offers to play."""
    stage = two(harvest, "New key", {"NEW": "new", "NAME": "newer"})
    name = stage["mover"].name
    stage.play(f"""
        mover: receive game.khronos
        mover: keygen new
        mover: rekey new --as new
        mover: rekey new --as {name}
        mover: play new-key --as {name} -c end
        mover: rekey new --as {name}
        mover: send new-key --as {name} --to x@example.org
    """)
    shutil.copy(next((stage["mover"].home / "library").glob("new-key*")), stage["other"].save)
    stage.play(f"""
        other: play game.khronos -c end
        other > mover
        mover: receive game.khronos
        mover: rekey new --as {name}
        mover: rekey --offer
    """)


def two_ends(harvest: Harvest) -> None:
    """A league finds two ends of one game."""
    stage = two(harvest, "Two ends", {"ONE": "one.khronos", "TWO": "two.khronos"})
    stage.play("""
        mover: play game.khronos -c resign --yes
        twin: play game.khronos -c 'message "x"; resign' --yes
    """)
    for role, name in (("mover", "one"), ("twin", "two")):
        shutil.copy(stage[role].save, stage["dave"].folder / f"{name}.khronos")
    stage.play("dave: league .")


def two_versions(harvest: Harvest) -> None:
    """A player has signed two different turns; and blocks that were taken back, or are to be."""
    stage = two(harvest, "Two stories", {"ONE": "one.khronos", "TWO": "two.khronos"})
    mover, twin, other = stage["mover"], stage["twin"], stage["other"]
    stage.play("""
        mover: receive game.khronos
        mover: play game.khronos -c end
        mover: status game.khronos
    """)
    shutil.copy(mover.save, mover.folder / "played.khronos")
    shutil.copy(twin.save, mover.save)
    stage.play("""
        mover: play game.khronos -c 'message "x"; end'
    """)
    shutil.copy(mover.folder / "played.khronos", mover.folder / "old.khronos")
    stage.play("mover: undo played.khronos --not-sent")
    stage.play("""
        mover: play two-stories -c end
        mover: undo two-stories
        mover: play two-stories -c 'message "y"; end'
        mover: play old.khronos -c end
        mover: play two-stories -c end
        mover: send two-stories --to x@example.org
        twin: play game.khronos -c 'message "two"; end'
        twin: send game.khronos --to x@example.org
    """)
    shutil.copy(next((mover.home / "library").glob("*.khronos")), other.folder / "one.khronos")
    shutil.copy(twin.save, other.folder / "two.khronos")
    shutil.copy(twin.save, mover.folder / "two.khronos")
    stage.play("""
        other: receive one.khronos
        other: play two.khronos -c end
        other: receive two.khronos
        other: inbox
        other: next
        other: status one.khronos
        other: verify one.khronos two.khronos
        other: settle one.khronos
        other: play one.khronos -c end
        other: receive one.khronos
        mover: receive two.khronos
        mover: settle two.khronos
        mover: settle two.khronos --take 2
        mover: status two-stories
    """)
