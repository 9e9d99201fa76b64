"""The loop over tables of bots, in the style of the core: ``bulk`` runs it, compiled or not.

A table plays ``deals_each`` deals, or fewer if a seat cannot pay the ante. After each deal the dealer
changes, and unclaimed pools stay. At table ``number`` the first dealer is seat ``number % seats``, and its
first deal has the number ``number * deals_each``. Cards and bots use random generators that are seeded for
each deal, so no deal depends on another one's chance.
"""

from __future__ import annotations

from games.engine import bots, shuffle
from games.engine.bulk_totals import Totals, count_deal, count_table
from games.engine.core import dealing, payments, play
from games.engine.core.state import ACCOUNTS, OVER, SEATS, Rules, State


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
    shuffle.shuffle(deck, shuffle.generator(table.seed, number))
    state.random = shuffle.generator(table.seed ^ shuffle.MASK, number)
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
