"""What the tests of bad input try with each game: data, so that every game is tried alike."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from khronos_pbem.games.my_village.model.cards_file import standard_text


@dataclass(frozen=True)
class Bad:
    """Of a game: orders that may not be, so many blocks after its beginning, and what is said of them; lines
    whose second is no order; positions; data files behind the option `file`; wrong usage.
    """

    orders: list[tuple[str, str]]
    third: str
    positions: list[tuple[str, str]]
    file: str
    data: list[tuple[str, str]]
    usage: list[tuple[list[str], str]]
    blocks: int = 5


def rows_of(column: str) -> list[tuple[Any, ...]]:
    """The name of each game with each row of a column."""
    return [(name, *row) for name, bad in BAD.items() for row in getattr(bad, column)]


PLAYERS = '[[player]]\ncolour = "red"\n[[player]]\ncolour = "blue"\n'
KHRONOS = Bad(
    orders=[
        ("bild keep might F7; end", "did you mean build?"),
        ("e", "could mean end or exchange"),
        ("build keep reason F7; end", "RULES 5.4"),
        ("demolish reason L9; end", "you cannot demolish buildings on the Reason board"),
        ("end; end", "the turn ended before this order"),
        ("policy placement ask", "these orders do not end the turn"),
        ("place F7; end", "there is nothing to choose now"),
        ("build keep might Z99; end", "not on the map"),
        ('message "unfinished', 'put a " at the end'),
        ("", "these orders do not end the turn"),
    ],
    third="travel 1 faith\nbild town\n",
    positions=[
        ("players = 3\n", "unknown key"),
        (PLAYERS + '[[building]]\nboard = "might"\nname = "keep"\nat = "J1"\nowner = "red"\n', "river"),
        (PLAYERS + '[[building]]\nboard = "might"\nname = "kepp"\nat = "A5"\n', "unknown"),
        (PLAYERS + '[[building]]\nboard = "might"\nname = "keep"\nat = "A5"\n', "no owner"),
        (PLAYERS + '[[building]]\nboard = "reason"\nname = "keep"\nat = "A5"\nowner = "red"\n', "owner"),
        (PLAYERS.replace("blue", "red"), "two players have the colour red"),
        ('[[player]]\ncolour = "red"\n', "1 player "),
        (
            PLAYERS.replace('"red"\n', '"red"\nhand = ["civil", "civil", "civil", "civil", "civil"]\n'),
            "5 cards",
        ),
        ("discard = [" + '"military", ' * 19 + "]\n" + PLAYERS, "there are 19 military cards"),
        (
            PLAYERS
            + "".join(
                f'[[building]]\nboard = "might"\nname = "watchtower"\nat = "{at}"\nowner = "red"\n'
                for at in ("A5", "A6")
            ),
            "these buildings share the highest rank in a domain on might",
        ),
        (
            PLAYERS
            + "".join(
                f'[[building]]\nboard = "might"\nname = "keep"\nat = "{at}"\nowner = "red"\n'
                for at in ("A5", "B6")
            ),
            "overlaps",
        ),
    ],
    file="--map",
    data=[
        ('terrain = """\n....\n...\n....\n"""\nhamlets = ["A1"]\n', "row 2 has 3 squares"),
        ('terrain = """\n....\n.~..\n....\n"""\nhamlets = ["B2"]\n', "on the river"),
        ('terrain = """\n....\n....\n....\n"""\nhamlets = ["A1", "A2"]\n', "next to another"),
        ('terrain = """\n....\n....\n....\n"""\nhamlets = []\n', "no hamlets"),
        (
            'terrain = """\n....\n.x..\n....\n"""\nhamlets = ["A1"]\n',
            "row 2 contains the unknown character 'x'",
        ),
        ('hamlets = ["A1"]\n', "terrain"),
    ],
    usage=[
        (["nonsense"], "there is no command"),
        (["new", "g.khronos", "--seats", "2"], "--colour"),
        (["new", "g.khronos", "--colour", "red", "--seats", "7"], "a game cannot have 7 seats (RULES 1.6)"),
        (["new", "g.khronos", "--colour", "red", "--seats", "2", "--edition", "3"], "edition 3"),
        (["new", "g.khronos", "--colour", "red", "--seats", "2", "--edition", "1", "--keep"], "edition 1"),
        (["new", "g.khronos", "--colour", "mauve", "--seats", "2"], "colour"),
        (["new", "g.khronos", "--colour", "bl", "--seats", "2"], "'bl' could mean blue or black"),
        (["new", "g.khronos", "--colour", "red", "--seats", "2", "--map", "moon"], "no map"),
        (["keygen", "../anna"], "'../anna' cannot be used as a name"),
        (["keygen", "anna"], "already"),
    ],
)


GAME = 'game = "my-village"\n'
TWO = '[[player]]\ncolour = "red"\n[[player]]\ncolour = "green"\n'
NEW = ["new", "g.khronos", "--game", "my-village"]
SEATED = [*NEW, "--colour", "red", "--seats", "2"]
FIRST = 'prestige = 3, mark = "partly", printed = ["values", "pay"] }'
"""The end of the row of the first customer."""


def _with(*lines: str) -> str:
    """A position in which red's village has these lines."""
    return GAME + TWO.replace('"red"\n', "\n".join(['"red"', *lines, ""]), 1)


def _changed(old: str, new: str) -> str:
    """The cards file with one thing changed."""
    text = standard_text()
    assert old in text
    return text.replace(old, new, 1)


VILLAGE = Bad(
    orders=[
        ("teke 4 4; end", "did you mean take?"),
        ("prende 4 4; end", "did you mean prendre?"),
        ("t", "take or travel"),
        ("take 9 9; end", "expected a die like 4"),
        ("take 4; end", "'take 4' is incomplete — expected a die like 4 (black: b4) or to"),
        ("take 3 3; end", "no die in the pool shows 3 (VILLAGE 4.1) — choose from 1 2 b2 b4 b6"),
        ("take 1 2 to 99999999999; end", "expected a face from 1 to 6"),
        ("take 1 2 to 2; end", "VILLAGE 4.3"),
        ("take 1 2; take 1 b2; end", "VILLAGE 4.1"),
        ("take 1 2; headman coin", "these orders do not end the turn"),
        ("take 1 2; end", "VILLAGE 3.4"),
        ("end; end", "take two dice first"),
        ("hand; end", "first take two dice that add up to 4"),
        ("take 1 2; headman coin; use personal; end", "VILLAGE 3.4"),
        ("take 1 2; headman story; end", "VILLAGE 7.9"),
        ("take 1 2; desk k06; end", "VILLAGE 7.3"),
        ("desk; end", "expected a customer like k07"),
        ("take 1 2; headman coin; bury abbot; end", "VILLAGE 9.1"),
        ("hire abbot; end", "VILLAGE 9.5"),
        ("sanatorium yes; end", "you are not being asked to make this choice now"),
        ("refuge keep", "you are not being asked to make this choice now"),
        ("policy sanatorium ask", "these orders do not end the turn"),
        ("policy sanatorium 99999999999999999999999; end", "a loss of 1 to 999"),
        ("policy placement auto; end", "expected refuge or sanatorium"),
        ("use field 99999999999999999999; end", "expected a number"),
        ("plough 1 from guild; end", "VILLAGE 8.3"),
        ("buy castle; end", "did you mean stable?"),
        ("headman tree; end", "expected coin or hall or stay or story"),
        ("build keep might F7; end", "'build' does not belong here"),
        ("look", "these orders do not end the turn"),
        ("take \uff11 \uff12; end", "expected a die like 4"),
        ("desk k\u0660\u0661; end", "expected a customer like k07"),
        ('message "unfinished', 'put a " at the end'),
        ("", "these orders do not end the turn"),
    ],
    third="take 1 2\nbild town\n",
    positions=[
        ("players = 3\n" + GAME, "unknown key"),
        (GAME + "prize = 7\n" + TWO, 'unknown key "prize"'),
        (TWO.replace("[[", 'game = "our-village"\n[[', 1), "there is no game called 'our-village'"),
        (
            GAME + '[[player]]\ncolour = "red"\n',
            "My Village cannot be played by 1 player (VILLAGE 1.1) — choose 2 to 4 players",
        ),
        (GAME + TWO.replace("green", "red"), "two players cannot both be red (VILLAGE 1.1)"),
        (GAME + TWO.replace("green", "white"), "choose a free colour: yellow, green, blue"),
        (GAME + "round = nan\n" + TWO, "round is nan"),
        (GAME + "round = 99999999999999999999999\n" + TWO, "a whole number from 1"),
        (GAME + 'cards = "none"\n' + TWO, "there is no set of cards called 'none'"),
        (GAME + "cards = 7\n" + TWO, "7 is not a table"),
        (GAME + 'pool = ["7"]\n' + TWO, "pool is ['7']"),
        (GAME + 'pool = ["1", "2", "3"]\n' + TWO, "VILLAGE 18.6"),
        (GAME + 'hand = { holder = "blue" }\n' + TWO, "write one of these: red, green"),
        (GAME + 'zone = ["k01", "k01", "k02", "k03", "k04", "k05"]\n' + TWO, "VILLAGE 18.1"),
        (GAME + 'zone = ["k01"]\n' + TWO, "although the pile has more"),
        (GAME + 'monks = { quill = "m04" }\n' + TWO, '"m04" is unknown'),
        (GAME + "rat = 0\n" + TWO, "VILLAGE 18.5"),
        (GAME + "chronicle = { king = 1 }\n" + TWO, 'unknown key "king"'),
        (
            GAME + 'turn = { number = 3 }\nactive = "green"\n' + TWO,
            "turn 3 of the round does not belong to green",
        ),
        (GAME + 'choice = { kind = "refuge", player = "red", card = "t09" }\n' + TWO, "VILLAGE 13.3"),
        (GAME + 'draws = [{ number = 1, name = "rat", count = 99 }]\n' + TWO, "p.toml: "),
        (_with("cloud = 11"), "from 1 to 10"),
        (_with("coins = -1"), "from 0 to"),
        (_with('villagers = ["abbot", "abbot"]'), "list each entry only once"),
        (_with("villagers = []"), "VILLAGE 18.2"),
        (_with("sheltered = 1"), "VILLAGE 18.3"),
        (_with('monks = ["m01"]'), "there are monks, but no church"),
        (
            _with('church = "cloister"', 'monks = ["m01", "m02", "m03", "m04", "m05", "m06"]'),
            (
                "the church has too many windows (VILLAGE 18.3) — remove monks until the church has at "
                "most 6 windows"
            ),
        ),
        (_with('chamber = "property"'), "the property chamber has no mark"),
        (_with('marks = ["fields"]'), 'the place "fields" is marked, but its chamber is missing'),
        (_with("guild = 1"), "VILLAGE 18.3"),
        (_with("square = 2"), "VILLAGE 18.4"),
        (_with("square = 0", 'tile = "mint"'), "VILLAGE 8.6"),
        (_with(f"fields = [{', '.join(['true'] * 9)}]"), "too many fields"),
        (_with('workshops = ["forge 5/6 3"]'), "the forge cannot hold 3 goods"),
        (_with('workshops = ["forge 5/6 0", "forge 5/8 0"]'), "2 workshops are of the same type: forge"),
        (
            _with('travels = ["t05"]'),
            (
                "the wrong letters: B (VILLAGE 18.4) — write one journey for each letter, in alphabetical "
                "order, starting with A and skipping none"
            ),
        ),
        (_with('travels = ["t01", "t05", "t09", "t16", "t17"]'), "after the chapel"),
        (_with('market = ["k01"]', 'served = ["k01"]'), "k01 appears 2 times"),
        (_with('policy = "0"'), "VILLAGE 13.2"),
    ],
    file="--cards",
    data=[
        ("", "empty"),
        ("x = 1\n", 'unknown key "x"'),
        (f"a = {'[' * 5000}{']' * 5000}\n", "nested more than"),
        (_changed('id = "k01"', 'id = "k02"'), "2 cards have the ID k02 (VILLAGE 18.1)"),
        (_changed('id = "k01"', 'id = "t01"'), "customer row 1 (t01): id"),
        (_changed('id = "k01", values = []', 'id = "k01", values = [13]'), "values from 2 to 12"),
        (
            _changed('id = "k01", values = []', 'id = "k01", values = [3, 3]'),
            "write values from 2 to 12 in ascending order, each only once",
        ),
        (_changed('pay = ["parchment", "parchment"]', 'pay = ["gold"]'), "customer row 1 (k01): pay"),
        (_changed('pay = ["parchment", "parchment"]', "pay = []"), "customer row 1 (k01): pay"),
        (_changed(FIRST, FIRST.replace("3", "99999999999999999999")), "from 0 to 99"),
        (_changed(FIRST, FIRST.replace("partly", "printed")), "prestige is not among its printed keys"),
        (_changed(FIRST, FIRST.replace("partly", "reconstructed")), "values is listed as known"),
        (
            _changed(FIRST, FIRST.replace("partly", "guessed")),
            "write one of these: printed, partly, reconstructed",
        ),
        (_changed(FIRST, 'prestige = 3, mark = "partly" }'), "but it lists no known key"),
        (_changed(FIRST, "prestige = 3 }"), "mark is missing"),
        (_changed(FIRST, FIRST.replace('"values"', '"colour"')), "printed is"),
        (_changed(FIRST, FIRST.replace(" }", ', derived = ["values"] }')), "the key values is in two lists"),
        (_changed("copies = 8", "copies = 9"), "field: there are 9 cards, but there should be 8"),
        (_changed('first = ["school 2"]', 'first = ["dance 2"]'), 'the effect "dance 2"'),
        (_changed("white = 0", "white = 2"), "square row 1 (square): white is 2"),
        (_changed("count = 10", "count = 0"), "board: clouds: count"),
        (_changed("dice = { 2 = [8, 3]", "dice = { 2 = [3, 0]"), "two dice for each turn in a round"),
        (_changed("prestige = [2, 4, 7, 10, 14, 20]", "prestige = [2, 4]"), "one number for each window"),
        (_changed('toll = "beer"', 'toll = "gold 1"'), "travel row 7 (t07): toll"),
        (_changed('letter = "A", toll', 'letter = "F", toll'), "write one of these: A, B, C, D, E"),
        (_changed("my-village-cards/1", "my-village-cards/2"), "write one of these: my-village-cards/1"),
        (_changed("[board]", "[bord]"), 'unknown key "bord"'),
    ],
    usage=[
        (["new", "g.khronos", "--game", "your-village", "--colour", "red", "--seats", "2"], "your-village"),
        ([*NEW, "--seats", "2"], "--colour"),
        ([*NEW, "--colour", "red", "--seats", "5"], "VILLAGE 1.1"),
        ([*NEW, "--colour", "red", "--seats", "1"], "VILLAGE 1.1"),
        ([*NEW, "--colour", "white", "--seats", "2"], "there is no colour 'white'"),
        ([*SEATED, "--rounds", "-1"], "the number of rounds cannot be -1"),
        ([*SEATED, "--rounds", "1000"], "the number of rounds cannot be 1000"),
        ([*SEATED, "--cards", "none"], "there is no set of cards called 'none'"),
        ([*SEATED, "--edition", "1"], "no option --edition"),
        ([*SEATED, "--map", "valley"], "no option --map"),
        ([*SEATED, "--rolls", "some"], 'rolls = "all"'),
    ],
    blocks=4,
)
BAD = {"khronos": KHRONOS, "my-village": VILLAGE}
