"""The switches: all differences between the described games of Poch, each with its values and its meaning.

The form, the command line and the API use this one list, in its order.
"""

from __future__ import annotations

from collections.abc import Callable

from games.engine.errors import Sentence, gettext_noop, printable

POOLS = ("ace", "king", "queen", "jack", "ten", "marriage", "sequence", "poch", "centre")
"""The names of the pools, in the order in which a full board lists them."""

PACKS = (32, 36, 52)
LARGEST = 1_000_000_000
"""The largest number in a document."""


class Switch:
    """One switch: its ``name``, the ``kind`` of its values, their ``meaning`` and the ``source`` of the rule.

    ``kind`` says how to read ``values``: ``choice`` (one of these words), ``flag`` (true or false),
    ``integer`` (from the first to the second), ``limit`` (the same, or null for no limit), ``pools`` (a list
    of some of these names), ``seats`` (``[least, most]`` in this range), ``packs`` (one of these for each
    number of seats), ``hand`` (``"all"``, or a number from the first to the second), ``packets`` (examples;
    any list of numbers whose sum is the hand is valid).
    """

    __slots__ = ("kind", "label", "meaning", "name", "source", "values")

    def __init__(
        self, name: str, kind: str, values: tuple[object, ...], label: str, meaning: str, source: str
    ) -> None:
        self.name = name
        self.kind = kind
        self.values = values
        self.label = label
        self.meaning = meaning
        self.source = source

    def __repr__(self) -> str:
        return f"Switch({self.name!r}, {self.kind!r}, {self.values!r})"

    def fault(self, value: object) -> Sentence | None:
        """The sentence that says why a value is wrong, or None."""
        is_valid, template = _CHECKS[self.kind]
        if is_valid(value, self.values):
            return None
        params = {"switch": self.name, "value": printable(value), "values": ", ".join(map(str, self.values))}
        if self.values:
            params |= {"least": str(self.values[0]), "most": str(self.values[-1])}
        return Sentence(template, {name: text for name, text in params.items() if f"%({name})" in template})


SWITCHES: tuple[Switch, ...] = (
    Switch(
        "players", "seats", (2, 10), "Seats",
        "The fewest and the most seats of a table.",
        "Pagat: three to six; FR: two to ten",
    ),
    Switch(
        "pack", "packs", PACKS, "Pack",
        "How many cards the pack has for each number of players: 32 from the seven up, 36 from the six up, "
        "52 from the two up.",
        "Pagat: 32; Le Poque: 36 for five and six; EN and FR: 52 for more players",
    ),
    Switch(
        "hand", "hand", (1, 25), "Hand",
        "Whether all cards but the last are dealt and the last is turned up, or each player gets this many "
        "cards.",
        "Pagat and CUPS: all; the others: five",
    ),
    Switch(
        "packets", "packets", ((1,), (5,), (2, 3), (3, 2)), "Packets",
        "How many cards are dealt at a time in each circuit. One at a time repeats until all are dealt.",
        "Le Poque: two, then three; FR: three, then two; Hoffmann, DE and EN give five cards and do not say "
        "how: five at once is a decision of this program; Pagat: one by one",
    ),
    Switch(
        "direction", "choice", ("clockwise", "counterclockwise"), "Direction",
        "Which way the cards, the betting and the deal go round.",
        "Le Poque: counter-clockwise; FR: either",
    ),
    Switch(
        "upcard", "choice", ("nobody", "dealer_takes_pool", "joins_hand"), "Upcard",
        "What the upcard does besides setting the pay suit: nothing, or the dealer takes its pool at once, "
        "or it belongs to the player who would have received it.",
        "Pagat gives all three; Le Poque and FR: the dealer takes the pool",
    ),
    Switch(
        "pools", "pools", POOLS, "Board",
        "The pools on the board. Cards of a missing pool win nothing.",
        "Pagat and CUPS: nine; EN, DE, FR, Hoffmann: no centre; Le Poque: six",
    ),
    Switch(
        "undressed", "pools", POOLS, "Undressed pools",
        "Pools of the board that get no ante.",
        "DE (Meyer) and Hoffmann: the Poch pool gets none",
    ),
    Switch(
        "stake", "integer", (1, LARGEST), "Stake",
        "Chips that each player pays into each dressed pool before a deal.",
        "Pagat: one chip; Hoffmann: an agreed stake",
    ),
    Switch(
        "sequence", "choice", ("pay_789", "best_three", "longest", "none"), "Sequence",
        "Who wins the sequence pool: the holder of seven, eight and nine of the pay suit, the highest run of "
        "three in a suit, the longest run, or nobody.",
        "Pagat: 7 8 9; DE and EN: the best three; DE (Meyer), FR (variant): the longest; Le Poque has none",
    ),
    Switch(
        "ten_pool", "choice", ("ten", "ten_nine"), "Ten pool",
        "What wins the ten pool: the ten of the pay suit, or the ten and the nine of the pay suit together "
        "in one hand.",
        "Pagat labels the fifth pool of Le Poque “Ten and Nine” in one place, and contradicts it in another; "
        "elsewhere the ten",
    ),
    Switch(
        "order", "choice", ("meld_first", "pochen_first"), "First stage",
        "Whether the pools are won before the betting or after it.",
        "Le Poque bets first, the others meld first",
    ),
    Switch(
        "speaks_first", "choice", ("forehand", "dealer"), "Speaks first",
        "Who opens the betting.",
        "CUPS: the dealer; elsewhere forehand",
    ),
    Switch(
        "eligibility", "choice", ("set", "anyone"), "Who may bet",
        "Whether only a player with a set (two, three or four of a rank) may bet, or anyone.",
        "EN, DE, FR, CUPS: a set; Le Poque, Hoffmann and Pagat's variation: anyone",
    ),
    Switch(
        "two_pairs", "flag", (), "Two pairs count",
        "Whether two pairs are a set of their own, between a pair and three of a rank.",
        "FR",
    ),
    Switch(
        "ties", "choice", ("pay_suit", "skat", "kickers", "split"), "Equal sets",
        "What decides between equal sets: the card of the pay suit, the order of suits in Skat (clubs, "
        "spades, hearts, diamonds), or the rest of the hand. Or nothing decides, and the pot is shared.",
        "Pagat: the pay suit, Skat's order in a variation; Hoffmann: the highest card; FR: shared",
    ),
    Switch(
        "raising", "choice", ("open", "opener"), "Who may raise",
        "Whether every player who is still in may raise, or only the opener, after all others have answered.",
        "FR: the opener; elsewhere anyone",
    ),
    Switch(
        "bet_limit", "limit", (1, LARGEST), "Bet limit",
        "The most chips that a player may stake in the Pochen of one deal. Empty means no limit.",
        "for tournaments; no source has one",
    ),
    Switch(
        "show_uncontested", "flag", (), "Sole survivor shows",
        "Whether a player shows the hand after a bet that nobody called. The hand wins in both cases.",
        "Pagat: shows; EN, DE, CUPS, Le Poque: need not",
    ),
    Switch(
        "passed_chips", "choice", ("layers", "pochen_pool"), "Chips of those who pass",
        "What becomes of the stake of a player who passes: it stays in the pots that it reaches, or it goes "
        "into the Poch pool, which the winner of the first pot takes. This makes a difference only where "
        "players can be all-in.",
        "CUPS: moved to the Pochen cup; the others do not say",
    ),
    Switch(
        "purse", "choice", ("credit", "table"), "Purse",
        "Whether a purse may go below zero, so that each entry plays each deal, or a player pays at most "
        "what the purse holds.",
        "the sources play with the chips on the table; credit is for tournaments",
    ),
    Switch(
        "shedding", "choice", ("stops", "tricks"), "Shedding",
        "How the cards are played: in rising runs of one suit, or in tricks in which players follow suit.",
        "EN (von Alvensleben): tricks; elsewhere runs",
    ),
    Switch(
        "leads", "choice", ("poch_winner", "forehand"), "Leads",
        "Who leads the shedding.",
        "EN: forehand; elsewhere the winner of the Pochen",
    ),
    Switch(
        "leads_otherwise", "choice", ("forehand", "dealer"), "Leads when nobody bet",
        "Who leads if the winner of the Pochen should lead and nobody has bet.",
        "CUPS: the dealer; elsewhere forehand",
    ),
    Switch(
        "stop_pay", "integer", (0, LARGEST), "Pay for ending a run",
        "Chips that each other player pays to the player of the last card of a run. Tricks have no runs.",
        "FR: one; Hoffmann: the others pay, but no amount is given, so one here too",
    ),
    Switch(
        "out_pay", "integer", (1, LARGEST), "Pay for each card left",
        "Chips paid to the player who goes out, for each card left in another hand.",
        "one in every source",
    ),
    Switch(
        "most_cards_pays", "flag", (), "Most cards pays",
        "Whether the player with the most cards left also pays that many chips to each other player.",
        "Le Poque",
    ),
    Switch(
        "deals_next", "choice", ("turn", "opener"), "Next dealer",
        "Who deals next: forehand, so that the deal goes round, or the player who opened the betting. If "
        "nobody opened, forehand deals.",
        "FR says both: the function turns, and whoever had “la Main”, which the opener takes, deals; "
        "elsewhere it turns",
    ),
    Switch(
        "leftover", "choice", ("stay", "split"), "Unclaimed pools",
        "What happens to the chips on the board when the game of a table ends: they stay there, or the "
        "players share them equally.",
        "Pagat: they remain, and who plays for money shares them as equally as possible; the others are "
        "silent",
    ),
)  # fmt: skip

DEFAULTS = {"ten_pool": "ten", "passed_chips": "layers", "deals_next": "turn"}
"""The switches that rules may leave out, with the value that they then have: that of every preset."""

BY_NAME: dict[str, Switch] = {switch.name: switch for switch in SWITCHES}


def is_integer(value: object, least: int, most: int) -> bool:
    """Whether a value from a document is a whole number in this range. ``true`` is not a number."""
    return type(value) is int and least <= value <= most


def _number_in(value: object, values: tuple[object, ...]) -> bool:
    least, most = values
    assert isinstance(least, int)  # noqa: S101 - narrows the type for mypy
    assert isinstance(most, int)  # noqa: S101
    return is_integer(value, least, most)


def _pools(value: object, values: tuple[object, ...]) -> bool:
    return (
        isinstance(value, list)
        and all(isinstance(name, str) and name in values for name in value)
        and len(set(value)) == len(value)
    )


def _seats(value: object, values: tuple[object, ...]) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 2
        and all(_number_in(number, values) for number in value)
        and value[0] <= value[1]
    )


def _packs(value: object, values: tuple[object, ...]) -> bool:
    return (
        isinstance(value, dict)
        and bool(value)
        and all(seats in _SEAT_NUMBERS for seats in value)
        and all(type(size) is int and size in values for size in value.values())
    )


def _packets(value: object, _values: tuple[object, ...]) -> bool:
    return (
        isinstance(value, list) and 1 <= len(value) <= 25 and all(is_integer(size, 1, 25) for size in value)
    )


_SEAT_NUMBERS = tuple(str(seats) for seats in range(2, 11))

_CHECKS: dict[str, tuple[Callable[[object, tuple[object, ...]], bool], str]] = {
    "choice": (lambda value, values: isinstance(value, str) and value in values, gettext_noop(
        "%(switch)s must be one of %(values)s, not %(value)s.")),
    "flag": (lambda value, _values: isinstance(value, bool), gettext_noop(
        "%(switch)s must be true or false, not %(value)s.")),
    "hand": (lambda value, values: value == "all" or _number_in(value, values), gettext_noop(
        '%(switch)s must be "all" or a whole number from %(least)s to %(most)s, not %(value)s.')),
    "integer": (_number_in, gettext_noop(
        "%(switch)s must be a whole number from %(least)s to %(most)s, not %(value)s.")),
    "limit": (lambda value, values: value is None or _number_in(value, values), gettext_noop(
        "%(switch)s must be null or a whole number from %(least)s to %(most)s, not %(value)s.")),
    "packets": (_packets, gettext_noop(
        "%(switch)s must be a list of the numbers of cards dealt at a time, not %(value)s.")),
    "packs": (_packs, gettext_noop(
        "%(switch)s must give a pack of %(values)s cards for numbers of players from 2 to 10, not "
        "%(value)s.")),
    "pools": (_pools, gettext_noop(
        "%(switch)s must be a list of different pools of %(values)s, not %(value)s.")),
    "seats": (_seats, gettext_noop(
        "%(switch)s must be [least, most] with numbers from %(least)s to %(most)s, not %(value)s.")),
}  # fmt: skip
"""For each kind of switch: whether a value is valid, and the sentence for a value that is not."""
