'''Orders as text, for any game: the kernel of the order language (FORMATS 2).

A game's language is five things, put together in its folder `order_text/`:

    VOCABULARY = Vocabulary(rows_of(table_orders.WORDS, ["MESSAGE", "END"]) + """
    TAKE | take | prendre | nehmen
    FROM | from | de | von
    HORSE | horse | cheval | pferd
    BEER | beer | bière | bier
    """, placeholders={"good": ("GOOD", "MARCHANDISE", "WARE")})               # words, in three languages

    GOOD = Kind("good", {"HORSE": Good.HORSE, "BEER": Good.BEER})              # one word out of several
    CARD = Shape("CARD", re.compile(r"k[0-9]{2}"), "a card like k07", "k07")       # a word of a pattern
    TAKE = Form(Take, "TAKE CARD+ [FROM good]", "RULES 7.3", "take these cards")     # an order

    LANGUAGE = Language(__package__, VOCABULARY, [TAKE, table_orders.MESSAGE, end_form("RULES 3.4")],
                        kinds=[GOOD], shapes=[CARD, table_orders.TEXT])

    @dataclass(frozen=True, slots=True)
    class Take:                                                                 # its parts, in their order
        cards: tuple[str, ...]
        good: Good | None = None

From that come `LANGUAGE.parse(text)` (orders with their places, or one of two errors), `.text(order)` (the
canonical text; `parse(text(order))` is the order), `.complete(text, language)`, `.help_table(language)`,
`.help_lines(language)` and `.in_language(text, language)`. How lines of forms are written says `forms`; an
order that is not simply its class with its parts has functions `make` and `parts` in its form. A terminal is
named in capitals, a rule of the grammar like the order's class in small letters, and both are unique.

The tables of the grammar are made by `python -m tests.make_grammar` and kept as `orders.json` in the package
of the language; nothing of Lark is needed to read them.

| module | subject |
|---|---|
| `table_orders` | `message`, `away`, `resign`, `policy`, `look`, `end`: the same in all games |
| `private_orders` | `message to`, `note`: sealed in the record, the same in all games |
| `vocabulary` | words in three languages, accents, beginnings |
| `forms` | kinds, phrases, shapes, forms: tokens to orders, orders to text |
| `splitting` | a text as lines and words: `;`, comments, quotes |
| `tables` | the tables of a grammar, and the automaton that walks them |
| `reading` | words to terminals: abbreviations, and what could be several things |
| `habits` | words that people write from habit, and how an order that is not one is explained |
| `language` | all of it put together |
| `verbs` | rows of orders with checks and effects: the first refusal, the nearest, the legal orders |
| `offered` | the same as the feature `Words` |

Nothing is loaded by this package itself: name the module.
'''
