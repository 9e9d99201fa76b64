"""The two records of the core, and the numbers that stand in them.

Units: a *seat* is 0..9 clockwise, a *card* is ``suit * 16 + rank``, a *hand* one bit for each card, a *pool*
0..8 in the order of ``switches.POOLS``, an *account* 0..19: seats, then pools, then the bets. Chips are
whole numbers.
"""

from __future__ import annotations

SEATS = 10
POOL_COUNT = 9
FIRST_POOL = 10
"""The account of pool 0; pool p is account ``FIRST_POOL + p``."""
BETS = 19
"""The account that holds the stakes of the Pochen until a pot is paid; it begins and ends a deal at 0."""
ACCOUNTS = 20
CARDS = 64
NOBODY = -1

TEN_POOL, MARRIAGE, SEQUENCE, POCH, CENTRE = 4, 5, 6, 7, 8
ACE_RANK, KING_RANK, QUEEN_RANK = 12, 11, 10
"""Pools 0..4 belong to ace, king, queen, jack and ten: pool ``ACE_RANK - rank``."""

# Values of the switches, in the order in which the switches list them.
UPCARD_NOBODY, UPCARD_DEALER, UPCARD_JOINS = 0, 1, 2
SEQUENCE_789, SEQUENCE_BEST_THREE, SEQUENCE_LONGEST, SEQUENCE_NONE = 0, 1, 2, 3
TIES_PAY_SUIT, TIES_SKAT, TIES_KICKERS, TIES_SPLIT = 0, 1, 2, 3

# Stages of a deal. Melding asks nobody anything, so nobody ever waits in it.
NOT_BEGUN, IN_POCHEN, IN_SHEDDING, OVER = 0, 1, 2, 3

# Events. An event is ``amount << 16 | kind << 10 | a << 5 | b``. The first kinds are the ledger: the amount
# is chips that moved from account a to account b.
UPCARD_POOL, MELD, STAKED, POT, STOP, OUT, MOST_CARDS, LEFTOVER = 0, 1, 2, 3, 4, 5, 6, 7
ANTES = 8
"""All antes at once: every seat paid ``stake`` into every dressed pool."""
RUN_ENDED, TRICK_WON = 9, 10
"""Seat a played the last card of a run, took a trick."""

# Verbs. An action that was done is its own event: seat a did this, the amount being the stake that a bet or a
# raise brings it to, or the card it played. (What a call cost is in the STAKED event after it.)
PASS, BET, CALL, RAISE, SHOW, PLAY = 11, 12, 13, 14, 15, 16

# Answers of ``play.verify``: why an action is refused. 0 is yes.
ALLOWED = 0
DEAL_IS_OVER, NOT_ITS_TURN, NOT_IN_POCHEN, NOT_IN_SHEDDING = 1, 2, 3, 4
ALREADY_BET, NOBODY_HAS_BET, BET_TOO_SMALL, RAISE_TOO_SMALL = 5, 6, 7, 8
BEYOND_THE_LIMIT, BEYOND_THE_PURSE = 9, 10
ONLY_OPENER_RAISES, ONLY_OPENER_SHOWS, OPENER_MUST_SHOW, NOTHING_TO_CALL = 11, 12, 13, 14
CARD_NOT_HELD, CARD_IS_FORCED, SUIT_NOT_FOLLOWED = 15, 16, 17


class Rules:
    """The switches as numbers; made by ``rules.compiled`` and read only. Flags are 0 or 1."""

    __slots__ = (
        "anyone",
        "bet_limit",
        "board",
        "board_size",
        "dealer_speaks",
        "dressed",
        "dressed_size",
        "hand",
        "has_pool",
        "least",
        "most",
        "most_cards_pays",
        "opener_raises",
        "otherwise_dealer",
        "out_pay",
        "pack",
        "packets",
        "pochen_first",
        "sequence",
        "show_uncontested",
        "split_leftover",
        "stake",
        "step",
        "stop_pay",
        "table",
        "ties",
        "tricks",
        "two_pairs",
        "upcard",
        "whole",
        "winner_leads",
    )  # fmt: skip

    def __init__(self) -> None:
        self.least = 3
        """Fewest and ``most`` seats."""
        self.most = 6
        self.pack = [0] * (SEATS + 1)
        """Cards in the pack, by the number of seats."""
        self.hand = 0
        """Cards each; 0: all but the last."""
        self.whole = [0] * (SEATS + 1)
        """That pack as one hand."""
        self.packets = [0] * 26
        """Cards given at a time, circuit by circuit, ended by a 0."""
        self.step = 1
        """+1 clockwise, -1 counter-clockwise."""
        self.upcard = UPCARD_NOBODY
        self.board = [0] * POOL_COUNT
        """The pools on the board, in its order; ``board_size`` of them."""
        self.board_size = 0
        self.has_pool = [0] * POOL_COUNT
        self.dressed = [0] * POOL_COUNT
        """The pools that get an ante, in the board's order; ``dressed_size`` of them."""
        self.dressed_size = 0
        self.stake = 1
        self.sequence = SEQUENCE_789
        self.pochen_first = 0
        self.dealer_speaks = 0
        self.anyone = 0
        self.two_pairs = 0
        self.ties = TIES_PAY_SUIT
        self.opener_raises = 0
        self.bet_limit = 0
        """0: none."""
        self.show_uncontested = 0
        self.table = 0
        """1: nobody can pay what they do not have."""
        self.tricks = 0
        self.winner_leads = 0
        self.otherwise_dealer = 0
        self.stop_pay = 0
        self.out_pay = 1
        self.most_cards_pays = 0
        self.split_leftover = 0


class State:
    """One deal in progress. Made anew for each deal."""

    __slots__ = (
        "account",
        "after",
        "best",
        "brought",
        "count",
        "dealer",
        "dealt",
        "forced",
        "forehand",
        "hand",
        "in_count",
        "inside",
        "leader",
        "led_suit",
        "log",
        "melded_by",
        "melded_chips",
        "opener",
        "out",
        "owner",
        "pay_suit",
        "place",
        "played",
        "pot_chips",
        "pot_contenders",
        "pot_count",
        "pot_winners",
        "random",
        "seats",
        "stage",
        "stake",
        "staked",
        "strength",
        "trick_card",
        "trick_left",
        "trick_winner",
        "turn",
        "upcard",
        "winner",
    )  # fmt: skip

    def __init__(self) -> None:
        self.seats = 0
        self.dealer = 0
        self.forehand = 0
        self.after = [0] * SEATS
        """The seat after each in the order of play."""
        self.place = [0] * SEATS
        """The place of each seat in it: forehand 0, the dealer last."""
        self.stage = NOT_BEGUN
        self.random = 1
        """The generator of a table of bots (see ``shuffle``); the rules themselves never draw."""
        self.turn = NOBODY
        """Who is to act."""
        self.brought = [0] * SEATS
        """Every seat's purse before the antes."""
        self.account = [0] * ACCOUNTS
        """Chips in every account."""
        self.upcard = 0
        self.pay_suit = 0
        self.dealt = [0] * SEATS
        """The hands as they were dealt (from a scorecard: what was shown of them)."""
        self.hand = [0] * SEATS
        """The cards still held."""
        self.played = 0
        """The cards that were played, whoever held them."""
        self.best = [0] * SEATS
        """The best set dealt to each seat, as ``sets.best_set`` finds it."""
        self.count = [0] * SEATS
        """How many cards are still held."""
        self.owner = [NOBODY] * CARDS
        """Who holds a card; nobody: it was played, or lies in the talon, or there is no such card."""
        self.melded_by = [NOBODY] * POOL_COUNT
        self.melded_chips = [0] * POOL_COUNT
        self.stake = [0] * SEATS
        """What each seat has staked in the Pochen."""
        self.inside = [0] * SEATS
        """1: still in the Pochen; 0: passed or skipped."""
        self.in_count = 0
        self.staked = 0
        """The stake to bring one's own up to; 0: nobody has bet."""
        self.opener = NOBODY
        self.strength = [0] * SEATS
        """How good each set in a showdown is: the higher number wins, equal numbers share."""
        self.pot_count = 0
        self.pot_chips = [0] * SEATS
        self.pot_contenders = [0] * SEATS
        """Who could win a pot, one bit for each seat."""
        self.pot_winners = [0] * SEATS
        self.winner = NOBODY
        """Who won the Pochen (of several: the earliest in the order of play); nobody: no one bet."""
        self.leader = NOBODY
        self.forced = 0
        """In ``stops``, the one action that can be done now; 0: a card is led."""
        self.led_suit = NOBODY
        """In ``tricks``, the suit to follow; nobody: any card may be led."""
        self.trick_card = NOBODY
        self.trick_winner = NOBODY
        self.trick_left = 0
        """How many seats after the one to act could still play on this trick."""
        self.out = NOBODY
        """Who went out."""
        self.log: list[int] = []
        """Every event, in order: see the kinds of events above."""


def note(state: State, event: int) -> None:
    """Write an event to the log. A compiled form, whose log is of fixed length, replaces this function."""
    state.log.append(event)


def top_bit(bits: int) -> int:
    """The place of the highest bit, from 0 (-1: there is none). A compiled form replaces this function."""
    return bits.bit_length() - 1


def count_bits(bits: int) -> int:
    """How many bits are set. A compiled form replaces this function."""
    return bits.bit_count()


def move(state: State, kind: int, source: int, target: int, chips: int) -> None:
    """Move chips from one account to another for a reason (``UPCARD_POOL`` to ``LEFTOVER``)."""
    state.account[source] -= chips
    state.account[target] += chips
    note(state, chips << 16 | kind << 10 | source << 5 | target)
