"""The two records of the core, and the meaning of their numbers.

A *seat* is 0 to 9, clockwise. A *card* is ``suit * 16 + rank``. A *hand* has one bit for each card. A *pool*
is 0 to 8, in the order of ``switches.POOLS``. An *account* is 0 to 19: seats, then pools, then the bets.
Chips are whole numbers.
"""

from __future__ import annotations

SEATS = 10
POOL_COUNT = 9
FIRST_POOL = 10
"""The account of pool 0; pool p is account ``FIRST_POOL + p``."""
BETS = 19
"""The account with the stakes of the Pochen until a pot is paid. It is 0 before and after a deal."""
ACCOUNTS = 20
CARDS = 64
NOBODY = -1

TEN_POOL, MARRIAGE, SEQUENCE, POCH, CENTRE = 4, 5, 6, 7, 8
ACE_RANK, KING_RANK, QUEEN_RANK = 12, 11, 10
"""Pools 0 to 4 belong to ace, king, queen, jack and ten: pool ``ACE_RANK - rank``.

With ``ten_pool: ten_nine`` the ten pool needs two cards (``Rules.single_card_pools``)."""

# Values of the switches, in the order of the values in ``switches.SWITCHES``.
UPCARD_NOBODY, UPCARD_DEALER, UPCARD_JOINS = 0, 1, 2
SEQUENCE_789, SEQUENCE_BEST_THREE, SEQUENCE_LONGEST, SEQUENCE_NONE = 0, 1, 2, 3
TIES_PAY_SUIT, TIES_SKAT, TIES_KICKERS, TIES_SPLIT = 0, 1, 2, 3

# Stages of a deal. Melding is no stage, because no seat acts in it.
NOT_BEGUN, IN_POCHEN, IN_SHEDDING, OVER = 0, 1, 2, 3

# Events. An event is ``amount << 16 | kind << 10 | a << 5 | b``. The first kinds form the ledger: that many
# chips moved from account a to account b.
UPCARD_POOL, MELD, STAKED, POT, STOP, OUT, MOST_CARDS, LEFTOVER = 0, 1, 2, 3, 4, 5, 6, 7
ANTES = 8
"""All antes at once: each seat paid ``stake`` into each dressed pool."""
RUN_ENDED, TRICK_WON = 9, 10
"""Seat a played the last card of a run; seat a took a trick."""

# Verbs. Each action is also an event: seat a did it. The amount is the new stake after a bet or a raise, and
# the card of a play. (The chips of a call are in the STAKED event after it.)
PASS, BET, CALL, RAISE, SHOW, PLAY = 11, 12, 13, 14, 15, 16

# Results of ``play.verify``: the reason why an action is refused, or 0.
ALLOWED = 0
DEAL_IS_OVER, NOT_ITS_TURN, NOT_IN_POCHEN, NOT_IN_SHEDDING = 1, 2, 3, 4
ALREADY_BET, NOBODY_HAS_BET, BET_TOO_SMALL, RAISE_TOO_SMALL = 5, 6, 7, 8
BEYOND_THE_LIMIT, BEYOND_THE_PURSE = 9, 10
ONLY_OPENER_RAISES, ONLY_OPENER_SHOWS, OPENER_MUST_SHOW, NOTHING_TO_CALL = 11, 12, 13, 14
CARD_NOT_HELD, CARD_IS_FORCED, SUIT_NOT_FOLLOWED = 15, 16, 17


class Rules:
    """The switches as numbers, made by ``rules.compiled``. Never change one. Flags are 0 or 1."""

    __slots__ = (
        "anyone", "bet_limit", "board", "board_size", "dealer_speaks", "dressed", "dressed_size", "hand",
        "has_pool", "least", "most", "most_cards_pays", "opener_deals", "opener_raises", "otherwise_dealer",
        "out_pay", "pack", "packets", "passed_to_poch", "pochen_first", "sequence", "show_uncontested",
        "single_card_pools", "split_leftover", "stake", "step", "stop_pay",
        "table", "ties", "tricks", "two_pairs", "upcard", "whole", "winner_leads",
    )  # fmt: skip

    def __init__(self) -> None:
        self.least = 3
        """Fewest and ``most`` seats."""
        self.most = 6
        self.pack = [0] * (SEATS + 1)
        """Cards in the pack, by the number of seats."""
        self.hand = 0
        """The cards of each player; 0: all cards but the last are dealt."""
        self.whole = [0] * (SEATS + 1)
        """The same pack as one hand."""
        self.packets = [0] * 26
        """Cards dealt at a time, in each circuit; ends with a 0."""
        self.step = 1
        """+1 clockwise, -1 counter-clockwise."""
        self.upcard = UPCARD_NOBODY
        self.board = [0] * POOL_COUNT
        """The first ``board_size`` numbers: the pools on the board, in its order."""
        self.board_size = 0
        self.has_pool = [0] * POOL_COUNT
        self.dressed = [0] * POOL_COUNT
        """The first ``dressed_size`` numbers: the pools that get an ante, in the order of the board."""
        self.dressed_size = 0
        self.stake = 1
        self.sequence = SEQUENCE_789
        self.single_card_pools = TEN_POOL + 1
        """How many of the first pools one card wins: all up to ten, or all before it."""
        self.pochen_first = 0
        self.dealer_speaks = 0
        self.anyone = 0
        self.two_pairs = 0
        self.ties = TIES_PAY_SUIT
        self.opener_raises = 0
        self.bet_limit = 0
        """0: no limit."""
        self.show_uncontested = 0
        self.passed_to_poch = 0
        """1: the stakes of those who passed go into the Poch pool."""
        self.table = 0
        """1: no purse can go below 0."""
        self.tricks = 0
        self.winner_leads = 0
        self.otherwise_dealer = 0
        self.stop_pay = 0
        self.out_pay = 1
        self.most_cards_pays = 0
        self.opener_deals = 0
        """1: who opened the betting deals next."""
        self.split_leftover = 0


class State:
    """One deal in progress. Each deal has a new one."""

    __slots__ = (
        "account", "after", "best", "brought", "count", "dealer", "dealt", "forced", "forehand", "hand",
        "in_count", "inside", "leader", "led_suit", "log", "melded_by", "melded_chips", "opener", "out",
        "owner", "pay_suit", "place", "played", "pot_chips", "pot_contenders", "pot_count", "pot_winners",
        "random", "seats", "stage", "stake", "staked", "strength", "trick_card", "trick_left", "trick_winner",
        "turn", "upcard", "winner",
    )  # fmt: skip

    def __init__(self) -> None:
        self.seats = 0
        self.dealer = 0
        self.forehand = 0
        self.after = [0] * SEATS
        """For each seat, the next seat in the order of play."""
        self.place = [0] * SEATS
        """For each seat, its place in the order of play: forehand 0, the dealer last."""
        self.stage = NOT_BEGUN
        self.random = 1
        """The random generator of the bots (see ``shuffle``). The rules never use it."""
        self.turn = NOBODY
        """The seat that must act."""
        self.brought = [0] * SEATS
        """The purse of each seat before the antes."""
        self.account = [0] * ACCOUNTS
        """The chips in each account."""
        self.upcard = 0
        self.pay_suit = 0
        self.dealt = [0] * SEATS
        """The hands at the beginning (of a scorecard: the shown cards)."""
        self.hand = [0] * SEATS
        """The cards still held."""
        self.played = 0
        """All cards that were played, as one hand."""
        self.best = [0] * SEATS
        """The best set of each seat at the beginning, as ``sets.best_set`` writes it."""
        self.count = [0] * SEATS
        """The number of cards that each seat still holds."""
        self.owner = [NOBODY] * CARDS
        """The seat that holds each card. ``NOBODY``: played, in the talon, or not a card."""
        self.melded_by = [NOBODY] * POOL_COUNT
        self.melded_chips = [0] * POOL_COUNT
        self.stake = [0] * SEATS
        """The stake of each seat in the Pochen."""
        self.inside = [0] * SEATS
        """1: still in the Pochen; 0: passed or skipped."""
        self.in_count = 0
        self.staked = 0
        """The highest stake; 0: nobody has bet."""
        self.opener = NOBODY
        self.strength = [0] * SEATS
        """The strength of each hand in a showdown. The higher number wins, and equal numbers share."""
        self.pot_count = 0
        self.pot_chips = [0] * SEATS
        self.pot_contenders = [0] * SEATS
        """The seats that can win each pot, one bit for each seat."""
        self.pot_winners = [0] * SEATS
        self.winner = NOBODY
        """The winner of the Pochen; of several, the first in the order of play."""
        self.leader = NOBODY
        self.forced = 0
        """In ``stops``, the only possible action; 0: the seat at turn leads any card."""
        self.led_suit = NOBODY
        """In ``tricks``, the suit to follow; ``NOBODY``: the seat at turn leads any card."""
        self.trick_card = NOBODY
        self.trick_winner = NOBODY
        self.trick_left = 0
        """The number of seats after the seat at turn that can still play to this trick."""
        self.out = NOBODY
        """The seat that went out."""
        self.log: list[int] = []
        """All events in order; see the kinds of events above."""


def note(state: State, event: int) -> None:
    """Write an event to the log. The compiled core replaces this function: its log has a fixed length."""
    state.log.append(event)


def top_bit(bits: int) -> int:
    """The place of the highest bit, from 0; -1 without a bit. The compiled core replaces this function."""
    return bits.bit_length() - 1


def count_bits(bits: int) -> int:
    """The number of bits that are set. The compiled core replaces this function."""
    return bits.bit_count()


def move(state: State, kind: int, source: int, target: int, chips: int) -> None:
    """Move chips from one account to another. The kinds are ``UPCARD_POOL`` to ``LEFTOVER``."""
    state.account[source] -= chips
    state.account[target] += chips
    note(state, chips << 16 | kind << 10 | source << 5 | target)
