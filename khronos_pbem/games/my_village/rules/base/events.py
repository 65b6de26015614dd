"""The events of VILLAGE 17, with one function for each; `who` is a player's colour."""

from __future__ import annotations

from collections.abc import Iterable

from khronos_pbem.engine.contract import Event
from khronos_pbem.games.my_village.model.boards import GRAVES, MARKET, VILLAGES
from khronos_pbem.games.my_village.model.position import Die
from khronos_pbem.games.my_village.model.terms import CHAMBERS, FIELDS, SCHOOL, SQUARE, Advantage, wording
from khronos_pbem.games.my_village.rules.base.phrases import (
    coins_text,
    goods_texts,
    names_text,
    price_text,
)
from khronos_pbem.messages import Message, Word, and_list, listed, message, plural_message


def took(who: str, dice: tuple[Message, Message], paid: str, value: int) -> Event:
    """Return the event for taking two dice (VILLAGE 4.1)."""
    text = message(
        "{who} takes {a} and {b}{paid}: value {value}", who=who, a=dice[0], b=dice[1], paid=paid, value=value
    )
    return Event("took", "VILLAGE 4.1", text, MARKET, ("pool",), seat=who)


def dice_changes_message(coins: int, markers: int, changes: Iterable[str]) -> Message:
    """The changes of dice and their price, as a part of `took` (VILLAGE 4.3)."""
    return message(
        ", changes {changes} for {price}", changes=and_list(changes), price=price_text(0, coins, markers)
    )


def die_change_message(old: Die, face: int) -> Message:
    """The change of one die to another face."""
    return message("{old} to {face}", old=old.word, face=face)


def spent(who: str, n: int, before: int, after: int) -> Event:
    """Return the event for spending time (VILLAGE 5.1)."""
    text = plural_message(
        "{who} spends {n} time (from cloud {before} to {after})",
        "{who} spends {n} time (from cloud {before} to {after})",
        n,
        who=who,
        before=before,
        after=after,
    )
    return Event("spent", "VILLAGE 5.1", text, VILLAGES, ("clock",), seat=who)


def passed(who: str) -> Event:
    """Return the event for a clock that passes the bridge (VILLAGE 5.2)."""
    text = message("{who}'s clock passes the bridge", who=who)
    return Event("passed", "VILLAGE 5.2", text, VILLAGES, ("clock",), seat=who)


def paid(who: str, coins: int, goods: Iterable[str]) -> Event:
    """Return the event for paying coins and goods (VILLAGE 6.1)."""
    goods, parts = tuple(goods), [coins_text(coins)] if coins else []
    text = message("{who} pays {parts}", who=who, parts=and_list([*parts, *goods_texts(goods)]))
    return Event(
        "paid",
        "VILLAGE 6.1",
        text,
        VILLAGES,
        (*(("coins",) if coins else ()), *goods),
        seat=who,
        amount=-coins,
    )


def hand(who: str, n: int) -> Event:
    """Return the event for taking the first player's hand, with `n` story points (VILLAGE 7.2)."""
    text = message("{who} takes the hand and {n} SP", who=who, n=n)
    return Event("hand", "VILLAGE 7.2", text, MARKET, ("hand",), seat=who)


def desk(who: str, cards: Iterable[str]) -> Event:
    """Return the event for taking customers from the desk (VILLAGE 7.3)."""
    text = message("{who} takes {cards} into their own market", who=who, cards=and_list(cards))
    return Event("desk", "VILLAGE 7.3", text, VILLAGES, ("market",), seat=who)


def free(who: str, card: str) -> Event:
    """Return the event for taking a free customer with the counter (VILLAGE 8.15)."""
    text = message("{who} takes {card} into their own market for free", who=who, card=card)
    return Event("free", "VILLAGE 8.15", text, VILLAGES, ("market",), seat=who)


def laid(who: str, card: str, rule: str) -> Event:
    """Return the event for a customer that moves to the zone, after a desk order of `who` (VILLAGE 7.3)."""
    text = message("{card} moves from the pile to the customer zone", card=card)
    if who:
        text = message("{who} refills the customer zone with {card}", who=who, card=card)
    return Event("laid", rule, text, MARKET, (card,), seat=who)


def put_back(who: str, card: str) -> Event:
    """Return the event for a customer that goes back to the pile because `who` has left (VILLAGE 13.4)."""
    text = message("{card}, which {who} had revealed, goes back to the pile", card=card, who=who)
    return Event("back", "VILLAGE 13.4", text, MARKET, (card,), seat=who)


_UNIQUE = frozenset((*CHAMBERS, *map(str, Advantage)))


def bought(who: str, card: str, rule: str) -> Event:
    """Return the event for buying a card from the display (VILLAGE 7.1)."""
    text = message("{who} buys {card:a}", who=who, card=wording(card))
    if card in _UNIQUE:
        text = message("{who} buys {card:the}", who=who, card=wording(card))
    return Event("bought", rule, text, VILLAGES, (card,), seat=who)


def coins(who: str, n: int, rule: str) -> Event:
    """Return the event for gaining coins."""
    text = message("{who} gets {coins}", who=who, coins=coins_text(n))
    return Event("coins", rule, text, VILLAGES, ("coins",), seat=who, amount=n)


def story(who: str, n: int, rule: str) -> Event:
    """Return the event for gaining story points on the tree."""
    return Event("story", rule, message("{who} gets {n} SP", who=who, n=n), VILLAGES, ("tree",), seat=who)


def good(who: str, made: str, rule: str) -> Event:
    """Return the event for making a good."""
    text = message("{who} makes {made:a}", who=who, made=Word(made))
    return Event("good", rule, text, VILLAGES, (made,), seat=who)


def marker(who: str) -> Event:
    """Return the event for a new marker on the square (VILLAGE 8.5)."""
    text = message("{who} puts a marker on the square", who=who)
    return Event("good", "VILLAGE 8.5", text, VILLAGES, (SQUARE,), seat=who)


def full(who: str, banner: str) -> Event:
    """Return the event for a card with no free place for a good or marker (VILLAGE 6.4)."""
    text = message("{who} has no free place left on {banner:the}", who=who, banner=wording(banner))
    return Event("full", "VILLAGE 6.4", text, seat=who)


def marked(who: str, place: str) -> Event:
    """Return the event for marking a place of property or citizens (VILLAGE 8.8)."""
    text = message('{who} puts a mark on "{place}"', who=who, place=Word(place))
    return Event("marked", "VILLAGE 8.8", text, VILLAGES, ("chamber",), seat=who)


def tile(who: str, banner: str) -> Event:
    """Return the event for moving the 2/12 tile (VILLAGE 8.6)."""
    text = message("{who} puts the 2/12 tile on {banner:the}", who=who, banner=wording(banner))
    return Event("tile", "VILLAGE 8.6", text, VILLAGES, (SQUARE,), seat=who)


def monk(who: str, card: str, windows: int) -> Event:
    """Return the event for a monk that joins the church (VILLAGE 8.10)."""
    text = plural_message(
        "monk {card} joins {who}'s church, which now has {n} window",
        "monk {card} joins {who}'s church, which now has {n} windows",
        windows,
        who=who,
        card=card,
    )
    return Event("monk", "VILLAGE 8.10", text, VILLAGES, (card,), seat=who)


def top(who: str, card: str, pile: str) -> Event:
    """Return the event for a new open card on a pile of monks (VILLAGE 8.10)."""
    text = message("monk {card} is now face up on the {pile} pile", card=card, pile=Word(pile))
    if who:
        text = message(
            "{who} reveals the next monk from the {pile} pile: {card}", who=who, card=card, pile=Word(pile)
        )
    return Event("top", "VILLAGE 8.10", text, MARKET, (pile,), seat=who)


def travelled(who: str, card: str, letter: str, prestige: int, toll: str) -> Event:
    """Return the event for a travel card that joins the village (VILLAGE 8.13)."""
    text = message(
        "{who} travels to {card} ({letter}): {n} PP", who=who, card=card, letter=letter, n=prestige
    )
    if toll:
        text = message(
            "{who} travels to {card} ({letter}): {n} PP; the next journey costs {toll} more",
            who=who, card=card, letter=letter, n=prestige, toll=toll,
        )  # fmt: skip
    return Event("travelled", "VILLAGE 8.13", text, VILLAGES, ("travel", letter), seat=who)


def refused(who: str, card: str) -> Event:
    """Return the event for a travel card sent back by the refuge (VILLAGE 8.14)."""
    return Event(
        "refused", "VILLAGE 8.14", message("{who}'s refuge sends {card} back", who=who, card=card), seat=who
    )


def headman(who: str, space: str) -> Event:
    """Return the event for moving the headman to a space (VILLAGE 7.9)."""
    text = message("{who}'s headman goes to the {space} space", who=who, space=Word(space))
    return Event("headman", "VILLAGE 7.9", text, VILLAGES, ("headman",), seat=who)


def stays(who: str) -> Event:
    """Return the event for a headman who stays in place (VILLAGE 7.9)."""
    return Event("headman", "VILLAGE 7.9", message("{who}'s headman does not move", who=who), seat=who)


def banked(who: str, n: int) -> Event:
    """Return the event for moving story points from the tree to the hall (VILLAGE 7.9)."""
    text = message("{who} brings {n} SP from the tree to the hall", who=who, n=n)
    return Event("banked", "VILLAGE 7.9", text, VILLAGES, ("tree", "hall"), seat=who)


def trainee(who: str) -> Event:
    """Return the event for a new trainee in the school (VILLAGE 7.8)."""
    text = message("a trainee enters the left-hand place in {who}'s school", who=who)
    return Event("trainee", "VILLAGE 7.8", text, VILLAGES, (SCHOOL,), seat=who)


def moved(who: str) -> Event:
    """Return the event for moving a trainee to the right-hand place (VILLAGE 7.8)."""
    text = message("{who}'s trainee moves to the right-hand place in the school", who=who)
    return Event("moved", "VILLAGE 7.8", text, VILLAGES, (SCHOOL,), seat=who)


def returned(who: str, person: str) -> Event:
    """Return the event for a trainee who becomes a villager (VILLAGE 7.8)."""
    text = message("{who} has {person:a} again", who=who, person=Word(person))
    return Event("returned", "VILLAGE 7.8", text, VILLAGES, (SCHOOL, person), seat=who)


def idle(who: str) -> Event:
    """Return the event for using the school without doing anything there (VILLAGE 7.8)."""
    return Event("trainee", "VILLAGE 7.8", message("{who} does nothing at the school", who=who), seat=who)


def served(who: str, card: str, prestige: int) -> Event:
    """Return the event for serving a customer (VILLAGE 8.4)."""
    text = message("{who} serves {card}: {n} PP", who=who, card=card, n=prestige)
    return Event("served", "VILLAGE 8.4", text, VILLAGES, ("served",), seat=who)


def ploughed(who: str, field: int) -> Event:
    """Return the event for putting a plough on a field (VILLAGE 8.3)."""
    text = message("{who} puts a plough on field {field}", who=who, field=field)
    return Event("ploughed", "VILLAGE 8.3", text, VILLAGES, (FIELDS,), seat=who)


def died(who: str, person: str) -> Event:
    """Return the event for the death of a villager (VILLAGE 9.2)."""
    text = message("{who}'s {person} dies", who=who, person=Word(person))
    return Event("died", "VILLAGE 9.2", text, VILLAGES, (person,), seat=who)


def chronicle(who: str, person: str, n: int) -> Event:
    """Return the event for a dead villager's place in the chronicle, for `n` story points (VILLAGE 9.2)."""
    text = message("{who}'s {person} enters the chronicle: {n} SP", who=who, person=Word(person), n=n)
    return Event("chronicle", "VILLAGE 9.2", text, GRAVES, (person,), seat=who)


def grave(who: str, person: str, number: int) -> Event:
    """Return the event for a dead villager's grave (VILLAGE 9.2)."""
    text = message(
        "{who}'s {person} is buried in grave {number}", who=who, person=Word(person), number=number
    )
    return Event("grave", "VILLAGE 9.2", text, GRAVES, ("graves",), seat=who)


def labourer(who: str, person: str) -> Event:
    """Return the event for hiring a labourer (VILLAGE 9.5)."""
    text = message("{who} hires a labourer as the new {person}", who=who, person=Word(person))
    return Event("labourer", "VILLAGE 9.5", text, VILLAGES, (person, "labourers"), seat=who)


def rat(who: str, n: int) -> Event:
    """Return the event for the rat's move after a death in this player's turn (VILLAGE 9.6)."""
    text = plural_message(
        "the rat moves {n} step after the burial in {who}'s village",
        "the rat moves {n} steps after the burial in {who}'s village",
        n,
        who=who,
    )
    return Event("rat", "VILLAGE 9.6", text, GRAVES, ("rat",), seat=who)


def invasion() -> Event:
    """Return the event for an invasion of the rats (VILLAGE 9.7)."""
    return Event("invasion", "VILLAGE 9.7", message("the rats come"), GRAVES, ("rat",))


def lost(who: str, n: int) -> Event:
    """Return the event for a player's loss of story points to the rats (VILLAGE 9.7)."""
    text = message("{who} loses {n} SP", who=who, n=n)
    return Event("lost", "VILLAGE 9.7", text, VILLAGES, ("tree",), seat=who)


def sheltered(who: str) -> Event:
    """Return the event for a sanatorium that keeps the rats out (VILLAGE 9.8)."""
    text = message("{who}'s sanatorium keeps the rats out", who=who)
    return Event("sheltered", "VILLAGE 9.8", text, VILLAGES, ("church",), seat=who)


def round_begins(who: str, number: int, n: int) -> Event:
    """Return the event for the start of a round (VILLAGE 3.1)."""
    text = message("round {number}: {who} begins, with {n} SP on the hand", number=number, who=who, n=n)
    return Event("round", "VILLAGE 3.1", text, MARKET, ("hand",), seat=who)


def pool(dice: Iterable[Die]) -> Event:
    """Return the event for rolling the pool (VILLAGE 3.1)."""
    text = message("the dice show {dice}", dice=listed((die.word for die in dice), " "))
    return Event("pool", "VILLAGE 3.1", text, MARKET, ("pool",))


def turn(who: str) -> Event:
    """Return the event for the start of a turn (VILLAGE 3.2)."""
    return Event("turn", "VILLAGE 3.2", message("it is {who}'s turn", who=who), seat=who)


def skipped(who: str) -> Event:
    """Return the event for skipping the turn of a player who has left (VILLAGE 13.4)."""
    return Event(
        "skipped", "VILLAGE 13.4", message("{who} has left the game and is skipped", who=who), seat=who
    )


def over(coffins: int) -> Event:
    """Return the event for the end of the game (VILLAGE 10.1)."""
    text = plural_message(
        "the game is over: {n} coffin is filled", "the game is over: {n} coffins are filled", coffins
    )
    return Event("over", "VILLAGE 10.1", text)


def score(who: str, n: int) -> Event:
    """Return the event with the final score of a player (VILLAGE 10.2)."""
    return Event("score", "VILLAGE 10.2", message("{who} has {n} PP", who=who, n=n), seat=who, amount=0)


def won(who: Iterable[str]) -> Event:
    """Return the event with the winners (VILLAGE 10.4)."""
    names = list(who)
    text = plural_message("{who} wins", "{who} win", len(names), who=names_text(names))
    return Event("won", "VILLAGE 10.4", text)


def first(who: str) -> Event:
    """Return the event for the draw of the first player (VILLAGE 2.1)."""
    return Event("first", "VILLAGE 2.1", message("{who} is the first player", who=who), seat=who)


def board(who: str, values: str) -> Event:
    """Return the event for the draw of a player's village board (VILLAGE 2.1)."""
    text = message("{who} gets the village board {values}", who=who, values=values)
    return Event("board", "VILLAGE 2.1", text, VILLAGES, ("personal",), seat=who)


def resigned(who: str) -> Event:
    """Return the event for a player who resigns (VILLAGE 13.4)."""
    return Event("resigned", "VILLAGE 13.4", message("{who} resigns", who=who), seat=who)


def gone(who: str) -> Event:
    """Return the event for a player who has left while the others play on (VILLAGE 13.4)."""
    return Event("gone", "VILLAGE 13.4", message("{who} has left the game", who=who), seat=who)


def policy(who: str, value: str) -> Event:
    """Return the event for setting the sanatorium policy (VILLAGE 13.2)."""
    text = message("{who} sets the sanatorium policy to {value}", who=who, value=value)
    return Event("policy", "VILLAGE 13.2", text, seat=who)


def looks(who: str) -> Event:
    """Return the event for pausing a turn until the draws are served (VILLAGE 12.5)."""
    return Event("look", "VILLAGE 12.5", message("{who} waits to see what is drawn", who=who), seat=who)
