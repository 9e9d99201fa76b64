"""The loop over tables of bots, and the totals of their deals. ``bulk`` runs it, compiled or not.

Both are in the style of the core.

A table plays ``deals_each`` deals, or fewer if a seat cannot pay the ante. After each deal the dealer
changes, and unclaimed pools stay. At table ``number`` the first dealer is seat ``number % seats``, and its
first deal has the number ``number * deals_each``. Cards and bots use random generators that are seeded for
each deal, so no deal depends on another one's chance.
"""

from __future__ import annotations

from games.engine import bots, cards
from games.engine.core import dealing, payments, play
from games.engine.core.state import (
    ACCOUNTS,
    ANTES,
    BETS,
    FIRST_POOL,
    LEFTOVER,
    OVER,
    PASS,
    POOL_COUNT,
    SEATS,
    UPCARD_POOL,
    Rules,
    State,
)

# ---- The totals of many deals, in the style of the core. They come from the ledgers, which are checked.


KINDS = ANTES + 1
"""The number of kinds of events that move chips: ``UPCARD_POOL`` to ``LEFTOVER``, and ``ANTES``."""
LENGTHS = 256
"""Deals are counted by their number of actions. The last counter is for all longer deals, too."""


class Totals:
    """All counters. Lists with two indexes are flat: ``[seat * SEATS + place]``."""

    __slots__ = (
        "actions", "chips", "chips_by_kind", "chips_from_pool", "chips_squared", "deals", "events", "lengths",
        "place_chips", "refused", "tables", "unbalanced",
    )  # fmt: skip

    def __init__(self) -> None:
        self.tables = 0
        self.deals = 0
        self.actions = 0
        self.events = 0
        self.refused = 0
        """Deals that ended because the rules refused an action of a bot. If it is not 0, a bot has a bug."""
        self.unbalanced = 0
        """Deals whose ledger does not explain the change of the chips. If it is not 0, the core has a bug."""
        self.chips = [0] * SEATS
        """By seat: chips won minus chips lost, over all tables."""
        self.chips_squared = [0] * SEATS
        """By seat: the sum of the squares of its net chips at each table, for standard errors."""
        self.place_chips = [0] * (SEATS * SEATS)
        """By seat and place in the order of play (0 is forehand, the last is the dealer): net chips."""
        self.chips_by_kind = [0] * (SEATS * KINDS)
        """By seat and kind of event: net chips."""
        self.chips_from_pool = [0] * (SEATS * POOL_COUNT)
        """By seat and pool: chips taken from it in play, without those that the upcard gave the dealer."""
        self.lengths = [0] * LENGTHS
        """Deals by their number of actions."""


def events_in(state: State) -> int:
    """Return the number of events in the log. A compiled form replaces this function."""
    return len(state.log)


def count_table(totals: Totals, state: State, chips: int) -> None:
    """Count a table from the state of its last deal. Each seat started with ``chips`` chips."""
    totals.tables += 1
    for seat in range(state.seats):
        won = state.account[seat] - chips
        totals.chips[seat] += won
        totals.chips_squared[seat] += won * won


def count_deal(rules: Rules, totals: Totals, balance: list[int], state: State) -> None:
    """Count a finished deal and move ``balance``, the chips in all accounts, by its ledger."""
    count_ledger(rules, totals, balance, state)
    count_balances(totals, balance, state)
    totals.deals += 1


def count_ledger(rules: Rules, totals: Totals, balance: list[int], state: State) -> None:
    """Count events, actions, and chips by the reason of their transfer."""
    events = events_in(state)
    actions = 0
    for at in range(events):
        event = state.log[at]
        kind = event >> 10 & 63
        if kind <= LEFTOVER:
            source = event >> 5 & 31
            target = event & 31
            chips = event >> 16
            balance[source] -= chips
            balance[target] += chips
            count_transfer(totals, kind, source, target, chips)
        elif kind == ANTES:
            count_antes(rules, totals, balance, state.seats)
        elif kind >= PASS:
            actions += 1
    totals.events += events
    totals.actions += actions
    totals.lengths[min(actions, LENGTHS - 1)] += 1


def count_transfer(totals: Totals, kind: int, source: int, target: int, chips: int) -> None:
    """Count one transfer between two accounts."""
    if source < SEATS:
        totals.chips_by_kind[source * KINDS + kind] -= chips
    if target < SEATS:
        totals.chips_by_kind[target * KINDS + kind] += chips
        if FIRST_POOL <= source < BETS and kind != LEFTOVER and kind != UPCARD_POOL:
            totals.chips_from_pool[target * POOL_COUNT + source - FIRST_POOL] += chips


def count_antes(rules: Rules, totals: Totals, balance: list[int], seats: int) -> None:
    """Count the ante of each seat to each dressed pool."""
    ante = rules.stake * rules.dressed_size
    for seat in range(seats):
        balance[seat] -= ante
        totals.chips_by_kind[seat * KINDS + ANTES] -= ante
    for at in range(rules.dressed_size):
        balance[FIRST_POOL + rules.dressed[at]] += rules.stake * seats


def count_balances(totals: Totals, balance: list[int], state: State) -> None:
    """Count the chips of each seat at its place, and a wrong ledger."""
    wrong = state.account[BETS]
    for account in range(ACCOUNTS):
        wrong |= balance[account] ^ state.account[account]
    totals.unbalanced += 1 if wrong else 0
    seat = state.forehand
    for place in range(state.seats):
        won = state.account[seat] - state.brought[seat]
        totals.place_chips[seat * SEATS + place] += won
        seat = state.after[seat]


class Table:
    """The bots and settings that are the same at each table."""

    __slots__ = ("balance", "chips", "deals_each", "policies", "seats", "seed")

    def __init__(self) -> None:
        self.seats = 0
        self.policies = [0] * SEATS
        """The bot at each seat, by its number in ``bots.OPPONENTS``."""
        self.chips = 0
        """The chips of each seat at the start."""
        self.deals_each = 1
        self.seed = 0
        self.balance = [0] * ACCOUNTS
        """The chips in each account of the current table, summed from the ledgers of its deals."""


# --- Functions that a compiled form replaces


def renew(state: State, blank: State) -> None:  # noqa: ARG001
    """Reset a state to ``blank``. A compiled form replaces this function."""
    State.__init__(state)


def keep(state: State, kept: list[list[int]] | None) -> None:
    """Append the log of a deal to ``kept``. A compiled form replaces this function."""
    if kept is not None:
        kept.append(state.log)


# --- The loop


def play_tables(
    rules: Rules,
    table: Table,
    totals: Totals,
    state: State,
    blank: State,
    pack: list[int],
    deck: list[int],
    kept: list[list[int]] | None,
    first: int,
    count: int,
) -> None:
    """Play and count ``count`` tables from number ``first`` on. ``deck`` must be as long as ``pack``."""
    for number in range(first, first + count):
        play_table(rules, table, totals, state, blank, pack, deck, kept, number)


def play_table(
    rules: Rules,
    table: Table,
    totals: Totals,
    state: State,
    blank: State,
    pack: list[int],
    deck: list[int],
    kept: list[list[int]] | None,
    number: int,
) -> None:
    """Play one table, from its first ante to its last deal, and count it."""
    for account in range(ACCOUNTS):
        table.balance[account] = table.chips if account < table.seats else 0
    dealer = number % table.seats
    deals = 0
    goes_on = 1
    while goes_on:
        renew(state, blank)
        dealing.seat_down(rules, state, table.seats, dealer)
        play_deal(rules, table, totals, state, pack, deck, number * table.deals_each + deals)
        dealer = dealing.next_dealer(rules, state)
        deals += 1
        goes_on = 1 if deals < table.deals_each and all_can_ante(rules, state) else 0
        if not goes_on:
            payments.split_leftover(rules, state)
        count_deal(rules, totals, table.balance, state)
        keep(state, kept)
    count_table(totals, state, table.chips)


def play_deal(
    rules: Rules, table: Table, totals: Totals, state: State, pack: list[int], deck: list[int], number: int
) -> None:
    """Shuffle, deal, and let the bots play one deal. The rules check each action."""
    for account in range(ACCOUNTS):
        state.account[account] = table.balance[account]
    for seat in range(table.seats):
        state.brought[seat] = table.balance[seat]
    for at in range(len(pack)):
        deck[at] = pack[at]
    cards.shuffle(deck, cards.generator(table.seed, number))
    state.random = cards.generator(table.seed ^ cards.MASK, number)
    dealing.deal(rules, state, deck)
    play.begin(rules, state)
    while state.stage != OVER:
        action = bots.decide(rules, state, table.policies[state.turn])
        if play.act(rules, state, action, play.WHOLE_RUN):
            totals.refused += 1
            return


def all_can_ante(rules: Rules, state: State) -> int:
    """Return 1 if every seat can pay the ante of another deal, else 0."""
    for seat in range(state.seats):
        if not dealing.can_ante(rules, state.account[seat]):
            return 0
    return 1
