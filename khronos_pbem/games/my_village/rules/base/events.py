"""What happens, in words: the events of VILLAGE 17, one function each."""

from __future__ import annotations

from collections.abc import Iterable

from khronos_pbem.engine.contract import Event
from khronos_pbem.games.my_village.model.boards import GRAVES, MARKET, VILLAGES
from khronos_pbem.games.my_village.model.position import Die
from khronos_pbem.games.my_village.model.terms import CHAMBERS, FIELDS, SCHOOL, SQUARE, Advantage, called
from khronos_pbem.games.my_village.rules.base.phrases import amounts, coins_said, names_said, price_said, row
from khronos_pbem.messages import Message, Word, listed, message, plural_message


def took(who: str, dice: tuple[str, str], paid: str, value: int) -> Event:
    """Two dice are taken (VILLAGE 4.1)."""
    text = message(
        "{who} takes {a} and {b}{paid}: value {value}", who=who, a=dice[0], b=dice[1], paid=paid, value=value
    )
    return Event("took", "VILLAGE 4.1", text, MARKET, ("pool",), seat=who)


def change(coins: int, markers: int, changes: Iterable[str]) -> Message:
    """What the changes of dice cost, as a part of `took` (VILLAGE 4.3)."""
    return message(
        ", changes {changes} for {price}", changes=row(changes), price=price_said(0, coins, markers)
    )


def changed(old: Die, face: int) -> Message:
    """One change of a die."""
    return message("{old} to {face}", old=str(old), face=face)


def spent(who: str, n: int, before: int, after: int) -> Event:
    """Time (VILLAGE 5.1)."""
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
    """The bridge is passed (VILLAGE 5.2)."""
    text = message("{who}'s clock passes the bridge", who=who)
    return Event("passed", "VILLAGE 5.2", text, VILLAGES, ("clock",), seat=who)


def paid(who: str, coins: int, goods: Iterable[str]) -> Event:
    """Coins and goods (VILLAGE 6.1)."""
    goods, parts = tuple(goods), [coins_said(coins)] if coins else []
    text = message("{who} pays {parts}", who=who, parts=row([*parts, *amounts(goods)]))
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
    """The first player's hand (VILLAGE 7.2)."""
    text = message("{who} takes the hand and {n} SP", who=who, n=n)
    return Event("hand", "VILLAGE 7.2", text, MARKET, ("hand",), seat=who)


def desk(who: str, cards: Iterable[str]) -> Event:
    """Customers from the desk (VILLAGE 7.3)."""
    text = message("{who} takes {cards} into their own market", who=who, cards=row(cards))
    return Event("desk", "VILLAGE 7.3", text, VILLAGES, ("market",), seat=who)


def free(who: str, card: str) -> Event:
    """The counter's customer (VILLAGE 8.15)."""
    text = message("{who} takes {card} into their own market for free", who=who, card=card)
    return Event("free", "VILLAGE 8.15", text, VILLAGES, ("market",), seat=who)


def laid(who: str, card: str, rule: str) -> Event:
    """A customer comes to the zone, after a desk by this player (VILLAGE 7.3)."""
    text = message("{card} comes from the pile to the customer zone", card=card)
    if who:
        text = message("{who} refills the customer zone with {card}", who=who, card=card)
    return Event("laid", rule, text, MARKET, (card,), seat=who)


def put_back(who: str, card: str) -> Event:
    """A customer goes back to the pile, for whoever laid it open is gone (VILLAGE 13.4)."""
    text = message("{card}, which {who} had revealed, goes back to the pile", card=card, who=who)
    return Event("back", "VILLAGE 13.4", text, MARKET, (card,), seat=who)


_UNIQUE = frozenset((*CHAMBERS, *map(str, Advantage)))


def bought(who: str, card: str, rule: str) -> Event:
    """A card from the display (VILLAGE 7.1)."""
    text = message("{who} buys {card:a}", who=who, card=called(card))
    if card in _UNIQUE:
        text = message("{who} buys {card:the}", who=who, card=called(card))
    return Event("bought", rule, text, VILLAGES, (card,), seat=who)


def coins(who: str, n: int, rule: str) -> Event:
    """Coins come in."""
    text = message("{who} gets {coins}", who=who, coins=coins_said(n))
    return Event("coins", rule, text, VILLAGES, ("coins",), seat=who, amount=n)


def story(who: str, n: int, rule: str) -> Event:
    """Story points come to the tree."""
    return Event("story", rule, message("{who} gets {n} SP", who=who, n=n), VILLAGES, ("tree",), seat=who)


def good(who: str, made: str, rule: str) -> Event:
    """A good is made."""
    text = message("{who} makes {made:a}", who=who, made=Word(made))
    return Event("good", rule, text, VILLAGES, (made,), seat=who)


def marker(who: str) -> Event:
    """A marker comes to the square (VILLAGE 8.5)."""
    text = message("{who} puts a marker on the square", who=who)
    return Event("good", "VILLAGE 8.5", text, VILLAGES, (SQUARE,), seat=who)


def full(who: str, banner: str) -> Event:
    """There is no place for a marker (VILLAGE 6.4)."""
    text = message("{who} has no free place left on {banner:the}", who=who, banner=called(banner))
    return Event("full", "VILLAGE 6.4", text, seat=who)


def marked(who: str, place: str) -> Event:
    """A place of property or citizens is marked (VILLAGE 8.8)."""
    text = message('{who} puts a mark on "{place}"', who=who, place=Word(place))
    return Event("marked", "VILLAGE 8.8", text, VILLAGES, ("chamber",), seat=who)


def tile(who: str, banner: str) -> Event:
    """The 2/12 tile (VILLAGE 8.6)."""
    text = message("{who} puts the 2/12 tile on {banner:the}", who=who, banner=called(banner))
    return Event("tile", "VILLAGE 8.6", text, VILLAGES, (SQUARE,), seat=who)


def monk(who: str, card: str, windows: int) -> Event:
    """A monk joins the church (VILLAGE 8.10)."""
    text = plural_message(
        "monk {card} joins {who}'s church: {n} window",
        "monk {card} joins {who}'s church: {n} windows",
        windows,
        who=who,
        card=card,
    )
    return Event("monk", "VILLAGE 8.10", text, VILLAGES, (card,), seat=who)


def top(who: str, card: str, pile: str) -> Event:
    """The next card of a pile of monks is open (VILLAGE 8.10)."""
    text = message("monk {card} now lies open on the {pile} pile", card=card, pile=Word(pile))
    if who:
        text = message(
            "{who} reveals the next monk of the {pile} pile: {card}", who=who, card=card, pile=Word(pile)
        )
    return Event("top", "VILLAGE 8.10", text, MARKET, (pile,), seat=who)


def travelled(who: str, card: str, letter: str, prestige: int, toll: str) -> Event:
    """A travel card joins the village (VILLAGE 8.13)."""
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
    """The refuge sends a travel card back (VILLAGE 8.14)."""
    return Event(
        "refused", "VILLAGE 8.14", message("{who}'s refuge sends {card} back", who=who, card=card), seat=who
    )


def headman(who: str, space: str) -> Event:
    """The headman goes (VILLAGE 7.9)."""
    text = message("{who}'s headman goes to the {space} space", who=who, space=Word(space))
    return Event("headman", "VILLAGE 7.9", text, VILLAGES, ("headman",), seat=who)


def stays(who: str) -> Event:
    """The headman stays (VILLAGE 7.9)."""
    return Event("headman", "VILLAGE 7.9", message("{who}'s headman does not move", who=who), seat=who)


def banked(who: str, n: int) -> Event:
    """Story points are safe (VILLAGE 7.9)."""
    text = message("{who} brings {n} SP from the tree to the hall", who=who, n=n)
    return Event("banked", "VILLAGE 7.9", text, VILLAGES, ("tree", "hall"), seat=who)


def trainee(who: str) -> Event:
    """A new trainee (VILLAGE 7.8)."""
    text = message("a trainee enters the left place of {who}'s school", who=who)
    return Event("trainee", "VILLAGE 7.8", text, VILLAGES, (SCHOOL,), seat=who)


def moved(who: str) -> Event:
    """A trainee moves right (VILLAGE 7.8)."""
    text = message("{who}'s trainee moves to the right place of the school", who=who)
    return Event("moved", "VILLAGE 7.8", text, VILLAGES, (SCHOOL,), seat=who)


def returned(who: str, person: str) -> Event:
    """A trainee becomes a villager (VILLAGE 7.8)."""
    text = message("{who} has {person:a} again", who=who, person=Word(person))
    return Event("returned", "VILLAGE 7.8", text, VILLAGES, (SCHOOL, person), seat=who)


def idle(who: str) -> Event:
    """The school does nothing (VILLAGE 7.8)."""
    return Event("trainee", "VILLAGE 7.8", message("{who} does nothing at the school", who=who), seat=who)


def served(who: str, card: str, prestige: int) -> Event:
    """A customer is served (VILLAGE 8.4)."""
    text = message("{who} serves {card}: {n} PP", who=who, card=card, n=prestige)
    return Event("served", "VILLAGE 8.4", text, VILLAGES, ("served",), seat=who)


def ploughed(who: str, field: int) -> Event:
    """A plough is put on a field (VILLAGE 8.3)."""
    text = message("{who} puts a plough on field {field}", who=who, field=field)
    return Event("ploughed", "VILLAGE 8.3", text, VILLAGES, (FIELDS,), seat=who)


def died(who: str, person: str) -> Event:
    """A villager dies (VILLAGE 9.2)."""
    text = message("{who}'s {person} dies", who=who, person=Word(person))
    return Event("died", "VILLAGE 9.2", text, VILLAGES, (person,), seat=who)


def chronicle(who: str, person: str, n: int) -> Event:
    """He is written down (VILLAGE 9.2)."""
    text = message("{who}'s {person} enters the chronicle: {n} SP", who=who, person=Word(person), n=n)
    return Event("chronicle", "VILLAGE 9.2", text, GRAVES, (person,), seat=who)


def grave(who: str, person: str, number: int) -> Event:
    """He gets a grave (VILLAGE 9.2)."""
    text = message(
        "{who}'s {person} is buried in grave {number}", who=who, person=Word(person), number=number
    )
    return Event("grave", "VILLAGE 9.2", text, GRAVES, ("graves",), seat=who)


def labourer(who: str, person: str) -> Event:
    """A labourer comes (VILLAGE 9.5)."""
    text = message("{who} hires a labourer as {person}", who=who, person=Word(person))
    return Event("labourer", "VILLAGE 9.5", text, VILLAGES, (person, "labourers"), seat=who)


def rat(who: str, n: int) -> Event:
    """The rat moves, after a death in this player's turn (VILLAGE 9.6)."""
    text = plural_message(
        "the rat moves {n} step after the burial in {who}'s village",
        "the rat moves {n} steps after the burial in {who}'s village",
        n,
        who=who,
    )
    return Event("rat", "VILLAGE 9.6", text, GRAVES, ("rat",), seat=who)


def invasion() -> Event:
    """The rats come (VILLAGE 9.7)."""
    return Event("invasion", "VILLAGE 9.7", message("the rats come"), GRAVES, ("rat",))


def lost(who: str, n: int) -> Event:
    """Story points are lost (VILLAGE 9.7)."""
    text = message("{who} loses {n} SP", who=who, n=n)
    return Event("lost", "VILLAGE 9.7", text, VILLAGES, ("tree",), seat=who)


def sheltered(who: str) -> Event:
    """The sanatorium keeps the rats out (VILLAGE 9.8)."""
    text = message("{who}'s sanatorium keeps the rats out", who=who)
    return Event("sheltered", "VILLAGE 9.8", text, VILLAGES, ("church",), seat=who)


def round_begins(who: str, number: int, n: int) -> Event:
    """A round begins (VILLAGE 3.1)."""
    text = message("round {number}: {who} begins, with {n} SP on the hand", number=number, who=who, n=n)
    return Event("round", "VILLAGE 3.1", text, MARKET, ("hand",), seat=who)


def pool(dice: Iterable[Die]) -> Event:
    """The pool is rolled (VILLAGE 3.1)."""
    text = message("the dice show {dice}", dice=listed(map(str, dice), " "))
    return Event("pool", "VILLAGE 3.1", text, MARKET, ("pool",))


def turn(who: str) -> Event:
    """A turn begins (VILLAGE 3.2)."""
    return Event("turn", "VILLAGE 3.2", message("it is {who}'s turn", who=who), seat=who)


def skipped(who: str) -> Event:
    """The turn of a player who is gone is passed over (VILLAGE 13.4)."""
    return Event(
        "skipped", "VILLAGE 13.4", message("{who} has left the game and is skipped", who=who), seat=who
    )


def over(coffins: int) -> Event:
    """The game is over (VILLAGE 10.1)."""
    text = plural_message(
        "the game is over: {n} coffin is filled", "the game is over: {n} coffins are filled", coffins
    )
    return Event("over", "VILLAGE 10.1", text)


def score(who: str, n: int) -> Event:
    """What a player has in the end (VILLAGE 10.2)."""
    return Event("score", "VILLAGE 10.2", message("{who} has {n} PP", who=who, n=n), seat=who, amount=0)


def won(who: Iterable[str]) -> Event:
    """Who wins (VILLAGE 10.4)."""
    names = list(who)
    text = plural_message("{who} wins", "{who} win", len(names), who=names_said(names))
    return Event("won", "VILLAGE 10.4", text)


def first(who: str) -> Event:
    """Who begins (VILLAGE 2.1)."""
    return Event("first", "VILLAGE 2.1", message("{who} is the first player", who=who), seat=who)


def board(who: str, values: str) -> Event:
    """Which village board a player has (VILLAGE 2.1)."""
    text = message("{who} gets the village board {values}", who=who, values=values)
    return Event("board", "VILLAGE 2.1", text, VILLAGES, ("personal",), seat=who)


def resigned(who: str) -> Event:
    """A player leaves the game (VILLAGE 13.4)."""
    return Event("resigned", "VILLAGE 13.4", message("{who} resigns", who=who), seat=who)


def gone(who: str) -> Event:
    """The others go on without a player (VILLAGE 13.4)."""
    return Event("gone", "VILLAGE 13.4", message("{who} has left the game", who=who), seat=who)


def policy(who: str, value: str) -> Event:
    """A standing order (VILLAGE 13.2)."""
    text = message("{who} sets the sanatorium policy to {value}", who=who, value=value)
    return Event("policy", "VILLAGE 13.2", text, seat=who)


def looks(who: str) -> Event:
    """A turn waits until the draws are served (VILLAGE 12.5)."""
    return Event("look", "VILLAGE 12.5", message("{who} waits to see what is drawn", who=who), seat=who)
