"""The checks of a set-up position against VILLAGE 18.1 to 18.8 (VILLAGE 15)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial

from khronos_pbem.engine.features.setup_faults import Fault
from khronos_pbem.games.my_village.model.position import Position, Village
from khronos_pbem.games.my_village.model.terms import (
    CITIZENS,
    GUILD,
    LETTERS,
    NEW,
    PILES,
    PLACES,
    PROPERTY,
    SQUARE,
    Advantage,
    Branch,
    Phase,
    values_text,
    wording,
)
from khronos_pbem.games.my_village.positions.turn_faults import turn_faults
from khronos_pbem.games.my_village.rules.banners.travels import next_letter
from khronos_pbem.games.my_village.rules.base.board_queries import (
    customers_available,
    fields_left,
    has_advantage,
    monks_left,
    squares_left,
    travels_left,
    white_banners,
    window_count,
)
from khronos_pbem.games.my_village.rules.base.draws import CUSTOMERS, MONK, POOL, TRAVEL, open_rolls
from khronos_pbem.games.my_village.rules.phases.rat import sanatorium_seat
from khronos_pbem.messages import message, plural_message


def position_faults(position: Position) -> list[Fault]:
    """All errors found in a position; the list is empty if the position is possible."""
    found = [
        *_card_faults(position),
        *_display_faults(position),
        *_people_faults(position),
        *_dice_faults(position),
        *turn_faults(position),
    ]
    for village in position.players:
        found += [*_village_faults(position, village), *_place_faults(position, village)]
        found += [*_mark_faults(position, village), *_tile_faults(position, village)]
    return [*found, *_draw_faults(position), *_choice_faults(position)]


# --- cards --------------------------------------------------------------------------------------------------


def _all_cards(position: Position) -> Iterator[str]:
    yield from position.zone
    yield from (monk for monk in position.monks if monk)
    for village in position.players:
        yield from (each for each in (village.church, village.chamber) if each)
        yield from (*village.monks, *village.travels, *village.market, *village.served)
        yield from (shop.card_id for shop in village.workshops)


def _card_faults(position: Position) -> Iterator[Fault]:
    """No card appears twice, and there are not too many squares and fields (VILLAGE 18.1)."""
    for card, count in Counter(_all_cards(position)).items():
        if count > 1:
            yield Fault(
                "VILLAGE 18.1",
                message("{card} appears {count} times", card=card, count=count),
                message("list the entry only once"),
            )
    squares, fields = message("there are too many squares"), message("there are too many fields")
    for left, what in ((squares_left(position), squares), (fields_left(position), fields)):
        if left < 0:
            yield Fault("VILLAGE 18.1", what, message("remove {n}", n=-left))
    personal = Counter(village.personal for village in position.players if village.personal)
    for pair, count in personal.items():
        if count > 1:
            yield Fault(
                "VILLAGE 1.3",
                message("two village boards have the same values: {values}", values=values_text(pair)),
                message("give each village different values"),
            )
    if not all(village.personal for village in position.players) and position.phase is not Phase.SETUP:
        yield Fault(
            "VILLAGE 1.3",
            message("a village board has no values"),
            message('for example, write personal = "5/8"'),
        )


def _display_faults(position: Position) -> Iterator[Fault]:
    """The zone and the open monks are complete (VILLAGE 18.1)."""
    size = position.cards.board.zone
    opening = any(draw.name == CUSTOMERS for draw in position.draws)
    most = size + (1 if position.revealed not in ("", NEW) else 0)
    if len(position.zone) > most:
        what = plural_message(
            "there is {n} customer in the customer zone",
            "there are {n} customers in the customer zone",
            len(position.zone),
        )
        yield Fault("VILLAGE 18.1", what, message("write at most {most}", most=most))
    if len(position.zone) < size and not opening and customers_available(position) > 0:
        what = plural_message(
            "there is only {n} customer in the customer zone, although the pile has more",
            "there are only {n} customers in the customer zone, although the pile has more",
            len(position.zone),
        )
        yield Fault("VILLAGE 18.1", what, message("put {n} customers in the zone", n=size))
    for pile, monk in zip(PILES, position.monks, strict=True):
        waiting = any(draw.name == MONK + pile for draw in position.draws)
        if not monk and not waiting and monks_left(position, pile):
            what = message("the {pile} pile has cards, but no face-up monk", pile=pile)
            yield Fault("VILLAGE 18.1", what, message('add a monk from this pile to the list "monks"'))


# --- people, dice, turn -------------------------------------------------------------------------------------


def _people_faults(position: Position) -> Iterator[Fault]:
    """Villagers, coffins and the rat fit together (VILLAGE 18.2, 18.5)."""
    alive = sum(len(village.villagers) for village in position.players)
    hired = sum(village.labourers for village in position.players)
    least = 5 * len(position.players) + hired
    if alive + position.coffins < least:
        what = message(
            "living villagers ({alive}) and coffins ({coffins}) must add up to at least {least}",
            alive=alive, coffins=position.coffins, least=least,
        )  # fmt: skip
        yield Fault(
            "VILLAGE 18.2", what, message("each dead villager needs a coffin, in the chronicle or in a grave")
        )
    for seat, village in enumerate(position.players):
        burying = position.phase is Phase.ACT and seat == position.active and position.buried
        if not village.villagers and not village.gone and not burying:
            what = message("{who} has no villagers", who=village.colour)
            yield Fault("VILLAGE 18.5", what, message("give this player at least one villager"))
    sheltering = position.choice is not None and position.choice.kind == "sanatorium"
    if (position.rat == 0) != sheltering:
        what = plural_message(
            "the rat is {n} step from the invasion space",
            "the rat is {n} steps from the invasion space",
            position.rat,
        )
        yield Fault(
            "VILLAGE 18.5",
            what,
            message("write rat = 0 while a sanatorium choice is open; otherwise, write rat = 1 or more"),
        )


def _dice_faults(position: Position) -> Iterator[Fault]:
    """The pool lacks two dice for each turn in which dice were taken (VILLAGE 18.6)."""
    if position.phase is Phase.OVER or any(draw.name == POOL for draw in position.draws):
        return
    white, black = position.cards.board.dice[len(position.players)]
    there = Counter(die.black for die in position.pool)
    taken = position.number if position.phase is Phase.ACT else position.number - 1
    passed = any(village.gone for village in position.players)
    fitting = {white + black - 2 * n for n in range(0 if passed else taken, taken + 1)}
    if len(position.pool) not in fitting:
        what = plural_message("{n} die is in the pool", "{n} dice are in the pool", len(position.pool))
        hint = plural_message(
            "list {n} die; each turn of the round uses two",
            "list {n} dice; each turn of the round uses two",
            white + black - 2 * taken,
        )
        yield Fault("VILLAGE 18.6", what, hint)
    if there[False] > white or there[True] > black:
        what = message(
            "too many dice of one colour in the pool: {white} white, {black} black",
            white=there[False],
            black=there[True],
        )
        yield Fault(
            "VILLAGE 18.6",
            what,
            message("the game has {white} white and {black} black dice", white=white, black=black),
        )
    if len(position.dice) != (2 if position.phase is Phase.ACT else 0) and not position.ended:
        what = plural_message(
            "turn: {n} die has been taken", "turn: {n} dice have been taken", len(position.dice)
        )
        yield Fault("VILLAGE 4.1", what, message('write two dice in phase "act", and none before that phase'))


# --- one village --------------------------------------------------------------------------------------------


def _village_fault(village: Village, rule: str, what: str, hint: str) -> Fault:
    return Fault(rule, message("{who}: {what}", who=village.colour, what=what), hint)


def _village_faults(position: Position, village: Village) -> Iterator[Fault]:
    """Windows, monks, workshops and journeys are possible (VILLAGE 18.3, 18.4)."""
    bad = partial(_village_fault, village)
    if village.monks and not village.church:
        yield bad(
            "VILLAGE 18.3",
            message("there are monks, but no church"),
            message("add a church, or write monks = []"),
        )
    elif window_count(position, village) > position.cards.board.most_windows:
        yield bad(
            "VILLAGE 18.3",
            message("the church has too many windows"),
            plural_message(
                "remove monks until the church has at most {n} window",
                "remove monks until the church has at most {n} windows",
                position.cards.board.most_windows,
            ),
        )
    types = Counter(shop.type for shop in village.workshops)
    for kind, count in types.items():
        if count > 1:
            yield bad(
                "VILLAGE 18.4",
                message("{n} workshops are of the same type: {kind}", n=count, kind=kind),
                message("write at most one of each type"),
            )
    card = position.cards.card
    letters = [card[travel].group for travel in village.travels]
    if letters != list(LETTERS[: len(letters)]):
        yield bad(
            "VILLAGE 18.4",
            message("the journeys have the wrong letters: {letters}", letters=" ".join(letters)),
            message(
                "write one journey for each letter, in alphabetical order, starting with A and skipping none"
            ),
        )
    if any(card[travel].chapel for travel in village.travels[:-1]):
        yield bad(
            "VILLAGE 18.4",
            message("a journey comes after the chapel"),
            message("the chapel must be the last journey"),
        )


def _place_faults(position: Position, village: Village) -> Iterator[Fault]:
    """Goods and filled places have a card with enough room (VILLAGE 15, 18.3)."""
    bad = partial(_village_fault, village)
    card, types = position.cards.card, position.cards.types
    for shop in village.workshops:
        if shop.goods > types[shop.type].places:
            yield bad(
                "VILLAGE 18.3",
                plural_message(
                    "the {kind} cannot hold {n} good",
                    "the {kind} cannot hold {n} goods",
                    shop.goods,
                    kind=shop.type,
                ),
                _at_most_hint(types[shop.type].places),
            )
    room = card[GUILD].places if village.chamber == GUILD else 0
    if village.guild > room:
        yield bad(
            "VILLAGE 18.3",
            plural_message(
                "the guild cannot hold {n} good", "the guild cannot hold {n} goods", village.guild
            ),
            _at_most_hint(room) if room else message('write chamber = "guild", or guild = 0'),
        )
    shelter = card[village.church].places if village.church == Advantage.SANATORIUM else 0
    if village.sheltered > shelter:
        yield bad(
            "VILLAGE 18.3",
            plural_message(
                "the sanatorium cannot have {n} filled place",
                "the sanatorium cannot have {n} filled places",
                village.sheltered,
            ),
            _at_most_hint(shelter) if shelter else message('write church = "sanatorium", or sheltered = 0'),
        )


def _mark_faults(position: Position, village: Village) -> Iterator[Fault]:
    """Marks belong to the chamber, and it has at least one (VILLAGE 8.8)."""
    bad = partial(_village_fault, village)
    places = position.cards.card[village.chamber].named if village.chamber else ()
    wrong = [mark for mark in village.marks if mark not in places]
    if wrong:
        yield bad(
            "VILLAGE 8.8",
            message('the place "{place}" is marked, but its chamber is missing', place=wrong[0]),
            message(
                'write chamber = "{name}", or remove the mark',
                name=PROPERTY if wrong[0] in PLACES else CITIZENS,
            ),
        )
    if village.chamber in (PROPERTY, CITIZENS) and not village.marks:
        yield bad(
            "VILLAGE 8.8",
            message("{chamber:the} has no mark", chamber=wording(village.chamber)),
            message("mark at least one place"),
        )


def _tile_faults(position: Position, village: Village) -> Iterator[Fault]:
    """A tile needs a square and lies on a banner of the village (VILLAGE 18.4)."""
    bad = partial(_village_fault, village)
    if bool(village.tile) != (village.square >= 0):
        what = message("there is a 2/12 tile, but the square that it belongs to is missing")
        hint = message('write tile = "" or, for a square without markers, square = 0')
        if not village.tile:
            what = message("there is a square, but no 2/12 tile")
            hint = message('write tile = "square" for a tile that lies on the square')
        yield bad("VILLAGE 18.4", what, hint)
    elif village.tile and village.tile not in (*white_banners(village), SQUARE):
        yield bad(
            "VILLAGE 8.6",
            message("the tile is on {banner:the}, which is not in the village", banner=wording(village.tile)),
            message('set tile to "square" or to a banner of this village'),
        )


def _at_most_hint(most: int) -> str:
    return message("write at most {most}", most=most)


# --- draws and choices --------------------------------------------------------------------------------------


def _draw_faults(position: Position) -> Iterator[Fault]:
    """The open draws can be served (VILLAGE 12.1)."""
    drawing = any(draw.name == CUSTOMERS for draw in position.draws)
    if position.revealed == NEW and not drawing:
        yield Fault(
            "VILLAGE 15.1",
            message("turn: a customer is waiting to be revealed, but no customer is being drawn"),
            message('write revealed = ""'),
        )
    village, dice = position.players[position.active], sum(position.cards.board.dice[len(position.players)])
    for draw, roll in zip(position.draws, open_rolls(position), strict=True):
        letter = draw.name.removeprefix(TRAVEL)
        wrong = not roll.bounds or min(roll.bounds) < 1
        wrong |= draw.size > (dice if draw.name == POOL else 1 if draw.name != CUSTOMERS else 99)
        wrong |= draw.name.startswith(TRAVEL) and letter != next_letter(position, village)
        if wrong:
            what = message("the draw ({name}) is not possible", name=roll.name)
            yield Fault("VILLAGE 12.1", what, message("leave it out, or change its count or its name"))
    if [draw.number for draw in position.draws] != sorted({draw.number for draw in position.draws}):
        yield Fault("VILLAGE 12.1", message("the draws are not in order"), message("sort them by number"))


def _choice_faults(position: Position) -> Iterator[Fault]:
    """The open choice is possible (VILLAGE 13)."""
    choice = position.choice
    if choice is None:
        return
    village = position.players[choice.seat]
    bad = partial(_village_fault, village)
    if choice.kind == "sanatorium":
        if sanatorium_seat(position) != choice.seat:
            yield bad(
                "VILLAGE 13.1",
                message("the sanatorium choice is not possible: no sanatorium can save any points"),
                message('leave out the key "choice"'),
            )
        return
    letter = next_letter(position, village)
    right = choice.seat == position.active and has_advantage(village, Advantage.REFUGE)
    left = travels_left(position, letter) if letter else []
    if not right or choice.card not in left or len(left) < 2 or position.branch is not Branch.BLACK:
        yield bad(
            "VILLAGE 13.3",
            message("the refuge choice is not possible: no refuge can send {card} back", card=choice.card),
            message('leave out the key "choice"'),
        )
